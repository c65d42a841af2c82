"""What all parts of the command line share: our errors as one sentence, common options."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, Final, NoReturn, ParamSpec

import click
from click.shell_completion import CompletionItem

from console.cli import completing
from console.cli.language import LANG_KEY, chosen, speaking
from console.games.errors import GameError
from console.i18n import LANGUAGES
from console.system.handles import may_open
from console.system.streams import suit
from console.terminal.columns import json_line, put
from console.terminal.speech import complain, speak, speech
from drivers.errors import ConfigError, KhvatkaError, Sentence, installing
from drivers.reasons import reason_of

P = ParamSpec("P")
GAME_OPTION: Final = partial(
    click.option,
    "--option",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=completing.game_options,
)
INTERRUPTED: Final = 130
LEAST_OPEN: Final = 64
"""So many files and lines at once are enough for any command; a web process looks for more."""
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
TOO_FEW: Final = Sentence(
    "only {open_n} files may be open at once: allow {least_n} (`ulimit -n {least_n}`)"
)
FULL: Final = Sentence("no room is left on the disk that this writes to: make room there")


FILE: Final = click.Path(path_type=Path, readable=False)
"""A file's path. Whoever reads or writes it tells what is wrong with it: click would in English."""


class GivenPath(click.Path):
    """A path that is not empty. Nothing is looked at: what lies there may not answer."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="dir")]

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if not os.fspath(value):  # as a script writes it whose variable is not set
            self.fail(speech()._("it is empty: name a folder"), param, ctx)
        return super().convert(value, param, ctx)


class GivenFolder(GivenPath):
    """A folder that is there or could be made: nothing below a file."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        named = super().convert(value, param, ctx)
        place = os.fspath(named)
        while place and not os.path.exists(place):
            place = os.path.dirname(place)
        if place and not os.path.isdir(place):
            self.fail(
                speech()._("{place} is no folder: name another").format(place=place), param, ctx
            )
        return named


DATA = click.option(
    "--data",
    type=GivenFolder(),
    is_eager=True,
    show_default="KHVATKA_DATA, else khvatka in ~/.local/share",
    help="Folder of the table's data.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="For programs: one JSON object a line.")
YES = click.option("--yes", is_flag=True, help="Do not ask.")


def _lang(*, exposed: bool) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """``--lang`` before a command's name holds for it too, unless it names another one itself."""

    def known(ctx: click.Context, _param: click.Parameter, asked: str | None) -> str | None:
        if asked is not None:
            ctx.meta[LANG_KEY] = asked  # which groups share with what is below them
        found: str | None = ctx.meta.get(LANG_KEY)
        return found

    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        is_eager=True,
        callback=known,
        expose_value=exposed,
        show_default="the table's own, else the system's",
        help="Language of the texts.",
    )


LANG = _lang(exposed=True)
GROUP_LANG = _lang(exposed=False)


def language(asked: str | None, data: Path | None) -> str:
    """The language ``chosen``. Complaints are in it too from now on."""
    found = chosen(asked, data)
    speak(found)
    return found


class Program(click.Group):
    """The whole command line: whatever its input and output are, no traceback comes of that."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Ends the program as click's own does, but for what that makes of interrupts and pipes."""
        _open_streams()
        try:
            sys.exit(self._status(args, prog_name, complete_var, **extra))
        finally:
            _write_out()

    def _status(
        self,
        args: Sequence[str] | None,
        prog_name: str | None,
        complete_var: str | None,
        **extra: Any,
    ) -> int:
        with speaking(self, sys.argv[1:] if args is None else args):
            if (open_n := may_open(LEAST_OPEN)) < LEAST_OPEN:  # else anything may fail, anywhere
                complain(TOO_FEW.of(open_n=open_n, least_n=LEAST_OPEN))
                return 2
            try:
                status: int | None = super().main(args, prog_name, complete_var, False, **extra)
                return status or 0
            except click.exceptions.NoArgsIsHelpError as error:
                error.show()
                return error.exit_code
            except click.ClickException as error:
                complain(_one_line(error))
                return error.exit_code
            except click.Abort:
                return INTERRUPTED

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _writing():  # --help and --version print here
            return super().make_context(*args, **kwargs)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from console.cli.helping import write_environment

        super().format_epilog(ctx, formatter)
        write_environment(formatter)

    def invoke(self, ctx: click.Context) -> Any:
        with _writing():
            return super().invoke(ctx)


@contextmanager
def _writing() -> Iterator[None]:
    """Raises Exit where output is not taken."""
    try:
        yield
    except BrokenPipeError:  # whoever does not read on (`| head`) has read enough
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        complain(FULL)
        _given_up()
        raise click.exceptions.Exit(2) from None


def _one_line(error: click.ClickException) -> Sentence | str:
    """What click says in several lines."""
    said = " ".join(error.format_message().split()).removesuffix(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return said
    return Sentence("{said} (`{command} --help`)", said=said, command=context.command_path)


def _open_streams() -> None:
    """The three of them, whatever was closed before the start."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    suit()


def _write_out() -> None:
    """The last of what was said."""
    error = _given_up()
    if error is None or isinstance(error, BrokenPipeError):
        return
    if error.errno in NO_ROOM:
        complain(FULL)
    else:
        complain(
            Sentence(
                "what this says cannot be written ({why}): send it elsewhere", why=reason_of(error)
            )
        )
    sys.exit(2)


def _given_up() -> OSError | None:
    """Write what is still buffered; where that fails, let it go: it would fail again later."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error
    return None


def put_json(**facts: Any) -> None:
    """One line for programs."""
    put([json_line(facts)])


def confirm(yes: bool, question: str, command: str) -> None:
    """Go on only if whoever gave the command means it: ``--yes`` says so, or they are asked in
    their terminal. Raises ConfigError if not."""
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise ConfigError("nothing was changed: `{command} --yes` does it", command=command)
    answers = speech()._("[y/N]")
    sys.stderr.write(f"{question} {answers} ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes", "д", "да"):
        raise ConfigError("nothing was changed")


def _speak_as(options: Mapping[str, Any]) -> None:
    """In the language of the command's output, which may not have been asked for yet."""
    if "lang" in options:
        language(options["lang"], options.get("data"))


def one_sentence(command: Callable[P, None]) -> Callable[P, None]:
    """Turn our errors into click's: one sentence, status 2."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except KhvatkaError as error:
            _speak_as(kwargs)
            complain(error)
            sys.exit(2)
        except GameError as error:  # a game that is installed, but cannot be loaded
            _speak_as(kwargs)
            complain(Sentence(error.message))
            sys.exit(2)
        except PermissionError as error:
            _speak_as(kwargs)
            complain(
                Sentence(
                    "{path}: run this as its owner (sudo -u), or name another", path=error.filename
                )
            )
            sys.exit(2)
        except OSError as error:
            gone = isinstance(error, FileNotFoundError)  # nameless: the shell's own folder
            path = error.filename or (os.curdir if gone else None)
            if path is None or error.errno in NO_ROOM:
                raise
            _speak_as(kwargs)
            complain(Sentence("{path}: {why}: name another", path=path, why=reason_of(error)))
            sys.exit(2)

    return guarded


@contextmanager
def events_extra() -> Iterator[None]:
    """What is imported here comes with the extra ``events``. Raises ConfigError where it is not
    installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigError(
            "events need {module}: {line}", module=error.name, line=installing("khvatka[events]")
        ) from None
