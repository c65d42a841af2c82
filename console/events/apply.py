"""One action taken: what it changes, or why it is refused; then nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from console.events import actions as do
from console.events.options import MOST_SEATS, MOST_TABLES, NO_LATE, Roundless, most_people
from console.events.play_offs import PlayOffDue, open_duels, play_offs_due
from console.events.points import settled
from console.events.state import (
    Entrant,
    EventDuel,
    EventMatch,
    EventRound,
    EventState,
    EventTable,
    StageState,
)
from console.nicknames import folded
from drivers.errors import ConfigError


def apply(state: EventState, action: do.EventAction, at_ms: int) -> None:
    """Take an action at that time of the desk. Raises ConfigError, and leaves the state as it is,
    if it cannot be taken; ``Undo`` is ``console.events.running``'s."""
    _TAKEN[type(action)](state, action, at_ms)


# -- persons ---------------------------------------------------------------------------------------


def _enter(state: EventState, action: do.Enter, at_ms: int) -> None:
    missed = _missed(state)
    most = most_people(state.options)
    if len(state.people) >= most:
        raise ConfigError("an event has at most {most} people: begin another", most=most)
    number = state.next_person
    _name(state, number, action.name)
    state.people[number] = Entrant(
        number,
        action.name,
        action.rating,
        checked_in=not state.options.check_in,
        missed=missed,
        since_ms=at_ms,
    )
    state.next_person += 1


def _missed(state: EventState) -> int:
    """How many rounds somebody has missed who comes now (V5). Raises ConfigError if it is too late
    for that."""
    if state.ended:
        raise ConfigError("it is too late to come in: this event has ended")
    if not state.stages or isinstance(state.stages[0].format, Roundless):
        missed = 0
    else:
        missed = len(state.stages[0].rounds)
    no_more = bool(state.stages) and isinstance(state.stages[0].format, NO_LATE)
    if no_more or len(state.stages) > 1 or missed > state.options.late.rounds:
        raise ConfigError("it is too late to come in: this event has gone too far for that")
    return missed


def entry_open(state: EventState) -> bool:
    """May one still enter? V5."""
    try:
        _missed(state)
    except ConfigError:
        return False
    return True


def _name(state: EventState, number: int, name: str) -> None:
    """Keep a nickname. Raises ConfigError if somebody else has it."""
    if name:
        holder = state.names.setdefault(folded(name), number)
        if holder != number:
            raise ConfigError(
                "{name} has entered already: choose another nickname, such as {name} 2", name=name
            )


def _rename(state: EventState, action: do.Rename, at_ms: int) -> None:
    person = state.person(action.person)
    _name(state, person.number, action.name)
    if person.name and folded(person.name) != folded(action.name):
        state.names.pop(folded(person.name))
    state.people[person.number] = replace(person, name=action.name)


def _check_in(state: EventState, action: do.CheckIn, at_ms: int) -> None:
    person = state.person(action.person)
    if person.checked_in:
        raise ConfigError("{name} is checked in already", name=state.name(person.number))
    missed = _missed(state)
    state.people[person.number] = replace(person, checked_in=True, missed=missed, since_ms=at_ms)


def _drop_out(state: EventState, action: do.DropOut, at_ms: int) -> None:
    person = state.person(action.person)
    if person.dropped:
        raise ConfigError("{name} has dropped out already", name=state.name(person.number))
    state.people[person.number] = replace(person, dropped=True)
    for match in state.open_matches():
        if person.number in match.left:
            _keep(state, replace(match, forfeits=(*match.forfeits, person.number)), at_ms)


def _come_back(state: EventState, action: do.ComeBack, at_ms: int) -> None:
    person = state.person(action.person)
    if not person.dropped:
        raise ConfigError("{name} has not dropped out", name=state.name(person.number))
    state.people[person.number] = replace(person, dropped=False)


def _fix_table(state: EventState, action: do.FixTable, at_ms: int) -> None:
    person = state.person(action.person)
    if action.table is not None:
        state.table(action.table)
    state.people[person.number] = replace(person, fixed=action.table)


# -- tables ----------------------------------------------------------------------------------------


