"""The table mk2 with its real link: buttons on the header, the pad behind the controller's cable.

Everything from the frames on is the code of the real table: ``drivers.controller`` over ``sim://``.
"""

from __future__ import annotations

from itertools import count
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.board import Health, LineSpec, Reading
from drivers.boards.composite import CompositeBoard
from drivers.clock import Clock
from drivers.controller.controller import PadController
from drivers.errors import BoardClosed
from drivers.events import Button
from drivers.part import PartInfo
from host_sim import protocol_sim
from host_sim.controller import SimController
from host_sim.faults import Faults, SimFault, Spell
from host_sim.link import SimulatedLink
from host_sim.making import Making
from host_sim.models import Thump, Touch
from host_sim.plate import TableLoad
from host_sim.profiles import TableProfile, board_info, profile_for
from host_sim.switches import Switches

_NAMES: Final = count()
_LINE_UNCERTAINTY_NS: Final = 10_000
_LINE_DELAY_NS: Final = 10_000_000
_LINE_FAULTS: Final = (
    SimFault.WORN,
    SimFault.FLOOD,
    SimFault.STUCK,
    SimFault.LOST_EDGES,
    SimFault.FROZEN_BUTTONS,
)


class SimLines:
    """The header's button lines as a part (``drivers.part.BoardPart``), stamped by its kernel."""

    def __init__(self, lines: tuple[LineSpec, ...], profile: TableProfile, seed: int) -> None:
        self.info = PartInfo(
            "header",
            lines,
            edge_uncertainty_ns=_LINE_UNCERTAINTY_NS,
            worst_delay_ns=_LINE_DELAY_NS,
        )
        self.faults = Faults(self._fault_changed)
        self.switches = Switches(len(lines), seed, self.faults, 0)
        self._link = SimulatedLink(
            np.random.default_rng([seed, 2]),
            frame_ns=profile.frame_ns,
            base_ns=profile.link_base_ns,
            jitter_ns=profile.link_jitter_ns,
            spike_share=profile.link_spike_share,
            worst_ns=_LINE_DELAY_NS - 2 * profile.frame_ns,
        )
        self._horizon_ns = 0
        self._complete_ns = 0
        self._open = False

    def open(self) -> None:
        self._open = True

    def close(self) -> None:
        self._open = False

    def read(self, now_ns: int) -> Reading:
        """All edges that have arrived. Raises BoardClosed."""
        if not self._open:
            raise BoardClosed("the simulated header is closed: open it first")
        self._horizon_ns = max(self._horizon_ns, self._link.horizon_ns(now_ns))
        edges = self.switches.edges_to(self._horizon_ns)
        if not self.faults.on(SimFault.FROZEN_BUTTONS, self._horizon_ns):
            self._complete_ns = self._horizon_ns
        return Reading(tuple(edges), (), self._complete_ns)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        next_ns = self.switches.next_ns()
        return None if next_ns is None else max(now_ns, self._link.arrival_ns(next_ns))

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """There are none here."""

    def health(self) -> Health:
        return Health(True, {"edges": self.switches.edges, "lost_edges": self.switches.lost})

    def not_before(self, t_ns: int) -> int:
        """What has been read cannot change any more."""
        return max(t_ns, self._horizon_ns + 1)

    def _fault_changed(self, spell: Spell, t_ns: int) -> int:
        t_ns = self.not_before(t_ns)
        if spell.fault in (SimFault.FLOOD, SimFault.STUCK) and spell.at is not None:
            self.switches.look_again(spell.at, t_ns)
        return t_ns


class CabledBoard(CompositeBoard):
    """A board with the physical acts of ``SimBoard``; ``controller`` has the cable's faults."""

    def __init__(
        self,
        clock: Clock,
        seats: int,
        seed: int = 0,
        *,
        clock_ppm: float = 0.0,
        making: Making | None = None,
    ) -> None:
        profile = profile_for("mk2", seats)
        buttons = board_info(profile, seats).lines[:-1]
        self.header = SimLines(buttons, profile, seed)
        self.controller = SimController(seats, seed, drift_ppm=clock_ppm, making=making)
        self._port = f"cabled-{next(_NAMES)}"
        url = protocol_sim.plug(self._port, self.controller, clock)
        pad = PadController(
            url,
            clock.now_ns,
            lambda level: self.controller.sync(level, clock.now_ns()),
            seats=seats,
        )
        super().__init__("sim-mk2-cable", seats, [self.header, pad])
        self._seats = seats

    def close(self) -> None:
        """Close the parts; the controller is nowhere plugged in any more."""
        super().close()
        protocol_sim.unplug(self._port)

    @property
    def lamps(self) -> tuple[float, ...]:
        """How bright the segment of each seat is."""
        lights = self.controller.lights[: 3 * self._seats]
        levels = [max(lights[i : i + 3]) / 255 for i in range(0, len(lights), 3)]
        return (*levels, *(0.0,) * (self._seats - len(levels)))

    def faults_of(self, fault: SimFault) -> Faults:
        """The switchboard that knows ``fault``."""
        return self.header.faults if fault in _LINE_FAULTS else self.controller.sensor_faults

    def weigh(self, weight_n: float, channel: int) -> npt.NDArray[np.float64]:
        """As ``SimBoard.weigh``."""
        return self.controller.weigh(weight_n, channel)

    def press(self, seat: int, button: Button, t_ns: int, hold_ns: int = 80_000_000) -> None:
        """A press and its release."""
        t_ns = self.header.not_before(t_ns)
        line = seat * len(Button) + button
        self.header.switches.act(line, True, t_ns)
        self.header.switches.act(line, False, t_ns + hold_ns)

    def touch(self, touch: Touch) -> Touch:
        """A hand's whole visit."""
        return self.controller.touch(touch)

    def let_go(self, touch: Touch, t_ns: int) -> Touch:
        """End it earlier."""
        return self.controller.let_go(touch, t_ns)

    def knock(self, t_ns: int) -> None:
        """The pad falls off its cradle."""
        self.controller.knock(t_ns)

    def seat_pad(self, t_ns: int) -> None:
        """The pad is put back."""
        self.controller.seat_pad(t_ns)

    def thump(self, thump: Thump) -> Thump:
        """A blow on the table."""
        return self.controller.thump(thump)

    def lay(self, load: TableLoad) -> TableLoad:
        """Something heavy is put on the table."""
        return self.controller.lay(load)
