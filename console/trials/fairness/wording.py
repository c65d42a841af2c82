"""The report's groups and figures, their bounds and what is met, as people read them."""

from __future__ import annotations

from typing import Final

from console.i18n import Words
from console.trials.fairness.cells import TABLE_TEXTS, family_name
from console.trials.fairness.figures import Figure
from console.trials.fairness.judged import JudgedGroups

MANY: Final = 0.05
"""A greater share is told in per cent."""


def group_name(by: str, name: str, words: Words) -> str:
    """What a group is, as people read it."""
    match by:
        case "whole":
            return words._("the whole trial")
        case "table":
            return words._(TABLE_TEXTS[name])
        case "cell":
            family, table = name.split("/")
            return f"{family_name(family, words)}, {words._(TABLE_TEXTS[table])}"
    return family_name(name, words)


def number(figure: Figure, value: float, words: Words) -> str:
    """A figure's value or bound as people read it."""
    match figure.unit:
        case "rate" if figure.at_least:
            return f"{words.number(100 * value, 2)} %"
        case "rate":
            return rate(value, words)
        case "ms":
            unit = words._("ms")
            return f"{words.number(value, 3)} {unit}"
        case "se":
            return words._("{n} standard errors").replace("{n}", words.number(value, 1))
    return words.number(value, 0)


def at_best(figure: Figure, words: Words) -> str:
    """What the best observer would have, as people read it; nothing where none is asked."""
    if figure.forced is not None:
        return words.number(figure.forced, 2)
    if figure.ideal is None:
        return ""
    return words.number(figure.ideal, 3 if figure.unit == "ms" else 1)


def at_best_in_full(figure: Figure, words: Words) -> str:
    """The same, and what who knows the table too would have."""
    best = at_best(figure, words)
    if figure.forced is not None and figure.unit == "rate":
        text = words._("{n} of {all}").replace("{all}", grouped(figure.trials))
    elif figure.of_table is not None:
        text = words._("{n} ms ({observer} who knows the table too)")
        text = text.replace("{observer}", words.number(figure.of_table, 3))
    else:
        return best
    return text.replace("{n}", best)


def rate(value: float, words: Words) -> str:
    """A share as people read it."""
    if value <= 0:
        return "0"
    if value > MANY:  # one in three or in two: they would look the same
        return f"{words.number(100 * value, 0)} %"
    return words._("1 in {n}").replace("{n}", grouped(round(1 / value)))


def title(figure: Figure, words: Words) -> str:
    """What the figure is about."""
    text = words._(figure.what)
    for key, value in figure.places:
        text = text.replace("{" + key + "}", words._(value))
    return text


def measured(figure: Figure, words: Words) -> str:
    """The figure's value beside its bound, as people read it; a dash where nothing was tried."""
    return number(figure, figure.value, words) if figure.trials else "–"


def bound(figure: Figure, words: Words) -> str:
    """What the figure is to be, as people read it."""
    return f"{'≥' if figure.at_least else '≤'} {number(figure, figure.bound, words)}"


def state(figure: Figure, words: Words) -> str:
    """Whether the bound is met, in a word."""
    if not figure.trials:
        return words._("not tried")
    if figure.perhaps:
        return words._("perhaps met")
    return words._("met") if figure.ok else words._("not met")


def verdict(judged: JudgedGroups, words: Words) -> str:
    """Whether all is met, and how much is not, counted as ``unmet`` lists it; apart how much of it
    is of hands that are judged as they come.
    """
    missed, apart = (len(unmet(groups, words)) for groups in (judged, judged.as_they_come))
    known = sum(len(group.figures) if group.duels else 1 for group in judged.groups)
    if not missed:
        return words._("Every bound is met.")
    text = words.n("{n} bound of {all} is not met.", "{n} bounds of {all} are not met.", missed)
    if apart:
        text = words.n(
            "{n} bound of {all} is not met, {apart} of hands that nobody tuned to.",
            "{n} bounds of {all} are not met, {apart} of them of hands that nobody tuned to.",
            missed,
        )
    for key, count in (("n", missed), ("all", known), ("apart", apart)):
        text = text.replace("{" + key + "}", grouped(count))
    return text


def unmet(judged: JudgedGroups, words: Words) -> list[tuple[str, Figure | None]]:
    """Whose figures do not meet their bounds, and which; None stands for all of a group of which
    nothing was tried.
    """
    lines: list[tuple[str, Figure | None]] = []
    for group in judged.groups:
        missed = [figure for figure in group.figures if not figure.ok] if group.duels else [None]
        name = group_name(group.by, group.name, words)
        lines += [(name, figure) for figure in missed]
    return lines


def grouped(value: int) -> str:
    """With a thin space between thousands."""
    return f"{value:,}".replace(",", "\u202f")
