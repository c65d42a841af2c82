"""Sample views of a table at an event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from console.duel.sudden_death import Cause
from console.link.messages import NextUp
from console.table.chaos.view import VerdictEntry, VerdictView
from console.table.event.menu import EventMenu
from console.table.event.typing import TypedField, Typing
from console.table.event.view import (
    EventPlayer,
    EventResult,
    EventStage,
    EventTyping,
    EventView,
    EventWord,
    Racer,
    RaceStage,
    RaceView,
)
from console.table.lobby.naming import Naming
from console.table.outputs import VerdictKind
from console.table.view import StartSeat, Who
from drivers.events import Button
from tests.console.screens.samples import NAMES

LONG = "Ш".ljust(16, "ш")
NEXT = (NextUp(("Аня", "Борис", "Вера", "Гоша")), NextUp(("Даша", "Егор"), "Стол 5"))


def home(language: str, seats: int = 8, count: int = 4, name: str = "Вечер «Хаоса»") -> EventView:
    """Half of those who are called are here."""
    taken = [i * seats // count for i in range(count)]
    players = tuple(
        EventPlayer(seat, NAMES[language][n], here=n % 2 == 0, won=n % 2)
        for n, seat in enumerate(taken)
    )
    names = {player.seat: player.name for player in players}
    return EventView(
        stage=EventStage.HOME,
        seats=tuple(
            StartSeat(s, Who.PERSON if s in names else Who.EMPTY, name=names.get(s))
            for s in range(seats)
        ),
        name=name,
        table_name="Стол 3",
        game="chaos",
        players=players,
        round=3,
        next=NEXT,
    )


def nobody(language: str, seats: int = 8, *, sent: bool = True) -> EventView:
    """Nobody is called; the last match is told."""
    last = EventResult(tuple((n + 1, NAMES["ru"][n]) for n in range(4)), sent)
    return replace(home(language, seats, 2), players=(), last=last, seats=_empty(seats))


def _empty(seats: int) -> tuple[StartSeat, ...]:
    return tuple(StartSeat(seat, Who.EMPTY) for seat in range(seats))


def typing(field: TypedField, text: str, seat: int = 0) -> EventView:
    """Somebody types."""
    now = Typing.of(field, text)
    shown = EventTyping(field, now.text, now.signs, now.at)
    return EventView(stage=EventStage.TYPING, seats=_empty(8), seat=seat, typing=shown)


def check(seat: int = 0) -> EventView:
    """The organiser is waited for."""
    return EventView(stage=EventStage.CHECK, seats=_empty(8), seat=seat, check="4711")


def menu(language: str, seat: int, *, asks: bool = False) -> EventView:
    """Somebody has opened the menu, and wants to leave."""
    shown = EventMenu(seat, entry=True)
    if asks:
        for button in (Button.LEFT, Button.LEFT, Button.LEFT, Button.OK):
            shown.press(button)
    return replace(home(language), seat=seat, menu=shown.view())


def race(
    language: str,
    stage: RaceStage,
    *,
    seats: int = 8,
    count: int = 2,
    names: tuple[str, ...] = (),
    **changes: Any,
) -> RaceView:
    """A duel on the pad."""
    taken = [i * seats // count for i in range(count)]
    called = dict(zip(taken, names or NAMES[language], strict=False))
    return RaceView(
        stage=stage,
        count=2 if stage is RaceStage.COUNT else None,
        seats=tuple(
            StartSeat(s, Who.PERSON if s in called else Who.EMPTY, name=called.get(s))
            for s in range(seats)
        ),
        players=changes.pop(
            "players", tuple(Racer(seat=s, place=None, out=False, touched=False) for s in taken)
        ),
        **changes,
    )


def race_won(seat: int, *, early: bool = False) -> VerdictView:
    """Who was first there."""
    entry = VerdictEntry(seat, 187_400_000)
    return VerdictView(
        kind=VerdictKind.DUEL_WON,
        seats=(seat,),
        entries=() if early else (entry,),
        margin_ns=None if early else 3_130_000,
        margin_uncertainty_ns=None if early else 260_000,
        moves=(),
        at_ns=0,
    )


def races(language: str) -> Iterator[tuple[str, RaceView]]:
    """All that is seen of a duel."""
    for seats in (2, 3, 4, 6, 8):
        for stage in RaceStage:
            won = race_won(0) if stage is RaceStage.WON else None
            yield f"race {seats} {stage}", race(language, stage, seats=seats, won=won)
    for cause in Cause:
        yield f"race {cause}", race(language, RaceStage.HANDS_OFF, again=cause)
    later = (
        Racer(seat=0, place=1, out=False, touched=False),
        Racer(seat=2, place=None, out=True, touched=True),
        Racer(seat=5, place=None, out=False, touched=True),
    )
    for stage in (RaceStage.WAIT, RaceStage.LIGHT):
        yield f"race later {stage}", race(language, stage, count=3, players=later)
    alone = race_won(5, early=True)
    yield "race early", race(language, RaceStage.WON, count=3, players=later, won=alone)
    long = (LONG,) * 8
    for stage in RaceStage:
        won = race_won(0) if stage is RaceStage.WON else None
        yield f"race long {stage}", race(language, stage, count=8, names=long, won=won)


def views(language: str) -> Iterator[tuple[str, EventView | RaceView]]:
    """Every stage, each word, tables of all sizes, for long and short sides."""
    for seats in (2, 3, 4, 6, 8):
        for count in {2, max(2, seats // 2), seats}:
            yield f"event {seats} {count}", home(language, seats, count)
        yield f"event {seats} best of", replace(home(language, seats, 2), best_of=5, game_n=2)
        yield f"event {seats} nobody", nobody(language, seats)
        yield f"event {seats} duel", replace(home(language, seats, 2), duel=True)
    players = tuple(replace(p, name=LONG) for p in home(language).players)
    long = replace(home(language, name="Ш" * 14), players=players, table_name="Ш" * 8)
    yield "event long", long
    yield "event long last", replace(nobody(language, sent=False), name="Ш" * 14)
    yield from races(language)
    for word in EventWord:
        yield f"event {word}", replace(home(language), word=word)
        yield f"event nobody {word}", replace(nobody(language, sent=False), word=word)
        yield f"event typing {word}", replace(typing(TypedField.CODE, "12"), word=word)
    for seat in (1, 3):
        yield f"event address {seat}", typing(TypedField.ADDRESS, "192.168.178.123:8470", seat)
        yield f"event code {seat}", typing(TypedField.CODE, "", seat)
        yield f"event check {seat}", check(seat)
        yield f"event menu {seat}", menu(language, seat)
        yield f"event leave {seat}", menu(language, seat, asks=True)
        asking = replace(check(seat), stage=EventStage.ASKING, check="")
        yield f"event asking {seat}", asking
    naming = Naming((), language, 4, "Abc").view(1)
    yield "event naming", replace(home(language), naming=naming)
