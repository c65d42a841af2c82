"""Makes the scans that the decoder is held against:
``python -m tests.console.wiring.fix_scans``."""

from __future__ import annotations

from dataclasses import replace
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
from drivers.board import BoardInfo, Samples
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.drivers.pad.fixed_scans import (
    ALONE,
    AMONG,
    ARRAYS,
    BESIDE,
    BOUNCES,
    CLICKS,
    FILE,
    HARD,
    HOPS,
    LATE,
    LIFTED,
    LOST,
    OTHER,
    PULLED,
    RACES,
    RESTED,
    SHIFTS,
    SLEEVE,
)
from tests.drivers.pad.pad_events import pressed, weighed
from tests.drivers.pad.streams import Push, forces_at, to_codes
from tests.drivers.pad.test_crosstalk import INFO, shaken_stream
from tests.drivers.pad.test_leaning import hands
from tests.drivers.pad.test_light import coupled
from tests.drivers.pad.test_light import weighed as weighed_light
from tests.drivers.pad.touch.test_swing import clicked


def main() -> None:
    """Play the matches, press hard, and write the file."""
    alone = lifted() | late() | among() | shifts() | clicks() | bounces() | beside() | rested()
    alone |= pulled() | sleeve() | lost() | hops() | other()
    np.savez_compressed(FILE, **matches(), **hard(), **alone)


def hard() -> dict[str, Any]:
    """On a table that nobody weighed: two slap beside a hand that stays, one again and again; a
    finger bounces beside a slap; two hands alike come at once; and a finger taps for three samples
    before the grip."""
    stays = [Push(0, 100.0, 10.0, 10.0, 900), Push(1, 104.0, 8.0, 10.0, 900)]
    both = [Push(seat, start, 20.0, 8.0, 200) for seat in (2, 4) for start in (300.0, 1_040.0)]
    again = [Push(4, start, 30.0, 8.0, 120) for start in (120.0, 400.0, 700.0)]
    heavy = [replace(push, peak_n=12.0 - 8.0 * push.channel) for push in stays]
    bounce = [Push(0, 100.0, 2.0, 1.0, 0.0), Push(0, 114.5, 30.0, 8.0, 200)]
    tap = [Push(0, 100.5, 1.0, 1.5, 200), Push(0, 102.0, -1.0, 1.5, 198.5)]
    races = (
        ([replace(push, hold_ms=1_200) for push in stays] + both, 0.06, 1_500),
        (heavy + again, 0.06, 1_200),
        ([Push(4, 88.0, 30.0, 8.0, 300), *bounce], 0.04, 500),
        ([Push(0, 100.0, 6.6, 20.0, 200), Push(2, 100.2, 4.8, 20.0, 200)], 0.0, 500),
        ([*tap, Push(0, 105.1, 20.0, 8.0, 150)], 0.04, 500),
    )
    calibration, config = Calibration.nominal(INFO), PadConfig()
    arrays = _described(HARD, INFO, calibration, config)
    for race, (pushes, share, duration_ms) in enumerate(races):
        samples = shaken_stream(pushes, share, race, duration_ms)
        nothing = np.zeros(duration_ms, dtype=np.int64)
        baseline = PadDecoder(INFO, calibration, config).state()
        kept = (samples.t_ns, samples.codes, nothing, nothing, nothing, baseline)
        for array, value in zip(ARRAYS, kept, strict=True):
            arrays[f"{HARD} {race} {array}"] = value
    return arrays


def lifted() -> dict[str, Any]:
    """A sleeve beside a grab whose sensors read apart: nothing is lifted off it."""
    grab = [Push(2, 100.0, 36.0, 10.0, 700), Push(3, 100.0, 41.0, 10.0, 700)]
    sleeve = [Push(0, 80.0, 0.08, 10.0, 800), Push(0, 500.0, 0.85, 30.0, 80)]
    samples = shaken_stream([*grab, *sleeve], 0.0, 5, 1_000)
    return _alone(LIFTED, weighed(0.04), samples)


