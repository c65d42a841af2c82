"""The controller's side of the link: when it says what (WIRE.md)."""

from __future__ import annotations

import struct

from drivers.controller import messages
from drivers.controller.framing import Framer, LinkFrame, decode
from drivers.firmware import wire
from drivers.firmware.session import MOST_QUEUED, SEATED, Description, Session

BOOT = 0x4242


class Host:
    """Talks to a session, keeps what it says."""

    def __init__(self, now: int = 0) -> None:
        channels = [(0, 0, 0), (0, 1, 20)]
        pad = Description(
            pad_id=b"12345678",
            seats=1,
            full_code=4095,
            divider_ohm=10_000,
            scan_period_us=1_000,
            lamps=2,
            channels=channels,
            lines=[SEATED],
        )
        self.session = Session(pad, BOOT)
        self.session.edges.start(0, True)
        self.framer = Framer()
        self.framer.boot = BOOT
        self.now = now

    def say(self, kind: int, body: bytes = b"") -> list[LinkFrame]:
        self.session.receive(self.framer.frame(kind, body), self.now)
        return self.heard()

    def heard(self) -> list[LinkFrame]:
        frames = [decode(sent[:-1], BOOT) for sent in self.session.take()]
        return [frame for frame in frames if frame is not None]

    def run(self, duration_us: int, step_us: int = 5_000) -> list[LinkFrame]:
        heard: list[LinkFrame] = []
        for _ in range(0, duration_us, step_us):
            self.now = (self.now + step_us) % wire.TICKS
            self.session.tick(self.now)
            heard += self.heard()
        return heard


def kinds(frames: list[LinkFrame]) -> list[int]:
    return [frame.kind for frame in frames]


def test_ask_is_answered_whatever_its_protocol() -> None:
    for protocol in (b"\1", b"\7"):
        (frame,) = Host().say(wire.ASK, protocol)
        hello = messages.hello(frame.body)
        assert hello is not None
        assert hello.boot == BOOT
        assert hello.channels == ((0, "top", 0), (0, "under", 20))
        assert hello.lines == (SEATED,)
        assert hello.first == 1


def test_nothing_streams_unasked_and_ask_ends_it() -> None:
    host = Host()
    host.session.scans(0, 0, 1000, bytes(24))
    assert host.run(300_000) == []
    host.say(wire.STREAM, b"\1")
    assert wire.BEAT in kinds(host.run(200_000))
    host.say(wire.ASK, b"\1")
    assert host.run(300_000) == []


def test_ten_beats_a_second_across_the_wrap() -> None:
    host = Host(wire.TICKS - 500_000)
    host.say(wire.STREAM, b"\1")
    assert kinds(host.run(1_000_000)).count(wire.BEAT) == 10


def test_ping_is_answered_with_its_token() -> None:
    host = Host(77)
    (frame,) = host.say(wire.PING, b"\1\2\3\4")
    assert messages.pong(frame.body) == messages.Pong(0x04030201, 77, 77)


def test_an_edge_is_told_until_it_is_acknowledged() -> None:
    host = Host()
    host.say(wire.STREAM, b"\1")
    host.run(10_000)
    host.session.edge(0, False, host.now, host.now)
    assert kinds(host.heard()) == [wire.EDGE]
    assert kinds(host.run(85_000)).count(wire.EDGE) == 4
    host.say(wire.ACK, struct.pack("<H", 1))
    assert wire.EDGE not in kinds(host.run(100_000))


def test_a_beat_follows_a_lost_edge_at_once() -> None:
    host = Host()
    host.say(wire.STREAM, b"\1")
    host.run(20_000)
    for i in range(33):
        host.session.edge(0, i % 2 == 1, host.now, host.now)
    beats = [f for f in host.run(5_000) if f.kind == wire.BEAT]
    found = messages.beat(beats[0].body)
    assert found is not None
    assert (found.lost, found.first, found.edge) == (1, 2, 33)


def test_silence_of_two_seconds_ends_streaming_and_the_lights() -> None:
    host = Host()
    host.say(wire.STREAM, b"\1")
    host.say(wire.LIGHTS, b"\2" + bytes((9, 8, 7, 6, 5, 4)))
    host.run(1_990_000)
    assert (host.session.streaming, host.session.lights) == (True, bytes((9, 8, 7, 6, 5, 4)))
    host.run(15_000)
    assert (host.session.streaming, host.session.lights) == (False, bytes(6))


def test_more_or_fewer_lights_than_lamps_are_taken_as_far_as_they_go() -> None:
    host = Host()
    host.say(wire.LIGHTS, b"\1" + b"\5\5\5")
    assert host.session.lights == b"\5\5\5\0\0\0"
    host.say(wire.LIGHTS, b"\3" + b"\6" * 9)
    assert host.session.lights == b"\6" * 6
    host.say(wire.LIGHTS, b"\3" + b"\7" * 8)
    assert host.session.lights == b"\6" * 6


def test_samples_that_nobody_takes_are_dropped_and_counted() -> None:
    host = Host()
    host.say(wire.STREAM, b"\1")
    for k in range(100):
        host.session.scans(6 * k, 6000 * k, 1000, bytes(24))
    assert len(host.session.take()) == MOST_QUEUED
    assert host.session.late == 6 * (100 - MOST_QUEUED)


def test_a_port_that_takes_one_frame_gets_the_oldest_and_the_rest_waits() -> None:
    host = Host()
    host.say(wire.STREAM, b"\1")
    for k in range(2 * MOST_QUEUED):
        host.session.scans(6 * k, 6000 * k, 1000, bytes(24))
    one = host.session.take(1) + host.session.take(2)
    found = [decode(sent[:-1], BOOT) for sent in one]
    assert [struct.unpack_from("<H", frame.body, 4)[0] for frame in found if frame] == [0, 6, 12]
    assert len(host.session.take()) == MOST_QUEUED - 3
    assert host.session.late == 6 * MOST_QUEUED


def test_leave_needs_its_word() -> None:
    host = Host()
    host.say(wire.LEAVE, b"leave")
    assert not host.session.leaving
    host.say(wire.LEAVE, wire.BODY_OF_LEAVE)
    assert host.session.leaving


def test_wild_bodies_do_nothing() -> None:
    host = Host()
    for kind in (wire.PING, wire.ACK, wire.LIGHTS, wire.STREAM, wire.HELLO, 0x99):
        for body in (b"", b"\1\2\3\4\5\6\7\x08\x09"):
            assert host.say(kind, body) == []
    assert not host.session.streaming
