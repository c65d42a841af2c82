"""What a builder would find out too late: of every part, and of each pair that meets."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import cos, hypot, pi, sin

import pytest
from manifold3d import CrossSection, Error, JoinType, Manifold

from deploy.kit import design as numbers
from deploy.kit.design import (
    BUTTON_MM,
    LEAST_AIR_MM,
    LEAST_WALL_MM,
    PAD_HOLES,
    PANEL_HOLES,
    PI_HOLES,
    Design,
    DesignError,
    Holes,
    seats_on_sides,
)
from deploy.kit.files import contours, heights
from deploy.kit.solids import PI_AT_MM, KitPart, cover_outline, jig_places, parts
from tests.few import few

BED_MM = 250.0
"""What fits a common printer."""
TABLES = [("mk1", 2), ("mk1", 3), ("mk1", 4), ("mk2", 5), ("mk2", 6), ("mk2-8", 7), ("mk2-8", 8)]
FINE_MM = 0.005
"""What is finer is no wall, and costs time."""
each = pytest.mark.parametrize(("board", "seats"), few(1, [TABLES[0], TABLES[-1], *TABLES[1:-1]]))


@cache
def table(board: str, seats: int) -> tuple[Design, tuple[KitPart, ...]]:
    made = Design(seats, board)
    return made, parts(made)


def one(board: str, seats: int, key: str) -> KitPart:
    return next(part for part in table(board, seats)[1] if part.key == key)


@pytest.mark.slow
@each
def test_every_part_is_one_sound_piece(board: str, seats: int) -> None:
    for part in table(board, seats)[1]:
        assert part.solid.status() == Error.NoError, part.key
        assert len(part.solid.decompose()) == 1, part.key
        assert part.solid.volume() > 100, part.key
        assert heights(part.solid)[0] == pytest.approx(0, abs=1e-6), part.key


@each
def test_each_seat_has_its_petal_and_its_panel(board: str, seats: int) -> None:
    counts = {part.key: part.count for part in table(board, seats)[1] if part.count != 1}
    assert counts == {"plate": seats, "cover": 2 * seats, "puck": 2 * seats, "panel": seats}


@each
def test_what_is_printed_fits_the_bed(board: str, seats: int) -> None:
    for part in table(board, seats)[1]:
        box = part.solid.bounding_box()
        if not part.cut:
            assert max(box[3] - box[0], box[4] - box[1], box[5]) <= BED_MM, part.key


def thin(solid: Manifold, wall_mm: float) -> list[float]:
    """Areas, mm², of what is thinner than a wall, in cuts across all three axes. Feathers where
    two faces meet at a point are less than 8."""
    found = []
    for turn in ((0, 0, 0), (90, 0, 0), (0, 90, 0)):
        turned = solid.rotate(turn)
        low, high = heights(turned)
        for step in range(24):
            cut = turned.slice(low + (high - low) * (step + 0.5) / 24).simplify(FINE_MM)
            half = wall_mm / 2 - 0.05
            thick = cut.offset(-half, JoinType.Round).offset(half + 0.25, JoinType.Round)
            found += [piece.area() for piece in (cut - thick).decompose() if piece.area() > 8]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "seats"),
    [
        TABLES[0],
        *(pytest.param(*between, marks=pytest.mark.complete) for between in TABLES[1:-1]),
        TABLES[-1],
    ],
)
def test_no_printed_wall_is_too_thin(board: str, seats: int) -> None:
    for part in table(board, seats)[1]:
        if not part.cut:
            assert not thin(part.solid, LEAST_WALL_MM), part.key


def test_a_thin_floor_is_found() -> None:
    """The check itself: a box with a floor of 1 mm."""
    box = Manifold.cube((40, 40, 20)) - Manifold.cube((34, 34, 20)).translate((3, 3, 1.0))
    assert thin(box, LEAST_WALL_MM)
    assert not thin(box, 0.8)


@pytest.mark.slow
@each
def test_parts_that_meet_do_not_overlap(board: str, seats: int) -> None:
    made, _ = table(board, seats)
    placed = [
        (part.key, place(part.solid)) for part in table(board, seats)[1] for place in part.places
    ]
    assert len(placed) == 6 + (made.base_mm > 0) + 5 * seats + seats
    for (key, solid), (other_key, other) in combinations(placed, 2):
        box, beside = solid.bounding_box(), other.bounding_box()
        if all(box[i] < beside[i + 3] and beside[i] < box[i + 3] for i in range(3)):
            assert (solid ^ other).volume() < 0.1, (key, other_key)


@pytest.mark.slow
@each
def test_the_jig_reaches_a_lower_cover_and_touches_nothing_else(board: str, seats: int) -> None:
    made, all_parts = table(board, seats)
    stand, beam = (
        place(one(board, seats, key).solid)
        for place, key in zip(jig_places(made), ("stand", "beam"), strict=True)
    )
    assert (stand ^ beam).volume() < 0.1
    gaps = {}
    for part in all_parts:
        if part.key in ("pane", "top", "panel", "tray"):
            continue
        for number, place in enumerate(part.places):
            solid = place(part.solid)
            assert (solid ^ (stand + beam)).volume() < 0.1, part.key
            gaps[part.key, number] = solid.min_gap(beam, 5.0)
    nearest = min(gaps, key=lambda key: gaps[key])
    assert nearest == ("cover", 1), "the lower one of seat 1"
    assert gaps[nearest] < 0.01
    top = beam.bounding_box()[5]
    assert top == pytest.approx(numbers.GRIP_MM)
    tip = beam.trim_by_plane((0, 0, 1), top - 0.2).bounding_box()
    assert (tip[1] + tip[4]) / 2 == pytest.approx(-made.puck_at_mm, abs=0.1), "below the puck"


def farthest_sink_mm(design: Design, outline: list[tuple[float, float]]) -> float:
    """How far a cover's edge sinks at most, wherever it is pressed.

    It rocks on the puck until a screw's head holds it, which leaves it ``slack_mm``: the heights
    ``a · (p - puck)`` with ``a · (screw - puck) <= slack`` for all three; the corners of these
    ``a`` are the worst.
    """
    puck = (design.puck_at_mm, 0.0)
    arms = [(x - puck[0], y - puck[1]) for x, y in design.cover_screws]
    worst = 0.0
    for i, one in enumerate(arms):
        other = arms[(i + 1) % 3]
        turn = one[0] * other[1] - one[1] * other[0]
        ax = design.slack_mm * (other[1] - one[1]) / turn
        ay = design.slack_mm * (one[0] - other[0]) / turn
        worst = max(worst, *(-(ax * (x - puck[0]) + ay * (y - puck[1])) for x, y in outline))
    return worst


@each
def test_a_cover_pressed_anywhere_never_lies_on_its_plate(board: str, seats: int) -> None:
    """It would take a part of the hand past the sensor."""
    made, _ = table(board, seats)
    edge = [(float(x), float(y)) for ring in cover_outline(made).to_polygons() for x, y in ring]
    sink = farthest_sink_mm(made, edge)
    assert made.slack_mm < sink < made.gap_mm - 0.5
    nuts = [
        (x + numbers.NUT_WIDE_MM / 2 * cos(turn), y + numbers.NUT_WIDE_MM / 2 * sin(turn))
        for x, y in made.cover_screws
        for turn in (step * pi / 8 for step in range(16))
    ]
    assert farthest_sink_mm(made, nuts) < made.gap_mm - numbers.NUT_HIGH_MM - 0.3
    loose = Design(made.seats, made.board, slack_mm=0.6, puck_mm=2.0)
    assert farthest_sink_mm(loose, edge) == pytest.approx(2 * sink)


@each
def test_neighbours_petals_have_air_between_them(board: str, seats: int) -> None:
    made, _ = table(board, seats)
    cover = one(board, seats, "cover")
    first, second = (cover.places[2 * i](cover.solid) for i in (0, 1))
    assert first.min_gap(second, 40.0) >= LEAST_AIR_MM - 0.5
    low = cover.places[1](cover.solid).bounding_box()[2]
    assert low == pytest.approx(numbers.GRIP_MM), "room for fingers below"
    assert made.tip_mm > made.puck_at_mm > made.root_mm


def drilled(part: KitPart, z: float, drill_mm: float) -> set[tuple[float, float]]:
    """Round holes of one diameter at a height."""
    return {
        (round(line.circle[0][0], 1), round(line.circle[0][1], 1))
        for line in contours(part.solid, z)
        if line.hole and line.circle is not None and abs(line.circle[1] - drill_mm) < 0.05
    }


def pattern(holes: Holes, at: tuple[float, float] = (0.0, 0.0)) -> set[tuple[float, float]]:
    return {(round(x + at[0], 1), round(y + at[1], 1)) for x, y in holes.centres}


def test_the_makers_hole_pattern() -> None:
    """Raspberry Pi's mechanical drawing."""
    xs, ys = zip(*PI_HOLES.centres, strict=True)
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((58.0, 49.0))


