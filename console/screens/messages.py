"""The one layer for messages: what is told now, and in which bands.

Of all that could be told one message stands, that which matters most: why the table waits, what the
game says, who comes back, what people should know, what is heard. Where a menu lies open it takes
the place of the words that explain a line (``passing.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from console.i18n import Words
from console.screens import palette
from console.screens.bands import BandMessage, draw_in_bands
from console.screens.board.facing import facing_of
from console.screens.board.notices import board_message
from console.screens.board.registry import SCREENS
from console.screens.chaos.lesson import beyond
from console.screens.count_in import DISC, readers_of
from console.screens.idle_players import holdup
from console.screens.layout import FLOWER, Band, Frame, Layout
from console.screens.moment import Moment
from console.screens.names import game_name, seat_name
from console.screens.palette import Palette
from console.screens.passing import notice_words
from console.screens.race import race_message
from console.screens.stage import Pen
from console.screens.texts import (
    all_words,
    choice_words,
    death_words,
    figures,
    names_of,
    special_words,
    trouble_words,
    verdict_words,
    voided_words,
)
from console.screens.win import sides_of
from console.table.attract.view import AttractPart, AttractView
from console.table.board.view import BoardView
from console.table.chaos.view import DeathPhase, PlayView, VerdictView
from console.table.event.view import RaceView
from console.table.outputs import GOOD, Cue, VerdictKind
from console.table.view import EndStage, EndView, Notice, NoticeKind, TroubleKind, View

TITLE_Y: Final = -335.0
"""Below the words of the title."""
BESIDE_WIDTH: Final = 250.0
BESIDE_HEIGHT: Final = 90.0
GAP: Final = 10.0
_WARNINGS: Final = (NoticeKind.UNKEPT, NoticeKind.SET_ASIDE, NoticeKind.FLAWED)


def draw_message(pen: Pen, layout: Layout, view: View, moment: Moment) -> None:
    """The one message of a view, in each of its bands."""
    message = message_of(pen.words, pen.art.palette, view, moment)
    if message is not None:
        draw_in_bands(pen, bands_of(layout, view, large=pen.art.large), message)


# -- where ---------------------------------------------------------------------------------------


def bands_of(layout: Layout, view: View, *, large: bool) -> Sequence[Band]:
    """The bands that a screen leaves free; none where nothing is told but in menus."""
    match view:
        case PlayView(count=int()) | RaceView(count=int()):
            return _beside(layout.sides, DISC / 2)
        case RaceView():
            return layout.bands
        case PlayView(lesson=None):
            quarters = {frame.quarter for frame in readers_of(layout, view)}
            near = tuple(band for band in layout.bands if band.frame.quarter in quarters)
            return near or layout.bands  # whoever sits alone at a short side reads either
        case PlayView(lesson=lesson):
            assert lesson is not None
            return (beyond(layout, lesson),)
        case BoardView():
            return SCREENS[view.game].bands(facing_of(layout, view, large))
        case EndView(stage=EndStage.WIN):
            return _beside(sides_of(layout, view), FLOWER)
        case AttractView(part=AttractPart.TITLE):
            return tuple(Band(side, 0, TITLE_Y, 640, 44) for side in layout.sides)
        case AttractView():
            shown = _shown(view)
            return () if shown is None else bands_of(layout, shown, large=large)
    return ()


def _beside(sides: Sequence[Frame], inner: float) -> Sequence[Band]:
    """At each reader's left of what is large in the middle."""
    x = -inner - GAP - BESIDE_WIDTH / 2
    return tuple(Band(side, x, 0, BESIDE_WIDTH, BESIDE_HEIGHT) for side in sides)


def _shown(view: AttractView) -> PlayView | BoardView | None:
    """The table that attract mode shows."""
    return view.duel.play if view.duel is not None else view.board


# -- what ----------------------------------------------------------------------------------------


def message_of(words: Words, colours: Palette, view: View, moment: Moment) -> BandMessage | None:
    """What is told now, with the sign of what is heard; nothing over a menu."""
    own: BandMessage | None = None
    match view:
        case PlayView() | BoardView():
            if view.pause is not None:
                return None
            if view.count is not None:
                return _heard(words, colours, view)
            if isinstance(view, PlayView):
                if view.photo is not None:
                    return None
                own = _of_play(words, colours, view, moment)
            elif view.news is not None:  # the game has the word, once its last move has arrived
                own = SCREENS[view.game].message(words, colours, view) if moment.way >= 1 else None
                return own and replace(own, sound=view.caption)
            else:
                own = board_message(words, colours, view)
            if own is None and view.notice is not None:
                own = _passing(words, view.notice)
        case RaceView():
            own = race_message(words, colours, view)
        case AttractView(part=AttractPart.BOARD, board=BoardView() as board, is_new=True):
            return BandMessage(
                game_name(words, board.game), words._("Press any button"), sign="key_ok"
            )
        case AttractView(part=part) if part is not AttractPart.TITLE:
            shown = _shown(view)
            return None if shown is None else message_of(words, colours, shown, moment)
        case AttractView() | EndView(stage=EndStage.WIN):
            pass
        case _:
            return None
    return _heard(words, colours, view) if own is None else replace(own, sound=view.caption)


