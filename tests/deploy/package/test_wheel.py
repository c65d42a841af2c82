"""A wheel and an sdist hold all that the README's commands need, from whatever folder they are run.

Built and installed by the real tools in a clean environment, whose dependencies are those of the
one that tests.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.console.cli.test_guides import told

ROOT: Final = Path(__file__).parents[3]
LEFT_OUT: Final = (
    *(".git", ".venv", "build", "dist", "*.egg-info"),
    *("__pycache__", ".*_cache", ".hypothesis"),  # others write there meanwhile
)
Done = subprocess.CompletedProcess[str]

pytestmark = pytest.mark.slow

COMMANDS: Final = (
    ("play --headless --players 4 --people adult,expert --seed 7 --json", 0),
    ("play --data kept --headless --seed 1", 0),
    ("play --headless --game ignis --people level_1,level_1 --seed 1", 0),
    ("play --headless --config config.toml --seed 1", 0),
    ("play --board mk1", 2),  # no display here, and nobody to play
    ("matches --data kept", 0),
    ("service pin --data kept", 0),
    ("service logs", 0),
    ("replay 1 --data kept", 0),
    ("replay 1 --data kept --duel 1 --plot photo.svg", 0),
    ("replay 1 --data kept --duel 1 --export duel.json", 0),
    ("sim run duel.json c12_false_grab", 0),
    ("sim record 1 --data kept --out match.toml", 0),
    ("sim fairness --duels 20 --family smooth --processes 1 --out report", 0),
    ("people add Барсук", 0),
    ("records --game chaos", 0),
    ("service settings", 0),
    ("service hints --lang en", 0),
    ("guide", 0),
    ("guide wiring", 0),
    ("hw check", 0),
    ("hw check --board pc-mk1", 0),
    ("hw check --board mk1", 1),  # found, but it has no chip here
    ("hw watch --board pc-mk1 --seconds 0.2", 0),
    ("hw scope --board pc --picture scope.png --seconds 0.5", 0),
    ("hw lights --board pc --seconds 0.1", 0),
    ("hw calibrate --board pc-mk1", 0),
    ("hw flash", 2),  # no Pico is plugged in
    ("sound reel sounds.wav", 0),
    ("event rehearse --players 8 --tables 2 --seed 7", 0),  # what needs the extra is borrowed
    ("event status Friday", 2),  # there is none
    ("bench decode", 0),
    ("sim soak --hours 0.01", 0),
    ("engine", 0),
)
"""What the README tells, or as much of it as takes no time, with the status that it ends with."""

PACKAGES: Final = ("console", "drivers", "host_sim")
QUIETLY: Final = ("--quiet", "--no-index", "--no-compile")
"""Compiled is what is imported, when it first is."""


@dataclass(frozen=True, slots=True)
class Clean:
    """An environment with the wheel and nothing of the checkout, and a folder to be in."""

    folder: Path
    elsewhere: Path

    def run(self, *command: str, **environment: str) -> Done:
        """A command of its own ``bin``."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "KHVATKA"))}
        return subprocess.run(
            (self.folder / "bin" / command[0], *command[1:]),
            cwd=self.elsewhere,
            env={
                **kept,
                "XDG_DATA_HOME": str(self.elsewhere / "home"),
                "SDL_VIDEODRIVER": "dummy",
                **environment,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def pip(self, *arguments: str | Path) -> None:
        line = (sys.executable, "-m", "pip", "--python", self.folder / "bin/python", *arguments)
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def build(sources: Path, out: Path, *kinds: str) -> Path:
    """By `python -m build`, with the setuptools that is here."""
    line: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        *kinds,
        "--outdir",
        out,
        sources,
    ]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in another folder: builds leave things behind."""
    folder = tmp_path_factory.mktemp("sources") / "checkout"
    return Path(shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT)))


@pytest.fixture(scope="module")
def built(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An sdist, and the wheel that was made of that alone."""
    return build(sources, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    return wheel


@pytest.fixture
def clean(wheel: Path, tmp_path: Path) -> Clean:
    clean = Clean(tmp_path / "environment", tmp_path / "elsewhere")
    clean.elsewhere.mkdir()
    make = (sys.executable, "-m", "venv", "--without-pip", clean.folder)
    subprocess.run(make, check=True)
    scheme = {"base": str(clean.folder), "platbase": str(clean.folder)}
    site = Path(sysconfig.get_path("purelib", "venv", scheme))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    clean.pip("install", *QUIETLY, "--no-deps", wheel)
    return clean


@pytest.mark.complete
def test_an_sdist_gives_the_same_wheel_as_a_checkout(
    sources: Path, wheel: Path, tmp_path: Path
) -> None:
    (straight,) = build(sources, tmp_path, "--wheel").glob("*.whl")
    with zipfile.ZipFile(straight) as one, zipfile.ZipFile(wheel) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


def test_a_wheel_has_the_programs_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as zipped:
        assert {name.split("/")[0] for name in zipped.namelist()} == {
            "khvatka.py",
            "console",
            "drivers",
            "host_sim",
            "khvatka-0.1.0.dist-info",
        }


def test_an_sdist_is_a_checkout(sources: Path, built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as tar:
        held = {name.partition("/")[2] for name in tar.getnames()}
    here = {str(path.relative_to(sources)) for path in sources.rglob("*") if path.is_file()}
    made = (".", "build/", "khvatka.egg-info/")
    assert {path for path in here - held if not path.startswith(made)} == set()


def test_what_the_readme_installs_beside_it_is_known_to_the_wheel(wheel: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    extras = set(re.findall(r"(?:\.|whl)\[(\w+)\]", text)) | set(re.findall(r"`\[(\w+)\]`", text))
    assert extras == {"pi", "pi5", "flash", "phones", "events", "postgresql"}
    assert "khvatka[" not in text, "there is no khvatka on an index"
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read("khvatka-0.1.0.dist-info/METADATA").decode()
    assert extras <= set(re.findall(r"^Provides-Extra: (\w+)$", metadata, re.M))


def test_a_wheel_has_every_file_of_the_programs_packages(sources: Path, wheel: Path) -> None:
    files = (path for name in PACKAGES for path in (sources / name).rglob("*") if path.is_file())
    with zipfile.ZipFile(wheel) as zipped:
        held = {name for name in zipped.namelist() if name.startswith(PACKAGES)}
    assert held == {path.relative_to(sources).as_posix() for path in files}


@pytest.mark.parametrize(
    "commands",
    [
        [line for line in COMMANDS if line[0].split()[0] in ("replay", "guide", "sound")],
        pytest.param(COMMANDS, marks=pytest.mark.complete),
    ],
    ids=["some", "all"],
)
def test_every_command_of_the_readme_runs_from_another_folder(
    clean: Clean, commands: Sequence[tuple[str, int]]
) -> None:
    copied = clean.run("khvatka", "guide", "config")
    (clean.elsewhere / "config.toml").write_text(copied.stdout, encoding="utf-8")
    for command, status in (COMMANDS[1], *commands):
        done = clean.run("khvatka", *command.split())
        assert done.returncode == status, f"{command}: {done.stdout} {done.stderr}"
        assert "Traceback" not in done.stderr, command
    assert str(clean.folder) in clean.run("khvatka", "guide", "wiring", "--path").stdout


def test_no_command_of_the_readme_is_left_out() -> None:
    def named(line: str) -> tuple[str, ...]:
        words = line.split()
        return tuple(words[: 2 if words[0] in ("hw", "sim", "people", "service", "sound") else 1])

    assert {named(line) for line in told("README.md")} <= {named(line) for line, _ in COMMANDS}


# -- another distribution with our names -----------------------------------------------------------


def foreign(folder: Path, name: str, files: dict[str, str]) -> Path:
    """A real wheel of somebody else's, with these files."""
    wheel = folder / f"{name.replace('-', '_')}-1.0-py3-none-any.whl"
    info = f"{name.replace('-', '_')}-1.0.dist-info"
    contents = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    contents[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*contents, f"{info}/RECORD"])
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in contents.items():
            archive.writestr(path, text)
    return wheel


def test_another_distribution_over_ours_is_named_and_can_be_mended(
    clean: Clean, wheel: Path, tmp_path: Path
) -> None:
    """Whatever it writes over: ``tests/test_start.py``."""
    files = {"console/__init__.py": "", "console/cli/__init__.py": "def main(argument): ...\n"}
    clean.pip("install", *QUIETLY, foreign(tmp_path, "other-thing", files))
    sentences: Sequence[str] = refused(clean)
    assert "has been written over by other-thing: uninstall that" in sentences[0]
    clean.pip("uninstall", "--quiet", "--yes", "other-thing")
    assert "is missing: install Khvatka again" in refused(clean)[0]
    clean.pip("install", *QUIETLY, "--no-deps", "--force-reinstall", wheel)
    assert clean.run("khvatka", "--version").stdout == "khvatka, version 0.1.0\n"


def refused(clean: Clean) -> list[str]:
    done = clean.run("khvatka", "--version")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return [line]
