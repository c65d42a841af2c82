"""Diagnostics: buttons and petals as they are now, lamps, a self-test, a round of all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from console.i18n import N_, Words
from console.service.audits import audit, read_evidence
from console.service.counters import counter_words
from console.service.hints import UNSEEN_GAMES
from console.service.menu.page import (
    BACK,
    LIVE_NS,
    SIDES,
    ListPage,
    MenuHost,
    MenuItem,
    MenuPage,
    SheetPage,
    TaskPage,
    step_of,
)
from console.service.menu.view import (
    Body,
    KeyHint,
    Live,
    LiveBar,
    LiveKey,
    LiveSeat,
    MenuGuide,
    MenuLevel,
    MenuSheet,
    ServiceLine,
    ServiceRow,
)
from console.service.usage import LiveButton
from drivers.events import STILL_TRUSTED, Button
from drivers.times import SECOND

FULL_N: Final = 20.0
"""What fills a bar: a strong grab."""
TOUCHED_N: Final = 2.0
HEAVY_N: Final = (5.0, 10.0, 20.0)
GRAVITY: Final = 9.81
LEFT_OUT: Final = N_("Only the sensors left out")


class DiagnosticsPage(ListPage):
    """What can be looked at."""

    title = N_("Diagnostics")

    def items(self) -> Sequence[MenuItem]:
        return [
            self.opener(
                N_("Buttons"), ButtonsPage, N_("Every button as it is now; how it bounces.")
            ),
            self.opener(N_("Pad"), PadPage, N_("The force on every sensor, its noise, the link.")),
            self.opener(
                N_("Press everything"),
                RoundPage,
                N_("Press each button and touch each petal; what answers is ticked off."),
            ),
            self.item(N_("Self-test"), self._self_test, N_("Two seconds, hands off.")),
            self.opener(N_("Lamps"), LampsPage, N_("One lamp after the other.")),
            self.opener(
                N_("Counters of the board"),
                lambda menu: SheetPage(menu, N_("Counters of the board"), self._counters),
                N_("All that board and decoding counted since the start, for the builder."),
            ),
        ]

    def _self_test(self, now_ns: int) -> None:
        task = self.menu.services.probe.self_test(self.menu.words, now_ns)
        self.menu.push(TaskPage(self.menu, N_("Self-test"), task))

    def _counters(self, words: Words) -> MenuSheet:
        counted = self.menu.services.probe.counters()
        rows = tuple((counter_words(words, name), str(count)) for name, count in counted)
        return MenuSheet((words._("What"), words._("Count")), rows)


class LivePage(MenuPage):
    """Ten looks a second."""

    def __init__(self, menu: MenuHost) -> None:
        super().__init__(menu)
        self._now_ns: int | None = None

    def tick(self, now_ns: int) -> bool:
        if self._now_ns is not None and now_ns < self._now_ns + LIVE_NS:
            return False
        self._now_ns = now_ns
        return True

    def next_due_ns(self) -> int | None:
        return 0 if self._now_ns is None else self._now_ns + LIVE_NS

    def seat_note(self, words: Words, seat: int) -> ServiceLine | None:
        """What is wrong with a seat now, and what to do about it."""
        fault = self.menu.host.hardware.shown_faults.get(seat)
        if fault is None:
            return None
        level = MenuLevel.WARNING if fault in STILL_TRUSTED else MenuLevel.FAILURE
        return ServiceLine(self.menu.services.probe.fault_text(words, fault), level)


class ButtonsPage(LivePage):
    """Every button: down or up, presses, bounces, how long ago; what was not seen for long."""

    title = N_("Buttons")

    def __init__(self, menu: MenuHost) -> None:
        super().__init__(menu)
        found = audit(read_evidence(menu.services.store)).buttons
        self._unseen = {
            (b.seat, b.button): b.unseen_games for b in found if b.unseen_games >= UNSEEN_GAMES
        }

    def body(self) -> Body:
        words, probe = self.menu.words, self.menu.services.probe
        live = probe.buttons()
        seats = []
        for seat in range(probe.seats):
            own = sorted((b for b in live if b.seat == seat), key=lambda b: b.button)
            keys = tuple(self._key(words, button) for button in own)
            seats.append(
                LiveSeat(seat, keys, self.seat_note(words, seat) or self._note(words, own))
            )
        facts = (
            ServiceLine(words._("Presses / bounces; last signal, seconds ago")),
            *probe.link(words, self._now_ns or 0)[:1],
        )
        return Live(tuple(seats), facts)

    def _unseen_games(self, button: LiveButton) -> int:
        """0 once it was pressed since the start."""
        seen = button.presses > 0
        return 0 if seen else self._unseen.get((button.seat, button.button.name.lower()), 0)

    def _key(self, words: Words, button: LiveButton) -> LiveKey:
        ago = "–"
        if button.last_edge_ns is not None:
            seconds = max(0, (self._now_ns or 0) - button.last_edge_ns) // SECOND
            ago = words._("{seconds} s").format(seconds=seconds)
        figures = (f"{button.presses} / {button.bounces}", ago)
        level = MenuLevel.WARNING if self._unseen_games(button) else MenuLevel.PLAIN
        return LiveKey(button.button, button.down, figures, level)

    def _note(self, words: Words, own: Sequence[LiveButton]) -> ServiceLine | None:
        games = max((self._unseen_games(button) for button in own), default=0)
        if not games:
            return None
        text = words.n("not seen for {count} game", "not seen for {count} games", games)
        return ServiceLine(text.format(count=games), MenuLevel.WARNING)


class PadPage(LivePage):
    """The force on both sensors of each petal, their noise; the link below."""

    title = N_("Pad")

    def body(self) -> Body:
        words, probe, now_ns = self.menu.words, self.menu.services.probe, self._now_ns or 0
        seats = []
        for petal in probe.petals(now_ns):
            cells = (
                _bar(words, words._("top"), petal.top_n),
                _bar(words, words._("under"), petal.under_n),
            )
            percent = words.number(100 * petal.noise, 2)
            noise = ServiceLine(words._("noise {percent} %").format(percent=percent))
            seats.append(LiveSeat(petal.seat, cells, self.seat_note(words, petal.seat) or noise))
        return Live(tuple(seats), probe.link(words, now_ns))


def _bar(words: Words, label: str, force_n: float) -> LiveBar:
    figures = words._("{number} N").format(number=words.number(abs(force_n), 1))
    return LiveBar(label, max(0.0, min(1.0, force_n / FULL_N)), figures)


class LampsPage(MenuPage):
    """◀ ▶ light the next lamp, all others are dark."""

    title = N_("Lamps")
    _seat = 0

    def body(self) -> Body:
        words, seats = self.menu.words, self.menu.services.probe.seats
        name = words._("Seat {number}").format(number=self._seat + 1)
        said = (ServiceLine(words._("Does another one shine? Swap their wires.")),)
        return MenuGuide(words._("{seat} shines").format(seat=name), (self._seat + 1) / seats, said)

    def keys(self) -> tuple[KeyHint, ...]:
        return (KeyHint(SIDES, self.menu.words._("the next lamp")), self.back_key())

    def press(self, button: Button, now_ns: int) -> None:
        if button in SIDES:
            self._seat = (self._seat + step_of(button)) % self.menu.services.probe.seats
        else:
            super().press(button, now_ns)

    def lamps(self) -> tuple[float, ...]:
        return tuple(float(s == self._seat) for s in range(self.menu.services.probe.seats))


class RoundPage(LivePage):
    """Every button is to be pressed once, every petal touched; presses do nothing else meanwhile
    but for ✕ of the own seat, pressed again once it was seen."""

    title = N_("Press everything")

    def __init__(self, menu: MenuHost) -> None:
        super().__init__(menu)
        self._before = {(b.seat, b.button): b.presses for b in menu.services.probe.buttons()}
        self._touched: dict[int, float] = {}
        self._leaving = False

    def tick(self, now_ns: int) -> bool:
        changed = super().tick(now_ns)
        if changed:
            for petal in self.menu.services.probe.petals(now_ns):
                force_n = max(petal.top_n, petal.under_n)
                if force_n >= TOUCHED_N:
                    known = self._touched.get(petal.seat, 0.0)
                    self._touched[petal.seat] = max(known, force_n)
        return changed

    def body(self) -> Body:
        words, probe = self.menu.words, self.menu.services.probe
        seats, missing = [], 0
        live = probe.buttons()
        for seat in range(probe.seats):
            keys = []
            for button in sorted((b for b in live if b.seat == seat), key=lambda b: b.button):
                seen = self._seen(button)
                missing += not seen
                said = words._("answers") if seen else "–"
                level = MenuLevel.OK if seen else MenuLevel.PLAIN
                keys.append(LiveKey(button.button, button.down, (said,), level))
            touched = seat in self._touched
            missing += not touched
            note = ServiceLine(words._("petal: not touched yet"))
            if touched:
                force = words.number(self._touched[seat], 1)
                text = words._("petal: {force} N").format(force=force)
                note = ServiceLine(text, MenuLevel.OK)
            seats.append(LiveSeat(seat, tuple(keys), self.seat_note(words, seat) or note))
        text = words.n("{count} is still to answer", "{count} are still to answer", missing)
        fact = ServiceLine(text.format(count=missing), MenuLevel.WARNING)
        done = ServiceLine(words._("Everything answers."), MenuLevel.OK)
        return Live(tuple(seats), (fact if missing else done,))

    def _seen(self, button: LiveButton) -> bool:
        return button.presses > self._before.get((button.seat, button.button), 0)

    def keys(self) -> tuple[KeyHint, ...]:
        return (KeyHint(BACK, self.menu.words._("pressed twice: end")),)

    def press(self, button: Button, now_ns: int) -> None:
        if button is Button.BACK and self._leaving:
            self.menu.pop()
        self._leaving = button is Button.BACK


class WeighingPage(ListPage):
    """Which heavy weight the sensors are calibrated with, after the light one."""

    title = N_("Calibration")

    def __init__(self, menu: MenuHost, wanted: tuple[int, ...] | None = None) -> None:
        """``wanted``: the channels to be weighed, None: all."""
        super().__init__(menu)
        self._wanted = wanted
        if wanted is not None:
            self.title = LEFT_OUT

    def items(self) -> Sequence[MenuItem]:
        return [*self._rest(), *self._weights()]

    def _rest(self) -> Iterator[MenuItem]:
        """What the last weighing left out, if anything, is offered first."""
        left_out = None if self._wanted else self.menu.services.probe.left_out()
        if left_out:
            words = self.menu.words
            row = ServiceRow(words._(LEFT_OUT), str(len(left_out)))
            help_ = words._("The last calibration left them out; all others stay as they are.")
            yield MenuItem(
                row, lambda _: self.menu.push(WeighingPage(self.menu, left_out)), (help_,)
            )

    def _weights(self) -> list[MenuItem]:
        words = self.menu.words
        help_ = (
            words._("Hands off, then both weights on each sensor in turn, as the page says."),
            words._("What was weighed is kept, unless you leave; it holds from the next start."),
        )
        return [
            MenuItem(
                ServiceRow(
                    words._("51 g and {mass} kg").format(mass=words.number(heavy_n / GRAVITY, 2)),
                    words._("{number} N").format(number=words.number(heavy_n, 0)),
                ),
                self._weigher(heavy_n),
                help_,
            )
            for heavy_n in HEAVY_N
        ]

    def _weigher(self, heavy_n: float) -> Callable[[int], None]:
        def begin(now_ns: int) -> None:
            task = self.menu.services.probe.weigh(self.menu.words, heavy_n, self._wanted)
            self.menu.push(TaskPage(self.menu, self.title, task))

        return begin
