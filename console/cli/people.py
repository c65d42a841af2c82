"""The command line: ``khvatka records`` and ``khvatka people …``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.cli import completing
from console.cli.common import (
    DATA,
    JSON,
    LANG,
    YES,
    confirm,
    language,
    one_sentence,
    put_json,
)
from console.cli.helping import OneGame
from console.columns import put, room, say
from drivers.errors import ConfigError

if TYPE_CHECKING:
    from console.people.profiles import Profiles

GAME = click.option(
    "--game",
    cls=OneGame,
    show_default="all games",
    shell_complete=completing.games,
    help="This game only.",
)
NAME = click.argument("name", shell_complete=completing.nicknames)


class ListedByDefault(click.Group):
    """A group whose name alone, or with options, means its command ``list``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:  # a shell asks what could come
            return super().parse_args(ctx, args)
        named = args and (not args[0].startswith("-") or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if named else ["list", *args])


def _store(data: Path | None) -> Path:
    from console.store.schema import store_path

    return store_path(data)


def _profiles(data: Path | None) -> Profiles:
    from console.people.profiles import Profiles

    return Profiles(_store(data))


def _known(game: str | None) -> str | None:
    """Raises ConfigError for a game that there is not."""
    from console.games.registry import GAMES

    if game is not None and game not in GAMES:
        raise ConfigError(
            "--game {game!r} is not known: choose {games}", game=game, games=", ".join(GAMES)
        )
    return game


@click.command()
@GAME
@click.option("--rebuild", is_flag=True, help="Count all matches again from the log.")
@JSON
@LANG
@DATA
@one_sentence
def records(
    game: str | None, rebuild: bool, as_json: bool, lang: str | None, data: Path | None
) -> None:
    """The best of each game, by its options and number of players."""
    from console.cli.records_listing import records_json, records_lines
    from console.i18n import Words
    from console.people.records import record_tables

    tables = record_tables(_store(data), _known(game), rebuild=rebuild)
    if as_json:
        put(records_json(tables))
    else:
        say(records_lines(Words(language(lang, data)), tables, room()))


@click.group(cls=ListedByDefault)
def people() -> None:
    """Those who keep a nickname: list them, add, rename, forget, rate."""


@people.command("list")
@JSON
@LANG
@DATA
@one_sentence
def list_people(as_json: bool, lang: str | None, data: Path | None) -> None:
    """Everybody who keeps a nickname."""
    from console.cli.people_listing import json_lines, people_lines
    from console.i18n import Words

    found = _profiles(data).all()
    if as_json:
        put(json_lines(found))
    else:
        say(people_lines(Words(language(lang, data)), found, room()))


@people.command()
@click.argument("name")
@JSON
@LANG
@DATA
@one_sentence
def add(name: str, as_json: bool, lang: str | None, data: Path | None) -> None:
    """Keep a new nickname."""
    from datetime import UTC, datetime

    from console.cli.people_listing import json_lines
    from console.i18n import Words

    profile = _profiles(data).add(name, datetime.now(UTC))
    if as_json:
        put(json_lines([profile]))
    else:
        say([Words(language(lang, data))._("{name} is kept.").format(name=profile.nickname)])


@people.command()
@NAME
@click.argument("new")
@JSON
@LANG
@DATA
@one_sentence
def rename(name: str, new: str, as_json: bool, lang: str | None, data: Path | None) -> None:
    """Give somebody another nickname; records and rating stay."""
    from console.cli.people_listing import json_lines
    from console.i18n import Words

    profile = _profiles(data).rename(name, new)
    if as_json:
        put(json_lines([profile]))
    else:
        say([Words(language(lang, data))._("Now called {name}.").format(name=profile.nickname)])


@people.command()
@click.argument("name", required=False, shell_complete=completing.nicknames)
@YES
@JSON
@LANG
@DATA
@one_sentence
def forget(name: str | None, yes: bool, as_json: bool, lang: str | None, data: Path | None) -> None:
    """Forget somebody completely; their matches stay, as a guest's.

    Without a name: wipe what a busy file may still hold of those forgotten before.
    """
    from console.i18n import Words

    words, profiles = Words(language(lang, data)), _profiles(data)
    if name is None:
        profiles.wipe()
    else:
        found = profiles.find(name)
        question = words._("Forget {name} for ever?").format(name=found.nickname)
        confirm(yes, question, f"khvatka people forget {shlex.quote(found.nickname)}")
        profiles.forget(name)
    if as_json:
        put_json(event="forgotten", nickname=None if name is None else found.nickname)
    else:
        say([words._("Forgotten: the file holds no trace.")])


@people.command()
@GAME
@JSON
@LANG
@DATA
@one_sentence
def rating(game: str | None, as_json: bool, lang: str | None, data: Path | None) -> None:
    """The rating list of each game."""
    from console.cli.people_listing import json_lines, ratings_lines
    from console.i18n import Words
    from console.people.records import ratings

    rated = ratings(_store(data), _known(game))
    if as_json:
        put(json_lines(rated))
    else:
        say(ratings_lines(Words(language(lang, data)), rated, room()))
