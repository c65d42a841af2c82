"""``khvatka hw lights``: each lamp alone, and none at the end."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from console.hardware.lights import walk_lights
from drivers.boards.config import find_board
from drivers.errors import BoardError
from drivers.times import MS
from tests.console.hardware.conftest import Bench, Benches


def seen(bench: Bench) -> list[tuple[float, ...]]:
    return [levels for _, levels in bench.board.lamp_changes]


ONE_BY_ONE = [
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
    (0.0, 0.0, 0.0, 0.0),
]


@pytest.mark.parametrize("kind", ["mk1", "mk2"])
def test_each_lamp_shines_alone_and_its_seat_is_named(bench: Benches, kind: str) -> None:
    table = bench(kind)
    walk_lights(table.station, table.say, 500 * MS)
    assert seen(table) == ONE_BY_ONE
    assert [line.split(":")[0] for line in table.said[1:5]] == [
        f"Seat {number} shines" for number in (1, 2, 3, 4)
    ]
    first, second = (t_ns for t_ns, _ in list(table.board.lamp_changes)[1:3])
    assert second - first == pytest.approx(500 * MS, abs=15 * MS)


def test_ctrl_c_leaves_no_lamp_on(bench: Benches) -> None:
    table = bench()

    def say(line: str) -> None:
        if line.startswith("Seat 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        walk_lights(table.station, say, 500 * MS)
    assert seen(table) == [*ONE_BY_ONE[:2], ONE_BY_ONE[-1]]


def test_a_board_without_lamps_says_where_they_are_named(bench: Benches) -> None:
    mk1 = find_board("mk1")
    table = bench("mk1")
    station = replace(table.station, file=msgspec.structs.replace(mk1, lamps=None))
    with pytest.raises(BoardError, match=r"mk1 has no lamps: .*lamps\.lines"):
        walk_lights(station, table.say, 500 * MS)
