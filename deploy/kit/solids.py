"""The parts as solids, and where each of them is in the whole: millimetres.

A part is modelled as it lies on the bed or the cutter: its lower face at z = 0. Petals point along
+x; in the whole x goes right and y away from seat 1, and z = 0 is what the pad stands on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from manifold3d import CrossSection, JoinType, Manifold, OpType, set_circular_segments

from console.i18n import N_
from deploy.kit.design import (
    BUTTON_MM,
    BUTTON_STEP_MM,
    CONVERTER_HOLES,
    GRIP_MM,
    INSERT_MM,
    LEAST_WALL_MM,
    MAGNET_DEEP_MM,
    MAGNET_MM,
    PAD_DISC_MM,
    PAD_HOLES,
    PANE_EDGE_MM,
    PANE_MM,
    PANEL_HOLES,
    PANEL_MM,
    PANEL_ROW_MM,
    PCB_MM,
    PI_EDGES,
    PI_HOLES,
    REED_MM,
    RING_MM,
    SCREW_MM,
    SPACER_MM,
    Design,
    Holes,
    Point,
    header_bosses,
)

set_circular_segments(96)
Place = Callable[[Manifold], Manifold]
FIT_MM: Final = 0.25
"""Room around what slides into a print."""
LID_MM: Final = 4.0
DECK_MM: Final = 10.0
"""What the plates lie on, above the board's room."""
BOARD_UP_MM, BOARD_MM = 2.5, 1.6
"""The pad's board above the hub's floor: its wires' ends need room; its thickness."""
LED_SLOT_MM: Final = 136.0, 11.0
TRAY_MM: Final = 210.0, 140.0, 46.0
WALL_MM: Final = 3.0
ARM_MM, BEAM_MM, PAN_MM = 62.0, 8.0, 40.0


PRINTED: Final = N_("PETG")


@dataclass(frozen=True, slots=True)
class KitPart:
    """``name`` and ``material`` are message ids. ``places``: where each piece is in the whole;
    none for a tool beside it."""

    key: str
    name: str
    material: str
    solid: Manifold
    places: tuple[Place, ...] = ()

    @property
    def cut(self) -> bool:
        """From a plate, not printed?"""
        return self.material != PRINTED

    @property
    def count(self) -> int:
        """How many a table has."""
        return max(1, len(self.places))


def parts(design: Design) -> tuple[KitPart, ...]:
    """Every part of a table, from the pad's petals to the weighing jig."""
    seats = range(design.seats)
    plates = tuple(_turned(design, seat, design.plate_z_mm) for seat in seats)
    above = design.plate_z_mm + design.plate_mm + design.sensor.thick_mm
    covers = tuple(
        _turned(design, seat, z) for seat in seats for z in (above + design.puck_mm, GRIP_MM)
    )
    pucks = tuple(
        _turned(design, seat, z) for seat in seats for z in (above, GRIP_MM + design.cover_mm)
    )
    panels = tuple(_at_seat(design, seat) for seat in seats)
    floor_at, hub_at = _lifted(design.hub_z_mm), _lifted(design.hub_z_mm + design.base_mm)
    lid_at = _flipped(design.plate_z_mm + design.plate_mm)
    floor = KitPart("base", N_("floor of the hub"), PRINTED, base(design), (floor_at,))
    plywood, acrylic = N_("plywood or acrylic"), N_("clear acrylic or polycarbonate")
    pane_at, top_at = _lifted(-PANE_MM), _lifted(-design.top_mm)
    return (
        KitPart("plate", N_("petal: plate"), plywood, plate(design), plates),
        KitPart("cover", N_("petal: cover"), plywood, cover(design), covers),
        KitPart("puck", N_("petal: puck"), PRINTED, puck(design), pucks),
        KitPart("hub", N_("hub"), PRINTED, hub(design), (hub_at,)),
        *((floor,) if design.base_mm else ()),
        KitPart("lid", N_("lid of the hub"), PRINTED, lid(design), (lid_at,)),
        KitPart("cradle", N_("cradle"), PRINTED, cradle(design), (_lifted(0.0),)),
        KitPart("pane", N_("pane above the display"), acrylic, pane(design), (pane_at,)),
        KitPart("top", N_("table top"), N_("plywood"), top(design), (top_at,)),
        KitPart("panel", N_("panel of a seat"), plywood, panel(design), panels),
        KitPart("tray", N_("box under the table"), PRINTED, tray(design), (_under(design),)),
        KitPart("stand", N_("weighing jig: stand"), PRINTED, stand()),
        KitPart("beam", N_("weighing jig: beam"), PRINTED, beam()),
    )


