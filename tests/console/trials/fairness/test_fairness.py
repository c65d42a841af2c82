"""The fairness report in its quick form, and that it fails when the chain is broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from console.cli.sim import sim
from console.i18n import Words
from console.trials.fairness.duels import TrialTable, record
from console.trials.fairness.figures import Figure, Trial, figures
from console.trials.fairness.idle import NOTHING, quiet_hours
from console.trials.fairness.records import Records
from console.trials.fairness.report import Run, as_json, html
from console.trials.fairness.run import carry_out
from console.trials.fairness.stalls import changed_by_stalls
from console.trials.fairness.tables import TableSpec, table_spec
from drivers import assessing
from drivers.approach import Rule, Track, began
from drivers.board import BoardInfo
from drivers.calibration import Calibration
from drivers.inputs import Inputs
from drivers.onset import Onset
from host_sim.making import Making

SEED = 26


def _spec(kind: str = "mk2", duels: int = 60, **changes: Any) -> TableSpec:
    spec = table_spec(SEED, 0, duels, 0)
    spec = replace(spec, kind=kind, seats=4, people="adult", worst=False, making=Making())
    return replace(spec, **changes)


def _by_key(records: Records) -> dict[str, Figure]:
    return {figure.key: figure for figure in figures(Trial(records, NOTHING, 0, 0))}


@pytest.fixture(scope="module")
def trial() -> Trial:
    """The quick form: 320 duels on two tables."""
    return carry_out(320, SEED, 1)


def test_quick_form_meets_every_bound(trial: Trial) -> None:
    assert [figure.key for figure in figures(trial) if not figure.ok] == []
    assert len(trial.records.duels) == 320
    assert len(trial.records.hands) > 640
    assert trial.stalled_duels == 32
    assert trial.quiet.thumps >= 30


@pytest.mark.slow
def test_same_seed_gives_the_same_whatever_the_processes(trial: Trial) -> None:
    again = carry_out(320, SEED, 2)
    assert (again.records.duels == trial.records.duels).all()
    assert (again.records.hands == trial.records.hands).all()
    assert again.quiet == trial.quiet


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mk1", "mk2"])
def test_simpler_designs_rule_on_the_same_duels_and_rule_worse(kind: str) -> None:
    records = record(TrialTable(_spec(kind, 150)))
    duels = records.duels
    ours = ((duels["first"] >= 0) & (duels["first"] != duels["true_first"])).sum()
    frame = (duels["frame"] != duels["true_first"]).sum()
    assert ours == 0
    assert frame > 1  # some 2.8 % over many duels
    for design in ("arrival", "debounce"):
        assert (duels[design] == duels["true_first"]).mean() > 0.9


# -- a broken chain is found ---------------------------------------------------------------------


def _broken(spec: TableSpec, make: Callable[[BoardInfo, Calibration], Inputs]) -> dict[str, Figure]:
    return _by_key(record(TrialTable(spec, make_inputs=make)))


def test_ignored_channel_offsets_make_the_times_dishonest() -> None:
    def same_moment(info: BoardInfo, calibration: Calibration) -> Inputs:
        channels = tuple(replace(channel, offset_ns=0) for channel in info.channels)
        return Inputs(replace(info, channels=channels), calibration)

    found = _broken(_spec(seats=8), same_moment)
    assert not found["within_2u_mk2_normal"].ok


def _estimating(monkeypatch: pytest.MonkeyPatch, change: Callable[[Onset, int], Onset]) -> None:
    """Let the decoder's estimate be changed, given it and the first sample after it."""

    def began_wrongly(tracks: Sequence[Track], rule: Rule, jitter_ns: float) -> Onset:
        onset = began(tracks, rule, jitter_ns)
        later = tracks[0].t[tracks[0].t >= onset.t_ns]
        return change(onset, int(later[0]))

    monkeypatch.setattr(assessing, "began", began_wrongly)


def test_onset_without_interpolation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    _estimating(monkeypatch, lambda onset, sample_ns: replace(onset, t_ns=sample_ns))
    found = _by_key(record(TrialTable(_spec())))
    assert not found["within_2u_mk2_normal"].ok


