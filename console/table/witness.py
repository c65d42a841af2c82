"""Who writes down all that the table is told (``Table.witness``)."""

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
R = TypeVar("R")


def witnessed(method: Callable[Concatenate[W, P], R]) -> Callable[Concatenate[W, P], R]:
    """A method by which something comes from outside: its witness hears of it first."""
    names = tuple(signature(method).parameters)[1:]

    @wraps(method)
    def heard(self: W, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if self.witness is not None:
            self.witness(method.__name__, {**dict(zip(names, args, strict=False)), **kwargs})
        return method(self, *args, **kwargs)

    return heard
