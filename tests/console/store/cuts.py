"""Every state in which a power cut may leave the disk, made again from what a ``Disk`` noted.

What was synced is there. What was written since may be there in any part: each 512-byte sector of
each write for itself, an order kept by nothing; a sector that was only partly written keeps its
other bytes (SQLite's "powersafe overwrite", which its Unix VFS promises). A new name or an unlinked
one is sure only once its folder is synced. The shared-memory file is rubbish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

from tests.console.store.disk import Cut, Gone, Made, Op, Synced, Told, Written

SECTOR: Final = 512
_SHARED: Final = b"\x5a" * 32768

Arrives = Callable[[], bool]


@dataclass(slots=True)
class _Durable:
    """A file as it surely is, and what was done to it since."""

    data: bytearray = field(default_factory=bytearray)
    named: bool = False  # its name is on the disk
    pending: list[Written | Cut] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CutPoint:
    """The disk after a cut: ``files`` by name, what had been ``told`` by then, how it was made."""

    files: dict[str, bytes]
    told: int | None
    label: str


def cut_points(
    ops: Sequence[Op],
    rng: Random,
    torn: int,
    only: Callable[[int], bool] = lambda _: True,
    found: Mapping[str, bytes] = MappingProxyType({}),
) -> Iterator[CutPoint]:
    """After each operation: nothing unsynced arrived; all of it did; ``torn`` random parts did.

    States that differ in nothing from those before them are left out. ``only`` picks operations,
    ``found`` are the files that were on the disk before the first.
    """
    files = {name: _Durable(bytearray(data), named=True) for name, data in found.items()}
    gone: dict[str, _Durable] = {}
    told: int | None = None
    for n, op in enumerate(ops):
        told = op.what if isinstance(op, Told) else told
        _happens(op, files, gone)
        if isinstance(op, Told) or not only(n):
            continue
        label = f"operation {n}, {type(op).__name__} {op.file}"
        seen: list[dict[str, bytes]] = []
        ways: list[tuple[str, Arrives]] = [("nothing", lambda: False), ("all", lambda: True)]
        ways += [(f"part {i}", lambda: rng.random() < 0.5) for i in range(torn)]
        for name, arrives in ways:
            state = _state(files, gone, arrives)
            if state not in seen:
                seen.append(state)
                yield CutPoint(state, told, f"{label}: {name} of what was not synced arrived")


def _happens(op: Op, files: dict[str, _Durable], gone: dict[str, _Durable]) -> None:
    match op:
        case Made(name):
            files[name] = _Durable()
        case Written() | Cut():
            files[op.file].pending.append(op)
        case Synced(name, folder):
            file = files[name]
            file.data = _after(file, lambda: True)
            file.pending.clear()
            if folder:
                gone.clear()
                for other in files.values():
                    other.named = True
        case Gone(name, folder):
            file = files.pop(name)
            if not folder and file.named:
                gone[name] = file
        case Told():
            pass


def _after(file: _Durable, arrives: Arrives) -> bytearray:
    """The file's bytes when each sector of what is pending may have arrived or not."""
    data = bytearray(file.data)
    for op in file.pending:
        if isinstance(op, Cut):
            if arrives():
                del data[op.size :]
                data.extend(bytes(op.size - len(data)))
            continue
        at, end = op.at, op.at + len(op.data)
        while at < end:
            until = min(end, (at // SECTOR + 1) * SECTOR)
            if arrives():
                data.extend(bytes(max(0, until - len(data))))
                data[at:until] = op.data[at - op.at : until - op.at]
            at = until
    return data


def _state(
    files: dict[str, _Durable], gone: dict[str, _Durable], arrives: Arrives
) -> dict[str, bytes]:
    state = {}
    for name, file in files.items():
        if file.named or arrives():
            state[name] = bytes(_after(file, arrives))
    for name, file in gone.items():
        if name not in state and not arrives():
            state[name] = bytes(file.data)
    return state


def put(folder: Path, point: CutPoint) -> None:
    """Leave the folder as the cut left the disk."""
    for old in folder.iterdir():
        old.unlink()
    for name, data in point.files.items():
        (folder / name).write_bytes(data)
        if name.endswith("-wal"):
            (folder / name.replace("-wal", "-shm")).write_bytes(_SHARED)
