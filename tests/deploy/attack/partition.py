"""A prepared partition in the place of the one with matches and versions."""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.deploy.attack.bundles import sign_if
from tests.deploy.attack.ground import OWNED, Attack, Ground, NotTriedError, sh
from tests.deploy.attack.parcels import files, tar

TRAP: Final = f"#!/bin/sh\n(id; grep CapEff /proc/self/status) >>{OWNED} 2>/dev/null; exit 1\n"
KEEP: Final = "systemctl stop khvatka; rm -rf /opt/kept; mv /opt/khvatka /opt/kept"
BACK: Final = "rm -rf /opt/khvatka; mv /opt/kept /opt/khvatka; systemctl start khvatka"
SMALL: Final = """
rm -rf /opt/khvatka
for name in 0.1.0-20250101000000-00000000 0.0.9-20250101000000-00000000; do
    mkdir -p -m 755 /opt/khvatka/venvs/$name/bin
    echo $name >/opt/khvatka/venvs/$name/complete
done
mkdir -m 700 /opt/khvatka/incoming
ln -s venvs/0.1.0-20250101000000-00000000 /opt/khvatka/current
"""
"""Two versions in which nothing is."""
AT_ONCE: Final = "rm -f /run/khvatka*/starts /run/khvatka-starts"
"""The pause before a start counts what went before."""


def traps(ground: Ground) -> str:
    """Every program of a version tells who runs it, while root does all that it does."""
    ground.root(f"{KEEP}; cp -a /opt/kept /opt/khvatka")
    ground.root("cat >/srv/parcels/trap && chmod 755 /srv/parcels/trap", TRAP)
    ground.root(
        "cd /opt/khvatka/ && for at in $(find . -path '*/bin/*' ! -name activate'*'); do rm -f $at; cp /srv/parcels/trap $at;"
        " done; mkdir -p bin; for at in bin/khvatka-update bin/khvatka khvatka-update __main__.py install.sh; do"
        " cp /srv/parcels/trap $at; done;"
        f" for at in $(find . -name site-packages); do printf 'import os; os.system(\"id >>{OWNED}\")\\n'"
        " | tee $at/trap.pth >$at/sitecustomize.py; done"
    )
    found = []
    sign_if(ground, tar(ground.parcels / "given.tar", files("x = 1\n")))
    for command in (
        "systemctl restart --no-block khvatka; sleep 3; systemctl stop khvatka",
        "systemctl restart khvatka-attempt",
        "systemctl start khvatka-confirm",
        "systemctl start khvatka-apply@srv-parcels-given.tar",
        f"{ground.update} status",
        f"{ground.update} key",
        f"{ground.update} check /media/theirs.tar",
        f"{ground.update} back",
        f"{ground.update} apply /srv/parcels/given.tar",
        "khvatka matches",
        "khvatka-readonly --disable",
        "/srv/deploy/install.sh --any-machine --dry-run",
        f"{ground.update} attempt",
        f"{ground.update} confirm",
    ):
        ground.root(f"{AT_ONCE}; {command}", limit_s=100)
        if owned := ground.owned():
            found.append(f"{command}: {owned}")
    ground.root(BACK)
    return "; ".join(found)


STATES: Final = {
    "venvs is a link to /etc": "mv venvs aside; ln -s /etc venvs",
    "venvs is a link out by ..": "mv venvs aside; ln -s ../../etc venvs",
    "current is a link to /": "ln -sfn / current",
    "current.new is a folder of links": "mkdir current.new; ln -s /etc current.new/x",
    "incoming is a link to /etc": "rm -rf incoming; ln -s /etc incoming",
    "incoming is the table's": "chown khvatka incoming; ln -s /etc incoming/x",
    "installing is a link to /root": "rm -rf installing; ln -s /root installing",
    "bundle.tar is there, a link": "ln -s /etc/passwd incoming/bundle.tar; ln -s /etc/shadow incoming/built.tar;"
    " ln -s /etc/fstab incoming/said",
    "trial.json is a link": f"ln -s {OWNED} trial.json; ln -s {OWNED} trial.json.new",
    "previous is a link": f"ln -s /etc/shadow previous; ln -s {OWNED} previous.new; ln -s {OWNED} refused.new",
    "trial.json names /etc": 'echo \'{"version": "../../../etc", "previous": "../../../root",'
    ' "attempts": 9}\' >trial.json',
    "trial.json is odd": 'echo \'{"version": [1], "previous": {"a": 1}, "attempts": 1e999}\' >trial.json',
    "trial.json is deep": "python3 -c 'print(\"[\" * 200000)' >trial.json",
    "previous names /etc": "echo ../../../etc >previous; echo ../../etc >refused; rm current",
    "a version is /etc": "ln -s /etc venvs/9.8-20340101000000-00000000; touch venvs/complete",
    "all is the table's": "chown -R khvatka /opt/khvatka",
    "trial.json is a FIFO": "mkfifo trial.json",
    "complete is a FIFO": "rm -f venvs/*/complete; mkfifo venvs/a; mkdir venvs/b; mkfifo venvs/b/complete",
    "previous is endless": "ln -s /dev/zero previous",
    "trial.json is two gigabytes": "truncate -s 2G trial.json",
}


