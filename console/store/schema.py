"""The store's file: where it lies, how it is laid out, and what may be wrong with it."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from console.store.copies import VERSION_COPY, copied
from console.store.problems import Problem, StoreError, Trouble, told
from console.system.files import is_there
from console.system.places import user_data_dir

FILE_NAME: Final = "khvatka.sqlite3"
APPLICATION_ID: Final = 0x4B48_5654  # "KHVT": tells our file from any other SQLite file
PAGE_BYTES: Final = 512  # a commit writes whole pages, and most commits hold one action
LOG_PAGES: Final = 2000  # 1 MB of log, then it is taken into the file
BUSY_MS: Final = 5000  # another process may hold the file for a commit

# STEPS[v] takes a file from version v to v + 1. Append, never edit.
STEPS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE match (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            started TEXT NOT NULL,
            header BLOB NOT NULL,
            owner TEXT,
            ended TEXT,
            result BLOB,
            declined INTEGER NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE action (
            match INTEGER NOT NULL REFERENCES match(id),
            n INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (match, n)
        ) WITHOUT ROWID""",
        """CREATE TABLE verdict (
            match INTEGER NOT NULL REFERENCES match(id),
            n INTEGER NOT NULL,
            kind TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (match, n)
        ) WITHOUT ROWID""",
        """CREATE TABLE samples (
            match INTEGER NOT NULL REFERENCES match(id),
            verdict INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (match, verdict)
        )""",
    ),
    (
        # People who keep a nickname, and the matches that they played; whoever is in neither is
        # a guest. A nickname stands here and nowhere else, so that it can be forgotten.
        """CREATE TABLE profile (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            nickname TEXT NOT NULL,
            folded TEXT NOT NULL UNIQUE,
            since TEXT NOT NULL
        )""",
        """CREATE TABLE sitter (
            match INTEGER NOT NULL REFERENCES match(id),
            player INTEGER NOT NULL,
            profile INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            PRIMARY KEY (match, player),
            UNIQUE (profile, match)
        ) WITHOUT ROWID""",
        # Made of the log by console.people, and made again when the log has changed.
        """CREATE TABLE category (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            players INTEGER NOT NULL,
            options TEXT NOT NULL,
            UNIQUE (game, players, options)
        )""",
        """CREATE TABLE summed (
            match INTEGER PRIMARY KEY REFERENCES match(id),
            category INTEGER NOT NULL REFERENCES category(id),
            people_only INTEGER NOT NULL
        )""",
        """CREATE TABLE standing (
            match INTEGER NOT NULL REFERENCES summed(match) ON DELETE CASCADE,
            player INTEGER NOT NULL,
            place INTEGER NOT NULL,
            winner INTEGER NOT NULL,
            PRIMARY KEY (match, player)
        ) WITHOUT ROWID""",
        """CREATE TABLE feat (
            match INTEGER NOT NULL REFERENCES summed(match) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            player INTEGER NOT NULL,
            category INTEGER NOT NULL REFERENCES category(id),
            seat INTEGER NOT NULL,
            value INTEGER NOT NULL,
            error INTEGER NOT NULL,
            score INTEGER NOT NULL,
            verdict INTEGER,
            PRIMARY KEY (match, kind, player)
        ) WITHOUT ROWID""",
        "CREATE INDEX feat_best ON feat (category, kind, score, match, player)",
        # The lower score is the better one; the earlier match keeps its place.
        """CREATE VIEW record AS SELECT * FROM (
            SELECT *, row_number() OVER (
                PARTITION BY category, kind ORDER BY score, match, player
            ) AS n FROM feat
        ) WHERE n <= 5""",
        """CREATE TABLE rating (
            game TEXT NOT NULL,
            profile INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            mu REAL NOT NULL,
            sigma REAL NOT NULL,
            matches INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            PRIMARY KEY (game, profile)
        ) WITHOUT ROWID""",
        "CREATE TABLE rated (match INTEGER PRIMARY KEY)",
        # A late contact takes an end back (C23), a race is told after it: count that match again.
        """CREATE TRIGGER result_changed AFTER UPDATE OF result ON match WHEN OLD.result IS NOT NULL
        BEGIN DELETE FROM summed WHERE match = NEW.id; END""",
        """CREATE TRIGGER verdict_added AFTER INSERT ON verdict
        BEGIN DELETE FROM summed WHERE match = NEW.match; END""",
        # A rating depends on all that came before: without a match it is made again from the first.
        """CREATE TRIGGER uncounted AFTER DELETE ON summed
        BEGIN DELETE FROM rated; END""",
        """CREATE TRIGGER forgotten AFTER DELETE ON sitter
        BEGIN DELETE FROM rated; END""",
    ),
    (
        # The owner's service: values as JSON by key; those that are not there have their default.
        "CREATE TABLE adjustment (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
        """CREATE TABLE pin (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            cost INTEGER NOT NULL,
            failures INTEGER NOT NULL
        )""",
        # ``last_match``: the newest match of the store when the button was last pressed.
        """CREATE TABLE button (
            seat INTEGER NOT NULL,
            button INTEGER NOT NULL,
            last_edge TEXT,
            last_match INTEGER NOT NULL,
            PRIMARY KEY (seat, button)
        ) WITHOUT ROWID""",
        """CREATE TABLE press (
            day TEXT NOT NULL,
            seat INTEGER NOT NULL,
            button INTEGER NOT NULL,
            presses INTEGER NOT NULL,
            bounces INTEGER NOT NULL,
            PRIMARY KEY (day, seat, button)
        ) WITHOUT ROWID""",
        "ALTER TABLE match ADD COLUMN played_ms INTEGER",  # NULL: not known
        # What is counted from the log counts only later matches than the owner's last reset.
        "CREATE TABLE reset (what TEXT PRIMARY KEY, match INTEGER NOT NULL) WITHOUT ROWID",
    ),
    (
        # The log's rows in the order in which they come, each found by a key of one number
        # (``of_match``): a commit then adds to the end of a page, where a key of two columns split
        # pages and rewrote those above them. Samples lie with their verdict.
        "ALTER TABLE action RENAME TO action_by_match",
        "ALTER TABLE verdict RENAME TO verdict_by_match",
        """CREATE TABLE action (
            id INTEGER PRIMARY KEY,
            body BLOB NOT NULL,
            match INTEGER NOT NULL GENERATED ALWAYS AS (id >> 24) REFERENCES match(id),
            n INTEGER NOT NULL GENERATED ALWAYS AS (id & 0xFFFFFF)
        )""",
        """CREATE TABLE verdict (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            body BLOB NOT NULL,
            samples BLOB,
            match INTEGER NOT NULL GENERATED ALWAYS AS (id >> 24) REFERENCES match(id),
            n INTEGER NOT NULL GENERATED ALWAYS AS (id & 0xFFFFFF)
        )""",
        "INSERT INTO action (id, body) SELECT match << 24 | n, body FROM action_by_match",
        """INSERT INTO verdict (id, kind, body, samples)
            SELECT old.match << 24 | old.n, kind, old.body, samples.body
            FROM verdict_by_match AS old
            LEFT JOIN samples ON samples.match = old.match AND samples.verdict = old.n""",
        "DROP TABLE samples",
        "DROP TABLE action_by_match",
        "DROP TABLE verdict_by_match",  # with its trigger
        """CREATE TRIGGER verdict_added AFTER INSERT ON verdict
        BEGIN DELETE FROM summed WHERE match = NEW.id >> 24; END""",
    ),
)
VERSION: Final = len(STEPS)
PEOPLE_SINCE: Final = 2  # a file of an older version knows guests only
SERVICE_SINCE: Final = 3  # a file of an older version knows no adjustments and counters
ROWS_SINCE: Final = 4  # a file of an older version has its actions and verdicts by match and n
# A view of the temporary schema hides the table of its name for its connection alone.
_OLDER_SHOWN: Final = (
    "PRAGMA temp_store = MEMORY",
    """CREATE TEMP VIEW action AS
        SELECT match << 24 | n AS id, body, match, n FROM main.action""",
    """CREATE TEMP VIEW verdict AS
        SELECT old.match << 24 | old.n AS id, kind, old.body, samples.body AS samples, old.match, n
        FROM main.verdict AS old
        LEFT JOIN samples ON samples.match = old.match AND samples.verdict = old.n""",
)


