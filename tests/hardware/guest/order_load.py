"""Order under load: pairs of presses in a known order, with every core busy and frames drawn.

``order_load PAIRS`` finds the smallest spacing that the simulated chip resolves, plays the same
pairs to each way of ``judges.py``, and prints one line of JSON with the count of wrong judgements.
"""

from __future__ import annotations

import bisect
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Final

import gpiod
from gpiod.line import Clock, Edge

from drivers.times import MS
from tests.hardware.guest.simchip import CLOCK, SimChip, spin_ns, wait_ns
from tests.hardware.guest.table import LABEL, LINES, WAYS, Heard

assert sys.platform == "linux", "it runs in a guest"

PROBES: Final = (10, 11)
SPACINGS_NS: Final = (0, 20_000, 50_000, 100_000, 200_000, 500_000, MS, 2 * MS)
PROBE_PAIRS: Final = 100
HOLD_NS: Final = 12 * MS
REST_NS: Final = 14 * MS
Truth = list[tuple[int, int]]
"""Of each pair: the side that was first, when it began."""
BUSY: Final = "while :; do :; done"


def pair(chip: SimChip, lines: Sequence[int], first: int, spacing_ns: int) -> None:
    chip.pull(lines[first], False)
    spin_ns(spacing_ns)
    chip.pull(lines[1 - first], False)


def probe(chip: SimChip, spacing_ns: int, rng: Random) -> tuple[int, int]:
    """How many of the pairs the kernel itself stamped wrongly or lost; the median gap."""
    settings = gpiod.LineSettings(edge_detection=Edge.FALLING, event_clock=Clock.MONOTONIC)
    wrong, gaps_ns = 0, []
    with gpiod.request_lines(f"/dev/gpiochip{chip.number}", {PROBES: settings}) as request:
        for _ in range(PROBE_PAIRS):
            first = rng.randrange(2)
            pair(chip, PROBES, first, spacing_ns)
            wait_ns(MS)
            events = request.read_edge_events() if request.wait_edge_events(0) else []
            seen = [event.line_offset for event in sorted(events, key=lambda e: e.timestamp_ns)]
            wrong += seen != [PROBES[first], PROBES[1 - first]]
            if len(events) == 2:
                gaps_ns.append(abs(events[1].timestamp_ns - events[0].timestamp_ns))
            for line in PROBES:
                chip.pull(line, True)
            wait_ns(MS)
    return wrong, sorted(gaps_ns)[len(gaps_ns) // 2] if gaps_ns else 0


def resolved(chip: SimChip, rng: Random) -> tuple[int, int]:
    """The smallest spacing at which the chip loses and swaps nothing; the gap that it makes."""
    for spacing_ns in SPACINGS_NS:
        wrong, gap_ns = probe(chip, spacing_ns, rng)
        if wrong == 0:
            return spacing_ns, gap_ns
    raise SystemExit("this machine is too busy: the simulated chip swaps presses 2 ms apart")


def play(chip: SimChip, pairs: int, spacing_ns: int, rng: Random) -> dict[str, Truth]:
    """The truth for each way: who was first in each pair, and when it began."""
    truth: dict[str, Truth] = {way: [] for way in WAYS}
    for _ in range(pairs):
        first = rng.randrange(2)
        for way, lines in WAYS.items():
            truth[way].append((first, CLOCK.now_ns()))
            pair(chip, lines, first, spacing_ns)
        wait_ns(HOLD_NS)
        for lines in WAYS.values():
            for line in lines:
                chip.pull(line, True)
        wait_ns(REST_NS + rng.randrange(6 * MS))
    return truth


def judge(truth: Truth, heard: Heard) -> tuple[int, float]:
    """Pairs not heard as exactly two presses, first and second; how late the first were stamped.

    Lateness is the 99th percentile, in microseconds.
    """
    begins = [began_ns for _, began_ns in truth]
    by_pair: list[list[tuple[int, int]]] = [[] for _ in truth]
    for side, t_ns in heard:
        number = bisect.bisect_right(begins, t_ns) - 1
        if number >= 0:
            by_pair[number].append((t_ns, side))
    wrong, late_ns = 0, []
    for (first, began_ns), presses in zip(truth, map(sorted, by_pair), strict=True):
        wrong += [side for _, side in presses] != [first, 1 - first]
        late_ns += [t_ns - began_ns for t_ns, _ in presses[:1]]
    return wrong, sorted(late_ns)[len(late_ns) * 99 // 100] / 1_000 if late_ns else 0.0


def main() -> None:
    pairs = int(sys.argv[1])
    ways = [line for lines in WAYS.values() for line in lines]
    chip = SimChip(LABEL, dict.fromkeys((*LINES, *ways, *PROBES)))
    cores = os.cpu_count() or 1
    busy = [subprocess.Popen(["nice", "-n", "10", "sh", "-c", BUSY]) for _ in range(cores + 1)]
    judges = subprocess.Popen(
        [sys.executable, "-m", "tests.hardware.guest.judges", str(chip.number)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        text=True,
    )
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5))  # presses happen when they happen
    assert judges.stdin is not None
    assert judges.stdout is not None
    judges.stdout.readline()
    rng = Random(2024)
    spacing_ns, gap_ns = resolved(chip, rng)
    truth = play(chip, pairs, spacing_ns, rng)
    wait_ns(200 * MS)
    judges.stdin.close()
    result = json.loads(judges.stdout.readline())
    for process in busy:
        process.kill()
    judged = {way: judge(truth[way], heard) for way, heard in result["heard"].items()}
    report = {
        "pairs": pairs,
        "cores": cores,
        "spacing_us": spacing_ns / 1_000,
        "gap_us": gap_ns / 1_000,
        "frames_per_s": result["frames_per_s"],
        "notes": result["notes"],
        "wrong": {way: count for way, (count, _) in judged.items()},
        "late_p99_us": {way: late_us for way, (_, late_us) in judged.items()},
    }
    sys.stdout.write(f"ORDER {json.dumps(report)}\n")


if __name__ == "__main__":
    main()
