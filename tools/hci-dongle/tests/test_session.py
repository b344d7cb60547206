"""A dongle without a line and with a radio that only takes notes, under a clock that stands still."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from hci_dongle import framing
from hci_dongle.config_store import ConfigStore
from hci_dongle.dongle import Dongle
from hci_dongle.framing import Decoder, Frame
from hci_dongle.protocol import Event, Operation, Refusal, Status, blob
from hci_dongle.requests import Connect

CONNECT_PEER = struct.pack("<I6sBBHHHH", 5000, b"abcdef", 1, 0, 0, 0, 0, 0)
PROBE = bytes.fromhex("00 11 13 0A 0D 7F FF")


class FakeLink:
    """A connection whose peer is the test."""

    interval = 24

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.waiting = 0
        self.ended = 0
        self.on_att = lambda pdu: None
        self.on_lost = lambda reason: None

    def start(self) -> None:
        pass

    def send_att(self, pdu: bytes) -> None:
        self.sent.append(pdu)

    def queued(self) -> int:
        return self.waiting

    def disconnect(self) -> None:
        self.ended += 1
        self.on_lost(Status.HCI | 0x16)


class FakeRadio:
    """A radio that is up, connects at once, and hears what the test says."""

    is_up = True
    has_extended = False
    hardware = "nothing"

    def __init__(self) -> None:
        self.scans: list[tuple[int, int, int] | None] = []
        self.links: list[FakeLink] = []
        self.connects = True
        # What the next connection waits for.
        self.arrives: asyncio.Event | None = None

    def scan(self, wanted: tuple[int, int, int] | None) -> None:
        self.scans.append(wanted)

    async def connect(self, _wanted: Connect) -> FakeLink:
        if not self.connects:
            await asyncio.Event().wait()
        if self.arrives is not None:
            await self.arrives.wait()
        self.links.append(FakeLink())
        return self.links[-1]


class Host:
    """What a host would send, and what it gets."""

    def __init__(self, state: Path | None = None) -> None:
        self.now = 1000.0
        self.radio = FakeRadio()
        self.store = ConfigStore(state)
        self.dongle = Dongle(self.radio, self.store, lambda: self.now)
        self._decoder = Decoder(70_000)
        self._id = 0
        self.session = 0x1234

    def put(self, frame: Frame) -> list[Frame]:
        self.dongle.receive(frame.wire())
        return self.take()

    def take(self) -> list[Frame]:
        """All that leaves now."""
        self.dongle.tick(is_line_idle=True)
        frames = []
        while (wire := self.dongle.next_frame()) is not None:
            frames += self._decoder.feed(wire)
        return frames

    def greeting(self, session: int) -> bytes:
        """The first frame of a session."""
        payload = struct.pack("<IBBBBH", session, 1, 1, 0, 0, 528) + blob(PROBE)
        return Frame(framing.REQUEST, session, 0, Operation.HELLO, payload).wire()

    def hello(
        self, session: int = 0x1234, nonce: int = 7, largest: int = 528, major: int = 1, spoken: int = 1
    ) -> bytes:
        payload = struct.pack("<IBBBBH", nonce, spoken, spoken, 0, 0, largest) + blob(PROBE)
        (reply,) = self.put(Frame(framing.REQUEST, session, 0, Operation.HELLO, payload, major))
        self.session = session
        return reply.payload

    def ask(self, code: int, payload: bytes = b"", number: int | None = None) -> list[Frame]:
        if number is None:
            self._id = number = self._id + 1
        return self.put(Frame(framing.REQUEST, self.session, number, code, payload))

    def status(self, code: int, payload: bytes = b"", number: int | None = None) -> int:
        return _status(self.ask(code, payload, number)[0])

    def grant(self, following: int, gap: int = 0) -> list[Frame]:
        return self.put(Frame(framing.GRANT, self.session, 0, 0, struct.pack("<HB", following, gap)))

    async def settle(self) -> list[Frame]:
        """What has left once every operation that can has gone on."""
        for _ in range(20):
            await asyncio.sleep(0)
        return self.take()

    async def outcome(self) -> tuple[int, bytes]:
        """Status and result of the next operation that ends."""
        while True:
            for frame in await self.settle():
                if frame.code == Event.DONE and frame.kind == framing.EVENT:
                    return int.from_bytes(frame.payload[2:4], "little"), frame.payload[7:]
            await asyncio.sleep(0.005)

    async def connect(self) -> bytes:
        """A connection, by its two bytes."""
        self.ask(Operation.CONNECT, CONNECT_PEER)
        events = [frame for frame in await self.settle() if frame.code == Event.CONNECTED]
        return events[-1].payload[:2]


def _status(frame: Frame) -> int:
    return int.from_bytes(frame.payload[:2], "little")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 10))


def test_the_same_greeting_is_answered_again_and_another_nonce_is_refused() -> None:
    host = Host()
    first = host.hello()
    assert first[:2] == b"\0\0" and first.endswith(blob(PROBE))
    host.ask(Operation.SCAN_START, bytes(14))
    assert host.hello()[:12] == first[:12]
    assert host.hello(nonce=8)[:2] == struct.pack("<H", Status.SESSION_IN_USE)
    assert host.dongle._scan.state == 1


def test_a_host_of_another_version_is_told_so_and_changes_nothing() -> None:
    host = Host()
    host.hello()
    reply = host.hello(session=2, spoken=3)
    assert reply[:2] == struct.pack("<H", Status.VERSION_MISMATCH) and reply[6] == 1
    host.session = 0x1234
    assert host.status(Operation.PING) == Status.OK


def test_a_quiet_greeting_is_answered_under_version_one() -> None:
    host = Host()
    payload = struct.pack("<IBBBBH", 0x21222324, 1, 1, 0, 0, 64) + blob(b"")
    (reply,) = host.put(Frame(framing.REQUEST, 0x4142, 0, Operation.HELLO, payload, major=0))
    assert (reply.major, reply.session, reply.id) == (1, 0x4142, 0)
    assert len(reply.payload) <= 64
    # Payload and ATT MTU are cut to what was wanted.
    assert struct.unpack_from("<HHHH", reply.payload, 28)[0::3] == (64, 57)


def test_a_request_of_another_session_is_answered_with_the_boot_id() -> None:
    host = Host()
    boot = host.hello()[8:12]
    host.session = 9
    (answer,) = host.ask(Operation.PING)
    assert _status(answer) == Status.WRONG_SESSION and answer.session == 9
    assert answer.payload[8:] == boot


def test_a_repeated_request_gets_the_same_answer_and_is_not_executed() -> None:
    host = Host()
    host.hello()
    first = host.ask(Operation.SCAN_START, b"\1" + bytes(13), 1)
    again = host.ask(Operation.SCAN_START, b"\1" + bytes(13), 1)
    assert again[0].payload == first[0].payload
    assert len(host.radio.scans) == 1
    assert host.status(Operation.SCAN_START, bytes(14), 1) == Status.SEQUENCE_REUSED
    for number in range(2, 12):
        host.ask(Operation.PING, number=number)
    assert host.status(Operation.PING, number=1) == Status.STALE
    assert len(host.radio.scans) == 1


def test_silence_of_thirty_seconds_ends_the_session_and_its_number() -> None:
    host = Host()
    host.hello()
    host.ask(Operation.SCAN_START, bytes(14))
    host.now += 29.9
    host.take()
    assert host.status(Operation.PING) == Status.OK
    host.now += 30
    host.take()
    assert host.radio.scans[-1] is None
    assert host.status(Operation.PING) == Status.WRONG_SESSION
    assert host.hello()[:2] == struct.pack("<H", Status.SESSION_IN_USE)


def test_it_says_that_it_has_started_until_it_is_greeted() -> None:
    host = Host()
    host.now += 0.1
    (boot,) = host.take()
    assert (boot.kind, boot.session, boot.payload[4]) == (framing.BOOT, 0, 1)
    host.now += 0.2
    assert len(host.take()) == 1
    host.hello()
    host.now += 1
    assert host.take() == []


def test_a_restart_that_was_asked_for_has_another_boot_id_and_says_why() -> None:
    host = Host()
    boot = host.hello()[8:12]
    request = struct.pack("<I", 0x21544252) + boot + b"\0"
    assert host.status(Operation.REBOOT, b"XXXX" + boot + b"\0") == Status.INVALID_ARGUMENT
    (answer,) = host.ask(Operation.REBOOT, request)
    assert _status(answer) == Status.OK
    host.take()
    host.now += 0.1
    (told,) = host.take()
    assert told.payload[:4] != boot and told.payload[4] == 3
    (late,) = host.ask(Operation.REBOOT, request)
    assert late.payload[8:] == struct.pack("<H", 4)


def test_no_more_than_sixteen_events_are_on_the_way_and_a_gap_is_sent_again() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        await host.connect()
        host.grant(2)
        for number in range(20):
            host.radio.links[0].on_att(b"\x1b\x05\x00" + bytes((number,)))
        first = host.take()
        assert [frame.id for frame in first] == list(range(2, 18))
        # What was never sent cannot be acknowledged.
        assert host.grant(19) == []
        assert [frame.id for frame in host.grant(4)] == [18, 19]
        assert [frame.id for frame in host.grant(10, gap=1)] == list(range(10, 22))
        host.grant(40)
        assert struct.unpack_from("<HH", host.ask(Operation.PING)[0].payload, 10) == (10, 22)

    run(work())


def test_notifications_without_room_are_counted_and_told() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        host.dongle._stream.limit = 200
        for _ in range(30):
            host.radio.links[0].on_att(b"\x1b\x05\x00" + bytes(16))
        events = host.take()
        assert events
        heard = len([each for each in events if each.code == Event.NOTIFICATION])
        told = []
        while events:
            events = host.grant((events[-1].id + 1) & 0xFFFF)
            told += [each for each in events if each.code == Event.LOST]
        assert [each.payload for each in told] == [connection + struct.pack("<I", 30 - heard)]

    run(work())


def test_what_was_lost_is_told_behind_the_connection_it_is_of() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        host.ask(Operation.SCAN_START, bytes(14))
        host.dongle._stream.limit = 1
        host.ask(Operation.CONNECT, CONNECT_PEER)
        await host.settle()
        host.radio.links[0].on_att(b"\x1b\x05\x00lost")
        host.dongle._stream.limit = 1000
        assert [each.code for each in host.grant(1)] == [Event.CONNECTED, Event.LOST, Event.DONE]

    run(work())


def test_the_end_of_a_connection_is_told_behind_its_indication_that_waits() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        await host.connect()
        stream = host.dongle._stream
        # Room for the end, and none for the indication.
        stream.limit = stream._bytes + 25
        link = host.radio.links[0]
        link.on_att(b"\x1d\x05\x00" + bytes(20))
        link.on_lost(Status.HCI | 0x08)
        assert await host.settle() == []
        assert [each.code for each in host.grant(2)] == [Event.INDICATION, Event.DISCONNECTED]
        # The link is gone, and its handle may be another's.
        assert link.sent == []
        assert states(host) == b""

    run(work())


def test_an_indication_is_confirmed_only_when_it_has_a_place() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        await host.connect()
        host.dongle._stream.limit = 1
        link = host.radio.links[0]
        link.on_att(b"\x1d\x05\x00held")
        assert b"\x1e" not in link.sent
        host.dongle._stream.limit = 1000
        host.grant(2)
        assert link.sent[-1] == b"\x1e"

    run(work())


def test_a_write_whose_answer_never_comes_ends_as_unknown_at_its_deadline() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        host.ask(Operation.WRITE, struct.pack("<I2sH", 100, connection, 5) + blob(b"x"))
        await asyncio.sleep(0.15)
        (done,) = [each for each in await host.settle() if each.code == Event.DONE and each.payload[2:4] != b"\0\0"]
        assert struct.unpack_from("<HB", done.payload, 2) == (Status.DEADLINE, 2)
        # The next waits for that answer, and is then sent.
        host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0))
        await host.settle()
        link = host.radio.links[0]
        assert link.sent[-1][0] == 0x12
        link.on_att(b"\x13")
        await host.settle()
        assert link.sent[-1] == b"\x0a\x06\x00"
        link.on_att(b"\x0bvalue")
        (read,) = [each for each in await host.settle() if each.code == Event.DONE]
        assert read.payload[7:] == b"\0" + blob(b"value")

    run(work())


def test_the_line_is_woken_for_an_outcome_that_comes_by_itself() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0))
        await host.settle()
        woken = asyncio.Event()
        host.dongle.on_output = woken.set
        host.radio.links[0].on_att(b"\x0bvalue")
        await asyncio.wait_for(woken.wait(), 1)

    run(work())


def test_a_lost_connection_ends_its_operation_before_it_is_told() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        host.ask(Operation.WRITE, struct.pack("<I2sH", 5000, connection, 5) + blob(b"x"))
        assert host.status(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0)) == Status.BUSY
        await host.settle()
        host.radio.links[0].on_lost(Status.HCI | 0x08)
        events = await host.settle()
        assert [each.code for each in events] == [Event.DONE, Event.DISCONNECTED]
        assert struct.unpack_from("<HB", events[0].payload, 2) == (0x0408, 2)
        assert host.status(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0)) == Status.NOT_CONNECTED
        assert (await host.connect())[1] == connection[1] + 1

    run(work())


def test_an_exchange_of_the_mtu_that_was_never_sent_can_be_asked_for_again() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        link = host.radio.links[0]
        host.ask(Operation.READ, struct.pack("<I2sHH", 100, connection, 6, 0))
        assert (await host.outcome())[0] == Status.DEADLINE
        host.ask(Operation.EXCHANGE_MTU, struct.pack("<I2sH", 100, connection, 100))
        assert (await host.outcome())[0] == Status.DEADLINE
        link.on_att(b"\x0b")
        host.ask(Operation.EXCHANGE_MTU, struct.pack("<I2sH", 5000, connection, 100))
        await host.settle()
        assert link.sent[-1] == b"\x02\x64\x00"
        link.on_att(b"\x03\xb9\x00")
        assert await host.outcome() == (Status.OK, b"\x64\x00")

    run(work())


def test_an_mtu_that_is_answered_late_is_in_effect() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        link = host.radio.links[0]
        host.ask(Operation.EXCHANGE_MTU, struct.pack("<I2sH", 100, connection, 100))
        assert (await host.outcome())[0] == Status.DEADLINE
        host.ask(Operation.EXCHANGE_MTU, struct.pack("<I2sH", 5000, connection, 100))
        await host.settle()
        link.on_att(b"\x03\x50\x00")
        assert await host.outcome() == (Status.OK, b"\x50\x00")
        assert len(link.sent) == 1

    run(work())


def states(host: Host) -> bytes:
    """The states of the slots in use, as GET_STATE tells them."""
    return bytes(each[2] for each in host.dongle._connections.in_use())


def test_a_greeting_right_behind_a_disconnect_still_ends_the_connection() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0))
        await host.settle()
        last = Frame(framing.REQUEST, host.session, 90, Operation.DISCONNECT, struct.pack("<I2s", 5000, connection))
        host.dongle.receive(last.wire() + host.greeting(9))
        host.session = 9
        assert [each.code for each in await host.settle() if each.kind == framing.EVENT] == []
        assert host.radio.links[0].ended > 0
        assert states(host) == b""

    run(work())


def test_a_connection_that_comes_just_before_a_greeting_is_ended_and_not_told() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        host.radio.arrives = asyncio.Event()
        assert host.status(Operation.CONNECT, CONNECT_PEER) == Status.ACCEPTED
        await host.settle()
        host.radio.arrives.set()
        # The attempt goes on only behind this step.
        host.dongle.receive(host.greeting(9))
        host.session = 9
        assert [each.code for each in await host.settle() if each.kind == framing.EVENT] == []
        assert [each.ended for each in host.radio.links] == [1]
        assert states(host) == b""

    run(work())


def test_a_greeting_right_behind_a_connect_leaves_no_attempt() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        wanted = Frame(framing.REQUEST, host.session, 90, Operation.CONNECT, CONNECT_PEER)
        host.dongle.receive(wanted.wire() + host.greeting(9))
        host.session = 9
        assert [each.code for each in await host.settle() if each.kind == framing.EVENT] == []
        assert host.radio.links == [] and states(host) == b""

    run(work())


def test_adverts_that_find_no_room_are_lost_by_their_exact_number() -> None:
    host = Host()
    host.hello()
    host.ask(Operation.SCAN_START, struct.pack("<BBHHbBHHH", 0, 0, 0, 0, -128, 0, 0, 0, 0))
    host.dongle._adverts.limit = 400
    for number in range(50):
        host.dongle.heard(bytes(6), 0x20, -50, bytes((number,)))
    batches = host.take()
    assert struct.unpack_from("<I", batches[0].payload)[0] == 50 - 28
    counters = host.ask(Operation.GET_STATE)[0].payload[26:62]
    assert struct.unpack("<9I", counters)[7] == 50 - 28


def test_a_command_over_the_mtu_is_refused_and_never_cut() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        head = connection + struct.pack("<H", 5)
        assert host.status(Operation.WRITE_COMMAND, head + blob(bytes(21))) == Status.TOO_LARGE
        host.radio.links[0].waiting = 32
        assert host.status(Operation.WRITE_COMMAND, head + blob(b"x")) == Status.NO_BUFFERS
        assert host.radio.links[0].sent == []

    run(work())


def test_a_command_beside_an_open_operation_is_refused() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        connection = await host.connect()
        host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0))
        assert host.status(Operation.WRITE_COMMAND, connection + b"\5\0" + blob(b"x")) == Status.BUSY

    run(work())


def test_an_answer_that_is_not_read_stops_the_dongle_from_taking_more() -> None:
    host = Host()
    host.hello()
    for number in range(80):
        host.dongle.receive(Frame(framing.REQUEST, 5, number, Operation.PING).wire())
    assert not host.dongle.can_receive
    host.take()
    assert host.dongle.can_receive


def test_an_attempt_to_connect_can_be_cancelled() -> None:
    async def work() -> None:
        host = Host()
        host.hello()
        host.radio.connects = False
        wanted = struct.pack("<I6sBBHHHH", 5000, b"abcdef", 1, 0, 0, 0, 0, 0)
        assert host.status(Operation.CONNECT, wanted, 1) == Status.ACCEPTED
        assert host.status(Operation.CONNECT, wanted.replace(b"abc", b"xyz"), 2) == Status.BUSY
        assert host.status(Operation.CANCEL, struct.pack("<H", 1), 3) == Status.OK
        (done,) = [each for each in await host.settle() if each.code == Event.DONE]
        assert struct.unpack_from("<HHB", done.payload) == (1, Status.CANCELLED, 0)
        assert host.status(Operation.CANCEL, struct.pack("<H", 1), 4) == Status.NOT_FOUND

    run(work())


def test_intervals_that_cross_are_refused_at_the_highest() -> None:
    host = Host()
    host.hello()
    (answer,) = host.ask(Operation.CONNECT, struct.pack("<I6sBBHHHH", 5000, b"abcdef", 1, 0, 40, 24, 0, 0))
    assert (_status(answer), answer.payload[8:]) == (Status.INVALID_ARGUMENT, struct.pack("<H", 14))


def test_a_refusal_has_its_whole_error_body() -> None:
    assert Refusal(Status.UNSUPPORTED).response() == struct.pack("<HiH", Status.UNSUPPORTED, 0, 0)


@pytest.mark.parametrize("operation", [Operation.IDENTIFY, Operation.WIFI_SCAN_START])
def test_what_is_not_built_in_is_told_apart_from_what_is_not_known(operation: Operation) -> None:
    host = Host()
    host.hello()
    assert host.status(operation) == Status.UNSUPPORTED
    assert host.status(0x7F01) == Status.UNKNOWN_OPERATION
