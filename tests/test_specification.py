"""The documents beside the code: what they name exists, and their figures are the code's.

Rules by their numbers, files, modules and classes by their names, and a table of the figures that
matter, each as the sentence that holds it.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from console.duel import sudden_death
from console.duel.doubt import RefereeConfig
from console.engine import Session
from console.engine.door import LINE_MAX
from console.games import errors
from console.games.chance import SEED_MAX
from console.games.chaos.cards import full_deck
from console.games.chaos.options import SPECIAL_CARDS
from console.games.errors import GameError
from console.games.registry import GAMES
from console.screens import art, layout, palette, renderer
from console.screens.photo.picture import LEAST_TEXT
from console.screens.symbols.signs import SEAT_SHAPES
from console.table.chaos import match
from console.table.settings import Settings
from drivers import calibration, fsr
from drivers.boards import gpiod_lines, rpi_lines
from drivers.controller import clockmap, link
from drivers.debounce import DebounceConfig
from drivers.firmware import lights, wire
from drivers.inputs import InputsConfig
from drivers.pad_config import PadConfig
from host_sim import minds, models

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("console", "deploy", "drivers", "host_sim", "tests")
WRITTEN: Final = frozenset({".md", ".po", ".py", ".sh", ".toml", ".yml"})
GAME_OF: Final = {"C": "chaos", "E": "elements", "G": "ignis", "I": "iota"}


def _files() -> Iterator[Path]:
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


FILES: Final = tuple(sorted(path.relative_to(ROOT) for path in _files()))
PAGES: Final = [path for path in FILES if path.suffix == ".md"]


@cache
def text_of(path: Path | str) -> str:
    """A file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def flat(path: str) -> str:
    """Its words with one blank between them."""
    return " ".join(text_of(path).split())


def rules_of(game: str) -> str:
    """Where its rules are told."""
    return f"console/games/{game}/RULES.md"


# -- rules -------------------------------------------------------------------------------------

RULES: Final = frozenset(
    number
    for game in GAME_OF.values()
    for number in re.findall(r"^- \*\*([A-Z]\d+)\*\*", text_of(rules_of(game)), re.M)
)
_TEST: Final = re.compile(r"def (test_\w+)")
_IN_NAME: Final = re.compile(r"(?<=_)[cegi]\d{1,2}(?=_)")
_SCENARIO: Final = Path("host_sim/scenarios/library")


def cited_in(path: Path) -> set[str]:
    """The rules that a file names, in words and in the names of its tests."""
    text = text_of(path)
    named = {rule.upper() for name in _TEST.findall(text) for rule in _IN_NAME.findall(name)}
    return named | set(re.findall(r"(?<![\w/])[CEGI][1-9]\d?(?![\w/])", text))


def about_rules(path: Path) -> bool:
    """Not of hardware, whose serial numbers and pins look like rules."""
    parts = {*path.parts}
    return path.suffix in {".py", ".toml"} and not parts & {"hardware", "deploy", "drivers"}


def test_every_game_tells_its_own_rules_in_order() -> None:
    for letter, game in GAME_OF.items():
        numbers = re.findall(r"^- \*\*([A-Z])(\d+)\*\*", text_of(rules_of(game)), re.M)
        assert {found for found, _ in numbers} == {letter}
        order = [int(number) for _, number in numbers]
        assert order == sorted(set(order)), game


def test_a_rule_that_is_named_exists() -> None:
    unknown = {
        (str(path), rule)
        for path in FILES
        if (about_rules(path) and len(path.parts) > 1) or path.name in {"RULES.md", "PROTOCOL.md"}
        for rule in cited_in(path) - RULES
    }
    assert not unknown


def test_every_rule_has_a_test_that_names_it() -> None:
    tested: set[str] = set()
    for path in FILES:
        if path.parts[0] == "tests" and path.name.startswith("test_"):
            for name in _TEST.findall(text_of(path)):
                tested |= {rule.upper() for rule in _IN_NAME.findall(name)}
        elif path.parent == _SCENARIO and path.suffix == ".toml":
            tested |= cited_in(path)
    assert not RULES - tested


@pytest.mark.parametrize("game", GAME_OF.values())
def test_the_options_are_those_of_the_game(game: str) -> None:
    told = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| .+ \|$", text_of(rules_of(game)), re.M)
    options = GAMES[game].options
    assert {name for name, _, _ in told} == options.keys()
    for name, _, default in told:
        if options[name].type == "counts":
            shown = ", ".join(map(str, options[name].default.values()))
        elif options[name].type == "choice":
            shown = f"`{options[name].default}`"
        else:
            shown = json.dumps(options[name].default)
        assert default == shown, name


# -- the engine protocol -----------------------------------------------------------------------

PROTOCOL: Final = "console/engine/PROTOCOL.md"
MOVES: Final = ("play", "take", "discard")


def section(heading: str) -> str:
    """A part of the protocol, up to the next heading."""
    return text_of(PROTOCOL).split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_the_protocol_tells_all_codes() -> None:
    names = vars(errors).items()
    codes = {value for name, value in names if name.isupper() and isinstance(value, str)}
    assert set(re.findall(r"^\| `(\w+)` \|", text_of(PROTOCOL), re.M)) == codes


