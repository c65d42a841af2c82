"""A café's side of a league: which matches it has not been told as they stand now.

The events' logs are the truth; what was answered stands in ``league_sent``. Where both differ a
result goes out, with the next revision (W2); it goes out again until it is answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from console.desk.store.database import DeskDatabase
from console.desk.store.desk_store import DeskStore
from console.desk.store.league_tables import JOINED, SENT
from console.desk.store.one_event import DeskEvent
from console.events.points import points
from console.events.state import EventState
from console.link.league import MOST_RESULTS, LeaguePoints, LeagueResult
from console.link.messages import ResultAnswer

_RESULT: Final = msgspec.json.Decoder(LeagueResult)


class LeagueMembership(Struct, frozen=True):
    """The league that this café is of: where it is found, what proves that it is us."""

    address: str
    token: str


class LeagueSending:
    """What is to be sent, and what was answered, in the café's own database."""

    def __init__(self, database: DeskDatabase) -> None:
        self._database = database
        self._events: dict[str, DeskEvent] = {}

    def membership(self) -> LeagueMembership | None:
        """None: of no league."""
        wanted = sa.select(JOINED.c.address, JOINED.c.token)
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else LeagueMembership(*row)

    def join(self, membership: LeagueMembership | None) -> None:
        """Of this league from now on, and of no other; None: of none. It is told everything: it may
        be another one than had it before, or have it no more."""
        with self._database.writing() as connection:
            connection.execute(JOINED.delete())
            if membership is not None:
                connection.execute(SENT.update().values(answer=None))
                connection.execute(JOINED.insert(), msgspec.structs.asdict(membership))

    def waiting(self) -> list[LeagueResult]:
        """What the league has not answered, at most as many as go into one message."""
        with self._database.writing() as connection:
            for event in self._all():
                self._note(connection, event)
            wanted = sa.select(SENT.c.body).where(SENT.c.answer.is_(None))
            rows = connection.execute(wanted.order_by(SENT.c.event, SENT.c.match))
            return [_RESULT.decode(body) for body in rows.scalars().fetchmany(MOST_RESULTS)]

    def answered(self, sent: Iterable[LeagueResult], answers: Iterable[ResultAnswer]) -> None:
        """These were the league's answers. What has changed since then goes out again."""
        with self._database.writing() as connection:
            for result, answer in zip(sent, answers, strict=True):
                connection.execute(
                    SENT.update()
                    .where(SENT.c.body == msgspec.json.encode(result))
                    .where(SENT.c.event == result.evening)
                    .values(answer=msgspec.json.encode(answer))
                )

    def _all(self) -> Iterable[DeskEvent]:
        for kept in DeskStore(self._database).events():
            if kept.id not in self._events:
                self._events[kept.id] = DeskEvent(DeskStore(self._database), kept.id)
            event = self._events[kept.id]
            event.refresh()
            yield event

    def _note(self, connection: sa.Connection, event: DeskEvent) -> None:
        """What has changed since it was last noted."""
        wanted = sa.select(SENT.c.match, SENT.c.body).where(SENT.c.event == event.id)
        had = {match: _RESULT.decode(body) for match, body in connection.execute(wanted)}
        now = dict(_standing(event.id, event.state, event.running.log.lines[0].at_ms))
        gone = {match: _without(result) for match, result in had.items() if match not in now}
        for match, result in {**now, **gone}.items():
            known = had.get(match)
            if known is None:
                body = msgspec.json.encode(result)
                connection.execute(SENT.insert().values(event=event.id, match=match, body=body))
            elif msgspec.structs.replace(result, revision=known.revision) != known:
                changed = msgspec.structs.replace(result, revision=known.revision + 1)
                at = sa.and_(SENT.c.event == event.id, SENT.c.match == match)
                row = {"body": msgspec.json.encode(changed), "answer": None}
                connection.execute(SENT.update().where(at).values(**row))


def _standing(event: str, state: EventState, begun_ms: int) -> Iterable[tuple[int, LeagueResult]]:
    """The matches that are over, of persons who have a nickname."""
    for match in state.matches.values():
        if not match.over:
            continue
        made = points(match)
        named = tuple(
            LeaguePoints(state.people[person].name, made[person])
            for person in match.persons
            if state.people[person].name
        )
        yield (
            match.number,
            LeagueResult(
                id=f"{event}-{match.number}",
                revision=0,
                evening=event,
                begun_ms=begun_ms,
                game=state.options.game,
                persons=named,
            ),
        )


def _without(result: LeagueResult) -> LeagueResult:
    return msgspec.structs.replace(result, persons=())
