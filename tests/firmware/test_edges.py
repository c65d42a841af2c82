"""Edges on the controller: kept until acknowledged, lost ones counted (WIRE.md, EDGE)."""

from __future__ import annotations

from drivers.firmware.edges import AGAIN_US, MOST_WAITING, OLDEST_US, Edges


def waiting(count: int) -> Edges:
    """A line that was active and has changed ``count`` times, every millisecond."""
    edges = Edges(1)
    edges.start(0, True)
    for i in range(count):
        edges.add(0, i % 2 == 1, 1000 * i)
    return edges


def test_no_change_and_no_line_are_no_edges() -> None:
    edges = waiting(1)
    assert edges.add(0, False, 9)
    assert edges.add(3, True, 9)
    assert (edges.newest, edges.lost, edges.first) == (1, 0, 1)


def test_an_acknowledged_edge_and_all_before_it_are_gone() -> None:
    edges = waiting(5)
    edges.acknowledge(3)
    assert edges.first == 4
    assert [edge[0] for edge in edges.again(AGAIN_US)] == [4, 5]
    edges.acknowledge(5)
    assert edges.again(2 * AGAIN_US) == []
    assert edges.first == 6


def test_an_old_or_wild_acknowledgement_does_nothing() -> None:
    edges = waiting(5)
    edges.acknowledge(2)
    for number in (1, 2, 40_000, 6):
        edges.acknowledge(number)
    assert edges.first == 3


def test_numbers_wrap() -> None:
    edges = waiting(0)
    edges.newest = 0xFFFE
    for i in range(3):
        edges.add(0, i % 2 == 1, i)
    assert [edge[0] for edge in edges.again(AGAIN_US)] == [0xFFFF, 0, 1]
    edges.acknowledge(0)
    assert edges.first == 1


def test_edges_are_sent_again_every_20_ms() -> None:
    edges = waiting(1)
    assert [edge[0] for edge in edges.fresh(0)] == [1]
    assert edges.again(AGAIN_US - 1) == []
    assert len(edges.again(AGAIN_US)) == 1
    assert edges.again(AGAIN_US + 1) == []
    assert len(edges.again(2 * AGAIN_US)) == 1


def test_the_oldest_go_when_too_many_wait_and_are_counted() -> None:
    edges = waiting(MOST_WAITING)
    assert edges.lost == 0
    assert not edges.add(0, MOST_WAITING % 2 == 1, 99_000)
    assert (edges.lost, edges.first) == (1, 2)


def test_nothing_waits_longer_than_a_minute() -> None:
    edges = waiting(2)
    assert not edges.expire(OLDEST_US)
    assert edges.expire(OLDEST_US + 1)
    assert (edges.lost, edges.first) == (1, 2)
