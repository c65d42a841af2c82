"""A card whose power is cut: what was not synced is there, is not there, or is there in part.

Stricter than any file system with a journal: each change that was not synced survives or is lost
on its own, whatever came before and after it; a file's content may be cut short.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

MANY = 7
"""More changes than this in flight are not combined all with all."""


class PowerCut(Exception):
    """The power went before the next step."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or a symbolic link by its number: what is in it is kept apart from the folder that
    lists it. A link's target is on the card once its folder is."""

    number: int
    is_link: bool = False


Change = tuple[str, tuple[tuple[str, Entry | None], ...]]
"""In which folder, and what it lists from now on; several entries change together or not at all."""


@dataclass
class Card:
    """``deploy.update.steps.Disk`` in memory; the power goes before step ``cut_at``."""

    entries: dict[str, Entry] = field(default_factory=dict)
    contents: dict[int, bytes] = field(default_factory=dict)
    cut_at: int | None = None
    steps: int = 0
    changes: list[Change] = field(default_factory=list)
    unsynced: dict[int, bytes] = field(default_factory=dict)
    """Contents that are not on the card, by the file's number."""

    # what the program sees: everything, synced or not

    def _now(self) -> dict[str, Entry]:
        now = dict(self.entries)
        for _, entries in self.changes:
            _apply(now, entries)
        return now

    def read(self, path: str) -> bytes | None:
        entry = self._now().get(path)
        return None if entry is None or entry.is_link else self._content(entry)

    def link(self, path: str) -> str | None:
        entry = self._now().get(path)
        return self._content(entry).decode() if entry is not None and entry.is_link else None

    def _content(self, entry: Entry) -> bytes:
        return self.unsynced.get(entry.number, self.contents.get(entry.number, b""))

    def names(self, folder: str) -> list[str]:
        prefix = folder + "/" if folder else ""
        inside = {path.removeprefix(prefix) for path in self._now() if path.startswith(prefix)}
        return sorted({path.partition("/")[0] for path in inside})

    def write(self, path: str, data: bytes) -> None:
        self._make(path, data, is_link=False)

    def symlink(self, target: str, path: str) -> None:
        self._make(path, target.encode(), is_link=True)

    def _make(self, path: str, data: bytes, *, is_link: bool) -> None:
        self._step()
        number = 1 + max([*self.contents, *self.unsynced, 0])
        self.unsynced[number] = data
        self._change(path, (path, Entry(number, is_link)))

    def rename(self, old: str, new: str) -> None:
        self._step()
        self._change(new, (old, None), (new, self._now()[old]))

    def remove(self, path: str) -> None:
        for there in sorted(self._now()):
            if there == path or there.startswith(path + "/"):
                self._step()
                self._change(there, (there, None))

    def sync(self, path: str) -> None:
        self._step()
        self._settle(self._now()[path])

    def sync_folder(self, folder: str) -> None:
        self._step()
        for change in [c for c in self.changes if c[0] == folder]:
            _apply(self.entries, change[1])
            self.changes.remove(change)
            for _, entry in change[1]:
                if entry is not None and entry.is_link:
                    self._settle(entry)

    def _settle(self, entry: Entry) -> None:
        if entry.number in self.unsynced:
            self.contents[entry.number] = self.unsynced.pop(entry.number)

    def sync_all(self) -> None:
        self._step()
        self.entries, self.changes = self._now(), []
        self.contents |= self.unsynced
        self.unsynced = {}

    def _change(self, path: str, *entries: tuple[str, Entry | None]) -> None:
        self.changes.append((path.rpartition("/")[0], entries))

    def _step(self) -> None:
        if self.steps == self.cut_at:
            raise PowerCut
        self.steps += 1

    # what is left of it when the power is gone

    def after_cut(self) -> Iterator[Card]:
        """Every card that may be found then; of many changes in flight, a telling selection."""
        count = len(self.changes)
        if count <= MANY:
            choices = list(product((False, True), repeat=count))
        else:
            choices = [tuple(i < n for i in range(count)) for n in range(count + 1)]
            choices += [tuple(i != n for i in range(count)) for n in range(count)]
        for kept in choices:
            for part in (0.0, 0.5, 1.0) if self.unsynced else (1.0,):
                yield self._left(kept, part)

    def _left(self, kept: tuple[bool, ...], part: float) -> Card:
        left = Card(dict(self.entries), dict(self.contents))
        for (_, entries), keep in zip(self.changes, kept, strict=True):
            if keep:
                _apply(left.entries, entries)
        for number, data in self.unsynced.items():
            left.contents[number] = data[: int(part * len(data))]
        return left


def _apply(entries: dict[str, Entry], changes: tuple[tuple[str, Entry | None], ...]) -> None:
    for path, entry in changes:
        if entry is None:
            entries.pop(path, None)
        else:
            entries[path] = entry
