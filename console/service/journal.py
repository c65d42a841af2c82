"""What the table's program said, out of systemd's journal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec


def journal_json(printed: str) -> Iterator[str]:
    """The lines of ``journalctl --output json`` as ours: when, how grave (0 to 7 as syslog has it,
    None: not said), what."""
    for line in printed.splitlines():
        entry: dict[str, Any] = msgspec.json.decode(line)
        time = datetime.fromtimestamp(int(entry["__REALTIME_TIMESTAMP"]) / 1e6, UTC)
        priority = entry.get("PRIORITY")
        told = {
            "time": time.isoformat(timespec="milliseconds"),
            "priority": None if priority is None else int(priority),
            "text": _text(entry.get("MESSAGE")),
        }
        yield msgspec.json.encode(told).decode()


def _text(message: Any) -> str:
    """Text; what is none comes as a list of bytes, what was too long as null."""
    if isinstance(message, list):
        return bytes(message).decode(errors="replace")
    return str(message or "")
