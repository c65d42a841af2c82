"""What people do at the desk: a form of each, who may, and what is asked before.

A command runs in the desk's thread. It raises ConfigError for what cannot be done; what it returns
is told above the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from console.desk.access import Role
from console.desk.forgetting import forget, namesakes
from console.desk.runner import entered_at_once
from console.desk.web.form import Form, pasted
from console.desk.web.page_digest import numbered
from console.desk.web.page_request import Done, PageRequest
from console.events import actions as do
from console.events.drawing import next_draw, proposed
from console.events.options import MOST_SEATS, POINT, RoundRobin
from console.events.seats import fitting
from console.events.state import EventMatch
from console.events.why import breaks
from console.nicknames import folded, tidy
from drivers.errors import ConfigError, Sentence

LEAST_SEATS: Final = 2


class Confirmation(Struct, frozen=True):
    """Asked before it is done. ``breaks``: what it would break; nothing is asked where that alone
    matters and is empty."""

    what: Sentence
    breaks: tuple[Sentence, ...] = ()


class DeskCommand(Struct, frozen=True):
    """``does`` it; ``asks`` before, if it says so."""

    role: Role
    does: Callable[[PageRequest, Form], Done | None]
    asks: Callable[[PageRequest, Form], Confirmation | None] | None = None


def by(look: PageRequest) -> str:
    """Who it is in the audit."""
    assert look.session is not None
    return look.session.by


def act(look: PageRequest, action: do.EventAction) -> None:
    """Do it. Raises ConfigError."""
    look.runner.act(action, by(look), look.still)


def _numbers(
    kind: Callable[..., do.EventAction], *fields: str
) -> Callable[[PageRequest, Form], None]:
    """Does what such an action does with the numbers of these fields."""
    return lambda look, form: act(look, kind(*(form.number(field) for field in fields)))


# -- people ----------------------------------------------------------------------------------------


def _enter(look: PageRequest, form: Form) -> None:
    action = do.Enter(tidy(form.text("name")), form.number("rating", 0))
    act(look, action)
    if form.on("here") and look.event.state.options.check_in:
        act(look, do.CheckIn(look.event.state.names[folded(action.name)]))


def _paste(look: PageRequest, form: Form) -> Done:
    """All that can enter do; the others are told line by line, and stay in the form."""
    found = pasted(form.text("names"), look.event.state.names)
    late = look.runner.act_each([do.Enter(name) for name in found.names], by(look))
    wrong = list(found.wrong)
    wrong += [
        (line, name, why)
        for line, name, why in zip(found.lines, found.names, late, strict=True)
        if why is not None
    ]
    if wrong:
        entered_n = len(found.names) + len(found.wrong) - len(wrong)
        raise PastedWrong(
            entered_n, [(text, why) for _, text, why in sorted(wrong, key=lambda w: w[0])]
        )
    return Done(Sentence("entered: {count}", count=len(found.names)))


class PastedWrong(ConfigError):
    """Some lines of a list could not be taken; the others were. ``wrong``: each one's text and why,
    as they stood; they alone stay in the form, and are counted there."""

    def __init__(self, entered_n: int, wrong: list[tuple[str, ConfigError]]) -> None:
        sentence = Sentence(
            "entered: {entered}; not entered: {count}, they stand below with the reasons",
            entered=entered_n,
            count=len(wrong),
        )
        super().__init__(sentence)
        self.wrong = wrong


def _rename(look: PageRequest, form: Form) -> None:
    act(look, do.Rename(form.number("person"), tidy(form.text("name"))))


def _here_all(look: PageRequest, form: Form) -> Done:
    people = look.event.state.people.values()
    away = [do.CheckIn(p.number) for p in people if not p.checked_in and not p.dropped]
    why = look.runner.act_each(away, by(look))
    return Done(Sentence("checked in: {count}", count=sum(each is None for each in why)))


def _ask_forget(look: PageRequest, form: Form) -> Confirmation:
    person = look.event.state.person(form.number("person"))
    others = namesakes(look.runner.store, look.event.id, person.name)
    return Confirmation(
        Sentence(
            "Forget {name}? Their nickname goes for ever from this event and from all others of"
            " this desk where somebody is called so ({events}); results stay. Files that were taken"
            " away keep it.",
            name=look.event.state.name(person.number),
            events=", ".join(other.state.options.name for other, _ in others) or "–",
        )
    )


def _forget(look: PageRequest, form: Form) -> None:
    forget(look.runner.store, look.event, form.number("person"))


def _ask_drop(look: PageRequest, form: Form) -> Confirmation | None:
    """Where it costs a match (V4)."""
    state, person = look.event.state, form.number("person")
    match = next((match for match in state.open_matches() if person in match.left), None)
    if match is None:
        return None
    return Confirmation(
        Sentence(
            "Does {name} drop out? They give up match {number}, which is not over.",
            name=state.name(person),
            number=match.number + 1,
        )
    )


def _together(look: PageRequest, form: Form) -> list[int]:
    """Those whom a page showed as entered in one minute."""
    return entered_at_once(look.event).get(form.number("minute"), [])


def _ask_drop_all(look: PageRequest, form: Form) -> Confirmation:
    names = [look.event.state.name(person) for person in _together(look, form)]
    told = Sentence("Do these drop out? {names}", names=", ".join(names))
    return Confirmation(told)


def _drop_all(look: PageRequest, form: Form) -> Done:
    gone = [do.DropOut(person) for person in _together(look, form)]
    why = look.runner.act_each(gone, by(look))
    return Done(Sentence("dropped out: {count}", count=sum(each is None for each in why)))


def _fix_table(look: PageRequest, form: Form) -> None:
    act(look, do.FixTable(form.number("person"), form.maybe("table")))


# -- tables ----------------------------------------------------------------------------------------


def _code(look: PageRequest, form: Form) -> None:
    look.runner.links.new_code(look.runner.now_ms())


def _let_in(look: PageRequest, form: Form) -> None:
    number = form.maybe("number")
    name = _table_name(look, form) if number is None and form.text("name") else ""
    look.runner.let_in(form.text("key"), by(look), number, name)


def _take_in(look: PageRequest, form: Form) -> Done:
    """Tables of an earlier event: the one that is named, else all of them."""
    key = form.text("key")
    earlier = [table for table in look.runner.earlier() if key in ("", table.key)]
    look.runner.take_in(earlier, by(look))
    return Done(Sentence("tables taken into this event: {count}", count=len(earlier)))


def _ask_away(look: PageRequest, form: Form) -> Confirmation:
    return Confirmation(
        Sentence("Send this table away? It must join anew; what it has not sent yet it keeps.")
    )


def _send_away(look: PageRequest, form: Form) -> None:
    look.runner.links.remove(form.text("key"))


def _ask_all_away(look: PageRequest, form: Form) -> Confirmation:
    return Confirmation(
        Sentence("Send all away that ask to be let in? Whoever is meant must join anew.")
    )


def _send_all_away(look: PageRequest, form: Form) -> None:
    """Who reads the code in the hall can ask as often as there is room."""
    look.runner.links.remove_waiting()


def _table_name(look: PageRequest, form: Form) -> str:
    """What a table is to be called. Raises ConfigError."""
    name = " ".join(form.text("name").split())
    if not name or len(name) > 40 or not name.isprintable():
        raise ConfigError("a table's name is one line of at most 40 characters")
    if any(t.name.casefold() == name.casefold() for t in look.event.state.tables.values()):
        raise ConfigError("table {name} is part of this event already", name=name)
    return name


def _table_new(look: PageRequest, form: Form) -> None:
    name, seats = _table_name(look, form), form.number("seats", MOST_SEATS)
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise ConfigError("a table seats {least} to {most}", least=LEAST_SEATS, most=MOST_SEATS)
    act(look, do.TableIn(look.runner.next_table(), name, seats))


def _table_named(look: PageRequest, form: Form) -> None:
    table = look.event.state.table(form.number("table"))
    if not table.working:  # that it is called otherwise does not mend it
        raise ConfigError("table {name} is out of order already", name=table.name)
    name = _table_name(look, form)
    act(look, do.TableIn(table.number, name))
    look.runner.links.called(table.number, name)


def _table_in(look: PageRequest, form: Form) -> None:
    look.runner.links.trouble(form.number("table"), "")
    act(look, do.TableIn(form.number("table")))


def _ask_call(look: PageRequest, form: Form) -> Confirmation | None:
    return _broken(look, do.CallMatch(form.number("match"), form.number("table")))


def _broken(
    look: PageRequest, action: do.CallMatch | do.SwapPersons | do.DrawRound
) -> Confirmation | None:
    found = breaks(look.event.state, action)
    if not found:
        return None
    return Confirmation(
        Sentence("This breaks rules of the draw. Do it all the same?"), tuple(found)
    )


# -- rounds ----------------------------------------------------------------------------------------


def _draw(look: PageRequest, form: Form) -> None:
    act(look, proposed(look.event.state, look.runner.silent()))


def _by_hand(look: PageRequest, form: Form) -> do.DrawRound:
    """A match a line, names between commas; who stands alone has a bye. Raises ConfigError."""
    state = look.event.state
    matches, byes, silent = [], [], look.runner.silent()
    free = sorted(state.free_tables(), key=lambda table: table in silent)
    for line in form.text("lines").splitlines():
        names = [tidy(name) for name in line.split(",") if name.strip()]
        unknown = next((name for name in names if folded(name) not in state.names), None)
        if unknown is not None:
            raise ConfigError("{name} has not entered: look at the list of people", name=unknown)
        persons = tuple(state.names[folded(name)] for name in names)
        if len(persons) > 1:
            table = next(iter(fitting(state, len(persons), free)), None)
            free = [each for each in free if each != table]
            matches.append(do.Drawn(persons, table))
        elif persons:
            byes.append(persons[0])
    if not matches:
        raise ConfigError("give one match at least: names on a line, with commas between them")
    stage, begins = next_draw(state)
    credit = 0 if isinstance(stage.format, RoundRobin) else POINT
    return do.DrawRound(
        stage.number,
        len(stage.rounds),
        tuple(matches),
        tuple(do.ByeDrawn(person, credit) for person in byes),
        stage.seeding if begins else (),
        by_hand=True,
    )


def _draw_by_hand(look: PageRequest, form: Form) -> None:
    act(look, _by_hand(look, form))


def _ask_by_hand(look: PageRequest, form: Form) -> Confirmation | None:
    return _broken(look, _by_hand(look, form))


def _ask_swap(look: PageRequest, form: Form) -> Confirmation | None:
    return _broken(look, do.SwapPersons(form.number("one"), form.number("other")))


def _ask_withdraw(look: PageRequest, form: Form) -> Confirmation:
    state, number = look.event.state, form.number("round")
    rounds = state.stages[-1].rounds[number:] if state.stages and number >= 0 else []
    played = sum(bool(state.matches[m].games) for drawn in rounds for m in drawn.matches)
    return Confirmation(
        Sentence(
            "Withdraw round {round} and all later ones? Matches with results: {count}.",
            round=number + 1,
            count=played,
        )
    )


# -- results ---------------------------------------------------------------------------------------


def _places(match: EventMatch, form: Form) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Persons and their places. Raises ConfigError."""
    if form.text("first"):
        first = form.number("first")
        if first not in match.left or len(match.left) != 2:
            raise ConfigError(
                "this is no result of match {number}: others play it", number=match.number + 1
            )
        return match.left, tuple(1 if person == first else 2 for person in match.left)
    if form.on("equal"):
        return match.left, (1,) * len(match.left)
    named = [person for person in match.persons if form.text(f"place-{person}")]
    if not set(match.left) <= set(named):
        raise ConfigError("give a place for each person, the first is 1")
    return tuple(named), tuple(form.number(f"place-{person}") for person in named)


