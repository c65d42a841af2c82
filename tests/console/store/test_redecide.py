"""The stored samples of a verdict give its contacts again, to the nanosecond (photo finish)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from console.cli import main
from console.cli.retelling import replay_json, replay_lines
from console.i18n import Words
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.records import StoredMatch, VerdictRecord
from console.store.replay import redecide
from console.store.schema import store_path
from console.store.window import SampleWindow
from drivers.board import Samples
from drivers.events import Contact
from drivers.pad.channels import fsr
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import DECODER, PadConfig
from drivers.pad.decoder import PadDecoder
from drivers.times import MS
from tests.console.store.matches import BOARD, header

BATCH = 16
SCANS = 2400
CONFIG = PadConfig(onset_n=0.6)  # not the default: it has to come from the log


def codes_of(forces_n: np.ndarray[tuple[int, int], np.dtype[np.float64]], seed: int) -> Samples:
    """A pad under ``forces_n``: float64[n, c], with noise."""
    rng = np.random.default_rng(seed)
    codes = fsr.ohm_to_code(fsr.force_to_ohm(forces_n), BOARD.divider_ohm, BOARD.full_code)
    noisy = np.clip(np.round(codes + rng.normal(8, 2.0, codes.shape)), 0, BOARD.full_code)
    t_ns = 5_000 * MS + np.arange(len(codes)) * MS + rng.integers(-2000, 2000, len(codes))
    return Samples(t_ns.astype(np.int64), noisy.astype(np.uint16))


def two_grabs(seed: int) -> Samples:
    """Seat 1 grabs early and lets go; then both seats grab, seat 0 some milliseconds before."""
    rng = np.random.default_rng(seed)
    forces_n = np.zeros((SCANS, len(BOARD.channels)))
    second_ms = 1800 + float(rng.uniform(-3, 3))
    gap_ms = float(rng.uniform(0.3, 6))
    for seat, from_ms, to_ms in (
        (1, 600, 900),
        (0, second_ms, 2300),
        (1, second_ms + gap_ms, 2300),
    ):
        for channel in (2 * seat, 2 * seat + 1):
            offset_ms = BOARD.channels[channel].offset_ns / MS
            at_ms = np.arange(SCANS) + offset_ms
            rise = np.clip((at_ms - from_ms) / rng.uniform(5, 20), 0, 1)
            forces_n[:, channel] += 15 * np.sin(rise * np.pi / 2) ** 2 * (at_ms < to_ms)
    return codes_of(forces_n, seed)


def played(seed: int, path: Path) -> StoredMatch:
    """Decode a stream live in batches, and store what the table would store of its last race."""
    stream = two_grabs(seed)
    calibration = Calibration.nominal(BOARD)
    decoder = PadDecoder(BOARD, calibration, CONFIG)
    contacts: list[Contact] = []
    kept: list[Samples] = []
    state = decoder.state()
    for start in range(0, SCANS, BATCH):
        batch = Samples(
            stream.t_ns[start : start + BATCH],
            stream.codes[start : start + BATCH],
            jitter_ns=1000 + start % 7,
            clock_uncertainty_ns=33_000 + start % 11,
        )
        if start + BATCH <= 1300:  # half a second before the race
            state = decoder.state()
            kept = []
        kept.append(batch)
        contacts += [e for e in decoder.feed(batch) if isinstance(e, Contact)]
    race = sorted(contacts[-2:], key=lambda c: c.t_ns)
    log = DirectLog(path)
    match = log.begin(
        header(
            board_info=BOARD,
            calibration=msgspec.to_builtins(calibration),
            pad_config=msgspec.to_builtins(CONFIG),
        )
    )
    records = tuple(c for c in race)
    margins = tuple(c.t_ns - race[0].t_ns for c in race)
    log.verdict(
        match,
        VerdictRecord(
            n=0,
            kind="duel_won",
            t_ns=race[0].t_ns,
            shown_ns=None,
            contacts=records,
            margins_ns=margins,
        ),
    )
    log.samples(match, SampleWindow.of(0, kept, state))
    log.close()
    return Store(path).match(match)


@pytest.mark.parametrize("seed", range(5))
def test_stored_samples_give_the_same_contacts(tmp_path: Path, seed: int) -> None:
    stored = played(seed, store_path(tmp_path))
    assert [c.seat for c in stored.verdicts[0].contacts] == [0, 1]
    (again,) = redecide(stored)
    assert again.differences == ()


def forged(folder: Path, decoder: int) -> StoredMatch:
    """A race of which one sample was changed, judged by that decoder."""
    stored = played(1, store_path(folder))
    window = stored.windows[0]
    onset = int(np.searchsorted(window.t_ns, stored.verdicts[0].contacts[0].t_ns))
    codes = window.codes.copy()
    codes[onset, :2] += 40
    return replace(stored, windows=(replace(window, codes=codes, decoder=decoder),))


def test_a_sample_that_was_changed_is_noticed(tmp_path: Path) -> None:
    (again,) = redecide(forged(tmp_path, DECODER))
    assert not again.same
    assert again.failed
    assert "t_ns" in again.differences[0]


def test_another_decoder_may_judge_otherwise(tmp_path: Path) -> None:
    """What an update of the program changes is no damage of what was kept."""
    stored = forged(tmp_path, DECODER + 1)
    (again,) = redecide(stored)
    assert (again.same, again.failed, again.judged_by) == (False, False, DECODER + 1)
    *_, summary = replay_lines(Words("en"), stored, [again])
    told = f"Judged by decoder {DECODER + 1}, now {DECODER}: 1 verdict would differ"
    assert summary == told
    *_, event = replay_json(stored, [again])
    assert msgspec.json.decode(event) == {
        "event": "decoder",
        "judged_by": DECODER + 1,
        "now": DECODER,
        "would_differ": 1,
    }


def test_another_decoder_that_judges_the_same_says_so(tmp_path: Path) -> None:
    stored = played(1, store_path(tmp_path))
    windows = tuple(replace(w, decoder=DECODER + 1) for w in stored.windows)
    stored = replace(stored, windows=windows)
    *_, summary = replay_lines(Words("ru"), stored, redecide(stored))
    assert summary.endswith("разошлось бы 0 вердиктов")
    assert "same verdict" in "".join(replay_lines(Words("en"), stored, redecide(stored)))


@pytest.mark.parametrize(("decoder", "status"), [(DECODER, 1), (DECODER + 1, 0)])
def test_only_the_same_decoder_s_difference_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decoder: int, status: int
) -> None:
    stored = forged(tmp_path, decoder)
    monkeypatch.setattr(Store, "match", lambda *_: stored)  # as its row says it
    done = CliRunner().invoke(main, ["replay", "1", "--data", str(tmp_path), "--lang", "en"])
    assert done.exit_code == status, done.output
    assert ("the stored samples differ" in done.output) == bool(status)
