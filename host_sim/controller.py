"""A pad controller made of models: the real firmware's logic on virtual time, at the other end of
a cable.

Sensors and the reed are those of ``SimBoard`` mk2: the same seed and acts give the same codes.
"""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from drivers.board import BoardInfo
from drivers.firmware.session import SEATED, SYNC, Description, Session
from drivers.firmware.wire import TICKS
from drivers.times import MS
from host_sim.electrics import SimulatedScanner
from host_sim.faults import Faults, Spell
from host_sim.making import Making
from host_sim.models import Thump, Touch
from host_sim.plate import TableLoad
from host_sim.profiles import board_info, profile_for
from host_sim.sensors import REPEATABILITY
from host_sim.switches import Switches
from host_sim.wire import Wire

_NEAR_NS = 50 * MS
_PARTS = {"top": 0, "under": 1}


class SimController:
    """The controller of a simulated table mk2.

    Time goes on by ``advance``; nothing happens before the first call. ``down`` and ``up`` are the
    wire from and to it, with their faults; ``sensor_faults`` those of ``SimBoard``. ``drift_ppm``:
    how much faster its clock goes than ours; ``ticks``: what it shows at first. ``loop_ns``: how
    long a turn of its program takes. ``pad_id``: eight bytes of its own.
    """

    def __init__(
        self,
        seats: int,
        seed: int,
        *,
        drift_ppm: float = 0.0,
        ticks: int = 0,
        loop_ns: int = MS,
        making: Making | None = None,
        pad_id: bytes = b"simulate",
    ) -> None:
        profile = profile_for("mk2", seats)
        self._pad_id = pad_id
        self.info: BoardInfo = board_info(profile, seats)
        self._seats = seats
        offsets_ns = np.array([c.offset_ns for c in self.info.channels], dtype=np.int64)
        making = making or Making()
        self.sensor_faults = Faults(self._fault_changed)
        self._switches = Switches(1, seed, self.sensor_faults, 0)
        self._switches.set_initial(0, True)
        self._scanner = SimulatedScanner(
            profile, offsets_ns, (seed, seed), self.sensor_faults, 0, making
        )
        self._feel = Random(seed)
        self.down = Wire(profile, [seed, 4])
        self.up = Wire(profile, [seed, 5])
        self.attached = False
        self.plugged = True
        self.lights: bytes = b""
        self._loop_ns = loop_ns
        self._drift = drift_ppm * 1e-6
        self._first_ticks = ticks
        self._boot = Random(seed + 1).randrange(1, 0xFF00)
        self._session: Session | None = None
        self._origin_ns = 0
        self._now_ns: int | None = None
        self._turn_ns = 0
        self._next_scan = self._scan_origin = 0
        self._acts: list[tuple[int, str, int]] = []  # time, what, how long it takes
        self._back_ns: int | None = None
        self._sync = False
        self._sync_rng = Random(seed + 2)
        self._syncs: list[tuple[bool, int]] = []  # edges that no turn of the program has told

    # Physical acts, at or after the present.

    def touch(self, touch: Touch) -> Touch:
        """A hand's whole visit."""
        self._scanner.add(touch, 1.0 + REPEATABILITY * self._feel.gauss(0.0, 1.0))
        return touch

    def let_go(self, touch: Touch, t_ns: int) -> Touch:
        """As ``SimBoard.let_go``."""
        shorter = touch.let_go(t_ns)
        self._scanner.replace(touch, shorter)
        return shorter

    def thump(self, thump: Thump) -> Thump:
        """A blow on the table."""
        self._scanner.add_thump(thump)
        return thump

    def lay(self, load: TableLoad) -> TableLoad:
        """Something heavy is put on the table."""
        self._scanner.add_load(load)
        return load

    def weigh(self, weight_n: float, channel: int) -> npt.NDArray[np.float64]:
        """As ``SimBoard.weigh``."""
        return self._scanner.weigh(weight_n, channel)

    def knock(self, t_ns: int) -> None:
        """The pad falls off its cradle."""
        self._switches.act(0, False, t_ns)

    def seat_pad(self, t_ns: int) -> None:
        """The pad is put back."""
        self._switches.act(0, True, t_ns)

    def reboot(self, t_ns: int, off_ns: int) -> None:
        """It starts anew; ``off_ns`` later it listens again. Its port stays."""
        self._acts.append((t_ns, "reboot", off_ns))
        self._acts.sort()

    def unplug(self, t_ns: int, off_ns: int) -> None:
        """The cable is pulled (and with it the supply) and put back ``off_ns`` later."""
        self._acts.append((t_ns, "unplug", off_ns))
        self._acts.sort()

    def sync(self, level: bool, now_ns: int) -> tuple[int, int]:
        """The host sets the wire SYNC (``drivers.part.SyncLine``); it sees it within 50 µs."""
        before_ns = now_ns - round(self._sync_rng.uniform(20_000, 50_000))
        if self._session is not None and level is not self._sync:
            self._syncs.append((level, round(self._sync_rng.uniform(before_ns, now_ns))))
        self._sync = level
        return before_ns, now_ns

    # The port's end of the cable.

    def attach(self, attached: bool) -> None:
        """A host opens or closes the port: what nobody has read is gone."""
        self.attached = attached
        self.down.clear()

    def receive(self, now_ns: int) -> bytes:
        """What has arrived at the host since the last call."""
        return self.down.receive(now_ns)

    def write(self, data: bytes, now_ns: int) -> None:
        """The host writes a frame."""
        self.advance(now_ns)
        if self.plugged:
            self.up.send(data, now_ns)

    @property
    def leaving(self) -> bool:
        """Has it been asked to make room for another program?"""
        return self._session is not None and self._session.leaving

    def next_ns(self) -> int:
        """When something may arrive at the host next."""
        arrival_ns = self.down.next_ns()
        return self._turn_ns if arrival_ns is None else min(arrival_ns, self._turn_ns)

    # Time.

    def ticks(self, t_ns: int) -> int:
        """What its clock shows at ``t_ns``."""
        since_ns = t_ns - self._origin_ns
        return (self._first_ticks + int(since_ns * (1 + self._drift)) // 1000) & (TICKS - 1)

    def advance(self, now_ns: int) -> None:
        """Let time come to ``now_ns``."""
        if self._now_ns is None:
            self._now_ns = now_ns
            self._origin_ns = self._turn_ns = now_ns
            self._boot_up(now_ns)
        while True:
            arrival_ns = self.up.next_ns()
            due_ns = self._turn_ns if arrival_ns is None else min(self._turn_ns, arrival_ns)
            due_ns = max(due_ns, self._now_ns)
            if due_ns > now_ns:
                break
            self._now_ns = due_ns
            self._act(due_ns)
            self._turn(due_ns)
        self._now_ns = max(self._now_ns, now_ns)

    def _act(self, t_ns: int) -> None:
        while self._acts and self._acts[0][0] <= t_ns:
            _, what, off_ns = self._acts.pop(0)
            self._session = None
            self._back_ns = t_ns + off_ns
            if what == "unplug":
                self.plugged = False
                self.down.clear()
                self.up.clear()
        if self._back_ns is not None and t_ns >= self._back_ns:
            self.plugged, self._back_ns = True, None
            self._first_ticks, self._origin_ns = 0, t_ns
            self._boot = self._boot % 0xFFFE + 1
            self._boot_up(t_ns)

    def _boot_up(self, t_ns: int) -> None:
        channels = [(c.seat, _PARTS[c.part], c.offset_ns // 1000) for c in self.info.channels]
        pad = Description(
            pad_id=self._pad_id,
            seats=self._seats,
            full_code=self.info.full_code,
            divider_ohm=round(self.info.divider_ohm),
            scan_period_us=self.info.scan_period_ns // 1000,
            lamps=self._seats + 1,
            channels=channels,
            lines=[SEATED, SYNC],
        )
        self._session = Session(pad, self._boot)
        self._session.remarks.append("simulated")
        self._switches.edges_to(t_ns)
        self._session.edges.start(0, self._switches.physical[0])
        self._session.edges.start(1, self._sync)
        self._next_scan = self._scan_origin = self._scanner.scan_after(t_ns)

    def _turn(self, t_ns: int) -> None:
        """One turn of the firmware's main loop at ``t_ns``."""
        data = self.up.receive(t_ns)
        edges = self._switches.edges_to(t_ns)
        session = self._session
        grid = t_ns >= self._turn_ns
        if grid:
            self._turn_ns = t_ns + self._loop_ns
        if session is None:
            return
        ticks = self.ticks(t_ns)
        if data:
            session.receive(data, ticks)
        for edge in edges:
            session.edge(0, edge.active, self.ticks(edge.t_ns), ticks)
        for level, edge_ns in self._syncs:
            session.edge(1, level, self.ticks(edge_ns), ticks)
        self._syncs = []
        if grid:
            self._scan(session, t_ns)
            session.tick(ticks)
        self.lights = session.lights
        for frame in session.take():
            if self.attached:
                self.down.send(frame, t_ns)

    def _scan(self, session: Session, t_ns: int) -> None:
        stop = max(self._next_scan, self._scanner.scans_done(t_ns))
        if session.streaming and stop > self._next_scan:
            samples = self._scanner.samples(self._next_scan, stop, 0)
            number = self._next_scan - self._scan_origin
            for i, start_ns in enumerate(samples.t_ns.tolist()):
                codes = samples.codes[i].tobytes()
                session.scans((number + i) & 0xFFFF, self.ticks(start_ns), 0, codes)
            self._scanner.drop_before(t_ns - _NEAR_NS)
        self._next_scan = stop

    def _fault_changed(self, spell: Spell, t_ns: int) -> int:
        if spell.at is not None:
            self._switches.look_again(0, t_ns)
        self._scanner.forget()
        return t_ns if self._now_ns is None else max(t_ns, self._now_ns + 1)
