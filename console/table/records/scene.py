"""Records and people, over whatever is on show: pages, and what ● opens on them."""

from __future__ import annotations

from typing import Final

from console.table.board.match import DEAF
from console.table.records.pages import (
    Forget,
    Leaf,
    Opens,
    ToPerson,
    ToPhoto,
    leaves_of,
    person_leaf,
    person_of,
)
from console.table.records.requests import (
    ForgetRequest,
    Forgotten,
    PhotoGiven,
    PhotoRequest,
    Records,
    RecordsRequest,
)
from console.table.records.view import (
    HOLD_STEPS,
    EmptyPage,
    ForgetAsking,
    ForgetStep,
    GamePage,
    Nothing,
    RecordPhotoView,
    RecordsNotice,
    RecordsView,
)
from console.table.response import Response
from console.table.scene import Scene, SceneHost
from console.table.view import Target, TargetKind, View
from drivers.events import Button, ButtonEvent, Fault, SeatFault
from drivers.times import MS, earliest

ANSWER_MS: Final = 10_000
"""Whoever keeps the records answers sooner, or there is nobody who does."""
HOLD_NS: Final = 3_000 * MS
STEP_NS: Final = HOLD_NS // HOLD_STEPS
FORGET: Final = "forget"
"""The key that an owner closes to guests: then each may only forget themselves."""


