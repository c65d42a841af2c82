"""Where an installation keeps what."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Installation:
    """The folders and files of one installation; ``root`` is another in tests and images.

    What root runs and trusts is on the root itself; ``versions`` may be on a partition of its own,
    of which root runs nothing (``deploy/image/readonly.sh``).
    """

    root: Path = Path("/")

    @property
    def versions(self) -> Path:
        """What ``steps`` keeps: the versions, and which is started."""
        return self.root / "opt/khvatka"

    @property
    def incoming(self) -> Path:
        """Root's alone: a bundle while it is looked at (the same in ``khvatka-build.service``)."""
        return self.versions / "incoming"

    @property
    def program(self) -> Path:
        """``khvatka-update`` itself, which is what verifies and builds."""
        return self.root / "usr/local/sbin/khvatka-update"

    @property
    def signers(self) -> Path:
        """The owner's public key, as ``ssh-keygen -Y verify`` reads it."""
        return self.root / "etc/khvatka/allowed_signers"

    @property
    def starts(self) -> Path:
        """How often the table was started without staying up; in memory, so a boot begins anew."""
        return self.root / "run/khvatka/starts"
