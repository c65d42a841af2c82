"""Requests are answered from a real file: names, records, photo finishes; it forgets, and it
survives a store that cannot be read."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from console.people.profiles import Profiles
from console.store import bodies
from console.store.asking import here
from console.store.log import DirectLog
from console.store.reader import Store
from console.store.records import MatchHeader, VerdictRecord
from console.store.schema import open_for_writing, store_path
from console.store.trimming import EXPENDABLE, STEP
from console.table.attract.leaderboard import Leaderboard, LeaderboardRequest
from console.table.match import StoredStart
from console.table.names import KnownNames, NameChosen, NameGiven, NamesRequest
from console.table.outputs import MatchBegun, MatchEnded, Output
from console.table.record_values import News, NewsKind, RecordKind, ResultColumn
from console.table.records.requests import (
    ForgetRequest,
    Forgotten,
    PhotoGiven,
    PhotoRequest,
    RecordBroken,
    Records,
    RecordsRequest,
)
from console.table.scene import S, Scene
from console.table.seating import NamedPerson, Seating
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import ResumeOffer, Who
from console.wiring.build import FAST, build
from console.wiring.loop import VirtualDisplay
from console.wiring.matches.stored import Offers
from console.wiring.request_handler import RequestHandler
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from drivers.events import PadProgress
from drivers.times import MS
from tests.console.people.evening import NOW, duel, ended, head, join, keep, match_of
from tests.console.people.test_forgetting import traces

NOISE = b"no SQLite file at all" * 99


@dataclass
class MenuServices:
    """A table with a handler that works in its turns."""

    table: Table
    handler: RequestHandler
    log: DirectLog
    now_ns: int = 0

    @classmethod
    def at(
        cls, path: Path, *, game: str = "chaos", beside: bool = False, samples_bytes: int = 10**9
    ) -> MenuServices:
        table = Table((Who.PERSON,) * 4, Settings(game=game), lambda: 1)
        log = DirectLog(path)
        offers = Offers(Store(path), 4)
        ask = here if beside else None
        services = cls(
            table, RequestHandler(table, offers, log, lambda: NOW, samples_bytes, ask), log
        )
        services.run()
        return services

    def run(self) -> None:
        """Some turns of the loop."""
        for _ in range(6):
            self.now_ns += MS
            self.table.tick(self.now_ns)
            self.handler.act(self.now_ns)
            for output in self.table.take_outputs():
                self.handler(output)

    def ask(self, want: Output, answer: type[S]) -> S:
        """What is answered to a want."""
        self.handler(want)
        self.run()
        told = self.table.latest(answer)
        assert told is not None
        return told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return store_path(tmp_path)


# -- names -----------------------------------------------------------------------------------------


def test_names_are_told_those_who_played_last_first_with_ready_ones(path: Path) -> None:
    badger, owl, fox = join(path, "Барсук", "Сова", "Лиса")
    match_of(path, (badger, fox, None), (0,))
    match_of(path, (owl, None, None), (0,))
    services = MenuServices.at(path)  # the lobby has asked for them
    known = services.table.latest(KnownNames)
    assert known is not None
    assert known.names[0] == NamedPerson(owl.id, "Сова")
    assert {n.nickname for n in known.names[1:]} == {"Барсук", "Лиса"}
    assert len(known.ready) > 10


def test_a_known_name_is_found_and_a_new_one_kept(path: Path) -> None:
    (badger,) = join(path, "Барсук")
    services = MenuServices.at(path)
    given = services.ask(NameChosen(1, "барсук"), NameGiven)
    assert given == NameGiven(1, NamedPerson(badger.id, "Барсук"))
    new = services.ask(NameChosen(2, "Сова"), NameGiven)
    assert new.named is not None
    assert Profiles(path).find("Сова").id == new.named.profile
    assert new.named in services.ask(NamesRequest(), KnownNames).names


@pytest.mark.parametrize("nickname", ["", "...", "имя куда длиннее", "☃"])
def test_what_is_no_nickname_is_refused(path: Path, nickname: str) -> None:
    assert MenuServices.at(path).ask(NameChosen(0, nickname), NameGiven) == NameGiven(0, None)


# -- records ---------------------------------------------------------------------------------------


def evening(path: Path) -> None:
    """Two matches of three who keep nicknames; the second has the better reaction."""
    people = join(path, "Барсук", "Сова", "Лиса")
    start = head(players=3, profiles=tuple(p.id for p in people))
    keep(path, start, ended((0,), "cards", 0, 3, 5), [duel(0, 0, 1)])
    keep(path, start, ended((1,), "cards", 4, 0, 5), [duel(0, 1, 0, 210 * MS, 4 * MS)])


def test_records_ratings_and_people_are_told(path: Path) -> None:
    evening(path)
    told = MenuServices.at(path).ask(RecordsRequest(), Records)
    assert told.readable
    (table,) = told.tables
    assert table.of(RecordKind.REACTION)[0].nickname == "Сова"
    assert {r.nickname for r in told.ratings} == {"Барсук", "Сова", "Лиса"}
    owl = next(p for p in told.people if p.profile.nickname == "Сова")
    assert (owl.profile.matches, owl.profile.wins) == (2, 1)
    assert [(g.game, g.matches, g.wins) for g in owl.games] == [("chaos", 2, 1)]
    bests = {b.kind: b for b in owl.bests}
    assert bests[RecordKind.REACTION].value == 210 * MS
    assert (bests[RecordKind.REACTION].match, bests[RecordKind.REACTION].verdict) == (2, 0)


def test_a_table_without_a_file_has_no_records(path: Path) -> None:
    assert MenuServices.at(path).ask(RecordsRequest(), Records) == Records()


def test_attract_mode_is_told_the_best_at_the_start_and_when_it_asks(path: Path) -> None:
    evening(path)
    services = MenuServices.at(path)
    told = services.table.latest(Leaderboard)
    assert told is not None
    assert {f.nickname for f in told.feats} == {"Сова", "Барсук"}
    assert services.ask(LeaderboardRequest(), Leaderboard) == told


# -- news of a match -------------------------------------------------------------------------------


def test_a_match_that_ends_tells_what_it_changed(path: Path) -> None:
    """A better reaction is the table's record, a first win and a better rating are news too."""
    evening(path)
    services = MenuServices.at(path)
    people = tuple(Profiles(path).find(n).id for n in ("Барсук", "Сова", "Лиса"))
    start = head(players=3, profiles=people)
    keep(path, start, ended((2,), "cards", 4, 5, 0), [duel(0, 2, 0, 150 * MS, 40 * MS)])
    services.handler(_end())
    services.run()
    told = services.table.latest(RecordBroken)
    assert told is not None
    kinds = [news.kind for news in told.news]
    assert kinds == sorted(kinds, key=list(NewsKind).index)
    fox = {n.kind: n for n in told.news if n.nickname == "Лиса"}
    assert (fox[NewsKind.RECORD].what, fox[NewsKind.RECORD].value) == (
        RecordKind.REACTION,
        150 * MS,
    )
    assert fox[NewsKind.FIRST_WIN].seat == 2
    assert fox[NewsKind.RATING].gain > 0
    gains = {n.nickname: n.gain for n in told.news if n.kind is NewsKind.RATING}
    assert max(gains, key=lambda who: gains[who]) == "Лиса"
    services.handler(_begin())
    assert services.table.latest(RecordBroken) == RecordBroken()


