"""Evening after evening in one process: does anything break, does memory grow, how fast is it?"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from console.i18n import Words
from console.screens.names import game_name, matches_words
from console.terminal.columns import json_line, put, say
from console.trials.evening import SoakEvening, play_evening
from console.wiring.gc_control import tidy_up
from drivers.errors import ConfigError
from drivers.times import MINUTE

HOUR_NS: Final = 60 * MINUTE
EVENING_NS: Final = HOUR_NS // 2
WARM_SHARE: Final = 0.1
"""So much of a soak may fill caches before growth is counted from."""
MOST_GROWTH_BYTES: Final = 5_000_000
PAGE_BYTES: Final = 4096
STATM: Final = Path("/proc/self/statm")
LEAST_RATIO: Final = 500.0


@dataclass(slots=True)
class Soak:
    """What a soak has found so far. ``broken`` has the seeds of evenings that ended in an error."""

    evenings: list[SoakEvening] = field(default_factory=list)
    broken: list[tuple[int, str]] = field(default_factory=list)
    memory_bytes: list[int] = field(default_factory=list)

    @property
    def hours(self) -> float:
        """Simulated."""
        return sum(e.simulated_ns for e in self.evenings) / HOUR_NS

    @property
    def matches(self) -> int:
        """Of all evenings."""
        return sum(e.matches for e in self.evenings)

    @property
    def faults(self) -> int:
        """Of all evenings."""
        return sum(e.faults for e in self.evenings)

    @property
    def ratio(self) -> float:
        """Times real time."""
        wall_ns = sum(e.wall_ns for e in self.evenings)
        return sum(e.simulated_ns for e in self.evenings) / wall_ns if wall_ns else 0.0

    @property
    def growth_bytes(self) -> int:
        """Memory at the end over memory once warm, each the median of a tenth of the evenings."""
        tenth = max(1, round(len(self.memory_bytes) * WARM_SHARE))
        if len(self.memory_bytes) < 3 * tenth:
            return 0
        warm = self.memory_bytes[tenth : 2 * tenth]
        return round(median(self.memory_bytes[-tenth:]) - median(warm))

    @property
    def passed(self) -> bool:
        """No error, and memory stays."""
        return not self.broken and self.growth_bytes < MOST_GROWTH_BYTES


def soak(
    hours: float,
    seed: int,
    tell: Callable[[SoakEvening, int], None],
    play_one: Callable[[int, int], SoakEvening] = play_evening,
) -> Soak:
    """Evenings with the seeds ``seed``, ``seed + 1``, … until they come to ``hours``.

    ``tell`` hears of each, with the memory after it. An evening that breaks is noted, with its
    traceback, and the next one begins.
    """
    found = Soak()
    left_ns = round(hours * HOUR_NS)
    while left_ns > 0:
        length_ns = min(EVENING_NS, left_ns)
        left_ns -= length_ns
        try:
            evening = play_one(seed, length_ns)
        except Exception:  # whatever it is: it is what a soak looks for
            found.broken.append((seed, traceback.format_exc()))
        else:
            tidy_up()
            found.evenings.append(evening)
            found.memory_bytes.append(memory_bytes())
            tell(evening, found.memory_bytes[-1])
        seed += 1
    return found


def memory_bytes() -> int:
    """What this process holds in memory now. Raises ConfigError where the system does not tell."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * PAGE_BYTES
    except FileNotFoundError as error:
        raise ConfigError(
            "sim soak watches its memory, which Linux alone tells: run it there"
        ) from error


def run(hours: float, seed: int, as_json: bool, language: str) -> bool:
    """``khvatka sim soak``: print evenings and figures; whether all is well."""
    words = Words(language)
    memory_bytes()  # rather now than after an evening

    def tell(evening: SoakEvening, held_bytes: int) -> None:
        _say(
            as_json,
            {"event": "evening", "memory_bytes": held_bytes, **msgspec.to_builtins(evening)},
            _evening_line(words, evening, held_bytes),
        )

    found = soak(hours, seed, tell)
    for broken_seed, trace in found.broken:
        mend = f"khvatka sim soak --hours {min(hours, 0.5):g} --seed {broken_seed}"
        _say(
            as_json,
            {"event": "broken", "seed": broken_seed, "trace": trace, "again": mend},
            words._("seed {seed} broke; `{again}` plays it again").format(
                seed=broken_seed, again=mend
            )
            + f"\n{trace}",
        )
    _say(
        as_json,
        {
            "event": "soak",
            "passed": found.passed,
            "hours": found.hours,
            "matches": found.matches,
            "faults": found.faults,
            "broken": len(found.broken),
            "ratio": found.ratio,
            "growth_bytes": found.growth_bytes,
        },
        _soak_line(words, found),
    )
    return found.passed


def _evening_line(words: Words, evening: SoakEvening, held_bytes: int) -> str:
    board = words.n("{board}, {count} seat", "{board}, {count} seats", evening.seats)
    return words._(
        "seed {seed}: {game}, {board}: {matches}, {faults}; {faster}, {memory} MB"
    ).format(
        seed=evening.seed,
        game=game_name(words, evening.game),
        board=board.format(board=evening.board, count=evening.seats),
        matches=matches_words(words, evening.matches),
        faults=_faults(words, evening.faults),
        faster=faster(words, evening.simulated_ns / evening.wall_ns),
        memory=words.number(held_bytes / 1e6),
    )


def _soak_line(words: Words, found: Soak) -> str:
    broken = words.n("{count} evening broke", "{count} evenings broke", len(found.broken))
    return words._(
        "{outcome}: {hours} h simulated, {matches}, {faults}, {broken}; {faster}"
        " (aim: {aim}); memory grew by {growth} MB (bound: {bound})"
    ).format(
        outcome=words._("passed") if found.passed else words._("NOT PASSED"),
        hours=words.number(found.hours),
        matches=matches_words(words, found.matches),
        faults=_faults(words, found.faults),
        broken=broken.format(count=len(found.broken)),
        faster=faster(words, found.ratio),
        aim=words.number(LEAST_RATIO, 0),
        growth=words.number(found.growth_bytes / 1e6, 2),
        bound=words.number(MOST_GROWTH_BYTES / 1e6, 0),
    )


def faster(words: Words, ratio: float) -> str:
    """How many times faster than real time."""
    times = round(ratio)
    return words.n(
        "{times} time faster than real time", "{times} times faster than real time", times
    ).format(times=times)


def _faults(words: Words, count: int) -> str:
    return words.n("{count} fault", "{count} faults", count).format(count=count)


def _say(as_json: bool, report: dict[str, object], line: str) -> None:
    if as_json:
        put([json_line(report)])
    else:
        say(line.splitlines())
