"""The pages of the desk: what each shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from console.desk.access import Role
from console.desk.advice import steps
from console.desk.audit import sentence_of
from console.desk.deeds import PastedWrong
from console.desk.deeds_event import NUMBERS, STAGES
from console.desk.links import LinkedTable
from console.desk.look import Look
from console.events.drawing import in_the_way, play_offs_due
from console.events.options import Seeding
from console.events.seats import waiting
from console.events.standings import standings
from console.events.state import Entrant, EventMatch
from console.events.why import faults, why
from console.games.registry import ENTRIES, NAMES
from console.i18n import N_
from console.link.messages import ResultSent
from console.nicknames import folded

PAGE_N: Final = 100
"""People, and lines of the audit, on a page."""
FORMATS: Final = {
    "swiss": N_("Swiss, one against one"),
    "group_swiss": N_("Swiss in groups"),
    "round_robin": N_("everybody against everybody"),
    "strikes": N_("out after so many strikes"),
    "roundless": N_("no rounds: a free table calls the next"),
    "elimination": N_("single elimination"),
    "group_elimination": N_("elimination in groups"),
}
OPTIONS: Final = {
    "rounds": N_("rounds"),
    "size": N_("people in a group"),
    "strikes": N_("strikes until one is out"),
    "matches": N_("matches of each person at most"),
    "pools": N_("pools"),
    "onward": N_("how many of a group go on"),
    "best_of": N_("games of a match: best of"),
}
SEEDINGS: Final = {
    Seeding.LOT: N_("by lot"),
    Seeding.ENTRY: N_("in the order of entry"),
    Seeding.RATING: N_("by rating"),
}


class TableShown(Struct, frozen=True):
    """A table of the event: who plays there, and whether it answers."""

    number: int
    name: str
    working: bool
    match: EventMatch | None
    linked: LinkedTable | None
    here: bool


def tables_shown(look: Look) -> list[TableShown]:
    """All of them by number."""
    state, now_ms = look.event.state, look.office.now_ms()
    playing = {m.table: m for m in state.open_matches() if m.table is not None}
    linked = {t.number: t for t in look.office.links.tables() if t.number is not None}
    shown = []
    for table in sorted(state.tables.values(), key=lambda table: table.number):
        link = linked.get(table.number)
        shown.append(
            TableShown(
                table.number,
                table.name,
                table.working,
                playing.get(table.number),
                link,
                link is not None and link.here(now_ms),
            )
        )
    return shown


def overview(look: Look) -> str:
    """What needs doing next; who plays where."""
    event = look.event
    tables = look.office.links.tables()
    return look.render(
        "overview.html",
        steps=steps(
            event.state, tables, look.office.store.trouble_n(event.id), look.office.now_ms()
        ),
        tables=tables_shown(look),
        waiting=waiting(event.state),
        here=look.office.here(),
    )


def people(look: Look) -> str:
    """Who has entered; a list to be pasted."""
    state = look.event.state
    sought = look.params.get("q", "").strip()
    found = [p for p in state.people.values() if folded(sought) in folded(state.name(p.number))]
    found.sort(key=lambda p: _letters(look, p))
    pages = max(1, -(-len(found) // PAGE_N))
    page = min(max(look.number("page", 1), 1), pages)
    wrong = look.trouble.why if look.trouble is not None else None
    return look.render(
        "people.html",
        people=found[(page - 1) * PAGE_N : page * PAGE_N],
        found_n=len(found),
        sought=sought,
        page=page,
        pages=pages,
        wrong=wrong.wrong if isinstance(wrong, PastedWrong) else (),
    )


def _letters(look: Look, person: Entrant) -> tuple[str, int]:
    return person.name.casefold().replace("ё", "е"), person.number


def person(look: Look, number: int) -> str:
    """One of them."""
    state = look.event.state
    return look.render(
        "person.html",
        person=state.person(number),
        matches=[m for m in state.matches.values() if number in m.persons],
        address=f"{look.address}/p/{look.code_of(number)}",
    )


def tables(look: Look) -> str:
    """The hall's tables, and those that ask to be let in."""
    known = look.office.links.tables()
    return look.render(
        "tables.html",
        tables=tables_shown(look),
        asking=[table for table in known if table.number is None],
        code=look.office.links.code(look.office.now_ms()),
    )


