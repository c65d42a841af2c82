"""Errands in real processes: what comes of them, and that nobody waits for one that hangs."""

from __future__ import annotations

import fcntl
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from console.i18n import Words
from console.service.menu.view import MenuGuide, MenuLevel, MenuText, ServiceLine
from console.service.sticks import worker
from console.service.sticks.errands import Errand, ErrandAnswer, Export, Newest, StickRoom
from console.service.sticks.worker import PATIENCE_NS, Crew, StickWorker
from console.service.store import ServiceStore
from drivers.times import SECOND
from tests.console.service.menu.visit import BACK, OK, Visit
from tests.console.service.sticks.conftest import Mount

assert sys.platform == "linux", "it stops processes in the kernel"

DAY = "2026-05-02"
PATIENCE_S = 60  # never waited out unless something is broken
EN = Words("en")
FIFREEZE, FITHAW = 0xC0045877, 0xC0045878
QUIET = "{} does not answer: pull it out and plug it in again, or take another stick"


@pytest.fixture
def crew(monkeypatch: pytest.MonkeyPatch) -> Iterator[Crew]:
    """None of its processes outlives the test."""
    crew, begun = Crew(), list[StickWorker]()
    begin = crew.begin

    def noted(errand: Errand, words: Words) -> StickWorker:
        begun.append(begin(errand, words))
        return begun[-1]

    monkeypatch.setattr(crew, "begin", noted)
    yield crew
    for each in begun:
        if each.process is not None:
            each.process.wait(PATIENCE_S)
            each._let_go(each.process)


@contextmanager
def frozen(stick: Path) -> Iterator[None]:
    """Whoever writes on it waits in the kernel and cannot be ended, as with a dying device."""
    handle = os.open(stick, os.O_RDONLY)
    fcntl.ioctl(handle, FIFREEZE, 0)
    try:
        yield
    finally:
        fcntl.ioctl(handle, FITHAW, 0)
        os.close(handle)


def makes_its_folder(pid: int) -> bool:
    """Is a process in the system's call for that?"""
    number = {"x86_64": "258", "aarch64": "34"}[platform.machine()]  # of mkdirat
    return Path(f"/proc/{pid}/syscall").read_text().split()[0] == number


def waits_in_the_kernel(begun: StickWorker) -> bool:
    """Does it write, and cannot be ended?"""
    assert begun.process is not None
    stat = Path(f"/proc/{begun.process.pid}/stat").read_text()
    return stat.rpartition(")")[2].split()[0] == "D" and makes_its_folder(begun.process.pid)


def until(true: Callable[[], bool]) -> None:
    """Real processes take their real time."""
    for _ in range(10_000_000):
        if true():
            return
        os.sched_yield()
    raise AssertionError("it never became so")


def ended(begun: StickWorker) -> ErrandAnswer:
    """Real time passes until its process is over, and none for those who wait."""
    assert begun.process is not None
    begun.process.wait(PATIENCE_S)
    begun.step(0)
    assert begun.answer is not None
    return begun.answer


def test_each_errand_is_done_and_answered(crew: Crew, stick: Path, store: ServiceStore) -> None:
    (stick / "khvatka-0.2.0-aarch64.tar").write_bytes(b"1")
    asked: tuple[Errand, ...] = (
        StickRoom(bytes(stick)),
        Newest(bytes(stick)),
        Export(bytes(stick), bytes(store.path), DAY),
    )
    room, newest, export = (ended(crew.begin(errand, EN)) for errand in asked)
    assert room.room is not None
    assert newest.names == ("khvatka-0.2.0-aarch64.tar",)
    assert export.names == tuple(str(path.relative_to(stick)) for path in made(stick))
    assert stat_of(made(stick)[0]) == 0o644, "another computer's people can read it"


def test_a_terminal_that_ends_as_it_begins_ends_no_errand(crew: Crew, stick: Path) -> None:
    begun = crew.begin(StickRoom(bytes(stick)), EN)
    assert begun.process is not None
    for stop in (signal.SIGINT, signal.SIGHUP):  # whenever: it may have no group yet
        os.kill(begun.process.pid, stop)
    assert ended(begun).failure is None


def made(stick: Path) -> list[Path]:
    folder = stick / f"khvatka-{DAY}"
    return [folder / name for name in ("audits.json", "audits.csv", "matches.csv")]


def stat_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize(("language", "said"), [("en", "there is no folder"), ("ru", "папки")])
def test_what_goes_wrong_is_said_in_the_owners_language(
    crew: Crew, stick: Path, store: ServiceStore, language: str, said: str
) -> None:
    errand = Export(bytes(stick / "gone"), bytes(store.path), DAY)
    failure = ended(crew.begin(errand, Words(language))).failure
    assert failure is not None
    assert said in failure


def test_a_store_that_is_none_is_said(crew: Crew, stick: Path, tmp_path: Path) -> None:
    (tmp_path / "none").write_bytes(b"something else" * 1000)
    said = ended(crew.begin(Export(bytes(stick), bytes(tmp_path / "none"), DAY), Words("ru")))
    assert said.failure is not None
    assert said.failure.startswith("Хранилище повреждено")
    assert not list(stick.iterdir())


def test_names_in_any_bytes_reach_it(crew: Crew, tmp_path: Path, store: ServiceStore) -> None:
    place = bytes(tmp_path) + b"/\xff\xfe \n\x1b[31m"
    os.mkdir(place)
    answer = ended(crew.begin(Export(place, bytes(store.path), DAY), EN))
    assert answer.failure is None
    assert os.listdir(place) == [f"khvatka-{DAY}".encode()]
    said = ended(crew.begin(StickRoom(place + b"/gone"), EN)).failure
    assert said is not None
    assert said.isprintable()