def test_the_protocol_tells_all_commands() -> None:
    with pytest.raises(GameError) as refused:
        Session().answer({"cmd": "?"})
    known = set(refused.value.message.rstrip(".").split("known are ")[1].split(", "))
    assert set(re.findall(r'^\| `\{"cmd":"(\w+)"', text_of(PROTOCOL), re.M)) == known


@pytest.mark.parametrize("game", GAMES)
def test_the_protocol_has_the_fields_of_a_state_in_order(game: str) -> None:
    rules = GAMES[game]
    fields = list(rules.dump(rules.new(rules.players[0], 0, {})))
    block = section(game).split("```")[1]
    told = [name for name in re.findall(r'"(\w+)":', block) if name in fields]
    assert list(dict.fromkeys(told)) == fields


@pytest.mark.parametrize("game", GAMES)
def test_the_protocol_has_the_default_options(game: str) -> None:
    given = {name: option.default for name, option in GAMES[game].options.items()}
    assert f'"options":{json.dumps(given, separators=(",", ":"))}' in section(game)


def forms_in(text: str) -> set[tuple[str, ...]]:
    """The type and the field names of every ``{"type":…}`` that is written there, in order."""
    forms = set()
    for start in (found.start() for found in re.finditer(r'\{"type":', text)):
        depth, keys, at = 0, [], start
        while True:
            depth += (text[at] in "{[") - (text[at] in "}]")
            if not depth:
                break
            if depth == 1 and (key := re.compile(r'"(\w+)":').match(text, at)):
                keys.append(key[1])
            at += 1
        kind = re.compile(r'\{"type":"?(\w+)').match(text, start)
        assert kind
        forms.add((kind[1], *keys))
    return forms


@pytest.mark.parametrize("game", GAMES)
def test_actions_and_events_of_a_playthrough_have_the_forms_of_the_protocol(game: str) -> None:
    told = forms_in(section(game))
    if game == "elements":  # one form for the three moves of a card
        told |= {(kind, *form[1:]) for form in told if form[0] == "T" for kind in MOVES}
    if game == "ignis":  # G7
        told.add(("push", "type", "piece", "at", "toward", "flip"))
    for line in text_of(f"tests/console/engine/golden_files/{game}.jsonl").splitlines():
        request, answer = json.loads(line)
        acted = [request["action"]] if request["cmd"] == "apply" else []
        for shown in (*acted, *answer.get("events", ())):
            assert (shown["type"], *shown) in told, shown


def test_the_protocol_has_the_numbers_of_positions_that_the_rules_are_tested_with() -> None:
    told = {
        name: json.loads(f"[{numbers}]")
        for name, numbers in re.findall(r"^\| \w+ `(\w+)` \| (.+) \|$", text_of(PROTOCOL), re.M)
    }
    of = Path("tests/console/games")
    ignis = json.loads(text_of(of / "ignis/perft.json"))
    elements = json.loads(text_of(of / "elements/perft.json"))
    positions: dict[str, Any] = ignis["positions"] | elements
    assert told == ignis["layouts"] | {name: at["nodes"] for name, at in positions.items()}
    for name, at in ignis["positions"].items():
        assert f"`{name}`: `{' '.join(at['board'])}`, supply {at['supply']['A']} `A`" in flat(
            PROTOCOL
        )


# -- names -------------------------------------------------------------------------------------

_TICKED: Final = re.compile(r"`([^`\n]+)`")
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_FILE: Final = re.compile(r"[\w.@*-]+(?:/[\w.@*-]+)*\.(?:conf|json|md|mo|po|py|sh|svg|toml)")
_FOLDER: Final = re.compile(r"(?:console|deploy|drivers|host_sim|tests)(?:/[\w.-]+)*/?|[\w.-]+/")
_DOTTED: Final = re.compile(r"(?:console|deploy|drivers|host_sim|tests)(?:\.\w+)+")
_ATTRIBUTE: Final = re.compile(r"([A-Z][a-z]\w*)\.([a-z_]\w*)(?:\(.*\))?")
_MEMBER: Final = re.compile(r"([a-z_]\w*)\.([A-Z]\w*)")
_OUTSIDE: Final = frozenset(
    {
        "crashes/",  # made by the program
        "pictures/",
        "limits.conf",  # of the system
        "pad.json",  # of the pad controller's flash
        "json.py",  # an attack's
        "install.md",  # of a bundle
        "install.sh",
        "klippy/clocksync.py",  # sources of figures
        "drivers/gpio/gpiolib-cdev.c",
    }
)
_ELSE: Final = re.compile(r"[A-Z]{3,}\b(?!\.md)|\.d/|^\.ru")
"""What stands for many names, files of the system, endings."""


def places(page: Path) -> list[Path]:
    """Where a page's names may begin: its folder and those around it, and what they mirror."""
    around = list(page.parents)
    return around + [
        at.relative_to("tests") if at.parts[:1] == ("tests",) else "tests" / at for at in around
    ]


