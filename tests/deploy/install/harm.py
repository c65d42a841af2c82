"""A wheel whose .pth, run whenever Python starts, tells as whom it runs and what it may.

Usage: harm.py FOLDER. Told by the sentence with which the build then fails.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

HARM = """
import os, socket

def may(do, *arguments):
    try:
        do(*arguments)
    except OSError:
        return False
    return True

def plant(folder):
    with open(folder + "/planted", "w") as file:
        file.write("x")

own = os.environ["HOME"]
tries = {
    **{"write " + at: may(plant, at) for at in (
        "/", "/etc", "/etc/khvatka", "/var/lib/khvatka", "/var/lib/khvatka/table", "/run",
        "/run/lock", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/dev", "/media",
        "/usr/local/sbin", "/root", "/proc/sys/kernel", "/sys",
    )},
    **{"read " + at: may(open, at) for at in (
        "/var/lib/khvatka/table/khvatka.sqlite3", "/etc/khvatka/allowed_signers", "/etc/shadow",
        "/proc/1/environ", "/dev/mem",
    )},
    "network": may(socket.socket, socket.AF_INET),
    "packets": may(socket.socket, socket.AF_PACKET, socket.SOCK_RAW),
    "be root": may(os.setuid, 0),
    "mark": may(plant, own) and may(os.chmod, own + "/planted", 0o4755),
    "name spaces": hasattr(os, "unshare") and may(os.unshare, 0x10000000),
    "devices": may(os.mknod, own + "/device", 0o020666, os.makedev(1, 1)),
    "see others": may(os.kill, 1, 0),
}
got = [what for what, worked in tries.items() if worked]
raise SystemExit(f"harm ran as {os.getuid()} and may: {', '.join(got) or 'nothing'}")
"""


def main(folder: Path) -> None:
    """Write ``harm-1-py3-none-any.whl``."""
    info = "harm-1.dist-info"
    contents = {
        "harm.py": HARM,
        "harm.pth": "import harm\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: harm\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*contents, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / "harm-1-py3-none-any.whl", "w") as wheel:
        for name, text in {**contents, f"{info}/RECORD": record}.items():
            wheel.writestr(name, text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
