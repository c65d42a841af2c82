"""``khvatka sim run``: scenario after scenario, a line each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from console.i18n import Words
from console.screens.texts import speed_words
from console.terminal.columns import json_line, put, say
from console.trials.scenario.dispute import ENDING, run_duel
from console.trials.scenario.run import ScenarioOutcome, run_file
from drivers.errors import ConfigError
from drivers.times import MS, SECOND
from host_sim.scenarios.load import LIBRARY, dotted

LIBRARY_NAME: Final = Path("library")


def run_all(files: Sequence[Path], as_json: bool, language: str, watch: bool) -> bool:
    """Play the scenarios, judge exported duels (``*.json``) again, and print a line for each; True
    when everything was as expected.

    A folder means the scenarios in it, no file the shipped library. ``watch``: in the window, at
    real speed, until it is closed. Raises ConfigError at the first file with a fault in it.
    """
    words = Words(language)
    played: list[ScenarioOutcome] = []
    for path in scenario_files(files or (LIBRARY_NAME,)):
        outcome = _outcome(path, words if watch else None)
        if outcome is None:  # nobody looks on any more
            break
        played.append(outcome)
        if as_json:
            put([_json(outcome)])
        else:
            say(_text(words, outcome))
    good = sum(outcome.ok for outcome in played)
    if not as_json and len(played) > 1:
        say([words._("{good} of {all} as expected").format(good=good, all=len(played))])
    return good == len(played)


def _outcome(path: Path, watched: Words | None) -> ScenarioOutcome | None:
    if path.suffix == ENDING:
        return run_duel(path)
    if watched is None:
        return run_file(path)
    from console.trials.scenario.watch import (
        watch_file,  # needs pygame, which nothing else here does
    )

    return watch_file(path, watched)


def scenario_files(files: Iterable[Path]) -> Iterable[Path]:
    """The files named, and those in the folders named. ``library`` is the shipped library, and a
    name in it one of its scenarios, from whatever folder. Raises ConfigError for an empty folder
    and for a name that is neither, PermissionError for one that this user may not look into."""
    shipped = {Path(file).with_suffix(""): LIBRARY / file for file in os.listdir(LIBRARY)}
    shipped[LIBRARY_NAME] = LIBRARY
    for path in (shipped.get(named, named) for named in files):
        if not path.is_dir():
            if len(path.parts) == 1 and not os.path.lexists(path):
                raise ConfigError(
                    "{path}: is no file here and no scenario of the library: `khvatka sim run"
                    " library` plays all of that",
                    path=path,
                )
            yield path
            continue
        next(path.iterdir(), None)  # rglob passes over what it may not read
        found = sorted(path.rglob("*.toml"))
        if not found:
            raise ConfigError("{path}: there is no scenario (*.toml) in this folder", path=path)
        yield from found


def _text(words: Words, outcome: ScenarioOutcome) -> Iterable[str]:
    said = words._("ok") if outcome.ok else words._("FAILED")
    length = speed_words(words, outcome.simulated_ns, outcome.ratio, 1)
    yield f"{said:<8} {outcome.path.stem}  {length}"
    if outcome.note:
        yield f"  {outcome.note}"
    failed = outcome.failed
    if failed is not None:
        yield f"  {outcome.path}:{outcome.line} {dotted(failed.key)}: {failed.what}"
        yield from (f"    {line}" for line in outcome.context)


def _json(outcome: ScenarioOutcome) -> str:
    told: dict[str, Any] = {
        "scenario": outcome.path.stem,
        "file": str(outcome.path),
        "ok": outcome.ok,
        "simulated_s": outcome.simulated_ns / SECOND,
        "times_real": round(outcome.ratio, 1),
    }
    if outcome.note:
        told["note"] = outcome.note
    failed = outcome.failed
    if failed is not None:
        told["failed"] = {
            "key": dotted(failed.key),
            "line": outcome.line,
            "t_ms": (failed.t_ns - outcome.begin_ns) / MS,
            "what": failed.what,
        }
        told["context"] = list(outcome.context)
    return json_line(told)
