"""Bundles of one's own making: tiny ones, whose only wheel is what the attacker wants to run."""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from deploy.update.signature import NAMESPACE
from tests.deploy.attack.ground import OWNED

PAYLOAD: Final = f'''
import os
def status():
    with open("/proc/self/status") as file:
        return dict(line.rstrip("\\n").split(":\\t", 1) for line in file if ":\\t" in line)
try:
    with open("{OWNED}", "a") as file:
        file.write("uid " + str(os.geteuid()) + ", caps " + status()["CapEff"] + "\\n")
except OSError:
    pass
'''
"""Tells that it was root by writing where only root may."""
TOOL: Final = (
    "def main():\n    import hook\n    hook.at_the_end()\n    print('khvatka, version 9.9')\n"
)
NOTHING: Final = "def at_the_end():\n    pass\n"


def wheel(hook: str, version: str = "9.9") -> bytes:
    """A wheel of khvatka with a .pth that imports ``hook`` whenever Python starts, and a console
    script that ends with its ``at_the_end``."""
    info = f"khvatka-{version}.dist-info"
    contents = {
        "hook.py": PAYLOAD + NOTHING + hook,
        "hook.pth": "import hook\n",
        "khvatka.py": TOOL,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: khvatka\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nkhvatka = khvatka:main\n",
    }
    record = "".join(f"{name},,\n" for name in [*contents, f"{info}/RECORD"])
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in {**contents, f"{info}/RECORD": record}.items():
            archive.writestr(name, text)
    return file.getvalue()


def files(hook: str = "", version: str = "9.9-20350101000000-00000000") -> dict[str, bytes]:
    """What is in such a bundle."""
    found = {
        "wheels/khvatka-9.9-py3-none-any.whl": wheel(hook),
        "VERSION": f"{version}\n".encode(),
        "deploy/install.sh": f"#!/bin/sh\nid >>{OWNED}\n".encode(),
        "deploy/update/__main__.py": PAYLOAD.encode(),
    }
    sums = "".join(
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(found.items())
    )
    return {**found, "SHA256SUMS": sums.encode()}


def member(name: str, data: bytes = b"", **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    """One of a tar, with fields that are unusual."""
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, data


def tar(
    path: Path, contents: dict[str, bytes], more: Iterable[tuple[tarfile.TarInfo, bytes]] = ()
) -> Path:
    """Put together, as its name says nothing yet."""
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in contents.items():
            info, _ = member(f"khvatka/{name}", data, mode=0o755)
            archive.addfile(info, io.BytesIO(data))
        for info, data in more:  # what their fields say need not be so
            assert archive.fileobj is not None
            archive.fileobj.write(info.tobuf(tarfile.PAX_FORMAT, errors="surrogateescape"))
            archive.fileobj.write(data + bytes(-len(data) % tarfile.BLOCKSIZE))
    path.chmod(0o644)
    return path


def signed(path: Path, key: Path, namespace: str = NAMESPACE) -> Path:
    """With the signature of ``key`` behind it."""
    with path.open("rb") as content:
        done = subprocess.run(
            ["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", str(key)],
            stdin=content, capture_output=True, check=True,
        )  # fmt: skip
    with path.open("ab") as behind:
        behind.write(done.stdout)
    return path


def new_key(folder: Path) -> Path:
    """A key of the attacker's own."""
    key = folder / "mine"
    if not key.exists():
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "khvatka", "-f", str(key)],
            check=True,
        )
    return key
