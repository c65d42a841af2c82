"""Signatures of bundles: the owner's key signs, an installed table verifies before anything else.

By OpenSSH (``ssh-keygen -Y``, its PROTOCOL.sshsig): a Raspberry Pi and every PC has it without
network. The signature stands behind the tar, which ``tar`` does not mind: one file is all that an
owner carries.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, BinaryIO, Final

from deploy.update.steps import UpdateError

NAMESPACE: Final = "khvatka-bundle"
OWNER: Final = "khvatka"
BEGIN: Final = b"-----BEGIN SSH SIGNATURE-----\n"
END: Final = b"-----END SSH SIGNATURE-----\n"
LONGEST: Final = 4096
"""Bytes of a signature; an Ed25519 key's has about 300."""
MOST: Final = 65536
"""So many bytes of a public key's file are read."""
PUBLIC: Final = re.compile(r"((?:sk-)?ssh-ed25519(?:@openssh\.com)?) ([A-Za-z0-9+/=]{40,200})")


def ssh_keygen(*arguments: str, stdin: IO[bytes]) -> subprocess.CompletedProcess[str]:
    """Run it; what it said is in the result, whether it worked or not. Raises UpdateError."""
    program = shutil.which("ssh-keygen")
    if program is None:
        raise UpdateError("ssh-keygen is missing: install openssh-client")
    return subprocess.run(
        [program, *arguments], stdin=stdin, capture_output=True, encoding="utf-8",
        errors="replace", check=False,
    )  # fmt: skip


def taken_off(signed: BinaryIO, name: str) -> bytes:
    """The signature at the end of an open file, which is cut off it. Raises UpdateError."""
    size = signed.seek(0, os.SEEK_END)
    at = max(0, size - LONGEST)
    signed.seek(at)
    tail = signed.read(LONGEST)
    begin = tail.rfind(BEGIN)
    if begin < 0 or not tail.endswith(END):
        raise UpdateError(f"{name}: it is not signed, or not whole: name a file of `make bundle`")
    signed.truncate(at + begin)
    return tail[begin:]


def verify(content: Path, signature: Path, signers: Path, name: str) -> None:
    """Is ``content`` what the owner's key signed? Raises UpdateError, calling it ``name``."""
    trusted = fingerprint(signers)
    given = ("-f", str(signers), "-I", OWNER, "-n", NAMESPACE, "-s", str(signature))
    with content.open("rb") as stream:
        done = ssh_keygen("-Y", "verify", *given, stdin=stream)
    if done.returncode:
        raise UpdateError(
            f"{name}: it is not signed with the key that this table trusts, {trusted}:"
            " make it with that key, or see `khvatka-update trust`"
        )


def fingerprint(path: Path) -> str:
    """That of the Ed25519 key in a public key's file or in ``signers``. Raises UpdateError."""
    return _fingerprint(path, _key(path))


def signer_line(path: Path) -> str:
    """A public key's file as the line of ``signers`` that trusts it. Raises UpdateError."""
    key = _key(path)
    _fingerprint(path, key)
    return f'{OWNER} namespaces="{NAMESPACE}" {key}\n'


def _fingerprint(path: Path, key: str | None) -> str:
    with TemporaryFile() as line:
        line.write((key or "").encode() + b"\n")
        line.seek(0)
        done = ssh_keygen("-l", "-f", "-", stdin=line)
    if done.returncode:
        raise UpdateError(f"{path}: there is no Ed25519 key in it: give a .pub of ssh-keygen")
    return done.stdout.split()[1]


def _key(path: Path) -> str | None:
    """The only key of a file: what kind and which, without its owner's words. What is no file may
    have no end."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            text = file.read(MOST).decode()
    except (OSError, UnicodeDecodeError):
        return None
    found = [found[0] for line in text.splitlines() if (found := PUBLIC.search(line))]
    return found[0] if len(found) == 1 else None
