"""`khvatka sim run`: what is not as expected is told, first things first, with what happened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

import console.trials.scenario.run
from console.cli import main
from console.trials.scenario import outcomes
from console.trials.scenario.run import run_file
from drivers.debounce import DebounceConfig
from drivers.errors import ConfigError
from drivers.inputs import InputsConfig
from host_sim.scenarios.load import LIBRARY

DUEL = LIBRARY / "c07_first_grab_wins.toml"


def mutated(tmp_path: Path, name: str, old: str, new: str) -> Path:
    text = (LIBRARY / f"{name}.toml").read_text()
    assert old in text
    path = tmp_path / f"{name}.toml"
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize(
    ("name", "old", "new", "what"),
    [
        ("c07_first_grab_wins", "losers = [0]", "losers = [2]", "expected verdict"),
        ("c07_first_grab_wins", "max = 26", "max = 24", "expected verdict"),
        ("c07_first_grab_wins", "delay_ms = 302", "delay_ms = 312", "± 2 ms, it happened at"),
        ("c07_first_grab_wins", '"pot.#" = 0', '"pot.#" = 1', "expected screen pot.# = 1, it is 0"),
        ("c07_first_grab_wins", '"Seat 2 wins', '"Seat 3 wins', "expected the screen to say"),
        ("c07_first_grab_wins", '["bright", "dim"', '["dim", "dim"', "expected lamp 0 to be dim"),
        ("c12_false_grab", "false_grab", "duel_won", "expected verdict"),
        ("gesture_brush_is_no_contact", "peak_n = 0.95", "peak_n = 5.0", "contact must not happen"),
        ("gesture_palms_of_all_in_order", "hands = [3, 1,", "hands = [1, 3,", "the last ones were"),
        ("fault_worn_button", "times = 1", "times = 2", "expected 2 times"),
    ],
)
def test_a_mutated_scenario_fails(tmp_path: Path, name: str, old: str, new: str, what: str) -> None:
    outcome = run_file(mutated(tmp_path, name, old, new))
    assert outcome.failed is not None
    assert what in outcome.failed.what
    assert outcome.line > 1
    assert outcome.context
    told = (outcome.failed.what, *outcome.context)
    assert not any("<" in line for line in told), "values are told as a file has them"


def test_a_broken_debounce_fails_where_a_button_bounces(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = InputsConfig(debounce=DebounceConfig(deaf_ns=0, quiet_release_ns=100_000))
    monkeypatch.setattr(console.trials.scenario.run, "InputsConfig", lambda **_: hasty)
    assert not run_file(LIBRARY / "fault_worn_button.toml").ok


def test_the_first_of_several_misses_is_told(tmp_path: Path) -> None:
    path = mutated(
        tmp_path, "c07_first_grab_wins", 'kind = "duel_won", seats', 'kind = "fell", seats'
    )
    path.write_text(path.read_text() + '\n[[never]]\nevent = "card"\n')
    failed = run_file(path).failed
    assert failed is not None
    assert failed.key == ("never", 0)


def test_an_exception_of_the_product_is_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr("console.table.table.Table.presented", burst)
    outcome = run_file(DUEL)
    assert outcome.failed is not None
    assert "of all things" in outcome.failed.what


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('pot = ["d1R"]', 'pot = ["z9R"]', "line 7, game.state: the cards are not exactly"),
        ("[game]", '[game]\nid = "ludo"', "line 6, game: match.game is 'ludo'"),
        ("[game]", "[game]\npace_ms = 1", "line 6, game: match.pace_ms is 1"),
        (
            "[game]",
            '[table]\npeople = ["person", "empty", "empty", "empty"]\n[game]',
            "line 7, table.people: so many people cannot play chaos",
        ),
    ],
)
def test_what_does_not_fit_the_game_is_a_fault_of_the_file(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    with pytest.raises(ConfigError) as told:
        run_file(mutated(tmp_path, "c07_first_grab_wins", old, new))
    assert says in str(told.value)


def test_same_file_same_story() -> None:
    first, second = run_file(DUEL), run_file(DUEL)
    assert first.failed == second.failed
    assert first.simulated_ns == second.simulated_ns


def test_command_line_prints_a_line_each_and_the_status(tmp_path: Path) -> None:
    wrong = mutated(tmp_path, "c07_first_grab_wins", "losers = [0]", "losers = [2]")
    good = CliRunner().invoke(main, ["sim", "run", str(DUEL), "--lang", "en"])
    assert good.exit_code == 0
    assert good.output.startswith("ok       c07_first_grab_wins  4.5 s of play")
    bad = CliRunner().invoke(main, ["sim", "run", str(DUEL), str(wrong), "--lang", "en"])
    assert bad.exit_code == 1
    assert "FAILED   c07_first_grab_wins" in bad.output
    assert f"{wrong}:31 expect[1]: expected verdict" in bad.output
    assert "1 of 2 as expected" in bad.output


def test_command_line_tells_json(tmp_path: Path) -> None:
    wrong = mutated(tmp_path, "c07_first_grab_wins", "losers = [0]", "losers = [2]")
    told = CliRunner().invoke(main, ["sim", "run", "--json", str(DUEL), str(wrong)])
    lines = [json.loads(line) for line in told.output.splitlines()]
    assert [line["ok"] for line in lines] == [True, False]
    assert lines[1]["failed"]["key"] == "expect[1]"
    assert lines[1]["failed"]["line"] == 31
    assert lines[1]["context"]


def test_command_line_refuses_a_faulty_file_with_status_2(tmp_path: Path) -> None:
    path = mutated(tmp_path, "c07_first_grab_wins", "seat = 0", "seat = 7")
    told = CliRunner().invoke(main, ["sim", "run", str(path)])
    assert told.exit_code == 2
    assert "act[1].seat" in told.stderr
    empty = CliRunner().invoke(main, ["sim", "run", str(tmp_path / "nothing")])
    assert empty.exit_code == 2


@pytest.mark.parametrize("named", [[], ["library"], ["c05_turn_passes_over_an_empty_stack"]])
def test_the_shipped_library_is_run_by_name_from_any_folder(
    named: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    nobody_looks_on = mocker.patch.object(outcomes, "_outcome", return_value=None)
    assert CliRunner().invoke(main, ["sim", "run", *named]).exit_code == 0
    first = min(LIBRARY.glob("*.toml"))
    nobody_looks_on.assert_called_once_with(first, None)
    everything = outcomes.scenario_files(map(Path, named or ["library"]))
    assert len([*everything]) == (1 if named == [first.stem] else len([*LIBRARY.iterdir()]))


def test_a_name_that_is_neither_file_nor_in_the_library_is_told_as_both() -> None:
    with pytest.raises(ConfigError, match="no file here and no scenario of the library"):
        list(outcomes.scenario_files([Path("nope")]))
    with pytest.raises(ConfigError, match="no file here and no scenario of the library"):
        list(outcomes.scenario_files([Path("nope.toml")]))
    somewhere = Path("some/where.toml")  # is told by whoever reads it
    assert [*outcomes.scenario_files([somewhere])] == [somewhere]


def test_a_file_of_the_librarys_name_is_given_by_its_path(tmp_path: Path) -> None:
    own = tmp_path / "library"
    own.mkdir()
    (own / "mine.toml").touch()
    assert [*outcomes.scenario_files([own])] == [own / "mine.toml"]
