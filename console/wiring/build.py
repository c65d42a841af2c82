"""One table, put together: board, decoding, session, people, log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from console.bots.worker import InProcess, Opponents
from console.service.usage import Usage
from console.store.log import MatchLog
from console.table.match import StoredStart
from console.table.table import Table
from console.wiring.crash.journal import Journal
from console.wiring.hardware import LASTING
from console.wiring.loop import Display, Loop, Sink
from console.wiring.matches.camera import Camera
from console.wiring.matches.log_sink import LogSink
from console.wiring.players.agents import AllAgents, SimAgents
from console.wiring.players.button_players import ButtonPlayers
from console.wiring.players.opponents import AskedOpponents
from console.wiring.setup import Setup
from drivers.board import Board, BoardInfo
from drivers.clock import Clock
from drivers.events import Button
from drivers.inputs import SILENT_NS, Inputs, InputsConfig
from drivers.pad.channels.calibration import THRESHOLD_N, Calibration, Laid, Weighing
from drivers.times import SECOND
from host_sim.board import SimBoard
from host_sim.models import Touch
from host_sim.people import Acts

B = TypeVar("B", bound=Board)
WEIGHTS_N = THRESHOLD_N, 10.0
KEPT_NS = 5 * SECOND
"""Raw samples at hand: a race is told once the pad is free, its samples are older by then."""


@dataclass(frozen=True, slots=True)
class Waking:
    """How finely the simulated board is read: as it arrives, or as little as virtual time needs.

    It changes when things are noticed, never what is measured: in virtual time a card is flipped
    up to 0.1 s later than it was due, and so are all that follow. See ``SimBoard``; ``by_frame``:
    what falls due between two frames waits for the second, for nobody could see it sooner, and
    people move without a look at the table while nothing else is due; ``silent_ns``: after so long
    without news a source counts as lost.
    """

    wake_ns: int
    idle_ns: int
    by_frame: bool = False
    silent_ns: int = SILENT_NS


LIVE = Waking(2_000_000, 0)
FAST = Waking(100_000_000, 100_000_000, by_frame=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Running(Generic[B]):
    """The parts of a running table at a board."""

    board: B
    inputs: Inputs
    table: Table
    loop: Loop
    agents: SimAgents
    opponents: tuple[Opponents, ...]
    usage: Usage | None
    log_sink: LogSink | None
    journal: Journal | None


SimTable = Running[SimBoard]


class NoHands:
    """Nobody acts at a real table but those who sit there (``host_sim.people.Acts``)."""

    def press(self, seat: int, button: Button, t_ns: int, hold_ns: int = 0) -> None:
        """Nothing is pressed."""

    def touch(self, touch: Touch) -> Touch:
        """Nothing is touched."""
        return touch

    def let_go(self, touch: Touch, t_ns: int) -> Touch:
        """There was nothing in the hand."""
        return touch


def wall_now() -> datetime:
    """The date that people read in lists; never a measurement."""
    return datetime.now(UTC)


class Scale(Protocol):
    """A simulated table whose sensors can be weighed."""

    @property
    def info(self) -> BoardInfo: ...

    def weigh(self, weight_n: float, channel: int) -> npt.NDArray[np.float64]: ...


def weigh(board: Scale) -> Calibration:
    """The calibration of a new table: hands off, then both weights on each sensor."""
    weighings = [
        Weighing(*(Laid(weight_n, board.weigh(weight_n, channel)) for weight_n in WEIGHTS_N))
        for channel in range(len(board.info.channels))
    ]
    return Calibration.weighed(board.info, board.weigh(0.0, 0), weighings, "")


def build(
    setup: Setup,
    clock: Clock,
    display: Display,
    log: MatchLog | None,
    sinks: Sequence[Sink] = (),
    stored: StoredStart | None = None,
    waking: Waking = LIVE,
    think: Callable[[], Opponents] = InProcess,
    *,
    live: bool = False,
) -> SimTable:
    """Wire a simulated table; its board is open, its match not begun, kept in ``log`` if any.

    ``think`` makes those who think at board games: here, while virtual time stands still, or in a
    process of their own. Whoever builds the table closes its ``opponents``. ``live``: somebody
    looks on, so races are photographed, and a crash can be replayed.
    """
    board = SimBoard(
        setup.board,
        len(setup.who),
        setup.seed,
        wake_ns=waking.wake_ns,
        idle_ns=waking.idle_ns,
        making=LASTING if setup.calibration else None,
    )
    board.open()
    running = assemble_table(
        setup,
        clock,
        display,
        board=board,
        calibration=setup.calibration or weigh(board),
        log=log,
        sinks=sinks,
        stored=stored,
        think=think,
        silent_ns=waking.silent_ns,
        live=live,
    )
    running.loop.by_frame = waking.by_frame
    return running


def assemble_table(
    setup: Setup,
    clock: Clock,
    display: Display,
    board: B,
    calibration: Calibration,
    log: MatchLog | None,
    sinks: Sequence[Sink] = (),
    *,
    stored: StoredStart | None,
    think: Callable[[], Opponents],
    silent_ns: int = SILENT_NS,
    live: bool,
) -> Running[B]:
    """Everything around an open board, real or simulated; see ``build``.

    Raises ConfigError when board and calibration do not fit together.
    """
    config = InputsConfig(pad=setup.adjusted.pad(), silent_ns=silent_ns, recent_ns=KEPT_NS)
    inputs = Inputs(board.info, calibration, config)
    camera = Camera(inputs)
    usage = log_sink = None
    if log is not None:
        usage = Usage(log, board.info, wall_now)
        log_sink = LogSink(log, camera, wall_now)
        sinks = (usage, log_sink, *sinks)
    session = assemble_session(
        setup,
        clock,
        display,
        board=board,
        hands=board if isinstance(board, SimBoard) else NoHands(),
        inputs=inputs,
        sinks=sinks,
        stored=stored,
        think=think,
    )
    if usage is not None:
        session.loop.observer = usage.observe
    journal = None
    if live:
        journal = Journal(session.table)
        session.table.photographer = journal.photographing(camera)
    return Running(
        board=board,
        inputs=inputs,
        table=session.table,
        loop=session.loop,
        agents=session.agents,
        opponents=session.opponents,
        usage=usage,
        log_sink=log_sink,
        journal=journal,
    )


@dataclass(frozen=True, slots=True)
class TableSession:
    """What sits at a board: the table's own session, those who play at it, the loop of it all."""

    table: Table
    loop: Loop
    agents: SimAgents
    opponents: tuple[Opponents, ...]


def assemble_session(
    setup: Setup,
    clock: Clock,
    display: Display,
    board: Board,
    hands: Acts,
    inputs: Inputs,
    sinks: Sequence[Sink],
    stored: StoredStart | None = None,
    think: Callable[[], Opponents] = InProcess,
) -> TableSession:
    """The session around an open board, whose simulated people act by ``hands``."""
    seeds = setup.seeds()
    first = [setup.seed]
    table = Table(
        setup.who,
        setup.settings,
        lambda: first.pop() if first else seeds.getrandbits(63),
        stored,
        bodies=setup.real is None,
    )
    opponents = think(), think()
    asked = AskedOpponents(table, opponents[0])
    people = SimAgents(hands, setup.seed)
    agents = AllAgents(people, asked, ButtonPlayers(hands, opponents[1], setup.seed))
    loop = Loop(
        clock,
        board,
        inputs=inputs,
        table=table,
        display=display,
        sinks=(*sinks, asked),
        agents=agents,
    )
    return TableSession(table, loop, people, opponents)