def _table_in(state: EventState, action: do.TableIn, at_ms: int) -> None:
    known = state.tables.get(action.table)
    if action.table < 0:
        raise ConfigError("tables are numbered from 0")
    if not 0 <= action.seats <= MOST_SEATS:
        raise ConfigError("a table seats {most} at most", most=MOST_SEATS)
    if known is None and len(state.tables) >= MOST_TABLES:
        raise ConfigError("an event has at most {most} tables", most=MOST_TABLES)
    before = known or EventTable(action.table, str(action.table + 1))
    now = EventTable(action.table, action.name or before.name, seats=action.seats or before.seats)
    if now == known:
        raise ConfigError("table {name} is part of this event already", name=now.name)
    state.tables[action.table] = now


def _table_out(state: EventState, action: do.TableOut, at_ms: int) -> None:
    table = state.table(action.table)
    if not table.working:
        raise ConfigError("table {name} is out of order already", name=table.name)
    state.tables[table.number] = replace(table, working=False)
    for match in state.open_matches():
        if match.table == table.number:
            state.matches[match.number] = replace(
                match, table=None, called_ms=None, began_ms=None, moved=True
            )


def _call_match(state: EventState, action: do.CallMatch, at_ms: int) -> None:
    match, table = _open(state, action.match), state.table(action.table)
    if state.paused or state.ended:
        raise _resting(state)
    if table.number not in state.free_tables():
        raise ConfigError("table {name} is not free: choose another", name=table.name)
    state.matches[match.number] = replace(match, table=table.number, called_ms=at_ms, began_ms=None)


def _begin_match(state: EventState, action: do.BeginMatch, at_ms: int) -> None:
    match = _open(state, action.match)
    if match.table is None:
        raise ConfigError("match {number} has no table yet: call it first", number=match.number + 1)
    state.matches[match.number] = replace(match, began_ms=at_ms)


# -- draws -----------------------------------------------------------------------------------------


def _draw(state: EventState, action: do.DrawRound, at_ms: int) -> None:
    if state.paused or state.ended:
        raise _resting(state)
    begins = action.stage == len(state.stages)
    if not begins and (action.stage < 0 or action.stage != len(state.stages) - 1):
        raise ConfigError("stage {number} is not the running one", number=action.stage + 1)
    if action.stage >= len(state.options.stages):
        raise ConfigError("there is no further stage: the event is over")
    rounds = [] if begins else state.stages[-1].rounds
    if action.round != len(rounds):
        raise ConfigError("round {number} is not the next one", number=action.round + 1)
    if begins != bool(action.seeding) or len(set(action.seeding)) < len(action.seeding):
        raise ConfigError("the first round of a stage names its seeding, and no other round does")
    _check_drawn(state, action)
    if begins:
        format_ = state.options.stages[action.stage]
        state.stages.append(StageState(action.stage, format_, action.seeding))
    numbers = []
    for drawn in action.matches:
        numbers.append(state.next_match)
        state.matches[state.next_match] = EventMatch(
            number=state.next_match,
            stage=action.stage,
            round=action.round,
            slot=drawn.slot,
            persons=drawn.persons,
            table=drawn.table,
            drawn_ms=at_ms,
            waited=drawn.table is None,
            called_ms=None if drawn.table is None else at_ms,
        )
        state.next_match += 1
    state.stages[-1].rounds.append(
        EventRound(action.round, tuple(numbers), action.byes, action.by_hand)
    )


def _check_drawn(state: EventState, action: do.DrawRound) -> None:
    """V26. Raises ConfigError."""
    drawn = [person for match in action.matches for person in match.persons]
    drawn += [bye.person for bye in action.byes]
    if len(set(drawn)) < len(drawn):
        twice = next(person for person in drawn if drawn.count(person) > 1)
        raise ConfigError("{name} is drawn twice", name=state.name(twice))
    seeding = action.seeding or (state.stages[-1].seeding if state.stages else ())
    closed = action.stage or isinstance(state.options.stages[action.stage], NO_LATE)
    for number in (*action.seeding, *drawn):
        name = state.name(state.person(number).number)
        if closed and number not in seeding:
            raise ConfigError("{name} is drawn, but not in this stage", name=name)
    busy = {p for match in state.open_matches() for p in match.left}
    for number in drawn:
        if not state.person(number).present:
            raise ConfigError("{name} is drawn, but not present", name=state.name(number))
        if number in busy:
            raise ConfigError("{name} is drawn, but still plays", name=state.name(number))
    tables = [match.table for match in action.matches if match.table is not None]
    if not set(tables) <= set(state.free_tables()) or len(set(tables)) < len(tables):
        raise ConfigError("a table of this draw is taken: draw again")
    sizes = state.options.sizes
    for match in action.matches:
        if not sizes.least <= len(match.persons) <= sizes.most:
            raise ConfigError(
                "a match of {count} is not possible: {least} to {most} can play this game",
                count=len(match.persons),
                least=sizes.least,
                most=sizes.most,
            )


