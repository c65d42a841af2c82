"""A match is won: colour sweeps the table from the winner, a name; then the ranking counts up."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Final

import numpy as np
import pygame
import pytest

from console.i18n import Words
from console.nicknames import LONGEST
from console.screens.end import COUNTED
from console.screens.flood import LEVELS, Flood
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.palette import USUAL, rgb
from console.screens.renderer import Screen
from console.screens.symbols.signs import SEAT_SHAPES
from console.screens.win import NAMES
from console.table.view import WIN_NS, EndStage, EndView
from drivers.times import MS
from tests.console.screens.board.samples import ended
from tests.console.screens.photo import samples as photo_samples
from tests.console.screens.pictures import Pixels
from tests.console.screens.samples import end

SIZES: Final = ((1280, 800), (1920, 1080))
WINNER: Final = 1  # of ``end(8)``, at the bottom in the middle


def won(view: EndView | None = None, stage: EndStage = EndStage.WIN) -> EndView:
    return replace(view or end(8), stage=stage, since_ns=0)


def seen(
    view: EndView, at_ms: int, *, motion: bool = True, size: tuple[int, int] = SIZES[0]
) -> Pixels:
    surface = pygame.Surface(size)
    Screen(size, 8, Look(Words("ru"), motion=motion)).draw(surface, view, at_ms * MS)
    return pygame.surfarray.array3d(surface)


def like(pixels: Pixels, colour: str) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Where it is of that hue, darker or not."""
    wanted = np.asarray(rgb(colour), np.float64)
    length = np.linalg.norm(pixels, axis=2) + 1e-9
    same = (pixels @ wanted) / (length * np.linalg.norm(wanted))
    return np.asarray((same > 0.985) & (length > 90))


def keys(view: EndView, step: int, language: str = "ru") -> list[str]:
    """What is laid down, by the pictures' names."""
    screen = Screen(SIZES[0], 8, Look(Words(language)))
    pen = screen.pen()
    for _ in screen.compose(pen, view, Moment(step=step)):
        pass
    return [str(sprite.picture.key) for sprite in pen.sprites]


def test_the_winners_colour_runs_from_their_seat_over_the_whole_table() -> None:
    colour = USUAL.seats[WINNER]
    shares = [like(seen(won(), at_ms), colour) for at_ms in (60, 220, 420, 900)]
    near, far = (slice(560, 720), slice(700, 800)), (slice(0, 200), slice(0, 100))
    assert [bool(part[near].mean() > 0.5) for part in shares[1:]] == [True, True, True]
    assert shares[1][far].mean() == 0
    assert shares[3][far].mean() > 0.9
    whole = [float(part.mean()) for part in shares]
    assert whole[:3] == sorted(whole[:3])
    assert whole[0] < 0.05
    assert whole[-1] > 0.85


@pytest.mark.parametrize("size", SIZES)
def test_no_spark_flies_behind_what_is_read(size: tuple[int, int]) -> None:
    screen, flown = Screen(size, 8, Look(Words("ru"))), 0
    shape = f"'sign', '{SEAT_SHAPES[WINNER]}'"
    for step in range(6, 240, 3):
        pen = screen.pen()
        deque(screen.compose(pen, won(), Moment(step=step)), maxlen=0)
        read = [
            s.rect for s in pen.sprites if any(k in str(s.picture.key) for k in ("text", "crown"))
        ]
        sparks = [s for s in pen.sprites if shape in str(s.picture.key)]
        flown = max(flown, len(sparks))
        meets = [s for s in sparks if s.rect.collidelist(read) >= 0]
        assert not meets, step
    assert flown > 20


@pytest.mark.parametrize("size", SIZES)
def test_the_name_stands_120_high_for_both_long_sides(size: tuple[int, int]) -> None:
    laid = keys(won(), 150)
    name = f"('text', '{Words('ru')._('Seat {number}').format(number=2)}', 120.0"
    assert sum(name in key and "FFFFFF" in key for key in laid) == 2
    pixels = seen(won(), 3_000, motion=False, size=size)
    assert np.abs(pixels.astype(int) - pixels[::-1, ::-1]).mean() < 40


def test_the_longest_name_fits() -> None:
    rows = tuple(replace(row, name="Ш" * LONGEST) for row in end(8).ranking)
    screen = Screen(SIZES[0], 8, Look(Words("ru")))
    pen = screen.pen()
    for _ in screen.compose(pen, won(replace(end(8), ranking=rows)), Moment(step=150)):
        pass
    table = pygame.Rect((0, 0), SIZES[0])
    written = [s for s in pen.sprites if "ШШ" in str(s.picture.key)]
    assert written
    assert all(table.contains(sprite.rect) for sprite in written)
    assert not screen.art.cut


