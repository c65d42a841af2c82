"""What two seconds with hands off say about a board: buttons, cradle, sensors, link, clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.hardware.findings import Finding, Subject, failure, fine, warning
from console.hardware.listening import Heard, LineHeard, ScansHeard
from console.hardware.texts import fault_mend, line_name, sensor_name
from console.i18n import Words
from console.screens.names import seat_name
from console.screens.texts import fault_word
from drivers.events import Fault, SeatFault
from drivers.pad.channels import fsr
from drivers.pad.channels.calibration import Calibration, ChannelCalibration, forces
from drivers.times import MS, SECOND

CHATTER_EDGES: Final = 50  # in two seconds with hands off
STUCK_SHARE: Final = 0.9
SHORTED_SHARE: Final = 0.99  # of full scale; 100 N on 10 k give 0.98
NOISE_SHARES: Final = 0.003, 0.01  # one sigma, of full scale: warning, failure
REST_N: Final = 0.15, 0.5  # resting load: warning; the onset itself
LEAST_CODE: Final = 2.0  # a rest below it may well read as 0 all the time
CLEAR_SHARE: Final = 1 / 32  # of full scale: a rest …
LOST_SHARE: Final = 0.1  # … of which so much is left at the most is lost
DROPPED_SHARES: Final = 0.001, 0.02
LIT_SHARE: Final = 0.005  # of full scale, by which lamps may move a rest
SLOW_SHARES: Final = 0.97, 0.7  # of the nominal rate of scans
AGE_NS: Final = 50_000_000
ROUND_TRIP_NS: Final = 20_000_000
CLOCK_NS: Final = MS, 3 * MS  # 0.5 ms after two seconds, 0.1 ms after twenty
LOSSES: Final = (
    *("silences", "restarts", "ports_lost", "lost_pings", "lost_frames", "bad_frames"),
    *("controller_lost_edges", "controller_bad_frames", "sampler_deaths", "no_replies"),
)


def board_findings(words: Words, heard: Heard, calibration: Calibration) -> Iterator[Finding]:
    """All findings about an open board."""
    yield from button_findings(words, heard)
    yield from _cradle(words, heard)
    yield from _channels(words, heard, calibration)
    yield from _link(words, heard)
    yield from _clock(words, heard)
    yield from _notes(words, heard)


def button_findings(words: Words, heard: Heard) -> Iterator[Finding]:
    """Of the buttons alone."""
    subject = Subject.BUTTONS
    lines = [line for line in heard.lines if line.spec.seat is not None]
    if heard.has(Fault.SILENT, "buttons"):
        mend = words._("Check the cable and the power of the chip that reads them")
        yield failure(subject, words._("The buttons do not answer"), mend)
        return
    found = [finding for line in lines for finding in _button(words, line, heard.length_ns)]
    yield from found
    if not found and lines:
        text = words.n("{count} button, none held", "{count} buttons, none held", len(lines))
        yield fine(subject, text.format(count=len(lines)))


def _button(words: Words, line: LineHeard, length_ns: int) -> Iterator[Finding]:
    subject, name = Subject.BUTTONS, line_name(words, line.spec)
    if line.edges > CHATTER_EDGES:
        text = words._("{button}: chatters ({count} edges without a hand)")
        mend = words._("Look for a loose contact, a missing pull-up or a cable beside the lights")
        yield failure(subject, text.format(button=name, count=line.edges), mend)
    elif line.acted_ns > STUCK_SHARE * length_ns:
        text = words._("{button}: held down all the time")
        mend = words._("Free the stuck button; look for a short to ground, or `active_low`")
        yield failure(subject, text.format(button=name), mend)
    elif line.edges:
        text = words._("{button}: moved while hands were off")
        mend = words._("Take your hands off and check again; else tighten its plug")
        yield warning(subject, text.format(button=name), mend)


def _cradle(words: Words, heard: Heard) -> Iterator[Finding]:
    subject = Subject.CRADLE
    for line in heard.lines:
        if line.spec.seat is not None:
            continue
        if line.edges > CHATTER_EDGES:
            text = words._("The cradle's contact chatters ({count} edges)").format(count=line.edges)
            yield failure(subject, text, words._("Move the magnet nearer to the reed"))
        elif line.acted_ns:
            mend = words._("Put the pad into its cradle; check the reed, its magnet and its wire")
            yield failure(subject, words._("The pad is not in its cradle"), mend)
        else:
            yield fine(subject, words._("The pad is in its cradle"))


def _channels(words: Words, heard: Heard, calibration: Calibration) -> Iterator[Finding]:
    scans = heard.scans
    if scans is None or heard.has(Fault.SILENT, "pad"):
        return  # the link says so
    found = []
    for index, channel in enumerate(heard.info.channels):
        finding = _channel(words, heard, scans, index, calibration.channels[index])
        if finding is not None:
            name = sensor_name(words, channel)
            found.append(finding)
            yield Finding(finding.subject, finding.level, f"{name}: {finding.text}", finding.mend)
    if not found:
        count = len(heard.info.channels)
        text = words.n("{count} sensor rests", "{count} sensors rest", count).format(count=count)
        worst = words.number(100 * float(scans.sigma.max()) / heard.info.full_code, 2)
        noise = words._("noise up to {percent} of full scale").format(percent=f"{worst} %")
        yield fine(Subject.CHANNELS, f"{text}; {noise}")


def lamp_findings(words: Words, dark: ScansHeard, lit: ScansHeard, full: int) -> Iterator[Finding]:
    """Do the lamps, as they light, move what most sensors read at rest? A hand moves a petal's."""
    moved = abs(lit.mean - dark.mean) / full
    (found,) = (moved >= LIT_SHARE).nonzero()
    if 2 * len(found) > len(moved):
        text = words._("they move what the sensors read at rest by {percent} of full scale")
        percent = f"{words.number(100 * float(moved.max()), 1)} %"
        mend = words._(
            "Lead the lamps' current by wires of their own, both ways, from the power plug; the"
            " converter's reference is the sensors' own supply"
        )
        yield warning(Subject.LAMPS, text.format(percent=percent), mend)


