"""Sentences made of views: names, verdicts, menus, troubles. Plain text, no pictures.

The command line prints the same sentences that the table shows.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from console.i18n import Words
from console.screens.names import NOBODY, Names, seat_name
from console.table.board.view import BoardView
from console.table.chaos.view import POT, DeathPhase, PlayView, SuddenDeathView, VerdictView
from console.table.event.view import RaceView
from console.table.outputs import VerdictKind
from console.table.record_values import ResultColumn
from console.table.view import BestReaction, EndView, TableTrouble, TroubleKind, Who
from drivers.events import Fault
from drivers.times import MS, SECOND

LONG_NS: Final = 10 * SECOND
"""From here on nobody thinks in milliseconds."""


def names_of(view: PlayView | BoardView | EndView | RaceView) -> dict[int, str | None]:
    """The names known to a view, by seat."""
    return {s.seat: s.name for s in view.seats}


def called(words: Words, seats: tuple[int, ...], names: Names) -> str:
    """The names of who sits there, with commas between them."""
    return ", ".join(seat_name(words, s, names.get(s)) for s in seats)


def milliseconds(words: Words, time_ns: int) -> str:
    """A time in milliseconds with its unit; a long one in seconds, as exactly."""
    if time_ns >= LONG_NS:
        return words._("{number} s").format(number=words.number(time_ns / SECOND, 4))
    return words._("{number} ms").format(number=words.number(time_ns / MS, 1))


def with_error(words: Words, time_ns: int, error_ns: int) -> str:
    """A time with its uncertainty, which is rounded up: it may never look smaller than it is. So
    many digits that a greater time looks greater: somebody was first by it."""
    digits = 1 if time_ns >= MS else 2
    while (error := _rounded_up_ms(error_ns, digits)) >= round(time_ns / MS, digits):
        if time_ns <= error_ns:
            break
        digits += 1
    return words._("{number} ± {error} ms").format(
        number=words.number(time_ns / MS, digits), error=words.number(error, digits)
    )


def _rounded_up_ms(time_ns: int, digits: int) -> float:
    step: int = 10**digits
    return ceil(time_ns * step / MS) / step


def figures(
    words: Words, verdict: VerdictView, names: Names = NOBODY
) -> list[tuple[int | None, str]]:
    """The measured part of a verdict: (seat, its time) for each hand, then (None, the margin)."""
    parts: list[tuple[int | None, str]] = []
    for entry in verdict.entries:
        name = seat_name(words, entry.seat, names.get(entry.seat))
        if entry.reaction_ns is None:
            parts.append((entry.seat, name))
        else:
            time = milliseconds(words, entry.reaction_ns)
            parts.append((entry.seat, words._("{name}: {time}").format(name=name, time=time)))
    if verdict.margin_ns is not None and verdict.margin_uncertainty_ns is not None:
        margin = with_error(words, verdict.margin_ns, verdict.margin_uncertainty_ns)
        parts.append((None, words._("difference {margin}").format(margin=margin)))
    return parts


def verdict_line(words: Words, verdict: VerdictView, names: Names = NOBODY) -> str:
    """Who, when, by how much and how sure, in one line."""
    return " · ".join(text for _, text in figures(words, verdict, names))


def verdict_words(words: Words, verdict: VerdictView, names: Names = NOBODY) -> str:
    """What it was and what it cost, in one sentence."""
    who = called(words, verdict.seats, names)
    match verdict.kind:
        case VerdictKind.DUEL_WON:
            won = words._("{who} wins the duel").format(who=who)
            return " · ".join([won, *_takings(words, verdict, names)])
        case VerdictKind.SPECIAL_WON:
            count = sum(m.count for m in verdict.moves if m.target == POT)
            if not count:
                return words._("{who} is first, but has no open card").format(who=who)
            return words.n(
                "{who} is first: {count} card goes into the pot",
                "{who} is first: {count} cards go into the pot",
                count,
            ).format(who=who, count=count)
        case VerdictKind.FALSE_GRAB:
            return " · ".join([words._("False grab"), *_takings(words, verdict, names)])
        case VerdictKind.FELL if verdict.seats:
            fell = words._("{who} knocks the pad over").format(who=who)
            return " · ".join([fell, *_takings(words, verdict, names)])
        case VerdictKind.FELL:
            return words._("The pad fell: all open piles go into the pot")
        case VerdictKind.DEAD_HEAT:
            return words._("Dead heat: too close to tell apart")


def _takings(words: Words, verdict: VerdictView, names: Names) -> list[str]:
    """Who takes how many cards, in the order of the moves."""
    totals: dict[int, int] = {}
    for move in verdict.moves:
        if move.target != POT:
            totals[move.target] = totals.get(move.target, 0) + move.count
    return [
        words.n("{who} takes {count} card", "{who} takes {count} cards", count).format(
            who=seat_name(words, seat, names.get(seat)), count=count
        )
        for seat, count in totals.items()
    ]


def death_words(words: Words, death: SuddenDeathView, names: Names = NOBODY) -> tuple[str, str]:
    """The order of a sudden death (C25) and for whom it is."""
    order = {
        DeathPhase.HANDS_OFF: words._("Dead heat. Hands off the pad!"),
        DeathPhase.WAIT: words._("Wait for the light…"),
        DeathPhase.LIGHT: words._("Now!"),
    }[death.phase]
    if death.out:
        early = words._("Too early: {who}").format(who=called(words, death.out, names))
        return order, early
    return order, words._("Sudden death: the first touch after the light wins")


def special_words(words: Words, special: str) -> tuple[str, str]:
    """What an open special card asks for (C15)."""
    if special == "palm":
        return words._("Palm!"), words._("Everybody: flat hand on your own petal")
    return words._("Grab!"), words._("Everybody: pinch your own petal")


def all_words(words: Words, seconds: int) -> str:
    """The countdown before everybody flips (C16)."""
    return words.n(
        "Everybody flips in {count} second", "Everybody flips in {count} seconds", seconds
    ).format(count=seconds)


def card_word(words: Words, special: str) -> str:
    """The short name of a special card."""
    return {
        "grab": words._("Grab"),
        "palm": words._("Palm"),
        "all": words._("All"),
        "left": words._("Left"),
    }[special]


def voided_words(words: Words, seats: tuple[int, ...], names: Names = NOBODY) -> tuple[str, str]:
    """Cards that went back because a hand had been earlier (C23), and whose."""
    first = words._("The hand was earlier: the card goes back")
    return first, called(words, seats, names)


def choice_words(words: Words, name: str) -> str:
    """Who chooses (C18), for everybody."""
    return words._("{who} chooses: the duel or the special card").format(who=name)


def trouble_words(words: Words, trouble: TableTrouble) -> tuple[str, str]:
    """Why the table waits, and the mend."""
    if trouble.key == TroubleKind.PAD_DOWN:
        return words._("The pad lies beside its cradle"), words._("Put it back to play on")
    if trouble.key == TroubleKind.FAULTY:
        return words._("No seat's sensors can be trusted"), words._("Hands off; play goes on then")
    if trouble.misfit is not None:
        brief = words.translated(trouble.misfit.brief)
        return words._("This pad cannot be used here"), brief
    if trouble.source == "buttons":
        return words._("The buttons do not answer"), words._("Check their cable; play goes on then")
    return words._("The pad does not answer"), words._("Check its cable; play goes on then")


def fault_word(words: Words, fault: Fault) -> str:
    """What is wrong with a seat, short enough for its strip."""
    return {
        Fault.STUCK_BUTTON: words._("button stuck"),
        Fault.CHATTER: words._("button chatters"),
        Fault.LEANING: words._("hand off the pad"),
        Fault.NEIGHBOUR: words._("neighbour's hand"),
        Fault.STUCK_PAD: words._("petal pressed"),
        Fault.DEAD_CHANNEL: words._("sensor dead"),
        Fault.SWAPPED: words._("sensors swapped"),
        Fault.CROSSED: words._("cables crossed"),
        Fault.SATURATED: words._("sensor at its limit"),
        Fault.UNEVEN: words._("sensors differ"),
        Fault.NOISY_CHANNEL: words._("sensor noisy"),
        Fault.NONSENSE: words._("sensor unclear"),
        Fault.SILENT: words._("no signal"),
        Fault.LOST_EDGES: words._("presses lost"),
    }[fault]


def who_word(words: Words, who: Who) -> str:
    """Who sits at a seat."""
    return {
        Who.EMPTY: words._("free"),
        Who.PERSON: words._("person"),
        Who.CHILD: words._("child"),
        Who.ADULT: words._("adult"),
        Who.EXPERT: words._("expert"),
        Who.LEVEL_1: words._("level 1"),
        Who.LEVEL_2: words._("level 2"),
        Who.LEVEL_3: words._("level 3"),
        Who.LEVEL_4: words._("level 4"),
    }[who]


def column_title(words: Words, column: ResultColumn) -> str:
    """The head of a column of the ranking."""
    return {
        ResultColumn.CARDS: words._("cards"),
        ResultColumn.DUELS: words._("duels"),
        ResultColumn.FALSE: words._("false"),
        ResultColumn.POINTS: words._("points"),
        ResultColumn.PIECES: words.n("piece", "pieces", 0),
    }[column]


def count_words(words: Words, column: ResultColumn, count: int) -> str:
    """A result in words: what a column counts."""
    text = {
        ResultColumn.CARDS: words.n("{count} card left", "{count} cards left", count),
        ResultColumn.POINTS: words.n("{count} point", "{count} points", count),
        ResultColumn.PIECES: words.n("{count} piece left", "{count} pieces left", count),
    }[column]
    return text.format(count=count)


def counted_word(words: Words, column: ResultColumn, count: int) -> str:
    """What a column counts, as it stands behind the number."""
    return {
        ResultColumn.CARDS: words.n("card", "cards", count),
        ResultColumn.POINTS: words.n("point", "points", count),
        ResultColumn.PIECES: words.n("piece", "pieces", count),
    }[column]


def column_words(words: Words, column: ResultColumn, counts: str) -> str:
    """The results of all, in one line."""
    text = {
        ResultColumn.CARDS: words._("Cards left: {counts}"),
        ResultColumn.POINTS: words._("Points: {counts}"),
        ResultColumn.PIECES: words._("Pieces left: {counts}"),
    }[column]
    return text.format(counts=counts)


def best_words(words: Words, best: BestReaction, names: Names = NOBODY) -> str:
    """The match's fastest rightful hand."""
    return words._("Best reaction: {who}, {time}").format(
        who=seat_name(words, best.seat, names.get(best.seat)),
        time=with_error(words, best.reaction_ns, best.uncertainty_ns),
    )


def speed_words(words: Words, played_ns: int, ratio: float, digits: int) -> str:
    """How long a match in virtual time was, and how many times faster than real time it went,
    if it went so; of less than a second, such as a duel alone, the thousandths are told."""
    times = round(ratio)
    digits = digits if played_ns >= SECOND else 3
    if times < 2:
        return words._("{seconds} s of play").format(
            seconds=words.number(played_ns / SECOND, digits)
        )
    return words.n(
        "{seconds} s of play, {times} time faster than real time",
        "{seconds} s of play, {times} times faster than real time",
        times,
    ).format(seconds=words.number(played_ns / SECOND, digits), times=times)
