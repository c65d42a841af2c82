"""Figures that matter are the code's, each as the sentence that holds it; so are all colours."""

from __future__ import annotations

import re
from typing import Final

import pytest

from console.duel import sudden_death
from console.duel.doubt import RefereeConfig
from console.engine.door import LINE_MAX
from console.games.chaos.cards import full_deck
from console.games.chaos.options import SPECIAL_CARDS
from console.games.rng import SEED_MAX
from console.screens import art, layout, palette, renderer
from console.screens.photo.picture import LEAST_TEXT
from console.screens.symbols.signs import SEAT_SHAPES
from console.table.chaos import match
from console.table.settings import Settings
from drivers.boards import gpiod_lines, rpi_lines
from drivers.controller import clockmap, link
from drivers.debounce import DebounceConfig
from drivers.firmware import lights, wire
from drivers.inputs import InputsConfig
from drivers.pad.channels import fsr
from drivers.pad.config import PadConfig
from drivers.times import MS
from host_sim import making, models, perception, sensors
from tests.host_sim.nominal import nominal_ohm
from tests.specification.documents import (
    PROTOCOL,
    flat,
    rules_of,
    text_of,
)

S: Final = 1_000 * MS
CHAOS, LOOK = rules_of("chaos"), "console/screens/LOOK.md"
HARDWARE, DECODER = "drivers/HARDWARE.md", "drivers/pad/DECODER.md"
SETTINGS, REFEREE, PAD = Settings(), RefereeConfig(), PadConfig()
EDGES, INPUTS = DebounceConfig(), InputsConfig()
FIGURES: Final[tuple[tuple[str, str, tuple[float, ...]], ...]] = (
    (
        CHAOS,
        "{} cards: 60 with symbols, {} special",
        (len(full_deck((3, 3, 2, 2), 3)), SPECIAL_CARDS),
    ),
    (CHAOS, "{} cards, four stacks of 17", (len(full_deck((3, 3, 2, 2), 2)),)),
    (CHAOS, "counts down before it ({} s;", (SETTINGS.all_ms / 1000,)),
    (CHAOS, "after {} s (`choice_ms`", (SETTINGS.choice_ms / 1000,)),
    (CHAOS, "After {} s (`special_ms`", (SETTINGS.special_ms / 1000,)),
    (CHAOS, "at the earliest {} ms after the last card", (SETTINGS.pace_ms,)),
    (CHAOS, "waits {} s after a verdict", (match.AFTER_VERDICT_MS / 1000,)),
    (CHAOS, "in the {} ms before it", (REFEREE.blame_ns / MS,)),
    (CHAOS, "hands off for {} ms,", (REFEREE.settle_ns / MS,)),
    (CHAOS, "before it has been free for {} ms", (REFEREE.settle_ns / MS,)),
    (
        CHAOS,
        "then a random wait of {} to {} s",
        (sudden_death.WAIT_MIN_NS / S, sudden_death.WAIT_MAX_NS / S),
    ),
    (CHAOS, "nobody touches for {} s", (sudden_death.TIME_OUT_NS / S,)),
    (PROTOCOL, "a line longer than {} MiB", (LINE_MAX / 2**20,)),
    (PROTOCOL, "from 0 to 2^{} - 1", ((SEED_MAX + 1).bit_length() - 1,)),
    (HARDWARE, "| threshold | {} N:", (PAD.onset_n,)),
    (
        HARDWARE,
        "above the threshold for {} ms, {} N at its peak",
        (PAD.least_loaded_ns / MS, PAD.least_peak_n),
    ),
    (HARDWARE, "({} % of *top* within {} ms)", (100 * PAD.pinch_share, PAD.gesture_ns / MS)),
    (HARDWARE, "gaps below {} ms", (PAD.release_hold_ns / MS,)),
    (
        DECODER,
        "watched for {} ms and then explained by the forces around it",
        (PAD.screen_ns / MS,),
    ),
    (
        DECODER,
        "a grab and each was pressed without a gap for {} ms, or after {} ms by all forces",
        (PAD.least_loaded_ns / MS, PAD.gesture_ns / MS),
    ),
    (
        HARDWARE,
        "above {} N but below {} N for more than {} ms (the gesture window)",
        (PAD.onset_n, PAD.least_peak_n, PAD.gesture_ns / MS),
    ),
    (
        HARDWARE,
        "its next rise of at least {} N within {} ms",
        (PAD.rise_n, PAD.rise_ns / MS),
    ),
    (DECODER, "may have begun: {} ms before its crossing", (PAD.early_ns / MS,)),
    (DECODER, "It is never more than {} ms.", (PAD.u_max_ns / MS,)),
    (DECODER, "A hand that leans is told after {} ms.", (PAD.lean_ns / MS,)),
    (HARDWARE, "A pixel takes {} mA", (lights.WHITE_MA,)),
    (
        HARDWARE,
        "an error of {} ms instead of {} µs",
        (rpi_lines.STAMP_NS / MS, gpiod_lines.STAMP_NS / 1000),
    ),
    (
        HARDWARE,
        "{} ms of deafness; a release after {} ms of quiet",
        (EDGES.deaf_ns / MS, EDGES.quiet_release_ns / MS),
    ),
    (HARDWARE, "on the host from 2^{};", (wire.TICKS.bit_length() - 1,)),
    (
        HARDWARE,
        "{} pings a second, {} s of them; a line (offset, and a slope within {} ppm)",
        (S / link.PING_NS, clockmap.WINDOW_NS / S, clockmap.SLOPE_LIMIT * 1e6),
    ),
    (HARDWARE, "the last {} ms, for the photo finish", (INPUTS.recent_ns / MS,)),
    (HARDWARE, "after {} ms the host says so", (link.SILENCE_NS / MS,)),
    (
        HARDWARE,
        "{} k at {} N, {} k at {} N, {} k at {} N, {} Ω at {} N, above {} MΩ untouched",
        (
            *(
                value
                for n, ohm in zip(fsr.POINTS_N, fsr.POINTS_OHM, strict=True)
                for value in (ohm / (1000 if n < 100 else 1), n)
            ),
            fsr.UNTOUCHED_OHM / 1e6,
        ),
    ),
    (HARDWARE, "hysteresis {} to {} %;", tuple(100 * part for part in sensors.HYSTERESIS)),
    (
        HARDWARE,
        "creeps by {} to {} % a decade of time",
        tuple(100 * part for part in sensors.CREEP_PER_DECADE),
    ),
    (
        HARDWARE,
        "repeats itself to {} %, its sisters to {} %",
        (100 * sensors.REPEATABILITY, 100 * making.PART_SPREAD),
    ),
    (
        HARDWARE,
        "bounce for {} ms in the mean, {} ms at worst",
        (models.BOUNCE_MEAN_MS, models.BOUNCE_WORST_MS),
    ),
    (
        HARDWARE,
        "a light ({}, {}, {}); a match among few ({}, {}, {}), in a table of six ({}, {}, {})",
        (*perception.SIMPLE, *perception.FIND_FEW, *perception.FIND_CROWD),
    ),
    (
        HARDWARE,
        "a child × {}; an expert {} ms less and tau × {}",
        (
            perception.PRESETS["child"].scale,
            perception.PRESETS["expert"].find_less_ms,
            perception.PRESETS["expert"].tau_scale,
        ),
    ),
    (
        HARDWARE,
        "look-alikes {} to {} %",
        (
            100 * perception.PRESETS["expert"].false_grab,
            100 * perception.PRESETS["child"].false_grab,
        ),
    ),
    (LOOK, "round, {} across", (layout.CARD,)),
    (LOOK, "Nothing is smaller than {};", (LEAST_TEXT,)),
    (LOOK, "*Large* text is {} times", (art.LARGER,)),
    (LOOK, "ends within {} ms", (renderer.BREATH_NS / MS,)),
    (LOOK, "ends within {} ms", (renderer.GLIDE_NS / MS,)),
)


