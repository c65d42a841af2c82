"""What a phone sees and does: the same as at the seat, of its own seat alone."""

from __future__ import annotations

import pytest

from console.phones import messages
from console.phones.link import LinkLost
from console.phones.seat_phones import ASK_NS, CODE_NS, LOOK_NS
from console.table.lobby.people import rotated, swapped
from console.table.view import SEEN_NS, MenuLine, PhoneStage, Target, Who
from console.terminal.speech import begin
from console.web.guards import RefusalWord, WebRefusal
from console.web.messages import Failed
from drivers.events import Button
from drivers.times import MS
from tests.console.phones.evening import PEOPLE, Evening
from tests.console.table.board_sitting import BoardSitting


def test_without_the_press_at_the_seat_nothing_is_sent() -> None:
    evening = Evening.of()
    session = evening.scan(0)
    pane = evening.open(session)
    evening.sitting.press(2, Button.OK)  # somebody else's seat lets nobody in
    evening.turn()
    assert evening.stage(0) is PhoneStage.ASKED
    assert pane.shown == []
    evening.sitting.press(0, Button.OK)
    evening.turn()
    assert pane.me["seat"] == 0
    assert evening.stage(0) is PhoneStage.BOUND


def test_the_press_that_lets_a_phone_in_is_no_move() -> None:
    evening = Evening.of()
    seat = evening.sitting.mover
    evening.scan(seat)
    before = evening.sitting.choosing
    evening.sitting.press(seat, Button.OK)
    assert evening.sitting.choosing == before


@pytest.mark.parametrize("on_turn", [True, False])
def test_a_thumb_that_was_pressing_when_the_question_came_meant_the_game(on_turn: bool) -> None:
    """Its ● picks or looks, as if nothing were asked; the same a moment later lets the phone in."""
    evening = Evening.of()
    sitting = evening.sitting
    seat = sitting.mover if on_turn else 2 - sitting.mover
    pane = evening.open(evening.gives_code(seat))
    evening.turn(SEEN_NS / MS / 2)
    sitting.table.point(Target("phone", (seat, 1)), True, sitting.now_ns)  # a finger, too
    sitting.down(seat, Button.OK)
    sitting.run(300 * (not on_turn))
    looks = [one.seat for one in sitting.view.seats if one.looking]
    sitting.up(seat, Button.OK)
    evening.turn()
    assert evening.stage(seat) is PhoneStage.ASKED
    assert pane.shown == []
    assert (len(sitting.choosing.picked), looks) == ((1, []) if on_turn else (0, [seat]))
    evening.turn(SEEN_NS / MS)
    sitting.press(seat, Button.OK)
    evening.turn()
    assert pane.me["seat"] == seat


def test_what_was_pressed_at_the_code_is_no_to_the_question_that_came() -> None:
    """✕ at once: of the game as long as it takes something back, else nobody wants a phone."""
    evening = Evening.of()
    sitting = evening.sitting
    seat = sitting.mover
    sitting.press(seat, Button.OK)
    pane = evening.open(evening.gives_code(seat))
    sitting.press(seat, Button.BACK)
    assert sitting.choosing.picked == ()
    evening.turn()
    assert evening.stage(seat) is PhoneStage.ASKED
    sitting.press(seat, Button.BACK)
    evening.turn()
    assert pane.why == "refused"


def test_a_seat_refuses_a_phone() -> None:
    evening = Evening.of()
    pane = evening.open(evening.scan(0))
    evening.sitting.press(0, Button.BACK)
    evening.turn()
    assert (pane.why, pane.shown) == ("refused", [])
    assert evening.stage(0) is None


def test_two_phones_with_one_code_are_both_sent_away() -> None:
    """Somebody photographed the strip and was quicker: ● would have shown him the hand. Who is let
    in stays, or whoever saw a code could end it."""
    evening = Evening.of()
    session = evening.scan(0)
    thief = evening.open(session)
    evening.link.say(messages.Doubted(session.number))
    evening.turn()
    assert (thief.why, evening.stage(0)) == ("refused", PhoneStage.CODE)
    evening.sitting.press(0, Button.OK)
    evening.turn()
    assert thief.shown == []
    session, pane = evening.join(0)
    evening.link.say(messages.Doubted(session.number))
    evening.turn()
    assert (pane.why, evening.phones.bound) == (None, (0,))


