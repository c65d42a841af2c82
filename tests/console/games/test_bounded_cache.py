"""What is worked out is kept, but not for ever."""

from __future__ import annotations

from console.games.bounded_cache import BoundedCache


class Squares(BoundedCache[int, int]):
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
