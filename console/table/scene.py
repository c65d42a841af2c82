"""What the table does at a time: a scene. Scenes lie over each other; the uppermost is seen and
hears the buttons, those below it wait."""

from __future__ import annotations

from typing import Final, Protocol, TypeVar

from console.link.played import PlayedAt
from console.table.hardware import HardwareNews
from console.table.match import Match
from console.table.outputs import Output
from console.table.response import Response
from console.table.settings import Settings
from console.table.view import MenuLine, Target, View, Who
from drivers.events import ButtonEvent, Fault, InputEvent, SeatFault

S = TypeVar("S", bound="Response")


NO_LAMP: Final = 0.0
TURN_LAMP: Final = 1.0
JOINED_LAMP: Final = 0.15


class AtEvent(Protocol):
    """What other scenes know of an event."""

    @property
    def playing(self) -> PlayedAt | None:
        """What the match on the table is at the event, if it is of one."""
        ...

    @property
    def called_away(self) -> bool:
        """Is a match of the event called, and something else on the table?"""
        ...

    @property
    def called_off(self) -> bool:
        """Has the desk taken back what is played for it?"""
        ...

    def open(self, seat: int, now_ns: int) -> None:
        """Show it, or how to join one."""
        ...


class SceneHost(Protocol):
    """The table, as its scenes know it."""

    settings: Settings
    hardware: HardwareNews

    @property
    def event(self) -> AtEvent:
        """The event that the table is at, if it is at one."""
        ...

    @property
    def who(self) -> tuple[Who, ...]:
        """Who sits where, by board seat."""
        ...

    def emit(self, output: Output) -> None:
        """Something to be heard, logged or asked outside."""
        ...

    def latest(self, kind: type[S]) -> S | None:
        """The newest response of a kind."""
        ...

    def show(self, scene: Scene) -> None:
        """``scene`` alone is on the table from now on."""
        ...

    def cover(self, scene: Scene, now_ns: int) -> None:
        """``scene`` lies over the others until ``uncover``."""
        ...

    def uncover(self, now_ns: int) -> None:
        """The uppermost scene goes; the one below it goes on."""
        ...

    def rest(self, seat: int, now_ns: int) -> None:
        """Nobody is there: a match under way waits in its pause, its menu turned to ``seat``."""
        ...

    def sit(self, seat: int, now_ns: int) -> None:
        """Somebody has come to a seat of the start screen."""
        ...

    def serve(self, seat: int, now_ns: int) -> None:
        """The owner's own menu, turned to ``seat``, if this table has one."""
        ...

    def show_rules(self, seat: int | None, now_ns: int) -> None:
        """The rules of the game chosen, turned to ``seat``, over what is on show."""
        ...

    def begin(self, now_ns: int) -> None:
        """A match with those who sit at the table. Raises ConfigError when they cannot play."""
        ...

    def teach(self, seat: int, now_ns: int) -> None:
        """The guided first game, for who sits at ``seat``."""
        ...

    def take_up(self, now_ns: int) -> None:
        """Go on with the broken-off match, if there is one."""
        ...

    def rematch(self, now_ns: int) -> None:
        """The same people once more, the first place moved on (G3, I12)."""
        ...

    def may_rematch(self) -> bool:
        """Can those who sit at the table play once more?"""
        ...

    def leave(
        self, now_ns: int, line: MenuLine = MenuLine.START, *, for_good: bool = False
    ) -> None:
        """Back to the start screen, at that line of its menu (``Lobby.go``); a match that was not
        over is broken off, or ended ``for_good``."""
        ...


class Scene:
    """One thing that the table does. Everything that a scene need not know is nothing here.

    Time is passed in. ``view`` is asked anew after every event, whenever ``tick`` says True, and
    when the host was told of something.
    """

    match: Match | None = None
    service = False  # the owner's own: the chord opens it over all others

    @property
    def waiting(self) -> bool:
        """Can nobody leave it before an answer comes, so that a match below stands still?"""
        return False

    @property
    def shows_holding(self) -> bool:
        """May anything look otherwise once a button is let go?"""
        return True

    @property
    def restful(self) -> bool:
        """May attract mode come over it once nobody does anything?"""
        return False

    def button(self, event: ButtonEvent) -> None:
        """A seat button; only the uppermost scene hears it."""

    def sense(self, event: InputEvent) -> None:
        """What the drivers say, but for buttons and seat faults."""

    def trust(self, news: SeatFault, faults: dict[int, Fault]) -> None:
        """A seat cannot be trusted, or can again; ``faults`` are all that cannot be now."""

    def deaf_to(self, fault: Fault) -> bool:
        """Do buttons of a seat with this fault count for nothing?"""
        return True

    def responded(self, response: Response, now_ns: int) -> None:
        """Something came from outside."""

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """A touch, or the mouse, on something that the screen offers."""

    def reach(self, seat: int, target: Target, t_ns: int) -> None:
        """A touch on the phone of ``seat``."""

    def goes_back(self, seat: int) -> bool:
        """Would ✕ take something back there that was chosen?"""
        return False

    def only_waits(self, seat: int) -> bool:
        """Does its guest have a hidden hand and nothing to do now, so that ◀ is free?"""
        return False

    @property
    def is_race_game(self) -> bool:
        """Is each ● a move of a game in which hands race? Nothing about a phone is asked then."""
        return False

    @property
    def racing(self) -> bool:
        """Are hands being judged, so that nothing may come between?"""
        return False

    def shown(self) -> None:
        """This one alone is on the table from now on."""

    def covered(self, now_ns: int) -> None:
        """Another scene lies over this one from now on."""

    def uncovered(self, now_ns: int) -> None:
        """This one is the uppermost again."""

    def rest(self, seat: int, now_ns: int) -> None:
        """Nobody is there: what runs by itself waits for somebody at ``seat``."""

    def tick(self, now_ns: int) -> bool:
        """Do what is due; True when something that is seen has changed."""
        return False

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        return None

    def view(self) -> View:
        """What the next frame shows."""
        raise NotImplementedError

    @property
    def preview(self) -> object | None:
        """What the next frame shows ahead of the rules, None if nothing (C24)."""
        return None

    def presented(self, shown: object | None, t_ns: int) -> bool:
        """A frame is visible since ``t_ns``, ``shown`` the preview in it; True if that changed
        something."""
        return False

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        """The brightness of each seat's lamp."""
        return tuple([NO_LAMP if w is Who.EMPTY else JOINED_LAMP for w in host.who])
