"""Bundles that the owner has signed, with somebody else's wheel in them: what it runs as, what it
reaches, what it leaves; and what root makes of what it has built."""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Final

from tests.deploy.attack.bundles import sign_if
from tests.deploy.attack.ground import DATA, OWNED, Attack, Ground, NotHereError, NotTriedError
from tests.deploy.attack.parcels import files, member, tar

PROBE: Final = f'''
import ctypes, json, os, socket, subprocess, sys
def at_the_end():
    got, ran_as = [], os.getuid()
    status = dict(line.rstrip("\\n").split(":\\t", 1) for line in open("/proc/self/status") if ":\\t" in line)
    def may(what, do, *given):
        try:
            do(*given)
        except OSError:
            return
        got.append(what)
    def plant(at):
        with open(at, "ab") as file:
            file.write(b"x")
    def connect(at):
        with socket.socket(socket.AF_UNIX) as to:
            to.connect(at)
    libc = ctypes.CDLL(None, use_errno=True)
    for at in ("/etc/shadow", "/root/secret", "{DATA}/khvatka.sqlite3", "/etc/khvatka/allowed_signers",
               "/etc/khvatka/table.toml", "/home/owner/.config", "/proc/1/environ", "/dev/mem", "/dev/vda",
               "/run/log/journal", "/media/theirs.tar", "/boot/firmware", "/tmp/.X11-unix", "/srv/parcels/private"):
        may("read " + at, os.listdir if os.path.isdir(at) else open, at)
    for at in ("/", "/etc", "/run", "/run/lock", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/dev",
               "/media", "/usr/local/sbin", "/etc/systemd/system", "/etc/sudoers.d", "/etc/udev/rules.d",
               "/opt", "{DATA}", "/var/spool", "/var/lib", "/srv/parcels", "/proc/sys/kernel", "/sys/fs/cgroup"):
        may("write " + at, plant, at + "/planted")
    for at in ("/run/dbus/system_bus_socket", "/run/systemd/private", "/run/systemd/notify",
               "/run/udev/control", "/run/systemd/journal/stdout", "/tmp/.X11-unix/X7", "{DATA}/.foothold"):
        may("connect " + at, connect, at)
    for family in ("AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_BLUETOOTH", "AF_VSOCK", "AF_ALG"):
        may("socket " + family, socket.socket, getattr(socket, family), socket.SOCK_RAW
            if family in ("AF_NETLINK", "AF_PACKET") else socket.SOCK_STREAM)
    may("abstract X11", connect, "\\0/tmp/.X11-unix/X7")
    for pid in os.listdir("/proc"):
        if pid.isdigit():
            try:
                if os.stat("/proc/" + pid).st_uid != os.getuid():
                    got.append("see " + pid)
                    may("environ of " + pid, lambda: open("/proc/" + pid + "/environ", "rb").read(1))
                    may("signal " + pid, os.kill, int(pid), 0)
            except OSError:
                pass
    own = os.environ.get("HOME", "/tmp")
    may("setuid", os.setuid, 0)
    may("chroot", os.chroot, "/")
    may("mark", lambda: (plant(own + "/m"), os.chmod(own + "/m", 0o4755)))
    may("device", os.mknod, own + "/d", 0o020666, os.makedev(1, 1))
    for name, call in (("unshare", lambda: libc.unshare(0x10000000)), ("mount", lambda: libc.mount(
                        b"tmpfs", b"/mnt", b"tmpfs", 0, None)), ("ptrace", lambda: libc.ptrace(0, 0, 0, 0)),
                       ("keyring", lambda: libc.syscall(248, b"user", b"x", b"y", 1, -4)),
                       ("shm", lambda: libc.shmget(4712, 0, 0)), ("bpf", lambda: libc.syscall(321, 0, 0, 0)),
                       ("userfaultfd", lambda: libc.syscall(323, 0)), ("realtime",
                        lambda: libc.sched_setscheduler(0, 1, ctypes.byref(ctypes.c_int(50))))):
        if call() >= 0:
            got.append(name)
    found = {{"uid": ran_as, "gids": os.getgroups(), "caps": status["CapEff"], "nnp": status["NoNewPrivs"],
             "got": got, "env": sorted(os.environ)}}
    with open(os.path.join(sys.prefix, "probe.json"), "w") as file:
        json.dump(found, file)
'''

