"""VFAT on a disk that can be pulled out, and a hostile ext4; run inside the guest."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.i18n import Words
from console.service.sticks.errands import ErrandAnswer, Export, Newest, StickRoom, perform
from console.service.sticks.mounted import Stick, find_sticks
from console.service.store import ServiceStore
from console.store.schema import store_path

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"

DAY = "2026-05-02"
SCSI = Path("/sys/bus/pseudo/drivers/scsi_debug")
PLACE = Path("/run/media/system/STICK")
RULE = Path(__file__).parents[3] / "deploy/udev/90-khvatka-sticks.rules"


def disk() -> Path:
    """The block device of the simulated disk, once it is there."""
    for _ in range(6_000):  # a minute
        found = list(SCSI.glob("adapter*/host*/target*/*/block/*"))
        if found:
            return Path("/dev") / found[0].name
        time.sleep(0.01)
    raise AssertionError("there is no simulated disk")


def mount(kind: str) -> None:
    """As the table's udev rule has it mounted."""
    rules = RULE.read_text(encoding="utf-8")
    (walls,) = re.findall(r'(?m)^ENV{khvatka_options}="(.*)"$', rules)
    (options,) = re.findall(rf'(?m)^ENV{{ID_FS_TYPE}}=="{kind}\b.* --options=(\S+)', rules)
    given = options.replace("$env{khvatka_options}", walls)
    subprocess.run(["mount", "-t", kind, "-o", given, disk(), PLACE], check=True)


@pytest.fixture
def drive() -> Iterator[Path]:
    """A simulated disk of 8 MB; what is mounted of it lies at ``PLACE``."""
    (SCSI / "add_host").write_text("1")
    PLACE.mkdir(parents=True, exist_ok=True)
    yield disk()
    subprocess.run(["umount", "--lazy", PLACE], check=True)
    (SCSI / "add_host").write_text("-1")


@pytest.fixture
def stick(drive: Path) -> Path:
    """VFAT with the labels and names that such sticks have, empty."""
    subprocess.run(["mkfs.vfat", "-n", "STICK", drive], check=True, stdout=subprocess.DEVNULL)
    mount("vfat")
    return PLACE


def export(stick: Path, tmp_path: Path) -> ErrandAnswer:
    return perform(Export(bytes(stick), bytes(store_path(tmp_path)), DAY), Words("en"))


def test_it_is_found_and_its_room_told(stick: Path) -> None:
    assert find_sticks() == (Stick(stick),)
    room = perform(StickRoom(bytes(stick)), Words("en")).room
    assert room is not None
    assert room[0] // 1_000_000 == 8


def test_an_export_is_beside_what_has_its_name_in_capitals(stick: Path, tmp_path: Path) -> None:
    (stick / f"KHVATKA-{DAY}").mkdir()
    (stick / f"Khvatka-{DAY}-2").write_text("mine")
    answer = export(stick, tmp_path)
    assert answer.names[0] == f"khvatka-{DAY}-3/audits.json"
    os.sync()
    subprocess.run(["mount", "-o", "remount", stick], check=True)
    assert all((stick / name).stat().st_size for name in answer.names)
    assert (stick / f"khvatka-{DAY}-2").read_text() == "mine"


def test_it_has_what_vfat_keeps_of_any_name(stick: Path, tmp_path: Path) -> None:
    for name in ("ж" * 255, "a" * 255, "KHVATKA-0.1.0-PI.TAR", "khvatka-0.2.0-pi.tar", "\u202egnp"):
        (stick / name).write_bytes(b"1")
    assert perform(Newest(bytes(stick)), Words("en")).names == ("khvatka-0.2.0-pi.tar",)
    assert export(stick, tmp_path).failure is None


def test_a_full_one_keeps_what_it_had(stick: Path, tmp_path: Path) -> None:
    with (stick / "mine").open("wb", 0) as mine, pytest.raises(OSError, match="No space"):
        mine.write(bytes(1 << 20) * 7) and all(mine.write(bytes(2048)) for _ in range(1 << 10))
    answer = export(stick, tmp_path)
    assert answer.failure == f"{stick} is full: delete something on it or take another stick"
    assert os.listdir(stick) == ["mine"]


def test_one_that_may_not_be_written_says_so(stick: Path, tmp_path: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", stick], check=True)
    assert find_sticks() == (Stick(stick, True),)
    answer = export(stick, tmp_path)
    assert answer.failure is not None
    assert answer.failure.startswith(f"{stick} cannot be written")


@pytest.mark.parametrize("after", range(5))
def test_one_that_is_pulled_out_is_one_sentence(
    stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """Before one of the five syncs the kernel loses the device."""
    device, fsync = disk().name, os.fsync
    synced: list[int] = []
    ServiceStore(store_path(tmp_path)).keep_pin(None)  # the store's own syncs are done

    def sync(handle: int) -> None:
        if len(synced) == after:
            Path(f"/sys/block/{device}/device/delete").write_text("1")
        synced.append(handle)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", sync)
    answer = export(stick, tmp_path)
    assert len(synced) == after + 1
    assert answer.failure is not None
    assert answer.failure.startswith(str(stick))
    assert "\n" not in answer.failure


def test_one_that_bids_the_kernel_panic_stops_nothing(drive: Path, tmp_path: Path) -> None:
    """An ext4 says itself what its faults mean to the kernel; this one has a broken folder."""
    subprocess.run(["mkfs.ext4", "-q", "-F", "-b", "1024", "-e", "panic", drive], check=True)
    told = subprocess.run(["debugfs", "-R", "blocks /", drive], capture_output=True, check=True)
    with drive.open("r+b") as blocks:
        blocks.seek(int(told.stdout.split()[0]) * 1024)
        blocks.write(b"\xff" * 1024)
    mount("ext4")
    for answer in (perform(Newest(bytes(PLACE)), Words("en")), export(PLACE, tmp_path)):
        assert answer.failure is not None
        assert answer.failure.startswith(f"{PLACE} ")
