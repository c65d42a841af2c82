"""``khvatka play``: in a window where there is a display, in virtual time where there is none."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from console.config import read_config
from console.i18n import Words
from console.screens.texts import speed_words
from console.service.first_pin import FirstPin
from console.store.boot import open_checked
from console.store.log import DirectLog, MatchLog
from console.store.schema import default_data_dir, store_path
from console.terminal.columns import say
from console.terminal.speech import complain, speak, speech
from console.wiring.adjusted import adjusted_in
from console.wiring.build import wall_now
from console.wiring.gc_control import no_collection
from console.wiring.hardware import stored_calibration
from console.wiring.headless import play_match, print_json
from console.wiring.loop import Sink
from console.wiring.results import result_text
from console.wiring.setup import PlayOptions, Setup, make_setup
from drivers.errors import ConfigError
from host_sim.keys import load_keys

PICTURES = Path("pictures")


def play(options: PlayOptions) -> bool:
    """Play as the options say; False if a match could not be kept, which has been told.

    Raises ConfigError: one sentence, nothing begun.
    """
    if options.as_json and not options.headless:
        raise ConfigError("--json needs --headless: a window prints nothing")
    if options.headless and options.window:
        raise ConfigError("--headless and --window exclude each other: give one of them")
    if options.walk is not None and not options.event:
        raise ConfigError("--walk is for --event alone: leave it out")
    if options.event or options.headless:
        load_keys(options.keys)  # a wrong file is told though nobody presses them
        return _at_event(options) if options.event else _headless(options)
    with no_collection():  # loading leaves no garbage
        from console.screens.display import what_is_missing
        from console.wiring.window.window import has_display, play_in_window

    if has_display():
        if options.pictures is not None:
            raise ConfigError("--pictures needs --headless: a window writes none")
        data = options.data or default_data_dir()
        _install(data)
        setup = _kept_setup(options, data, all_simulated=False)
        play_in_window(setup, data, options.keys)
        return True
    if (missing := what_is_missing()) is not None:
        raise ConfigError(missing)
    if options.window:
        raise ConfigError("there is no display: play with --headless, or start a desktop first")
    load_keys(options.keys)
    return _without_display(options)


def _headless(options: PlayOptions) -> bool:
    """A match of simulated people, kept if there is a folder for it."""
    if options.data is None:
        return _simulated(make_setup(options, all_simulated=True), None, options)
    setup = _kept_setup(options, options.data, all_simulated=True)
    return _simulated(setup, DirectLog(store_path(options.data)), options)


def _without_display(options: PlayOptions) -> bool:
    """The same in the place of a window, with pictures."""
    data = options.data or default_data_dir()
    setup = _kept_setup(options, data, all_simulated=True)
    words = Words(setup.settings.language)
    told = [words._("There is no display, so simulated people play a match instead.")]
    if setup.phones:
        told.append(words._("Phones need a window, so none can join it."))
    say(told)
    return _simulated(setup, DirectLog(store_path(data)), options, PICTURES)


def _at_event(options: PlayOptions) -> bool:
    if not options.headless:
        raise ConfigError(
            "--event needs --headless: in a window a table that has joined an event is there by"
            " itself"
        )
    if options.pictures is not None:
        raise ConfigError("--pictures and --event exclude each other: give one of them")
    from console.wiring.event.headless import play_there

    data = options.data or default_data_dir()
    setup = _kept_setup(options, data, all_simulated=True)
    play_there(setup, data, options.walk or 0.0, as_json=options.as_json)
    return True


def _install(data: Path) -> None:
    """On a PC nobody else does: before the first start there is no store, but perhaps a board's
    weighing (``khvatka hw``). A PIN can be chosen."""
    if not store_path(data).exists():
        with suppress(OSError):  # whoever needs the folder tells what is wrong with it
            FirstPin(data).offer()


def _kept_setup(options: PlayOptions, data: Path, *, all_simulated: bool) -> Setup:
    """With what the owner has set and weighed, kept in ``data``, once the store there is looked at;
    what of it cannot be used is told and left alone."""
    configured = read_config(options.config)  # what is wrong there is told alone: nothing is begun
    found = open_checked(data, wall_now)
    if found.problem is not None:
        complain(found.problem.sentence)
    setup = make_setup(
        options, all_simulated=all_simulated, adjusted=adjusted_in(data), configured=configured
    )
    setup = replace(setup, store=found)
    if setup.real is not None:
        return setup  # its calibration is looked for once the board is open
    try:
        calibration = stored_calibration(setup.board, len(setup.who), data)
    except ConfigError as error:
        complain(error)
        return setup
    return replace(setup, calibration=calibration)


def _simulated(
    setup: Setup, log: MatchLog | None, options: PlayOptions, pictures: Path | None = None
) -> bool:
    speak(setup.settings.language)
    words = speech()
    sinks: tuple[Sink, ...] = (print_json,) if options.as_json else ()
    display = None
    folder = options.pictures or pictures
    if folder is not None:
        from console.wiring.pictures import PictureDisplay

        display = PictureDisplay(folder, setup)
    try:
        played, sim = play_match(setup, log, sinks, display)
    finally:
        if log is not None:
            log.close()
    kept = log is None or log.problem is None
    if log is not None and log.problem is not None:
        complain(log.problem.sentence)
    if options.as_json:
        return kept
    assert sim.table.match is not None
    seating = sim.table.match.seating
    say(result_text(words, played.result, seating.seats).splitlines())
    say([speed_words(words, played.sim_ns, played.ratio, 0)])
    if display is not None:
        display.last(sim.table.view(), played.sim_ns)
        say(str(path) for path in display.written)
    return kept
