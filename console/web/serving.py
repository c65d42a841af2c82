"""uvicorn, as each of our web processes runs it."""

from __future__ import annotations

import logging
import socket
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from console.web.gate import Gate, protocols

LOOPBACK: Final = ("127.0.0.1", "localhost")
BACKLOG: Final = 128
REFUSED_SOCKET: Final = "ASGI callable returned without completing handshake."


def listening(host: str, port: int) -> tuple[socket.socket, frozenset[str]]:
    """The open port (0: any) and the names by which we are called there. Raises OSError."""
    opened = socket.create_server((host, port), backlog=BACKLOG)
    port = opened.getsockname()[1]
    names = LOOPBACK if host in LOOPBACK else (host,)
    hosts = frozenset(f"{name}:{port}" for name in names)
    return opened, hosts | frozenset(names) if port == 80 else hosts


def server(app: ASGIApp, gate: Gate, most_bytes: int) -> uvicorn.Server:
    """It serves on lines behind ``gate``; a message of a socket has ``most_bytes``."""
    http, ws = protocols(gate)
    config = uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=most_bytes,
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=8 * 1024,
        timeout_graceful_shutdown=1,
        backlog=BACKLOG,
    )
    logging.getLogger("uvicorn.error").addFilter(_ours)
    return uvicorn.Server(config)


def _ours(record: logging.LogRecord) -> bool:
    """What a stranger says is no error of ours: it is refused, counted, and fills no log. Nor is a
    socket that has had a refusal for its answer, which uvicorn takes for none."""
    if record.exc_info is not None:
        return not isinstance(record.exc_info[1], UnicodeDecodeError)
    return record.msg != REFUSED_SOCKET