STAYS: Final = """
import os, sys, time
def at_the_end():
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        for handle in range(100):
            try:
                os.close(handle)
            except OSError:
                pass
        while True:
            for name in ("/proc/self/fd/1", "/opt/khvatka/incoming/built.tar", "/opt/khvatka/current"):
                try:
                    open(name, "ab").write(b"x")
                except OSError:
                    pass
            time.sleep(0.1)
    time.sleep(1)
"""

SHAPES: Final = {
    "setuid": "os.chmod(os.path.join(sys.prefix, 'pyvenv.cfg'), 0o6755)",
    "writable": "os.chmod(os.path.join(sys.prefix, 'pyvenv.cfg'), 0o666)",
    "a link to shadow": "os.symlink('/etc/shadow', os.path.join(sys.prefix, 'x'))",
    "a link out of it": "os.symlink('../../../etc', os.path.join(sys.prefix, 'x'))",
    "a FIFO": "os.mkfifo(os.path.join(sys.prefix, 'x'))",
    "a hard link": "os.link(os.path.join(sys.prefix, 'pyvenv.cfg'), os.path.join(sys.prefix, 'x'))",
    "a terabyte": "os.truncate(os.path.join(sys.prefix, 'pyvenv.cfg'), 400 << 20)",
    "names in any bytes": "open(os.path.join(sys.prefix, '').encode() + b'\\xff\\n\\x1b[31m', 'w')",
    "a link that is a loop": "os.symlink('x', os.path.join(sys.prefix, 'x'))",
    "another python": "os.unlink(os.path.join(sys.prefix, 'bin/python3'));"
    " os.symlink('/srv/parcels/evil', os.path.join(sys.prefix, 'bin/python3'))",
    "1100 folders deep": "p = sys.prefix\n"
    "    for n in range(1100):\n"
    "        try: os.mkdir('d') if not n else None\n"
    "        except OSError: pass\n"
    "    os.chdir(p)\n"
    "    for n in range(1100):\n"
    "        os.mkdir('d'); os.chdir('d')",
}


def _put(ground: Ground, hook: str, version: str = "9.9-20350101000000-00000000") -> Path:
    return sign_if(ground, tar(ground.parcels / "theirs.tar", files(hook, version)))


def probe(ground: Ground) -> str:
    """Whatever of it runs: .pth in pip, the console script."""
    before, different = ground.versions(), ground.same("root's files")
    ground.root("mkdir -m 700 -p /srv/parcels/private; touch /media/theirs.tar")
    shared = "import ctypes; ctypes.CDLL(None).shmget(4712, 4096, 0o1666)"
    ground.khvatka(f"python3 -c '{shared}'")  # anybody's, of the table's user
    _put(ground, PROBE)
    said = ground.khvatka(f"{ground.update} apply /srv/parcels/theirs.tar")
    found = list((ground.system / "opt/khvatka/venvs").glob("9.9*/probe.json"))
    if not found:
        ground.forget(before)
        if owned := ground.owned():
            return owned
        raise NotTriedError(f"it was not built: {said.stdout}{said.stderr}")
    told = json.loads(found[0].read_text())
    owned = ground.owned()
    got = list(told["got"])
    ground.forget(before)
    different()
    if told["uid"] == 0 or got or int(told["caps"], 16) or owned:
        return f"it ran as {told['uid']} with capabilities {told['caps']}: {', '.join(got)} {owned}"
    return ""


WITHOUT_UNITS: Final = (
    "read /etc/khvatka/", "read /media", "read /boot", "write /srv/parcels", "socket ", "see 1", "mark",
    "unshare", "ptrace",
)  # fmt: skip
"""What an image's maker has no filter of system calls against, and is worth nothing: files that are
everybody's, sockets where there is no network, marks where none counts, a name space of its own."""


def by_hand(ground: Ground) -> str:
    """The same while no systemd runs: another container, as an image is made."""
    _put(ground, PROBE)
    if not ground.signed:
        raise NotTriedError("nothing is built apart there")
    said = ground.beside(f"{ground.update} apply /srv/parcels/theirs.tar")
    found = list(ground.twin.glob("opt/khvatka/venvs/9.9*/probe.json"))
    if not found:
        raise NotTriedError(f"it was not built: {said}")
    told = json.loads(found[0].read_text())
    told["got"] = [what for what in told["got"] if not what.startswith(WITHOUT_UNITS)]
    if (
        told["uid"] == 0
        or told["got"]
        or int(told["caps"], 16)
        or (ground.twin / OWNED[1:]).exists()
    ):
        return f"it ran as {told['uid']} with capabilities {told['caps']}: {', '.join(told['got'])}"
    return ""


