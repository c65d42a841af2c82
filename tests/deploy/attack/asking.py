"""Asking somebody who may: systemd, logind and others on the bus, setuid programs, signals."""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

from tests.deploy.attack.ground import OWNED, Attack, Ground

BUS = "busctl --system --quiet call"
MANAGER = (
    f"{BUS} org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager"
)
LOGIND = f"{BUS} org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"

VERBS = (
    "systemctl start khvatka-build.service",
    "systemctl start debug-shell.service",
    "systemctl stop khvatka-attempt.service",
    "systemctl restart dbus.service",
    "systemctl restart khvatka-apply@srv-x.service",
    "systemctl reload-or-restart khvatka-apply@srv-x.service",
    "systemctl kill --signal=KILL systemd-journald.service",
    "systemctl enable debug-shell.service",
    "systemctl mask khvatka.service",
    "systemctl link /var/lib/khvatka/table/mine.service",
    "systemctl set-property --runtime khvatka-apply@srv-x.service CPUQuota=1%",
    "systemctl set-environment LD_PRELOAD=/var/lib/khvatka/table/mine.so",
    "systemctl daemon-reload",
    "systemctl daemon-reexec",
    "systemctl isolate rescue.target",
    "systemctl set-default rescue.target",
    "systemctl switch-root /var/lib/khvatka/table",
    "systemctl set-log-level debug",
    f"systemd-run --wait touch {OWNED}",
    f"systemd-run --pty touch {OWNED}",
    f"systemd-run --unit=khvatka-apply@mine.service touch {OWNED}",
    "systemd-mount --no-ask-password tmpfs /mnt",
    "systemctl bind khvatka-apply@srv-x.service /srv /etc",
    (
        f"{MANAGER} StartTransientUnit 'ssa(sv)a(sa(sv))' khvatka-apply@mine.service replace"
        f" 1 ExecStart 'a(sasb)' 1 /usr/bin/touch 2 touch {OWNED} false 0"
    ),
    f"{MANAGER} StartUnit ss khvatka-apply@srv-x.service isolate",
    f"{MANAGER} StartUnit ss khvatka.service replace",
    f"{MANAGER} StartUnitReplace sss khvatka.service khvatka-apply@srv-x.service replace",
    f"{MANAGER} StartUnitWithFlags sst khvatka.service replace 0",
    f"{MANAGER} EnqueueUnitJob sss khvatka.service restart replace",
    f"{MANAGER} AttachProcessesToUnit ssau khvatka.service / 1 $$",
    f"{MANAGER} SetUnitProperties 'sba(sv)' khvatka-apply@srv-x.service true 1 CPUWeight t 1",
    f"{MANAGER} CleanUnit sas khvatka-apply@srv-x.service 1 all",
    f"{MANAGER} MountImageUnit 'ssssbba(ss)' khvatka.service /srv/x /etc '' false false 0",
    f"{MANAGER} SetShowStatus s no",
    f"{MANAGER} Exit",
    f"{MANAGER} KExec",
)

OTHERS = (
    f"{LOGIND} SetRebootParameter s '0 tryboot'",
    f"{LOGIND} SetRebootToFirmwareSetup b true",
    f"{LOGIND} SetRebootToBootLoaderEntry s mine",
    f"{LOGIND} Suspend b false",
    f"{LOGIND} Hibernate b false",
    f"{LOGIND} Halt b false",
    f"{LOGIND} SetUserLinger ubb 0 true false",
    f"{LOGIND} AttachDevice ssb seat1 /sys/devices/virtual/mem/null false",
    f"{LOGIND} FlushDevices b false",
    f"{LOGIND} KillUser ui 0 9",
    (
        f"{LOGIND} CreateSession 'uusssssussbssa(sv)'"
        " 0 0 mine tty user '' seat0 1 tty1 '' false '' '' 0"
    ),
    (
        "busctl --quiet call org.freedesktop.timedate1 /org/freedesktop/timedate1"
        " org.freedesktop.timedate1 SetTime xbb 1 false false"
    ),
    (
        "busctl --quiet call org.freedesktop.hostname1 /org/freedesktop/hostname1"
        " org.freedesktop.hostname1 SetHostname sb mine false"
    ),
    (
        "busctl --quiet call org.freedesktop.locale1 /org/freedesktop/locale1"
        " org.freedesktop.locale1 SetLocale asb 1 LANG=mine false"
    ),
    (
        "busctl --quiet call org.freedesktop.portable1 /org/freedesktop/portable1"
        " org.freedesktop.portable1.Manager AttachImage sassbs /srv/x 0 '' true ''"
    ),
    (
        "busctl --quiet call org.freedesktop.machine1 /org/freedesktop/machine1"
        " org.freedesktop.machine1.Manager OpenMachineShell sssasas .host root /bin/sh 0 0"
    ),
    (
        "busctl --quiet call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus"
        " RequestName su org.freedesktop.systemd1 0"
    ),
)

