"""What is worked out is kept, but not for ever."""

from __future__ import annotations

from console.bots.elements_odds import AT_MOST, UNIT, key_of
from console.games.remembered import Remembered


class Squares(Remembered[int, int]):
    most = 3

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def work_out(self, key: int) -> int:
        self.asked.append(key)
        return key * key


def test_a_value_is_worked_out_once() -> None:
    squares = Squares()
    assert [squares[n] for n in (4, 4, 5, 4)] == [16, 16, 25, 16]
    assert squares.asked == [4, 5]


def test_never_more_than_most() -> None:
    squares = Squares()
    for n in range(20):
        assert squares[n] == n * n
        assert len(squares) <= 3


def test_equal_shares_are_one_object() -> None:
    entry = AT_MOST[key_of(2 * UNIT[1] + UNIT[3], 2)]
    assert entry[0] == 0.0
    assert entry[-1] == 1.0
    assert len({id(share) for share in entry}) == len(set(entry))
