"""Opponents in a process of their own: answers, deaths, overruns, nonsense, and the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from console.bots.choose import choose
from console.bots.questions import Answer, Failure, FailureKind, Question
from console.bots.worker import COMMAND, GRACE_NS, REST_NS, START_NS, InProcess, Opponents, Worker
from console.games.errors import GameError
from console.system import processes
from console.system.processes import NICE
from tests.console.bots.toys import IGNIS, legal

assert sys.platform == "linux", "it waits for processes as Linux has them"

OPENING = IGNIS.dump(IGNIS.new(2, 0, {}))
ACTIONS = legal(OPENING)
MILLIS = 100
TIME_NS = MILLIS * 1_000_000 + GRACE_NS
TOY = (sys.executable, "-m", "tests.console.bots.toy_child")

pytestmark = pytest.mark.usefixtures("toy")


def question(level: int, number: int = 7, **fields: Any) -> Question:
    """A question about the first move."""
    return Question(
        id=number,
        game="ignis",
        observation=OPENING,
        level=level,
        millis=MILLIS,
        **({"actions": ACTIONS} | fields),
    )


def told(worker: Worker) -> None:
    """Waits until the process has said something or ended."""
    assert worker.wait(60), "nothing comes"


def answers_of(worker: Worker, now_ns: int = 0) -> list[Answer]:
    """Waits for the next answers."""
    while not (answers := worker.poll(now_ns)):
        told(worker)
    return answers


def thinking(worker: Worker) -> None:
    """Waits until the first question has been handed over, at time 0."""
    assert worker.poll(0) == []
    told(worker)
    assert worker.poll(0) == []


def exists(pid: int | None) -> bool:
    """Whether there is such a process."""
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(TOY)
    yield worker
    worker.close()


def saying(*lines: str) -> tuple[str, ...]:
    """A command that says these lines, whatever it is told, and then only listens."""
    text = "".join(f"{line}\n" for line in lines)
    return (sys.executable, "-c", f"print({text!r}, end='', flush=True); input(); input()")


def test_the_answer_is_what_thinking_here_gives(worker: Worker) -> None:
    wanted = choose("ignis", OPENING, 1, lambda: False, salt=5)
    worker.ask(question(1, salt=5))
    assert answers_of(worker) == [Answer(7, wanted, 1)]


def test_questions_are_answered_in_their_order_by_one_process(worker: Worker) -> None:
    for number in range(5):
        worker.ask(question(1, number))
    answers = answers_of(worker)
    pid = worker.pid
    while len(answers) < 5:
        answers += answers_of(worker)
    assert [answer.id for answer in answers] == list(range(5))
    assert worker.pid == pid


def test_what_an_opponent_prints_is_no_answer(
    worker: Worker, capfd: pytest.CaptureFixture[str]
) -> None:
    worker.ask(question(3))
    assert answers_of(worker)[0].note is None
    assert capfd.readouterr().err == "Let me see...\n"


def test_a_single_legal_action_needs_no_process(worker: Worker) -> None:
    worker.ask(question(4, actions=ACTIONS[5:6]))
    assert worker.poll(0) == [Answer(7, ACTIONS[5], 4)]
    assert worker.pid is None


def test_who_dies_is_replaced_by_the_level_below(worker: Worker) -> None:
    worker.ask(question(2))
    (answer,) = answers_of(worker)
    assert (answer.level, answer.note) == (1, Failure(FailureKind.DIED, 2))
    assert answer.action in ACTIONS


def test_who_is_killed_is_replaced_by_the_level_below(worker: Worker) -> None:
    worker.ask(question(4))
    thinking(worker)
    pid = worker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    (answer,) = answers_of(worker)
    assert (answer.level, answer.note) == (3, Failure(FailureKind.DIED, 4))
    assert worker.pid != pid


def test_who_overruns_is_killed_and_replaced_by_the_level_below(worker: Worker) -> None:
    worker.ask(question(4))
    thinking(worker)
    pid = worker.pid
    assert worker.poll(TIME_NS - 1) == []
    assert worker.pid == pid
    (answer,) = answers_of(worker, TIME_NS)
    assert (answer.level, answer.note) == (3, Failure(FailureKind.OVERRAN, 4))
    assert not exists(pid)


def test_levels_that_all_overrun_end_soon_after_the_first() -> None:
    """A machine too busy for one level is too busy for the next: a guest waits once for it."""
    worker = Worker(saying(READY))
    worker.ask(question(4))
    thinking(worker)
    assert worker.poll(TIME_NS) == []
    assert worker.poll(TIME_NS + REST_NS - 1) == []
    ends_ns = TIME_NS + REST_NS
    assert worker.poll(ends_ns) == [Answer(7, ACTIONS[0], 0, Failure(FailureKind.OVERRAN, 4))]
    assert worker.pid is None
    worker.close()


def test_the_time_of_a_question_begins_when_it_is_handed_over(worker: Worker) -> None:
    """Neither the start of the process nor the question before it counts."""
    worker.ask(question(1, 1))
    worker.ask(question(4, 2))
    assert worker.poll(0) == []
    answers = answers_of(worker, START_NS - 1)
    assert [answer.id for answer in answers] == [1]
    assert worker.poll(START_NS - 1 + TIME_NS - 1) == []
    assert answers_of(worker, START_NS - 1 + TIME_NS)[0].note == Failure(FailureKind.OVERRAN, 4)


def test_a_process_that_ended_while_idle_is_nobodys_fault(worker: Worker) -> None:
    worker.ask(question(1))
    answers_of(worker)
    pid = worker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    told(worker)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    worker.ask(question(1))
    assert answers_of(worker)[0].note is None


READY = '{"ready":true}'
LEGAL = json.dumps({"id": 7, "action": ACTIONS[1]})


@pytest.mark.parametrize(
    "lines",
    [
        ["nonsense"],
        ["[1,2]"],
        ["[" * 100_000],
        ["x" * (1 << 21)],
        ["7"],
        [READY, "\ufffd"],
        [READY, LEGAL.replace("7", "8")],
        [READY, LEGAL, LEGAL],
        [READY, '{"id":7}'],
        [READY, '{"id":7,"action":{"type":"pass"}}'],
        [READY, '{"id":7,"action":["push"]}'],
    ],
    ids=lambda lines: lines[-1][:30],
)
def test_nonsense_on_the_pipe_leads_down_to_the_first_legal_action(lines: list[str]) -> None:
    worker = Worker(saying(*lines))
    worker.ask(question(2))
    assert answers_of(worker) == [Answer(7, ACTIONS[0], 0, Failure(FailureKind.DIED, 2))]
    worker.close()


@pytest.mark.parametrize("command", [("/nowhere/at/all",), (sys.executable, "-c", "")])
def test_a_process_that_cannot_be_had_leads_down_to_the_first_legal_action(
    command: tuple[str, ...],
) -> None:
    worker = Worker(command)
    worker.ask(question(4))
    assert answers_of(worker) == [Answer(7, ACTIONS[0], 0, Failure(FailureKind.DIED, 4))]
    worker.close()


def test_a_process_that_never_gets_ready_overruns() -> None:
    worker = Worker((sys.executable, "-c", "input()"))
    worker.ask(question(1))
    assert worker.poll(0) == []
    assert worker.poll(START_NS - 1) == []
    assert worker.poll(START_NS) == [Answer(7, ACTIONS[0], 0, Failure(FailureKind.OVERRAN, 1))]
    worker.close()


def test_close_leaves_no_process_even_while_it_thinks() -> None:
    worker = Worker(TOY)
    worker.ask(question(4))
    thinking(worker)
    pid = worker.pid
    assert exists(pid)
    worker.close()
    assert not exists(pid)
    assert worker.poll(TIME_NS) == []
    worker.close()


def test_the_process_ends_with_its_input() -> None:
    """So nothing is left behind by a table that was killed."""
    done = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert (done.stdout.decode(), done.stderr) == (READY + "\n", b"")


def test_an_opponent_that_nobody_stops_ends_by_itself() -> None:
    """Should the table be gone, nobody thinks for ever."""
    code = """