def stays(ground: Ground) -> str:
    """A process that goes on after the build."""
    before = ground.versions()
    _put(ground, STAYS)
    ground.khvatka(f"{ground.update} apply /srv/parcels/theirs.tar", limit_s=120)
    users = "khvatka-build" if ground.signed else "root"
    left = ground.root(f"pgrep -u {users} -af 'khvatka --version|venvs/9.9' || true").stdout.strip()
    for line in left.splitlines():
        ground.root(f"kill -9 {line.split()[0]}")
    files_left = ground.root(
        f"find / -xdev -user {users} ! -path '/proc/*' ! -path '/home/*'; ipcs -m -q -s | grep build"
        if ground.signed
        else "true"
    ).stdout.split()
    ground.forget(before)
    ground.owned()
    return "; ".join(p for p in (f"runs on: {left}" if left else "", *files_left) if p)


SLOW: Final = "def at_the_end():\n    import time\n    time.sleep(6)\n"


def stopped(ground: Ground) -> str:
    """The unit's other verbs, while it builds; after that a good update is taken all the same."""
    before = ground.versions()
    _put(ground, SLOW)
    unit = "khvatka-apply@srv-parcels-theirs.tar.service"
    ground.root(f"systemctl start --no-block {unit}; sleep 4")
    found = [
        verb
        for verb in (
            "stop {0}",
            "restart {0}",
            "kill {0}",
            "cancel",
            "kill khvatka-build",
            "stop khvatka-build",
        )
        if not ground.khvatka(f"systemctl {verb.format(unit)}", limit_s=20).returncode
    ]
    ground.root(f"systemctl kill -s KILL {unit} khvatka-build; sleep 1")
    _put(ground, "")
    ground.khvatka(f"{ground.update} apply /srv/parcels/theirs.tar", limit_s=120)
    if not ground.versions() - before:
        found.append("no update is taken afterwards")
    ground.forget(before)
    ground.owned()
    return ", ".join(found)


def shapes(ground: Ground) -> str:
    """What is built is not what it should be."""
    found = []
    for what, code in SHAPES.items():
        before = ground.versions()
        _put(ground, f"import os, sys\ndef at_the_end():\n    {code}\n")
        said = ground.khvatka(f"{ground.update} apply /srv/parcels/theirs.tar", limit_s=120)
        bad = ground.root(
            "cd /opt/khvatka && find . \\( -perm /7022 ! -type l -o -type p -o -type b -o -type c -o ! -user 0"
            " -o -type f -links +1 \\) ; find . -type l -printf '%p -> %l\\n' | grep -v -e '-> [^/]*$'"
            " -e '-> venvs/[^/]*$' -e '-> /usr/bin/python3[.0-9]*$'"
        ).stdout.split("\n")
        if said.returncode == 1 or "Traceback" in said.stderr + said.stdout:
            bad.append(f"a traceback: {(said.stdout + said.stderr).strip().splitlines()[-1:]}")
        if any(bad):
            found.append(f"{what}: {' '.join(filter(None, bad))}")
        try:
            ground.forget(before)
        except RecursionError:
            ground.root("rm -rf /opt/khvatka/venvs/9.9*")
        ground.owned()
    _put(ground, "", "9.9.5-20350101000000-00000000")
    before = ground.versions()
    said = ground.khvatka(f"{ground.update} apply /srv/parcels/theirs.tar", limit_s=120)
    if not ground.versions() - before:
        found.append(f"afterwards no good update is taken: {said.stdout}{said.stderr}")
    ground.forget(before)
    ground.owned()
    return "; ".join(found)


