"""What ``--help`` tells beyond click's own: where defaults come from, the options of each game, the
environment, the exit status. It is made of what the program itself reads."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import click

from console.cli.language import value_name
from console.i18n import N_
from console.terminal.columns import json_line, room
from console.terminal.speech import speech

if TYPE_CHECKING:
    from console.games.options import Option as GameOption
    from console.settings.setting import CommandOption, Setting

ENVIRONMENT: Final = {
    "KHVATKA_DATA": N_(
        "Folder of the table's data, an absolute path, for all commands. Without it the"
        " folder khvatka in XDG_DATA_HOME, else in ~/.local/share."
    ),
    "KHVATKA_BOARD": N_("Board of the commands `khvatka hw`, as --board names it."),
    "LANG": N_(
        "Language of what is told; LANGUAGE, LC_ALL and LC_MESSAGES go before it. Whoever has"
        " set neither --lang nor the table's own language is told in that one."
    ),
    "COLUMNS": N_(
        "How wide what is told may be. Without it as wide as the terminal; a file takes"
        " lines of any length."
    ),
    "SDL_VIDEODRIVER": N_(
        "What the window goes through, as SDL names it; SDL_AUDIODRIVER: sounds."
    ),
}
WIDEST: Final = 80
STRIPPED: Final = N_("What commands do is not told: Python's option -OO leaves it out.")
STATUSES: Final = {
    "0": N_("It is done."),
    "1": N_(
        "It has been told what is not as it should be: a check, a scenario, a bound"
        " of `khvatka sim fairness`. What `khvatka bench` measures is judged by nobody: 0."
    ),
    "2": N_("It cannot be done: one sentence says why and what would help."),
    "130": N_("Ctrl-C. SIGTERM: 143; its terminal has gone: 129."),
}


def write_environment(formatter: click.HelpFormatter) -> None:
    """The sections of the whole program."""
    words = speech()
    for title, entries in (
        (words._("Environment"), ENVIRONMENT),
        (words._("Exit status"), STATUSES),
    ):
        with formatter.section(title):
            formatter.write_dl([(name, words._(text)) for name, text in entries.items()])


class Formatter(click.HelpFormatter):
    """Help on a narrow terminal too, which click takes for one of 50 columns."""

    def __init__(self, **given: Any) -> None:
        most = room()
        super().__init__(**{**given, "width": None if most is None else min(most, WIDEST)})

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix)
        if sys.flags.optimize > 1:
            self.write("\n")
            self.write_text(speech()._(STRIPPED))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        super().write_dl(list(rows), min(col_max, self.width // 2 - 4), col_spacing)


class Configured(click.Option):
    """An option without which the configuration file, the owner's setting or the default holds."""

    def __init__(self, *args: Any, key: str, **kwargs: Any) -> None:
        """``key`` is that of the configuration file, as ``match.pace_ms``."""
        super().__init__(*args, **kwargs)
        self.key = key

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from console.config import Config

        section, name = self.key.split(".")
        default = getattr(getattr(Config(), section), name)
        if isinstance(default, tuple):
            default = "x".join(map(str, default))
        elif isinstance(default, bool):
            default = (self.opts if default else self.secondary_opts or ["off"])[0].lstrip("-")
        return _with_default(super().get_help_record(ctx), default)


class OfSetting(Configured):
    """An option that sets a setting, as that declares it."""

    def __init__(self, setting: Setting, option: CommandOption) -> None:
        from console.cli.completing import values_of
        from console.cli.numbers import WholeNumber
        from console.settings.kinds import Flag, Whole

        self.message, self.kind, self.after = option.help, setting.kind, option.after
        super().__init__(
            [option.names],
            key=setting.key,
            type=WholeNumber() if isinstance(setting.kind, Whole) else None,
            is_flag=isinstance(setting.kind, Flag),
            default=None,
            shell_complete=values_of(setting.kind),
        )

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        ends = {end: getattr(self.kind, end, None) for end in ("low", "high")}
        self.help = speech()._(self.message).format(**ends)
        self.metavar = value_name(self)
        return super().get_help_record(ctx)


class OneOf(click.Option):
    """An option whose help lists the names that the shell completes for it."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        names = ", ".join(item.value for item in self.shell_complete(ctx, ""))
        one = speech()._("One of {names}.").format(names=names)
        return None if record is None else (record[0], f"{record[1]} {one}")


class WithGames(click.Command):
    """A command whose help lists the options of each game."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        from console.games.registry import ENTRIES, GAMES
        from console.option_texts import told

        words = speech()

        for game in GAMES.values():
            least, most = game.players
            players = str(least) if least == most else f"{least}–{most}"
            section = words._("Options of {game}, for {players} players")
            with formatter.section(section.format(game=game.id, players=players)):
                formatter.write_dl(
                    [
                        (
                            f"--option {name}=…",
                            _defaulting(
                                told(ENTRIES[game.id], name, option, words), _default(option)
                            ),
                        )
                        for name, option in game.options.items()
                    ]
                )


class SettingsCommand(WithGames):
    """A command with an option for each setting that declares one; they are made when somebody
    asks for them: who wants another command need not load the settings."""

    @cached_property
    def of_settings(self) -> tuple[OfSetting, ...]:
        """Those options."""
        from console.settings.declared import SETTINGS

        return tuple(
            OfSetting(each, each.option) for each in SETTINGS.values() if each.option is not None
        )

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = [*super().get_params(ctx)]
        for option in self.of_settings:
            names = [param.name for param in params]
            last = len(params) - 1  # before --help
            params.insert(names.index(option.after) + 1 if option.after in names else last, option)
        return params

    def invoke(self, ctx: click.Context) -> Any:
        """Hands the values over as one: by the setting's key."""
        given = {option.key: ctx.params.pop(str(option.name)) for option in self.of_settings}
        ctx.params["settings"] = given
        return super().invoke(ctx)


def _with_default(record: tuple[str, str] | None, default: Any) -> tuple[str, str] | None:
    return None if record is None else (record[0], _defaulting(record[1], default))


def _defaulting(text: str, default: Any) -> str:
    told = speech()._("default: {default}").format(default=default)
    return f"{text}  [{told}]"


def _default(option: GameOption) -> str:
    value = option.default
    if option.type == "counts":
        return ",".join(map(str, value.values()))
    return value if isinstance(value, str) else json_line(value)
