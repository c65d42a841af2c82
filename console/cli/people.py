"""The command line: ``khvatka records`` and ``khvatka people …``."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from console.cli import completing
from console.cli.common import GROUP_LANG, YES, confirm
from console.cli.helping import OneOf
from console.cli.invocation import Invocation, common_options
from console.terminal.columns import put, room, say
from drivers.errors import ConfigError

if TYPE_CHECKING:
    from console.people.profiles import Profiles

GAME = click.option(
    "--game",
    cls=OneOf,
    show_default="all games",
    shell_complete=completing.games,
    help="This game only.",
)
NAME = click.argument("name", shell_complete=completing.nicknames)


class ListedByDefault(click.Group):
    """A group whose name alone, or with options, means its command ``list``; options may stand
    before the name of another one too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:  # a shell asks what could come
            return super().parse_args(ctx, args)
        own = 2 if args[:1] == ["--lang"] else int("".join(args[:1]).startswith("--lang="))
        at = own + self._options(args[own:])
        if args[own : own + 1] and args[own] in ctx.help_option_names:
            return super().parse_args(ctx, args)
        name = args[at] if at < len(args) else "list"
        return super().parse_args(ctx, [*args[:own], name, *args[own:at], *args[at + 1 :]])

    def _options(self, args: list[str]) -> int:
        """How many words at the beginning are options and their values."""
        params = (param for command in self.commands.values() for param in command.params)
        options = [param for param in params if isinstance(param, click.Option)]
        valued = {name for option in options if not option.is_flag for name in option.opts}
        at = 0
        while at < len(args) and args[at].startswith("-"):
            at += 1 + (args[at] in valued)
        return at


def _profiles(call: Invocation) -> Profiles:
    from console.people.profiles import Profiles

    return Profiles(call.store_path)


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
@common_options
def records(call: Invocation, game: str | None, rebuild: bool) -> None:
    """The best of each game, by its options and number of players."""
    from console.cli.records_listing import records_json, records_lines
    from console.people.records import record_tables

    tables = record_tables(call.store_path, _known(game), rebuild=rebuild)
    if call.as_json:
        put(records_json(tables))
    else:
        say(records_lines(call.words, tables, room()))


@click.group(cls=ListedByDefault)
@GROUP_LANG
def people() -> None:
    """Those who keep a nickname: list them, add, rename, forget, rate."""


@people.command("list")
@common_options
def list_people(call: Invocation) -> None:
    """Everybody who keeps a nickname."""
    from console.cli.people_listing import json_lines, people_lines

    found = _profiles(call).all()
    if call.as_json:
        put(json_lines(found))
    else:
        say(people_lines(call.words, found, room()))


@people.command()
@click.argument("name")
@common_options
def add(call: Invocation, name: str) -> None:
    """Keep a new nickname."""
    from datetime import UTC, datetime

    from console.cli.people_listing import json_lines

    profile = _profiles(call).add(name, datetime.now(UTC))
    if call.as_json:
        put(json_lines([profile]))
    else:
        say([call.words._("{name} is kept.").format(name=profile.nickname)])


@people.command()
@NAME
@click.argument("new")
@common_options
def rename(call: Invocation, name: str, new: str) -> None:
    """Give somebody another nickname; records and rating stay."""
    from console.cli.people_listing import json_lines

    profile = _profiles(call).rename(name, new)
    if call.as_json:
        put(json_lines([profile]))
    else:
        say([call.words._("Now called {name}.").format(name=profile.nickname)])


@people.command()
@click.argument("name", required=False, shell_complete=completing.nicknames)
@YES
@common_options
def forget(call: Invocation, name: str | None, yes: bool) -> None:
    """Forget somebody completely; their matches stay, as a guest's.

    Without a name: wipe what a busy file may still hold of those forgotten before.
    """

    words, profiles = call.words, _profiles(call)
    if name is None:
        profiles.wipe()
    else:
        found = profiles.find(name)
        question = words._("Forget {name} for ever?").format(name=found.nickname)
        confirm(yes, question, f"khvatka people forget {shlex.quote(found.nickname)}")
        profiles.forget(name)
    nickname = None if name is None else found.nickname
    told = words._("Forgotten: the file holds no trace.")
    call.answer(told, event="forgotten", nickname=nickname)


@people.command()
@GAME
@common_options
def rating(call: Invocation, game: str | None) -> None:
    """The rating list of each game."""
    from console.cli.people_listing import json_lines, ratings_lines
    from console.people.records import ratings

    rated = ratings(call.store_path, _known(game))
    if call.as_json:
        put(json_lines(rated))
    else:
        say(ratings_lines(call.words, rated, room()))