def test_a_seat_that_asks_shows_the_sign_of_the_phone_that_asks() -> None:
    """A thief's phone came while the guest's own is on its way: its number is on no phone of the
    guest's, who would else let it in."""
    evening = Evening.of()
    thief = evening.scan(0)
    at = evening.phones.at_seat(0)
    assert at is not None
    assert at.sign == thief.sign > 8  # more than there are seats
    evening.sitting.press(0, Button.BACK)
    evening.turn()
    assert evening.scan(0).sign != thief.sign


def test_nobody_answers() -> None:
    evening = Evening.of()
    pane = evening.open(evening.scan(0))
    evening.turn(ASK_NS / MS + 100)
    assert pane.why == "refused"


def test_a_code_that_is_put_away_is_none() -> None:
    evening = Evening.of()
    code = evening.code(0)
    evening.sitting.press(0, Button.BACK)
    evening.turn()
    assert evening.stage(0) is None
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        evening.web.sessions.pair(code, "10.0.0.1", evening.sitting.now_ns)


def test_a_code_ends_by_itself() -> None:
    evening = Evening.of()
    evening.code(0)
    evening.turn(CODE_NS / MS + 100)
    assert evening.stage(0) is None


def test_no_code_without_a_person() -> None:
    evening = Evening.of(who=(Who.PERSON, Who.LEVEL_1, Who.PERSON, Who.EMPTY))
    for seat in (1, 3):
        with pytest.raises(AssertionError, match="no code"):
            evening.code(seat)


def test_the_hand_is_there_while_the_guest_looks() -> None:
    evening = Evening.of()
    session, pane = evening.join(0)
    match = evening.sitting.match
    player = match.seating.hand_at(0)
    assert player is not None
    assert "hand" not in pane.me
    assert pane.me["count"] == 4
    evening.does(session, "peek")
    assert tuple(pane.me["hand"]) == match.state.hands[player]
    evening.does(session, "hide")
    assert "hand" not in pane.me
    evening.does(session, "peek")
    evening.turn(LOOK_NS / MS + 100)
    assert "hand" not in pane.me


def test_the_sum_is_only_for_who_looks() -> None:
    evening = Evening.of("elements")
    session, pane = evening.join(0)
    assert "secret" not in pane.me
    evening.does(session, "peek")
    assert pane.me["secret"]["total"] == sum(map(int, pane.me["hand"]))


@pytest.mark.parametrize("game", ["iota", "elements"])
def test_a_hand_by_observation_is_the_hand(game: str) -> None:
    match = BoardSitting.of(game, PEOPLE).match
    for player in range(2):
        observed = match.game.observe(match.state, player)
        assert match.move_picker.own(observed, player) == match.move_picker.hand(
            match.state, player
        )


@pytest.mark.parametrize("game", ["iota", "elements"])
def test_a_whole_turn_on_the_phone(game: str) -> None:
    """The table shows the same choice as by buttons, and the same move is made."""
    evening = Evening.of(game)
    seat = evening.sitting.mover
    session, pane = evening.join(seat)
    match = evening.sitting.match
    action = match.game.legal_actions(match.state)[0]
    first = match.move_picker.picks(match.state, action)[0]
    evening.pick(session, pane, first)
    assert evening.sitting.choosing.picked == (first,)
    assert pane.me["picked"] == [{"kind": first.kind, "to": list(first.at)}]
    evening.does(session, "back", at=pane.view["at"])
    assert evening.sitting.choosing.picked == ()
    after, _ = match.game.apply(match.state, action)
    evening.play(session, pane, action)
    assert evening.sitting.match.state == after
    assert "targets" not in pane.me


def test_where_no_hand_is_hidden_a_phone_tells_whose_turn_it_is_and_no_more() -> None:
    """What its page has no pictures and no words for is done at the table."""
    evening = Evening.of("ignis")
    seat = evening.sitting.mover
    _, pane = evening.join(seat)
    assert pane.me == {"seat": seat}
    assert pane.view["scene"] == "wait"
    assert [s["turn"] for s in pane.view["seats"] if s["seat"] == seat] == [True]


def test_what_makes_a_move_is_shown_before_it_is_made() -> None:
    """Taking a card cannot be taken back by ✕: the first touch shows what it comes to."""
    evening = Evening.of("elements")
    sitting = evening.sitting
    sitting.play(sitting.match.game.legal_actions(sitting.match.state)[0])
    session, pane = evening.join(sitting.mover)
    made = len(sitting.match.history)
    take = Target("take")
    evening.pick(session, pane, take)
    assert len(sitting.match.history) == made
    assert pane.me["sure"]
    assert pane.view["board"]["limit_after"] is not None
    evening.pick(session, pane, take)
    assert len(sitting.match.history) == made + 1


