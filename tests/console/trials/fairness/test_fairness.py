"""What is tried and what is told of it: nothing tried fails, every group is in the report."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
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
from console.trials.fairness import tables
from console.trials.fairness.cells import groups, mixed
from console.trials.fairness.duels import TrialTable
from console.trials.fairness.figures import FairnessTrial, Figure, by_gap, group_figures, wrong
from console.trials.fairness.hands import Bags, draw_hands
from console.trials.fairness.idle import NOTHING, quiet_hours
from console.trials.fairness.judged import JudgedGroups, judge
from console.trials.fairness.judging import record
from console.trials.fairness.observer import ideal_ns, unknown_share, unseen
from console.trials.fairness.pictures import family_picture
from console.trials.fairness.records import DEAD_HEAT, DUEL, TrialRecords
from console.trials.fairness.report import Run, as_json, html
from console.trials.fairness.run import carry_out
from console.trials.fairness.stalls import judged_with_stalls
from console.trials.fairness.tables import (
    BADLY_WEIGHED,
    CELLS,
    IN_ORDER,
    TABLES,
    TYPICAL,
    TrialCell,
    table_specs,
    whole_trial,
)
from console.trials.fairness.wording import group_name, number, title, unmet, verdict
from drivers.errors import ConfigError
from drivers.events import Contact, Gesture, InputEvent
from drivers.times import MS
from host_sim.curves import through
from host_sim.families import FAMILIES, Arrival
from host_sim.models import Touch
from host_sim.perception import PRESETS
from tests.console.trials.fairness.oracle import SEED, figures, oracle, spec_of

# -- nothing tried is nothing met --------------------------------------------------------------


def test_empty_group_meets_no_bound() -> None:
    empty = TrialRecords.joined([])
    for one in groups(empty):
        assert not [figure.key for figure in group_figures(one) if figure.ok]
    judged = judge(FairnessTrial(empty, NOTHING))
    assert not judged.ok
    assert not [figure.key for one in judged.groups for figure in one.figures if figure.ok]


def test_family_that_was_not_tried_fails_the_report() -> None:
    spec = spec_of("smooth", duels=6)
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
        found = figures(TrialRecords(duels, *_no_hands()))
        assert found["wrong_from_1_ms"].ok is met
    few = duels[:500]
    few["first"] = 1
    few["first"][0] = 0
    assert not figures(TrialRecords(few, *_no_hands()))["wrong_from_1_ms"].ok


def _no_hands() -> tuple[Any, Any]:
    empty = TrialRecords.joined([])
    return empty.hands, empty.broken


# -- what is tried -----------------------------------------------------------------------------


def test_bags_come_and_go_between_the_duels_and_never_weigh_less_than_nothing() -> None:
    spec = spec_of("bag", duels=80)
    for place in range(2):
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
    new, old = (TrialTable(spec_of(table=table, duels=1)) for table in ("new", "typical"))
    assert not new.board.touches
    assert next(new.duels())[1].shown_ns < next(old.duels())[1].shown_ns - 1_000 * MS


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


def test_no_bound_of_a_family_hangs_on_few_badly_weighed_tables() -> None:
    """At one of them all hands are told as much too early: eight may be the worst of fifty."""
    specs = whole_trial(SEED, 100_000)
    for family in FAMILIES:
        cell = TrialCell(family, "badly-weighed")
        assert len([spec for spec in specs if spec.cell == cell]) >= 30


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
        spec = spec_of(family)
        for which in range(20):
            hands = draw_hands(spec.rng(str(which)), spec)
            assert family in {hand.family for hand in hands}
            assert {hand.family for hand in hands} <= {family, FAMILIES[family].others}


def test_families_without_a_weight_are_tried_by_themselves_and_never_in_the_mix() -> None:
    spec = spec_of("mix")
    drawn = {hand.family for which in range(500) for hand in draw_hands(spec.rng(str(which)), spec)}
    assert drawn == set(FAMILIES) - {"bag", "fingers", "trembling", "ring", "sliding"}
    for family in ("bag", "fingers", "trembling", "ring", "sliding"):
        assert {cell.table for cell in CELLS if cell.family == family} == set(IN_ORDER)


def test_a_hand_that_comes_twice_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bounce of 9 ms on both sensors, and a child's slow grip after it: a gap of more than 5 ms
    between two hands, by the truth. A trial asks for one of each."""
    bounce, drawn = FAMILIES["bounce"], list[int]()

    def draw(rng: Random, who: Arrival) -> tuple[Touch, ...]:
        child = Arrival(who.seat, Gesture.GRAB, who.t_ns, PRESETS["child"])
        touches = bounce.draw(Random(1_950_579), child) if not drawn else bounce.draw(rng, who)
        drawn.append(len(touches[0].true_contacts()))
        return touches

    monkeypatch.setitem(FAMILIES, "bounce", replace(bounce, draw=draw))
    spec = spec_of("bounce")
    hands = draw_hands(spec.rng("twice"), spec)
    assert drawn == [2, *(1 for _ in hands)]