# The petal.


def plate(design: Design) -> Manifold:
    """From inside of the hub to the tip, with the holes of its covers and of the hub."""
    holes = _drilled((*design.cover_screws, *design.hub_screws), SCREW_MM)
    return (plate_outline(design) - holes).extrude(design.plate_mm)


def plate_outline(design: Design) -> CrossSection:
    """From inside of the hub to the tip."""
    inside = [design.hub_mm - 24.0 + step for step in range(27)]
    neck = [(radius, design.neck_width(radius)) for radius in inside]
    return _mirrored(neck + _leaf(design))


def cover(design: Design) -> Manifold:
    """Stiff, on the puck alone: its three screws go through with room, and hold it from above."""
    outline = cover_outline(design)
    return (outline - _drilled(design.cover_screws, SCREW_MM + 0.4)).extrude(design.cover_mm)


def cover_outline(design: Design) -> CrossSection:
    """The leaf alone, which hands touch."""
    return _mirrored(_leaf(design))


def puck(design: Design) -> Manifold:
    """As wide as the sensor feels."""
    disc = CrossSection.circle(design.sensor.active_mm / 2).translate((design.puck_at_mm, 0))
    return disc.extrude(design.puck_mm)


def _leaf(design: Design) -> list[Point]:
    """Half an edge from the hub to the round tip."""
    begin, edge = design.root_mm, []
    bend = design.tip_mm - design.half_width(design.tip_mm) * 0.8
    steps = 160
    for i in range(steps + 1):
        radius = begin + (design.tip_mm - begin) * i / steps
        half = design.half_width(radius)
        if radius > bend:
            half *= max(0.0, 1 - ((radius - bend) / (design.tip_mm - bend)) ** 2) ** 0.5
        edge.append((radius, half))
    return edge


# The pad's middle.


def hub(design: Design) -> Manifold:
    """Pockets for the plates above, the board's room below, a notch that turns it the right way.

    With a board in it, it is open below and has pillars that the board is clamped to; else it has
    its own floor.
    """
    top_z = design.plate_z_mm + design.plate_mm - design.hub_z_mm
    floor_z = MAGNET_DEEP_MM + LEAST_WALL_MM
    body = CrossSection.circle(design.hub_mm).extrude(top_z)
    seat_z = design.plate_z_mm - design.hub_z_mm
    deck_z = seat_z - DECK_MM
    away: list[Manifold] = []
    pocket = plate_outline(design).offset(FIT_MM, JoinType.Miter)
    tails = CrossSection.square((design.hub_mm, 8.0)).translate((8.0, -4.0))
    inserts = _drilled(design.hub_screws, INSERT_MM)
    for seat in range(design.seats):
        turn = _degrees(design, seat)
        away.append(_raised(pocket.rotate(turn), seat_z, top_z + 1))
        away.append(_raised(tails.rotate(turn), seat_z - 1.5, top_z))
        away.append(_raised(inserts.rotate(turn), seat_z - 8.0, top_z))
    between = 90.0 + 180.0 / design.seats
    cable = CrossSection.square((design.hub_mm + 2, 10.0)).translate((0.0, -5.0)).rotate(between)
    away.append(_raised(CrossSection.circle(20.0), floor_z, top_z + 1))
    away.append(_raised(_key(design, 0.6), -1.0, seat_z - 12.0))
    if not design.base_mm:
        room = CrossSection.square((26.0, 56.0), center=True)
        away.append(_raised(room ^ CrossSection.circle(design.hub_mm - 14), floor_z, deck_z))
        away.append(_raised(cable, floor_z, floor_z + 8.0))
        away += _magnet_and_reed(upper=True)
        return body - Manifold.batch_boolean(away, OpType.Add)
    pillars = _drilled(PAD_HOLES.centres, INSERT_MM + 4.0)
    held_z = design.base_mm + BOARD_UP_MM + BOARD_MM
    room = CrossSection.circle(PAD_DISC_MM / 2 + 1.0)
    away.append(_raised(room, -1.0, held_z))
    away.append(_raised(room - pillars, held_z - 0.5, deck_z))
    away.append(_raised(_drilled(PAD_HOLES.centres, INSERT_MM), held_z - 0.5, held_z + 8.0))
    outside = CrossSection.circle(design.hub_mm + 3) - CrossSection.circle(PAD_DISC_MM / 2)
    away.append(_raised(cable ^ outside, -1.0, held_z + 8.0))
    solid = body - Manifold.batch_boolean(away, OpType.Add)
    return solid.trim_by_plane((0, 0, 1), design.base_mm).translate((0, 0, -design.base_mm))


