"""`khvatka sim record`: a kept match, written down as a scenario, goes the same way again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from console.cli import main
from console.store.log import DirectLog
from console.store.problems import StoreError
from console.store.schema import store_path
from console.trials.scenario.record import lateness_ns, record, scenario_of
from console.trials.scenario.run import prepare, run_file
from console.wiring.headless import play_match
from console.wiring.matches.stored import open_store
from console.wiring.setup import PlayOptions, make_setup
from drivers.errors import ConfigError
from drivers.times import SECOND
from host_sim.scenarios.form import Grab, Palm
from host_sim.scenarios.load import load_scenario
from host_sim.scenarios.write import toml_of


def test_a_recorded_match_goes_the_same_way_again(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    told = CliRunner().invoke(main, ["sim", "record", "--out", str(path), "--data", str(kept)])
    assert (told.exit_code, told.output.count(str(path))) == (0, 1)
    outcome = run_file(path)
    assert outcome.ok, outcome.failed


def test_people_who_let_the_table_wait_are_still_there_in_the_scenario(
    kept: Path, tmp_path: Path
) -> None:
    """A pause, and whoever says that they are here, are no actions of the match."""
    stored, path = open_store(kept).match(1), tmp_path / "slow.toml"
    header = replace(stored.header, started_ns=stored.header.started_ns - 70 * SECOND)
    actions = tuple(
        replace(made, action=made.action | {"t_us": made.action["t_us"] + 70_000_000})
        for made in stored.actions
    )
    scenario = scenario_of(replace(stored, header=header, actions=actions))
    path.write_bytes(toml_of(scenario).encode())
    outcome = run_file(path)
    assert outcome.ok, outcome.failed


@pytest.mark.parametrize(("margin_us", "laid_us"), [(2, 200), (399, 200), (401, 600), (900, 900)])
def test_what_was_on_the_brink_is_not_ruled_anew_by_another_table_s_noise(
    kept: Path, margin_us: int, laid_us: int
) -> None:
    """A dead heat of 0.399 ± 0.4 ms was a duel won in every second run, and then all went another
    way."""
    stored = open_store(kept).match(1)
    raced = next(v for v in stored.verdicts if len(v.contacts) == 2 and not v.sudden_death)
    first, second = raced.contacts
    second = replace(second, t_ns=first.t_ns + margin_us * 1000)
    margins_ns = 0, margin_us * 1000
    as_told = replace(raced, contacts=(first, second), margins_ns=margins_ns, expanded_ns=(0, 0))
    told = replace(as_told, expanded_ns=(0, 400_000))
    acts = [scenario_of(replace(stored, verdicts=(v,))).act for v in (told, as_told)]
    laid = [[a.delay_ms for a in each if isinstance(a, Grab | Palm)] for each in acts]
    assert laid[0][0] == laid[1][0], "the first came when it came"
    assert laid[0][1] - laid[1][1] == pytest.approx((laid_us - margin_us) / 1000, abs=0.002)


def test_of_three_in_doubt_each_keeps_their_place(kept: Path) -> None:
    stored = open_store(kept).match(1)
    raced = next(v for v in stored.verdicts if len(v.contacts) == 2 and not v.sudden_death)
    one = raced.contacts[0]
    margins_ns, expanded_ns = (0, 10_000, 290_000, 5_000_000), (0, 300_000, 300_000, 300_000)
    contacts = tuple(replace(one, t_ns=one.t_ns + margin_ns) for margin_ns in margins_ns)
    verdict = replace(raced, contacts=contacts, margins_ns=margins_ns, expanded_ns=expanded_ns)
    later_us = [later_ns // 1000 for later_ns in lateness_ns(verdict)]
    assert later_us == [0, 100 - 10, 200 - 290, 0]


def test_it_expects_every_verdict_and_the_result(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    record(1, path, kept)
    stored = open_store(kept).match(1)
    scenario, _ = load_scenario(path)
    verdicts = [e for e in scenario.expect if e.event == "verdict"]
    assert [e.where["kind"] for e in verdicts] == [v.kind for v in stored.verdicts]
    assert [e.event for e in scenario.expect][-1] == "result"
    assert len(verdicts) >= 3


def test_hands_keep_their_gesture_force_and_time(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    record(1, path, kept)
    stored = open_store(kept).match(1)
    scenario, _ = load_scenario(path)
    hands = [a for a in scenario.act if isinstance(a, Grab | Palm)]
    contacts = [c for v in stored.verdicts for c in v.contacts]
    assert [type(h).__name__.lower() for h in hands] == [c.gesture.value for c in contacts]
    for hand, contact in zip(hands, contacts, strict=True):
        knots = [*(hand.top or ()), *((isinstance(hand, Grab) and hand.under) or ())]
        assert max(newtons for _, newtons in knots) >= contact.peak_n * 0.8
        assert hand.after is not None


@pytest.mark.parametrize(
    ("seats", "hands"),
    [((0, 2, 1, 3), None), ((0, 3, 1, 2), [(0, 1), (3, 2)]), ((1, 3, 0, 2), [(1, 0), (3, 2)])],
)
def test_c30_where_two_had_their_hands_is_kept_if_they_chose_it(
    tmp_path: Path, seats: tuple[int, ...], hands: list[tuple[int, int]] | None
) -> None:
    log = DirectLog(store_path(tmp_path))
    asked = PlayOptions(players=2, seats=4, seed=2)
    play_match(make_setup(asked, all_simulated=True), log)
    log.close()
    stored = open_store(tmp_path).match(1)
    stored = replace(stored, header=replace(stored.header, seats=seats))
    scenario = scenario_of(stored)
    assert scenario.table.hands == hands
    path = tmp_path / "match.toml"
    path.write_text(toml_of(scenario), encoding="utf-8")
    trial = prepare(*load_scenario(path))
    trial.warm_up()
    match = trial.session.table.match
    assert match is not None
    assert match.seating.seats == seats


def test_a_match_of_which_nothing_came_is_no_scenario(kept: Path) -> None:
    stored = open_store(kept).match(1)
    with pytest.raises(StoreError, match="before anything was decided"):
        scenario_of(replace(stored, verdicts=(), result=None))


def test_a_sudden_death_that_others_false_starts_won_is_no_scenario(kept: Path) -> None:
    stored = open_store(kept).match(1)
    won = replace(stored.verdicts[0], contacts=(), margins_ns=(), expanded_ns=())
    won = replace(won, sudden_death=(0, 1))
    with pytest.raises(StoreError, match="without a touch"):
        scenario_of(replace(stored, verdicts=(won, *stored.verdicts[1:])))


def test_c30_hands_that_cannot_be_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "hands.toml"
    people = '["person", "empty", "person", "empty"]'
    path.write_text(
        f'about = "x"\nlength_ms = 10\n[table]\npeople = {people}\nhands = [[0, 2], [2, 3]]\n',
        encoding="utf-8",
    )
    with pytest.raises(ConfigError, match="hands"):
        prepare(*load_scenario(path))


def test_a_match_that_is_not_there_is_told(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="7"):
        record(7, tmp_path / "no.toml", kept)
    with pytest.raises(StoreError):
        record(None, tmp_path / "no.toml", tmp_path / "empty")


@pytest.mark.parametrize(
    ("header", "says"), [({"game": "ignis"}, "has none"), ({"board_info": None}, "is not kept")]
)
def test_why_a_match_is_no_scenario_is_told(kept: Path, header: dict[str, Any], says: str) -> None:
    stored = open_store(kept).match(1)
    with pytest.raises(StoreError, match=says):
        scenario_of(replace(stored, header=replace(stored.header, **header)))
