"""What the organiser does beside the event's log: settings, a new event, who may come in, results
on a stick."""

from __future__ import annotations

import secrets
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import fields as fields_of

from console.desk.access import Role
from console.desk.formats import STAGES, options_of, tie_breaks_of, title_of
from console.desk.store.bundle import unpacked
from console.desk.store.kept import DeskSettings
from console.desk.web.commands import COMMANDS, Confirmation, DeskCommand
from console.desk.web.form import Form
from console.desk.web.page_request import Done, PageRequest
from console.events.options import WORDS, Late, Seeding, TieBreak, in_range
from console.games.registry import ENTRIES, GAMES
from console.link.messages import Outcome, ResultBundle
from drivers.errors import ConfigError, Sentence

NUMBERS: Final = ("rounds", "size", "strikes", "matches", "pools", "cycles", "onward", "best_of")
"""The options of a format that are typed at the desk as numbers."""
MOST_DESKS: Final = 8


def _settings(look: PageRequest, form: Form) -> None:
    desks = tuple(form.text("desks").split())
    for desk in desks:
        parts = urlsplit(desk if "//" in desk else f"//{desk}")
        if not parts.hostname or parts.path.strip("/") or len(desks) > MOST_DESKS:
            raise ConfigError(
                "{typed!r} is no address of a desk: give NAME:PORT, such as 192.168.1.5:8470",
                typed=desk,
            )
    look.event.change(
        DeskSettings(
            calls_itself=form.on("calls_itself"),
            draws_itself=form.on("draws_itself"),
            standings_hidden=form.on("standings_hidden"),
            entry_at_tables=form.on("entry_at_tables"),
            entry_by_phone=form.on("entry_by_phone"),
            desks=desks,
        )
    )
    look.runner.settle()


def _stage(form: Form, prefix: str) -> str:
    """A stage as it is typed; a group's size is not typed where the game has one number of
    players. Raises ConfigError."""
    least, most = GAMES[form.text("game")].players if form.text("game") in GAMES else (0, 0)
    name = form.text(f"{prefix}format")
    fields = fields_of(STAGES[name]) if name in STAGES else ()
    has = {field.name for field in fields}
    for key in (field.name for field in fields if field.required):
        if not (form.text(prefix + key) or (key == "size" and least == most)):
            raise ConfigError("fill in “{what}”: give a number", what=WORDS[key])
    told = [
        f"{key}={most if key == 'size' and least == most else form.number(prefix + key)}"
        for key in NUMBERS
        if key in has and form.text(prefix + key)
    ]
    if "kind" in has and form.text(f"{prefix}kind"):
        told.append(f"kind={form.text(prefix + 'kind')}")
    if "third_place" in has and form.on(f"{prefix}third_place"):
        told.append("third_place=true")
    return " ".join((name, *told))


def _tie_breaks(form: Form) -> tuple[TieBreak, ...]:
    """In the order of their fields; none where all are empty. Raises ConfigError."""
    fields = [f"tie-{n}" for n in range(1, len(TieBreak) + 1)]
    found = tie_breaks_of([form.text(field) for field in fields if form.text(field)])
    empty = all(form.has(field) and not form.text(field) for field in fields)
    return () if empty else found


def _new(look: PageRequest, form: Form) -> None:
    name = title_of(" ".join(form.text("name").split()))
    stages = [_stage(form, "")]
    if form.text("then-format"):
        stages = [f"{stages[0]} through={form.number('through')}", _stage(form, "then-")]
    seeding = form.text("seeding", Seeding.LOT)
    if seeding not in list(Seeding):
        raise ConfigError("seeding {typed!r} is not known", typed=seeding)
    options = options_of(
        name,
        form.text("game"),
        stages,
        check_in=form.on("check_in"),
        seeding=Seeding(seeding),
        rules=_rules(form, form.text("game")),
        prizes=form.number("prizes", 1),
        tie_breaks=_tie_breaks(form),
        late=Late(form.number("late", 2), 420 if form.on("late_credit") else 0),
    )
    look.runner.store.new(options, secrets.randbits(62), look.runner.now_ms())