def _ask_report(look: PageRequest, form: Form) -> Confirmation | None:
    """They are at it, and their table will tell by itself."""
    match = look.event.state.match(form.number("match"))
    now_ms = look.runner.now_ms()
    here = {table.number for table in look.runner.links.tables() if table.here(now_ms)}
    if match.over or match.began_ms is None or match.table not in here:
        return None
    return Confirmation(
        Sentence(
            "Match {number} is played at table {table} now, which tells the result by itself. Enter"
            " one all the same? What the table tells then is shown, but does not count.",
            number=match.number + 1,
            table=look.event.state.table_name(match.table),
        )
    )


def _report(look: PageRequest, form: Form) -> None:
    match = look.event.state.match(form.number("match"))
    persons, places = _places(match, form)
    act(look, do.Report(match.number, persons, places, form.number("game", 0)))


def _correct(look: PageRequest, form: Form) -> None:
    match = look.event.state.match(form.number("match"))
    persons, places = _places(match, form)
    act(look, do.Correct(match.number, persons, places, form.number("game", 0)))


def _ask_leaves(what: Sentence) -> Callable[[PageRequest, Form], Confirmation]:
    def asks(look: PageRequest, form: Form) -> Confirmation:
        name = look.event.state.name(look.event.state.person(form.number("person")).number)
        return Confirmation(what.of(name=name, number=form.number("match") + 1))

    return asks


