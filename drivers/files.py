"""Files that people name: read as a whole or written as a whole, else one sentence.

Whatever is named, nobody waits for ever: not for a FIFO that nobody writes into, not for the end of
a device. Pipes are read all the same, since a shell's ``<(…)`` is one.
"""

from __future__ import annotations

import os
import re
import secrets
import select
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from drivers.errors import ConfigError, Sentence
from drivers.reasons import reason_of

MOST_BYTES: Final = 64 * 1024 * 1024
SILENCE_S = 10.0
"""A pipe may be silent for so long before it has ended."""
MARK: Final = b"\xef\xbb\xbf"  # some editors begin UTF-8 with it
_CHUNK: Final = 1 << 16
T = TypeVar("T")

if sys.platform == "win32":
    _READING: Final = os.O_RDONLY | os.O_BINARY
    _WRITING: Final = os.O_WRONLY | os.O_BINARY
else:
    _READING: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
    _WRITING: Final = os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC


def read_file(path: Path) -> bytes:
    """What is in a file or comes out of a pipe. Raises ConfigError: the file and the mend."""
    try:
        handle = os.open(path, _READING)
        try:
            return _read(path, handle)
        finally:
            os.close(handle)
    except PermissionError as error:
        raise ConfigError(
            "{path}: may not be read: run this as its owner (sudo -u), or name another", path=path
        ) from error
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        if isinstance(error, ConfigError):
            raise
        why = reason_of(error)
        raise ConfigError(
            "{path}: cannot be read ({why}): name a file", path=path, why=why
        ) from error


def _read(path: Path, handle: int) -> bytes:
    mode = os.fstat(handle).st_mode
    if stat.S_ISDIR(mode):
        raise ConfigError("{path}: is a folder: name a file", path=path)
    pipe = stat.S_ISFIFO(mode)
    if not pipe and not stat.S_ISREG(mode) and not os.path.samefile(path, os.devnull):
        raise ConfigError("{path}: is a device: name a file", path=path)
    data = bytearray()
    while chunk := _chunk(path, handle, pipe=pipe):
        data += chunk
        if len(data) > MOST_BYTES:
            raise ConfigError(
                "{path}: is larger than {value} MB: name another file",
                path=path,
                value=MOST_BYTES >> 20,
            )
    if pipe and not data:
        raise ConfigError("{path}: nothing comes out of this pipe: name a file", path=path)
    return bytes(data)


def _chunk(path: Path, handle: int, *, pipe: bool) -> bytes:
    if pipe and not select.select([handle], [], [], SILENCE_S)[0]:
        raise ConfigError("{path}: nothing comes out of this pipe: name a file", path=path)
    return os.read(handle, _CHUNK)


def read_text(path: Path) -> str:
    """A file's text, which is UTF-8. Raises ConfigError."""
    return text_of(path, read_file(path))


def text_of(path: Path, data: bytes) -> str:
    """The text of what was in a file. Raises ConfigError."""
    try:
        return data.removeprefix(MARK).decode()
    except UnicodeDecodeError as error:
        raise ConfigError("{path}: is no text in UTF-8: save it as such", path=path) from error


def read_toml(path: Path, kind: type[T]) -> T:
    """A TOML file's values. Raises ConfigError: file, key or line, what is wrong."""
    text = read_text(path)
    with mending(path):
        return msgspec.toml.decode(text, type=kind)


def read_json(path: Path, kind: type[T]) -> T:
    """A JSON file's values. Raises ConfigError: file, key, what is wrong."""
    data = read_file(path).removeprefix(MARK)
    with mending(path):
        return msgspec.json.decode(data, type=kind)


@contextmanager
def mending(path: Path) -> Iterator[None]:
    """Raises ConfigError for whatever a decoder does not take: the file, the key or line."""
    try:
        yield
    except ConfigError:
        raise
    except RecursionError as error:
        raise ConfigError("{path}: is nested too deeply: mend it", path=path) from error
    except UnicodeDecodeError as error:
        raise ConfigError("{path}: is no text in UTF-8: save it as such", path=path) from error
    except ValueError as error:  # msgspec's errors are; and numbers of thousands of digits
        reason = of_decoder(str(error))
        raise ConfigError(
            "{path}: {reason}: mend this key or line", path=path, reason=reason
        ) from error


