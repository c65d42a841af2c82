"""What a change of the owner's does to a table that runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from console.i18n import spoken
from console.service.adjustments import Adjusted
from console.settings.declared import OF_SESSION, SETTINGS
from console.table.settings import Settings


def settings_with(settings: Settings, key: str, adjusted: Adjusted) -> Settings:
    """The session's settings after a change of ``key``; what holds from the next start leaves them
    as they are."""
    if key == "guests.profile":
        return replace(settings, closed=adjusted.closed())
    changed = SETTINGS[key]
    if changed not in OF_SESSION.values() or not changed.at_once:
        return settings
    value = adjusted[key]
    if key == "table.language":
        value = spoken(str(value))
    change: dict[str, Any] = {changed.name: value}
    return replace(settings, **change)
