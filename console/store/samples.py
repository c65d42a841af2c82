"""Sample windows as bytes: times as differences from the scan period, codes from what the last four
let expect, the decoder's state by columns; split by byte, packed by LZMA. Nothing is lost.

Once bytes of equal weight lie together nearly all but the lowest are zero, and those are noise:
what is left is little more than the noise holds.
"""

from __future__ import annotations

import lzma
import struct
import zlib
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from console.store.window import SampleWindow

_HEAD: Final = struct.Struct("<HIHH")
"""The version of the decoder, scans, channels, columns of the baseline (0: one number each)."""
_SUM: Final = struct.Struct("<I")  # check sum of all the others
_PERIOD: Final = struct.Struct("<q")
_LEADING: Final = 4  # codes that say what the next one will be
_RISING: Final = 12  # codes away from the mean of those: a hand comes or goes
_LZMA: Final = {"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0}
_PACKING: Final = ({**_LZMA, "dict_size": 1 << 18},)  # more than a window: clearing 8 MB takes 1 ms
_UNPACKING: Final = (_LZMA,)


def pack(window: SampleWindow) -> bytes:
    """The window without its verdict number, as bytes that ``unpack`` restores exactly."""
    scans, channels = window.codes.shape
    columns = window.baseline.shape[1] if window.baseline.ndim == 2 else 0
    steps = _differences(window.t_ns)
    period_ns = int(np.sort(steps[1:])[(scans - 1) // 2]) if scans > 1 else 0
    steps[1:] -= period_ns
    per_scan = (
        _folded(steps),
        _folded(_differences(window.jitter_ns)),
        _folded(_differences(window.clock_uncertainty_ns)),
        _folded(window.dropped),
    )
    rows = [row.astype("<u8") for row in per_scan]
    rows += [window.baseline.astype("<f8").T.ravel(), _surprises(window).astype("<u2").T.ravel()]
    body = lzma.compress(
        b"".join(_shuffled(row) for row in rows), format=lzma.FORMAT_RAW, filters=_PACKING
    )
    head = _HEAD.pack(window.decoder, scans, channels, columns)
    summed = _PERIOD.pack(period_ns) + body
    return head + _SUM.pack(zlib.crc32(head + summed)) + summed


def unpack(verdict: int, data: bytes) -> SampleWindow:
    """The window that ``pack`` was given. Raises ValueError when the bytes are damaged."""
    try:
        decoder, scans, channels, columns = _HEAD.unpack_from(data)
        period_ns, body = _body(data)
    except (struct.error, lzma.LZMAError) as fault:
        raise ValueError(f"the samples of verdict {verdict} are damaged ({fault})") from fault
    levels = channels * (columns or 1)
    if len(body) != 32 * scans + 8 * levels + 2 * scans * channels:
        raise ValueError(f"the samples of verdict {verdict} are in an unknown form")
    rows = [_gathered(body[8 * scans * i : 8 * scans * (i + 1)], "<u8") for i in range(4)]
    steps, jitter_ns, clock_ns, dropped = (_unfolded(row) for row in rows)
    steps[1:] += period_ns
    at = 32 * scans
    baseline = _gathered(body[at : at + 8 * levels], "<f8")
    if columns:
        baseline = baseline.reshape(columns, channels).T
    baseline = np.ascontiguousarray(baseline, np.float64)
    surprises = _gathered(body[at + 8 * levels :], "<u2").reshape(channels, scans).T
    return SampleWindow(
        verdict,
        np.cumsum(steps),
        _surprised(surprises, baseline).astype(np.uint16),
        baseline,
        np.cumsum(jitter_ns),
        np.cumsum(clock_ns),
        dropped,
        decoder,
    )


def _body(data: bytes) -> tuple[int, bytes]:
    """Scan period and bytes. Raises lzma.LZMAError or struct.error for damaged ones."""
    head, packed = data[: _HEAD.size], data[_HEAD.size :]
    (check_sum,), summed = _SUM.unpack_from(packed), packed[_SUM.size :]
    if zlib.crc32(head + summed) != check_sum:
        raise lzma.LZMAError("wrong check sum")
    (period_ns,) = _PERIOD.unpack_from(summed)
    body = summed[_PERIOD.size :]
    return period_ns, lzma.decompress(body, format=lzma.FORMAT_RAW, filters=_UNPACKING)


def _expected(leading: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The codes after int64[4, …] ones: on in a line while a hand moves, else their mean."""
    newest = leading[3]
    mean = (leading.sum(axis=0) + _LEADING // 2) // _LEADING
    moving = np.abs(newest - mean) > _RISING
    expected: npt.NDArray[np.int64] = np.where(moving, 2 * newest - leading[2], mean)
    return expected


def _resting(baseline: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """int64[c]: what is expected before the first scan, the state's first column as a code."""
    used = np.nan_to_num(baseline if baseline.ndim == 1 else baseline[:, 0])
    codes: npt.NDArray[np.int64] = np.rint(used.clip(0, 0xFFFF)).astype(np.int64)
    return codes


def _surprises(window: SampleWindow) -> npt.NDArray[np.uint64]:
    """uint64[n, c] below 2^16: how far each code is from what was expected, folded, modulo 2^16."""
    scans = len(window.codes)
    before = np.repeat(_resting(window.baseline)[None], _LEADING, axis=0)
    codes = np.concatenate([before, window.codes.astype(np.int64)])
    leading = np.stack([codes[i : i + scans] for i in range(_LEADING)])
    away = codes[_LEADING:] - _expected(leading)
    return _folded(((away + 0x8000) & 0xFFFF) - 0x8000)


def _surprised(
    surprises: npt.NDArray[np.uint16], baseline: npt.NDArray[np.float64]
) -> npt.NDArray[np.int64]:
    """The codes that ``_surprises`` were of."""
    away = _unfolded(surprises)
    codes = np.empty((_LEADING + len(away), away.shape[1]), np.int64)
    codes[:_LEADING] = _resting(baseline)
    for i, step in enumerate(away):
        codes[i + _LEADING] = (_expected(codes[i : i + _LEADING]) + step) & 0xFFFF
    return codes[_LEADING:]


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
