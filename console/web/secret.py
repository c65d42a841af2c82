"""Secrets of sessions: 128 random bits, of which a hash alone is kept."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from typing import Final

SECRET_BYTES: Final = 16


def new_secret() -> str:
    """One that nobody guesses."""
    return secrets.token_hex(SECRET_BYTES)


def secret_from(key: bytes, *said: str) -> str:
    """The same for the same, and as good as random to who has no ``key``."""
    given = b"".join(hashed(one) for one in said)
    return urlsafe_b64encode(digest(key, given, "sha256")[:SECRET_BYTES]).decode().rstrip("=")


def hashed(secret: str) -> bytes:
    """What is kept of a secret: looked up, so that comparing takes no telling time."""
    return sha256(secret.encode("utf-8", "replace")).digest()
