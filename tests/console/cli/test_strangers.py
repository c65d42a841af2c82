"""A data folder that the user may not look into: told, and never taken for an empty one."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from console.store.log import DirectLog
from console.store.schema import store_path
from tests.console.store.matches import flip, header

pytestmark = pytest.mark.slow

COMMANDS = (
    ["matches"],
    ["matches", "--json"],
    ["replay", "1"],
    ["records"],
    ["people", "list"],
    ["people", "forget"],
    ["service", "settings"],
    ["service", "audits"],
    ["sim", "record", "1", "--out", "match.toml"],
    ["replay", "1", "--duel", "1", "--export", "duel.json"],
)
_STRANGER = """
import json, os, sys
from click.testing import CliRunner
from console.cli import main

def said(command):
    ran = CliRunner().invoke(main, [*command, "--data", sys.argv[1]])
    return ran.exit_code, ran.stdout, ran.stderr

commands = json.loads(sys.argv[2])
for command in commands:
    said(command)  # as the owner: whatever is imported late is there by then
os.chmod(sys.argv[1], 0)
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
print(json.dumps([said(command) for command in commands]))
"""
"""Prints what the commands say to somebody else: status, output, complaints."""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    folder = tmp_path_factory.mktemp("closed")
    log = DirectLog(store_path(folder))
    log.action(log.begin(header()), 0, flip(0))
    log.close()
    try:
        ran = subprocess.run(
            [sys.executable, "-W", "error", "-c", _STRANGER, str(folder), json.dumps(COMMANDS)],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path_factory.mktemp("elsewhere"),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    finally:
        folder.chmod(0o700)
    found = (tuple(answer) for answer in json.loads(ran.stdout))
    return {" ".join(c): answer for c, answer in zip(COMMANDS, found, strict=True)}


@pytest.mark.parametrize("command", [" ".join(command) for command in COMMANDS])
def test_a_stranger_is_told_what_is_in_the_way(
    command: str, answers: dict[str, tuple[int, str, str]]
) -> None:
    status, output, complaint = answers[command]
    assert (status, output) == (2, "")
    assert "khvatka.sqlite3" in complaint
    assert complaint.count("\n") == 1
    assert "ermission denied" in complaint
