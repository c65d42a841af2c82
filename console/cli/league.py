"""The command line: ``khvatka league …``."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING

import click

from console.cli.common import GROUP_LANG, YES, confirm, events_extra, put_json
from console.cli.desk import HOST, PORT, URLS, DeskInvocation, desk_options, now_ms, reach
from console.cli.numbers import Day, WholeRange
from console.terminal.columns import room, say, titled
from drivers.errors import ConfigError

if TYPE_CHECKING:
    from console.desk.league.store import LeagueKept
    from console.i18n import Words

LEAGUE = click.argument("which", metavar="[LEAGUE]", required=False)


@click.group()
@GROUP_LANG
def league() -> None:
    """Leagues: cafés' events over weeks, best N of M.

    The league's desk: new, admit, expel, serve, status, forget. A café's desk:
    join, leave; `khvatka event serve` then sends its results.
    """


@league.command()
@click.argument("name")
@click.option("--weeks", type=WholeRange(1), default=12, help="How many weeks it has.")
@click.option("--best", type=WholeRange(1), default=8, help="How many of them count.")
@click.option(
    "--first",
    type=Day(),
    show_default="this day",
    metavar="DAY",
    help="The first day of the first week, as 2026-09-01.",
)
@click.option(
    "--everywhere", is_flag=True, help="A nickname is one person in all cafés, not in each its own."
)
@desk_options
def new(
    call: DeskInvocation, name: str, weeks: int, best: int, first: datetime | None, everywhere: bool
) -> None:
    """Begin a league."""
    day = datetime.combine(date.today() if first is None else first, datetime.min.time())
    with call.leagues() as store:
        from console.desk.league.options import LeagueOptions, Nicknames

        options = LeagueOptions(
            name=name,
            first_ms=int(day.astimezone().timestamp() * 1000),
            weeks_n=weeks,
            best_n=best,
            nicknames=Nicknames.LEAGUE if everywhere else Nicknames.CAFE,
        )
        id_ = store.new(options, now_ms())
    told = call.words._("{name} is league {league}.").format(name=name, league=id_)
    call.answer(told, event="new", id=id_, name=name)


@league.command()
@click.argument("which", metavar="LEAGUE")
@click.argument("cafe", metavar="CAFÉ")
@desk_options
def admit(call: DeskInvocation, which: str, cafe: str) -> None:
    """Let a café in; its token is shown once.

    A café that is there already gets another token.
    """
    with call.leagues() as store:
        token = store.admit(store.named(which).id, cafe)
    told = call.words._("At {cafe}: khvatka league join ADDRESS {token}")
    call.answer(told.format(cafe=cafe, token=token), event="admitted", cafe=cafe, token=token)


@league.command()
@click.argument("which", metavar="LEAGUE")
@click.argument("cafe", metavar="CAFÉ")
@click.option("--everything", is_flag=True, help="What it brought goes too.")
@YES
@desk_options
def expel(call: DeskInvocation, which: str, cafe: str, everything: bool, yes: bool) -> None:
    """Take no more results of a café; what it brought stays."""
    with call.leagues() as store:
        league = store.named(which).id
        if everything:
            question = call.words._("Take back for ever all that {cafe} brought?").format(cafe=cafe)
            confirm(
                yes, question, f"khvatka league expel {league} {shlex.quote(cafe)} --everything"
            )
        store.expel(league, cafe, everything=everything)
    told = call.words._("{cafe} brings no more results.").format(cafe=cafe)
    call.answer(told, event="expelled", cafe=cafe)


@league.command()
@click.argument("address")
@click.argument("token")
@desk_options
def join(call: DeskInvocation, address: str, token: str) -> None:
    """This café's desk is of the league at ADDRESS."""
    with call.store() as store:
        from console.desk.league.sender import LeagueAway, checked_address, checked_token, send
        from console.desk.league.sending import LeagueMembership, LeagueSending

        membership = LeagueMembership(checked_address(address), checked_token(token))
        try:
            send(membership, [])
        except LeagueAway as away:
            raise ConfigError(
                "{address} does not let us in ({why}): look at the address and the token, and"
                " whether `khvatka league serve` runs there",
                address=membership.address,
                why=away.why,
            ) from None
        LeagueSending(store.database).join(membership)
    told = call.words._("Results go to {address}.").format(address=membership.address)
    call.answer(told, event="joined", address=membership.address)


@league.command()
@desk_options
def leave(call: DeskInvocation) -> None:
    """Send the league nothing more; it keeps its results."""
    with call.store() as store:
        from console.desk.league.sending import LeagueSending

        LeagueSending(store.database).join(None)
    call.answer(call.words._("No results are sent any more."), event="left")


@league.command()
@LEAGUE
@click.option("--most", type=WholeRange(1), default=50, help="How many rows.")
@desk_options
def status(call: DeskInvocation, which: str | None, most: int) -> None:
    """How a league stands, or which there are."""
    import msgspec

    words = call.words
    with call.leagues() as store:
        kept = store.leagues()
        if which is None and len(kept) != 1:
            if call.as_json:
                put_json(leagues=[{"id": each.id, "name": each.options.name} for each in kept])
            else:
                say(_listed(kept, words))
            return
        found = store.named(which)
        rows = store.standings(found.id, most=most)
        refused, cafes = len(store.disputes(found.id)), store.cafes(found.id)
    if call.as_json:
        put_json(
            league=found.id,
            name=found.options.name,
            disputes=refused,
            cafes=cafes,
            standings=[msgspec.to_builtins(row) for row in rows],
        )
        return
    from console.cli.league_listing import standing_lines

    say(standing_lines(found, rows, cafes, refused, words, room()))


def _listed(kept: list[LeagueKept], words: Words) -> Iterable[str]:
    if not kept:
        return [words._("No league is kept here: `khvatka league new` begins one.")]
    heads = words._("league"), words._("name")
    return titled(heads, [(each.id, each.options.name) for each in kept], room())


@league.command()
@click.argument("which", metavar="LEAGUE")
@click.argument("person", type=WholeRange(0))
@desk_options
def forget(call: DeskInvocation, which: str, person: int) -> None:
    """Forget a person; `status` tells their number."""
    with call.leagues() as store:
        store.forget(store.named(which).id, person)
    told = call.words._("The nickname is forgotten; the points stay.")
    call.answer(told, event="forgotten", person=person)


@league.command()
@HOST
@PORT
@URLS
@desk_options
def serve(call: DeskInvocation, host: str, port: int, urls: tuple[str, ...]) -> None:
    """Open the league's desk: cafés bring results."""
    with call.leagues() as store, events_extra():
        from console.desk.league.serve import LeagueServing

        serving = LeagueServing(store, host, port, urls)
        told = call.words._("The league is open at {address}; Ctrl-C ends it.")
        lines = told.format(address=serving.address), *reach(call.words, host, urls)
        call.answer(*lines, event="serving", address=serving.address)
        serving.run()
