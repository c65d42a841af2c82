"""Hands that weigh otherwise than they were asked to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from console.hardware.station import BoardActors
from drivers.board import ChannelSpec
from drivers.events import Button, Gesture
from tests.console.hardware.conftest import Bench


@dataclass
class Clumsy:
    """Hands that do something else than they were asked to."""

    hands: BoardActors
    lay_otherwise: Callable[[ChannelSpec, float, int], None]

    def act(self, now_ns: int) -> None:
        self.hands.act(now_ns)

    def lay(self, channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        self.lay_otherwise(channel, weight_n, now_ns)

    def lift(self, now_ns: int) -> None:
        self.hands.lift(now_ns)

    def press(self, seat: int, button: Button, now_ns: int) -> None:
        self.hands.press(seat, button, now_ns)

    def touch(self, seat: int, gesture: Gesture, now_ns: int) -> None:
        self.hands.touch(seat, gesture, now_ns)

    def knock(self, now_ns: int) -> None:
        self.hands.knock(now_ns)

    def shining(self) -> tuple[int, ...]:
        return self.hands.shining()


def honest(bench: Bench) -> BoardActors:
    assert bench.station.hands is not None
    return bench.station.hands


def clumsy(bench: Bench, lay: Callable[[ChannelSpec, float, int], None]) -> None:
    bench.station = replace(bench.station, hands=Clumsy(honest(bench), lay))
