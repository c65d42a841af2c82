"""What is in a row comes back, or is refused with one kind of error."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.store.bodies import pack, unpack
from console.store.records import MatchHeader, VerdictRecord
from tests.console.store.matches import header, verdict


def test_headers_and_verdicts_come_back_from_less_than_their_json() -> None:
    assert unpack(pack(header()), MatchHeader) == header()
    assert unpack(pack(verdict()), VerdictRecord) == verdict()
    assert len(pack(verdict())) * 3 < len(msgspec.json.encode(verdict())) * 2


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_value_comes_back(value: Any) -> None:
    assert unpack(pack(value), object) == value


@given(st.binary(max_size=200))
def test_damaged_bytes_are_a_value_error(data: bytes) -> None:
    """Never another exception: whoever reads goes on with the next match."""
    with pytest.raises(ValueError, match=r".+"):
        unpack(data, VerdictRecord)


def test_a_header_of_more_players_than_there_are_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="players"):
        unpack(pack(header(players=10**9)), MatchHeader)


def test_what_unpacks_to_more_than_any_row_is_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        unpack(pack(b"\0" * (1 << 24)), object)


@pytest.mark.parametrize("length", [0, 1, 2, 30, -1])
def test_half_a_body_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        unpack(pack(verdict())[:length], VerdictRecord)
