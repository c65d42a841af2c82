"""The start screen, by seat buttons alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from console.games.registry import GAMES
from console.settings.declared import OF_SESSION
from console.table.games import TABLE_GAMES
from console.table.lobby.start import LEVELS, StartScreen
from console.table.match import StoredStart
from console.table.seating import Hands, NamedPerson, Seating, opposite, taken_seats
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
    return StartScreen.of((Who.EMPTY,) * seats, Settings())


def played(screen: StartScreen) -> StartScreen:
    """The people of a screen are no newcomers any more."""
    return replace(screen.at_level(None), begun=frozenset({screen.settings.game}))


def move_to(screen: StartScreen, key: str, seat: int | None = None) -> StartScreen:
    """By the buttons of seat 0, on the level on show; a game's line by its id."""
    games = [*TABLE_GAMES]
    for _ in screen.rows():
        row = screen.rows()[screen.cursor()]
        if key in (row.key, row.value) and row.seat == seat:
            return screen
        back = key in games and games.index(key) <= games.index(screen.settings.game)
        screen, _ = pressed(
            screen, (0, LEFT if back or (key in games and line(screen) == "start") else RIGHT)
        )
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
    assert line(screen) == "more"


def test_empty_seats_take_simulated_people() -> None:
    screen, _ = pressed(empty(), (0, OK))
    screen = choose(screen, "more", "people", "seat", seat=2)
    levels = [screen.who[2]]
    for _ in range(3):
        screen, _ = pressed(screen, (0, OK))
        levels.append(screen.who[2])
    assert levels == [Who.CHILD, Who.ADULT, Who.EXPERT, Who.EMPTY]


def test_whoever_lacks_an_opponent_comes_to_a_free_seat_and_else_to_the_first() -> None:
    alone, _ = pressed(empty(), (0, OK))
    alone, _ = pressed(choose(alone, "more", "people"), (0, OK))
    assert alone.who[:3] == (Who.PERSON, Who.CHILD, Who.EMPTY)
    two, _ = pressed(empty(), (0, OK), (1, OK))
    assert choose(two, "more", "people").row_seat == 0


def test_somebody_who_has_gone_can_be_taken_off_their_seat() -> None:
    screen, _ = pressed(empty(), (0, OK), (1, OK))
    screen = choose(screen, "more", "people", "seat", seat=1)
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
    screen = choose(screen, "more", "options", "chaos.specials.grab")
    assert screen.settings.options["specials"]["grab"] == 4
    assert screen.problem() == "options"
    screen = choose(screen, "defaults")
    assert screen.problem() is None
    assert "defaults" not in keys(screen)


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
    [{"pace_ms": 299}, {"pace_ms": 5001}, {"game": "x"}, {"language": "xx"}, {"all_ms": 1}],
)
def test_c27_impossible_settings_are_refused_by_name(change: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(change))):
        Settings(**change)  # type: ignore[arg-type]  # wrong on purpose


def test_options_of_a_game_are_refused_by_name() -> None:
    with pytest.raises(ConfigError, match="last_card"):
        Settings(house={"chaos": {"last_card": "x"}})
    with pytest.raises(ConfigError, match="poker"):
        Settings(house={"poker": {}})


def places(screen: StartScreen, *presses: Button) -> list[object]:
    """Where the cursor comes to by the buttons of seat 0: a game, or another line."""
    seen: list[object] = []
    for button in presses:
        screen, _ = pressed(screen, (0, button))
        row = screen.rows()[screen.cursor()]
        seen.append(row.value or row.key)
    return seen


