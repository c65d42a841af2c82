"""A table: seats, sensors, what couples through it, and how it was weighed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drivers.board import BoardInfo, ChannelSpec
from drivers.errors import ConfigError
from drivers.pad.channels.calibration import Calibration, Laid, Weighing
from tests.second_simulator.kinds import Floats
from tests.second_simulator.sensors import FULL_CODE, Converter, Parts, draw_parts

KINDS = ("typical", "worst", "new", "clumsy")
UNKNOWN = {"typical": 0.07, "worst": 0.10, "new": 0.20, "clumsy": 0.15}
"""One sigma of a force near 1 N that nobody can know on such a table, relative."""


@dataclass(frozen=True)
class Coupling:
    """What channels show of others' petals: ``push`` (*top* less *under*) and ``pinch`` (what
    *under* carries), float64[c, s]; ``ring`` of that swings at ``ring_hz``, dies by ``damping``."""

    push: Floats
    pinch: Floats
    ring: float
    ring_hz: float
    damping: float
    delay_s: float
    lag_s: float


@dataclass(frozen=True)
class Table:
    """All of it; ``drift`` float64[c] is what sensors do differently since they were weighed."""

    kind: str
    info: BoardInfo
    parts: Parts
    converter: Converter
    coupling: Coupling
    drift: Floats
    calibration: Calibration

    @property
    def seats(self) -> int:
        return self.info.seats

    @property
    def offsets_s(self) -> Floats:
        return np.array([spec.offset_ns for spec in self.info.channels]) * 1e-9


def _info(seats: int, divider_ohm: float, rng: np.random.Generator) -> BoardInfo:
    step_ns = int(rng.integers(2000, 3000))
    channels = tuple(
        ChannelSpec(seat, part, (2 * seat + at) * step_ns)
        for seat in range(seats)
        for at, part in enumerate(("top", "under"))
    )
    return BoardInfo(
        name="second", seats=seats, lines=(), channels=channels, full_code=FULL_CODE,
        divider_ohm=divider_ohm, scan_period_ns=1_000_000, edge_uncertainty_ns=10_000,
        worst_delay_ns=20_000_000,
    )  # fmt: skip


def _coupling(seats: int, kind: str, rng: np.random.Generator) -> Coupling:
    most = 0.045 if kind == "typical" else 0.07
    level = rng.uniform(0.01, most)
    push = np.zeros((2 * seats, seats))
    pinch = np.zeros_like(push)
    for seat in range(seats):
        for other in range(seats):
            away = min((other - seat) % seats, (seat - other) % seats)
            if not away:
                continue
            share = level * rng.uniform(0.7, 1.3) * rng.uniform(0.25, 0.55) ** (away - 1)
            share = float(np.clip(share, 0.002, 0.09))
            push[2 * other, seat] = share
            push[2 * other + 1, seat] = share * rng.uniform(0.3, 0.85)
            pinch[2 * other : 2 * other + 2, seat] = push[
                2 * other : 2 * other + 2, seat
            ] * rng.uniform(0.1, 0.5)
    ring = rng.uniform(0.03, 0.15) if kind == "typical" else rng.uniform(0.05, 0.2)
    return Coupling(
        push=push,
        pinch=pinch,
        ring=ring,
        ring_hz=rng.uniform(30, 80),
        damping=rng.uniform(0.06, 0.2),
        delay_s=rng.uniform(0.1e-3, 0.8e-3),
        lag_s=rng.uniform(0.3e-3, 1.2e-3),
    )


def _converter(seats: int, kind: str, divider_ohm: float, rng: np.random.Generator) -> Converter:
    good = kind == "typical"
    return Converter(
        divider_ohm=divider_ohm,
        noise=rng.uniform(1.6, 2.8),
        stick=rng.uniform(2.0, 6.0),
        hum=rng.uniform(0.0, 2.0 if good else 5.0) * rng.uniform(0.3, 1.0, 2 * seats),
        hum_phase=rng.uniform(0, 6.28),
        spikes_hz=0.01 if good else rng.uniform(0.01, 0.1),
        burst=0.0,
    )


class _Scales:
    """Weighing as somebody does it: what lies there is not quite what is said to lie there."""

    def __init__(self, table: Table, how: str, rng: np.random.Generator) -> None:
        self._table, self._how, self._rng = table, how, rng
        seen = {"typical": 0.15, "worst": 0.22, "clumsy": 0.4}[how]
        self._seen = np.exp(
            rng.normal(0.0, seen, table.coupling.push.shape).clip(-1.7 * seen, 1.7 * seen)
        )
        if how == "clumsy":  # what did not settle before it was read
            self._seen[rng.random(self._seen.shape) < 0.05] = 0.0
        self._beside = {"typical": 0.02, "worst": 0.03, "clumsy": 0.08}[how]
        self._grams = {"typical": 0.01, "worst": 0.02, "clumsy": 0.06}[how]

    def read(self, forces: Floats) -> Floats:
        """Mean codes of a hundred scans of settled forces float64[c] above the preload."""
        parts = self._table.parts
        settled = np.tile(np.maximum(parts.preload_n + forces, 0.0), (100, 1))
        codes = self._table.converter.codes(parts.siemens(settled), self._rng)
        return np.asarray(codes.mean(axis=0))

    def lay(self, channel: int, said_n: float) -> Laid:
        """A weight (on *under* a heavy one is a clamp) on one channel."""
        table, rng = self._table, self._rng
        seat, under = divmod(channel, 2)
        beside = np.exp(rng.normal(0.0, self._beside))
        forces = np.zeros(2 * table.seats)
        weight_n = said_n * (1.0 + rng.normal(0.0, self._grams))
        forces[channel] = weight_n * beside
        if not under:
            forces += table.coupling.push[:, seat] * weight_n * self._seen[:, seat]
        elif said_n > 1.0:
            hard = rng.uniform(0.6, 1.1) if self._how == "clumsy" else rng.normal(1.0, 0.05)
            forces[channel - 1] = weight_n * hard
            couples = table.coupling.pinch[:, seat] + (hard - 1.0) * table.coupling.push[:, seat]
            forces += couples * weight_n * self._seen[:, seat]
        if self._how == "clumsy" and rng.random() < 0.1:  # an elbow on the table
            forces += rng.uniform(0.0, 0.3) * rng.random(len(forces))
        return Laid(said_n, self.read(forces))

    def weigh(self) -> Calibration:
        rest = self.read(np.zeros(2 * self._table.seats))
        weighings = [
            Weighing(self.lay(channel, 0.5), self.lay(channel, 10.0))
            for channel in range(2 * self._table.seats)
        ]
        return Calibration.weighed(self._table.info, rest, weighings, "2026-10-04")


def draw_table(kind: str, seats: int, divider_ohm: float, rng: np.random.Generator) -> Table:
    """A table of a kind of ``KINDS``, weighed (``new``: never)."""
    while True:
        info = _info(seats, divider_ohm, rng)
        spread = 1.0 if kind == "typical" else 1.25
        since = {"typical": 0.02, "worst": 0.045, "new": 0.0, "clumsy": 0.03}[kind]
        drift = rng.normal(rng.normal(0.0, 0.4 * since), since, 2 * seats)
        table = Table(
            kind=kind,
            info=info,
            parts=draw_parts(2 * seats, spread, rng),
            converter=_converter(seats, kind, divider_ohm, rng),
            coupling=_coupling(seats, kind, rng),
            drift=np.exp(drift.clip(-0.15, 0.15)),
            calibration=Calibration.nominal(info),
        )
        if kind == "new":
            return table
        try:
            return replace(table, calibration=_Scales(table, kind, rng).weigh())
        except ConfigError:
            continue  # the host would be told, and weighs again
