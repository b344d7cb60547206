"""The echo service as a program on a virtual radio, against Bumble's own client."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from air.room import Room, RoomController
from bumble.att import ATT_Error, ErrorCode
from bumble.device import Connection, Device, Peer
from bumble.gatt_client import CharacteristicProxy
from bumble.hci import HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR
from bumble.host import Host
from bumble.transport.common import AsyncPipeSink
from rig import FOLDER, Air, Process

from echo_service import ADDRESS, uuid

PROGRAM = str(FOLDER.parent / "echo_service.py")
LARGEST_MTU = 517


class Client:
    """A central that has connected to the device."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.peer = Peer(connection)
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        connection.on("disconnection", self.ended.set_result)

    def __getitem__(self, last: int) -> CharacteristicProxy:
        (found,) = self.peer.get_characteristics_by_uuid(uuid(last))
        return found

    async def values(self, last: int, *, notified: bool = True) -> asyncio.Queue[bytes]:
        """Subscribes to a characteristic."""
        values: asyncio.Queue[bytes] = asyncio.Queue()
        await self[last].subscribe(values.put_nowait, notified)
        return values


async def connected(room: Room, number: int = 1) -> Client:
    address = f"C5:00:00:00:00:{number:02X}"
    controller = RoomController(address, room)
    device = Device(address=address, host=Host(controller, AsyncPipeSink(controller)))
    await device.power_on()
    client = Client(await device.connect(ADDRESS))
    await client.peer.discover_services()
    await client.peer.discover_characteristics()
    return client


Work = Callable[[Room], Awaitable[None]]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[[Work], None]]:
    """Plays a test in a room with the device."""
    air = Air()
    try:
        program = Process([sys.executable, PROGRAM, air.radio], tmp_path, "echo", {})
        try:
            assert program.line() == f"On the air: --peripheral {ADDRESS}/random"
            yield lambda work: air.do(work(air.room))
        finally:
            program.stop()
    finally:
        air.close()


def test_what_is_written_is_kept_and_notified(play) -> None:
    async def work(room: Room) -> None:
        client = await connected(room)
        values = await client.values(0x11)
        await client.peer.request_mtu(LARGEST_MTU)
        longest = bytes(range(256)) * 2
        for value in (b"one", b"", longest):
            await client[0x11].write_value(value, with_response=True)
            assert await values.get() == value
            assert await client[0x11].read_value() == value
        commands = [bytes((each,)) * each for each in range(50)]
        for value in commands:
            await client[0x11].write_value(value)
        assert [await values.get() for _ in commands] == commands
        with pytest.raises(ATT_Error) as refused:
            await client[0x11].write_value(longest + b"x", with_response=True)
        assert refused.value.error_code == ErrorCode.INVALID_ATTRIBUTE_LENGTH
        await client.connection.disconnect()
        assert await (await connected(room))[0x11].read_value() == commands[-1]
        assert values.empty()

    play(work)


def test_the_long_value_comes_whole(play) -> None:
    async def work(room: Room) -> None:
        assert await (await connected(room))[0x14].read_value() == bytes(each % 251 for each in range(300))

    play(work)


@pytest.mark.parametrize(("last", "notified"), [(0x16, True), (0x19, False)], ids=["notified", "indicated"])
def test_counters_go_on_by_one_each_100_ms_until_they_are_turned_off(play, last: int, notified: bool) -> None:
    async def work(room: Room) -> None:
        client = await connected(room)
        values = await client.values(last, notified=notified)
        # Asked for again, it counts once.
        await client.values(last, notified=notified)
        first = int.from_bytes(await values.get(), "little")
        start = asyncio.get_running_loop().time()
        counts = [int.from_bytes(await values.get(), "little") for _ in range(8)]
        assert counts == [first + 1 + each for each in range(8)]
        assert 0.75 < asyncio.get_running_loop().time() - start < 2
        await client[last].unsubscribe(force=True)
        while not values.empty():
            values.get_nowait()
        await asyncio.sleep(0.3)
        assert values.empty()

    play(work)


def test_the_protected_value_asks_for_authentication(play) -> None:
    async def work(room: Room) -> None:
        protected = (await connected(room))[0x1C]
        for asked in (protected.read_value(), protected.write_value(b"x", with_response=True)):
            with pytest.raises(ATT_Error) as refused:
                await asked
            assert refused.value.error_code == ErrorCode.INSUFFICIENT_AUTHENTICATION

    play(work)


def test_the_silent_value_never_answers_and_the_device_can_be_connected_to_again(play) -> None:
    async def work(room: Room) -> None:
        for number, writes in itertools.product((1, 2), (False, True)):
            client = await connected(room, number)
            silent = client[0x1E]
            asked = asyncio.ensure_future(
                silent.write_value(b"x", with_response=True) if writes else silent.read_value()
            )
            assert not (await asyncio.wait([asked], timeout=0.3))[0]
            await client.connection.disconnect()
            await asyncio.wait([asked])

    play(work)


def test_the_device_ends_the_connection_when_it_is_told_to(play) -> None:
    async def work(room: Room) -> None:
        client = await connected(room)
        with pytest.raises(ATT_Error) as refused:
            await client[0x20].write_value(b"\1", with_response=True)
        assert refused.value.error_code == ErrorCode.INVALID_ATTRIBUTE_LENGTH
        start = asyncio.get_running_loop().time()
        await client[0x20].write_value(b"\x2c\1", with_response=True)
        assert await client.ended == HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR
        assert 0.29 < asyncio.get_running_loop().time() - start < 1

    play(work)


@pytest.mark.parametrize("radio", ["tcp-client:127.0.0.1:1", "hci-socket:none", "nonsense:0"])
def test_a_radio_that_cannot_be_used_is_told_in_one_line(radio: str) -> None:
    done = subprocess.run([sys.executable, PROGRAM, radio], capture_output=True, text=True, timeout=20)
    assert done.returncode == 1
    assert done.stderr.startswith(f"echo-service: {radio} cannot be used: ")
    assert done.stderr.count("\n") == 1


def test_a_radio_that_is_lost_ends_the_program(tmp_path: Path) -> None:
    air = Air()
    try:
        program = Process([sys.executable, PROGRAM, air.radio], tmp_path, "echo", {})
        try:
            program.line()
            air.call(air.server.cut)
            assert program.process.wait(20) == 1
            assert program.log.read_text() == f"echo-service: {air.radio} is lost\n"
        finally:
            program.stop()
    finally:
        air.close()
