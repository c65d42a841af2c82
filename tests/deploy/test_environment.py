"""``make``'s virtual environment: made to a stamp, gone when it fails, mended by the line it tells.

Real make, real Pythons, a real pip; the project is a tiny one whose build needs no network. In real
Debian roots: ``fresh/``.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from console.i18n import SYSTEM, spoken

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"

ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = Path(sys.executable).resolve()
CATALOGUE: Final = "console/locale/ru/LC_MESSAGES/khvatka.po"
BACKEND: Final = """\
import os, signal, zipfile
from pathlib import Path

def get_requires_for_build_editable(settings=None):
    return []

def build_editable(folder, settings=None, metadata=None):
    if os.environ.get("HANG"):
        open("hangs", "w").close()
        signal.pause()
    if os.environ.get("FAIL"):
        raise SystemExit("no network")
    info = "khvatka-1.dist-info"
    files = {
        "told.py": "def main():\\n    print('played')\\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\\nName: khvatka\\nVersion: 1\\n"
            "Provides-Extra: dev\\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        f"{info}/entry_points.txt": "[console_scripts]\\nkhvatka = told:main\\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\\n" for name in [*files, f"{info}/RECORD"])
    name = "khvatka-1-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / name, "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name
"""
PROJECT: Final = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
COMMANDS: Final = (
    *("awk", "cat", "env", "find", "grep", "id", "make", "mkdir", "mv", "rm", "sed", "sh", "sort"),
    "touch",
)
"""All that is there of the system: no Python."""
APT: Final = """\
case $* in
*search*) echo 'python3.11-venv - environments'; echo 'python3.12-venv - environments' ;;
*show*) [ -n "$NO_LISTS" ] || echo "Package: $2" ;;
esac
"""
NO_ENSUREPIP: Final = f"""\
case $* in
*base_prefix*) echo "${{PREFIX:-/usr}}" ;;
*ensurepip*) exit 1 ;;
*) exec {PYTHON} "$@" ;;
esac
"""
COPIES: Final = f"""\
case "$1 $2" in
"-m venv")
    [ -e '{{made}}' ] || {{python}} -m venv '{{made}}'
    exec {shutil.which("cp")} -Rp '{{made}}' "$3" ;;
