"""Of many cases the first few are for ``make check``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few(quick_n: int, cases: Iterable[Any]) -> list[Any]:
    """All of the cases, those after the first so many for ``make test``."""
    return [
        case if number < quick_n else pytest.param(*values(case), marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]


def values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
