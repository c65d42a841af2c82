"""The lobby: who plays what. Buttons and touches move the start screen, and choose from it; who
wants to be called something chooses a name at their own strip meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from console.table.board.match import DEAF
from console.table.lobby.naming import Naming, offered
from console.table.lobby.start import LEVELS, StartScreen
from console.table.lobby.view import Refusal, StartView
from console.table.names import KnownNames, NameChosen, NameGiven, NamesRequest
from console.table.phones import PhonesShown, wish
from console.table.records.scene import RecordsScene
from console.table.response import Response
from console.table.scene import Scene, SceneHost
from console.table.view import MenuLine, Target, TargetKind, Who
from drivers.events import Button, ButtonEvent, Fault, InputEvent, SeatFault, SourceFault
from drivers.times import MS

BUTTONS: Final = tuple(Button)
FIRST_REPEAT_MS: Final = 350
REPEAT_MS: Final = 90
FAST_REPEAT_MS: Final = 45
FAST_FROM: Final = 8
"""◀ ▶ held go on by themselves, and faster after so many steps."""
DONE_MS: Final = 800
"""● held so long on a letter ends the name with it."""
ANSWER_MS: Final = 3_000
"""Whoever keeps the names answers sooner, or there is nobody who does."""
GONE_MS: Final = 60_000
"""Whoever presses nothing for so long does not want a name."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A button that is down, and when that does something."""

    button: Button
    due_ns: int
    steps: int = 0


