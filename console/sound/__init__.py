"""The table's sounds: short, dry, made by us. ``Cue`` names them, ``Sounds`` plays them."""

from console.sound.player import Sounds
from console.sound.waves import SAMPLE_RATE, wave
from console.table.outputs import Cue

__all__ = ["SAMPLE_RATE", "Cue", "Sounds", "wave"]
