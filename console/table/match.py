"""What every game at the table is: the session drives it through this and knows nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from console.duel.photo_finish import PhotoFinish
from console.link.played import PlayedAt
from console.table.outputs import MatchBegun, MatchEnded, Output, VerdictReached
from console.table.seating import Seating
from console.table.settings import Settings
from console.table.view import EndView, IdlePlayer, Menu, MenuLine, MenuRow, ResumeOffer, View, Who
from drivers.events import Fault, InputEvent


@dataclass(frozen=True, slots=True)
class StoredStart:
    """A broken-off match, ready to be taken up again; ``verdicts`` are how many it has, ``event``
    what it is at one."""

    offer: ResumeOffer
    seating: Seating
    settings: Settings
    seed: int
    actions: tuple[dict[str, Any], ...]
    verdicts: int
    event: PlayedAt | None = None


Photographer = Callable[[VerdictReached, Seating], PhotoFinish | None]
"""Makes the photo finish of a race from the samples at hand; None without any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStart:
    """All that a match begins with: dealt from ``seed``, or taken up where ``stored`` ends.

    ``passed_over`` is a broken-off match that was offered and not taken up; ``guided`` asks for the
    guided first game. ``position``, in the engine protocol's form, lies there instead of a deal:
    for trials of the table, as no record can tell it. Without a ``photographer`` there
    are no photo finishes. ``event``: what it is at one.
    """

    seating: Seating
    settings: Settings
    seed: int
    now_ns: int
    emit: Callable[[Output], None]
    stored: StoredStart | None = None
    passed_over: int | None = None
    guided: bool = False
    position: dict[str, Any] | None = None
    photographer: Photographer | None = None
    event: PlayedAt | None = None


class Match(Protocol):
    """One match. Everything happens in ``handle``, ``tick`` and ``presented``."""

    settings: Settings
    patience_ms: int
    """How long it waits for somebody before they are asked whether they are there."""
    shows_holding: bool
    """Does anything look otherwise once a button is let go?"""

    seating: Seating

    @property
    def preview(self) -> object | None:
        """What the next frame shows ahead of the rules, None if nothing (C24)."""
        ...

    @property
    def recorded(self) -> bool:
        """Is it kept in the log of matches?"""
        ...

    @property
    def busy(self) -> bool:
        """Is something being judged, so that nothing else may take long now?"""
        ...

    @property
    def may_pause(self) -> bool: ...

    @property
    def still(self) -> bool:
        """Is nothing expected of anybody now: a pause, a picture, trouble, hands being judged?"""
        ...

    def waits_for(self) -> frozenset[int]:
        """The players one of whom has to do something before it goes on."""
        ...

    def chances(self) -> Mapping[int, object]:
        """What each player could claim now by being the first, by player; equal as long as it is
        the same race."""
        ...

    def set_played_for(self, away: frozenset[int], returning: frozenset[int], now_ns: int) -> None:
        """The players of ``away`` are played for from now on, all others play themselves. Those of
        ``returning`` will soon: nothing new is done for them."""
        ...

    def handle(self, event: InputEvent) -> None:
        """Take in what the drivers say. Seat faults come through ``set_faults``."""
        ...

    def set_faults(self, faults: dict[int, Fault], shown: dict[int, Fault]) -> None:
        """The seats that cannot be trusted now, each with its reason; what is shown of seats."""
        ...

    def let_go(self, seat: int) -> None:
        """The buttons there cannot be heard any more: none of them counts as held."""
        ...

    def deaf_to(self, fault: Fault) -> bool:
        """Whether buttons of a seat with this fault count for nothing."""
        ...

    def pause(self, now_ns: int) -> None:
        """Stop the timers until ``resume``."""
        ...

    def resume(self, now_ns: int) -> None:
        """Let the timers go on where they stood."""
        ...

    def has_hand(self, seat: int) -> bool:
        """Does a person there hold cards that nobody else may see?"""
        ...

    def menu_rows(self, seat: int) -> tuple[MenuRow, ...]:
        """The match's own lines in the pause menu of ``seat``."""
        ...

    def choose(self, key: MenuLine, seat: int, now_ns: int) -> None:
        """One of ``menu_rows`` was chosen; the match goes on."""
        ...

    def tick(self, now_ns: int) -> bool:
        """Do what is due at ``now_ns``; True when something that is seen has changed."""
        ...

    def presented(self, shown: object | None, t_ns: int) -> bool:
        """A frame is visible to everybody since ``t_ns``, ``shown`` the preview in it.

        True when that changed something.
        """
        ...

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        ...

    def ended(self) -> bool:
        """Is it over for good?"""
        ...

    def bright_seats(self) -> frozenset[int]:
        """The seats whose lamps are bright."""
        ...

    def view(
        self, who: tuple[Who, ...], pause: Menu | None, idle: tuple[IdlePlayer, ...] = ()
    ) -> View:
        """What the next frame shows; ``who`` sits where, by board seat."""
        ...

    def end_view(self, who: tuple[Who, ...], menu: Menu) -> EndView:
        """The ranking."""
        ...

    def result(self, t_ns: int, abandoned: bool = False) -> MatchEnded:
        """The record of the match's end."""
        ...


def match_begun(game: str, start: MatchStart, epoch_ns: int) -> MatchBegun:
    """The record of a match's beginning, whose time zero is ``epoch_ns``."""
    stored, seating = start.stored, start.seating
    return MatchBegun(
        game=game,
        options=start.settings.options,
        seed=start.seed,
        players=seating.players,
        seats=seating.seats,
        player_of=seating.player_of,
        people=tuple(w.value for w in seating.people),
        epoch_ns=epoch_ns,
        resumed=stored.offer.match if stored else None,
        made=(len(stored.actions), stored.verdicts) if stored else (0, 0),
        passed_over=start.passed_over,
        t_ns=start.now_ns,
        profiles=seating.profiles,
        event=start.event,
    )
