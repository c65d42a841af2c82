"""The judge: who is right meets every bound, and each kind of mistake is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from console.trials.fairness.duels import Decoder, TrialTable
from console.trials.fairness.figures import FairnessTrial, Figure, mix_figures, wrong
from console.trials.fairness.hands import TriedHand
from console.trials.fairness.judging import record
from console.trials.fairness.observer import unknown_share
from console.trials.fairness.records import NOBODY, TrialRecords
from console.trials.fairness.tables import TableSpec
from drivers.events import Contact, Fault, Gesture, InputEvent, SeatFault
from drivers.times import MS
from host_sim.families import FAMILIES
from tests.console.trials.fairness.oracle import (
    Errs,
    failed,
    figures,
    honestly,
    oracle,
    spec_of,
    tried,
)

# -- who is right meets every bound ------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_who_knows_the_truth_meets_every_bound(family: str) -> None:
    found = tried(spec_of(family, duels=12))
    assert failed(found) == set()
    assert found["wrong_from_1_ms"].trials > 6
    assert found["within_2u"].trials > 6


def test_hands_half_on_a_neighbours_petal_are_told_apart_from_inventions() -> None:
    records = record(TrialTable(spec_of("half", duels=12), make_inputs=oracle()))
    assert records.duels["spilled"].sum() > 5
    assert records.duels["invented"].sum() == 0


# -- mistakes are found ------------------------------------------------------------------------


def _changed(contact: Contact, **changes: Any) -> Iterator[InputEvent]:
    yield replace(contact, **changes)


def test_dishonest_uncertainty_is_found() -> None:
    def small(contact: Contact) -> Iterable[InputEvent]:
        return _changed(contact, uncertainty_ns=contact.uncertainty_ns // 4)

    assert failed(tried(spec_of(), errs=small)) == {"within_2u", "within_3u"}


def test_idle_uncertainty_is_found() -> None:
    found = tried(spec_of(), u_ns=1_500_000)
    assert "median_u" in failed(found)
    assert {"within_2u", "within_3u"}.isdisjoint(failed(found))


def _late(contact: Contact) -> Iterable[InputEvent]:
    return _changed(contact, t_ns=contact.t_ns + 95 * MS * (contact.seat == 0))


def test_late_seat_loses_and_the_report_says_so() -> None:
    found = tried(spec_of(seats=3, duels=60), errs=_late)
    assert {"wrong_from_1_ms", "within_2u", "within_3u"} <= failed(found)


def _of_the_mix(spec: TableSpec, u_ns: int = 30_000, errs: Errs = honestly) -> dict[str, Figure]:
    """What the mix has to meet beside all others, of an oracle that errs so."""
    records = record(TrialTable(spec, make_inputs=oracle(u_ns, errs)))
    return {figure.key: figure for figure in mix_figures(FairnessTrial(records, None))}


@pytest.mark.parametrize(("family", "ordinary"), [("smooth", True), ("leaning", False)])
def test_among_ordinary_hands_of_the_mix_not_one_may_be_wrong(family: str, ordinary: bool) -> None:
    spec = spec_of(family, seats=3, duels=30)
    assert _of_the_mix(spec)["wrong_ordinary"].ok == ordinary  # of none nothing is met
    found = _of_the_mix(spec, errs=_late)["wrong_ordinary"]
    assert (found.value > 0.0) == ordinary
    assert not found.ok
    assert replace(found, value=0.0, trials=100_000).ok
    assert not replace(found, value=1.0, trials=100_000).ok


def test_the_doubt_of_adults_has_a_bound_of_its_own() -> None:
    spec = spec_of(people="adult")
    assert _of_the_mix(spec)["median_u_adults"].ok
    vague = _of_the_mix(spec, u_ns=210_000)["median_u_adults"]
    assert (vague.value, vague.ok) == (0.21, False)
    assert not _of_the_mix(spec_of(people="child"))["median_u_adults"].trials


def test_deaf_seat_is_missed_hands() -> None:
    def deaf(contact: Contact) -> Iterable[InputEvent]:
        return [contact] if contact.seat else []

    assert "missed" in failed(tried(spec_of(), errs=deaf))


def test_hands_whose_sensors_show_no_contact_are_missed_by_the_best_observer_too() -> None:
    """At an old table some of a child's hands; no more are allowed than those."""
    spec = spec_of("child", "worst", duels=30)
    records = record(TrialTable(spec, make_inputs=oracle()))
    missed = figures(records)["missed"]
    unseen = records.duels["unseen"].sum() / missed.trials
    assert 1e-4 < unseen < 1e-2
    assert missed.bound == pytest.approx(1e-4 + unseen, abs=1e-6)
    adults = tried(spec_of("slap", "worst", duels=30))["missed"]
    assert adults.bound == pytest.approx(1e-4)


