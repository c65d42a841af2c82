"""Where the attacks are tried: a Debian that runs, with the table in it, and two footholds: code
within the table's own process, and its user without any walls.

Everything is made below one folder, on a disk of its own, where nobody else's writing is mistaken for
an attack's; nothing but that, and what runs in the container, is touched.
"""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[3]
DATA: Final = "/var/lib/khvatka/table"
OWNED: Final = "/etc/khvatka-owned"
"""What a payload writes when it is root: whoever may, may everything."""
SECRET: Final = "secret-of-the-root"
"""Stands in files of root's alone."""
FOOTHOLD: Final = f"{DATA}/.foothold"
PATIENCE_S: Final = 120
DISK: Final = "16G"
"""A bound only: the host's disk holds what is written."""

PREPARE: Final = """
. "$(dirname "$0")/root.sh"
make_root
printf '%s\\n' '/dev/mmcblk0p2 / ext4 defaults,noatime 0 1' >"$folder/system/etc/fstab"
inside sh -c 'apt-get -qq install --no-install-recommends sudo xvfb >/dev/null && apt-get clean'
inside find / -xdev -perm /6000 -type f >"$folder/setuid-before"
inside useradd --create-home --shell /bin/sh owner
inside $install --any-machine --board pc
echo 'L /dev/tty1 - - - - console' >"$folder/system/etc/tmpfiles.d/screen.conf"
inside systemctl mask console-getty.service
"""
"""By the root.sh of the checkout that is attacked: its bundle, its install.sh."""

SCREEN: Final = """[Unit]
Wants=screen.service
After=screen.service
[Service]
Environment=SDL_VIDEODRIVER=x11 SDL_AUDIODRIVER=dummy DISPLAY=:7
BindReadOnlyPaths=/tmp/.X11-unix
"""
XVFB: Final = "[Service]\nExecStart=/usr/bin/Xvfb :7 -screen 0 1280x800x24 -nolisten tcp\n"

INSIDE: Final = f'''
import os, socket, threading
def serve():
    import contextlib, io, traceback
    if os.path.exists("{FOOTHOLD}"):
        os.unlink("{FOOTHOLD}")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("{FOOTHOLD}")
    listener.listen()
    while True:
        asked, _ = listener.accept()
        with asked, asked.makefile("rwb") as stream:
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                try:
                    exec(stream.read().decode(), {{}})
                except BaseException:
                    print(traceback.format_exc(limit=1))
            stream.write(said.getvalue().encode(errors="replace"))
if os.environ.get("NOTIFY_SOCKET") and os.getppid() == 1:
    threading.Thread(target=serve, daemon=True).start()
'''
"""A game that a guest has slipped in: runs what it is told, in the table's own process."""


class NotTriedError(Exception):
    """It came to nothing, which proves nothing; says why."""


class NotHereError(NotTriedError):
    """This machine cannot have it tried, whatever is installed; says why."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One thing to try. ``run`` gives the evidence, nothing where the table held."""

    number: int
    what: str
    gives: str
    run: Callable[[Ground], str]


