"""Which sticks there are, by the kernel's list alone; names in any bytes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.service.sticks.mounted import MOST, Stick, find_sticks, shown
from tests.console.service.sticks.conftest import Mount

LINE = b"36 25 8:1 / %s rw,relatime shared:1 - %s %s %s\n"


def line(
    place: bytes, kind: bytes = b"vfat", source: bytes = b"/dev/sda1", how: bytes = b"rw"
) -> bytes:
    """As proc(5) has it: space, tab, line feed and backslash of a place are octal."""
    escaped = b"".join(b"\\%03o" % byte if byte in b" \t\n\\" else bytes([byte]) for byte in place)
    return LINE % (escaped, kind, source, how)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "mountinfo"


def test_sticks_are_devices_mounted_one_or_two_folders_down(table: Path) -> None:
    table.write_bytes(
        line(b"/")
        + line(b"/media")
        + line(b"/media/A")
        + line(b"/run/media/system/B")
        + line(b"/run/media/system/deep/C")
        + line(b"/mnt/D", how=b"ro,errors=remount-ro")
        + line(b"/mnt/net", b"nfs", b"server:/export")
        + line(b"/mnt/tmp", b"tmpfs", b"tmpfs")
        + line(b"/mediafiles/E")
        + line(b"/media/waits", b"autofs", b"systemd-1")
    )
    assert find_sticks(table) == (
        Stick(Path("/media/A")),
        Stick(Path("/media/waits")),
        Stick(Path("/mnt/D"), True),
        Stick(Path("/run/media/system/B")),
    )


def test_of_two_at_one_place_the_upper_one_is_seen(table: Path) -> None:
    table.write_bytes(line(b"/media/A", b"autofs", b"systemd-1") + line(b"/media/A", how=b"ro"))
    assert find_sticks(table) == (Stick(Path("/media/A"), True),)


def test_a_stick_of_a_hundred_partitions_is_no_hundred_rows(table: Path) -> None:
    table.write_bytes(b"".join(line(b"/media/%03d" % n) for n in range(100)))
    assert [stick.name for stick in find_sticks(table)] == [f"{n:03}" for n in range(MOST)]


def test_without_the_kernels_list_there_are_none(tmp_path: Path) -> None:
    assert find_sticks(tmp_path / "nothing") == ()


@given(st.binary(min_size=1, max_size=255).filter(lambda n: not {0, 47} & set(n)))
def test_a_name_in_any_bytes_is_that_stick(
    tmp_path_factory: pytest.TempPathFactory, name: bytes
) -> None:
    table = tmp_path_factory.mktemp("proc") / "mountinfo"
    table.write_bytes(line(b"/media/" + name))
    found = find_sticks(table)
    if name in (b".", b".."):
        return  # the kernel lists no such place
    assert [bytes(stick.path) for stick in found] == [b"/media/" + name]
    assert found[0].name.isprintable()
    assert 1 <= len(found[0].name) <= 24


@given(st.binary(max_size=2_000))
def test_a_list_of_any_bytes_is_read(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    table = tmp_path_factory.mktemp("proc") / "mountinfo"
    table.write_bytes(text)
    assert isinstance(find_sticks(table), tuple)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        (b"KINGSTON 32", "KINGSTON 32"),
        ("флешка".encode(), "флешка"),
        (b"\xff\xfe", "??"),
        (b"a\nb\x1b[31m", "a?b?[31m"),
        ("\u202egnp.exe".encode(), "?gnp.exe"),
        (b"x" * 255, "x" * 23 + "…"),
    ],
)
def test_a_name_is_shown_as_far_as_it_can_be_printed(name: bytes, seen: str) -> None:
    assert shown(os.fsdecode(name), 24) == seen


def test_a_stick_that_is_really_mounted_is_found(mount: Mount, tmp_path: Path) -> None:
    stick, locked = mount("ext4"), mount("ext4", "-o", "ro")
    assert find_sticks(roots=(tmp_path,)) == (Stick(stick), Stick(locked, True))
