"""The store's own process: what it does, and that what happens to it happens to no table."""

from __future__ import annotations

import mmap
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from console.service.store import ServiceStore
from console.store import process
from console.store.problems import StoreError, StoreTrouble
from console.store.process import StoreProcess
from console.store.reader import Store
from console.store.schema import store_path
from console.store.writer import MatchWriter
from drivers.errors import ConfigError
from tests.console.store.matches import flip, header, verdict, window

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"

LONG_S = 60.0  # never waited out unless something is broken


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


@pytest.fixture
def aside(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StoreProcess]:
    monkeypatch.setattr(process, "PATIENCE_S", LONG_S)
    monkeypatch.setattr(process, "LEAST_LIFE_S", 0.0)
    aside = StoreProcess(path)
    yield aside
    aside.close()


def write(path: Path, aside: StoreProcess, patience_s: float = LONG_S) -> MatchWriter:
    """The log of a table."""
    return MatchWriter(path, ask=aside.write, patience_s=patience_s)


def troubled(log: MatchWriter) -> bool:
    """Does the disk refuse now?"""
    return log.problem is not None


def pid_of(aside: StoreProcess) -> int:
    assert aside.pid is not None
    return aside.pid


def die(file: Path) -> None:
    """As SQLite does when the disk dies below what it has mapped of its log."""
    file.write_bytes(bytes(mmap.PAGESIZE))
    with file.open("r+b") as opened, mmap.mmap(opened.fileno(), 0) as mapped:
        opened.truncate(0)
        mapped[0] = 1


def say(what: str) -> str:
    print("no answer")  # noqa: T201
    return what


def refuse(error: Exception) -> None:
    raise error


def unpicklable() -> Callable[[], None]:
    return lambda: None


def test_work_is_done_elsewhere_and_comes_back(aside: StoreProcess) -> None:
    assert aside.pid is None
    assert aside.ask(os.getpid) == pid_of(aside) != os.getpid()
    assert aside.wait_for(say, "done") == "done"
    assert aside.submit(partial(say, what="done")).result(LONG_S) == "done"


