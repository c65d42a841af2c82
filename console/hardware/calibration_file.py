"""Calibrations on the disk: one JSON file a board in the folder ``calibration``, dated.

The file before it is kept beside it under its own date, so a bad weighing can be taken back.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console.system.files import is_there
from console.system.syncs import write_synced
from console.terminal.speech import complain
from drivers.board import BoardInfo, pad_words, petal_channels
from drivers.errors import ConfigError, Sentence
from drivers.files import of_decoder
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.reasons import reason_of

FOLDER: Final = "calibration"
AGAIN: Final = Sentence("run `khvatka hw calibrate` with the same --board")
"""What was there is kept beside the new file."""


class UnusableCalibration(ConfigError):
    """There is a calibration, and it cannot be used."""

    def __init__(self, path: Path, fact: Sentence, mend: Sentence = AGAIN) -> None:
        super().__init__(Sentence("{path}: {fact}: {mend}", path=path, fact=fact, mend=mend))
        self.path, self.fact, self.mend = path, fact, mend


class OtherPad(UnusableCalibration):
    """A calibration of another pad than the one that is plugged in."""


class StoredChannel(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """One sensor, found by its place: boards may list their channels in another order later.

    ``shares``: by seat, what couples of a push there and of a pinch. ``left_out``: the last
    weighing did not come to it, or not to both weights. A seat that is not there is not known.
    """

    seat: int
    part: str
    gain: float
    gain_sigma: float
    rest_code: float
    exponent: float | None
    shares: dict[int, tuple[float, float]]
    left_out: bool = False


class StoredCalibration(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A whole file; ``full_code`` and ``divider_ohm`` are those it was weighed with,
    ``weights_n`` the light weight and the heavy one, ``pad_id`` the pad controller, if known;
    ``late_ms`` as of ``Calibration``.
    """

    board: str
    date: str
    weights_n: tuple[float, float]
    full_code: int
    divider_ohm: float
    channels: tuple[StoredChannel, ...]
    pad_id: str = ""
    late_ms: tuple[float, float] | None = None


def calibration_path(data: Path, info: BoardInfo) -> Path:
    """Where the calibration of this board is; one with other seats is another board."""
    return _path(data, info.name, info.seats)


def _path(data: Path, name: str, seats: int) -> Path:
    return data / FOLDER / f"{_file_name(name)}-{seats}.json"


def weighed_pad(data: Path, name: str, seats: int) -> bytes:
    """The id of the pad of this board's calibration, empty if nobody knows."""
    try:
        body = _path(data, name, seats).read_bytes()
        return bytes.fromhex(msgspec.json.decode(body, type=StoredCalibration).pad_id)
    except (OSError, ValueError, RecursionError):
        return b""  # ``load_calibration`` tells why


def load_calibration(data: Path, info: BoardInfo) -> Calibration | None:
    """The calibration of this board, None if it was never calibrated.

    Raises UnusableCalibration for a file that cannot be read, OtherPad for one that was made with
    another pad.
    """
    path = calibration_path(data, info)
    try:
        stored = msgspec.json.decode(path.read_bytes(), type=StoredCalibration)
    except FileNotFoundError:
        return None
    except OSError as error:
        fact = Sentence("cannot be read ({strerror})", strerror=reason_of(error))
        raise UnusableCalibration(path, fact, Sentence("mend its rights")) from error
    except (ValueError, RecursionError) as error:
        fact = Sentence("it is damaged ({reason})", reason=of_decoder(str(error)))
        raise UnusableCalibration(path, fact) from error
    if stored.board != info.name:
        fact = Sentence(
            "it belongs to the board {board}, this one is {name}",
            board=stored.board,
            name=info.name,
        )
        raise UnusableCalibration(path, fact)
    found = {(c.seat, c.part): c for c in stored.channels}
    wanted = [(c.seat, c.part) for c in info.channels]
    same = (stored.full_code, stored.divider_ohm) == (info.full_code, info.divider_ohm)
    same = same and (stored.pad_id or info.pad_id) == (info.pad_id or stored.pad_id)
    if not same or len(stored.channels) != len(wanted) or set(found) != set(wanted):
        fact = Sentence(
            "it was made with another pad or divider ({there}) than is here ({here})",
            there=pad_words(
                len(stored.channels), stored.full_code, stored.divider_ohm, stored.pad_id
            ),
            here=pad_words(len(wanted), info.full_code, info.divider_ohm, info.pad_id),
        )
        mend = Sentence(
            "plug that pad in, or run `khvatka hw calibrate` with this one and the same --board"
        )
        raise OtherPad(path, fact, mend)
    try:
        channels = tuple(_channel(info, found[place]) for place in wanted)
        return Calibration(channels, stored.date, stored.late_ms)
    except ConfigError as error:
        raise UnusableCalibration(path, error.sentence) from error


def usable_calibration(data: Path, info: BoardInfo) -> Calibration | None:
    """The same; one of another pad is told, and none. Raises ConfigError."""
    try:
        return load_calibration(data, info)
    except OtherPad as error:
        complain(error)
        return None


def former_calibration(data: Path, info: BoardInfo) -> Calibration | None:
    """The same; one that cannot be used is none."""
    try:
        return load_calibration(data, info)
    except ConfigError:
        return None


