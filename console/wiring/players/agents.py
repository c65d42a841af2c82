"""Simulated people at the seats that no person has taken."""

from __future__ import annotations

from console.table.chaos.match import ChaosMatch
from console.table.event.duel import DuelScene
from console.table.match import Match
from console.table.table import Table
from console.table.view import View
from console.wiring.loop import Agents, Loop
from console.wiring.players.observation import scene_of
from drivers.times import earliest
from host_sim.people import Acts, SimulatedPeople


class AllAgents:
    """Several agents at one table."""

    def __init__(self, *agents: Agents) -> None:
        self._agents = agents

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A frame is visible."""
        for agents in self._agents:
            agents.see(table, view, shown_ns)

    def act(self, now_ns: int) -> None:
        """Each does what is due."""
        for agents in self._agents:
            agents.act(now_ns)

    def next_act_ns(self) -> int | None:
        """When the first of them will do something."""
        return earliest([agents.next_act_ns() for agents in self._agents])


def join(loop: Loop, agents: Agents) -> None:
    """They are at its table too from now on."""
    loop.agents = agents if loop.agents is None else AllAgents(loop.agents, agents)


class SimAgents:
    """Sits down anew at each match; sees what the screen shows, acts on the board."""

    def __init__(self, board: Acts, seed: int) -> None:
        self._board = board
        self._seed = seed
        self._played: Match | DuelScene | None = None
        self._view: View | None = None
        self._people: SimulatedPeople | None = None

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A frame is visible since ``shown_ns``; the same view again is nothing new."""
        duel = table.scene if isinstance(table.scene, DuelScene) else None
        played = table.match if duel is None else duel
        if played is not self._played:
            self._played = played
            self._people = None
            if isinstance(played, ChaosMatch | DuelScene):
                self._people = self._sit_down(played)
        if view is self._view or self._people is None:
            return
        self._view = view
        scene = scene_of(table, view, shown_ns)
        if scene is not None:
            self._people.see(scene)

    def _sit_down(self, match: ChaosMatch | DuelScene) -> SimulatedPeople:
        seats = {seat: match.seating.who_at(seat) for seat in match.seating.seats}
        simulated = {s: w.value for s, w in seats.items() if w.simulated}
        return SimulatedPeople(self._board, simulated, self._seed ^ match.seed)

    def act(self, now_ns: int) -> None:
        """Start every movement that is due."""
        if self._people is not None:
            self._people.act(now_ns)

    def next_act_ns(self) -> int | None:
        """When somebody moves next."""
        return None if self._people is None else self._people.next_act_ns()
