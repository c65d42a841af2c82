"""What a page saw of the thing that a form of it names. Once that is another one, the form is
refused: an old page withdraws no round that was drawn since.

A form carries a digest of what it names and nothing else, so that several people may work at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

import msgspec

from console.desk.store.one_event import DeskEvent
from console.desk.web.form import Form
from console.events.state import EventState
from drivers.errors import ConfigError, Sentence

SAW: Final = "saw"
"""The field of a form."""
_ROUND: Final = Sentence(
    "the round has changed since your page was shown: this is how it stands now"
)
_MATCH: Final = Sentence(
    "match {number} has changed since your page was shown: this is how it stands now"
)


def numbered(form: Form, prefix: str) -> list[int]:
    """The persons whom fields are named after. Raises ConfigError."""
    named = [name.removeprefix(prefix) for name, _ in form.fields if name.startswith(prefix)]
    return [Form([("person", number)]).number("person") for number in named]


def _round(state: EventState, form: Form) -> object:
    """The running stage as it is drawn; its results are none of it."""
    if not state.stages:
        return ()
    stage = state.stages[-1]
    drawn = [(number, state.matches[number].persons) for r in stage.rounds for number in r.matches]
    return stage.number, [r.byes for r in stage.rounds], drawn


def _result(state: EventState, form: Form) -> object:
    """A match and what is known of its end."""
    match = state.match(form.number("match"))
    return match.persons, match.games, match.forfeits, match.no_shows


def _place(state: EventState, form: Form) -> object:
    """A match, where it is played, and whether it is."""
    match = state.match(form.number("match"))
    return match.persons, match.over, match.table, match.began_ms


def _play_off(state: EventState, form: Form) -> object:
    """Who is to play off, and what has become of that."""
    persons = {*numbered(form, "place-"), *numbered(form, "duel-")}
    play_offs = state.stages[-1].play_offs if state.stages else []
    duels = [duel.number for duel in state.duels if set(duel.persons) == persons]
    played = sum(set(played.persons) == persons for played in play_offs)
    return _round(state, form), duels, played


_SEEN: Final[dict[str, tuple[Callable[[EventState, Form], object], Sentence]]] = {
    "draw": (_round, _ROUND),
    "draw-by-hand": (_round, _ROUND),
    "swap": (_round, _ROUND),
    "withdraw": (_round, _ROUND),
    "play-off": (_play_off, _ROUND),
    "call-duel": (_play_off, _ROUND),
    "call": (_place, _MATCH),
    "begin": (_place, _MATCH),
    "report": (_result, _MATCH),
    "correct": (_result, _MATCH),
    "forfeit": (_result, _MATCH),
    "no-show": (_result, _MATCH),
}


def _digest(event: str, what: object) -> str:
    return sha256(msgspec.json.encode((event, what))).hexdigest()[:16]


def saw(event: DeskEvent, command: str, fields: Mapping[str, object]) -> str:
    """What a form with these fields carries; empty for a command that names nothing that may become
    another thing. Raises ConfigError for what there is not."""
    if command not in _SEEN:
        return ""
    form = Form([(name, str(value)) for name, value in fields.items()])
    return _digest(event.id, _SEEN[command][0](event.state, form))


def still(event: str, command: str, form: Form) -> Callable[[EventState], None] | None:
    """Raises ConfigError once what the form's page saw is not there any more. None for a command
    that may be done whatever its page saw."""
    if command not in _SEEN:
        return None
    of, sentence = _SEEN[command]

    def check(state: EventState) -> None:
        if _digest(event, of(state, form)) != form.text(SAW):
            raise ConfigError(sentence.of(number=form.number("match", -1) + 1))

    return check
