"""The screen of «Сила стихий»: what it shows to whom, where it may be touched, what it costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pygame
import pytest

from console.games.elements.actions import CONCEDE, DISCARD, REVEAL, TAKE, Action, Play
from console.games.elements.state import State
from console.i18n import Words
from console.screens.art import Art
from console.screens.board.facing import Facing, facing_of
from console.screens.board.hands import slots
from console.screens.elements import cards, middle, panel
from console.screens.elements.middle import taken_at
from console.screens.elements.places import lane_of, rows_of
from console.screens.elements.screen import ElementsScreen
from console.screens.layout import make_layout
from console.screens.moment import GLIDE_STEPS, Moment
from console.screens.stage import Pen
from console.table.board.chooser import Chooser
from console.table.board.view import CONFIRM, BoardView
from console.table.elements.view import CHAIN, PLATES, ElementsBoard
from console.table.elements.view import DISCARD as ASIDE
from console.table.view import Target, Who
from tests.console.screens.board.glass import composed
from tests.console.screens.elements.samples import (
    LONG,
    OVER,
    START,
    after,
    board_view,
    chooser,
    further_samples,
    picture_samples,
    position,
)
from tests.console.screens.samples import Sample

SIZE = (1280, 800)
SCREEN = ElementsScreen()
SAMPLES = [*picture_samples(), *further_samples()]
EN = Words("en")


def drawn(view: BoardView, seats: int = 2, glide: int = GLIDE_STEPS, art: Art | None = None) -> Pen:
    """The sprites and touch areas of the game's own part."""
    layout = make_layout(SIZE, seats)
    pen = Pen(art or Art(layout.unit), Words("ru"))
    for _ in SCREEN.draw(pen, facing_of(layout, view, False), view, Moment(glide=glide)):
        pass
    return pen


def keys(pen: Pen) -> Counter[str]:
    """How often each picture lies on the table."""
    return Counter(str(sprite.picture.key) for sprite in pen.sprites)


def seen(pen: Pen) -> list[tuple[object, int, int]]:
    return [(s.picture.key, s.x, s.y) for s in pen.sprites]


# -- what is hidden ------------------------------------------------------------------------------


@pytest.mark.parametrize("looking", [None, 0])
def test_no_picked_card_shows(looking: int | None) -> None:
    """E2: other cards in the hand, the same pictures and touch areas at every step, even while the
    owner looks; a 6 is told from the others by nothing."""
    other = position(hands=[[1, 3, 6], [1, 5, 6]], taken=[[3], [2]], aside=[2, 4, 6, 6])
    for card in range(3):
        for picked in ((Target("card", (card,)),), (Target("card", (card,)), CHAIN)):
            pens = [
                drawn(board_view(state, chooser(state, *picked), 2, (0, 1), looking=looking))
                for state in (START, other)
            ]
            assert seen(pens[0]) == seen(pens[1])
            assert pens[0].hot == pens[1].hot
            assert any("elements back" in key for key in keys(pens[0]))
    for picked in ((Target("card", (0,)), CHAIN), (Target("card", (2,)), CHAIN)):
        view = board_view(START, chooser(START, *picked), 2, (0, 1))
        assert seen(drawn(view)) == seen(pens[0])
        assert SCREEN.task(EN, view) == "To the chain, or discard a 6"


@pytest.mark.parametrize(
    "picks",
    [(), (Target("card", (0,)),), (Target("card", (0,)), CHAIN), (Target(REVEAL.type), CONFIRM)],
)
def test_a_simulated_person_chooses_before_the_only_one_who_reads(
    picks: tuple[Target, ...],
) -> None:
    """Both have buttons: what the simulated one picks is explained to nobody."""
    view = board_view(START, chooser(START, *picks), 2, (0, 1))
    simulated = replace(view.seats[0], who=Who.ADULT)
    pen = drawn(replace(view, seats=(simulated, view.seats[1])))
    assert not any("elements plate" in key for key in keys(pen))