def test_contact_too_many_is_found() -> None:
    def twice(contact: Contact) -> Iterable[InputEvent]:
        return [contact, replace(contact, t_ns=contact.t_ns + 60 * MS)]

    def ghost(contact: Contact) -> Iterable[InputEvent]:
        return [contact, replace(contact, seat=(contact.seat + 1) % 4, t_ns=contact.t_ns + 3)]

    assert failed(tried(spec_of(), errs=twice)) == {"invented"}
    assert "invented" in failed(tried(spec_of(), errs=ghost))


def test_mistaken_gestures_are_found() -> None:
    def palms(contact: Contact) -> Iterable[InputEvent]:
        return _changed(contact, gesture=Gesture.PALM)

    assert failed(tried(spec_of(), errs=palms)) == {"gestures", "gestures_light"}
    assert failed(tried(spec_of("child", duels=20), errs=palms)) == {"gestures_light"}


def test_dead_heats_for_want_of_courage_are_found() -> None:
    found = tried(spec_of(duels=60), u_ns=8 * MS)
    assert {"dead_heats", "median_u"} <= failed(found)


def test_verdict_that_comes_too_late_is_found() -> None:
    class Slow:
        """Says everything half a second late."""

        def __init__(self, inner: Decoder) -> None:
            self._inner = inner
            self._kept: list[tuple[int, InputEvent]] = []

        def feed(self, reading: Any, now_ns: int) -> list[InputEvent]:
            told = self._inner.feed(reading, now_ns)
            self._kept += [(now_ns + 400 * MS, event) for event in told]
            due = [event for t_ns, event in self._kept if t_ns <= now_ns]
            self._kept = [entry for entry in self._kept if entry[0] > now_ns]
            return due

        def next_due_ns(self) -> int | None:
            return None

    table = TrialTable(spec_of(), make_inputs=lambda board, c: Slow(oracle()(board, c)))
    assert "late" in failed(figures(record(table)))


def test_no_verdict_counts_as_wrong() -> None:
    def nobody(contact: Contact) -> Iterable[InputEvent]:
        return []

    records = record(TrialTable(spec_of(), make_inputs=oracle(errs=nobody)))
    assert (records.duels["first"] == NOBODY).all()
    assert wrong(records.duels).all()
    assert {"wrong_from_1_ms", "missed", "within_2u"} <= failed(figures(records))


def test_seat_told_in_vain_is_found_and_its_defeats_count() -> None:
    def slander(contact: Contact) -> Iterable[InputEvent]:
        if contact.seat == 1:
            yield SeatFault(1, Fault.NOISY_CHANNEL, True, contact.t_ns)
        yield contact

    found = tried(spec_of(seats=2), errs=slander)
    assert {"told_in_vain", "wrong_from_1_ms"} <= failed(found)


@pytest.mark.parametrize("table", ["swapped", "saturated", "uneven"])
def test_broken_seat_must_be_told_and_is_then_excused(table: str) -> None:
    spec = spec_of("mix", table, duels=40, seats=3)
    assert failed(tried(spec)) >= {"not_told"}
    (broken,) = TrialTable(spec, make_inputs=oracle()).broken

    def tells(contact: Contact) -> Iterable[InputEvent]:
        if contact.seat == broken:
            return [SeatFault(broken, Fault.DEAD_CHANNEL, True, contact.t_ns)]
        return [contact]

    found = tried(spec, errs=tells)
    assert found["not_told"].ok
    assert found["missed"].value == 0
    assert found["told_in_vain"].ok


def test_seat_is_out_of_the_race_from_the_moment_at_which_it_is_told() -> None:
    spec = spec_of("mix", "swapped", duels=40, seats=2)
    (broken,) = TrialTable(spec, make_inputs=oracle()).broken

    def tells_at_once(contact: Contact) -> Iterable[InputEvent]:
        if contact.seat == broken:
            return [SeatFault(broken, Fault.SWAPPED, True, contact.t_ns)]
        return [contact]

    records = record(TrialTable(spec, make_inputs=oracle(errs=tells_at_once)))
    assert not wrong(records.duels).any()
    assert not records.duels["missed"].any()


@pytest.mark.parametrize("late_ms", [-1, 400])
def test_hand_that_comes_after_its_seat_was_told_is_not_missed(late_ms: int) -> None:
    """Whoever comes to a race that was ruled before that is out of it too; told a moment after the
    hand has come, it is missed."""
    spec = spec_of("mix", "swapped", duels=40, seats=2)
    (broken,) = TrialTable(spec, make_inputs=oracle()).broken

    def tells(contact: Contact) -> Iterable[InputEvent]:
        told_ns = contact.t_ns + late_ms * MS
        if contact.seat == broken:
            return [SeatFault(broken, Fault.SWAPPED, True, told_ns)]
        return [SeatFault(broken, Fault.SWAPPED, False, told_ns), contact]

    records = record(TrialTable(spec, make_inputs=oracle(errs=tells)))
    assert records.duels["missed"].any() == (late_ms > 0)


