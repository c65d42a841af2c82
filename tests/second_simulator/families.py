"""Who plays in which family, and what else happens at the table then."""

from __future__ import annotations

from dataclasses import dataclass

from tests.second_simulator.hands import HANDS


@dataclass(frozen=True)
class Family:
    """``special``: the kind of hand of some players, ``others`` that of all others; ``sure``: how
    likely a player is special (one always is). ``happening``: what the table does, ``fault``: what
    is wrong with one seat of it."""

    special: str
    others: str = "plain"
    sure: float = 0.6
    happening: str = ""
    fault: str = ""


FAMILIES: dict[str, Family] = {name: Family(name) for name in HANDS if name != "child"}
FAMILIES |= {
    "plain": Family("plain", sure=1.0),
    "child": Family("child", "slap", 0.5),
    "habit": Family("plain", sure=1.0, happening="habit"),
    "elbow": Family("plain", happening="elbow"),
    "bag": Family("plain", happening="bag"),
    "thump": Family("plain", happening="thump"),
    "dimmer": Family("plain", happening="dimmer"),
    "spike": Family("plain", happening="spike"),
    "swapped": Family("plain", fault="swapped"),
    "dead_top": Family("plain", fault="dead_top"),
    "dead_under": Family("plain", fault="dead_under"),
    "saturated": Family("plain", fault="saturated"),
    "short": Family("plain", fault="short"),
    "uneven": Family("plain", fault="uneven"),
}
MIX = (
    "plain", "plain", "slap", "two_stage", "slow", "cushion", "bounce", "roll", "glove", "child",
    "recoil", "sleeve", "drum", "fingers", "fist", "slide", "snatch", "half", "lean",
)  # fmt: skip
"""What the family ``mix`` draws from, a duel each."""
