"""A LIS3DH on I2C, 100 readings a second in thousandths of g."""

# mypy: ignore-errors
# ``machine`` exists on the controller only.

import struct

_ADDRESSES = (0x18, 0x19)
_WHO, _CONTROL, _VALUES = 0x0F, 0x20, 0xA8
_LIS3DH, _ALL_AXES_100_HZ = 0x33, 0x57


class Accelerometer:
    """``found`` is false where no LIS3DH answers: the reed is enough to play."""

    def __init__(self, i2c):
        self._i2c = i2c
        self._raw = bytearray(6)
        self._address = 0
        for address in _ADDRESSES:
            try:
                if i2c.readfrom_mem(address, _WHO, 1)[0] == _LIS3DH:
                    i2c.writeto_mem(address, _CONTROL, bytes((_ALL_AXES_100_HZ,)))
                    self._address = address
            except OSError:
                continue

    @property
    def found(self):
        return self._address != 0

    def read(self):
        """x, y, z in thousandths of g, None if it does not answer."""
        try:
            self._i2c.readfrom_mem_into(self._address, _VALUES, self._raw)
        except OSError:
            return None
        x, y, z = struct.unpack("<hhh", self._raw)
        return x * 1000 >> 14, y * 1000 >> 14, z * 1000 >> 14  # ±2 g over 16 bits
