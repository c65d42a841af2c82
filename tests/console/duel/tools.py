"""Short ways to say what happens on a pad. Times in milliseconds, uncertainties too."""

from __future__ import annotations

from collections.abc import Mapping

from console.duel.doubt import RefereeConfig
from console.duel.referee import Referee
from console.duel.rulings import Judge, Ruling, Standing
from drivers.events import Contact, Fall, Gesture, PadProgress
from drivers.times import MS


def touch(
    seat: int,
    t_ms: float,
    u_ms: float = 0.1,
    clock_ms: float = 0.0,
    early_ms: float = 0.0,
    late_ms: float = 0.0,
    watched_ms: float = 30.0,
) -> Contact:
    """A grab of ``seat`` at ``t_ms``, or so much earlier or later, that is told so long after."""
    t_ns = round(t_ms * MS)
    u_ns, clock_ns = round(u_ms * MS), round(clock_ms * MS)
    return Contact(
        seat=seat,
        gesture=Gesture.GRAB,
        t_ns=t_ns,
        uncertainty_ns=u_ns,
        clock_uncertainty_ns=clock_ns,
        decided_ns=t_ns + round(watched_ms * MS),
        peak_n=8.0,
        early_ns=round(early_ms * MS),
        late_ns=round(late_ms * MS),
    )


def fall(t_ms: float, u_ms: float = 0.01) -> Fall:
    """The pad leaves its cradle."""
    return Fall(True, round(t_ms * MS), round(u_ms * MS))


def pad(t_ms: float, loaded: tuple[int, ...] = (), pending: tuple[int, ...] = ()) -> PadProgress:
    """The pad is known up to ``t_ms``."""
    return PadProgress(round(t_ms * MS), frozenset(loaded), frozenset(pending))


def judge_by(standings: Mapping[int, Standing]) -> Judge:
    """A judge that looks at the seat only; who is not named is rightful."""
    return lambda contact: standings.get(contact.seat, Standing.RIGHTFUL)


def free_referee(config: RefereeConfig | None = None) -> Referee:
    """A referee whose pad is free from 0 ms on, falls known for ever."""
    referee = Referee(config)
    referee.progress(pad(0))
    referee.falls_complete_to(1 << 62)
    return referee


def rule(referee: Referee, standings: Mapping[int, Standing] | None = None) -> list[Ruling]:
    """All rulings that can be made now."""
    rulings = []
    judge = judge_by(standings or {})
    while (ruling := referee.decide(judge)) is not None:
        rulings.append(ruling)
    return rulings


def settled_after(referee: Referee, t_ms: float) -> None:
    """The pad is free from ``t_ms`` on for just long enough."""
    referee.progress(pad(t_ms))
    referee.progress(pad(t_ms + 300))
