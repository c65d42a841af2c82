"""The library of scenarios: each goes as it says; together they cover the rules and the faults."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from console.trials.scenario.run import run_file
from host_sim.scenarios.form import FaultKind, Scenario
from host_sim.scenarios.load import LIBRARY, load_scenario

FILES = sorted(LIBRARY.glob("*.toml"))
RULES = {f"C{n}" for n in (*range(5, 28), *range(30, 34))}
GESTURES = {"grab", "palm", "brush", "hover", "late closing"}
BLOWS = {"thump", "wobble", "knock"}


@cache
def scenario(path: Path) -> Scenario:
    return load_scenario(path)[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_goes_as_it_says(path: Path) -> None:
    outcome = run_file(path)
    assert outcome.ok, "\n".join((str(outcome.failed), *outcome.context))


def test_every_rule_of_the_table_has_its_scenario() -> None:
    assert {rule for path in FILES for rule in scenario(path).rules} >= RULES


def test_every_fault_happens_somewhere_alone_and_with_others() -> None:
    alone: set[str] = set()
    agents: set[str] = set()
    for path in FILES:
        kinds = {fault.kind for fault in scenario(path).fault}
        (alone if len(kinds) == 1 else agents).update(kinds)
    assert alone == set(get_args(FaultKind))
    assert len(agents) >= 8


def test_every_gesture_and_blow_happens_somewhere() -> None:
    shown = {word for path in FILES for word in scenario(path).shows}
    assert shown >= GESTURES | {"clock drift", "coupled petals"}
    done = {act.__struct_config__.tag for path in FILES for act in scenario(path).act}
    assert done >= BLOWS


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 60