def test_open_hands_show_what_is_played() -> None:
    """For learning: the card itself comes to its place."""
    picks = chooser(START, Target("card", (0,)), CHAIN)
    view = board_view(START, picks, 2, (0, 1), open_hands=True)
    card = lane_of(facing_for(view)).card
    assert keys(drawn(view))[f"('faded', ('elements', '2', {card}), 0.7)"] == 1


def test_whether_one_may_reveal_does_not_show() -> None:
    """E5, `forbidden`: the plate looks the same within the limit and above it."""
    options = {"target": 6, "concede": True, "misreveal": "forbidden", "rounds": None}
    within = position(options=options)
    above = position(options=options, hands=[[3, 4, 6], [1, 5, 6]], aside=[1, 2, 6, 6])
    assert Target("reveal") in chooser(within).targets
    assert Target("reveal") not in chooser(above).targets
    pens = [drawn(board_view(state, chooser(state), 2, (0, 1))) for state in (within, above)]
    assert seen(pens[0]) == seen(pens[1])


def test_only_the_owner_reads_sums() -> None:
    """E3: now, and after the turn under the cursor."""
    view = board_view(START, chooser(START, Target("card", (1,))), 2, (0, 1), looking=0)
    secret = view.seats[0].secret
    assert secret is not None
    assert SCREEN.secret(EN, secret) == "Sum 15 › 11 · limit 15 › 19"
    view = board_view(START, chooser(START, Target("concede")), 2, (0, 1), looking=0)
    assert SCREEN.secret(EN, view.seats[0].secret) == "Sum 15 · limit 15"
    assert view.seats[1].secret is None


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_no_number_stands_alone_on_a_line(size: tuple[int, int]) -> None:
    """What only the owner reads is in one line, or has a line for the sum and one for the limit."""
    (view,) = (s.view for s in picture_samples() if s.name == "elements-card")
    assert isinstance(view, BoardView)
    keys: list[Any] = [sprite.picture.key for sprite in composed(view, size).sprites]
    told = {key[1] for key in keys if key[0] == "text"}
    one, two = "Сумма 15 › 9 · предел 15 › 21", {"Сумма 15 › 9", "предел 15 › 21"}
    assert one in told or told >= two


# -- where it may be touched ---------------------------------------------------------------------


def steps(state: State) -> list[Chooser]:
    """The choosers of the first step and of all second ones."""
    first = chooser(state)
    return [first, *(first.move(i).pick() for i in range(len(first.targets)))]


@pytest.mark.parametrize("state", [START, LONG, OVER])
def test_every_target_but_hand_cards_can_be_touched(state: State) -> None:
    for picks in steps(state):
        pen = drawn(board_view(state, picks, 8, (1, 7)), 8)
        touched = {target for _, target in pen.hot}
        assert {t for t in picks.targets if t.kind != "card"} <= touched
        if picks.picked and not picks.complete:
            assert Target("back") in touched


@pytest.mark.parametrize("kind", ["card", "take", "concede"])
def test_piles_can_be_touched_as_soon_as_a_card_is_pointed_at(kind: str) -> None:
    """The chain under its top card, which is taken; whether the card is a 6 does not show."""
    first = chooser(START)
    at = [target.kind for target in first.targets].index(kind)
    pen = drawn(board_view(START, first.move(at), 8, (1, 7)), 8)
    touched = [target for _, target in pen.hot]
    assert (CHAIN in touched, ASIDE in touched) == (kind == "card", kind == "card")
    if kind == "card":
        assert touched.index(CHAIN) < touched.index(Target("take"))


