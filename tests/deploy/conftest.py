"""What the tests of deploying have in common."""

from __future__ import annotations

import pytest

from deploy.bundle.keys import Key
from tests.deploy.install.fake import new_key


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    """The owner's. Do not write."""
    return new_key(tmp_path_factory.mktemp("owner") / "key")