def base(design: Design) -> Manifold:
    """The hub's floor: the board stands on its bosses, four screws clamp both to the hub."""
    thick = design.base_mm
    body = CrossSection.circle(design.hub_mm).extrude(thick)
    body += _raised(_drilled(PAD_HOLES.centres, 7.0), thick - 0.5, thick + BOARD_UP_MM)
    away = [
        _raised(_drilled(PAD_HOLES.centres, SCREW_MM), -1.0, thick + BOARD_UP_MM + 1),
        _raised(_drilled(PAD_HOLES.centres, 6.2), -1.0, 2.4),
        _raised(_key(design, 0.6), -1.0, thick + 1),
        *_magnet_and_reed(upper=True),
    ]
    return body - Manifold.batch_boolean(away, OpType.Add)


def lid(design: Design) -> Manifold:
    """Clamps the plates; printed with its upper face down, which has the ring's groove."""
    disc = CrossSection.circle(design.hub_mm)
    screws = CrossSection.batch_boolean(
        [
            _drilled(design.hub_screws, SCREW_MM).rotate(-_degrees(design, seat))
            for seat in range(design.seats)
        ],
        OpType.Add,
    )
    body = (disc - screws).extrude(LID_MM)
    away = []
    tails = CrossSection.square((design.hub_mm, 8.0)).translate((8.0, -4.0))
    for seat in range(design.seats):
        away.append(_raised(tails.rotate(-_degrees(design, seat)), LID_MM - 1.0, LID_MM + 1))
    if design.board != "mk1":
        away.append(_raised(CrossSection.circle(RING_MM / 2), -1.0, 1.2))
        away.append(_raised(CrossSection.circle(3.0).translate((10.0, 0.0)), -1.0, LID_MM + 1))
    return body - Manifold.batch_boolean(away, OpType.Add)


def cradle(design: Design) -> Manifold:
    """Holds the hub by 5 mm, so that a knock throws it off."""
    rim = CrossSection.circle(design.hub_mm + 8.0).extrude(design.cradle_mm)
    bowl = CrossSection.circle(design.hub_mm + 0.5) - _key(design, 0.0)
    between = 90.0 + 180.0 / design.seats
    cable = CrossSection.square((30.0, 12.0)).translate((design.hub_mm - 4, -6.0)).rotate(between)
    screws = _drilled(
        [(16 * cos(radians(a)), 16 * sin(radians(a))) for a in (90, 210, 330)], SCREW_MM
    )
    away = [
        _raised(bowl, design.hub_z_mm, design.cradle_mm + 1),
        _raised(cable, design.hub_z_mm, design.cradle_mm + 1),
        _raised(screws, -1.0, design.cradle_mm),
        *_magnet_and_reed(upper=False),
    ]
    return rim - Manifold.batch_boolean(away, OpType.Add)


def _key(design: Design, room: float) -> CrossSection:
    """What keeps the hub from standing in its cradle turned: at the cable's other side."""
    tab = CrossSection.square((6.0 + room, 5.0 + 2 * room))
    tab = tab.translate((design.hub_mm - 3.0 - room, -2.5 - room))
    return tab.rotate(270.0 + 180.0 / design.seats)


def _magnet_and_reed(*, upper: bool) -> list[Manifold]:
    """Pockets from below: on one side the magnet in the hub and the reed in the cradle (mk1), on
    the other the reed in the hub and the magnet in the cradle (mk2)."""
    at = 34.0
    magnet_x, reed_x = (at, -at) if upper else (-at, at)
    magnet = CrossSection.circle(MAGNET_MM / 2).translate((magnet_x, 0.0))
    long, wide, deep = REED_MM
    reed = CrossSection.square((wide, long), center=True).translate((reed_x, 0.0))
    return [_raised(magnet, -1.0, MAGNET_DEEP_MM), _raised(reed, -1.0, deep)]


# The table.


def pane(design: Design) -> Manifold:
    """The glass over the display, with its edges to lie on."""
    across, along = design.display_mm
    return _rounded(across + 2 * PANE_EDGE_MM - 1, along + 2 * PANE_EDGE_MM - 1, 6.0).extrude(
        PANE_MM
    )


