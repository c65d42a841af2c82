"""Frames by the firmware's own COBS and CRC against the host's libraries (WIRE.md)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.controller.framing import Deframer, Framer, LinkFrame, decode
from drivers.firmware import wire

BOOT = st.integers(0, 0xFFFE)
KIND = st.sampled_from([wire.SAMPLES, wire.EDGE, wire.PONG, wire.BEAT, wire.HELLO, wire.NOTE])
BODY = st.binary(max_size=wire.MAX_BODY) | st.lists(st.just(0), max_size=60).map(bytes)


def test_the_crc_is_ccitt_false() -> None:
    assert wire.crc16(b"123456789", 9, wire.CRC_START) == 0x29B1


@given(KIND, BODY, BOOT)
def test_the_host_understands_what_the_firmware_says(kind: int, body: bytes, boot: int) -> None:
    sent = wire.Sender(boot).frame(kind, body)
    assert sent.count(0) == 1
    assert decode(sent[:-1], boot) == LinkFrame(kind, 0, body)


@given(st.sampled_from([wire.ASK, wire.PING, wire.LIGHTS]), BODY, BOOT)
def test_the_firmware_understands_what_the_host_says(kind: int, body: bytes, boot: int) -> None:
    framer, receiver = Framer(), wire.Receiver(boot)
    framer.boot = boot
    assert receiver.feed(framer.frame(kind, body) + framer.frame(kind, body)) == [(kind, body)] * 2
    assert receiver.bad == 0


@given(BODY, BOOT, BOOT)
def test_what_comes_from_before_a_restart_is_no_frame(body: bytes, boot: int, other: int) -> None:
    sent = wire.Sender(boot).frame(wire.EDGE, body)
    assert (decode(sent[:-1], other) is None) == (boot != other)


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_no_bytes_upset_the_receiver(chunks: list[bytes]) -> None:
    receiver = wire.Receiver(7)
    for chunk in chunks:
        receiver.feed(chunk)
    receiver.feed(b"\0")
    assert receiver.feed(wire.Sender(7).frame(wire.PING, b"abcd")) == [(wire.PING, b"abcd")]


@given(st.binary(max_size=3000))
def test_a_run_too_long_is_one_bad_frame_and_takes_no_memory(noise: bytes) -> None:
    receiver = wire.Receiver(7)
    receiver.feed(b"\1" * 300 + bytes(byte or 1 for byte in noise) + b"\0")
    assert receiver.bad == 1


def test_a_body_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="236"):
        wire.Sender(1).frame(wire.NOTE, bytes(237))
    with pytest.raises(ValueError, match="236"):
        Framer().frame(wire.LIGHTS, bytes(237))


@given(st.lists(BODY, min_size=1, max_size=6), st.integers(1, 50))
def test_frames_are_the_same_however_the_bytes_are_cut(bodies: list[bytes], cut: int) -> None:
    sender, deframer = wire.Sender(5), Deframer()
    deframer.restart(5)
    data = b"".join(sender.frame(wire.NOTE, body) for body in bodies)
    found = [f for at in range(0, len(data), cut) for f in deframer.feed(data[at : at + cut])]
    assert [frame.body for frame in found] == bodies
    assert set(deframer.counters) <= {"frames", "lost_frames"}
    assert deframer.counters["lost_frames"] == 0


@given(st.lists(st.binary(max_size=600), max_size=6))
def test_no_bytes_upset_the_host(chunks: list[bytes]) -> None:
    deframer = Deframer()
    deframer.restart(5)
    for chunk in chunks:
        deframer.feed(chunk)
    deframer.feed(b"\0")
    deframer.restart(5)
    assert len(deframer.feed(wire.Sender(5).frame(wire.PONG, bytes(12)))) == 1


def test_gaps_and_doubles_are_counted() -> None:
    sender, deframer = wire.Sender(5), Deframer()
    deframer.restart(5)
    frames = [sender.frame(wire.NOTE, bytes((i,))) for i in range(8)]
    order = [0, 1, 1, 4, 3, 5, 7]
    found = [f.body[0] for i in order for f in deframer.feed(frames[i])]
    assert found == [0, 1, 4, 3, 5, 7]
    counters = deframer.counters
    assert counters["doubled_frames"] == 1
    assert counters["overtaken_frames"] == 1
    assert counters["lost_frames"] == 3


@given(st.integers(0, wire.TICKS - 1), st.integers(-(1 << 29), (1 << 29) - 1))
def test_ticks_differ_across_the_wrap(ticks: int, by: int) -> None:
    assert wire.ticks_diff((ticks + by) % wire.TICKS, ticks) == by
