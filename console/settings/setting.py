"""What a setting is: one declaration, read by file, command line, lobby and service menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Final, TypeVar

from console.i18n import Words
from console.settings.kinds import Kind, Unit, Value
from drivers.errors import ConfigError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_DECLARED: Final = "setting"
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyWords:
    """How guests see it in the lobby, where that differs from what the owner sees.

    Texts are message ids. ``values`` are the words of its values, ``means`` what each of them means
    in play. ``turns``: the values that ● goes through. ``unit``: what a number is shown in.
    """

    label: str = ""
    help: str = ""
    values: Mapping[object, str] = field(default_factory=dict)
    means: Mapping[object, str] = field(default_factory=dict)
    turns: tuple[Value, ...] = ()
    unit: Unit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandOption:
    """The option of ``khvatka play`` that sets it: a flag, a whole number or a choice.

    ``names`` as click writes them, ``--auto/--no-auto``. ``help`` is a message id, in which
    ``{low}`` and ``{high}`` are the ends of the range. ``after`` is the option (its name in the
    code) that it follows in the help; without one it comes last.
    """

    names: str
    help: str
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting. ``group``, ``label`` and ``help`` are message ids, for the owner.

    ``key`` is SECTION.NAME, as in the configuration file. ``at_once``: a change takes effect while
    the table runs, else from its next start. ``option``: None if the command line has none.
    """

    key: str
    group: str
    label: str
    help: str
    kind: Kind
    default: Value
    at_once: bool
    option: CommandOption | None
    lobby: LobbyWords

    @property
    def section(self) -> str:
        """Its section of the file."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """Its name in the section."""
        return self.key.partition(".")[2]

    @property
    def typed(self) -> str:
        """What the command line calls it."""
        return self.key if self.option is None else self.option.names.partition("/")[0]

    def parse(self, text: str) -> Value:
        """The value that was typed. Raises ConfigError: the key and the range."""
        try:
            return self.kind.parse(text)
        except ValueError:
            raise ConfigError(
                "{key} is {text!r}: give {wanted}",
                key=self.key,
                text=text,
                wanted=self.kind.wanted(),
            ) from None

    def check(self, value: object, said: str = "") -> None:
        """Raises ConfigError for a value that cannot be: the key, or what was ``said`` instead of
        it, and the range."""
        if not self.kind.allows(value):
            raise ConfigError(
                "{key} is {value!r}: give {wanted}",
                key=said or self.key,
                value=value,
                wanted=self.kind.wanted(),
            )

    # -- in the lobby --------------------------------------------------------------------------

    def turns(self) -> tuple[Value, ...]:
        """The values that ● goes through, round and round."""
        return self.lobby.turns or self.kind.turns()

    def lobby_label(self, words: Words) -> str:
        """The name of its line."""
        return words._(self.lobby.label or self.label)

    def lobby_value(self, words: Words, value: Value) -> str:
        """What it is set to."""
        if value in self.lobby.values:
            return words._(self.lobby.values[value])
        if self.lobby.unit is not None:
            return self.lobby.unit.shown(words, value)
        return self.kind.shown(words, value)

    def lobby_help(self, words: Words, value: Value) -> str:
        """What it is set to means in play, else what it does."""
        return words._(self.lobby.means.get(value) or self.lobby.help or self.help)


def setting(
    default: T,
    group: str,
    label: str,
    help_text: str,
    kind: Kind,
    *,
    at_once: bool = True,
    option: CommandOption | None = None,
    lobby: LobbyWords | None = None,
) -> T:
    """A field of a section's dataclass that is a ``Setting``; it has its key from there."""
    found = Setting(
        key="",
        group=group,
        label=label,
        help=help_text,
        kind=kind,
        default=default,  # type: ignore[arg-type] # a Value of the field's own type
        at_once=at_once,
        option=option,
        lobby=lobby or LobbyWords(),
    )
    declared: T = field(default=default, metadata={_DECLARED: found})
    return declared


def declared(section: str, fields_of: type[DataclassInstance]) -> tuple[Setting, ...]:
    """The settings that a dataclass declares for a section of the file, in their order."""
    return tuple(
        replace(each.metadata[_DECLARED], key=f"{section}.{each.name}")
        for each in fields(fields_of)
    )