esac
exec {{python}} "$@"
"""
TOO_OLD: Final = "case $1 in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac"


@dataclass(frozen=True, slots=True)
class Checkout:
    """A tiny project with the real Makefile, the folder of all commands that there are, and where
    an environment lies that was made once for all."""

    folder: Path
    commands: Path
    made: Path

    def command(self, name: str, body: str) -> None:
        """A command that is not the system's."""
        (self.commands / name).unlink(missing_ok=True)
        (self.commands / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.commands / name).chmod(0o755)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        outer = ("PYTHON", "PIP_", "MAKE", "MFLAGS")  # `make test` may be what runs this
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(outer)}
        return subprocess.Popen(
            ("make", *arguments),
            cwd=self.folder,
            env={**inherited, "PATH": str(self.commands), "PIP_NO_INDEX": "1", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def make(self, *arguments: str, **environment: str) -> tuple[int, str]:
        """Status, and all that was said."""
        process = self.start(*arguments, **environment)
        said, _ = process.communicate()
        return process.returncode, said

    def python(self, name: str = "python3", body: str = "") -> None:
        """Install one: unless told otherwise the Python that tests, which copies an environment
        instead of making each anew."""
        self.command(name, body or COPIES.format(python=PYTHON, made=self.made))

    @property
    def environment(self) -> Path:
        return self.folder / ".venv"

    def plays(self) -> bool:
        return self.make("play")[1].endswith("played\n")


@pytest.fixture
def checkout(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """One whose folder has a name as people give them, and no Python yet."""
    folder = tmp_path / "Хватка, новая"
    (folder / "deploy").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copy(ROOT / "deploy/environment.sh", folder / "deploy")
    (folder / CATALOGUE).parent.mkdir(parents=True)
    shutil.copy(ROOT / CATALOGUE, folder / CATALOGUE)
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "backend.py").write_text(BACKEND)
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in COMMANDS:
        found = shutil.which(name)
        assert found is not None
        (commands / name).symlink_to(found)
    return Checkout(folder, commands, tmp_path_factory.getbasetemp() / "environment made once")


def sentence(said: str) -> str:
    """The one line that tells what is wrong."""
    (line,) = (line for line in said.splitlines() if line.startswith("khvatka: "))
    return line.removeprefix("khvatka: ")


# -- whole or not there ----------------------------------------------------------------------------


@pytest.mark.slow
def test_it_is_made_once_and_renewed_when_it_is_old(checkout: Checkout) -> None:
    checkout.python()
    status, said = checkout.make("play")
    assert status == 0
    assert "Installing" in said
    assert said.endswith("played\n")
    assert "Installing" not in checkout.make("play")[1]
    assert "Renewing" in checkout.make(".venv/installed-dev")[1]
    assert checkout.make(".venv/installed-dev") == (0, "")
    newer_ns = (checkout.environment / "installed").stat().st_mtime_ns + 1_000_000_000
    os.utime(checkout.folder / "pyproject.toml", ns=(newer_ns, newer_ns))
    nothing_goes_in = checkout.environment / "before"
    nothing_goes_in.touch()
    status, said = checkout.make("play")
    assert (status, sentence(said)) == (2, ".venv could not be renewed, for the reason above")
    nothing_goes_in.unlink()
    status, said = checkout.make("play", FAIL="1")
    assert status == 2
    assert "could not be renewed" in sentence(said)
    assert (checkout.environment / "bin/khvatka").exists(), "it may be played without the network"
    assert "Renewing" in checkout.make("play")[1]


@pytest.mark.slow
def test_a_copy_in_it_is_no_checkout(checkout: Checkout) -> None:
    """After `pip install .[phones]` there: what is pulled later would never be played."""
    checkout.python()
    assert checkout.plays()
    assert "Renewing" not in checkout.make("play")[1]
    (packages,) = checkout.environment.glob("lib/*/site-packages")
    (packages / "console").mkdir()
    assert "Renewing" not in checkout.make("play")[1]  # an empty folder that pip left behind
    (packages / "console/__init__.py").touch()
    assert "Renewing" in checkout.make("play")[1]


@pytest.mark.slow
def test_one_that_could_not_be_made_is_taken_away(checkout: Checkout) -> None:
    checkout.python()
    status, said = checkout.make("play", FAIL="1")
    assert status == 2
    assert "could not be installed" in sentence(said)
    assert not checkout.environment.exists()
    assert checkout.plays()


@pytest.mark.slow
@pytest.mark.parametrize("cut", [signal.SIGINT, signal.SIGKILL])
def test_one_that_was_broken_off_is_made_anew(checkout: Checkout, cut: signal.Signals) -> None:
    checkout.python()
    os.mkfifo(checkout.folder / "hangs")
    process = checkout.start("play", HANG="1")
    (checkout.folder / "hangs").read_text()  # pip is at work
    os.killpg(process.pid, cut)
    process.communicate()
    assert process.returncode != 0
    assert checkout.environment.exists() == (cut is signal.SIGKILL)
    assert checkout.plays()


@pytest.mark.slow
def test_a_half_made_one_is_made_anew(checkout: Checkout) -> None:
    """As `python3 -m venv` leaves it where ensurepip is missing."""
    checkout.python()
    (checkout.environment / "bin").mkdir(parents=True)
    (checkout.environment / "bin/python").symlink_to(PYTHON)
    assert checkout.plays()


@pytest.mark.slow
def test_one_whose_python_has_gone_and_one_that_was_moved_are_made_anew(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.python()
    assert checkout.plays()
    for name in ("python", "python3"):
        (checkout.environment / "bin" / name).unlink(missing_ok=True)
        (checkout.environment / "bin" / name).symlink_to(tmp_path / "gone")
    assert checkout.plays()
    moved = replace(checkout, folder=tmp_path / "elsewhere")
    checkout.folder.rename(moved.folder)
    assert moved.plays()


# -- what is missing is told, with the line that brings it -----------------------------------------


@pytest.fixture
def debian(checkout: Checkout) -> Checkout:
    """Package lists are there, and a user who may ask."""
    checkout.command("apt-cache", APT)
    checkout.command("id", "echo ${FAKE_ID:-1000}")
    checkout.command("sudo", "")
    return checkout


def refused(checkout: Checkout, *arguments: str, **environment: str) -> str:
    status, said = checkout.make("play", *arguments, **environment)
    assert status == 2
    assert not checkout.environment.exists()
    return sentence(said)


def test_without_a_python_the_package_is_named(debian: Checkout) -> None:
    assert refused(debian) == (
        "Python 3.11 or later is needed, and python3 is not here: sudo apt install python3-venv"
    )


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"LANG": "ru_RU.UTF-8"},
        {"LANG": "C.UTF-8"},
        {"LANG": "en_GB.UTF-8"},
        {"LANG": "de_DE.UTF-8"},
        {"LC_ALL": "POSIX", "LANG": "en_US"},
        {"LANGUAGE": "ru:en", "LC_ALL": "en_GB.UTF-8"},
        {"LANGUAGE": "de:ru", "LANG": "en_GB.UTF-8"},
        {"LANGUAGE": "C:", "LC_MESSAGES": "russian", "LANG": "ru"},
    ],
)
def test_it_speaks_the_language_that_the_program_would(
    debian: Checkout, environment: dict[str, str]
) -> None:
    asked = dict.fromkeys(("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"), "") | environment
    said = {
        "ru": "нужен Python 3.11 или новее, а python3 здесь нет: sudo apt install python3-venv",
        "en": "Python 3.11 or later is needed, and python3 is not here:"
        " sudo apt install python3-venv",
    }
    assert refused(debian, **asked) == said[spoken(SYSTEM, asked)]


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ({"FAKE_ID": "0"}, "apt install python3-venv"),
        ({"NO_LISTS": "1"}, "sudo apt update && sudo apt install python3-venv"),
        ({"NO_LISTS": "1", "FAKE_ID": "0"}, "apt update && apt install python3-venv"),
    ],
)
def test_the_line_is_for_whoever_types_it(
    debian: Checkout, environment: dict[str, str], line: str
) -> None:
    assert refused(debian, **environment).endswith(f": {line}")