def _withdraw(state: EventState, action: do.WithdrawRound, at_ms: int) -> None:
    if not state.stages or not 0 <= action.round < len(state.stages[-1].rounds):
        raise ConfigError("round {number} was not drawn", number=action.round + 1)
    stage = state.stages[-1]
    for drawn in stage.rounds[action.round :]:
        for number in drawn.matches:
            del state.matches[number]
    del stage.rounds[action.round :]
    stage.play_offs = [p for p in stage.play_offs if p.match is None or p.match in state.matches]
    if not stage.number:  # nobody has missed what is drawn anew
        for person in state.people.values():
            missed = min(person.missed, len(stage.rounds))
            state.people[person.number] = replace(person, missed=missed)
    if not stage.rounds:
        state.stages.pop()


def _swap(state: EventState, action: do.SwapPersons, at_ms: int) -> None:
    if not state.stages:
        raise ConfigError("nothing is drawn yet")
    stage = state.stages[-1]
    drawn = stage.rounds[-1]
    if action.one == action.other:
        raise ConfigError("a swap is of two different persons")
    state.person(action.one), state.person(action.other)
    other_of = {action.one: action.other, action.other: action.one}
    touched = [
        match
        for match in (state.matches[number] for number in drawn.matches)
        if other_of.keys() & set(match.persons)
    ]
    holders = {p for m in touched for p in m.persons} | {bye.person for bye in drawn.byes}
    for person in other_of:
        if person not in holders:
            raise ConfigError("{name} is not in this round", name=state.name(person))
        if not state.person(person).present:
            raise ConfigError("{name} is drawn, but not present", name=state.name(person))
    if any(m.over or m.games or m.forfeits or m.no_shows for m in touched):
        raise ConfigError("one of the two has a result already: correct that, or withdraw it")
    for match in touched:
        persons = tuple(other_of.get(p, p) for p in match.persons)
        state.matches[match.number] = replace(match, persons=persons)
    byes = tuple(replace(bye, person=other_of.get(bye.person, bye.person)) for bye in drawn.byes)
    stage.rounds[-1] = replace(drawn, byes=byes, by_hand=True)


# -- results ---------------------------------------------------------------------------------------


def _open(state: EventState, number: int) -> EventMatch:
    match = state.match(number)
    if match.over:
        raise ConfigError("match {number} is over: correct its result instead", number=number + 1)
    return match


def _keep(state: EventState, match: EventMatch, at_ms: int) -> None:
    """Keep a match that was changed, with its places if it is over now."""
    places = settled(match, state.stages[match.stage].format.best_of)
    over_ms = (at_ms if match.over_ms is None else match.over_ms) if places else None
    if match.over and not places:  # somebody else may play at its table by now
        match = replace(match, table=None, called_ms=None, began_ms=None, moved=True)
    state.matches[match.number] = replace(match, places=places, over_ms=over_ms)


def _places(
    state: EventState, match: EventMatch, action: do.Report | do.Correct
) -> tuple[int, ...]:
    """The places in the order of the match's persons. Raises ConfigError for what is no result of
    it."""
    persons, places = action.persons, action.places
    strangers = set(persons) - set(match.persons)
    missing = set(match.left) - set(persons)
    if strangers or missing or len(persons) != len(places) or len(set(persons)) < len(persons):
        raise ConfigError(
            "this is no result of match {number}: others play it", number=match.number + 1
        )
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise ConfigError(
            "{places} are no places: the best is 1, equal ones share, the next is left out",
            places=", ".join(map(str, places)),
        )
    best_of = state.stages[match.stage].format.best_of
    if not 0 <= action.game < best_of:
        raise ConfigError(
            "match {number} has no game {game}: it is the best of {best_of}",
            number=match.number + 1,
            game=action.game + 1,
            best_of=best_of,
        )
    given = dict(zip(persons, places, strict=True))
    return tuple(given.get(person, 0) for person in match.persons)


def _report(state: EventState, action: do.Report, at_ms: int) -> None:
    match = _open(state, action.match)
    places = _places(state, match, action)
    if action.game in dict(match.games):
        raise ConfigError(
            "game {game} of match {number} has a result: correct it instead",
            game=action.game + 1,
            number=match.number + 1,
        )
    games = tuple(sorted((*match.games, (action.game, places))))
    _keep(state, replace(match, games=games), at_ms)