def _channel(
    words: Words, heard: Heard, scans: ScansHeard, index: int, calibration: ChannelCalibration
) -> Finding | None:
    """What is wrong with one channel; None if nothing is."""
    subject, full = Subject.CHANNELS, heard.info.full_code
    noise = float(scans.sigma[index]) / full
    if scans.greatest[index] > full:
        mend = words._("Check the converter's wiring and the firmware's version")
        return failure(subject, words._("codes that the converter cannot give"), mend)
    if scans.mean[index] >= SHORTED_SHARE * full:
        mend = words._("Look for a short between the sensor's wires or to 3.3 V")
        return failure(subject, words._("shorted: at full scale without a hand"), mend)
    if scans.greatest[index] == 0:
        return _dead(words, heard)
    rest_code = calibration.rest_code
    if rest_code >= CLEAR_SHARE * full and scans.mean[index] <= LOST_SHARE * rest_code:
        text = words._("gives nothing of its rest: a torn wire, or the petal lies otherwise")
        return warning(subject, text, _press_it(words))
    if noise > NOISE_SHARES[0]:
        percent = f"{words.number(100 * noise, 1)} %"
        text = words._("noisy: ± {percent} of full scale").format(percent=percent)
        mend = words._(
            "Was a hand on it? Then check again. Else check its plug and ground; keep its cable"
            " away from lights and power"
        )
        level = failure if noise > NOISE_SHARES[1] else warning
        return level(subject, text, mend)
    return _rest(words, heard, scans, index, calibration)


def _press_it(words: Words) -> str:
    return words._("Press it while `khvatka hw watch` runs; if nothing comes, mend its wire")


def _dead(words: Words, heard: Heard) -> Finding:
    """A code of 0 all the time: a broken wire, unless a sensor on which nothing lies reads so
    anyway. What lay there when it was weighed may lie on its sister now."""
    info = heard.info
    untouched = float(fsr.ohm_to_code(fsr.UNTOUCHED_OHM, info.divider_ohm, info.full_code))
    text = words._("dead: reads 0 all the time")
    level = failure if untouched >= LEAST_CODE else warning
    return level(Subject.CHANNELS, text, _press_it(words))


def _rest(
    words: Words, heard: Heard, scans: ScansHeard, index: int, calibration: ChannelCalibration
) -> Finding | None:
    """A load without a hand, beyond what was there at the weighing."""
    load_n = float(forces(heard.info, calibration, calibration.rest_code, scans.mean[index]))
    if abs(load_n) < REST_N[0]:
        return None
    text = words._("carries {force} N at rest").format(force=words.number(load_n, 2))
    mend = words._("Clear the petal, loosen what presses on it, then weigh again")
    level = failure if load_n >= REST_N[1] else warning
    return level(Subject.CHANNELS, text, mend)