def test_whoever_is_not_on_turn_picks_nothing() -> None:
    evening = Evening.of()
    session, pane = evening.join(2 - evening.sitting.mover)
    before = evening.sitting.choosing
    for target in before.targets:
        evening.pick(session, pane, target)
    assert evening.sitting.choosing == before


def test_what_answers_another_moment_comes_too_late() -> None:
    evening = Evening.of()
    session, pane = evening.join(evening.sitting.mover)
    old = pane.view["at"]
    target = evening.sitting.choosing.targets[0]
    evening.pick(session, pane, target)
    shown = evening.sitting.choosing
    evening.does(session, "pick", at=old, kind=target.kind, to=target.at)
    assert evening.sitting.choosing == shown
    assert evening.refused()[RefusalWord.LATE] == 1


def test_a_phone_that_left_is_nobody() -> None:
    evening = Evening.of()
    session, pane = evening.join(0)
    evening.does(session, "leave")
    assert pane.why == "left"
    shown = len(pane.shown)
    evening.does(session, "peek")
    assert evening.refused()[RefusalWord.LATE] == 1
    assert len(pane.shown) == shown


def test_a_look_takes_the_undo_away() -> None:
    """As at the strip: once the new cards were seen the move stands."""
    evening = Evening.of("iota")
    seat = evening.sitting.mover
    session, pane = evening.join(seat)
    match = evening.sitting.match
    player = match.seating.hand_at(seat)
    assert player is not None
    evening.play(session, pane, match.game.legal_actions(match.state)[0])
    assert match.history.undoable(player)
    evening.does(session, "peek")
    assert not match.history.undoable(player)


def test_a_phone_stays_until_its_guest_leaves() -> None:
    """Also into the next match."""
    evening = Evening.of()
    session, pane = evening.join(0)
    table = evening.sitting.table
    table.leave(evening.sitting.now_ns)
    evening.turn()
    assert pane.view["scene"] == "lobby"
    table.begin(evening.sitting.now_ns)
    evening.turn()
    evening.does(session, "peek")
    player = evening.sitting.match.seating.hand_at(0)
    assert tuple(pane.me["hand"]) == evening.sitting.match.state.hands[player or 0]


@pytest.mark.parametrize("how", ["swap", "rotate", "up"])
def test_others_at_the_seat_have_no_phone_of_it(how: str) -> None:
    """A seat swapped under an open socket: it closes before the next view."""
    evening = Evening.of()
    session, pane = evening.join(0)
    evening.does(session, "peek")
    table = evening.sitting.table
    table.leave(evening.sitting.now_ns)
    start = table.lobby.start
    people = {
        "swap": start.people.moved(swapped(4, 0, 2)),
        "rotate": start.people.moved(rotated(4)).moved(rotated(4)),
        "up": start.people.leaves(0).joins(0),
    }[how]
    table.lobby.start = start.with_people(people)
    evening.at_seats.act(evening.sitting.now_ns)
    assert pane.why == "left"
    table.begin(evening.sitting.now_ns)
    shown = len(pane.shown)
    evening.turn()
    assert len(pane.shown) == shown


def test_another_phone_takes_the_seat_over() -> None:
    evening = Evening.of()
    _, old = evening.join(0)
    session, new = evening.join(0)
    assert old.why == "left"
    evening.does(session, "peek")
    assert "hand" in new.me


def test_a_phone_that_is_gone_is_told_and_comes_back_with_all() -> None:
    evening = Evening.of()
    session, _ = evening.join(0)
    evening.does(session, "peek")
    evening.turn(5_000)
    evening.shut(session)
    assert evening.stage(0) is None  # who is back in a moment was never away
    evening.turn(3_000)
    assert evening.stage(0) is PhoneStage.AWAY
    again = evening.open(session)
    assert again.me["count"] == 4
    assert "hand" not in again.me  # nobody holds it yet
    evening.does(session, "peek")
    assert "hand" in again.me


