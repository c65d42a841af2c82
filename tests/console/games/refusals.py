"""What the rules say no to."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

import pytest

from console.games.errors import GameError

P = ParamSpec("P")


def refusal(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> GameError:
    """The error by which the rules refuse it."""
    with pytest.raises(GameError) as caught:
        work(*args, **kwargs)
    return caught.value
