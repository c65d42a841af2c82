"""A league's pages: which leagues there are, and how one stands; all of it is everybody's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from console.desk.league.options import WEEK_MS, LeagueOptions
from console.desk.league.store import MOST_ROWS, LeaguePlace, LeagueStore
from console.desk.web.page_request import environment, written_points
from console.i18n import Words

_AFTER = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


def league_page(
    store: LeagueStore, words: Words, id_: str | None, params: Mapping[str, str], now_ms: int
) -> str | None:
    """The page of a league; without an id that of the only one, or a list. None if there is no
    such league."""
    leagues = store.leagues()
    if id_ is None and len(leagues) != 1:
        return _written(words, league=None, leagues=leagues, nowhere=False)
    league = next((each for each in leagues if id_ in (None, each.id)), None)
    if league is None:
        return None
    after = _after(params.get("after", ""))
    rows = store.standings(league.id, after)
    last = rows[-1] if len(rows) == MOST_ROWS else None
    return _written(
        words,
        league=league,
        rows=rows,
        first=after is None,
        more="" if last is None else f"{last.total}.{last.best}.{last.person}",
        weeks_text=_week(league.options, words, now_ms),
    )


def nowhere_page(words: Words) -> str:
    """Where nothing of ours is; somebody may have typed it."""
    return _written(words, league=None, nowhere=True)


def _week(options: LeagueOptions, words: Words, now_ms: int) -> str:
    week = (now_ms - options.first_ms) // WEEK_MS + 1
    if week < 1:
        return words._("It has not begun yet.")
    if week > options.weeks_n:
        return words._("It is over.")
    return words._("This is week {week}.").format(week=week)


def _after(typed: str) -> LeaguePlace | None:
    """The last row of the page before; None for what is none."""
    found = _AFTER.fullmatch(typed)
    if found is None:
        return None
    total, best, person = map(int, found.groups())
    return LeaguePlace(0, person, "", "", total, best)


def _written(words: Words, **fields: Any) -> str:
    points = partial(written_points, words)
    page = environment().get_template("league.html")
    return page.render(words=words, _=words._, n=words.n, points=points, **fields)