def test_a_better_time_of_one_s_own_is_news_and_a_first_match_breaks_nothing(path: Path) -> None:
    badger, owl = join(path, "Барсук", "Сова")
    start = head(players=3, profiles=(badger.id, owl.id, None))
    services = MenuServices.at(path)

    def play(*verdicts: tuple[int, int]) -> list[tuple[NewsKind, RecordKind | None]]:
        races = [duel(n, who, 2, ms * MS, 90 * MS) for n, (who, ms) in enumerate(verdicts)]
        keep(path, start, ended((2,), "cards", 3, 2, 0), races)
        services.table.respond(RecordBroken(), 0)
        services.handler(_end())
        services.run()
        told = services.table.latest(RecordBroken)
        assert told is not None
        return [(n.kind, n.what) for n in told.news if n.what is RecordKind.REACTION]

    assert play((0, 200), (1, 300)) == []
    assert play((1, 280)) == [(NewsKind.OWN, RecordKind.REACTION)]
    assert play((1, 280)) == []  # no better
    assert play((1, 190)) == [(NewsKind.RECORD, RecordKind.REACTION)]


def _end() -> Output:
    return MatchEnded(t_ns=0, winners=(0,), column=ResultColumn.CARDS, counts=(0, 1, 2))


def _begin() -> MatchBegun:
    return MatchBegun(
        game="chaos",
        options={},
        seed=1,
        players=3,
        seats=(0, 1, 2),
        player_of=(0, 1, 2),
        people=("person",) * 3,
        epoch_ns=0,
    )


