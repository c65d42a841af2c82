"""Whole matches in virtual time, from electricity to result, by the command that people type."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from console.cli import main
from console.games.chaos import play
from console.games.chaos.actions import parse_action
from console.screens import display
from console.store.reader import Store
from console.store.replay import redecide
from console.store.schema import store_path
from console.table.outputs import CardShown, Output
from console.wiring.headless import START_NS, play_match
from console.wiring.setup import PlayOptions, make_setup
from drivers.times import SECOND
from host_sim.keys import DEFAULT_FILE, load_keys


def played(*arguments: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(
        main, ["play", "--headless", "--json", *arguments], catch_exceptions=False
    )
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_match_begins_shows_cards_and_ends(players: int) -> None:
    lines = played("--players", str(players), "--seed", "11")
    assert lines[0]["event"] == "match"
    assert lines[0]["players"] == players
    assert lines[-1]["event"] == "result"
    assert lines[-1]["winners"]
    kinds = {line["event"] for line in lines}
    assert {"flip", "contact", "verdict"} <= kinds
    if players != 2:  # C33: two players need not have as many cards as they began with
        assert sum(lines[-1]["cards"]) <= 70


def test_a_match_is_over_once_nothing_earlier_can_arrive() -> None:
    setup = make_setup(PlayOptions(players=2, seed=1), all_simulated=True)
    flips: list[int] = []

    def keep(output: Output) -> None:
        if isinstance(output, CardShown):
            flips.append(output.t_ns)

    match, _ = play_match(setup, None, (keep,))
    # C23: until no hand from before the last card's end can be on its way, not until QUIET_NS.
    assert START_NS + match.sim_ns - flips[-1] < SECOND


def test_verdicts_order_contacts_by_touch_with_margins_and_uncertainty() -> None:
    lines = played("--players", "6", "--people", "expert", "--seed", "2")
    contacts = {(c["seat"], c["t_ns"]) for c in lines if c["event"] == "contact"}
    verdicts = [v for v in lines if v["event"] == "verdict" and v["order"]]
    assert verdicts
    for verdict in verdicts:
        times = [entry["t_ns"] for entry in verdict["order"]]
        assert times == sorted(times)
        first = verdict["order"][0]
        for entry in verdict["order"]:
            assert (entry["seat"], entry["t_ns"]) in contacts
            assert entry["uncertainty_ns"] > 0
            if not verdict["sudden_death"] and verdict["kind"] != "dead_heat":
                assert entry["margin_ns"] == entry["t_ns"] - first["t_ns"]


def test_same_seed_same_bytes_in_another_process() -> None:
    command = [sys.executable, "-m", "console", "play", "--headless", "--json", "--players", "4"]
    runs = [
        subprocess.run(
            [*command, "--seed", "9"],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count(b"\n") > 50


def test_another_seed_is_another_match() -> None:
    assert played("--players", "3", "--seed", "1") != played("--players", "3", "--seed", "2")


@pytest.mark.parametrize("board", ["pc-mk1", "pc"])
def test_both_reference_tables_play(board: str) -> None:
    lines = played("--players", "4", "--board", board, "--seed", "5")
    assert lines[-1]["event"] == "result"


def test_auto_and_classic_are_options_of_the_command() -> None:
    lines = played("--players", "3", "--auto", "--pace", "300", "--option", "last_card=classic")
    assert lines[0]["options"]["last_card"] == "classic"
    assert lines[-1]["winners"]


def test_a_stored_match_is_listed_rebuilt_and_judged_again(tmp_path: Path) -> None:
    lines = played("--players", "4", "--seed", "7", "--data", str(tmp_path))
    store = Store(store_path(tmp_path))
    (summary,) = store.matches()
    assert summary.finished
    assert list(summary.winners) == lines[-1]["winners"]
    stored = store.match(summary.id)
    state = play.new(4, stored.header.seed, stored.header.options)
    for kept in stored.actions:
        state = play.apply(state, parse_action(kept.action))[0]
    assert state.over
    assert list(state.winners) == lines[-1]["winners"]
    comparisons = redecide(stored)
    assert len(comparisons) == sum(1 for v in lines if v["event"] == "verdict" and v["order"])
    assert [c.differences for c in comparisons if not c.same] == []


def test_matches_and_replay_print_what_was_played(tmp_path: Path) -> None:
    played("--players", "3", "--seed", "7", "--data", str(tmp_path))
    runner = CliRunner()
    listed = runner.invoke(main, ["matches", "--data", str(tmp_path), "--lang", "en"])
    assert "3 players" in listed.stdout
    printed = runner.invoke(main, ["replay", "1", "--data", str(tmp_path), "--lang", "en"])
    assert printed.exit_code == 0
    assert "the stored samples give the same verdict" in printed.stdout
    as_json = runner.invoke(main, ["replay", "1", "--data", str(tmp_path), "--json"])
    verdicts = [v for v in map(json.loads, as_json.stdout.splitlines()) if v["event"] == "verdict"]
    assert verdicts
    assert all(v["same"] in (True, None) for v in verdicts)


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--headless", "--players", "9"],
        ["play", "--headless", "--people", "robot"],
        ["play", "--headless", "--config", "missing.toml"],
        ["play", "--headless", "--window"],
        ["play", "--json"],
        ["play", "--headless", "--keys", "keys.toml"],
        ["play", "--headless", "--open-hands"],
        ["play", "--headless", "--size", "huge"],
        ["replay", "77", "--data", "nowhere"],
        ["replay", "77", "--data", "nowhere", "--window"],
    ],
)
def test_bad_input_is_one_sentence_and_status_2(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("khvatka: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_a_display_without_the_libraries_for_it_names_them_and_the_line_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    """As a bare system in a terminal of another that has a desktop."""
    mocker.patch.object(display, "CLIENTS", (("DISPLAY", ("libnowhere.so.6",), "libnowhere6"),))
    mocker.patch("os.geteuid", return_value=1000)
    mocker.patch("shutil.which", return_value="/usr/bin/apt")
    line = ["play", "--seed", "4", "--data", str(tmp_path)]
    monkeypatch.setenv("DISPLAY", ":0")
    result = CliRunner().invoke(main, line)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "khvatka: there is a display, but not what a window on it needs:"
        " sudo apt install libnowhere6\n"
    )
    mocker.patch("shutil.which", return_value=None)
    assert "needs: install libnowhere.so.6" in CliRunner().invoke(main, line).stderr
    assert not [*tmp_path.iterdir()]


def test_without_a_display_a_match_is_played_and_pictures_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(
        main, ["play", "--lang", "en", "--seed", "4", "--data", str(tmp_path / "data")]
    )
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("There is no display")
    assert "Won: " in result.stdout
    assert "Phones" not in result.stdout
    names = {path.name for path in (tmp_path / "pictures").glob("*.png")}
    assert {"win.png", "end.png"} <= set(names)
    assert "verdict-duel-won.png" in names


def test_without_a_display_a_wrong_file_of_keys_is_told(tmp_path: Path) -> None:
    line = ("play", "--lang", "en", "--data", str(tmp_path / "data"), "--keys")
    result = CliRunner().invoke(main, [*line, str(tmp_path / "none.toml")])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "none.toml: cannot be read" in result.stderr
    assert not [*tmp_path.iterdir()]


def test_phones_without_a_display_are_told_that_they_need_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = ["play", "--phones", "--game", "iota", "--lang", "en", "--seed", "4"]
    result = CliRunner().invoke(main, [*line, "--data", str(tmp_path / "data")])
    assert result.exit_code == 0, result.stderr
    assert "Phones need a window, so none can join it." in result.stdout


def test_a_damaged_store_is_set_aside_and_the_match_is_kept(tmp_path: Path) -> None:
    store_path(tmp_path).write_bytes(b"these are not the bytes of a database " * 200)
    result = CliRunner().invoke(
        main, ["play", "--headless", "--players", "2", "--data", str(tmp_path)]
    )
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("khvatka: ") == 1
    assert "was damaged, or of another build, and now lies in" in result.stderr
    assert Store(store_path(tmp_path)).match(1).result is not None


def test_a_wrong_keys_file_is_told_without_a_window_too(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text("this is no TOML", encoding="utf-8")
    result = CliRunner().invoke(
        main, ["play", "--headless", "--lang", "en", "--keys", str(tmp_path / "keys.toml")]
    )
    assert result.exit_code == 2
    assert "keys.toml" in result.stderr


def test_keys_that_come_out_of_a_pipe_are_left_to_the_window(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    read, write = os.pipe()
    os.write(write, DEFAULT_FILE.read_bytes())
    os.close(write)
    mocker.patch("console.wiring.window.window.has_display", return_value=True)
    opened = mocker.patch(
        "console.wiring.window.window.play_in_window", side_effect=lambda *of: load_keys(of[2])
    )
    pipe = f"/dev/fd/{read}"
    result = CliRunner().invoke(main, ["play", "--keys", pipe, "--data", str(tmp_path)])
    os.close(read)
    assert (result.exit_code, opened.call_count) == (0, 1), result.stderr