def _of_play(words: Words, colours: Palette, view: PlayView, moment: Moment) -> BandMessage | None:
    """The one thing that everybody at «Хаос» must read now."""
    names = names_of(view)
    if view.trouble is not None:
        told, mend = trouble_words(words, view.trouble)
        if view.verdict is not None and view.trouble.key is TroubleKind.PAD_DOWN:
            told = words._("Put the pad back into its cradle")
            mend = verdict_words(words, view.verdict, names)  # it is not lost by the fall
        return BandMessage(told, mend, colour=colours.alarm, sign="warning")
    if view.sudden_death is not None:
        return _of_death(words, view)
    if view.choice is not None:
        seat = view.choice.seat
        said = choice_words(words, seat_name(words, seat, names.get(seat)))
        return BandMessage(said, colour=colours.seats[seat])
    if view.verdict is not None:
        return _of_verdict(words, colours, view, view.verdict, moment.breath)
    if view.special is not None:
        return BandMessage(*special_words(words, view.special), sign=view.special)
    if view.all_at_ns is not None:
        return BandMessage(all_words(words, moment.seconds), sign="all")
    held = holdup(words, colours, view.idle, names)
    if held is not None or not view.voided:
        return held
    return BandMessage(*voided_words(words, view.voided, names), sign="back")


def _of_death(words: Words, view: PlayView) -> BandMessage:
    """A dead heat: what to do now, and while hands go off the pad, how close it was (C25)."""
    death, verdict, names = view.sudden_death, view.verdict, names_of(view)
    assert death is not None
    order, second = death_words(words, death, names)
    off = death.phase is DeathPhase.HANDS_OFF
    told = BandMessage(order, second, sign="hands_off" if off else "light")
    if off and not death.out and verdict is not None and verdict.kind is VerdictKind.DEAD_HEAT:
        return replace(told, figures=tuple(figures(words, verdict, names)))
    return told


def _of_verdict(
    words: Words, colours: Palette, view: PlayView, verdict: VerdictView, breath: int
) -> BandMessage:
    """Figures above, what it was and what it cost below; in the colour of who it is about, alarm
    for mistakes, amber for what nobody won."""
    names, colour = names_of(view), palette.AMBER
    if verdict.kind in GOOD and verdict.seats:
        colour = colours.seats[verdict.seats[0]]
    elif verdict.kind in (VerdictKind.FALSE_GRAB, VerdictKind.FELL):
        colour = colours.alarm
    return BandMessage(
        verdict_words(words, verdict, names),
        colour=colour,
        seats=verdict.seats if verdict.kind is not VerdictKind.DEAD_HEAT else (),
        figures=tuple(figures(words, verdict, names)),
        breath=breath,
    )


# -- what is heard -------------------------------------------------------------------------------


def _heard(words: Words, colours: Palette, view: View) -> BandMessage | None:
    if view.caption is None:
        return None
    colour = colours.alarm if view.caption == Cue.FALSE_GRAB else palette.QUIET
    if view.caption == Cue.FLIP and isinstance(view, BoardView):
        said = words._("Tick: a move is made")
    else:
        said = cue_words(words, Cue(view.caption))
    return BandMessage(said, colour=colour, sound=view.caption)


def cue_words(words: Words, cue: Cue) -> str:
    """A sound and what it means."""
    return {
        Cue.FLIP: words._("Tick: a card is opened"),
        Cue.TOUCH: words._("Knock: a hand on the pad"),
        Cue.VERDICT: words._("Two tones: a verdict"),
        Cue.FALSE_GRAB: words._("Low thud: a false grab"),
        Cue.LIGHT: words._("Two taps: the light"),
        Cue.COUNT: words._("Beat: the match begins"),
        Cue.CALL: words._("Bell: are you there?"),
        Cue.WIN: words._("A rising phrase: the match is won"),
        Cue.THEME: words._("A melody: the table invites"),
    }[cue]


# -- in passing ----------------------------------------------------------------------------------


def _passing(words: Words, notice: Notice) -> BandMessage:
    sign = "warning" if notice.key in _WARNINGS else "clock"
    return BandMessage(*notice_words(words, notice), sign=sign)
