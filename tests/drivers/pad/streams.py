"""Force curves, and the codes that an ideal or a spread part makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from drivers.board import BoardInfo, ChannelSpec, LineSpec, Samples
from drivers.events import Button, Contact
from drivers.pad.arrays import Floats
from drivers.pad.channels import fsr
from drivers.pad.decoder import PadDecoder
from drivers.times import MS

Shape = Callable[[Floats], Floats]


def linear(x: Floats) -> Floats:
    """A rise from 0 to 1 that starts with a kink."""
    return x


def smooth(x: Floats) -> Floats:
    """A rise from 0 to 1 that starts like a square."""
    return np.sin(np.pi / 2 * x) ** 2


@dataclass(frozen=True)
class Push:
    """Force on one channel: rises from ``start_ms`` on, holds, falls in 10 ms."""

    channel: int
    start_ms: float
    peak_n: float
    rise_ms: float = 10.0
    hold_ms: float = 100.0
    shape: Shape = smooth

    def newtons(self, t_ms: Floats) -> Floats:
        up = self.shape(np.clip((t_ms - self.start_ms) / self.rise_ms, 0.0, 1.0))
        end_ms = self.start_ms + self.rise_ms + self.hold_ms
        return self.peak_n * up * (1 - np.clip((t_ms - end_ms) / 10.0, 0.0, 1.0))

    def onset_ns(self, threshold_n: float = 0.5) -> float:
        x = np.linspace(0.0, 1.0, 20_001)
        place = np.interp(threshold_n, self.peak_n * self.shape(x), x)
        return float((self.start_ms + self.rise_ms * place) * MS)


def board_info(
    seats: int = 4,
    step_ns: int = 30_000,
    full_code: int = 4095,
    divider_ohm: float = 10_000.0,
    backwards: bool = False,
) -> BoardInfo:
    """A pad of ``seats`` petals; channel 2·seat is the top one, the next the under one."""
    count = 2 * seats
    channels = tuple(
        ChannelSpec(
            i // 2, "under" if i % 2 else "top", (count - 1 - i if backwards else i) * step_ns
        )
        for i in range(count)
    )
    lines = tuple(
        LineSpec(f"seat{seat} {button.name}", seat, button)
        for seat in range(seats)
        for button in Button
    )
    return BoardInfo(
        name="test",
        seats=seats,
        lines=(*lines, LineSpec("seated")),
        channels=channels,
        full_code=full_code,
        divider_ohm=divider_ohm,
        scan_period_ns=MS,
        edge_uncertainty_ns=5_000,
        worst_delay_ns=2 * MS,
    )


def forces_at(info: BoardInfo, pushes: Sequence[Push], t_ns: npt.NDArray[np.int64]) -> Floats:
    """float64[n, c] newtons at each channel's own sample times."""
    force = np.zeros((len(t_ns), len(info.channels)))
    for push in pushes:
        t_ms = (t_ns + info.channels[push.channel].offset_ns) / MS
        force[:, push.channel] += push.newtons(t_ms)
    return force


def to_codes(
    info: BoardInfo,
    force: Floats,
    rng: np.random.Generator | None = None,
    noise_codes: float = 0.0,
    gains: float | Floats = 1.0,
    rest_n: float | Floats = 0.0,
) -> npt.NDArray[np.uint16]:
    """What the converter reads: uint16[n, c]."""
    siemens = gains / fsr.force_to_ohm(force) + 1.0 / fsr.force_to_ohm(rest_n)
    codes = fsr.ohm_to_code(1.0 / siemens, info.divider_ohm, info.full_code)
    if rng is not None:
        codes = codes + rng.normal(0.0, noise_codes, codes.shape)
    return np.clip(np.rint(codes), 0, info.full_code).astype(np.uint16)


def stream(
    info: BoardInfo,
    pushes: Sequence[Push],
    duration_ms: int,
    phase_ns: int = 0,
    rng: np.random.Generator | None = None,
    noise_codes: float = 3.0,
    gains: float | Floats = 1.0,
) -> Samples:
    """A stream at 1 kHz with the pushes in it."""
    t_ns = np.arange(duration_ms, dtype=np.int64) * MS + phase_ns
    force = forces_at(info, pushes, t_ns)
    return Samples(t_ns, to_codes(info, force, rng, noise_codes, gains))


def split(samples: Samples, cuts: Sequence[int]) -> list[Samples]:
    """The same stream in batches that end at ``cuts``."""
    edges = [0, *sorted(cuts), len(samples.t_ns)]
    return [
        Samples(samples.t_ns[a:b], samples.codes[a:b], samples.jitter_ns)
        for a, b in pairwise(edges)
        if b > a
    ]


def in_batches(samples: Samples) -> list[Samples]:
    """Two hundred scans at a time: however they are cut, contacts and faults are the same
    (``test_batches``), and each batch has its price."""
    return split(samples, range(200, len(samples.t_ns), 200))


def contacts(decoder: PadDecoder, batches: Sequence[Samples]) -> list[Contact]:
    """All contacts in the batches."""
    return [e for batch in batches for e in decoder.feed(batch) if isinstance(e, Contact)]
