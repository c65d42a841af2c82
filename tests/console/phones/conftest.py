"""A table in real time with a phone at it, for whoever attacks them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from console.table.view import Who
from tests.console.phones.attacker import Guest
from tests.console.phones.live import Live, live

PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)


@pytest.fixture
def table() -> Iterator[Live]:
    with live("iota", PEOPLE) as found:
        found.until(lambda: found.at_seats.url)
        yield found


@pytest.fixture
def guest(table: Live) -> Iterator[Guest]:
    """Sees the right hand before an attack and after it."""
    guest = Guest(table, 0)
    guest.sees_its_hand()
    yield guest
    guest.sees_its_hand()
    guest.back()
    guest.sees_its_hand()
    guest.close()