@pytest.mark.parametrize("fault", [Fault.SATURATED, Fault.UNEVEN])
def test_fault_that_is_only_told_leaves_the_seat_in_the_race(fault: Fault) -> None:
    spec = spec_of("mix", "saturated", duels=40, seats=3)
    (broken,) = TrialTable(spec, make_inputs=oracle()).broken

    def tells(contact: Contact) -> Iterable[InputEvent]:
        return [SeatFault(broken, fault, True, contact.t_ns), contact]

    records = record(TrialTable(spec, make_inputs=oracle(errs=tells)))
    assert records.broken["raised"].all()
    assert not records.hands["out"].any()
    found = figures(records)
    assert found["missed"].ok
    assert found["told_in_vain"].ok
    assert found["wrong_from_1_ms"].ok
    assert (records.duels["first"] == broken).any()

    def tells_and_keeps_silent(contact: Contact) -> Iterable[InputEvent]:
        told = SeatFault(broken, fault, True, contact.t_ns)
        return [told] if contact.seat == broken else [told, contact]

    assert "missed" in failed(tried(spec, errs=tells_and_keeps_silent))


# -- what nobody can know ----------------------------------------------------------------------


def _deaf_below(newtons: float) -> Errs:
    def errs(contact: Contact) -> Iterable[InputEvent]:
        return [contact] if contact.peak_n >= newtons else []

    return errs


def _races(spec: TableSpec, from_n: float) -> list[list[TriedHand]]:
    """Of each duel the hands of such a peak, in the order in which they came."""
    duels = (hands for hands, _ in TrialTable(spec, make_inputs=oracle()).duels())
    heavy = ([hand for hand in hands if hand.contact.peak_n >= from_n] for hands in duels)
    return [sorted(hands, key=lambda hand: hand.onset_ns) for hands in heavy]


def test_hand_that_may_be_a_brush_is_neither_missed_nor_robbed() -> None:
    spec = spec_of("child", "worst")
    sure_n = 1.0 + 2.0 * unknown_share(spec.making)
    heard = record(TrialTable(spec, make_inputs=oracle())).duels
    duels = record(TrialTable(spec, make_inputs=oracle(errs=_deaf_below(sure_n)))).duels
    assert (heard["true_first"] != duels["true_first"]).any()
    assert not duels["missed"].any()
    assert not wrong(heard).any()
    assert not wrong(duels).any()
    alone = _races(spec, sure_n)
    assert (duels["excused"] == [not hands for hands in alone]).all()


def test_hand_that_is_no_brush_is_missed_and_robbed() -> None:
    spec, deaf_n = spec_of("child", "worst"), 1.45
    sure_n = 1.0 + 2.0 * unknown_share(spec.making)
    duels = record(TrialTable(spec, make_inputs=oracle(errs=_deaf_below(deaf_n)))).duels
    races = _races(spec, sure_n)
    missed = [sum(hand.contact.peak_n < deaf_n for hand in hands) for hands in races]
    robbed = [bool(hands) and hands[0].contact.peak_n < deaf_n for hands in races]
    assert sum(robbed) > 5
    assert duels["missed"].tolist() == missed
    assert wrong(duels).tolist() == robbed


def _told_as_laid_down(spec: TableSpec, leans_n: float) -> TrialRecords:
    return record(TrialTable(spec, make_inputs=oracle(leans_n=leans_n)))


@pytest.mark.parametrize("table", ["typical", "badly-weighed"])
def test_hand_that_may_have_leant_with_one_newton_may_have_come_then(table: str) -> None:
    spec = spec_of("leaning", table, duels=50)
    duels = _told_as_laid_down(spec, 1.0 - 2.0 * unknown_share(spec.making)).duels
    heard = record(TrialTable(spec, make_inputs=oracle())).duels
    assert (heard["true_first"] != duels["true_first"]).any()
    assert not duels["missed"].any()
    assert not duels["invented"].any()
    assert not wrong(duels).any()


def test_hand_that_leans_has_not_come_then() -> None:
    spec = spec_of("leaning")
    races = _races(spec, 0.0)
    doubtful_n = 1.0 - 2.0 * unknown_share(spec.making)
    leans = [[0.0 < hand.contact.leant_n < doubtful_n for hand in hands] for hands in races]
    duels = _told_as_laid_down(spec, 0.1).duels
    assert duels["missed"].tolist() == duels["invented"].tolist() == [sum(duel) for duel in leans]
    assert wrong(duels)[[duel[0] for duel in leans]].mean() > 0.9
