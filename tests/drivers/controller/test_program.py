"""The pad controller's program as files and as a UF2; what a frozen one does with a copied one."""

from __future__ import annotations

import importlib.util
import shutil
import struct
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import firmware
from drivers.controller import program
from drivers.controller.program import FOLDER, files, named, packed, program_id, unpacked
from drivers.errors import ConfigError

NEW, OLD = "khvatka-pad 1.0.0 0123456789ab", "khvatka-pad 1.0.0 ba9876543210"


@given(st.binary(min_size=1, max_size=2_000))
def test_a_uf2_gives_back_what_was_packed(image: bytes) -> None:
    assert unpacked(packed(image), "x").rstrip(b"\0") == image.rstrip(b"\0")


def test_a_block_is_as_the_rp2040_wants_it() -> None:
    """Two magic numbers, family given, address, 256 bytes, number, count, family, data, end."""
    second = packed(bytes(range(256)) * 2)[512:]
    assert struct.unpack("<8I", second[:32]) == (
        *(0x0A324655, 0x9E5D5157, 0x2000, 0x10000100, 256, 1, 2, 0xE48BFF56),
    )
    assert second[32:288] == bytes(range(256))
    assert second[-4:] == struct.pack("<I", 0x0AB16F30)


@given(st.integers(0, 1023), st.integers(1, 255))
def test_a_changed_head_is_no_uf2(place: int, flip: int) -> None:
    uf2 = bytearray(packed(bytes(512)))
    uf2[place] ^= flip
    inside = place % 512
    if 32 <= inside < 508:  # data and padding have no sum of their own: USB has
        return
    try:
        assert unpacked(bytes(uf2), "x") == bytes(512)  # a flag that we do not look at
        assert 8 <= inside < 12
    except ConfigError:
        pass


def test_the_program_is_named_by_its_version_and_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = ".".join(map(str, firmware.VERSION))
    assert named(b"x" + program_id().encode(), "x") == tuple(program_id().split()[1:])
    assert program_id().split()[1] == version
    before = program_id()
    copied = shutil.copytree(
        FOLDER, tmp_path / "firmware", ignore=shutil.ignore_patterns("__pycache__")
    )
    monkeypatch.setattr(program, "FOLDER", copied)
    assert program_id() == before
    (copied / "start" / "frozen.py").write_bytes(b"#")
    assert program_id() != before


def frozen() -> ModuleType:
    spec = importlib.util.spec_from_file_location("frozen", FOLDER / "start" / "frozen.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The Pico's file system, with an older program that was copied and its settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", ".frozen", "/lib"])
    copy(tmp_path)
    (tmp_path / "pad.json").write_text('{"seats": 8}')
    return tmp_path


def copy(root: Path) -> None:
    for place in files():
        (root / place).parent.mkdir(exist_ok=True)
        (root / place).write_text("# copied\n")


def test_a_new_uf2_takes_an_older_copy_away_once_and_keeps_the_settings(flash: Path) -> None:
    frozen().take_over(NEW)
    assert {path.name for path in flash.iterdir()} == {"pad.json", "built.id"}
    assert sys.path[0] == ".frozen"


def test_a_copy_that_came_after_the_uf2_counts(flash: Path) -> None:
    frozen().take_over(NEW)
    copy(flash)
    sys.path[:] = ["", ".frozen", "/lib"]
    frozen().take_over(NEW)
    assert (flash / "firmware" / "wire.py").exists()
    assert sys.path[0] == ""
    frozen().take_over(OLD)  # another UF2, whichever way
    assert not (flash / "firmware").exists()


def test_half_a_copy_does_not_count(flash: Path) -> None:
    (flash / "built.id").write_text(NEW)
    (flash / "main.py").unlink()  # it comes last
    frozen().take_over(NEW)
    assert sys.path[0] == ".frozen"
    assert (flash / "firmware").exists()


def test_without_a_file_system_the_frozen_program_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = frozen()
    monkeypatch.setattr(module.os, "listdir", missing)
    module.take_over(NEW)


def missing() -> list[str]:
    raise OSError(19, "No such device")
