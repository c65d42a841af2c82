"""The table's side of phones: which phone belongs to which seat, and what it is shown.

A sink and agents of the loop, as whoever answers the table's requests. The binding of a seat has a
number that grows whenever somebody else may come to hold it; nothing is made for an old one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from console.i18n import N_
from console.phones import messages, views
from console.phones.link import LinkLost
from console.phones.sprites import hides
from console.table.board.match import BoardMatch
from console.table.board.view import BoardView
from console.table.outputs import Output, PhonesRefused
from console.table.phones import (
    BACK,
    LOOK,
    OK,
    PhoneAnswered,
    PhoneJoining,
    PhonesShown,
    PhoneUnwanted,
    PhoneWanted,
)
from console.table.table import Table
from console.table.view import PhoneAt, PhoneStage, PhonesView, Target, TargetKind, View, Who
from console.terminal.speech import complain
from console.web.guards import RefusalWord
from console.web.messages import Failed, Opened
from drivers.errors import Sentence
from drivers.times import MINUTE, SECOND

CODE_NS: Final = 120 * SECOND
LATE_NS: Final = MINUTE
"""So long after a code nobody has come: the seat is told what to try."""
ASK_NS: Final = 30 * SECOND
NOTE_NS: Final = 4 * SECOND
GONE_NS: Final = 2 * SECOND
"""A phone that is back sooner was never away."""
LOOK_NS: Final = 10 * SECOND
"""Nobody looks for longer: a thumb was forgotten, or the phone lies on the table."""
CANNOT: Final = N_("phones cannot join, the table cannot be called: {why}")
AGAIN_NS: Final = 2 * SECOND
CODE_BYTES: Final = 9

Sitting = tuple[int, int]


class WebPipe(Protocol):
    """The pipe to the web process, ``console.phones.link.PhonesLink``."""

    def tell(self, message: messages.ToWeb) -> None: ...

    def hear(self) -> list[messages.ToTable]: ...

    def close(self) -> None: ...


@dataclass(slots=True)
class _Phone:
    """What a seat has of a phone. ``until_ns`` ends ``stage``; ``sitting`` tells who sat there when
    it began. ``sent`` is the last view, so that nothing is told twice."""

    sitting: Sitting
    stage: PhoneStage | None = None
    until_ns: int = 0
    url: str = ""
    asked: messages.Asked | None = None
    session: int | None = None
    kept: str = ""
    generation: int | None = None
    here: bool = False
    gone_ns: int | None = None
    looks_until_ns: int = 0
    seen: tuple[str, ...] = ()
    sent: bytes = b""


class SeatPhones:
    """Phones are on as long as it is attached to a loop and not closed. ``begin`` starts a web
    process that knows these phones; ``address`` gives the table's address by the port."""

    def __init__(
        self,
        table: Table,
        begin: Callable[[tuple[messages.Known, ...]], WebPipe],
        address: Callable[[int], str],
    ) -> None:
        """The first turn of the loop begins it."""
        self.sockets = self.most = 0
        self.url: str | None = None
        self.joining = True
        self._table, self._begin, self._address = table, begin, address
        self._link: WebPipe | None = None
        self._again_ns = 0
        self._phones: dict[int, _Phone] = {}
        self._generation = 0
        self._view: View | None = None
        self._public = b""
        self._shown: PhonesShown | None = None
        self._moment: tuple[object, ...] = ()
        self._moments = 0
        self._now_ns = 0

    # -- what the table wants --------------------------------------------------------------------

    def __call__(self, output: Output) -> None:
        """Somebody wants a code, or answers at the seat."""
        match output:
            case PhoneWanted(seat):
                self._offer(seat)
            case PhoneUnwanted(seat):
                self.leave(seat)
            case PhoneJoining(is_open):
                self._join(is_open)
            case PhoneAnswered(seat, yes):
                self._answered(seat, yes)

    def _offer(self, seat: int) -> None:
        """The seat's code; whatever it had before stays until ● lets another one in."""
        if self.url is None or not self.joining or not self._person_at(seat):
            return
        code = secrets.token_urlsafe(CODE_BYTES)
        phone = self._phones.setdefault(seat, _Phone(self._sitting(seat)))
        if phone.stage is PhoneStage.ASKED:
            return
        self._stage(phone, PhoneStage.CODE, CODE_NS)
        phone.url = f"{self.url}/#{code}"
        self._tell(messages.Offer(seat, code, CODE_NS / SECOND))

    def _join(self, is_open: bool) -> None:
        """Codes that stand there count no more once it is closed."""
        self.joining = is_open
        for seat, phone in self._phones.items():
            if not is_open and phone.stage is PhoneStage.CODE:
                self._answered(seat, False)

    def _answered(self, seat: int, yes: bool) -> None:
        phone = self._phones.get(seat)
        if phone is None:
            return
        if phone.stage is PhoneStage.CODE:
            self._tell(messages.Withdraw(seat))
            phone.stage = None
        elif phone.stage is PhoneStage.ASKED and phone.asked is not None:
            asked, phone.asked = phone.asked, None
            phone.stage = None
            if yes:
                self._bind(phone, asked)
            else:
                self._tell(messages.Drop(asked.session, "refused"))

    def _bind(self, phone: _Phone, asked: messages.Asked) -> None:
        """This phone and no other has the seat's hand."""
        self._unbind(phone, "left")
        self._generation += 1
        phone.session, phone.kept = asked.session, asked.kept
        phone.generation = self._generation
        phone.here, phone.gone_ns, phone.sent = True, None, b""
        phone.looks_until_ns, phone.seen = 0, ()
        self._stage(phone, PhoneStage.BOUND, NOTE_NS)
        self._tell(messages.Bind(asked.session, self._generation))
        self._show(phone)

    def _unbind(self, phone: _Phone, why: str) -> None:
        if phone.session is not None:
            self._tell(messages.Drop(phone.session, why))
        self._generation += 1
        phone.session = phone.generation = None
        phone.looks_until_ns, phone.here = 0, False

    def leave(self, seat: int, why: str = "left") -> None:
        """Whatever the seat has of a phone is to go."""
        phone = self._phones.pop(seat, None)
        if phone is None:
            return
        if phone.stage is PhoneStage.CODE:
            self._tell(messages.Withdraw(seat))
        if phone.asked is not None:
            self._tell(messages.Drop(phone.asked.session, "refused"))
        self._unbind(phone, why)

    # -- the loop's turn -------------------------------------------------------------------------

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """A frame is visible; while hands are being judged nobody has time for it."""
        busy = table.match is not None and table.match.busy
        if view is not self._view and not busy:
            self._view = view
            self._publish()

    def act(self, now_ns: int) -> None:
        """Take in what phones do, mind the times, tell the table what stands where."""
        self._now_ns = now_ns
        try:
            self._hear()
        except LinkLost as lost:
            self._lost(lost)
        if self._link is None and now_ns >= self._again_ns:
            self._start()
        for seat, phone in tuple(self._phones.items()):
            if phone.sitting != self._sitting(seat):
                self.leave(seat)
            else:
                self._pass(seat, phone)
        shown = self._shows()
        if shown != self._shown:
            self._shown = shown
            self._table.respond(shown, now_ns)

    def close(self) -> None:
        """Nobody is served any more; whoever closes it lets the loop have it no longer."""
        if self._link is not None:
            self._link.close()
            self._link = None
        self._table.respond(PhonesShown(), self._now_ns)

    def _pass(self, seat: int, phone: _Phone) -> None:
        """What time does to a seat's phone."""
        if phone.stage is not None and self._now_ns >= phone.until_ns:
            ended, phone.stage = phone.stage, None
            if ended is PhoneStage.CODE:
                self._tell(messages.Withdraw(seat))
            if phone.asked is not None:
                self._tell(messages.Drop(phone.asked.session, "refused"))
                phone.asked = None
        if phone.gone_ns is not None and self._now_ns >= phone.gone_ns + GONE_NS:
            phone.gone_ns = None
            if phone.stage is None:
                self._stage(phone, PhoneStage.AWAY, NOTE_NS)
        if phone.looks_until_ns and self._now_ns >= phone.looks_until_ns:
            phone.looks_until_ns = 0
            self._show(phone)

    def _stage(self, phone: _Phone, stage: PhoneStage, lasting_ns: int) -> None:
        phone.stage, phone.until_ns = stage, self._now_ns + lasting_ns

    def _shows(self) -> PhonesShown:
        at = tuple(
            self._stands(seat, phone.stage, phone)
            for seat, phone in sorted(self._phones.items())
            if phone.stage is not None
        )
        bound = {s: p for s, p in sorted(self._phones.items()) if p.session is not None}
        away = tuple(s for s, p in bound.items() if not p.here and p.gone_ns is None)
        view = PhonesView(at, tuple(bound), away, self.joining, self.url or "")
        return PhonesShown(view, self.sockets, self.most)

    def _stands(self, seat: int, stage: PhoneStage, phone: _Phone) -> PhoneAt:
        if phone.asked is not None:
            return PhoneAt(seat, stage, sign=phone.asked.sign)
        if stage is not PhoneStage.CODE:
            return PhoneAt(seat, stage)
        late = self._now_ns >= phone.until_ns - CODE_NS + LATE_NS
        return PhoneAt(seat, stage, phone.url, late)

    # -- who sits there --------------------------------------------------------------------------

    def _person_at(self, seat: int) -> bool:
        match = self._table.match
        plays = match is not None and match.seating.who_at(seat) is Who.PERSON
        return plays or self._table.who[seat] is Who.PERSON

    def _sitting(self, seat: int) -> Sitting:
        """Another one whenever somebody else may sit there."""
        start = self._table.lobby.start
        named = start.named.get(seat)
        return start.people.sittings.get(seat, 0), (named.profile if named else None) or 0

    # -- the web process -------------------------------------------------------------------------

    def _tell(self, message: messages.ToWeb) -> None:
        if self._link is not None:
            self._link.tell(message)

    def _known(self) -> Iterator[messages.Known]:
        for seat, phone in self._phones.items():
            if phone.session is not None and phone.generation is not None:
                yield messages.Known(phone.session, seat, phone.generation, phone.kept)

    def _start(self) -> None:
        try:
            self._link = self._begin(tuple(self._known()))
        except LinkLost as lost:
            self._lost(lost)

    def _lost(self, lost: LinkLost) -> None:
        """Everybody plays on by the strip. The next one knows the phones that were let in."""
        complain(lost)
        self._refuse({RefusalWord.LOST: 1})
        if self._link is not None:
            self._link.close()
        self._link, self.url, self.sockets = None, None, 0
        self._again_ns = self._now_ns + AGAIN_NS
        for phone in self._phones.values():
            phone.asked = phone.stage = phone.gone_ns = None
            phone.here, phone.looks_until_ns = False, 0
            if phone.session is not None:
                self._stage(phone, PhoneStage.AWAY, NOTE_NS)
        self._public = b""

    def _hear(self) -> None:
        """Raises LinkLost."""
        if self._link is None:
            return
        for message in self._link.hear():
            match message:
                case Opened(port):
                    self.url = self._address(port)
                    self._publish()
                case Failed(why):
                    raise LinkLost(CANNOT, why=Sentence(why))
                case messages.Asked():
                    self._asked(message)
                case messages.Doubted(session):
                    self._doubt(session)
                case messages.Seen(session, here):
                    self._seen(session, here)
                case messages.Act():
                    self._does(message)
                case messages.Refused(counts):
                    self._refuse(counts)
                case messages.Count(sockets, most):
                    self.sockets, self.most = sockets, most

    def _asked(self, asked: messages.Asked) -> None:
        phone = self._phones.get(asked.seat)
        if phone is None or phone.stage is not PhoneStage.CODE:
            self._tell(messages.Drop(asked.session, "refused"))  # it has been put away meanwhile
            return
        phone.asked = asked
        self._stage(phone, PhoneStage.ASKED, ASK_NS)

    def _doubt(self, session: int) -> None:
        """Two phones gave one code, the guest's and that of somebody who saw it: as long as ● has
        let none in neither is, and the question gives way to a new code."""
        for seat, phone in self._phones.items():
            if phone.asked is not None and phone.asked.session == session:
                self._answered(seat, False)
                self._offer(seat)

    def _seen(self, session: int, here: bool) -> None:
        phone = self._bound(session)
        if phone is None:
            return
        phone.here, phone.looks_until_ns, phone.sent = here, 0, b""
        phone.gone_ns = None if here else self._now_ns
        self._show(phone)

    def _refuse(self, counts: Mapping[str, int]) -> None:
        """For the owner's audits."""
        self._table.emit(PhonesRefused(tuple(sorted(counts.items()))))

    def _bound(self, session: int) -> _Phone | None:
        return next((p for p in self._phones.values() if p.session == session), None)

    # -- what a guest does -----------------------------------------------------------------------

    def _does(self, act: messages.Act) -> None:
        seat = next((s for s, p in self._phones.items() if p.session == act.session), None)
        if seat is None or self._phones[seat].generation != act.generation:
            self._refuse({RefusalWord.LATE: 1})
            return
        phone = self._phones[seat]
        if phone.sitting != self._sitting(seat):
            return  # they have just changed: the phone is about to go
        if act.do == "leave":
            self.leave(seat)
        elif act.do in ("peek", "hide"):
            phone.looks_until_ns = self._now_ns + LOOK_NS if act.do == "peek" else 0
            self._show(phone)
            if act.do == "peek":  # a finger on the phone is as good as one on a button
                self._table.reach(seat, Target(TargetKind.HERE, (seat,)), self._now_ns)
        elif act.at != str(self._moments):
            self._refuse({RefusalWord.LATE: 1})
            phone.sent = b""
            self._show(phone)
        else:
            touched = {"ok": OK, "back": BACK}.get(act.do, Target(act.kind, act.to))
            self._table.reach(seat, touched, self._now_ns)

    # -- what is shown ---------------------------------------------------------------------------

    def _publish(self) -> None:
        """What everybody sees, and what each phone is to show, made anew."""
        if self._view is None:
            return
        view = msgspec.json.encode(self._everybodys())
        if view != self._public and self.url is not None:
            self._public = view
            self._tell(messages.Public(view.decode()))
        for phone in self._phones.values():
            self._show(phone)

    def _show(self, phone: _Phone) -> None:
        """Make the view of one phone, from the seat that its session holds now."""
        if phone.session is None or phone.generation is None or not phone.here:
            return
        if self._table.changed:
            return  # the frame to come shows more, and all is made anew with it
        seat = next(s for s, p in self._phones.items() if p is phone)
        view = msgspec.json.encode(self._hand(seat, phone))
        if view != phone.sent:
            phone.sent = view
            self._tell(messages.HandView(phone.session, phone.generation, view.decode()))

    def _everybodys(self) -> views.Json:
        """What everybody sees; while rules or the owner's menu stand over a match, it waits."""
        shown = views.WAITS if self._view is None else views.public(self._view)
        goes_on = self._table.match is not None and not self._table.ended
        return shown | {"paused": True} if shown == views.WAITS and goes_on else shown

    def _hand(self, seat: int, phone: _Phone) -> views.Json:
        match, view, shown = self._table.match, self._view, self._everybodys()
        if not isinstance(match, BoardMatch) or not isinstance(view, BoardView):
            return shown | {"at": "", "me": {"seat": seat}}
        if not hides(view.game):  # its board has neither pictures nor words on a seat's page
            return shown | views.WAITS | {"at": "", "me": {"seat": seat}}
        player = match.seating.hand_at(seat)
        if player is None or match.seating.who_at(seat) is not Who.PERSON:
            return shown | {"at": "", "me": {"seat": seat}}
        looks = phone.looks_until_ns > 0 and match.level(player) is None and view.pause is None
        if looks and (seen := views.faces(match, player)) != phone.seen:
            phone.seen = seen
            self._table.reach(seat, LOOK, self._now_ns)
        own = views.hand(match, seat, view, looks=looks)
        return shown | {"at": self._at(match), "me": own}

    def _at(self, match: BoardMatch) -> str:
        """A number for the moment that is on show: what answers another one comes too late."""
        picked = None if match.chooser is None else match.chooser.picked
        moment = (match, match.state, picked, match.news is None, match.asked_by)
        before = self._moment
        same = len(before) == len(moment) and before[0] is match and before[1] is match.state
        if not same or before[2:] != moment[2:]:
            self._moment = moment
            self._moments += 1
        return str(self._moments)
