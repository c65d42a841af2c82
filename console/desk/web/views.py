"""The pages of the desk: what each shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from console.desk.access import Role
from console.desk.advice import steps
from console.desk.audit import formers, sentence_of
from console.desk.formats import STAGES
from console.desk.links import LinkedTable
from console.desk.personal import qr
from console.desk.runner import entered_at_once
from console.desk.store.desk_store import MOST_SHOWN
from console.desk.store.one_event import DeskEvent
from console.desk.web.commands import PastedWrong
from console.desk.web.commands_event import NUMBERS
from console.desk.web.page_request import PageRequest, written_points
from console.events.drawing import in_the_way
from console.events.options import USUAL, WORDS, Roundless, Seeding, StrikesKind, TieBreak
from console.events.play_offs import PlayOffDue, open_duels, play_offs_due
from console.events.seats import waiting
from console.events.standings import EventStanding, standings
from console.events.state import Entrant, EventDuel, EventMatch, EventState
from console.events.why import faults, why
from console.games.entry import OptionWords
from console.games.registry import ENTRIES, GAMES, NAMES
from console.i18n import N_
from console.nicknames import alphabetical, folded
from drivers.errors import ConfigError

PAGE_N: Final = 100
"""People, and lines of the audit, on a page."""
FREE_N: Final = 20
"""So many results of free play are shown; the file has all."""
FORMATS: Final = {
    "swiss": N_("Swiss, one against one"),
    "group_swiss": N_("Swiss in groups"),
    "round_robin": N_("everybody against everybody"),
    "strikes": N_("out after so many strikes"),
    "roundless": N_("no rounds: a free table calls the next"),
    "elimination": N_("single elimination"),
    "group_elimination": N_("elimination in groups"),
}
KINDS: Final = {
    StrikesKind.FAIR: N_("first none, last two, the others one"),
    StrikesKind.PROGRESSIVE: N_("one less than the place: 0, 1, 2, 3"),
}
TIE_BREAKS: Final = {
    TieBreak.BUCHHOLZ: N_("Buchholz: the points of all opponents"),
    TieBreak.SONNEBORN_BERGER: N_("Sonneborn-Berger: the points of those beaten"),
    TieBreak.OPPONENTS_MEAN: N_("the mean points of opponents"),
    TieBreak.DIRECT: N_("what they made against one another"),
    TieBreak.WINS: N_("matches won"),
}
TIES_SHORT: Final = {
    TieBreak.BUCHHOLZ: N_("Buchholz"),
    TieBreak.SONNEBORN_BERGER: N_("Berger"),
    TieBreak.OPPONENTS_MEAN: N_("opponents' mean"),
    TieBreak.DIRECT: N_("head to head"),
    TieBreak.WINS: N_("won"),
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
    duel: EventDuel | None
    linked: LinkedTable | None
    here: bool


def tables_shown(look: PageRequest) -> list[TableShown]:
    """All of them by number."""
    state, now_ms = look.event.state, look.runner.now_ms()
    playing = {m.table: m for m in state.open_matches() if m.table is not None}
    racing = {} if state.ended else {duel.table: duel for duel in open_duels(state)}
    linked = {t.number: t for t in look.runner.links.tables() if t.number is not None}
    shown = []
    for table in sorted(state.tables.values(), key=lambda table: table.number):
        link = linked.get(table.number)
        shown.append(
            TableShown(
                number=table.number,
                name=table.name,
                working=table.working,
                match=playing.get(table.number),
                duel=racing.get(table.number),
                linked=link,
                here=link is not None and link.here(now_ms),
            )
        )
    return shown


def overview(look: PageRequest) -> str:
    """What needs doing next; who plays where."""
    event = look.event
    tables = look.runner.links.tables()
    return look.render(
        "overview.html",
        steps=steps(
            event.state,
            tables,
            look.runner.store.trouble_n(event.id),
            look.runner.now_ms(),
            look.runner.full_tables(),
        ),
        tables=tables_shown(look),
        waiting=waiting(event.state),
        here=look.runner.here(),
    )


def people(look: PageRequest) -> str:
    """Who has entered; a list to be pasted."""
    state = look.event.state
    sought = look.text("q")
    found = [p for p in state.people.values() if folded(sought) in folded(state.name(p.number))]
    found.sort(key=_letters)
    pages = max(1, -(-len(found) // PAGE_N))
    page = min(max(look.number("page", 1), 1), pages)
    wrong = look.trouble.why if look.trouble is not None else None
    return look.render(
        "people.html",
        people=found[(page - 1) * PAGE_N : page * PAGE_N],
        found_n=len(found),
        together=entered_at_once(look.event),
        known=look.runner.once("nicknames", lambda event: _known(look, event)),
        sought=sought,
        page=page,
        pages=pages,
        wrong=wrong.wrong if isinstance(wrong, PastedWrong) else (),
    )


def _known(look: PageRequest, event: DeskEvent) -> list[str]:
    """Nicknames of earlier evenings that nobody has now."""
    names = look.runner.store.nicknames(event.id)
    return [name for name in names if folded(name) not in event.state.names]


def _letters(person: Entrant) -> tuple[str, int]:
    return alphabetical(person.name), person.number


def person(look: PageRequest, number: int) -> str:
    """One of them."""
    state = look.event.state
    return look.render(
        "person.html",
        person=state.person(number),
        matches=[m for m in state.matches.values() if number in m.persons],
        address=f"{look.address}/p/{look.code_of(number)}",
        qr=qr,
    )


def tables(look: PageRequest) -> str:
    """The hall's tables, those that ask to be let in, those that an earlier event had."""
    known = look.runner.links.tables()
    return look.render(
        "tables.html",
        tables=tables_shown(look),
        asking=[table for table in known if table.number is None],
        earlier=look.runner.earlier(),
        next_name=_next_name(look),
        code=look.runner.links.code(look.runner.now_ms()),
    )


