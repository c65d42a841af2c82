"""install.sh on a root that is a folder: in, again, updated, out; each failure a sentence."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import pytest

from console.service.first_pin import FILE
from deploy.bundle.keys import Key
from deploy.drawing.circuit import config_lines
from deploy.update.parcel import seal
from drivers.boards.config import find_board, shipped_boards
from tests.deploy.install.fake import (
    DEPLOY,
    STOCK_CONFIG,
    STOCK_LINE,
    FakeRoot,
    fake_root,
    new_key,
    signed,
    tiny_bundle,
)
from tests.posix import is_root

INSTALL = DEPLOY / "install.sh"
UNCHANGED = "Nothing to change"


@pytest.fixture
def root(tmp_path: Path) -> FakeRoot:
    return fake_root(tmp_path)


@pytest.fixture
def bundle(tmp_path: Path, key: Key) -> str:
    """A tiny bundle, signed."""
    return str(signed(tiny_bundle(tmp_path / "bundle", key=key), tmp_path / "bundle.tar", key))


@pytest.mark.slow
def test_a_table_from_its_first_installation_to_its_last_day(
    root: FakeRoot, bundle: str, tmp_path: Path, key: Key
) -> None:
    (root.folder / "default").write_text("graphical.target\n")
    (root.folder / "etc/systemd/system/display-manager.service").write_text("")
    stock = root.files()

    status, said = root.run(INSTALL, "--bundle", bundle, "--board", "mk1", "--dry-run")
    assert (status, root.files()) == (0, stock)
    assert "would write /etc/systemd/system/khvatka.service" in said

    status, said = root.run(INSTALL, "--bundle", bundle, "--board", "mk1")
    assert status == 0, said
    assert key.fingerprint in said, "make bundle shows the same"
    installed = root.files()
    assert "etc/systemd/system/khvatka-.service.d/60-walls.conf" in installed
    assert "opt/khvatka/incoming" not in {name.rpartition("/")[0] for name in installed}
    started = root.folder / "opt/khvatka/current/bin/khvatka"
    assert subprocess.check_output([started], text=True) == "up\n"
    assert root.read("etc/khvatka/board.toml") == shipped_boards()["mk1"].read_text()
    assert root.read("boot/firmware/cmdline.txt") == STOCK_LINE.replace(
        "root=", "root=/dev/mmcblk0p2 khvatka.root=", 1
    )
    assert installed["etc/systemd/system/getty@tty1.service"] == "/dev/null"
    assert root.read("default") == "multi-user.target\n"
    assert "etc/systemd/system/multi-user.target.wants/khvatka.service" in installed
    assert "\ngpio:x:900:khvatka\n" in root.read("etc/group")
    assert root.read("usr/local/bin/khvatka") == (DEPLOY / "image/khvatka.sh").read_text()

    status, said = root.run(INSTALL, "--bundle", bundle)
    assert (status, root.files()) == (0, installed), said
    assert UNCHANGED in said

    (root.folder / "etc/khvatka/table.toml").write_text("# the owner's\n")
    (root.folder / "var/lib/khvatka/table/matches").write_text("played")
    assert root.read(f"var/lib/khvatka/table/{FILE}") == "", "the first PIN can be chosen"
    (root.folder / "var/lib/khvatka/table" / FILE).unlink()
    newer = tiny_bundle(tmp_path / "newer", "newer", number="0.1.1", key=key)
    there = root.files()
    status, said = root.run(newer.folder / "deploy/install.sh")
    assert (status, root.files()) == (2, there), "what is unpacked cannot be verified any more"
    assert "takes the signed file alone: sudo khvatka-update install" in said
    other = new_key(tmp_path / "somebody")
    theirs = signed(newer, tmp_path / "theirs.tar", other)
    status, said = root.run(INSTALL, "--bundle", str(theirs))
    assert (status, root.files()) == (2, there)
    assert "not signed with the key that this table trusts" in said

    (newer.folder / "deploy/systemd/watchdog.conf").write_text("# another one\n")
    newer = seal(newer.folder, "0.1.1", "20250201000000")
    theirs = signed(newer, tmp_path / "mine.tar", key)
    status, said = root.run(INSTALL, "--bundle", str(theirs), "--board", "mk1")
    assert (status, "on trial" in said) == (0, True), said
    assert root.read("etc/systemd/system.conf.d/60-khvatka.conf") == "# another one\n"
    assert subprocess.check_output([started], text=True) == "newer\n"
    assert root.read("etc/khvatka/table.toml") == "# the owner's\n"

    status, said = root.run(INSTALL, "--uninstall")
    assert status == 0, said
    left = set(root.files()) - set(stock)
    assert left == {"etc/khvatka/table.toml", "etc/khvatka/board.toml"} | {
        "var/lib/khvatka/table/matches"
    }
    assert root.read("boot/firmware/config.txt") == STOCK_CONFIG
    assert root.read("boot/firmware/cmdline.txt") == STOCK_LINE
    assert root.read("default") == "graphical.target\n"
    assert UNCHANGED in root.run(INSTALL, "--uninstall")[1]

    assert root.run(INSTALL, "--uninstall", "--purge")[0] == 0
    assert set(root.files()) == set(stock)
    assert "khvatka" not in root.read("etc/passwd")


@pytest.mark.slow
def test_the_tables_user_gets_in_whoever_installs_it(root: FakeRoot, bundle: str) -> None:
    """With a `umask` that hides what is made from others."""
    usual = os.umask(0o077)
    try:
        status, said = root.run(INSTALL, "--bundle", bundle)
    finally:
        os.umask(usual)
    assert status == 0, said
    for made in ("etc/khvatka", "var/lib/khvatka", "opt/khvatka"):
        assert (root.folder / made).stat().st_mode & 0o7777 == 0o755, made


@pytest.mark.slow
def test_another_program_of_that_name_is_left_alone(root: FakeRoot, bundle: str) -> None:
    other = root.folder / "usr/local/bin/khvatka"
    other.parent.mkdir(parents=True, exist_ok=True)
    other.write_text("#!/bin/sh\necho the owner wrote this\n")
    before = other.read_bytes()
    status, said = root.run(INSTALL, "--bundle", bundle)
    assert (status, "/usr/local/bin/khvatka is another program: left alone" in said) == (0, True)
    assert root.run(INSTALL, "--uninstall")[0] == 0
    assert other.read_bytes() == before


AS_TABLE = "setpriv --reuid=khvatka --regid=khvatka --init-groups"
UNLIKE_IT = "--inh-caps=+net_bind_service --ambient-caps=+net_bind_service --"


@pytest.mark.parametrize(
    ("user", "ways"),
    [
        ("khvatka", []),
        ("root", [f"{AS_TABLE} {UNLIKE_IT}"]),
        ("pi", ["sudo --", f"{AS_TABLE} {UNLIKE_IT}"]),
    ],
)
def test_the_short_command_runs_as_the_tables_user_with_its_data(
    tmp_path: Path, user: str, ways: list[str]
) -> None:
    """With a capability that the table has not, or that takes hold of it and of the terminal
    (`tests/deploy/attack` tries it)."""
    program = tmp_path / "program"
    stands_in = {
        "id": f"echo {user}",
        "setpriv": 'echo "setpriv $1 $2 $3 $4 $5 $6"; shift 6; exec "$@"',
        "sudo": 'echo "sudo $1"; shift; exec "$@"',
        "program": 'echo "$KHVATKA_DATA $KHVATKA_BOARD $*"',
    }
    for name, text in stands_in.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    script = (DEPLOY / "image/khvatka.sh").read_text(encoding="utf-8")
    script = script.replace("/opt/khvatka/current/bin/khvatka", str(program))
    done = subprocess.run(
        ["sh", "-c", script, "khvatka", "hw", "check", "two words"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    ran = "/var/lib/khvatka/table /etc/khvatka/board.toml hw check two words"
    assert done.stdout.splitlines() == [*ways, ran]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("device", "line", "pinned"),
    [
        ("/dev/mmcblk0p2", "root=UUID=1-2 quiet\n", "root=/dev/mmcblk0p2 khvatka.root=UUID=1-2"),
        (
            "/dev/nvme0n1p2",
            "quiet root=PARTUUID=1-2\n",
            "root=/dev/nvme0n1p2 khvatka.root=PARTUUID=",
        ),
        ("/dev/mmcblk0p2", "root=/dev/mmcblk0p2 quiet\n", None),
        ("/dev/sda2", STOCK_LINE, None),
        ("overlay", STOCK_LINE, None),
    ],
)
def test_the_root_is_no_stick_that_says_it_is(
    root: FakeRoot, bundle: str, device: str, line: str, pinned: str | None
) -> None:
    """What is on USB has nothing to tell it from a stick; what has a place of its own is there."""
    (root.folder / "boot/firmware/cmdline.txt").write_text(line)
    status, said = root.run(INSTALL, "--bundle", bundle, "--dry-run", FAKE_DEVICE=device)
    assert (status, "would write /boot/firmware/cmdline.txt" in said) == (0, pinned is not None)
    script = INSTALL.read_text(encoding="utf-8").rpartition("\noptions ")[0]
    work = f"work={root.folder} root={root.folder}"
    for step, wanted in (("pin_root", pinned or line), ("unpin_root", line)):
        subprocess.run(
            ["sh", "-c", f"{script}\ntrap - EXIT\n{work}\n{step}", INSTALL],
            env={**os.environ, "PATH": f"{root.commands}:{os.environ['PATH']}"}
            | {"FAKE_DEVICE": device},
            check=True,
        )
        assert wanted in root.read("boot/firmware/cmdline.txt")


@pytest.mark.slow
def test_what_is_missing_of_debian_is_named_before_it_is_installed(
    root: FakeRoot, bundle: str
) -> None:
    _, said = root.run(INSTALL, "--bundle", bundle, "--dry-run")
    (line,) = [line for line in said.splitlines() if "packages" in line]
    assert {"python3-venv", "openssh-client", "libgbm1", "libegl1"} <= set(line.split())
    assert "gcc" not in line, "wheels are in the bundle"


def _may_be_installed_here() -> bool:
    """As far as the installer looks at a system before it does anything."""
    found = platform.freedesktop_os_release()
    return is_root() and found["ID"] == "debian" and int(found.get("VERSION_ID", 0)) >= 12


@pytest.mark.parametrize(
    ("options", "environment", "sentence"),
    [
        (["--bundle", "/nowhere.tar"], {}, "/nowhere.tar: there is no such bundle"),
        (["--bundle"], {}, "--bundle needs a value"),
        (["--gently"], {}, "--gently is no option"),
        (["--purge"], {}, "--purge belongs to --uninstall"),
        ([], {"FAKE_MACHINE": "armv7l"}, "this is armv7l: it needs a 64 bit Raspberry Pi OS"),
        (["--root", ""], {"FAKE_ID": "1000"}, "run it as root: sudo ./install.sh"),
        (["--board", "mk9", "--dry-run"], {}, "--board is mk9: give mk1, mk2 or mk2-8"),
        (["--root", "/nowhere"], {}, "/nowhere: there is no such folder"),
        pytest.param(
            ["--root", ""],
            {"SUDO_USER": ""},
            "root makes no wheels: run it by sudo as the owner",
            marks=pytest.mark.skipif(not _may_be_installed_here(), reason="no Debian of one's own"),
        ),
    ],
)
def test_a_failure_is_one_sentence(
    root: FakeRoot, options: list[str], environment: dict[str, str], sentence: str
) -> None:
    stock = root.files()
    status, said = root.run(INSTALL, *options, **environment)
    assert (status, len(said.splitlines())) == (2, 1), said
    assert sentence in said
    assert root.files() == stock


@pytest.mark.parametrize(
    ("release", "sentence"),
    [
        ('ID=debian\nVERSION_ID="11"\n', "this is release 11: it needs Raspberry Pi OS 12"),
        ("ID=debian\n", "this is release unknown"),
        ("ID=alpine\nVERSION_ID=12\n", "this is alpine"),
        ("", "this is no known system"),
    ],
)
def test_another_system_is_refused(root: FakeRoot, release: str, sentence: str) -> None:
    (root.folder / "etc/os-release").write_text(release)
    status, said = root.run(INSTALL)
    assert (status, sentence in said) == (2, True), said


def test_a_bundle_that_was_damaged_is_refused(root: FakeRoot, tmp_path: Path) -> None:
    parcel = tiny_bundle(tmp_path / "bundle")
    (wheel,) = (parcel.folder / "wheels").iterdir()
    wheel.write_bytes(wheel.read_bytes()[:-1])
    stock = root.files()
    status, said = root.run(parcel.folder / "deploy/install.sh")
    assert (status, root.files()) == (2, stock)
    assert f"{wheel.name} is not as it was made: copy the bundle again" in said


def test_a_script_alone_asks_for_a_bundle(root: FakeRoot, tmp_path: Path) -> None:
    alone = tmp_path / "elsewhere/deploy/install.sh"
    alone.parent.mkdir(parents=True)
    alone.write_bytes(INSTALL.read_bytes())
    status, said = root.run(alone)
    assert (status, "there are no wheels beside this script: give --bundle FILE" in said) == (
        2,
        True,
    )


@pytest.mark.slow
def test_another_board_is_never_put_over_the_owners(root: FakeRoot, bundle: str) -> None:
    (root.folder / "etc/khvatka").mkdir()
    (root.folder / "etc/khvatka/board.toml").write_text('name = "mk2-8"\nseats = 8\n')
    status, said = root.run(INSTALL, "--bundle", bundle, "--board", "mk1")
    assert (status, "/etc/khvatka/board.toml describes mk2-8" in said) == (2, True)
    status, said = root.run(INSTALL, "--bundle", bundle, "--dry-run")
    assert status == 0, said


@pytest.mark.parametrize("name", ["mk1", "mk2", "mk2-8"])
def test_the_firmware_is_told_what_the_wiring_guide_says(name: str) -> None:
    lines = (DEPLOY / f"image/config/{name}.txt").read_text().splitlines()
    wanted = [line for line in config_lines(find_board(name)) if line != "[all]"]
    start = lines.index(wanted[0])
    assert lines[start : start + len(wanted)] == wanted
    assert lines[1] == "[all]"
    assert lines[-2:] == ["[all]", "# khvatka: end"]
    assert "dtparam=watchdog=on" in lines[:start]