def test_letters_come_one_after_the_other_and_end_as_the_whole_name() -> None:
    counts = [sum("letter" in key for key in keys(won(), step)) for step in range(30, 90, 6)]
    assert counts[0] == 0
    assert max(counts) > 4
    assert counts[-1] == 0, "the name is one picture again"


@pytest.mark.parametrize("size", NAMES)
def test_nothing_written_is_small(size: float) -> None:
    assert size >= 18


def test_those_who_share_a_win_are_all_told_and_the_wave_has_all_their_colours() -> None:
    rows = end(8).ranking
    shared = won(replace(end(8), ranking=(rows[0], replace(rows[1], winner=True), *rows[2:])))
    pixels = seen(shared, 1_500)
    seats = [row.seats[0] for row in rows[:2]]
    assert all(like(pixels, USUAL.seats[seat]).mean() > 0.1 for seat in seats)
    told = Words("en")._("Shared victory")
    assert any(told in key for key in keys(shared, 150, "en"))


def test_without_motion_a_win_stands_from_the_beginning() -> None:
    pictures = [seen(won(), at_ms, motion=False) for at_ms in (0, 400, 3_900)]
    assert all(np.array_equal(pictures[0], other) for other in pictures[1:])
    assert like(pictures[0], USUAL.seats[WINNER]).mean() > 0.8


def test_the_win_ends_in_the_dark() -> None:
    assert seen(won(), WIN_NS // MS - 20).mean() < 45


@pytest.mark.parametrize("view", [end(2), end(8), ended()], ids=["2", "8", "points"])
def test_the_ranking_counts_up_from_the_last_place_to_the_first(view: EndView) -> None:
    screen, surface = Screen(SIZES[0], 8, Look(Words("ru"))), pygame.Surface(SIZES[0])
    ranking = won(view, EndStage.RANKING)
    first = view.ranking[0]
    whole = f"('text', '{max(first.numbers)}', 24, "
    early, late = keys(ranking, 2), keys(ranking, COUNTED)
    place = "('text', '{}', 26,"
    assert not any(place.format(first.place) in key for key in early)
    assert any(place.format(view.ranking[-1].place) in key for key in early)
    assert any(whole in key for key in late) or max(first.numbers) == 0
    screen.draw(surface, ranking, 0)
    assert not [target for _, target in screen.targets if target.kind == "row"], "no menu yet"


def test_the_closest_race_is_shown_beside_the_ranking_and_makes_room_for_the_menu() -> None:
    view = replace(end(8), photo=photo_samples.close())
    assert sum("small photo" in key for key in keys(won(view, EndStage.RANKING), COUNTED)) == 2
    assert not any("small photo" in key for key in keys(view, COUNTED))


def test_who_is_missing_for_a_rematch_is_shown() -> None:
    view = replace(end(8), again=(1, 2), missing=(0, 3))
    words = Words("ru")
    laid = keys(view, COUNTED)
    assert sum(f"'{words._('again')}'" in key for key in laid) == 2
    names = [words._("Seat {number}").format(number=n) for n in (1, 4)]
    assert words._("Still missing: {who}").format(who=", ".join(names)).split()[-1] in str(laid)


def test_distances_of_the_wave_grow_from_its_middle_alike_in_all_directions() -> None:
    flood = Flood((640, 400))
    ramp = np.repeat(np.arange(LEVELS, dtype=np.uint8)[:, None], 3, axis=1)
    surface = flood.picture(ramp).surface
    middle = surface.get_width() // 2, surface.get_height() // 2
    values = [surface.get_at((middle[0] + d, middle[1]))[0] for d in (0, 80, 160, 320, 620)]
    whole = float(np.hypot(640, 400))
    for value, d in zip(values, (0, 80, 160, 320, 620), strict=True):
        assert value == pytest.approx(255 * d / whole, abs=1.5)
    for dx, dy in ((-160, 0), (0, 160), (0, -160), (-161, 1)):
        level = surface.get_at((middle[0] + dx, middle[1] + dy))[0]
        assert level == pytest.approx(values[2], abs=1.6)


def test_the_wave_is_drawn_ahead_in_slices() -> None:
    flood = Flood(SIZES[1])
    assert sum(1 for _ in flood.prepare()) > 50
    assert next(flood.prepare(), True)
