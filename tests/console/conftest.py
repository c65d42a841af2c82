"""What the tests of the console have in common."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import pytest

from console.service.sticks.worker import Crew
from tests.console.service.sticks.at_once import AtOnce


@pytest.fixture(scope="session", autouse=True)
def _nobody_gives_way() -> Iterator[None]:
    """A process beside the table gives way to it, and on a shared machine to whoever else computes:
    it had a thirtieth of a core while a test waited for it. Who asks for that sets it again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("console.system.processes.NICE", 0)
        yield


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is shared is slow: what a disk or a child has to say is waited for as long as
    it takes."""
    monkeypatch.setattr("console.store.writer.BEGIN_S", 60.0)
    monkeypatch.setattr("console.store.process.PATIENCE_S", 60.0)
    monkeypatch.setattr("console.wiring.request_handler.PATIENCE_S", 60.0)
    monkeypatch.setattr("console.system.postbox.SILENT_S", 60.0)


@pytest.fixture(autouse=True)
def _speech(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process of its own: nothing is spoken yet, and nothing complained of."""
    monkeypatch.setattr("console.terminal.speech._words", [])
    monkeypatch.setattr("console.terminal.speech._complaints", deque[str](maxlen=1))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errands for a stick are done here and now, by no process of their own."""
    monkeypatch.setattr(Crew, "begin", lambda _, errand, words: AtOnce(errand, words))
