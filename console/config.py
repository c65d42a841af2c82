"""The configuration file: TOML, every key optional, unknown keys refused.

Its keys are the settings (``console.settings.declared``) and a few that are none;
``guides/config.toml`` tells them all, with their defaults. What a file does not say is as the owner
has adjusted it (``khvatka service settings``), else as there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any

import msgspec

from console.settings.declared import SETTINGS, Comforts, Hosting, Matches, meant
from console.settings.hours import DaySpan
from console.settings.kinds import Value
from drivers.errors import ConfigError
from drivers.files import mending, read_text

_Pixels = Annotated[int, msgspec.Meta(ge=480, le=8192)]


@dataclass(frozen=True, kw_only=True)
class TableConfig(Comforts, Hosting):
    """The table itself; these fields are no settings."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=8)] = 4
    board: str = "pc"
    size: tuple[_Pixels, _Pixels] = (1280, 800)
    fullscreen: bool = False
    left_seats: tuple[Annotated[int, msgspec.Meta(ge=0, le=7)], ...] = ()
    phones_host: str | None = None

    def open_span(self) -> DaySpan | None:
        """The opening hours, None without any."""
        return None if self.opening_hours is None else DaySpan.parse(self.opening_hours)


@dataclass(frozen=True, kw_only=True)
class Config:
    """The whole file. ``options`` are the house options by game."""

    table: TableConfig = field(default_factory=TableConfig)
    match: Matches = field(default_factory=Matches)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def with_changes(self, changes: Mapping[str, Any]) -> Config:
        """These values with some changed, in the form of the file.

        Raises ConfigError for unknown keys, and values of settings that cannot be;
        msgspec.ValidationError for all other values that cannot be.
        """
        merged: dict[str, dict[str, Any]] = msgspec.to_builtins(self)
        _known("", changes, merged)
        for section, values in changes.items():
            if not isinstance(values, Mapping):
                raise ConfigError("{key} is {value!r}: begin a [{key}]", key=section, value=values)
            if section != "options":
                _known(f"{section}.", values, merged[section])
                _allowed(section, values)
            merged[section].update(values)
        return msgspec.convert(merged, Config)

    def with_settings(self, values: Mapping[str, Value]) -> Config:
        """These values with some settings changed, by key. Raises ConfigError."""
        changes: dict[str, dict[str, Value]] = {}
        for key, value in values.items():
            changes.setdefault(SETTINGS[key].section, {})[SETTINGS[key].name] = value
        return self.with_changes(changes)


def in_file(key: str) -> bool:
    """Can a file say what this setting is?"""
    return SETTINGS[key].section in {each.name for each in fields(Config)}


def _known(before: str, said: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for key in said:
        if key not in known:
            raise ConfigError(
                "there is no key {key}{meant}: `khvatka guide config` tells all",
                key=before + key,
                meant=meant(key, known),
            )


def _allowed(section: str, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        declared = SETTINGS.get(f"{section}.{name}")
        if declared is not None and not declared.kind.allows(value):
            raise ConfigError(
                "{key} is {value!r}: give {wanted}",
                key=declared.key,
                value=value,
                wanted=declared.kind.written(),
            )


def read_config(path: Path | None) -> Callable[[Config], Config]:
    """What a configuration file changes in a configuration; it is read once, a pipe has no more.

    Raises ConfigError: one sentence with the file, the key's path and the mend.
    """
    if path is None:
        return lambda base: base
    text = read_text(path)
    with mending(path):
        said = msgspec.toml.decode(text)

    def changed(base: Config) -> Config:
        with mending(path):
            try:
                return base.with_changes(said)
            except ConfigError as error:
                raise ConfigError("{path}: {error}", path=path, error=error) from None

    changed(Config())  # what is wrong is told now
    return changed


def load_config(path: Path | None, base: Config | None = None) -> Config:
    """Read a configuration file; what it does not say is as in ``base``, or has its default.

    Raises ConfigError.
    """
    return read_config(path)(base or Config())