def test_observer_who_knows_the_family_doubts_slow_hands_and_bad_tables_more() -> None:
    def both(touch: Touch, making: Any = TYPICAL) -> tuple[int, int]:
        (contact,) = touch.true_contacts()
        return ideal_ns(touch, contact, making, "mk2", "smooth")

    def doubt(touch: Touch, making: Any = TYPICAL) -> int:
        return both(touch, making)[0]

    quick = Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=15.0, rise_ms=10.0)
    slow = Touch(seat=0, gesture=Gesture.PALM, t_ns=0, peak_n=5.0, rise_ms=100.0)
    rests = through((0, 0), (2, 0.5), (22, 0.505), (32, 12))
    assert 5_000 < doubt(quick) < 60_000
    assert doubt(slow) > 5 * doubt(quick)
    assert 4 * MS < doubt(Touch.shaped(0, 0, rests, None)) < 12 * MS
    assert doubt(quick, BADLY_WEIGHED) > 1.5 * doubt(quick)
    assert 0.02 < unknown_share(TYPICAL) < 0.05
    # Who does not know the table has to be right at the worst of them, wherever he sits.
    worst = [both(quick, TABLES[name].making) for name in IN_ORDER]
    assert {of_family for _, of_family in worst} == {max(of_table for of_table, _ in worst)}


@pytest.mark.parametrize(("off_ms", "doubts"), [(3.0, False), (4.35, True), (6.0, False)])
def test_observer_who_knows_the_curve_does_not_know_a_gap_better_than_its_edges(
    off_ms: float, doubts: bool
) -> None:
    """It lasts from 0.5 N to 0.5 N, and where that is on the curve no weighing tells exactly."""
    hop = through((0, 0), (3, 3), (6, 0), (6 + off_ms, 0), (16 + off_ms, 20))
    touch = Touch.shaped(0, 0, hop, None)
    (contact,) = touch.true_contacts()
    onsets_ms = 0.5, 6.25 + off_ms
    of_table, of_family = ideal_ns(touch, contact, TYPICAL, "mk2", "bounce")
    assert of_table <= of_family
    assert (of_family > 0.2 * (onsets_ms[1] - onsets_ms[0]) * MS) is doubts
    assert doubts or of_family < 0.1 * MS


@pytest.mark.parametrize(
    ("family", "least_ms", "most_ms"), [("ring", 0.05, 0.25), ("linear", 0, 0.03)]
)
def test_observer_who_knows_the_family_knows_of_a_leap_what_its_samples_tell(
    family: str, least_ms: float, most_ms: float
) -> None:
    """One sample of a click, be it on its rise or its fall, tells not when it came, and nobody is
    surer than a uniform scan; two samples of an even rise do."""
    rng, preset = Random(5), PRESETS["adult"]
    doubts = []
    for at_ns in range(0, 60 * MS, MS):
        touch, *_ = FAMILIES[family].draw(rng, Arrival(0, Gesture.PALM, at_ns, preset))
        contact, *_ = touch.true_contacts()
        after_ms = -(touch.t_ns / MS + contact.onset_ms) % 1.0
        before, after = touch.curve().at(contact.onset_ms + after_ms + np.array([-1.0, 0.0]))
        if before < 0.05 and after >= 1.0:
            doubts.append(ideal_ns(touch, contact, TYPICAL, "mk2", family)[0] / MS)
    assert len(doubts) > 5
    assert least_ms < float(np.median(doubts)) < most_ms


