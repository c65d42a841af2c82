"""Prepared sticks: file systems of real loop devices, mounted as the table's udev rule says."""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

import re
import subprocess
import time
from typing import Final

from tests.deploy.attack.ground import DATA, Attack, Ground, NotTriedError, sh

AT: Final = "/run/media/system/stick"
DAYS: Final = "for d in $(date +%F) $(date -d tomorrow +%F); do n=khvatka-$d; {0}; done"
LIMIT_S: Final = 60


class Stick:
    """One loop device, plugged in again and again with other contents."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.image = ground.folder / "stick.img"

    def plug_in(self, script: str, options: str = "", inodes: int = 0) -> None:
        """An ext4 stick on which ``script`` has been run by root, owned by nobody in particular."""
        self.pull_out()
        self.image.unlink(missing_ok=True)
        made = self.ground.folder / "stick"
        made.mkdir(exist_ok=True)
        given = f"-N {inodes}" if inodes else ""
        sh(f"truncate -s 300M {self.image}; mkfs.ext4 -q {given} -L STICK {self.image}")
        sh(
            f"mount -o loop {self.image} {made} && cd {made} && chmod 777 . && {script}; cd /; umount {made}"
        )
        device = sh(f"losetup -f --show {self.image}").strip()
        self.device = device
        rule = self.ground.system / "etc/udev/rules.d/90-khvatka-sticks.rules"
        given = (
            "nosuid,nodev,noexec,nosymfollow"
            if "nosymfollow" in rule.read_text()
            else "nosuid,nodev,noexec"
        )
        options = ",".join(part for part in (given, options) if part)
        # By the host, then moved in: the container has no such device.
        inside = self.ground.folder / "stick-mounted"
        inside.mkdir(exist_ok=True)
        sh(f"mount -o {options} {device} {inside}")
        self.ground.root(f"mkdir -p {AT}")
        sh(f'python3 -c "{MOVE}" {inside} {self.ground.init} {AT}')
        sh(f"umount {inside}")
        if not self.ground.root(f"mountpoint {AT}").returncode == 0:
            raise NotTriedError("a stick cannot be mounted in the container")

    def pull_out(self) -> None:
        """It is gone, whatever holds it."""
        self.ground.root(f"umount -l {AT} 2>/dev/null")
        if getattr(self, "device", None):
            sh(f"losetup -d {self.device}")
            self.device = ""


MOVE: Final = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
tree = libc.syscall(428, -100, sys.argv[1].encode(), 1 | os.O_CLOEXEC)
libc.setns(os.open('/proc/%s/ns/mnt' % sys.argv[2], 0), 0x20000)
if libc.syscall(429, tree, b'', -100, sys.argv[3].encode(), 4) < 0:
    sys.exit(os.strerror(ctypes.get_errno()))
""".replace("\n", "\n").strip()


EXPORTS: Final = {
    "its name is a link to the matches": DAYS.format(f"ln -s {DATA} $n"),
    "its name is a link to a file": DAYS.format(f"ln -s {DATA}/khvatka.sqlite3 $n"),
    "its name is a link to nothing": DAYS.format(f"ln -s {DATA}/new $n"),
    "its name is a FIFO": DAYS.format("mkfifo $n"),
    "its name is a device": DAYS.format("mknod $n b 1 1; chmod 666 $n"),
    "its name is a folder of links": DAYS.format(
        f"mkdir -m 777 $n; for f in audits.csv audits.json matches.csv counters.csv hints.json; do"
        f" ln -s {DATA}/khvatka.sqlite3 $n/$f; done"
    ),
    "its name is a folder of FIFOs": DAYS.format(
        "mkdir -m 777 $n; for f in audits.csv audits.json matches.csv; do mkfifo -m 666 $n/$f; done"
    ),
    "all names of the day are links": DAYS.format(
        f"ln -s {DATA} $n; for k in $(seq 2 120); do ln -s {DATA} $n-$k; ln -s {DATA} ${{n}}_$k; done"
    ),
    "100 000 files": "seq -f f%06g 100000 | xargs touch",
    "names in any bytes": "printf '' >\"$(printf '\\377\\033[31m\\n')\"; mkdir \"$(printf 'd\\376')\"",
    "full": "dd if=/dev/zero of=full bs=1M 2>/dev/null; dd if=/dev/zero of=full2 bs=1k 2>/dev/null",
    "no inodes left": "n=0; while touch i$n 2>/dev/null; do n=$((n + 1)); done",
    "root's alone": "chmod 700 .",
}


