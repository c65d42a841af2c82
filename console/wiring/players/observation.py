"""What simulated people see: the screen's view, made into a scene for ``host_sim``."""

from __future__ import annotations

from console.table.chaos.match import ChaosMatch
from console.table.chaos.view import DeathPhase, PlayView
from console.table.event.view import RaceStage, RaceView
from console.table.table import Table
from console.table.view import View
from host_sim.scene import SeenTable


def scene_of(table: Table, view: View, shown_ns: int) -> SeenTable | None:
    """The scene that the people at the table see from ``shown_ns`` on; None outside a match."""
    if isinstance(view, RaceView):
        return _of_race(view, shown_ns)
    match = table.match
    if not isinstance(match, ChaosMatch) or not isinstance(view, PlayView):
        return None
    order = match.seating.seats
    flips = view.special is None and view.all_at_ns is None and view.choice is None
    turn = next((s.seat for s in view.seats if s.turn), None) if flips else None
    death = view.sudden_death
    blind = view.pause is not None or view.trouble is not None
    blind = blind or view.photo is not None
    return SeenTable(
        shown_ns=shown_ns,
        tops=tuple([s.pile[-1] if s.pile and not blind else None for s in view.seats]),
        fresh=tuple([s.fresh for s in view.seats]),
        players=tuple([s.player for s in view.seats]),
        order=order,
        turn=None if blind or death or match.settings.auto else turn,
        flip_from_ns=match.flip_from_ns(),
        shift=view.shift,
        special=None if blind else view.special,
        choice=view.choice.seat if view.choice else None,
        rivals=death.seats if death else (),
        light=death is not None and death.phase is DeathPhase.LIGHT,
        hands_off=_hands_off(match.races.busy, view),
    )


def _of_race(view: RaceView, shown_ns: int) -> SeenTable:
    """A duel on the pad: nothing counts but the light."""
    players: list[int | None] = [None] * len(view.seats)
    for player, racer in enumerate(view.players):
        players[racer.seat] = player
    runs = view.stage in (RaceStage.HANDS_OFF, RaceStage.WAIT, RaceStage.LIGHT)
    return SeenTable(
        shown_ns=shown_ns,
        tops=(None,) * len(view.seats),
        fresh=(False,) * len(view.seats),
        players=tuple(players),
        order=tuple(racer.seat for racer in view.players),
        rivals=tuple(r.seat for r in view.players if r.place is None and not r.out) if runs else (),
        light=view.stage is RaceStage.LIGHT,
        hands_off=view.stage is not RaceStage.WAIT,
    )


def _hands_off(busy: bool, view: PlayView) -> bool:
    """Does the table ask everybody to let go?"""
    if view.sudden_death is not None:
        return view.sudden_death.phase is DeathPhase.HANDS_OFF
    return busy or view.trouble is not None
