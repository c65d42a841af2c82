"""Attract mode: title, every game to look at, the rules of one, the table's records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from math import cos, pi
from random import Random
from typing import Final

from console.games.registry import GAMES
from console.table.attract.board_demonstration import BEFORE_MOVES, BoardDemonstration, shown_games
from console.table.attract.demonstration import Demonstration, can_demonstrate
from console.table.attract.leaderboard import Leaderboard, LeaderboardRequest
from console.table.attract.view import AttractPart, AttractView, ClosedView
from console.table.board.match import DEAF
from console.table.outputs import Cue, Demonstrated, Hushed
from console.table.scene import JOINED_LAMP, NO_LAMP, Scene, SceneHost
from console.table.view import Target, View
from drivers.events import Button, ButtonEvent, Contact, Fault, InputEvent, PadProgress
from drivers.times import MS

LASTS_NS: Final = {
    AttractPart.TITLE: 12_000 * MS,
    AttractPart.DUEL: 20_000 * MS,  # at the most: a verdict that was read ends it
    AttractPart.RULES: 20_000 * MS,
    AttractPart.LEADERBOARD: 14_000 * MS,
    AttractPart.BOARD: 15_000 * MS,
}
NEW_NS: Final = 3_000 * MS
"""So long the name of a board game stands over it; then nothing does."""
STILL_NS: Final = 9_000 * MS
"""A duel without motion is a picture of its verdict, shown for so long."""
THEME_NS: Final = 180_000 * MS
"""The theme is heard with a title, no sooner than this after the last time."""
PANELS: Final = 4
PANEL_NS: Final = 4_000 * MS
BREATHS: Final = 24
BREATH_NS: Final = 125 * MS
"""A seat's lamp breathes for so many steps of such a length; the next one follows half way."""
BRIGHT: Final = 0.7