def _state(ground: Ground) -> str:
    """The table and its matches, as they are now."""
    restarts = ground.root(
        "systemctl show --value --property=NRestarts --property=ActiveState khvatka"
    ).stdout
    whole = ground.khvatka(
        f"/opt/khvatka/current/bin/khvatka matches --json --data {DATA} >/dev/null && echo whole;"
        f" ls -A {DATA} | grep -v -e -wal -e -shm -e journal; stat -c %i:%F {DATA}/khvatka.sqlite3"
    ).stdout
    return f"{restarts.split()} {whole}"


def _exported(ground: Ground, what: str) -> str:
    before = _state(ground)
    began = time.monotonic()
    command = f"/opt/khvatka/current/bin/khvatka service export --data {DATA} --lang en {AT}"
    outside = ground.khvatka(command, limit_s=LIMIT_S)
    said = ground.table_sh(f"timeout {LIMIT_S - 15} {command}")
    spent = time.monotonic() - began
    after = _state(ground)
    both = outside.stdout + outside.stderr + said
    found = []
    if before != after:
        found.append(f"{before} became {after}")
    if "Traceback" in both:
        found.append(both.strip()[-200:])
    if spent > LIMIT_S:
        found.append(f"it took {spent:.0f} s")
    if outside.returncode not in (0, 2):
        found.append(f"status {outside.returncode}")
    return f"{what}: {'; '.join(found)}" if found else ""


def exports(ground: Ground) -> str:
    """The owner exports onto each."""
    found = []
    stick = Stick(ground)
    try:
        for what, script in EXPORTS.items():
            stick.plug_in(script, inodes=200 if "inodes" in what else 120_000)
            found.append(_exported(ground, what))
        stick.plug_in("true", options="ro")
        found.append(_exported(ground, "read-only"))
    finally:
        stick.pull_out()
    return "; ".join(part for part in found if part)


def pulled(ground: Ground) -> str:
    """Pulled out while it is written: nothing more reaches the device (FS_IOC_SHUTDOWN)."""
    found = []
    stick = Stick(ground)
    try:
        for wait_ms in (0, 20, 60, 120, 250, 400, 600, 900):
            stick.plug_in("true")
            ending = subprocess.Popen(
                ["nsenter", "--target", ground.init, "--mount", "python3", "-c",
                 (f"import fcntl, os, struct, time; time.sleep({wait_ms / 1000});"
                 f" fcntl.ioctl(os.open('{AT}', os.O_RDONLY), 0x8004587D, struct.pack('I', 2))")]
            )  # fmt: skip
            found.append(_exported(ground, f"pulled out after {wait_ms} ms"))
            ending.wait()
    finally:
        stick.pull_out()
    return "; ".join(part for part in found if part)


def marks(ground: Ground) -> str:
    """Setuid root, devices, links and programs on it."""
    stick = Stick(ground)
    try:
        stick.plug_in(
            "cp /bin/sh sh; chown 0:0 sh; chmod 6755 sh; mknod -m 666 disk b 254 0; mknod -m 666 mem c 1 1;"
            " ln -s /etc/shadow link; cp /bin/true run; printf '#!/bin/sh\\necho ran\\n' >script; chmod 755 script run"
        )
        found = []
        for who, said in (
            ("", ground.khvatka(f"cd {AT}; ./sh -c id 2>/dev/null; ./run && echo ran; ./script;"
                                " head -c 1 disk 2>/dev/null && echo disk; head -c 1 mem 2>/dev/null && echo mem").stdout),
            ("within the walls", ground.table_sh(f"cd {AT}; ./sh -c id 2>/dev/null; ./run 2>/dev/null && echo ran;"
                                 " head -c 1 disk 2>/dev/null && echo disk; true")),
        ):  # fmt: skip
            words = re.findall(r"^(?:uid=.*|ran|disk|mem)$", said, re.MULTILINE)
            found += [f"{word} {who}" for word in words]
        return ", ".join(found)
    finally:
        stick.pull_out()