LINK, HARD, DEVICE, PIPE = tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE
HEADERS: Final = {
    "absolute": [member("/etc/khvatka-owned", b"x")],
    "a way up": [member("khvatka/../../../../../etc/khvatka-owned", b"x")],
    "two of a name": [member("khvatka/VERSION", b"../../../etc\n")],
    "a link": [member("khvatka/x", type=LINK, linkname="/etc")],
    "a file through a link": [
        member("khvatka/x", type=LINK, linkname="/etc"), member("khvatka/x/khvatka-owned", b"x")],
    "a hard link": [member("khvatka/x", type=HARD, linkname="/etc/shadow")],
    "a device": [member("khvatka/x", type=DEVICE, devmajor=1, devminor=1)],
    "a FIFO": [member("khvatka/x", type=PIPE)],
    "a terabyte said": [member("khvatka/x", b"x", size=1 << 40)],
    "less than nothing": [member("khvatka/x", b"x", pax_headers={"size": "-5"})],
    "a lying pax header": [member("khvatka/x", b"x", pax_headers={"size": "99999999999999999999"})],
    "a pax path": [member("khvatka/x", b"x", pax_headers={"path": "/etc/khvatka-owned"})],
    "a sparse one": [member("khvatka/x", b"1\n0\n1\n", pax_headers={
        "GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(1 << 40)})],
    "9000 files": [member(f"khvatka/{n}", b"") for n in range(9000)],
    "a long name": [member("khvatka/" + "x" * 5000, b"x")],
    "1500 folders": [member("khvatka/" + "/".join("d" * 1500), b"x")],
    "any bytes": [member("khvatka/\udcff\x1b[31m\n", b"x")],
    "a date beyond all": [member("khvatka/x", b"x", pax_headers={"mtime": "1e300"})],
    "a date that is none": [member("khvatka/x", b"x", mtime=float("1e18"))],
}  # fmt: skip


PASSED_OVER: Final = (
    "less than nothing",
    "a long name",
    "1500 folders",
    "any bytes",
    "two of a name",
)
"""What a Python's tarfile may take for the end, or a name that is a name: then it is the bundle
without it that is taken."""


def headers(ground: Ground) -> str:
    """The owner's signature under a tar that no `make bundle` makes."""
    found = []
    for what, more in HEADERS.items():
        before, different = ground.versions(), ground.same("root's files", but="/opt/khvatka")
        try:
            sign_if(ground, tar(ground.parcels / "odd.tar", files("x = 1\n"), more))
        except (OverflowError, ValueError):
            continue
        said = ground.khvatka(f"{ground.update} apply /srv/parcels/odd.tar", limit_s=120)
        if "Traceback" in said.stdout + said.stderr:
            found.append(f"{what}: a traceback: {(said.stdout + said.stderr).strip()[-200:]}")
        new = ground.versions() - before
        harmless = what in PASSED_OVER or not new
        ground.forget(before)
        marks, owned = different(), ground.owned()
        if not ground.signed:
            new = set()
        if owned or marks or (new and not harmless):
            found.append(f"{what}: {owned} {marks} {new or ''}")
        ground.root("rm -rf /opt/khvatka/venvs/9.9*")
    return "; ".join(found)


BUILT: Final = {
    **HEADERS,
    "a link up": [member("lib", type=LINK, linkname="..")],
    "a file through the link to Python": [
        member("bin/python", type=LINK, linkname="/usr/bin/python3"), member("bin/python", b"x")],
    "a folder that is a link": [
        member("d", type=LINK, linkname="e"), member("e", type=LINK, linkname="d"), member("d/x", b"x")],
    "a link beside, then a file over it": [member("a", type=LINK, linkname="b"), member("a", b"x")],
    "complete": [member("complete", b"x")],
    "folders in 1100 folders": [member("/".join("d" * n), type=tarfile.DIRTYPE) for n in range(1, 1100)],
}  # fmt: skip

UNPACK: Final = """
import os, shutil, sys, tarfile
from pathlib import Path
sys.path.insert(0, {update!r})
from deploy.update import arrival, sandbox
from deploy.update.disk import FolderDisk
from deploy.update.steps import UpdateError
folder = Path("/opt/khvatka/venvs/attacked")
try:
    with tarfile.open("/srv/parcels/built.tar", "r:") as tar:
        arrival.unpack(tar, folder, 50_000, 512 << 20, sandbox.this_python)
except (UpdateError, tarfile.TarError) as error:
    print("refused:", ascii(str(error))[:200])
except BaseException as error:
    print("Traceback", type(error).__name__, str(error)[:200])
for inner in folder.rglob("*"):
    found = inner.lstat()
    if inner.is_symlink() and "/" in os.readlink(inner) and "python" not in os.readlink(inner):
        print("WRONG link", inner, os.readlink(inner))
    elif not inner.is_symlink() and (found.st_mode & 0o7022 or found.st_uid or found.st_nlink > 1 and inner.is_file()):
        print("WRONG", inner, oct(found.st_mode))
try:
    FolderDisk(Path("/opt/khvatka")).remove("venvs/attacked")
except BaseException as error:
    print("Traceback: it cannot be removed:", type(error).__name__)
os.system("rm -rf /opt/khvatka/venvs/attacked")
"""


def built(ground: Ground) -> str:
    """What is built comes out as a tar: the building process taken over writes any it likes."""
    if not ground.signed:
        raise NotTriedError("there what is built is built in its place, by root")
    found = []
    for what, more in BUILT.items():
        different = ground.same("root's files")
        try:
            tar(ground.parcels / "built.tar", {}, more)
        except (OverflowError, ValueError):
            continue
        said = ground.root(
            f"python3 - <<'END'\n{UNPACK.format(update=ground.update)}\nEND", limit_s=120
        ).stdout
        wrong = [line for line in said.splitlines() if line.startswith(("WRONG", "Traceback"))]
        marks, owned = different(), ground.owned()
        if wrong or marks or owned:
            found.append(f"{what}: {' '.join(wrong)} {marks} {owned}")
    return "; ".join(found)


GREED: Final = {
    "wrote 3000": """
import os
def at_the_end():
    n = 0
    try:
        while n < 3000:
            with open(os.path.join(os.environ.get("HOME", "/tmp"), str(n)), "wb") as file:
                file.write(bytes(1 << 20))
            n += 1
    finally:
        raise SystemExit(f"wrote {n} MiB")
""",
    "forked 500": """
import os, time
def at_the_end():
    n = 0
    try:
        while n < 500:
            if os.fork() == 0:
                time.sleep(20)
                os._exit(0)
            n += 1
    finally:
        raise SystemExit(f"forked {n}")
""",
    "took 3000": """
def at_the_end():
    held = []
    try:
        while len(held) < 3000:
            held.append(bytearray(1 << 20))
    finally:
        raise SystemExit(f"took {len(held)} MiB")
""",
}
"""What says so was without an end."""


def greed(ground: Ground) -> str:
    """Files, processes, memory, until there are no more."""
    measure = "for at in / /tmp /run /opt/khvatka; do df -m --output=used $at | tail -n 1; done"
    groups = "grep -qsw -e pids -e memory /sys/fs/cgroup/cgroup.controllers"
    counted = ground.root(groups).returncode == 0
    found = []
    for what, hook in GREED.items():
        if what != "wrote 3000" and not counted:
            continue
        before, versions = ground.root(measure).stdout.split(), ground.versions()
        _put(ground, hook)
        said = ground.khvatka(f"{ground.update} apply /srv/parcels/theirs.tar", limit_s=200)
        after = ground.root(measure).stdout.split()
        if what in said.stdout + said.stderr:
            found.append(f"it {what}")
        if max(int(high) - int(low) for high, low in zip(after, before, strict=True)) > 32:
            found.append(f"{what}: {before} MiB became {after}")
        ground.forget(versions)
        ground.owned()
    if not (found or counted):
        raise NotHereError(
            "of files it held; the container has no groups that count memory and processes (cgroup v2)"
        )
    return "; ".join(found)


ATTACKS = [
    Attack(
        18, ".pth and --version of a wheel tell as whom they run and try 60 ways out", "root", probe
    ),
    Attack(18, "the same where no systemd runs", "root", by_hand),
    Attack(
        19,
        f"{len(SHAPES)} shapes of what is built: setuid, links, FIFOs, 1100 deep",
        "root's files",
        shapes,
    ),
    Attack(
        19,
        "it writes, forks, takes memory until there is no more",
        "a table that stands still",
        greed,
    ),
    Attack(20, f"{len(HEADERS)} signed tars that no make bundle makes", "files anywhere", headers),
    Attack(20, f"{len(BUILT)} tars from a build that is taken over", "files anywhere", built),
    Attack(2, "an update is stopped, restarted, killed while it builds", "one half done", stopped),
    Attack(21, "a process that stays after the build", "the next build", stays),
]
