"""What a match keeps of its races: little, and all of it is proof (C25, C26)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import create_autospec

import pytest

from console.store.log import DirectLog, MatchLog, Shorten
from console.store.reader import Store
from console.store.records import StoredMatch, VerdictRecord
from console.store.replay import redecide
from console.store.schema import store_path
from console.store.shorten import is_short
from console.store.window import SampleWindow, pack
from console.table.autopilot_log import NO_FORCE_N
from console.table.outputs import RaceMargin, VerdictKind, VerdictReached
from console.trials.scenario import dispute
from console.trials.scenario.dispute import duel_file, rejudge
from console.wiring.headless import play_match
from console.wiring.matches.camera import Camera
from console.wiring.matches.log_sink import LogSink
from console.wiring.setup import PlayOptions, make_setup
from drivers.events import Contact, Gesture
from drivers.inputs import Inputs
from tests.console.store.matches import BOARD


class WholeLog(DirectLog):
    """Keeps all the scans that it is given."""

    def samples(self, match: int, window: SampleWindow, shorten: Shorten | None = None) -> None:
        super().samples(match, window)


def played(
    folder: Path, players: int, kind: type[DirectLog] = DirectLog, seed: int = 10
) -> StoredMatch:
    log = kind(store_path(folder))
    play_match(make_setup(PlayOptions(players=players, seed=seed), all_simulated=True), log)
    log.close()
    return Store(store_path(folder)).match(1)


def races(stored: StoredMatch) -> list[tuple[VerdictRecord, SampleWindow]]:
    """The verdicts of races, each with its samples; of a light's all are kept."""
    found = [(v, stored.window(v.n)) for v in stored.verdicts if not v.sudden_death]
    return [(v, window) for v, window in found if window is not None]


@pytest.mark.parametrize(("players", "most_bytes"), [(2, 2_100), (4, 2_300), (8, 3_900)])
def test_every_short_window_proves_its_verdict(
    tmp_path: Path, players: int, most_bytes: int
) -> None:
    """In the match of eight, a petal is known to stand off its sisters between the first scan of a
    window and its race."""
    stored = played(tmp_path, players, seed=9)
    kept = races(stored)
    assert len(kept) >= 5
    assert all(is_short(w, min(c.t_ns for c in v.contacts)) for v, w in kept)
    assert all(len(w.t_ns) < 500 for _, w in kept)
    assert sum(len(pack(w)) for _, w in kept) < most_bytes * len(kept)
    assert [again.differences for again in redecide(stored)] == [()] * len(stored.windows)
    for verdict, _ in kept:
        assert rejudge(duel_file(stored, verdict.n + 1)).differences == ()


def test_whole_windows_prove_the_same(tmp_path: Path) -> None:
    short, whole = played(tmp_path / "a", 3), played(tmp_path / "b", 3, WholeLog)
    assert short.verdicts == whole.verdicts
    for (verdict, few), (_, all_of_it) in zip(races(short), races(whole), strict=True):
        assert 2 * len(few.t_ns) < len(all_of_it.t_ns)
        assert not is_short(all_of_it, min(c.t_ns for c in verdict.contacts))
        assert rejudge(duel_file(whole, verdict.n + 1)).differences == ()


def test_c26_a_short_window_is_nothing_without_the_word_that_the_pad_was_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = played(tmp_path, 3)
    monkeypatch.setattr(dispute, "is_short", lambda *_: False)
    later = [v for v, _ in races(stored) if v.n > 0]
    for verdict in later:
        assert rejudge(duel_file(stored, verdict.n + 1)).differences == ("no verdict",)
    assert later


def told(*peaks_n: float, light: tuple[int, ...] = ()) -> Any:
    """How the log is told to shorten the window of a verdict whose contacts have these peaks."""
    log = create_autospec(MatchLog, instance=True)
    sink = LogSink(log, Camera(Inputs(BOARD)), datetime.now)
    order = [
        Contact(
            seat=n,
            gesture=Gesture.GRAB,
            t_ns=n,
            uncertainty_ns=1,
            clock_uncertainty_ns=1,
            decided_ns=9,
            peak_n=peak_n,
        )
        for n, peak_n in enumerate(peaks_n)
    ]
    entries = tuple(RaceMargin(contact, None, 0, 0) for contact in order)
    sink(
        VerdictReached(
            kind=VerdictKind.DUEL_WON,
            t_ns=0,
            seats=(0,),
            losers=(),
            special=None,
            shown_ns=None,
            order=entries,
            sudden_death=light,
        )
    )
    (_, _, shorten), _ = log.samples.call_args
    return shorten


def test_c25_the_scans_after_a_light_show_who_came_too_late_and_are_kept() -> None:
    assert told(5.0, light=(0, 1)) is None


def test_of_an_autopilot_there_is_nothing_to_prove() -> None:
    contacts = told(5.0, NO_FORCE_N, 4.0).keywords["contacts"]
    assert [c.peak_n for c in contacts] == [5.0, 4.0]
