"""Verdicts and headers are deflated, and whatever was written once is read for ever."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.store.bodies import pack, unpack
from console.store.records import MatchHeader, VerdictRecord
from tests.console.store.matches import header, verdict

# As this form was first written; a change of the words that it is deflated against spoils it.
KEPT = bytes.fromhex(
    "018dd5510e80200806e01bb5805fb4c374ff6b64f42013ac7c7563bfe34366d443ebd34110db6e21ef32e7c8"
    "4b06aec8dc67292f0844020208058cbc098ad676ec345062391ca086bb022769d442fe4e532488ec3b643a89"
    "4fb54750c2b35ff4bfd6f1ac43277b9d38bfed5d"
)


def test_what_was_written_with_the_first_words_is_read_for_ever() -> None:
    assert unpack(KEPT, VerdictRecord) == verdict()
    assert len(KEPT) * 3 < len(msgspec.json.encode(verdict()))


def test_plain_json_is_read() -> None:
    assert unpack(msgspec.json.encode(header()), MatchHeader) == header()
    assert unpack(pack(header()), MatchHeader) == header()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_value_comes_back(value: Any) -> None:
    assert unpack(pack(value), object) == value


@given(st.binary(max_size=200), st.booleans())
def test_damaged_bytes_are_a_value_error_or_another_verdict(data: bytes, ours: bool) -> None:
    """Never another exception: whoever reads goes on with the next match."""
    try:
        found = unpack(b"\x01" + data if ours else data, VerdictRecord)
    except ValueError:
        return
    assert isinstance(found, VerdictRecord)


@pytest.mark.parametrize("length", [1, 2, 30, -1])
def test_half_a_body_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        unpack(pack(replace(verdict(), n=7))[:length], VerdictRecord)
