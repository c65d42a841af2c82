"""Every command that the README and the guides tell is one that there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from console.cli import main

ROOT = Path(__file__).parents[3]
GUIDES = (
    "README.md",
    "console/guides/events.md",
    "console/guides/events.ru.md",
    "console/guides/install.md",
    "console/guides/install.ru.md",
    "console/guides/phones.md",
    "console/guides/phones.ru.md",
    "console/guides/wiring.md",
    "console/guides/wiring.ru.md",
)
INSTALLED = "/opt/khvatka/current/bin/"
TOLD = re.compile(rf"(?:^|`|\$ |{INSTALLED})khvatka ([a-z][^`#\n]*)", re.MULTILINE)


def told(guide: str) -> list[str]:
    """The command lines of a guide, without the program's name."""
    return TOLD.findall((ROOT / guide).read_text(encoding="utf-8"))


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_told_has_that_name_and_these_options(guide: str) -> None:
    lines = told(guide)
    assert lines
    for line in lines:
        command: click.Command = main
        words = shlex.split(line)
        while isinstance(command, click.Group) and words and words[0] in command.commands:
            command = command.commands[words.pop(0)]
        assert command is not main, line
        assert not isinstance(command, click.Group) or words[:1] in ([], ["…"], ["--help"]), line
        known = {"--help"}
        params = command.get_params(click.Context(command))
        known |= {name for each in params for name in (*each.opts, *each.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= known, line


@pytest.mark.parametrize("guide", [guide for guide in GUIDES if "install" in guide])
def test_an_installed_table_has_a_short_command(guide: str) -> None:
    text = (ROOT / guide).read_text(encoding="utf-8")
    assert "\nkhvatka hw check\n" in text
    assert INSTALLED not in text
