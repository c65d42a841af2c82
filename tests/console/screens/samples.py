"""Sample views: what the reference pictures show."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from console.games.registry import GAMES
from console.table.chaos.view import (
    POT,
    CardMove,
    ChoiceView,
    DeathPhase,
    PlayLesson,
    PlayView,
    SeatView,
    SuddenDeathView,
    VerdictEntry,
    VerdictView,
)
from console.table.lesson import load_lesson
from console.table.outputs import VerdictKind
from console.table.record_values import ResultColumn
from console.table.seating import HandAt
from console.table.settings import Settings
from console.table.view import (
    BestReaction,
    EndStage,
    EndView,
    IdlePlayer,
    IdleStage,
    Menu,
    MenuLine,
    MenuRow,
    PhoneAt,
    PhoneStage,
    PhonesView,
    RankRow,
    StartSeat,
    TableTrouble,
    TroubleKind,
    View,
    Who,
)
from drivers.events import Fault, Gesture
from drivers.times import MS
from tests.console.screens.photo import samples as photo_samples

NOW_NS = 30_000_000_000
TOPS = ("a1R", "b2Y", "c1B", "d1G", "a2G", "e1R", "b1B", "a3Y")
NAMES = {
    "ru": ("Аня", "Борис", "Вера", "Гоша", "Даша", "Егор", "Жанна", "Зоя"),
    "en": ("Anna", "Boris", "Vera", "George", "Dora", "Egon", "Jane", "Zoe"),
}


@dataclass(frozen=True)
class Sample:
    """A view on a table of ``seats`` seats, drawn at ``NOW_NS`` after a first look before it."""

    name: str
    seats: int
    view: View
    first_ns: int = NOW_NS
    now_ns: int = NOW_NS


def seat_view(seat: int, **changes: object) -> SeatView:
    """A seat in the middle of a match."""
    pile = (*(("e2B", "c3R", "d2Y")[: seat % 4]), TOPS[seat])
    base = SeatView(
        seat=seat, who=Who.PERSON, hand=seat, player=seat, stack=7 + seat % 3, pile=pile, fresh=True
    )
    return structs.replace(base, **changes)


def play(count: int, **changes: object) -> PlayView:
    """A match of ``count`` seats; the second seat is at its turn."""
    seats = tuple(seat_view(s, turn=s == 1) for s in range(count))
    view = PlayView(seats=seats, pot=("a1Y", "b3R", "e1G", "d2B", "c2Y", "a2R"), shift=0)
    return replace(view, **changes)  # type: ignore[arg-type] # field names are the callers' care


def named(view: PlayView, language: str) -> PlayView:
    """The same with names at its seats."""
    seats = tuple(structs.replace(s, name=NAMES[language][s.seat]) for s in view.seats)
    return replace(view, seats=seats)


def changed(view: PlayView, seat: int, **changes: object) -> PlayView:
    """The same with one seat changed."""
    seats = tuple(structs.replace(s, **changes) if s.seat == seat else s for s in view.seats)
    return replace(view, seats=seats)


def duel_won() -> PlayView:
    """Seat 2 beats seat 4 by 6.1 ms."""
    verdict = VerdictView(
        kind=VerdictKind.DUEL_WON,
        seats=(1,),
        entries=(VerdictEntry(1, 412_310_000), VerdictEntry(3, 418_410_000)),
        margin_ns=6_100_000,
        margin_uncertainty_ns=180_000,
        moves=(CardMove(3, 3, 4), CardMove(1, 3, 2), CardMove(POT, 3, 6)),
        at_ns=NOW_NS - 900 * MS,
    )
    view = play(8, pot=(), verdict=verdict)
    view = changed(view, 1, pile=(), turn=False)
    return changed(view, 3, pile=(), stack=20, turn=True)


def false_grab() -> PlayView:
    """Seat 6 grabbed at nothing and takes everything."""
    moves = tuple(CardMove(s, 5, 1 + s % 4) for s in range(8))
    verdict = VerdictView(
        kind=VerdictKind.FALSE_GRAB,
        seats=(5,),
        entries=(VerdictEntry(5, 371_900_000),),
        margin_ns=None,
        margin_uncertainty_ns=None,
        moves=(*moves, CardMove(POT, 5, 6)),
        at_ns=NOW_NS - 900 * MS,
    )
    seats = tuple(seat_view(s, pile=()) for s in range(8))
    return changed(
        PlayView(seats=seats, pot=(), shift=0, verdict=verdict),
        5,
        stack=33,
        turn=True,
        touched=True,
    )


def dead_heat() -> PlayView:
    """The verdict that there is none; hands must go off the pad."""
    verdict = VerdictView(
        kind=VerdictKind.DEAD_HEAT,
        seats=(0, 4),
        entries=(VerdictEntry(0, 402_110_000), VerdictEntry(4, 402_240_000)),
        margin_ns=130_000,
        margin_uncertainty_ns=210_000,
        moves=(),
        at_ns=NOW_NS - 900 * MS,
    )
    view = play(6, verdict=verdict, sudden_death=SuddenDeathView((0, 4), DeathPhase.HANDS_OFF))
    for seat in (0, 4):
        view = changed(view, seat, touched=True)
    return view


def death(phase: DeathPhase) -> PlayView:
    """A dead heat played off."""
    return play(6, verdict=None, sudden_death=SuddenDeathView((0, 4), phase))


def shifted() -> PlayView:
    """One `left` card is active, a seat has a fault, one is played by a simulated person."""
    view = play(6, shift=1)
    seats = tuple(
        structs.replace(s, watches=(s.seat + 1) % 6, beside=int(s.seat == 3)) for s in view.seats
    )
    view = replace(view, seats=seats)
    view = changed(view, 2, fault=Fault.DEAD_CHANNEL)
    view = changed(view, 4, who=Who.EXPERT)
    return changed(view, 5, who=Who.CHILD, fresh=False)


def two_players() -> PlayView:
    """Two players with two hands each (C30), at a table of four seats."""
    players = (0, 0, 1, 1)
    seats = tuple(
        seat_view(s, player=players[s], turn=s == 2, pile=() if s == 3 else (TOPS[s],), stack=17)
        for s in range(4)
    )
    hands = tuple(HandAt(s, s - s % 2, s % 2 == 0) for s in range(4))
    return PlayView(seats=seats, pot=("palm", "c1R"), shift=0, hands=hands)


def start_rows(resume: bool) -> tuple[MenuRow, ...]:
    """The menu of the start screen."""
    first = (MenuRow(MenuLine.RESUME),) if resume else ()
    return (
        *first,
        MenuRow(MenuLine.START, enabled=resume),
        MenuRow(MenuLine.RULES),
        MenuRow(MenuLine.GAME, "chaos"),
        MenuRow(MenuLine.SEAT, "adult", 2),
        MenuRow(MenuLine.SEAT, "empty", 3),
        MenuRow(MenuLine.SEAT, "expert", 5),
        MenuRow("chaos.last_card", "immediate"),
        MenuRow("chaos.specials.grab", 3),
        MenuRow("chaos.specials.palm", 3),
        MenuRow("chaos.specials.all", 2),
        MenuRow("chaos.specials.left", 2),
        MenuRow("pace_ms", 600),
        MenuRow("auto", False),
        MenuRow("language", "ru"),
        MenuRow("sound", True),
        MenuRow("motion", True),
    )


END_ROWS = tuple(map(MenuRow, ("rematch", "other_game", "other_people", "all_leave")))


def taught(number: int, *, wrong: bool = False) -> PlayView:
    """A step of the guided first game at seat 1, against seats 3 and 6, as the table lies then."""
    game, guide = GAMES["chaos"], load_lesson(GAMES["chaos"])
    state = guide.start
    for step in guide.steps[:number]:
        if step.do is not None:
            state, _ = game.apply(state, game.parse_action(json.loads(step.do)))
    guide = replace(guide, place=number)
    guide = guide.refuse(guide.why_not() if wrong else None)
    do, taken = guide.do or {}, (0, 2, 5)
    own = do if guide.by == 0 else {}
    lesson = PlayLesson(
        guide.view(),
        0,
        taken[1:],
        flips=own.get("type") == "flip",
        gesture=Gesture(own["gesture"]) if "gesture" in own else None,
        piles=tuple(taken[player] for player in guide.steps[number].show),
    )
    seats = [SeatView(seat=s, who=Who.EMPTY) for s in range(8)]
    for hand, seat in enumerate(taken):
        seats[seat] = seat_view(
            seat,
            who=Who.LEVEL_1 if hand else Who.PERSON,
            hand=hand,
            player=hand,
            stack=len(state.stacks[hand]),
            pile=state.piles[hand],
            fresh=state.fresh[hand],
            turn=state.to_move == hand and state.special is None,
            prompted=lesson.flips and hand == 0,
        )
    return PlayView(
        seats=tuple(seats),
        pot=state.pot,
        shift=0,
        special=state.special,
        pot_named=True,
        lesson=lesson,
    )


def new_to_it() -> PlayView:
    """The first turns of a match: what ● does is told, and what lies in the middle."""
    seats = tuple(
        seat_view(s, pile=() if s > 1 else (TOPS[s],), turn=s == 2, prompted=s == 2)
        for s in range(4)
    )
    return PlayView(seats=seats, pot=("palm", "c1R"), shift=0, pot_named=True)


def end(count: int) -> EndView:
    """A ranking with a winner."""
    whos = (Who.PERSON, Who.PERSON, Who.ADULT, Who.PERSON, Who.CHILD, Who.EXPERT, *[Who.PERSON] * 2)
    ranking = tuple(
        RankRow(i + 1, (s,), whos[s], i == 0, (5 * i, 9 - i, (i * 3) % 4))
        for i, s in enumerate((1, 3, 0, 5, 2, 4, 7, 6)[:count] if count == 8 else range(count))
    )
    menu = Menu(rows=END_ROWS, cursor=0, game="chaos")
    seats = tuple(StartSeat(s, whos[s] if s < count else Who.EMPTY) for s in range(8))
    best = BestReaction(1, 341_220_000, 390_000)
    return EndView(
        "chaos",
        seats,
        ranking,
        (ResultColumn.CARDS, ResultColumn.DUELS, ResultColumn.FALSE),
        best,
        menu,
    )


def won(language: str) -> EndView:
    """The same, two and a half seconds after the win, with the closest race."""
    view = end(8)
    rows = tuple(replace(row, name=NAMES[language][row.seats[0]]) for row in view.ranking)
    seats = tuple(replace(seat, name=NAMES[language][seat.seat]) for seat in view.seats)
    return replace(
        view,
        seats=seats,
        ranking=rows,
        stage=EndStage.WIN,
        since_ns=NOW_NS - 2_500 * MS,
        photo=photo_samples.close(),
    )


def special() -> PlayView:
    """An open `palm`, a quarter of its time gone."""
    view = changed(play(8), 1, pile=("a1R", "palm"), turn=True)
    view = changed(view, 6, fresh=False, touched=True)
    return replace(view, special="palm", special_deadline_ns=NOW_NS + 7_100 * MS)


def everybody() -> PlayView:
    """A pending `all`."""
    view = changed(play(5), 2, pile=("a1R", "all"))
    return replace(view, all_seat=2, all_at_ns=NOW_NS + 1_800 * MS)


def choosing() -> PlayView:
    """Seat 4 has won a duel and a special and chooses; seat 7's card went back."""
    view = changed(play(8, voided=(6,)), 0, pile=("a1R", "grab"), turn=False)
    return replace(view, choice=ChoiceView(3, "grab", NOW_NS + 6_000 * MS))