def test_in_a_pause_hands_are_covered_and_nothing_moves() -> None:
    evening = Evening.of()
    session, pane = evening.join(evening.sitting.mover)
    evening.does(session, "peek")
    evening.sitting.table.rest(0, evening.sitting.now_ns)
    evening.turn()
    assert pane.view["paused"]
    assert "hand" not in pane.me
    assert "targets" not in pane.me or pane.me["targets"]
    before = evening.sitting.match.chooser
    evening.pick(
        session, pane, evening.sitting.match.move_picker.targets(evening.sitting.match.state, ())[0]
    )
    assert evening.sitting.match.chooser == before


def test_while_rules_are_read_the_match_waits() -> None:
    """A phone does not announce the next match: this one goes on."""
    evening = Evening.of()
    _, pane = evening.join(0)
    sitting = evening.sitting
    sitting.table.rest(0, sitting.now_ns)
    evening.turn()
    menu = sitting.view.pause
    assert menu is not None
    index = [row.key for row in menu.rows].index(MenuLine.RULES)
    sitting.table.point(Target("row", (index,)), True, sitting.now_ns)
    evening.turn()
    assert (pane.view["scene"], pane.view["paused"]) == ("wait", True)


def test_an_undo_is_answered_on_the_phone() -> None:
    evening = Evening.of()
    seat = evening.sitting.mover
    session, pane = evening.join(2 - seat)
    match = evening.sitting.match
    evening.sitting.play(match.game.legal_actions(match.state)[0])
    match.choose(MenuLine.UNDO, seat, evening.sitting.now_ns)
    evening.turn()
    assert pane.me["answers"]
    evening.does(session, "ok", at=pane.view["at"])
    assert len(match.history) == 0


def test_the_web_process_goes_and_comes() -> None:
    """Everybody plays on by the strip; phones pair anew."""
    evening = Evening.of()
    evening.join(0)

    def gone() -> list[object]:
        raise LinkLost("it has gone")

    evening.link.hear = gone  # type: ignore[assignment]
    evening.at_seats.act(evening.sitting.now_ns)
    assert evening.links[0].closed
    assert evening.stage(0) is PhoneStage.AWAY
    evening.turn(6_000)
    assert len(evening.links) == 2
    evening.turn()
    _, pane = evening.join(0)
    assert pane.me["seat"] == 0


def test_why_no_phone_can_come_is_told_in_the_reader_s_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    begin("ru")
    evening = Evening.of()
    evening.link.said.append(Failed("Address already in use"))
    evening.turn()
    assert capsys.readouterr().err.endswith(": адрес уже занят\n")


def test_spectators_see_no_hand_even_where_it_lies_open() -> None:
    """All hands open: the table shows them; what is sent around has none of them."""
    evening = Evening.of(open_hands=True)
    session, _ = evening.join(0)
    evening.does(session, "peek")
    assert evening.link.public
    hands = evening.sitting.match.state.hands
    grid = {card for _, _, card in evening.sitting.match.state.grid}
    for view in evening.link.public:
        for card in {c for hand in hands for c in hand} - grid:
            assert f'"{card}"' not in view


@pytest.mark.parametrize("how", ["looks", "answers"])
def test_who_does_not_answer_is_asked_on_the_phone_too_and_answers_there(how: str) -> None:
    evening = Evening.of()
    sitting = evening.sitting
    seat = sitting.mover
    session, pane = evening.join(seat)
    sitting.run(sitting.match.patience_ms)
    evening.turn()
    assert pane.me["idle"] == "asked"
    if how == "looks":
        evening.does(session, "peek")
        evening.does(session, "hide")
    else:
        evening.pick(session, pane, Target("here", (seat,)))
    evening.turn()
    assert pane.me["idle"] is None
    assert sitting.choosing.picked == (), "it was no move"


def test_who_is_played_for_comes_back_by_phone() -> None:
    evening = Evening.of()
    sitting = evening.sitting
    seat = sitting.mover
    session, pane = evening.join(seat)
    sitting.run(sitting.match.patience_ms + 30_000)
    evening.turn()
    assert pane.me["idle"] == "autopilot"
    evening.pick(session, pane, Target("here", (seat,)))
    assert pane.me["idle"] is None
    sitting.run(4_000)
    evening.turn()
    assert sitting.view.idle == ()


def test_a_phone_that_is_looked_at_is_not_asked_whether_anybody_is_there() -> None:
    evening = Evening.of()
    seat = evening.sitting.mover
    session, pane = evening.join(seat)
    for _ in range(4):
        evening.sitting.run(evening.sitting.match.patience_ms / 2)
        evening.does(session, "peek")
        evening.does(session, "hide")
        assert pane.me["idle"] is None