def test_the_pi_stands_within_the_box_with_its_sockets_at_the_windows() -> None:
    """Turned by half: USB to the left, supply to the far wall; 85 × 56 mm, holes 3.5 mm from the
    corner away from USB."""
    x, y = PI_AT_MM
    inside = Manifold.cube((85.0, 56.0, 1.4), center=False).translate((-52.5, -28.0, 0.0))
    pi = inside.translate((x, y, 8.0))
    usb = Manifold.cube((24.0, 53.0, 16.0)).translate((x - 55.5, y - 26.5, 9.4))
    supply = Manifold.cube((56.0, 10.0, 8.0)).translate((x - 26.5, y + 19.5, 9.4))
    box = one("mk2", 6, "tray").solid
    for solid in (pi, usb, supply):
        assert (box ^ solid).volume() < 1e-6


def test_boards_are_held_by_the_holes_they_have() -> None:
    tray = drilled(one("mk2", 6, "tray"), 5.0, PI_HOLES.drill_mm)
    assert pattern(PI_HOLES, PI_AT_MM) <= tray
    assert len(tray) == 4 + 2
    assert len(drilled(one("mk1", 4, "tray"), 5.0, PI_HOLES.drill_mm)) == 4 + 2 + 4
    assert drilled(one("mk2", 6, "base"), 4.0, PAD_HOLES.drill_mm) == pattern(PAD_HOLES)
    assert drilled(one("mk2", 6, "hub"), 8.0, numbers.INSERT_MM) == pattern(PAD_HOLES)


