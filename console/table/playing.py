"""A match on the table, and its pause."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from console.games.registry import GAMES
from console.table.board.match import BoardMatch
from console.table.chaos.lesson import ChaosLesson
from console.table.ended import Ended
from console.table.idle_players import IdlePlayers
from console.table.latecomers import Latecomers
from console.table.match import Match
from console.table.outputs import Cue
from console.table.pause import PauseMenu
from console.table.phones import wish
from console.table.scene import JOINED_LAMP, TURN_LAMP, Scene, SceneHost
from console.table.seating import taken_seats
from console.table.view import IdleStage, MenuLine, Target, TargetKind, View, Who
from drivers.events import Button, ButtonEvent, Contact, Fault, InputEvent, SeatFault, SourceFault
from drivers.times import MS, earliest

PAUSE_HOLD_MS: Final = 800
COUNT: Final = 3
COUNT_NS: Final = 700 * MS
"""Of each number of the count before a match."""


class Playing(Scene):
    """A match under way; ✕ held opens the pause menu, turned to who held it.

    It begins with a count: three, two, one. ● of everybody who plays ends it sooner; ● of somebody
    who was late to sit down ends a fresh match, and they sit in the lobby with the others. A second
    hand's seat is free: ● there is of who was late, unless that hand is to flip (``_may_join``).
    Whoever comes later still is told so; their ● is heard as any.
    """

    def __init__(self, host: SceneHost, match: Match, count_ns: int | None, *, fresh: bool) -> None:
        """The count begins at ``count_ns``; None: there is none. ``fresh``: it was not taken up."""
        self._host = host
        self.match: Match = match
        self._pause: PauseMenu | None = None
        self._back_since: dict[int, int] = {}
        self._covered = False
        self.idle_players = IdlePlayers(host, match)
        self._latecomers = Latecomers()
        self._count_ns = count_ns
        self._count = COUNT
        self._heard = 0  # the number that was counted aloud last
        self._ready: frozenset[int] = frozenset()  # the players who do not need the count
        of_event = host.event.playing is not None
        self._fresh = fresh and not of_event
        self._joined_after = match.recorded and not of_event
        if count_ns is not None:
            match.pause(count_ns)

    # -- input ---------------------------------------------------------------------------------

    def sense(self, event: InputEvent) -> None:
        if isinstance(event, Contact):
            self.idle_players.touched(event.seat)
        elif isinstance(event, SourceFault) and self._host.hardware.silent("buttons"):
            for seat in range(len(self._host.who)):
                self._let_go(seat)
        self.match.handle(event)

    def trust(self, news: SeatFault, faults: dict[int, Fault]) -> None:
        self.match.set_faults(faults, self._host.hardware.shown_faults)
        if news.active and self.match.deaf_to(news.fault):
            self._let_go(news.seat)

    def _let_go(self, seat: int) -> None:
        """Buttons that cannot be heard are not held: a hand is covered, no menu opens."""
        self._back_since.pop(seat, None)
        self.match.let_go(seat)

    def deaf_to(self, fault: Fault) -> bool:
        return self.match.deaf_to(fault)

    @property
    def shows_holding(self) -> bool:
        return self.match.shows_holding

    def button(self, event: ButtonEvent) -> None:
        answered = event.pressed and self.idle_players.heard(event.seat, event.t_ns)
        if self._pause is not None:
            if event.pressed:
                self._chosen(self._pause.press(event), event.seat, event.t_ns)
            return
        if answered or self.idle_players.played_for(event.seat):
            return
        if event.button is Button.BACK:
            if event.pressed:
                self._back_since[event.seat] = event.t_ns
            else:
                self._back_since.pop(event.seat, None)
        ok = event.pressed and event.button is Button.OK
        if ok and self._may_join(event.seat):
            self._host.leave(event.t_ns, for_good=True)
            self._host.sit(event.seat, event.t_ns)
            return
        if ok and self._is_late_at(event.seat):
            self._latecomers.came(event.seat, self._host.settings, event.t_ns)
        if self._count_ns is None:
            self.match.handle(event)
        elif ok:
            self._is_ready(event)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """``Target("row", (i,))`` is a line of the pause menu; all others are the match's own."""
        if target.kind == TargetKind.ROW:
            if pressed and self._pause is not None:
                self._chosen(self._pause.choose(target.at[0]), self._pause.seat, t_ns)
        elif target.kind == TargetKind.HERE:
            if pressed:
                self.idle_players.heard(target.at[0], t_ns)
        elif isinstance(self.match, BoardMatch | ChaosLesson) and self._pause is None:
            if pressed:
                self.idle_players.pointed()
            self.match.point(target, pressed, t_ns)

    def reach(self, seat: int, target: Target, t_ns: int) -> None:
        """On a phone nothing pauses and nothing is counted in; all else is as at the seat."""
        if self.idle_players.heard(seat, t_ns) or self.idle_players.played_for(seat):
            return
        if isinstance(self.match, BoardMatch) and self._pause is None and self._count_ns is None:
            self.match.reach(seat, target, t_ns)

    def goes_back(self, seat: int) -> bool:
        if not isinstance(self.match, BoardMatch) or self._pause is not None:
            return self._pause is not None
        return self.match.goes_back(seat)

    def only_waits(self, seat: int) -> bool:
        free = self._pause is None and self._count_ns is None
        asked = any(seat in one.seats for one in self.idle_players.view())
        free = free and not (asked or self.idle_players.stopped)
        return isinstance(self.match, BoardMatch) and free and self.match.only_waits(seat)

    @property
    def is_race_game(self) -> bool:
        return not isinstance(self.match, BoardMatch) and self._pause is None

    @property
    def racing(self) -> bool:
        return self.match.busy

    # -- the count -----------------------------------------------------------------------------

    def _may_join(self, seat: int) -> bool:
        """Is a fresh match counted in, does nobody sit there, and may one more play? Where a second
        hand is to flip it is that hand which presses (C30). A player's ● at any other second seat
        of theirs seats a guest too: who presses is not known, and two friends more could not sit
        down at a table of four."""
        if self._count_ns is None or not self._fresh:
            return False
        who = self._host.who
        _, most = GAMES[self._host.settings.game].players
        free = who[seat] is Who.EMPTY and seat not in self.match.bright_seats()
        return free and len(taken_seats(who)) < most

    def _is_late_at(self, seat: int) -> bool:
        """May whoever presses there sit down after the match? It is a seat without a hand, or of an
        opponent who only thinks and has none to press. An event's desk calls whom it wants, and
        the guided first game is of one."""
        if not self._joined_after:
            return False
        seating = self.match.seating
        return seating.hand_at(seat) is None or seating.who_at(seat).level is not None

    def _is_ready(self, event: ButtonEvent) -> None:
        """Somebody does not need the count; it ends once nobody does."""
        seating = self.match.seating
        hand = seating.hand_at(event.seat)
        if hand is not None:
            self._ready |= {seating.player_of[hand]}
        people = {player for player, who in enumerate(seating.people) if who is Who.PERSON}
        if people <= self._ready:
            self._begin(event.t_ns)

    def _counted(self, now_ns: int) -> bool:
        """The count goes on; True when there is another number, or none any more."""
        if self._count_ns is None or self._pause is not None or self._covered:
            return False
        before, self._count = self._count, COUNT - (now_ns - self._count_ns) // COUNT_NS
        if self._count <= 0:
            self._begin(now_ns)
        elif self._count != self._heard:
            self._host.emit(Cue.COUNT)
        self._heard = self._count
        return before != self._count

    def _begin(self, now_ns: int) -> None:
        self._count_ns, self._count = None, 0
        self._go_on(now_ns)

    # -- pause ---------------------------------------------------------------------------------

    def covered(self, now_ns: int) -> None:
        self._back_since.clear()
        self._covered = True
        self.match.pause(now_ns)

    def uncovered(self, now_ns: int) -> None:
        self._covered = False
        if self._pause is None:
            self._go_on(now_ns)

    def _chosen(self, key: MenuLine | None, seat: int, now_ns: int) -> None:
        """A line of the pause menu that is not the menu's own."""
        if key == MenuLine.RULES:
            self._host.show_rules(seat, now_ns)
        elif key == MenuLine.CONTINUE:
            self._resume(now_ns)
        elif key == MenuLine.END:
            self._host.leave(now_ns, for_good=True)
        elif key in (MenuLine.PHONE, MenuLine.NO_PHONE):
            self._host.emit(wish(key, seat))
            self._resume(now_ns)
        elif key == MenuLine.GO:
            self.idle_players.goes(seat, now_ns)
            self._resume(now_ns)
        elif key is not None:
            self._resume(now_ns)
            self.match.choose(key, seat, now_ns)

    def _resume(self, now_ns: int) -> None:
        self._pause = None
        self._go_on(now_ns)

    def _go_on(self, now_ns: int) -> None:
        if self._count_ns is not None:
            self._count_ns, self._count = now_ns, COUNT  # eyes come back: it begins anew
        elif not self.idle_players.stopped:
            self.match.resume(now_ns)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        """Let time pass: rulings, timers, held buttons."""
        changed = self._hold(now_ns)
        changed = self._counted(now_ns) or changed
        changed = self._latecomers.tick(now_ns) or changed
        heard = (  # else nobody can answer, but by touch or phone at a board game
            isinstance(self.match, BoardMatch)
            or self.idle_players.stopped
            or not self._host.hardware.silent("buttons")
        )
        running = heard and self._pause is None and not self._covered and self._count_ns is None
        changed = self.idle_players.tick(now_ns, running=running) or changed
        if self.idle_players.given_up:
            self._host.leave(now_ns)
            return True
        had = self.match.preview is not None
        changed = self.match.tick(now_ns) or changed
        changed = had != (self.match.preview is not None) or changed
        if not self.match.ended():
            return changed
        if self.match.recorded:
            self._host.emit(self.match.result(now_ns))
        self._host.show(Ended(self._host, self.match, now_ns, self.idle_players.away))
        return True

    def _hold(self, now_ns: int) -> bool:
        """✕ held long enough pauses; a race is never interrupted."""
        for seat, since_ns in self._back_since.items():
            if now_ns >= since_ns + PAUSE_HOLD_MS * MS and self.match.may_pause:
                self.rest(seat, now_ns)
                return True
        return False

    def rest(self, seat: int, now_ns: int) -> None:
        """The pause menu opens, turned to ``seat``, if it is not open."""
        self._back_since = {}
        if self._pause is None:
            self.match.pause(now_ns)
            self._pause = PauseMenu(self._host, self.match, seat, now_ns)

    def next_due_ns(self) -> int | None:
        held = self._back_since.values() if self.match.may_pause else ()
        dues: list[int | None] = [since_ns + PAUSE_HOLD_MS * MS for since_ns in held]
        dues += [self.match.next_due_ns(), self.idle_players.next_due_ns()]
        dues += self._latecomers.dues_ns
        if self._count_ns is not None and self._pause is None and not self._covered:
            dues.append(self._count_ns + (COUNT - self._count + 1) * COUNT_NS)
        return earliest(dues)

    # -- output --------------------------------------------------------------------------------

    def view(self) -> View:
        pause = None if self._pause is None else self._pause.view()
        view = self.match.view(self._host.who, pause, self.idle_players.view())
        late = self._latecomers.seats
        if self._pause is not None or (self._count_ns is None and not late):
            return view
        if self._count_ns is None:
            return replace(view, late=late)
        faults = self._host.hardware.faults
        deaf = {seat for seat, fault in faults.items() if self.deaf_to(fault)}
        heard = (seat for seat in range(len(self._host.who)) if seat not in deaf)
        joins = tuple(filter(self._may_join, heard))
        return replace(view, count=self._count, joins=joins, late=late)

    @property
    def preview(self) -> object | None:
        return self.match.preview

    def presented(self, shown: object | None, t_ns: int) -> bool:
        return self.match.presented(shown, t_ns)

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        """Bright for whose turn, choice or light it is, and for who is asked."""
        lit = list(super().lamps(host))
        asked = (a.seats for a in self.idle_players.view() if a.stage is IdleStage.ASKED)
        bright = self.match.bright_seats().union(*asked)
        for seat in self.match.seating.seats:
            lit[seat] = TURN_LAMP if seat in bright else JOINED_LAMP
        return tuple(lit)
