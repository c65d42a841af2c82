"""What everybody may see: the TV, what is printed, a guest's own page, files to take away."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise, zip_longest
from typing import Any, Final

import msgspec
from markupsafe import Markup

from console.desk.access import Role
from console.desk.personal import qr
from console.desk.photos import SHOWN_MS, drawn
from console.desk.status import status_of
from console.desk.store.bundle import EventBundle
from console.desk.web.page_request import PageRequest, game_name
from console.desk.web.views import (
    TIE_BREAKS,
    View,
    check_hidden,
    ranked,
    tables_shown,
    tie_columns,
)
from console.events.apply import entry_open
from console.events.play_offs import all_played, open_duels, play_offs_due
from console.events.seats import waiting
from console.events.standings import EventStanding
from console.events.state import EventMatch
from console.i18n import N_
from console.nicknames import alphabetical

TV_STANDINGS: Final = 40
"""So many of a standing are on a TV: more nobody reads there."""
SLIPS_N: Final = 100
"""Slips on a page: while they are made no table is answered."""
MOST_WINNERS: Final = 5
"""So many winners are told on a TV."""
TV_ROWS: Final = 12
"""At most so many at once, one fewer for each tie-break that is told under them: 1280 × 720 hold
no more. The others come in their turn."""


def tv(look: PageRequest) -> str:
    """Who plays where, who is next, how they stand."""
    state = look.event.state
    hidden = look.event.settings.standings_hidden and not state.ended
    rows = [] if hidden else ranked(state, look.runner.standings())[:TV_STANDINGS]
    decided = _decided(look, rows)
    turns = max(1, -(-len(rows) // (TV_ROWS - len(decided))))
    return look.render(
        "tv.html",
        tables=[table for table in tables_shown(look) if table.match or table.duel],
        loose=[m for m in state.open_matches() if m.table is None and not state.tables],
        waiting=waiting(state) if state.tables else [],
        byes=_byes(look),
        photo=_photo(look),
        join=joining_at(look),
        all_played=all_played(state),
        due=[due.persons for due in play_offs_due(state)] if not state.ended else [],
        winners=_winners(look),
        qr=qr,
        rows=rows,
        decided=decided,
        at_once=max(1, -(-len(rows) // turns)),
    )


def _decided(look: PageRequest, rows: Sequence[EventStanding]) -> list[str]:
    """What put one before another of as many points: msgids, in the declared order (V12)."""
    what, _ = look.counted()
    of = look.event.state.options.tie_breaks
    if what != "points":
        return []
    first = {
        next((tie for tie, x, y in zip_longest(of, a.tie_breaks, b.tie_breaks) if x != y), None)
        for a, b in pairwise(rows)
        if a.points == b.points and a.place < b.place and not b.out
    }
    told = [TIE_BREAKS[tie] for tie in of if tie in first]
    return [*told, N_("a play-off")] if None in first else told


def _winners(look: PageRequest) -> list[EventStanding]:
    """Who has a place that is nobody's with another, or the first one; once all is played, and the
    standing is not hidden."""
    event = look.event
    if event.settings.standings_hidden and not event.state.ended:
        return []
    if not (event.state.ended or all_played(event.state)):
        return []
    last = max(1, min(event.state.options.prizes, MOST_WINNERS))
    return [row for row in look.runner.standings()[:MOST_WINNERS] if row.met and row.place <= last]


def _photo(look: PageRequest) -> tuple[Markup, bool] | None:
    """Of the last result, for a while; and have those behind the first one raced again (V29)?"""
    sent = look.runner.newest_photo(look.runner.now_ms() - SHOWN_MS)
    if sent is None or sent.photo is None:
        return None
    state = look.event.state
    names = {n: state.name(n) for n in sent.persons if n in state.people}
    photo = Markup(drawn(sent.photo, names, look.words))  # our own SVG writer escapes
    duel = sent.match is not None and sent.match < 0
    return photo, duel and len(sent.persons) > 2


def joining_at(look: PageRequest) -> str:
    """Where one enters by phone; empty where nobody may."""
    open_ = look.event.settings.entry_by_phone and not look.event.state.ended
    return f"{look.address}/join" if open_ and entry_open(look.event.state) else ""


def _byes(look: PageRequest) -> list[int]:
    """Those of the running round who do not play."""
    stages = look.event.state.stages
    if not stages or not stages[-1].rounds:
        return []
    return [bye.person for bye in stages[-1].rounds[-1].byes]


def print_round(look: PageRequest) -> str:
    """The running round, by table and by name."""
    state = look.event.state
    stage = state.stages[-1] if state.stages else None
    drawn = stage.rounds[-1] if stage and stage.rounds else None
    matches = [state.matches[number] for number in drawn.matches] if drawn else []
    of = {person: match for match in matches for person in match.persons}
    return look.render(
        "print_round.html",
        stage=stage,
        drawn=drawn,
        matches=sorted(matches, key=lambda match: (match.table is None, match.table)),
        by_name=sorted(of.items(), key=lambda item: alphabetical(state.name(item[0]))),
    )


def print_standings(look: PageRequest) -> str:
    """The standing."""
    check_hidden(look)
    rows = ranked(look.event.state, look.runner.standings())
    return look.render("print_standings.html", rows=rows, **tie_columns(look, rows))


def print_codes(look: PageRequest) -> str:
    """A slip for each guest, with the code of their page."""
    state = look.event.state
    people = sorted(
        (p for p in state.people.values() if not p.dropped and p.name),
        key=lambda p: alphabetical(p.name),
    )
    pages = max(1, -(-len(people) // SLIPS_N))
    page = min(max(look.number("page", 1), 1), pages)
    return look.render(
        "print_codes.html",
        people=people[(page - 1) * SLIPS_N : page * SLIPS_N],
        page=page,
        pages=pages,
        address=lambda person: f"{look.address}/p/{look.code_of(person.number)}",
        qr=qr,
    )


def personal(look: PageRequest, person: int) -> str:
    """A guest's own: their next match, their results; of others the names alone."""
    state = look.event.state
    entrant = state.person(person)
    mine: list[EventMatch] = [m for m in state.matches.values() if person in m.persons]
    hidden = look.event.settings.standings_hidden and not state.ended
    rows = ranked(state, look.runner.standings())
    row = next((row for row in rows if row.person == person and row.place), None)
    return look.render(
        "personal.html",
        person=entrant,
        open=[m for m in mine if not m.over],
        duel=None
        if state.ended
        else next((d for d in open_duels(state) if person in d.persons), None),
        over=[m for m in mine if m.over][::-1],
        row=None if hidden else row,
        bye=person in _byes(look),
        all_played=all_played(state),
    )


