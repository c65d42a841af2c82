"""A virtual machine with a real Linux kernel and its ``gpio-sim`` chips, built from Debian's parts.

Debian's kernels leave ``gpio-sim`` out, so its module is built beside them from Debian's kernel
source. The guest sees the host's files, this project and its virtual environment among them,
through a writable veil: what it writes vanishes with it. Nothing of the build enters the tree.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.hardware.rigs import SHARED, RigMissing, only_one
from tests.posix import is_root

PROJECT: Final = Path(__file__).parents[2]
INIT: Final = Path(__file__).parent / "guest" / "init"
MACHINE: Final = {"qemu-system-x86_64": "qemu-system-x86", "mkfs.vfat": "dosfstools"}
TOOLS: Final = {
    "busybox": "busybox-static",
    "cpio": "cpio",
    "depmod": "kmod",
    "gcc": "gcc",
    "make": "make",
    "xz": "xz-utils",
}
"""Programs that running and building the rig need, and Debian's packages that have them."""
STICKS: Final = ("scsi_debug", "sd_mod", "vfat", "nls_cp437", "nls_ascii", "ext4")
MODULES: Final = ("virtio_pci", "9p", "9pnet_virtio", "overlay", "configfs", *STICKS)
SOURCES: Final = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
KBUILD: Final = "obj-m := gpio-sim-beside.o\ngpio-sim-beside-y := gpio-sim.o irq_sim.o\n"
DESCRIPTOR_OF: Final = ("irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))")
"""Debian's kernel does not export the first; the second finds the same by exported means."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a job said and how it ended."""

    status: int
    output: str


def install(tools: Mapping[str, str]) -> None:
    """Let Debian's package manager bring what is missing.

    Raises RigMissing where that is not allowed or not possible.
    """
    missing = sorted(package for tool, package in tools.items() if shutil.which(tool) is None)
    if not missing:
        return
    if not is_root() or shutil.which("apt-get") is None:
        raise RigMissing(f"there is no {', '.join(missing)} here: install it as root with apt-get")
    _apt("update", "-qq")
    _apt("install", "-qq", "--no-install-recommends", *missing)


def build(folder: Path) -> None:
    """Kernel and first file system in ``folder``; does nothing where they are up to date.

    Raises RigMissing.
    """
    if platform.machine() != "x86_64":
        raise RigMissing("the guest runs this machine's own programs: that needs an amd64")
    install(MACHINE)
    recipe = repr((MODULES, SOURCES, KBUILD, DESCRIPTOR_OF)).encode() + INIT.read_bytes()
    made_from = hashlib.sha256(recipe).hexdigest()
    stamp = folder / "made-from"
    if stamp.exists() and stamp.read_text() == made_from:
        return
    if not is_root():
        raise RigMissing(f"the virtual machine is not built yet: {SHARED}")
    install(TOOLS)
    _apt("update", "-qq")
    release = _release()
    _apt("install", "-qq", "--no-install-recommends", f"linux-headers-{release}")
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    (work / "packages").mkdir(parents=True)
    tool("apt-get", "download", "-qq", f"linux-image-{release}", "linux-source-6.1", at=work)
    for package in work.glob("*.deb"):
        tool("dpkg-deb", "-x", str(package), "packages", at=work)
    modules = [*_debian_modules(work, release), _gpio_sim(work, release)]
    _pack(work, modules, folder / "initrd")
    shutil.copy(work / f"packages/boot/vmlinuz-{release}", folder / "vmlinuz")
    shutil.rmtree(work)
    stamp.write_text(made_from)


def run(job: str, timeout_s: int) -> Outcome:
    """Boot the machine, let its shell run ``job`` in the project's folder, and hear the end.

    Raises RigMissing where it cannot be built, TimeoutExpired if it does not end.
    """
    with only_one("gpio-sim") as folder, TemporaryDirectory() as own:
        build(folder)
        script = Path(own) / "job.sh"
        script.write_text(
            f"cd {shlex.quote(str(PROJECT))}\n"
            "export HOME=$(mktemp -d) PYTEST_DISABLE_PLUGIN_AUTOLOAD=1\n"
            f"export LG_WD=$HOME\n{job}\n"
        )
        ended = subprocess.run(
            _machine(folder, script),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout_s,
            check=False,
        )
    output = ended.stdout.decode(errors="replace").replace("\r", "")
    said = re.findall(r"^GUEST_STATUS=(\d+)$", output, re.MULTILINE)
    return Outcome(int(said[-1]) if said else 99, output)


