"""A desk's database: SQLite in a file, or PostgreSQL by its address; brought up to date when
opened."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import event as engine_event

from drivers.errors import ConfigError, Sentence, installing
from drivers.reasons import reason_of

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_MS: Final = 10_000
KINDS: Final = ("sqlite", "postgresql")
WRITES: Final = "khvatka_writes"
UPGRADES: Final = 0x4B485654
"""The lock of whoever brings a PostgreSQL up to date."""


class DeskDatabase:
    """Connections for reading and for writing. Close it at the end."""

    def __init__(self, url: str) -> None:
        """Raises ConfigError for an address that cannot be opened."""
        self.engine = _engine(url)
        if self.engine.dialect.name == "sqlite":
            _as_sqlite(self.engine)
        try:
            self._upgrade()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """What is read is of one moment."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """All of it or nothing; on SQLite one writer at a time from the beginning on."""
        connected = self.engine.connect().execution_options(**{WRITES: True})
        with connected as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Give everything back."""
        self.engine.dispose()

    def _upgrade(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        try:
            with self.writing() as connection:
                if self.engine.dialect.name == "sqlite":
                    _refuse_what_is_no_desk_s(connection)
                if self.engine.dialect.name == "postgresql":  # two desks may start together
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(UPGRADES)))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except CommandError:
            raise ConfigError(
                "the database is of a newer Khvatka: open it with that version"
            ) from None
        except sa.exc.DatabaseError as error:
            raise self._closed_to_us(_why(error.orig or error)) from None

    def _closed_to_us(self, why: Sentence) -> ConfigError:
        """What is in the way: a file's place may be the table's own, which nobody has named."""
        if self.engine.dialect.name != "sqlite":
            return ConfigError("the database cannot be opened ({why}): look at --database", why=why)
        return ConfigError(
            "{file}: the events kept here cannot be opened ({why}): see to its folder, or name"
            " another by --data or --database",
            file=self.engine.url.database,
            why=why,
        )


def _refuse_what_is_no_desk_s(connection: sa.Connection) -> None:
    """Raises ConfigError."""
    asked = "SELECT CAST(file AS BLOB) FROM pragma_database_list"  # a name need not be UTF-8
    ((file,),) = connection.exec_driver_sql(asked)
    if not file:
        raise ConfigError(
            "--database {url!r} names no file: nothing would be kept",
            url=str(connection.engine.url),
        )
    tables = sa.inspect(connection).get_table_names()
    if tables and "alembic_version" not in tables:
        raise ConfigError(
            "{file} is another program's or a table's store: name another", file=os.fsdecode(file)
        )


def _engine(url: str) -> sa.Engine:
    """Raises ConfigError: SQLAlchemy tells in English alone why an address opens nothing."""
    try:
        named = sa.make_url(url)
        kind, driver = named.get_backend_name(), named.get_driver_name()
        if kind in KINDS:
            return sa.create_engine(named, pool_pre_ping=kind != "sqlite")
    except (sa.exc.ArgumentError, ValueError):
        raise ConfigError(
            "--database {url!r} is no address of a database: give"
            " sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME",
            url=url,
        ) from None
    except ImportError:
        if driver == "psycopg":
            raise ConfigError(
                "PostgreSQL needs psycopg: {line}", line=installing("khvatka[postgresql]")
            ) from None
    raise ConfigError(
        "--database names {name}, but events are kept in SQLite or PostgreSQL: give"
        " sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME",
        name=named.drivername,
    )


def _why(error: BaseException) -> Sentence:
    """Its first line: PostgreSQL has several, SQLAlchemy too."""
    return Sentence(reason_of(error).message.strip().split("\n")[0])


def _as_sqlite(engine: sa.Engine) -> None:
    """Every connection: synced, checked, with transactions that begin where we say."""

    @engine_event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in (
            f"busy_timeout = {BUSY_MS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "secure_delete = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @engine_event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
