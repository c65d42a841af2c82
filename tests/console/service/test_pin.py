"""The PIN: kept as a hash, slowed after failures, whatever is done to plug and clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.service.pin import (
    FIRST_WAIT_NS,
    FREE_TRIES,
    LONGEST_WAIT_NS,
    Pin,
    PinGate,
    new_pin,
    wait_after_ns,
)
from console.service.store import ServiceStore
from console.store.problems import StoreError
from console.store.schema import store_path
from drivers.errors import ConfigError
from drivers.times import SECOND

CHEAP = 2  # scrypt's least cost: tests need no slow hash
PIN = new_pin("2580", 4, CHEAP)


class Kept:
    """Where a gate keeps its PIN, and whatever starts next finds it."""

    def __init__(self) -> None:
        self.pin = PIN
        self.gate = PinGate(self.pin, self.keep, 0)

    def keep(self, pin: Pin) -> None:
        self.pin = pin

    def restart(self, now_ns: int) -> None:
        self.gate = PinGate(self.pin, self.keep, now_ns)


@pytest.fixture
def kept() -> Kept:
    return Kept()


def fail(kept: Kept, times: int, now_ns: int = 0) -> int:
    """So many wrong tries, each as soon as it is allowed; how long is to be waited after them."""
    for _ in range(times):
        now_ns += kept.gate.wait_ns(now_ns)
        assert not kept.gate.try_pin("0000", now_ns)
    return kept.gate.wait_ns(now_ns)


def test_the_right_digits_are_accepted_and_wrong_ones_refused(kept: Kept) -> None:
    assert not kept.gate.try_pin("2581", 0)
    assert kept.gate.wait_ns(0) == 0
    assert kept.gate.try_pin("2580", 0)


def test_the_digits_are_nowhere_in_what_is_kept_and_two_hashes_differ() -> None:
    other = new_pin("2580", 4, CHEAP)
    assert b"2580" not in other.salt + other.hash
    assert other.salt != PIN.salt
    assert other.hash != PIN.hash
    assert other.is_right("2580")


def test_each_further_failure_doubles_the_wait_up_to_a_quarter_hour() -> None:
    waits = [wait_after_ns(n) for n in range(FREE_TRIES, 200)]
    assert waits[:3] == [FIRST_WAIT_NS, 2 * FIRST_WAIT_NS, 4 * FIRST_WAIT_NS]
    assert waits[-1] == LONGEST_WAIT_NS == 900 * SECOND
    assert wait_after_ns(FREE_TRIES - 1) == 0


def test_too_early_a_try_is_not_looked_at_and_costs_nothing(kept: Kept) -> None:
    assert fail(kept, FREE_TRIES) == FIRST_WAIT_NS
    before = kept.pin
    assert not kept.gate.try_pin("2580", FIRST_WAIT_NS - 1)
    assert kept.gate.wait_ns(FIRST_WAIT_NS - 1) == 1
    assert kept.pin == before
    assert kept.gate.try_pin("2580", FIRST_WAIT_NS)


def test_the_wait_is_counted_from_the_last_failure(kept: Kept) -> None:
    assert fail(kept, FREE_TRIES, now_ns=100 * SECOND) == FIRST_WAIT_NS
    assert kept.gate.wait_ns(102 * SECOND) == FIRST_WAIT_NS - 2 * SECOND


def test_a_right_try_forgets_the_failures(kept: Kept) -> None:
    fail(kept, FREE_TRIES)
    assert kept.gate.try_pin("2580", 10 * SECOND)
    assert kept.pin.failures == 0
    assert not kept.gate.try_pin("0000", 10 * SECOND)
    assert kept.gate.wait_ns(10 * SECOND) == 0


@given(st.integers(FREE_TRIES, 8), st.integers(0, 10**18))
def test_a_restart_begins_the_whole_wait_anew(failures: int, boot_ns: int) -> None:
    """The monotonic clock starts anywhere after a boot; the wait does not depend on it."""
    kept = Kept()
    fail(kept, failures)
    kept.restart(boot_ns)
    assert kept.gate.wait_ns(boot_ns) == wait_after_ns(failures)
    assert not kept.gate.try_pin("2580", boot_ns + wait_after_ns(failures) - 1)
    assert kept.gate.try_pin("2580", boot_ns + wait_after_ns(failures))


def test_a_cut_while_the_digits_are_checked_counts_as_a_failure(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Pin, "is_right", cut)
    with pytest.raises(KeyboardInterrupt):
        kept.gate.try_pin("2580", 0)
    assert kept.pin.failures == 1


def test_failures_that_cannot_be_kept_slow_as_well_and_the_right_digits_come_in() -> None:
    kept, full = Kept(), StoreError("the disk is full")

    def refuse(_: Pin) -> None:
        raise full

    kept.gate = PinGate(PIN, refuse, 0)
    assert fail(kept, FREE_TRIES) == FIRST_WAIT_NS
    assert kept.gate.unkept is full
    assert not kept.gate.try_pin("2580", FIRST_WAIT_NS - 1)
    assert kept.gate.wait_ns(FIRST_WAIT_NS - 1) == 1
    assert kept.gate.try_pin("2580", FIRST_WAIT_NS)
    assert kept.gate.unkept is full


def test_what_could_not_be_kept_is_kept_with_the_next_failure(kept: Kept) -> None:
    has_room = False

    def keep(pin: Pin) -> None:
        if not has_room:
            raise StoreError("the disk is full")
        kept.keep(pin)

    kept.gate = PinGate(PIN, keep, 0)
    fail(kept, 2)
    assert kept.pin.failures == 0
    has_room = True
    fail(kept, 1)
    assert kept.pin.failures == 3
    assert kept.gate.unkept is None


@pytest.mark.parametrize("digits", ["", "123", "12a4", "1234567890123", "١٢٣٤", "12 34"])
def test_what_is_no_pin_is_refused(digits: str) -> None:
    with pytest.raises(ConfigError, match="4 to 12 digits"):
        new_pin(digits, 4, CHEAP)


def test_the_store_keeps_one_pin_with_its_failures_and_forgets_it(tmp_path: Path) -> None:
    store = ServiceStore(store_path(tmp_path))
    assert store.pin() is None
    store.keep_pin(PIN)
    PinGate(PIN, store.keep_pin, 0).try_pin("1111", 0)
    found = ServiceStore(store.path).pin()
    assert found is not None
    assert found.failures == 1
    assert found.is_right("2580")
    store.keep_pin(new_pin("1357", 4, CHEAP))
    found = store.pin()
    assert found is not None
    assert PinGate(found, store.keep_pin, 0).try_pin("1357", 0)
    store.keep_pin(None)
    assert store.pin() is None


def test_the_usual_hash_is_a_slow_one() -> None:
    pin = new_pin("2580", 4)
    assert pin.cost >= 2**14
    assert pin.is_right("2580")
    assert not pin.is_right("2579")