def test_where_there_is_no_sudo_it_is_su(debian: Checkout) -> None:
    (debian.commands / "sudo").unlink()
    assert refused(debian).endswith(": su - -c 'apt install python3-venv'")


def test_where_there_is_no_apt_the_mend_is_told_without_it(debian: Checkout) -> None:
    (debian.commands / "apt-cache").unlink()
    assert refused(debian).endswith("install one, or name one by PYTHON=…")


@pytest.mark.slow
def test_a_python_that_is_too_old_and_the_newest_that_there_is(debian: Checkout) -> None:
    debian.python(body=TOO_OLD)
    assert refused(debian) == (
        "Python 3.11 or later is needed, and python3 is Python 3.9.2:"
        " sudo apt install python3.12-venv"
    )
    debian.python("python3.12")
    named = debian.commands / "python3"
    assert f"{named} is Python 3.9.2" in refused(debian, f"PYTHON={named}")
    assert debian.plays()


def test_a_system_that_has_none_new_enough_says_so(debian: Checkout) -> None:
    debian.python(body=TOO_OLD)
    debian.command("apt-cache", "")
    assert "this system does not have: install one by hand" in refused(debian)


@pytest.mark.slow
def test_a_python_without_venv_names_its_package(debian: Checkout) -> None:
    debian.python(body=NO_ENSUREPIP)
    assert refused(debian) == (
        "python3 comes without what makes virtual environments: sudo apt install python3-venv"
    )
    assert "name another one by PYTHON" in refused(debian, PREFIX="/opt/own")
    debian.python()
    assert debian.plays()