class AttractScene(Scene):
    """Goes round until a button is pressed or a hand comes to the pad. ● sits down at its seat."""

    restful = True

    def __init__(self, host: SceneHost, seed: int, now_ns: int) -> None:
        self._host = host
        self._rng = Random(seed)
        self._seats = len(host.who)
        self._loaded: frozenset[int] | None = None
        self._parts = self._programme()
        self._part, self._game = AttractPart.TITLE, host.settings.game
        self._since_ns = self._now_ns = now_ns
        self._until_ns = now_ns
        self._duel: Demonstration | None = None
        self._board: BoardDemonstration | None = None
        self._theme_ns: int | None = None
        host.emit(LeaderboardRequest())
        self._next(now_ns)

    def _programme(self) -> Iterator[tuple[AttractPart, str]]:
        """Each part with its game: all games are played in a round, the rules of one told, in the
        next round those of the next one."""
        first = self._host.settings.game
        boards = shown_games(self._seats)
        at = list(GAMES).index(first)
        rules = cycle([*GAMES][at:] + [*GAMES][:at])
        while True:
            yield AttractPart.TITLE, first
            if can_demonstrate(self._seats):
                yield AttractPart.DUEL, "chaos"
            for game in boards[:1]:
                yield AttractPart.BOARD, game
            yield AttractPart.RULES, next(rules)
            for game in boards[1:]:
                yield AttractPart.BOARD, game
            if self._leaderboard.feats:
                yield AttractPart.LEADERBOARD, first

    @property
    def _leaderboard(self) -> Leaderboard:
        return self._host.latest(Leaderboard) or Leaderboard()

    @property
    def _still(self) -> bool:
        return not self._host.settings.motion

    # -- input ---------------------------------------------------------------------------------

    def button(self, event: ButtonEvent) -> None:
        if event.pressed:
            self._wake(event.t_ns)
            if event.button is Button.OK:
                self._host.sit(event.seat, event.t_ns)

    def deaf_to(self, fault: Fault) -> bool:
        """As the lobby below."""
        return fault in DEAF

    def sense(self, event: InputEvent) -> None:
        """A hand that comes; what has lain on the pad all the time is none."""
        if isinstance(event, PadProgress):
            loaded = event.loaded - self._host.hardware.faults.keys()
            before, self._loaded = self._loaded, loaded
            if before is not None and loaded - before:
                self._wake(event.complete_to_ns)
        elif isinstance(event, Contact) and event.seat not in self._host.hardware.faults:
            self._wake(event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        if pressed:
            self._wake(t_ns)

    def _wake(self, t_ns: int) -> None:
        self._host.emit(Hushed(Cue.THEME))
        self._host.uncover(t_ns)

    def covered(self, now_ns: int) -> None:
        self._host.emit(Hushed(Cue.THEME))

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        before = self._lamp_step, self._panels, self._is_new
        self._now_ns = now_ns
        shown = None if self._still else self._duel or self._board
        changed = shown is not None and shown.tick(now_ns)
        over_ns = None if self._duel is None else self._duel.over_ns
        if over_ns is not None and not self._still:
            self._until_ns = min(self._until_ns, over_ns)
        ended_ns = None if self._board is None else self._board.over_ns
        if ended_ns is not None and now_ns >= ended_ns:  # a short game: another match of it
            self._board, changed = self._board_match(now_ns, made_n=0), True
        if now_ns >= self._until_ns:
            self._next(now_ns)
            return True
        return changed or before != (self._lamp_step, self._panels, self._is_new)

    def _next(self, now_ns: int) -> None:
        """The next part; a new match for each demonstration."""
        self._part, self._game = next(self._parts)
        self._since_ns = now_ns
        self._until_ns = now_ns + LASTS_NS[self._part]
        self._duel = self._board = None
        settings = self._host.settings
        if self._part is AttractPart.TITLE:
            self._play_theme(now_ns)
        elif self._part is AttractPart.DUEL:
            seed = self._rng.getrandbits(32)
            self._duel = Demonstration(self._seats, seed, now_ns, settings, self._sound)
            if self._still:
                self._duel.to_the_end()
                self._until_ns = now_ns + STILL_NS
        elif self._part is AttractPart.BOARD:
            self._board = self._board_match(now_ns, BEFORE_MOVES)
            if self._still:
                self._until_ns = now_ns + STILL_NS

    def _board_match(self, now_ns: int, made_n: int) -> BoardDemonstration:
        """Of the game that the part is about, with so many moves made."""
        seed, settings = self._rng.getrandbits(32), self._host.settings
        return BoardDemonstration(
            game=self._game,
            seats=self._seats,
            seed=seed,
            now_ns=now_ns,
            settings=settings,
            emit=self._sound,
            made_n=made_n,
        )

    def _play_theme(self, now_ns: int) -> None:
        if self._theme_ns is None or now_ns >= self._theme_ns + THEME_NS:
            self._theme_ns = now_ns
            self._host.emit(Cue.THEME)

    def _sound(self, cue: Cue) -> None:
        if not self._still:
            self._host.emit(Demonstrated(cue))

    def next_due_ns(self) -> int | None:
        dues = [self._until_ns, self._now_ns - self._now_ns % BREATH_NS + BREATH_NS]
        shown = None if self._still else self._duel or self._board
        shown_ns = None if shown is None else shown.next_due_ns()
        return min(dues) if shown_ns is None else min(*dues, shown_ns)

    @property
    def _panels(self) -> int:
        if self._part is not AttractPart.RULES:
            return 0
        return (
            PANELS if self._still else min(PANELS, 1 + (self._now_ns - self._since_ns) // PANEL_NS)
        )

    @property
    def _is_new(self) -> bool:
        new = self._still or self._now_ns < self._since_ns + NEW_NS
        return self._board is not None and new

    # -- output --------------------------------------------------------------------------------

    @property
    def preview(self) -> object | None:
        return None if self._duel is None or self._still else self._duel.preview

    def presented(self, shown: object | None, t_ns: int) -> bool:
        return self._duel is not None and not self._still and self._duel.presented(shown, t_ns)

    def view(self) -> AttractView:
        return AttractView(
            part=self._part,
            since_ns=self._since_ns,
            game=self._game,
            panels=self._panels,
            duel=None if self._duel is None else self._duel.view(),
            board=None if self._board is None else self._board.view(),
            is_new=self._is_new,
            leaderboard=self._leaderboard if self._part is AttractPart.LEADERBOARD else None,
        )

    @property
    def _lamp_step(self) -> int:
        return 0 if self._still else self._now_ns // BREATH_NS

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        """They breathe slowly, seat after seat."""
        if self._still:
            return (JOINED_LAMP,) * self._seats
        round_steps = self._seats * BREATHS // 2
        at = self._lamp_step % round_steps
        ages = ((at - seat * BREATHS // 2) % round_steps for seat in range(self._seats))
        return tuple(
            round(BRIGHT * (1 - cos(2 * pi * age / BREATHS)) / 2, 3) if age < BREATHS else NO_LAMP
            for age in ages
        )


class ClosedScene(Scene):
    """Outside the opening hours: dark, and deaf to all but the owner's chord."""

    def __init__(self, opens_min: int, now_ns: int) -> None:
        self._shown = ClosedView(opens_min, now_ns)

    def view(self) -> View:
        return self._shown

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        return (NO_LAMP,) * len(host.who)