_AT: Final = re.compile(r"(?P<what>.*) - at `(\$\.)?(?P<key>.*)`", re.DOTALL)
_MISTAKES: Final = (
    (r"Object contains unknown field `(?P<key>.*)`", Sentence("unknown field `{key}`")),
    (r"Object missing required field `(?P<key>.*)`", Sentence("missing required field `{key}`")),
    (
        r"Expected `(?P<kind>[^`]*)`, got `(?P<found>.*)`",
        Sentence("Expected `{kind}`, got `{found}`"),
    ),
    (
        r"Expected `array` of length (?P<count>\d+), got (?P<found>\d+)",
        Sentence("this list has {found} values, where {count} are wanted"),
    ),
    (r"Expected `(?P<kind>[^`]*)` <= (?P<most>.*)", Sentence("Expected `{kind}` <= {most}")),
    (r"Expected `(?P<kind>[^`]*)` >= (?P<least>.*)", Sentence("Expected `{kind}` >= {least}")),
    (
        r".* \(at line (?P<line>\d+), column (?P<column>\d+)\)",
        Sentence("this is no TOML (line {line}, column {column})"),
    ),
    (r".* \(at end of document\)", Sentence("this is no TOML (last line)")),
    (r"Invalid (enum )?value (?P<found>.*)", Sentence("Invalid value {found}")),
    (r"JSON is malformed: .* \(byte (?P<byte>\d+)\)", Sentence("JSON is malformed (byte {byte})")),
    (r"Input data was truncated", Sentence("it ends too early")),
)
"""What msgspec and tomllib say, as sentences that can be told in any language."""
_KINDS: Final = {
    kind.message: kind
    for kind in (
        *(Sentence("int"), Sentence("float"), Sentence("str"), Sentence("bool")),
        *(Sentence("array"), Sentence("object"), Sentence("null")),
    )
}
"""What a value may be, by msgspec's word for it."""


def of_decoder(said: str) -> Sentence:
    """What msgspec or tomllib says, as a sentence; what nobody foresaw as it is."""
    if at := _AT.fullmatch(said):
        return Sentence("{what} - at `{key}`", what=of_decoder(at["what"]), key=at["key"])
    for pattern, sentence in _MISTAKES:
        if found := re.fullmatch(pattern, said, re.DOTALL):
            fields = {
                name: _KINDS.get(text, text) if name in ("kind", "found") else text
                for name, text in found.groupdict().items()
            }
            return sentence.of(**fields)
    return Sentence(said)


def write_file(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file: afterwards there is the whole new one, or still what was there. Into a pipe or
    a device it goes as it is. ``private``: nobody else may read it. Raises ConfigError: the file
    and the mend."""
    try:
        if path.exists() and not path.is_file():
            _write(os.open(path, _WRITING), data)  # a FIFO that nobody reads: an error, no wait
            return
        place = Path(os.path.realpath(path))  # resolve() fails at links in a circle, before 3.13
        mode = 0o600 if private else 0o666
        fresh = place.with_name(f".{secrets.token_hex(8)}")  # short: names have a longest length
        try:
            _write(os.open(fresh, _WRITING | os.O_CREAT | os.O_EXCL, mode), data, os.fsync)
            fresh.replace(place)
        except BaseException:  # a signal's too: nothing half written is left
            with suppress(OSError):
                fresh.unlink()
            raise
    except (OSError, ValueError) as error:
        why = reason_of(error)
        raise ConfigError(
            "{path}: cannot be written ({why}): name a file in a folder that can",
            path=path,
            why=why,
        ) from error


def _write(handle: int, data: bytes, finish: Callable[[int], Any] = lambda _: None) -> None:
    try:
        if sys.platform != "win32":
            os.set_blocking(handle, True)
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]
        finish(handle)
    finally:
        os.close(handle)
