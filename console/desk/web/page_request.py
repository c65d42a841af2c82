"""One look at a page: who looks, in which language, at what; and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from console.desk.access import ROLES, DeskSession, Role
from console.desk.audit import who
from console.desk.personal import code_of
from console.desk.runner import EventRunner
from console.desk.store.one_event import DeskEvent
from console.desk.web.form import Form
from console.desk.web.page_digest import saw
from console.events.options import Elimination, GroupElimination, Strikes
from console.events.out import strikes_of
from console.events.standings import EventStanding
from console.events.state import EventMatch, EventState
from console.events.why import points_text
from console.games.registry import name_of
from console.i18n import CHOICES, LANGUAGES, N_, Words
from console.nicknames import LONGEST
from console.web.nowhere import accepted
from drivers.errors import ConfigError, KhvatkaError, Sentence

PAGES: Final = Path(__file__).parent / "pages"
WITHOUT_POINTS: Final = Elimination | GroupElimination | Strikes
FIELD: Final = re.compile(r"\{(\w+)")


class Trouble(Struct, frozen=True):
    """What could not be done: why, and the form as it was filled in."""

    command: str
    why: KhvatkaError | Sentence
    form: Form


class Done(Struct, frozen=True):
    """What came of what was done, and a secret to be shown once."""

    what: Sentence
    code: str = ""


class PageRequest:
    """``path`` is what is looked at, with its query; ``params`` are those of the query. ``still``
    raises ConfigError once what a form names is not as its page saw it."""

    def __init__(
        self,
        runner: EventRunner,
        session: DeskSession | None,
        words: Words,
        *,
        path: str,
        params: Mapping[str, str],
        address: str,
        trouble: Trouble | None,
    ) -> None:
        self.runner, self.session, self.words = runner, session, words
        self.path, self.params, self.address, self.trouble = path, params, address, trouble
        self.done: Done | None = None
        self.still: Callable[[EventState], None] | None = None

    @property
    def event(self) -> DeskEvent:
        """Raises ConfigError while there is none."""
        return self.runner.event

    def may(self, role: Role) -> bool:
        """May whoever looks do what that role may?"""
        return self.session is not None and self.session.role.may(role)

    def code_of(self, person: int) -> str:
        """The code of a person's own page."""
        return code_of(self.event.secret, person)

    def number(self, name: str, default: int) -> int:
        """A number of the query; ``default`` for what is none."""
        try:
            return Form(list(self.params.items())).number(name, default)
        except ConfigError:
            return default

    def text(self, name: str) -> str:
        """What was typed into the query."""
        return Form(list(self.params.items())).text(name)

    def in_language(self, language: str) -> str:
        """Where this page stands in another language: a question or a refusal is no page of its
        own, and leads to the one it came from."""
        query = urlencode({**self.params, "lang": language})
        return f"{urlsplit(self.path).path}?{query}"

    def typed(self, command: str, field: str, default: object = "") -> str:
        """What a form's field holds: what was typed there, if it could not be done."""
        if self.trouble is not None and self.trouble.command == command:
            return self.trouble.form.text(field, str(default))
        return str(default)

    def ticked(self, command: str, field: str, *, default: bool = False) -> bool:
        """The same of a box, of which a form that leaves it empty says nothing."""
        if self.trouble is not None and self.trouble.command == command:
            return self.trouble.form.on(field)
        return default

    def saw(self, command: str, persons: Sequence[int] = (), **fields: object) -> str:
        """What a form with these fields carries of what its page shows."""
        named = {f"place-{person}": "" for person in persons}
        return saw(self.event, command, {**named, **fields})

    def counted(self, stage: int = 0) -> tuple[str, Callable[[EventStanding], str]]:
        """What the standing of a stage, from 1, or of the running one counts: the msgid, and a
        row's own. Formats in which one is out have no points (V18, V20, V21)."""
        state = self.event.state
        at = state.stages[stage - 1] if state.stages else None
        if at is not None and isinstance(at.format, Strikes):
            strikes, field = strikes_of(state, at), state.field(at.number)
            return N_(
                "strikes"
            ), lambda row: str(strikes[row.person]) if row.person in field else ""
        if at is not None and isinstance(at.format, WITHOUT_POINTS):
            if stage or isinstance(state.stages[0].format, WITHOUT_POINTS):
                return "", lambda row: ""
            field = state.field(at.number)  # who is none of it stands there by points
            return N_(
                "points"
            ), lambda row: "" if row.person in field else written_points(self.words, row.points)
        return N_("points"), lambda row: written_points(self.words, row.points)

    def render(self, template: str, /, **fields: Any) -> str:
        """A page as HTML."""
        found = self.runner.there()
        return (
            environment()
            .get_template(template)
            .render(
                look=self,
                event=found,
                state=None if found is None else found.state,
                words=self.words,
                _=self.words._,
                n=self.words.n,
                translated=self.words.translated,
                named=partial(named, self.words),
                me=self.session,
                scores=self.may(Role.SCOREKEEPER),
                organises=self.may(Role.ORGANISER),
                points=partial(written_points, self.words),
                counted=self.counted,
                time=partial(clock, self.words),
                game_name=partial(game_name, self.words),
                table_words=partial(table_words, self.words),
                saw=self.saw,
                **fields,
            )
        )


def named(words: Words, what: KhvatkaError | Sentence) -> bool:
    """Does a name begin the sentence? It stands as it was typed, not with a capital."""
    sentence = what.sentence if isinstance(what, KhvatkaError) else what
    begins = FIELD.match(words._(sentence.message))
    return begins is not None and isinstance(sentence.fields.get(begins[1]), str)


def written_points(words: Words, points: int) -> str:
    """Points as people of that language write them."""
    return words.decimal(points_text(points))


def clock(words: Words, at_ms: int) -> str:
    """The desk's time of day; with the day where that is another."""
    then, now = datetime.fromtimestamp(at_ms / 1000), datetime.now()
    time = then.strftime("%H:%M")
    return time if then.date() == now.date() else f"{words.day(then.date().isoformat())} {time}"


def game_name(words: Words, game: str) -> str:
    """What a game is called."""
    return words._(name_of(game))


def table_words(words: Words, name: str) -> str:
    """What a table is called; its own name may begin with the word."""
    text = words._("table {name}")
    bare = text.format(name="").casefold()
    return name if name.casefold().startswith(bare) else text.format(name=name)


def result_text(match: EventMatch) -> str:
    """A match's places in the order of its persons."""
    return " : ".join(map(str, match.places))


def language_of(header: str, chosen: str | None) -> str:
    """The language of whoever looks: what they chose, else the first of theirs that there is,
    else the first of ours."""
    if chosen in LANGUAGES:
        return chosen
    if (found := accepted(header, LANGUAGES)) is not None:
        return found
    return "en" if header.strip() not in ("", "*") else LANGUAGES[0]


@cache
def environment() -> Environment:
    """The templates of all pages, with what each may say."""
    made = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # an update under way changes no page of a running desk
    )
    made.globals.update(
        languages=LANGUAGES,
        language_names=CHOICES,
        ROLES=ROLES,
        longest=LONGEST,
        result_text=result_text,
        who=who,
    )
    made.filters["zip"] = zip
    return made
