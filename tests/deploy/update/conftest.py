"""A root with the update program, an owner's key that it trusts, and who builds there."""

from __future__ import annotations

from pathlib import Path

import pytest

from deploy.bundle.keys import Key
from deploy.update.place import Installation
from deploy.update.signature import signer_line
from tests.deploy.install.fake import updater

BUILDER = 61_234
"""A number that nobody here has."""


@pytest.fixture
def place(tmp_path: Path, key: Key) -> Installation:
    """An installation without a version."""
    made = Installation(tmp_path / "root")
    updater(made.root)
    made.signers.parent.mkdir(parents=True)
    (made.root / "run").mkdir()
    made.signers.write_text(signer_line(key.public))
    (made.root / "etc/passwd").write_text(f"khvatka-build:x:{BUILDER}:{BUILDER}::/:/\n")
    return made
