"""``sim://`` for pyserial: a port with a simulated pad controller behind it.

After ``enable()`` ``serial.serial_for_url`` knows it. ``sim://NAME`` is the controller put there
with ``plug``; ``sim://?seats=4&seed=7`` makes one of its own that lives in wall time.
"""

from __future__ import annotations

from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

import serial
from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from drivers.clock import Clock, WallClock
from drivers.times import SECOND
from host_sim.controller import SimController


class Device(Protocol):
    """Whatever is at the other end of a cable, in its own time."""

    @property
    def plugged(self) -> bool: ...

    @property
    def attached(self) -> bool: ...

    def attach(self, attached: bool) -> None:
        """The port is opened or closed."""
        ...

    def advance(self, now_ns: int) -> None:
        """Let time come to ``now_ns``."""
        ...

    def next_ns(self) -> int:
        """When it may next say something."""
        ...

    def receive(self, now_ns: int) -> bytes:
        """What it has said that has arrived since the last call."""
        ...

    def write(self, data: bytes, now_ns: int) -> None:
        """Say something to it."""
        ...


_PLUGGED: dict[str, tuple[Device, Clock]] = {}


def enable() -> None:
    """Tell pyserial where ``sim://`` lives."""
    if "host_sim" not in serial.protocol_handler_packages:
        serial.protocol_handler_packages.append("host_sim")


def plug(name: str, controller: Device, clock: Clock) -> str:
    """Put ``controller`` at ``sim://name``, living in ``clock``'s time; returns the URL."""
    enable()
    _PLUGGED[name] = (controller, clock)
    return f"sim://{name}"


def unplug(name: str) -> None:
    """Take it away again."""
    _PLUGGED.pop(name, None)


def _found(url: str) -> tuple[Device, Clock]:
    parts = urlsplit(url)
    if parts.netloc in _PLUGGED:
        return _PLUGGED[parts.netloc]
    if parts.netloc:
        raise SerialException(f"there is no simulated controller at {url}")
    try:
        options: dict[str, Any] = {n: int(value) for n, value in parse_qsl(parts.query)}
        return SimController(
            options.pop("seats", 6), options.pop("seed", 0), **options
        ), WallClock()
    except (TypeError, ValueError) as error:
        raise SerialException(
            f"{url}: give sim://?seats=…&seed=…&drift_ppm=… in whole numbers ({error})"
        ) from error


class Serial(SerialBase):
    """The port. Waiting for bytes moves its clock: wall time passes, virtual time jumps."""

    def open(self) -> None:
        """Raises SerialException for an URL without a controller, and while another has it."""
        if self.is_open:
            raise SerialException("the port is already open")
        controller, self._clock = _found(str(self.port))
        controller.advance(self._clock.now_ns())
        if not controller.plugged or controller.attached:
            raise SerialException(f"{self.port} is {'busy' if controller.plugged else 'unplugged'}")
        controller.attach(True)
        self._controller = controller
        self._buffer = bytearray()
        self.is_open = True

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._controller.advance(self._clock.now_ns())
            self._controller.attach(False)

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting. Raises SerialException when unplugged."""
        self._take()
        return len(self._buffer)

    def read(self, size: int = 1) -> bytes:
        """Up to ``size`` bytes; waits for ``size`` of them no longer than the timeout."""
        self._take()
        if self.timeout:
            deadline_ns = self._clock.now_ns() + round(self.timeout * SECOND)
            while len(self._buffer) < size and self._clock.now_ns() < deadline_ns:
                next_ns = max(self._controller.next_ns(), self._clock.now_ns() + 1)
                self._clock.sleep_until(min(next_ns, deadline_ns))
                self._take()
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def write(self, data: bytes) -> int:  # type: ignore[override]  # stubs allow any buffer
        self._take()
        self._controller.write(bytes(data), self._clock.now_ns())
        return len(data)

    def _take(self) -> None:
        if not self.is_open:
            raise PortNotOpenError()
        now_ns = self._clock.now_ns()
        self._controller.advance(now_ns)
        if not self._controller.plugged:
            raise SerialException(f"{self.port} has been unplugged")
        self._buffer += self._controller.receive(now_ns)

    def reset_output_buffer(self) -> None:
        """What was written has left."""

    def _reconfigure_port(self) -> None:
        """Rates and parities mean nothing here."""
