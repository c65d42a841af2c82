"""``python -m tests.second_simulator --seed S --duels N [--family F ...] [--table T ...]``."""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from tests.second_simulator.families import FAMILIES
from tests.second_simulator.judge import Figures, judge
from tests.second_simulator.matches import DUELS, FAULT_DUELS, draw_match
from tests.second_simulator.tables import KINDS

_HEAD = (
    "family        table     duels decided wrong wr<1 dead≥1 dead<1  hands miss exc early again inv"
    "   2u%   3u%  med u  bias  gest chld late wait99  lag vain  notes"
)


def _share(values: list[float], below: float) -> float:
    return 100.0 * float(np.mean(np.array(values) <= below)) if values else float("nan")


def _line(name: str, kind: str, f: Figures) -> str:
    """One row of the table."""
    u = float(np.median(f.u_ns)) / 1e6 if f.u_ns else float("nan")
    bias = float(np.median(f.off_ns)) / 1e6 if f.off_ns else float("nan")
    wait = float(np.percentile(f.waits_ns, 99)) / 1e6 if f.waits_ns else float("nan")
    more = ""
    if f.half_true or f.half_told or f.half_brush:
        more += f" half {f.half_told}/{f.half_true} brush {f.half_brush}"
    if f.leaning:
        more += f" leaning told {f.leaning_told}/{f.leaning}"
    if f.faults:
        more += f" told within ten {f.told_ten}, later {f.told_late}, never of ten {f.told_never}:"
        after = sorted(n for n in f.told_after if n is not None)
        more += " after " + " ".join(str(n) for n in after)
    return (
        f"{name:13} {kind:8} {f.duels:6} {f.decided:7} {f.wrong:5} {f.wrong_close:4} {f.dead:6}"
        f" {f.dead_close:6} {f.hands:6} {f.missed:4} {f.excused:3} {f.early:5} {f.again:5}"
        f" {f.invented:3} {_share(f.off_u, 2):5.1f} {_share(f.off_u, 3):5.1f} {u:6.3f} {bias:+.3f}"
        f" {f.mistaken:4} {f.child_mistaken:4} {f.late:4} {wait:6.0f} {f.lag_ns / 1e6:4.0f}"
        f" {f.vain:4} {more}"
    )


def main() -> int:
    """Judge, print rows, then the cases."""
    parser = argparse.ArgumentParser(prog="python -m tests.second_simulator")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--duels", type=int, default=500, help="of each family and table")
    parser.add_argument("--family", action="append", choices=[*FAMILIES, "mix"])
    parser.add_argument("--table", action="append", choices=KINDS)
    parser.add_argument("--divider", type=float, default=2200.0, help="ohms")
    parser.add_argument("--quiet", action="store_true", help="rows alone")
    args = parser.parse_args()
    out = sys.stdout
    out.write(_HEAD + "\n")
    began, duels = time.monotonic(), 0
    for name in args.family or [*FAMILIES, "mix"]:
        for kind in args.table or ["typical", "worst"]:
            sums = Figures()
            long = FAULT_DUELS if name != "mix" and FAMILIES[name].fault else DUELS
            for number in range(-(-args.duels // long)):
                figures = judge(draw_match(name, kind, args.seed, number, args.divider))
                figures.notes = [
                    f"  {name}/{kind}/{args.seed}/{number}: {note}" for note in figures.notes
                ]
                sums.add(figures)
            duels += sums.duels
            out.write(_line(name, kind, sums) + "\n")
            if not args.quiet:
                out.writelines(note + "\n" for note in sums.notes)
            out.flush()
    out.write(f"{duels} duels, {duels / (time.monotonic() - began):.0f} a second\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