@each
def test_screws_meet_holes(board: str, seats: int) -> None:
    made, _ = table(board, seats)
    plate, cover, hub = (one(board, seats, key) for key in ("plate", "cover", "hub"))
    in_plate = drilled(plate, 1.0, numbers.SCREW_MM)
    in_cover = drilled(cover, 1.0, numbers.SCREW_MM + 0.4)
    rounded = {(round(x, 1), round(y, 1)) for x, y in (*made.cover_screws, *made.hub_screws)}
    assert in_plate == rounded
    assert in_cover < in_plate
    inserts = drilled(hub, made.plate_z_mm - made.hub_z_mm - made.base_mm - 4.0, numbers.INSERT_MM)
    assert len(inserts) == 2 * seats
    lid = drilled(one(board, seats, "lid"), 1.5, numbers.SCREW_MM)
    assert {(x, -y) for x, y in lid} == inserts, "the lid is printed face down"


@each
def test_a_seat_has_its_four_buttons_within_the_top(board: str, seats: int) -> None:
    made, _ = table(board, seats)
    panel, top = one(board, seats, "panel"), one(board, seats, "top")
    assert len(drilled(panel, 1.0, BUTTON_MM)) == 4
    assert len(drilled(panel, 1.0, PANEL_HOLES.drill_mm)) == 4
    assert len(drilled(top, made.top_mm - 2.0, 2.5)) == 4 * seats
    box = top.solid.bounding_box()
    for place in panel.places:
        placed = place(panel.solid).bounding_box()
        assert box[0] < placed[0] < placed[3] < box[3]
        assert box[1] < placed[1] < placed[4] < box[4]
    assert len(made.buttons()) == 4 * seats
    under = [place(panel.solid).project() for place in panel.places]
    assert not any((a ^ b).area() for a, b in combinations(under, 2))
    picture = CrossSection.square(made.display_mm, center=True)
    assert not any((panel ^ picture).area() for panel in under)


@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_go_clockwise_from_the_near_side(seats: int) -> None:
    near, left, far, right = seats_on_sides(seats)
    assert near + left + far + right == seats
    board = "mk2-8"
    rows = Design(seats, board).button_rows()
    angles = Counter[str]()
    turn = 0.0
    for ((x, y), _), ((next_x, next_y), _) in zip(rows, (*rows[1:], rows[0]), strict=True):
        cross = x * next_y - y * next_x
        angles["clockwise" if cross <= 1e-9 else "against"] += 1
        turn += hypot(x, y)
    assert angles["against"] == 0
    assert turn > 0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seats": 9, "board": "mk2-8"}, "seats 9: mk2-8 has 2 to 8"),
        ({"seats": 5, "board": "mk1"}, "seats 5: mk1 has 2 to 4"),
        ({"board": "mk3"}, "board mk3: name one of mk1, mk2, mk2-8"),
        ({"plate_mm": 1.0}, "plate_mm 1: give 3 to 8 mm"),
        ({"display_mm": (100.0, 300.0)}, "display across 100: give 300 to 1500 mm"),
    ],
)
def test_a_table_that_cannot_be_built_is_one_sentence(
    given: dict[str, object], sentence: str
) -> None:
    with pytest.raises(DesignError, match=sentence):
        Design(**given)  # type: ignore[arg-type]
