"""Bundles that are not the owner's, and paths that are no bundles, given to the one unit that the
table's user may ask for."""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

from tests.deploy.attack.ground import SECRET, Attack, Ground, NotTriedError
from tests.deploy.attack.parcels import files, new_key, signed, tar


def owners_key(ground: Ground) -> Path:
    """Of who made the table's bundle; raises NotTriedError where bundles have no owner."""
    key = ground.folder / "config/khvatka/bundle-key"
    if not ground.signed:
        raise NotTriedError("bundles have no signatures there")
    return key


def sign_if(ground: Ground, path: Path) -> Path:
    """By the owner, where bundles are signed."""
    return signed(path, owners_key(ground)) if ground.signed else path


def taken(ground: Ground, before: set[str], different: Callable[[], str], what: str) -> str:
    """What an attempt has changed; all as it was again."""
    new = ground.versions() - before
    marks = different()
    ground.forget(before)
    said = [ground.owned(), f"installed {', '.join(sorted(new))}" if new else "", marks]
    return f"{what}: {'; '.join(part for part in said if part)}" if any(said) else ""


def applied(ground: Ground, path: str, what: str, script: str = "") -> str:
    """The table's user asks for it. What came of it, nothing if nothing."""
    before, different = ground.versions(), ground.same("root's files")
    ground.khvatka(script or f"{ground.update} apply '{path}'", limit_s=300)
    return taken(ground, before, different, what)


def unsigned(ground: Ground) -> str:
    path = tar(ground.parcels / "unsigned.tar", files())
    return applied(ground, f"/srv/parcels/{path.name}", "unsigned")


def own_key(ground: Ground) -> str:
    key = new_key(ground.folder)
    path = signed(tar(ground.parcels / "mine.tar", files()), key)
    shutil.copy(f"{key}.pub", ground.parcels / "OWNER.pub")
    said = applied(ground, "/srv/parcels/mine.tar", "own key")
    line = f"khvatka {Path(f'{key}.pub').read_text()}"
    home = (
        f"mkdir -p $HOME/table/.ssh; echo '{line.strip()}' >$HOME/table/.ssh/allowed_signers;"
        " export HOME=/var/lib/khvatka/table XDG_CONFIG_HOME=/var/lib/khvatka/table PYTHONPATH=/srv/parcels;"
        f" {ground.update} apply /srv/parcels/{path.name};"
        f" {ground.update} --root /var/lib/khvatka/table apply /srv/parcels/{path.name};"
        f" {ground.update} trust /srv/parcels/OWNER.pub; true"
    )
    return said + applied(ground, path.name, "own key, own HOME, --root, trust", home)


def for_something_else(ground: Ground) -> str:
    """The owner's own signature, of a file, of a commit; of another bundle."""
    key = owners_key(ground)
    found = [
        applied(ground, str(p), what)
        for what, p in (
            ("signed as a file", signed(tar(ground.parcels / "file.tar", files()), key, "file")),
            ("signed as a commit", signed(tar(ground.parcels / "git.tar", files()), key, "git")),
        )
    ]
    theirs = next((ground.folder / "bundle").glob("*.tar")).read_bytes()
    moved = theirs[theirs.rindex(b"-----BEGIN SSH") :]
    path = tar(ground.parcels / "moved.tar", files())
    path.write_bytes(path.read_bytes() + moved)
    return "".join([*found, applied(ground, "/srv/parcels/moved.tar", "a signature moved")])