def test_no_work_begins_while_a_match_is_played_or_a_hand_is_near(path: Path) -> None:
    services = MenuServices.at(path)
    services.table.handle(PadProgress(0, frozenset({1}), frozenset()))
    services.handler(RecordsRequest())
    services.run()
    assert services.table.latest(Records) is None
    services.table.handle(PadProgress(0, frozenset(), frozenset()))
    services.table.begin(services.now_ns)
    services.run()
    assert services.table.latest(Records) is None
    services.table.leave(services.now_ns)
    services.run()
    assert services.table.latest(Records) == Records()


def test_samples_beyond_their_room_go_a_few_at_a_time_while_nobody_plays(path: Path) -> None:
    """At the start and after each match: not while one is played, and never a record's."""

    def kept(match: int) -> list[int]:
        return [window.verdict for window in Store(path).match(match).windows]

    def races(slowest_ms: int) -> list[VerdictRecord]:
        return [duel(n, 0, 1, (slowest_ms - n) * MS, (90 - n) * MS) for n in range(2 * STEP)]

    first = keep(path, head(), ended((0,), "cards", 0, 1, 2, 3), races(400))
    services = MenuServices.at(path, samples_bytes=0)
    services.run()
    record = kept(first)
    assert record == [2 * STEP - 1], "the best reaction, and the closest win"
    services.table.begin(services.now_ns)
    second = keep(path, head(), ended((0,), "cards", 0, 1, 2, 3), races(500))
    services.handler(_end())
    services.run()
    assert len(kept(second)) == 2 * STEP
    services.table.leave(services.now_ns)
    for _ in range(3):
        services.run()
    assert (kept(first), kept(second)) == (record, [2 * STEP - 1]), "five of a list are kept"


def test_beside_the_loop_it_is_the_same(path: Path) -> None:
    evening(path)
    services = MenuServices.at(path, beside=True)
    services.handler(RecordsRequest())
    until_s = time.monotonic() + 20
    while services.table.latest(Records) is None and time.monotonic() < until_s:
        services.run()
    services.handler.close()
    told = services.table.latest(Records)
    assert told is not None
    assert len(told.tables) == 1


# -- forgetting ------------------------------------------------------------------------------------


def test_a_person_forgotten_at_the_table_leaves_no_trace_there_nor_in_the_file(path: Path) -> None:
    badger, owl = join(path, "Барсук", "Сова")
    match_of(path, (badger, owl, None), (0,))
    services = MenuServices.at(path)
    table, named = services.table, NamedPerson(badger.id, "Барсук")
    table.call(1, named)
    table.call(2, NamedPerson(owl.id, "Сова"))
    seats = Seating((0, 1), (0, 1), (Who.PERSON,) * 2, (named, NamedPerson(owl.id, "Сова")))
    table.offer(StoredStart(ResumeOffer(1, (0, 1), 3, ""), seats, Settings(), 1, (), 0))
    assert services.ask(ForgetRequest(badger.id), Forgotten) == Forgotten(badger.id, done=True)
    assert traces(path, "Барсук") == []
    assert {s: n.nickname for s, n in table.lobby.start.named.items()} == {2: "Сова"}
    known, records = table.latest(KnownNames), table.latest(Records)
    assert known is not None
    assert records is not None
    assert [n.nickname for n in known.names] == ["Сова"]
    assert [p.profile.nickname for p in records.people] == ["Сова"]
    table.take_up(services.now_ns)
    assert table.match is not None
    assert table.match.seating.profiles == (None, owl.id)


class Waiting(Scene):
    """A page of the owner's menu that nobody leaves before the answer."""

    waiting = True


def test_below_the_owner_s_menu_a_person_is_forgotten_in_the_match_too(path: Path) -> None:
    badger, owl = join(path, "Барсук", "Сова")
    services = MenuServices.at(path)
    table = services.table
    table.call(1, NamedPerson(badger.id, "Барсук"))
    table.call(2, NamedPerson(owl.id, "Сова"))
    table.begin(services.now_ns)
    table.handle(PadProgress(0, frozenset({1}), frozenset()))  # as with a sensor that is stuck
    table.cover(Waiting(), services.now_ns)
    assert services.ask(ForgetRequest(badger.id), Forgotten) == Forgotten(badger.id, done=True)
    assert traces(path, "Барсук") == []
    assert table.match is not None
    assert [table.match.seating.name_at(seat) for seat in range(4)] == [None, None, "Сова", None]