def test_observer_misses_what_a_table_may_show_as_less_than_a_contact() -> None:
    assert unseen(1.0, TYPICAL) == pytest.approx(0.5)
    assert unseen(1.1, TYPICAL) < 0.02
    assert unseen(1.1, BADLY_WEIGHED) > 5 * unseen(1.1, TYPICAL)
    assert unseen(2.0, BADLY_WEIGHED) < 1e-9


@pytest.mark.parametrize("kind", ["mk1", "mk2"])
def test_simpler_designs_rule_on_the_same_duels_and_rule_worse(kind: str) -> None:
    records = record(TrialTable(spec_of("smooth", duels=150, kind=kind), make_inputs=oracle()))
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


def test_same_seed_gives_the_same_whatever_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few cells: which tables there are is said before the processes share them."""
    monkeypatch.setattr(tables, "CELLS", CELLS[::30])
    once, again = (carry_out(20, SEED, processes) for processes in (1, 2))
    assert len(once.records.duels) > 10
    assert (again.records.duels == once.records.duels).all()
    assert (again.records.hands == once.records.hands).all()
    assert again.quiet == once.quiet


@pytest.mark.parametrize("family", ["mix", "leaning", "bag"])
def test_stalling_host_changes_nothing(family: str) -> None:
    spec = spec_of(family, duels=12)
    records, changed = judged_with_stalls(spec, 10)
    assert changed == 0
    assert (records.duels == record(TrialTable(spec)).duels).all()


def test_quiet_hours_count_slaps_thumps_and_what_nobody_made() -> None:
    quiet = quiet_hours(spec_of(duels=0), 0.05, oracle())
    assert (quiet.slaps, quiet.thumps) == (3, 6)
    assert (quiet.false_contacts, quiet.missed) == (0, 0)

    def twice(contact: Contact) -> Iterable[InputEvent]:
        return [contact, replace(contact, seat=(contact.seat + 1) % 4)]

    assert quiet_hours(spec_of(duels=0), 0.05, oracle(errs=twice)).false_contacts == 3


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


def test_on_a_phone_each_value_says_what_it_is(trial: FairnessTrial) -> None:
    """Its lines lie below one another there, without the table's head."""
    text = html(Run(60, SEED, 1, 1.0, 1.0), trial, judge(trial), Words("ru"))
    first = text.split('<table class="figures">')[1].split("<table")[0]
    head, *lines = first.split("<tr>")[1:]
    heads = re.findall("<th[^>]*>([^<]+)</th>", head)[1:]
    told = [re.findall('data-head="([^"]+)"', line) for line in lines if "colspan" not in line]
    assert told
    assert all(of_line == heads for of_line in told)
    assert "граница" in heads


@pytest.mark.parametrize(
    ("language", "summary", "untried"),
    [("en", " bounds of ", "such duel was tried"), ("ru", " границ", "таких дуэлей не было")],
)
def test_report_says_first_what_failed_and_why(
    trial: FairnessTrial, language: str, summary: str, untried: str
) -> None:
    judged, words = judge(trial), Words(language)
    text = html(Run(60, SEED, 1, 1.0, 1.0), trial, judged, words)
    begin = text.split("</style>")[1].split("<h2>")[0]
    missed = [
        (one, figure)
        for one in judged.groups
        if one.duels
        for figure in one.figures
        if not figure.ok
    ]
    assert missed
    for one, figure in missed:
        assert f"<b>{escape(group_name(one.by, one.name, words))}</b>" in begin
        assert escape(title(figure, words)) in begin
    assert summary in begin
    empty = sum(not one.duels for one in judged.groups)
    assert begin.count(untried) == empty > 0
    told = int("".join(filter(str.isdecimal, verdict(judged, words).split(summary)[0])))
    assert told == begin.count("<tr>") - 1 == len(missed) + empty  # beside the table's head
    assert "100.00 %" not in begin


