"""Results on their way into a league, within one transaction: W1 to W5.

What is kept of all of them is read first, then judged in memory, then written in a few statements:
a batch costs no more questions than a single result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from console.desk.league.options import DAY_MS, LeagueOptions, Nicknames
from console.desk.league.scores import check_points, score
from console.desk.store.league_tables import DISPUTE, EVENING, PERSON, RESULT
from console.link.league import LeagueResult
from console.link.messages import Outcome, ResultAnswer
from console.nicknames import folded, tidy
from drivers.errors import ConfigError

EVERYWHERE: Final = -1
"""The scope of a nickname that is one person in all cafés."""
NOWHERE: Final = -1
"""The sum of who stands in no result: no page shows them."""
Points = tuple[tuple[int, int], ...]
"""Persons and what each made."""
FORGOTTEN: Final[Mapping[str, str | None]] = {"name": "", "folded": None}
"""What is left of a nickname."""
_POINTS: Final = msgspec.json.Decoder(Points)
_INSERT: Final[Mapping[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


class _Kept(NamedTuple):
    """What the league has of a match."""

    revision: int
    digest: bytes
    evening: str
    week: int
    game: str
    points: Points


class _Grown(NamedTuple):
    """What an evening of a person grows by."""

    week: int
    points: int
    played: int


class Intake:
    """One café's batch. ``take``, then ``write``."""

    def __init__(
        self, connection: sa.Connection, league: str, options: LeagueOptions, cafe: int
    ) -> None:
        self._connection, self._league, self._options = connection, league, options
        self._cafe = cafe
        self._scope = cafe if options.nicknames is Nicknames.CAFE else EVERYWHERE
        self._insert = _INSERT[connection.dialect.name]
        self._persons: dict[str, int] = {}
        self._fresh: dict[str, str] = {}
        self._next = 0
        self._kept: dict[str, _Kept] = {}
        self._changed: set[str] = set()
        self._grown: dict[tuple[int, str], _Grown] = {}

    def take(self, results: Sequence[LeagueResult], at_ms: int) -> list[ResultAnswer]:
        """Judge them all, in their order."""
        self._read_kept({result.id for result in results})
        self._read_persons({p.name for result in results for p in result.persons})
        answers = [self._answer(result, at_ms) for result in results]
        self._enter_fresh()
        return answers

    def write(self, at_ms: int) -> None:
        """Keep what was taken, and the sums that come of it."""
        if not self._changed:
            return
        rows = [
            {
                "league": self._league,
                "cafe": self._cafe,
                "id": id_,
                **self._kept[id_]._asdict(),
                "points": msgspec.json.encode(self._kept[id_].points),
                "came_ms": at_ms,
            }
            for id_ in sorted(self._changed)
        ]
        insert = self._insert(RESULT)
        key = ("league", "cafe", "id")
        new = {c.name: insert.excluded[c.name] for c in RESULT.c if c.name not in key}
        self._connection.execute(insert.on_conflict_do_update(index_elements=key, set_=new), rows)
        if self._grown:  # results may come without persons: all of them were forgotten
            persons = {person for person, _ in self._grown}
            self._write_evenings(persons)
            self._write_scores(persons)

    def take_back(self) -> None:
        """All that the café has brought (W8)."""
        e = EVENING.c
        mine = sa.and_(e.league == self._league, e.cafe == self._cafe)
        persons = set(self._connection.execute(sa.select(e.person).where(mine)).scalars())
        for table in (EVENING, RESULT, DISPUTE):
            mine = sa.and_(table.c.league == self._league, table.c.cafe == self._cafe)
            self._connection.execute(table.delete().where(mine))
        self._write_scores(persons)

    def _answer(self, result: LeagueResult, at_ms: int) -> ResultAnswer:
        try:
            if result.begun_ms > at_ms + DAY_MS:
                raise ConfigError(
                    "the evening begins in days to come: look at the clock of the café's desk"
                )
            return ResultAnswer(result.id, self._one(result, at_ms))
        except ConfigError as error:
            return ResultAnswer(result.id, Outcome.REFUSED, why=str(error))

    def _one(self, result: LeagueResult, at_ms: int) -> Outcome:
        """Raises ConfigError if it is refused."""
        week = self._options.week_of(result.begun_ms)
        check_points(result)
        digest = bytes.fromhex(result.digest)
        had = self._kept.get(result.id)
        if had is not None and had.revision == result.revision and had.digest != digest:
            self._dispute(result, digest, self._points(result), at_ms)
            return Outcome.DISPUTED
        if had is not None and had.revision >= result.revision:
            return Outcome.TAKEN
        points = self._points(result)
        if had is not None:
            self._grow(had, -1)
        kept = _Kept(result.revision, digest, result.evening, week, result.game, points)
        self._grow(kept, 1)
        self._kept[result.id] = kept
        self._changed.add(result.id)
        return Outcome.TAKEN

    def _grow(self, kept: _Kept, sign: int) -> None:
        for person, points in kept.points:
            had = self._grown.get((person, kept.evening), _Grown(kept.week, 0, 0))
            self._grown[person, kept.evening] = _Grown(
                kept.week, had.points + sign * points, had.played + sign
            )

    def _dispute(self, result: LeagueResult, digest: bytes, points: Points, at_ms: int) -> None:
        key = {"league": self._league, "cafe": self._cafe, "id": result.id, "digest": digest}
        row = {**key, "revision": result.revision, "points": msgspec.json.encode(points)}
        self._connection.execute(
            self._insert(DISPUTE).on_conflict_do_nothing(), {**row, "came_ms": at_ms}
        )

    # -- what is kept ----------------------------------------------------------------------------

    def _read_kept(self, ids: set[str]) -> None:
        columns = [RESULT.c[name] for name in _Kept._fields]
        wanted = sa.select(RESULT.c.id, *columns).where(
            RESULT.c.league == self._league, RESULT.c.cafe == self._cafe, RESULT.c.id.in_(ids)
        )
        for id_, *fields, points in self._connection.execute(wanted):
            self._kept[id_] = _Kept._make((*fields, _POINTS.decode(points)))

    def _read_persons(self, names: set[str]) -> None:
        looks = {folded(name) for name in names if _is_tidy(name)}
        wanted = sa.select(PERSON.c.folded, PERSON.c.number).where(
            PERSON.c.league == self._league,
            PERSON.c.scope == self._scope,
            PERSON.c.folded.in_(looks),
        )
        self._persons = {row.folded: row.number for row in self._connection.execute(wanted)}

    def _number(self, name: str) -> int:
        """Of a nickname; whoever is new gets the next one. Asked for results that count alone: of
        what was refused or is older nobody enters (W7)."""
        look = folded(name)
        if look not in self._persons:
            if not self._fresh:
                self._next = next_number(self._connection, PERSON, self._league)
            self._persons[look] = self._next + len(self._fresh)
            self._fresh[look] = name
        return self._persons[look]

    def _enter_fresh(self) -> None:
        if not self._fresh:
            return
        same = {"league": self._league, "cafe": self._cafe, "scope": self._scope}
        rows = [
            {**same, "number": self._persons[look], "folded": look, "name": name}
            for look, name in self._fresh.items()
        ]
        self._connection.execute(PERSON.insert().values(total=NOWHERE, best=NOWHERE), rows)

    def _points(self, result: LeagueResult) -> Points:
        """Nicknames become numbers. Raises ConfigError for what is none, or stands twice."""
        for person in result.persons:
            if tidy(person.name) != person.name:
                raise ConfigError("nickname {typed!r} is not as it is kept", typed=person.name)
        if len({folded(person.name) for person in result.persons}) < len(result.persons):
            raise ConfigError("a person stands twice in one match: each has one nickname")
        return tuple((self._number(person.name), person.points) for person in result.persons)

    # -- sums ------------------------------------------------------------------------------------

    def _write_evenings(self, persons: set[int]) -> None:
        insert = self._insert(EVENING)
        grows = insert.on_conflict_do_update(
            index_elements=("league", "person", "cafe", "evening"),
            set_={
                "points": EVENING.c.points + insert.excluded.points,
                "played": EVENING.c.played + insert.excluded.played,
            },
        )
        same = {"league": self._league, "cafe": self._cafe}
        rows = [
            {**same, "person": person, "evening": evening, **grown._asdict()}
            for (person, evening), grown in sorted(self._grown.items())
        ]
        self._connection.execute(grows, rows)
        e = EVENING.c
        empty = sa.and_(e.league == self._league, e.person.in_(persons), e.played == 0)
        self._connection.execute(EVENING.delete().where(empty))

    def _write_scores(self, persons: set[int]) -> None:
        evenings = defaultdict(list)
        e = EVENING.c
        wanted = sa.select(e.person, e.week, e.points).where(
            e.league == self._league, e.person.in_(persons)
        )
        for person, week, points in self._connection.execute(wanted):
            evenings[person].append((week, points))
        self._forget(persons - evenings.keys())
        scores = [(person, score(of, self._options.best_n)) for person, of in evenings.items()]
        if not scores:
            return
        self._connection.execute(
            PERSON.update()
            .where(PERSON.c.league == self._league, PERSON.c.number == sa.bindparam("who"))
            .values(total=sa.bindparam("sum_of"), best=sa.bindparam("best_of")),
            [{"who": who, "sum_of": s.total, "best_of": s.best} for who, s in sorted(scores)],
        )

    def _forget(self, persons: set[int]) -> None:
        """Nothing of them is left: their café has forgotten them, or they never played (W7)."""
        gone = sa.and_(PERSON.c.league == self._league, PERSON.c.number.in_(persons))
        out = {"total": NOWHERE, "best": NOWHERE}
        self._connection.execute(PERSON.update().where(gone).values(**FORGOTTEN, **out))


def next_number(connection: sa.Connection, table: sa.Table, league: str) -> int:
    """The first free number of a table's rows of a league."""
    most = sa.select(sa.func.max(table.c.number)).where(table.c.league == league)
    last: int | None = connection.execute(most).scalar()
    return 0 if last is None else last + 1


def _is_tidy(name: str) -> bool:
    try:
        return tidy(name) == name
    except ConfigError:
        return False
