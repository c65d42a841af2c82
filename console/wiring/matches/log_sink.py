"""From the session's outputs to the match log: actions, verdicts, and the samples around them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

import msgspec

from console.link.messages import Photo, ResultSent
from console.link.played import PlayedAt, Posted
from console.screens.photo.sent import sent_photo, winner_of
from console.store.log import MatchLog, Shorten
from console.store.records import MatchHeader, VerdictRecord
from console.store.shorten import shorten
from console.store.window import SampleWindow
from console.system.processes import boot_id
from console.table.autopilot_log import by_autopilot
from console.table.outputs import (
    GOOD,
    ActionDone,
    DuelEnded,
    DuelRaced,
    MatchBegun,
    MatchEnded,
    Output,
    VerdictKind,
    VerdictReached,
)
from console.table.ranking import final_places
from console.table.seating import Seating
from console.table.view import Who
from console.wiring.matches.camera import Camera, window_ns

ID_BYTES = 16
"""Of a result for an event: nobody guesses it, and no two are alike."""


class LogSink:
    """A sink of the loop that remembers. ``wall`` tells the date for people, nothing else."""

    def __init__(self, log: MatchLog, camera: Camera, wall: Callable[[], datetime]) -> None:
        self._log, self._camera, self._wall = log, camera, wall
        self._match = 0
        self._since_ns = 0  # the time from then on is not told to the log yet
        self._actions = 0
        self._verdicts = 0
        self._last_contact: int | None = None
        self._event: PlayedAt | None = None
        self._seating: Seating | None = None
        self._last: Photo | None = None  # race that somebody has won
        self._raced_at: PlayedAt | None = None  # the duel, if that was one's
        self._free = "", ""  # the game that is played, and its result's id where no event calls it
        self.free_at: Callable[[], tuple[str, int] | None] = lambda: None
        """The event and the number of its table where free play is told to the desk now."""

    def __call__(self, output: Output) -> None:
        match output:
            case MatchBegun():
                self._begin(output)
            case ActionDone(action):
                if action["type"] in ("contact", "fall"):
                    self._last_contact = self._actions
                self._log.action(self._match, self._actions, action)
                self._actions += 1
            case VerdictReached():
                self._raced(output)
                self._verdict(output)
            case DuelRaced(event, seating, verdict):
                self._raced_at, self._last = event, self._photo(event, verdict, seating)
            case DuelEnded():
                self._duel(output)
            case MatchEnded():
                played_ns = max(0, output.t_ns - self._since_ns)
                self._since_ns = output.t_ns  # a late contact takes an end back (C23)
                result = None if output.abandoned else output.to_json()
                self._log.end(self._match, result, played_ns, self._posted(output))
                if output.declined:
                    self._log.decline(self._match)

    def _posted(self, ended: MatchEnded) -> Posted | None:
        """What an event's desk is told of it: a match that was left has no result."""
        event = self._event
        if ended.abandoned:
            return None
        if event is None:
            return self._free_play(ended)
        places, last, self._last = final_places(ended), self._last, None
        if last is not None and places[event.persons.index(winner_of(last))] != 1:
            last = None  # whoever won the match did not need it
        result = event.result(places, boot_id(), ended.t_ns, last)
        return Posted.of(event.event, result)

    def _free_play(self, ended: MatchEnded) -> Posted | None:
        """Free play of a table of an event: its game and its places, of nobody by name."""
        at, (game, own) = self.free_at(), self._free
        if at is None:
            return None
        event, table = at
        free = ResultSent(
            id=own,
            table=table,
            match=None,
            plays=game,
            persons=(),
            places=final_places(ended),
            boot=boot_id(),
            ended_ns=ended.t_ns,
        )
        return Posted.of(event, free)

    def _duel(self, ended: DuelEnded) -> None:
        """It is of no match, so its result is all that is kept."""
        event = replace(ended.event, id=secrets.token_hex(ID_BYTES))
        own = self._last if self._raced_at is ended.event else None  # else of one broken off
        result = event.result(ended.places, boot_id(), ended.t_ns, own)
        self._last = None
        self._log.post(Posted.of(event.event, result))

    def _raced(self, verdict: VerdictReached) -> None:
        """It may be the last of a match of an event, and by then its samples are gone."""
        if self._event is not None and self._seating is not None and verdict.kind in GOOD:
            self._last = self._photo(self._event, verdict, self._seating)

    def _photo(self, event: PlayedAt, verdict: VerdictReached, seating: Seating) -> Photo | None:
        """A race to be shown at the desk; None without samples, as of an autopilot's."""
        if any(by_autopilot(entry.contact.peak_n) for entry in verdict.order):
            return None
        photo = self._camera(verdict, seating)
        hands = zip(seating.seats, seating.player_of, strict=True)
        persons = {seat: event.persons[player] for seat, player in hands}
        return None if photo is None else sent_photo(photo, persons)

    def _begin(self, begun: MatchBegun) -> None:
        self._last_contact = None
        self._event, self._last = begun.event, None
        self._free = begun.game, secrets.token_hex(ID_BYTES)
        kinds = tuple(Who(who) for who in begun.people)
        self._seating = Seating(begun.seats, begun.player_of, kinds)
        if self._event is not None and not self._event.id:
            self._event = replace(self._event, id=secrets.token_hex(ID_BYTES))
        self._since_ns = begun.t_ns
        if begun.passed_over is not None:
            self._log.decline(begun.passed_over)
        if begun.resumed is not None:
            self._match = begun.resumed
            self._actions, self._verdicts = begun.made
            self._log.resume(self._match)
            return
        self._actions = self._verdicts = 0
        pad = self._camera.inputs.pad_setup
        people = dict(zip(begun.seats, (begun.people[p] for p in begun.player_of), strict=True))
        self._match = self._log.begin(
            MatchHeader(
                game=begun.game,
                options=begun.options,
                seed=begun.seed,
                players=begun.players,
                seats=begun.seats,
                people=tuple(people.get(s, "empty") for s in range(pad.info.seats)),
                started_wall=self._wall().astimezone().isoformat(timespec="seconds"),
                started_ns=begun.epoch_ns,
                board=pad.info.name,
                board_info=pad.info,
                calibration=msgspec.to_builtins(pad.calibration),
                pad_config=msgspec.to_builtins(pad.config),
                profiles=begun.profiles,
                event=self._event,
            )
        )

    def _verdict(self, verdict: VerdictReached) -> None:
        contacts = tuple(e.contact for e in verdict.order)
        self._log.verdict(
            self._match,
            VerdictRecord(
                n=self._verdicts,
                kind=verdict.kind,
                t_ns=verdict.t_ns,
                shown_ns=verdict.shown_ns,
                contacts=contacts,
                margins_ns=tuple(e.margin_ns for e in verdict.order),
                expanded_ns=tuple(e.margin_uncertainty_ns for e in verdict.order),
                action=None if verdict.kind is VerdictKind.DEAD_HEAT else self._last_contact,
                seats=verdict.seats,
                losers=verdict.losers,
                special=verdict.special,
                sudden_death=verdict.sudden_death,
            ),
        )
        if contacts:
            inputs, (first_ns, last_ns) = self._camera.inputs, window_ns(contacts)
            first_ns = inputs.told_ns(first_ns)
            batches = inputs.recent_batches(first_ns, last_ns)
            pad_state = inputs.recent_pad_state(first_ns, last_ns)
            window = SampleWindow.of(self._verdicts, batches, pad_state)
            self._log.samples(self._match, window, self._shortening(verdict))
        self._verdicts += 1

    def _shortening(self, verdict: VerdictReached) -> Shorten | None:
        """How the verdict's window gets short; after a light it also shows who came too late (C25).

        An autopilot touched nothing, so there is nothing of it to be kept.
        """
        if verdict.sudden_death:
            return None
        hands = [e.contact for e in verdict.order if not by_autopilot(e.contact.peak_n)]
        return partial(shorten, contacts=hands, pad=self._camera.inputs.pad_setup)