def _rules(form: Form, game: str) -> dict[str, Any]:
    """What is typed of the game's own options. Raises ConfigError."""
    found: dict[str, Any] = {}
    for name, option in GAMES[game].options.items() if game in GAMES else ():
        key = f"rule-{game}-{name}"
        if option.type == "counts":
            own = option.default
            found[name] = {
                part: _ranged(form.number(f"{key}-{part}", own[part]), game, f"{name}.{part}", ends)
                for part, ends in option.range.items()
            }
        elif not form.has(key):
            continue
        elif option.type == "int or null":
            typed = form.maybe(key)
            found[name] = None if typed is None else _ranged(typed, game, name, option.range)
        elif option.type == "int":
            found[name] = _ranged(form.number(key, option.default), game, name, option.range)
        else:
            text = form.text(key)
            found[name] = {"true": True, "false": False}.get(text, text)
    return found


def _ranged(typed: int, game: str, option: str, ends: tuple[int, int]) -> int:
    """A number of the game's own, named by its words. Raises ConfigError."""
    words = ENTRIES[game].options
    label = words[option].label if option in words else option
    return in_range(Sentence(label), typed, *ends)


def _ask_new(look: PageRequest, form: Form) -> Confirmation | None:
    found = look.runner.there()
    if found is None or found.state.ended:
        return None
    return Confirmation(
        Sentence(
            "{name} has not ended. It is kept, but this desk serves the new event from now on.",
            name=found.state.options.name,
        )
    )


def _invite(look: PageRequest, form: Form) -> Done:
    role = form.text("role")
    if role not in list(Role):
        raise ConfigError("choose a role")
    name = " ".join(form.text("name").split())[:40]
    if not name.isprintable():
        raise ConfigError("give a name of one line")
    code = look.runner.access.invite(Role(role), name, look.runner.now_ms())
    return Done(
        Sentence("This code lets one browser in, once, within 30 minutes, at the address below."),
        code,
    )


def _revoke(look: PageRequest, form: Form) -> None:
    look.runner.access.end(form.text("key"))


def _leave(look: PageRequest, form: Form) -> None:
    assert look.session is not None
    look.runner.access.end(look.session.key)


def _stick(look: PageRequest, form: Form) -> Done:
    """Results that a table wrote onto a stick."""
    data = form.text("file").encode()
    try:
        bundle = msgspec.json.decode(data, type=ResultBundle)
    except (msgspec.DecodeError, RecursionError):
        raise ConfigError(
            "this is no whole file of a table's results: write it onto the stick again"
        ) from None
    of, answers = look.runner.bundle(bundle)
    counts = {
        "count": len(answers),
        "bad": sum(answer.outcome is not Outcome.TAKEN for answer in answers),
    }
    if of.id == look.event.id:
        return Done(Sentence("results read: {count}, not taken: {bad}", **counts))
    return Done(
        Sentence(
            "results of {name} read: {count}, not taken: {bad}",
            name=of.state.options.name,
            **counts,
        )
    )


def _import(look: PageRequest, form: Form) -> None:
    """An event that another desk wrote; it is served if it is the newest."""
    where = form.text("file-name") or look.words._("this file")
    bundle = unpacked(form.text("file").encode() + b"\n", where)
    bundle.put(look.runner.store, look.runner.now_ms())


COMMANDS.update(
    {
        "settings": DeskCommand(Role.ORGANISER, _settings),
        "new-event": DeskCommand(Role.ORGANISER, _new, _ask_new),
        "invite": DeskCommand(Role.ORGANISER, _invite),
        "revoke": DeskCommand(Role.ORGANISER, _revoke),
        "stick": DeskCommand(Role.ORGANISER, _stick),
        "import": DeskCommand(Role.ORGANISER, _import),
        "leave": DeskCommand(Role.SCREEN, _leave),
    }
)