def test_what_goes_wrong_there_is_raised_here(aside: StoreProcess, path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        aside.ask(divmod, 1, 0)
    with pytest.raises(ConfigError, match="as it is"):
        aside.ask(refuse, ConfigError("as it is"))
    with pytest.raises((AttributeError, pickle.PicklingError), match=r"pickle|local object"):
        aside.ask(unpicklable)
    path.write_bytes(b"no database" * 2000)
    with pytest.raises(StoreError) as raised:
        ServiceStore(path, aside.ask).adjustments()
    assert raised.value.key is StoreTrouble.DAMAGED


def test_no_work_waits_for_other_work(aside: StoreProcess, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    slow = aside.submit((tmp_path / "pipe").read_bytes)
    assert aside.ask(say, "meanwhile") == "meanwhile"
    assert not slow.done()
    (tmp_path / "pipe").write_bytes(b"at last")
    assert slow.result(LONG_S) == b"at last"


def test_a_process_that_dies_takes_nobody_with_it(aside: StoreProcess, tmp_path: Path) -> None:
    first = aside.ask(os.getpid)
    with pytest.raises(StoreError, match="its process has died") as raised:
        aside.ask(die, tmp_path / "mapped")
    assert raised.value.key is StoreTrouble.FAILING
    assert aside.ask(os.getpid) != first


def test_one_that_dies_at_once_is_not_replaced_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LEAST_LIFE_S", LONG_S)
    aside = StoreProcess(path, (sys.executable, "-c", ""))
    for _ in range(2):
        with pytest.raises(StoreError, match="its process has died"):
            aside.ask(os.getpid)
    assert aside.pid is None
    aside.close()


def test_one_that_cannot_be_started_is_told_and_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside = StoreProcess(path, ("/nowhere/python",))
    monkeypatch.setattr(process, "LEAST_LIFE_S", 0.0)
    log = write(path, aside)
    log.action(log.begin(header()), 0, flip(0))
    assert not log.flush()
    assert log.problem is not None
    assert log.problem.key is StoreTrouble.STOPPED
    assert "cannot be started (No such file" in str(log.problem.sentence)
    aside._command = process.COMMAND
    assert log.flush()
    log.close()
    aside.close()
    assert [m.actions for m in Store(path).matches()] == [1]


def test_nothing_of_the_folder_where_we_are_is_taken_for_its_own(
    aside: StoreProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pickle.py", "console.py"):
        (tmp_path / name).write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    assert aside.ask(os.getpid) == pid_of(aside)


def test_it_works_without_standard_error(path: Path) -> None:
    script = f"""
import os
from pathlib import Path
from console.store.process import StoreProcess
aside = StoreProcess(Path({str(path)!r}))
print(aside.ask(os.getpid) == aside.pid, flush=True)
aside.close()
"""
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -c "$1" 2>&-', sys.executable, script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=False,
    )
    assert done.stdout == b"True\n"


def test_what_a_table_s_end_asks_of_it_is_finished(path: Path, aside: StoreProcess) -> None:
    """Signals for the table are none for it; it ends when its work does."""
    log = write(path, aside)
    match = log.begin(header())
    child = pid_of(aside)
    for told in (signal.SIGTERM, signal.SIGINT):
        os.kill(child, told)
    for n in range(20):
        log.action(match, n, flip(n))
    log.close()
    aside.close()
    assert aside.pid is None
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert len(Store(path).match(match).actions) == 20
    with pytest.raises(StoreError):
        aside.ask(os.getpid)


@pytest.mark.slow
def test_a_log_whose_process_is_killed_again_and_again_has_no_hole(
    path: Path, aside: StoreProcess
) -> None:
    log = write(path, aside)
    match = log.begin(header())
    killed = set()
    for n in range(200):
        log.action(match, n, flip(n))
        if n % 7 == 3:
            log.verdict(match, verdict(n // 7))
            log.samples(match, window(n // 7, scans=60, channels=4))
        if n % 20 == 5:
            while not log.flush():
                pass
        if n % 20 == 15 and aside.pid is not None:
            killed.add(aside.pid)
            os.kill(aside.pid, signal.SIGBUS)
    while not log.flush():
        pass
    assert log.problem is None
    log.close()
    stored = Store(path).match(match)
    assert [a.action for a in stored.actions] == [flip(n) for n in range(200)]
    assert list(stored.verdicts) == [verdict(n) for n in range(29)]
    assert len(stored.windows) == 29
    assert len(killed) > 5


def test_a_match_that_begins_while_nothing_can_be_written_is_taken_up_from_memory(
    path: Path, aside: StoreProcess
) -> None:
    path.parent.rmdir()
    path.parent.touch()  # no folder any more
    log = write(path, aside)
    match = log.begin(header())
    assert match < 0
    for n in range(10):
        log.action(match, n, flip(n))
    log.verdict(match, verdict())
    log.samples(match, window(scans=60, channels=4))
    log.end(match, {"winners": [0]})
    later = log.begin(header(seed=2))
    log.action(later, 0, flip(0))
    assert not log.flush()
    assert troubled(log)
    path.parent.unlink()
    assert log.flush()
    assert troubled(log) is False
    log.action(later, 1, flip(1))
    log.close()
    stored = Store(path).match(1)
    assert ([a.n for a in stored.actions], stored.result) == (list(range(10)), {"winners": [0]})
    assert len(stored.windows) == 1
    assert [a.n for a in Store(path).match(2).actions] == [0, 1]


def test_a_disk_that_hangs_is_told_and_what_waits_is_written_when_it_is_back(
    path: Path, aside: StoreProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped, the process is as one whose every write waits for ever."""
    log = write(path, aside, patience_s=0.05)
    while (match := log.begin(header())) < 0 or troubled(log):
        pass  # the machine is slow
    child = pid_of(aside)
    os.kill(child, signal.SIGSTOP)
    try:
        log.action(match, 0, flip(0))
        while (problem := log.problem) is None:
            pass
        assert problem.key is StoreTrouble.SILENT
        for n in range(1, 100):
            log.action(match, n, flip(n))
        assert not log.flush()
        monkeypatch.setattr(process, "PATIENCE_S", 0.01)
        with pytest.raises(StoreError) as raised:
            ServiceStore(path, aside.ask).pin()
        assert raised.value.key is StoreTrouble.SILENT
    finally:
        os.kill(child, signal.SIGCONT)
    while not log.flush():
        pass
    assert log.problem is None
    assert len(Store(path).match(match).actions) == 100
    log.close()


def test_a_table_ends_although_its_disk_hangs(
    path: Path, aside: StoreProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "PATIENCE_S", 0.05)
    aside.wait_for(os.getpid)
    child = pid_of(aside)
    os.kill(child, signal.SIGSTOP)
    log = write(path, aside, patience_s=0.05)
    assert log.begin(header()) < 0
    asked = aside.submit(os.getpid)
    log.close()
    aside.close()
    with pytest.raises(StoreError):
        asked.result(LONG_S)
    os.kill(child, signal.SIGCONT)
    log._thread.join(LONG_S)


def test_a_pipe_that_takes_no_more_holds_nobody_for_long(
    path: Path, aside: StoreProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside.ask(os.getpid)
    child = pid_of(aside)
    os.kill(child, signal.SIGSTOP)
    aside.submit(partial(len, bytes(1 << 20)))
    monkeypatch.setattr(process, "PATIENCE_S", 0.05)
    with pytest.raises(StoreError) as raised:
        aside.ask(os.getpid)
    assert raised.value.key is StoreTrouble.SILENT
    aside.close()
    os.kill(child, signal.SIGCONT)


def test_memory_for_what_waits_is_bounded(
    path: Path, aside: StoreProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.store.log.WAITING_LIMIT", 50)
    monkeypatch.setattr("console.store.log.WAITING_BYTES", 20_000)
    log = write(path, aside, patience_s=0.05)
    while (match := log.begin(header())) < 0:
        pass
    child = pid_of(aside)
    os.kill(child, signal.SIGSTOP)
    try:
        for n in range(60):
            log.action(match, n, flip(n))
            log.samples(match, window(0, scans=200, channels=8))
        assert len(log._waiting) <= 51
        assert log._samples_bytes <= 20_000
        assert log._wanted.qsize() <= 1
    finally:
        os.kill(child, signal.SIGCONT)
    while not log.flush():
        pass
    log.close()
    actions = [a.n for a in Store(path).match(match).actions]
    assert actions == list(range(len(actions)))


_KILLED: str = """
import sys
from pathlib import Path
from console.store.process import StoreProcess
from console.store.writer import MatchWriter
from tests.console.store.matches import flip, header
path = Path(sys.argv[1])
aside = StoreProcess(path)
log = MatchWriter(path, ask=aside.write, patience_s=60.0)
match = log.begin(header())
for n in range(1_000_000):
    log.action(match, n, flip(n))
    if n % 3 == 0 and log.flush():
        print(aside.pid, n, flush=True)
"""


def test_a_killed_table_leaves_no_process_behind(path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(path)], stdout=subprocess.PIPE, text=True, env=env
    ) as table:
        assert table.stdout is not None
        told = [table.stdout.readline().split() for _ in range(5)]
        table.send_signal(signal.SIGKILL)
        told += [line.split() for line in table.stdout.read().splitlines()]
    child = int(told[0][0])
    while is_there(child):
        pass
    offered = Store(path).unfinished()
    assert offered is not None
    assert offered.actions > int(told[-1][1])


def is_there(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_every_value_of_the_log_may_travel(path: Path, aside: StoreProcess) -> None:
    log: Any = write(path, aside)
    match = log.begin(header(profiles=(None, 1, None, None)))
    log.resume(match)
    log.decline(match)
    log.pressed([])
    log.end(match, None, 5)
    assert log.flush()
    assert log.problem is None
    log.close()
    assert Store(path).unfinished() is None