def states(ground: Ground) -> str:
    """What root reads of it, writes there, removes: by hand and in its units."""
    ground.root(KEEP)
    sign_if(ground, tar(ground.parcels / "given.tar", files("x = 1\n")))
    found = []
    for what, script in STATES.items():
        ground.root(f"{SMALL} cd /opt/khvatka && {script}")
        different = ground.same("root's files", but="/opt/khvatka")
        for command in (
            f"{ground.update} status",
            "systemctl restart khvatka-attempt",
            "systemctl start khvatka-confirm",
            f"{ground.update} attempt",
            f"{ground.update} confirm",
            f"{ground.update} back",
            f"{ground.update} apply /srv/parcels/given.tar",
        ):
            done = ground.root(f"{AT_ONCE}; {command}", limit_s=40)
            if done.returncode == 124:
                found.append(f"{what}: {command} hangs")
                ground.root(
                    "systemctl kill -s KILL khvatka-attempt khvatka-confirm 'khvatka-apply@*'"
                )
                break
            if "Traceback" in done.stdout + done.stderr:
                found.append(f"{what}: {command}: {(done.stdout + done.stderr).strip()[-120:]}")
        if marks := different():
            found.append(f"{what}: {marks}")
        if owned := ground.owned():
            found.append(f"{what}: {owned}")
        ground.root(f"rm -f {OWNED}")
    ground.root(BACK)
    return "; ".join(found)


PREPARED: Final = {
    "opt and table are /etc": "ln -s /etc opt; ln -s /etc table",
    "halves are /etc": "ln -s /etc opt.half; ln -s /etc table.half; ln -s /root opt.old; ln -s /root table.old",
    "table has links": "mkdir table opt; ln -s /etc table/etc; ln -s /etc/shadow table/khvatka.sqlite3;"
    " ln -s /etc opt/venvs; mkfifo table/pipe; mknod table/disk b 1 1; cp /bin/sh table/sh; chmod 6755 table/sh",
    "opt is a file, table a FIFO": "touch opt; mkfifo table",
}


def enabled(ground: Ground) -> str:
    """Given to khvatka-readonly --enable."""
    found = []
    image, mounted = ground.folder / "prepared.img", ground.folder / "prepared"
    mounted.mkdir(exist_ok=True)
    for what, script in PREPARED.items():
        image.unlink(missing_ok=True)
        sh(f"truncate -s 1G {image}; mkfs.ext4 -q -L khvatka-data {image}")
        sh(f"mount -o loop {image} {mounted}; cd {mounted}; {script}; cd /; umount {mounted}")
        device = sh(f"losetup -f --show {image}").strip()
        try:
            said = ground.beside(
                f"find /etc /root -xdev -printf '%p %u %m %s\\n' | sort >/before;"
                f" timeout 120 khvatka-readonly --enable --data {device} </dev/null; echo status $?;"
                " find /etc /root -xdev -printf '%p %u %m %s\\n' | sort >/after; diff /before /after",
                f"--bind={device}", "--capability=all",
            )  # fmt: skip
            mounted_now = f"mount {device} {mounted}"
            sh(mounted_now)
            suid = sh(f"find {mounted} -perm /6000 -user 0 -type f -size +1k; umount {mounted}")
        finally:
            sh(f"losetup -d {device}")
        expected = ("fstab", "61-khvatka-data", " /etc ", "rules.d ", "/etc/udev ")
        changed = [line for line in said.splitlines() if line.startswith(("<", ">"))]
        odd = [line for line in changed if not any(e in f"{line} " for e in expected)]
        if "status 124" in said:
            found.append(f"{what}: it hangs")
        elif "status 0" not in said and "status 2" not in said:  # nor refused in a sentence
            raise NotTriedError(f"{what}: {said[-200:]}")
        found += [f"{what}: {line}" for line in odd[:3]]
        table = ground.twin / "etc/fstab"
        if "status 0" in said and "nosuid" not in table.read_text():
            found.append(f"{what}: mounted with its marks ({suid.strip()})")
    return "; ".join(found)


def by_name(ground: Ground) -> str:
    """A stick with the partition's label and UUID: what is it found by?"""
    image = ground.folder / "prepared.img"
    image.unlink(missing_ok=True)
    sh(f"truncate -s 1G {image}; mkfs.ext4 -q -L khvatka-data {image}")
    device = sh(f"losetup -f --show {image}").strip()
    copy = ground.folder / "copy.img"
    try:
        name = Path(device).name
        said = ground.beside(
            f"khvatka-readonly --enable --data {device}; echo status $?; cat /etc/fstab;"
            ' mkdir -p /run/udev/rules.d; echo \'SUBSYSTEM=="block", ENV{ID_BUS}="usb"\''
            f" >/run/udev/rules.d/50-as-on-usb.rules; udevadm test /sys/class/block/{name} 2>&1",
            f"--bind={device}",
        )
        sh(f"cp {image} {copy}")
        second = sh(f"losetup -f --show {copy}").strip()
        both = ground.beside(
            f"khvatka-readonly --enable --data {device}; echo status $?",
            f"--bind={device}",
            f"--bind={second}",
        )
        sh(f"losetup -d {second}")
    finally:
        sh(f"losetup -d {device}")
    if "status 0" not in said:
        raise NotTriedError(said[-200:])
    found = []
    if "LABEL=" in (ground.twin / "etc/fstab").read_text().replace("PARTLABEL=", ""):
        found.append("by its label")
    links = [line for line in said.splitlines() if line.startswith("DEVLINKS=")]
    if not links:
        found.append("udev was not asked")
    found += [f"a stick gets {line}" for line in links if "by-uuid" in line]
    if "status 2" not in both:
        found.append("of two with one UUID it takes either")
    return "; ".join(found)


ATTACKS = [
    Attack(29, "every program on it is a trap, while root does 14 things", "root", traps),
    Attack(
        30,
        f"{len(STATES)} states: links, FIFOs, names as ../../etc, somebody's own",
        "root's files",
        states,
    ),
    Attack(
        31,
        f"{len(PREPARED)} partitions full of links, given to khvatka-readonly --enable",
        "root's files",
        enabled,
    ),
    Attack(32, "a stick with its label and UUID, beside it", "its place", by_name),
]
