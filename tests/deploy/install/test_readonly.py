"""A read-only root: what is mounted how, again, and back to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.install.fake import DEPLOY, FakeRoot, fake_root

READONLY = DEPLOY / "image/readonly.sh"
DATA = "/dev/disk/by-label/khvatka"
UNCHANGED = "Nothing to change."


@pytest.fixture
def root(tmp_path: Path) -> FakeRoot:
    return fake_root(tmp_path)


def mounts(root: FakeRoot) -> dict[str, tuple[str, str, set[str]]]:
    """What goes where: device, kind and options by folder. A folder stands there once."""
    found: dict[str, tuple[str, str, set[str]]] = {}
    for line in root.read("etc/fstab").splitlines():
        if line and not line.startswith("#"):
            device, folder, kind, options, *_ = line.split()
            assert folder not in found
            found[folder] = device, kind, set(options.split(","))
    return found


def test_only_the_data_partition_is_written(root: FakeRoot) -> None:
    assert root.run(READONLY, "--enable", "--data", DATA)[0] == 0
    there = mounts(root)
    for folder, device in (("/", "PARTUUID=1-02"), ("/boot/firmware", "PARTUUID=1-01")):
        assert there[folder][0] == device
        assert "ro" in there[folder][2]
        assert not {"rw", "defaults"} & there[folder][2]
    assert "noatime" in there["/"][2], "what it was mounted with stays"
    device, kind, options = there["/var/lib/khvatka"]
    assert (device, kind) == (DATA, "ext4")
    assert {"commit=1", "nofail", "x-systemd.device-timeout=10s"} <= options
    assert there["/opt/khvatka"][:2] == ("/var/lib/khvatka/opt", "none")
    in_memory = {folder for folder, (device, _, _) in there.items() if device == "tmpfs"}
    assert {"/tmp", "/var/tmp", "/var/log"} <= in_memory


def test_again_changes_nothing_and_back_is_as_it_was(root: FakeRoot) -> None:
    stock = root.files()
    root.run(READONLY, "--enable", "--data", DATA)
    enabled = root.files()
    status, said = root.run(READONLY, "--enable", "--data", DATA)
    assert (status, UNCHANGED in said, root.files()) == (0, True, enabled)
    assert root.run(READONLY, "--disable")[0] == 0
    assert root.files() == stock
    assert UNCHANGED in root.run(READONLY, "--disable")[1]


def test_another_partition_takes_the_place_of_the_first(root: FakeRoot) -> None:
    root.run(READONLY, "--enable", "--data", DATA)
    root.run(READONLY, "--enable", "--data", "/dev/sda1")
    assert mounts(root)["/var/lib/khvatka"][0] == "/dev/sda1"


def test_a_line_added_meanwhile_survives(root: FakeRoot) -> None:
    root.run(READONLY, "--enable", "--data", DATA)
    with (root.folder / "etc/fstab").open("a") as fstab:
        fstab.write("/dev/sdb1 /media/stick vfat noauto 0 0\n")
    root.run(READONLY, "--disable")
    assert mounts(root)["/media/stick"][0] == "/dev/sdb1"
    assert "ro" not in mounts(root)["/"][2]


def test_trying_it_out_shows_the_difference_only(root: FakeRoot) -> None:
    stock = root.files()
    status, said = root.run(READONLY, "--enable", "--data", DATA, "--dry-run")
    assert (status, root.files()) == (0, stock)
    assert f"+{DATA} /var/lib/khvatka ext4" in said


@pytest.mark.parametrize(
    ("options", "fstab", "sentence"),
    [
        ([], None, "give --enable --data PARTITION, or --disable"),
        (["--enable"], None, "name the partition with --data"),
        (["--enable", "--data"], None, "--data needs a value"),
        (["--lock"], None, "--lock is no option"),
        (["--enable", "--data", DATA], "# empty\n", "has no line for /"),
    ],
)
def test_a_failure_is_one_sentence(
    root: FakeRoot, options: list[str], fstab: str | None, sentence: str
) -> None:
    if fstab is not None:
        (root.folder / "etc/fstab").write_text(fstab)
    before = root.files()
    status, said = root.run(READONLY, *options)
    assert (status, len(said.splitlines()), root.files()) == (2, 1, before), said
    assert sentence in said


def test_the_console_is_not_taken_out_of_a_readonly_root(root: FakeRoot) -> None:
    root.run(READONLY, "--enable", "--data", DATA)
    status, said = root.run(DEPLOY / "install.sh", "--uninstall")
    assert (status, "khvatka-readonly --disable" in said) == (2, True)
