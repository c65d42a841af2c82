"""Frames of the link (``drivers/firmware/WIRE.md``) on the host: bytes to kinds and bodies."""

from __future__ import annotations

from binascii import crc_hqx
from collections import Counter
from dataclasses import dataclass

from cobs import cobs

from drivers.firmware.wire import CRC_START, MAX_BODY, MAX_FRAME, WITHOUT_BOOT

MAX_RUN = MAX_FRAME + 2


@dataclass(frozen=True, slots=True)
class LinkFrame:
    """A whole frame; ``seq`` counts the frames of its direction modulo 256."""

    kind: int
    seq: int
    body: bytes


def encode(frame: LinkFrame, boot: int) -> bytes:
    """The bytes to send. Raises ValueError for a body above 236 bytes."""
    if len(frame.body) > MAX_BODY:
        raise ValueError(f"a frame carries at most {MAX_BODY} bytes, not {len(frame.body)}")
    raw = bytes((frame.kind, frame.seq)) + frame.body
    crc = crc_hqx(raw, CRC_START if frame.kind in WITHOUT_BOOT else boot)
    run: bytes = cobs.encode(raw + crc.to_bytes(2, "little"))
    return run + b"\0"


def decode(run: bytes, boot: int) -> LinkFrame | None:
    """What stands between two zero bytes; None if it is no frame of this ``boot``."""
    try:
        raw: bytes = cobs.decode(run)
    except cobs.DecodeError:
        return None
    if not 4 <= len(raw) <= MAX_FRAME:
        return None
    crc = crc_hqx(raw[:-2], CRC_START if raw[0] in WITHOUT_BOOT else boot)
    if crc != int.from_bytes(raw[-2:], "little"):
        return None
    return LinkFrame(raw[0], raw[1], raw[2:-2])


class Framer:
    """Makes the frames of our direction. ``boot`` is the controller's."""

    def __init__(self) -> None:
        self.boot = 0
        self._seq = 0

    def frame(self, kind: int, body: bytes) -> bytes:
        frame = LinkFrame(kind, self._seq, body)
        self._seq = (self._seq + 1) & 0xFF
        return encode(frame, self.boot)


class Deframer:
    """Takes bytes as they come and gives whole frames, each once.

    ``counters``: ``bad_frames``, ``lost_frames`` (gaps in the sequence), ``doubled_frames``,
    ``overtaken_frames`` (came after a later one; given all the same).
    """

    def __init__(self) -> None:
        self.boot = 0
        self.counters: Counter[str] = Counter()
        self._rest = b""
        self._skipping = False
        self._next: int | None = None

    def restart(self, boot: int) -> None:
        """The controller's ``boot`` is known: its other frames count from now on."""
        self.boot, self._next = boot, None

    def forget(self) -> None:
        """The port is another: nothing half received belongs to it."""
        self._rest, self._skipping, self._next = b"", False, None

    def feed(self, data: bytes) -> list[LinkFrame]:
        """The frames completed by ``data``."""
        *runs, rest = (self._rest + data).split(b"\0")
        frames = []
        for run in runs:
            skipping, self._skipping = self._skipping, False
            if not run and not skipping:
                continue
            frame = None if skipping or len(run) > MAX_RUN else decode(run, self.boot)
            if frame is None:
                self.counters["bad_frames"] += 1
            elif self._is_new(frame.seq):
                frames.append(frame)
        if len(rest) > MAX_RUN:
            rest, self._skipping = b"", True
        self._rest = rest
        return frames

    def _is_new(self, seq: int) -> bool:
        self.counters["frames"] += 1
        ahead = 0 if self._next is None else (seq - self._next) & 0xFF
        if ahead == 0xFF:
            self.counters["doubled_frames"] += 1
            return False
        if ahead >= 0x80:
            self.counters["overtaken_frames"] += 1
            return True
        self.counters["lost_frames"] += ahead
        self._next = (seq + 1) & 0xFF
        return True
