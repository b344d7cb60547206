"""Streams: events, their order, and losses without room."""

from __future__ import annotations

import asyncio
import struct

import pytest
from bench import CONNECT_PEER, Host, played, states

from hci_dongle.protocol import Event, Operation, Status


@played
async def test_no_more_than_sixteen_events_are_on_the_way_and_a_gap_is_sent_again(host: Host) -> None:
    await host.connect()
    host.grant(2)
    for number in range(20):
        host.radio.links[0].on_att(b"\x1b\x05\x00" + bytes((number,)))
    first = host.take()
    assert [frame.id for frame in first] == list(range(2, 18))
    # Events that were never sent cannot be acknowledged.
    assert host.grant(19) == []
    assert [frame.id for frame in host.grant(4)] == [18, 19]
    assert [frame.id for frame in host.grant(10, gap=1)] == list(range(10, 22))
    host.grant(40)
    assert struct.unpack_from("<HH", host.ask(Operation.PING)[0].payload, 10) == (10, 22)


@played
async def test_notifications_without_room_are_counted_and_told(host: Host) -> None:
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


@pytest.mark.parametrize("opcode", [0x1B, 0x1D])
@played
async def test_a_value_that_fits_no_frame_is_lost_and_told(host: Host, opcode: int) -> None:
    connection = await host.connect()
    host.grant(2)
    link = host.radio.links[0]
    # From a peer that exceeds its MTU.
    link.on_att(bytes((opcode, 5, 0)) + bytes(519))
    link.on_att(b"\x1b\x05\x00next")
    events = host.take()
    assert [each.code for each in events] == [Event.LOST, Event.NOTIFICATION]
    assert events[0].payload == connection + struct.pack("<I", 1)
    assert link.sent == ([b"\x1e"] if opcode == 0x1D else [])


@played
async def test_an_indication_that_fits_no_frame_is_confirmed_at_once_and_told_when_there_is_room(host: Host) -> None:
    connection = await host.connect()
    host.dongle._stream.limit = 60
    link = host.radio.links[0]
    host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 5, 0))
    await host.settle()
    link.on_att(b"\x0b" + bytes(20))
    assert await host.settle() == []
    link.on_att(b"\x1d\x05\x00" + bytes(519))
    assert link.sent[1:] == [b"\x1e"]
    events = host.grant(2)
    events += host.grant(events[-1].id + 1)
    assert [each.code for each in events] == [Event.LOST, Event.DONE]
    assert events[0].payload == connection + struct.pack("<I", 1)


@played
async def test_an_indication_that_waits_for_room_is_not_confirmed_for_a_longer_one_behind_it(host: Host) -> None:
    connection = await host.connect()
    link = host.radio.links[0]
    host.dongle._stream.limit = 1
    link.on_att(b"\x1d\x05\x00waits")
    # From a peer that does not wait for the confirmation, and exceeds its MTU.
    link.on_att(b"\x1d\x05\x00" + bytes(519))
    assert link.sent == []
    host.dongle._stream.limit = 1000
    events = host.grant(2)
    assert [each.code for each in events] == [Event.LOST, Event.INDICATION]
    assert events[0].payload == connection + struct.pack("<I", 1)
    assert link.sent == [b"\x1e"]


@played
async def test_what_was_lost_is_told_behind_the_connection_it_is_of(host: Host) -> None:
    host.ask(Operation.SCAN_START, bytes(14))
    host.dongle._stream.limit = 1
    host.ask(Operation.CONNECT, CONNECT_PEER)
    await host.settle()
    host.radio.links[0].on_att(b"\x1b\x05\x00lost")
    host.dongle._stream.limit = 1000
    assert [each.code for each in host.grant(1)] == [Event.CONNECTED, Event.LOST, Event.DONE]


@played
async def test_the_end_of_a_connection_is_told_behind_its_indication_that_waits(host: Host) -> None:
    await host.connect()
    stream = host.dongle._stream
    # Room for the end, but not for the indication.
    stream.limit = stream._bytes + 25
    link = host.radio.links[0]
    link.on_att(b"\x1d\x05\x00" + bytes(20))
    link.on_lost(Status.HCI | 0x08)
    assert await host.settle() == []
    assert [each.code for each in host.grant(2)] == [Event.INDICATION, Event.DISCONNECTED]
    # The link is gone, and its handle may belong to another one.
    assert link.sent == []
    assert states(host) == b""


@played
async def test_an_indication_is_confirmed_only_when_it_has_a_place(host: Host) -> None:
    await host.connect()
    host.dongle._stream.limit = 1
    link = host.radio.links[0]
    link.on_att(b"\x1d\x05\x00held")
    assert b"\x1e" not in link.sent
    host.dongle._stream.limit = 1000
    host.grant(2)
    assert link.sent[-1] == b"\x1e"


@played
async def test_the_line_is_woken_for_an_outcome_that_comes_by_itself(host: Host) -> None:
    connection = await host.connect()
    host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0))
    await host.settle()
    woken = asyncio.Event()
    host.dongle.on_output = woken.set
    host.radio.links[0].on_att(b"\x0bvalue")
    await asyncio.wait_for(woken.wait(), 1)


def test_adverts_that_find_no_room_are_lost_by_their_exact_number(host: Host) -> None:
    host.ask(Operation.SCAN_START, struct.pack("<BBHHbBHHH", 0, 0, 0, 0, -128, 0, 0, 0, 0))
    host.dongle._adverts.limit = 400
    for number in range(50):
        host.dongle.heard(bytes(6), 0x20, -50, bytes((number,)))
    batches = host.take()
    assert struct.unpack_from("<I", batches[0].payload)[0] == 50 - 28
    counters = host.ask(Operation.GET_STATE)[0].payload[26:62]
    assert struct.unpack("<9I", counters)[7] == 50 - 28


@played
async def test_a_connect_is_open_until_its_done_is_in_the_ring(host: Host) -> None:
    stream = host.dongle._stream
    # Room for CONNECTED, and not for the DONE behind it.
    stream.limit = stream._bytes + 30
    host.ask(Operation.CONNECT, CONNECT_PEER)
    (connected,) = [each for each in await host.settle() if each.code == Event.CONNECTED]
    read = struct.pack("<I2sHH", 5000, connected.payload[:2], 5, 0)
    statuses = [struct.unpack_from("<H", host.ask(Operation.READ, read)[0].payload)[0]]
    stream.limit = 1000
    assert [each.code for each in host.grant(1)] == [Event.DONE]
    statuses.append(struct.unpack_from("<H", host.ask(Operation.READ, read)[0].payload)[0])
    assert statuses == [Status.BUSY, Status.ACCEPTED]


@played
async def test_a_disconnect_that_waits_for_room_keeps_its_outcome(host: Host) -> None:
    connection = await host.connect()
    stream = host.dongle._stream
    stream.limit = 1
    host.ask(Operation.DISCONNECT, struct.pack("<I2s", 100, connection))
    await host.settle()
    await asyncio.sleep(0.2)
    stream.limit = 1000
    events = host.grant(2) + await host.settle()
    assert [each.code for each in events] == [Event.DISCONNECTED, Event.DONE]
    assert struct.unpack_from("<HB", events[1].payload, 2) == (Status.OK, 1)
