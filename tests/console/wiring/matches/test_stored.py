"""Matches that were played, watched again and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.store.reader import Store
from console.store.records import StoredMatch
from console.store.schema import store_path
from console.table.chaos.view import PlayView
from console.table.settings import Settings
from console.table.view import EndView
from console.wiring.matches.replay import LONGEST_WAIT_NS, steps
from console.wiring.matches.stored import Offers, offer, seating_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data")
    for players, seed in (("4", "7"), ("2", "8")):
        command = ["play", "--headless", "--players", players, "--seed", seed]
        result = CliRunner().invoke(main, [*command, "--data", str(path)])
        assert result.exit_code == 0, result.stderr
    return path


def stored(folder: Path, number: int) -> StoredMatch:
    return Store(store_path(folder)).match(number)


@pytest.mark.parametrize("number", [1, 2])
def test_a_match_is_shown_again_view_by_view_to_the_same_end(folder: Path, number: int) -> None:
    match = stored(folder, number)
    shown = list(steps(match, Settings()))
    last = shown[-1].view
    assert isinstance(last, EndView)
    assert match.result is not None
    winners = {
        p for row in last.ranking if row.winner for p in [seating_of(match).hand_at(row.seats[0])]
    }
    assert winners == set(match.result["winners"])
    counted = {seating_of(match).hand_at(row.seats[0]): row.numbers[1:] for row in last.ranking}
    figures = zip(match.result["duels_won"], match.result["false_grabs"], strict=True)
    assert counted == dict(enumerate(figures))
    assert sum(match.result["duels_won"]) > 0
    assert last.best is not None
    assert last.best.reaction_ns == match.result["best_reaction_ns"]
    plain = list(steps(match, Settings(photo_finish="asked")))
    assert len(plain) == len(match.actions) + 2
    assert all(0 <= step.after_ns <= LONGEST_WAIT_NS for step in plain)


def test_its_verdicts_carry_the_margins_that_were_measured(folder: Path) -> None:
    match = stored(folder, 1)
    views = [s.view for s in steps(match, Settings()) if isinstance(s.view, PlayView)]
    told = {v.verdict for v in views if v.verdict is not None}
    kept = [v for v in match.verdicts if v.action is not None]
    assert len(told) == len(kept)
    margins = {v.margin_ns for v in told if v.margin_ns is not None}
    assert margins == {v.margins_ns[1] for v in kept if len(v.margins_ns) > 1}


def test_c30_two_players_sit_again_where_they_sat(folder: Path) -> None:
    seating = seating_of(stored(folder, 2))
    assert seating.seats == (0, 2, 1, 3)
    assert seating.player_of == (0, 1, 0, 1)


def test_finished_matches_are_not_offered(folder: Path) -> None:
    assert offer(Store(store_path(folder)), Settings(), 4) is None


def test_a_damaged_store_is_told_and_offers_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_path(tmp_path).write_bytes(b"no database at all, and long enough to be read" * 30)
    assert Offers(Store(store_path(tmp_path)), 4).newest_or_say(Settings()) is None
    said = capsys.readouterr().err
    assert said.startswith("khvatka: ")
    assert said.count("\n") == 1


def test_replay_refuses_an_odd_speed(folder: Path) -> None:
    result = CliRunner().invoke(
        main, ["replay", "1", "--window", "--speed", "0", "--data", str(folder)]
    )
    assert result.exit_code == 2
    assert "--speed" in result.stderr
