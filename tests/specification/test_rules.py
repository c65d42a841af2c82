"""Rules by their numbers, options and the engine protocol: what is told is what is played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from console.engine.session import EngineSession
from console.games import errors
from console.games.errors import GameError
from console.games.registry import GAMES
from tests.specification.documents import (
    EVENTS,
    FILES,
    GAME_OF,
    LEAGUES,
    PROTOCOL,
    flat,
    rules_of,
    text_of,
)

RULES_OF: Final = {letter: rules_of(game) for letter, game in GAME_OF.items()} | {
    "V": EVENTS,
    "W": LEAGUES,
}
RULES: Final = frozenset(
    number
    for rules in RULES_OF.values()
    for number in re.findall(r"^- \*\*([A-Z]\d+)\*\*", text_of(rules), re.M)
)
_TEST: Final = re.compile(r"def (test_\w+)")
_IN_NAME: Final = re.compile(r"(?<=_)[cegivw]\d{1,2}(?![a-z0-9])")
_SCENARIO: Final = Path("host_sim/scenarios/library")


def cited_in(path: Path) -> set[str]:
    """The rules that a file names, in words and in the names of its tests."""
    text = text_of(path)
    named = {rule.upper() for name in _TEST.findall(text) for rule in _IN_NAME.findall(name)}
    return named | set(re.findall(r"(?<![\w/])[CEGIVW][1-9]\d?(?![\w/])", text))


def about_rules(path: Path) -> bool:
    """Not of hardware, whose serial numbers and pins look like rules."""
    parts = {*path.parts}
    return path.suffix in {".py", ".toml"} and not parts & {"hardware", "deploy", "drivers"}


def test_every_page_of_rules_tells_its_own_in_order() -> None:
    for letter, rules in RULES_OF.items():
        numbers = re.findall(r"^- \*\*([A-Z])(\d+)\*\*", text_of(rules), re.M)
        assert {found for found, _ in numbers} == {letter}
        order = [int(number) for _, number in numbers]
        assert order == sorted(set(order)), rules


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
        EngineSession().answer({"cmd": "?"})
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
