"""The JSON form of values, and reading untrusted ones: each helper that reads returns the value,
typed, or raises ``GameError``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, fields
from typing import Any, ClassVar, TypeGuard, TypeVar

from console.games.errors import GameError, bad_request

_T = TypeVar("_T")
Json = dict[str, Any]
Problem = Callable[[str], GameError]


class Formed:
    """A frozen dataclass whose JSON form is its ``type``, where it has one, and what it was made
    with: tuples as lists."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    type: ClassVar[str] = ""

    def to_json(self) -> Json:
        """A value of the engine protocol."""
        form: Json = {"type": self.type} if self.type else {}
        return form | {f.name: _formed(getattr(self, f.name)) for f in fields(self) if f.init}


def _formed(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_formed(each) for each in value]
    return value.to_json() if isinstance(value, Formed) else value


def is_int(value: object) -> TypeGuard[int]:
    """Whether it is a whole number: ``true`` is none, and neither is ``1.0``."""
    return type(value) is int


def parsed(parsers: Mapping[str, Callable[[Json], _T]], source: Json) -> _T:
    """An action, by the parser of its ``type``."""
    parser = parsers.get(str_field(source, "type"))
    if parser is None:
        raise bad_request(f"Unknown type of action; known are {', '.join(parsers)}.")
    return parser(source)


def exact_fields(action: Json, wanted: Iterable[str]) -> None:
    """An action has its ``type``, the ``wanted`` fields and nothing else (else bad_request)."""
    names = {"type", *wanted}
    for name in sorted(names - action.keys()):
        raise bad_request(f"An action of this type needs the field {name!r}.")
    if len(action) > len(names):
        allowed = ", ".join(sorted(names))
        raise bad_request(f"An action of this type has the fields {allowed} and no other.")


def field(source: Json, name: str, problem: Problem) -> Any:
    """The field's value; ``problem`` makes the error when there is none."""
    try:
        return source[name]
    except KeyError:
        raise problem(f"The field {name!r} is missing.") from None


def int_field(source: Json, name: str, problem: Problem = bad_request) -> int:
    """The field's value, which must be a whole number."""
    value = field(source, name, problem)
    if not is_int(value):
        raise problem(f"The field {name!r} must be a whole number.")
    return value


def _of_kind(kind: type[_T], what: str, source: Json, name: str, problem: Problem) -> _T:
    value = field(source, name, problem)
    if not isinstance(value, kind):
        raise problem(f"The field {name!r} must be {what}.")
    return value


def str_field(source: Json, name: str, problem: Problem = bad_request) -> str:
    """The field's value, which must be a text."""
    return _of_kind(str, "a text", source, name, problem)


def bool_field(source: Json, name: str, problem: Problem = bad_request) -> bool:
    """The field's value, which must be true or false."""
    return _of_kind(bool, "true or false", source, name, problem)


def list_field(source: Json, name: str, problem: Problem = bad_request) -> list[Any]:
    """The field's value, which must be a list."""
    return _of_kind(list, "a list", source, name, problem)


def object_field(source: Json, name: str, problem: Problem = bad_request) -> Json:
    """The field's value, which must be an object."""
    return _of_kind(dict, "an object", source, name, problem)
