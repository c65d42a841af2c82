"""``python -m tests.deploy.attack FOLDER``: a line for each attack.

Needs root, the network, debootstrap, systemd-nspawn and loop devices. ``--checkout`` attacks the
installer of another checkout. Status 1: the table is BROKEN by one of them, or one came to nothing.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Final

from tests.deploy.attack import asking, bundles, files, partition, pins, sticks, wheels
from tests.deploy.attack.ground import PROJECT, Attack, Ground, NotHereError, NotTriedError

ATTACKS: list[Attack] = [
    attack
    for module in (asking, bundles, wheels, files, partition, pins, sticks)
    for attack in module.ATTACKS
]

LONGEST: Final = 1000
"""Characters of evidence that are shown."""
HELD: Final = "held"
BROKE: Final = "broke the table"
NOTHING: Final = "came to nothing"
NOT_HERE: Final = "cannot be tried on this machine"


def main() -> int:
    """Try each; 1 where one has broken the table, or came to nothing."""
    parser = argparse.ArgumentParser(prog="attack", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--checkout", type=Path, default=PROJECT)
    parser.add_argument("--keep", action="store_true", help="the root that was made before")
    parser.add_argument(
        "--only", default="", help="attacks whose line has this in it (a regular expression)"
    )
    options = parser.parse_args()
    ground = Ground(options.folder, options.checkout)
    results: Counter[str] = Counter()
    ground.mount()
    try:
        if not options.keep:
            ground.make()
        ground.boot()
        for attack in ATTACKS:
            if re.search(options.only, f"{attack.number}. {attack.what}"):
                results[told(ground, attack)] += 1
    finally:
        ground.end()
    return closing(results)


def told(ground: Ground, attack: Attack) -> str:
    """Try it and say what came of it: one of the four."""
    began = time.monotonic()
    evidence, result = "", HELD
    try:
        if evidence := attack.run(ground):
            result = BROKE
    except NotHereError as error:
        evidence, result = str(error), NOT_HERE
    except NotTriedError as error:
        evidence, result = str(error), NOTHING
    except Exception:  # one that fails itself proves nothing, and the others go on
        evidence, result = f"the attack itself failed: {traceback.format_exc(limit=-2)}", BROKE
    said = "BROKEN" if result == BROKE else result
    seen = f": {' '.join(evidence.split())[:LONGEST]}" if evidence else ""
    spent = time.monotonic() - began
    _say(f"{attack.number:2}. {attack.what} [{attack.gives}]: {said}{seen} ({spent:.0f} s)")
    return result


def closing(results: Counter[str]) -> int:
    """The last line, and the status."""
    others = [f"{results[kind]} {kind}" for kind in (NOTHING, NOT_HERE) if results[kind]]
    _say(", ".join([f"{results.total()} attacks", f"{results[BROKE]} {BROKE}", *others]))
    return 1 if results[BROKE] or results[NOTHING] or not results else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
