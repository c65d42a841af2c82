"""What is around a board: this computer's clock, display, sound and disk; the calibration."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import pygame

import console
from console.hardware.calibration_file import UnusableCalibration
from console.hardware.findings import Finding, Subject, failure, fine, warning
from console.hardware.station import Station
from console.i18n import Words
from console.screens.display import display_driver
from console.sound.player import Sounds
from drivers.pad.channels.calibration import PART_SPREAD, Calibration
from drivers.reasons import reason_of
from drivers.times import MS, SECOND

COARSE_S: Final = 1e-6
FREE_BYTES: Final = 500_000_000, 50_000_000  # warning, failure
LEAST_SIZE: Final = 1024, 600
LEAST_HZ: Final = 50
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


def place_findings(station: Station) -> Iterator[Finding]:
    """All findings about the computer."""
    words = station.words
    resolution_s = time.get_clock_info("monotonic").resolution
    yield clock_finding(words, resolution_s, station.wall(), newest_file())
    yield display_finding(words, simulated=station.file.sim is not None)
    yield audio_finding(words)
    yield disk_finding(words, station.data)


def calibration_date(calibration: Calibration) -> str:
    """When the sensors were weighed, to the minute."""
    day, _, time_of_day = calibration.date.partition("T")
    return f"{day} {time_of_day[:5]}".strip() or "?"


def calibration_finding(
    words: Words,
    calibration: Calibration | None,
    left_out: Sequence[str] = (),
    *,
    names_pad: bool = True,
) -> Finding:
    """Were the sensors weighed? ``left_out``: names of those that were not, the last time;
    ``names_pad``: does the file say with which pad?"""
    if calibration is None:
        text = words._("never calibrated: forces are the data sheet's, ± {spread} %")
        text = text.format(spread=words.number(100 * PART_SPREAD, 0))
        mend = words._("Run `khvatka hw calibrate` with the same --board")
        return warning(Subject.CALIBRATION, text, mend)
    date = calibration_date(calibration)
    if left_out:
        text = words._("calibrated on {date}, but for {sensors}")
        text = text.format(date=date, sensors="; ".join(left_out))
        mend = words._("Run `khvatka hw calibrate --missing` with the same --board")
        return warning(Subject.CALIBRATION, text, mend)
    text = words._("calibrated on {date}").format(date=date)
    if not names_pad:
        text = words._("calibrated on {date}, but the file does not say with which pad")
        text = text.format(date=date)
    return fine(Subject.CALIBRATION, text)


def unusable_finding(words: Words, error: UnusableCalibration) -> Finding:
    """A calibration that cannot be used: forces are the data sheet's."""
    text = words._("The calibration is not used: {why}")
    text = text.format(why=f"{error.path}: {words.translated(error.fact)}")
    mend = words.translated(error.mend)
    return failure(Subject.CALIBRATION, text, mend[0].upper() + mend[1:])


def newest_file() -> datetime:
    """When the program was installed: the present cannot be before it."""
    seconds = Path(console.__file__).stat().st_mtime
    return datetime.fromtimestamp(seconds).astimezone()


def clock_finding(
    words: Words, resolution_s: float, wall: datetime, not_before: datetime
) -> Finding:
    """Does the monotonic clock tell microseconds apart, and can the date be true?"""
    subject = Subject.CLOCK
    if resolution_s > COARSE_S:
        text = words._("This computer's clock goes in steps of {time} µs")
        steps = text.format(time=words.number(resolution_s * 1e6, 0))
        return failure(subject, steps, words._("Boot another kernel: reactions need 1 µs"))
    date = f"{wall:%Y-%m-%d %H:%M} UTC"
    if wall < not_before:
        text = words._("The date is wrong: {date}").format(date=date)
        mend = words._("Connect the network once, or `sudo timedatectl set-time`")
        return warning(subject, text, mend)
    text = words._("This computer's clock tells {time} ns apart; it is {date}")
    return fine(subject, text.format(time=words.number(resolution_s * SECOND, 0), date=date))


def display_finding(words: Words, *, simulated: bool) -> Finding:
    """Is there a display to play on? A table needs one, a simulated table does not."""
    subject, driver = Subject.DISPLAY, display_driver()
    if driver is None:
        mend = words._("Plug the display in; where a desktop runs, run this in it")
        return (warning if simulated else failure)(subject, words._("There is no display"), mend)
    (width, height), rate_hz = _mode()
    text = f"{driver}, {width} × {height}"
    if rate_hz:
        text += words._(", {rate} Hz").format(rate=rate_hz)
    mend = words._("Choose a mode of at least 1024 × 600 with 60 Hz")
    small = width < LEAST_SIZE[0] or height < LEAST_SIZE[1]
    if small or 0 < rate_hz < LEAST_HZ:
        return warning(subject, text, mend)
    return fine(subject, text)


def _mode() -> tuple[tuple[int, int], int]:
    """Size in pixels and frames a second of the first display; 0 frames: it does not say."""
    return pygame.display.get_desktop_sizes()[0], pygame.display.get_desktop_refresh_rates()[0]


def audio_finding(words: Words) -> Finding:
    """Is there anything to play sounds on? A table is played on without."""
    subject = Subject.AUDIO
    sounds = Sounds.open()
    try:
        driver = "" if sounds.silent else pygame.mixer.get_driver()
    finally:
        sounds.close()
    if driver in ("", "dummy", "disk"):
        mend = words._("Plug a loudspeaker in and choose it with `raspi-config`; or play silently")
        return warning(subject, words._("There is no sound device"), mend)
    return fine(subject, words._("sounds play by {driver}").format(driver=driver))


def disk_finding(words: Words, data: Path) -> Finding:
    """Can matches be kept, and for how long?"""
    subject = Subject.DISK
    room = words._("Delete what is not needed, or name a folder on another disk with --data")
    try:
        data.mkdir(parents=True, exist_ok=True)
        synced_ns = _sync_ns(data)
        disk = shutil.disk_usage(data)
    except OSError as error:
        reason = words.translated(reason_of(error))
        text = words._("{folder} cannot be written ({reason})").format(folder=data, reason=reason)
        mend = words._("Make it writable for this user, or name another folder with --data")
        return failure(subject, text, room if error.errno in FULL else mend)
    text = words._("{folder}: {free} free of {total}, a write takes {time} ms").format(
        folder=data,
        free=words.size(disk.free),
        total=words.size(disk.total),
        time=words.number(synced_ns / MS),
    )
    if disk.free < FREE_BYTES[1]:
        return failure(subject, text, room)
    return warning(subject, text, room) if disk.free < FREE_BYTES[0] else fine(subject, text)


def _sync_ns(folder: Path) -> int:
    """How long a small write takes until it is safe on the disk."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".check-") as file:
        begin_ns = time.monotonic_ns()
        file.write(bytes(4096))
        file.flush()
        os.fsync(file.fileno())
        return time.monotonic_ns() - begin_ns
