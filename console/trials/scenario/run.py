"""One scenario, played in virtual time and held against its expectations."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from console.i18n import LANGUAGES, Words
from console.table import seating
from console.table.games import TABLE_GAMES
from console.table.settings import Settings
from console.table.view import Who
from console.trials.scenario.expect import Unmet, context, unmet
from console.trials.scenario.position import position_of
from console.trials.scenario.screen import MISSING, at_path, plain, texts
from console.trials.scenario.story import Listening, Story, equal
from console.trials.scenario.timeline import Timeline, brightness
from console.wiring.build import KEPT_NS, TableSession, assemble_session, weigh
from console.wiring.gc_control import no_collection
from console.wiring.loop import FRAME_NS, MAX_WAIT_NS, VirtualDisplay
from console.wiring.players.agents import join
from console.wiring.setup import Setup
from drivers.clock import Clock, VirtualClock
from drivers.errors import ConfigError, Sentence
from drivers.inputs import InputsConfig
from drivers.times import SECOND, ns
from host_sim.rig import Rig, make_rig
from host_sim.scenarios.form import Scenario, ScenarioLook, ScenarioTable
from host_sim.scenarios.load import FileText, load_scenario

BEGIN_NS: Final = 2 * SECOND
WARM_NS: Final = SECOND
"""So long the table runs before the match: a pad controller sets its clock meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioOutcome:
    """How a scenario went. ``line`` of the file and ``context`` belong to what was not met;
    ``note`` is worth knowing and no fault."""

    path: Path
    simulated_ns: int
    wall_ns: int
    failed: Unmet | None = None
    line: int = 0
    context: tuple[str, ...] = ()
    begin_ns: int = BEGIN_NS
    note: str = ""

    @property
    def ok(self) -> bool:
        """Was everything as expected?"""
        return self.failed is None

    @property
    def ratio(self) -> float:
        """How many times faster than real time."""
        return self.simulated_ns / max(self.wall_ns, 1)


