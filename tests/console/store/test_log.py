"""What is written while a match is played is there afterwards (ARCHITECTURE.md, principle 3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.cli.retelling import replay_json
from console.store.log import DirectLog, MatchLog
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.schema import default_data_dir, store_path
from console.store.writer import MatchWriter
from tests.console.store.matches import flip, header, same, verdict, window


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path / "data")


@pytest.fixture(params=[DirectLog, MatchWriter])
def log(request: pytest.FixtureRequest, path: Path) -> Iterator[MatchLog]:
    made = request.param(path)
    yield made
    made.close()


def played(log: MatchLog, actions: int = 3) -> int:
    """A match of some flips and one verdict with its samples."""
    match = log.begin(header())
    for n in range(actions):
        log.action(match, n, flip(n))
    log.verdict(match, verdict())
    log.samples(match, window())
    return match


def test_a_match_comes_back_as_it_was_played(log: MatchLog, path: Path) -> None:
    match = played(log)
    log.end(match, {"winners": [1], "best_seat": None})
    assert log.flush()
    stored = Store(path).match(match)
    assert stored.header == header()
    assert [(a.n, a.action) for a in stored.actions] == [(n, flip(n)) for n in range(3)]
    assert stored.verdicts == (verdict(),)
    assert len(stored.windows) == 1
    kept = stored.window(0)
    assert kept is not None
    assert same(kept, window())
    assert stored.window(1) is None
    assert stored.result == {"winners": [1], "best_seat": None}
    assert stored.ended is not None


def test_samples_are_shortened_before_they_are_packed(log: MatchLog, path: Path) -> None:
    match = log.begin(header())
    log.verdict(match, verdict())
    log.samples(match, window(), lambda given: window(given.verdict, scans=20))
    log.verdict(match, verdict(1))
    log.samples(match, window(1))
    assert log.flush()
    assert [len(w.t_ns) for w in Store(path).match(match).windows] == [20, len(window().t_ns)]


def test_matches_are_listed_newest_first(log: MatchLog, path: Path) -> None:
    first, second = played(log), played(log, 5)
    log.end(first, {"winners": [0, 3]})
    log.flush()
    newest, oldest = Store(path).matches()
    assert (newest.id, newest.actions, newest.duels, newest.finished) == (second, 5, 1, False)
    assert (oldest.id, oldest.winners, oldest.finished) == (first, (0, 3), True)
    assert (oldest.started, oldest.seats) == (header().started_wall, header().seats)


def test_the_list_counts_races_as_a_replay_numbers_them(log: MatchLog, path: Path) -> None:
    match = log.begin(header())
    for n, kind in enumerate(("duel_won", "special_won", "dead_heat", "false_grab")):
        log.verdict(match, verdict(n, kind))
    log.flush()
    replayed = replay_json(Store(path).match(match))
    assert Store(path).matches()[0].duels == sum('"duel":' in line for line in replayed) == 4


def test_a_match_being_played_is_not_offered(log: MatchLog, path: Path) -> None:
    match = played(log)
    log.flush()
    assert Store(path).unfinished() is None
    log.end(match, None)  # everybody left
    log.flush()
    offered = Store(path).unfinished()
    assert offered is not None
    assert (offered.id, offered.finished) == (match, False)


def test_a_resumed_match_is_played_on_and_no_longer_offered(log: MatchLog, path: Path) -> None:
    match = played(log)
    log.end(match, None)
    log.resume(match)
    log.action(match, 3, flip(3))
    log.flush()
    assert Store(path).unfinished() is None
    assert len(Store(path).match(match).actions) == 4


def test_closing_without_an_end_breaks_the_match_off(log: MatchLog, path: Path) -> None:
    match = played(log)
    log.close()
    offered = Store(path).unfinished()
    assert offered is not None
    assert offered.id == match


def test_a_declined_match_is_not_offered_again(log: MatchLog, path: Path) -> None:
    older, newer = played(log), played(log)
    log.decline(newer)
    log.close()
    store = Store(path)
    offered = store.unfinished()
    assert offered is not None
    assert offered.id == older
    assert [m.id for m in store.matches()] == [newer, older]


def test_a_match_without_an_action_is_not_worth_an_offer(log: MatchLog, path: Path) -> None:
    log.begin(header())
    log.close()
    assert Store(path).unfinished() is None


def test_c23_an_action_after_the_end_takes_the_end_back(log: MatchLog, path: Path) -> None:
    match = played(log)
    log.end(match, {"winners": [2]})
    log.action(match, 3, {"type": "contact", "hand": 1, "gesture": "grab", "t_us": 5})
    log.flush()
    stored = Store(path).match(match)
    assert stored.result is None
    assert len(stored.actions) == 4


def test_an_action_may_be_changed_by_its_giver_afterwards(log: MatchLog, path: Path) -> None:
    match = log.begin(header())
    action = flip(0)
    log.action(match, 0, action)
    action["hand"] = 99
    log.flush()
    assert Store(path).match(match).actions[0].action == flip(0)


def test_an_action_given_twice_is_told_and_ends_what_is_kept(log: MatchLog, path: Path) -> None:
    match = played(log)
    log.action(match, 2, flip(9))
    assert not log.flush()
    assert log.problem is not None
    assert f"match {match}" in str(log.problem.sentence)
    log.action(match, 3, flip(3))  # would follow a hole
    log.flush()
    assert len(Store(path).match(match).actions) == 3


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(-1e9, 1e9) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(), json_values, max_size=4)
any_action = objects.map(lambda action: {**action, "type": "any", "t_us": 1})


@settings(max_examples=20)  # each makes a store
@given(options=objects, actions=st.lists(any_action, max_size=5), seed=st.integers(0, 2**63 - 1))
def test_any_match_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    options: dict[str, Any],
    actions: list[dict[str, Any]],
    seed: int,
) -> None:
    path = store_path(tmp_path_factory.mktemp("any"))
    log = DirectLog(path)
    match = log.begin(header(options=options, seed=seed))
    for n, action in enumerate(actions):
        log.action(match, n, action)
    log.close()
    stored = Store(path).match(match)
    assert (stored.header.options, stored.header.seed) == (options, seed)
    assert [a.action for a in stored.actions] == actions


def test_a_long_headless_match_is_written_now_and_then(path: Path) -> None:
    log = DirectLog(path)
    match = log.begin(header())
    for n in range(2500):
        log.action(match, n, flip(n))
    assert len(Store(path).match(match).actions) == 2000
    log.close()
    assert len(Store(path).match(match).actions) == 2500


def test_nothing_is_opened_before_the_first_match(path: Path) -> None:
    log = MatchWriter(path)
    log.close()
    assert not path.parent.exists()


def test_a_closed_writer_takes_nothing(path: Path) -> None:
    log = MatchWriter(path)
    log.close()
    log.close()
    with pytest.raises(StoreError, match="is closed"):
        log.action(1, 0, flip(0))


def test_a_folder_without_a_store_holds_no_matches(path: Path) -> None:
    store = Store(path)
    assert store.matches() == []
    assert store.unfinished() is None
    with pytest.raises(StoreError, match="no match 7"):
        store.match(7)
    assert not path.parent.exists()


def test_the_data_folder_follows_the_desktop_s_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / "khvatka"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / ".local/share/khvatka"
    monkeypatch.setenv("KHVATKA_DATA", "table")
    assert default_data_dir() == tmp_path / ".local/share/khvatka"
    monkeypatch.setenv("KHVATKA_DATA", str(tmp_path / "table"))
    assert default_data_dir() == tmp_path / "table"
    assert store_path().name == "khvatka.sqlite3"
