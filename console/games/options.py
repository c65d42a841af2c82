"""What a game can be told before it starts, described as data that menus can read too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from console.games.errors import bad_options
from console.games.forms import Json, is_int


@dataclass(frozen=True, slots=True)
class Option:
    """One option. ``type`` says what ``range`` means:

    ``bool`` (``[false, true]``), ``int`` (``[least, greatest]``), ``int or null`` (the same, or
    null), ``choice`` (the values allowed),
    ``counts`` (an object from name to ``[least, greatest]``; the value gives all names).
    """

    type: str
    default: Any
    range: Any

    def to_json(self) -> Json:
        """As the command ``games`` prints it."""
        return {"type": self.type, "default": self.default, "range": self.range}

    def wanted(self) -> str:
        """What ``allows`` allows, in English, after “must be”."""
        if self.type == "bool":
            return "true or false"
        if self.type == "choice":
            return f"one of {', '.join(self.range)}"
        if self.type == "counts":
            ends = (f"{name} {low} to {high}" for name, (low, high) in self.range.items())
            return f"an object of whole numbers: {', '.join(ends)}"
        number = f"a whole number from {self.range[0]} to {self.range[1]}"
        return f"{number}, or null" if self.type == "int or null" else number

    def allows(self, value: object) -> bool:
        """Whether ``value`` has the right type and lies in the range."""
        if self.type == "bool":
            return isinstance(value, bool)
        if self.type == "int or null" and value is None:
            return True
        if self.type in ("int", "int or null"):
            return is_int(value) and self.range[0] <= value <= self.range[1]
        if self.type == "choice":
            return isinstance(value, str) and value in self.range
        return (
            isinstance(value, dict)
            and value.keys() == self.range.keys()
            and all(
                is_int(n) and self.range[k][0] <= n <= self.range[k][1] for k, n in value.items()
            )
        )


def fill(options: Mapping[str, Option], given: Mapping[str, object]) -> Json:
    """The options in full: defaults where nothing is given.

    Raises ``GameError`` (bad_options) for an unknown name, a wrong type, a value out of range.
    """
    for name in given:
        if name not in options:
            raise bad_options(f"There is no option of that name; known are {', '.join(options)}.")
    full: Json = {}
    for name, option in options.items():
        value = given.get(name, option.default)
        if not option.allows(value):
            raise bad_options(f"The option {name!r} must be {option.wanted()}.")
        full[name] = value
    return full