def _correct(state: EventState, action: do.Correct, at_ms: int) -> None:
    match = state.match(action.match)
    games = dict(match.games)
    if action.game not in games and not (match.forfeits or match.no_shows):
        raise ConfigError(
            "game {game} of match {number} has no result: report it instead",
            game=action.game + 1,
            number=match.number + 1,
        )
    # who had given up this game has played it after all; who has a place in it gave up later
    placed = dict(zip(match.persons, games.get(action.game, ()), strict=False))
    back = {person for person in action.persons if not placed.get(person)}
    match = replace(
        match,
        forfeits=tuple(p for p in match.forfeits if p not in back),
        no_shows=tuple(p for p in match.no_shows if p not in back),
    )
    games[action.game] = _places(state, match, action)
    _keep(state, replace(match, games=tuple(sorted(games.items()))), at_ms)


def _forfeit(state: EventState, action: do.Forfeit | do.NoShow, at_ms: int) -> None:
    match = _open(state, action.match)
    if action.person not in match.left:
        raise ConfigError(
            "{name} is not in match {number}",
            name=state.name(state.person(action.person).number),
            number=match.number + 1,
        )
    if isinstance(action, do.NoShow) and match.games:
        raise ConfigError(
            "match {number} has a game with a result: whoever leaves it now forfeits",
            number=match.number + 1,
        )
    if isinstance(action, do.Forfeit):
        changed = replace(match, forfeits=(*match.forfeits, action.person))
    else:
        changed = replace(match, no_shows=(*match.no_shows, action.person))
    _keep(state, changed, at_ms)


def _play_off(state: EventState, action: do.PlayOff, at_ms: int) -> None:
    if not state.stages:
        raise ConfigError("nothing is drawn yet")
    if len(action.persons) < 2 or len(set(action.persons)) < len(action.persons):
        raise ConfigError("a play-off is between two persons or more, each named once")
    for person in action.persons:
        state.person(person)
    if action.match is not None and not set(action.persons) <= set(
        state.match(action.match).persons
    ):
        raise ConfigError(
            "this is no play-off of match {number}: others play it", number=action.match + 1
        )
    state.stages[-1].play_offs.append(action)


def _call_duel(state: EventState, action: do.CallDuel, at_ms: int) -> None:
    table = state.table(action.table)
    if state.paused or state.ended:
        raise _resting(state)
    due = PlayOffDue(action.persons, action.match)
    if not any(due.same(other) for other in play_offs_due(state)):
        raise ConfigError("nobody has to play off so: look at the round again")
    taken = {duel.table for duel in open_duels(state) if not due.same(duel)}
    if table.number not in state.free_tables() or table.number in taken:
        raise ConfigError("table {name} is not free: choose another", name=table.name)
    number = state.next_duel
    state.duels.append(
        EventDuel(number, state.stages[-1].number, action.persons, action.match, table.number)
    )
    state.next_duel += 1


# -- the event -------------------------------------------------------------------------------------


def _resting(state: EventState) -> ConfigError:
    if state.ended:
        return ConfigError("this event has ended: undo that to go on")
    return ConfigError("this event is paused: resume it first")


def _pause(state: EventState, action: do.Pause, at_ms: int) -> None:
    if state.paused or state.ended:
        raise _resting(state)
    state.paused = True


def _resume(state: EventState, action: do.Resume, at_ms: int) -> None:
    if not state.paused:
        raise ConfigError("this event is not paused")
    state.paused = False


def _end(state: EventState, action: do.End, at_ms: int) -> None:
    if state.ended:
        raise _resting(state)
    state.ended = True


_TAKEN: Final[dict[type, Callable[[EventState, Any, int], None]]] = {
    do.Enter: _enter,
    do.Rename: _rename,
    do.CheckIn: _check_in,
    do.DropOut: _drop_out,
    do.ComeBack: _come_back,
    do.FixTable: _fix_table,
    do.TableIn: _table_in,
    do.TableOut: _table_out,
    do.CallMatch: _call_match,
    do.BeginMatch: _begin_match,
    do.DrawRound: _draw,
    do.WithdrawRound: _withdraw,
    do.SwapPersons: _swap,
    do.Report: _report,
    do.Correct: _correct,
    do.Forfeit: _forfeit,
    do.NoShow: _forfeit,
    do.PlayOff: _play_off,
    do.CallDuel: _call_duel,
    do.Pause: _pause,
    do.Resume: _resume,
    do.End: _end,
}
