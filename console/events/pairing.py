"""One against one, by maximum-weight matching over all pairs: V14."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import rustworkx as rx

from console.events.draw_field import DrawField
from console.games.rng import Rng

_WORD: Final = 2**62
"""Weights below it are reckoned in machine words, above in whole numbers of any size."""


def paired(drawn: DrawField, rng: Rng) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs, those with the most points first, and who has the bye. At least one person."""
    order = rng.shuffled(drawn.persons)
    weights = _weights(drawn, order)
    size = len(weights)
    rows, columns = np.triu_indices(size, 1)
    graph: rx.PyGraph[None, int] = (
        rx.PyGraph()
    )  # to look for double edges would take longer than all else
    graph.add_nodes_from([None] * size)
    edges = zip(rows.tolist(), columns.tolist(), weights[rows, columns].tolist(), strict=True)
    graph.add_edges_from(list(edges))
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs, bye = [], None
    for one, other in matched:
        if max(one, other) == len(order):
            bye = order[min(one, other)]
        else:
            pairs.append((order[min(one, other)], order[max(one, other)]))
    points = drawn.points
    pairs.sort(key=lambda pair: (-points.get(pair[0], 0) - points.get(pair[1], 0), pair))
    return pairs, bye


def _weights(drawn: DrawField, order: list[int]) -> np.ndarray[Any, Any]:
    """The more, the better, for each two of ``order``; where they are odd, a last row is the bye.

    Each term of V14 is worth more than all below it can come to, summed over all pairs.
    """
    n = len(order)
    size = n + n % 2
    terms = [_clashes(drawn, order), _meetings(drawn, order), *_scores(drawn, order)]
    bounds = [int(term.max(initial=0)) * (size // 2) + 1 for term in terms]
    whole = 1
    for bound in bounds:
        whole *= bound
    cost = np.zeros((size, size), dtype=np.int64 if whole < _WORD else object)
    for term, bound in zip(terms, bounds, strict=True):
        cost = cost * bound + term
    best: np.ndarray[Any, Any] = cost.max(initial=0) + 1 - cost
    return best


def _square(size: int) -> np.ndarray[Any, Any]:
    return np.zeros((size, size), dtype=np.int64)


def _clashes(drawn: DrawField, order: list[int]) -> np.ndarray[Any, Any]:
    term = _square(len(order) + len(order) % 2)
    held = [i for i, person in enumerate(order) if person in drawn.fixed]
    for i in held:
        for j in held:
            term[i, j] = drawn.clash(order[i], order[j])
    return term


def _meetings(drawn: DrawField, order: list[int]) -> np.ndarray[Any, Any]:
    term = _square(len(order) + len(order) % 2)
    at = {person: i for i, person in enumerate(order)}
    for (one, other), times in drawn.met.items():
        if one in at and other in at:
            term[at[one], at[other]] = term[at[other], at[one]] = times
    return term


def _scores(drawn: DrawField, order: list[int]) -> list[np.ndarray[Any, Any]]:
    """Byes, differences of points, seats."""
    n = len(order)
    size = n + n % 2
    levels = np.array(drawn.levels(order), dtype=np.int64)
    firsts = np.array([drawn.firsts.get(person, 0) for person in order], dtype=np.int64)
    byes, far, seats = _square(size), _square(size), _square(size)
    far[:n, :n] = (levels[:, None] - levels[None, :]) ** 2
    more, less = (firsts + 1) ** 2, (firsts - 1) ** 2
    seats[:n, :n] = np.minimum(more[:, None] + less[None, :], less[:, None] + more[None, :])
    if n % 2:
        byes[n, :n] = byes[:n, n] = [drawn.byes.get(person, 0) for person in order]
        far[n, :n] = far[:n, n] = (levels - levels.min()) ** 2
        seats[n, :n] = seats[:n, n] = firsts**2
    return [byes, far, seats]
