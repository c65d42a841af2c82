"""Secrets of sessions: 128 random bits, of which a hash alone is kept."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

SECRET_BYTES: Final = 16


def new_secret() -> str:
    """One that nobody guesses."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> bytes:
    """What is kept of a secret: looked up, so that comparing takes no telling time."""
    return sha256(secret.encode("utf-8", "replace")).digest()
