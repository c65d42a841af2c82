"""The page's words, in the language of whoever started it."""

from __future__ import annotations

from console.i18n import Words
from console.screens.names import seat_name
from console.tuning.states import SensorState
from drivers.boards.config import MOST_SEATS


def words_of(words: Words) -> dict[str, str]:
    """By the keys that the page's script knows; fields in braces are its own."""
    _ = words._
    found = {
        "title": _("Pad"),
        "top": _("top"),
        "under": _("under"),
        "newton": _("{forces} N"),
        "gram": _("{mass} g"),
        "point": words.number(0.5)[1],
        "threshold": _("threshold {force} N"),
        "last": _("the last {seconds} s"),
        "tuning": _("Tuning"),
        "locked": _("Changing something needs the PIN; it stands where the scope was started."),
        "pin": _("PIN"),
        "enter": _("Enter"),
        "wrong": _("That is another PIN."),
        "often": _("Too many tries: wait a minute."),
        "change": _("Change"),
        "confirm": _("{label}: {new} instead of {old}?"),
        "yes": _("Yes, keep it"),
        "no": _("No"),
        "weights": _("Weights"),
        "never": _("Not weighed yet: forces are those of a data sheet's sensor."),
        "weighed": _("Weighed on {date}."),
        "heavy": _("Heavy weight, N (1 kg weighs 9.8 N)"),
        "weigh": _("Weigh every sensor"),
        "begin": _("Begin? Each sensor is asked for; if you stop, nothing is written."),
        "begin_yes": _("Begin"),
        "stop": _("Stop weighing"),
        "nothing": _("There is nothing at this address. Look at it once more, or go on from here:"),
        "back": _("Forces of the pad"),
        "lost": _("Nothing comes any more: look whether the scope still runs."),
    }
    found |= {f"is_{state.value}": told for state, told in _states(words).items()}
    return found | {f"seat_{seat}": seat_name(words, seat) for seat in range(MOST_SEATS)}


def _states(words: Words) -> dict[SensorState, str]:
    return {
        SensorState.SILENT: words._("no signal"),
        SensorState.LIMIT: words._("at its limit"),
        SensorState.ZERO: words._("reads 0: unplugged?"),
        SensorState.PRESSED: words._("loaded"),
        SensorState.CARRIES: words._("carries a weight"),
        SensorState.RESTS: words._("rests"),
    }