# -- files -----------------------------------------------------------------------------------------


def standings_csv(look: PageRequest) -> bytes:
    """The standing, a person a line."""
    state = look.event.state
    found = ranked(state, look.runner.standings())
    ties, _ = tie_columns(look, found), look.words._
    what, count = look.counted()
    rows = [
        (
            row.place or "",
            state.name(row.person),
            *((count(row),) if what else ()),
            *ties["row_ties"](row),
            row.met,
        )
        for row in found
    ]
    counted = (_(what),) if what else ()
    names = map(_, ties["tie_names"])
    return _csv((_("place"), _("who"), *counted, *names, _("opponents met")), rows)


def results_csv(look: PageRequest) -> bytes:
    """All matches, a person of a match a line."""
    state, _ = look.event.state, look.words._
    heads = _("stage"), _("round"), _("match"), _("table"), _("who"), _("place")
    rows = [
        (
            match.stage + 1,
            match.round + 1,
            match.number + 1,
            state.table_name(match.table),
            state.name(person),
            match.places[seat] if match.over else "",
        )
        for match in state.matches.values()
        for seat, person in enumerate(match.persons)
    ]
    return _csv(heads, rows)


def free_csv(look: PageRequest) -> bytes:
    """Free play, a match a line: nobody of it has entered, so nobody is named."""
    _, event = look.words._, look.event
    heads = _("when"), _("table"), _("game"), _("players")
    rows = [
        (
            datetime.fromtimestamp(came_ms / 1000).isoformat(" ", "seconds"),
            event.state.table_name(sent.table),
            game_name(look.words, sent.plays),
            len(sent.places),
        )
        for came_ms, sent in look.runner.store.free_play(event.id)
    ]
    return _csv(heads, rows)


def _csv(heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> bytes:
    """With a mark by which spreadsheets know its letters; what one would take for a formula is
    text."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(heads)
    for row in rows:
        writer.writerow(
            f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@" and cell else cell
            for cell in row
        )
    return "\ufeff".encode() + out.getvalue().encode()


def event_json(look: PageRequest) -> bytes:
    """How the event stands, for other programs."""
    state = look.event.state
    told = {
        "event": msgspec.to_builtins(status_of(look.event)),
        "standings": [
            {**msgspec.to_builtins(row), "name": state.name(row.person)}
            for row in look.runner.standings()
        ],
        "matches": [msgspec.to_builtins(match) for match in state.matches.values()],
        "people": {p.number: state.name(p.number) for p in state.people.values()},
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def event_bundle(look: PageRequest) -> bytes:
    """The whole event, as ``khvatka event export`` writes it."""
    return EventBundle.of(look.runner.store, look.event.id).encoded()


PUBLIC: Final[Mapping[str, tuple[Role, View]]] = {
    "/tv": (Role.SCREEN, tv),
    "/print/round": (Role.SCREEN, print_round),
    "/print/standings": (Role.SCREEN, print_standings),
    "/print/codes": (Role.SCOREKEEPER, print_codes),
}
FILES: Final = {
    "standings.csv": (Role.SCOREKEEPER, standings_csv, "text/csv; charset=utf-8"),
    "results.csv": (Role.SCOREKEEPER, results_csv, "text/csv; charset=utf-8"),
    "free.csv": (Role.SCOREKEEPER, free_csv, "text/csv; charset=utf-8"),
    "event.json": (Role.SCOREKEEPER, event_json, "application/json"),
    "event.khvatka": (Role.ORGANISER, event_bundle, "application/octet-stream"),
}
"""What can be taken away: who may, what makes it, its kind."""