def facing_for(view: BoardView, seats: int = 2) -> Facing:
    return facing_of(make_layout(SIZE, seats), view, False)


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.name for s in SAMPLES])
def test_words_stay_free_and_texts_large(sample: Sample) -> None:
    assert isinstance(sample.view, BoardView)
    if sample.view.news is not None:
        return
    pen = drawn(sample.view, sample.seats)
    for place in SCREEN.places(facing_for(sample.view, sample.seats)).values():
        there = place.words.inner(8.0)
        strip = place.frame.rect(there.x, there.y, there.width, there.height)
        assert all(not sprite.rect.colliderect(strip) for sprite in pen.sprites)
    assert pen.art.smallest_text >= 18


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("size", [SIZE, (1920, 1080)])
def test_players_are_in_nobodys_way(seats: int, size: tuple[int, int]) -> None:
    """Whoever sits where, person or opponent: both rows and what lies in the middle."""
    layout = make_layout(size, seats)
    for one, other in permutations(range(seats), 2):
        for people in ({one, other}, {one}):
            facing = Facing(layout, (one, other), frozenset(people))
            lane, main = lane_of(facing), facing.main
            parts = [
                main.rect(lane.chain.x, lane.chain.y, lane.chain.width, lane.chain.height),
                *(
                    main.rect(x, lane.y, lane.width, lane.card)
                    for x in (lane.aside_x, lane.discard_x)
                ),
            ]
            for row in rows_of(facing).values():
                place, frame = row.place, row.place.frame
                there = [b for b in (*row.boxes(),) if b not in (place.cards, row.taken)]
                parts += [frame.rect(b.x, b.y, b.width, b.height) for b in there]
                assert place.cards is not None
                for lying in (place.cards, row.taken):
                    hand = frame.rect(lying.x, lying.y, lying.width, lying.height)
                    assert not [p for p in parts if min(hand.clip(p).size) > 1], (one, other)
            for a, b in combinations(parts, 2):
                assert min(a.clip(b).size) <= 1, (one, other, people)
            assert lane.chain.width > lane.width


@pytest.mark.parametrize("held", range(7))
@pytest.mark.parametrize("count", range(1, 7))
def test_taken_cards_never_lie_on_the_hand(held: int, count: int) -> None:
    facing = Facing(make_layout((1280, 800), 8), (1, 5), frozenset({1, 5}))
    for row in rows_of(facing).values():
        lying = taken_at(row, held, count)
        assert len(lying.at) == count
        wide = cards.WIDE * lying.card
        reach = row.taken.left
        if held:
            right = max(x for x, _, _ in slots(row.place, held, cards.WIDE * row.place.card))
            reach = right + cards.WIDE * row.place.card / 2
        assert min(x for x, _ in lying.at) - wide / 2 >= reach - 0.5
        assert max(x for x, _ in lying.at) + wide / 2 <= row.taken.right + 0.5


@pytest.mark.parametrize(
    ("picked", "hint", "mark"),
    [
        ((Target("take"),), Target("reveal"), "elements hinted"),
        ((Target("concede"), Target("confirm")), Target("confirm"), "elements hinted"),
        ((Target("card", (2,)), CHAIN), ASIDE, "'elements rim', {larger}, '#FFC861'"),
        ((Target("card", (2,)), ASIDE), CHAIN, "'elements rim', {larger}, '#FFC861'"),
    ],
)
def test_a_hint_marks_what_it_points_at(
    picked: tuple[Target, ...], hint: Target, mark: str
) -> None:
    view = board_view(START, chooser(START, *picked), 2, (0, 1))
    assert view.choosing is not None
    mark = mark.format(larger=lane_of(facing_for(view)).card + middle.LARGER)
    assert not any(mark in key for key in keys(drawn(view)))
    hinted = replace(view, choosing=replace(view.choosing, hint=hint))
    assert sum(n for key, n in keys(drawn(hinted)).items() if mark in key) == 1


# -- motion --------------------------------------------------------------------------------------


def path(pen: Pen, key: str) -> list[tuple[int, int]]:
    return [s.rect.center for s in pen.sprites if str(s.picture.key) == key]


