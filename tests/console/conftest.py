"""What the tests of the console have in common."""

from __future__ import annotations

from collections import deque

import pytest


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is shared is slow: a match's number is waited for as long as it takes."""
    monkeypatch.setattr("console.store.writer.BEGIN_S", 60.0)


@pytest.fixture(autouse=True)
def _speech(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process of its own: nothing is spoken yet, and nothing complained of."""
    monkeypatch.setattr("console.speech._words", [])
    monkeypatch.setattr("console.speech._complaints", deque[str](maxlen=1))
