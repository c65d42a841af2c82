"""The web process ended, stopped, or talking nonsense: the table plays on, and phones come back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import msgspec
import pytest
from msgspec.structs import replace

from console.phones import messages
from console.phones.link import COMMAND, LinkLost, PhonesLink
from console.system import postbox
from console.table.view import PhoneStage
from console.web.messages import Opened, plain, read
from drivers.events import Button
from tests.console.phones.attacker import (
    PATIENCE_S,
    Guest,
    code_at,
    cookie_of,
    pair,
    status,
    unknown,
)
from tests.console.phones.evening import opening
from tests.console.phones.live import Live

assert sys.platform == "linux", "it stops and kills the web process"

pytestmark = pytest.mark.slow

TALKERS = {
    "nothing": "",
    "no JSON": "print('hello'); input()",
    "no message": 'print(\'{"is": "Nobody"}\'); input()',
    "too many fields": 'print(\'{"is": "Opened", "port": 1, "x": 2}\'); input()',
    "deep": "print('[' * 100000); input()",
    "no text": "import os; os.write(1, b'\\xff\\xfe\\n'); input()",
    "endless": "import os\nwhile True: os.write(1, b'x' * 65536)",
}


def plays_by_the_strip(table: Live) -> None:
    """A whole turn, by buttons."""
    with table.lock:
        match = table.sitting.match
        made = len(match.history)
        table.sitting.play(match.game.legal_actions(match.state)[0])
        assert len(match.history) == made + 1


def back_without_a_press(table: Live, guest: Guest) -> None:
    """The same phone has its seat's hand again, with no code and no ●; nobody else has."""

    table.until(lambda: table.at_seats.url)
    guest.back()
    guest.sees_its_hand()
    unknown(table, "khvatka=forged")
    other = Guest(table, 2)
    other.sees_its_hand()
    other.close()
    assert other.cookie != guest.cookie


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_it_is_killed(table: Live, how: signal.Signals) -> None:
    guest = Guest(table, 0)
    os.kill(table.links[-1].pid, how)
    table.until(lambda: table.refused()["lost"] == 1)
    plays_by_the_strip(table)
    back_without_a_press(table, guest)
    guest.close()
    assert table.bound() == (0, 2)


def test_it_is_stopped(table: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noticed by its silence; what it would say later comes from nobody."""
    guest = Guest(table, 0)
    stopped = table.links[-1].pid
    os.kill(stopped, signal.SIGSTOP)
    with monkeypatch.context() as soon:  # the next one may be slow
        soon.setattr(postbox, "SILENT_S", 2.0)
        plays_by_the_strip(table)
        table.until(lambda: table.refused()["lost"] == 1)
    plays_by_the_strip(table)
    with pytest.raises(ProcessLookupError):
        os.kill(stopped, signal.SIGCONT)
    back_without_a_press(table, guest)
    guest.close()


def test_who_left_while_it_was_away_stays_out(table: Live) -> None:
    guest = Guest(table, 0)
    guest.close()
    os.kill(table.links[-1].pid, signal.SIGKILL)
    table.until(lambda: table.at_seats.url is None)
    with table.lock:
        table.at_seats.leave(0)
    table.until(lambda: table.at_seats.url)
    unknown(table, guest.cookie)


def test_a_phone_that_was_not_let_in_yet_is_nobody(table: Live) -> None:
    cookie = cookie_of(pair(table.port, code_at(table, 0)))
    table.until(lambda: table.stands(0, PhoneStage.ASKED))
    os.kill(table.links[-1].pid, signal.SIGKILL)
    table.until(lambda: table.refused()["lost"])
    table.until(lambda: table.at_seats.url)
    table.press(0, Button.OK)
    unknown(table, cookie)
    assert table.bound() == ()


def test_its_pipe_is_full() -> None:
    """It takes nothing: the table tells on without waiting, views take each other's place, and
    what must not be lost is bounded."""
    link = PhonesLink(opening(), (sys.executable, "-c", "import time; time.sleep(600)"))
    view = "x" * 4096
    for n in range(20_000):
        link.tell(messages.HandView(n % 8, 1, view))
        link.tell(messages.Public(view))
    assert link.hear() == []
    for n in range(2 * postbox.MOST_WAITING):
        link.tell(messages.Drop(n, "left"))
    with pytest.raises(LinkLost, match="takes nothing"):
        link.hear()
    link.close()


def test_a_table_that_was_killed_is_no_fault_of_its_process() -> None:
    """Nothing is complained of in the log where somebody reads why the table has gone."""
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    offer = messages.Offer(0, "code", PATIENCE_S)
    for message in (opening(), offer):
        process.stdin.write(msgspec.json.encode(plain(message)) + b"\n")
    process.stdin.flush()
    opened: Opened = read(msgspec.json.decode(process.stdout.readline()), Opened)
    process.stdout.close()
    assert status(pair(opened.port, "code")) == 200  # the table would be told
    _, complaints = process.communicate(timeout=PATIENCE_S)
    assert complaints == b""


def hears(link: PhonesLink) -> None:
    while link.wait(PATIENCE_S):
        link.hear()


@pytest.mark.parametrize("talks", TALKERS)
def test_it_talks_nonsense(talks: str) -> None:
    link = PhonesLink(opening(), (sys.executable, "-c", TALKERS[talks]))
    with pytest.raises(LinkLost):
        hears(link)
    link.close()


def test_it_talks_too_much() -> None:
    """A turn of the table's loop takes in so many messages, and no more."""
    says = 'print(\'\\n\'.join([\'{"is": "Count", "sockets": 1, "most": 2}\'] * 5000)); input()'
    link = PhonesLink(opening(), (sys.executable, "-c", says))
    assert link.wait(PATIENCE_S)
    assert len(link.hear()) <= postbox.MOST_AT_ONCE
    link.close()


def test_what_it_knows_of_before() -> None:
    """Secrets never come to the table; their hashes do, and go to the next process."""
    known = messages.Known(7, 2, 3, "00" * 32)
    again: messages.Open = read(plain(replace(opening(), known=(known,))), messages.Open)
    assert again.known == (known,)