def is_there(page: Path, name: str) -> bool:
    """Is it a file or a folder at one of the page's places, or a file below its own?"""
    if "*" in name:
        return any(any(ROOT.glob(str(at / name))) for at in places(page))
    if any((ROOT / at / name).exists() for at in places(page)):
        return True
    own = [at for at in places(page) if at.name == page.parent.name]
    return any(str(f).endswith(f"/{name}") for at in own for f in FILES if f.is_relative_to(at))


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_files_and_folders_that_a_page_names_exist(page: Path) -> None:
    text = text_of(page)
    links = [target.split("#")[0] for target in _LINK.findall(text) if "://" not in target]
    missing = [target for target in links if target and not (ROOT / page.parent / target).exists()]
    for name in _TICKED.findall(text):
        if (
            (_FILE.fullmatch(name) or _FOLDER.fullmatch(name))
            and not (_ELSE.search(name) or name in _OUTSIDE)
            and not is_there(page, name)
        ):
            missing.append(name)
    assert not missing


def exists(dotted: str) -> bool:
    """Can it be imported, or is it a name of what can?"""
    module, _, name = dotted.rpartition(".")
    try:
        importlib.import_module(dotted)
    except ModuleNotFoundError:
        return bool(module) and exists(module) and hasattr(importlib.import_module(module), name)
    return True


@cache
def sources_by_class() -> dict[str, list[str]]:
    """Where the classes of a name are."""
    found: dict[str, list[str]] = {}
    for path in FILES:
        if path.suffix == ".py":
            for name in re.findall(r"^class (\w+)", text_of(path), re.M):
                found.setdefault(name, []).append(text_of(path))
    return found


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_modules_and_classes_that_a_page_names_exist(page: Path) -> None:
    names = _TICKED.findall(text_of(page))
    missing = [name for name in names if _DOTTED.fullmatch(name) and not exists(name)]
    for name in names:
        if found := _MEMBER.fullmatch(name):
            files = [ROOT / at / f"{found[1]}.py" for at in places(page)]
            sources = [file.read_text(encoding="utf-8") for file in files if file.exists()]
            if not any(re.search(rf"^(class )?{found[2]}\b", source, re.M) for source in sources):
                missing.append(name)
        elif found := _ATTRIBUTE.fullmatch(name):
            sources = sources_by_class().get(found[1], [])
            if not any(re.search(rf"\b{found[2]}\b", source) for source in sources):
                missing.append(name)
    assert not missing


def test_no_file_names_a_document_that_is_not_in_the_tree() -> None:
    known = {path.name for path in PAGES}
    unknown = {
        (str(path), name)
        for path in FILES
        if path.suffix in WRITTEN
        for name in re.findall(r"(?<![\w*.{}-])\w[\w-]*(?:\.ru)?\.md\b", text_of(path))
        if name not in known
    }
    assert not unknown


def test_a_recipe_has_at_most_ten_lines() -> None:
    recipes = text_of("ARCHITECTURE.md").split("\n## Recipes\n")[1].strip().split("\n\n")
    assert len(recipes) == 5
    assert max(recipe.count("\n") + 1 for recipe in recipes) <= 10


# -- figures -----------------------------------------------------------------------------------

MS: Final = 1_000_000
S: Final = 1_000 * MS
CHAOS, HARDWARE, LOOK = rules_of("chaos"), "drivers/HARDWARE.md", "console/screens/LOOK.md"
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
    (HARDWARE, "less than {} ms part are one", (PAD.release_hold_ns / MS,)),
    (
        HARDWARE,
        "watched for {} ms and explained by the forces around it, each share at most {} %",
        (PAD.screen_ns / MS, 100 * PAD.coupling_ratio),
    ),
    (HARDWARE, "or after {} ms: some hands", (PAD.gesture_ns / MS,)),
    (HARDWARE, "A petal loaded for {} s", (PAD.stuck_ns / S,)),
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
    (HARDWARE, "hysteresis {} %;", (100 * models.HYSTERESIS,)),
    (
        HARDWARE,
        "repeats itself to {} %, its sisters to {} %",
        (100 * models.REPEATABILITY, 100 * calibration.WEIGHED_SPREAD),
    ),
    (
        HARDWARE,
        "bounce for {} ms in the mean, {} ms at worst",
        (models.BOUNCE_MEAN_MS, models.BOUNCE_WORST_MS),
    ),
    (
        HARDWARE,
        "a light ({}, {}, {}); a match among few ({}, {}, {}), in a table of six ({}, {}, {})",
        (*minds.SIMPLE, *minds.FIND_FEW, *minds.FIND_CROWD),
    ),
    (
        HARDWARE,
        "a child × {}; an expert {} ms less and tau × {}",
        (
            minds.PRESETS["child"].scale,
            minds.PRESETS["expert"].find_less_ms,
            minds.PRESETS["expert"].tau_scale,
        ),
    ),
    (
        HARDWARE,
        "look-alikes {} to {} %",
        (100 * minds.PRESETS["expert"].false_grab, 100 * minds.PRESETS["child"].false_grab),
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
    volts = [models.divider_volts(n, ohm) for ohm in (10_000, 2_200) for n in (0.2, 1, 10)]
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
