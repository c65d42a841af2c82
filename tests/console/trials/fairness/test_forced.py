"""What nobody could avoid: as tables are wrong, and whatever a decoder says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from console.i18n import Words
from console.trials.fairness.duels import TrialTable
from console.trials.fairness.figures import FairnessTrial, Figure
from console.trials.fairness.forced import Forced, shown_shares, told_n
from console.trials.fairness.hands import TriedHand, draw_hands
from console.trials.fairness.idle import quiet_hours
from console.trials.fairness.judged import judge
from console.trials.fairness.judging import record
from console.trials.fairness.observer import MISSED_RATE, unknown_share, unseen
from console.trials.fairness.report import Run, html
from console.trials.fairness.tables import (
    BADLY_WEIGHED,
    IN_ORDER,
    RAISED_WITHIN,
    TABLES,
    TYPICAL,
    TableSpec,
    TrialCell,
)
from console.trials.fairness.wording import at_best_in_full, bound, measured, state, unmet
from drivers.events import Contact, Gesture
from host_sim.curves import one_after_another, smooth, through
from host_sim.making import Making
from host_sim.models import Touch
from host_sim.sensors import REPEATABILITY, Sensors
from tests.console.trials.fairness.oracle import SEED, figures, oracle, spec_of
from tests.host_sim.nominal import ohms_of

EXACT = Making(spread=0.0, exponents=0.0, drift=0.0, puck=0.0)


def _brush(peak_n: float, seat: int = 0) -> Touch:
    return Touch(seat=seat, gesture=Gesture.PALM, t_ns=0, peak_n=peak_n, rise_ms=20.0)


def _hand(touch: Touch) -> TriedHand:
    (contact,) = touch.true_contacts()
    return TriedHand(touch, "child", "leaning", contact)


def _leaning(leans_n: float, laid_ms: float) -> TriedHand:
    laid, rests = smooth(leans_n, laid_ms), through((0.0, 0.0), (500.0, 0.0))
    curve = one_after_another((laid, rests, smooth(8.0, 10.0)))
    return _hand(Touch.shaped(0, 0, curve, None))


def _drawn(spec: TableSpec, duels: int) -> list[list[TriedHand]]:
    rng = spec.rng("people")
    return [draw_hands(rng, spec) for _ in range(duels)]


def _broken(table: str, least: float, most: float) -> tuple[TableSpec, int]:
    """A table with a seat so much broken, and which."""
    for number in range(200):
        spec = replace(spec_of("mix", table, seats=3), number=number)
        broken, *_ = TABLES[table].breaks(spec.rng("broken"), spec.seats)
        if broken.level is not None and least <= broken.level < most:
            return spec, broken.seat
    raise AssertionError(table)


def _of(making: Making) -> float:
    """Contacts that a fixed lot of hands that lean forces him to invent."""
    hands = [_leaning(leans_n, 20.0) for leans_n in np.linspace(0.55, 0.84, 30)]
    return Forced(replace(spec_of(), making=making)).duel(hands, None)[0]


def test_table_without_error_forces_none_and_a_greater_error_more() -> None:
    halfway = replace(BADLY_WEIGHED, drift=0.05)
    assert _of(EXACT) == 0.0
    assert 0.0 < _of(halfway) < 0.5 * _of(BADLY_WEIGHED)
    assert _of(TYPICAL) < _of(BADLY_WEIGHED)


@pytest.mark.parametrize("making", [TYPICAL, BADLY_WEIGHED, EXACT])
def test_what_shows_of_a_newton_scatters_as_simulated_sensors_do(making: Making) -> None:
    """Where a hand lies, and how its touch repeats the last, left out of the simulated ones."""
    forces_n, found = np.linspace(0.5, 2.0, 301), list[float]()
    for seed in range(150):
        sensors = Sensors(8, np.random.default_rng(seed), making)
        laid_ohms = sensors.weighed(1.0, np.ones(16))
        ohms = ohms_of(sensors, np.repeat(forces_n[:, None], 16, axis=1))
        for own_ohms, laid_ohm in zip(ohms.T, laid_ohms, strict=True):
            found.append(1.0 / float(np.interp(-laid_ohm, -own_ohms, forces_n)))
    shares = shown_shares(replace(making, puck=0.0))
    assert np.mean(found) == pytest.approx(np.mean(shares), abs=0.004)
    assert np.hypot(np.std(found), REPEATABILITY) == pytest.approx(np.std(shares), rel=0.05)


def test_only_what_comes_as_quickly_as_a_light_hand_is_taken_for_one() -> None:
    observer = Forced(replace(spec_of(), making=BADLY_WEIGHED))
    quick, slow = ([_leaning(0.84, laid_ms)] for laid_ms in (29.0, 31.0))
    assert observer.duel(quick, None)[0] > 1e-3
    assert observer.duel(slow, None)[0] == 0.0


def test_he_misses_no_more_children_than_the_bound_allows() -> None:
    misses = allowed = 0.0
    for name in IN_ORDER:
        spec, part = spec_of("child", name), TABLES[name].part
        hands = [hand for duel in _drawn(spec, 600) for hand in duel if hand.family == "child"]
        misses += part * Forced(spec).duel(hands, None)[1]
        sure_n = 1.0 + 2.0 * unknown_share(spec.making)
        peaks_n = [hand.contact.peak_n for hand in hands]
        may = sum(unseen(peak_n, spec.making) for peak_n in peaks_n if peak_n >= sure_n)
        allowed += part * (may + MISSED_RATE * len(hands))
    assert 0.7 * allowed < misses < 1.3 * allowed
    assert 0.9 < told_n() < 1.0


def test_at_full_scale_nobody_knows_how_much_more_there_is() -> None:
    spec, seat = _broken("saturated", 0.55, 0.56)
    observer = Forced(spec)
    assert observer.duel((), _brush(0.72, seat))[0] == 1.0
    assert observer.duel((), _brush(0.55, seat))[0] == 0.0
    assert observer.duel((), _brush(0.72, (seat + 1) % 3))[0] < 1e-6


def test_petal_that_stands_off_forces_him_until_its_tenth_touch() -> None:
    spec, seat = _broken("uneven", 0.4, 0.5)
    observer, hand = Forced(spec), _hand(_brush(20.0, seat))
    told = [observer.duel([hand], _brush(0.74, seat))[0] for _ in range(RAISED_WITHIN + 1)]
    assert min(told[:RAISED_WITHIN]) > 0.5
    assert told[RAISED_WITHIN] < 1e-6


def test_expected_of_hands_and_tables_whatever_is_told_of_them() -> None:
    def nobody(_contact: Contact) -> Iterable[Contact]:
        return []

    spec = replace(spec_of("leaning", "badly-weighed", duels=40), making=BADLY_WEIGHED)
    heard = record(TrialTable(spec, make_inputs=oracle())).duels
    deaf = record(TrialTable(spec, make_inputs=oracle(errs=nobody))).duels
    for key in ("must_invent", "must_miss"):
        assert (heard[key] == deaf[key]).all()
    assert heard["must_invent"].sum() > 0.0


def test_no_bound_heeds_what_nobody_could_avoid() -> None:
    records = record(TrialTable(spec_of(duels=12), make_inputs=oracle()))
    records.duels["invented"][0] = 1
    records.duels["must_invent"] = records.duels["must_miss"] = 5.0
    found = figures(records)
    assert found["invented"].forced == found["missed"].forced == 60.0
    assert not found["invented"].ok
    assert found["invented"].bound == 0.0
    assert found["missed"].bound == pytest.approx(MISSED_RATE)


def test_report_has_it_beside_the_count_and_apart_from_the_bound() -> None:
    records = record(TrialTable(spec_of("leaning", duels=12), make_inputs=oracle()))
    records.duels["invented"][0] = 1
    records.duels["must_invent"] = 0.25
    trial, cell, words = FairnessTrial(records, None), TrialCell("leaning", "typical"), Words("en")
    judged = judge(trial, cell)
    ((_, figure),) = unmet(judged, words)
    assert figure is not None
    told = measured(figure, words), bound(figure, words), at_best_in_full(figure, words)
    assert told == ("1", "≤ 0", "3.00")
    page = html(Run(12, SEED, 1, 1.0, 1.0, cell), trial, judged, words)
    row = (
        '<td class="n" data-head="measured">1</td>'
        f'<td class="n" data-head="bound">{told[1]}</td>'
        '<td class="best" data-head="at best">3.00</td>'
    )
    assert page.count(row) == 2  # among what is not met, and among all figures
    assert '<td class="n missed">1 <small>3.00</small></td>' in page


def test_share_beyond_its_bound_of_too_few_tries_is_perhaps_met() -> None:
    words = Words("en")
    few = Figure(key="", what="", trials=90, at_least=True, bound=0.99, value=0.98, proven=0.995)
    many, sure = replace(few, proven=0.985), replace(few, value=0.992)
    assert [one.ok for one in (few, many, sure)] == [True, False, True]
    assert [state(one, words) for one in (few, many, sure)] == ["perhaps met", "not met", "met"]


def test_brushes_of_quiet_hours_force_him_too() -> None:
    quiet = quiet_hours(replace(spec_of(duels=0), making=BADLY_WEIGHED), 0.1, oracle())
    assert 0.0 <= quiet.must_invent < 1e-3