def pause_menu(
    seat: int, level: MenuLine | None = None, cursor: int = 0, name: str | None = None
) -> Menu:
    """The pause menu that one seat has opened."""
    rows: tuple[MenuRow, ...]
    if level == MenuLine.LEAVE:
        rows = (MenuRow(MenuLine.BACK), MenuRow(MenuLine.END))
    elif level:
        rows = (*Settings().comfort_rows(seat), MenuRow(MenuLine.BACK))
    else:
        keys = ("rules", "continue", "undo", "hint", "go", "comfort", "leave")
        rows = tuple(MenuRow(key, enabled=key != MenuLine.UNDO) for key in keys)
    at = min(cursor, len(rows) - 1)
    return Menu(rows=rows, cursor=at, seat=seat, problem=None, game="chaos", level=level, name=name)


def paused(seat: int) -> PlayView:
    """The comforts, turned to one seat."""
    return play(8, pause=pause_menu(seat, MenuLine.COMFORT, 3))


IDLE: Final = (
    IdlePlayer((0,), IdleStage.ASKED, 12),
    IdlePlayer((1,), IdleStage.AUTOPILOT),
    IdlePlayer((2,), IdleStage.RETURNING, 3),
)


URL = "http://192.168.178.123:8017"


def phones_at(*seats: int) -> PhonesView:
    """At each of the seats another word about its phone."""
    first, second, third, fourth = seats
    return PhonesView(
        at=(
            PhoneAt(first, PhoneStage.CODE, f"{URL}/#aB3dE5gH7jK9"),
            PhoneAt(second, PhoneStage.ASKED, sign=47),
            PhoneAt(third, PhoneStage.BOUND),
            PhoneAt(fourth, PhoneStage.AWAY),
        ),
        bound=(third, fourth),
        away=(fourth,),
        url=URL,
    )


