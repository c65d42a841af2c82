"""The force samples around a verdict, and as bytes: times and codes as differences, split by byte,
packed by LZMA.

Nothing is lost. Once bytes of equal weight lie together nearly all but the lowest are zero, and
those are noise: what is left is little more than the noise holds.
"""

from __future__ import annotations

import lzma
import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from drivers.board import Samples
from drivers.events import Contact
from drivers.pad.config import DECODER
from drivers.pad.decoder import PadDecoder

_HEAD: Final = struct.Struct("<HIHH")
"""The version of the decoder, scans, channels, columns of the state (0: one number each)."""
_MOST_BYTES: Final = 1 << 24
"""Unpacked; those of a race are some 50 000. A stranger's duel may be packed a thousandfold."""
_MOST_MEMORY: Final = 1 << 26
_LZMA: Final = {"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0}
_FILTERS: Final = ({**_LZMA, "dict_size": 1 << 18},)  # more than a window: clearing 8 MB takes 1 ms


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SampleWindow:
    """The scans around verdict ``verdict``, enough to decode its contacts again.

    ``t_ns``: int64[n]; ``codes``: uint16[n, c]; ``errors``: int64[n, 3], of each scan what
    ``Samples`` says of a batch (``jitter_ns``, ``clock_uncertainty_ns``, ``dropped`` before it);
    ``pad_state``: float64[c] or float64[c, k], the decoder's resting state before the first scan,
    as ``drivers.inputs.Inputs.recent_pad_state`` gives it. The arrays are kept, not copied: do not
    write to them. ``decoder``: the version of the one that judged them (``DECODER`` in
    ``drivers.pad.config``).
    """

    verdict: int
    t_ns: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint16]
    errors: npt.NDArray[np.int64]
    pad_state: npt.NDArray[np.float64]
    decoder: int = DECODER

    @classmethod
    def of(
        cls, verdict: int, batches: Iterable[Samples], pad_state: npt.NDArray[np.float64]
    ) -> SampleWindow:
        """A window of consecutive batches, oldest first; copies them."""
        parts = list(batches)
        base = np.array(pad_state, dtype=np.float64)
        return cls(
            verdict=verdict,
            t_ns=np.concatenate([np.empty(0, np.int64), *(p.t_ns for p in parts)]),
            codes=np.concatenate([np.empty((0, len(base)), np.uint16), *(p.codes for p in parts)]),
            errors=np.concatenate([np.empty((0, 3), np.int64), *map(_errors, parts)]),
            pad_state=base,
        )

    def batches(self) -> list[Samples]:
        """The scans as a board would give them: one batch for each run of equal errors."""
        if len(self.t_ns) == 0:
            return []
        changes = (np.diff(self.errors[:, :2], axis=0) != 0).any(axis=1) | (self.errors[1:, 2] != 0)
        edges = [0, *(int(i) + 1 for i in np.flatnonzero(changes)), len(self.t_ns)]
        return [
            Samples(self.t_ns[a:b], self.codes[a:b], *self.errors[a].tolist())
            for a, b in pairwise(edges)
        ]


def contacts_in(window: SampleWindow, decoder: PadDecoder) -> list[Contact]:
    """The contacts that the decoder makes of a window, in the order of decision."""
    events = [event for batch in window.batches() for event in decoder.feed(batch)]
    return [event for event in events if isinstance(event, Contact)]


def _errors(batch: Samples) -> npt.NDArray[np.int64]:
    """Those of each scan of a batch; ``dropped`` counts before the first one."""
    errors = np.zeros((len(batch.t_ns), 3), np.int64)
    errors[:, :2] = batch.jitter_ns, batch.clock_uncertainty_ns
    errors[:1, 2] = batch.dropped
    return errors


def pack(window: SampleWindow) -> bytes:
    """The window without its verdict number, as bytes that ``unpack`` restores exactly."""
    scans, channels = window.codes.shape
    columns = window.pad_state.shape[1] if window.pad_state.ndim == 2 else 0
    per_scan = np.column_stack((window.t_ns, window.errors))
    codes = window.codes.view(np.int16)
    parts = *_differences(per_scan).T, _differences(codes).T, window.pad_state.T
    body = _HEAD.pack(window.decoder, scans, channels, columns)
    body += b"".join(_shuffled(part) for part in parts)
    return lzma.compress(body, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=_FILTERS)


def unpack(verdict: int, data: bytes) -> SampleWindow:
    """The window that ``pack`` was given. Raises ValueError when the bytes are damaged."""
    try:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MOST_MEMORY)
        body = unpacker.decompress(data, _MOST_BYTES)
        if not unpacker.eof:
            raise lzma.LZMAError("cut, or too many")
        decoder, scans, channels, columns = _HEAD.unpack_from(body)
    except (lzma.LZMAError, struct.error) as fault:
        raise ValueError(f"the samples of verdict {verdict} are damaged ({fault})") from fault
    levels = (columns, channels) if columns else (channels,)
    parts: list[npt.NDArray[Any]] = []
    at = _HEAD.size
    for kind, shape in (*[("<i8", (scans,))] * 4, ("<i2", (channels, scans)), ("<f8", levels)):
        size = math.prod(shape) * np.dtype(kind).itemsize
        parts.append(_gathered(body[at : at + size], kind).reshape(shape))
        at += size
    *per_scan, codes, pad_state = parts
    times = _sums(np.column_stack(per_scan))
    return SampleWindow(
        verdict=verdict,
        t_ns=times[:, 0],
        codes=_sums(codes.T).view(np.uint16),
        errors=times[:, 1:],
        pad_state=np.ascontiguousarray(pad_state.T),
        decoder=decoder,
    )


def _differences(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """First value, then differences; wrapping loses nothing. 0, -1, 1, -2 … are folded to 0, 1, 2,
    3 …, so that small negative numbers get zeros in front as well."""
    steps = values.copy()
    steps[1:] -= values[:-1]
    return (steps << 1) ^ (steps >> 8 * steps.itemsize - 1)


def _sums(folded: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The values of which these are the differences."""
    bits = np.ascontiguousarray(folded).view(f"u{folded.itemsize}")
    steps = ((bits >> 1) ^ -(bits & 1)).view(folded.dtype)
    return np.cumsum(steps, axis=0, dtype=folded.dtype)


def _shuffled(values: npt.NDArray[Any]) -> bytes:
    """Bytes of equal weight together, the lowest first."""
    little = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("<"), copy=False)
    return little.view(np.uint8).reshape(-1, little.itemsize).T.tobytes()


def _gathered(data: bytes, kind: str) -> npt.NDArray[Any]:
    """The values of which these are the bytes."""
    little = np.dtype(kind)
    flat = np.frombuffer(data, np.uint8).reshape(little.itemsize, -1).T.tobytes()
    return np.frombuffer(flat, little).astype(little.newbyteorder("="))
