"""The calibration on the disk: it fits its board or is refused, the one before it is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from console.hardware.calibration_file import (
    OtherPad,
    UnusableCalibration,
    calibration_path,
    keep_shares,
    left_out_before,
    load_calibration,
    save_calibration,
    weighed_pad,
)
from drivers.board import BoardInfo
from drivers.errors import ConfigError
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from host_sim.board import SimBoard
from tests.posix import no_file_beyond

INFO = SimBoard("mk2", 4).info


def weighed(date: str) -> Calibration:
    """A calibration in which each channel has another gain, exponent and neighbours."""
    channels = (
        ChannelCalibration(
            1.1 + i / 100,
            0.03,
            5.0 + i,
            0.8 + i / 100,
            tuple((0.03, 0.01 * seat) for seat in range(4)),
        )
        for i in range(8)
    )
    return Calibration(tuple(channels), date)


def stored(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "calibration").iterdir())


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    assert load_calibration(tmp_path, INFO) == weighed("2026-01-02")


def test_a_board_that_was_never_calibrated_has_none(tmp_path: Path) -> None:
    assert load_calibration(tmp_path, INFO) is None


def test_channels_are_found_by_their_place(tmp_path: Path) -> None:
    save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    turned = replace(INFO, channels=INFO.channels[::-1])
    loaded = load_calibration(tmp_path, turned)
    assert loaded is not None
    assert loaded.channels == weighed("").channels[::-1]


def test_the_file_before_it_is_kept_under_its_date(tmp_path: Path) -> None:
    for date in ("2026-01-02", "2026-03-04"):
        save_calibration(tmp_path, INFO, weighed(date), (0.5, 10.0))
    assert stored(tmp_path) == ["pc-4.2026-01-02.json", "pc-4.json"]
    loaded = load_calibration(tmp_path, INFO)
    assert loaded is not None
    assert loaded.date == "2026-03-04"


def test_a_disk_that_fills_up_leaves_no_half_of_the_file_before(tmp_path: Path) -> None:
    path = save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    body = path.read_bytes()
    with no_file_beyond(len(body) // 2), pytest.raises(ConfigError, match="cannot be written"):
        save_calibration(tmp_path, INFO, weighed("2026-03-04"), (0.5, 10.0))
    assert [name for name in stored(tmp_path) if name.endswith(".json")] == [path.name]
    assert path.read_bytes() == body


def test_other_seats_are_another_board(tmp_path: Path) -> None:
    save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    assert load_calibration(tmp_path, SimBoard("mk2", 6).info) is None


@pytest.mark.parametrize(
    ("info", "reason"),
    [
        (replace(INFO, divider_ohm=2_200.0), "or divider .*10000 .*2200"),
        (replace(INFO, full_code=1_023), "another pad .*4095, .*1023"),
        (replace(INFO, name="other"), "belongs to the board pc"),
    ],
)
def test_another_boards_file_is_refused(tmp_path: Path, info: BoardInfo, reason: str) -> None:
    written = save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    path = calibration_path(tmp_path, info)
    if path != written:
        written.rename(path)
    with pytest.raises(ConfigError, match=f"{path}: .*{reason}.*hw calibrate"):
        load_calibration(tmp_path, info)


def test_the_calibration_of_another_pad_of_the_same_shape_is_refused(tmp_path: Path) -> None:
    ours, other = (replace(INFO, pad_id=pad.hex()) for pad in (b"THISPAD1", b"OTHERPAD"))
    save_calibration(tmp_path, ours, weighed("2026-01-02"), (0.5, 10.0))
    assert load_calibration(tmp_path, ours) == weighed("2026-01-02")
    with pytest.raises(OtherPad, match=f"id {ours.pad_id}.* than is here .*id {other.pad_id}"):
        load_calibration(tmp_path, other)


def test_one_that_names_no_pad_is_taken_by_any_and_never_names_one_by_itself(
    tmp_path: Path,
) -> None:
    """Of a pad that came after the start nobody knows which one was weighed."""
    save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    here = replace(INFO, pad_id=b"THISPAD1".hex())
    assert load_calibration(tmp_path, here) == weighed("2026-01-02")
    assert weighed_pad(tmp_path, INFO.name, INFO.seats) == b""
    keep_shares(tmp_path, here, _learned(weighed("2026-01-02")))
    assert weighed_pad(tmp_path, INFO.name, INFO.seats) == b""
    save_calibration(tmp_path, here, weighed("2026-01-02"), (0.5, 10.0))
    keep_shares(tmp_path, INFO, _learned(weighed("2026-01-02")))
    assert weighed_pad(tmp_path, INFO.name, INFO.seats) == b"THISPAD1"


@pytest.mark.parametrize("body", [b"\xff", b"{}", b'{"board": 3}', b""])
def test_an_unreadable_file_names_itself(tmp_path: Path, body: bytes) -> None:
    path = save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    path.write_bytes(body)
    with pytest.raises(ConfigError, match=str(path)):
        load_calibration(tmp_path, INFO)


def test_an_impossible_gain_names_the_file(tmp_path: Path) -> None:
    path = save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    path.write_text(path.read_text().replace('"gain": 1.1,', '"gain": 99,'))
    with pytest.raises(UnusableCalibration, match=f"{path}: .*gain 99") as told:
        load_calibration(tmp_path, INFO)
    assert "again" not in str(told.value.fact), "the mend was told twice"


def test_a_board_that_was_never_weighed_keeps_the_data_sheets_curve(tmp_path: Path) -> None:
    save_calibration(tmp_path, INFO, Calibration.nominal(INFO), (0.5, 10.0))
    assert load_calibration(tmp_path, INFO) == Calibration.nominal(INFO)


def test_other_neighbours_name_the_file(tmp_path: Path) -> None:
    path = save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    path.write_text(path.read_text().replace('"3": [', '"7": ['))
    with pytest.raises(ConfigError, match=f"{path}: .*other neighbours.*hw calibrate"):
        load_calibration(tmp_path, INFO)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "calibration").write_text("a file in the folder's place")
    with pytest.raises(ConfigError, match=r"cannot be written .*--data"):
        save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))


def _learned(calibration: Calibration) -> Calibration:
    shares = ((0.02, 0.01),) * 4
    channels = tuple(replace(c, shares=shares) for c in calibration.channels)
    return replace(calibration, channels=channels, late_ms=(2.0, 2.5))


def test_what_was_learned_is_kept_with_the_weighing_it_began_with(tmp_path: Path) -> None:
    save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0))
    keep_shares(tmp_path, INFO, _learned(weighed("2026-01-02")))
    assert load_calibration(tmp_path, INFO) == _learned(weighed("2026-01-02"))
    assert stored(tmp_path) == [calibration_path(tmp_path, INFO).name]  # no weighing is set aside


def test_what_was_learned_does_not_undo_another_weighing(tmp_path: Path) -> None:
    save_calibration(tmp_path, INFO, weighed("2026-03-04"), (0.5, 10.0))
    keep_shares(tmp_path, INFO, _learned(weighed("2026-01-02")))
    assert load_calibration(tmp_path, INFO) == weighed("2026-03-04")


def test_what_was_learned_of_a_board_that_nobody_weighed_is_not_kept(tmp_path: Path) -> None:
    keep_shares(tmp_path, INFO, _learned(weighed("")))
    assert load_calibration(tmp_path, INFO) is None


def test_what_was_left_out_is_remembered_whatever_is_learned(tmp_path: Path) -> None:
    save_calibration(tmp_path, INFO, weighed("2026-01-02"), (0.5, 10.0), (3, 4))
    assert left_out_before(tmp_path, INFO) == (3, 4)
    keep_shares(tmp_path, INFO, _learned(weighed("2026-01-02")))
    assert left_out_before(tmp_path, INFO) == (3, 4)
    assert left_out_before(tmp_path, replace(INFO, channels=INFO.channels[::-1])) == (3, 4)
    save_calibration(tmp_path, INFO, weighed("2026-03-04"), (0.5, 10.0))
    assert left_out_before(tmp_path, INFO) == ()
    assert "left_out" not in calibration_path(tmp_path, INFO).read_text()