def test_one_that_says_nothing_or_nonsense_is_told(
    crew: Crew, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (("true",), ("echo", "{}{"), (str(stick / "no program"),)):
        monkeypatch.setattr(worker, "COMMAND", command)
        begun = crew.begin(StickRoom(bytes(stick)), EN)
        if begun.process is not None:
            ended(begun)
        assert begun.answer == ErrandAnswer(f"{stick} failed: take another stick")


def test_nobody_waits_for_one_that_stands_still(crew: Crew, stick: Path) -> None:
    begun = crew.begin(StickRoom(bytes(stick)), EN)
    assert begun.process is not None
    os.kill(begun.process.pid, signal.SIGSTOP)
    patience_ns = PATIENCE_NS[StickRoom]
    for now_ns in (5 * SECOND, 6 * SECOND, 5 * SECOND + patience_ns - 1):
        begun.step(now_ns)
        assert begun.answer is None
    begun.step(5 * SECOND + patience_ns)
    assert begun.answer == ErrandAnswer(QUIET.format(stick))
    assert begun.process.wait(PATIENCE_S) == -signal.SIGKILL
    assert ended(crew.begin(StickRoom(bytes(stick)), EN)).failure is None, "it may be asked again"


def test_a_stick_that_nobody_can_be_torn_from_is_not_asked_twice(
    crew: Crew, mount: Mount, store: ServiceStore
) -> None:
    stick = mount("ext4")
    errand = Export(bytes(stick), bytes(store.path), DAY)
    with frozen(stick):
        begun = crew.begin(errand, EN)
        until(lambda: waits_in_the_kernel(begun))
        begun.step(0)
        begun.step(PATIENCE_NS[Export])
        assert begun.answer == ErrandAnswer(QUIET.format(stick))
        assert waits_in_the_kernel(begun), "it cannot be ended"
        again = crew.begin(errand, EN)
        assert (again.process, again.answer) == (None, begun.answer)
        assert ended(crew.begin(StickRoom(bytes(store.path.parent)), EN)).failure is None
    assert begun.process is not None
    begun.process.wait(PATIENCE_S)
    assert ended(crew.begin(StickRoom(bytes(stick)), EN)).failure is None


def test_who_is_told_to_stop_takes_back_what_was_begun(
    crew: Crew, mount: Mount, store: ServiceStore
) -> None:
    stick = mount("ext4")
    with frozen(stick):
        begun = crew.begin(Export(bytes(stick), bytes(store.path), DAY), EN)
        until(lambda: waits_in_the_kernel(begun))
        begun.stop()
    assert begun.process is not None
    assert begun.process.wait(PATIENCE_S) == 0
    assert os.listdir(stick) == ["lost+found"]


def test_the_tables_end_does_not_wait_for_one_that_hangs(
    mount: Mount, store: ServiceStore, tmp_path: Path
) -> None:
    stick = mount("ext4")
    (tmp_path / "table.py").write_text(
        "import os, sys\n"
        "from console.i18n import Words\n"
        "from console.service.sticks.errands import Export\n"
        "from console.service.sticks.worker import PATIENCE_NS, Crew\n"
        "place, store = (os.fsencode(given) for given in sys.argv[1:])\n"
        f"begun = Crew().begin(Export(place, store, {DAY!r}), Words('en'))\n"
        "input()\n"
        "begun.step(0)\n"
        "begun.step(PATIENCE_NS[Export])\n"
        "print(begun.answer.failure)\n"
    )
    with frozen(stick):
        table = subprocess.Popen(
            [sys.executable, tmp_path / "table.py", stick, store.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[4],
        )
        until(lambda: hanging_child(table.pid))
        said, _ = table.communicate("\n", timeout=PATIENCE_S)
        assert (table.returncode, said.strip()) == (0, QUIET.format(stick))


def hanging_child(pid: int) -> bool:
    """Has a process a child that waits in the kernel?"""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return any(makes_its_folder(int(child)) for child in children)


def test_the_menu_goes_on_while_a_stick_hangs(
    crew: Crew, mount: Mount, store: ServiceStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of the owner's visit, in virtual time: each of its turns is over at once. None of
    that passes while what does not hang takes its real time."""
    stick = mount("ext4")
    here = Visit.at(store.path.parent, language="en")
    (media := here.folder / "media").mkdir()
    (media / "OWNER").symlink_to(stick)
    begun: list[StickWorker] = []

    def begin(errand: Errand, words: Words) -> StickWorker:
        begun.append(crew.begin(errand, words))
        if not isinstance(errand, Export):
            assert begun[-1].process is not None
            begun[-1].process.wait(PATIENCE_S)
        return begun[-1]

    monkeypatch.setattr(here.box, "begin", begin)
    here.enter()
    with frozen(stick):
        here.to("Export", "OWNER")
        until(lambda: waits_in_the_kernel(begun[-1]))
        here.wait(1)
        writing = here.body
        here.wait(PATIENCE_NS[Export] / SECOND)
        told = here.body
        here.press(BACK, BACK)
        here.to("Hints")
        here.press(OK)
    assert here.inside()
    assert writing == MenuGuide("Writing; leave the stick where it is.")
    assert told == MenuText((ServiceLine(QUIET.format(media / "OWNER"), MenuLevel.FAILURE),))
