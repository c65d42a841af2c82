"""What an organiser wants to know of an evening before it: length, waiting, repeats, fairness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from console.events.standings import final_standings
from console.events.state import EventMatch
from console.trials.rehearsal.crowd import MINUTE_MS
from console.trials.rehearsal.evening import Evening
from console.trials.rehearsal.proof import Proof

if TYPE_CHECKING:
    from console.i18n import Words


class RehearsalReport(Proof, frozen=True, kw_only=True):
    """Figures of one rehearsal, and what was proved of its results. Times in minutes; a wait goes
    from a person's last result, or the first draw, to the next first move."""

    people_n: int
    came_n: int
    too_late_n: int
    dropped_n: int
    tables_n: int
    rounds_n: int
    matches_n: int
    length_min: int
    wait_median_min: float
    wait_p90_min: float
    wait_most_min: float
    for_table_n: int
    """Matches that had no table when they were drawn."""
    for_table_most_min: float
    repeats_n: int
    """Pairs that met once more."""
    byes_most: int
    same_table_most: int
    """How often somebody sat at one table, at most."""
    per_table_least: int
    per_table_most: int
    seats_most: int
    """First seats against second seats of one person, at most; of matches of two."""
    corrected_n: int
    held_n: int
    """Results that waited in an outbox, and how long at most."""
    held_most_min: float
    log_n: int
    order: float
    """Strength against place, from −1 to 1 (Spearman's rank correlation)."""

    def lines(self, words: Words) -> Iterable[str]:
        """As text."""
        minutes = words.number
        yield words._(
            "{people} invited, {came} came, {late} too late, {dropped} left early; {tables} tables"
        ).format(
            people=self.people_n,
            came=self.came_n,
            late=self.too_late_n,
            dropped=self.dropped_n,
            tables=self.tables_n,
        )
        yield words._(
            "length: {hours} h {minutes} min; rounds: {rounds}, matches: {matches}"
        ).format(
            hours=self.length_min // 60,
            minutes=f"{self.length_min % 60:02}",
            rounds=self.rounds_n,
            matches=self.matches_n,
        )
        yield words._(
            "waiting between matches: half of the times up to {median} min, nine of ten up to {p90}"
            " min, at most {most} min"
        ).format(
            median=minutes(self.wait_median_min),
            p90=minutes(self.wait_p90_min),
            most=minutes(self.wait_most_min),
        )
        yield words._("matches that waited for a table: {count}, at most {most} min").format(
            count=self.for_table_n, most=minutes(self.for_table_most_min)
        )
        yield words._("pairs that met again: {repeats}; byes of one person: at most {byes}").format(
            repeats=self.repeats_n, byes=self.byes_most
        )
        yield words._(
            "tables: {least} to {most} matches each; times of one person at one table: at most"
            " {same}; first seats against second: at most {seats}"
        ).format(
            least=self.per_table_least,
            most=self.per_table_most,
            same=self.same_table_most,
            seats=self.seats_most,
        )
        yield words._(
            "results corrected: {corrected}; held back without network: {held}, at most {most} min"
        ).format(corrected=self.corrected_n, held=self.held_n, most=minutes(self.held_most_min))
        yield words._(
            "results played: {played}; counted once: {counted}, refused and shown: {refused},"
            " lost: {lost}, double: {double}, wrong: {wrong}"
        ).format(
            played=self.played_n,
            counted=self.counted_n,
            refused=self.refused_n,
            lost=self.lost_n,
            double=self.double_n,
            wrong=self.wrong_n,
        )
        yield words._("strength against place: {order} (1: the standing found the best)").format(
            order=words.number(self.order, 2)
        )


def reported(evening: Evening) -> RehearsalReport:
    """The figures of an evening that was run."""
    event = evening.event
    state = event.state
    matches = [match for stage in state.stages for match in state.matches_of(stage.number)]
    waits = sorted(_waits(matches)) or [0]
    for_table = [
        match.began_ms - match.drawn_ms for match in matches if match.waited and match.began_ms
    ]
    ends = [match.over_ms for match in matches if match.over_ms is not None]
    begins = [match.drawn_ms for match in matches]
    byes = Counter(b.person for stage in state.stages for r in stage.rounds for b in r.byes)
    at_table = Counter(match.table for match in matches if match.table is not None)
    sat = Counter((p, m.table) for m in matches if m.table is not None for p in m.persons)
    return RehearsalReport(
        people_n=len(evening.crowd.guests),
        came_n=sum(entrant.checked_in for entrant in state.people.values()),
        too_late_n=evening.outbox.late_refused,
        dropped_n=sum(entrant.dropped for entrant in state.people.values()),
        tables_n=evening.tables_n,
        rounds_n=sum(len(stage.rounds) for stage in state.stages),
        matches_n=len(matches),
        length_min=(max(ends, default=0) - min(begins, default=0)) // MINUTE_MS,
        wait_median_min=_minutes(waits[len(waits) // 2]),
        wait_p90_min=_minutes(waits[len(waits) * 9 // 10]),
        wait_most_min=_minutes(waits[-1]),
        for_table_n=sum(match.waited for match in matches),
        for_table_most_min=_minutes(max(for_table, default=0)),
        repeats_n=_repeats(matches),
        byes_most=max(byes.values(), default=0),
        same_table_most=max(sat.values(), default=0),
        per_table_least=min((at_table[t] for t in range(evening.tables_n)), default=0),
        per_table_most=max(at_table.values(), default=0),
        seats_most=_seats(matches),
        corrected_n=sum(
            type(line.action).__name__ == "Correct" for _, line, counts in event.audit() if counts
        ),
        held_n=evening.outbox.held_n,
        held_most_min=_minutes(evening.outbox.longest_ms),
        log_n=event.lines_n,
        order=_order(evening),
        **asdict(evening.proof),
    )


def _minutes(ms: int) -> float:
    return ms / MINUTE_MS


def _waits(matches: Sequence[EventMatch]) -> Iterable[int]:
    """How long each person waited before each match that began."""
    since: dict[int, int] = {}
    for match in sorted(matches, key=lambda m: (m.began_ms or 0, m.number)):
        if match.began_ms is None:
            continue
        for person in match.persons:
            yield match.began_ms - since.get(person, match.drawn_ms)
            if match.over_ms is not None:
                since[person] = match.over_ms


def _repeats(matches: Sequence[EventMatch]) -> int:
    met = Counter(pair for m in matches for pair in combinations(sorted(m.met), 2))
    return sum(times - 1 for times in met.values())


def _seats(matches: Sequence[EventMatch]) -> int:
    firsts: Counter[int] = Counter()
    for match in matches:
        if len(match.persons) == 2:
            firsts[match.persons[0]] += 1
            firsts[match.persons[1]] -= 1
    return max(map(abs, firsts.values()), default=0)


def _order(evening: Evening) -> float:
    """Over those who have met somebody."""
    rows = [row for row in final_standings(evening.event.state) if row.met]
    if len(rows) < 2:
        return 0.0
    strength = {row.person: evening.crowd.guests[row.person].strength for row in rows}
    best_first = sorted(strength, key=lambda person: -strength[person])
    ranks = {person: rank for rank, person in enumerate(best_first)}
    n = len(rows)
    far = sum((ranks[row.person] - i) ** 2 for i, row in enumerate(rows))
    return 1 - 6 * far / (n * (n * n - 1))
