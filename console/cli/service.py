"""The command line: ``khvatka service …``, for whoever owns a table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.cli import completing
from console.cli.common import (
    GROUP_LANG,
    JSON,
    LANG,
    YES,
    GivenPath,
    confirm,
    language,
    one_sentence,
    put_json,
)
from console.cli.invocation import Invocation, common_options
from console.cli.numbers import WholeRange
from console.terminal.columns import columns, json_line, put, room, say
from console.terminal.speech import complain, speech
from drivers.reasons import reason_of
from drivers.times import MINUTE

if TYPE_CHECKING:
    from console.i18n import Words
    from console.service.store import ServiceStore

SINCE = click.option(
    "--since",
    metavar="DAY",
    show_default="the last reset",
    help="Count from this day on, as 2026-05-01.",
)


def _store(call: Invocation) -> ServiceStore:
    """The owner's part of the store."""
    from console.service.store import ServiceStore

    return ServiceStore(call.store_path)


@click.group()
@GROUP_LANG
def service() -> None:
    """Own a table: its settings, PIN, audits and hints, export, resets."""


@service.command(context_settings={"ignore_unknown_options": True})  # -5 is a value, if a wrong one
@click.argument("what", type=click.Choice(["list", "get", "set", "reset"]), default="list")
@click.argument("key", required=False, shell_complete=completing.setting_keys)
@click.argument("value", required=False, shell_complete=completing.setting_values)
@YES
@common_options
def settings(call: Invocation, what: str, key: str | None, value: str | None, yes: bool) -> None:
    """What can be adjusted: list, get KEY, set KEY VALUE, reset [KEY].

    VALUE is a number, on or off, a word of the list, or hours as 22:00-08:00. The command line of
    `khvatka play` goes before its configuration file, that before these settings, these before the
    defaults. They hold from the table's next start.
    """
    from console.cli.settings_listing import setting_json, setting_lines, settings_lines
    from console.settings.declared import SETTINGS, setting_of
    from drivers.errors import ConfigError

    wanted = {"list": (0, 0), "get": (1, 1), "set": (2, 2), "reset": (0, 1)}[what]
    if not wanted[0] <= sum(word is not None for word in (key, value)) <= wanted[1]:
        raise ConfigError("write it as settings [list | get KEY | set KEY VALUE | reset [KEY]]")
    store, words = _store(call), call.words
    if what == "reset" and key is None:
        question = words._("Give all settings their defaults?")
        confirm(yes, question, "khvatka service settings reset")
    if what == "set" and key is not None and value is not None:
        store.adjust(key, setting_of(key).parse(value))
    elif what == "reset":
        store.readjust(key)
    found = store.adjustments()
    for problem in found.problems:
        complain(problem)
    words = call.words  # the language may be what was set
    known = SETTINGS.values() if key is None else [setting_of(key)]
    if call.as_json:
        put(setting_json(words, each, found.adjusted) for each in known)
    elif key is None:
        say(settings_lines(words, found.adjusted, room()))
    else:
        say(setting_lines(words, setting_of(key), found.adjusted))


@service.command()
@common_options
def profiles(call: Invocation) -> None:
    """What each profile keeps from guests. `settings set guests.profile` chooses one."""
    from console.settings.profiles import PROFILES

    store, words = _store(call), call.words
    chosen = store.adjustments().adjusted["guests.profile"]
    for key, profile in PROFILES.items():
        if call.as_json:
            put_json(
                profile=key,
                chosen=key == chosen,
                closed=sorted(profile.closed),
                text=words._(profile.help),
            )
            continue
        star = "*" if key == chosen else " "
        say([f"{star} {key}: {words._(profile.help)} {profile.keeps(words)}"])


