"""Lines in, lines out: exactly one answer a line, whatever the line is."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NoReturn

from console.engine.session import EngineSession
from console.games.errors import GameError, bad_request
from console.games.forms import Json

LINE_MAX: Final = 1 << 20
"""Bytes a line may have, without its newline."""

_log = logging.getLogger(__name__)


def serve(inp: BinaryIO, out: BinaryIO) -> None:
    """Speaks the engine protocol until end of input or ``quit``.

    No line ends it or touches the game in progress. When nobody reads ``out`` any more it stops
    quietly.
    """
    session = EngineSession()
    try:
        for line in _lines(inp):
            out.write(_encode(_answer(session, line)))
            out.flush()
            if session.ended:
                return
    except BrokenPipeError:
        _log.info("nobody reads the answers any more")


def _lines(inp: BinaryIO) -> Iterator[bytes | None]:
    """Each line without its newline; None for one longer than ``LINE_MAX``, which is skipped."""
    while chunk := inp.readline(LINE_MAX + 1):
        if chunk.endswith(b"\n"):
            yield chunk[:-1]
        elif len(chunk) <= LINE_MAX:
            yield chunk  # the last line, without a newline
        else:
            while chunk and not chunk.endswith(b"\n"):
                chunk = inp.readline(LINE_MAX)
            yield None


def _answer(session: EngineSession, line: bytes | None) -> Json:
    """The whole answer to one line."""
    try:
        return {"ok": True} | session.answer(parse(line))
    except GameError as error:
        problem = error
    except Exception:
        # The last resort: a fault of ours must not end the session. Nothing has changed, since a
        # session stores a result only once it is complete.
        _log.exception("a request could not be answered")
        problem = bad_request("This request cannot be answered; the log says why.")
    return {"ok": False, "error": {"code": problem.code, "message": problem.message}}


def parse(line: bytes | None) -> Any:
    """The JSON value of a line (None: too long). Raises ``GameError`` (bad_request)."""
    if line is None:
        raise bad_request("The line is longer than 1 MiB.")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise bad_request("The line is not UTF-8.") from None
    except RecursionError:
        raise bad_request("The line is nested too deeply.") from None
    except GameError:
        raise
    except ValueError:  # not JSON, or a number with thousands of digits
        raise bad_request("The line is not JSON.") from None


def _refuse_constant(name: str) -> NoReturn:
    raise bad_request(f"The line is not JSON: it has no {name}.")


def _encode(answer: Json) -> bytes:
    """One line. Plain ASCII, so that no text, however odd, fails to encode."""
    return json.dumps(answer, separators=(",", ":")).encode("ascii") + b"\n"
