"""A table that nobody has weighed, on its first evening: read by the data sheet, judged apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from console.trials.fairness.cells import group
from console.trials.fairness.duels import TrialTable, real_inputs
from console.trials.fairness.figures import ADULT_N, LIGHT_RATE, Figure, group_figures
from console.trials.fairness.forced import shown_shares, told_n
from console.trials.fairness.judging import record
from console.trials.fairness.observer import (
    GREATEST_UNKNOWN,
    MISSED_RATE,
    ideal_ns,
    unknown_share,
    unseen,
)
from console.trials.fairness.records import TrialRecords
from console.trials.fairness.tables import TYPICAL, UNWEIGHED, TrialCell, table_specs
from drivers.events import Contact, Gesture, InputEvent
from drivers.pad.channels.calibration import Calibration
from host_sim.board import SimBoard
from host_sim.models import Touch
from tests.console.trials.fairness.oracle import honestly, oracle, spec_of


def _judged(records: TrialRecords, name: str) -> dict[str, Figure]:
    return {figure.key: figure for figure in group_figures(group("table", name, records))}


@pytest.mark.parametrize("table", ["unweighed", "new"])
def test_only_there_nothing_but_the_data_sheet_is_known_of_the_sensors(table: str) -> None:
    known: list[tuple[Calibration, Calibration]] = []

    def heard(board: SimBoard, calibration: Calibration) -> object:
        known.append((calibration, Calibration.nominal(board.info)))
        return real_inputs(board, calibration)

    spec = spec_of("mix", table, duels=1)
    assert not TrialTable(spec, make_inputs=heard).board.touches  # type: ignore[arg-type]
    ((calibration, nominal),) = known
    assert (calibration == nominal) is (table == "unweighed")


def test_who_has_not_weighed_knows_as_much_as_the_data_sheet() -> None:
    assert UNWEIGHED.spread < unknown_share(UNWEIGHED) < 1.2 * UNWEIGHED.spread
    assert np.std(shown_shares(UNWEIGHED)) == pytest.approx(UNWEIGHED.spread, rel=0.06)
    assert 0.9 < told_n(weighed=False) <= 1.0
    # So he doubts; who has weighed does not doubt for him.
    quick = Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=15.0, rise_ms=10.0)
    (contact,) = quick.true_contacts()
    of = [ideal_ns(quick, contact, making, "mk2", "smooth") for making in (TYPICAL, UNWEIGHED)]
    assert unknown_share(UNWEIGHED) > GREATEST_UNKNOWN
    assert of[1][1] > 1.3 * of[0][1]


def test_light_hands_are_judged_apart_there() -> None:
    def no_light(contact: Contact) -> Iterable[InputEvent]:
        return honestly(contact) if contact.peak_n >= ADULT_N else []

    spec = spec_of("mix", "unweighed", people="child")
    records = record(TrialTable(spec, make_inputs=oracle(errs=no_light)))
    apart, whole = _judged(records, "unweighed"), _judged(records, "badly-weighed")
    hands = records.hands
    light = hands["peak_n"] < ADULT_N
    assert apart["missed"].events == 0
    assert apart["missed"].trials == np.count_nonzero(~light)
    assert apart["missed_light"].events == whole["missed"].events == records.duels["missed"].sum()
    assert apart["missed_light"].trials == np.count_nonzero(light)
    expected = records.duels["unseen"].sum() / np.count_nonzero(light)
    assert apart["missed_light"].bound == pytest.approx(LIGHT_RATE + expected, abs=1e-5)
    assert apart["missed"].bound == MISSED_RATE
    assert not apart["missed_light"].ok
    assert apart["wrong_light"].events == whole["wrong_from_1_ms"].events
    assert apart["wrong_light"].events
    assert apart["wrong_from_1_ms"].events == 0
    assert not {"wrong_light", "missed_light"} & whole.keys()


def test_of_a_light_hand_nobody_may_know_there_whether_it_came() -> None:
    doubt = 2.0 * unknown_share(UNWEIGHED)
    assert unseen(1.0 + doubt, UNWEIGHED) == pytest.approx(0.028, abs=0.02)
    assert unseen(5.0, UNWEIGHED) < 1e-9


def test_what_grabs_seem_to_push_there_makes_no_hand_of_the_slap_after_them() -> None:
    """Of 25 N that a grab seemed to push hardly anything showed, and then 2.7 % of a palm's did
    (``Shares.learn``)."""
    spec = table_specs(1_197_101, 500, cell=TrialCell("sleeve", "unweighed"))[3]
    records = record(TrialTable(replace(spec, duels=3)))
    assert records.duels["invented"].sum() == 0