def samples(language: str) -> tuple[Sample, ...]:
    """All samples; names follow the language."""
    ring_ns = NOW_NS - 2_900 * MS
    return (
        Sample("play-2", 4, two_players()),
        Sample("play-4", 4, play(4)),
        Sample("play-8", 8, named(play(8), language)),
        Sample("shift", 6, shifted()),
        Sample("special", 8, special(), first_ns=ring_ns),
        Sample("all", 5, everybody(), first_ns=NOW_NS - 1_200 * MS),
        Sample("choice", 8, choosing(), first_ns=NOW_NS - 4_000 * MS),
        Sample("verdict", 8, duel_won(), first_ns=NOW_NS - 900 * MS),
        Sample("false-grab", 8, named(false_grab(), language), first_ns=NOW_NS - 900 * MS),
        Sample("dead-heat", 6, dead_heat(), first_ns=NOW_NS - 900 * MS),
        Sample("light", 6, death(DeathPhase.LIGHT)),
        Sample("photo", 8, named(play(8, photo=photo_samples.close()), language)),
        Sample("photo-tied", 8, play(8, photo=photo_samples.tied())),
        Sample("pause", 8, paused(3)),
        Sample("idle", 4, named(play(4, idle=IDLE), language)),
        Sample("trouble", 8, play(8, trouble=TableTrouble(TroubleKind.PAD_DOWN))),
        Sample("win", 8, won(language), first_ns=NOW_NS - 2_500 * MS),
        Sample("ranking", 8, replace(won(language), stage=EndStage.RANKING)),
        Sample("end", 8, replace(end(8), again=(1, 3), missing=(0, 6, 7))),
        Sample("new-to-it", 4, new_to_it()),
        Sample("lesson-duel", 8, taught(7)),
        Sample("phones", 4, replace(play(4), phones=phones_at(0, 1, 2, 3))),
    )