def altered(ground: Ground) -> str:
    """Single bits, lengths, endings."""
    whole = signed(tar(ground.parcels / "whole.tar", files()), owners_key(ground)).read_bytes()
    mine = signed(
        tar(ground.parcels / "other.tar", files("x = 1\n")), new_key(ground.folder)
    ).read_bytes()
    at = whole.rindex(b"-----BEGIN SSH")
    variants = {f"bit {n}": _flipped(whole, n * (at - 1) // 11 * 8 + n % 8) for n in range(12)}
    variants |= {f"cut at {n}": whole[: len(whole) * n // 8] for n in range(8)}
    variants |= {
        "zeros behind": whole + bytes(1024),
        "a second tar behind": whole + mine,
        "a second tar before": mine[: mine.rindex(b"-----BEGIN SSH")] + whole,
        "two signatures": whole + mine[mine.rindex(b"-----BEGIN SSH") :],
        "somebody's signature before the owner's": mine + whole[at:],
        "a signature alone": whole[at:],
        "nothing": b"",
    }
    found = []
    (ground.parcels / "altered.tar").unlink(missing_ok=True)
    for what, data in variants.items():
        (ground.parcels / "altered.tar").write_bytes(data)
        found.append(applied(ground, "/srv/parcels/altered.tar", what))
    return "; ".join(part for part in found if part)


def _flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def older(ground: Ground) -> str:
    """What the owner has signed once, and for its faults is no more."""
    sign = sign_if
    old = sign(
        ground, tar(ground.parcels / "old.tar", files(version="0.0.1-20200101000000-00000000"))
    )
    found = applied(ground, str(old), "older", f"{ground.update} apply /srv/parcels/old.tar")
    forced = f"{ground.update} apply --downgrade /srv/parcels/old.tar"
    unit = "khvatka-apply@$(systemd-escape -- '--downgrade /srv/parcels/old.tar').service"
    found += applied(ground, str(old), "--downgrade", forced)
    found += applied(ground, str(old), "--downgrade in the unit's name", f"systemctl start {unit}")
    for name in (
        "0.1.0",
        "0.1.0-20200101000000-00000000",
        "9" * 5000,
        "../../../etc/x",
        "9.9-x/../..",
        "٩.٩",
    ):
        odd = sign(ground, tar(ground.parcels / "odd.tar", files(version=name)))
        found += applied(ground, "/srv/parcels/odd.tar", f"the version {name[:20]!r}")
        odd.unlink()
    return found


NO_BUNDLES = {
    "a link to /etc/shadow": "ln -sf /etc/shadow {at}",
    "/etc/shadow": "",
    "/root/secret": "",
    "/proc/kcore": "",
    "/proc/kmsg": "",
    "/proc/1/environ": "",
    "/proc/self/mem": "",
    "/dev/zero": "",
    "/dev/watchdog": "",
    "/dev/tty": "",
    "/dev/mem": "",
    "/": "",
    "a FIFO": "mkfifo {at}",
    "a socket": "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"{at}\")'",
    "a terabyte of nothing": "truncate -s 1T {at}",
    "a link to itself": "ln -s {at} {at}",
    "a file of its own that it may not read": "echo {at} >{at}; chmod 0 {at}",
}


def no_bundle(ground: Ground) -> str:
    """Does root hang, fill up, or tell what is in it?"""
    found = []
    at = f"{'/var/lib/khvatka/table'}/given.tar"
    cursor = ground.root(
        "journalctl -n 0 --show-cursor | sed -n 's/^-- cursor: //p'"
    ).stdout.strip()
    for what, script in NO_BUNDLES.items():
        path = at if script else what
        ground.khvatka(f"rm -rf {at}; {script.format(at=at) or 'true'}")
        said = ground.khvatka(f"{ground.update} apply {path}", limit_s=30)
        journal = ground.root(f"journalctl --no-pager --after-cursor='{cursor}'").stdout
        unit = "khvatka-apply@" + ground.root(f"systemd-escape --path {path}").stdout.strip()
        if said.returncode == 124:
            found.append(f"{what}: root hangs")
            ground.root(f"systemctl kill --signal=KILL '{unit}'")
        if SECRET in said.stdout + said.stderr + journal:
            found.append(f"{what}: its content is told")
    left = ground.root("find /tmp /var/tmp /opt/khvatka -size +64M").stdout.split()
    return "; ".join([*found, *(f"left: {name}" for name in left)])


RACE = """
import os, sys, threading, time
good, bad, at = open("/srv/parcels/good.tar", "rb").read(), open("/srv/parcels/bad.tar", "rb").read(), {at!r}
end = time.monotonic() + {seconds}
way, n = {way!r}, 0
for name, data in (("good", good), ("bad", bad)):
    with open(at + "." + name, "wb") as file:
        file.write(data)
while time.monotonic() < end:
    n += 1
    if way == "rewrite":
        with open(at, "r+b" if os.path.exists(at) else "wb") as file:
            for data in (good, bad):
                file.seek(0); file.write(data); file.truncate(); file.flush()
    elif way == "rename":
        for name in ("good", "bad"):
            os.link(at + "." + name, at + ".new"); os.replace(at + ".new", at)
            os.path.exists(at + ".new") and os.unlink(at + ".new")
            time.sleep(0.001 * (n % 7))
    else:
        for name in ("good", "bad"):
            os.symlink(at + "." + name, at + ".new"); os.replace(at + ".new", at)
"""


def swapped(ground: Ground) -> str:
    """A good one and a bad one in one place, in turn, while root looks."""
    good = sign_if(
        ground, tar(ground.parcels / "good.tar", files("x = 1\n", "0.1.0-20260101000000-00000000"))
    )
    # of the same size, or a cut tells them apart
    tar(ground.parcels / "bad.tar", files())
    if ground.signed:
        signed(ground.parcels / "bad.tar", new_key(ground.folder))
    found = []
    at = "/var/lib/khvatka/table/swapped.tar"
    for way in ("rewrite", "rename", "link"):
        before, different = ground.versions(), ground.same("root's files")
        race = RACE.format(at=at, way=way, seconds=13)
        ground.khvatka("cat >$HOME/table/race.py", race)
        loop = f"{ground.update} apply {at}"
        ground.khvatka(
            f"rm -f {at}*; timeout 14 python3 $HOME/table/race.py & sleep 1;"
            f" end=$(($(date +%s) + 11)); n=0; while [ $(date +%s) -lt $end ]; do {loop}; done; wait",
            limit_s=90,
        )
        new = {v for v in ground.versions() - before if v.startswith("9.9")}
        ground.forget(before)
        different()
        owned = ground.owned()
        if new or owned:
            found.append(f"{way}: {owned} {new or ''}")
    assert good.exists()
    return "; ".join(found)


def forty(ground: Ground) -> str:
    """Forty at once, each as large as one may be."""
    ground.root("truncate -s 500M /srv/parcels/large.tar; for n in $(seq 40); do"
                " ln -f /srv/parcels/large.tar /srv/parcels/large-$n.tar; done; chmod 644 /srv/parcels/large*")  # fmt: skip
    measure = (
        "for at in / /tmp /run /opt/khvatka /dev/shm; do df -m --output=used $at | tail -n 1; done"
    )
    before = [int(n) for n in ground.root(measure).stdout.split()]
    asks = "; ".join(
        f"{ground.update} apply /srv/parcels/large-{n}.tar & " for n in range(1, 41)
    ).replace("& ;", "&")
    asking = subprocess.Popen(
        ["nsenter", "--target", ground.init, "--all", "setpriv", "--reuid=khvatka", "--regid=khvatka",
         "--init-groups", "env", "-i", "PATH=/usr/sbin:/usr/bin", "sh", "-c", f"{asks} wait"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    most = before
    while asking.poll() is None:
        now = [int(n) for n in ground.root(measure).stdout.split()]
        most = [max(pair) for pair in zip(most, now, strict=True)]
    after = [int(n) for n in ground.root(measure).stdout.split()]
    ground.root("rm -f /srv/parcels/large*")
    grown = max(high - low for high, low in zip(most, before, strict=True))
    left = max(high - low for high, low in zip(after, before, strict=True))
    if grown > 1100 or left > 32:
        return f"{grown} MiB more while they ran, {left} MiB stayed"
    return ""


ATTACKS = [
    Attack(7, "an unsigned bundle", "code of one's own", unsigned),
    Attack(
        8,
        "one signed with one's own key; trusted in HOME, by --root, by trust",
        "the same",
        own_key,
    ),
    Attack(
        9,
        "the owner's signature of a file, a commit, another bundle",
        "the same",
        for_something_else,
    ),
    Attack(11, "12 bits altered, 8 cuts, 7 signatures in other places", "the same", altered),
    Attack(13, "older ones, --downgrade, versions that are paths", "known faults", older),
    Attack(
        15,
        f"{len(NO_BUNDLES)} things that are no file: shadow, devices, FIFOs, 1 TB",
        "shadow, a hang",
        no_bundle,
    ),
    Attack(
        16,
        "swapped between verification and use: rewritten, renamed, by link",
        "code of one's own",
        swapped,
    ),
    Attack(17, "forty at once, of 500 MiB each", "a full card or memory", forty),
]
__all__ = ["ATTACKS", "tarfile"]
