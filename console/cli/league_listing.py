"""How a league stands, as it is told in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from console.desk.league.store import LeagueKept, LeaguePlace
from console.desk.web.page_request import written_points
from console.i18n import Words
from console.terminal.columns import titled


def standing_lines(
    league: LeagueKept,
    rows: Sequence[LeaguePlace],
    cafes: Sequence[str],
    disputes_n: int,
    words: Words,
    most: int | None,
) -> Iterable[str]:
    """Its rows, and what an organiser has to look at."""
    options = league.options
    yield words._("league {league}: {name}, the best {best} of {weeks} weeks").format(
        league=league.id, name=options.name, best=options.best_n, weeks=options.weeks_n
    )
    if cafes:
        yield words._("cafés: {names}").format(names=", ".join(cafes))
    heads = (
        words._("place"),
        words._("number"),
        words._("who"),
        words._("café"),
        words._("points"),
        words._("best evening"),
    )
    told = [
        (
            str(row.place),
            str(row.person),
            row.name or "–",
            row.cafe,
            written_points(words, row.total),
            written_points(words, row.best),
        )
        for row in rows
    ]
    if told:
        yield from titled(heads, told, most)
    else:
        yield words._("nobody has played yet")
    if disputes_n:
        yield words.n(
            "{n} result came otherwise a second time: it does not count",
            "{n} results came otherwise a second time: they do not count",
            disputes_n,
        ).format(n=disputes_n)
