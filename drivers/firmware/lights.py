"""Lamps of the pad: colours from the host, never more current than the supply has."""

WHITE_MA = 60  # a WS2812 with all three at full: HARDWARE.md
IDLE_MA = 1  # and with none


def current_ma(colours: bytes | bytearray, pixels: list[int]) -> int:
    """What the lamps would take; ``colours`` r, g, b of each, ``pixels`` WS2812 of each."""
    bright = idle = 0
    for lamp in range(len(pixels)):
        at = 3 * lamp
        bright += pixels[lamp] * (colours[at] + colours[at + 1] + colours[at + 2])
        idle += pixels[lamp] * IDLE_MA
    return idle + (bright * WHITE_MA + 764) // 765


def capped(colours: bytes | bytearray, pixels: list[int], budget_ma: int) -> bytes:
    """The same colours, all darkened alike so that they keep within ``budget_ma``.

    ``colours``: r, g, b of each lamp; lamps without a colour are dark.
    """
    size = 3 * len(pixels)
    whole = bytearray(size)
    given = min(size, len(colours))
    whole[:given] = colours[:given]
    idle_ma = sum(pixels) * IDLE_MA
    wanted_ma = current_ma(whole, pixels) - idle_ma
    spare_ma = max(0, budget_ma - idle_ma)
    if wanted_ma > spare_ma:
        for i in range(size):
            whole[i] = whole[i] * spare_ma // wanted_ma
    return bytes(whole)
