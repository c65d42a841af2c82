"""Makes the scans that the decoder is held against:
``python -m tests.console.wiring.fix_scans``."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import numpy as np

from console.store.log import DirectLog
from console.store.reader import Store
from console.store.schema import store_path
from console.wiring.headless import play_match
from console.wiring.setup import PlayOptions, make_setup
from tests.drivers.fixed_scans import ARRAYS, FILE, RACES, TABLES


def main() -> None:
    """Play the matches and write the file."""
    arrays: dict[str, Any] = {}
    for table in TABLES:
        with TemporaryDirectory() as name:
            log = DirectLog(store_path(Path(name)))
            play_match(make_setup(PlayOptions(players=table, seed=5), all_simulated=True), log)
            log.close()
            stored = Store(store_path(Path(name))).match(1)
        header = stored.header
        for key, value in (
            ("info", header.board_info),
            ("calibration", header.calibration),
            ("config", header.pad_config),
        ):
            arrays[f"{table} {key}"] = np.frombuffer(msgspec.json.encode(value), np.uint8)
        most_touches = sorted(
            stored.windows, key=lambda w: -len(stored.verdicts[w.verdict].contacts)
        )
        for race, window in enumerate(most_touches[:RACES]):
            for array in ARRAYS:
                arrays[f"{table} {race} {array}"] = getattr(window, array)
    np.savez_compressed(FILE, **arrays)


if __name__ == "__main__":
    main()
