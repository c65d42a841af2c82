"""The start screen, by seat buttons alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.games.registry import GAMES
from console.settings.declared import OF_SESSION
from console.table.lobby.start import LEVELS, StartScreen
from console.table.seating import Hands, NamedPerson, opposite, taken_seats
from console.table.settings import COMFORT, Settings
from console.table.view import MenuLine, ResumeOffer, Who
from drivers.errors import ConfigError
from drivers.events import Button, ButtonEvent

LEFT, RIGHT, OK, BACK = Button
P, E = Who.PERSON, Who.EMPTY
OWL = NamedPerson(9, "Сова")


def pressed(screen: StartScreen, *presses: tuple[int, Button]) -> tuple[StartScreen, str | None]:
    chosen = None
    for seat, button in presses:
        screen, chosen = screen.press(ButtonEvent(seat, button, True, 0, 0))
    return screen, chosen


def empty(seats: int = 4) -> StartScreen:
    return StartScreen((Who.EMPTY,) * seats, Settings())


def played(screen: StartScreen) -> StartScreen:
    """The people of a screen are no newcomers any more."""
    return replace(screen.at_line(MenuLine.START), begun=True)


def move_to(screen: StartScreen, key: str, seat: int | None = None) -> StartScreen:
    """By the buttons of seat 0, on the level on show."""
    for _ in screen.rows():
        row = screen.rows()[screen.cursor()]
        if (row.key, row.seat) == (key, seat):
            return screen
        screen, _ = pressed(screen, (0, RIGHT))
    raise AssertionError(f"no row {key}")


def choose(screen: StartScreen, *keys: str, seat: int | None = None) -> StartScreen:
    """Line by line, level by level; the last one may be about ``seat``."""
    for key in keys[:-1]:
        screen, _ = pressed(move_to(screen, key), (0, OK))
    return pressed(move_to(screen, keys[-1], seat), (0, OK))[0]


def keys(screen: StartScreen) -> list[str]:
    return [row.key for row in screen.rows()]


def test_seats_join_with_ok_and_leave_with_back() -> None:
    screen, _ = pressed(empty(), (2, OK))
    assert screen.who[2] is Who.PERSON
    screen, _ = pressed(screen, (2, BACK))
    assert screen.who[2] is Who.EMPTY


def test_only_a_seat_that_has_joined_moves_the_menu() -> None:
    screen, _ = pressed(empty(), (1, RIGHT))
    assert line(screen) == "start"
    screen, _ = pressed(screen, (1, OK), (1, RIGHT))
    assert line(screen) == "game"


def test_empty_seats_take_simulated_people() -> None:
    screen, _ = pressed(empty(), (0, OK))
    screen = choose(screen, "people", "seat", seat=2)
    levels = [screen.who[2]]
    for _ in range(3):
        screen, _ = pressed(screen, (0, OK))
        levels.append(screen.who[2])
    assert levels == [Who.CHILD, Who.ADULT, Who.EXPERT, Who.EMPTY]


def test_somebody_who_has_gone_can_be_taken_off_their_seat() -> None:
    screen, _ = pressed(empty(), (0, OK), (1, OK))
    screen = choose(screen, "people", "seat", seat=1)
    assert screen.who[1] is Who.EMPTY


def test_start_waits_for_enough_people() -> None:
    screen, chosen = pressed(played(pressed(empty(), (0, OK))[0]), (0, OK))
    assert chosen is None
    assert screen.problem() == "players"
    screen, _ = pressed(screen, (2, OK))
    screen, chosen = pressed(screen, (2, OK))
    assert chosen == "start"


def test_c2_special_counts_must_make_ten() -> None:
    screen, _ = pressed(empty(), (0, OK), (1, OK), (2, OK))
    screen = choose(screen, "options", "chaos.specials.grab")
    assert screen.settings.options["specials"]["grab"] == 4
    assert screen.problem() == "options"
    screen = choose(screen, "defaults")
    assert screen.problem() is None
    assert "defaults" not in keys(screen)


def test_a_broken_off_match_is_offered_first() -> None:
    offer = ResumeOffer(7, (0, 1, 2), 41, "2026-11-20T20:15")
    screen = StartScreen((Who.PERSON, *(Who.EMPTY,) * 3), Settings(), offer, key="resume")
    assert screen.rows()[0].key == "resume"
    assert pressed(screen, (0, OK))[1] == "resume"


def test_every_row_of_the_menu_goes_round() -> None:
    settings = Settings()
    for row in (*settings.rows(("pace_ms", "auto")), *settings.comfort_rows(0)):
        seen = [settings]
        for _ in range(20):
            seen.append(seen[-1].next_value(row.key, row.seat))
        assert seen[1] != settings
        assert settings in seen[1:]
    assert settings.pace_ms in OF_SESSION["pace_ms"].turns()


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


def test_the_game_and_the_rules_are_next_to_the_first_line() -> None:
    screen = played(pressed(empty(), (0, OK))[0])
    assert pressed(screen, (0, RIGHT), (0, OK))[0].settings.game == "elements"
    assert pressed(screen, (0, LEFT), (0, OK))[1] == "rules"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_left_by_back_and_by_its_last_line(level: MenuLine) -> None:
    """The cursor is then on the line that led there; nobody has left a seat."""
    screen = pressed(empty(), (0, OK))[0].at_line(level)
    parent = screen.at_level(LEVELS[level])
    for left in (pressed(screen, (0, BACK))[0], choose(screen, "back")):
        assert keys(left) == keys(parent)
        assert left.rows()[left.cursor()].key == level
        assert left.who[0] is Who.PERSON


def test_the_menu_begins_anew_when_the_last_one_leaves() -> None:
    screen = pressed(empty(), (0, OK))[0].at_line(MenuLine.OPTIONS)
    assert screen.sit(0, Who.EMPTY).level is None


def test_what_the_owner_closed_is_offered_nowhere() -> None:
    closed = frozenset(("game", "options", "pace_ms", "auto", "photo_finish", *COMFORT))
    screen = StartScreen((Who.PERSON,) * 3, Settings(closed=closed))
    assert keys(screen) == ["lesson", "start", "people", "records", "rules"]
    assert keys(played(screen)) == ["start", "people", "lesson", "records", "rules"]
    assert [shelved.game for shelved in screen.shelf()] == ["chaos"]
    assert screen.with_game("iota").settings.game == "chaos"


def test_everybody_moves_one_seat_on_clockwise_with_all_that_is_theirs() -> None:
    screen = StartScreen((P, Who.CHILD, E, P), Settings(left_seats=frozenset({3}))).call(0, OWL)
    screen = choose(screen, "people", "rotate")
    assert screen.who == (P, P, Who.CHILD, E)
    assert screen.named == {1: OWL}
    assert screen.settings.left_seats == {0}


def test_two_change_places() -> None:
    screen = StartScreen((P, E, P, Who.ADULT), Settings()).call(2, OWL)
    screen = choose(screen, "people", "swap", "swap_seat", seat=2)
    assert [row.value for row in screen.rows()][2] == "first"
    screen = choose(screen, "swap_seat", seat=3)
    assert screen.who == (P, E, Who.ADULT, P)
    assert screen.named == {3: OWL}
    assert screen.level == "people"


def test_opponents_get_up_when_they_are_too_many_for_a_game() -> None:
    screen = StartScreen((P, E, *(Who.ADULT,) * 4), Settings()).with_game("ignis")
    assert screen.who == (P, E, E, Who.LEVEL_2, E, E)
    assert screen.problem() is None
    joined, _ = pressed(screen, (4, OK))
    assert joined.who == (P, E, E, E, P, E)


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_the_opponent_that_stays_in_a_game_for_two_sits_opposite(seats: int) -> None:
    """As the command line seats two."""
    for seat in range(seats):
        who = tuple(P if s == seat else Who.ADULT for s in range(seats))
        screen = StartScreen(who, Settings()).with_game("ignis")
        assert [s for s, w in enumerate(screen.who) if w is not E] == sorted(
            (seat, (seat + seats // 2) % seats)
        )
    waiting = (E, *(Who.ADULT,) * (seats - 1))
    screen = StartScreen(waiting, Settings(game="ignis")).sit(0, P)
    assert opposite(0, seats) in taken_seats(screen.who)
    assert len(taken_seats(screen.who)) == 2


@pytest.mark.parametrize(("people", "missing"), [(1, 1), (2, 0), (3, -1), (5, -3)])
def test_people_stay_and_are_told_how_many_are_missing_or_too_many(
    people: int, missing: int
) -> None:
    screen = StartScreen((P,) * people + (E,) * (6 - people), Settings()).with_game("ignis")
    assert screen.who.count(P) == people
    assert screen.missing() == missing
    assert screen.problem() == ("players" if missing else None)
    fits = {shelved.game for shelved in screen.shelf() if shelved.fits}
    assert fits == {g for g, game in GAMES.items() if people <= game.players[1]}


def test_c30_two_seats_are_no_table_for_chaos() -> None:
    screen = StartScreen((P, P), Settings())
    assert screen.problem() == "table"
    assert not screen.shelf()[0].fits
    assert StartScreen((P, P, E), Settings()).missing() == 1


def test_c30_two_choose_where_their_hands_play() -> None:
    screen = StartScreen((P, E, P, E), Settings())
    assert screen.seating(0).seats == (0, 2, 1, 3)
    screen = choose(screen, "people", "hands", seat=0)
    assert screen.hands_at() == {0: Hands(3, 0), 2: Hands(1, 2)}, "the other one gives way"
    assert screen.seating(0).seats == (3, 1, 0, 2)
    shown = {(hand.seat, hand.of, hand.right) for hand in screen.view({}).hands}
    assert shown == {(3, 0, True), (0, 0, False), (1, 2, True), (2, 2, False)}
    assert not pressed(screen, (1, OK))[0].hands_at(), "three play with a hand each"


# -- who has not played yet ----------------------------------------------------------------------


def line(screen: StartScreen) -> str:
    """The key of the line under the cursor."""
    return screen.rows()[screen.cursor()].key


def test_guests_who_have_played_nothing_are_offered_the_guided_first_game_first() -> None:
    screen, _ = pressed(empty(), (0, OK))
    assert keys(screen)[:2] == ["lesson", "start"]
    assert pressed(screen, (0, LEFT), (0, OK))[1] == "lesson"
    screen, _ = pressed(screen, (1, OK), (2, OK))  # more guests
    assert keys(screen)[:2] == ["lesson", "start"]
    assert line(screen) == "start"  # ● without a look plays what all have come for


def test_a_nickname_at_the_table_is_no_newcomer() -> None:
    screen, _ = pressed(empty(), (0, OK), (1, OK))
    known = screen.call(1, OWL)
    assert keys(known).index("lesson") > keys(known).index("start") == 0
    assert keys(known.call(1, None))[0] == "lesson"


def test_whoever_has_moved_the_cursor_keeps_it() -> None:
    screen, _ = pressed(empty(), (0, OK), (0, RIGHT))
    before = line(screen)
    assert line(pressed(screen, (1, OK))[0]) == before == "game"


def test_after_anything_was_played_it_stands_with_the_others_until_the_next_company() -> None:
    screen = played(pressed(empty(), (0, OK))[0])
    assert keys(pressed(screen, (1, OK))[0])[0] == "start"
    assert keys(pressed(screen, (0, BACK), (0, OK))[0])[0] == "lesson"
    assert keys(pressed(screen.alone(), (0, OK))[0])[0] == "lesson"


def test_a_table_that_has_no_room_for_it_offers_none() -> None:
    screen, _ = pressed(empty(2), (0, OK))
    assert "lesson" not in keys(screen)
    assert line(screen) == "start"
