"""The desk of a rehearsal: database, runner and web as `khvatka event serve` has them, but for the
port; and who sits at it, by its pages' forms."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Final, ParamSpec, TypeVar
from urllib.parse import urlencode

from console.desk.access import Role
from console.desk.runner import EventRunner
from console.desk.serve import desk_app
from console.desk.store.database import DeskDatabase
from console.desk.web.desk_web import DeskWeb
from console.desk.web.page_digest import saw
from console.events.options import EventOptions
from console.events.state import EventState
from console.trials.rehearsal.agenda import Agenda
from console.trials.rehearsal.wires import HOST, Call, DeskAnswer, DeskInProcess, Network
from drivers.errors import ConfigError, KhvatkaError

P = ParamSpec("P")
T = TypeVar("T")
FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
REFUSED: Final = 422


class AtOnce(Executor):
    """Nobody else wants anything meanwhile: what a desk's thread would do is done here and now."""

    def submit(self, task: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(task(*args, **kwargs))
        except BaseException as error:  # it is raised where the result is asked for
            future.set_exception(error)
        return future


class RehearsedDesk:
    """One event on one database, behind one process after the other."""

    def __init__(self, url: str, network: Network, agenda: Agenda) -> None:
        self._url, self.network, self._agenda = url, network, agenda
        self._looked_n = -1
        self._open()

    def _open(self) -> None:
        self._database = DeskDatabase(self._url)
        self.runner = EventRunner(self._database, None, self._agenda.calendar_ms)
        self._web = DeskWeb(
            self.runner, frozenset({HOST}), now_ns=self._agenda.now_ns, thread=AtOnce()
        )
        self.process = self.network.desk = DeskInProcess(desk_app(self._web))

    def dies(self) -> None:
        """Another one on the same database has its place."""
        self.close()
        self._open()

    def close(self) -> None:
        """No desk is there."""
        self.network.desk = None
        self.process.close()
        self._database.close()

    def new(self, options: EventOptions, seed: int) -> None:
        """As `khvatka event new`."""
        self.runner.store.new(options, seed, self._agenda.calendar_ms())

    @property
    def state(self) -> EventState:
        """What pages show."""
        return self.runner.event.state

    @property
    def is_fresh(self) -> bool:
        """Has somebody asked it anything since it was to ``tell``?"""
        return self.network.asked_n != self._looked_n

    def tell(self) -> list[Call]:
        """Let it look once; the streams with something new."""
        self._looked_n = self.network.asked_n
        self.process.run(self._web.look())
        return self.process.pump()


class Clerk:
    """Somebody at the desk's pages, with a session of their own."""

    def __init__(self, desk: RehearsedDesk, role: Role, now_ms: Callable[[], int]) -> None:
        """They come in by a code. Raises KhvatkaError."""
        self._desk, self._cookie = desk, ""
        code = desk.runner.access.invite(role, "", now_ms())
        answer = self._post("/enter", code=code)
        if answer.status != 303:
            raise KhvatkaError("the desk lets nobody in: status {status}", status=answer.status)
        self._cookie = answer.headers["set-cookie"].partition(";")[0]

    def do(self, command: str, **fields: object) -> bool:
        """A form; False if it could not be done. Raises KhvatkaError for anything else."""
        try:
            seen = saw(self._desk.runner.event, command, fields)
        except ConfigError:  # what it names is gone
            return False
        answer = self._post(f"/do/{command}", sure="1", saw=seen, **fields)
        if answer.status not in (200, 303, REFUSED):
            raise KhvatkaError(
                "the desk answers {status} to {command}", status=answer.status, command=command
            )
        return answer.status != REFUSED

    def _post(self, path: str, **fields: object) -> DeskAnswer:
        body = urlencode(fields).encode()
        told = {**FORM, "Content-Length": str(len(body)), "Cookie": self._cookie}
        self._desk.network.asked_n += 1
        return self._desk.process.ask("POST", path, told, body)