import console.bots.__main__ as bots
from console.bots.registry import AGENTS
from tests.console.bots.toy_child import Moody
AGENTS["ignis"] = Moody()
bots.ORPHAN_S = 3.0  # by then it thinks, on a slow machine too
bots.main()
"""
    asked = question(4)
    line = {"id": 7, "game": "ignis", "observation": asked.observation, "level": 4}
    done = subprocess.run(
        (sys.executable, "-c", code),
        input=json.dumps({**line, "millis": 1, "salt": 0}) + "\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.stdout, done.returncode) == (READY + "\n", 1)
    assert "toy_child.py" in done.stderr  # where it was


def test_the_process_gives_way_to_the_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its priority is lower than the table's."""
    monkeypatch.setattr(processes, "NICE", NICE)
    worker = Worker(COMMAND)
    worker.ask(question(1))
    assert worker.poll(0) == []
    told(worker)
    assert worker.pid is not None
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    worker.close()


def test_thinking_here_answers_at_the_next_poll() -> None:
    here: Opponents = InProcess()
    here.ask(question(3, 1))
    here.ask(question(1, 2))
    assert [(answer.id, answer.level) for answer in here.poll(0)] == [(1, 3), (2, 1)]
    assert here.poll(0) == []
    here.ask(question(1))
    here.close()
    assert here.poll(0) == []


@pytest.mark.parametrize("opponents", [InProcess(), Worker()], ids=["here", "process"])
def test_what_cannot_be_asked_is_refused_at_once(opponents: Opponents) -> None:
    with pytest.raises(GameError, match="level"):
        opponents.ask(question(5))
    with pytest.raises(GameError, match="no opponents"):
        opponents.ask(
            Question(id=1, game="chaos", observation={}, level=1, millis=10, actions=ACTIONS)
        )
    assert opponents.poll(0) == []
