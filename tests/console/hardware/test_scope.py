"""``khvatka hw scope``: curves as pixels and as text, in a window and in a file."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pygame
import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from console.cli import main
from console.hardware import scope
from console.hardware.feed import Feed
from console.hardware.scope import closes, save_picture, show_text, show_window
from console.hardware.scope_ink import DASH, area, dashed, line, spans
from console.hardware.scope_picture import EDGE, FORCES, NAMES, TEXT, ScopePicture
from console.hardware.scope_text import BLOCKS, LOST, QUIET, block, coloured, rows
from console.hardware.trace import Trace
from console.i18n import Words
from console.screens.texts import fault_word
from drivers.errors import ConfigError
from drivers.events import Fault, Gesture
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.console.hardware.conftest import Benches
from tests.console.hardware.scope_samples import FOLDER, SAMPLES, START_NS, evening, picture, traced
from tests.console.screens.pictures import difference
from tests.few import few

WORDS = Words("en")


# -- columns of pixels -----------------------------------------------------------------------------


def test_a_spike_of_one_sample_is_seen_among_many_in_its_column() -> None:
    x = np.arange(0, 10, 0.01)
    y = np.full(len(x), 50.0)
    y[437] = 3.0
    low, high = spans(x, y, 10, gap=1.0)
    assert low[4] == 3.0
    assert (high == 50.0).all()
    assert (np.delete(low, 4) == 50.0).all()


def test_lost_samples_leave_a_gap_and_near_ones_are_joined() -> None:
    x, y = np.array([0.0, 2.0, 9.5, 11.0]), np.array([0.0, 20.0, 5.0, 5.0])
    low, high = spans(x, y, 12, gap=3.0)
    assert (low[0], high[0]) == (0.0, 10.0)
    assert np.isnan(low[3:9]).all()
    assert low[10] == 5.0


@pytest.mark.parametrize("weight", [1.0, 2.2])
def test_a_flat_line_has_its_weight_in_ink_and_an_area_its_height(weight: float) -> None:
    flat = np.full(6, 20.3)
    mask = line(flat, flat, 40, weight)
    assert mask.cover.sum(axis=1) == pytest.approx(np.full(6, weight), abs=1e-4)
    assert area(flat, 40, 35.0).cover.sum(axis=1) == pytest.approx(np.full(6, 14.7), abs=1e-4)


def test_where_nothing_is_known_no_ink_is_laid() -> None:
    nothing = np.full(5, np.nan)
    assert line(nothing, nothing, 30, 2.0).cover.sum() == 0
    half = np.array([10.0, 10.0, np.nan])
    assert line(half, half, 30, 2.0).cover[2].sum() == 0


def test_dashes_move_with_their_curve() -> None:
    flat = np.full(40, 5.0)
    mask = line(flat, flat, 10, 1.0)
    one, later = dashed(mask, 100).cover, dashed(mask, 103).cover
    assert (one[3:] == later[:-3]).all()
    assert (one.sum(axis=1) > 0).mean() == pytest.approx(DASH[0] / sum(DASH), abs=0.1)


# -- the picture -----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [Words("ru"), WORDS])
def test_what_is_wrong_at_a_seat_keeps_away_from_the_forces_of_its_lane(words: Words) -> None:
    scope = ScopePicture((1280, 800), words)
    figures = EDGE + NAMES + FORCES - 8 - scope.art.text_width("100", TEXT)
    for fault in Fault:
        lines = scope.two_lines(fault_word(words, fault))
        assert EDGE + max(scope.art.text_width(text, TEXT) for text in lines) < figures - 8, lines
        assert " ".join(lines) == fault_word(words, fault)


def test_the_lines_of_a_fall_have_a_legend_also_where_they_have_no_words(
    mocker: MockerFixture,
) -> None:
    """The pad fell and was put back at the left edge, where the captions leave no room."""

    def soon(board: SimBoard) -> None:
        board.knock(START_NS + 100 * MS)
        board.seat_pad(START_NS + 700 * MS)

    written = mocker.spy(ScopePicture, "_write")
    ScopePicture((1280, 800), WORDS).draw(pygame.Surface((1280, 800)), traced(4, soon))
    told = [call.args[4] for call in written.call_args_list]
    assert told.count("fall") == told.count("put back") == 1
    written.reset_mock()
    ScopePicture((1280, 800), WORDS).draw(pygame.Surface((1280, 800)), traced(4, lambda _: None))
    assert "fall" not in [call.args[4] for call in written.call_args_list]


@pytest.mark.parametrize("name", few(1, SAMPLES))
def test_the_scope_looks_like_its_reference(name: str) -> None:
    reference = pygame.surfarray.array3d(pygame.image.load(FOLDER / name))
    mean, strong = difference(picture(*SAMPLES[name]), reference)
    assert mean < 2.0
    assert strong < 0.001


def test_references_are_all_used_and_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert set(sizes) == set(SAMPLES)
    assert sum(sizes.values()) < 100_000


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (800, 480)])
def test_no_text_is_smaller_than_18_and_every_size_can_be_drawn(size: tuple[int, int]) -> None:
    scope_picture = ScopePicture(size, WORDS)
    scope_picture.draw(pygame.Surface(size), traced(8, evening, 500 * MS))
    assert scope_picture.art.smallest_text >= 18


def test_a_silent_pad_is_said_in_the_head() -> None:
    def freeze(board: SimBoard) -> None:
        board.faults.begin(SimFault.FROZEN_PAD, START_NS + 100 * MS)

    red = pygame.Color("#FF5D5D")
    found = []
    for acts in (freeze, lambda _: None):
        surface = pygame.Surface((1280, 800))
        ScopePicture(surface.get_size(), WORDS).draw(surface, traced(4, acts, 600 * MS))
        found.append(
            pygame.transform.threshold(
                None, surface.subsurface((0, 0, 1280, 60)), red, (9, 9, 9), set_behavior=0
            )
        )
    assert found[0] > 100
    assert found[1] == 0


def test_the_picture_is_a_png_of_the_wanted_size(bench: Benches, tmp_path: Path) -> None:
    path = tmp_path / "scope.png"
    save_picture(bench().station, path, (960, 600), 500 * MS)
    assert pygame.image.load(path).get_size() == (960, 600)


@pytest.mark.parametrize(
    ("name", "mend"), [("scope.jpg", "end its name in .png"), ("no/scope.png", "name a file")]
)
def test_a_file_that_cannot_be_is_one_sentence(
    bench: Benches, tmp_path: Path, name: str, mend: str
) -> None:
    with pytest.raises(ConfigError, match=re.escape(mend)):
        save_picture(bench().station, tmp_path / name, length_ns=50 * MS)


# -- the terminal ----------------------------------------------------------------------------------


def test_blocks_rise_with_the_force_and_tell_nothing_known_from_nothing_there() -> None:
    signs = [block(force, 0.5) for force in (0.5, 1, 3, 8, 15, 25, 40, 90)]
    assert signs == sorted(signs, key=BLOCKS.index)
    assert signs[-1] == BLOCKS[-1]
    assert block(0.49, 0.5) == QUIET
    assert block(float("nan"), 0.5) == LOST


def test_text_shows_curve_gesture_error_and_force_of_each_petal() -> None:
    def act(board: SimBoard) -> None:
        board.touch(
            Touch(
                seat=2,
                gesture=Gesture.PALM,
                t_ns=START_NS + 5_000 * MS,
                peak_n=20.0,
                hold_ms=9_000.0,
            )
        )

    lines = list(rows(traced(4, act), WORDS, 80))
    assert max(map(len, lines)) <= 80
    top, under = lines[5], lines[6]
    assert top.startswith("Seat 3")
    assert re.search("·◇[▅▆▇]{5,}", top)
    assert top.endswith("◇ palm")
    assert re.search(r"1\d\.\d N|2\d\.\d N", top)
    assert re.search(r"± 0\.\d\d ms$", under)
    assert not set(under) & set(BLOCKS[3:])


def test_text_fits_a_terminal_of_forty_columns() -> None:
    def act(board: SimBoard) -> None:
        board.touch(
            Touch(
                seat=2,
                gesture=Gesture.GRAB,
                t_ns=START_NS + 5_000 * MS,
                peak_n=20.0,
                hold_ms=9_000.0,
            )
        )

    for words in (WORDS, Words("ru")):
        lines = list(rows(traced(4, act), words, 40))
        assert max(map(len, lines)) <= 40
        assert lines[5].startswith("3 ")
        assert "◆" in lines[5]
        assert re.search(r"± 0[.,]\d\d ", lines[6])


def test_text_tells_faults_and_a_fallen_pad() -> None:
    def act(board: SimBoard) -> None:
        board.knock(START_NS + 100 * MS)
        board.faults.begin(SimFault.FROZEN_PAD, START_NS + 100 * MS)

    head = next(rows(traced(4, act, 900 * MS), WORDS, 80))
    assert "fell off its cradle" in head
    assert head.count("!") == 2


def test_in_a_terminal_it_is_drawn_in_place_and_the_cursor_comes_back(
    bench: Benches, mocker: MockerFixture
) -> None:
    out = io.StringIO()
    mocker.patch.object(out, "isatty", return_value=True)
    show_text(bench().station, out, 500 * MS, aside := io.StringIO())
    drawn = out.getvalue()
    assert drawn.count(scope.HOME) > 3
    assert drawn.endswith(scope.SHOW)
    assert not aside.getvalue(), "what is drawn at once needs no word"
    assert "38;2;91;200;245" in drawn  # the colour of seat 1


def test_piped_it_is_plain_and_every_second_is_in_one_picture(bench: Benches) -> None:
    out = io.StringIO()
    show_text(bench().station, out, 2 * scope.SPAN_NS, io.StringIO())
    assert "\x1b" not in out.getvalue()
    assert out.getvalue().count("Seat 1") == 2


@pytest.mark.parametrize(
    ("language", "length_ns", "told"),
    [
        ("en", 500 * MS, "One picture, at the end"),
        ("en", 2 * scope.SPAN_NS, "A picture every 6 s, and one at the end"),
        ("ru", 2 * scope.SPAN_NS, "Картинка каждые 6 с и ещё одна в конце"),
        ("en", None, "A picture every 6 s, until Ctrl-C"),
        ("ru", None, "Картинка каждые 6 с, до Ctrl-C"),
    ],
)
def test_piped_it_tells_at_once_how_long_a_picture_takes(
    bench: Benches, mocker: MockerFixture, language: str, length_ns: int | None, told: str
) -> None:
    """Beside the pictures, before the board is read at all."""
    station, aside, out = bench(language=language).station, io.StringIO(), io.StringIO()
    mocker.patch.object(Feed, "turns", side_effect=KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        show_text(station, out, length_ns, aside)
    assert aside.getvalue() == f"{told}\n"
    assert not out.getvalue()


def test_colours_leave_the_words_as_they_are() -> None:
    lines = list(rows(traced(4, evening, 900 * MS), WORDS, 90))
    painted = coloured(lines, [0, 1, 2, 3])
    assert [re.sub("\x1b\\[[0-9;]*m", "", text) for text in painted] == lines


# -- the window ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_q])
def test_esc_and_q_close_the_window(key: int) -> None:
    assert closes(pygame.Event(pygame.KEYDOWN, key=key))
    assert closes(pygame.Event(pygame.QUIT))
    assert not closes(pygame.Event(pygame.KEYDOWN, key=pygame.K_a))


def test_drawing_in_a_window_loses_no_scan(bench: Benches, mocker: MockerFixture) -> None:
    traces = mocker.spy(Trace, "__init__")
    painted = mocker.spy(ScopePicture, "paint")
    show_window(bench().station, (640, 400), 800 * MS)
    trace = traces.call_args.args[0]
    curve = trace.curve(0, 0, trace.now_ns)
    assert painted.call_count > 5
    assert trace.scans == len(curve.t_ns) == pytest.approx(800, abs=20)
    assert np.diff(curve.t_ns).max() < 1_500_000


def test_a_closed_window_ends_it_and_lets_the_board_go(bench: Benches) -> None:
    table = bench()
    pygame.display.init()
    pygame.event.post(pygame.Event(pygame.QUIT))
    show_window(table.station, (640, 400))
    assert not pygame.display.get_init()
    with pytest.raises(OSError, match="closed"):
        table.board.read(table.now_ns)


# -- the command line ------------------------------------------------------------------------------


def test_the_command_draws_a_picture_of_a_simulated_board(tmp_path: Path) -> None:
    path = tmp_path / "scope.png"
    command = ["hw", "scope", "--board", "pc-mk1", "--seconds", "0.5", "--picture", str(path)]
    result = CliRunner().invoke(main, [*command, "--size", "800x480", "--data", str(tmp_path)])
    assert (result.exit_code, result.output.count(str(path))) == (0, 1), result.output
    assert pygame.image.load(path).get_size() == (800, 480)


@pytest.mark.parametrize(
    ("options", "mend"),
    [
        (["--text", "--picture", "a.png"], "give one of them"),
        (["--picture", "a.gif"], "end its name in .png"),
        (["--size", "wide"], "1280x800"),
        (["--board", "none.toml"], "name a file, or one of the boards"),
    ],
)
def test_bad_options_are_one_sentence_with_status_2(options: list[str], mend: str) -> None:
    result = CliRunner().invoke(main, ["hw", "scope", "--seconds", "0.2", *options])
    assert result.exit_code == 2
    assert mend in result.output
    assert result.output.count("\n") == 1
