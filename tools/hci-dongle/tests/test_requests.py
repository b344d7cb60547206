"""Requests: refusals with their statuses, and repeated answers."""

from __future__ import annotations

import struct

import pytest
from bench import Host, played, status_of

from hci_dongle import framing
from hci_dongle.framing import Frame
from hci_dongle.protocol import Event, Operation, Refusal, Status, blob


def test_a_repeated_request_gets_the_same_answer_and_is_not_executed(host: Host) -> None:
    first = host.ask(Operation.SCAN_START, b"\1" + bytes(13), 1)
    again = host.ask(Operation.SCAN_START, b"\1" + bytes(13), 1)
    assert again[0].payload == first[0].payload
    assert len(host.radio.scans) == 1
    assert host.status(Operation.SCAN_START, bytes(14), 1) == Status.SEQUENCE_REUSED
    for number in range(2, 12):
        host.ask(Operation.PING, number=number)
    assert host.status(Operation.PING, number=1) == Status.STALE
    assert len(host.radio.scans) == 1


@played
async def test_a_command_over_the_mtu_is_refused_and_never_cut(host: Host) -> None:
    connection = await host.connect()
    head = connection + struct.pack("<H", 5)
    assert host.status(Operation.WRITE_COMMAND, head + blob(bytes(21))) == Status.TOO_LARGE
    host.radio.links[0].waiting = 32
    assert host.status(Operation.WRITE_COMMAND, head + blob(b"x")) == Status.NO_BUFFERS
    assert host.radio.links[0].sent == []


@played
async def test_a_command_beside_an_open_operation_is_refused(host: Host) -> None:
    connection = await host.connect()
    host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0))
    assert host.status(Operation.WRITE_COMMAND, connection + b"\5\0" + blob(b"x")) == Status.BUSY


def test_an_answer_that_is_not_read_stops_the_dongle_from_taking_more(host: Host) -> None:
    for number in range(80):
        host.dongle.receive(Frame(framing.REQUEST, 5, number, Operation.PING).wire())
    assert not host.dongle.can_receive
    host.take()
    assert host.dongle.can_receive


@played
async def test_an_attempt_to_connect_can_be_cancelled(host: Host) -> None:
    host.radio.connects = False
    wanted = struct.pack("<I6sBBHHHH", 5000, b"abcdef", 1, 0, 0, 0, 0, 0)
    assert host.status(Operation.CONNECT, wanted, 1) == Status.ACCEPTED
    assert host.status(Operation.CONNECT, wanted.replace(b"abc", b"xyz"), 2) == Status.BUSY
    assert host.status(Operation.CANCEL, struct.pack("<H", 1), 3) == Status.OK
    (done,) = [each for each in await host.settle() if each.code == Event.DONE]
    assert struct.unpack_from("<HHB", done.payload) == (1, Status.CANCELLED, 0)
    assert host.status(Operation.CANCEL, struct.pack("<H", 1), 4) == Status.NOT_FOUND


def test_intervals_that_cross_are_refused_at_the_highest(host: Host) -> None:
    (answer,) = host.ask(Operation.CONNECT, struct.pack("<I6sBBHHHH", 5000, b"abcdef", 1, 0, 40, 24, 0, 0))
    assert (status_of(answer), answer.payload[8:]) == (Status.INVALID_ARGUMENT, struct.pack("<H", 14))


def test_a_refusal_has_its_whole_error_body() -> None:
    assert Refusal(Status.UNSUPPORTED).response() == struct.pack("<HiH", Status.UNSUPPORTED, 0, 0)


@pytest.mark.parametrize("operation", [Operation.IDENTIFY, Operation.WIFI_SCAN_START])
def test_what_is_not_built_in_is_told_apart_from_what_is_not_known(host: Host, operation: Operation) -> None:
    assert host.status(operation) == Status.UNSUPPORTED
    assert host.status(0x7F01) == Status.UNKNOWN_OPERATION


def test_a_request_that_fails_for_no_reason_that_is_known_is_answered_and_those_behind_it_too(host: Host) -> None:
    def fail(_: object) -> bytes:
        raise ValueError("a fault of this program")

    host.dongle.handlers[Operation.SCAN_STOP] = fail
    requests = [
        Frame(framing.REQUEST, host.session, number, code).wire()
        for number, code in ((1, Operation.SCAN_STOP), (2, Operation.PING))
    ]
    host.dongle.receive(b"".join(requests))
    assert [status_of(each) for each in host.take()] == [Status.INTERNAL, Status.OK]
