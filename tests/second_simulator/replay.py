"""``python -m tests.second_simulator.replay FAMILY/TABLE/SEED/MATCH [--duel D] [--save FILE.npz]``.

Prints the truth of a match (or of one duel) and what the decoder tells of it; ``replay`` gives
both to whoever wants the codes: ``match, told = replay("plain/worst/7/3")``.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from tests.second_simulator.judge import Told, judge, listen
from tests.second_simulator.matches import Match, draw_match


def replay(name: str, divider_ohm: float = 2200.0) -> tuple[Match, Told]:
    """The match of that name, and all that the decoder tells of it."""
    family, table, seed, number = name.split("/")
    match = draw_match(family, table, int(seed), int(number), divider_ohm)
    return match, listen(match)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.second_simulator.replay")
    parser.add_argument("name", help="family/table/seed/match, as the report names it")
    parser.add_argument("--duel", type=int)
    parser.add_argument("--divider", type=float, default=2200.0)
    parser.add_argument("--save", help="npz: t_ns, codes, truth (seat, onset_ns, grab; NaN ...)")
    args = parser.parse_args()
    match, told = replay(args.name, args.divider)
    table, out = match.table, sys.stdout
    out.write(f"{table.seats} seats, {table.kind}, fault {match.fault or 'none'}")
    out.write(f" of seat {match.fault_seat}; ring {table.coupling.ring_hz:.0f} Hz\n")
    out.write("push shares (top):\n")
    out.write(np.array2string(table.coupling.push[::2], precision=3) + "\n")
    out.write(f"drift {np.array2string(table.drift, precision=2)}\n")
    rows = []
    for number, duel in enumerate(match.duels):
        for hand in duel.hands:
            rows.append((number, hand.seat, hand.onset_s * 1e9, hand.truth.peak_n))
        if args.duel not in (None, number):
            continue
        out.write(f"duel {number} ({duel.family}) {duel.start_s:.3f} to {duel.end_s:.3f} s\n")
        for hand in duel.hands:
            top, under = hand.curves.top.max(), hand.curves.under.max()
            out.write(
                f"  true seat {hand.seat} {hand.kind} {hand.curves.gesture.value}"
                f" {hand.onset_s * 1e3:.2f} ms, top {top:.2f} N, under {under:.2f} N,"
                f" beside {hand.beside} {hand.beside_truth or ''}\n"
            )
        for contact in told.contacts:
            if duel.start_s <= contact.t_ns * 1e-9 < duel.end_s:
                out.write(
                    f"  told seat {contact.seat} {contact.gesture.value} {contact.t_ns / 1e6:.2f}"
                    f" ± {contact.uncertainty_ns / 1e6:.2f} ms, peak {contact.peak_n:.2f} N,"
                    f" decided {contact.decided_ns / 1e6:.0f}\n"
                )
        for fault in told.faults:
            if duel.start_s <= fault.t_ns * 1e-9 < duel.end_s:
                out.write(f"  fault {fault}\n")
    for note in judge(match).notes:
        out.write(note + "\n")
    if args.save:
        np.savez(args.save, t_ns=match.t_ns, codes=match.codes, truth=np.array(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
