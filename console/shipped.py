"""Files that come with the program: lessons, rules pages, what is shown when nobody plays."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from drivers.errors import KhvatkaError, Sentence
from drivers.reasons import reason_of

T = TypeVar("T")


def read_shipped(path: Path, kind: type[T], wrong: type[KhvatkaError]) -> T:
    """The TOML file as a ``kind``. Raises ``wrong``: the file, what is wrong with it, the mend."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except OSError as error:
        said = Sentence(
            "{path}: cannot be read ({reason}): install it anew", path=path, reason=reason_of(error)
        )
        raise wrong(said) from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise wrong(unusable(path, error)) from error


def unusable(path: Path, error: Exception) -> Sentence:
    """What is wrong with such a file."""
    return Sentence("{path}: {error}: mend this file or install it anew", path=path, error=error)
