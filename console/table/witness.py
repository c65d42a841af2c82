"""Who writes down what the table is told from beside its wires (``Table.witness``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

Witness = Callable[[str, dict[str, Any]], None]
"""Hears the name of each such call and what it was called with, before anything is done."""


class Watched(Protocol):
    """Something that may have a witness."""

    witness: Witness | None


W = TypeVar("W", bound=Watched)
P = ParamSpec("P")


def witnessed(method: Callable[Concatenate[W, P], None]) -> Callable[Concatenate[W, P], None]:
    """A method that others than the loop call: its witness hears of it first."""
    takes = signature(method)

    @wraps(method)
    def heard(self: W, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.witness is not None:
            given = takes.bind(self, *args, **kwargs).arguments
            self.witness(method.__name__, dict(tuple(given.items())[1:]))
        method(self, *args, **kwargs)

    return heard
