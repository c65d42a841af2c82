"""Databases that desks are tested on: SQLite in a file, PostgreSQL of Debian's package in a
temporary folder, on a socket of that folder alone."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.posix import is_root

PATIENCE_S = 60  # never waited out unless something is broken


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
        control = (at / "pg_ctl", "-D", data, "-w", "-t", str(PATIENCE_S))
        begin = (*control, "-l", str(folder / "log"), "-o", shlex.join(options), "start")
        subprocess.run(begin, check=True, cwd=folder, **quiet)  # type: ignore[call-overload]
        # At once, whoever is connected, once its input ends: with a run that is broken off too.
        end = ("sh", "-c", 'read -r _; exec "$@"', "sh", *control, "-m", "fast", "stop")
        with subprocess.Popen(  # type: ignore[call-overload]
            end, stdin=subprocess.PIPE, cwd=folder, process_group=0, **quiet
        ) as ending:
            yield str(folder)
        assert ending.returncode == 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fresh(folder: str, name: str) -> str:
    """A new database of the server in that folder; its address."""
    import psycopg

    with psycopg.connect(host=folder, user="khvatka", dbname="postgres", autocommit=True) as told:
        told.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"postgresql+psycopg://khvatka@/{name}?host={folder}"
