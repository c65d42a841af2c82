"""From the session's outputs to the match log: actions, verdicts, and the samples around them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import msgspec

from console.link.played import EventMatch, Posted
from console.store.log import MatchLog
from console.store.records import MatchHeader, VerdictRecord
from console.store.rows import Shorten
from console.store.shorten import Pad, shorten
from console.store.window import SampleWindow
from console.system.processes import boot_id
from console.table.autopilot_log import by_stand_in
from console.table.chaos.view import VerdictKind
from console.table.outputs import ActionDone, MatchBegun, MatchEnded, Output, VerdictReached
from console.table.ranking import final_places
from drivers.board import BoardInfo
from drivers.calibration import Calibration
from drivers.events import Contact
from drivers.inputs import Inputs, InputsConfig

BEFORE_NS = 400_000_000
"""Shows the pad free for 300 ms (C26) before the 60 ms of a photo finish, so that the window can be
shortened to those (``console.store.shorten``); one that cannot be is kept with all of it."""
AFTER_NS = 60_000_000
ID_BYTES = 16
"""Of a result for an event: nobody guesses it, and no two are alike."""


def window_ns(contacts: Sequence[Contact]) -> tuple[int, int]:
    """From when to when samples belong to a race."""
    return (
        min(c.t_ns for c in contacts) - BEFORE_NS,
        max(c.decided_ns for c in contacts) + AFTER_NS,
    )


class LogSink:
    """A sink of the loop that remembers. ``wall`` tells the date for people, nothing else."""

    def __init__(
        self,
        log: MatchLog,
        inputs: Inputs,
        info: BoardInfo,
        calibration: Calibration,
        config: InputsConfig,
        wall: Callable[[], datetime],
    ) -> None:
        self._log = log
        self._inputs = inputs
        self._info = info
        self._decoding = msgspec.to_builtins(calibration), msgspec.to_builtins(config.pad)
        self._pad = Pad(info, calibration, config.pad)
        self._wall = wall
        self._match = 0
        self._since_ns = 0  # the time from then on is not told to the log yet
        self._actions = 0
        self._verdicts = 0
        self._last_contact: int | None = None
        self._event: EventMatch | None = None

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
                self._verdict(output)
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
        if event is None or ended.abandoned:
            return None
        result = event.result(final_places(ended), boot_id(), ended.t_ns)
        return Posted.of(event.event, result)

    def _begin(self, begun: MatchBegun) -> None:
        self._last_contact = None
        self._event = begun.event
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
        people = dict(zip(begun.seats, (begun.people[p] for p in begun.player_of), strict=True))
        self._match = self._log.begin(
            MatchHeader(
                begun.game,
                begun.options,
                begun.seed,
                begun.players,
                begun.seats,
                tuple(people.get(s, "empty") for s in range(self._info.seats)),
                self._wall().astimezone().isoformat(timespec="seconds"),
                begun.epoch_ns,
                self._info.name,
                self._info,
                *self._decoding,
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
            first_ns, last_ns = window_ns([e.contact for e in verdict.order])
            batches = self._inputs.recent_batches(first_ns, last_ns)
            baseline = self._inputs.recent_baseline(first_ns)
            window = SampleWindow.of(self._verdicts, batches, baseline)
            self._log.samples(self._match, window, self._shortening(verdict))
        self._verdicts += 1

    def _shortening(self, verdict: VerdictReached) -> Shorten | None:
        """How the verdict's window gets short; after a light it also shows who came too late (C25).

        A stand-in touched nothing, so there is nothing of it to be kept.
        """
        if verdict.sudden_death:
            return None
        hands = [e.contact for e in verdict.order if not by_stand_in(e.contact.peak_n)]
        records = list(hands)
        return partial(shorten, contacts=records, pad=self._pad)
