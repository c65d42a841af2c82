"""Situations on the table that tests begin from, and what they look at afterwards."""

from __future__ import annotations

from console.table.chaos.view import VerdictView
from console.table.outputs import CardShown, VerdictKind, VerdictReached
from tests.console.table.sitting import Sitting


def duel_on_table(sitting: Sitting) -> None:
    """Hands 0 and 1 show the same symbol, hand 2 another; hand 1's card has just been shown."""
    stacks = sitting.state.stacks
    deck = [card for stack in stacks for card in stack] + list(sitting.state.pot)
    a = [c for c in deck if c.startswith("a1")][:2]
    other = next(c for c in deck if c.startswith("b2"))
    rest = [c for c in deck if c not in (*a, other)]
    sitting.put(
        stacks=(tuple(rest[:20]), tuple(rest[20:40]), tuple(rest[40:])),
        piles=((a[0],), (a[1],), (other,)),
        pot=(),
        fresh=(True, True, True),
        to_move=2,
    )


def special_on_table(sitting: Sitting, special: str) -> None:
    """Hand 0 has just opened ``special``."""
    deck = [c for stack in sitting.state.stacks for c in stack] + list(sitting.state.pot)
    deck.remove(special)
    sitting.put(
        stacks=(tuple(deck[:20]), tuple(deck[20:40]), tuple(deck[40:])),
        piles=((special,), (), ()),
        pot=(),
        fresh=(True, False, False),
        special=special,
        to_move=1,
    )


def choice_on_table(sitting: Sitting) -> None:
    """Hand 0 has won the special that hand 2 opened, and is in a duel with hand 1 (C18)."""
    duel_on_table(sitting)
    piles = sitting.state.piles
    sitting.put(piles=(piles[0], piles[1], ("grab",)), special="grab", to_move=0)
    sitting.touch(0, after_ms=10)
    sitting.run(60)
    assert sitting.play.choice is not None


def kinds(sitting: Sitting) -> list[VerdictKind]:
    return [v.kind for v in sitting.of_kind(VerdictReached)]


def verdict_of(sitting: Sitting) -> VerdictView:
    verdict = sitting.play.verdict
    assert verdict is not None
    return verdict


def flips(sitting: Sitting) -> list[CardShown]:
    return sitting.of_kind(CardShown)
