"""What is seen of a match of «Хаос»: from the session's state to views, lamps and its record."""

from __future__ import annotations

from typing import Final, Protocol

from console.games.chaos import matches
from console.games.chaos.state import State
from console.table.chaos.looking import Photographed, may_ask
from console.table.chaos.position import Position
from console.table.chaos.view import ChoiceView, DeathPhase, PlayView, SeatView
from console.table.hardware import told_fault
from console.table.outputs import DuelFigures, MatchEnded, VerdictKind
from console.table.ranking import end_seats, ranking
from console.table.record_values import ResultColumn
from console.table.seating import Seating
from console.table.view import EndView, IdlePlayer, Menu, TableTrouble, TroubleKind, Who
from drivers.events import Fault, PadProgress

PROMPTED: Final = 2
"""In so many turns people are told what ● does."""


class ShownMatch(Photographed, Protocol):
    """What is to be seen of a match."""

    seating: Seating
    position: Position
    preview: State | None
    progress: PadProgress
    shown_faults: dict[int, Fault]
    pressed_beside: frozenset[int]
    voided_seats: tuple[int, ...]
    won: frozenset[int]

    @property
    def trouble(self) -> TableTrouble | None: ...

    @property
    def special_deadline_ns(self) -> int: ...

    @property
    def choice_deadline_ns(self) -> int: ...

    @property
    def all_at_ns(self) -> int | None: ...

    @property
    def awaited(self) -> int | None: ...

    def cards(self) -> tuple[int, ...]: ...


def play_view(
    match: ShownMatch, who: tuple[Who, ...], pause: Menu | None, idle: tuple[IdlePlayer, ...] = ()
) -> PlayView:
    """The table as the next frame shows it, a card about to be shown included."""
    state = match.preview or match.position.state
    seats = match.seating.seats
    choice = None
    if state.choice is not None and state.special is not None:
        choice = ChoiceView(seats[state.choice], state.special, match.choice_deadline_ns)
    opener = state.pending_all
    turn = state.to_move if state.special is None and opener is None else None
    newcomers = min(match.position.flips) < PROMPTED
    counting = match.preview is None  # a card that nobody has seen yet has no time to run out
    return PlayView(
        seats=tuple([_seat_view(match, state, seat, w, turn) for seat, w in enumerate(who)]),
        pot=state.pot,
        shift=state.shift,
        special=state.special,
        special_deadline_ns=match.special_deadline_ns if state.special and counting else None,
        all_seat=None if opener is None else seats[opener],
        all_at_ns=None if opener is None else match.all_at_ns,
        choice=choice,
        verdict=None if match.preview is not None else match.races.verdict,
        sudden_death=match.races.sudden_death_view(),
        voided=match.voided_seats,
        pause=pause,
        trouble=match.trouble,
        photo=match.photos.shown,
        may_ask=may_ask(match),
        idle=idle,
        hands=match.seating.pairs(),
        pot_named=newcomers,
    )


def _seat_view(
    match: ShownMatch, state: State, seat: int, who: Who, to_move: int | None
) -> SeatView:
    """``to_move``: the hand that may flip, if nothing else is waited for."""
    seating = match.seating
    hand = seating.hand_at(seat)
    fault = _fault(match, seat)
    if hand is None:
        return SeatView(seat=seat, who=who, fault=fault)
    player, turn = seating.player_of[hand], hand == to_move
    watched = matches.watched(state, hand)
    person = seating.people[player]
    newcomer = person is Who.PERSON and match.position.flips[hand] < PROMPTED
    return SeatView(
        seat=seat,
        who=person,
        hand=hand,
        player=player,
        name=seating.name_at(seat),
        stack=len(state.stacks[hand]),
        pile=state.piles[hand],
        beside=len(state.beside[hand]),
        fresh=state.fresh[hand],
        turn=turn,
        watches=seating.seats[watched] if watched != hand else None,
        fault=fault,
        touched=seat in match.progress.loaded,
        winner=player in state.winners,
        prompted=turn and newcomer and match.awaited == hand and not _fallen(match),
    )


def _fault(match: ShownMatch, seat: int) -> Fault | None:
    """What is told of a seat; a false grab is what it loses by a neighbour's hand."""
    if not match.shown_faults and not match.pressed_beside:
        return None  # as it mostly is
    verdict = match.races.verdict
    paid = verdict is not None and verdict.kind is VerdictKind.FALSE_GRAB and seat in verdict.seats
    beside = paid and seat in match.pressed_beside
    return told_fault(match.shown_faults.get(seat), paid_beside=beside)


def end_view(match: ShownMatch, who: tuple[Who, ...], menu: Menu) -> EndView:
    """The ranking: winners first, then by cards left."""
    tally = match.races.tally
    numbers = list(zip(match.cards(), tally.duels_won, tally.false_grabs, strict=True))
    winners = match.position.state.winners
    rows = ranking(match.seating, winners, numbers, fewest_first=True)
    seats = end_seats(match.seating, who, match.shown_faults)
    columns = (ResultColumn.CARDS, ResultColumn.DUELS, ResultColumn.FALSE)
    return EndView("chaos", seats, rows, columns, tally.best, menu, photo=match.photos.closest)


def _fallen(match: ShownMatch) -> bool:
    """Does the table wait for the pad, whatever is pressed?"""
    return match.trouble == TableTrouble(TroubleKind.PAD_DOWN)


def bright_seats(match: ShownMatch) -> frozenset[int]:
    """The seats whose lamps are bright: the first of a photo finish, all rivals of a lit sudden
    death, for a moment whoever has won a race, else who may act: nobody while the pad lies beside
    its cradle."""
    if match.photos.shown is not None:
        return frozenset(match.photos.shown.leaders)
    death = match.races.sudden_death_view()
    if death is not None:
        lit = death.phase is DeathPhase.LIGHT
        return frozenset(death.seats) - frozenset(death.out) if lit else frozenset()
    if match.won:
        return match.won
    state, seats = match.position.state, match.seating.seats
    if _fallen(match) and state.choice is None:
        return frozenset()
    if state.special is not None and state.choice is None:
        return frozenset(seats) if match.trouble is None else frozenset()
    hand = state.to_move if state.choice is None else state.choice
    return frozenset() if hand is None else frozenset((seats[hand],))


def match_result(match: ShownMatch, t_ns: int, abandoned: bool) -> MatchEnded:
    """The record of the match's end."""
    tally = match.races.tally
    best = tally.best
    return MatchEnded(
        t_ns=t_ns,
        winners=tuple(match.position.state.winners),
        column=ResultColumn.CARDS,
        counts=match.cards(),
        duels=DuelFigures(
            tuple(tally.duels_won),
            tuple(tally.false_grabs),
            best.seat if best else None,
            best.reaction_ns if best else None,
            best.uncertainty_ns if best else 0,
        ),
        abandoned=abandoned,
        played_for=match.position.played_for,
    )
