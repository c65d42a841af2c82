"""The command line: ``khvatka event …``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.cli import completing
from console.cli.common import (
    DATA,
    JSON,
    LANG,
    Finite,
    events_extra,
    language,
    one_sentence,
    put_json,
)
from console.columns import put, room, say
from drivers.files import read_file, write_file

if TYPE_CHECKING:
    from console.desk.store import DeskStore

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


DATABASE = click.option(
    "--database",
    metavar="URL",
    show_default="events.sqlite3 in the folder of the table's data",
    help="Where events are kept: sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME.",
)
HOST = click.option(
    "--host",
    default="127.0.0.1",
    help="The address at which it is open: that of this machine in the hall's network.",
)
PORT = click.option("--port", type=click.IntRange(0, 65535), default=8470, help="Its port; 0: any.")
URLS = click.option(
    "--url",
    "urls",
    multiple=True,
    metavar="URL",
    show_default="none",
    help="By which a proxy calls this desk, such as https://desk.example.org.",
)
EVENT = click.argument("which", metavar="[EVENT]", required=False)


@contextmanager
def desk_store(database: str | None, data: Path | None) -> Iterator[DeskStore]:
    """The desk's store. Raises ConfigError."""
    from console.store.schema import store_path

    with events_extra():
        from console.desk.database import DeskDatabase
        from console.desk.store import DeskStore
    if database is None:
        file = store_path(data).with_name("events.sqlite3")
        file.parent.mkdir(parents=True, exist_ok=True)
        database = f"sqlite:///{file}"
    opened = DeskDatabase(database)
    try:
        yield DeskStore(opened)
    finally:
        opened.close()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@click.group()
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
@click.option("--players", type=click.IntRange(2, 10_000), default=40, help="How many come.")
@click.option("--tables", type=click.IntRange(1, 10_000), default=8, help="How many tables.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, help="Seed of the evening.")
@GAME
@STAGE
@click.option(
    "--minutes", type=Finite(0.1, 600), default=12.0, help="How long a game takes, in the mean."
)
@JSON
@LANG
@one_sentence
def rehearse(
    players: int,
    tables: int,
    seed: int,
    game: str,
    stages: tuple[str, ...],
    minutes: float,
    as_json: bool,
    lang: str | None,
) -> None:
    """Play an event with simulated people beforehand.

    People come late, leave early, are not at their table; results are wrong and corrected; tables
    fail; for an hour there is no network. Told are length, waiting, repeats, fairness of tables.
    """
    import msgspec

    from console.i18n import Words

    with events_extra():
        from console.desk.formats import options_of
        from console.events.rehearsal.crowd import Troubles
        from console.events.rehearsal.evening import Evening
        from console.events.rehearsal.report import reported

    words = Words(language(lang, None))
    options = options_of(words._("Rehearsal"), game, stages)
    evening = Evening(options, players, tables, seed, minutes, Troubles())
    evening.run()
    report = reported(evening)
    if as_json:
        put([msgspec.json.encode(report).decode()])
    else:
        say(report.lines(words))


@event.command()
@click.argument("name")
@GAME
@STAGE
@click.option(
    "--seed", type=click.IntRange(0, 2**62), show_default="a random one", help="Seed of the draws."
)
@click.option("--no-check-in", is_flag=True, help="Whoever enters is here.")
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def new(
    name: str,
    game: str,
    stages: tuple[str, ...],
    seed: int | None,
    no_check_in: bool,
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """Begin a new event; its draws come from the seed."""
    import secrets

    from console.desk.formats import options_of
    from console.i18n import Words

    words = Words(language(lang, data))
    options = options_of(name, game, stages, check_in=not no_check_in)
    with desk_store(database, data) as store:
        chosen = secrets.randbits(62) if seed is None else seed
        number = store.new(options, chosen, now_ms())
    if as_json:
        put_json(event="new", id=number, name=name)
    else:
        say([words._("{name} is event {event}.").format(name=name, event=number)])


@event.command()
@EVENT
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def status(
    which: str | None, database: str | None, as_json: bool, lang: str | None, data: Path | None
) -> None:
    """How an event stands, or all of them."""
    import msgspec

    from console.i18n import Words

    words = Words(language(lang, data))
    with desk_store(database, data) as store:
        from console.desk.status import standing_lines, status_of
        from console.desk.store import DeskEvent

        kept = store.events()
        listed = which is None and len(kept) != 1
        events = [e.id for e in kept] if listed else [store.named(which)]
        for each in events:
            found = DeskEvent(store, each)
            told = status_of(found)
            if as_json:
                put([msgspec.json.encode(told).decode()])
            else:
                say(told.lines(words))
                if not listed:
                    say(standing_lines(found.state, words, room()))
        if not (events or as_json):
            say([words._("No event is kept here: `khvatka event new` begins one.")])


@event.command("export")
@click.argument("which", metavar="EVENT")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file."
)
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def export_event(
    which: str,
    out: Path,
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """Write an event into a file: its log and all results."""
    from console.i18n import Words

    words = Words(language(lang, data))
    with desk_store(database, data) as store:
        from console.desk.bundle import Bundle

        number = store.named(which)
        bundle = Bundle(number, store.log(number), tuple(store.results(number)))
    write_file(out, bundle.encoded())
    if as_json:
        put_json(event="written", id=number, file=str(out))
    else:
        say([words._("{file} is written.").format(file=out)])


@event.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def import_event(
    file: Path, database: str | None, as_json: bool, lang: str | None, data: Path | None
) -> None:
    """Keep an event that `export` wrote; it goes on."""
    from console.i18n import Words

    words = Words(language(lang, data))
    with desk_store(database, data) as store:
        from console.desk.bundle import unpacked

        bundle = unpacked(read_file(file), str(file))
        number = store.put(bundle.log, bundle.results, now_ms(), bundle.event)
    name = bundle.log.options.name
    if as_json:
        put_json(event="imported", id=number, name=name)
    else:
        say([words._("{name} is event {event}.").format(name=name, event=number)])


@event.command()
@EVENT
@HOST
@PORT
@URLS
@DATABASE
@JSON
@LANG
@DATA
@one_sentence
def serve(
    which: str | None,
    host: str,
    port: int,
    urls: tuple[str, ...],
    database: str | None,
    as_json: bool,
    lang: str | None,
    data: Path | None,
) -> None:
    """Open the organiser's desk, for the newest event.

    Or for the one that is named. It tells an address by which the organiser comes in once; all
    others are let in at the desk. Several desks on one database serve one event.
    """
    from console.i18n import Words

    words = Words(language(lang, data))
    with desk_store(database, data) as store, events_extra():
        from console.desk.access import Role
        from console.desk.office import Office
        from console.desk.serve import Serving

        pinned = None if which is None else store.named(which)
        office = Office(store.database, pinned, now_ms)
        serving = Serving(office, host, port, urls)
        address = serving.web.address
        code = office.access.invite(Role.ORGANISER, "", now_ms(), typed=False)
        once = f"{address}/enter?code={code}"
        if as_json:
            put_json(event="serving", address=address, organiser=once, port=serving.port)
        else:
            say(
                [
                    words._("The desk is open at {address}").format(address=address),
                    words._("The organiser comes in once by {address}").format(address=once),
                    words._("Ctrl-C ends it; everything is kept."),
                ]
            )
        serving.run()


@event.command()
@click.argument("address")
@click.argument("code")
@click.option(
    "--seats",
    type=click.IntRange(2, 8),
    show_default="as the table is configured",
    help="How many seats the table has.",
)
@JSON
@LANG
@DATA
@one_sentence
def join(
    address: str, code: str, seats: int | None, as_json: bool, lang: str | None, data: Path | None
) -> None:
    """Let this table join an event.

    CODE are the six digits that the desk shows. The organiser lets the table in by the digits that
    are told here; `khvatka play` is at the event then.
    """
    from console.config import load_config
    from console.i18n import Words
    from console.link.course import address_of
    from console.link.joining import asked_to_join
    from console.link.lines import Lines
    from console.link.membership import Membership, membership_path, remember, remembered
    from console.store.schema import store_path
    from console.wiring.event import join_of, why_not_joined
    from drivers.errors import ConfigError

    words = Words(language(lang, data))
    known = address_of(address)
    if known is None:
        raise ConfigError(
            "{address!r} is no address of a desk: give one such as 192.168.178.20 or"
            " desk.local:8470",
            address=address,
        )
    file = membership_path(store_path(data).parent)
    before = remembered(file)
    asked = join_of(code, load_config(None).table.seats if seats is None else seats)
    found = asked_to_join(Lines(), known, asked)
    if not isinstance(found, Membership):
        raise why_not_joined(found, known)
    remember(file, before.joined(found))
    if as_json:
        put_json(event="joined", address=known, check=found.check)
    else:
        text = words._("The organiser lets in the table that shows {check}.")
        say([text.format(check=found.check)])
