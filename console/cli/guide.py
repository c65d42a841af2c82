"""The command line: ``khvatka guide``, what one reads in another folder than a checkout."""

from __future__ import annotations

import click

from console.cli import completing
from console.cli.common import LANG, language, one_sentence
from console.terminal.columns import columns, put, room, say
from console.terminal.stopping import left_to_others


@click.command()
@click.argument("name", required=False, shell_complete=completing.guides)
@click.option(
    "--path", "as_path", is_flag=True, help="Tell where the file is, its drawings beside."
)
@LANG
@one_sentence
def guide(name: str | None, as_path: bool, lang: str | None) -> None:
    """Print a guide, or an example of a file. Without NAME: list them."""
    from console.guides import GUIDES, find_guide
    from console.i18n import Words
    from drivers.errors import ConfigError

    words = Words(language(lang, None))
    if name is not None:
        file = find_guide(name).file(words.language)
        if as_path:
            put([str(file)])
            return
        with left_to_others():  # a pager has the terminal
            click.echo_via_pager(file.read_text(encoding="utf-8"))
        return
    if as_path:
        raise ConfigError("--path needs the NAME of a guide: `khvatka guide` lists them")
    rows = [(each, words._(found.about)) for each, found in GUIDES.items()]
    say(columns(rows, room()))