def _link(words: Words, heard: Heard) -> Iterator[Finding]:
    subject, scans, misfit = Subject.LINK, heard.scans, heard.misfit
    if misfit is not None:
        yield failure(subject, words.translated(misfit.fact), words.translated(misfit.mend))
        return
    if scans is None or heard.has(Fault.SILENT, "pad"):
        mend = words._("Check the pad's cable and power; `khvatka hw flash` installs its program")
        yield failure(subject, words._("The pad is silent: no scans come"), mend)
        return
    said = [_arriving(words, heard, scans)]
    trip_ns = heard.counter("round_trip_ns")
    if trip_ns is not None:
        said.append(_round_trip(words, trip_ns))
    losses = {name: heard.counter(name) or 0 for name in LOSSES}
    lost = ", ".join(f"{name} {count}" for name, count in losses.items() if count)
    if lost:
        mend = words._("Try another cable or port, away from the lights' supply")
        said.append(warning(subject, words._("Lost on the way: {what}").format(what=lost), mend))
    yield from said


def _arriving(words: Words, heard: Heard, scans: ScansHeard) -> Finding:
    """Do scans come as often as they should, soon, and all of them?"""
    subject = Subject.LINK
    nominal_hz = SECOND / heard.info.scan_period_ns
    share = scans.dropped / (scans.count + scans.dropped)
    text = words._("{rate} scans a second of {nominal}, {lost} lost, at most {age} ms old").format(
        rate=words.number(scans.rate_hz, 0),
        nominal=words.number(nominal_hz, 0),
        lost=scans.dropped,
        age=words.number(scans.worst_age_ns / MS),
    )
    mend = words._("End other programs, look at the cable, and lower `scan_hz` if it stays")
    if share > DROPPED_SHARES[1] or scans.rate_hz < SLOW_SHARES[1] * nominal_hz:
        return failure(subject, text, mend)
    slow = scans.rate_hz < SLOW_SHARES[0] * nominal_hz or scans.worst_age_ns > AGE_NS
    return (
        warning(subject, text, mend) if slow or share > DROPPED_SHARES[0] else fine(subject, text)
    )


def _round_trip(words: Words, trip_ns: int) -> Finding:
    text = words._("Round trip {time} ms").format(time=words.number(trip_ns / MS, 2))
    if 0 < trip_ns <= ROUND_TRIP_NS:
        return fine(Subject.LINK, text)
    return warning(Subject.LINK, text, words._("Plug the pad into the Pi itself, without a hub"))


def _clock(words: Words, heard: Heard) -> Iterator[Finding]:
    subject, scans = Subject.CLOCK, heard.scans
    mend = words._("Check again after half a minute; then try another cable or port")
    if heard.has(Fault.NONSENSE, "pad"):
        yield failure(subject, words._("Scans come with times that cannot be"), mend)
        return
    if scans is None:
        return
    if scans.clock_ns == 0:
        yield fine(subject, words._("Scans are stamped by this computer's own clock"))
        return
    text = words._("The pad's clock is known to ± {time} ms").format(
        time=words.number(scans.clock_ns / MS, 3)
    )
    drift_ppm = heard.counter("clock_drift_ppm")
    if drift_ppm is not None:
        text += words._(", it drifts by {drift} ppm").format(drift=drift_ppm)
    if scans.clock_ns > CLOCK_NS[0]:
        yield (failure if scans.clock_ns > CLOCK_NS[1] else warning)(subject, text, mend)
    else:
        yield fine(subject, text)


def _notes(words: Words, heard: Heard) -> Iterator[Finding]:
    """What the board says of itself, and faults of seats that nothing above explains."""
    told = {
        *(Fault.SILENT, Fault.NONSENSE, Fault.CHATTER),
        *(Fault.NOISY_CHANNEL, Fault.STUCK_PAD, Fault.DEAD_CHANNEL),
    }
    for fault in heard.faults:
        if isinstance(fault, SeatFault) and fault.fault not in told:
            text = f"{seat_name(words, fault.seat)}: {fault_word(words, fault.fault)}"
            mend = fault_mend(words, fault.fault)
            yield warning(Subject.BOARD, f"{text} ({fault.detail})", mend)
    says = words._("The board says: {note}")
    for note in heard.health.notes:
        text = says.format(note=note)
        yield warning(Subject.BOARD, text, words._("Mend this first, then check again"))
    for remark in heard.health.remarks:
        yield fine(Subject.BOARD, says.format(note=remark))
