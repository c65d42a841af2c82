"""Names go from the start screen through the log into whatever is shown of it again."""

from __future__ import annotations

from pathlib import Path

from console.store.log import DirectLog
from console.store.reader import Store
from console.table.seating import NamedPerson
from console.table.settings import Settings
from console.wiring.build import FAST, build
from console.wiring.loop import VirtualDisplay
from console.wiring.matches.stored import offer, seating_of
from console.wiring.setup import PlayOptions, make_setup
from drivers.clock import VirtualClock
from tests.console.people.evening import join


def test_a_match_is_kept_with_its_people_and_taken_up_with_them(tmp_path: Path) -> None:
    path = tmp_path / "khvatka.sqlite3"
    badger, owl = join(path, "Барсук", "Сова")
    asked = PlayOptions(people="person,person", players=2, settings={"match.game": "iota"}, seed=3)
    setup = make_setup(asked, all_simulated=False)
    log, clock = DirectLog(path), VirtualClock(1_000_000_000)
    sim = build(setup, clock, VirtualDisplay(), log, waking=FAST)
    seats = [s for s, who in enumerate(setup.who) if who.value == "person"]
    for seat, one in zip(seats, (badger, owl), strict=True):
        sim.table.call(seat, NamedPerson(one.id, one.nickname))
    sim.table.begin(clock.now_ns())
    sim.loop.turn()
    log.action(1, 0, {"type": "pass", "cards": []})
    log.close()
    stored = Store(path).match(1)
    called = {seats[0]: "Барсук", seats[1]: "Сова"}
    assert {s: seating_of(stored).name_at(s) for s in seats} == called
    start = offer(Store(path), Settings(), len(setup.who))
    assert start is not None
    assert {s: start.seating.name_at(s) for s in seats} == called