class Forgetting:
    """A person to be forgotten: asked twice, the second time ● is held for three seconds."""

    def __init__(self, profile: int, nickname: str) -> None:
        self.profile, self.nickname = profile, nickname
        self.step = ForgetStep.ASKED
        self.yes = False
        self._since_ns: int | None = None
        self._held = 0

    def answer(self, *, yes: bool) -> None:
        """The cursor on yes or no."""
        self.yes = yes

    def hold(self, t_ns: int) -> None:
        """● is down."""
        self._since_ns = t_ns

    def let_go(self) -> None:
        """● is up, or cannot be trusted: from the beginning."""
        self._since_ns, self._held = None, 0

    def tick(self, now_ns: int) -> bool:
        """True when more of the time has gone; then ``done`` may be."""
        if self._since_ns is None or self.step is not ForgetStep.HOLD:
            return False
        before = self._held
        self._held = max(0, min(HOLD_STEPS, (now_ns - self._since_ns) // STEP_NS))
        return before != self._held

    @property
    def done(self) -> bool:
        """Was it held for long enough?"""
        return self._held == HOLD_STEPS

    def due_ns(self) -> int | None:
        """When the next step of the time has gone."""
        if self._since_ns is None or self.step is not ForgetStep.HOLD:
            return None
        return self._since_ns + (self._held + 1) * STEP_NS

    def view(self) -> ForgetAsking:
        return ForgetAsking(self.nickname, self.step, self.yes, self._held)


class RecordsScene(Scene):
    """◀ ▶ turn pages, ● goes into one and opens what stands there, ✕ goes back and closes.

    Everybody may turn; whoever is asked whether to forget somebody answers at ``seat`` alone.
    ``own`` is the profile of who sits there, None for a guest.
    """

    restful = True

    def __init__(self, host: SceneHost, seat: int, own: int | None, now_ns: int) -> None:
        self._host = host
        self._seat, self._own = seat, own
        self._records = host.latest(Records)
        self._answer_ns = now_ns + ANSWER_MS * MS
        self._turned = 0
        self._row: int | None = None
        self._person: int | None = None
        self._list_row: int | None = None  # where the cursor was before a person was opened
        self._forgetting: Forgetting | None = None
        self._photo: ToPhoto | None = None  # wanted, or on show
        self._given: PhotoGiven | None = None
        self._said: RecordsNotice | None = None
        self._leaves: list[Leaf] = []
        self._bind()
        self._turned = self._page_of_game()
        host.emit(RecordsRequest())

    # -- pages ---------------------------------------------------------------------------------

    def _bind(self) -> None:
        """The pages of what is known now; nothing points beyond them."""
        records = self._records
        if records is None:
            self._leaves = [Leaf(EmptyPage(Nothing.WAITING))]
        else:
            self._leaves = leaves_of(records, self._own)
            if self._person is not None and person_of(records, self._person) is None:
                self._person, self._row = None, None
        self._turned %= len(self._leaves)
        self._at_row(self._row)

    def _at_row(self, row: int | None) -> None:
        """The cursor there, or on the last row if there are no longer so many."""
        count = len(self._leaf.opens)
        self._row = None if row is None or not count else min(row, count - 1)

    def _page_of_game(self) -> int:
        """The first page of the game chosen, if there is one."""
        game = self._host.settings.game
        pages = (leaf.page for leaf in self._leaves)
        return next(
            (i for i, p in enumerate(pages) if isinstance(p, GamePage) and p.game == game), 0
        )

    @property
    def _leaf(self) -> Leaf:
        """The page on show."""
        if self._person is not None and self._records is not None:
            may = self._person == self._own or self._host.settings.open_to_guests(FORGET)
            leaf = person_leaf(self._records, self._person, may_forget=may)
            if leaf is not None:
                return leaf
        return self._leaves[self._turned]

    # -- buttons -------------------------------------------------------------------------------

    def deaf_to(self, fault: Fault) -> bool:
        """The pad has nothing to say here."""
        return fault in DEAF

    def trust(self, news: SeatFault, faults: dict[int, Fault]) -> None:
        if self._forgetting is not None and news.seat == self._seat:
            self._forgetting.let_go()

    def covered(self, now_ns: int) -> None:
        if self._forgetting is not None:
            self._forgetting.let_go()

    def button(self, event: ButtonEvent) -> None:
        if self._forgetting is not None:
            if event.seat == self._seat:
                self._asked(event.button, event.pressed, event.t_ns)
        elif event.pressed:
            self._press(event.button, event.t_ns)

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        """See ``RecordsView``."""
        if self._forgetting is not None:
            self._touched(self._forgetting, target, pressed, t_ns)
        elif pressed and target.kind == TargetKind.PAGE:
            step = target.at[0]
            if step == 0 or self._given is not None:
                self._press(Button.BACK, t_ns)
            elif self._person is None:
                self._row = None
                self._turn(step)
        elif pressed and target.kind == TargetKind.ROW and self._given is None:
            opens = dict(enumerate(self._leaf.opens)).get(target.at[0])
            if opens is not None:
                self._row, self._said = target.at[0], None
                self._open(opens)

    def _press(self, button: Button, now_ns: int) -> None:
        self._said = None
        if self._given is not None:
            if button in (Button.OK, Button.BACK):
                self._photo = self._given = None
        elif button is Button.BACK:
            self._back(now_ns)
        elif button is Button.OK:
            opens = self._leaf.opens
            if self._row is not None and opens:
                self._open(opens[self._row])
            elif opens:
                self._row = 0
        else:
            self._turn(1 if button is Button.RIGHT else -1)

    def _turn(self, step: int) -> None:
        """The cursor goes on, or the pages."""
        self._photo = None
        if self._row is not None:
            self._row = (self._row + step) % len(self._leaf.opens)
        elif self._person is None:
            self._turned = (self._turned + step) % len(self._leaves)

    def _back(self, now_ns: int) -> None:
        self._photo = None
        if self._person is not None:
            self._person = None
            self._at_row(self._list_row)
        elif self._row is not None:
            self._row = None
        else:
            self._host.uncover(now_ns)

    def _open(self, what: Opens) -> None:
        match what:
            case ToPhoto():
                self._photo = what
                self._host.emit(PhotoRequest(what.match, what.verdict))
            case ToPerson(profile):
                self._list_row, self._person = self._row, profile
                self._row = 0 if self._leaf.opens else None
            case Forget(profile):
                assert self._records is not None  # else there was no page
                person = person_of(self._records, profile)
                if person is not None:
                    self._forgetting = Forgetting(profile, person.profile.nickname)

    # -- forgetting ----------------------------------------------------------------------------

    def _asked(self, button: Button, pressed: bool, t_ns: int) -> None:
        asking = self._forgetting
        assert asking is not None
        if not pressed:
            if button is Button.OK:
                asking.let_go()
        elif button is Button.BACK:
            self._forgetting = None  # what has begun goes on
        elif asking.step is ForgetStep.HOLD and button is Button.OK:
            asking.hold(t_ns)
        elif asking.step is ForgetStep.ASKED and button is Button.OK:
            self._answered(asking)
        elif asking.step is ForgetStep.ASKED:
            asking.answer(yes=not asking.yes)

    def _touched(self, asking: Forgetting, target: Target, pressed: bool, t_ns: int) -> None:
        if target.kind == TargetKind.PAGE and target.at[0] == 0 and pressed:
            self._forgetting = None
        elif target.kind == TargetKind.ROW and asking.step is ForgetStep.HOLD:
            if not pressed:
                asking.let_go()
            elif target.at[0]:
                asking.hold(t_ns)
            else:
                self._forgetting = None
        elif target.kind == TargetKind.ROW and asking.step is ForgetStep.ASKED and pressed:
            asking.answer(yes=bool(target.at[0]))
            self._answered(asking)

    def _answered(self, asking: Forgetting) -> None:
        if asking.yes:
            asking.step = ForgetStep.HOLD
        else:
            self._forgetting = None

    # -- what comes from outside ---------------------------------------------------------------

    def responded(self, response: Response, now_ns: int) -> None:
        if isinstance(response, Records):
            first = self._records is None
            self._records = response
            self._bind()
            if first:
                self._turned = self._page_of_game()
        elif isinstance(response, PhotoGiven):
            if self._photo == ToPhoto(response.match, response.verdict):
                self._show(response)
        elif isinstance(response, Forgotten):
            self._forgotten(response)

    def _show(self, given: PhotoGiven) -> None:
        if given.photo is None:
            self._said, self._photo = RecordsNotice.NO_PHOTO, None
        else:
            self._given = given

    def _forgotten(self, done: Forgotten) -> None:
        if done.done:
            self._said = RecordsNotice.FORGOTTEN if done.wiped else RecordsNotice.NOT_WIPED
        else:
            self._said = RecordsNotice.NOT_FORGOTTEN
        if self._forgetting is not None and self._forgetting.profile == done.profile:
            self._forgetting = None
        if done.done and self._own == done.profile:
            self._own = None
        if done.done:
            self._bind()

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        """A button that is held; what nobody answers for cannot be read."""
        changed = False
        if self._records is None and now_ns >= self._answer_ns:
            self._records = Records(readable=False)
            self._bind()
            changed = True
        asking = self._forgetting
        if asking is not None and asking.tick(now_ns):
            changed = True
            if asking.done:
                asking.step = ForgetStep.DOING
                asking.let_go()
                self._host.emit(ForgetRequest(asking.profile))
        return changed

    def next_due_ns(self) -> int | None:
        dues = [self._answer_ns if self._records is None else None]
        dues.append(None if self._forgetting is None else self._forgetting.due_ns())
        return earliest(dues)

    # -- output --------------------------------------------------------------------------------

    def view(self) -> View:
        if self._given is not None and self._given.photo is not None:
            return RecordPhotoView(self._seat, self._given.photo, self._given.names)
        leaf = self._leaf
        opened = self._person is not None
        return RecordsView(
            seat=self._seat,
            page=leaf.page,
            number=None if opened else self._turned,
            count=len(self._leaves),
            row=self._row,
            rows=len(leaf.opens),
            asking=None if self._forgetting is None else self._forgetting.view(),
            said=self._said,
        )
