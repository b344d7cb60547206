"""A radio on a virtual controller, in the test's own process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from air.hci_server import HCIServer
from air.room import Room, RoomController
from bumble import hci

from hci_dongle.radio import BumbleRadio
from hci_dongle.requests import Connect

LIMIT = 20.0
PEER = "C1:00:00:00:00:01"


class Rig:
    """A room, its server, and a radio on it."""

    def __init__(self) -> None:
        self.room = Room()
        self.server = HCIServer(self.room)
        self.log: list[str] = []
        self.failed: list[int] = []
        self.heard: list[tuple[bytes, int, int, bytes]] = []

    async def start(self, is_serial: bool = False) -> None:
        if is_serial:
            transport = f"serial:{self.server.open_port().path},1000000"
        else:
            await self.server.start()
            transport = f"tcp-client:127.0.0.1:{self.server.port}"
        self.radio = BumbleRadio("here", transport, b"abcdef")
        self.radio.on_log = lambda _, text: self.log.append(text)
        self.radio.on_scan_failed = self.failed.append
        self.radio.reports.on_advert = lambda *advert: self.heard.append(advert)
        self.task = asyncio.get_running_loop().create_task(self.radio.run())

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.server.stop()

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.01)

    async def up(self) -> None:
        await self.until(lambda: self.radio.is_up)


def play(
    work: Callable[[Rig], Awaitable[None]],
    prepare: Callable[[RoomController], None] = lambda controller: None,
    *,
    is_serial: bool = False,
) -> None:
    """Plays a test on a radio over TCP, or over a serial port."""

    async def all_of_it() -> None:
        rig = Rig()
        rig.server.prepare = prepare
        await rig.start(is_serial)
        try:
            async with asyncio.timeout(LIMIT):
                await work(rig)
        finally:
            await rig.stop()

    asyncio.run(all_of_it())


def wanted(address: str = PEER) -> Connect:
    return Connect(5000, bytes(hci.Address(address)), 1, 0, 0, 0, 0)
