"""A photo finish that goes to an organiser's desk: small, and there it looks as at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.desk.photos import about, drawn
from console.duel.photo_finish import ForceCurve, HandTrace, PhotoFinish, Result
from console.i18n import Words
from console.link.messages import MOST_HANDS, MOST_POINTS, Photo
from console.screens.art import Art
from console.screens.photo.sent import seen_photo, sent_photo
from console.screens.photo.zoom import zoom
from drivers.times import MS
from tests.console.duel.finishes import close, four, tied

MOST_BYTES = 6_000


def sent(photo: PhotoFinish) -> Photo:
    found = sent_photo(photo, {seat: 40 + seat for seat in range(8)})
    assert found is not None
    return msgspec.json.decode(msgspec.json.encode(found), type=Photo)


def won_by_a_rest() -> PhotoFinish:
    """The first finger rested: it may have come 15 ms before."""
    photo = close()
    first = replace(photo.hands[0], early_ns=15 * MS)
    return replace(photo, hands=(first, *photo.hands[1:]))


@pytest.mark.parametrize("race", [close, four, won_by_a_rest])
def test_what_is_sent_is_small_and_shows_the_same(race: Callable[[], PhotoFinish]) -> None:
    photo = race()
    small = sent(photo)
    assert len(msgspec.json.encode(small)) < MOST_BYTES
    seen = seen_photo(small)
    zero_ns = photo.hands[0].onset_ns
    assert (seen.first, seen.seats) == (photo.first, photo.seats[:MOST_HANDS])
    assert abs((seen.margin_ns or 0) - (photo.margin_ns or 0)) <= 1_000
    for hand, own in zip(seen.hands, photo.hands, strict=False):
        assert abs(hand.onset_ns - (own.onset_ns - zero_ns)) <= 1_000
        assert abs(hand.uncertainty_ns - own.uncertainty_ns) <= 1_000
        assert abs(hand.behind_ns - own.behind_ns) <= 2_000
        assert (hand.early_ns, hand.late_ns) == (own.early_ns, own.late_ns)
    there, here = zoom(photo, 0, 1), zoom(seen, 0, 1)
    assert abs(there.from_ns - zero_ns - here.from_ns) <= 10_000
    for hand in seen.hands:
        assert hand.curves[0].t_ns[0] <= here.from_ns
        assert hand.curves[0].t_ns[-1] >= here.to_ns


def test_what_nobody_has_won_is_not_sent() -> None:
    photo = tied()
    assert photo.first is None
    assert sent_photo(photo, {seat: seat for seat in range(8)}) is None
    assert sent_photo(close(), {}) is None


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_picture_names_people_and_is_whole(language: str) -> None:
    small = sent(close())
    names = {40 + seat: f"<b>Аня & {seat}</b>" for seat in range(8)}
    svg = drawn(small, names, Words(language))
    assert svg.startswith("<svg")
    assert "<b>" not in svg
    assert f"&lt;b&gt;Аня &amp; {small.first}" in svg


def test_texts_are_never_wider_than_thought() -> None:
    art = Art(1.0)
    for text in ("Раньше всех: Широкоплечий", "First: Wilhelmina", "−12,3 ± 0,4 мс", "Ж" * 12):
        for bold in (False, True):
            assert about(text, 22.0, bold) >= 0.95 * art.text_width(text, 22.0, bold)


TIMES = st.integers(-60 * MS, 300 * MS)
HANDS = st.lists(
    st.tuples(TIMES, st.integers(0, 20 * MS), st.floats(-50, 2_000)), min_size=1, max_size=8
)


@given(HANDS, st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_the_pad_says_the_desk_reads_it(
    found: list[tuple[int, int, float]], data: st.DataObject
) -> None:
    found.sort()
    t_ns = found[0][0] + np.arange(-60 * MS, 400 * MS, MS // 2, dtype=np.int64)
    hands = tuple(
        HandTrace(
            seat=seat,
            onset_ns=onset_ns,
            uncertainty_ns=u_ns,
            behind_ns=onset_ns - found[0][0],
            behind_uncertainty_ns=u_ns,
            reaction_ns=None,
            curves=(ForceCurve("top", t_ns, np.full(len(t_ns), newtons)),),
        )
        for seat, (onset_ns, u_ns, newtons) in enumerate(found)
    )
    photo = PhotoFinish(
        result=Result.WON,
        first=data.draw(st.integers(0, min(len(found), MOST_HANDS) - 1)),
        hands=hands,
        shown_ns=None,
        light=False,
        threshold_n=0.5,
        margin_ns=None if len(found) < 2 else found[1][0] - found[0][0],
        margin_uncertainty_ns=None if len(found) < 2 else 1,
    )
    small = sent(photo)
    assert len(msgspec.json.encode(small)) < MOST_BYTES
    assert all(len(hand.force) == MOST_POINTS for hand in small.hands)
    assert drawn(small, {}, Words("en")).endswith("</svg>")