def labels(ground: Ground) -> str:
    """What a stick calls itself, up to the folder that it is mounted at; by hand what udev would tell."""
    rule = (ground.system / "etc/udev/rules.d/90-khvatka-sticks.rules").read_text()
    commands = re.findall(r'RUN\{program\}\+="([^"]*)"', rule)
    if any("LABEL" in c or "ID_FS" in c for c in commands):
        return f"a name of the stick's is in a command of root's: {commands}"
    if not all("$devnode" in c for c in commands):
        return f"commands name no device: {commands}"
    return ""


NEWEST: Final = """
import os, time
from console.i18n import Words
from console.service.sticks.errands import Newest
from console.service.sticks.worker import Crew
began = time.monotonic()
done = Crew().begin(Newest(os.fsencode({at!r})), Words("en")).finish()
print(done.failure, done.names, round(time.monotonic() - began))
"""
TARS: Final = {
    "a link to shadow": "ln -s /etc/shadow khvatka-9.9-x.tar",
    "a FIFO": "mkfifo khvatka-9.9-x.tar",
    "a device": "mknod khvatka-9.9-x.tar b 1 1",
    "a folder": "mkdir khvatka-9.9-x.tar",
    "a terabyte": "truncate -s 1T khvatka-9.9-x.tar",
    "a name that is a path": "touch 'khvatka-9.9..%2f..%2fetc.tar' 'khvatka---downgrade.tar'",
    "100 000 of them": "seq -f khvatka-9.%06g.tar 100000 | xargs touch",
    "a number of 90 digits": "echo x >khvatka-$(seq -s '' 50 | head -c 90).tar",
}


def newest(ground: Ground) -> str:
    """The newest bundle on it, as the menu takes it."""
    python = "/opt/khvatka/current/bin/python"
    if ground.khvatka(f"{python} -c 'import console.service.sticks.errands'").returncode:
        raise NotTriedError("sticks are looked at elsewhere there")
    found = []
    stick = Stick(ground)
    try:
        for what, script in TARS.items():
            stick.plug_in(script, inodes=120_000)
            before = _state(ground)
            done = ground.khvatka(f"{python} -", NEWEST.format(at=AT), limit_s=LIMIT_S)
            if done.returncode or "Traceback" in done.stderr:
                found.append(f"{what}: {done.returncode} {done.stderr.strip()[-150:]}")
            names = re.findall(r"'(khvatka[^']*)'", done.stdout)
            plain = ("a name that is a path", "100 000 of them", "a number of 90 digits")
            if names and what not in plain:
                found.append(f"{what}: taken for a bundle: {names}")
            if _state(ground) != before:
                found.append(f"{what}: the table is another")
    finally:
        stick.pull_out()
    return "; ".join(found)


def only_its_own(ground: Ground) -> str:
    """Nothing on a stick is changed but the new folder."""
    stick = Stick(ground)
    look = f"cd {AT}; find . -printf '%p %s %m %u\\n' | sort; find . -type f ! -path './khvatka*' -exec cat {{}} +"
    try:
        stick.plug_in(
            "mkdir a; echo mine >a/b; echo mine >khvatka.sqlite3; chmod -R 777 .; mkdir -m 777 matches"
        )
        before = set(ground.root(look).stdout.splitlines())
        ground.khvatka(f"/opt/khvatka/current/bin/khvatka service export --data {DATA} {AT}")
        after = set(ground.root(look).stdout.splitlines())
        odd = [line for line in before ^ after if not line.startswith(("./khvatka-", ". "))]
        new = [line for line in after - before if line.startswith("./khvatka-")]
        if not new:
            raise NotTriedError("nothing was exported")
        return "; ".join(odd)
    finally:
        stick.pull_out()


ATTACKS = [
    Attack(36, "setuid root, devices, programs on an ext4 stick", "root", marks),
    Attack(37, "the label of a stick in a command of root's", "root", labels),
    Attack(
        38,
        f"an export onto {len(EXPORTS) + 1} prepared sticks, links, FIFOs, 100 000 files",
        "the matches",
        exports,
    ),
    Attack(
        38, "a stick pulled out while it is written, at 8 moments", "the table stands still", pulled
    ),
    Attack(39, f"the newest bundle of {len(TARS)} prepared sticks", "a hang, shadow", newest),
    Attack(40, "what else is on the stick", "the guest's files", only_its_own),
]
