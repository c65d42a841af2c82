"""The result of a match, as it is told in a terminal."""

from __future__ import annotations

from console.i18n import Words
from console.screens.names import seat_name
from console.screens.texts import best_words, column_words
from console.table.outputs import MatchEnded
from console.table.ranking import final_places
from console.table.view import BestReaction


def result_text(words: Words, result: MatchEnded, seats: tuple[int, ...]) -> str:
    """The result of a match in a line or two, the first in it first."""
    names = ", ".join(seat_name(words, seats[p]) for p in result.winners)
    lines = [words._("Won: {who}").format(who=names)]
    if result.column is not None:
        places = final_places(result)
        counts = ", ".join(
            f"{seat_name(words, seats[p])}: {result.counts[p]}"
            for p in sorted(range(len(places)), key=places.__getitem__)
        )
        lines.append(column_words(words, result.column, counts))
    duels = result.duels
    if duels is not None and duels.best_seat is not None and duels.best_reaction_ns is not None:
        best = BestReaction(duels.best_seat, duels.best_reaction_ns, duels.best_uncertainty_ns)
        lines.append(best_words(words, best))
    return "\n".join(lines)
