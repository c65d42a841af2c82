"""The two loops of ``wire`` for the controller's processor (viper): about 0.3 µs a byte.

Only MicroPython compiles this; elsewhere importing it fails and ``wire`` keeps its own.
"""

# mypy: ignore-errors
# ruff: noqa: F821
# Viper's types (ptr8, ptr16) are words of MicroPython's compiler, not names.

import micropython


def _table():
    from array import array

    table = array("H", range(256))
    for value in range(256):
        crc = value << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table[value] = crc & 0xFFFF
    return table


_TABLE = _table()


@micropython.viper
def crc16(data: ptr8, length: int, crc: int) -> int:
    table = ptr16(_TABLE)
    for i in range(length):
        crc = ((crc << 8) & 0xFF00) ^ table[(crc >> 8) ^ data[i]]
    return crc


@micropython.viper
def cobs_encode(data: ptr8, length: int, out: ptr8) -> int:
    code_at = 0
    code = 1
    for i in range(length):
        byte = data[i]
        if byte:
            out[i + 1] = byte
            code += 1
        else:
            out[code_at] = code
            code_at = i + 1
            code = 1
    out[code_at] = code
    out[length + 1] = 0
    return length + 2
