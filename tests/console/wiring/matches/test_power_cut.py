"""The plug is pulled in the middle of a match: it is offered again exactly where it was, and is
played to its end (principle 3). Each game, by simulated people, on a disk that is cut."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from console.games.registry import GAMES
from console.store.boot import WELL, open_checked
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.schema import store_path
from console.table.board.match import BoardMatch
from console.table.chaos.match import ChaosMatch
from console.table.outputs import ActionDone, MatchBegun, MatchEnded, Output
from console.table.settings import Settings
from console.table.table import Table
from console.wiring.build import FAST, build
from console.wiring.headless import START_NS
from console.wiring.loop import VirtualDisplay
from console.wiring.matches.stored import offer
from console.wiring.setup import PlayOptions, Setup, make_setup
from drivers.clock import VirtualClock
from tests.console.store.cuts import CutPoint, cut_points, put
from tests.console.store.disk import Disk, Op, remembered

TURNS = {"chaos": 40, "elements": 25, "iota": 25, "ignis": 8}  # the cut comes before so many
LONGEST_NS = 3 * 3600 * 1_000_000_000


class CardLog(DirectLog):
    """Every action is synced before the next; the disk notes how many are acknowledged."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(store_path(disk.folder))
        self._disk = disk

    def action(self, match: int, n: int, action: dict[str, Any]) -> None:
        super().action(match, n, action)
        assert self.flush()
        self._disk.told(n + 1)


@dataclass
class Seen:
    """What the table told while it was played at."""

    begun: list[MatchBegun] = field(default_factory=list)
    actions: list[dict[str, Any]] = field(default_factory=list)
    ended: list[MatchEnded] = field(default_factory=list)

    def __call__(self, output: Output) -> None:
        match output:
            case MatchBegun():
                self.begun.append(output)
            case ActionDone(action):
                self.actions.append(action)
            case MatchEnded():
                self.ended.append(output)


def table_of(game: str) -> Setup:
    return make_setup(
        PlayOptions(settings={"match.game": game}, people="child,child", seed=3), all_simulated=True
    )


def cut_off(game: str, disk: Disk) -> Seen:
    """Play until so many actions are on the disk."""
    log, clock, seen = CardLog(disk), VirtualClock(START_NS), Seen()
    running = build(table_of(game), clock, VirtualDisplay(), log, (seen,), waking=FAST)
    running.table.begin(clock.now_ns())
    while len(seen.actions) < TURNS[game]:
        running.loop.turn()
        running.loop.wait()
        assert clock.now_ns() < LONGEST_NS
        assert not seen.ended
    log.close()
    running.board.close()
    return seen


def state_of(table: Table) -> Any:
    """The rules' state of the match on the table."""
    match = table.match
    if isinstance(match, ChaosMatch):
        return match.position.state
    assert isinstance(match, BoardMatch)
    return match.state


def by_the_rules(begun: MatchBegun, actions: list[dict[str, Any]]) -> Any:
    """The state that these actions lead to."""
    rules = GAMES[begun.game]
    state = rules.new(begun.players, begun.seed, begun.options)
    for action in actions:
        state, _ = rules.apply(state, rules.parse_action(action))
    return state


def in_the_middle(ops: list[Op], count: int) -> list[CutPoint]:
    """Some cuts after a match has begun to be played, a torn one among them."""
    picked = set(Random(5).sample(range(len(ops) // 2, len(ops) - 20), 8 * count))
    points = [p for p in cut_points(ops, Random(6), torn=1, only=picked.__contains__) if p.told]
    return Random(7).sample(points, count)


@pytest.mark.parametrize("game", TURNS)
def test_a_match_that_the_power_cut_is_taken_up_where_it_was_and_played_to_its_end(
    game: str, tmp_path: Path
) -> None:
    with remembered(tmp_path) as disk, pytest.MonkeyPatch.context() as patch:
        patch.setattr("console.store.log.own_mark", lambda: "1:0:the boot before")
        seen = cut_off(game, disk)
    setup = table_of(game)
    points = in_the_middle(disk.ops, 6)
    taken_up = 0
    for point in points:
        put(tmp_path, point)
        assert open_checked(tmp_path, lambda: datetime(2026, 5, 1, tzinfo=UTC)) == WELL
        stored = offer(Store(store_path(tmp_path)), Settings(), len(setup.who))
        assert stored is not None, point.label
        assert point.told is not None
        assert point.told <= len(stored.actions) <= point.told + 1, point.label
        taken_up = len(stored.actions)
        assert list(stored.actions) == seen.actions[:taken_up]
        clock, again = VirtualClock(START_NS), Seen()
        log = DirectLog(store_path(tmp_path))
        running = build(setup, clock, VirtualDisplay(), log, (again,), stored, waking=FAST)
        running.table.take_up(clock.now_ns())
        expected = by_the_rules(seen.begun[0], seen.actions[:taken_up])
        assert state_of(running.table) == expected, point.label
        while point is points[-1] and not again.ended:
            running.loop.turn()
            running.loop.wait()
            assert clock.now_ns() < LONGEST_NS
        log.close()
        running.board.close()
    (kept,) = Store(store_path(tmp_path)).matches()
    assert kept.finished
    stored_match = Store(store_path(tmp_path)).match(kept.id)
    assert [a.action for a in stored_match.actions] == (seen.actions[:taken_up] + again.actions)
    end = by_the_rules(seen.begun[0], [a.action for a in stored_match.actions])
    assert tuple(end.winners) == kept.winners == again.ended[-1].winners
