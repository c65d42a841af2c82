"""A duel on the pad between those who are equal at an event (V29)."""

from __future__ import annotations

from collections.abc import Iterator

from console.i18n import Words
from console.screens import palette
from console.screens.bands import BandMessage
from console.screens.chaos import flower
from console.screens.event import draw_event
from console.screens.layout import Layout
from console.screens.lobby.strips import draw_start_seat
from console.screens.palette import Palette
from console.screens.photo.copies import draw_copies
from console.screens.stage import Line, Pen, fitted
from console.screens.texts import called, figures, names_of, trouble_words, verdict_words
from console.table.event.view import EventView, Racer, RaceStage, RaceView
from console.table.view import Who


def draw_at_event(pen: Pen, layout: Layout, view: EventView | RaceView) -> Iterator[None]:
    """A table at an event, and its duels."""
    if isinstance(view, RaceView):
        yield from draw_race(pen, layout, view)
    else:
        draw_event(pen, layout, view)


def draw_race(pen: Pen, layout: Layout, view: RaceView) -> Iterator[None]:
    """Seats and petals of those who race; a photo finish fills the screen."""
    if view.photo is not None:
        yield from draw_copies(pen, layout, view.photo, names_of(view))
        return
    racers = {racer.seat: racer for racer in view.players}
    for seat in view.seats:
        if seat.who is not Who.EMPTY:
            state = _state(pen, racers[seat.seat])
            draw_start_seat(pen, layout, seat, state, "left")
    yield
    near, light = layout.sides[0], view.stage is RaceStage.LIGHT
    pen = pen.at(near)
    pen.put(flower.orbit(pen), 0, 0)
    racing = {r.seat for r in view.players if r.place is None and not r.out}
    for seat in view.seats:
        racer = racers.get(seat.seat)
        flower.petal(
            pen,
            layout,
            seat.seat,
            seated=racer is not None,
            turn=seat.seat in racing,
            touched=racer is not None and racer.touched,
            light=light and seat.seat in racing,
        )
    for number in sorted(racing):
        flower.turn_arc(pen, layout, number)
    if light:
        flower.draw_light(pen, layout)
    else:
        pen.put(flower.pot(pen, palette.FAINT), 0, 0)


def _state(pen: Pen, racer: Racer) -> Line:
    """What is known of somebody in the duel."""
    art, colour = pen.art, pen.art.palette.seats[racer.seat]
    if racer.place is not None:
        text = pen.words._("place {number}").format(number=racer.place)
        shown = art.text(text, 24, palette.TEXT, True)
        return [art.sign("crown", 26, palette.AMBER), 10.0, shown] if racer.place == 1 else [shown]
    if racer.out:
        return [fitted(pen, pen.words._("not in this race"), (22, 20, 18), 250, palette.QUIET)]
    text = pen.words._("in the race")
    return [art.sign("grab", 26, colour), 10.0, art.text(text, 22, palette.TEXT, True)]


def race_message(words: Words, colours: Palette, view: RaceView) -> BandMessage | None:
    """The one thing that everybody must read now."""
    if view.photo is not None or view.stage is RaceStage.COUNT:
        return None
    names = names_of(view)
    if view.won is not None and view.stage is RaceStage.WON:
        alone = words._("the others were too early") if not view.won.entries else ""
        return BandMessage(
            verdict_words(words, view.won, names),
            alone,
            colour=colours.seats[view.won.seats[0]],
            seats=view.won.seats,
            figures=tuple(figures(words, view.won, names)),
        )
    if view.trouble is not None:
        told, mend = trouble_words(words, view.trouble)
        return BandMessage(told, mend, colour=colours.alarm, sign="warning")
    order = {
        RaceStage.HANDS_OFF: words._("Hands off the pad!"),
        RaceStage.WAIT: words._("Wait for the light…"),
        RaceStage.LIGHT: words._("Now!"),
    }.get(view.stage, "")
    off = view.stage is RaceStage.HANDS_OFF
    return BandMessage(order, _instruction(words, view), sign="hands_off" if off else "light")


def _instruction(words: Words, view: RaceView) -> str:
    """Why once more, who was too early, else what is to be done."""
    out = tuple(racer.seat for racer in view.players if racer.out)
    if view.again is not None and view.stage is RaceStage.HANDS_OFF:
        return {
            "all_out": words._("All were too early: once more"),
            "dead_heat": words._("Too close to tell apart: once more"),
            "nobody": words._("Nobody has touched: once more"),
        }[view.again.value]
    if out and view.again is None:
        return words._("Too early: {who}").format(who=called(words, out, names_of(view)))
    return words._("Your petal, at the light: the first touch wins")
