"""The command line: ``khvatka matches`` and ``khvatka replay``."""

from __future__ import annotations

from pathlib import Path

import click

from console.cli import completing
from console.cli.common import FILE
from console.cli.invocation import Invocation, common_options
from console.cli.numbers import Finite, WholeNumber
from console.terminal.columns import put, room, say
from console.terminal.speech import complain
from drivers.errors import ConfigError


@click.command()
@common_options
def matches(call: Invocation) -> None:
    """List the matches that were played, the newest first.

    Those that are damaged are told on standard error.
    """
    from console.cli.match_listing import matches_json, matches_lines
    from console.store.reader import Store
    from console.store.soundness import Flaw, FlawKind

    store = Store(call.store_path)
    found = store.matches()
    if call.as_json:
        put(matches_json(found))
    else:
        say(matches_lines(call.words, found, room()))
    for number in store.damaged():
        complain(Flaw(FlawKind.MATCH, str(number)).sentence())


@click.command()
@click.argument("what", metavar="MATCH|FILE.crash", shell_complete=completing.matches_and_crashes)
@click.option("--window", is_flag=True, help="Play it again in the window.")
@click.option(
    "--speed",
    type=Finite(0, min_open=True),
    show_default="1",
    help="Times real speed in the window, which then closes after the last picture.",
)
@click.option(
    "--duel",
    type=WholeNumber(),
    shell_complete=completing.duels,
    help="This duel, as the printed match numbers it.",
)
@click.option("--plot", type=FILE, help="Its photo finish: an SVG or PNG.")
@click.option("--export", type=FILE, help="All of it, for `khvatka sim run` (JSON).")
@common_options
def replay(
    call: Invocation,
    what: str,
    window: bool,
    speed: float | None,
    duel: int | None,
    plot: Path | None,
    export: Path | None,
) -> None:
    """Print a match again, its verdicts judged anew from the samples. Or watch it; or draw the
    photo finish of one of its duels, or put all of it into one file. Of a crash that the table
    left: tell it and replay it.

    Status 1 if the decoder that judged the verdicts gives others now (what another version would
    give is told), or if the crash does not lead to the same.
    """
    _fit_together(duel, plot or export, window, call.as_json, speed)
    if what.endswith(".crash"):
        if window or duel:
            raise ConfigError(
                "{path}: a crash has neither --window nor --duel: leave them out", path=what
            )
        if not _replay_crash(call, Path(what)):
            raise SystemExit(1)
        return
    if not (what.isascii() and what.isdecimal()) or len(what) > 18:  # SQLite's integers end there
        raise ConfigError(
            "{what!r} is no match: give its number, or the FILE.crash of a crash", what=what
        )
    match = int(what)
    if duel is not None and plot is not None:
        from console.wiring.matches.photos import plot as plot_it

        plot_it(match, duel, plot, call.language, call.data)
        call.wrote(plot, match=match, duel=duel)
    if duel is not None and export is not None:
        from console.trials.scenario.dispute import export as export_it

        export_it(match, duel, export, call.data)
        call.wrote(export, match=match, duel=duel)
    if duel is not None:
        return
    if window:
        from console.wiring.window.replay import watch

        watch(match, call.language, call.data, speed)
    elif not _print(call, match):
        raise SystemExit(1)


def _print(call: Invocation, match: int) -> bool:
    """False when the decoder that judged the verdicts gives others now."""
    from console.cli.retelling import replay_json, replay_lines
    from console.store.replay import redecide
    from console.wiring.matches.stored import open_store

    stored = open_store(call.data).match(match)
    proof = redecide(stored)
    if call.as_json:
        put(replay_json(stored, proof))
    else:
        say(replay_lines(call.words, stored, proof))
    return not any(again.failed for again in proof)


def _replay_crash(call: Invocation, path: Path) -> bool:
    """Does it lead to the same?"""
    from console.cli.crash_telling import crash_json, crash_lines
    from console.wiring.crash.bundle import read_bundle
    from console.wiring.crash.crash_replay import replay_crash

    bundle = read_bundle(path)
    replay = replay_crash(bundle) if bundle.manifest.complete else None
    if call.as_json:
        put([crash_json(bundle.manifest, replay)])
    else:
        say(crash_lines(call.words, bundle.manifest, replay))
    return replay is not None and replay.same


def _fit_together(
    duel: int | None, file: Path | None, window: bool, as_json: bool, speed: float | None
) -> None:
    """Raises ConfigError for options of ``replay`` of which one would change nothing."""
    if (duel is None) != (file is None):
        raise ConfigError(
            "--duel and --plot or --export belong together: give the duel and the file"
        )
    if duel is not None and window:
        raise ConfigError("--duel and --window exclude each other: a window shows the whole match")
    if speed is not None and not window:
        raise ConfigError("--speed needs --window: what is printed has none")
    if as_json and window:
        raise ConfigError("--json and --window exclude each other: a window prints nothing")