def test_the_cursor_goes_round_the_games_what_plays_and_what_leads_to_all_else() -> None:
    screen, _ = pressed(empty(), (0, OK))
    assert [row.value or row.key for row in screen.rows()] == [*TABLE_GAMES, "start", "more"]
    assert line(screen) == "start"
    assert places(screen, LEFT, RIGHT, RIGHT, OK, RIGHT) == [
        "chaos",
        "elements",
        "ignis",
        "start",
        "more",
    ]
    chosen, _ = pressed(screen, (0, LEFT), (0, RIGHT), (0, OK))
    assert chosen.settings.game == "elements"
    for way in ((LEFT,), (RIGHT, RIGHT)):
        assert places(chosen, *way)[-1] == "elements", "to look round changes nothing"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_left_by_back_and_by_its_last_line(level: MenuLine) -> None:
    """The cursor is then on the line that led there, or on the game; nobody has left a seat."""
    screen = pressed(empty(), (0, OK))[0].at_level(level)
    parent = screen.at_level(LEVELS[level])
    for left in (pressed(screen, (0, BACK))[0], choose(screen, "back")):
        assert keys(left) == keys(parent)
        assert left.rows()[left.cursor()].key == (level if LEVELS[level] else "start")
        assert left.who[0] is Who.PERSON


def test_the_menu_begins_anew_when_the_last_one_leaves() -> None:
    screen = pressed(empty(), (0, OK))[0].at_level(MenuLine.OPTIONS)
    assert screen.leave(0).level is None


def test_what_the_owner_closed_is_offered_nowhere() -> None:
    closed = frozenset(("game", "options", "pace_ms", "auto", "photo_finish", *COMFORT))
    screen = StartScreen.of((Who.PERSON,) * 3, Settings(closed=closed))
    assert keys(screen) == ["start", "more"]
    more = ["people", "rules", "lesson", "records", "event", "service", "back"]
    assert keys(played(screen).at_level(MenuLine.MORE)) == more
    assert [shelved.game for shelved in screen.view({}).shelf] == ["chaos"]
    assert screen.with_game("iota").settings.game == "chaos"


def test_everybody_moves_one_seat_on_clockwise_with_all_that_is_theirs() -> None:
    screen = StartScreen.of((P, Who.CHILD, E, P), Settings(left_seats=frozenset({3}))).call(0, OWL)
    screen = choose(screen, "more", "people", "rotate")
    assert screen.who == (P, P, Who.CHILD, E)
    assert screen.named == {1: OWL}
    assert screen.settings.left_seats == {0}


def test_two_change_places() -> None:
    screen = StartScreen.of((P, E, P, Who.ADULT), Settings()).call(2, OWL)
    screen = choose(screen, "more", "people", "swap", "swap_seat", seat=2)
    assert [row.value for row in screen.rows()][2] == "first"
    screen = choose(screen, "swap_seat", seat=3)
    assert screen.who == (P, E, Who.ADULT, P)
    assert screen.named == {3: OWL}
    assert screen.level == "people"


def test_opponents_who_are_too_many_wait_until_there_is_room() -> None:
    screen = StartScreen.of((P, E, *(Who.ADULT,) * 4), Settings())
    at_two = screen.with_game("ignis")
    assert at_two.who == (P, E, E, Who.LEVEL_2, E, E)
    assert at_two.problem() is None
    joined, _ = pressed(at_two, (4, OK))
    assert joined.who == (P, E, E, E, P, E)
    assert pressed(joined, (4, BACK))[0].who == at_two.who
    assert at_two.with_game("chaos").who == screen.who, "looking at a game loses nobody"


def test_each_game_keeps_its_own_opponents() -> None:
    screen = StartScreen.of((P, E, E, E), Settings())
    screen = choose(screen, "iota", "more", "people", "seat", seat=1)
    screen, _ = pressed(screen, (0, OK), (0, BACK), (0, BACK))
    assert screen.who == (P, Who.LEVEL_2, E, E)
    elsewhere = move_to(screen, "elements")
    assert elsewhere.who == (P, Who.LEVEL_2, E, E), "the newest choice, where there is none yet"
    elsewhere = choose(elsewhere, "elements", "more", "people", "seat", seat=1)
    assert elsewhere.who == (P, Who.LEVEL_3, E, E)
    assert elsewhere.with_game("iota").who == screen.who


