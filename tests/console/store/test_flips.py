"""Bits that flip in the store's file: told, or refused by who reads, and never shown as if they had
been written so (the checks of the rows, and what SQLite itself keeps in order)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from console.link.played import Posted
from console.people.profiles import Profiles
from console.people.records import everything
from console.service.audits import read_evidence
from console.service.pin import new_pin
from console.service.store import ServiceStore
from console.store.boot import WELL, Findings, open_checked
from console.store.log import DirectLog
from console.store.outbox import waiting
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.records import ButtonCount, RefusalCount, StoredMatch
from console.store.schema import PAGE_BYTES, store_path
from console.store.soundness import FlawKind, Flaws, look_through
from console.store.window import pack
from tests.console.people.evening import NOW, duel, ended, false_grab, head, join
from tests.console.store.matches import flip, window
from tests.console.store.test_power_cut import fast_folder
from tests.few import few

QUICK = 5
SOME = 30
COMPLETE = 6_000
MATCHES = 5


def now() -> datetime:
    return NOW


@dataclass(frozen=True, slots=True)
class Read:
    """All that the program reads of a store; a StoreError where it says that it cannot."""

    summaries: Any
    offered: Any
    matches: dict[int, Any]
    people: Any
    records: Any
    settings: Any
    pin: Any
    evidence: Any
    posted: Any


def make(path: Path) -> None:
    """A store with something in every table."""
    badger, owl, heron = join(path, "Барсук", "Сова", "Heron")
    sitters = [(badger, owl, heron), (owl, None, badger), (badger, owl, heron), (None, None, None)]
    for number in range(MATCHES):
        log = DirectLog(path)
        who = sitters[number % len(sitters)]
        match = log.begin(head(players=3, seed=number, profiles=tuple(p and p.id for p in who)))
        for n in range(12):
            log.action(match, n, flip(n))
        for n in range(3):
            log.verdict(match, duel(n, n, (n + 1) % 3, (250 + 10 * number + n) * 1_000_000))
            log.samples(match, window(n, scans=12, channels=4, seed=10 * number + n))
        log.verdict(match, false_grab(3, 1))
        if number < MATCHES - 1:
            posted = Posted(f"{number:032x}", "3a6c", f"a result {number} ".encode() * 20)
            log.end(match, ended((number % 3,), "cards", 0, 9, 4), 60_000_000_000, posted)
        log.pressed([ButtonCount(number, 2, "2026-05-01", 20, 3, "2026-05-01T20:15:00+03:00")])
        log.refused([RefusalCount("2026-05-01", "code", number)])
        log.close()
    service = ServiceStore(path)
    service.adjust("sound.moves", 15)
    service.adjust("match.pace_ms", 900)
    service.keep_pin(new_pin("2468", 4))
    everything(path)


def read(path: Path) -> Read:
    """Everything, each part by itself."""
    store, service = Store(path), ServiceStore(path)
    return Read(
        summaries=said(store.matches),
        offered=said(store.unfinished),
        matches={n: said(partial(plain, store, n)) for n in range(1, MATCHES + 1)},
        people=said(Profiles(path).all),
        records=said(partial(everything, path)),
        settings=said(service.adjustments),
        pin=said(service.pin),
        evidence=said(partial(read_evidence, service)),
        posted=said(partial(waiting, path)),
    )


def said(what: Callable[[], Any]) -> Any:
    """What it gives, or its sentence."""
    try:
        return what()
    except StoreError as error:
        return error


def plain(store: Store, number: int) -> tuple[StoredMatch, tuple[bytes, ...]]:
    """A match to be compared: its samples as bytes."""
    stored = store.match(number)
    return replace(stored, windows=()), tuple(pack(w) for w in stored.windows)


def is_part(now: Any, was: Any) -> bool:
    """Is what is read of a match nothing but what was written? Less it may be."""
    if isinstance(now, StoreError):
        return True
    (match, windows), (whole, all_windows) = now, was
    names = zip(match.nicknames or (None,) * 3, whole.nicknames or (None,) * 3, strict=True)
    return (
        set(map(repr, match.actions)) <= set(map(repr, whole.actions))
        and set(match.verdicts) <= set(whole.verdicts)
        and set(windows) <= set(all_windows)
        and all(name in (None, known) for name, known in names)
        and replace(match, **_LESS) == replace(whole, **_LESS)
    )


_LESS: dict[str, Any] = {"actions": (), "verdicts": (), "nicknames": (), "header": None}


def is_whole(now: Any, was: Any, *, names: bool) -> bool:
    """Is a match as it was written? But for ``names`` that are lost."""
    if isinstance(now, StoreError) or not names:
        return bool(now == was)
    (match, windows), (whole, all_windows) = now, was
    unnamed = {"nicknames": (), "header": None}
    return bool(replace(match, **unnamed) == replace(whole, **unnamed) and windows == all_windows)


class Flips:
    """A store in a folder, and what was written there."""

    def __init__(self, folder: Path) -> None:
        self.path = store_path(folder)
        make(self.path)
        self.data = self.path.read_bytes()
        self.before = read(self.path)
        assert not any(isinstance(getattr(self.before, f.name), StoreError) for f in fields(Read))

    def flip(self, bit: int) -> bool:
        """Start with one bit flipped and hold what is told and read against what was written. Was
        there something to tell?"""
        for file in self.path.parent.iterdir():
            file.unlink()
        data = bytearray(self.data)
        data[bit // 8] ^= 1 << bit % 8
        self.path.write_bytes(data)
        found, flaws = open_checked(self.path.parent, now), look_through(self.path)
        if flaws.problem is not None:  # what SQLite keeps in order: the next start mends it
            found, flaws = open_checked(self.path.parent, now), Flaws()
            assert found.carried is not None
        after = read(self.path)
        for n, was in self.before.matches.items():
            assert is_part(after.matches[n], was), (bit, n)
        if found == WELL and flaws == Flaws():
            self._unchanged(bit, after)
            return False
        self._others_are_whole(bit, after, found, flaws)
        return True

    def _unchanged(self, bit: int, after: Read) -> None:
        """Nothing was told, so all is as it was, or is refused."""
        for field in fields(Read):
            is_now, was = getattr(after, field.name), getattr(self.before, field.name)
            assert isinstance(is_now, StoreError) or is_now == was, (bit, field.name)

    def _others_are_whole(self, bit: int, after: Read, found: Findings, flaws: Flaws) -> None:
        """What was told is all that is hidden."""
        told = {int(flaw.which) for flaw in flaws.known if flaw.kind is FlawKind.MATCH}
        names = any(flaw.kind is FlawKind.PERSON for flaw in flaws.known)
        if found.carried is not None:
            assert found.carried.matches >= MATCHES - 1 or found.carried.uncounted, bit
            told |= {*found.carried.lost, *found.carried.incomplete}
            names = True
        for n, was in self.before.matches.items():
            assert n in told or is_whole(after.matches[n], was, names=names), (bit, n)


@pytest.fixture(scope="module")
def flips() -> Iterator[Flips]:
    with fast_folder() as folder:
        yield Flips(folder)


def flipped(flips: Flips, bits: Iterable[int]) -> int:
    """How many of them had something to be told."""
    return sum(flips.flip(bit) for bit in bits)


@pytest.mark.parametrize("many", few(1, [QUICK, SOME]))
def test_a_sample_of_all_bits(flips: Flips, many: int) -> None:
    bits = Random(5).sample(range(8 * len(flips.data)), many)
    assert flipped(flips, bits) > many // 4


@pytest.mark.complete
def test_thousands_of_bits_and_all_of_the_header(flips: Flips) -> None:
    header = range(8 * 100)
    others = Random(6).sample(range(8 * PAGE_BYTES, 8 * len(flips.data)), COMPLETE)
    told = flipped(flips, header), flipped(flips, others)
    print(f"of {len(header)} bits {told[0]} were told, of {COMPLETE} others {told[1]}")  # noqa: T201
    assert told[1] > COMPLETE // 4
