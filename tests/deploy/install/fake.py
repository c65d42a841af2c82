"""A root that is only a folder, stand-ins for the system's commands on it, a tiny bundle."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipapp
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from deploy.bundle.keys import Key, owners_key, sign
from deploy.bundle.pack import INSTALLERS, archive
from deploy.update.parcel import OWNER, Parcel, seal

PYTHON: Final = "/usr/bin/python3"
"""The system's: what an installation runs by, and another user may run too."""
DEPLOY: Final = Path(__file__).resolve().parents[3] / "deploy"

STAND_INS: Final = {
    "id": "echo ${FAKE_ID:-0}",
    "uname": "echo ${FAKE_MACHINE:-aarch64}",
    "dpkg-query": "exit 1",
    "groupadd": 'for name; do :; done; echo "$name:x:900:" >>"$3/etc/group"',
    "useradd": 'for name; do :; done; echo "$name:x:901:901::/:/" >>"$3/etc/passwd"',
    "usermod": 'sed -i "s/^$5:x:900:/&khvatka/" "$2/etc/group"',
    "userdel": 'sed -i "/^$3:/d" "$2/etc/passwd"',
    "findmnt": "echo ${FAKE_DEVICE:-/dev/mmcblk0p2}",
    "blkid": """
        case "$*" in
        *nowhere*) exit 2 ;;
        *TYPE*) echo "${FAKE_TYPE:-ext4}" ;;
        *UUID=*) printf '%b' "${FAKE_DEVICES:-/dev/sda1\\n}" ;;
        *) echo "${FAKE_UUID:-0b1f7d9c-0000-4000-8000-000000000001}" ;;
        esac""",
    "systemctl": """
        root=${1#--root=}; units=$root/etc/systemd/system
        case $2 in
        is-enabled) [ -e "$units/multi-user.target.wants/$3" ] ;;
        enable) mkdir -p "$units/multi-user.target.wants"
            ln -s ../"$3" "$units/multi-user.target.wants/$3" ;;
        disable) rm -f "$units/multi-user.target.wants/$3" ;;
        mask) ln -s /dev/null "$units/$3" ;;
        unmask) rm -f "$units/$3" ;;
        get-default) cat "$root/default" ;;
        set-default) echo "$3" >"$root/default" ;;
        esac""",
}
STOCK_LINE: Final = "console=tty1 root=PARTUUID=0b1f7d9c-02 rootfstype=ext4 rootwait\n"
STOCK_CONFIG: Final = "# as it came\n[all]\narm_boost=1\n"


@dataclass(frozen=True, slots=True)
class FakeRoot:
    """A Raspberry Pi OS as far as ``install.sh`` looks at it."""

    folder: Path
    commands: Path

    def run(self, script: Path, *options: str, **environment: str) -> tuple[int, str]:
        """Status and everything that was said, of the script with ``--root`` and these options."""
        done = subprocess.run(
            ["sh", str(script), "--root", str(self.folder), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env={
                **os.environ,
                "PATH": f"{self.commands}:{Path(sys.executable).parent}:{os.environ['PATH']}",
                **environment,
            },
        )
        return done.returncode, done.stdout

    def read(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def files(self) -> dict[str, bytes | str]:
        """Every file and link and what is in it."""
        found: dict[str, bytes | str] = {}
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if path.is_symlink():
                found[name] = os.readlink(path)
            elif path.is_file():
                found[name] = path.read_bytes()
        return found


def fake_root(folder: Path) -> FakeRoot:
    """A new one below ``folder``, with nothing of the console in it."""
    root, commands = folder / "root", folder / "commands"
    for inside in ("etc/systemd/system", "boot/firmware", "var/lib"):
        (root / inside).mkdir(parents=True)
    (root / "etc/os-release").write_text('ID=debian\nVERSION_ID="12"\n')
    (root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
    (root / "etc/group").write_text("root:x:0:\nvideo:x:900:\n")
    (root / "etc/fstab").write_text(
        "proc /proc proc defaults 0 0\n"
        "PARTUUID=1-01  /boot/firmware  vfat  defaults  0  2\n"
        "PARTUUID=1-02  /  ext4  defaults,noatime  0  1\n"
    )
    (root / "boot/firmware/config.txt").write_text(STOCK_CONFIG)
    (root / "boot/firmware/cmdline.txt").write_text(STOCK_LINE)
    (root / "default").write_text("multi-user.target\n")
    commands.mkdir()
    for name, body in STAND_INS.items():
        (commands / name).write_text(f"#!/bin/sh\n{body}\n")
        (commands / name).chmod(0o755)
    return FakeRoot(root, commands)


def tiny_bundle(
    folder: Path,
    words: str = "up",
    *,
    number: str = "0.1.0",
    made: str = "20250101000000",
    more: Mapping[str, str] = {},
    key: Key | None = None,
) -> Parcel:
    """A bundle whose khvatka has one command, which says ``words``; its wheel has ``more``."""
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    info = "khvatka-0.1.0.dist-info"
    contents = {
        "tiny.py": f"def main() -> None:\n    print({words!r})\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: khvatka\nVersion: 0.1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nkhvatka = tiny:main\n",
        **more,
    }
    record = "".join(f"{name},,\n" for name in [*contents, f"{info}/RECORD"])
    with zipfile.ZipFile(wheels / "khvatka-0.1.0-py3-none-any.whl", "w") as wheel:
        for name, text in {**contents, f"{info}/RECORD": record}.items():
            wheel.writestr(zipfile.ZipInfo(name), text)
    for name in INSTALLERS:
        source, target = DEPLOY / name, folder / "deploy" / name
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, target)
    boards = DEPLOY.parent / "drivers/boards"
    shutil.copytree(boards, folder / "drivers/boards", ignore=shutil.ignore_patterns("__pycache__"))
    if key is not None:
        shutil.copy(key.public, folder / OWNER)
    return seal(folder, number, made)


def new_key(folder: Path, name: str = "key") -> Key:
    """A key as an owner has one."""
    folder.mkdir(exist_ok=True)
    given = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
    subprocess.run(given, check=True)
    return owners_key(folder / name)


def signed(parcel: Parcel, tar: Path, key: Key) -> Path:
    """What `make bundle` makes of it."""
    archive(parcel, f"khvatka-{parcel.version}", tar)
    sign(tar, key)
    return tar


def updater(root: Path) -> Path:
    """The update program where an installation has it."""
    program = root / "usr/local/sbin/khvatka-update"
    program.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        update = Path(folder) / "deploy/update"
        shutil.copytree(DEPLOY / "update", update, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(DEPLOY / "__init__.py", update.parent)
        shutil.copy(DEPLOY / "update/__main__.py", folder)
        zipapp.create_archive(folder, program, f"{PYTHON} -I")
    return program
