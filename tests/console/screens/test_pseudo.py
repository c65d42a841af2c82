"""Everything that is written fits: in both languages, in one that is two fifths longer, in large
type. At 1280×800 each screen is composed, and ``legible`` looks at where its texts came to lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

import pytest

from console.i18n import Words
from console.nicknames import LONGEST
from console.screens.art import Art
from console.screens.board.pages import load_rules
from console.screens.layout import Layout
from console.screens.look import Look
from console.screens.moment import Moment
from console.screens.notices import plate
from console.screens.renderer import Screen
from console.screens.stage import Pen, fitted
from console.table.attract.view import AttractPart
from console.table.chaos.view import CardMove, DeathPhase, VerdictView
from console.table.outputs import Cue, VerdictKind
from console.table.view import (
    EndStage,
    IdlePlayer,
    IdleStage,
    MenuLine,
    RulesView,
    TableTrouble,
    TroubleKind,
    View,
    Who,
)
from drivers.events import Fault
from drivers.times import MS
from tests.console.screens import samples as chaos
from tests.console.screens.attract import samples as attract
from tests.console.screens.board import samples as board
from tests.console.screens.event import samples as event
from tests.console.screens.legible import Fitting
from tests.console.screens.lobby import samples as lobby
from tests.console.screens.photo import samples as photo
from tests.console.screens.pictures import cases
from tests.console.screens.pseudo import FIRST, LAST, LONGER, Pseudo, stretched
from tests.console.screens.records import samples as records
from tests.console.screens.service import samples as service
from tests.drivers.controller.misfits import misfits

SIZE = (1280, 800)
SEATS = 8
GAMES = ("chaos", "elements", "iota", "ignis")
NOW_NS = chaos.NOW_NS
LONGEST_NAME = "Ш".ljust(LONGEST, "ш")
OWN_NAMES = {"IOTA", "English", "ABC", "Abc_", *"AEIOU", *chaos.NAMES["en"], "Wolfgang W."}
"""And what people type, with what."""
WITHIN = re.compile(r"IOTA|{who}|Anna|Boris|Jane|Vera")
"""A name within a sentence, and what a shape stands for."""
MISFITS = tuple(misfits(SEATS))
TROUBLES = (
    TableTrouble(TroubleKind.PAD_DOWN),
    TableTrouble(TroubleKind.SILENT, "buttons"),
    TableTrouble(TroubleKind.SILENT, "pad"),
    *(TableTrouble(TroubleKind.SILENT, "pad", misfit) for misfit in MISFITS),
    TableTrouble(TroubleKind.FAULTY),
)


def verdict(kind: VerdictKind) -> VerdictView:
    """The longest verdict of a kind."""
    won = chaos.duel_won().verdict
    assert won is not None
    moves = (CardMove(-1, -1, 21),) if kind is VerdictKind.SPECIAL_WON else won.moves
    return replace(won, kind=kind, moves=moves)


def of_chaos() -> Iterator[tuple[str, View]]:
    """What no reference picture shows of «Хаос», by name."""
    for kind in VerdictKind:
        yield f"verdict {kind}", chaos.play(8, verdict=verdict(kind))
    for phase in DeathPhase:
        yield f"death {phase}", chaos.death(phase)
    for number, trouble in enumerate(TROUBLES):
        yield f"trouble {number}", chaos.play(8, trouble=trouble)
    for fault in Fault:
        yield f"fault {fault}", chaos.changed(chaos.play(8), 2, fault=fault, stack=33)
    for who in Who:
        yield f"sits {who}", chaos.changed(chaos.play(4), 1, who=who, winner=True)
    yield "grab", chaos.play(8, special="grab", special_deadline_ns=NOW_NS)
    yield "voided", chaos.play(8, voided=(2, 5))
    yield "asking", chaos.play(8, verdict=verdict(VerdictKind.DUEL_WON), may_ask=tuple(range(8)))


def of_comforts() -> Iterator[tuple[str, View]]:
    """The pause from every seat; captions."""
    for seat in range(8):
        for level in (None, MenuLine.COMFORT, MenuLine.LEAVE):
            menu = chaos.pause_menu(seat, level, min(seat, 6))
            yield f"pause {seat} {level}", chaos.play(8, pause=menu)
        menu = chaos.pause_menu(seat, name=LONGEST_NAME)
        yield f"pause named {seat}", chaos.play(8, pause=menu)
    for seat in board.TAKEN:
        yield f"board pause {seat}", replace(board.playing(), pause=chaos.pause_menu(seat))
    win = replace(chaos.end(8), stage=EndStage.WIN, since_ns=NOW_NS - 2_500 * MS)
    yield "win told", replace(win, caption=Cue.WIN.value)
    yield "theme told", replace(attract.attract(AttractPart.TITLE), caption=Cue.THEME.value)
    for cue in Cue:
        yield f"caption {cue}", chaos.play(8, caption=cue.value)
        yield f"caption {cue} 4", replace(chaos.two_players(), caption=cue.value)
    yield "move told", replace(board.plain(), caption="flip")


def of_boards() -> Iterator[tuple[str, View]]:
    """What no reference picture shows of the board games; the rules for a long and a short side."""
    for made in (board.undo_asked, board.replaced, board.told, board.opened, board.looking):
        yield made.__name__, made()
    for game in GAMES:
        for number in range(len(load_rules(game).page)):
            for seat in (1, 3):
                yield f"rules {game} {number} {seat}", RulesView(game, number, seat)


def of_lobby() -> Iterator[tuple[str, View]]:
    """Every level of the lobby's menu at its fullest; the longest and the shortest ranking."""
    yield from ((sample.name, sample.view) for sample in lobby.all_samples("en"))
    for number, misfit in enumerate(MISFITS):
        yield f"misfit {number}", lobby.unfit(8, misfit)
    yield from ((f"end {count}", chaos.end(count)) for count in (2, 5))
    for count in (2, 8):
        view = replace(chaos.end(count), photo=photo.close(), missing=tuple(range(count)))
        yield f"again {count}", view
        yield f"again missing {count}", replace(view, again=(0,), missing=tuple(range(1, count)))
        yield f"ranking {count}", replace(view, stage=EndStage.RANKING)
        yield f"win {count}", replace(view, stage=EndStage.WIN, since_ns=NOW_NS - 2_500 * MS)