def _next_name(look: PageRequest) -> str:
    """The least number that no table is called by."""
    taken = {table.name for table in look.event.state.tables.values()}
    return next(name for name in map(str, range(1, len(taken) + 2)) if name not in taken)


def round_(look: PageRequest) -> str:
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
    in_round = _in_round(look, matches, drawn)
    roundless = stage is not None and isinstance(stage.format, Roundless)
    if stage is not None and roundless:  # all of them: those that are played, then the newest
        matches = sorted(state.matches_of(stage.number), key=lambda m: (m.over, -m.number))
    return look.render(
        "round.html",
        stage=stage,
        roundless=roundless,
        drawn=drawn,
        last=last,
        matches=matches,
        blocked=blocked,
        due=_dues(look),
        faults=faults(state) if last else [],
        why=lambda match: why(state, match.number),
        format_name=FORMATS,
        here=look.runner.here(),
        free=state.free_tables(),
        in_round=in_round,
    )


def _dues(look: PageRequest) -> list[tuple[PlayOffDue, EventDuel | None, list[int]]]:
    """Who must play off; the duel that they are called to; the other tables where they could."""
    state, dues = look.event.state, play_offs_due(look.event.state)
    if not dues:
        return []
    pads, duels = look.runner.links.pads(look.runner.now_ms()), open_duels(state)
    taken = [duel.table for duel in duels]
    free = [table for table in state.free_tables() if table not in taken]
    return [
        (
            due,
            next((duel for duel in duels if due.same(duel)), None),
            [table for table in free if pads.get(table, 0) >= len(due.persons)],
        )
        for due in dues
    ]


def _in_round(look: PageRequest, matches: list[EventMatch], drawn: Any) -> list[int]:
    """Those who can be swapped, by name."""
    found = [p for match in matches if not (match.over or match.games) for p in match.persons]
    found += [bye.person for bye in drawn.byes] if drawn is not None else []
    return sorted(found, key=lambda p: alphabetical(look.event.state.name(p)))


def match(look: PageRequest, number: int) -> str:
    """One match: its result, by hand and corrected, where it is played."""
    state = look.event.state
    found = state.match(number)
    best_of = state.stages[found.stage].format.best_of
    games, silent = dict(found.games), look.runner.silent()
    return look.render(
        "match.html",
        match=found,
        best_of=best_of,
        games=games,
        next_game=next((g for g in range(best_of) if g not in games), None),
        why=why(state, number),
        free=sorted(state.free_tables(), key=lambda table: table in silent),
        silent=silent,
        here=look.runner.here(),
    )


def check_hidden(look: PageRequest) -> None:
    """Raises ConfigError for whoever must not see the standings yet."""
    hidden = look.event.settings.standings_hidden and not look.event.state.ended
    if hidden and not look.may(Role.SCOREKEEPER):
        raise ConfigError("the standings are hidden until the end")


def standings_(look: PageRequest) -> str:
    """The event's standing, or one stage's."""
    check_hidden(look)
    state = look.event.state
    stage = look.number("stage", 0)
    chosen = 0 < stage <= len(state.stages)
    rows = standings(state, stage - 1) if chosen else look.runner.standings()
    return look.render(
        "standings.html",
        rows=ranked(state, rows, stage if chosen else 0),
        stage=stage if chosen else 0,
        **tie_columns(look, rows),
    )


def ranked(
    state: EventState, rows: Sequence[EventStanding], stage: int = 0
) -> Sequence[EventStanding]:
    """A standing as it is shown: before the first result of its stage (from 1; the running one)
    nobody of that has a place (0), and they stand as they were drawn."""
    at = state.stages[stage - 1] if state.stages else None
    matches = [] if at is None else list(state.matches_of(at.number))
    if at is None or any(match.games or match.over for match in matches):
        return rows
    drawn = [person for match in matches for person in match.persons]
    order = list(dict.fromkeys((*drawn, *state.field(at.number))))
    of = {row.person: row for row in rows}
    first = [replace(of[person], place=0) for person in order if person in of]
    return [*first, *(row for row in rows if row.person not in order)]


