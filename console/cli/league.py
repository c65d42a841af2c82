"""The command line: ``khvatka league …``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.cli.common import DATA, JSON, LANG, events_extra, language, one_sentence, put_json
from console.cli.event import DATABASE, HOST, PORT, URLS, desk_store, now_ms
from console.columns import room, say, titled
from drivers.errors import ConfigError

if TYPE_CHECKING:
    from console.desk.league.store import LeagueKept, LeagueStore
    from console.i18n import Words

LEAGUE = click.argument("which", metavar="[LEAGUE]", required=False)


@contextmanager
def _leagues(database: str | None, data: Path | None) -> Iterator[LeagueStore]:
    """The desk's leagues. Raises ConfigError."""
    with desk_store(database, data) as store:
        from console.desk.league.store import LeagueStore

        yield LeagueStore(store.database)


@click.group()
def league() -> None:
    """Leagues: cafés' events over weeks, best N of M.

    The league's desk: new, admit, serve, status, forget. A café's desk: join,
    leave; `khvatka event serve` then sends its results.
    """


@league.command()
@click.argument("name")
@click.option("--weeks", type=click.IntRange(1), default=12, help="How many weeks it has.")
@click.option("--best", type=click.IntRange(1), default=8, help="How many of them count.")
@click.option(
    "--first",
    type=click.DateTime(["%Y-%m-%d"]),
    show_default="today",
    help="The first day of the first week.",
)
@click.option(
    "--everywhere", is_flag=True, help="A nickname is one person in all cafés, not in each its own."
)
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def new(
    name: str,
    weeks: int,
    best: int,
    first: datetime | None,
    everywhere: bool,
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """Begin a league."""
    from console.i18n import Words

    words = Words(language(lang, data))
    day = datetime.combine(date.today() if first is None else first, datetime.min.time())
    with _leagues(database, data) as store:
        from console.desk.league.options import LeagueOptions, Nicknames

        options = LeagueOptions(
            name=name,
            first_ms=int(day.astimezone().timestamp() * 1000),
            weeks_n=weeks,
            best_n=best,
            nicknames=Nicknames.LEAGUE if everywhere else Nicknames.CAFE,
        )
        id_ = store.new(options, now_ms())
    if as_json:
        put_json(event="new", id=id_, name=name)
    else:
        say([words._("{name} is league {league}.").format(name=name, league=id_)])


@league.command()
@click.argument("which", metavar="LEAGUE")
@click.argument("cafe", metavar="CAFÉ")
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def admit(
    which: str,
    cafe: str,
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """Let a café in; its token is shown once."""
    from console.i18n import Words

    words = Words(language(lang, data))
    with _leagues(database, data) as store:
        token = store.admit(store.named(which).id, cafe)
    if as_json:
        put_json(event="admitted", cafe=cafe, token=token)
    else:
        say(
            [
                words._("At {cafe}: khvatka league join ADDRESS {token}").format(
                    cafe=cafe, token=token
                )
            ]
        )


@league.command()
@click.argument("address")
@click.argument("token")
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def join(
    address: str,
    token: str,
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """This café's desk is of the league at ADDRESS."""
    from console.i18n import Words

    words = Words(language(lang, data))
    with desk_store(database, data) as store:
        from console.desk.league.sender import LeagueAway, checked_address, send
        from console.desk.league.sending import LeagueSending, Membership

        membership = Membership(checked_address(address), token)
        try:
            send(membership, [])
        except LeagueAway as away:
            raise ConfigError(
                "{address} does not let us in ({why}): look at the address and the token, and"
                " whether `khvatka league serve` runs there",
                address=membership.address,
                why=str(away),
            ) from None
        LeagueSending(store.database).join(membership)
    if as_json:
        put_json(event="joined", address=membership.address)
    else:
        say([words._("Results go to {address}.").format(address=membership.address)])


@league.command()
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def leave(database: str | None, as_json: bool, lang: str | None, data: Path | None) -> None:
    """Send the league nothing more; it keeps its results."""
    from console.i18n import Words

    words = Words(language(lang, data))
    with desk_store(database, data) as store:
        from console.desk.league.sending import LeagueSending

        LeagueSending(store.database).join(None)
    if as_json:
        put_json(event="left")
    else:
        say([words._("No results are sent any more.")])


@league.command()
@LEAGUE
@click.option("--most", type=click.IntRange(1), default=50, help="How many rows.")
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def status(
    which: str | None,
    most: int,
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """How a league stands, or which there are."""
    import msgspec

    from console.i18n import Words

    words = Words(language(lang, data))
    with _leagues(database, data) as store:
        kept = store.leagues()
        if which is None and len(kept) != 1:
            if as_json:
                put_json(leagues=[{"id": each.id, "name": each.options.name} for each in kept])
            else:
                say(_listed(kept, words))
            return
        found = store.named(which)
        rows = store.standings(found.id, most=most)
        refused = len(store.disputes(found.id))
    if as_json:
        put_json(
            league=found.id,
            name=found.options.name,
            disputes=refused,
            standings=[msgspec.to_builtins(row) for row in rows],
        )
        return
    from console.desk.league.listing import standing_lines

    say(standing_lines(found, rows, refused, words, room()))


def _listed(kept: list[LeagueKept], words: Words) -> Iterable[str]:
    if not kept:
        return [words._("No league is kept here: `khvatka league new` begins one.")]
    heads = words._("league"), words._("name")
    return titled(heads, [(each.id, each.options.name) for each in kept], room())


@league.command()
@click.argument("which", metavar="LEAGUE")
@click.argument("person", type=click.IntRange(0))
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def forget(
    which: str,
    person: int,
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """Forget a person; `status` tells their number."""
    from console.i18n import Words

    words = Words(language(lang, data))
    with _leagues(database, data) as store:
        store.forget(store.named(which).id, person)
    if as_json:
        put_json(event="forgotten", person=person)
    else:
        say([words._("The nickname is forgotten; the points stay.")])


@league.command()
@HOST
@PORT
@URLS
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def serve(
    host: str,
    port: int,
    urls: tuple[str, ...],
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """Open the league's desk: cafés bring results."""
    from console.i18n import Words

    words = Words(language(lang, data))
    with _leagues(database, data) as store, events_extra():
        from console.desk.league.serve import Serving

        serving = Serving(store, host, port, urls)
        if as_json:
            put_json(event="serving", address=serving.address)
        else:
            told = words._("The league is open at {address}; Ctrl-C ends it.")
            say([told.format(address=serving.address)])
        serving.run()