class DroppingDisplay(VirtualDisplay):
    """A display that leaves frames out, as a timeline says."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.drops: list[tuple[int, int, float]] = []
        self._seed = seed

    def next_frame_ns(self, now_ns: int) -> int:
        """The next frame of the grid that is not left out."""
        frame_ns = super().next_frame_ns(now_ns)
        while any(
            start <= frame_ns < end and self._lost(frame_ns, share)
            for start, end, share in self.drops
        ):
            frame_ns += FRAME_NS
        return frame_ns

    def _lost(self, frame_ns: int, share: float) -> bool:
        return Random(f"{self._seed} {frame_ns // FRAME_NS}").random() < share


class LookChecks:
    """Holds the screen and the lamps against what looks expect."""

    def __init__(self, session: TableSession, rig: Rig, words: Words) -> None:
        self._session, self._rig, self._words = session, rig, words
        self.misses: list[Unmet] = []

    def look(self, number: int, look: ScenarioLook, t_ns: int) -> None:
        """Hold the screen and the lamps against what a look expects."""
        for what in self._differences(look):
            self.misses.append(Unmet(("look", number), t_ns, what))

    def _differences(self, look: ScenarioLook) -> Iterator[str]:
        view = self._session.table.view()
        fields = plain(view)
        for path, wanted in look.screen.items():
            shown = at_path(fields, path)
            if shown is MISSING or not equal(shown, wanted):
                text = "not there" if shown is MISSING else repr(shown)
                yield f"expected screen {path} = {wanted!r}, it is {text}"
        said = texts(view, self._words, look.seat)
        for text in look.says:
            if not any(text in sentence for sentence in said):
                yield f"expected the screen to say {text!r}, it says {said!r}"
        for text in look.says_not:
            if any(text in sentence for sentence in said):
                yield f"the screen must not say {text!r}"
        levels = [brightness(level) for level in self._rig.lamps]
        for seat, wanted_lamp in enumerate(look.lamps or ()):
            if wanted_lamp not in ("any", levels[seat]):
                yield f"expected lamp {seat} to be {wanted_lamp}, it is {levels[seat]}"


@dataclass(slots=True, kw_only=True)
class ScenarioTrial:
    """A scenario on a table of its own: build it, run it, ask what was not met."""

    scenario: Scenario
    story: Story
    rig: Rig
    session: TableSession
    timeline: Timeline
    checks: LookChecks
    position: dict[str, Any] | None

    @property
    def end_ns(self) -> int:
        """When the scenario is over."""
        return BEGIN_NS + ns(self.scenario.length_ms)

    def warm_up(self) -> None:
        """Let the table run until the match begins."""
        self._run_to(BEGIN_NS)
        if self.scenario.game.begin:
            self.session.table.begin(BEGIN_NS, self.position)

    def _run_to(self, end_ns: int) -> None:
        clock, loop = self.session.loop.clock, self.session.loop
        while (now_ns := clock.now_ns()) < end_ns:
            clock.sleep_until(now_ns + self.timeline.stall_ns(now_ns))
            loop.turn()
            loop.wait(max(1, min(MAX_WAIT_NS, end_ns - clock.now_ns())))

    def run(self) -> None:
        """Play it to its end."""
        try:
            self.warm_up()
            self._run_to(self.end_ns)
        finally:
            self.close()

    def close(self) -> None:
        """Let go of everything."""
        for asked in self.session.opponents:
            asked.close()
        self.rig.board.close()

    def first_miss(self) -> Unmet | None:
        """The earliest expectation that was not met."""
        missed = [*self.checks.misses, *unmet(self.scenario, self.story, self.end_ns)]
        return min(missed, key=lambda miss: miss.t_ns, default=None)


def prepare(
    scenario: Scenario,
    text: FileText,
    clock: Clock | None = None,
    display: DroppingDisplay | None = None,
) -> ScenarioTrial:
    """The table of a scenario, its board open, before its match.

    Raises ConfigError: file, line, key and what does not fit.
    """
    table = scenario.table
    people = table.people or ["person"] * table.seats
    who = tuple(Who(person) for person in people)
    settings = _settings(scenario, text)
    if not TABLE_GAMES[settings.game].fits(who):
        raise text.fault(
            ("table", "people"),
            Sentence("so many people cannot play {game}", game=settings.game),
        )
    players = sum(w is not Who.EMPTY for w in who)
    hands = _hands(table, who, text)
    try:
        position = position_of(scenario.game, players)
    except ConfigError as error:
        raise text.fault(("game", "state"), error) from error
    clock = clock or VirtualClock(BEGIN_NS - WARM_NS)
    story = Story(clock, BEGIN_NS)
    rig = make_rig(table, clock)
    rig.board.open()
    inputs = Listening(rig.info, weigh(rig), InputsConfig(recent_ns=KEPT_NS))
    inputs.story = story
    display = display or DroppingDisplay(table.seed)
    setup = Setup(who, settings, scenario.game.seed, table.board, (1280, 800), False)
    session = assemble_session(
        setup, clock, display, board=rig.board, hands=rig, inputs=inputs, sinks=(story,)
    )
    start = session.table.lobby.start
    session.table.lobby.start = replace(start, people=replace(start.people, hands=hands))
    checks = LookChecks(session, rig, Words(table.language))
    timeline = Timeline(scenario, rig, story, checks.look)
    display.drops = timeline.frames_drop
    join(session.loop, timeline)
    return ScenarioTrial(
        scenario=scenario,
        story=story,
        rig=rig,
        session=session,
        timeline=timeline,
        checks=checks,
        position=position,
    )


def _hands(table: ScenarioTable, who: tuple[Who, ...], text: FileText) -> dict[int, seating.Hands]:
    """Where two people play, if they choose (C30)."""
    if table.hands is None:
        return {}
    chosen = [seating.Hands(*pair) for pair in table.hands]
    hands = dict(zip(seating.taken_seats(who), chosen, strict=False))
    if len(chosen) != len(hands) or hands != seating.hands_at(who, hands):
        raise text.fault(
            ("table", "hands"),
            Sentence("nobody at these seats can play at {hands}", hands=table.hands),
        )
    return hands


def _settings(scenario: Scenario, text: FileText) -> Settings:
    game, language = scenario.game, scenario.table.language
    if language not in LANGUAGES:
        raise text.fault(
            ("table", "language"),
            Sentence(
                "language is {language!r}: choose {known}",
                language=language,
                known=" / ".join(LANGUAGES),
            ),
        )
    try:
        settings = Settings(
            game=game.id,
            pace_ms=game.pace_ms,
            auto=game.auto,
            special_ms=game.special_ms,
            choice_ms=game.choice_ms,
            all_ms=game.all_ms,
            language=language,
        )
        return settings.with_options(game.id, game.options)
    except ConfigError as error:
        raise text.fault(("game",), error) from error


def run_file(path: Path) -> ScenarioOutcome:
    """Read a scenario and play it. Raises ConfigError for a fault in the file."""
    scenario, text = load_scenario(path)
    return run_scenario(scenario, text)


def run_scenario(scenario: Scenario, text: FileText) -> ScenarioOutcome:
    """Play a scenario in virtual time. Raises ConfigError for what does not fit in its file."""
    return play(prepare(scenario, text), text)


def play(trial: ScenarioTrial, text: FileText) -> ScenarioOutcome:
    """Play a prepared scenario to its end; whatever goes wrong in the product is an outcome."""
    scenario = trial.scenario
    begun_ns = time.perf_counter_ns()
    broken: Unmet | None = None
    with no_collection():
        try:
            trial.run()
        except Exception as error:  # whatever it is, it is the product that broke
            now_ns = trial.session.loop.clock.now_ns()
            broken = Unmet(("about",), now_ns, f"the table broke: {error!r}")
    wall_ns = time.perf_counter_ns() - begun_ns
    failed = broken or trial.first_miss()
    if failed is None:
        return ScenarioOutcome(path=text.path, simulated_ns=ns(scenario.length_ms), wall_ns=wall_ns)
    return ScenarioOutcome(
        path=text.path,
        simulated_ns=ns(scenario.length_ms),
        wall_ns=wall_ns,
        failed=failed,
        line=text.line(failed.key),
        context=tuple(context(trial.story, failed.t_ns)),
    )
