"""``python -m tests.deploy.attack FOLDER``: a line for each attack.

Needs root, the network, debootstrap, systemd-nspawn and loop devices. ``--checkout`` attacks the
installer of another checkout. Status 1: the table is BROKEN by one of them.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from pathlib import Path
from typing import Final

from tests.deploy.attack import asking, bundles, files, partition, pins, sticks, wheels
from tests.deploy.attack.ground import PROJECT, Attack, Ground, NotHereError

ATTACKS: list[Attack] = [
    attack
    for module in (asking, bundles, wheels, files, partition, pins, sticks)
    for attack in module.ATTACKS
]

LONGEST: Final = 1000
"""Characters of evidence that are shown."""


def main() -> int:
    """Try each; 1 where one has broken the table."""
    parser = argparse.ArgumentParser(prog="attack", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--checkout", type=Path, default=PROJECT)
    parser.add_argument("--keep", action="store_true", help="the root that was made before")
    parser.add_argument(
        "--only", default="", help="attacks whose line has this in it (a regular expression)"
    )
    options = parser.parse_args()
    ground = Ground(options.folder, options.checkout)
    broken = tried = 0
    ground.mount()
    try:
        if not options.keep:
            ground.make()
        ground.boot()
        for attack in ATTACKS:
            if not re.search(options.only, f"{attack.number}. {attack.what}"):
                continue
            tried += 1
            broken += _told(ground, attack)
    finally:
        ground.end()
    _say(f"{tried} attacks, {broken} broke the table")
    return 1 if broken else 0


def _told(ground: Ground, attack: Attack) -> bool:
    began = time.monotonic()
    try:
        evidence = attack.run(ground)
        result = f"BROKEN: {' '.join(evidence.split())[:LONGEST]}" if evidence else "held"
    except NotHereError as error:
        evidence, result = "", f"not tried: {error}"
    except Exception:  # one that fails itself proves nothing, and the others go on
        evidence = traceback.format_exc(limit=-2)
        result = f"BROKEN: the attack itself failed: {evidence}"
    spent = time.monotonic() - began
    _say(f"{attack.number:2}. {attack.what} [{attack.gives}]: {result} ({spent:.0f} s)")
    return bool(evidence)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
