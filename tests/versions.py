"""``make versions``: the quick tests under every Python that is found here and that the classifiers
name, each in an environment of its own (``.venv-3.12.1``); a line for each, and what is missing.

Looked for are ``python3.11`` and its like on the PATH, and those that pyenv keeps.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final = ROOT / "pyproject.toml"
LOG: Final = "tests.log"
_CLASSIFIER: Final = re.compile(r"Programming Language :: Python :: (\d+\.\d+)")
_CLOSING: Final = re.compile(r"\d+ (passed|failed|errors?|skipped)\b.*")
_ASK: Final = "import platform; print(platform.python_version())"


def named() -> tuple[str, ...]:
    """The versions that the classifiers name, such as 3.12."""
    classifiers = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["classifiers"]
    found = (_CLASSIFIER.fullmatch(line) for line in classifiers)
    return tuple(match[1] for match in found if match)


def candidates(minor: str) -> Iterable[Path]:
    """Where a Python of this version may be."""
    for folder in os.get_exec_path():
        found = shutil.which(f"python{minor}", path=folder)
        if found is not None:
            yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob(f"versions/{minor}.*/bin/python{minor}"))


def version_of(python: Path) -> str | None:
    """Such as 3.12.1; None for what does not start, as a shim of pyenv's that stands for none."""
    asked = subprocess.run([python, "-c", _ASK], capture_output=True, text=True, check=False)
    return asked.stdout.strip() if asked.returncode == 0 else None


def pythons(minor: str) -> dict[str, Path]:
    """All that are here, by their whole version."""
    found = ((version_of(python), python) for python in candidates(minor))
    return {version: python for version, python in found if version is not None}


def environment(version: str, python: Path) -> Path:
    """Its environment, made anew when the project asks for something else than when it was made.

    Raises CalledProcessError; nothing half-made is left.
    """
    folder = ROOT / f".venv-{version}"
    stamp = folder / "installed"
    if stamp.exists() and stamp.stat().st_mtime > PROJECT.stat().st_mtime:
        return folder
    try:
        # Our own pip installs there: a Debian's Python may have none to give.
        _quietly([python, "-m", "venv", "--clear", "--without-pip", folder])
        into: list[str | Path] = ["--python", folder / "bin/python"]
        _quietly([sys.executable, "-m", "pip", *into, "install", "-e", ".[dev]"])
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    stamp.touch()
    return folder


def _quietly(command: Sequence[str | Path]) -> None:
    subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)


def quick_tests(folder: Path, jobs: str) -> tuple[bool, str]:
    """Whether all is well, and pytest's last line; the rest is in the environment's ``LOG``."""
    log = folder / LOG
    with log.open("w", encoding="utf-8") as output:
        ran = subprocess.run(
            [folder / "bin/python", "-m", "pytest", "-m", "not slow", "-n", jobs, "-v"],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    closing = [m[0] for line in _lines(log) if (m := _CLOSING.search(line))]
    said = closing[-1].strip(" =") if closing else "no test ran"
    good = ran.returncode == 0
    return good, said if good else f"{said}: {log.relative_to(ROOT)}"


def _lines(log: Path) -> list[str]:
    return log.read_text(encoding="utf-8", errors="replace").splitlines()


def run(minor: str, jobs: str) -> bool:
    """Tell how it is with one version; whether nothing of it failed."""
    found = pythons(minor)
    if not found:
        _say(f"Python {minor}: not found")
    well = True
    for version, python in found.items():
        try:
            good, said = quick_tests(environment(version, python), jobs)
        except subprocess.CalledProcessError as error:
            last = (error.stderr.strip().splitlines() or ["it says nothing"])[-1]
            good, said = False, f"no environment can be made of {python}: {last}"
        well &= good
        _say(f"Python {version}: {'' if good else 'FAILED, '}{said}")
    return well


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """``JOBS [VERSION…]``: all versions, or those."""
    jobs, *wanted = arguments
    results = [run(minor, jobs) for minor in wanted or named()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