@service.command()
@click.option("--set", "new", is_flag=True, help="Ask for a new PIN.")
@click.option("--reset", is_flag=True, help="Forget the PIN.")
@common_options
def pin(call: Invocation, new: bool, reset: bool) -> None:
    """The PIN of the service menu: is there one, a new one, none.

    Whoever may write the table's data folder may set it or forget it; nobody else can. Without one
    nobody comes into the menu; for ten minutes after --reset one can be chosen at the table.

    --set asks for it twice. Where nobody types, two lines may be piped.
    """
    from console.service.first_pin import FirstPin
    from console.service.pin import new_pin
    from drivers.clock import WallClock
    from drivers.errors import ConfigError

    store, words = _store(call), call.words
    first, now_ns = FirstPin(store.path.parent), WallClock().now_ns()
    if new and reset:
        raise ConfigError("--set and --reset exclude each other: give one of them")
    if reset:
        store.keep_pin(None)
        try:
            first.open(now_ns)
        except OSError as fault:
            raise ConfigError(
                "the PIN is forgotten, but {parent} takes nothing ({strerror}): make room "
                "there, or give --set",
                parent=store.path.parent,
                strerror=reason_of(fault),
            ) from fault
    elif new:
        least = store.adjustments().adjusted.number("service.pin_digits")
        digits = _typed(words._("New PIN"))
        if _typed(words._("Once more")) != digits:
            raise ConfigError("the two PINs differ: nothing was changed, try again")
        store.keep_pin(new_pin(digits, least))
    kept = store.pin()
    if call.as_json:
        put_json(pin=kept is not None, failures=0 if kept is None else kept.failures)
    elif kept is None:
        say([_without_pin(words, first.offered(), first.left_ns(now_ns))])
    else:
        wrong = words.n("{count} wrong try", "{count} wrong tries", kept.failures)
        say([words._("A PIN is set. {tries}").format(tries=wrong.format(count=kept.failures))])


