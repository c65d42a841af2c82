"""The drawing of a photo finish: who was first stands first, nothing leaves the frame, words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.duel.photo_finish import ForceCurve, PhotoFinish, Result
from console.i18n import Words
from console.screens import palette
from console.screens.art import Art
from console.screens.photo.copies import QUARTERS, places, raster
from console.screens.photo.picture import LEAST_TEXT, PhotoPicture
from console.screens.photo.zoom import Zoom, lane_share, leads, line, top_n, zoom
from console.svg import Drawing
from drivers.times import MS
from tests.console.duel import finishes
from tests.console.screens.photo import samples

SIZES = ((1260.0, 780.0), (1260.0, 380.0), (748.0, 380.0), (780.0, 338.0), (543.0, 380.0))
RACES = ("ordinary", "close", "tied", "false", "four")


def art() -> Art:
    """A new one each time: a window that is closed takes its fonts away."""
    return Art(1.0)


@cache
def race(name: str) -> PhotoFinish:
    made = getattr(finishes, name)()
    assert isinstance(made, PhotoFinish)
    return made


def drawn(name: str, size: tuple[float, float] = SIZES[1], language: str = "ru") -> Drawing:
    return PhotoPicture(race(name), Words(language), size, art().text_width).draw()


def onset_marks(drawing: Drawing) -> list[float]:
    """The x of the discs under the seats' shapes on the curves, lane by lane."""
    root = ElementTree.fromstring(drawing.svg())
    discs = [e for e in root.iter() if e.tag.endswith("circle") and e.get("fill") == palette.INK]
    return [float(e.get("cx", "nan")) for e in discs]


@pytest.mark.parametrize("size", SIZES)
def test_both_ends_of_a_rest_that_may_have_been_the_touch_are_seen(
    size: tuple[float, float],
) -> None:
    photo = samples.rested()
    picture = PhotoPicture(photo, Words("ru"), size, art().text_width)
    root = ElementTree.fromstring(picture.draw().svg())
    (frame,) = [e for e in root.iter() if e.get("fill-opacity") == "0.12"]
    left, wide = float(frame.get("x", "nan")), float(frame.get("width", "nan"))
    finger = photo.hands[1]
    assert left == pytest.approx(picture.view.x(finger.onset_ns - finger.early_ns), abs=0.1)
    assert left + wide == pytest.approx(picture.view.x(finger.onset_ns), abs=0.1)
    assert left < picture.view.x(photo.hands[0].onset_ns) < left + wide


def test_a_hand_that_came_within_a_rest_after_another_shares_no_first_place() -> None:
    tied = samples.rested()
    between = samples.hand(2, 407.0, 4.7, 14.0, 0.1)
    photo = replace(tied, hands=(tied.hands[0], between, tied.hands[1]))
    assert photo.order == (1, 3, 1)
    assert photo.leaders == (0, 4)


@pytest.mark.parametrize("name", RACES)
def test_the_order_of_marks_is_the_order_of_onsets(name: str) -> None:
    photo = race(name)
    picture = PhotoPicture(photo, Words("ru"), SIZES[1], art().text_width)
    marks = onset_marks(picture.draw())
    seen = [h for h in photo.hands if picture.view.shows(h.onset_ns)]
    assert len(marks) == len(seen) >= min(2, len(photo.hands))
    assert marks == sorted(marks)
    for mark, hand in zip(marks, seen, strict=True):
        assert mark == pytest.approx(picture.view.x(hand.onset_ns), abs=0.06)
    assert [lane.hand.seat for lane in picture.lanes] == list(photo.seats)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RACES)
def test_everything_lies_inside_the_frame(name: str, size: tuple[float, float]) -> None:
    drawing, measure = drawn(name, size), art().text_width
    for text in drawing.texts:
        wide = measure(text.text, text.size, text.bold)
        left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
        assert left >= 0
        assert left + wide <= drawing.width
        assert text.size / 2 <= text.y <= drawing.height - text.size / 2
        assert text.size >= LEAST_TEXT
    for shape in drawing.shapes:
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", "" if "<g " in shape else shape):
            assert 0 <= float(x) <= drawing.width
            assert 0 <= float(y) <= drawing.height


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RACES)
def test_no_two_texts_cover_each_other(name: str, size: tuple[float, float]) -> None:
    boxes, measure = [], art().text_width
    for text in drawn(name, size).texts:
        wide = measure(text.text, text.size, text.bold)
        left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
        boxes.append((text.text, left, left + wide, text.y - 0.36 * text.size, text.size * 0.72))
    for (a, l1, r1, y1, h1), (b, l2, r2, y2, h2) in combinations(boxes, 2):
        apart = r1 <= l2 or r2 <= l1 or y1 + h1 <= y2 or y2 + h2 <= y1
        assert apart, f"{a!r} and {b!r}"


@pytest.mark.parametrize(
    ("name", "language", "texts"),
    [
        ("ordinary", "ru", {"Раньше всех: Место 2", "карта открыта", "413,0 мс"}),
        ("ordinary", "en", {"First: Seat 2", "the card was shown", "413.0 ms"}),
        ("tied", "ru", {"Одновременно"}),
        ("tied", "en", {"At the same time"}),
        ("false", "ru", {"Ложный хват: Место 6"}),
        ("false", "en", {"False grab: Seat 6"}),
    ],
)
def test_words_and_numbers(name: str, language: str, texts: set[str]) -> None:
    found = {t.text for t in drawn(name, language=language).texts}
    assert texts <= found
    sign = "," if language == "ru" else "."
    assert any(re.fullmatch(rf"\d+\{sign}\d+ ± \d+\{sign}\d+ \w+", t) for t in found)


