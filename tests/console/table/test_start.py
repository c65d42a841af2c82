"""The start screen, by seat buttons alone."""

from __future__ import annotations

import pytest

from console.table.lobby.start import StartScreen
from console.table.settings import PACES_MS, Settings
from console.table.view import ResumeOffer, Who
from drivers.errors import ConfigError
from drivers.events import Button, ButtonEvent

LEFT, RIGHT, OK, BACK = Button


def pressed(screen: StartScreen, *presses: tuple[int, Button]) -> tuple[StartScreen, str | None]:
    chosen = None
    for seat, button in presses:
        screen, chosen = screen.press(ButtonEvent(seat, button, True, 0, 0))
    return screen, chosen


def empty(seats: int = 4) -> StartScreen:
    return StartScreen((Who.EMPTY,) * seats, Settings())


def move_to(screen: StartScreen, key: str, seat: int | None = None) -> StartScreen:
    for _ in screen.rows():
        row = screen.rows()[screen.cursor()]
        if (row.key, row.seat) == (key, seat):
            return screen
        screen, _ = pressed(screen, (0, RIGHT))
    raise AssertionError(f"no row {key}")


def test_seats_join_with_ok_and_leave_with_back() -> None:
    screen, _ = pressed(empty(), (2, OK))
    assert screen.who[2] is Who.PERSON
    screen, _ = pressed(screen, (2, BACK))
    assert screen.who[2] is Who.EMPTY


def test_only_a_seat_that_has_joined_moves_the_menu() -> None:
    screen, _ = pressed(empty(), (1, RIGHT))
    assert screen.cursor() == 0
    screen, _ = pressed(screen, (1, OK), (1, RIGHT))
    assert screen.cursor() == 1


def test_empty_seats_take_simulated_people() -> None:
    screen, _ = pressed(empty(), (0, OK))
    screen = move_to(screen, "seat", 2)
    levels = []
    for _ in range(4):
        screen, _ = pressed(screen, (0, OK))
        levels.append(screen.who[2])
    assert levels == [Who.CHILD, Who.ADULT, Who.EXPERT, Who.EMPTY]


def test_start_waits_for_enough_people() -> None:
    screen, chosen = pressed(empty(), (0, OK), (0, OK))
    assert chosen is None
    assert screen.problem() == "players"
    screen, _ = pressed(screen, (2, OK))
    screen, chosen = pressed(screen, (2, OK))
    assert chosen == "start"


def test_c2_special_counts_must_make_ten() -> None:
    screen, _ = pressed(empty(), (0, OK), (1, OK), (2, OK))
    screen, _ = pressed(move_to(screen, "chaos.specials.grab"), (0, OK))
    assert screen.settings.options["specials"]["grab"] == 4
    assert screen.problem() == "options"
    assert not screen.rows()[0].enabled


def test_a_broken_off_match_is_offered_first() -> None:
    offer = ResumeOffer(7, (0, 1, 2), 41, "2026-11-20T20:15")
    screen = StartScreen((Who.PERSON, *(Who.EMPTY,) * 3), Settings(), offer, key="resume")
    assert screen.rows()[0].key == "resume"
    assert pressed(screen, (0, OK))[1] == "resume"


def test_every_row_of_the_menu_goes_round() -> None:
    settings = Settings()
    for row in settings.rows(("pace_ms", "auto")):
        seen = [settings]
        for _ in range(20):
            seen.append(seen[-1].next_value(row.key))
        assert seen[1] != settings
        assert settings in seen[1:]
    assert settings.pace_ms in PACES_MS


@pytest.mark.parametrize(
    "change",
    [{"pace_ms": 299}, {"pace_ms": 5001}, {"game": "x"}, {"language": "de"}, {"all_ms": 1}],
)
def test_c27_impossible_settings_are_refused_by_name(change: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(change))):
        Settings(**change)  # type: ignore[arg-type]  # wrong on purpose


def test_options_of_a_game_are_refused_by_name() -> None:
    with pytest.raises(ConfigError, match="last_card"):
        Settings(house={"chaos": {"last_card": "x"}})
    with pytest.raises(ConfigError, match="poker"):
        Settings(house={"poker": {}})


def test_rules_are_two_presses_away() -> None:
    screen, _ = pressed(empty(), (0, OK), (0, RIGHT))
    assert pressed(screen, (0, OK))[1] == "rules"
