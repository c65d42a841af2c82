"""Sample windows as bytes: split by byte, deflated; times as second differences. Nothing is lost.

The scan grid's second difference is its jitter, so once bytes of equal weight lie together nearly
all of them are zero. Codes are kept as they are: noise at rest only grows by taking differences.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from console.store.records import SampleWindow

_HEAD = struct.Struct(
    "<BIHH"
)  # version, scans, channels, columns of the baseline (0: one number each)
_VERSION = 1
_LEVEL = 6


def pack(window: SampleWindow) -> bytes:
    """The window without its verdict number, as bytes that ``unpack`` restores exactly."""
    scans, channels = window.codes.shape
    columns = window.baseline.shape[1] if window.baseline.ndim == 2 else 0
    per_scan = (
        _folded(_differences(_differences(window.t_ns))),
        _folded(_differences(window.jitter_ns)),
        _folded(_differences(window.clock_uncertainty_ns)),
        _folded(window.dropped),
    )
    times = b"".join(_shuffled(row.astype("<u8")) for row in per_scan)
    codes = _shuffled(window.codes.astype("<u2").T.ravel())
    deflate = zlib.compressobj(_LEVEL, strategy=zlib.Z_FILTERED)
    return b"".join(
        (
            _HEAD.pack(_VERSION, scans, channels, columns),
            deflate.compress(times + window.baseline.astype("<f8").tobytes()),
            deflate.flush(zlib.Z_SYNC_FLUSH),  # codes get Huffman tables of their own
            deflate.compress(codes),
            deflate.flush(),
        )
    )


def unpack(verdict: int, data: bytes) -> SampleWindow:
    """The window that ``pack`` was given. Raises ValueError when the bytes are damaged."""
    try:
        version, scans, channels, columns = _HEAD.unpack_from(data)
        body = zlib.decompress(data[_HEAD.size :])
    except (struct.error, zlib.error) as fault:
        raise ValueError(f"the samples of verdict {verdict} are damaged ({fault})") from fault
    levels = channels * (columns or 1)
    if version != _VERSION or len(body) != 32 * scans + 8 * levels + 2 * scans * channels:
        raise ValueError(f"the samples of verdict {verdict} are in an unknown form {version}")
    rows = [_gathered(body[8 * scans * i : 8 * scans * (i + 1)], "<u8") for i in range(4)]
    t_ns, jitter_ns, clock_ns, dropped = (_unfolded(row) for row in rows)
    at = 32 * scans
    baseline = np.frombuffer(body, "<f8", levels, at).astype(np.float64)
    return SampleWindow(
        verdict,
        np.cumsum(np.cumsum(t_ns)),
        _gathered(body[at + 8 * levels :], "<u2").reshape(channels, scans).T.astype(np.uint16),
        baseline.reshape(channels, columns) if columns else baseline,
        np.cumsum(jitter_ns),
        np.cumsum(clock_ns),
        dropped,
    )


def _differences(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """First value, then differences, modulo 2^64: wrapping loses nothing."""
    steps = values.copy()
    steps[1:] -= values[:-1]
    return steps


def _folded(values: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """0, -1, 1, -2 … as 0, 1, 2, 3 …: small negative numbers get zeros in front as well."""
    return ((values << 1) ^ (values >> 63)).view(np.uint64)


def _unfolded(folded: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    bits = folded.astype(np.uint64)
    return ((bits >> np.uint64(1)) ^ (~(bits & np.uint64(1)) + np.uint64(1))).view(np.int64)


def _shuffled(values: npt.NDArray[Any]) -> bytes:
    """Bytes of equal weight together."""
    flat = np.ascontiguousarray(values)
    return flat.view(np.uint8).reshape(-1, flat.itemsize).T.tobytes()


def _gathered(data: bytes, dtype: str) -> npt.NDArray[Any]:
    size = np.dtype(dtype).itemsize
    return np.frombuffer(np.frombuffer(data, np.uint8).reshape(size, -1).T.tobytes(), dtype)
