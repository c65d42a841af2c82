"""The owner's key: what signs every bundle. Made once, kept in the owner's own folder.

Any Ed25519 key of OpenSSH will do, with a passphrase or on a token of its own (``--key``).
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.update.signature import NAMESPACE, fingerprint, ssh_keygen
from deploy.update.steps import UpdateError

PROJECT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Key:
    """A key pair in two files, and how people tell it from others (``SHA256:…``)."""

    private: Path
    public: Path
    fingerprint: str


def owners_key(given: Path | None) -> Key:
    """The key that was ``given``, else the owner's own, made at first. Raises UpdateError."""
    private = (given or _folder() / "bundle-key").expanduser().absolute()
    if private.resolve().is_relative_to(PROJECT):
        raise UpdateError(f"{private}: a key never lies in the project: move it out of there")
    public = private.with_name(f"{private.name}.pub")
    if given is None and not private.exists():
        _make(private)
    if not (private.is_file() and public.is_file()):
        raise UpdateError(f"{private}: this key, or {public.name} beside it, is missing")
    return Key(private, public, fingerprint(public))


def sign(tar: Path, key: Key) -> None:
    """Put the signature of what is in the file behind it. Raises UpdateError."""
    with tar.open("rb+") as file:
        done = ssh_keygen("-q", "-Y", "sign", "-n", NAMESPACE, "-f", str(key.private), stdin=file)
        if done.returncode:
            said = "".join(done.stderr.strip().splitlines()[-1:])
            raise UpdateError(f"{key.private}: it does not sign ({said}): give another with --key")
        file.seek(0, os.SEEK_END)
        file.write(done.stdout.encode())


def _folder() -> Path:
    if sys.platform == "win32":
        above = Path(os.environ.get("APPDATA") or Path.home())
    else:
        above = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return above / "khvatka"


def _make(private: Path) -> None:
    private.parent.mkdir(0o700, parents=True, exist_ok=True)
    given = ("-q", "-t", "ed25519", "-N", "", "-C", "khvatka bundles", "-f", str(private))
    with open(os.devnull, "rb") as nothing:
        done = ssh_keygen(*given, stdin=nothing)
    if done.returncode:
        raise UpdateError(f"{private}: no key can be made there ({done.stderr.strip()})")
    sys.stderr.write(
        f"bundle: {private} is your new key. Keep a copy of it: a table takes updates that it has"
        " signed, and no others\n"
    )