RIGHTS = (
    f"sudo -n touch {OWNED}",
    f"pkexec touch {OWNED}",
    f"echo | su -c 'touch {OWNED}'",
    f"echo khvatka | su -c 'touch {OWNED}'",
    f"newgrp root; sg root 'touch {OWNED}'",
    f"unshare -Ur touch {OWNED}",
    f"setpriv --reuid=0 touch {OWNED}",
    f"runuser -u root -- touch {OWNED}",
    "chfn -f mine root; chsh -s /var/lib/khvatka/table/sh root",
    "crontab /dev/null; at now </dev/null",
    f"systemd-run --user touch {OWNED}",
    "loginctl enable-linger khvatka",
)

NAMES = (
    "..", "../../etc/shadow", "-", "--downgrade", "%n", "%h", "$(touch /etc/khvatka-owned)",
    "etc-shadow", "proc-kcore", "dev-zero", "a\\x20--downgrade", "srv-x\\x0atouch", "x" * 200,
    "proc-self-mem", "a;touch", "dev-stdin",
)  # fmt: skip

NOTIFY = """
import os, socket
at = os.environ["NOTIFY_SOCKET"]
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
    notify.connect("\\0" + at[1:] if at[0] == "@" else at)
    for said in ("MAINPID=1", "MAINPID=%d" % {victim}, "FDSTORE=1\\nFDNAME=x",
                 "STATUS=" + "x" * 60000, "WATCHDOG_USEC=999999999999", "BUSERROR=x"):
        try:
            notify.send(said.encode())
        except OSError:
            pass
    notify.send(b"WATCHDOG_USEC=10000000")
"""

PROCESSES = """
import ctypes, os, signal
got = []
libc = ctypes.CDLL(None, use_errno=True)
for pid in range(1, 400):
    for name in ("environ", "mem", "maps", "fd/0", "root/etc/shadow", "cwd/x"):
        try:
            uid = os.stat(f"/proc/{pid}").st_uid
            if uid != os.getuid():
                open(f"/proc/{pid}/{name}", "rb").read(1)
                got.append(f"{pid}/{name}")
        except (OSError, ValueError):
            pass
    try:
        if os.stat(f"/proc/{pid}").st_uid != os.getuid():
            os.kill(pid, signal.SIGCONT)
            got.append(f"kill {pid}")
    except OSError:
        pass
for name, call in (("ptrace", lambda: libc.ptrace(16, 1, 0, 0)),
                   ("mount", lambda: libc.mount(b"tmpfs", b"/mnt", b"tmpfs", 0, None)),
                   ("unshare", lambda: libc.unshare(0x10000000)),
                   ("setns", lambda: libc.setns(os.open("/proc/1/ns/mnt", 0), 0)),
                   ("bpf", lambda: libc.syscall(321, 0, 0, 0)),
                   ("init_module", lambda: libc.init_module(0, 0, b"")),
                   ("kexec_load", lambda: libc.syscall(246, 0, 0, 0, 0)),
                   ("add_key", lambda: -1),
                   ("userfaultfd", lambda: libc.syscall(323, 0)),
                   ("io_uring_setup", lambda: libc.syscall(425, 1, 0)),
                   ("perf_event_open", lambda: libc.syscall(298, 0, 0, -1, -1, 0)),
                   ("setuid", lambda: libc.setuid(0)),
                   ("chroot", lambda: libc.chroot(b"/mnt")),
                   ("settimeofday", lambda: libc.settimeofday(b"\\1" * 16, None)),
                   ("mknod", lambda: libc.mknod(b"/var/lib/khvatka/table/dev", 0o60666, 0x801)),
                   ("reboot", lambda: libc.reboot(0))):
    try:
        if call() >= 0:
            got.append(name)
    except OSError:
        pass
print(*got)
"""