def of_hall() -> Iterator[tuple[str, View]]:
    """Records, for a long and a short side; who does not answer."""
    for seat in (1, 3):
        for name, view in records.views(seat).items():
            yield f"records {name} {seat}", view
    for stage in IdleStage:
        for view in (chaos.play(8), board.playing()):
            idle = tuple(IdlePlayer((seat.seat,), stage, 15) for seat in view.seats)
            yield f"idle {stage} {type(view).__name__}", replace(view, idle=idle)


def of_owner(language: str) -> Iterator[tuple[str, View]]:
    """The service menu, whose views hold their texts, for a long and a short side."""
    for seat in (1, 3):
        for i, page in enumerate(service.pages(language, 8, seat)):
            yield f"service {seat} {i} {page.title}", page


def of_wires(name: str) -> bool:
    """Does the service menu show there what a log, wires, files are called?"""
    return name.startswith("service")


def seats_of(view: View) -> int:
    seats = getattr(view, "seats", None)
    return 8 if seats is None else len(seats)


@cache
def views(language: str) -> Mapping[str, tuple[int, View]]:
    """Every screen there is."""
    shown = [s for _, s, _, _ in cases()] + list(attract.attract_samples("en"))
    drawn = {s.name: (s.seats, s.view) for s in shown}
    own = event.views("en")
    parts = (own, of_chaos(), of_comforts(), of_boards(), of_lobby(), of_hall(), of_owner(language))
    return drawn | {name: (seats_of(view), view) for name, view in chain(*parts)}


def words_of(language: str) -> Words:
    return Pseudo() if language == "longer" else Words(language)


@dataclass(frozen=True)
class Seen:
    """What does not fit, and what is written, by the name of the view."""

    faults: dict[str, list[str]]
    texts: dict[str, set[str]]


@cache
def seen(language: str, *, large: bool = False) -> Seen:
    """Every view in a language, composed once."""
    words = words_of(language)
    screens: dict[int, Screen] = {}
    found = Seen({}, {})
    for name, (seats, view) in views(language).items():
        if seats not in screens:
            screens[seats] = Screen(SIZE, seats, Look(words, large=large))
        fitting = Fitting(screens[seats], view)
        faults = fitting.faults()
        if faults:
            found.faults[name] = sorted(set(faults))
        found.texts[name] = fitting.texts()
    return found


def test_a_language_two_fifths_longer_fits_every_screen() -> None:
    assert seen("longer").faults == {}


def test_no_word_comes_from_anywhere_but_the_catalogue() -> None:
    """The longer language has no plain vowel left; names of languages and games may have."""
    shown = {name: texts for name, texts in seen("longer").texts.items() if not of_wires(name)}
    texts = {text for found in shown.values() for text in found}
    plain = {text for text in texts if re.search("[aeiouAEIOU]", WITHIN.sub("", text))}
    assert plain <= OWN_NAMES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "large"),
    [
        ("ru", True),
        ("longer", True),
        pytest.param("ru", False, marks=pytest.mark.complete),  # smaller than what is large
        pytest.param("en", False, marks=pytest.mark.complete),  # shorter than ``longer``
        pytest.param("en", True, marks=pytest.mark.complete),
    ],
)
def test_every_screen_fits(language: str, large: bool) -> None:
    assert seen(language, large=large).faults == {}


