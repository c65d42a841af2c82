"""Frames of the link (WIRE.md): COBS, CRC-16, kinds. Pure; runs on MicroPython and CPython."""

from . import PROTOCOL

HELLO, SAMPLES, EDGE, PONG, BEAT, NOTE = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
ASK, PING, ACK, LIGHTS, STREAM, LEAVE = 0x81, 0x82, 0x83, 0x84, 0x85, 0x86
BODY_OF_ASK = bytes((PROTOCOL,))
BODY_OF_LEAVE = b"LEAVE"
MAX_FRAME = 240
MAX_BODY = MAX_FRAME - 4
WITHOUT_BOOT = (HELLO, ASK, LEAVE)
CRC_START = 0xFFFF

TICKS = 1 << 30


def ticks_diff(a: int, b: int) -> int:
    """Microseconds from ``b`` to ``a``, both modulo 2^30: from -2^29 to 2^29 - 1."""
    return ((a - b + TICKS // 2) & (TICKS - 1)) - TICKS // 2


def _crc_table() -> list[int]:
    """One entry for each half byte."""
    table = []
    for value in range(16):
        crc = value << 12
        for _ in range(4):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table.append(crc & 0xFFFF)
    return table


_CRC_TABLE = _crc_table()


def crc16(data: bytes | bytearray, length: int, crc: int) -> int:
    """CRC-16/CCITT-FALSE over the first ``length`` bytes, going on from ``crc``."""
    table = _CRC_TABLE
    for i in range(length):
        byte = data[i]
        crc = ((crc << 4) & 0xFFFF) ^ table[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ table[(crc >> 12) ^ (byte & 15)]
    return crc


def cobs_encode(data: bytes | bytearray, length: int, out: bytearray) -> int:
    """COBS of the first ``length`` bytes (at most 253) and a zero byte into ``out``.

    Returns how many bytes of ``out`` are used: ``length + 2``.
    """
    code_at, code = 0, 1
    for i in range(length):
        byte = data[i]
        if byte:
            out[i + 1] = byte
            code += 1
        else:
            out[code_at] = code
            code_at, code = i + 1, 1
    out[code_at] = code
    out[length + 1] = 0
    return length + 2


try:  # noqa: SIM105 (MicroPython has no contextlib); compiled for its processor, same results
    from .fast import cobs_encode, crc16
except (ImportError, SyntaxError):  # CPython, or a processor without an emitter
    pass


def cobs_decode(data: bytes | bytearray) -> bytearray | None:
    """The bytes of one COBS run without its zero byte; None if it is none."""
    out = bytearray()
    at, end = 0, len(data)
    while at < end:
        stop = at + data[at]
        if stop > end or stop == at:
            return None
        out.extend(data[at + 1 : stop])
        if stop < end and data[at] != 0xFF:
            out.append(0)
        at = stop
    return out


class Sender:
    """Makes the frames of one direction. ``boot`` is the controller's."""

    def __init__(self, boot: int) -> None:
        self.boot = boot
        self._seq = 0
        self._raw = bytearray(MAX_FRAME)
        self._out = bytearray(MAX_FRAME + 2)

    def frame(self, kind: int, body: bytes | bytearray) -> bytes:
        """The bytes to send. Raises ValueError for a body above 236 bytes."""
        length = len(body) + 2
        if length > MAX_FRAME - 2:
            raise ValueError("a frame carries at most 236 bytes")
        raw = self._raw
        raw[0] = kind
        raw[1] = self._seq
        raw[2:length] = body
        crc = crc16(raw, length, CRC_START if kind in WITHOUT_BOOT else self.boot)
        raw[length] = crc & 0xFF
        raw[length + 1] = crc >> 8
        self._seq = (self._seq + 1) & 0xFF
        return bytes(memoryview(self._out)[: cobs_encode(raw, length + 2, self._out)])


class Receiver:
    """Takes bytes and gives the frames in them; counts in ``bad`` what is none."""

    def __init__(self, boot: int) -> None:
        self.boot = boot
        self.bad = 0
        self._run = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Kind and body of each whole frame, doubled ones too."""
        frames = []
        for byte in data:
            if byte:
                if len(self._run) <= MAX_FRAME:
                    self._run.append(byte)
                else:
                    self._too_long = True
                continue
            if self._run:
                frame = None if self._too_long else self._frame()
                if frame is None:
                    self.bad = (self.bad + 1) & 0xFFFF
                else:
                    frames.append(frame)
            self._run = bytearray()
            self._too_long = False
        return frames

    def _frame(self) -> tuple[int, bytes] | None:
        raw = cobs_decode(self._run)
        if raw is None or len(raw) < 4:
            return None
        end = len(raw) - 2
        start = CRC_START if raw[0] in WITHOUT_BOOT else self.boot
        if crc16(raw, end, start) != raw[end] | raw[end + 1] << 8:
            return None
        return raw[0], bytes(memoryview(raw)[2:end])