class Lobby(Scene):
    """The start screen; it is kept from match to match, with those who sit at it."""

    def __init__(self, host: SceneHost, start: StartScreen) -> None:
        self._host = host
        self.start = start
        self._naming: dict[int, Naming] = {}
        self._held: dict[int, Hold] = {}
        self._leaving: set[int] = set()  # seats whose ✕ is down, and nothing else was pressed
        self._answer_ns: dict[int, int] = {}  # until when an answer is waited for
        self._gone_ns: dict[int, int] = {}  # until when somebody who chooses a name is there

    @property
    def restful(self) -> bool:
        """Not while a name is being chosen."""
        return not self._naming

    def shown(self) -> None:
        """It is on the table again: nobody is half way in anything."""
        for seat in tuple(self._naming):
            self._leave_naming(seat)
        self.start = replace(self.start.at_level(None), pad_silent=self._host.hardware.pad_silent)
        self._host.emit(NamesRequest())

    def go(self, line: MenuLine) -> None:
        """The level behind a line of the menu, or the cursor on a line of the first one;
        ``ALL_LEAVE`` is nobody's line: everybody has gone."""
        if line is MenuLine.ALL_LEAVE:
            self.start = self.start.alone()
        elif line in LEVELS:
            self.start = self.start.at_level(line)
        else:
            self.start = replace(self.start.at_level(None), key=line)

    def join(self, seat: int) -> None:
        """Somebody has come to a seat."""
        self.start = self.start.join(seat)
        self._offer()

    def sense(self, event: InputEvent) -> None:
        if isinstance(event, SourceFault):
            self.start = replace(self.start, pad_silent=self._host.hardware.pad_silent)

    # -- buttons -------------------------------------------------------------------------------

    def deaf_to(self, fault: Fault) -> bool:
        """A petal's fault keeps nobody from joining: board games are played without one."""
        return fault in DEAF

    def trust(self, news: SeatFault, faults: dict[int, Fault]) -> None:
        self._held.pop(news.seat, None)
        self._leaving.discard(news.seat)

    def covered(self, now_ns: int) -> None:
        self._held.clear()
        self._leaving.clear()

    def uncovered(self, now_ns: int) -> None:
        self._host.emit(NamesRequest())

    def button(self, event: ButtonEvent) -> None:
        seat, button = event.seat, event.button
        held = self._held.get(seat)
        if not event.pressed:
            if held is not None and held.button is button:
                del self._held[seat]
            if button is Button.BACK and seat in self._leaving:
                self._leaving.discard(seat)
                self._menu(replace(event, pressed=True))
            return
        self._leaving.discard(seat)
        naming = self._naming.get(seat)
        if naming is None:
            if button is Button.BACK and self.start.leaves(seat):
                self._leaving.add(seat)  # once it is up: with others held it is the owner's chord
            else:
                self._menu(event)
            return
        first_ms = DONE_MS if button is Button.OK else FIRST_REPEAT_MS
        if button is not Button.BACK and (naming.written is not None or button is not Button.OK):
            self._held[seat] = Hold(button, event.t_ns + first_ms * MS)
        self._named(seat, naming.press(button), event.t_ns)

    def _menu(self, event: ButtonEvent) -> None:
        """A press that is for all: the menu's, or who joins and leaves."""
        before = self.start.who
        self.start, chosen = self.start.press(event)
        self._host.settings = self.start.settings
        if chosen is not None:
            self._chosen(chosen, event)
        elif before != self.start.who:
            self._reseated()

    def _reseated(self) -> None:
        """Others sit there."""
        who = self.start.who
        for gone in [s for s in self._naming if who[s] is not Who.PERSON]:
            self._leave_naming(gone)
        self._offer()

    def _chosen(self, key: MenuLine, event: ButtonEvent) -> None:
        if key == MenuLine.RULES:
            self._host.show_rules(event.seat, event.t_ns)
        elif key == MenuLine.LESSON:
            self._host.teach(event.seat, event.t_ns)
        elif key == MenuLine.RECORDS:
            own = self.start.named.get(event.seat)
            profile = None if own is None else own.profile
            scene = RecordsScene(self._host, event.seat, profile, event.t_ns)
            self._host.cover(scene, event.t_ns)
        elif key == MenuLine.NAME:
            self.start = self.start.at_level(None)  # the menu is for the others meanwhile
            self._naming[event.seat] = Naming((), self._host.settings.language)
            self._gone_ns[event.seat] = event.t_ns + GONE_MS * MS
            self._offer()
        elif key in (MenuLine.PHONE, MenuLine.NO_PHONE):
            self._host.emit(wish(key, event.seat))
        elif key == MenuLine.EVENT:
            self._host.event.open(event.seat, event.t_ns)
        elif key == MenuLine.SERVICE:
            self._host.serve(event.seat, event.t_ns)
        elif key == MenuLine.TAKE_UP:
            self._host.take_up(event.t_ns)
        else:
            self._host.begin(event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A line of the menu, a game on the shelf, a key of a seat: see ``StartView``."""
        if target.kind == TargetKind.KEY:
            seat, key = target.at
            self.button(ButtonEvent(seat, BUTTONS[key], pressed, t_ns, 0))
        elif pressed and target.kind == TargetKind.GAME:
            row = self.start.rows()[target.at[0] :][:1]
            if self.start.level is None and row and row[0].key == MenuLine.GAME:
                self.start = replace(self.start.at_row(target.at[0]), key=MenuLine.START)
                self._host.settings = self.start.settings
        elif pressed and target.kind == TargetKind.ROW:
            seat_or_none = self.start.anybody()
            if seat_or_none is not None:
                self.start = self.start.at_row(target.at[0])
                self._menu(ButtonEvent(seat_or_none, Button.OK, True, t_ns, 0))

    # -- names ---------------------------------------------------------------------------------

    def _named(self, seat: int, naming: Naming, now_ns: int) -> None:
        """Somebody has come further with their name."""
        before = self._naming[seat]
        if naming.over or naming.guest:
            self._leave_naming(seat)
            if naming.guest:
                self.start = self.start.call(seat, None)
                self._offer()
            return
        self._naming[seat] = naming
        self._gone_ns[seat] = now_ns + GONE_MS * MS
        if naming.asked is None:
            self._answer_ns.pop(seat, None)
        elif before.asked is None:
            self._held.pop(seat, None)
            self._answer_ns[seat] = now_ns + ANSWER_MS * MS
            self._host.emit(NameChosen(seat, naming.asked))

    def _leave_naming(self, seat: int) -> None:
        for kept in (self._naming, self._held, self._answer_ns, self._gone_ns):
            kept.pop(seat, None)

    def responded(self, response: Response, now_ns: int) -> None:
        """The names that are kept, or who somebody is."""
        if isinstance(response, KnownNames):
            self.start = replace(self.start, naming=True)
            self._offer()
        elif isinstance(response, NameGiven):
            self._given(response)
        elif isinstance(response, PhonesShown):
            self.start = replace(self.start, phones=response.view)

    def _given(self, given: NameGiven) -> None:
        seat, named = given.seat, given.named
        naming = self._naming.get(seat)
        if naming is None or naming.asked is None:
            return  # they did not wait for it
        self._answer_ns.pop(seat, None)
        seated = {one.profile for s, one in self.start.named.items() if s != seat}
        if named is None:
            self._naming[seat] = naming.refuse(Refusal.CANNOT)
        elif named.profile in seated:
            self._naming[seat] = naming.refuse(Refusal.SEATED)
        else:
            self.start = self.start.call(seat, named)
            self._leave_naming(seat)
            self._offer()

    def _offer(self) -> None:
        """The names in everybody's list: those of nobody who sits here."""
        known = self._host.latest(KnownNames)
        if known is None:
            return
        kept = [named.nickname for named in known.names]
        seated = [named.nickname for named in self.start.named.values()]
        names = offered(kept, known.ready, seated)
        for seat, naming in self._naming.items():
            self._naming[seat] = naming.offering(names)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        """What is held goes on; what nobody answers for is no name; who is gone is a guest."""
        changed = False
        for seat, hold in tuple(self._held.items()):
            if now_ns >= hold.due_ns:
                self._goes_on(seat, hold, now_ns)
                changed = True
        for seat, due_ns in tuple(self._answer_ns.items()):
            if now_ns >= due_ns:
                del self._answer_ns[seat]
                self._naming[seat] = self._naming[seat].refuse(Refusal.CANNOT)
                changed = True
        for seat, due_ns in tuple(self._gone_ns.items()):
            if now_ns >= due_ns:
                self._leave_naming(seat)
                changed = True
        return changed

    def _goes_on(self, seat: int, hold: Hold, now_ns: int) -> None:
        naming = self._naming[seat]
        if hold.button is Button.OK:
            del self._held[seat]
            self._named(seat, naming.done(), now_ns)
            return
        step_ms = FAST_REPEAT_MS if hold.steps >= FAST_FROM else REPEAT_MS
        self._held[seat] = replace(hold, due_ns=now_ns + step_ms * MS, steps=hold.steps + 1)
        self._named(seat, naming.press(hold.button), now_ns)

    def next_due_ns(self) -> int | None:
        held = (hold.due_ns for hold in self._held.values())
        return min((*held, *self._answer_ns.values(), *self._gone_ns.values()), default=None)

    def view(self) -> StartView:
        names = tuple(naming.view(seat) for seat, naming in sorted(self._naming.items()))
        hardware = self._host.hardware
        view = self.start.view(hardware.shown_faults)
        return replace(view, names=names, misfit=hardware.misfit)
