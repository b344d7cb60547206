"""Operations on a connection: deadlines, late answers, and connections that are lost meanwhile."""

from __future__ import annotations

import struct

from bench import Host, played

from hci_dongle.protocol import Event, Operation, Status, blob


@played
async def test_a_write_whose_answer_never_comes_ends_as_unknown_at_its_deadline(host: Host) -> None:
    connection = await host.connect()
    host.ask(Operation.WRITE, struct.pack("<I2sH", 100, connection, 5) + blob(b"x"))
    assert struct.unpack_from("<HB", (await host.done()).payload, 2) == (Status.DEADLINE, 2)
    # The next request waits for that answer, and is then sent.
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


@played
async def test_a_lost_connection_ends_its_operation_before_it_is_told(host: Host) -> None:
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


@played
async def test_an_exchange_of_the_mtu_that_was_never_sent_can_be_asked_for_again(host: Host) -> None:
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


@played
async def test_an_mtu_that_is_answered_late_is_in_effect(host: Host) -> None:
    connection = await host.connect()
    link = host.radio.links[0]
    host.ask(Operation.EXCHANGE_MTU, struct.pack("<I2sH", 100, connection, 100))
    assert (await host.outcome())[0] == Status.DEADLINE
    host.ask(Operation.EXCHANGE_MTU, struct.pack("<I2sH", 5000, connection, 100))
    await host.settle()
    link.on_att(b"\x03\x50\x00")
    assert await host.outcome() == (Status.OK, b"\x50\x00")
    assert len(link.sent) == 1


@played
async def test_what_a_long_write_has_prepared_is_cancelled_before_another_prepares(host: Host) -> None:
    connection = await host.connect()
    link = host.radio.links[0]
    value = bytes(range(30))
    long = struct.pack("<2sH", connection, 5) + blob(value)

    async def prepared(at: int) -> bytes:
        await host.settle()
        assert link.sent[-1] == b"\x16\x05\x00" + struct.pack("<H", at) + value[at : at + 18]
        return link.sent[-1]

    # Refused: cancelled before its outcome is told.
    host.ask(Operation.WRITE, struct.pack("<I", 5000) + long)
    link.on_att(b"\x17" + (await prepared(0))[1:])
    await prepared(18)
    link.on_att(b"\x01\x16\x05\x00\x09")
    await host.settle()
    assert link.sent[-1] == b"\x18\x00"
    link.on_att(b"\x19")
    assert (await host.outcome())[0] == Status.ATT | 0x09
    # Broken off: cancelled when the next one begins.
    host.ask(Operation.WRITE, struct.pack("<I", 100) + long)
    first = await prepared(0)
    assert (await host.outcome())[0] == Status.DEADLINE
    link.on_att(b"\x17" + first[1:])
    host.ask(Operation.WRITE, struct.pack("<I", 5000) + long)
    await host.settle()
    assert link.sent[-1] == b"\x18\x00"
    link.on_att(b"\x19")
    link.on_att(b"\x17" + (await prepared(0))[1:])
    link.on_att(b"\x17" + (await prepared(18))[1:])
    await host.settle()
    assert link.sent[-1] == b"\x18\x01"
    link.on_att(b"\x19")
    assert (await host.outcome())[0] == Status.OK
    # Nothing is left to cancel.
    host.ask(Operation.WRITE, struct.pack("<I", 5000) + long)
    await prepared(0)