def top(design: Design) -> Manifold:
    """A window for the picture, a rebate for the pane, for each seat a window and its screws."""
    across, along = design.display_mm
    outline = _rounded(*design.top_size_mm, 40.0)
    away = [
        _raised(_rounded(across, along, 4.0), -1.0, design.top_mm + 1),
        _raised(
            _rounded(across + 2 * PANE_EDGE_MM, along + 2 * PANE_EDGE_MM, 6.0),
            design.top_mm - PANE_MM,
            design.top_mm + 1,
        ),
    ]
    for seat in range(design.seats):
        window = _rounded(PANEL_MM[0] - 28.0, PANEL_MM[1] - 18.0, 5.0).extrude(design.top_mm + 2)
        screws = _pattern(Holes("", PANEL_HOLES.centres, 2.5)).extrude(10.0)
        place = _at_seat(design, seat)
        away.append(place(window).translate((0, 0, -1.0)))
        away.append(place(screws).translate((0, 0, design.top_mm - 9.0)))
    return outline.extrude(design.top_mm) - Manifold.batch_boolean(away, OpType.Add)


def panel(design: Design) -> Manifold:
    """Four buttons in a row; above them the seat's light: a lamp (mk1) or eight pixels."""
    outline = _rounded(PANEL_MM[0], PANEL_MM[1], 8.0)
    row = [(BUTTON_STEP_MM * (i - 1.5), PANEL_ROW_MM) for i in range(4)]
    if design.board == "mk1":
        light = CrossSection.circle(4.1).translate((0.0, 16.0))
    else:
        light = CrossSection.square(LED_SLOT_MM, center=True).translate((0.0, 16.0))
    return (outline - _drilled(row, BUTTON_MM) - _pattern(PANEL_HOLES) - light).extrude(PANEL_MM[2])


def tray(design: Design) -> Manifold:
    """Open towards the table's lower side, which it is screwed to; the Pi stands on four bosses,
    its USB at the left wall; on two high ones the header's board, on its own the converter's."""
    across, along, high = TRAY_MM
    outer = _rounded(across, along, 8.0)
    inner = _rounded(across - 2 * WALL_MM, along - 2 * WALL_MM, 5.0)
    body = outer.extrude(high) - _raised(inner, WALL_MM, high + 1)
    eyes = [(side * (across / 2 + 7), y) for side, y in EARS]
    ears = [_rounded(18.0, 18.0, 6.0).translate((x - x / abs(x) * 2, y)) for x, y in eyes]
    body += _raised(CrossSection.batch_boolean(ears, OpType.Add) - inner, high - 6.0, high)
    drills = [_raised(_drilled(eyes, 4.5), high - 8.0, high + 1)]
    for centres, up in tray_bosses(design):
        feet = [_rounded(7.6, 7.6, 1.0).translate(centre) for centre in centres]
        foot = CrossSection.batch_boolean(feet, OpType.Add)
        body += _raised(foot, WALL_MM - 0.5, WALL_MM + up)
        drills.append(_raised(_drilled(centres, PI_HOLES.drill_mm), -1.0, high))
    slots = [
        CrossSection.square((3.0, 44.0), center=True).translate((x, 38.0)) for x in range(20, 90, 9)
    ]
    drills.append(_raised(CrossSection.batch_boolean(slots, OpType.Add), -1.0, WALL_MM + 1))
    gate = Manifold.cube((100.0, 20.0, 14.0), center=True)  # the seats' cables
    drills.append(gate.translate((-30.0, -along / 2, high - 12.0)))
    for size, at in PI_GATES:
        window = _rounded(*size, 1.0).translate(at)
        drills.append(_raised(window, WALL_MM + PI_UP_MM, high + 1))
    return body - Manifold.batch_boolean(drills, OpType.Add)


EARS: Final = ((-1, -50.0), (-1, 0.0), (1, -50.0), (1, 50.0))
"""Which side, and where along it."""
PI_UP_MM: Final = 5.0
PI_AT_MM: Final = (
    -TRAY_MM[0] / 2 + WALL_MM + 1.0 + PI_EDGES[1],
    TRAY_MM[1] / 2 - WALL_MM - 2.5 - PI_EDGES[2],
)
"""The middle of the Pi's holes in the tray. It is turned by half: its USB at the left wall, its
supply at the far one, its header towards the tray's middle."""
PI_GATES: Final = (
    ((16.0, 55.0), (-TRAY_MM[0] / 2, PI_AT_MM[1])),
    ((58.0, 16.0), (PI_AT_MM[0] + 1.0, TRAY_MM[1] / 2)),
)
"""Windows in the walls, to the rim: USB and network; supply and displays."""
CONVERTER_AT_MM: Final = 62.0, -25.0


