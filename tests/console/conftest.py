"""What the tests of the console have in common."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is shared is slow: a match's number is waited for as long as it takes."""
    monkeypatch.setattr("console.store.writer.BEGIN_S", 60.0)
