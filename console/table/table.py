"""The table session: its scenes, one over the other. Deterministic; time is passed in.

``handle`` takes what the drivers decode, ``tick`` lets time pass, ``view`` says what the next
frame shows and ``presented`` when everybody could see it. What is to be heard and logged is
fetched with ``take_outputs``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from console.link.played import PlayedAt
from console.table import seating
from console.table.attract.host import AttractHost, HostingRules
from console.table.attract.scene import AttractScene
from console.table.board.match import BoardMatch
from console.table.captions import Captions
from console.table.chord import Chord
from console.table.ended import Ended
from console.table.event.duel import DuelScene
from console.table.event.scene import EventScene
from console.table.games import TABLE_GAMES
from console.table.hardware import HardwareNews
from console.table.lobby.lobby import Lobby
from console.table.lobby.start import StartScreen
from console.table.match import Match, MatchStart, Photographer, StoredStart
from console.table.outputs import AgentAnswer, Cue, Output, SeatTrouble
from console.table.phones import LOOK, PhoneKeys, phones_at
from console.table.playing import Playing
from console.table.response import Response
from console.table.rules import RulesScene
from console.table.scene import NO_LAMP, TURN_LAMP, S, Scene
from console.table.settings import Settings
from console.table.view import MenuLine, PhonesView, Target, TargetKind, View, Who
from console.table.witness import Witness, witnessed
from drivers.errors import ConfigError
from drivers.events import STILL_TRUSTED, ButtonEvent, InputEvent, PadProgress, SeatFault
from drivers.times import earliest


class Table:
    """One table with ``seats`` board seats; the ``SceneHost`` of its scenes.

    ``draw_seed`` gives each new match its seed. ``bodies``: simulated people can act at its
    buttons and petals, so they may sit there.
    """

    def __init__(
        self,
        who: tuple[Who, ...],
        settings: Settings,
        draw_seed: Callable[[], int],
        stored: StoredStart | None = None,
        *,
        bodies: bool = True,
    ) -> None:
        self.settings = settings
        self.lobby = Lobby(self, StartScreen.of(who, settings, bodies=bodies))
        self.photographer: Photographer | None = None  # of the matches to come
        self.service: Callable[[int], Scene] | None = None  # what the owner's chord at a seat opens
        self.witness: Witness | None = None  # of all that the table is told
        self.players_are = Who.PERSON  # those of an event's match; in trials simulated people
        self._scenes: list[Scene] = [self.lobby]
        self._who: tuple[StartScreen | None, tuple[Who, ...]] = (None, ())
        self.draw_seed = draw_seed
        self._outputs: list[Output] = []
        self._captions = Captions()
        self._now_ns = 0
        self._responses: dict[type[Response], Response] = {}
        self.hardware = HardwareNews()
        self._view: View | None = None
        self._host = AttractHost(self, HostingRules())
        self._chord = Chord()
        self._phones = PhoneKeys(self.emit)
        self._previewed: object | None = None  # what the last view showed ahead of the rules
        self.event = EventScene(self)
        self.lobby.shown()
        if stored is not None:
            self.offer(stored)

    @property
    def scene(self) -> Scene:
        """The one that is seen."""
        return self._scenes[-1]

    @property
    def match(self) -> Match | None:
        """The match on the table, under way or over."""
        return self._scenes[0].match

    @property
    def ended(self) -> bool:
        """Is the match on the table over?"""
        return isinstance(self._scenes[0], Ended)

    @property
    def who(self) -> tuple[Who, ...]:
        """Who sits where, by board seat."""
        if (start := self.lobby.start) is not self._who[0]:
            self._who = start, start.who
        return self._who[1]

    # -- input ---------------------------------------------------------------------------------

    @witnessed
    def handle(self, event: InputEvent) -> None:
        """Take in what the drivers say, in the order in which they say it."""
        if isinstance(event, PadProgress):
            if event.loaded != self.hardware.loaded:
                self._view = None
        elif not isinstance(event, ButtonEvent) or event.pressed or self.scene.shows_holding:
            self._view = None
        self.hardware.take(event)
        if isinstance(event, SeatFault):
            self._fault(event)
        elif isinstance(event, ButtonEvent):
            faults = self.hardware.distrusted(event.seat)
            for heard in self._chord.take(event):
                if not any(self.scene.deaf_to(fault) for fault in faults):
                    self._host.heard(heard)
                    phones = None if self.scene.is_race_game else phones_at(self)
                    if not self._phones.takes(heard, phones, self.scene):
                        self.scene.button(heard)
        else:
            self._host.heard(event)
            for scene in self._scenes:
                scene.sense(event)

    def _fault(self, event: SeatFault) -> None:
        self.emit(SeatTrouble(event.t_ns, event.seat, event.fault, event.active))
        if event.fault not in STILL_TRUSTED:
            for scene in self._scenes:
                scene.trust(event, self.hardware.faults)
        elif self.match is not None:
            self.match.set_faults(self.hardware.faults, self.hardware.shown_faults)

    @witnessed
    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch, or the mouse, on something that the screen offers.

        ``Target("row", (i,))`` is a line of the menu on show, ``Target("page", (step,))`` turns
        the rules' pages, 0 closes them; ``Target("phone", (seat, 0))`` says no to what stands there
        about a phone, 1 yes; all others are the match's own.
        """
        self._view = None
        self._host.touched(t_ns)
        if target.kind != TargetKind.PHONE:
            self.scene.point(target, pressed, t_ns)
        elif pressed:
            self._phones.touched(target.at[0], bool(target.at[1]), t_ns)

    @witnessed
    def reach(self, seat: int, target: Target, t_ns: int) -> None:
        """A touch on the phone of ``seat``: what lies before its player, ``console.table.phones``'
        ``OK`` and ``BACK`` for the seat's buttons, ``LOOK``."""
        if target != LOOK:
            self._view = None
        self._host.touched(t_ns)
        self.scene.reach(seat, target, t_ns)

    @witnessed
    def answer(self, answer: AgentAnswer, now_ns: int) -> None:
        """What an opponent thought (``Question``)."""
        if isinstance(self.match, BoardMatch):
            self.match.answer(answer, now_ns)
            self._view = None

    @witnessed
    def respond(self, response: Response, now_ns: int) -> None:
        """Something that was wanted, or that the table should know."""
        self._responses[type(response)] = response
        for scene in dict.fromkeys((*self._scenes, self.event)):
            scene.responded(response, now_ns)
        self._view = None

    @property
    def responses(self) -> tuple[Response, ...]:
        """The newest of each kind."""
        return tuple(self._responses.values())

    def latest(self, kind: type[S]) -> S | None:
        """The newest response of a kind."""
        found = self._responses.get(kind)
        return found if isinstance(found, kind) else None

    # -- scenes --------------------------------------------------------------------------------

    def show(self, scene: Scene) -> None:
        """``scene`` alone is on the table from now on."""
        self._scenes = [scene]
        scene.shown()
        self._view = None

    def cover(self, scene: Scene, now_ns: int) -> None:
        """``scene`` lies over the others until ``uncover``."""
        self.scene.covered(now_ns)
        self._scenes.append(scene)
        self._view = None

    @witnessed
    def uncover(self, now_ns: int) -> None:
        """The uppermost scene goes; the one below it goes on."""
        if len(self._scenes) > 1:
            self._scenes.pop()
            self.scene.uncovered(now_ns)
            self._view = None

    @witnessed
    def rest(self, seat: int, now_ns: int) -> None:
        """Nobody is there: a match under way waits in its pause, its menu turned to ``seat``."""
        self.scene.rest(seat, now_ns)
        self._view = None

    @witnessed
    def attune(self, settings: Settings) -> None:
        """What the owner has changed: at once on the start screen, else from the next match on."""
        self.settings = settings
        self.lobby.start = self.lobby.start.with_settings(settings)
        self._view = None

    def sit(self, seat: int, now_ns: int) -> None:
        """Somebody has come to a seat of the start screen."""
        self.lobby.join(seat)
        self._view = None

    def serve(self, seat: int, now_ns: int) -> None:
        """The owner's own menu, turned to ``seat``, if this table has one."""
        if self.service is not None and self._may_serve():
            self.cover(self.service(seat), now_ns)

    def show_rules(self, seat: int | None, now_ns: int) -> None:
        """The rules of the game chosen, turned to ``seat``, over what is on show."""
        self.cover(RulesScene(self, seat), now_ns)

    @property
    def hosting(self) -> HostingRules:
        """How it treats its guests."""
        return self._host.hosting

    @witnessed
    def receive(self, hosting: HostingRules) -> None:
        """How it does from now on; a table that was not told only waits for them."""
        self._host.hosting = hosting

    # -- matches -------------------------------------------------------------------------------

    @property
    def offered(self) -> StoredStart | None:
        """The broken-off match that is offered to whom it fits."""
        return self.lobby.start.stored

    @witnessed
    def offer(self, stored: StoredStart) -> None:
        """Offer a broken-off match on the start screen, to its people."""
        self.lobby.start = self.lobby.start.offered(stored)
        self._view = None

    def call(self, seat: int, named: seating.NamedPerson | None) -> None:
        """The person at a seat of the start screen keeps a nickname, or (None) is a guest."""
        self.lobby.start = self.lobby.start.call(seat, named)
        self._view = None

    @witnessed
    def forget(self, profile: int) -> None:
        """Whoever has this profile is a guest from now on, in the match on the table and in one
        that is offered too."""
        for seat, named in tuple(self.lobby.start.named.items()):
            if named.profile == profile:
                self.call(seat, None)
        stored = self.offered
        if stored is not None:
            without = replace(stored, seating=stored.seating.without(profile))
            self.lobby.start = self.lobby.start.offered(without)
        if self.match is not None:
            self.match.seating = self.match.seating.without(profile)
        self._view = None

    def teach(self, seat: int, now_ns: int) -> None:
        """The guided first game, for who sits at ``seat``."""
        game = TABLE_GAMES[self.settings.game]
        seats = seating.seat_lesson(seat, len(self.who), game.lesson_players())
        self.start(seats, self.draw_seed(), now_ns, guided=True)

    def take_up(self, now_ns: int) -> None:
        """Go on with the broken-off match, if there is one."""
        stored = self.offered
        if stored is not None:
            self.settings = stored.settings.with_comforts_of(self.settings)
            self.start(stored.seating, stored.seed, now_ns, stored)

    def begin(self, now_ns: int, position: dict[str, Any] | None = None) -> None:
        """Start a match with the people of the start screen; ``position`` as in ``MatchStart``.

        Raises ConfigError when they cannot play, GameError for a position that cannot be.
        """
        self._begin(now_ns, None, position)

    def rematch(self, now_ns: int) -> None:
        """The same people once more, the first place moved on (G3, I12)."""
        taken, match = seating.taken_seats(self.who), self.match
        first = None if match is None else match.seating.seats[0]
        self._begin(now_ns, taken.index(first) + 1 if first in taken else None)

    def _begin(self, now_ns: int, lot: int | None, position: dict[str, Any] | None = None) -> None:
        """``lot`` gives the first place; None: it is drawn."""
        game, start = TABLE_GAMES[self.settings.game], self.lobby.start
        if not game.fits(start.who):
            raise ConfigError(
                "{count} people at {count2} seats cannot play {id}: change the number of players",
                count=len(seating.taken_seats(start.who)),
                count2=len(start.who),
                id=game.id,
            )
        seed = self.draw_seed()
        seats = start.seating(seed if lot is None else lot)
        self.start(seats, seed, now_ns, position=position)

    def may_rematch(self) -> bool:
        """Can those who sit at the table play once more, and is it open?"""
        return self._host.open and self.lobby.start.problem() is None

    @witnessed
    def start(
        self,
        seats: seating.Seating,
        seed: int,
        now_ns: int,
        stored: StoredStart | None = None,
        *,
        guided: bool = False,
        position: dict[str, Any] | None = None,
        event: PlayedAt | None = None,
    ) -> None:
        """A match of these people, dealt from ``seed``, or taken up where ``stored`` ends; of an
        event, if it is."""
        self.event.playing = event if stored is None else stored.event
        passed = None if stored is not None or guided else self.lobby.start.resumable
        start = MatchStart(
            seating=seats,
            settings=self.settings,
            seed=seed,
            now_ns=now_ns,
            emit=self.emit,
            stored=stored,
            passed_over=None if passed is None else passed.offer.match,
            guided=guided,
            position=position,
            photographer=self.photographer,
            event=self.event.playing,
        )
        match = TABLE_GAMES[self.settings.game].begin(start)
        match.set_faults(self.hardware.faults, self.hardware.shown_faults)
        for known in self.hardware.of_pad:
            match.handle(known)
        if passed is not None or stored is not None:
            self.lobby.start = self.lobby.start.offered(None)
        self.lobby.start = self.lobby.start.begins(self.settings)
        counts = self.hosting.counts_in and not guided
        self.show(Playing(self, match, now_ns if counts else None, fresh=stored is None))

    @witnessed
    def race(self, seats: seating.Seating, event: PlayedAt, seed: int, now_ns: int) -> None:
        """A duel on the pad of an event, between the people at ``seats``; ``seed`` of its waits."""
        self.event.playing = event
        self.show(DuelScene(self, seats, event, seed, now_ns, self.event.raced))

    def leave(
        self, now_ns: int, line: MenuLine = MenuLine.START, *, for_good: bool = False
    ) -> None:
        """Back to the start screen, at that line of its menu (``Lobby.go``), or to the event; a
        match that was not over is broken off, or ended ``for_good``: none of an event."""
        match = self.match
        if match is not None and not self.ended and match.recorded:
            for_good = for_good and self.event.playing is None
            self.emit(replace(match.result(now_ns, abandoned=True), declined=for_good))
        if self.event.back(match):
            self.show(self.event)
        else:
            self.show_lobby(line)

    def show_lobby(self, line: MenuLine = MenuLine.START) -> None:
        """The start screen, at that line of its menu."""
        self.lobby.start = replace(self.lobby.start, settings=self.settings)
        self.show(self.lobby)
        self.lobby.go(line)

    # -- time ----------------------------------------------------------------------------------

    @witnessed
    def tick(self, now_ns: int) -> None:
        """Let time pass in every scene; a chord that was held for long enough opens its own."""
        blinks_ns = self.hardware.blink_due_ns(self._now_ns)
        if blinks_ns is not None and now_ns >= blinks_ns:
            self._view = None
        self._now_ns = now_ns
        if self._captions.tick(now_ns):
            self._view = None
        if self.service is not None and self._may_serve():
            seat = self._chord.ripe(now_ns)
            if seat is not None:
                self._chord.used(seat)
                self.serve(seat, now_ns)
        if self.event.at_home and isinstance(self.scene, Lobby | AttractScene):
            self.show(self.event)
        for scene in tuple(self._scenes):
            if scene.tick(now_ns):
                self._view = None
        if self._host.tick(now_ns, self._scenes, self._view):
            self._view = None

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself; None when only input can change things."""
        dues = [self._captions.next_due_ns(), self._host.next_due_ns()]
        dues.append(self.hardware.blink_due_ns(self._now_ns))
        dues += (scene.next_due_ns() for scene in self._scenes)
        if self.service is not None and self._may_serve():
            dues.append(self._chord.due_ns())
        return earliest(dues)

    def _may_serve(self) -> bool:
        """A race is never interrupted; the owner's scene does not open over itself."""
        match = self.match
        waits = (match is None or self.ended or match.may_pause) and not self.scene.racing
        return waits and not any(scene.service for scene in self._scenes)

    # -- output --------------------------------------------------------------------------------

    def emit(self, output: Output) -> None:
        """Something to be heard, logged or asked outside."""
        self._outputs.append(output)
        if isinstance(output, Cue) and self._captions.heard(output, self.settings, self._now_ns):
            self._view = None

    @property
    def changed(self) -> bool:
        """Has something visible changed since the last ``view``?"""
        return self._view is None

    @property
    def quiet(self) -> bool:
        """Is nobody near the pad, and nothing being judged?"""
        hands = bool(self.hardware.loaded)
        return not hands and not any(scene.racing for scene in self._scenes)

    @witnessed
    def view(self) -> View:
        """What the next frame shows."""
        return self._seen()

    def _seen(self) -> View:
        if self._view is None:
            view, phones = self.scene.view(), self._phones_view()
            caption, notice = self._captions.shown, self._host.notice
            self._phones.shows(phones, self._now_ns)
            if (caption, notice, phones) != (None, None, None):
                view = replace(view, caption=caption, notice=notice, phones=phones)
            self._view = view
        self._previewed = self.scene.preview
        return self._view

    def _phones_view(self) -> PhonesView | None:
        """What is known of phones; ✕ under a code is the game's as long as it means something. What
        stands at a seat waits for the race's end, or its pause."""
        phones, back = phones_at(self), self.scene.goes_back
        if phones is None or not phones.at:
            return phones
        if self.scene.is_race_game:
            return replace(phones, at=())
        at = tuple(replace(one, own_back=not back(one.seat)) for one in phones.at)
        return replace(phones, at=at)

    @property
    def stale(self) -> bool:
        """Does the last ``view`` show a card that must not be shown any more?"""
        return self._previewed is not None and self.scene.preview is not self._previewed

    @witnessed
    def presented(self, t_ns: int) -> bool:
        """The last ``view`` has been visible since ``t_ns`` (C24); did that change anything?"""
        changed = self.scene.presented(self._previewed, t_ns)
        if changed:
            shown, self._view = self._view, None
            # A card that is made looks as it did a moment before: no need of another frame.
            self._view = shown if self._seen() == shown else None
        self._previewed = None
        return changed

    def lamps(self) -> tuple[float, ...]:
        """The brightness of each seat's lamp; it blinks for a hand that lies on the pad."""
        lit = list(self.scene.lamps(self))
        for seat, turned in self.hardware.blinking(self._now_ns).items():
            lit[seat] = NO_LAMP if bool(lit[seat]) == turned else TURN_LAMP
        return tuple(lit)

    def take_outputs(self) -> list[Output]:
        """Sounds and records since the last call, in order."""
        taken, self._outputs = self._outputs, []
        return taken
