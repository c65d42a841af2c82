"""What the scope's page needs of the rest: the thresholds that the owner's service keeps."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from console.service.adjustments import Adjusted
from console.service.store import ServiceStore
from console.settings.kinds import Value
from console.store.schema import store_path
from console.wiring.adjusted import adjusted_in
from drivers.errors import ConfigError, installing

NEEDED: Final = ("starlette", "uvicorn", "websockets")


def check_web() -> None:
    """Raises ConfigError when what serves pages is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ConfigError(
            "the scope's page needs {names}: {line}",
            names=", ".join(missing),
            line=installing("khvatka[phones]"),
        )


class KeptThresholds:
    """Those of a data folder (``console.tuning.tuner.ThresholdStore``)."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def adjusted(self) -> Adjusted:
        """All that the owner has set."""
        return adjusted_in(self._data)

    def adjust(self, key: str, value: Value) -> None:
        """Set one. Raises StoreError."""
        ServiceStore(store_path(self._data)).adjust(key, value)