def test_what_is_left_of_those_forgotten_before_is_wiped(path: Path) -> None:
    join(path, "Барсук")
    with closing(open_for_writing(path)) as connection:
        connection.execute("DELETE FROM profile")
    copy = path.with_name(f"{path.stem}.aside{path.suffix}")
    copy.write_bytes(b"\0")
    services = MenuServices.at(path)
    assert services.ask(ForgetRequest(None), Forgotten) == Forgotten(None, done=True)
    assert traces(path, "Барсук") == []
    assert not copy.exists()


def test_nobody_reads_the_name_of_a_forgotten_person_among_news_and_records(path: Path) -> None:
    evening(path)
    services = MenuServices.at(path)
    services.table.respond(
        RecordBroken((News(kind=NewsKind.FIRST_WIN, seat=1, nickname="Сова"),)), services.now_ns
    )
    services.ask(ForgetRequest(Profiles(path).find("Сова").id), Forgotten)
    assert services.table.latest(RecordBroken) == RecordBroken()
    best = services.table.latest(Leaderboard)
    assert best is not None
    assert {feat.nickname for feat in best.feats} == {None, "Барсук"}


def test_a_busy_file_is_told_apart_from_one_that_refuses(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.store.schema.BUSY_MS", 10)
    badger, owl = join(path, "Барсук", "Сова")
    services = MenuServices.at(path)
    with closing(open_for_writing(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM profile").fetchone()
        half = services.ask(ForgetRequest(badger.id), Forgotten)
        reader.execute("COMMIT")
        reader.execute("BEGIN IMMEDIATE")
        refused = services.ask(ForgetRequest(owl.id), Forgotten)
    assert half == Forgotten(badger.id, done=True, wiped=False)
    assert refused == Forgotten(owl.id, done=False, wiped=False)


# -- what cannot be read ---------------------------------------------------------------------------


def test_a_store_that_cannot_be_read_is_said_and_the_table_plays_on(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(NOISE)
    services = MenuServices.at(path, game="iota")
    assert services.ask(RecordsRequest(), Records) == Records(readable=False)
    assert services.ask(NameChosen(1, "Сова"), NameGiven) == NameGiven(1, None)
    assert services.ask(PhotoRequest(1, 0), PhotoGiven) == PhotoGiven(1, 0, None)
    assert not services.ask(ForgetRequest(1), Forgotten).done
    said = capsys.readouterr().err
    assert said.startswith("khvatka: ")
    assert said.count("\n") == 1
    services.table.begin(services.now_ns)
    assert services.table.match is not None


# -- photo finishes --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def raced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match between people that was played to its end in virtual time; its file."""
    path = store_path(tmp_path_factory.mktemp("data"))
    setup = make_setup(PlayOptions(players=4, seed=8, headless=True), all_simulated=True)
    log, clock = DirectLog(path), VirtualClock(1_000_000_000)
    sim = build(setup, clock, VirtualDisplay(), log, waking=FAST, live=True)
    sim.table.begin(clock.now_ns())
    while clock.now_ns() < 60_000_000_000:
        sim.loop.turn()
        sim.loop.wait()
    log.close()
    with closing(open_for_writing(path)) as connection:  # they were people, and it is over
        ((body,),) = connection.execute("SELECT header FROM match").fetchall()
        header = bodies.unpack(body, MatchHeader)
        people = tuple("person" if who == "adult" else who for who in header.people)
        connection.execute(
            "UPDATE match SET result = ?, header = ?",
            (
                bodies.pack({"winners": [0], "cards": [0, 1, 2, 3]}),
                bodies.pack(replace(header, people=people)),
            ),
        )
    return path


def test_the_photo_finish_of_a_record_is_there_when_others_were_trimmed(raced: Path) -> None:
    services = MenuServices.at(raced)
    (table,) = services.ask(RecordsRequest(), Records).tables
    best = table.of(RecordKind.REACTION)[0]
    with closing(open_for_writing(raced)) as connection:
        gone = connection.execute(EXPENDABLE).fetchall()
        connection.executemany("DELETE FROM samples WHERE id = ?", [(row[0],) for row in gone])
    assert gone
    assert best.verdict is not None
    given = services.ask(PhotoRequest(best.match, best.verdict), PhotoGiven)
    assert given.photo is not None
    assert given.photo.first == best.seat
    hand = next(h for h in given.photo.hands if h.seat == best.seat)
    assert hand.reaction_ns == best.value
    for _, match, verdict, _ in gone:
        assert services.ask(PhotoRequest(match, verdict), PhotoGiven).photo is None
    assert len(Store(raced).match(1).windows) > 0