def test_report_answers_first_how_many_duels_went_wrong(trial: FairnessTrial) -> None:
    text = html(Run(60, SEED, 1, 1.0, 1.0), trial, judge(trial), Words("en"))
    duels = mixed(trial.records).duels
    heats = int((duels["first"] == DEAD_HEAT).sum())
    missed = wrong(duels)
    sure = int((missed & (duels["gap_ns"] >= 1_000_000)).sum())
    assert (
        f"Of {len(duels)} duels {missed.sum()} went to somebody who was not first, {sure} " in text
    )
    assert f" {heats} were too close to tell" in text


@pytest.mark.parametrize(
    ("language", "mark", "apart"),
    [
        ("en", " (never tuned to)", ", 1 of them of hands that nobody tuned to."),
        ("ru", " (без подгонки)", ", из них 1 у рук, под которые никто не подгонял программу."),
    ],
)
def test_report_tells_apart_what_was_never_tuned_to(language: str, mark: str, apart: str) -> None:
    """Everywhere by its name, and in the verdict, where it counts with all others too."""
    words, trial = Words(language), FairnessTrial(TrialRecords.joined([]), NOTHING)
    judged = judge(trial)
    names = {one.name: group_name(one.by, one.name, words) for one in judged.groups}
    assert [name for name, text in names.items() if mark in text] == ["sliding"]
    assert mark in group_name("cell", "sliding/typical", words)
    assert verdict(judged, words).endswith(apart)
    text = html(Run(1, SEED, 1, 1.0, 1.0), trial, judged, words)
    assert text.count(f"{names['sliding']}<") == 2  # its line of what is not met, its row
    others = JudgedGroups(tuple(one for one in judged.groups if one.name != "sliding"))
    assert apart not in verdict(others, words)
    assert len(unmet(others, words)) == len(unmet(judged, words)) - 1
    assert not JudgedGroups(judged.groups[:1]).as_they_come.groups


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (TrialCell("sliding", "new"), "1 bound of 1 is not met, 1 of hands that nobody tuned to."),
        (TrialCell("ring", "new"), "1 bound of 1 is not met."),
    ],
)
def test_cell_of_what_was_never_tuned_to_says_so(cell: TrialCell, told: str) -> None:
    judged = judge(FairnessTrial(TrialRecords.joined([]), None), cell)
    assert verdict(judged, Words("en")) == told
    assert not judged.ok


def test_pictures_mark_what_was_never_tuned_to() -> None:
    records = record(TrialTable(spec_of("sliding", duels=3), make_inputs=oracle()))
    assert "hand sliding on by jerks (never tuned to)" in family_picture(records.hands, Words("en"))


def test_what_was_not_tried_has_a_dash_and_no_figure() -> None:
    judged = judge(FairnessTrial(TrialRecords.joined([]), NOTHING))
    text = html(
        Run(1, SEED, 1, 1.0, 1.0),
        FairnessTrial(TrialRecords.joined([]), NOTHING),
        judged,
        Words("en"),
    )
    grid = text.split('<table class="grid">')[1].split("</table>")[0]
    assert "100.00" not in grid
    assert '<td class="n missed">–</td>' in grid


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
    assert {one["name"] for one in again["groups"] if one["as_it_comes"]} == {"sliding"}
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
    assert "a finger rests, then the grab, new table, first duel" in result.output
    assert "Every bound is met." in result.output or "not met." in result.output
    assert "hands that were not noticed: 0 (≤ 1 in 10 000); at best 0.00 of " in (
        result.output.replace("\u202f", " ")
    )
    assert {path.name for path in out.iterdir()} == {"fairness.json", "fairness.html"}
    assert result.output.endswith(f"{out / 'fairness.html'} is written.\n")
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