# -- the measuring itself --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message", ["on", "Play on", "{who} takes {count} cards", "Everybody: pinch your own petal"]
)
def test_the_longer_language_is_two_fifths_longer_and_keeps_its_fields(message: str) -> None:
    made = stretched(message)
    fields = re.compile(r"{\w+}")
    plain, longer = (len(fields.sub("", text)) for text in (message, made))
    assert plain * (1 + LONGER) <= longer <= plain * (1 + LONGER) + 3
    assert fields.findall(made) == fields.findall(message)
    assert (made[0], made[-1]) == (FIRST, LAST)


def test_the_longer_language_has_both_plural_forms() -> None:
    words = Pseudo()
    forms = {words.n("{count} card left", "{count} cards left", count) for count in (1, 2)}
    assert len(forms) == 2


def test_the_font_has_its_letters() -> None:
    """A missing letter is drawn as a box, and no box is as wide as the letter."""
    art = Art(1.0)
    box = art.text("\ue000", 40, "#FFFFFF")
    for letter in set(stretched("aeiouyAEIOU of all the longest words")) - {" "}:
        drawn = art.text(letter, 40, "#FFFFFF").surface
        assert drawn.get_bounding_rect() != box.surface.get_bounding_rect(), letter


class Scribbling(Screen):
    """A screen with something badly written on it."""

    def __init__(self, scribble: Callable[[Pen, Layout], None]) -> None:
        super().__init__(SIZE, 8, Look(Words("en")))
        self._scribble = scribble

    def compose(self, pen: Pen, view: View, moment: Moment) -> Iterator[None]:
        self._scribble(pen, self.layout)
        return iter(())


def write(pen: Pen, text: str, x: float, y: float, size: float = 24) -> None:
    pen.put(pen.art.text(text, size, "#FFFFFF"), x, y)


def small(pen: Pen, layout: Layout) -> None:
    write(pen.at(layout.sides[0]), "tiny", 0, 0, 12)


def outside(pen: Pen, layout: Layout) -> None:
    write(pen.at(layout.sides[0]), "far away", 640, 300)


def crossing(pen: Pen, layout: Layout) -> None:
    write(pen.at(layout.frames[0]), "over my neighbour's line", -180, 25)


def doubled(pen: Pen, layout: Layout) -> None:
    write(pen.at(layout.sides[0]), "one", 0, 0)
    write(pen.at(layout.sides[0]), "two", 10, 5)


def signed(pen: Pen, layout: Layout) -> None:
    pen.at(layout.sides[1]).put(pen.art.sign("crown", 30, "#FFFFFF"), 0, 0)
    write(pen.at(layout.sides[0]), "under a crown", 0, 0)


def spilled(pen: Pen, layout: Layout) -> None:
    pen.at(layout.sides[0]).put(plate(pen, 80, 60, "#FFFFFF"), 0, 0)
    write(pen.at(layout.sides[0]), "more than a plate holds", 0, 0)


def cropped(pen: Pen, layout: Layout) -> None:
    pen.at(layout.sides[0]).put(fitted(pen, "too long for this", (20,), 60, "#FFFFFF"), 0, 0)


def veiled(pen: Pen, layout: Layout) -> None:
    write(pen.at(layout.sides[0]), "half of it", 0, 0)
    pen.at(layout.sides[0]).put(plate(pen, 80, 60, "#FFFFFF"), 50, 0)


@pytest.mark.parametrize(
    ("scribble", "fault"),
    [
        (small, "only 12 px"),
        (outside, "off the screen"),
        (crossing, "over the end of a strip"),
        (doubled, "over each other"),
        (signed, "over a sign"),
        (spilled, "beyond its plate"),
        (cropped, "cut off"),
        (veiled, "half hidden"),
    ],
)
def test_each_kind_of_fault_is_found(scribble: Callable[[Pen, Layout], None], fault: str) -> None:
    found = Fitting(Scribbling(scribble), chaos.play(8)).faults()
    assert {sentence.partition(":")[0] for sentence in found} == {fault}


def test_what_something_covers_as_a_whole_does_not_count() -> None:
    def covered(pen: Pen, layout: Layout) -> None:
        doubled(pen, layout)
        pen.at(layout.sides[0]).put(plate(pen, 200, 90, "#FFFFFF"), 0, 0)

    assert Fitting(Scribbling(covered), chaos.play(8)).faults() == []
