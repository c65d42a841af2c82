"""The core against a second opinion: any log, any correction, every number of persons."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import EventLog, decoded
from console.events.options import (
    Elimination,
    EventOptions,
    GroupElimination,
    GroupSwiss,
    Late,
    Roundless,
    RoundRobin,
    Seeding,
    Sizes,
    Stage,
    Strikes,
    StrikesKind,
    Swiss,
    TieBreak,
)
from console.events.out import strikes_of
from console.events.play_offs import is_over
from console.events.running import RunningEvent
from console.events.standings import final_standings, standings
from drivers.errors import ConfigError
from tests.console.events.hostile import Hostile
from tests.console.events.second_opinion import SecondOpinion
from tests.few import few

CHAOS = Sizes(2, 8, 4, 6)
STAGES: tuple[tuple[Stage, ...], ...] = (
    (Swiss(rounds=5),),
    (Swiss(rounds=4, best_of=3),),
    (GroupSwiss(rounds=5, size=4),),
    (GroupSwiss(rounds=4, size=3, best_of=2),),
    (RoundRobin(),),
    (RoundRobin(cycles=2, pools=2),),
    (Roundless(matches=5, size=3),),
)
TIE_BREAKS = (
    tuple(TieBreak),
    (TieBreak.OPPONENTS_MEAN, TieBreak.DIRECT, TieBreak.WINS),
    (TieBreak.DIRECT, TieBreak.SONNEBORN_BERGER),
    (TieBreak.WINS,),
)


def options(*stages: Stage, sizes: Sizes = CHAOS, **told: object) -> EventOptions:
    return EventOptions(name="x", game="g", sizes=sizes, stages=stages, **told)  # type: ignore[arg-type]


def agrees(event: RunningEvent) -> None:
    """Points and places of every stage, from the log alone."""
    again = RunningEvent(decoded(event.log.encoded()))
    second = SecondOpinion(event.log)
    for stage in range(len(event.state.stages)):
        rows = standings(event.state, stage)
        assert rows == standings(again.state, stage)
        points = {person: int(made * 840) for person, made in second.points(stage).items()}
        assert {row.person: row.points for row in rows} == points
        assert {row.person: row.place for row in rows} == second.places(stage)


def evening(seed: int) -> Hostile:
    told = options(
        *STAGES[seed % 7],
        tie_breaks=TIE_BREAKS[seed % 4],
        late=Late(rounds=3, credit=420 * (seed % 2)),
    )
    hostile = Hostile(told, seed, 4 + seed % 7)
    rounds_n = 25 if seed % 7 == 6 else 6
    hostile.evening(rounds_n, trouble=0.0 if seed % 3 == 0 else 0.4)
    return hostile


@pytest.mark.parametrize("seed", few(3, [8, 28, 31, 73, 82, 118, 122]))
def test_v4_to_v13_evenings_on_which_they_did_not_agree(seed: int) -> None:
    agrees(evening(seed).event)


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",  # the first hundred have each stage with each order of ties, in peace and in trouble
    [
        *range(0, 100, 10),
        *(pytest.param(seed, marks=pytest.mark.complete) for seed in range(100, 400, 10)),
    ],
)
def test_v4_to_v13_any_evening(seed: int) -> None:
    for each in range(seed, seed + 10):
        agrees(evening(each).event)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(7))
def test_v10_every_result_corrected_and_every_line_undone(seed: int) -> None:
    hostile = evening(3 * seed)
    log = hostile.event.log
    for match in list(hostile.event.state.matches.values()):
        for game, places in match.games:
            other = RunningEvent(log)
            persons = [p for p, place in zip(match.persons, places, strict=True) if place]
            upside_down = tuple(range(1, len(persons) + 1))
            rounds = [stage.rounds[:] for stage in other.state.stages]
            correct = do.Correct(match.number, tuple(reversed(persons)), upside_down, game)
            other.take(correct, 10**9, "secretary")
            assert [stage.rounds for stage in other.state.stages] == rounds
            agrees(other)
    taken = 0
    for line in range(len(log.lines)):
        other = RunningEvent(log)
        try:
            other.take(do.Undo(line), 10**9, "organiser")
        except ConfigError:
            assert other.log == log
            continue
        agrees(other)
        assert other.state.next_person == hostile.event.state.next_person
        assert other.state.next_match == hostile.event.state.next_match
        other.take(do.Undo(len(log.lines)), 10**9, "organiser")
        assert standings(other.state) == standings(hostile.event.state)
        taken += 1
    assert taken


# -- corrections of what was given up --------------------------------------------------------------


def test_v9_a_correction_of_an_earlier_game_takes_no_forfeit_back() -> None:
    hostile = Hostile(options(GroupSwiss(rounds=2, size=3, best_of=2)), 1, 3)
    hostile.draw()
    (match,) = hostile.event.state.matches.values()
    one, two, three = match.persons
    hostile.event.take(do.Report(0, match.persons, (1, 2, 3)), 1, "o")
    hostile.event.take(do.DropOut(one), 1, "o")
    hostile.event.take(do.Report(0, (two, three), (1, 2), game=1), 1, "o")
    hostile.event.take(do.Correct(0, match.persons, (1, 3, 2)), 1, "o")
    match = hostile.event.state.matches[0]
    assert match.forfeits == (one,)
    assert match.places == (3, 1, 1)
    agrees(hostile.event)


def test_v9_who_came_back_into_a_game_is_last_in_what_they_gave_up() -> None:
    hostile = Hostile(options(GroupSwiss(rounds=2, size=3, best_of=2)), 1, 3)
    hostile.draw()
    (match,) = hostile.event.state.matches.values()
    one, two, three = match.persons
    hostile.event.take(do.Forfeit(0, one), 1, "o")
    hostile.event.take(do.Report(0, (two, three), (1, 2)), 1, "o")
    hostile.event.take(do.Report(0, (two, three), (1, 2), game=1), 1, "o")
    hostile.event.take(do.Correct(0, match.persons, (1, 2, 3), game=1), 1, "o")
    match = hostile.event.state.matches[0]
    assert match.forfeits == ()
    assert match.places == (2, 1, 3)  # 0 + 1, 1 + ½, ½ + 0


def test_v26_nobody_is_swapped_who_has_given_up_or_gone() -> None:
    hostile = Hostile(options(GroupSwiss(rounds=2, size=4)), 1, 8)
    hostile.draw()
    first, second = hostile.event.state.matches.values()
    hostile.event.take(do.DropOut(first.persons[0]), 1, "o")
    for gone in first.persons[:2]:  # the one who went, and another of that match
        with pytest.raises(ConfigError):
            hostile.event.take(do.SwapPersons(gone, second.persons[0]), 1, "o")
    odd = Hostile(options(Swiss(rounds=2)), 1, 3)
    odd.draw()
    (bye,) = odd.event.state.stages[0].rounds[0].byes
    odd.event.take(do.DropOut(bye.person), 1, "o")
    with pytest.raises(ConfigError):
        odd.event.take(do.SwapPersons(bye.person, odd.event.state.matches[0].persons[0]), 1, "o")


def test_v5_a_round_that_was_withdrawn_was_not_missed() -> None:
    hostile = Hostile(options(Swiss(rounds=4), late=Late(rounds=2, credit=420)), 1, 4)
    hostile.draw()
    hostile.play(0)
    hostile.event.take(do.Enter("late"), 1, "o")
    hostile.event.take(do.CheckIn(4), 1, "o")
    hostile.event.take(do.WithdrawRound(0), 1, "o")
    assert hostile.draw()
    assert {row.points for row in standings(hostile.event.state) if row.person == 4} <= {0, 840}
    agrees(hostile.event)


# -- formats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", few(8, range(0, 200, 9)))
def test_v18_strikes(number: int) -> None:
    told = Strikes(
        size=(2, 3, 4, 5)[number % 4],
        strikes=(1, 2, 3, 4)[number // 4 % 4],
        kind=list(StrikesKind)[number % 2],
        best_of=1 + (number % 3 == 0),
    )
    hostile = Hostile(options(told), number, 2 + number % 13)
    for turn in range(300):
        if not hostile.draw() and not hostile.event.state.open_matches():
            break
        hostile.play()
        if number % 5 == 0 and turn < 4:
            hostile.half()
    else:
        pytest.fail("it does not end")
    state = hostile.event.state
    second = SecondOpinion(hostile.event.log)
    strikes = second.strikes(0)
    assert {p: strikes_of(state, state.stages[0])[p] for p in strikes} == strikes
    rounds_n = len(second.stages[0].rounds)
    by_round = [second.strikes(0, until) for until in range(rounds_n + 1)]

    def lasted(person: int) -> tuple[int, int]:
        over = sum(strikes[person] < told.strikes for strikes in by_round)
        return over, -strikes[person]

    rank = {person: lasted(person) for person in strikes}
    places = {person: 1 + sum(other > rank[person] for other in rank.values()) for person in rank}
    decided = {row.person: row.place for row in standings(state)}
    parted = any(p.match is None for p in state.stages[0].play_offs)
    assert decided == places or parted
    assert sum(each < told.strikes for each in strikes.values()) <= 1


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("count", range(2, 34))
def test_v20_single_elimination_of_every_number(count: int, third_place: bool) -> None:
    """Favourites always win: every round is 1 against the last, places are those of the seeding."""
    told = options(
        Elimination(third_place=third_place), sizes=Sizes(), seeding=Seeding.RATING, check_in=False
    )
    hostile = Hostile(told, count, 0)
    for person in range(count):
        hostile.event.take(do.Enter(f"q{person}", rating=1000 - person), 0, "o")
    rounds_n = (count - 1).bit_length()
    for number in range(rounds_n):
        assert hostile.draw()
        drawn = hostile.event.state.stages[0].rounds[-1]
        alive = 2 ** (rounds_n - number)
        byes = {bye.person for bye in drawn.byes}
        assert byes >= (set(range(alive - count)) if number == 0 else set())
        for match in (hostile.event.state.matches[n] for n in drawn.matches):
            if number < rounds_n - 1 or match.slot == 0:
                assert sum(match.persons) == alive - 1
            ends = do.Report(match.number, tuple(sorted(match.persons)), (1, 2))
            hostile.event.take(ends, 0, "o")
    assert not hostile.draw()
    assert is_over(hostile.event.state, hostile.event.state.stages[0])
    places = {row.person: row.place for row in final_standings(hostile.event.state)}
    expected = {person: 1 + 2 ** ((person).bit_length() - 1) for person in range(2, count)}
    expected |= {0: 1, 1: 2}
    if third_place:
        expected |= {person: person + 1 for person in range(2, min(4, count))}
    assert places == expected


def test_v20_a_correction_after_the_final_leaves_it_its_winner() -> None:
    told = options(Elimination(), sizes=Sizes(), seeding=Seeding.RATING, check_in=False)
    hostile = Hostile(told, 1, 0)
    for person in range(4):
        hostile.event.take(do.Enter(f"q{person}", rating=9 - person), 0, "o")
    for _ in range(2):
        hostile.draw()
        for match in hostile.event.state.open_matches():
            ends = do.Report(match.number, tuple(sorted(match.persons)), (1, 2))
            hostile.event.take(ends, 0, "o")
    semi = next(m for m in hostile.event.state.matches.values() if 0 in m.persons and m.round == 0)
    hostile.event.take(do.Correct(semi.number, (3, 0), (1, 2)), 1, "secretary")
    places = {row.person: row.place for row in standings(hostile.event.state)}
    assert places == {0: 1, 1: 2, 3: 2, 2: 4}


@pytest.mark.parametrize("onward", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("size", [2, 4, 5, 8])
def test_v21_group_elimination_ends_with_one_group(size: int, onward: int) -> None:
    if onward >= size:
        return
    for count in (2, 3, 5, 7, 9, 14, 23):
        hostile = Hostile(
            options(GroupElimination(size=size, onward=onward), prizes=1), count, count, 5
        )
        for _ in range(40):
            if not hostile.draw():
                break
            for match in hostile.event.state.open_matches():
                hostile.report(match, 0.2 if count % 2 else 0)
        else:
            pytest.fail(f"{count} play for ever")
        (last,) = hostile.event.state.stages[0].rounds[-1].matches
        assert hostile.event.state.matches[last].over
        rows = final_standings(hostile.event.state)
        assert len(rows) == count
        assert [row.place for row in rows].count(1) == 1


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 12])
def test_v17_round_robin(count: int, cycles: int) -> None:
    hostile = Hostile(options(RoundRobin(cycles=cycles)), count, count)
    while hostile.draw():
        hostile.play(0)
    met = Counter(tuple(sorted(m.persons)) for m in hostile.event.state.matches.values())
    assert met == dict.fromkeys(combinations(range(count), 2), cycles)
    rounds = hostile.event.state.stages[0].rounds
    assert len(rounds) == cycles * (count - 1 + count % 2)


# -- draws against all there are -------------------------------------------------------------------


def _pairings(persons: list[int]) -> list[list[tuple[int, int]]]:
    if not persons:
        return [[]]
    first, rest = persons[0], persons[1:]
    return [
        [(first, other), *more]
        for other in rest
        for more in _pairings([each for each in rest if each != other])
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_v14_no_pairing_is_better(seed: int) -> None:
    hostile = Hostile(options(Swiss(rounds=6)), seed, 3 + seed % 5, 4)
    for _ in range(5):
        if hostile.lots.random() < 0.4:
            hostile.take(do.FixTable(hostile.person(), hostile.lots.randrange(4)))
        while hostile.lots.random() < 0.4:
            hostile.lots.choice((hostile.drop, hostile.come_back, hostile.correct))()
        state = hostile.event.state
        try:
            draw = proposed(state)
        except ConfigError:
            break
        second = SecondOpinion(hostile.event.log)
        here = state.present()
        points = second.points(0) if second.stages else dict.fromkeys(here, 0)
        met: Counter[tuple[int, ...]] = Counter()
        seats: Counter[int] = Counter()
        for match in second.matches.values():
            met.update(combinations(sorted(match.met()), 2))
            seats.update({match.persons[0]: 1, match.persons[1]: -1})
        byes = Counter(p for s in second.stages for r in s.rounds for p in r.byes)

        def cost(pairs: list[tuple[int, int]], bye: int | None) -> tuple[object, ...]:
            tables = [{state.people[p].fixed for p in pair} - {None} for pair in pairs]  # noqa: B023
            squares = [(points[one] - points[other]) ** 2 for one, other in pairs]  # noqa: B023
            if bye is not None:
                squares.append((points[bye] - min(points[p] for p in here)) ** 2)  # noqa: B023
            turned = [
                min((seats[a] + n) ** 2 + (seats[b] - n) ** 2 for n in (1, -1))  # noqa: B023
                for a, b in pairs
            ]
            return (
                sum(len(each) > 1 for each in tables),
                sum(met[tuple(sorted(pair))] for pair in pairs),  # noqa: B023
                0 if bye is None else byes[bye],  # noqa: B023
                sum(squares),
                sum(turned) + (0 if bye is None else seats[bye] ** 2),  # noqa: B023
            )

        pairs = [(match.persons[0], match.persons[1]) for match in draw.matches]
        drawn = cost(pairs, draw.byes[0].person if draw.byes else None)
        resting = here if len(here) % 2 else [None]
        assert drawn == min(
            cost(pairs, bye)
            for bye in resting
            for pairs in _pairings([each for each in here if each != bye])
        )
        hostile.take(draw)
        hostile.play()
        if hostile.lots.random() < 0.2:
            hostile.half()
        hostile.play()


# -- by hand ---------------------------------------------------------------------------------------


def test_v13_worked_by_hand() -> None:
    """Five, three rounds, all draws by hand: A beats B, C, and is equal with D; E comes late.

    Round 1: A–B 1:0, C–D ½:½.  Round 2: A–C 1:0, B–D 0:1, bye E.  Round 3: A–D ½:½, B–E by no-show
    of E, bye C.  Points: A 2½, D 2, C 1½, E 1 + ½ of the round missed = 1½, B 1.
    Buchholz: A = B 1 + C 1½ + D 2 = 4½; D = C 1½ + B 1 + A 2½ = 5; C = D 2 + A 2½ + own 1½ = 6;
    E = own 1½; B = A 2½ + D 2 + own 1 = 5½.
    Sonneborn-Berger: A = 1 + 1½ + ½·2 = 3½; D = ½·1½ + 1 + ½·2½ = 3; C = ½·2 = 1; E = B = 0.
    """
    told = options(Swiss(rounds=3), check_in=False, late=Late(rounds=1, credit=420))
    event = RunningEvent(EventLog(options=told, seed=0))

    def take(action: do.EventAction) -> None:
        event.take(action, 0, "hand")

    for name in "ABCD":
        take(do.Enter(name))
    pairs = (do.Drawn((0, 1)), do.Drawn((2, 3)))
    take(do.DrawRound(0, 0, pairs, seeding=(0, 1, 2, 3), by_hand=True))
    take(do.Report(0, (0, 1), (1, 2)))
    take(do.Report(1, (3, 2), (1, 1)))
    take(do.Enter("E"))
    pairs = (do.Drawn((0, 2)), do.Drawn((1, 3)))
    take(do.DrawRound(0, 1, pairs, byes=(do.ByeDrawn(4, 840),), by_hand=True))
    take(do.Report(2, (0, 2), (1, 2)))
    take(do.Report(3, (3, 1), (1, 2)))
    pairs = (do.Drawn((0, 3)), do.Drawn((1, 4)))
    take(do.DrawRound(0, 2, pairs, byes=(do.ByeDrawn(2, 840),), by_hand=True))
    take(do.Report(4, (0, 3), (1, 1)))
    take(do.NoShow(5, 4))
    rows = {"ABCDE"[row.person]: row for row in standings(event.state)}
    assert {name: row.points / 840 for name, row in rows.items()} == {
        "A": 2.5, "D": 2, "C": 1.5, "E": 1.5, "B": 1,
    }  # fmt: skip
    assert {name: row.tie_breaks[0] / 840 for name, row in rows.items()} == {
        "A": 4.5, "D": 5, "C": 6, "E": 1.5, "B": 5.5,
    }  # fmt: skip
    assert {name: row.tie_breaks[1] / 840 for name, row in rows.items()} == {
        "A": 3.5, "D": 3, "C": 1, "E": 0, "B": 0,
    }  # fmt: skip
    assert {name: row.place for name, row in rows.items()} == {
        "A": 1, "D": 2, "C": 3, "E": 4, "B": 5,
    }  # fmt: skip
    agrees(event)
