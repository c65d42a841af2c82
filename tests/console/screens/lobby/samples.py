"""Sample views of the lobby, made by the lobby's own screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from console.table.lobby.naming import Naming, wheel
from console.table.lobby.start import StartScreen
from console.table.lobby.view import ItemKind, NamingItem, Refusal, StartView
from console.table.match import StoredStart
from console.table.seating import Hands, NamedPerson
from console.table.settings import Settings
from console.table.view import MenuLine, ResumeOffer, Who
from drivers.errors import Misfit
from drivers.events import Fault
from tests.console.screens.samples import NAMES, Sample

PEOPLE: Mapping[int, Who] = {0: Who.PERSON, 1: Who.PERSON, 3: Who.ADULT, 6: Who.PERSON}


def lobby(seats: int, people: Mapping[int, Who], game: str = "chaos") -> StartScreen:
    """People at their seats."""
    who = tuple(people.get(seat, Who.EMPTY) for seat in range(seats))
    return StartScreen.of(who, Settings()).with_game(game)


def at(screen: StartScreen, level: MenuLine | None, key: str, seat: int | None = None) -> StartView:
    """The view of a level with the cursor on a line."""
    shown = replace(screen, level=level, by=0, key=key, row_seat=seat)
    assert shown.rows()[shown.cursor()].key == key
    return shown.view({2: Fault.STUCK_BUTTON} if len(screen.who) > 4 else {})


def unfit(seats: int, misfit: Misfit) -> StartView:
    """A game of hands waits for a pad that fits."""
    screen = replace(lobby(seats, dict.fromkeys(range(4), Who.PERSON)), pad_silent=True)
    return replace(at(screen, None, MenuLine.START), misfit=misfit)


def named(screen: StartScreen, language: str) -> StartScreen:
    """The same with a name at two seats."""
    for profile, seat in enumerate((1, 6)):
        screen = screen.call(seat, NamedPerson(profile, NAMES[language][seat]))
    return screen


def choosing(language: str) -> StartView:
    """Seats at every stage of choosing a name."""
    names = NAMES[language][2:]
    letters = wheel(language)
    end = len(letters) - 1
    stages = {
        0: Naming(names, language),
        1: Naming(names, language, 3),
        2: Naming(names, language, 5, written="Abc"),
        3: Naming(names, language, 0, written="Константинов"),
        4: Naming(names, language, 0, asked=names[2]),
        5: Naming(names, language, 2, refused=Refusal.SEATED),
        6: Naming(names, language, end, written="", refused=Refusal.CANNOT),
        7: Naming(names, language, letters.index(NamingItem(ItemKind.LETTER, " ")), written=""),
    }
    screen = lobby(8, dict.fromkeys(range(8), Who.PERSON))
    views = tuple(stage.view(seat) for seat, stage in stages.items())
    return replace(screen.view({}), names=views)


def broken_off(screen: StartScreen) -> StoredStart:
    """A match of all who sit there, at IOTA."""
    people = screen.with_game("iota")
    seats = people.seating(0)
    offer = ResumeOffer(12, seats.seats, 87, "2026-05-01T20:15")
    return StoredStart(offer, seats, people.settings, 1, (), 0)


def picture_samples(language: str) -> list[Sample]:
    """What the reference pictures show."""
    joined = named(lobby(8, PEOPLE), language)
    two = lobby(4, {0: Who.PERSON, 2: Who.PERSON})
    two = replace(two, people=replace(two.people, hands={0: Hands(3, 0), 2: Hands(1, 2)}))
    known = joined.offered(broken_off(joined))
    return [
        Sample("lobby", 8, at(known, None, "start")),
        Sample("lobby-one", 8, at(lobby(8, {1: Who.PERSON}, "elements"), None, "start")),
        Sample("lobby-broken-off", 8, at(known, MenuLine.RESUME, "back")),
        Sample("lobby-people", 4, at(two, MenuLine.PEOPLE, "hands", 0)),
        Sample("lobby-names", 8, choosing(language)),
    ]


def all_samples(language: str) -> list[Sample]:
    """And what else is looked at, and must fit."""
    joined = named(lobby(8, PEOPLE), language)
    changed = joined.with_settings(joined.settings.with_options("chaos", {"last_card": "classic"}))
    full = lobby(8, dict.fromkeys(range(8), Who.PERSON))
    elements = lobby(2, {0: Who.PERSON}, "elements")
    corner = lobby(8, {1: Who.PERSON, 3: Who.PERSON}, "ignis")
    known = corner.offered(broken_off(corner))
    sides = lobby(8, {3: Who.PERSON, 7: Who.PERSON})
    return [
        *picture_samples(language),
        Sample("lobby-empty", 8, at(lobby(8, {}), None, "start")),
        Sample("lobby-full", 8, at(replace(full, settings=Settings(game="ignis")), None, "start")),
        Sample("lobby-more", 8, at(replace(joined, naming=True), MenuLine.MORE, "people")),
        Sample("lobby-card", 8, at(joined.offered(broken_off(joined)), None, "resume")),
        Sample("lobby-on-more", 4, at(lobby(4, {2: Who.PERSON}), None, "more")),
        Sample("lobby-side", 8, at(lobby(8, {3: Who.PERSON}), None, "start")),
        Sample("lobby-corner", 8, at(known, None, "start")),
        Sample("lobby-sides", 8, at(replace(sides, naming=True), MenuLine.MORE, "people")),
        Sample("lobby-2", 2, at(elements, None, "start")),
        Sample("lobby-table", 2, at(lobby(2, {0: Who.PERSON, 1: Who.PERSON}), None, "start")),
        Sample("lobby-4", 4, at(lobby(4, PEOPLE, "iota"), MenuLine.MORE, "lesson")),
        Sample("lobby-seats", 8, at(joined, MenuLine.PEOPLE, "seat", 3)),
        Sample("lobby-swap", 8, at(replace(joined, first=1), MenuLine.SWAP, "swap_seat", 3)),
        Sample("lobby-options", 8, at(changed, MenuLine.OPTIONS, "chaos.specials.left")),
        Sample("lobby-comfort", 4, at(lobby(4, PEOPLE), MenuLine.COMFORT, "left_seats", 0)),
    ]
