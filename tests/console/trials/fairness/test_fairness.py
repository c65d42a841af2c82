"""The judge: who is right meets every bound, each kind of mistake is found, nothing tried fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from console.cli.sim import sim
from console.i18n import Words
from console.trials.fairness.cells import group, groups
from console.trials.fairness.duels import Decoder, TrialTable
from console.trials.fairness.figures import FairnessTrial, Figure, by_gap, group_figures, wrong
from console.trials.fairness.hands import Bags, draw_hands
from console.trials.fairness.idle import NOTHING, quiet_hours
from console.trials.fairness.judged import judge
from console.trials.fairness.judging import record
from console.trials.fairness.observer import ideal_ns, unknown_share
from console.trials.fairness.records import DUEL, NOBODY, TrialRecords
from console.trials.fairness.report import Run, as_json, html, number
from console.trials.fairness.run import carry_out
from console.trials.fairness.stalls import judged_with_stalls
from console.trials.fairness.tables import (
    BADLY_WEIGHED,
    CELLS,
    IN_ORDER,
    TABLES,
    TYPICAL,
    TableSpec,
    TrialCell,
    table_spec,
    table_specs,
    whole_trial,
)
from drivers.errors import ConfigError
from drivers.events import Contact, Fault, Gesture, InputEvent, SeatFault
from drivers.times import MS
from host_sim.curves import through
from host_sim.families import FAMILIES
from host_sim.models import Touch
from tests.console.trials.fairness.oracle import Errs, honestly, oracle

SEED = 26


def _spec(
    family: str = "smooth", table: str = "typical", duels: int = 40, **changes: Any
) -> TableSpec:
    spec = table_spec(SEED, 0, duels, 0, TrialCell(family, table))
    return replace(spec, **{"kind": "mk2", "seats": 4, **changes})


def _figures(records: TrialRecords, by: str = "cell") -> dict[str, Figure]:
    return {figure.key: figure for figure in group_figures(group(by, "mix/mix", records))}


def _tried(spec: TableSpec, u_ns: int = 30_000, errs: Errs = honestly) -> dict[str, Figure]:
    return _figures(record(TrialTable(spec, make_inputs=oracle(u_ns, errs))))


def _failed(found: dict[str, Figure]) -> set[str]:
    return {key for key, figure in found.items() if not figure.ok}


# -- who is right meets every bound ------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_who_knows_the_truth_meets_every_bound(family: str) -> None:
    found = _tried(_spec(family, duels=12))
    assert _failed(found) == set()
    assert found["wrong_from_1_ms"].trials > 6
    assert found["within_2u"].trials > 6


def test_hands_half_on_a_neighbours_petal_are_told_apart_from_inventions() -> None:
    records = record(TrialTable(_spec("half", duels=12), make_inputs=oracle()))
    assert records.duels["spilled"].sum() > 5
    assert records.duels["invented"].sum() == 0


def test_bags_come_and_go_between_the_duels_and_never_weigh_less_than_nothing() -> None:
    spec = _spec("bag", duels=100)
    for place in range(3):
        table = TrialTable(replace(spec, number=place), make_inputs=oracle())
        from_ns = table.board.read(0).edges_complete_to_ns
        for _ in table.duels():
            pass
        to_ns = table.board.read(0).edges_complete_to_ns + 60_000 * MS
        lying_n = np.array([table.bags.lying_n(t) for t in range(from_ns, to_ns, 100 * MS)])
        assert lying_n.min() > -1e-9
        assert 4.5 < lying_n.max() < 6.1
        assert (np.diff(lying_n) < -0.1).any()  # a bag is taken off again


def test_elbow_leans_on_the_table_by_2_newtons_a_minute_and_goes_again() -> None:
    rng, bags, minute_ns = Random(SEED), Bags(), 60_000 * MS
    drawn = [bags.draw(rng, t_ns) for t_ns in range(0, 40 * minute_ns, minute_ns // 10)]
    elbows = [load for load in drawn if load is not None and load.over_ms > 1_000]
    assert all(later.t_ns >= load.end_ns for load, later in pairwise(elbows))
    assert max(abs(load.newtons) for load in elbows) <= 2.0
    assert {load.newtons > 0 for load in elbows} == {True, False}


def test_new_table_has_been_touched_by_nobody() -> None:
    new, old = (TrialTable(_spec(table=table, duels=1)) for table in ("new", "typical"))
    assert not new.board.touches
    assert next(new.duels())[1].shown_ns < next(old.duels())[1].shown_ns - 1_000 * MS


# -- mistakes are found ------------------------------------------------------------------------


def _changed(contact: Contact, **changes: Any) -> Iterator[InputEvent]:
    yield replace(contact, **changes)


def test_dishonest_uncertainty_is_found() -> None:
    def small(contact: Contact) -> Iterable[InputEvent]:
        return _changed(contact, uncertainty_ns=contact.uncertainty_ns // 4)

    assert _failed(_tried(_spec(), errs=small)) == {"within_2u", "within_3u"}


def test_idle_uncertainty_is_found() -> None:
    found = _tried(_spec(), u_ns=1_500_000)
    assert "median_u" in _failed(found)
    assert {"within_2u", "within_3u"}.isdisjoint(_failed(found))


def test_late_seat_loses_and_the_report_says_so() -> None:
    def late(contact: Contact) -> Iterable[InputEvent]:
        return _changed(contact, t_ns=contact.t_ns + 95 * MS * (contact.seat == 0))

    failed = _failed(_tried(_spec(seats=3, duels=60), errs=late))
    assert {"wrong_from_1_ms", "within_2u", "within_3u"} <= failed


def test_deaf_seat_is_missed_hands() -> None:
    def deaf(contact: Contact) -> Iterable[InputEvent]:
        return [contact] if contact.seat else []

    assert "missed" in _failed(_tried(_spec(), errs=deaf))


def test_contact_too_many_is_found() -> None:
    def twice(contact: Contact) -> Iterable[InputEvent]:
        return [contact, replace(contact, t_ns=contact.t_ns + 60 * MS)]

    def ghost(contact: Contact) -> Iterable[InputEvent]:
        return [contact, replace(contact, seat=(contact.seat + 1) % 4, t_ns=contact.t_ns + 3)]

    assert _failed(_tried(_spec(), errs=twice)) == {"invented"}
    assert "invented" in _failed(_tried(_spec(), errs=ghost))


@pytest.mark.parametrize("table", ["typical", "badly-weighed"])
def test_leaning_hand_that_may_be_one_newton_may_be_told_as_a_contact(table: str) -> None:
    def tells_before(contact: Contact) -> Iterable[InputEvent]:
        return [*_changed(contact, t_ns=contact.t_ns - 300 * MS), contact]

    spec = _spec("leaning", table)
    drawn = [hand for hands, _ in TrialTable(spec, make_inputs=oracle()).duels() for hand in hands]
    doubtful_n = 1.0 - 2.0 * unknown_share(spec.making)
    doubtful = [hand for hand in drawn if hand.contact.leant_n >= doubtful_n]
    assert 0 < len(doubtful) < len(drawn)
    records = record(TrialTable(spec, make_inputs=oracle(errs=tells_before)))
    assert records.duels["invented"].sum() == len(drawn) - len(doubtful)


def test_mistaken_gestures_are_found() -> None:
    def palms(contact: Contact) -> Iterable[InputEvent]:
        return _changed(contact, gesture=Gesture.PALM)

    assert _failed(_tried(_spec(), errs=palms)) == {"gestures", "gestures_light"}
    assert _failed(_tried(_spec("child", duels=20), errs=palms)) == {"gestures_light"}


def test_dead_heats_for_want_of_courage_are_found() -> None:
    found = _tried(_spec(duels=60), u_ns=8 * MS)
    assert {"dead_heats", "median_u"} <= _failed(found)


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

    table = TrialTable(_spec(), make_inputs=lambda board, c: Slow(oracle()(board, c)))
    assert "late" in _failed(_figures(record(table)))


def test_no_verdict_counts_as_wrong() -> None:
    def nobody(contact: Contact) -> Iterable[InputEvent]:
        return []

    records = record(TrialTable(_spec(), make_inputs=oracle(errs=nobody)))
    assert (records.duels["first"] == NOBODY).all()
    assert wrong(records.duels).all()
    assert {"wrong_from_1_ms", "missed", "within_2u"} <= _failed(_figures(records))


def test_seat_told_in_vain_is_found_and_its_defeats_count() -> None:
    def slander(contact: Contact) -> Iterable[InputEvent]:
        if contact.seat == 1:
            yield SeatFault(1, Fault.NOISY_CHANNEL, True, contact.t_ns)
        yield contact

    failed = _failed(_tried(_spec(seats=2), errs=slander))
    assert {"told_in_vain", "wrong_from_1_ms"} <= failed


@pytest.mark.parametrize("table", ["swapped", "saturated", "uneven"])
def test_broken_seat_must_be_told_and_is_then_excused(table: str) -> None:
    spec = _spec("mix", table, duels=40, seats=3)
    assert _failed(_tried(spec)) >= {"not_told"}
    (broken,) = TrialTable(spec, make_inputs=oracle()).broken

    def tells(contact: Contact) -> Iterable[InputEvent]:
        if contact.seat == broken:
            return [SeatFault(broken, Fault.DEAD_CHANNEL, True, contact.t_ns)]
        return [contact]

    found = _tried(spec, errs=tells)
    assert found["not_told"].ok
    assert found["missed"].value == 0
    assert found["told_in_vain"].ok


def test_seat_is_out_of_the_race_from_the_moment_at_which_it_is_told() -> None:
    spec = _spec("mix", "swapped", duels=40, seats=2)
    (broken,) = TrialTable(spec, make_inputs=oracle()).broken

    def tells_at_once(contact: Contact) -> Iterable[InputEvent]:
        if contact.seat == broken:
            return [SeatFault(broken, Fault.SWAPPED, True, contact.t_ns)]
        return [contact]

    records = record(TrialTable(spec, make_inputs=oracle(errs=tells_at_once)))
    assert not wrong(records.duels).any()
    assert not records.duels["missed"].any()


@pytest.mark.parametrize("fault", [Fault.SATURATED, Fault.UNEVEN])
def test_fault_that_is_only_told_leaves_the_seat_in_the_race(fault: Fault) -> None:
    spec = _spec("mix", "saturated", duels=40, seats=3)
    (broken,) = TrialTable(spec, make_inputs=oracle()).broken

    def tells(contact: Contact) -> Iterable[InputEvent]:
        return [SeatFault(broken, fault, True, contact.t_ns), contact]

    records = record(TrialTable(spec, make_inputs=oracle(errs=tells)))
    assert records.broken["told"].all()
    assert not records.hands["told"].any()
    found = _figures(records)
    assert found["missed"].ok
    assert found["told_in_vain"].ok
    assert found["wrong_from_1_ms"].ok
    assert (records.duels["first"] == broken).any()

    def tells_and_keeps_silent(contact: Contact) -> Iterable[InputEvent]:
        told = SeatFault(broken, fault, True, contact.t_ns)
        return [told] if contact.seat == broken else [told, contact]

    assert "missed" in _failed(_tried(spec, errs=tells_and_keeps_silent))


# -- nothing tried is nothing met --------------------------------------------------------------


def test_empty_group_meets_no_bound() -> None:
    empty = TrialRecords.joined([])
    for one in groups(empty):
        assert not [figure.key for figure in group_figures(one) if figure.ok]
    judged = judge(FairnessTrial(empty, NOTHING))
    assert not judged.ok
    assert not [figure.key for one in judged.groups for figure in one.figures if figure.ok]


def test_family_that_was_not_tried_fails_the_report() -> None:
    spec = _spec("smooth", duels=6)
    judged = judge(FairnessTrial(record(TrialTable(spec, make_inputs=oracle())), None))
    by_name = {(one.by, one.name): one.ok for one in judged.groups}
    assert by_name["family", "smooth"]
    assert not by_name["family", "slap"]
    assert not judged.ok


def test_few_duels_do_not_prove_a_rare_mistake() -> None:
    duels = np.zeros(10_000, DUEL)
    duels["gap_ns"] = 5 * MS
    duels["true_first"] = 1
    duels["first"] = 1
    for mistakes, met in ((1, True), (3, True), (7, False)):
        duels["first"][:mistakes] = 0
        found = _figures(TrialRecords(duels, *_no_hands()))
        assert found["wrong_from_1_ms"].ok is met
    few = duels[:500]
    few["first"] = 1
    few["first"][0] = 0
    assert not _figures(TrialRecords(few, *_no_hands()))["wrong_from_1_ms"].ok


def _no_hands() -> tuple[Any, Any]:
    empty = TrialRecords.joined([])
    return empty.hands, empty.broken


# -- what is tried -----------------------------------------------------------------------------


def test_whole_trial_is_half_the_mix_and_every_cell() -> None:
    specs = whole_trial(SEED, 20_000)
    assert {spec.cell for spec in specs} == {TrialCell(), *CELLS}
    duels = [spec.duels for spec in specs if spec.cell == TrialCell()]
    assert sum(duels) == 10_000
    firsts = [spec.first_duel for spec in specs]
    assert firsts == [sum(spec.duels for spec in specs[:i]) for i in range(len(specs))]
    assert {cell.family for cell in CELLS} >= set(FAMILIES)
    assert {cell.table for cell in CELLS} >= set(TABLES)


def test_many_broken_seats_are_tried() -> None:
    specs = whole_trial(SEED, 100_000)
    for name in ("swapped", "saturated", "uneven"):
        assert len([spec for spec in specs if spec.table == name]) >= 20


def test_odd_petal_has_two_sisters_at_least() -> None:
    seats = {spec.seats for spec in table_specs(SEED, 500, cell=TrialCell(table="uneven"))}
    assert min(seats) == 3
    assert max(seats) == 8


def test_cells_that_do_not_exist_are_told_the_others() -> None:
    with pytest.raises(ConfigError, match=r"family 'tickle': choose one of smooth"):
        TrialCell("tickle", "mix")
    with pytest.raises(ConfigError, match="swapped"):
        TrialCell("mix", "round")


def test_in_a_family_of_its_own_somebody_always_is_of_it() -> None:
    for family in ("child", "leaning"):
        spec = _spec(family)
        for which in range(20):
            hands = draw_hands(spec.rng(str(which)), spec)
            assert family in {hand.family for hand in hands}
            assert {hand.family for hand in hands} <= {family, FAMILIES[family].others}


def test_families_without_a_weight_are_tried_by_themselves_and_never_in_the_mix() -> None:
    spec = _spec("mix")
    drawn = {hand.family for which in range(500) for hand in draw_hands(spec.rng(str(which)), spec)}
    assert drawn == set(FAMILIES) - {"bag", "fingers", "trembling"}
    for family in ("bag", "fingers", "trembling"):
        assert {cell.table for cell in CELLS if cell.family == family} == set(IN_ORDER)


def test_observer_who_knows_the_family_doubts_slow_hands_and_bad_tables_more() -> None:
    def doubt(touch: Touch, making: Any = TYPICAL) -> int:
        (contact,) = touch.true_contacts()
        return ideal_ns(touch, contact, making, "mk2")

    quick = Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=15.0, rise_ms=10.0)
    slow = Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=5.0, rise_ms=100.0)
    rests = through((0, 0), (2, 0.5), (22, 0.505), (32, 12))
    assert 5_000 < doubt(quick) < 60_000
    assert doubt(slow) > 5 * doubt(quick)
    assert 4 * MS < doubt(Touch.shaped(0, 0, rests, None)) < 12 * MS
    assert doubt(quick, BADLY_WEIGHED) > 1.5 * doubt(quick)
    assert 0.02 < unknown_share(TYPICAL) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mk1", "mk2"])
def test_simpler_designs_rule_on_the_same_duels_and_rule_worse(kind: str) -> None:
    records = record(TrialTable(_spec("smooth", duels=150, kind=kind), make_inputs=oracle()))
    duels = records.duels
    assert not wrong(duels).any()
    assert wrong(duels, "frame").sum() > 1  # some 2.8 % over many duels
    for design in ("arrival", "debounce"):
        assert 1 - wrong(duels, design).mean() > 0.9
    assert sum(group.duels for group in by_gap(duels)) == 150


# -- with the table's own decoder --------------------------------------------------------------


@pytest.fixture(scope="module")
def trial() -> FairnessTrial:
    """The quick form."""
    return carry_out(60, SEED, 1)


def test_quick_form_tries_everything(trial: FairnessTrial) -> None:
    judged = judge(trial)
    assert all(one.duels for one in judged.groups if one.by != "table")
    assert trial.quiet is not None
    assert trial.quiet.thumps >= 10
    assert trial.stalled_duels == 6


@pytest.mark.slow
def test_same_seed_gives_the_same_whatever_the_processes(trial: FairnessTrial) -> None:
    again = carry_out(60, SEED, 2)
    assert (again.records.duels == trial.records.duels).all()
    assert (again.records.hands == trial.records.hands).all()
    assert again.quiet == trial.quiet


@pytest.mark.parametrize("family", ["mix", "leaning", "bag"])
def test_stalling_host_changes_nothing(family: str) -> None:
    spec = _spec(family, duels=12)
    records, changed = judged_with_stalls(spec, 10)
    assert changed == 0
    assert (records.duels == record(TrialTable(spec)).duels).all()


def test_quiet_hours_count_slaps_thumps_and_what_nobody_made() -> None:
    quiet = quiet_hours(_spec(duels=0), 0.05, oracle())
    assert (quiet.slaps, quiet.thumps) == (3, 6)
    assert (quiet.false_contacts, quiet.missed) == (0, 0)

    def twice(contact: Contact) -> Iterable[InputEvent]:
        return [contact, replace(contact, seat=(contact.seat + 1) % 4)]

    assert quiet_hours(_spec(duels=0), 0.05, oracle(errs=twice)).false_contacts == 3


# -- the report --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
def test_report_stands_alone_and_has_every_group(trial: FairnessTrial, language: str) -> None:
    judged = judge(trial)
    text = html(Run(60, SEED, 1, 1.0, 1.0), trial, judged, Words(language))
    assert text.count("<svg") >= 5
    rows = sum(one.by in ("mix", "family", "table") for one in judged.groups)
    assert text.split("</style>")[1].count("<tr><td>") > rows == 1 + len(FAMILIES) + len(TABLES)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "{" not in text.split("</style>")[1]
    russian = sum("а" <= letter <= "я" for letter in text)
    assert (russian > 1_000) is (language == "ru")


@pytest.mark.parametrize(
    ("value", "told"), [(0.0, "0"), (1 / 9_000, "1 in 9 000"), (0.04, "1 in 25"), (0.4, "40 %")]
)
def test_rare_is_told_as_one_in_so_many_and_often_in_per_cent(value: float, told: str) -> None:
    figure = Figure(key="missed", what="missed", value=value, bound=1e-4, unit="rate", trials=100)
    assert number(figure, value, Words("en")).replace("\u202f", " ").replace("\xa0", " ") == told


def test_json_has_every_group_and_the_designs(trial: FairnessTrial) -> None:
    values = as_json(Run(60, SEED, 1, 1.0, 1.0), trial, judge(trial))
    again = msgspec.json.decode(msgspec.json.encode(values))
    assert again["ok"] is all(one["ok"] for one in again["groups"])
    names = {(one["by"], one["name"]) for one in again["groups"]}
    assert {("family", name) for name in FAMILIES} | {("table", name) for name in TABLES} <= names
    assert set(again["designs"]) == {"first", "frame", "arrival", "debounce"}
    for one in again["groups"]:
        for figure in one["figures"]:
            assert isinstance(figure["ok"], bool)


def test_command_tries_one_cell_and_writes_both_reports(tmp_path: Path) -> None:
    out = tmp_path / "report"
    args = ["fairness", "--duels", "12", "--processes", "1", "--seed", "5", "--out", str(out)]
    args += ["--family", "two-stage", "--table", "new", "--lang", "en"]
    result = CliRunner().invoke(sim, args)
    assert result.exit_code in (0, 1), result.output
    assert "a finger rests, then the grip, new table, first duel" in result.output
    assert {path.name for path in out.iterdir()} == {"fairness.json", "fairness.html"}
    assert "--family two-stage --table new" in (out / "fairness.html").read_text()


def test_unknown_family_is_one_sentence() -> None:
    result = CliRunner().invoke(sim, ["fairness", "--family", "tickle", "--lang", "en"])
    assert result.exit_code == 2
    assert "choose one of" in result.output


def test_unusable_folder_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = CliRunner().invoke(sim, ["fairness", "--duels", "1", "--out", str(blocked)])
    assert result.exit_code == 2