def test_uncertainty_five_times_too_small_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    _estimating(
        monkeypatch, lambda onset, _: replace(onset, uncertainty_ns=onset.uncertainty_ns // 5)
    )
    found = _by_key(record(TrialTable(_spec())))
    assert not found["within_2u_mk2_normal"].ok
    assert not found["within_3u_mk2_normal"].ok


def test_uncertainty_idly_wide_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    _estimating(
        monkeypatch, lambda onset, _: replace(onset, uncertainty_ns=onset.uncertainty_ns * 5)
    )
    assert not _by_key(record(TrialTable(_spec())))["median_u_adults"].ok


def test_late_seat_loses_and_the_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0's channels are believed to be read 100 ms later than they are."""

    def late(info: BoardInfo, calibration: Calibration) -> Inputs:
        channels = tuple(
            replace(c, offset_ns=c.offset_ns + (100_000_000 if c.seat == 0 else 0))
            for c in info.channels
        )
        return Inputs(replace(info, channels=channels), calibration)

    found = _broken(_spec(duels=120, seats=3), late)
    assert not found["wrong_winner_from_1_ms"].ok
    assert not found["wrong_winner"].ok


def test_deaf_sensors_are_missed_hands_and_mistaken_grabs() -> None:
    """Every *under* sensor is believed to be a hundredth as sensitive: grabs look like palms."""

    def deaf(info: BoardInfo, calibration: Calibration) -> Inputs:
        channels = tuple(
            replace(channel, gain=channel.gain * (9.0 if place % 2 else 1.0))
            for place, channel in enumerate(calibration.channels)
        )
        return Inputs(info, replace(calibration, channels=channels))

    found = _broken(_spec(people="child"), deaf)
    assert not found["gesture_lightest"].ok


def test_stalling_host_changes_nothing_and_a_changed_duel_would_be_counted() -> None:
    assert changed_by_stalls(_spec(duels=20)) == (0, 20)


def test_quiet_table_notices_slaps_and_nothing_else() -> None:
    quiet = quiet_hours(_spec(duels=0, making=Making(coupling=0.05, hum_share=0.001)), 0.05)
    assert (quiet.slaps, quiet.thumps) == (3, 6)
    assert (quiet.false_contacts, quiet.missed) == (0, 0)


# -- the report ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
def test_report_stands_alone_and_has_every_figure(trial: Trial, language: str) -> None:
    lines = figures(trial)
    text = html(Run(320, SEED, 1, 1.0, 1.0), trial, lines, Words(language))
    assert text.count("<svg") == 8
    assert text.count('class="met"') == len(lines)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "{" not in text.split("</style>")[1]
    russian = sum("а" <= letter <= "я" for letter in text)
    assert (russian > 1_000) is (language == "ru")


def test_json_has_the_verdict_and_the_designs(trial: Trial) -> None:
    values = as_json(Run(320, SEED, 1, 1.0, 1.0), trial, figures(trial))
    again = msgspec.json.decode(msgspec.json.encode(values))
    assert again["ok"] is True
    assert set(again["designs"]) == {"first", "frame", "arrival", "debounce"}
    assert sum(group["duels"] for group in again["by_gap"]) == 320
    for figure in again["figures"]:
        assert isinstance(figure["ok"], bool)


def test_command_writes_both_reports(tmp_path: Path) -> None:
    out = tmp_path / "report"
    args = ["fairness", "--duels", "20", "--processes", "1", "--seed", "5", "--out", str(out)]
    result = CliRunner().invoke(sim, [*args, "--lang", "en"])
    assert result.exit_code == 0, result.output
    assert "wrong winner, all duels: 0" in result.output
    assert {path.name for path in out.iterdir()} == {"fairness.json", "fairness.html"}


def test_unusable_folder_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = CliRunner().invoke(sim, ["fairness", "--duels", "1", "--out", str(blocked)])
    assert result.exit_code == 2


def test_no_figure_is_met_by_nothing_tried() -> None:
    """A rare event's bound needs tries: 0 of 0 proves nothing."""
    proved = {
        figure.key: figure.proves for figure in figures(Trial(Records.joined([]), NOTHING, 0, 0))
    }
    assert proved["wrong_winner"] == 1.0
    assert np.isfinite(proved["changed_by_stalls"] or 0.0)