def _without_pin(words: Words, offered: bool, left_ns: int) -> str:
    """Who can choose the first one."""
    if offered:
        return words._(
            "There is no PIN: one can be chosen at the table for ten minutes once it runs."
        )
    if left_ns:
        minutes = -(-left_ns // MINUTE)
        return words.n(
            "There is no PIN: for {count} minute one can be chosen at the table.",
            "There is no PIN: for {count} minutes one can be chosen at the table.",
            minutes,
        ).format(count=minutes)
    return words._("There is no PIN, so nobody can open the service menu: --set sets one.")


def _typed(what: str) -> str:
    """What is typed unseen, or a line that is piped. Raises ConfigError where nobody types."""
    from drivers.errors import ConfigError

    try:
        if sys.stdin.isatty():
            return str(click.prompt(what, hide_input=True))
        typed = sys.stdin.readline().rstrip("\r\n")
    except click.Abort as ended:
        if not isinstance(ended.__context__, EOFError):  # Ctrl-C
            raise
        typed = ""
    if not typed:
        raise ConfigError("no PIN was typed: nothing was changed, try in a terminal")
    return typed


@service.command()
@SINCE
@click.option("--csv", "as_csv", is_flag=True, help="One figure a line, for spreadsheets.")
@common_options
def audits(call: Invocation, since: str | None, as_csv: bool) -> None:
    """What was played and when, where people sat, what buttons did."""
    from console.service.audit_listing import audit_lines
    from console.service.audits import audit, parse_day, read_evidence
    from console.service.export import audits_csv, audits_json
    from drivers.errors import ConfigError

    if call.as_json and as_csv:
        raise ConfigError("--json and --csv exclude each other: give one of them")
    day = parse_day(since)
    store, words = _store(call), call.words
    found = audit(read_evidence(store), day)
    if call.as_json:
        put([audits_json(found).decode().rstrip()])
    elif as_csv:
        sys.stdout.write(audits_csv(found))
    else:
        say(audit_lines(words, found, room()))


@service.command()
@SINCE
@common_options
def hints(call: Invocation, since: str | None) -> None:
    """What to look at: worn buttons, games that people leave."""
    from console.service.audit_listing import hint_lines
    from console.service.audits import audit, parse_day, read_evidence
    from console.service.hints import hints as find

    day = parse_day(since)
    store, words = _store(call), call.words
    found = find(audit(read_evidence(store), day))
    if call.as_json:
        put(json_line(hint.to_json(words)) for hint in found)
    else:
        say(hint_lines(words, found))


@service.command()
@click.argument("folder", type=GivenPath(), required=False)
@SINCE
@common_options
def export(call: Invocation, folder: Path | None, since: str | None) -> None:
    """Write audits and matches into FOLDER, or onto a USB stick.

    They go into a new folder there. Without FOLDER there must be one stick and no other.

    They are CSV and JSON, and nobody's name is in them. Audits count from their last reset;
    matches are all that are kept. With --since both begin on that day.
    """
    import os
    from datetime import datetime

    from console.service.audits import parse_day
    from console.service.sticks.errands import Export
    from console.service.sticks.mounted import shown
    from console.service.sticks.worker import Crew
    from drivers.errors import ConfigError

    day = parse_day(since)
    store, words = _store(call), call.words
    place = folder or _only_stick()
    errand = Export(
        os.fsencode(os.path.abspath(place)),
        os.fsencode(os.path.abspath(store.path)),
        datetime.now().astimezone().date().isoformat(),
        None if day is None else day.isoformat(),
        named=folder is not None,
    )
    done = Crew().begin(errand, words).finish()
    if done.failure is not None:
        raise ConfigError(done.failure)
    if call.as_json:
        for name in done.names:
            put_json(event="written", file=str(place / name), stick=done.on_stick)
        return
    say(shown(str(place / name)) for name in done.names)
    if done.on_stick:
        say([words._("All is on the stick; it can be taken out.")])


def _only_stick() -> Path:
    """The only stick that is plugged in. Raises ConfigError when there is none, or several."""
    from console.service.sticks.mounted import find_sticks, shown
    from drivers.errors import ConfigError, Sentence

    found = find_sticks()
    if len(found) != 1:
        plugged = ", ".join(shown(str(stick.path)) for stick in found) or Sentence("none")
        raise ConfigError(
            "name the FOLDER to write into (sticks that are plugged in: {plugged})", plugged=plugged
        )
    return found[0].path


@service.command()
@click.option("-n", "--lines", type=WholeRange(1, 10_000), default=50, help="How many.")
@JSON
@LANG
@one_sentence
def logs(lines: int, as_json: bool, lang: str | None) -> None:
    """The last lines of what the table's program said."""
    import subprocess

    from console.service.journal import journal_json
    from drivers.errors import ConfigError

    language(lang, None)
    command = ["journalctl", "--quiet", "--unit", "khvatka", "--no-pager", "--lines", str(lines)]
    command += ["--output", "json"] if as_json else []
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except OSError as error:
        raise ConfigError(
            "there is no journal here: a table that was started by hand says it all in its terminal"
        ) from error
    if done.returncode:
        raise ConfigError("the journal cannot be read: {strip}", strip=done.stderr.strip())
    if as_json:
        put(journal_json(done.stdout))
    else:
        say(done.stdout.splitlines() or [speech()._("The table's program has said nothing here.")])


@service.command()
@common_options
def about(call: Invocation) -> None:
    """Version, data, room on the disk, temperature. `khvatka hw check` looks at the board."""
    from console.service.place import place_facts, place_json
    from console.store.schema import default_data_dir

    folder = call.data or default_data_dir()
    if call.as_json:
        put_json(**place_json(folder))
    else:
        say(columns(place_facts(call.words, folder), room()))


@service.command()
@click.argument("what", type=click.Choice(["audits", "records"]))
@YES
@common_options
def reset(call: Invocation, what: str, yes: bool) -> None:
    """Begin anew: audits, or records.

    Audits are plays and presses; records are records, wins and ratings. Matches, which export
    writes all the same, nicknames and settings stay.
    """
    from console.service.resets import reset_audits, reset_records

    store, words = _store(call), call.words
    if what == "audits":
        question, done = words._("Begin audits anew?"), reset_audits
        text = words._("Plays and presses are counted from now on.")
    else:
        question, done = words._("Begin records and ratings anew?"), reset_records
        text = words._("Records and ratings begin anew.")
    confirm(yes, question, f"khvatka service reset {what}")
    done(store)
    call.answer(text, event="reset", what=what)