def left_out_before(data: Path, info: BoardInfo) -> tuple[int, ...]:
    """The channels that the last weighing left out. Raises ConfigError where nobody weighed."""
    calibration = load_calibration(data, info)
    if calibration is None:
        raise ConfigError("nothing was weighed before: leave --missing out")
    return left_out(data, info, calibration)


def left_out(data: Path, info: BoardInfo, calibration: Calibration) -> tuple[int, ...]:
    """The channels that the weighing of this calibration left out; none if the file is not its."""
    try:
        body = calibration_path(data, info).read_bytes()
        stored = msgspec.json.decode(body, type=StoredCalibration)
    except (OSError, ValueError, RecursionError):
        return ()  # ``load_calibration`` tells why
    places = {(c.seat, c.part) for c in stored.channels if c.left_out}
    if stored.date != calibration.date:
        return ()
    return tuple(i for i, c in enumerate(info.channels) if (c.seat, c.part) in places)


def _channel(info: BoardInfo, stored: StoredChannel) -> ChannelCalibration:
    """Raises ConfigError for neighbours that the board does not have."""
    seats = list(petal_channels(info))
    if not set(stored.shares) <= set(seats):
        raise ConfigError("it has other neighbours")
    shares = tuple(stored.shares.get(seat) for seat in seats) if stored.shares else ()
    return ChannelCalibration(
        stored.gain, stored.gain_sigma, stored.rest_code, stored.exponent, shares
    )


def prepare(data: Path) -> None:
    """Make the folder and try to write into it. Raises ConfigError naming it and the mend."""
    folder = data / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(folder, error) from error


def save_calibration(
    data: Path,
    info: BoardInfo,
    calibration: Calibration,
    weights_n: tuple[float, float],
    left_out: tuple[int, ...] = (),
) -> Path:
    """Write the file in one step: afterwards there is the whole new one, or still the old one.
    ``left_out``: the channels that were to be weighed and were not.

    Raises ConfigError when the folder cannot be written.
    """
    path = calibration_path(data, info)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep_old(path)
        places = {(info.channels[i].seat, info.channels[i].part) for i in left_out}
        _write(path, _stored(info, calibration, weights_n, places))
    except OSError as error:
        raise _unwritable(path, error) from error
    return path


def keep_shares(data: Path, info: BoardInfo, calibration: Calibration) -> None:
    """Write what a table has learned of its neighbours' shares, and how late they come, into the
    file that it began with, unless another weighing has taken its place. Raises ConfigError when it
    cannot be written.
    """
    path = calibration_path(data, info)
    try:
        before = msgspec.json.decode(path.read_bytes(), type=StoredCalibration)
        places = {(c.seat, c.part) for c in before.channels if c.left_out}
        learned = _stored(info, calibration, before.weights_n, places)
        learned = replace(learned, pad_id=before.pad_id)  # which was weighed, not which is here
        if before.date == calibration.date and before != learned:
            _write(path, learned)
    except (FileNotFoundError, ValueError, RecursionError):
        return  # nobody weighed it; or ``load_calibration`` has told what is wrong
    except OSError as error:
        raise _unwritable(path, error) from error


def _stored(
    info: BoardInfo,
    calibration: Calibration,
    weights_n: tuple[float, float],
    left_out: set[tuple[int, str]],
) -> StoredCalibration:
    seats = list(petal_channels(info))
    return StoredCalibration(
        board=info.name,
        date=calibration.date,
        weights_n=weights_n,
        full_code=info.full_code,
        divider_ohm=info.divider_ohm,
        channels=tuple(
            StoredChannel(
                seat=spec.seat,
                part=spec.part,
                gain=c.gain,
                gain_sigma=c.gain_sigma,
                rest_code=c.rest_code,
                exponent=c.exponent,
                shares={s: pair for s, pair in zip(seats, c.shares, strict=False) if pair},
                left_out=(spec.seat, spec.part) in left_out,
            )
            for spec, c in zip(info.channels, calibration.channels, strict=True)
        ),
        pad_id=info.pad_id,
        late_ms=calibration.late_ms,
    )


def _write(path: Path, stored: StoredCalibration) -> None:
    """In one step, whole or not at all. Raises OSError."""
    body = msgspec.json.format(msgspec.json.encode(stored), indent=2) + b"\n"
    write_synced(path, body)


def _unwritable(path: Path, error: OSError) -> ConfigError:
    return ConfigError(
        "{path}: cannot be written ({strerror}): name another folder with --data",
        path=path,
        strerror=reason_of(error),
    )


def _file_name(text: str) -> str:
    return re.sub(r"[^\w-]", "_", text)


def _keep_old(path: Path) -> None:
    """Copy the present file to a name with its date, whole or not at all. Raises OSError."""
    if not is_there(path):
        return
    body = path.read_bytes()
    try:
        date = msgspec.json.decode(body, type=StoredCalibration).date
    except (ValueError, RecursionError):
        date = "broken"
    stem = f"{path.stem}.{_file_name(date)}"
    old = path.with_name(f"{stem}.json")
    number = 1
    while is_there(old):  # a clock that was set back, or two of one second
        number += 1
        old = path.with_name(f"{stem}-{number}.json")
    write_synced(old, body)