class Ground:
    """The system that is attacked; ``checkout`` is the project whose installer put the table there."""

    def __init__(self, given: Path, checkout: Path) -> None:
        self.image = given / "disk.img"
        self.folder = given / "disk"
        self.machine = f"attack-{given.name}"
        self.checkout = checkout
        self.system = self.folder / "system"
        self.parcels = self.system / "srv/parcels"
        self._nspawn: subprocess.Popen[bytes] | None = None
        self.init = ""

    # ---- as it is made

    def mount(self) -> None:
        """The disk that everything is on; an empty one where there is none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        image, folder = shlex.quote(str(self.image)), shlex.quote(str(self.folder))
        made = f"[ -f {image} ] || {{ truncate -s {DISK} {image} && mkfs.ext4 -q {image}; }}"
        subprocess.run(["sh", "-ec", f"{made}; mount -o loop,discard {image} {folder}"], check=True)

    def make(self) -> None:
        """A clean root with an installed table, not yet running."""
        beside = self.checkout / "tests/deploy/install/attack.sh"
        command = ["sh", "-euc", PREPARE, str(beside), str(self.folder), sys.executable]
        with (self.folder / "made.log").open("wb") as log:
            done = subprocess.run(command, stdout=log, stderr=log, check=False)
        if done.returncode:
            raise SystemExit((self.folder / "made.log").read_text(encoding="utf-8")[-2000:])
        unit = self.system / "etc/systemd/system/khvatka.service.d/screen.conf"
        unit.parent.mkdir(exist_ok=True)
        unit.write_text(SCREEN)
        unit.parents[1].joinpath("screen.service").write_text(XVFB)
        (packages,) = (self.system / "opt/khvatka/venvs").glob("*/lib/python3*/site-packages")
        (packages / "foothold.py").write_text(INSIDE)
        (packages / "foothold.pth").write_text("import foothold\n")
        secret = self.system / "root/secret"
        secret.write_text(f"{SECRET}\n")
        secret.chmod(0o600)
        with (self.system / "etc/shadow").open("a") as shadow:
            shadow.write(f"mallory:{SECRET}:1::::::\n")
        self.parcels.mkdir(mode=0o777)
        self.parcels.chmod(0o1777)

    def boot(self, *options: str) -> None:
        """Until systemd has started all that it starts."""
        log = (self.folder / "console.log").open("wb")
        self._nspawn = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network",
             f"--machine={self.machine}", "--console=read-only", f"--directory={self.system}",
             *options, "--boot"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        )  # fmt: skip
        for _ in range(PATIENCE_S):
            found = subprocess.run(
                ["pgrep", "-P", str(self._nspawn.pid)], capture_output=True, text=True, check=False
            )
            self.init = found.stdout.strip()
            if self.init and self.root(
                "timeout 60 systemctl is-system-running --wait"
            ).stdout.strip() in ("running", "degraded"):
                return
            time.sleep(1)
        raise SystemExit("it does not boot: " + (self.folder / "console.log").read_text()[-1000:])

    def end(self) -> None:
        """Nothing of it runs any more, and its disk is an image."""
        if self.init:
            subprocess.run(["kill", "-9", self.init], check=False)
        if self._nspawn is not None:
            self._nspawn.wait()
        self.init, self._nspawn = "", None
        subprocess.run(["umount", "--lazy", self.folder], check=False)

    # ---- who does something there

    def root(
        self, script: str, stdin: str = "", limit_s: float = 600
    ) -> subprocess.CompletedProcess[str]:
        """The owner, as root."""
        return self._run(["sh", "-c", script], stdin, limit_s)

    def khvatka(
        self, script: str, stdin: str = "", limit_s: float = 600
    ) -> subprocess.CompletedProcess[str]:
        """The table's user without the walls of its unit."""
        return self._as("khvatka", script, stdin, limit_s)

    def nobody(self, script: str) -> subprocess.CompletedProcess[str]:
        """Another user of the computer."""
        return self._as("nobody", script, "", 60)

    def table(self, source: str) -> str:
        """Python in the table's own process, within all its walls; what it printed."""
        path = self.system / FOOTHOLD[1:]
        beside = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)  # type: ignore[attr-defined,unused-ignore]
        for _ in range(PATIENCE_S):
            try:
                with socket.socket(socket.AF_UNIX) as asked:  # type: ignore[attr-defined,unused-ignore]
                    asked.settimeout(60)
                    asked.connect(f"/proc/self/fd/{beside}/{path.name}")  # a long name is none
                    asked.sendall(source.encode())
                    asked.shutdown(socket.SHUT_WR)
                    with asked.makefile("rb") as stream:
                        return stream.read().decode(errors="replace")
            except (FileNotFoundError, ConnectionRefusedError):
                time.sleep(1)
        raise NotTriedError(
            "the table does not run: " + self.root("systemctl status khvatka").stdout
        )

    def table_sh(self, script: str) -> str:
        """A shell that the table's process starts, within all its walls; what it said."""
        return self.table(
            "import subprocess\n"
            f"done = subprocess.run(['sh', '-c', {script!r}], capture_output=True, text=True,"
            " stdin=subprocess.DEVNULL, timeout=50)\n"
            "print(done.stdout + done.stderr, end='')"
        )

    def _as(
        self, user: str, script: str, stdin: str, limit_s: float
    ) -> subprocess.CompletedProcess[str]:
        groups = "--init-groups"
        return self._run(
            ["setpriv", f"--reuid={user}", f"--regid={'nogroup' if user == 'nobody' else user}", groups,
             "--inh-caps=-all", "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin",
             "HOME=/var/lib/khvatka", "sh", "-c", script],
            stdin, limit_s,
        )  # fmt: skip

    def _run(
        self, command: Sequence[str], stdin: str, limit_s: float
    ) -> subprocess.CompletedProcess[str]:
        entered = [
            "nsenter",
            "--target",
            self.init,
            "--all",
            "timeout",
            "-k",
            "5",
            str(limit_s),
            *command,
        ]
        return subprocess.run(
            entered,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )

    def beside(self, script: str, *options: str, anew: bool = True) -> str:
        """Root in a copy of this system in which no systemd runs; what it said."""
        if anew or not self.twin.exists():
            subprocess.run(["rm", "-rf", str(self.twin)], check=True)
            subprocess.run(["cp", "-a", str(self.system), str(self.twin)], check=False)
        done = subprocess.run(
            ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network",
             f"--directory={self.twin}", *options, "sh", "-c", script],
            stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    # ---- what is there

    @property
    def twin(self) -> Path:
        """The copy."""
        return self.folder / "twin"

    @property
    def update(self) -> str:
        """khvatka-update, where this installer puts it."""
        for place in ("/usr/local/sbin/khvatka-update", "/opt/khvatka/bin/khvatka-update"):
            if (self.system / place[1:]).exists():
                return place
        raise NotTriedError("no khvatka-update is installed")

    @property
    def signed(self) -> bool:
        """Does this table take signed bundles alone?"""
        return (self.system / "etc/khvatka/allowed_signers").exists()

    def has(self, command: str) -> bool:
        """Does this version know the command?"""
        return self.root(f"khvatka {command}", limit_s=30).returncode == 0

    def owned(self) -> str:
        """Has a payload been root since it was last asked?"""
        path = self.system / OWNED[1:]
        if not path.exists():
            return ""
        said = " ".join(path.read_text(errors="replace").split())[:150]
        path.unlink()
        return f"a payload was root: {said}"

    def versions(self) -> set[str]:
        """Those that the table would start."""
        said = self.root(f"{self.update} status").stdout
        return {line.split()[0] for line in said.splitlines() if line.strip()}

    def forget(self, versions: set[str]) -> None:
        """Only the others are left; the first of them is started."""
        for name in self.versions() - versions:
            shutil.rmtree(self.system / "opt/khvatka/venvs" / name)
        (self.system / "opt/khvatka/trial.json").unlink(missing_ok=True)
        current = self.system / "opt/khvatka/current"
        if not current.exists():
            current.unlink(missing_ok=True)
            current.symlink_to(f"venvs/{min(versions)}")

    def same(self, what: str, but: str = "/nothing") -> Callable[[], str]:
        """A look at the system now; the result says, later, what is different."""
        before = self._marks()

        def different() -> str:
            after = self._marks()
            changed = sorted(
                name
                for name in before.keys() | after.keys()
                if before.get(name) != after.get(name) and not name.startswith(but)
            )
            return f"{what} changed {', '.join(changed[:5])}" if changed else ""

        return different

    def _marks(self) -> dict[str, tuple[int, int, int, int]]:
        """Of each file that root runs or trusts: mode, owner, size, date."""
        found = {}
        for top in ("etc", "usr/local", "opt/khvatka", "root", "boot"):
            for folder, names, files in os.walk(self.system / top):
                for name in [*names, *files]:
                    at = Path(folder, name)
                    mark = at.lstat()
                    if "__pycache__" not in folder + name:
                        size = 0 if at.is_dir() and not at.is_symlink() else mark.st_size
                        found["/" + str(at.relative_to(self.system))] = (
                            mark.st_mode, mark.st_uid, size, mark.st_mtime_ns if size else 0
                        )  # fmt: skip
        return found


def sh(script: str) -> str:
    """What a script of this machine's own shell prints, whatever comes of it."""
    return subprocess.run(
        ["sh", "-c", script], capture_output=True, encoding="utf-8", errors="replace", check=False
    ).stdout
