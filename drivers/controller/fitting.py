"""Does a pad controller fit? Judged here alone, by what it says in HELLO, whoever asks it."""

from __future__ import annotations

from dataclasses import replace

from drivers.board import PARTS, SCAN_HZ, pad_words
from drivers.controller.messages import Hello, Version
from drivers.errors import Misfit, PadUnfit, Sentence
from drivers.firmware import PROTOCOL, VERSION
from drivers.times import SECOND, US


def check_version(says: Version) -> None:
    """Raises PadUnfit for a controller's program that we do not understand."""
    theirs, ours = ".".join(map(str, says.firmware)), ".".join(map(str, VERSION))
    if says.protocol != PROTOCOL:  # the numbers of the programs may well be the same
        theirs, ours = f"{theirs}, link {says.protocol},", f"{ours}, link {PROTOCOL}"
    if (says.protocol, says.firmware[:2]) == (PROTOCOL, VERSION[:2]):
        return
    if (says.protocol, says.firmware[:2]) < (PROTOCOL, VERSION[:2]):
        fact = Sentence("its program {theirs} is too old for this one, which needs {ours}")
        mend = Sentence("install it with `khvatka hw flash`")
        brief = Sentence("The pad's program is too old: the owner installs ours")
    else:
        fact = Sentence("its program {theirs} is too new for this one, which knows {ours}")
        mend = Sentence("update Khvatka, or install the older with `khvatka hw flash`")
        brief = Sentence("The pad's program is too new: the owner installs ours")
    raise PadUnfit(Misfit(fact.of(theirs=theirs, ours=ours), mend, brief))


def check_pad(hello: Hello, seats: int, known: Hello | None) -> None:
    """Raises PadUnfit for a pad that scans too seldom or too often, for one with other petals than
    a board of ``seats`` has (0: any), and for another one than is ``known``: the calibration, and
    what was learned, belong to its sensors. One that is only expected has no ``pad_id``."""
    hz, (least, most) = round(SECOND / US / hello.scan_period_us), SCAN_HZ
    if not least <= hz <= most:
        raise PadUnfit(
            Misfit(
                Sentence(
                    "it scans {hz} times a second: {least} to {most} are wanted",
                    hz=hz,
                    least=least,
                    most=most,
                ),
                Sentence("install our program with `khvatka hw flash`"),
                Sentence("The pad's program does not fit: the owner installs ours"),
            )
        )
    petals = {(seat, part) for seat in range(seats) for part in PARTS}
    if seats and {(seat, part) for seat, part, _ in hello.channels} != petals:
        raise PadUnfit(
            Misfit(
                Sentence(
                    "the pad here ({here}) does not fit the board file, which has seats: {seats},"
                    " sensors: {sensors}",
                    here=described(hello),
                    seats=seats,
                    sensors=len(petals),
                ),
                Sentence(
                    "plug in this board's own, or name that pad's board file with --board; if it is"
                    " this board's, `khvatka hw flash --seats {seats}`",
                    seats=seats,
                ),
                Sentence(
                    "The pad is for {theirs} seats, the table has {ours}: plug in its own",
                    theirs=hello.seats,
                    ours=seats,
                ),
            )
        )
    if known is not None and not _same_pad(hello, known):
        here, there = described(hello), described(known)
        if _same_pad(replace(hello, pad_id=known.pad_id), known):
            here, there = (Sentence("id {id}", id=pad.pad_id.hex()) for pad in (hello, known))
        elif _measures(hello) == _measures(known):
            there = Sentence("with other lamps, lines or times of its sensors")
        raise PadUnfit(
            Misfit(
                Sentence(
                    "the pad here ({here}) is not the one that Khvatka counts on ({there})",
                    here=here,
                    there=there,
                ),
                Sentence("plug that one back in, or start Khvatka again with this one"),
                Sentence("Put the pad that was here back in, or start Khvatka again"),
            )
        )


def described(hello: Hello) -> Sentence:
    """Which pad it is, with its program."""
    return Sentence(
        "seats: {seats}, {pad}, program {program}",
        seats=hello.seats,
        pad=pad_words(len(hello.channels), hello.full_code, hello.divider_ohm, hello.pad_id.hex()),
        program=".".join(map(str, hello.version.firmware)),
    )


def _measures(pad: Hello) -> tuple[int, int, int, int]:
    """What is told of its make."""
    return pad.seats, len(pad.channels), pad.full_code, pad.divider_ohm


def _same_pad(one: Hello, other: Hello) -> bool:
    """Is it the same controller with the same description, apart from its program's patch level?"""
    pad_id = other.pad_id or one.pad_id
    return one == replace(other, version=one.version, boot=one.boot, first=one.first, pad_id=pad_id)