@pytest.mark.parametrize(
    ("page", "sentence", "values"), FIGURES, ids=[sentence for _, sentence, _ in FIGURES]
)
def test_a_figure_is_the_codes(page: str, sentence: str, values: tuple[float, ...]) -> None:
    assert sentence.format(*(f"{value:g}" for value in values)) in flat(page)


def test_the_dividers_volts_follow_from_the_sensors_curve() -> None:
    volt = r"(\d\.\d\d)"
    told = re.search(
        rf"10 k: {volt} V at 0.2 N, {volt} V at 1 N, {volt} V at 10 N; "
        rf"2.2 k: {volt}, {volt}, {volt} V",
        flat(HARDWARE),
    )
    assert told
    parts = [(ohm, nominal_ohm(n)) for ohm in (10_000, 2_200) for n in (0.2, 1, 10)]
    volts = [3.3 * divider / (divider + ohm) for divider, ohm in parts]
    assert [float(value) for value in told.groups()] == pytest.approx(volts, abs=0.006)


def test_the_look_has_the_colours_and_shapes_of_the_seats() -> None:
    rows = re.findall(r"^\| (\d) \| `(#\w+)` \| `(#\w+)` \| \S+ (\w+) \|$", text_of(LOOK), re.M)
    seats = zip(palette.USUAL.seats, palette.SAFE.seats, SEAT_SHAPES, strict=True)
    assert rows == [(str(seat), *look) for seat, look in enumerate(seats)]


def test_the_look_has_the_colours_of_the_cards() -> None:
    rows = re.findall(r"^\| ([a-z]+) \| `(#\w+)` \| `(#\w+)` \|$", text_of(LOOK), re.M)
    usual, safe = palette.USUAL.cards, palette.SAFE.cards
    assert {(name[0].upper(), *pair) for name, *pair in rows} == {
        (letter, usual[letter], safe[letter]) for letter in usual
    }


def test_the_look_has_every_colour_of_the_palette_and_no_other() -> None:
    assert set(re.findall(r"#[0-9A-F]{6}", text_of(LOOK))) == set(
        re.findall(r"#[0-9A-F]{6}", text_of("console/screens/palette.py"))
    ) - {"#FFFFFF"}
