"""The command line: ``khvatka event …``."""

from __future__ import annotations

import click

from console.cli import completing
from console.cli.common import JSON, LANG, Finite, language, one_sentence
from console.columns import put, say

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
    """Play a whole event with simulated people before anybody is invited.

    People come late, leave early, are not at their table; results are wrong and corrected; tables
    fail; for an hour there is no network. Told are length, waiting, repeats, fairness of tables.
    """
    import msgspec

    from console.desk.formats import options_of
    from console.events.rehearsal.crowd import Troubles
    from console.events.rehearsal.evening import Evening
    from console.events.rehearsal.report import reported
    from console.i18n import Words

    words = Words(language(lang, None))
    options = options_of(words._("Rehearsal"), game, stages)
    evening = Evening(options, players, tables, seed, minutes, Troubles())
    evening.run()
    report = reported(evening)
    if as_json:
        put([msgspec.json.encode(report).decode()])
    else:
        say(report.lines(words))