def round_(look: Look) -> str:
    """A round: the running one, or ``?stage=&round=``."""
    state = look.event.state
    stage_n = look.number("stage", len(state.stages)) - 1
    stage = state.stages[stage_n] if 0 <= stage_n < len(state.stages) else None
    drawn = None
    if stage is not None:
        round_n = look.number("round", len(stage.rounds)) - 1
        drawn = stage.rounds[round_n] if 0 <= round_n < len(stage.rounds) else None
    last = stage is state.stages[-1] and drawn is stage.rounds[-1] if stage and drawn else False
    blocked = in_the_way(state)
    if stage is None or drawn is None:
        matches = []
    else:
        matches = [state.matches[number] for number in drawn.matches]
    return look.render(
        "round.html",
        stage=stage,
        drawn=drawn,
        last=last,
        matches=matches,
        blocked=blocked,
        due=play_offs_due(state),
        faults=faults(state) if last else [],
        why=lambda match: why(state, match.number),
        format_name=FORMATS,
        here=look.office.here(),
        free=state.free_tables(),
        in_round=_in_round(look, matches, drawn),
    )


def _in_round(look: Look, matches: list[EventMatch], drawn: Any) -> list[int]:
    """Those who can be swapped, by name."""
    found = [p for match in matches if not (match.over or match.games) for p in match.persons]
    found += [bye.person for bye in drawn.byes] if drawn is not None else []
    return sorted(found, key=lambda p: look.event.state.name(p).casefold())


def match(look: Look, number: int) -> str:
    """One match: its result, by hand and corrected, where it is played."""
    state = look.event.state
    found = state.match(number)
    best_of = state.stages[found.stage].format.best_of
    games = dict(found.games)
    return look.render(
        "match.html",
        match=found,
        best_of=best_of,
        games=games,
        next_game=next((g for g in range(best_of) if g not in games), None),
        why=why(state, number),
        free=state.free_tables(),
        here=look.office.here(),
    )


def standings_(look: Look) -> str:
    """The event's standing, or one stage's."""
    state = look.event.state
    stage = look.number("stage", 0)
    chosen = 0 < stage <= len(state.stages)
    return look.render(
        "standings.html",
        rows=standings(state, stage - 1) if chosen else look.office.standings(),
        stage=stage if chosen else 0,
    )


def audit(look: Look) -> str:
    """Who did what and when, the newest first."""
    state = look.event.state
    lines = look.event.running.audit()[::-1]
    pages = max(1, -(-len(lines) // PAGE_N))
    page = min(max(look.number("page", 1), 1), pages)
    return look.render(
        "audit.html",
        lines=[
            (number, line, counts, sentence_of(state, line.action))
            for number, line, counts in lines[(page - 1) * PAGE_N : page * PAGE_N]
        ],
        page=page,
        pages=pages,
    )


def disputes(look: Look) -> str:
    """Results that were refused, and those that came in two contents."""
    store, event = look.office.store, look.event.id
    results = {r.id: r for r in store.results(event)}
    refused = [
        (result, msgspec.json.decode(result.body, type=ResultSent))
        for result in results.values()
        if result.refused is not None
    ]
    twice = [
        (other, msgspec.json.decode(results[other.id].body, type=ResultSent))
        for other in store.disputes(event)
    ]
    return look.render("disputes.html", refused=refused[::-1], twice=twice[::-1])


def settings(look: Look) -> str:
    """What is left to the desk; who may come in; files; the end."""
    return look.render(
        "settings.html",
        settings=look.event.settings,
        sessions=look.office.access.sessions(look.office.now_ms()),
        kept=look.office.store.events(),
    )


def new(look: Look) -> str:
    """A new event."""
    return look.render(
        "new.html",
        games={game: NAMES[game] for game in ENTRIES},
        formats=FORMATS,
        options={
            key: [name for name in FORMATS if key in STAGES[name].__struct_fields__]
            for key in NUMBERS
        },
        option_names=OPTIONS,
        seedings=SEEDINGS,
        there=look.office.there() is not None,
    )


View = Callable[..., str]
VIEWS: Final[Mapping[str, tuple[Role, View]]] = {
    "/": (Role.SCOREKEEPER, overview),
    "/people": (Role.SCOREKEEPER, people),
    "/person/{number:int}": (Role.SCOREKEEPER, person),
    "/tables": (Role.SCOREKEEPER, tables),
    "/round": (Role.SCOREKEEPER, round_),
    "/match/{number:int}": (Role.SCOREKEEPER, match),
    "/standings": (Role.SCREEN, standings_),
    "/audit": (Role.SCOREKEEPER, audit),
    "/disputes": (Role.SCOREKEEPER, disputes),
    "/settings": (Role.ORGANISER, settings),
    "/new": (Role.ORGANISER, new),
}
"""Who may look at which."""
