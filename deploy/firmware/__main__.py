"""``make firmware``: builds the UF2 and says which program is in it, and its hash.

``python -m deploy.firmware`` writes it to where ``khvatka hw flash`` and a bundle look for it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from drivers.controller.program import UF2, named, packed, program_id
from drivers.errors import ConfigError
from drivers.files import read_file, write_file

BUILD: Final = Path(__file__).with_name("build.sh")


def main() -> int:
    """Status 2 with one sentence where it cannot be built."""
    options = _options()
    if options.id:
        sys.stdout.write(f"{program_id()}\n")
        return 0
    command = ["bash", str(BUILD), str(options.work), program_id()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        sys.stderr.write(f"firmware: it cannot be built here: {why}\n")
        return 2
    folder = Path(done.stdout.splitlines()[-1])
    uf2: Path = options.out
    try:
        image = read_file(folder / "firmware.bin")
        version, source = named(image, str(folder / "firmware.bin"))
        whole = packed(image)
        write_file(uf2, whole)
        write_file(uf2.with_suffix(".LICENSES.txt"), read_file(folder / "LICENSES.txt"))
    except ConfigError as error:
        sys.stderr.write(f"firmware: {error}\n")
        return 2
    sha256 = hashlib.sha256(whole).hexdigest()
    sys.stdout.write(f"{uf2}\nprogram {version}, sources {source}\nsha256 {sha256}\n")
    return 0


def work_folder() -> Path:
    """Where MicroPython's sources and what was compiled of them are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "khvatka-firmware"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.firmware", description=__doc__)
    parser.add_argument("--id", action="store_true", help="only say which program it would be")
    parser.add_argument("--work", type=Path, default=work_folder(), help="where it is compiled")
    parser.add_argument("--out", type=Path, default=UF2, help="the UF2 file")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
