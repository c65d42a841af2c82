"""The loop: wires in, session, frames out. The same for the table, the window and virtual time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from console.table.outputs import Output
from console.table.table import Table
from console.table.view import View
from drivers.board import Reading
from drivers.clock import Clock
from drivers.events import InputEvent
from drivers.times import earliest

MAX_WAIT_NS = 230_000_000  # less than the silence after which a source counts as lost
MIN_WAIT_NS = 100_000  # what is due sooner can wait: news of it is still on the wire
NEVER_NS = 1 << 62
FRAME_NS = 16_666_667  # 60 a second


class Display(Protocol):
    """Where frames go: ``paint`` draws one in slices, ``flip`` makes it visible."""

    def next_frame_ns(self, now_ns: int) -> int:
        """The earliest moment for another frame."""
        ...

    def paint(self, view: View, now_ns: int) -> Iterator[None]:
        """Draw ``view``, pausing every millisecond or so; may be left unfinished."""
        ...

    def flip(self, now_ns: int) -> int:
        """Make what was painted visible; the time at which it was."""
        ...


class Agents(Protocol):
    """Whoever acts by themselves at the table: simulated people."""

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A new frame is visible."""
        ...

    def act(self, now_ns: int) -> None:
        """Do what is due."""
        ...

    def next_act_ns(self) -> int | None:
        """When they will next do something."""
        ...


Sink = Callable[[Output], None]
Observer = Callable[[Reading, Sequence[InputEvent], int], None]
"""Looks on: what a turn read at what time, and what it was decoded to."""


class BoardWires(Protocol):
    """What a turn needs of a board."""

    def read(self, now_ns: int) -> Reading:
        """All that has arrived by ``now_ns``; never waits."""
        ...

    def next_arrival_ns(self, now_ns: int) -> int | None:
        """When something may next arrive, as far as the board can know."""
        ...

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Brightness of each seat's lamp."""
        ...


class Decoding(Protocol):
    """What a turn needs of the inputs."""

    def feed(self, reading: Reading, now_ns: int) -> Sequence[InputEvent]:
        """What the reading says."""
        ...

    def next_due_ns(self) -> int | None:
        """When it has something to say even if nothing arrives."""
        ...


class VirtualDisplay:
    """Frames on a grid of virtual time; ``draw`` may make pictures of them."""

    def __init__(self, draw: Callable[[View, int], None] | None = None) -> None:
        self._draw = draw

    def next_frame_ns(self, now_ns: int) -> int:
        return -(-now_ns // FRAME_NS) * FRAME_NS

    def paint(self, view: View, now_ns: int) -> Iterator[None]:
        if self._draw is not None:
            self._draw(view, now_ns)
        return iter(())

    def flip(self, now_ns: int) -> int:
        return now_ns


class Loop:
    """One table with everything attached to it; ``turn`` does all that is due now."""

    def __init__(
        self,
        clock: Clock,
        board: BoardWires,
        inputs: Decoding,
        table: Table,
        display: Display,
        sinks: Sequence[Sink] = (),
        agents: Agents | None = None,
    ) -> None:
        self.table = table
        self.clock = clock
        self.board = board
        self.inputs = inputs
        self.display = display
        self.sinks = sinks
        self.agents = agents
        self.observer: Observer | None = None
        self.always_draw = False  # a window draws each frame: what moves must move
        self.by_frame = False  # virtual time: what falls due waits for the next frame
        self._frame_due_ns: int | None = None
        self._lamps: tuple[float, ...] = ()

    def turn(self) -> None:
        """Read, decode, judge, draw, tell: once."""
        now_ns = self._judge()
        if self.agents is not None:
            self.agents.act(now_ns)
        self._frame(now_ns)
        for output in self.table.take_outputs():
            for sink in self.sinks:
                sink(output)

    def _judge(self) -> int:
        """Take in what has arrived and rule on it; the time of that."""
        now_ns = self.clock.now_ns()
        reading = self.board.read(now_ns)
        events = self.inputs.feed(reading, now_ns)
        for event in events:
            self.table.handle(event)
        self.table.tick(now_ns)
        if self.observer is not None:
            self.observer(reading, events, now_ns)
        return now_ns

    def _frame(self, now_ns: int) -> None:
        table = self.table
        if not table.changed and not self.always_draw:
            self._frame_due_ns = None
            return
        due_ns = self.display.next_frame_ns(now_ns)
        if now_ns < due_ns:
            self._frame_due_ns = due_ns
            return
        view = table.view()
        for _ in self.display.paint(view, now_ns):
            self._judge()  # nobody waits for a picture to hear who was first
            if table.stale:
                return  # the card in this picture has been overtaken: paint another
        shown_ns = self.display.flip(now_ns)
        changed = table.presented(shown_ns)
        if shown_ns > now_ns:
            self._judge()  # a frame may be long in coming: what is held by then has been let go
        elif changed:  # else nothing has become due since the tick of this moment
            table.tick(shown_ns)
        lamps = table.lamps()
        self._frame_due_ns = None
        if lamps != self._lamps:
            self._lamps = lamps
            self.board.set_lamps(lamps)
        if self.agents is not None:
            self.agents.see(table, view, shown_ns)

    def wait(self, longest_ns: int = MAX_WAIT_NS) -> None:
        """Wait for whatever comes first: a wire, a timer, a frame, a person."""
        latest_ns = self.clock.now_ns() + longest_ns
        due_ns = self._wakes_ns(self._next_due_ns(), latest_ns)
        acts_ns = self._next_act_ns(latest_ns)
        while self.by_frame and self.clock.now_ns() < acts_ns < min(due_ns, latest_ns):
            # Who moves before anything else is due need not look at the table, nor it at them: the
            # board has news of it, and unless somebody has told the table something, nobody else.
            self.clock.sleep_until(acts_ns)
            assert self.agents is not None
            self.agents.act(acts_ns)
            changed = self.table.changed
            news_ns = self._next_due_ns() if changed else self.board.next_arrival_ns(acts_ns)
            due_ns = min(due_ns, self._wakes_ns(news_ns, latest_ns))
            acts_ns = self._next_act_ns(latest_ns)
        first_ns = min(due_ns, acts_ns)
        self.clock.sleep_until(None if first_ns == NEVER_NS else first_ns)

    def _next_act_ns(self, latest_ns: int) -> int:
        """When to wake for people, as ``_wakes_ns``."""
        acts_ns = None if self.agents is None else self.agents.next_act_ns()
        return self._wakes_ns(acts_ns, latest_ns)

    def _wakes_ns(self, due_ns: int | None, latest_ns: int) -> int:
        """When to wake for that, at the latest at ``latest_ns``; ``NEVER_NS``: nothing is due."""
        if due_ns is None:
            return NEVER_NS
        wakes_ns = min(max(due_ns, self.clock.now_ns() + MIN_WAIT_NS), latest_ns)
        return self.display.next_frame_ns(wakes_ns) if self.by_frame else wakes_ns

    def _next_due_ns(self) -> int | None:
        """When something is due but a person's act."""
        now_ns = self.clock.now_ns()
        frame_ns = self._frame_due_ns
        if frame_ns is None and (self.always_draw or self.table.changed):
            frame_ns = self.display.next_frame_ns(now_ns + 1)
        dues = (
            self.board.next_arrival_ns(now_ns),
            self.inputs.next_due_ns(),
            self.table.next_due_ns(),
            frame_ns,
        )
        return earliest(dues)
