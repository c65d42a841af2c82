"""The command line: ``khvatka event …``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from console.cli import completing
from console.cli.common import (
    FILE,
    GAME_OPTION,
    GROUP_LANG,
    JSON,
    LANG,
    events_extra,
    language,
    one_sentence,
)
from console.cli.desk import HOST, PORT, URLS, DeskInvocation, desk_options, now_ms, reach
from console.cli.invocation import Invocation, common_options
from console.cli.numbers import Finite, WholeRange
from console.terminal.columns import json_line, put, room, say
from drivers.files import read_file, write_file

if TYPE_CHECKING:
    from console.events.options import EventOptions

STAGE = click.option(
    "--stage",
    "stages",
    multiple=True,
    metavar="'FORMAT NAME=VALUE …'",
    show_default="five rounds of Swiss",
    shell_complete=completing.formats,
    help="A format with its options; once more for a second stage, of the first THROUGH.",
)
GAME = click.option(
    "--game", default="chaos", shell_complete=completing.games, help="The game that is played."
)
PRIZES = click.option(
    "--prizes",
    type=WholeRange(0, 10_000),
    default=1,
    help="So many first places nobody shares: a duel on the pad decides.",
)
TIE_BREAK = click.option(
    "--tie-break",
    "tie_breaks",
    multiple=True,
    metavar="NAME",
    show_default="all but `opponents_mean`",
    help="What decides between equal points, in this order (repeats): `buchholz`,"
    " `sonneborn_berger`, `opponents_mean`, `direct`, `wins`.",
)
EVENT = click.argument("which", metavar="[EVENT]", required=False)


class Described(Protocol):
    """An event as it was told on the command line."""

    def __call__(self, name: str, **given: Any) -> EventOptions: ...


def _event_options(command: Callable[..., None]) -> Callable[..., None]:
    """What an event is: game, stages, rules, tie-breaks, prizes; the command gets ``options``."""

    @GAME
    @STAGE
    @GAME_OPTION(help="An option of the game, of those that `khvatka play --help` tells (repeats).")
    @TIE_BREAK
    @PRIZES
    @wraps(command)
    def run(
        *args: Any,
        game: str,
        stages: tuple[str, ...],
        option: tuple[str, ...],
        tie_breaks: tuple[str, ...],
        prizes: int,
        **own: Any,
    ) -> None:
        def described(name: str, **given: Any) -> EventOptions:
            with events_extra():
                from console.desk.formats import options_of, sizes_of, tie_breaks_of, title_of
            from console.games.registry import GAMES
            from console.option_texts import typed_option

            sizes_of(game)
            typed = (typed_option(GAMES[game].options, text) for text in option)
            rules = {name: value for one in typed for name, value in one.items()}
            order = tie_breaks_of(tie_breaks)
            given |= {"rules": rules, "tie_breaks": order, "prizes": prizes}
            return options_of(title_of(name), game, stages, **given)

        command(*args, options=described, **own)

    return run


@click.group()
@GROUP_LANG
def event() -> None:
    """Events: many tables, one evening, one winner.

    \b
    Formats and their options (rules: console/events/RULES.md):
    swiss rounds=5              one against one, by points
    group_swiss rounds=5 size=4 groups by points
    round_robin pools=2         everybody against everybody
    strikes size=4 strikes=3    out after so many; kind=fair or progressive
    roundless matches=6 size=4  a free table calls the next
    elimination                 out after one; third_place=true
    group_elimination size=4    the first onward=2 of each group go on
    Each takes best_of=3, and through=8 if a stage follows.
    """


@event.command()
@click.option("--players", type=WholeRange(2, 10_000), default=40, help="How many come.")
@click.option("--tables", type=WholeRange(1, 10_000), default=8, help="How many tables.")
@click.option("--seed", type=WholeRange(0, 2**62), default=0, help="Seed of the evening.")
@click.option(
    "--minutes", type=Finite(0.1, 600), default=12.0, help="How long a game takes, in the mean."
)
@JSON
@LANG
@one_sentence
@_event_options
def rehearse(
    options: Described,
    players: int,
    tables: int,
    seed: int,
    minutes: float,
    as_json: bool,
    lang: str | None,
) -> None:
    """Play an event with simulated people beforehand.

    Desk, database, links and outboxes are real, people and time are simulated. Some come late,
    leave early, are not at their table; results are wrong and corrected; tables fail; the desk
    dies once; for an hour there is no network. Told are length, waiting, repeats, fairness of
    tables, and whether every result counts once: status 1 if not.
    """
    from console.i18n import Words

    with events_extra():
        from console.trials.rehearsal.crowd import Troubles
        from console.trials.rehearsal.evening import Evening
        from console.trials.rehearsal.report import reported

    words = Words(language(lang, None))
    evening = Evening(options(words._("Rehearsal")), players, tables, seed, minutes, Troubles())
    evening.run()
    report = reported(evening)
    if as_json:
        put([json_line(report)])
    else:
        say(report.lines(words))
    if not evening.proof.holds:
        sys.exit(1)


@event.command()
@click.argument("name")
@click.option(
    "--seed", type=WholeRange(0, 2**62), show_default="a random one", help="Seed of the draws."
)
@click.option("--no-check-in", is_flag=True, help="Whoever enters is here.")
@desk_options
@_event_options
def new(
    call: DeskInvocation, options: Described, name: str, seed: int | None, no_check_in: bool
) -> None:
    """Begin a new event; its draws come from the seed."""
    import secrets

    described = options(name, check_in=not no_check_in)
    with call.store() as store:
        chosen = secrets.randbits(62) if seed is None else seed
        number = store.new(described, chosen, now_ms())
    said = call.words._("{name} is event {event}.").format(name=name, event=number)
    call.answer(said, event="new", id=number, name=name)


@event.command()
@EVENT
@desk_options
def status(call: DeskInvocation, which: str | None) -> None:
    """How an event stands, or all of them."""
    words = call.words
    with call.store() as store:
        from console.cli.event_listing import standing_lines, status_lines
        from console.desk.status import status_of
        from console.desk.store.one_event import DeskEvent

        kept = store.events()
        listed = which is None and len(kept) != 1
        events = [e.id for e in kept] if listed else [store.named(which)]
        for each in events:
            found = DeskEvent(store, each)
            told = status_of(found)
            if call.as_json:
                put([json_line(told)])
            else:
                say(status_lines(told, words))
                if not listed:
                    say(standing_lines(found.state, words, room()))
        if not (events or call.as_json):
            say([words._("No event is kept here: `khvatka event new` begins one.")])


@event.command("export")
@click.argument("which", metavar="EVENT")
@click.option("--out", type=FILE, required=True, help="The file.")
@desk_options
def export_event(call: DeskInvocation, which: str, out: Path) -> None:
    """Write an event into a file: its log, all results, its tables.

    Whoever has the file can pass as the tables and read every guest's page: keep it as you keep the
    desk.
    """
    with call.store() as store:
        from console.desk.store.bundle import EventBundle

        number = store.named(which)
        bundle = EventBundle.of(store, number)
    write_file(out, bundle.encoded(), private=True)
    call.wrote(out, id=number)


@event.command("import")
@click.argument("file", type=FILE)
@desk_options
def import_event(call: DeskInvocation, file: Path) -> None:
    """Keep an event that `export` wrote; it goes on.

    Its tables need not join anew: they come back to a desk at the same address.
    """
    with call.store() as store:
        from console.desk.store.bundle import unpacked

        bundle = unpacked(read_file(file), str(file))
        number = bundle.put(store, now_ms())
    name = bundle.log.options.name
    told = call.words._("{name} is event {event}.").format(name=name, event=number)
    call.answer(told, event="imported", id=number, name=name)


@event.command()
@EVENT
@HOST
@PORT
@URLS
@desk_options
def serve(
    call: DeskInvocation, which: str | None, host: str, port: int, urls: tuple[str, ...]
) -> None:
    """Open the organiser's desk, for the newest event.

    Or for the one that is named. It tells an address by which the organiser comes in once; all
    others are let in at the desk. Several desks on one database serve one event.
    """
    words = call.words
    with call.store() as store, events_extra():
        from console.desk.access import Role
        from console.desk.runner import EventRunner
        from console.desk.serve import Serving

        pinned = None if which is None else store.named(which)
        runner = EventRunner(store.database, pinned, now_ms)
        serving = Serving(runner, host, port, urls)
        address = serving.web.address
        code = runner.access.invite(Role.ORGANISER, "", now_ms(), typed=False)
        once = f"{address}/enter?code={code}"
        call.answer(
            words._("The desk is open at {address}").format(address=address),
            words._("The organiser comes in once by {address}").format(address=once),
            *reach(words, host, urls),
            words._("Ctrl-C ends it; everything is kept."),
            event="serving",
            address=address,
            organiser=once,
            port=serving.port,
        )
        serving.run()


@event.command()
@click.argument("address")
@click.argument("code")
@click.option(
    "--seats",
    type=WholeRange(2, 8),
    show_default="as the table is configured",
    help="How many seats the table has.",
)
@common_options
def join(call: Invocation, address: str, code: str, seats: int | None) -> None:
    """Let this table join an event.

    CODE are the six digits that the desk shows. The organiser lets the table in by the digits that
    are told here; `khvatka play` is at the event then.
    """
    from console.config import load_config
    from console.link.course import address_of
    from console.link.joining import asked_to_join
    from console.link.lines import Lines
    from console.link.membership import (
        Membership,
        load_memberships,
        membership_path,
        save_memberships,
    )
    from console.wiring.event.client import join_of, why_not_joined
    from drivers.errors import ConfigError

    known = address_of(address)
    if known is None:
        raise ConfigError(
            "{address!r} is no address of a desk: give one such as 192.168.178.20 or"
            " desk.local:8470",
            address=address,
        )
    file = membership_path(call.store_path.parent)
    before = load_memberships(file)
    asked = join_of(code, load_config(None).table.seats if seats is None else seats)
    found = asked_to_join(Lines(), known, asked)
    if not isinstance(found, Membership):
        raise why_not_joined(found, known)
    save_memberships(file, before.joined(found))
    told = call.words._("The organiser lets in the table that shows {check}.")
    call.answer(told.format(check=found.check), event="joined", address=known, check=found.check)
