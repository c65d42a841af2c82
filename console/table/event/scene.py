"""A table at an event: a desk is joined, people take their seats, their match begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from console.link.course import address_of
from console.link.messages import Assignment, Begun, Enters, Here, TableReport, TableState
from console.link.played import PlayedAt
from console.table.board.match import DEAF
from console.table.event.called import Called, called, places_of
from console.table.event.condition import Condition
from console.table.event.host import EventHost
from console.table.event.menu import EventMenu
from console.table.event.requests import DeskReport, EventShown, JoinWanted, LeaveWanted
from console.table.event.signing import Signing
from console.table.event.typing import TypedField, Typing
from console.table.event.view import (
    EventPlayer,
    EventResult,
    EventStage,
    EventTyping,
    EventView,
    EventWord,
)
from console.table.lobby.people import SeatedPeople
from console.table.lobby.start import StartScreen
from console.table.match import Match
from console.table.outputs import Cue
from console.table.response import Response
from console.table.scene import JOINED_LAMP, NO_LAMP, TURN_LAMP, Scene, SceneHost
from console.table.view import MenuLine, StartSeat, Target, TargetKind, Who
from drivers.events import Button, ButtonEvent, Fault
from drivers.times import MS

BUTTONS: Final = tuple(Button)
GONE_NS: Final = 120_000 * MS
"""Whoever types nothing for so long has gone."""
LOST_NS: Final = 5_000 * MS
"""A desk that is silent for less has never been gone."""
REFUSALS: Final[Mapping[str, EventWord]] = {
    "code": EventWord.NO_CODE,
    "often": EventWord.OFTEN,
    "address": EventWord.NO_ADDRESS,
}


class EventScene(Scene):
    """It is kept over all matches. ``playing`` is what is played now for the event, if anything is;
    people may put the event ``aside`` and play freely until they are called."""

    def __init__(self, host: EventHost) -> None:
        self._host = host
        self.playing: PlayedAt | None = None
        self._shown = EventShown()
        self._aside = False
        self._seat = 0
        self._typing: Typing | None = None
        self._address = ""
        self._typed_ns = 0
        self._called: Called | None = None
        self._here: set[int] = set()
        self._done: tuple[int, int] | None = None  # the game that has been played
        self._last: tuple[tuple[int, str], ...] = ()
        self._last_key: tuple[int, int] | None = None
        self._event = ""
        self._menu: EventMenu | None = None
        self._signing: Signing | None = None
        self._lost_ns: int | None = None
        self._faults: dict[int, Fault] = {}
        self._condition = Condition()
        self._before: StartScreen | None = None
        self._now_ns = 0

    # -- where the table is ------------------------------------------------------------------------

    @property
    def at_home(self) -> bool:
        """Is this what the table comes back to?"""
        return self._shown.joined and not self._aside

    @property
    def called_away(self) -> bool:
        """Is a match called, and something else on the table?"""
        return self._called is not None and self.playing is None

    @property
    def called_off(self) -> bool:
        """Has the desk taken back what is played here for it? It has a result already, say."""
        playing, state = self.playing, self._state
        if playing is None or state is None or state.event != playing.event:
            return False
        now = state.match
        return now is None or (now.match, now.game_n) != (playing.match, playing.game)

    def open(self, seat: int, now_ns: int) -> None:
        """Somebody wants to see the event, or to join one."""
        self._seat, self._aside = seat, False
        if not self._shown.joined:
            self._typing, self._typed_ns = (
                Typing.of(TypedField.ADDRESS, self._shown.address),
                now_ns,
            )
        self._host.show(self)

    def shown(self) -> None:
        self._menu = self._signing = None

    def back(self, match: Match | None) -> bool:
        """The table comes from a match, which may have ended: all is as it was before. Is it here
        that it comes to?"""
        if match is not None and match.ended():
            self._played(places_of(match))
        if self._before is not None:
            settings = self._before.settings.with_comforts_of(self._host.settings)
            self._host.settings = settings
            self._host.lobby.start = replace(self._before, settings=settings)
        self.playing = self._before = None
        self._here = set()
        self._look()
        return self.at_home

    def raced(self, places: tuple[tuple[int, str], ...] | None) -> None:
        """The table comes from a duel; None: which is to be played anew."""
        if places is not None:
            self._played(places)
        if self.back(None):
            self._host.show(self)
        else:
            self._host.show_lobby()

    def _played(self, places: tuple[tuple[int, str], ...]) -> None:
        if self.playing is not None and self.playing.event == self._event:
            self._done = self._last_key = self.playing.match, self.playing.game
            self._last = places

    # -- what the desk says ------------------------------------------------------------------------

    def responded(self, response: Response, now_ns: int) -> None:
        if not isinstance(response, EventShown):
            return
        before, self._shown = self._shown, response
        self._condition.hears(response.state)
        if response.state is not None and response.state.event != self._event:
            self._event = response.state.event  # its matches are numbered anew
            self._done = self._last_key = self._called = None
            self._last, self._here = (), set()
        if response.joined and not before.joined:
            self._typing, self._aside = None, False
        elif response.refused is not None and before.refused is None:
            again = TypedField.ADDRESS if response.refused == "lost" else TypedField.CODE
            text = self._address if again is TypedField.ADDRESS else ""
            self._typing, self._typed_ns = Typing.of(again, text), now_ns
        if response.trouble is None:
            self._lost_ns = None
        elif self._lost_ns is None:
            self._lost_ns = now_ns
        self._look()

    @property
    def _state(self) -> TableState | None:
        return self._shown.state

    @property
    def _wanted(self) -> Assignment | None:
        """What is to be played here and has not been."""
        state = self._state
        if state is None or state.match is None or state.table is None or state.ended:
            return None
        key = state.match.match, state.match.game_n
        if self._done is not None and self._done != key:
            self._done = None  # the desk has gone on
        return None if key == self._done or key in self._shown.unsent else state.match

    def _look(self) -> None:
        """See whether somebody is called, and who."""
        if self._state is not None and self._state.match is None:
            self._done = None
        wanted = self._wanted
        if wanted is None:
            self._called, self._here = None, set()
            return
        host, before, faults = self._host, self._called, self._host.hardware.faults
        same = before is not None and before.assignment == wanted
        if same and (self._here or faults == self._faults):
            return
        self._faults = faults
        now = self._called = called(wanted, host.settings, faults, len(host.who))
        if not wanted.duel:
            self._condition.called(now.why)
        if before is None or before.key != now.key or before.at != now.at:
            self._here = set()
        if before is None or before.key != now.key:
            self._aside = False
            host.emit(Cue.CALL)

    def _tell(self, report: TableReport) -> None:
        self._host.emit(DeskReport(report))

    # -- buttons -----------------------------------------------------------------------------------

    def deaf_to(self, fault: Fault) -> bool:
        """A petal's fault keeps nobody from saying that they are there."""
        return fault in DEAF

    @property
    def stage(self) -> EventStage:
        """How far it has come."""
        state = self._state
        if self._shown.joining:
            return EventStage.ASKING
        if not self._shown.joined:
            return EventStage.TYPING
        return EventStage.CHECK if state is None or state.table is None else EventStage.HOME

    def button(self, event: ButtonEvent) -> None:
        if self._signing is not None and event.seat == self._signing.seat:
            self._signed(self._signing.button(event))
        elif not event.pressed:
            return
        elif self._menu is not None:
            self._chosen(self._menu.press(event.button), event.t_ns)
        elif self.stage is EventStage.TYPING:
            self._types(event)
        elif event.button is Button.OK and self._may_sit(event.seat):
            self._sits(event.seat, event.t_ns)
        elif event.button is Button.BACK and event.seat in self._here:
            self._here.discard(event.seat)
        elif event.button is Button.BACK:
            self._open_menu(event.seat)

    def _open_menu(self, seat: int) -> None:
        state = self._state
        entry = state is not None and state.entry_open and state.table is not None
        self._menu = EventMenu(seat, entry=entry)

    def _may_sit(self, seat: int) -> bool:
        now = self._called
        if now is None or seat not in now.at:
            return False
        return not now.why if now.assignment.duel else not self._condition.why

    def _types(self, event: ButtonEvent) -> None:
        if self._typing is None:
            self._typing = Typing.of(TypedField.ADDRESS, self._shown.address)
        self._seat = event.seat
        self._typed(self._typing.press(event.button), event.t_ns)

    def _typed(self, typing: Typing, now_ns: int) -> None:
        self._typed_ns = now_ns
        code = typing.field is TypedField.CODE
        if typing.over and not code:
            self._typing = None
            self._host.show_lobby()
            return
        if typing.over:
            typing = Typing.of(TypedField.ADDRESS, self._address)
        elif typing.done and not code:
            self._address = typing.text
            known = address_of(typing.text) is not None
            typing = Typing.of(TypedField.CODE) if known else replace(typing, done=False)
            self._shown = replace(self._shown, refused=None if known else "address")
        elif typing.done:
            self._host.emit(JoinWanted(self._address, typing.text))
            self._shown = replace(self._shown, joining=True, refused=None)
        self._typing = typing

    def _sits(self, seat: int, now_ns: int) -> None:
        """● at a seat: its person is here; all are: they play."""
        now, state = self._called, self._state
        assert now is not None
        if seat not in self._here:
            self._here.add(seat)
            self._host.emit(Cue.COUNT)
            self._tell(Here(match=now.key[0], person=now.at[seat].person))
        if self._here == set(now.at) and state is not None and not state.paused:
            self._begin(now, state, now_ns)

    def _begin(self, now: Called, state: TableState, now_ns: int) -> None:
        host = self._host
        match = now.match(state.event, state.table or 0)
        if now.assignment.duel:
            seats = now.duelling(now.who(len(host.who), host.players_are))
            host.race(seats, match, host.draw_seed(), now_ns)
            return
        stored, self._before = host.offered, host.lobby.start
        self._tell(Begun(match=match.match, game_n=match.game))
        settings = now.settings(host.settings)
        who = now.who(len(host.who), host.players_are)
        people = SeatedPeople.of(who, settings.game)
        start = replace(self._before.at_level(None), people=people, settings=settings, stored=None)
        for seat, named in now.named.items():
            start = start.call(seat, named)
        host.settings, host.lobby.start = settings, start
        if stored is not None and match.same_game(stored.event):
            self._before = replace(self._before, stored=None)
            seating = stored.seating.with_names(now.named)
            host.start(seating, stored.seed, now_ns, stored)
        else:
            host.start(now.seating(who), host.draw_seed(), now_ns, event=match)

    def _chosen(self, line: MenuLine | None, now_ns: int) -> None:
        """A line of the menu."""
        if line is None:
            return
        assert self._menu is not None
        seat, self._menu = self._menu.seat, None
        if line is MenuLine.EVENT_FREE:
            self._aside = True
            self._host.show_lobby()
        elif line is MenuLine.EVENT_LEAVE:
            self._host.emit(LeaveWanted())
            self._shown = EventShown(address=self._shown.address)
            self._condition.gone()
            self._look()
            self._host.show_lobby()
        elif line is MenuLine.EVENT_ENTER:
            self._signing = Signing.of(seat, self._host.settings.language, now_ns)
        elif line is MenuLine.RULES:
            self._host.show_rules(seat, now_ns)
        elif line is MenuLine.SERVICE:
            self._host.serve(seat, now_ns)

    def _signed(self, signing: Signing) -> None:
        """Somebody has come further with their name."""
        self._signing = None if signing.over else signing
        if signing.name:
            self._tell(Enters(signing.name))

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """See ``EventView``."""
        if target.kind == TargetKind.KEY:
            seat, key = target.at
            self.button(ButtonEvent(seat, BUTTONS[key], pressed, t_ns, 0))
        elif not pressed or target.kind != TargetKind.ROW:
            return
        elif self._menu is not None:
            self._chosen(self._menu.choose(target.at[0]), t_ns)
        elif self.stage is EventStage.TYPING and self._typing is not None:
            self._typed(self._typing.take(target.at[0]), t_ns)

    # -- time --------------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        """People who were here before a pause play once it is over; who types nothing has gone."""
        self._now_ns = now_ns
        changed = False
        if self._signing is not None:
            signing = self._signing.tick(now_ns)
            changed = signing is not self._signing
            self._signed(signing)
        if self.stage is EventStage.TYPING and now_ns >= self._typed_ns + GONE_NS:
            self._typing = None
            self._host.show_lobby()
            return True
        self._look()
        for report in self._condition.news(self._shown, self._host.hardware, len(self._host.who)):
            self._tell(report)
        now, state = self._called, self._state
        full = now is not None and bool(now.at) and self._here == set(now.at)
        if full and now is not None and state is not None and not state.paused:
            self._begin(now, state, now_ns)
            return True
        return changed or self._is_lost(now_ns)

    def _is_lost(self, now_ns: int) -> bool:
        return self._lost_ns is not None and now_ns >= self._lost_ns + LOST_NS

    def next_due_ns(self) -> int | None:
        dues = [] if self._signing is None else [self._signing.due_ns]
        if self.stage is EventStage.TYPING:
            dues.append(self._typed_ns + GONE_NS)
        if self._lost_ns is not None and not self._is_lost(self._now_ns):
            dues.append(self._lost_ns + LOST_NS)
        return min(dues, default=None)

    # -- output ------------------------------------------------------------------------------------

    def view(self) -> EventView:
        state, now, typing = self._state, self._called, self._typing
        faults = self._host.hardware.shown_faults
        at = {} if now is None else now.at
        seats = tuple(
            StartSeat(
                seat,
                Who.PERSON if seat in at else Who.EMPTY,
                faults.get(seat),
                at[seat].name if seat in at else None,
            )
            for seat in range(len(self._host.who))
        )
        reads = self._menu.seat if self._menu is not None else self._seat
        turned = self._menu is not None or self.stage is not EventStage.HOME
        view = EventView(
            stage=self.stage,
            seats=seats,
            seat=reads if turned else None,
            typing=None
            if typing is None
            else EventTyping(typing.field, typing.text, typing.signs, typing.at),
            check=self._shown.check,
            word=self._word(),
            menu=None if self._menu is None else self._menu.view(),
            naming=None if self._signing is None else self._signing.view(),
        )
        if state is None:
            return view
        view = replace(
            view,
            name=state.name,
            table_name=state.table_name,
            game=state.game,
            next=state.next,
            entry=state.entry_open and state.table is not None and not state.ended,
            last=EventResult(self._last, self._last_key not in self._shown.unsent)
            if self._last
            else None,
        )
        return view if now is None else self._with_match(view, now)

    def _with_match(self, view: EventView, now: Called) -> EventView:
        assignment = now.assignment
        won = dict(zip((p.person for p in assignment.persons), assignment.won, strict=False))
        players = tuple(
            EventPlayer(seat, placed.name, seat in self._here, won.get(placed.person, 0))
            for seat, placed in sorted(now.at.items())
        )
        return replace(
            view,
            players=players,
            game=assignment.game,
            round=assignment.round,
            game_n=assignment.game_n,
            best_of=assignment.best_of,
            duel=assignment.duel,
        )

    def _word(self) -> EventWord | None:
        shown, state = self._shown, self._state
        if not shown.joined:
            why = shown.refused
            return None if why is None else REFUSALS.get(why, EventWord.UNREACHED)
        lost = self._is_lost(self._now_ns)
        words: tuple[tuple[object, EventWord], ...] = (
            (shown.trouble == "no_token", EventWord.NOT_LET_IN),
            (shown.trouble == "foreign", EventWord.FOREIGN),
            (state is not None and state.ended, EventWord.ENDED),
            (state is not None and state.paused, EventWord.PAUSED),
            (lost, EventWord.LOST),
            (self._condition.why, EventWord.UNFIT),
            (self._called is not None and self._called.why, EventWord.NO_PAD),
            (shown.declined_n, EventWord.DECLINED),
            (shown.unsent, EventWord.UNSENT),
        )
        return next((word for so, word in words if so), None)

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        """Bright for whoever is awaited."""
        at = {} if self._called is None else self._called.at
        return tuple(
            NO_LAMP if seat not in at else JOINED_LAMP if seat in self._here else TURN_LAMP
            for seat in range(len(host.who))
        )
