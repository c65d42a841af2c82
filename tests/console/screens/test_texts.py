"""The sentences of the table, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.i18n import Words
from console.screens import menu_texts, texts
from console.screens.lobby.words import how_far_words, when_words
from console.screens.palette import USUAL
from console.screens.race import race_message
from console.table.chaos.view import DeathPhase, PlayView, SuddenDeathView, VerdictView
from console.table.event.view import RaceStage
from console.table.outputs import VerdictKind
from console.table.record_values import ResultColumn
from console.table.view import BestReaction, MenuRow, ResumeOffer, TableTrouble, TroubleKind, Who
from drivers.events import Fault
from tests.console.screens.event.samples import race
from tests.console.screens.samples import dead_heat, duel_won, false_grab, start_rows
from tests.drivers.controller.misfits import misfits

RU, EN = Words("ru"), Words("en")


def verdict(view: PlayView | None = None) -> VerdictView:
    """The verdict of a sample."""
    found = (view or duel_won()).verdict
    assert found is not None
    return found


def test_the_verdict_line_of_the_work_order() -> None:
    line = texts.verdict_line(RU, verdict())
    assert line == "Место 2: 412,3 мс · Место 4: 418,4 мс · разница 6,1 ± 0,2 мс"


def test_the_verdict_line_in_english_with_names() -> None:
    line = texts.verdict_line(EN, verdict(), {1: "Boris"})
    assert line == "Boris: 412.3 ms · Seat 4: 418.4 ms · difference 6.1 ± 0.2 ms"


def test_a_long_time_is_told_in_seconds_and_as_exactly() -> None:
    assert texts.milliseconds(EN, 9_999_940_000) == "9999.9 ms"
    assert texts.milliseconds(RU, 19_068_400_000) == "19,0684 с"
    made = verdict()
    first, second = (
        replace(entry, reaction_ns=19_068_400_000 + i * 600_000)
        for i, entry in enumerate(made.entries[:2])
    )
    line = texts.verdict_line(EN, replace(made, entries=(first, second)))
    assert line.startswith("Seat 2: 19.0684 s · Seat 4: 19.0690 s")


def test_small_margins_show_more_digits() -> None:
    """A dead heat must look like one: 0.13 ± 0.21, not 0.1 ± 0.2."""
    assert texts.verdict_line(RU, verdict(dead_heat())).endswith("разница 0,13 ± 0,21 мс")


@pytest.mark.parametrize(
    ("error_ns", "shown"), [(1, "± 0.1"), (100_000, "± 0.1"), (100_001, "± 0.2")]
)
def test_uncertainty_is_rounded_up(error_ns: int, shown: str) -> None:
    assert shown in texts.with_error(EN, 5_000_000, error_ns)


@pytest.mark.parametrize(
    ("time_ns", "error_ns", "shown"),
    [
        (231_000, 227_000, "0.231 ± 0.227 ms"),
        (1_040_000, 1_000_001, "1.04 ± 1.01 ms"),
        (230_000, 230_000, "0.23 ± 0.23 ms"),
        (226_000, 227_000, "0.23 ± 0.23 ms"),
        (2_000_001, 2_000_000, "2.000001 ± 2.000000 ms"),
    ],
)
def test_who_was_first_by_more_than_its_error_is_shown_so(
    time_ns: int, error_ns: int, shown: str
) -> None:
    assert texts.with_error(EN, time_ns, error_ns) == shown


def test_a_hand_without_a_shown_moment_has_no_time() -> None:
    made = verdict()
    first = replace(made.entries[0], reaction_ns=None)
    line = texts.verdict_line(RU, replace(made, entries=(first, made.entries[1])))
    assert line.startswith("Место 2 · Место 4: 418,4 мс")


def test_words_say_who_won_and_what_the_loser_takes() -> None:
    """C9: his own pile, the winner's and the pot, added up."""
    assert texts.verdict_words(RU, verdict()) == (
        "Место 2 выигрывает дуэль · Место 4 забирает 12 карт"
    )


def test_words_say_what_a_false_grab_cost() -> None:
    assert texts.verdict_words(RU, verdict(false_grab())) == (
        "Ложный хват · Место 6 забирает 26 карт"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (RU, "Место 2 успевает раньше всех, но открытых карт нет"),
        (EN, "Seat 2 is first, but has no open card"),
    ],
)
def test_who_is_first_without_an_open_card_gives_none(words: Words, said: str) -> None:
    """C15."""
    made = replace(verdict(), kind=VerdictKind.SPECIAL_WON, seats=(1,), moves=())
    assert texts.verdict_words(words, made) == said


@pytest.mark.parametrize(
    ("count", "form"), [(1, "1 карту"), (3, "3 карты"), (5, "5 карт"), (11, "11 карт")]
)
def test_russian_plurals(count: int, form: str) -> None:
    made = verdict()
    move = replace(made.moves[0], count=count)
    assert texts.verdict_words(RU, replace(made, moves=(move,))).endswith(f"забирает {form}")


@pytest.mark.parametrize("words", [RU, EN])
@pytest.mark.parametrize("kind", VerdictKind)
def test_every_verdict_has_words_of_its_own(words: Words, kind: VerdictKind) -> None:
    others = {
        texts.verdict_words(words, replace(verdict(), kind=k)) for k in VerdictKind if k is not kind
    }
    assert texts.verdict_words(words, replace(verdict(), kind=kind)) not in others


