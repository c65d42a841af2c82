"""A read-only root: what is mounted how, again, and back to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.install.fake import DEPLOY, FakeRoot, fake_root

READONLY = DEPLOY / "image/readonly.sh"
DATA = "/dev/mmcblk0p3"
UUID = "0b1f7d9c-0000-4000-8000-000000000001"
RULES = "etc/udev/rules.d/61-khvatka-data.rules"
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
    assert (device, kind) == (f"UUID={UUID}", "ext4")
    assert {"commit=1", "nofail", "x-systemd.device-timeout=10s"} <= options
    assert {"nosuid", "nodev", "noexec"} <= options
    device, kind, options = there["/opt/khvatka"]
    assert (device, kind) == ("/var/lib/khvatka/opt", "none")
    assert {"bind", "nosuid", "nodev", "exec"} <= options
    in_memory = {folder for folder, (device, _, _) in there.items() if device == "tmpfs"}
    assert {"/tmp", "/var/tmp", "/var/log"} <= in_memory


def test_a_stick_with_a_copy_of_the_partition_is_not_taken_for_it(root: FakeRoot) -> None:
    """What udev finds on USB has no link by that UUID, which fstab goes by (readonly_root.sh asks
    udev itself)."""
    assert root.run(READONLY, "--enable", "--data", DATA)[0] == 0
    assert root.read(RULES).split(", ") == [
        f'ENV{{ID_FS_UUID}}=="{UUID}"',
        'ENV{ID_BUS}=="usb"',
        'SYMLINK="khvatka-copy-%k"\n',
    ]


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
    other = UUID.replace("1", "2")
    root.run(READONLY, "--enable", "--data", "/dev/sda1", FAKE_UUID=other)
    assert mounts(root)["/var/lib/khvatka"][0] == f"UUID={other}"
    assert UUID not in root.read(RULES)


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
    assert f"+UUID={UUID} /var/lib/khvatka ext4" in said


@pytest.mark.parametrize(
    ("options", "fstab", "sentence"),
    [
        (["--enable", "--data", "/dev/nowhere"], None, "/dev/nowhere has no ext4 file system"),
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


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"FAKE_TYPE": "vfat"}, f"{DATA} has no ext4 file system"),
        ({"FAKE_DEVICES": r"/dev/mmcblk0p3\n/dev/sda1\n"}, f"two partitions have the UUID {UUID}"),
    ],
)
def test_a_partition_that_will_not_do_is_said(
    root: FakeRoot, environment: dict[str, str], sentence: str
) -> None:
    before = root.files()
    status, said = root.run(READONLY, "--enable", "--data", DATA, **environment)
    assert (status, len(said.splitlines()), root.files()) == (2, 1, before), said
    assert sentence in said


def test_the_console_is_not_taken_out_of_a_readonly_root(root: FakeRoot) -> None:
    root.run(READONLY, "--enable", "--data", DATA)
    status, said = root.run(DEPLOY / "install.sh", "--uninstall")
    assert (status, "khvatka-readonly --disable" in said) == (2, True)