def late() -> dict[str, Any]:
    """Fingers that close long after the palm, lightly, while another slap stays."""
    grab = [Push(0, 170.0, 7.5, 12.0, 300), Push(1, 225.0, 1.0, 10.0, 250)]
    samples = shaken_stream([Push(2, 100.0, 46.0, 10.0, 400), *grab], 0.005, 5, 600)
    return _alone(LATE, weighed(0.005), samples)


def among() -> dict[str, Any]:
    """A child beside a grab whose thumb comes first."""
    grab = [Push(3, 300.0, 27.0, 8.0, 250), Push(2, 304.0, 39.0, 9.0, 250)]
    samples = shaken_stream([Push(0, 296.0, 1.6, 14.0, 250), *grab], 0.0, 6, 700)
    return _alone(AMONG, weighed(0.023), samples)


def shifts() -> dict[str, Any]:
    """A hand that leans, shifts its weight, and grabs shortly after."""
    lean = [Push(0, 100.0, 0.8, 60.0, 1_000), Push(0, 500.0, 0.7, 10.0, 600)]
    grab = [Push(0, 580.0, 20.0, 8.0, 250), Push(1, 580.0, 14.0, 8.0, 250)]
    return _alone(SHIFTS, weighed(0.0), shaken_stream([*lean, *grab], 0.0, 7, 1_000))


def clicks() -> dict[str, Any]:
    """A hand whose click lets the table swing until the grip."""
    return _alone(CLICKS, weighed(0.0), clicked(0.3, 1.3)[0])


def bounces() -> dict[str, Any]:
    """A hand that bounces, of which the gap is surely too short to be one."""
    hops = [Push(0, 100.2, 3.0, 3.0, 4.0), Push(0, 118.0, 20.0, 12.0, 200)]
    return _alone(BOUNCES, weighed(0.0), shaken_stream(hops, 0.0, 8, 500))


def beside() -> dict[str, Any]:
    """A load of up to 4 N that is put down in 300 ms while a palm stays on one petal."""
    t_ns = np.arange(1_400, dtype=np.int64) * MS
    force = forces_at(INFO, [Push(0, 200, 6.0, hold_ms=1_100)], t_ns)
    rise = np.sin(np.pi / 2 * np.clip((t_ns / MS - 600) / 300, 0.0, 1.0)) ** 2
    force += 4.0 * np.outer(rise, [1.0, 0.3, 0.7, 0.4, 0.9, 0.35, 0.6, 0.5])
    codes = to_codes(INFO, force, np.random.default_rng(1), 3.0)
    return _alone(BESIDE, weighed(0.0), Samples(t_ns, codes))


def rested() -> dict[str, Any]:
    """A finger that lies so still that it is followed as a load, before it grips."""
    rest, grip = Push(0, 250, 0.3, 10.0, hold_ms=2_250), Push(0, 2_100.6, 6.0, 20.0, hold_ms=150)
    channels = weighed(0.0).channels
    sure = Calibration(tuple(replace(channel, gain_sigma=0.09) for channel in channels))
    return _alone(RESTED, sure, pressed(rest, grip, duration_ms=2_400))


def pulled() -> dict[str, Any]:
    """A child whom the fingers beside lift as soon as it has come."""
    t_ns = np.arange(900, dtype=np.int64) * MS
    child, thumb, fingers = (0, 328, 1.4, 14, 300), (2, 300, 8.5, 12, 360), (3, 342, 23.0, 18, 310)
    force = forces_at(INFO, [Push(*child), Push(*thumb), Push(*fingers)], t_ns)
    force[:, 0] = np.maximum(force[:, 0] + 0.048 * (force[:, 2] - force[:, 3]), 0.0)
    codes = to_codes(INFO, force, np.random.default_rng(1), 1.0)
    return _alone(PULLED, weighed(0.048), Samples(t_ns, codes))