def _machine(folder: Path, script: Path) -> Sequence[str]:
    return (
        # Time by instructions: a busy host then cannot tear presses apart. That takes one core.
        *("qemu-system-x86_64", "-accel", "tcg", "-icount", "shift=2,sleep=off", "-cpu", "max"),
        *("-m", "1024", "-nodefaults", "-display", "none", "-no-reboot"),
        *("-serial", "stdio", "-kernel", str(folder / "vmlinuz")),
        *("-initrd", str(folder / "initrd")),
        *("-append", f'console=ttyS0 quiet panic=-1 khvatka_job="{script}"'),
        "-virtfs",
        "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap",
    )


def _release() -> str:
    said = tool("apt-cache", "depends", "linux-image-amd64")
    found = re.search(r"linux-image-(6\.1\.0-\d+-amd64)", said)
    if found is None:
        raise RigMissing("the rig needs a kernel 6.1 of Debian 12 for amd64: use that system")
    return found[1]


def _debian_modules(work: Path, release: str) -> list[Path]:
    """The modules that reach the host's files, each after what it needs."""
    tool("depmod", "-b", "packages", release, at=work)
    found: dict[Path, None] = {}
    for module in MODULES:
        said = tool("modprobe", "-S", release, "-d", "packages", "--show-depends", module, at=work)
        found.update((work / line.split()[1], None) for line in said.splitlines() if ".ko" in line)
    return list(found)


def _gpio_sim(work: Path, release: str) -> Path:
    """Build ``gpio-sim`` with the simulated interrupts that Debian leaves out, as one module."""
    beside = work / "beside"
    beside.mkdir()
    archive = work / "packages/usr/src/linux-source-6.1.tar.xz"
    names = [f"linux-source-6.1/{source}" for source in SOURCES]
    tool("tar", "-xJf", str(archive), "--strip-components=1", *names, at=work)
    for source in SOURCES:
        shutil.copy(work / source, beside)
    simulated = beside / "irq_sim.c"
    simulated.write_text(simulated.read_text().replace(*DESCRIPTOR_OF))
    (beside / "Makefile").write_text(KBUILD)
    tool("make", "-s", "-C", f"/usr/src/linux-headers-{release}", f"M={beside}", "modules")
    return beside / "gpio-sim-beside.ko"


def _pack(work: Path, modules: Sequence[Path], initrd: Path) -> None:
    """The guest's first file system: a shell, the modules in their order, ``init``."""
    tree = work / "tree"
    for name in ("bin", "dev", "proc", "sys", "host", "veil", "joined", "modules"):
        (tree / name).mkdir(parents=True)
    shutil.copy(shutil.which("busybox") or "/bin/busybox", tree / "bin/busybox")
    shutil.copy(INIT, tree / "init")
    (tree / "init").chmod(0o755)
    for number, module in enumerate(modules):
        tool("strip", "-g", "-o", str(tree / f"modules/{number:02}-{module.name}"), str(module))
    tool("sh", "-c", f"find . | cpio -o -H newc --quiet | gzip -1 > '{initrd}'", at=tree)


def _apt(*arguments: str) -> None:
    tool("apt-get", "-y", "-o", "DPkg::Lock::Timeout=300", *arguments)


def tool(*command: str, at: Path | None = None) -> str:
    """What ``command`` says. Raises RigMissing with its last words if it fails."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(command, cwd=at, env=quiet, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
        raise RigMissing(f"`{' '.join(command[:4])}` failed: {' / '.join(said)}")
    return done.stdout


if __name__ == "__main__":
    outcome = run(" ".join(sys.argv[1:]), timeout_s=600)
    print(outcome.output)  # noqa: T201 # for whoever looks into the guest by hand
    sys.exit(outcome.status)
