"""The judgement: the figures of every group, and whether each meets its bound."""

from __future__ import annotations

from dataclasses import dataclass

from console.trials.fairness.cells import as_it_comes, group, groups, mixed
from console.trials.fairness.figures import (
    FairnessTrial,
    Figure,
    JudgedGroup,
    group_figures,
    mix_figures,
)
from console.trials.fairness.tables import MIX, TrialCell


@dataclass(frozen=True, slots=True)
class GroupJudged:
    """A group's figures; ``spilled``: contacts told of a petal that a hand lay half on."""

    by: str  # mix, family, table or cell
    name: str
    duels: int
    spilled: int
    figures: tuple[Figure, ...]

    @property
    def ok(self) -> bool:
        return all(figure.ok for figure in self.figures)

    @property
    def as_it_comes(self) -> bool:
        """Are its hands none that anything was ever tuned to?"""
        family = self.name.split("/")[0]
        return self.by in ("family", "cell") and as_it_comes(family)

    def figure(self, key: str) -> Figure | None:
        """The one with that key, if it has one."""
        return next((figure for figure in self.figures if figure.key == key), None)


@dataclass(frozen=True, slots=True)
class JudgedGroups:
    """All groups in order."""

    groups: tuple[GroupJudged, ...]

    @property
    def ok(self) -> bool:
        return all(group.ok for group in self.groups)

    @property
    def as_they_come(self) -> JudgedGroups:
        """Those of hands that nothing was ever tuned to."""
        return JudgedGroups(tuple(group for group in self.groups if group.as_it_comes))


def judge(trial: FairnessTrial, cell: TrialCell | None = None) -> JudgedGroups:
    """Every group of a whole trial, or the one ``cell`` that was tried."""
    if cell is not None:
        name = f"{cell.family}/{cell.table}"
        return JudgedGroups((_judged(group("cell", name, trial.records)),))
    judged = [_judged(one) for one in groups(trial.records)]
    mix = FairnessTrial(
        mixed(trial.records), trial.quiet, trial.stalled_changed, trial.stalled_duels
    )
    whole = GroupJudged("whole", MIX, len(mix.records.duels), 0, tuple(mix_figures(mix)))
    return JudgedGroups((whole, *judged))


def _judged(one: JudgedGroup) -> GroupJudged:
    return GroupJudged(
        one.by,
        one.name,
        len(one.duels),
        int(one.duels["spilled"].sum()),
        tuple(group_figures(one)),
    )