def test_a_played_card_glides_to_the_chain_and_the_limit_counts_up() -> None:
    """E4: from its player's edge to the chain's end."""
    state, last, _ = after(START, Play(2), 0)
    view = board_view(state, None, 2, (0, 1), last=last)
    key = f"('elements', '2', {lane_of(facing_for(view)).card})"
    ys = [path(drawn(view, glide=g), key)[0][1] for g in (0, 6, GLIDE_STEPS)]
    assert ys[0] > 650 > ys[1] > ys[2] == 400
    for glide, limit in ((0, 15), (6, 16), (GLIDE_STEPS, 17)):
        figures = [key for key in keys(drawn(view, glide=glide)) if "58.0" in key and "text" in key]
        assert len(figures) == 2  # one for each long side
        assert all(f"'{limit}', 58.0" in key for key in figures)


def test_a_taken_card_glides_to_its_player() -> None:
    """E4: from the chain's end before the player, who sits at the top."""
    state, last, _ = after(START, TAKE, 1)
    view = board_view(state, None, 2, (1, 0), last=last)
    row = rows_of(facing_for(view))[1]
    key = f"('turned', ('elements', '4', {row.place.card}), 2)"
    places = [path(drawn(view, glide=g), key) for g in (0, GLIDE_STEPS)]
    assert places[0][0][1] == 400
    assert places[1][0][1] < 120


def test_a_discarded_six_glides_aside_and_stays_there() -> None:
    state, last, _ = after(START, DISCARD, 0)
    view = board_view(state, None, 2, (0, 1), last=last)
    lane = lane_of(facing_for(view))
    key = f"('elements', '6', {lane.card})"
    early, late = (
        [x for x, _ in path(drawn(view, glide=g), key) if x > 640] for g in (3, GLIDE_STEPS)
    )
    assert len(late) == 2
    assert len(early) == 1, "the other one is on its way from the hand"


def test_without_motion_all_has_arrived() -> None:
    state, last, _ = after(START, Play(2), 0)
    still = board_view(state, None, 2, (0, 1))
    assert seen(drawn(board_view(state, None, 2, (0, 1), last=last))) == seen(drawn(still))


# -- what is told --------------------------------------------------------------------------------


def test_a_result_stands_twice_and_hides_what_nobody_was_shown() -> None:
    """E5: after a misreveal the other hand stays face down."""
    state, last, news = after(OVER, REVEAL, 0)
    pen = drawn(board_view(state, None, 2, (0, 1), last=last, news=news))
    assert [t for _, t in pen.hot] == [Target("news")] * 2
    backs = [n for key, n in keys(pen).items() if "elements back" in key]
    assert backs == [2, 2]  # two cards, upright for either side
    state, last, news = after(START, REVEAL, 0)
    pen = drawn(board_view(state, None, 2, (0, 1), last=last, news=news))
    assert not any("elements back" in key for key in keys(pen))


def test_sums_of_the_next_round_wait_with_its_cards_until_the_result_was_read() -> None:
    """Of open hands, as a lesson has them."""
    state, last, news = after(START, REVEAL, 0)
    for told, sums in ((news, 0), (None, 2)):
        view = board_view(state, None, 2, (0, 1), open_hands=True, last=last, news=told)
        keys: list[Any] = [sprite.picture.key for sprite in composed(view, SIZE).sprites]
        texts = [key[1] for key in keys if key[0] == "text" or key[0] == "turned"]
        assert sum("Сумма" in str(text) for text in texts) == sums


LOWER = position(
    hands=[[1, 2, 4], [5, 6, 6]], taken=[[3], [2]], aside=[1, 3, 6, 6], chain=[6, 5, 4]
)


