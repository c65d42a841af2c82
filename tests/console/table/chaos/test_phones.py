"""While hands race, each ● is a flip: a question about a phone waits for the pause."""

from __future__ import annotations

from console.table.phones import PhoneAnswered, PhonesShown
from console.table.view import SEEN_NS, PhoneAt, PhoneStage, PhonesView
from drivers.events import Button
from drivers.times import MS
from tests.console.table.sitting import Sitting


def asked(sitting: Sitting, seat: int) -> None:
    view = PhonesView(at=(PhoneAt(seat, PhoneStage.ASKED),))
    sitting.table.respond(PhonesShown(view), sitting.now_ns)


def test_a_flip_lets_no_phone_in() -> None:
    sitting = Sitting.of(3)
    seat = sitting.state.to_move
    assert seat is not None
    asked(sitting, seat)
    sitting.run(1_000)
    assert sitting.play.phones is not None
    assert not sitting.play.phones.at, "nothing is asked over cards"
    before = len(sitting.state.stacks[seat])
    sitting.press(seat, Button.OK)
    assert len(sitting.state.stacks[seat]) == before - 1
    assert sitting.of_kind(PhoneAnswered) == []


def test_in_the_pause_it_is_asked() -> None:
    sitting = Sitting.of(3)
    seat = sitting.state.to_move
    assert seat is not None
    sitting.press(seat, Button.BACK, hold_ms=2_000)
    asked(sitting, seat)
    sitting.run(10)
    phones = sitting.table.view().phones
    assert phones is not None
    assert [at.seat for at in phones.at] == [seat]
    sitting.press(seat, Button.OK)  # of the menu: the question has just come up
    assert sitting.of_kind(PhoneAnswered) == []
    sitting.run(SEEN_NS / MS)
    sitting.press(seat, Button.OK)
    assert [answer.yes for answer in sitting.of_kind(PhoneAnswered)] == [True]