def _allowed(ground: Ground, scripts: tuple[str, ...]) -> str:
    """Those that worked, in the table's walls or without them."""
    different = ground.same("root's files")
    found = []
    for script in scripts:
        done = ground.khvatka(script, limit_s=20)
        if done.returncode == 0:
            found.append(script)
    inside = ground.table(
        "import subprocess\n"
        f"for script in {scripts!r}:\n"
        "    try:\n"
        "        done = subprocess.run(['sh', '-c', script], capture_output=True, timeout=20,"
        " stdin=subprocess.DEVNULL)\n"
        "    except subprocess.TimeoutExpired:\n"
        "        continue\n"
        "    if not done.returncode: print('within the walls: ' + script)"
    )
    worked = [*found, *inside.splitlines()]
    return "; ".join(part for part in (*worked, ground.owned(), different()) if part)


def verbs(ground: Ground) -> str:
    return _allowed(ground, VERBS)


def others(ground: Ground) -> str:
    return _allowed(ground, OTHERS)


def rights(ground: Ground) -> str:
    return _allowed(
        ground, tuple(f"! command -v {s.split()[0]} >/dev/null && exit 1; {s}" for s in RIGHTS)
    )


def names(ground: Ground) -> str:
    """The one unit that may be asked for, with names that mean something else."""
    before, different = ground.versions(), ground.same("root's files")
    for name in NAMES:
        unit = f"khvatka-apply@{name}.service"
        ground.khvatka(
            'systemctl start -- "$0"' if not name else f"systemctl start -- '{unit}'", limit_s=60
        )
    new = ground.versions() - before
    ground.forget(before)
    return "; ".join(
        p for p in (f"installed {new}" if new else "", ground.owned(), different()) if p
    )


def notify(ground: Ground) -> str:
    """The service manager is told that another's process is the table's, and that it is well."""
    victim = ground.root(
        "systemctl show --value --property=MainPID systemd-journald"
    ).stdout.strip()
    before = ground.root("systemctl show --value --property=MainPID khvatka").stdout
    ground.table(NOTIFY.format(victim=victim))
    after = ground.root("systemctl show --value --property=MainPID khvatka").stdout
    stored = ground.root(
        "systemctl show --value --property=NFileDescriptorStore khvatka"
    ).stdout.strip()
    ground.root("systemctl restart khvatka")
    alive = ground.root("systemctl show --value --property=MainPID systemd-journald").stdout.strip()
    if after != before or alive != victim or stored not in ("", "0"):
        return (
            f"main process {before.strip()} became {after.strip()}, {stored} descriptors are kept"
        )
    return ""


def processes(ground: Ground) -> str:
    """Others' processes, and the calls that only root has."""
    return ground.table(PROCESSES).strip()


def devices(ground: Ground) -> str:
    """Devices that are as good as root, within the walls of the unit and, as a file's mode, without."""
    said = ground.table_sh(
        "for at in /dev/mem /dev/kmem /dev/port /dev/sda /dev/mmcblk0 /dev/vda /dev/loop0 /dev/loop-control"
        " /dev/mapper/control /dev/kvm /dev/uinput /dev/fuse /dev/vhost-vsock /dev/vcio /dev/vc-mem"
        " /dev/watchdog /dev/kmsg /dev/vhost-net /dev/btrfs-control /dev/rtc0;"
        " do [ -e $at ] && (exec 3<>$at) 2>/dev/null && echo $at; done;"
        " mknod /tmp/mine b 254 0 2>&1 >/dev/null && echo mknod; true"
    )
    found = [
        line
        for line in said.splitlines()
        if line.startswith(("/dev", "mknod")) and "not" not in line
    ]
    groups = set(ground.khvatka("id -Gn").stdout.split())
    as_root = groups & {
        "disk",
        "sudo",
        "adm",
        "kmem",
        "docker",
        "lxd",
        "shadow",
        "root",
        "wheel",
        "staff",
    }
    return ", ".join([*found, *(f"group {name}" for name in sorted(as_root))])


ATTACKS = [
    Attack(
        1,
        f"{len(VERBS)} calls of systemctl, systemd-run and systemd's bus",
        "a unit of one's own as root",
        verbs,
    ),
    Attack(
        2,
        f"khvatka-apply@ with {len(NAMES)} names that mean something else",
        "another command as root",
        names,
    ),
    Attack(
        3,
        f"{len(OTHERS)} calls of logind, timedated, portabled …",
        "the clock, tryboot, sessions",
        others,
    ),
    Attack(4, f"{len(RIGHTS)} ways of sudo, pkexec, su, user name spaces, cron", "root", rights),
    Attack(
        5,
        "the notify socket: MAINPID of another's process",
        "systemd kills what it is told",
        notify,
    ),
    Attack(
        6,
        "others' /proc, signals, and 16 calls of root's",
        "root's memory, modules, devices",
        processes,
    ),
    Attack(6, "devices and groups that are as good as root", "the card itself", devices),
]