def _play_off(look: PageRequest, form: Form) -> None:
    persons = numbered(form, "place-")
    order = sorted(persons, key=lambda person: form.number(f"place-{person}"))
    places = sorted(form.number(f"place-{person}") for person in persons)
    if places != list(range(1, len(persons) + 1)):
        raise ConfigError("a play-off leaves nobody equal: play it again")
    act(look, do.PlayOff(tuple(order), form.maybe("match")))


def _call_duel(look: PageRequest, form: Form) -> None:
    act(
        look, do.CallDuel(tuple(numbered(form, "duel-")), form.number("table"), form.maybe("match"))
    )


# -- the event -------------------------------------------------------------------------------------


def _ask_end(look: PageRequest, form: Form) -> Confirmation:
    open_n = len(look.event.state.open_matches())
    return Confirmation(
        Sentence("End the event? Matches that are still open: {count}.", count=open_n)
    )


def _ask_undo(look: PageRequest, form: Form) -> Confirmation:
    return Confirmation(
        Sentence(
            "Undo line {line}? The event is then as if it had never been done.",
            line=form.number("line") + 1,
        )
    )


_SCORE, _ALL = Role.SCOREKEEPER, Role.ORGANISER
COMMANDS: Final[dict[str, DeskCommand]] = {
    "enter": DeskCommand(_SCORE, _enter),
    "paste": DeskCommand(_SCORE, _paste),
    "rename": DeskCommand(_SCORE, _rename),
    "check-in": DeskCommand(_SCORE, _numbers(do.CheckIn, "person")),
    "check-in-all": DeskCommand(_SCORE, _here_all),
    "drop": DeskCommand(_SCORE, _numbers(do.DropOut, "person"), _ask_drop),
    "drop-all": DeskCommand(_SCORE, _drop_all, _ask_drop_all),
    "come-back": DeskCommand(_SCORE, _numbers(do.ComeBack, "person")),
    "fix-table": DeskCommand(_SCORE, _fix_table),
    "forget": DeskCommand(_ALL, _forget, _ask_forget),
    "code": DeskCommand(_ALL, _code),
    "let-in": DeskCommand(_ALL, _let_in),
    "take-in": DeskCommand(_ALL, _take_in),
    "send-away": DeskCommand(_ALL, _send_away, _ask_away),
    "send-all-away": DeskCommand(_ALL, _send_all_away, _ask_all_away),
    "table-new": DeskCommand(_ALL, _table_new),
    "table-name": DeskCommand(_ALL, _table_named),
    "table-out": DeskCommand(_SCORE, _numbers(do.TableOut, "table")),
    "table-in": DeskCommand(_SCORE, _table_in),
    "call": DeskCommand(_SCORE, _numbers(do.CallMatch, "match", "table"), _ask_call),
    "draw": DeskCommand(_ALL, _draw),
    "draw-by-hand": DeskCommand(_ALL, _draw_by_hand, _ask_by_hand),
    "swap": DeskCommand(_ALL, _numbers(do.SwapPersons, "one", "other"), _ask_swap),
    "withdraw": DeskCommand(_ALL, _numbers(do.WithdrawRound, "round"), _ask_withdraw),
    "begin": DeskCommand(_SCORE, _numbers(do.BeginMatch, "match")),
    "report": DeskCommand(_SCORE, _report, _ask_report),
    "correct": DeskCommand(_SCORE, _correct),
    "forfeit": DeskCommand(
        _SCORE,
        _numbers(do.Forfeit, "match", "person"),
        _ask_leaves(Sentence("Does {name} give up match {number}?")),
    ),
    "no-show": DeskCommand(
        _SCORE,
        _numbers(do.NoShow, "match", "person"),
        _ask_leaves(
            Sentence(
                "Did {name} not come to match {number}? They lose it and stay in the event, unless"
                " they drop out."
            )
        ),
    ),
    "play-off": DeskCommand(_SCORE, _play_off),
    "call-duel": DeskCommand(_SCORE, _call_duel),
    "pause": DeskCommand(_ALL, _numbers(do.Pause)),
    "resume": DeskCommand(_ALL, _numbers(do.Resume)),
    "end": DeskCommand(_ALL, _numbers(do.End), _ask_end),
    "undo": DeskCommand(_ALL, _numbers(do.Undo, "line"), _ask_undo),
}