def default_data_dir() -> Path:
    """The data folder where none is named: KHVATKA_DATA (if absolute), else Khvatka's in the
    user's own (``user_data_dir``)."""
    named = os.environ.get("KHVATKA_DATA", "")
    return Path(named) if os.path.isabs(named) else user_data_dir() / "khvatka"


def store_path(data_dir: Path | None = None) -> Path:
    """The store's file in ``data_dir`` (None: the user's data folder)."""
    return (default_data_dir() if data_dir is None else data_dir) / FILE_NAME


def key_of(match: int, n: int) -> int:
    """The key of a match's action or verdict ``n``."""
    return match << 24 | n


def of_match(number: str) -> str:
    """Which rows are a match's; ``number`` stands for the match in the statement.

    They are found by the first half; in a file of an older version, shown as this one has it, by
    the second.
    """
    return f"(id BETWEEN ({number} << 24) AND ({number} << 24 | 0xFFFFFF) AND match = {number})"


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open, create or migrate the store; every commit is synced (WAL, synchronous FULL).

    A file of an older version is copied beside itself before it is taken forward.
    Raises StoreError: damaged, newer than this program, not ours, or not writable.
    """
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
        try:
            check(connection, path)
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a new file only
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = OFF")  # of what moves nothing is anybody's
            _migrate(connection, path)
            connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        except BaseException:
            connection.close()
            raise
        return connection


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open an existing store without changing it; a file of an older version shows its log as this
    one has it. Raises StoreError."""
    with told(path):
        uri = path.resolve().as_uri()
        try:
            return _open_checked(f"{uri}?mode=ro", path)
        except sqlite3.OperationalError:
            # WAL needs a writable folder even to read; without a log the file alone is everything.
            if is_there(path.with_name(path.name + "-wal")):
                raise
            return _open_checked(f"{uri}?immutable=1", path)


