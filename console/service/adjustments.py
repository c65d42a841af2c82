"""What the owner has set, of all that is declared (``console.settings.declared``).

It holds where neither the command line nor the configuration file says anything else
(``console.wiring.setup``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from console.settings.declared import SETTINGS
from console.settings.kinds import Value
from console.settings.profiles import PROFILES
from drivers.pad.config import PadConfig
from drivers.times import MS

if TYPE_CHECKING:
    from console.config import Config


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The owner's values by key. ``given`` are those that were set; all others have their
    default."""

    given: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    def __getitem__(self, key: str) -> Value:
        return self.given.get(key, SETTINGS[key].default)

    def number(self, key: str) -> int:
        """The value of a ``Whole``."""
        value = self[key]
        assert isinstance(value, int)  # kept values were checked
        return value

    def config(self) -> Config:
        """What the owner has set of what a configuration file can say."""
        from console.config import Config, in_file

        return Config().with_settings({k: v for k, v in self.given.items() if in_file(k)})

    def pad(self) -> PadConfig:
        """The pad's thresholds; a touch is let go of at its usual share of where it begins."""
        usual, onset_n = PadConfig(), self.number("pad.onset_mn") / 1000
        return PadConfig(
            onset_n=onset_n,
            release_n=onset_n * (usual.release_n / usual.onset_n),
            least_peak_n=self.number("pad.least_peak_mn") / 1000,
            least_loaded_ns=self.number("pad.least_loaded_ms") * MS,
            gesture_ns=self.number("pad.gesture_ms") * MS,
        )

    def closed(self) -> frozenset[str]:
        """The lines that guests are not offered."""
        return PROFILES[str(self["guests.profile"])].closed


DEFAULTS: Final = Adjusted()
"""A table that its owner has left as it came."""
