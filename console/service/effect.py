"""Which adjustments take effect at once, and how; all others hold from the next start."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final

from console.i18n import spoken
from console.service.adjustments import Adjusted
from console.table.settings import Settings

_FIELDS: Final = frozenset(field.name for field in fields(Settings))
_LATER: Final = frozenset({"match.game"})  # a match under way is a match of the game chosen
_ALWAYS: Final = frozenset({"guests.profile", "service.pin_digits"})
HOSTING: Final = frozenset({"table.attract_s", "table.opening_hours", "table.session_min"})
"""What the table's host is told (``console.table.attract.host``)."""


def is_setting(key: str) -> bool:
    """Is it a field of the session's settings?"""
    section, name = key.split(".")
    return section in ("table", "match") and name in _FIELDS and key not in _LATER


def holds_at_once(key: str) -> bool:
    """Does a change of this adjustment take effect while the table runs?"""
    return key in _ALWAYS | HOSTING or key.startswith("sound.") or is_setting(key)


def settings_with(settings: Settings, key: str, adjusted: Adjusted) -> Settings:
    """The session's settings after a change of ``key``."""
    if key == "guests.profile":
        return replace(settings, closed=adjusted.closed())
    if not is_setting(key):
        return settings
    value = adjusted[key]
    if key == "table.language":
        value = spoken(str(value))
    change: dict[str, Any] = {key.split(".")[1]: value}
    return replace(settings, **change)
