"""What the system says is told in the reader's language."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
from pathlib import Path

import pytest

from console.i18n import Words
from drivers import reasons
from drivers.errors import ConfigError
from drivers.files import read_text
from drivers.reasons import reason_of


def test_a_missing_file_is_told_in_russian(tmp_path: Path) -> None:
    path = tmp_path / "nothing.toml"
    with pytest.raises(ConfigError) as told:
        read_text(path)
    assert "No such file or directory" in str(told.value)
    assert "(нет такого файла или папки)" in Words("ru").translated(told.value)


@pytest.mark.parametrize("number", reasons.REASONS)
def test_english_is_the_systems_own(number: int) -> None:
    said = reason_of(OSError(number, os.strerror(number), "somewhere"))
    assert str(said) == os.strerror(number)
    assert Words("ru").translated(said) != str(said)


def test_a_name_that_is_none_is_told_whatever_else_is_said() -> None:
    said = reason_of(socket.gaierror(socket.EAI_NONAME, "Name or service not known (as it bound)"))
    assert str(said) == "Name or service not known"
    assert Words("ru").translated(said) != str(said)


@pytest.mark.parametrize("message", reasons.OF_SQLITE)
def test_what_sqlite_says_is_told_in_russian(message: str) -> None:
    said = reason_of(sqlite3.OperationalError(message))
    assert str(said) == message
    assert Words("ru").translated(said) != message


def test_what_is_not_known_is_told_as_it_is() -> None:
    assert str(reason_of(OSError(errno.EXDEV, "Invalid cross-device link"))) == (
        "Invalid cross-device link"
    )
    assert str(reason_of(ValueError("embedded null byte"))) == "embedded null byte"
    assert str(reason_of(OSError())) == "OSError"


def test_a_socket_whose_time_is_up_is_told_as_the_system_s_is() -> None:
    assert str(reason_of(TimeoutError("timed out"))) == "Connection timed out"