def test_whoever_takes_an_opponents_seat_gives_it_back() -> None:
    screen = StartScreen.of((P, Who.ADULT, Who.CHILD, E), Settings())
    assert pressed(screen, (2, OK), (2, BACK))[0].who == screen.who
    assert screen.alone().who == (E, Who.ADULT, Who.CHILD, E), "as it was found"


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_the_opponent_that_stays_in_a_game_for_two_sits_opposite(seats: int) -> None:
    """As the command line seats two."""
    for seat in range(seats):
        who = tuple(P if s == seat else Who.ADULT for s in range(seats))
        screen = StartScreen.of(who, Settings()).with_game("ignis")
        assert [s for s, w in enumerate(screen.who) if w is not E] == sorted(
            (seat, (seat + seats // 2) % seats)
        )
    waiting = (E, *(Who.ADULT,) * (seats - 1))
    screen = StartScreen.of(waiting, Settings(game="ignis")).join(0)
    assert opposite(0, seats) in taken_seats(screen.who)
    assert len(taken_seats(screen.who)) == 2


@pytest.mark.parametrize(("people", "missing"), [(1, 1), (2, 0), (3, -1), (5, -3)])
def test_people_stay_and_are_told_how_many_are_missing_or_too_many(
    people: int, missing: int
) -> None:
    screen = StartScreen.of((P,) * people + (E,) * (6 - people), Settings()).with_game("ignis")
    assert screen.who.count(P) == people
    assert screen.missing() == missing
    assert screen.problem() == ("players" if missing else None)
    fits = {shelved.game for shelved in screen.view({}).shelf if shelved.fits}
    assert fits == {g for g, game in GAMES.items() if people <= game.players[1]}


def test_c30_two_seats_are_no_table_for_chaos() -> None:
    screen = StartScreen.of((P, P), Settings())
    assert screen.problem() == "table"
    assert not screen.view({}).shelf[0].fits
    assert StartScreen.of((P, P, E), Settings()).missing() == 1


def test_c30_two_choose_where_their_hands_play() -> None:
    screen = StartScreen.of((P, E, P, E), Settings())
    assert screen.seating(0).seats == (0, 2, 1, 3)
    screen = choose(screen, "more", "people", "hands", seat=0)
    assert screen.hands_at() == {0: Hands(3, 0), 2: Hands(1, 2)}, "the other one gives way"
    assert screen.seating(0).seats == (3, 1, 0, 2)
    shown = {(hand.seat, hand.of, hand.right) for hand in screen.view({}).hands}
    assert shown == {(3, 0, True), (0, 0, False), (1, 2, True), (2, 2, False)}
    assert not pressed(screen, (1, OK))[0].hands_at(), "three play with a hand each"


# -- who has not played yet ----------------------------------------------------------------------


def line(screen: StartScreen) -> str:
    """The key of the line under the cursor."""
    return screen.rows()[screen.cursor()].key


def more(screen: StartScreen) -> list[str]:
    return keys(screen.at_level(MenuLine.MORE))


def test_guests_who_have_played_nothing_are_told_of_the_guided_first_game() -> None:
    """It costs those who want to play nothing: ● without a look plays."""
    screen, _ = pressed(empty(), (0, OK), (1, OK), (2, OK))
    assert line(screen) == "start"
    assert screen.view({}).newcomers
    assert pressed(screen, (0, RIGHT), (0, OK), (0, OK))[1] == "lesson"


def test_a_nickname_at_the_table_is_no_newcomer() -> None:
    screen, _ = pressed(empty(), (0, OK), (1, OK))
    known = screen.call(1, OWL)
    assert not known.view({}).newcomers
    assert more(known).index("lesson") > 0 == more(known.call(1, None)).index("lesson")


def test_whoever_has_moved_the_cursor_keeps_it() -> None:
    screen, _ = pressed(empty(), (0, OK), (0, RIGHT))
    assert line(pressed(screen, (1, OK))[0]) == line(screen) == "more"


def test_after_the_game_was_played_it_stands_with_the_others_until_other_guests_come() -> None:
    screen = played(pressed(empty(), (0, OK))[0])
    assert more(pressed(screen, (1, OK))[0])[0] == "people"
    assert more(pressed(screen, (0, BACK), (0, OK))[0])[0] == "lesson"
    assert more(pressed(screen.alone(), (0, OK))[0])[0] == "lesson"


def test_who_has_played_one_game_is_new_to_another() -> None:
    screen = played(pressed(empty(), (0, OK))[0])
    assert not screen.newcomers
    assert more(screen.with_game("iota"))[0] == "lesson"
    assert not screen.with_game("iota").with_game("chaos").newcomers


def test_a_table_that_has_no_room_for_it_offers_none() -> None:
    screen, _ = pressed(empty(2), (0, OK))
    assert "lesson" not in more(screen)
    assert line(screen) == "start"


# -- a match that was broken off -------------------------------------------------------------------

FOX = NamedPerson(4, "Лиса")
OFFER = ResumeOffer(7, (0, 2), 41, "2026-11-20T20:15")


def broken_off(*named: NamedPerson | None) -> StoredStart:
    """A match of IOTA: people at seats 0 and 2, an opponent at seat 3."""
    seats = Seating((0, 2, 3), (0, 1, 2), (P, P, Who.LEVEL_1), (*named, None) if named else ())
    return StoredStart(OFFER, seats, Settings(game="iota"), 1, (), 0)


def seated(*named: NamedPerson | None, at: tuple[int, ...] = (0, 2)) -> StartScreen:
    screen = empty()
    for seat, one in zip(at, named, strict=True):
        screen = screen.join(seat).call(seat, one)
    return screen


@pytest.mark.parametrize(
    ("screen", "stored", "offered"),
    [
        (seated(None, None), broken_off(), True),
        (seated(None, None), broken_off(OWL, FOX), True),  # it may be them: they are asked
        (seated(OWL, FOX), broken_off(OWL, FOX), True),
        (seated(OWL, None), broken_off(OWL, FOX), True),
        (seated(FOX, OWL), broken_off(OWL, FOX), False),  # each plays at their seat
        (seated(OWL, None), broken_off(None, FOX), False),  # somebody else sat there
        (seated(None, None), broken_off(OWL, None), True),
        (seated(None, at=(0,)), broken_off(), False),  # somebody is missing
        (seated(None, None, None, at=(0, 1, 2)), broken_off(), False),  # one would be left out
        (seated(None, None, at=(0, 3)), broken_off(), False),
        (empty(), broken_off(), False),
        (empty(), replace(broken_off(), seating=Seating((0,), (0,), (Who.ADULT,))), False),
    ],
)
def test_a_broken_off_match_is_offered_where_its_people_fit(
    screen: StartScreen, stored: StoredStart, offered: bool
) -> None:
    screen = screen.offered(stored)
    assert ("resume" in keys(screen)) is offered
    assert (screen.view({}).resume is not None) is offered
    assert line(screen) == "start", "it is never chosen beforehand"


def test_c30_two_hands_of_one_player_are_one_person() -> None:
    seats = Seating((0, 2, 1, 3), (0, 1, 0, 1), (P, P))
    stored = replace(broken_off(), seating=seats)
    assert seated(None, None).offered(stored).resumable is stored
    assert seated(None, None, at=(1, 3)).offered(stored).resumable is stored
    assert seated(None, None, at=(0, 1)).offered(stored).resumable is None


def test_a_broken_off_match_asks_before_it_goes_on() -> None:
    screen = seated(None, None).offered(broken_off(OWL, FOX))
    card = screen.view({}).resume
    assert card is not None
    assert (card.game, [one.name for one in card.people]) == ("iota", ["Сова", "Лиса", None])
    asked = choose(screen, "resume")
    assert asked.level is MenuLine.RESUME
    assert line(asked) == "back", "● once more goes on with nothing"
    assert keys(pressed(asked, (0, OK))[0]) == keys(screen)
    assert pressed(asked, (0, RIGHT), (0, OK))[1] == "take_up"
    for changed in (asked.leave(0), asked.join(1), asked.offered(None), asked.call(0, FOX)):
        assert changed.level is None, "it is not the question that was asked any more"
