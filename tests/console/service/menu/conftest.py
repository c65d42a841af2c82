"""A table with the menu over it, and a store in a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.console.service.menu.visit import Visit

Visits = Callable[..., Visit]


@pytest.fixture
def visit(tmp_path: Path) -> Visits:
    """Makes a visit, outside the menu: ``visit(seat=2, language="en")``."""

    def make(seat: int = 0, **settings: Any) -> Visit:
        return Visit.at(tmp_path, seat, **{"language": "en", **settings})

    return make
