"""What the shell completes: games, seats, settings, people, boards, matches.

The shell asks by ``_KHVATKA_COMPLETE`` (click's own protocol). Nothing here may fail: where there
is nothing to offer, nothing is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from click import Context, Parameter
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from drivers.errors import KhvatkaError

if TYPE_CHECKING:
    from console.settings.kinds import Kind
    from console.store.records import MatchSummary

Items = list[CompletionItem[Any]]
Complete = Callable[[Context, Parameter, str], Items]
_BREAK: Final = "="  # bash takes it for a word of its own
_SPECIAL: Final = re.compile(r"([^\w@%+=:,./-])")
_ESCAPED: Final = r"\\\\\1"  # twice: `read` takes one of them away


def _offered(offer: Callable[[Context], Iterable[str | tuple[str, str]]]) -> Complete:
    """Those of the words offered that begin as what was typed; some come with a word of help."""

    @wraps(offer)
    def complete(ctx: Context, param: Parameter, incomplete: str) -> Items:
        try:
            offered = [each if isinstance(each, tuple) else (each, "") for each in offer(ctx)]
        except (KhvatkaError, OSError):
            return []
        return [
            CompletionItem(word, help=told or None)
            for word, told in offered
            if word.casefold().startswith(incomplete.casefold())
        ]

    return complete


@_offered
def games(ctx: Context) -> Iterable[str]:
    """The games."""
    from console.games.registry import GAMES

    return GAMES


@_offered
def formats(ctx: Context) -> Iterable[str]:
    """The formats of events."""
    from console.desk.formats import FORMATS

    return FORMATS


@_offered
def agents(ctx: Context) -> Iterable[str]:
    """The games that have opponents."""
    from console.bots.registry import AGENTS

    return AGENTS


@_offered
def game_options(ctx: Context) -> Iterable[str | tuple[str, str]]:
    """Options of the game that was named, or of all, each with the values that can be listed."""
    from console.games.registry import GAMES

    named = str(ctx.params.get("game"))
    for game in [GAMES[named]] if named in GAMES else GAMES.values():
        for name, option in game.options.items():
            if option.type == "choice":
                yield from ((f"{name}={value}", game.id) for value in option.range)
            elif option.type == "bool":
                yield from ((f"{name}={value}", game.id) for value in ("true", "false"))
            else:
                yield f"{name}=", f"{game.id}: {option.wanted()}"


@_offered
def families(ctx: Context) -> Iterable[str]:
    """Families of simulated hands."""
    from console.trials.fairness.tables import FAMILY_NAMES

    return FAMILY_NAMES


@_offered
def trial_tables(ctx: Context) -> Iterable[str]:
    """Kinds of tables on trial."""
    from console.trials.fairness.tables import TABLE_NAMES

    return TABLE_NAMES


@_offered
def seats(ctx: Context) -> Iterable[str]:
    """How many seats or players there can be."""
    return map(str, range(2, 9))


def sitters(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """Who sits there: the last of those that commas part."""
    from console.table.view import Who

    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(before + comma + who) for who in Who if who.startswith(last)]


@_offered
def setting_keys(ctx: Context) -> Iterable[tuple[str, str]]:
    """The owner's settings."""
    from console.i18n import Words
    from console.settings.declared import SETTINGS

    if ctx.params.get("what") == "list":
        return []
    words = Words(ctx.params.get("lang") or "en")
    return [(key, words._(known.label)) for key, known in SETTINGS.items()]


@_offered
def setting_values(ctx: Context) -> Iterable[str]:
    """What the setting that was named can be set to: all values of a few, the ends of a range."""
    from console.settings.declared import setting_of

    if ctx.params.get("what") != "set":
        return []
    kind = setting_of(str(ctx.params.get("key"))).kind
    return {"bool": ("on", "off"), "hours": ("off",)}.get(kind.type, map(str, kind.range))


def values_of(kind: Kind) -> Complete:
    """The values of an option that sets a setting, where they are a few words."""
    return _offered(lambda _: kind.range if kind.type == "choice" else ())


@_offered
def guides(ctx: Context) -> Iterable[tuple[str, str]]:
    """What ``khvatka guide`` prints."""
    from console.guides import GUIDES
    from console.i18n import Words

    words = Words(ctx.params.get("lang") or "en")
    return [(name, words._(guide.about)) for name, guide in GUIDES.items()]


@_offered
def nicknames(ctx: Context) -> Iterable[str]:
    """Whoever keeps a nickname."""
    from console.people.profiles import Profiles
    from console.store.schema import store_path

    return [profile.nickname for profile in Profiles(store_path(_data(ctx))).all()]


@_offered
def match_numbers(ctx: Context) -> Iterable[tuple[str, str]]:
    """The matches that are kept, the newest first."""
    from console.cli.match_listing import when
    from console.i18n import Words
    from console.screens.names import game_name

    words = Words("en")
    return [(str(m.id), f"{when(m.started)} {game_name(words, m.game)}") for m in _matches(ctx)]


def matches_and_crashes(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """Those, and the files of crashes."""
    return [CompletionItem(incomplete, type="file"), *match_numbers(ctx, param, incomplete)]


@_offered
def duels(ctx: Context) -> Iterable[str]:
    """The duels of the match that was named."""
    number = ctx.params.get("what") or next(iter(ctx.args), None)  # not sorted out yet
    count = next((m.duels for m in _matches(ctx) if str(m.id) == number), 0)
    return [str(n + 1) for n in range(count)]


def boards(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The boards that there are, and files."""
    from drivers.boards.config import shipped_boards
    from drivers.boards.installed import installed_boards

    words = (*shipped_boards(), *installed_boards())
    found = [CompletionItem(word) for word in words if word.startswith(incomplete)]
    return [CompletionItem(incomplete, type="file"), *found]


def scenarios(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """Those of the library, and files."""
    from host_sim.scenarios.load import LIBRARY

    words = ("library", *sorted(path.stem for path in LIBRARY.glob("*.toml")))
    found = [CompletionItem(word) for word in words if incomplete and word.startswith(incomplete)]
    return [CompletionItem(incomplete, type="file"), *found]


def _matches(ctx: Context) -> list[MatchSummary]:
    from console.store.reader import Store
    from console.store.schema import store_path

    return Store(store_path(_data(ctx))).matches()


def _data(ctx: Context) -> Path | None:
    data = ctx.params.get("data")
    return None if data is None else Path(data)


class Bash(BashComplete):
    """Bash parts words at ``=`` and takes a space in what is offered for the end of a word."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        glue = False
        for word in (*args, incomplete):
            if words and (glue or word == _BREAK):
                words[-1] += word
            else:
                words.append(word)
            glue = word == _BREAK
        *args, whole = words or [""]
        self._done = whole.removesuffix(incomplete) if incomplete != _BREAK else whole
        return args, whole

    def format_completion(self, item: CompletionItem[Any]) -> str:
        value = str(item.value).removeprefix(self._done)
        return f"{item.type},{_SPECIAL.sub(_ESCAPED, value)}"


add_completion_class(Bash)