def tray_bosses(design: Design) -> tuple[tuple[tuple[Point, ...], float], ...]:
    """What stands on the tray's floor: centres, and how high."""
    x, y = PI_AT_MM
    pi = tuple((x + a, y + b) for a, b in PI_HOLES.centres)
    header = tuple((x - a, y - b) for a, b in header_bosses())
    found = [(pi, PI_UP_MM), (header, PI_UP_MM + PCB_MM + SPACER_MM)]
    if not design.base_mm:
        cx, cy = CONVERTER_AT_MM
        found.append((tuple((cx + a, cy + b) for a, b in CONVERTER_HOLES.centres), PI_UP_MM))
    return tuple(found)


# The weighing jig: a beam with two arms of one length; a weight on one end presses a lower cover up
# with the other.


def stand() -> Manifold:
    """A fork with an axle of 4 mm."""
    base = _rounded(60.0, 60.0, 6.0).extrude(4.0)
    for side in (-1, 1):
        cheek = Manifold.cube((16.0, 5.0, AXLE_Z_MM + 6.0), center=False)
        base += cheek.translate((-8.0, side * 9.5 - 2.5, 0.0))
    axle = Manifold.cylinder(60.0, 2.1).rotate((90, 0, 0)).translate((0, 30.0, AXLE_Z_MM))
    return base - axle


def beam() -> Manifold:
    """Two equal pans; on one of them the pin, printed as part of it."""
    bar = CrossSection.square((2 * ARM_MM, 10.0), center=True).extrude(BEAM_MM)
    for side in (-1, 1):
        bar += CrossSection.circle(PAN_MM / 2).translate((side * ARM_MM, 0.0)).extrude(4.0)
    pin_z = GRIP_MM - (AXLE_Z_MM - BEAM_MM / 2)
    pin = Manifold.cylinder(pin_z, 5.0, 2.5)
    axle = Manifold.cylinder(60.0, 2.3).rotate((90, 0, 0)).translate((0, 30.0, BEAM_MM / 2))
    return bar + pin.translate((-ARM_MM, 0.0, 0.0)) - axle


AXLE_Z_MM: Final = 18.0
"""The beam's middle above the table."""


def jig_places(design: Design) -> tuple[Place, Place]:
    """Stand and beam where they weigh the lower sensor of seat 1."""
    at = -(design.puck_at_mm + ARM_MM)
    return (
        lambda solid: solid.rotate((0, 0, 90)).translate((0.0, at, 0.0)),
        lambda solid: (
            solid.rotate((0, 0, 90)).mirror((0, 1, 0)).translate((0.0, at, AXLE_Z_MM - BEAM_MM / 2))
        ),
    )


# Places and shapes.


def _degrees(design: Design, seat: int) -> float:
    """Seat 1 is at -y; from above they go clockwise."""
    return -90.0 - 360.0 / design.seats * seat


def _turned(design: Design, seat: int, z: float) -> Place:
    return lambda solid: solid.rotate((0, 0, _degrees(design, seat))).translate((0, 0, z))


def _lifted(z: float) -> Place:
    return lambda solid: solid.translate((0, 0, z))


def _flipped(z: float) -> Place:
    return lambda solid: solid.rotate((180, 0, 0)).translate((0, 0, z + LID_MM))


def _at_seat(design: Design, seat: int) -> Place:
    (x, y), (dx, dy) = design.button_rows()[seat]
    turn = {(1.0, 0.0): 0, (0.0, -1.0): 270, (-1.0, 0.0): 180, (0.0, 1.0): 90}[dx, dy]
    shift = (-dy * -PANEL_ROW_MM + x, dx * -PANEL_ROW_MM + y)
    return lambda solid: solid.rotate((0, 0, turn)).translate((*shift, 0.0))


def _under(design: Design) -> Place:
    y = -design.display_mm[1] / 2 + TRAY_MM[1]
    return lambda solid: solid.translate((0.0, y, -design.top_mm - 60.0 - TRAY_MM[2]))


def _mirrored(edge: list[Point]) -> CrossSection:
    """An outline from its left half, x outwards."""
    right = [(x, -y) for x, y in edge]
    left = [(x, y) for x, y in reversed(edge)]
    return CrossSection([right + left])


def _drilled(centres: Iterable[Point], drill: float) -> CrossSection:
    return CrossSection.batch_boolean(
        [CrossSection.circle(drill / 2).translate(centre) for centre in centres], OpType.Add
    )


def _pattern(holes: Holes) -> CrossSection:
    return _drilled(holes.centres, holes.drill_mm)


def _rounded(across: float, along: float, radius: float) -> CrossSection:
    inner = CrossSection.square((across - 2 * radius, along - 2 * radius), center=True)
    return inner.offset(radius, JoinType.Round)


def _raised(section: CrossSection, low: float, high: float) -> Manifold:
    return section.extrude(high - low).translate((0, 0, low))