@pytest.mark.parametrize(
    ("state", "action", "told"),
    [
        (START, REVEAL, "Both are within the limit: the higher sum wins"),
        (OVER, REVEAL, "Seat 3 revealed above the limit"),
        (LOWER, REVEAL, "Seat 6 was above the limit"),
        (START, CONCEDE, "Seat 3 gives up the round"),
        (
            position(hands=[[2, 4, 6], [1, 6, 6]], aside=[1, 3, 5, 6]),
            REVEAL,
            "Equal sums: Seat 3 revealed and loses",
        ),
    ],
)
def test_the_reason_is_told(state: State, action: Action, told: str) -> None:
    """E5, E6"""
    _, _, news = after(state, action, 2)
    assert news is not None
    assert panel.reason_words(EN, news, (2, 5)) == told


def test_the_end_of_a_match_is_told() -> None:
    """E9"""
    near = position(scores=[5, 3], round=6)
    _, _, news = after(near, REVEAL, 0)
    assert news is not None
    assert (news.scores, news.winners) == ((7, 3), (0,))
    assert panel.title_words(EN, news, (2, 5)) == "Seat 3 gets 2 points"
    assert panel.title_words(EN, news, (2, 5), {2: "Owl"}) == "Owl gets 2 points"


def test_the_task_follows_the_cursor() -> None:
    def task(*targets: Target) -> str:
        return SCREEN.task(EN, board_view(START, chooser(START, *targets), 2, (0, 1)))

    assert task(Target("card", (0,))) == "Play a card"
    assert task(Target("take")) == "Take the chain's top card"
    assert task(Target("reveal")) == "Reveal your hand"
    assert task(Target("reveal"), Target("confirm")) == "Your hand will be revealed"
    assert task(Target("card", (2,)), ASIDE) == "Discard the 6"
    assert SCREEN.task(EN, board_view(START, None, 2, (0, 1))) == ""


def test_a_match_draws_nothing_that_was_not_drawn_ahead() -> None:
    """A frame may only copy, but for texts."""
    art, facing = Art(1.0), facing_for(board_view(START, None, 8, (3, 7)), 8)
    for _ in SCREEN.prepare(art, facing, 0):
        pass
    known = set(art.pictures)
    for picks in steps(START):
        drawn(board_view(START, picks, 8, (3, 7)), 8, art=art)
    for action in (Play(6), TAKE, DISCARD, REVEAL):
        state, last, news = after(START, action, 3)
        for glide in range(GLIDE_STEPS + 1):
            drawn(board_view(state, None, 8, (3, 7), last=last, news=news), 8, glide, art)
    fresh = {str(key) for key in set(art.pictures) - known if "elements" in str(key)}
    fresh = {key for key in fresh if "elements label" not in key}  # as wide as its word
    assert fresh == set()


def test_cards_differ_without_colour() -> None:
    """In grey any two faces are far apart, at every size; so are their fields or their signs."""
    art = Art(1.0)
    for height in (46.0, 62.0, 84.0, 132.0):
        grey = [
            pygame.surfarray.array3d(cards.face(art, card, height).surface).mean(axis=2)
            for card in cards.KINDS
        ]
        assert all(np.abs(a - b).mean() > 12 for a, b in combinations(grey, 2))


def test_the_value_reads_from_both_long_sides() -> None:
    """Figures and pips of a large card look the same after half a turn."""
    art = Art(1.0)
    for card in cards.KINDS:
        pixels = pygame.surfarray.array3d(cards.face(art, card, 132.0).surface).astype(float)
        corner = np.abs(pixels - np.rot90(pixels, 2))[:26, :34]
        assert corner.mean() < 2


def test_plates_are_there_for_the_mover_alone() -> None:
    view = board_view(LONG, chooser(LONG), 8, (1, 7))
    board = view.board
    assert isinstance(board, ElementsBoard)
    assert [kind in board.offer for kind in PLATES] == [True, True, True]
    found = [key for key in keys(drawn(view, 8)) if "elements plate" in key]
    assert len(found) == 3
    still = board_view(LONG, None, 8, (1, 7))
    assert not any("elements plate" in key for key in keys(drawn(still, 8)))
