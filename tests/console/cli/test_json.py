"""Every ``--json`` prints objects alone, a line each, with the keys that the guide tells."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest
from click.testing import CliRunner

from console.bench import levels, report
from console.bench.commands import CommandFigures
from console.bench.rules import IotaFigures, RulesFigures, Speed
from console.bots.registry import AGENTS
from console.cli import main
from console.guides import GUIDES
from console.hardware.texts import TextLine, line_json
from console.store.records import VerdictRecord
from console.trials.fairness import tables
from console.wiring.crash import bundle, crash_replay
from tests.console.bench.figures import CORE, DECODE, FRAMES, SPEED, START
from tests.console.bots.toys import Toy
from tests.console.cli.test_helping import commands

ROOT: Final = Path(__file__).parents[3]
TOLD: Final = GUIDES["json"].file("en").read_text(encoding="utf-8")
SCENARIO: Final = "host_sim/scenarios/library/c06_last_card_wins.toml"
LONG: Final = (
    *("bench levels", "event rehearse", "hw calibrate", "play", "sim fairness", "sim soak"),
    "sound reel",
)
RUNS: Final = (
    "play --headless --seed 3 --data {data}",
    "play --headless --seed 3 --game elements",
    "matches",
    "replay 1",
    "replay 2",
    "records",
    "sound reel {data}/reel.wav",
    "people list",
    "people add Новая",
    "people rename Owl Сова",
    "people forget Барсук --yes",
    "people rating",
    "event rehearse --players 5 --tables 2",
    "event new Вечер",
    "event status",
    "event export Вечер --out {data}/copy.kv",
    "event import {data}/evening.kv --database sqlite:///{data}/second.sqlite3",
    "service settings",
    "service settings get match.pace_ms",
    "service settings set table.sound off",
    "service settings reset --yes",
    "service profiles",
    "service pin",
    "service audits",
    "service hints",
    "service export {data}",
    "service about",
    "service reset audits --yes",
    "service reset records --yes",
    "hw check",
    "hw watch --seconds 1",
    "hw calibrate",
    "hw lights --seconds 0.1",
    f"sim run {SCENARIO}",
    "replay 1 --duel 1 --export {data}/duel.json",
    "sim record 1 --out {data}/match.toml",
    "sim soak --hours 0.02",
    "sim fairness --duels 5 --processes 1",
    "bench",
    "bench levels --game ignis --games 1",
)
LEAGUE: Final = {
    f"league {name}" for name in ("new", "admit", "expel", "status", "forget", "leave")
}
"""In ``test_league``."""
SERVES: Final = {"event serve", "event join", "league serve", "league join"}
"""Until they are ended; and what needs one that serves."""
APART: Final = {"hw flash", "service logs"} | LEAGUE | SERVES
"""Those two need a Pico and a journal: below."""
QUIET: Final = {"records", "people rating", "service hints"}
"""Of a table on which only simulated people have played there may be nothing to tell."""


def told_keys(command: str) -> set[str]:
    """What the table in the guide names in the row of a command."""
    for row in TOLD.splitlines():
        cells = row.split("|")
        if len(cells) != 5:
            continue
        names = re.findall(r"`([^`]+)`", cells[1])
        first, *others = names or [""]
        group = first.rsplit(" ", 1)[0]
        if command in (first, *(f"{group} {other}" for other in others)):
            return set(re.findall(r"`(\w+)`", cells[3]))
    raise AssertionError(f"json.md does not tell of {command}")


def objects(text: str) -> list[dict[str, Any]]:
    """The lines, each an object; no key is told twice, and what is no number is not written so."""

    def no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs)
        return dict(pairs)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    found = [
        json.loads(line, object_pairs_hook=no_twins, parse_constant=refuse)
        for line in text.splitlines()
    ]
    assert all(isinstance(each, dict) for each in found)
    assert text == "" or text.endswith("\n")
    return found


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


@pytest.fixture
def data(table: Path, tmp_path: Path) -> Path:
    """A copy of the table, to be changed."""
    return Path(shutil.copytree(table, tmp_path / "data"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures at once instead of minutes of measuring."""
    speed = Speed("iota", 1.5, 1.0, 2.0)
    parts: dict[str, report.Measures] = {
        "duel": {"core": lambda: [CORE]},
        "decode": {"decode": lambda: [DECODE]},
        "frames": {"frames": lambda: [FRAMES]},
        "speed": {"speed": lambda: [SPEED]},
        "rules": {
            "rules": lambda: [
                RulesFigures(1, (speed,), (), IotaFigures(1, 30, 1.5, 2.5, 3, 4), ("rlcard",))
            ]
        },
        "start": {
            "start": lambda: [START],
            "command": lambda: [CommandFigures("matches", 9, 1.5, 2.5)],
        },
    }
    assert parts.keys() == report.PARTS.keys()
    monkeypatch.setattr(report, "PARTS", parts)
    monkeypatch.setattr(levels, "PROCESSES", 1)
    monkeypatch.setitem(AGENTS, "ignis", Toy())
    monkeypatch.setattr(tables, "CELLS", tables.CELLS[::60])


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=pytest.mark.slow) if line.startswith(LONG) else line
        for line in RUNS
    ],
)
def test_objects_alone_are_printed(line: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KHVATKA_DATA", str(data))
    monkeypatch.chdir(ROOT)
    words = [word.format(data=data) for word in line.split()]
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.exit_code in ((0, 1) if "fairness" in line else (0,)), done.stderr
    assert done.stderr == ""
    found = objects(done.stdout)
    assert found or command_of(line) in QUIET
    known = told_keys("play --headless" if words[0] == "play" else command_of(line))
    if words[0] == "replay":
        known |= told_keys("matches") | told_keys("play --headless")
        known |= set(VerdictRecord.__dataclass_fields__)  # «its fields»
    if line == "bench":
        assert all(each["bench"] and each["figure"] for each in found)
    elif words[0] != "play":
        assert {key for each in found for key in each} <= known


def command_of(line: str) -> str:
    """The command's own words, as ``json.md`` has them."""
    words = line.split()
    if words[0] == "replay":
        return "replay MATCH"
    group = main.commands[words[0]]
    if isinstance(group, click.Group):
        return " ".join(words[:2])
    return "bench levels" if words[:2] == ["bench", "levels"] else words[0]


def test_every_command_is_tried_that_a_program_would_read() -> None:
    tried = {command_of(line).split(" M")[0] for line in RUNS} | APART
    without = set()
    for path in commands(main):
        command: click.Command = main
        for name in path:
            assert isinstance(command, click.Group)
            command = command.commands[name]
        if any(param.name == "as_json" for param in command.params):
            assert " ".join(path) in tried
        elif not isinstance(command, click.Group):
            without.add(" ".join(path))
    assert without == {"engine", "guide", "hw scope"}  # the one speaks JSON anyhow, the other draws


def test_a_crash_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash = bundle.Crash("ValueError", "so it is", ("console/a.py:3 f",))
    manifest = bundle.Manifest(
        when="2026-05-01",
        versions={"khvatka": "1"},
        crash=crash,
        complete=True,
        seed=1,
        board="mk1",
        real=False,
        seats=4,
        size=(800, 600),
    )
    monkeypatch.setattr(bundle, "read_bundle", lambda _: bundle.CrashBundle(manifest, ()))
    replay = crash_replay.CrashReplay(crash, 7, same=True)
    monkeypatch.setattr(crash_replay, "replay_crash", lambda _: replay)
    done = CliRunner().invoke(main, ["replay", "x.crash", "--json"])
    assert done.exit_code == 0
    (told,) = objects(done.stdout)
    assert set(told) == told_keys("replay FILE.crash") - {"type", "message", "trace"}
    assert (told["same"], told["lines"], told["crash"]["type"]) == (True, 7, "ValueError")


def test_the_journal_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (
        {"__REALTIME_TIMESTAMP": "1777777777123456", "PRIORITY": "3", "MESSAGE": "Стол"},
        {"__REALTIME_TIMESTAMP": "1777777778000000", "MESSAGE": [0xFF, 0x41]},
        {"__REALTIME_TIMESTAMP": "1777777779000000", "PRIORITY": "6", "MESSAGE": None},
    )
    (tmp_path / "lines").write_text("\n".join(map(json.dumps, entries)) + "\n")
    journal = tmp_path / "journalctl"
    journal.write_text(f'#!/bin/sh\ncase "$*" in *"--output json"*) cat {tmp_path}/lines;; esac\n')
    journal.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    told = objects(CliRunner().invoke(main, ["service", "logs", "--json"]).stdout)
    assert [set(each) for each in told] == 3 * [told_keys("service logs")]
    assert told[0] == {"time": "2026-05-03T03:09:37.123+00:00", "priority": 3, "text": "Стол"}
    assert (told[1]["priority"], told[1]["text"]) == (None, "\ufffdA")
    assert told[2]["text"] == ""


def test_a_step_of_flashing_as_json() -> None:
    line = TextLine("  The Pico at /dev/ttyACM0 …", "found", port="/dev/ttyACM0", program="1.2")
    (told,) = objects(line_json(line) + "\n")
    assert told == {
        "event": "found",
        "port": "/dev/ttyACM0",
        "program": "1.2",
        "text": "The Pico at /dev/ttyACM0 …",
    }
    assert set(told) <= told_keys("hw flash")


def test_units_stand_in_names_and_numbers_are_numbers(data: Path) -> None:
    told = objects(CliRunner().invoke(main, ["replay", "1", "--json", "--data", str(data)]).stdout)
    verdicts = [each for each in told if each["event"] == "verdict"]
    assert verdicts
    for verdict in verdicts:
        for key in ("t_ns", "shown_ns", "duel"):
            assert isinstance(verdict[key], int)
        assert verdict["same"] is True
    assert not {key for each in told for key in keys(each) if key in ("t", "time", "force")}
