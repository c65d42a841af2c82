"""The shell completes games, seats, settings, people, boards and matches: by the protocol, and in
bash itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main


def completed(line: str, data: Path, shell: str = "bash") -> list[str]:
    """What is offered for the last word of ``line``, as the shell's own function asks for it."""
    words = line.split(" ")
    asked = "\n".join(words) if shell == "bash" else line
    done = CliRunner().invoke(
        main,
        prog_name="khvatka",
        env={
            "KHVATKA_DATA": str(data),
            "_KHVATKA_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": asked,
            "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1),
        },
    )
    assert (done.exit_code, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("khvatka p", ["people", "play"]),
        ("khvatka people f", ["forget"]),
        ("khvatka play --game i", ["ignis", "iota"]),
        ("khvatka records --game c", ["chaos"]),
        ("khvatka bench levels --game e", ["elements"]),
        ("khvatka play --seats ", list("2345678")),
        ("khvatka play --people person,ex", ["person,expert"]),
        ("khvatka play --option last_card=c", ["last_card=classic"]),
        ("khvatka play --game ignis --option ed", ["edge=full", "edge=sparse"]),
        ("khvatka play --option tar", ["target="]),
        ("khvatka play --lang ", ["ru", "en"]),
        ("khvatka service settings s", ["set"]),
        ("khvatka service settings get match.pa", ["match.pace_ms"]),
        ("khvatka service settings set table.language ", ["system", "ru", "en"]),
        ("khvatka service settings set table.sound ", ["on", "off"]),
        ("khvatka service settings set match.pace_ms ", ["300", "5000"]),
        ("khvatka service settings set no.such ", []),
        ("khvatka service reset a", ["audits"]),
        ("khvatka people forget а", [r"Анна\\ Мария"]),
        ("khvatka people rename ow", ["Owl"]),
        ("khvatka bench st", ["start"]),
        ("khvatka guide w", ["wiring"]),
        ("khvatka replay 1 --duel 1", ["1"]),
        ("khvatka sim record ", ["2", "1"]),
        ("khvatka sim fairness --family tw", ["two-stage"]),
        ("khvatka sim fairness --table s", ["spikes", "swapped", "saturated"]),
    ],
)
def test_what_can_come_is_offered(line: str, offered: list[str], table: Path) -> None:
    found = [entry.split(",", 1) for entry in completed(line, table)]
    assert {kind for kind, _ in found} <= {"plain"}
    values = [value for _, value in found]
    assert values[: len(offered)] == offered
    assert values == offered or line.endswith("--duel 1")


@pytest.mark.parametrize(
    "line", ["khvatka replay ", "khvatka hw check --board mk", "khvatka sim run c06"]
)
def test_a_file_may_come_as_well_as_a_word(line: str, table: Path) -> None:
    first, *words = completed(line, table)
    assert first.startswith("file,")
    assert words


@pytest.mark.parametrize("line", ["khvatka play --config x", "khvatka service export x"])
def test_files_and_folders_are_the_shells(line: str, table: Path) -> None:
    kind = "dir" if "export" in line else "file"
    assert completed(line, table) == [f"{kind},x"]


def test_words_that_bash_parts_at_an_equals_sign(table: Path) -> None:
    """``--option edge=s`` are four words of bash's, and only the last is replaced."""
    asked = "khvatka play --game ignis --option edge = s"
    assert completed(asked, table) == ["plain,sparse"]
    assert completed("khvatka play --game ignis --option edge =", table) == [
        "plain,full",
        "plain,sparse",
    ]
    assert completed("khvatka play --game = io", table) == ["plain,iota"]


def test_other_shells_get_words_of_help_too(table: Path) -> None:
    told = completed("khvatka sim record ", table, "fish")
    assert told[0].startswith("plain,2\t20")
    assert told[0].endswith("Ignis")
    zsh = completed("khvatka service settings get sound.mo", table, "zsh")
    assert zsh[:3] == ["plain", "sound.moves", "Volume of play"]


@pytest.mark.parametrize(
    "line", ["khvatka people forget ", "khvatka replay ", "khvatka sim record "]
)
def test_a_damaged_store_offers_nothing_and_says_nothing(line: str, tmp_path: Path) -> None:
    (tmp_path / "khvatka.sqlite3").write_bytes(b"nothing of the kind" * 100)
    assert all(entry.startswith("file,") for entry in completed(line, tmp_path))


BASH = r"""
set -e
cd "$1"
eval "$(_KHVATKA_COMPLETE=bash_source khvatka)"
ask() {
    COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _khvatka_completion khvatka "${@: -1}" "${@: -2:1}" 2> /dev/null
    printf '%s|' "${COMPREPLY[@]}"
    echo
}
complete -p khvatka
ask khvatka service settings set table.colours ''
ask khvatka people forget А
ask khvatka play --game i
ask khvatka play --option edge = f
"""


@pytest.mark.slow
def test_in_bash_itself(table: Path, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    command = tmp_path / "khvatka"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m console "$@"\n')
    command.chmod(0o755)
    done = subprocess.run(
        [bash, "--norc", "-c", BASH, "bash", str(tmp_path)],
        env={
            **os.environ,
            "KHVATKA_DATA": str(table),
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "PYTHONPATH": str(Path(__file__).parents[3]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "complete -o nosort -F _khvatka_completion khvatka",
        "usual|safe|",
        r"Анна\ Мария|",
        "ignis|iota|",
        "full|",
    ]
