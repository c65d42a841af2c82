"""A toy opponent takes the place of the real one."""

from __future__ import annotations

import pytest

from console.bots.registry import AGENTS
from tests.console.bots.toys import Toy


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """«Игнис» is played by ``Toy``."""
    monkeypatch.setitem(AGENTS, "ignis", Toy())