def sleeve() -> dict[str, Any]:
    """A sleeve that touches a petal while one hand holds still and another comes."""
    held, comes, brush = (6, 240, 19.0, 15, 500), (4, 310, 20.0, 10, 400), (0, 300, 0.93, 19, 70)
    shares = {3: 0.0317, 2: 0.0063}
    force = coupled(hands(1_000, Push(*held), Push(*comes), Push(*brush)), shares)
    codes = to_codes(INFO, force, np.random.default_rng(1), 1.0)
    return _alone(
        SLEEVE, weighed_light(shares), Samples(np.arange(1_000, dtype=np.int64) * MS, codes)
    )


def lost() -> dict[str, Any]:
    """A hand that comes while sixty scans are lost."""
    samples = shaken_stream([Push(0, 310.4, 15.0, 10.0, 200)], 0.0, 9, 600)
    kept = np.r_[0:290, 350:600]
    return _alone(LOST, weighed(0.0), Samples(samples.t_ns[kept], samples.codes[kept]))


def hops() -> dict[str, Any]:
    """A hand that hops twice, with gaps that are too short to be any, before its grip."""
    ups = [Push(0, start, 6.0, 1.2, hold_ms=200) for start in (100.2, 107.4)]
    downs = [Push(0, start, -6.0, 1.2, hold_ms=195) for start in (105.2, 112.4)]
    grip = Push(0, 116.6, 18.0, 10.0, 200)
    return _alone(HOPS, weighed(0.0), shaken_stream([*ups, *downs, grip], 0.0, 10, 500))


def other() -> dict[str, Any]:
    """A finger that rests below half a newton on one sensor, and grips on the other."""
    rest, grip = Push(0, 90.0, 0.49, 4.0, 230), Push(1, 112.3, 18.0, 10.0, 200)
    thumb = Push(0, 128.0, 11.0, 12.0, 180)
    return _alone(OTHER, weighed(0.0), shaken_stream([rest, grip, thumb], 0.0, 11, 500))


def _alone(table: str, calibration: Calibration, samples: Samples) -> dict[str, Any]:
    """One race of a table of its own."""
    config = PadConfig()
    nothing = np.zeros(len(samples.t_ns), dtype=np.int64)
    baseline = PadDecoder(INFO, calibration, config).state()
    kept = (samples.t_ns, samples.codes, nothing, nothing, nothing, baseline)
    arrays = _described(table, INFO, calibration, config)
    arrays |= {f"{table} 0 {array}": value for array, value in zip(ARRAYS, kept, strict=True)}
    return arrays


def matches() -> dict[str, Any]:
    """The races of simulated matches in which most hands came."""
    arrays: dict[str, Any] = {}
    for table, races in RACES.items():
        if table in (HARD, *ALONE):
            continue
        with TemporaryDirectory() as name:
            log = DirectLog(store_path(Path(name)))
            play_match(make_setup(PlayOptions(players=int(table), seed=5), all_simulated=True), log)
            log.close()
            stored = Store(store_path(Path(name))).match(1)
        header = stored.header
        arrays |= _described(table, header.board_info, header.calibration, header.pad_config)
        most_touches = sorted(
            stored.windows, key=lambda w: -len(stored.verdicts[w.verdict].contacts)
        )
        for race, window in enumerate(most_touches[:races]):
            kept = window.t_ns, window.codes, *window.errors.T, window.pad_state
            for array, value in zip(ARRAYS, kept, strict=True):
                arrays[f"{table} {race} {array}"] = value
    return arrays


def _described(
    table: str, info: BoardInfo | None, calibration: Calibration, config: PadConfig
) -> dict[str, Any]:
    described = {"info": info, "calibration": calibration, "config": config}
    return {
        f"{table} {key}": np.frombuffer(msgspec.json.encode(value), np.uint8)
        for key, value in described.items()
    }


if __name__ == "__main__":
    main()
