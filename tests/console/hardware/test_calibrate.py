"""``khvatka hw calibrate``: good weighings make a file, nonsense is refused and changes nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.hardware.calibrate import FAST, SLOW, calibrate
from console.hardware.calibration_file import calibration_path, load_calibration
from console.hardware.feed import open_feed
from console.hardware.laying import SETTLE_NS, WeighingRefused
from console.hardware.texts import TextLine
from drivers.board import ChannelSpec
from drivers.errors import BoardError, ConfigError
from drivers.events import Contact, Gesture
from drivers.pad.channels.calibration import forces
from drivers.times import MS, SECOND
from host_sim.faults import SimFault
from host_sim.models import Touch
from tests.console.hardware.clumsy import clumsy, honest
from tests.console.hardware.conftest import START_NS, Bench, Benches

pytestmark = pytest.mark.usefixtures("looks_seldom")


def refused_once(bench: Bench, match: str) -> None:
    """One sensor refuses; the others are weighed."""
    with pytest.raises(WeighingRefused, match="not every sensor is weighed"):
        calibrate(bench.station, bench.say, 10.0)
    assert any(re.search(match, line) for line in bench.said)
    assert calibration_path(bench.station.data, bench.board.info).exists()


def refused(bench: Bench, match: str) -> None:
    """Nobody weighs as asked, and nothing is left behind."""
    with pytest.raises(WeighingRefused, match=match):
        calibrate(bench.station, bench.say, 10.0)
    assert bench.said[-1] == "Nothing was written."
    assert list((bench.station.data / "calibration").iterdir()) == []


@pytest.mark.parametrize("kind", ["mk1", "mk2"])
@pytest.mark.parametrize(("light_n", "heavy_n"), [(0.5, 10.0), (0.3, 5.0), (1.0, 40.0)])
def test_each_sensor_reads_the_weights_afterwards(
    bench: Benches, kind: str, light_n: float, heavy_n: float
) -> None:
    table = bench(kind)
    calibrate(table.station, table.say, heavy_n, light_n)
    assert table.said[-1].startswith("Next: `khvatka hw check --touch`")
    loaded = load_calibration(table.station.data, table.board.info)
    assert loaded is not None
    assert loaded.date == "2099-05-04T03:02:01+00:00"
    rest = table.board.weigh(0.0, 0)
    for index, channel in enumerate(loaded.channels):
        for weight_n in (light_n, heavy_n):
            code = float(table.board.weigh(weight_n, index)[index])
            felt_n = float(forces(table.board.info, channel, channel.rest_code, code))
            # two sigma of a touch's repeatability, and creep under a lasting load
            assert felt_n == pytest.approx(weight_n, rel=0.12)
        assert channel.rest_code == pytest.approx(rest[index], abs=2)


def turns(bench: Bench) -> list[str]:
    """How the pad was to be turned, and what for."""
    return [line for line in bench.said if line.startswith("Turn")]


def test_the_pad_is_turned_over_once_and_back_once(bench: Benches) -> None:
    table = bench()
    calibrate(table.station, table.say, 10.0)
    over, back = turns(table)
    assert over == "Turn the pad over. Seat 1, under sensor: lay 0.5 N (51 g) on it"
    assert back == "Turn the pad back. Seat 1, top sensor: lay 10.0 N (1.02 kg) on it"


def test_a_pad_that_lies_turned_over_at_the_end_is_turned_back(bench: Benches) -> None:
    table = bench()
    hands, laid = honest(table), 0

    def heavier_at_first(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        """The light weight of one *under* sensor is asked for again at the end of all."""
        nonlocal laid
        odd = (channel.seat, channel.part, weight_n) == (1, "under", 0.5)
        laid += odd
        hands.lay(channel, 2.0 * weight_n if odd and laid == 1 else weight_n, now_ns)

    clumsy(table, heavier_at_first)
    calibrate(table.station, table.say, 10.0)
    assert turns(table)[-1] == "Turn the pad back"


def test_a_pad_is_turned_back_where_nothing_was_weighed(bench: Benches) -> None:
    """The one sensor that is asked for, an *under*, shows no weight this time either."""
    table = bench()
    hands = honest(table)

    def but_one(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if (channel.seat, channel.part) != (1, "under"):
            hands.lay(channel, weight_n, now_ns)

    clumsy(table, but_one)
    with pytest.raises(WeighingRefused):
        calibrate(table.station, table.say, 10.0)
    said = len(table.said)
    with pytest.raises(WeighingRefused):
        calibrate(table.station, table.say, 10.0, missing=True)
    over, back = (line for line in table.said[said:] if line.startswith("Turn"))
    assert over.startswith("Turn the pad over")
    assert back == "Turn the pad back"


def told_error(bench: Bench) -> TextLine:
    """What was said of the error that is left of an onset."""
    lines = [line for line in bench.said if isinstance(line, TextLine)]
    (told,) = (line for line in lines if line.event == "onset_error")
    return told


def test_the_error_that_is_told_of_slow_and_fast_hands_is_that_of_their_contacts(
    bench: Benches,
) -> None:
    table = bench()
    calibrate(table.station, table.say, 10.0)
    told = told_error(table)
    table.board.open()
    feed = open_feed(table.station, table.board)
    for n, (peak_n, rise_ns) in enumerate((SLOW, FAST) * 4):
        at_ns, rise_ms = table.now_ns + (500 + 900 * n) * MS, rise_ns / MS
        table.board.touch(
            Touch(seat=n // 2, gesture=Gesture.PALM, t_ns=at_ns, peak_n=peak_n, rise_ms=rise_ms)
        )
    found = [e for turn in feed.turns(8_000 * MS) for e in turn.events if isinstance(e, Contact)]
    for name, hands in (("slow_ms", found[::2]), ("fast_ms", found[1::2])):
        stated_ms = sum(hand.uncertainty_ns for hand in hands) / 4 / MS
        assert told.facts[name] == pytest.approx(stated_ms, rel=0.25)
        assert f"{told.facts[name]:.2f} ms" in told


def test_a_light_weight_that_is_not_the_threshold_leaves_a_greater_error(bench: Benches) -> None:
    tables = []
    for light_n in (0.5, 1.5):
        table = bench()
        calibrate(table.station, table.say, 10.0, light_n)
        tables.append(told_error(table).facts)
    assert float(str(tables[1]["slow_ms"])) > 1.2 * float(str(tables[0]["slow_ms"]))


def test_what_couples_from_petal_to_petal_is_found(bench: Benches) -> None:
    """Of the simulated table: 1.5 to 4.5 % of a push to the neighbours, at most 1 % to others, half
    of it on *under*; where a petal is lifted, nothing is found."""
    table = bench()
    calibrate(table.station, table.say, 10.0)
    found = load_calibration(table.station.data, table.board.info)
    assert found is not None
    for index, channel in enumerate(found.channels):
        own, part = divmod(index, 2)
        for petal, pair in enumerate(channel.shares):
            assert pair is not None
            push, _ = pair
            beside = (petal - own) % 4 in (1, 3)
            low, high = (0.015, 0.045) if beside else (0.0, 0.0105)
            share = 0.5 if part else 1.0
            assert share * low - 0.006 <= push <= share * high + 0.006
    assert found.pushes(4).max() > 0.03


def test_what_was_written_is_what_is_decoded_with(bench: Benches) -> None:
    table = bench()
    calibrate(table.station, table.say, 10.0)
    with table.station.opened() as board:
        feed = open_feed(table.station, board)
    assert feed.calibration == load_calibration(table.station.data, board.info)


def test_the_one_before_is_kept(bench: Benches) -> None:
    table = bench()
    for _ in range(3):
        calibrate(table.station, table.say, 10.0)
    names = sorted(path.name for path in (table.station.data / "calibration").iterdir())
    date = "2099-05-04T03_02_01_00_00"
    assert names == [f"pc-4.{date}-2.json", f"pc-4.{date}.json", "pc-4.json"]


def test_a_weight_that_nobody_lays_is_not_seen(bench: Benches) -> None:
    table = bench()
    clumsy(table, lambda channel, weight_n, now_ns: None)
    refused(table, r"Seat 1, top sensor: the weight was not seen")


def test_a_dead_sensor_does_not_see_it(bench: Benches) -> None:
    table = bench()
    table.board.faults.begin(SimFault.DEAD, 0, 4)
    refused_once(table, r"Seat 3, top sensor: the weight was not seen")


def test_a_weight_on_another_sensor_is_told(bench: Benches) -> None:
    table = bench()
    hands = honest(table)
    other = table.board.info.channels[6]
    clumsy(table, lambda _, weight_n, now_ns: hands.lay(other, weight_n, now_ns))
    refused_once(
        table, r"Seat 1, top sensor: the weight lies on another one \(Seat 4, top sensor\)"
    )


def test_a_top_weight_may_not_press_under_too(bench: Benches) -> None:
    table = bench()
    hands = honest(table)
    under = table.board.info.channels[1]
    clumsy(table, lambda _, weight_n, now_ns: hands.lay(under, weight_n, now_ns))
    refused_once(table, r"Seat 1, top sensor: the weight lies on Seat 1, under sensor too")


def test_a_weight_that_moves_is_refused(bench: Benches) -> None:
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        hands.lay(channel, weight_n, now_ns)
        if (channel.seat, channel.part) != (0, "top"):
            return
        for half in range(2 * SETTLE_NS // SECOND + 10):
            finger = Touch(seat=0, gesture=Gesture.PALM, t_ns=now_ns + half * 500 * MS, peak_n=0.2)
            table.board.touch(finger)

    clumsy(table, lay)
    refused_once(table, r"Seat 1, top sensor: the weight does not lie still")


def test_a_weight_at_full_scale_is_refused(bench: Benches) -> None:
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        if (channel.seat, channel.part) == (0, "top"):
            table.board.faults.begin(SimFault.SHORTED, now_ns, 0)
            table.board.faults.end(SimFault.SHORTED, now_ns + 3_000 * MS, 0)
        else:
            hands.lay(channel, weight_n, now_ns)

    clumsy(table, lay)
    refused_once(table, "at full scale")


@pytest.mark.parametrize("share", [0.4, 5.0])
def test_another_weight_is_not_believed(bench: Benches, share: float) -> None:
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        other = (channel.seat, channel.part) == (0, "top")
        hands.lay(channel, share * weight_n if other else weight_n, now_ns)

    clumsy(table, lay)
    refused_once(table, r"Seat 1, top sensor: reads .* N: was it 0\.5 N\?")


@pytest.mark.parametrize("share", [0.25, 10.0])
def test_another_heavy_weight_is_not_believed(bench: Benches, share: float) -> None:
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        other = weight_n > 1 and (channel.seat, channel.part) == (0, "top")
        hands.lay(channel, share * weight_n if other else weight_n, now_ns)

    clumsy(table, lay)
    refused_once(table, r"Seat 1, top sensor: reads .* N: was it 10\.0 N\?")


@pytest.mark.parametrize(
    ("light", "heavy", "doubted"),
    [(1, 1, []), (2, 1, ["51 g"]), (0.5, 1, ["51 g"]), (1, 0.5, ["1.02 kg"]), (1, 2, ["1.02 kg"])],
)
def test_a_weight_that_makes_all_sensors_odd_is_asked_about(
    light: float, heavy: float, doubted: list[str], bench: Benches
) -> None:
    """100 g instead of 51 g: each sensor by itself might be such a part, and a touch would begin at
    twice the force."""
    table = bench()
    hands = honest(table)

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        hands.lay(channel, weight_n * (light if weight_n < 1 else heavy), now_ns)

    clumsy(table, lay)
    assert calibrate(table.station, table.say, 10.0).exists()
    told = [line for line in table.said if "kitchen scales" in line]
    assert len(told) == len(doubted)
    assert all(f"is it {mass}?" in line for mass, line in zip(doubted, told, strict=True))


def test_one_mistake_may_be_made_good(bench: Benches) -> None:
    table = bench()
    hands, asked = honest(table), 0

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        nonlocal asked
        asked += 1
        hands.lay(channel, weight_n if asked > 1 else 5 * weight_n, now_ns)

    clumsy(table, lay)
    assert calibrate(table.station, table.say, 10.0).exists()
    assert sum("was it 0.5 N?" in line for line in table.said) == 1


def test_a_loaded_pad_is_not_at_rest(bench: Benches) -> None:
    table = bench()
    honest(table).lay(table.board.info.channels[2], 5.0, START_NS - 500 * MS)
    refused(table, r"Seat 2, top sensor is not at rest")


def test_a_silent_pad_ends_it(bench: Benches) -> None:
    table = bench()
    table.board.faults.begin(SimFault.FROZEN_PAD, START_NS)
    with pytest.raises(BoardError, match=r"silent: run `khvatka hw check`"):
        calibrate(table.station, table.say, 10.0)


def test_a_failure_leaves_the_file_as_it_was(bench: Benches) -> None:
    table = bench()
    path = calibrate(table.station, table.say, 10.0)
    before = path.read_bytes()
    clumsy(table, lambda channel, weight_n, now_ns: None)
    with pytest.raises(WeighingRefused):
        calibrate(table.station, table.say, 10.0)
    assert [p.read_bytes() for p in path.parent.iterdir()] == [before]


def test_ctrl_c_writes_nothing(bench: Benches) -> None:
    table = bench()

    def lay(channel: ChannelSpec, weight_n: float, now_ns: int) -> None:
        raise KeyboardInterrupt

    clumsy(table, lay)
    with pytest.raises(KeyboardInterrupt):
        calibrate(table.station, table.say, 10.0)
    assert table.said[-1] == "Nothing was written."
    assert not calibration_path(table.station.data, table.board.info).exists()


def test_a_folder_that_cannot_be_written_is_told_first(bench: Benches) -> None:
    table = bench()
    (table.station.data / "calibration").touch()
    with pytest.raises(ConfigError, match="--data"):
        calibrate(table.station, table.say, 10.0)
    assert table.said == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_command_works_by_itself_and_the_check_knows(tmp_path: Path, language: str) -> None:
    where = ["--data", str(tmp_path), "--board", "pc-mk1", "--lang", language]
    result = CliRunner().invoke(main, ["hw", "calibrate", *where])
    assert result.exit_code == 0, result.output
    assert str(tmp_path / "calibration" / "pc-mk1-4.json") in result.output
    check = CliRunner().invoke(main, ["hw", "check", "--json", *where])
    levels = {line["check"]: line["level"] for line in map(json.loads, check.stdout.splitlines())}
    assert levels["calibration"] == "ok"


@pytest.mark.parametrize("option", ["--light-n", "--heavy-n"])
@pytest.mark.parametrize("weight", ["0.1", "nan", "1e9", "heavy"])
def test_an_impossible_weight_is_refused(tmp_path: Path, weight: str, option: str) -> None:
    result = CliRunner().invoke(main, ["hw", "calibrate", "--data", str(tmp_path), option, weight])
    assert result.exit_code == 2
    assert option in result.output