def test_a_light_race_tells_of_the_light() -> None:
    photo = finishes.finish(finishes.grab(1, 300), finishes.grab(2, 306), light=True)
    drawing = PhotoPicture(photo, Words("en"), SIZES[0], art().text_width).draw()
    assert "the light came on" in {t.text for t in drawing.texts}


def test_names_stand_instead_of_seats_and_are_escaped() -> None:
    picture = PhotoPicture(race("close"), Words("en"), SIZES[0], art().text_width, {0: "A<B&C"})
    svg = picture.draw().svg()
    assert "First: A&lt;B&amp;C" in svg
    ElementTree.fromstring(svg)


def test_a_name_is_smaller_before_it_is_cut_off() -> None:
    """As high as a table of 16 to 9, for who sits at its short side."""
    photo, words = race("close"), Words("ru")
    first = photo.hands[0].seat
    names = {first: "Максимилиан!"}
    drawing = PhotoPicture(photo, words, (720.0, 1300.0), art().text_width, names=names).draw()
    assert ">Максимилиан!<" in drawing.svg()


def test_a_hand_alone_needs_no_difference() -> None:
    photo = finishes.finish(finishes.grab(1, 300))
    texts = {
        t.text for t in PhotoPicture(photo, Words("en"), SIZES[0], art().text_width).draw().texts
    }
    assert not [t for t in texts if "±" in t]


def test_the_bands_of_a_dead_heat_overlap_and_those_of_a_win_do_not() -> None:
    for name, overlaps in (("tied", True), ("close", False)):
        first, second = race(name).hands[:2]
        gap_ns = second.onset_ns - first.onset_ns
        assert (gap_ns < first.uncertainty_ns + second.uncertainty_ns) == overlaps


@pytest.mark.parametrize("name", RACES)
def test_the_decisive_milliseconds_fill_the_picture(name: str) -> None:
    photo = race(name)
    view = zoom(photo, 0.0, 1000.0)
    first, second = (view.x(h.onset_ns) for h in photo.hands[:2])
    assert 300 <= first <= second <= 950
    assert photo.margin_ns is not None
    if photo.margin_ns > MS and len(photo.hands) == 2:
        assert second - first > 300


@pytest.mark.parametrize("name", RACES)
def test_a_curve_passes_the_threshold_at_its_onset_mark(name: str) -> None:
    photo = race(name)
    view = zoom(photo, 0.0, 1000.0)
    top = top_n(photo, view)
    for hand in photo.hands:
        if view.shows(hand.onset_ns):
            through = (hand.onset_ns, photo.threshold_n)
            x, y = line(leads(hand, photo.threshold_n), view, top, through)
            at = float(np.interp(view.x(hand.onset_ns), x, y))
            assert at == pytest.approx(lane_share(photo.threshold_n, top), abs=0.02)


def test_where_all_sensors_are_at_full_scale_the_picture_ends_at_what_is_no_force() -> None:
    photo = samples.photo(
        Result.WON,
        0,
        samples.hand(0, 402.3, 0.0, 2_000.0, 0.12),
        samples.hand(4, 402.5, 0.2, 2_000.0, 0.14),
    )
    assert top_n(photo, zoom(photo, 0.0, 1000.0)) == 100.0


def test_a_sensor_at_full_scale_leaves_the_others_their_height() -> None:
    """What it reads, 1 000 N, is no force: its curve is cut at the top of its lane."""
    photo = samples.photo(
        Result.WON,
        0,
        samples.hand(0, 402.3, 0.0, 1_000.0, 0.12),
        samples.hand(4, 404.7, 2.4, 14.0, 0.14),
    )
    view = zoom(photo, 0.0, 1000.0)
    top = top_n(photo, view)
    assert top <= 14.0
    _, shares = line(photo.hands[0].curves[0], view, top)
    assert shares.max() == pytest.approx(1.0)
    _, shares = line(photo.hands[1].curves[0], view, top)
    assert shares.max() > 0.7


@given(st.lists(st.floats(0, 20), min_size=3, max_size=12))
def test_a_smooth_line_never_swings_beyond_its_samples(force: list[float]) -> None:
    t_ns = np.arange(len(force), dtype=np.int64) * MS
    view = Zoom(0, int(t_ns[-1]), 0.0, 60.0 * len(force))
    x, y = line(ForceCurve("top", t_ns, np.array(force)), view, 20.0)
    samples = [(view.x(t), lane_share(f, 20.0)) for t, f in zip(t_ns.tolist(), force, strict=True)]
    for (left, a), (right, b) in pairwise(samples):
        part = y[(x >= left) & (x <= right)]
        assert part.min(initial=1.0) >= min(a, b) - 1e-9
        assert part.max(initial=0.0) <= max(a, b) + 1e-9


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_readers_share_the_table_without_a_rest(count: int) -> None:
    for chosen in combinations(QUARTERS, count):
        found = places(frozenset(chosen), 1280.0, 800.0)
        assert {quarter for quarter, *_ in found} == set(chosen)
        assert sum(w * h for *_, w, h in found) == pytest.approx(1280 * 800)
        for (_, x1, y1, w1, h1), (_, x2, y2, w2, h2) in combinations(found, 2):
            side_by_side = abs(x1 - x2) >= (w1 + w2) / 2 - 1e-6
            assert side_by_side or abs(y1 - y2) >= (h1 + h2) / 2 - 1e-6


def test_the_screen_shows_shapes_and_words() -> None:
    surface = raster(art(), drawn("close"))
    assert surface.get_size() == (1260, 380)
    bare = Drawing(1260.0, 380.0, shapes=drawn("close").shapes)
    assert raster(art(), bare).get_buffer().raw != surface.get_buffer().raw
