"""Values of the session as plain JSON and back, nobody's name among them.

Only dataclasses of ``console`` and ``drivers`` are made again, field by field: a file from
elsewhere can bring values, never code.
"""

from __future__ import annotations

import dataclasses
from importlib import import_module
from typing import Any, Final

import msgspec
import numpy as np

from drivers.errors import KhvatkaError

ROOTS: Final = ("console", "drivers")
_WRONG: Final = (ImportError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
PRIVATE: Final = frozenset({"nickname", "name", "holder"})
"""Fields that may hold what somebody is called."""


class ValueProblem(KhvatkaError):
    """Not such a value: it cannot be kept, or was kept by another version."""


class Masks:
    """Names by numbers: the same for the same name, so that what is alike stays alike."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of(self, plain: Any) -> Any:
        """``plain`` with every name replaced."""
        if isinstance(plain, dict):
            return {
                key: self._mask(value)
                if key in PRIVATE and isinstance(value, str)
                else self.of(value)
                for key, value in plain.items()
            }
        if isinstance(plain, list | tuple):
            return [self.of(value) for value in plain]
        return plain

    def clean(self, text: str) -> str:
        """``text`` with every known name replaced."""
        for name, number in self._known.items():
            text = text.replace(name, number)
        return text

    def _mask(self, name: str) -> str:
        return self._known.setdefault(name, f"#{len(self._known) + 1}")


def pack(value: Any, masks: Masks) -> dict[str, Any]:
    """A dataclass instance and its kind. Raises ValueProblem for what cannot be kept."""
    cls = type(value)
    if not dataclasses.is_dataclass(cls) or cls.__module__.split(".")[0] not in ROOTS:
        raise ValueProblem("a {name} is not kept", name=cls.__name__)
    try:
        plain = msgspec.to_builtins(value, enc_hook=_array, str_keys=True)
    except (TypeError, ValueError, NotImplementedError) as error:
        raise ValueProblem(
            "a {name} cannot be kept: {error}", name=cls.__name__, error=error
        ) from error
    return {"kind": f"{cls.__module__}:{cls.__qualname__}", "value": masks.of(plain)}


def unpack(packed: dict[str, Any]) -> Any:
    """The value. Raises ValueProblem: of another version, or no value of ours."""
    module, _, name = str(packed.get("kind", "")).partition(":")
    if module.split(".")[0] not in ROOTS or not name.isidentifier():
        raise ValueProblem("{get!r} is no kind of value that a table has", get=packed.get("kind"))
    try:
        cls = getattr(import_module(module), name)
        if not (isinstance(cls, type) and dataclasses.is_dataclass(cls)):
            raise ValueProblem("{name} is no kind of value that a table has", name=name)
        return msgspec.convert(packed["value"], cls, strict=False, dec_hook=_from_plain)
    except _WRONG as error:
        raise ValueProblem(
            "a {name} of another version: {error}", name=name, error=error
        ) from error


def _array(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"{type(value).__name__}")


def _from_plain(kind: type, plain: Any) -> Any:
    if getattr(kind, "__origin__", kind) is np.ndarray:
        return np.asarray(plain)
    raise NotImplementedError(f"{kind}")
