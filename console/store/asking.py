"""Who does work on the store: the program itself, or at a table the store's process."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Ask(Protocol):
    """Has work on the store done, and gives what comes of it."""

    def __call__(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Raises what the work raises; StoreError when nothing comes of it."""
        ...


def here(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """``Ask`` without another process: where nobody plays, or in virtual time."""
    return work(*args, **kwargs)
