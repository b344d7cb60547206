"""Sessions: their beginning, their end, and the state that a new one finds."""

from __future__ import annotations

import asyncio
import struct

from bench import CONNECT_PEER, PROBE, Host, played, states, status_of

from hci_dongle import framing
from hci_dongle.framing import Frame
from hci_dongle.protocol import Operation, Status, blob


def test_the_same_greeting_is_answered_again_and_another_nonce_is_refused(stranger: Host) -> None:
    first = stranger.hello()
    assert first[:2] == b"\0\0" and first.endswith(blob(PROBE))
    stranger.ask(Operation.SCAN_START, bytes(14))
    assert stranger.hello()[:12] == first[:12]
    assert stranger.hello(nonce=8)[:2] == struct.pack("<H", Status.SESSION_IN_USE)
    assert stranger.dongle._scan.state == 1


def test_a_host_of_another_version_is_told_so_and_changes_nothing(host: Host) -> None:
    reply = host.hello(session=2, spoken=3)
    assert reply[:2] == struct.pack("<H", Status.VERSION_MISMATCH) and reply[6] == 1
    host.session = 0x1234
    assert host.status(Operation.PING) == Status.OK


def test_a_quiet_greeting_is_answered_under_version_one(stranger: Host) -> None:
    payload = struct.pack("<IBBBBH", 0x21222324, 1, 1, 0, 0, 64) + blob(b"")
    (reply,) = stranger.put(Frame(framing.REQUEST, 0x4142, 0, Operation.HELLO, payload, major=0))
    assert (reply.major, reply.session, reply.id) == (1, 0x4142, 0)
    assert len(reply.payload) <= 64
    # Payload and ATT MTU are cut to the requested sizes.
    assert struct.unpack_from("<HHHH", reply.payload, 28)[0::3] == (64, 57)


def test_a_request_of_another_session_is_answered_with_the_boot_id(stranger: Host) -> None:
    boot = stranger.hello()[8:12]
    stranger.session = 9
    (answer,) = stranger.ask(Operation.PING)
    assert status_of(answer) == Status.WRONG_SESSION and answer.session == 9
    assert answer.payload[8:] == boot


def test_silence_of_thirty_seconds_ends_the_session_and_its_number(host: Host) -> None:
    host.ask(Operation.SCAN_START, bytes(14))
    host.now += 29.9
    host.take()
    assert host.status(Operation.PING) == Status.OK
    host.now += 30
    host.take()
    assert host.radio.scans[-1] is None
    assert host.status(Operation.PING) == Status.WRONG_SESSION
    assert host.hello()[:2] == struct.pack("<H", Status.SESSION_IN_USE)


def test_it_says_that_it_has_started_until_it_is_greeted(stranger: Host) -> None:
    stranger.now += 0.1
    (boot,) = stranger.take()
    assert (boot.kind, boot.session, boot.payload[4]) == (framing.BOOT, 0, 1)
    stranger.now += 0.2
    assert len(stranger.take()) == 1
    stranger.hello()
    stranger.now += 1
    assert stranger.take() == []


def test_a_restart_that_was_asked_for_has_another_boot_id_and_says_why(stranger: Host) -> None:
    boot = stranger.hello()[8:12]
    request = struct.pack("<I", 0x21544252) + boot + b"\0"
    assert stranger.status(Operation.REBOOT, b"XXXX" + boot + b"\0") == Status.INVALID_ARGUMENT
    (answer,) = stranger.ask(Operation.REBOOT, request)
    assert status_of(answer) == Status.OK
    stranger.take()
    stranger.now += 0.1
    (told,) = stranger.take()
    assert told.payload[:4] != boot and told.payload[4] == 3
    (late,) = stranger.ask(Operation.REBOOT, request)
    assert late.payload[8:] == struct.pack("<H", 4)


@played
async def test_a_greeting_right_behind_a_disconnect_still_ends_the_connection(host: Host) -> None:
    connection = await host.connect()
    host.ask(Operation.READ, struct.pack("<I2sHH", 5000, connection, 6, 0))
    await host.settle()
    last = Frame(framing.REQUEST, host.session, 90, Operation.DISCONNECT, struct.pack("<I2s", 5000, connection))
    host.dongle.receive(last.wire() + host.greeting(9))
    host.session = 9
    assert [each.code for each in await host.settle() if each.kind == framing.EVENT] == []
    assert host.radio.links[0].ended > 0
    assert states(host) == b""


@played
async def test_a_connection_that_comes_just_before_a_greeting_is_ended_and_not_told(host: Host) -> None:
    host.radio.arrives = asyncio.Event()
    assert host.status(Operation.CONNECT, CONNECT_PEER) == Status.ACCEPTED
    await host.settle()
    host.radio.arrives.set()
    # The attempt continues only after this step.
    host.dongle.receive(host.greeting(9))
    host.session = 9
    assert [each.code for each in await host.settle() if each.kind == framing.EVENT] == []
    assert [each.ended for each in host.radio.links] == [1]
    assert states(host) == b""


@played
async def test_a_greeting_right_behind_a_connect_leaves_no_attempt(host: Host) -> None:
    wanted = Frame(framing.REQUEST, host.session, 90, Operation.CONNECT, CONNECT_PEER)
    host.dongle.receive(wanted.wire() + host.greeting(9))
    host.session = 9
    assert [each.code for each in await host.settle() if each.kind == framing.EVENT] == []
    assert host.radio.links == [] and states(host) == b""
