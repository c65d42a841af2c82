"""The start of ``khvatka``, and of ``python -m khvatka``.

The program's packages have plain names, and pip lets another distribution write over them or lie
before them. So this module, whose name nobody else has, looks whether they are still ours before it
imports any.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGES: Final = ("console", "drivers", "host_sim")
HERE: Final = Path(__file__).parent


def main() -> None:
    """The command line. One sentence and status 2 where its packages are not ours."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # Until ``console.terminal.stopping`` takes over, nothing is open that had to be closed.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    problem = lying_before() or written_over()
    if problem is not None:
        sys.stderr.write(f"khvatka: {problem}\n")
        raise SystemExit(2)
    from console.__main__ import main as command_line

    command_line()


def lying_before() -> str | None:
    """What to tell of a package that Python finds before ours."""
    for name in PACKAGES:
        spec = find_spec(name)
        ours = HERE / name / "__init__.py"
        if spec is None or spec.origin is None or not ours.exists():
            return _missing(ours)
        if not os.path.samefile(spec.origin, ours):
            owner = _owner(lambda path, name=name: path.split("/")[0] == name)  # type: ignore[misc]
            whose = f", of {owner}," if owner else ""
            return (
                f"{Path(spec.origin).parent}{whose} lies before Khvatka's own package {name}:"
                " give Khvatka an environment of its own (pipx, or a new venv)"
            )
    return None


def written_over() -> str | None:
    """What to tell of an installed file that has another size than pip wrote down, or is gone. One
    that its user has changed, and that is no other distribution's, is left alone. Looked at is what
    any package of those names would write, so that no start waits for it."""
    for record in HERE.glob("khvatka-*.dist-info/RECORD"):  # there is none in a checkout
        for line in record.read_text(encoding="utf-8").splitlines():
            path, _, size = line.rsplit(",", 2)
            if not path.endswith(".py") or path.split("/")[0] not in PACKAGES:
                continue
            if path.count("/") > 1 and not path.endswith("/__init__.py"):
                continue
            try:
                same = os.stat(HERE / path).st_size == int(size)
            except FileNotFoundError:
                return _missing(HERE / path)
            if not same and (owner := _owner(path.__eq__)):
                return (
                    f"{HERE / path} has been written over by {owner}: uninstall that and install"
                    " Khvatka again, or give it an environment of its own (pipx, or a new venv)"
                )
    return None


def _missing(path: Path) -> str:
    return f"{path} is missing: install Khvatka again (pip install --force-reinstall)"


def _owner(has: Callable[[str], bool]) -> str | None:
    """Another distribution that has such a file."""
    from importlib.metadata import distributions  # slow, and seldom wanted

    for found in distributions():
        if found.name != "khvatka" and any(has(str(path)) for path in found.files or ()):
            return found.name
    return None


if __name__ == "__main__":
    main()
