"""A duel on the pad between those who are equal (V29): a count, races for the light, the places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final, Protocol

from console.duel.bout import Bout
from console.duel.doubt import RefereeConfig
from console.duel.photo_finish import STRAGGLER_NS, PhotoFinish
from console.duel.sudden_death import Again, Cause, Phase, Winner
from console.link.played import PlayedAt
from console.table.chaos.view import VerdictEntry, VerdictView
from console.table.event.view import Racer, RaceStage, RaceView
from console.table.hardware import pressed_beside, told_fault
from console.table.match import Photographer
from console.table.outputs import Cue, DuelEnded, DuelRaced, RaceMargin, VerdictKind, VerdictReached
from console.table.playing import COUNT, COUNT_NS
from console.table.scene import JOINED_LAMP, NO_LAMP, TURN_LAMP, Scene, SceneHost
from console.table.seating import Seating
from console.table.view import StartSeat, TableTrouble, TroubleKind, View
from drivers.events import (
    Button,
    ButtonEvent,
    Contact,
    Fault,
    InputEvent,
    PadProgress,
    SeatFault,
    SourceFault,
)
from drivers.times import MS

SEEN_NS: Final = 700 * MS
"""So long after a race the hands that came later are known too."""
VERDICT_NS: Final = 4_000 * MS
"""So long who was first is told, before the next race."""
PHOTO_NS: Final = 8_000 * MS
"""So long a photo finish stays."""
MOST_EMPTY: Final = 3
"""So many races nobody comes to; then they are called anew."""
_STAGES: Final = {
    Phase.HANDS_OFF: RaceStage.HANDS_OFF,
    Phase.WAIT: RaceStage.WAIT,
    Phase.LIGHT: RaceStage.LIGHT,
    Phase.OUTCOME: RaceStage.WON,
}


class DuelHost(SceneHost, Protocol):
    """The table, as this scene knows it."""

    photographer: Photographer | None


Places = tuple[tuple[int, str], ...]


class DuelScene(Scene):
    """It ends with a ``DuelEnded`` once everybody has a place, and the picture of it was seen."""

    def __init__(
        self,
        host: DuelHost,
        seating: Seating,
        event: PlayedAt,
        seed: int,
        now_ns: int,
        over: Callable[[Places | None], None],
    ) -> None:
        """``over`` hears place and name of each; None: they are to be called anew."""
        self._host, self.seating, self._event, self._over = host, seating, event, over
        self._seats = seating.seats
        self.seed = seed
        self._rng = Random(seed)
        self._bout: Bout | None = None
        self._count_ns = now_ns
        self._count = COUNT
        self._heard = 0
        self._won: VerdictView | None = None
        self._light_ns: int | None = None
        self._winner: Winner | None = None
        self._beside: frozenset[int] = frozenset()  # who has lost the last race by a hand beside
        self._shown_ns = 0
        self._again: Cause | None = None
        self._empty_n = 0
        self._photo: PhotoFinish | None = None
        self._ended = self._shot = self._lit = False
        self._covered_ns: int | None = None
        self._shown: tuple[RaceStage, tuple[int, ...]] | None = None
        self._progress: PadProgress | None = None

    # -- what comes in -----------------------------------------------------------------------------

    def sense(self, event: InputEvent) -> None:
        if isinstance(event, SourceFault) and event.active and event.fault is Fault.SILENT:
            if not self._ended:
                self._over(None)
        elif isinstance(event, PadProgress):
            self._progress = event
            if self._bout is not None:
                self._bout.progress(event)
        elif isinstance(event, Contact) and event.seat in self._seats and self._bout is not None:
            self._host.emit(Cue.TOUCH)
            self._bout.add(event)

    def trust(self, news: SeatFault, faults: dict[int, Fault]) -> None:
        """A duel at a petal that cannot be trusted is none: it is played anew at others."""
        if news.active and news.seat in self._seats and not self._ended:
            self._over(None)

    def deaf_to(self, fault: Fault) -> bool:
        return False

    def button(self, event: ButtonEvent) -> None:
        if not event.pressed or event.seat not in self._seats:
            return
        if self._bout is None and event.button is Button.BACK:
            self._over(None)
        elif event.button in (Button.OK, Button.BACK) and self._photo is not None:
            self._shown_ns = event.t_ns - PHOTO_NS  # seen

    @property
    def is_race_game(self) -> bool:
        return True

    @property
    def racing(self) -> bool:
        """Is each touch one that counts?"""
        return self._bout is not None and self._bout.race is not None

    def covered(self, now_ns: int) -> None:
        self._covered_ns = now_ns

    def uncovered(self, now_ns: int) -> None:
        """Eyes come back: what was on the screen stands there anew, and a race begins so."""
        if self._bout is not None and self._bout.race is not None:
            self._bout.race.close(self._covered_ns)
        self._covered_ns = None
        self._count_ns, self._count, self._heard = now_ns, COUNT, 0
        self._shown_ns = now_ns

    # -- time --------------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        bout = self._bout
        if self._covered_ns is not None:
            return False
        if bout is None:
            return self._counted(now_ns)
        if bout.race is not None:
            bout.race.close(self._host.hardware.down_ns)
        changed = self._decide(bout, now_ns)  # what is known already counts
        if bout.race is not None:
            bout.race.tick(now_ns)
            changed = self._decide(bout, now_ns) or changed
        if bout.race is None:
            changed = self._goes_on(bout, now_ns) or changed
        now = self.stage, () if bout.race is None else bout.race.out
        changed, self._shown = changed or now != self._shown, now
        return changed

    def _counted(self, now_ns: int) -> bool:
        before, self._count = self._count, COUNT - (now_ns - self._count_ns) // COUNT_NS
        if self._count <= 0:
            self._bout = Bout(self._seats, self._rng, now_ns)
            if self._progress is not None:
                self._bout.progress(self._progress)
        elif self._count != self._heard:
            self._host.emit(Cue.COUNT)
            self._heard = self._count
        return before != self._count

    def _decide(self, bout: Bout, now_ns: int) -> bool:
        """Has anything come of the race?"""
        changed = False
        while (outcome := bout.decide()) is not None:
            self._decided(outcome, now_ns)
            changed = True
        return changed

    def _decided(self, outcome: Winner | Again, now_ns: int) -> None:
        if isinstance(outcome, Again):
            self._again = outcome.cause
            self._empty_n = self._empty_n + 1 if outcome.cause is Cause.NOBODY else 0
            self._host.emit(Cue.VERDICT)
            if self._empty_n == MOST_EMPTY:
                self._over(None)
            return
        self._winner, self._again, self._empty_n = outcome, None, 0
        early = frozenset(outcome.losers if outcome.contact is None else ())
        self._beside = early & pressed_beside(self._host.hardware.shown_faults)
        self._won = _verdict_view(outcome, self._light_ns, now_ns)
        self._shown_ns, self._shot = now_ns, False
        self._host.emit(Cue.VERDICT if outcome.contact is not None else Cue.FALSE_GRAB)

    def _goes_on(self, bout: Bout, now_ns: int) -> bool:
        """After a race: its picture, once all have come; then the next one, or the end."""
        if not self._shot and now_ns >= self._shown_ns + SEEN_NS:
            self._shot = True
            self._shoot(bout)
            if bout.over:
                self._end(bout, now_ns)
            return True
        long_ns = PHOTO_NS if self._photo is not None else VERDICT_NS
        if self._shot and now_ns >= self._shown_ns + long_ns:
            self._photo = None
            if bout.over:
                self._over(self.ranking(bout.placed))
            else:
                self._won = None
                bout.go_on(now_ns)
                if self._progress is not None:
                    bout.progress(self._progress)
            return True
        return False

    def _shoot(self, bout: Bout) -> None:
        """The picture of the race; the first one's is the duel's."""
        winner = self._winner
        if winner is None or winner.contact is None:
            return
        verdict = verdict_of(winner, self._light_ns, bout.touched)
        if len(bout.placed) == 1 or len(self._seats) == 2:
            self._host.emit(DuelRaced(self._event, self.seating, verdict))
        if self._host.photographer is not None and self._host.settings.photo_finish != "off":
            self._photo = self._host.photographer(verdict, self.seating)

    def _end(self, bout: Bout, now_ns: int) -> None:
        self._ended = True
        places = tuple(1 + bout.placed.index(seat) for seat in self._seats)
        self._host.emit(Cue.WIN)
        self._host.emit(DuelEnded(now_ns, self._event, places, self.seating))

    def ranking(self, placed: Iterable[int]) -> Places:
        """Place and name of each."""
        return tuple((n, self.seating.name_at(seat) or "") for n, seat in enumerate(placed, 1))

    def next_due_ns(self) -> int | None:
        bout = self._bout
        if self._covered_ns is not None:
            return None
        if bout is None:
            return self._count_ns + (COUNT - self._count + 1) * COUNT_NS
        if bout.race is not None:
            return bout.race.next_due_ns()
        if not self._shot:
            return self._shown_ns + SEEN_NS
        return self._shown_ns + (PHOTO_NS if self._photo is not None else VERDICT_NS)

    # -- what is seen ------------------------------------------------------------------------------

    @property
    def stage(self) -> RaceStage:
        """How far it has come."""
        if self._bout is None:
            return RaceStage.COUNT
        return RaceStage.WON if self._bout.race is None else _STAGES[self._bout.race.phase]

    def view(self) -> View:
        bout, faults, stage = self._bout, self._host.hardware.shown_faults, self.stage
        race = None if bout is None else bout.race
        placed = () if bout is None else bout.placed
        out = () if race is None else race.out
        beside = frozenset() if self._won is None else self._beside
        self._lit = stage is RaceStage.LIGHT
        loaded, down_ns = self._host.hardware.loaded, self._host.hardware.down_ns
        return RaceView(
            count=self._count if stage is RaceStage.COUNT else None,
            stage=stage,
            seats=tuple(
                StartSeat(
                    seat,
                    self.seating.who_at(seat),
                    told_fault(faults.get(seat), paid_beside=seat in beside),
                    self.seating.name_at(seat),
                )
                for seat in range(len(self._host.who))
            ),
            players=tuple(
                Racer(
                    seat=seat,
                    place=1 + placed.index(seat) if seat in placed else None,
                    out=seat in out,
                    touched=seat in loaded,
                )
                for seat in self._seats
            ),
            again=self._again,
            won=self._won,
            photo=self._photo,
            trouble=None if down_ns is None else TableTrouble(TroubleKind.PAD_DOWN),
        )

    def presented(self, shown: object | None, t_ns: int) -> bool:
        race = None if self._bout is None else self._bout.race
        if self._lit and race is not None and race.phase is Phase.LIGHT and race.light_ns is None:
            race.light_shown(t_ns)
            self._light_ns = t_ns
            self._host.emit(Cue.LIGHT)
        return False

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        """Bright for those who race, once the light is on; then for who was first."""
        race = None if self._bout is None else self._bout.race
        bright: tuple[int, ...] = ()
        if self._won is not None:
            bright = self._won.seats
        elif race is not None and race.phase is Phase.LIGHT:
            bright = tuple(seat for seat in race.seats if seat not in race.out)
        dim = [JOINED_LAMP if seat in self._seats else NO_LAMP for seat in range(len(host.who))]
        return tuple(TURN_LAMP if seat in bright else lamp for seat, lamp in enumerate(dim))


def _verdict_view(winner: Winner, light_ns: int | None, at_ns: int) -> VerdictView:
    """What is told of a race."""
    touch = winner.contact
    return VerdictView(
        kind=VerdictKind.DUEL_WON,
        seats=(winner.seat,),
        entries=()
        if touch is None
        else (VerdictEntry(winner.seat, None if light_ns is None else touch.t_ns - light_ns),),
        margin_ns=winner.margin_ns,
        margin_uncertainty_ns=winner.margin_uncertainty_ns,
        moves=(),
        at_ns=at_ns,
    )


def verdict_of(winner: Winner, light_ns: int | None, touched: Iterable[Contact]) -> VerdictReached:
    """A race for the light that a touch has won, with those who came soon after."""
    first, config = winner.contact, RefereeConfig()
    assert first is not None
    hands = {first.seat: first}
    for contact in sorted(touched, key=lambda c: c.t_ns):
        if first.t_ns <= contact.t_ns <= first.t_ns + STRAGGLER_NS:
            hands.setdefault(contact.seat, contact)
    order = tuple(
        RaceMargin(
            contact,
            None if light_ns is None else contact.t_ns - light_ns,
            contact.t_ns - first.t_ns,
            0 if contact is first else config.between_ns(first, contact),
        )
        for contact in hands.values()
    )
    return VerdictReached(
        kind=VerdictKind.DUEL_WON,
        t_ns=first.t_ns,
        seats=(winner.seat,),
        losers=winner.losers,
        special=None,
        shown_ns=light_ns,
        order=order,
        sudden_death=(winner.seat, *winner.losers),
    )
