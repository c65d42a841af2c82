"""The command line: ``khvatka sound``, what the table says aloud."""

from __future__ import annotations

from pathlib import Path

import click

from console.cli.common import FILE, GROUP_LANG, JSON, LANG, language, one_sentence
from console.terminal.columns import columns, json_line, put, room, say


@click.group()
@GROUP_LANG
def sound() -> None:
    """The table's sounds."""


@sound.command()
@click.argument("file", type=FILE)
@JSON
@LANG
@one_sentence
def reel(file: Path, as_json: bool, lang: str | None) -> None:
    """Write all sounds one after the other into a WAV file.

    Of each it tells from when on it is to be heard, what it says, and how loud it is: at its
    loudest and on the whole (LUFS), and its peak (dB of full scale), as EBU R 128 has them.
    """
    import msgspec

    from console.i18n import Words
    from console.screens.messages import cue_words
    from console.sound import reel as reels
    from drivers.files import write_file

    words = Words(language(lang, None))
    write_file(file, reels.wav_file(reels.reel()))
    found = list(reels.entries())
    if as_json:
        put(json_line(msgspec.to_builtins(entry)) for entry in found)
        return
    head = (words._("s"), words._("LUFS, loudest"), words._("LUFS, whole"), words._("peak, dB"), "")
    rows = [
        (
            words.number(entry.at_s, 1),
            words.number(entry.momentary_lufs, 1),
            words.number(entry.integrated_lufs, 1),
            words.number(entry.true_peak_db, 1),
            cue_words(words, entry.cue),
        )
        for entry in found
    ]
    say(columns([head, *rows], room(), right=frozenset(range(4))))