def tie_columns(look: PageRequest, rows: Sequence[EventStanding]) -> dict[str, Any]:
    """What decided among equal points: the msgid of each tie-break, and its values of a row; none
    where no row has any."""
    of = look.event.state.options.tie_breaks if any(row.tie_breaks for row in rows) else ()

    def tie_texts(row: EventStanding) -> list[str]:
        values = zip_longest(of, row.tie_breaks)
        return [
            ""
            if value is None
            else str(value)
            if tie is TieBreak.WINS
            else written_points(look.words, value)
            for tie, value in values
        ]

    return {"tie_names": [TIES_SHORT[tie] for tie in of], "row_ties": tie_texts}


def audit(look: PageRequest) -> str:
    """Who did what and when, the newest first."""
    state = look.event.state
    audited = look.event.running.audit()
    lines, before = audited[::-1], formers(audited)
    pages = max(1, -(-len(lines) // PAGE_N))
    page = min(max(look.number("page", 1), 1), pages)
    return look.render(
        "audit.html",
        lines=[
            (number, line, counts, sentence_of(state, line.action, before.get(number)))
            for number, line, counts in lines[(page - 1) * PAGE_N : page * PAGE_N]
        ],
        page=page,
        pages=pages,
        free=look.runner.store.free_play(look.event.id)[: -FREE_N - 1 : -1] if page == 1 else (),
    )


def disputes(look: PageRequest) -> str:
    """Results that were refused, and those that came in two contents."""
    store, event = look.runner.store, look.event.id
    refused, twice = store.refused(event), store.disputes(event)
    more = store.trouble_n(event) > len(refused) + len(twice)
    return look.render("disputes.html", refused=refused, twice=twice, newest=MOST_SHOWN * more)


def settings(look: PageRequest) -> str:
    """What is left to the desk; who may come in; files; the end."""
    return look.render(
        "settings.html",
        settings=look.event.settings,
        sessions=look.runner.access.sessions(look.runner.now_ms()),
        kept=look.runner.store.events(),
    )


def new(look: PageRequest) -> str:
    """A new event."""
    return look.render(
        "new.html",
        games={game: NAMES[game] for game in ENTRIES},
        formats=FORMATS,
        options={
            key: [name for name in FORMATS if key in STAGES[name].__struct_fields__]
            for key in NUMBERS
        },
        option_names={key: WORDS[key].message for key in NUMBERS},
        rules={game: list(_rules_of(game)) for game in ENTRIES},
        seedings=SEEDINGS,
        kinds=KINDS,
        tie_breaks=TIE_BREAKS,
        usual=USUAL,
        there=look.runner.there() is not None,
    )


class RuleField(Struct, frozen=True):
    """A field of a form for an option of a game; msgids. ``choices`` are its values in words, none
    for a number; ``empty``: what an empty field means."""

    key: str
    label: str
    default: str
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = ""


def _rules_of(game: str) -> Iterator[RuleField]:
    words = ENTRIES[game].options
    for name, option in GAMES[game].options.items():
        key = f"rule-{game}-{name}"
        if option.type == "counts":
            for part, count in option.default.items():
                label = words[f"{name}.{part}"].label if f"{name}.{part}" in words else part
                yield RuleField(f"{key}-{part}", label, str(count))
            continue
        worded = words.get(name, OptionWords(label=name))
        if option.type in ("bool", "choice"):
            yield RuleField(
                key,
                worded.label,
                _typed(option.default),
                tuple((_typed(value), _worded(worded, value)) for value in option.range),
            )
        else:
            default = "" if option.default is None else str(option.default)
            yield RuleField(key, worded.label, default, empty=worded.values.get(None, ""))


def _worded(words: OptionWords, value: object) -> str:
    """The msgid of a value."""
    return words.values.get(value) or words.means.get(value) or _typed(value)


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


View = Callable[..., str]
VIEWS: Final[Mapping[str, tuple[Role, View]]] = {
    "/": (Role.SCOREKEEPER, overview),
    "/people": (Role.SCOREKEEPER, people),
    "/person/{number:number}": (Role.SCOREKEEPER, person),
    "/tables": (Role.SCOREKEEPER, tables),
    "/round": (Role.SCOREKEEPER, round_),
    "/match/{number:number}": (Role.SCOREKEEPER, match),
    "/standings": (Role.SCREEN, standings_),
    "/audit": (Role.SCOREKEEPER, audit),
    "/disputes": (Role.SCOREKEEPER, disputes),
    "/settings": (Role.ORGANISER, settings),
    "/new": (Role.ORGANISER, new),
}
"""Who may look at which."""
