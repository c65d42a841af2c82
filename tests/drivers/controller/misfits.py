"""Pads that do not fit a table, and what is told of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from drivers.controller.fitting import check_pad, check_version
from drivers.controller.usual import usual_pad
from drivers.errors import Misfit, PadUnfit


def misfits(seats: int) -> Iterator[Misfit]:
    """Of every kind: other seats, another pad of the same shape, other parts, too seldom a scan, an
    old program and a new one."""
    known = usual_pad(seats, b"THISPAD1")
    other = replace(known, pad_id=b"OTHERPAD")
    slow = replace(known, scan_period_us=10_000)
    parts = replace(other, full_code=1_023, divider_ohm=2_200)
    for pad in (usual_pad(seats - 1), other, parts, slow):
        try:
            check_pad(pad, seats, known)
        except PadUnfit as error:
            yield error.misfit
    for firmware in ((0, 9, 0), (2, 0, 0)):
        try:
            check_version(replace(known.version, firmware=firmware))
        except PadUnfit as error:
            yield error.misfit
