"""What the service manager is told: the table is up, it still judges and draws, it is closing.

The protocol is systemd's ``sd_notify(3)``: a datagram of ``NAME=value`` lines to the unix socket
that ``NOTIFY_SOCKET`` names. Where nobody asks (a PC), nothing is sent.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from console.system.sockets import datagrams
from drivers.times import US

Notify = Callable[[str], None]

SHARE: Final = 3  # the dog is fed this often in the time after which it bites


class Watchdog:
    """Fed by a loop that judges *and* draws: one of them alone starves it.

    ``notify`` sends one message. ``interval_ns`` is the silence after which the service manager
    starts the table again; None: it does not watch.
    """

    def __init__(self, notify: Notify, interval_ns: int | None) -> None:
        self._notify = notify
        self._every_ns = None if interval_ns is None else interval_ns // SHARE
        self._fed_ns: int | None = None
        self._turned = self._drawn = False
        self._ready = False

    def turned(self, now_ns: int) -> None:
        """What had arrived by ``now_ns`` has been judged."""
        self._turned = True
        self._feed(now_ns)

    def drawn(self, now_ns: int) -> None:
        """A frame became visible at ``now_ns``; the first one means that the table is up."""
        if not self._ready:
            self._ready = True
            self._notify("READY=1\nSTATUS=The table is up.")
        self._drawn = True
        self._feed(now_ns)

    def stopping(self) -> None:
        """The table is closing: its log is being written to the end."""
        self._notify("STOPPING=1\nSTATUS=The table is closing.")

    def _feed(self, now_ns: int) -> None:
        if self._every_ns is None or not (self._turned and self._drawn):
            return
        if self._fed_ns is not None and now_ns - self._fed_ns < self._every_ns:
            return
        self._fed_ns = now_ns
        self._turned = self._drawn = False
        self._notify("WATCHDOG=1")


def notifier(address: str | None) -> Notify:
    """Send to the socket at ``address``: a path, or after ``@`` an abstract name. Silent at None.

    What cannot be sent is dropped: a table whose manager does not listen is played at all the same.
    Nor is anything sent on Windows, which has no such sockets.
    """
    peer = "\0" + address[1:] if address and address.startswith("@") else address

    def notify(message: str) -> None:
        if peer:
            with suppress(OSError), datagrams() as sender:
                sender.setblocking(False)  # no duel waits for a full queue
                sender.sendto(message.encode(), peer)

    return notify


def interval_ns(environment: Mapping[str, str], pid: int) -> int | None:
    """The watchdog's interval from ``WATCHDOG_USEC``, if it is meant for process ``pid``."""
    wanted, micros = environment.get("WATCHDOG_PID", ""), environment.get("WATCHDOG_USEC", "")
    if not micros.isdigit() or (wanted and wanted != str(pid)):
        return None
    return int(micros) * US or None


def watchdog(environment: Mapping[str, str] = os.environ) -> Watchdog:
    """The one that this process's environment asks for."""
    return Watchdog(
        notifier(environment.get("NOTIFY_SOCKET")), interval_ns(environment, os.getpid())
    )
