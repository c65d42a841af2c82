"""Sample windows as bytes: times and codes as differences, split by byte, packed by LZMA.

Nothing is lost. Once bytes of equal weight lie together nearly all but the lowest are zero, and
those are noise: what is left is little more than the noise holds.
"""

from __future__ import annotations

import lzma
import math
import struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from console.store.window import SampleWindow

_HEAD: Final = struct.Struct("<HIHH")
"""The version of the decoder, scans, channels, columns of the baseline (0: one number each)."""
_LZMA: Final = {"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0}
_FILTERS: Final = ({**_LZMA, "dict_size": 1 << 18},)  # more than a window: clearing 8 MB takes 1 ms


def pack(window: SampleWindow) -> bytes:
    """The window without its verdict number, as bytes that ``unpack`` restores exactly."""
    scans, channels = window.codes.shape
    columns = window.baseline.shape[1] if window.baseline.ndim == 2 else 0
    per_scan = np.column_stack((window.t_ns, window.errors))
    codes = window.codes.view(np.int16)
    parts = *_differences(per_scan).T, _differences(codes).T, window.baseline.T
    body = _HEAD.pack(window.decoder, scans, channels, columns)
    body += b"".join(_shuffled(part) for part in parts)
    return lzma.compress(body, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=_FILTERS)


def unpack(verdict: int, data: bytes) -> SampleWindow:
    """The window that ``pack`` was given. Raises ValueError when the bytes are damaged."""
    try:
        body = lzma.decompress(data, lzma.FORMAT_XZ)
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
    *per_scan, codes, baseline = parts
    times = _sums(np.column_stack(per_scan))
    return SampleWindow(
        verdict=verdict,
        t_ns=times[:, 0],
        codes=_sums(codes.T).view(np.uint16),
        errors=times[:, 1:],
        baseline=np.ascontiguousarray(baseline.T),
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
