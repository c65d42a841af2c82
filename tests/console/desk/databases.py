"""Databases that desks are tested on: SQLite in a file, PostgreSQL of Debian's package in a
temporary folder, on a socket of that folder alone."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.posix import is_root

PATIENCE_S = 30.0


def programs() -> Path | None:
    """Where PostgreSQL's programs are, the newest; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    there = found[-1] if found else shutil.which("initdb")
    return Path(there).parent if there else None


@contextmanager
def postgresql() -> Iterator[str]:
    """A server; gives the address of its folder. It will not run as root, so it is its own user
    then."""
    at = programs()
    assert at is not None
    folder = Path(tempfile.mkdtemp(prefix="khvatka-pg-"))
    user = "postgres" if is_root() else None
    if user is not None:
        shutil.chown(folder, user)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "user": user}
    data = str(folder / "data")
    try:
        subprocess.run(
            [at / "initdb", "-D", data, "-A", "trust", "-U", "khvatka", "-E", "UTF8", "-N"],
            check=True,
            cwd=folder,
            **quiet,  # type: ignore[call-overload]
        )
        options = ("-c", "listen_addresses=", "-c", "fsync=off", "-k", str(folder))
        server = subprocess.Popen([at / "postgres", "-D", data, *options], cwd=folder, **quiet)  # type: ignore[call-overload]
        try:
            _wait(folder, server)
            yield str(folder)
        finally:
            server.send_signal(signal.SIGINT)  # at once, whoever is connected
            server.wait(PATIENCE_S)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(folder: Path, server: subprocess.Popen[bytes]) -> None:
    import psycopg

    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            psycopg.connect(host=str(folder), user="khvatka", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            assert server.poll() is None, "PostgreSQL has ended"
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.05)


def fresh(folder: str, name: str) -> str:
    """A new database of the server in that folder; its address."""
    import psycopg

    with psycopg.connect(host=folder, user="khvatka", dbname="postgres", autocommit=True) as told:
        told.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"postgresql+psycopg://khvatka@/{name}?host={folder}"