def _open_checked(uri: str, path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_MS / 1000, isolation_level=None)
    try:
        check(connection, path)
        if 0 < version_of(connection) < ROWS_SINCE:
            for statement in _OLDER_SHOWN:
                connection.execute(statement)
    except BaseException:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of an open file; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError for a newer schema or a file that is not ours."""
    found = version_of(connection)
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    if not ours and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        foreign = f"{path} is not a match log of Khvatka: choose another folder with --data"
        raise StoreError.of(Problem(Trouble.FOREIGN, foreign))
    if ours and found > VERSION:
        newer = (
            f"the match log {path} was written by a newer Khvatka (version {found}, "
            f"this one reads up to {VERSION}): update Khvatka or choose another folder with --data"
        )
        raise StoreError.of(Problem(Trouble.NEWER, newer))


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = version_of(connection)
    if version == VERSION:
        return
    if version:
        _check_room(connection, path)
        copied(connection, path, VERSION_COPY.format(version=version))
    connection.execute("BEGIN IMMEDIATE")
    try:
        check(connection, path)  # another process may have been first
        for step in STEPS[version_of(connection) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def _check_room(connection: sqlite3.Connection, path: Path) -> None:
    """Raises OSError before anything is written when the disk cannot hold the copy, what becomes of
    the rows and the log of that: whoever may write tries again every second."""
    names = ("page_size", "page_count", "freelist_count")
    size, pages, free = (connection.execute(f"PRAGMA {n}").fetchone()[0] for n in names)
    wanted = size * (pages + 2 * (pages - free)) * 11 // 10
    if shutil.disk_usage(path.parent).free < wanted:
        raise OSError(errno.ENOSPC, f"{wanted} bytes are needed to take the match log forward")
