"""Photo finishes at a running table, from the store, and on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from click.testing import CliRunner, Result

from console.cli import main
from console.duel.developing import BEFORE_NS
from console.duel.photo_finish import PhotoFinish
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.records import StoredMatch
from console.store.schema import store_path
from console.store.shorten import AFTER_NS
from console.table.chaos.view import PlayView
from console.table.match import Photographer
from console.table.outputs import VerdictReached
from console.table.seating import Seating
from console.table.settings import Settings
from console.wiring.build import FAST, SimTable, build
from console.wiring.loop import VirtualDisplay
from console.wiring.matches.photos import album, stored_photo
from console.wiring.matches.replay import PHOTO_NS, steps
from console.wiring.setup import PlayOptions, make_setup
from console.wiring.window import window
from drivers.clock import VirtualClock
from drivers.times import MS

END_NS = 60_000_000_000


class Kept:
    """A photographer that keeps what it took."""

    def __init__(self, camera: Photographer) -> None:
        self._camera = camera
        self.taken: list[tuple[VerdictReached, PhotoFinish | None]] = []

    def __call__(self, verdict: VerdictReached, seating: Seating) -> PhotoFinish | None:
        photo = self._camera(verdict, seating)
        self.taken.append((verdict, photo))
        return photo


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Kept, list[PlayView]]:
    """A minute at a table whose races are photographed: its folder, pictures and views."""
    folder = tmp_path_factory.mktemp("data")
    setup = make_setup(PlayOptions(players=6, seed=1, headless=True), all_simulated=True)
    views: list[PlayView] = []
    display = VirtualDisplay(
        lambda view, _now: views.append(view) if isinstance(view, PlayView) else None
    )
    log = DirectLog(store_path(folder))
    clock = VirtualClock(1_000_000_000)
    sim = build(setup, clock, display, log, waking=FAST, live=True)
    assert sim.table.photographer is not None
    kept = sim.table.photographer = Kept(sim.table.photographer)
    sim.table.begin(clock.now_ns())
    while clock.now_ns() < END_NS:
        sim.loop.turn()
        sim.loop.wait()
    log.close()
    return folder, kept, views


def stored(folder: Path) -> StoredMatch:
    return Store(store_path(folder)).match(1)


def test_the_past_shows_the_curves_that_the_table_showed_as_far_as_they_are_kept(
    evening: tuple[Path, Kept, list[PlayView]],
) -> None:
    folder, kept, _ = evening
    match = stored(folder)
    assert len(match.verdicts) == len(kept.taken) > 2
    for record, (_, live) in zip(match.verdicts, kept.taken, strict=True):
        again = stored_photo(match, record)
        assert (again is None) == (live is None)
        if again is None or live is None:
            continue
        assert again.seats == live.seats
        assert (again.first, again.result, again.margin_ns) == (
            live.first,
            live.result,
            live.margin_ns,
        )
        first_ns = again.hands[0].onset_ns
        last_ns = max(max(c.decided_ns, c.t_ns + AFTER_NS) for c in record.contacts)
        for hand, then in zip(again.hands, live.hands, strict=True):
            assert hand.onset_ns == then.onset_ns
            for curve, old in zip(hand.curves, then.curves, strict=True):
                scans = len(curve.t_ns)
                assert first_ns - BEFORE_NS <= curve.t_ns[0] < first_ns - BEFORE_NS + 2 * MS
                assert curve.t_ns[-1] > min(last_ns, int(old.t_ns[-1])) - 2 * MS
                np.testing.assert_array_equal(curve.t_ns, old.t_ns[:scans])
                np.testing.assert_allclose(curve.force_n, old.force_n[:scans], atol=0.005)


def test_a_close_race_came_on_the_screen_by_itself_and_the_table_played_on(
    evening: tuple[Path, Kept, list[PlayView]],
) -> None:
    _, kept, views = evening
    margins = {p.margin_ns for _, p in kept.taken if p is not None and p.margin_ns is not None}
    assert any(m < 10_000_000 for m in margins)
    photos = {view.photo.margin_ns for view in views if view.photo is not None}
    assert photos == {m for m in margins if m < 10_000_000}
    assert views[-1].photo is None


def test_a_stored_match_shows_it_again_in_the_window(
    evening: tuple[Path, Kept, list[PlayView]],
) -> None:
    match = stored(evening[0])
    again = list(steps(match, Settings()))
    shown = [i for i, s in enumerate(again) if isinstance(s.view, PlayView) and s.view.photo]
    assert shown
    for i in shown:
        after = again[i + 1]
        assert after.after_ns == PHOTO_NS
        assert isinstance(after.view, PlayView)
        assert after.view.photo is None
    asked = list(steps(match, Settings(photo_finish="asked")))
    assert len(asked) == len(again) - 2 * len(shown)
    assert [p.light for v in match.verdicts for p in album(match, v)].count(True) == 0


def plot(folder: Path, duel: int, file: Path, *more: str) -> Result:
    command = ["replay", "1", "--data", str(folder), "--duel", str(duel), "--plot", str(file)]
    return CliRunner().invoke(main, [*command, *more])


def test_a_duel_is_drawn_as_svg_and_as_png(
    evening: tuple[Path, Kept, list[PlayView]], tmp_path: Path
) -> None:
    folder = evening[0]
    for language, word in (("ru", "Раньше всех"), ("en", "First:")):
        file = tmp_path / "photo.svg"
        result = plot(folder, 1, file, "--lang", language)
        assert (result.exit_code, result.output.count(str(file))) == (0, 1)
        assert word in (tmp_path / "photo.svg").read_text(encoding="utf-8")
    assert plot(folder, 1, tmp_path / "photo.PNG").exit_code == 0
    assert pygame.image.load(tmp_path / "photo.PNG").get_size() == (1280, 720)


def test_people_are_called_in_the_picture_as_in_the_match(
    evening: tuple[Path, Kept, list[PlayView]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    winner = stored(evening[0]).duel(1).contacts[0].seat
    name = "Максимилиан"
    monkeypatch.setattr(Seating, "name_at", lambda _, seat: name if seat == winner else None)
    assert plot(evening[0], 1, tmp_path / "photo.svg", "--lang", "ru").exit_code == 0
    drawn = (tmp_path / "photo.svg").read_text(encoding="utf-8")
    assert name in drawn
    assert f"Место {winner + 1}" not in drawn


def test_what_cannot_be_drawn_is_told_in_one_sentence(
    evening: tuple[Path, Kept, list[PlayView]], tmp_path: Path
) -> None:
    folder = evening[0]
    last = len(stored(folder).verdicts)
    for result, words in (
        (plot(folder, last + 1, tmp_path / "a.svg"), f"match 1 has no duel {last + 1}"),
        (plot(folder, 0, tmp_path / "a.svg"), "match 1 has no duel 0"),
        (plot(folder, 1, tmp_path / "a.gif"), "an SVG or a PNG"),
        (plot(folder, 1, tmp_path / "no" / "a.svg"), "cannot be written"),
        (plot(folder, 1, tmp_path / "no" / "a.png"), "cannot be written"),
        (plot(tmp_path, 1, tmp_path / "a.svg"), "there is no match 1"),
    ):
        assert result.exit_code == 2
        assert words in result.stderr
        assert result.stderr.count("\n") == 1
    assert not list(tmp_path.glob("a.*"))
    alone = CliRunner().invoke(main, ["replay", "1", "--data", str(folder), "--duel", "1"])
    assert alone.exit_code == 2
    assert "belong together" in alone.stderr


def test_a_duel_whose_samples_are_gone_is_told(
    evening: tuple[Path, Kept, list[PlayView]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StoredMatch, "window", lambda _self, _verdict: None)
    result = plot(evening[0], 1, tmp_path / "a.svg")
    assert result.exit_code == 2
    assert "no samples of duel 1 of match 1 are kept" in result.stderr


def test_a_table_in_a_window_has_a_camera_and_a_headless_one_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[SimTable] = []

    def kept(*args: Any, **more: Any) -> SimTable:
        made.append(build(*args, **more))
        return made[-1]

    monkeypatch.setattr(window, "build", kept)
    setup = make_setup(PlayOptions(seats=4, seed=3, size="960x600"), all_simulated=False)
    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.play_in_window(setup, tmp_path, None, VirtualClock(1_000_000_000))
    assert made[0].table.photographer is not None
    quiet = build(setup, VirtualClock(1_000_000_000), VirtualDisplay(), None)
    assert quiet.table.photographer is None