def test_a_fall_by_nobody_goes_into_the_pot() -> None:
    """C13."""
    made = replace(verdict(), kind=VerdictKind.FELL, seats=())
    assert texts.verdict_words(EN, made) == "The pad fell: all open piles go into the pot"


@pytest.mark.parametrize("words", [RU, EN])
def test_every_fault_person_and_phase_has_a_word(words: Words) -> None:
    assert len({texts.fault_word(words, f) for f in Fault}) == len(Fault)
    assert len({texts.who_word(words, w) for w in Who}) == len(Who)
    phases = {texts.death_words(words, SuddenDeathView((0, 1), p))[0] for p in DeathPhase}
    assert len(phases) == len(DeathPhase)


def test_who_was_too_early_is_named() -> None:
    """C25: a touch before the light loses."""
    death = SuddenDeathView((0, 1), DeathPhase.WAIT, out=(1,))
    assert texts.death_words(RU, death)[1] == "Слишком рано: Место 2"


@pytest.mark.parametrize("words", [RU, EN])
def test_every_menu_line_has_a_label_and_a_value(words: Words) -> None:
    keys = ("continue", "other_game", "rematch", "leave")
    rows = (*start_rows(True), *(MenuRow(k) for k in keys))
    for row in rows:
        assert menu_texts.menu_label(words, row)
        assert bool(menu_texts.menu_value(words, row)) == (row.value is not None)


def test_values_are_words_not_keys() -> None:
    assert menu_texts.menu_value(RU, MenuRow("pace_ms", 600)) == "0,6 с"
    assert menu_texts.menu_value(RU, MenuRow("seat", "expert", 3)) == "мастер"
    assert menu_texts.menu_value(EN, MenuRow("language", "ru")) == "Русский"
    assert menu_texts.menu_value(EN, MenuRow("chaos.last_card", "classic")) == "classic"
    assert menu_texts.menu_value(EN, MenuRow("sound", False)) == "off"


@pytest.mark.parametrize("words", [RU, EN])
def test_troubles_name_the_mend(words: Words) -> None:
    troubles = (
        TableTrouble(TroubleKind.PAD_DOWN),
        TableTrouble(TroubleKind.SILENT, "pad"),
        TableTrouble(TroubleKind.SILENT, "buttons"),
        *(TableTrouble(TroubleKind.SILENT, "pad", misfit) for misfit in misfits(4)),
    )
    assert len({texts.trouble_words(words, t) for t in troubles}) == len(troubles) - 1, (
        "another pad and one of other parts have the same mend"
    )


def test_a_pad_that_does_not_fit_is_told_with_the_mend() -> None:
    first = next(misfits(4))
    assert texts.trouble_words(RU, TableTrouble(TroubleKind.SILENT, "pad", first)) == (
        "Эта хватка здесь не годится",
        "Мест в хватке: 3, за столом: 4. Подключите хватку этого стола",
    )
    assert texts.trouble_words(EN, TableTrouble(TroubleKind.SILENT, "pad", first)) == (
        "This pad cannot be used here",
        "The pad is for 3 seats, the table has 4: plug in its own",
    )


def test_times_faster_are_counted_in_russian() -> None:
    told = [texts.speed_words(RU, 2_000_000_000, ratio, 0) for ratio in (21.4, 22.0, 25.0)]
    assert [line.split()[-4] for line in told] == ["раз", "раза", "раз"]
    assert told[0] == "2 с игры, в 21 раз быстрее настоящего времени"


def test_a_duel_alone_has_not_taken_no_time() -> None:
    assert texts.speed_words(EN, 42_000_000, 3.0, 1).startswith("0.042 s of play")
    assert texts.speed_words(EN, 1_042_000_000, 3.0, 1).startswith("1.0 s of play")
    assert texts.speed_words(EN, 1_042_000_000, 1.4, 1) == "1.0 s of play"  # nothing to speak of


def test_a_race_on_a_pad_beside_its_cradle_says_so() -> None:
    view = race("ru", RaceStage.WAIT, trouble=TableTrouble(TroubleKind.PAD_DOWN))
    told = race_message(RU, USUAL, view)
    assert told is not None
    assert told.strong == "Хватка лежит мимо гнезда"


def test_resume_and_best_reaction() -> None:
    offer = ResumeOffer(12, (0, 1), 21, "2026-05-01T20:15")
    assert how_far_words(RU, offer) == "сделан 21 ход"
    assert when_words(RU, offer) == "01.05.2026, 20:15"
    best = BestReaction(1, 341_220_000, 390_000)
    assert texts.best_words(RU, best) == "Лучшая реакция: Место 2, 341,2 ± 0,4 мс"
    assert texts.best_words(RU, best, {1: "Барсук"}) == "Лучшая реакция: Барсук, 341,2 ± 0,4 мс"


def test_a_column_counts_what_the_game_calls_its_pieces() -> None:
    assert texts.column_title(RU, ResultColumn.PIECES) == "фишек"
    assert texts.column_title(EN, ResultColumn.PIECES) == "pieces"
