"""A peripheral with the characteristics of the scripted radio in `firmware-protocol/ports`, as a real GATT server."""

from __future__ import annotations

import asyncio
import struct

from bumble.att import ATT_Error, ErrorCode
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Service

from .devices import FLAGS, Peripheral, named
from .room import Room

LONGEST = 512
TICK = 0.1


def uuid(short: int) -> UUID:
    return UUID(f"70657263-6800-4000-8000-00000000{short:04x}")


class Scripted(Peripheral):
    """Echoes, counts and refuses, and has more characteristics than fit one answer to DISCOVER."""

    def __init__(self, room: Room, address: str, *, largest_mtu: int = 247) -> None:
        self.kept = b""
        self._count = 0
        self._counting: asyncio.Task[None] | None = None
        super().__init__(room, address, largest_mtu=largest_mtu)

    def services(self) -> list[Service]:
        can = Characteristic.Properties
        readable, writable = Characteristic.READABLE, Characteristic.WRITEABLE
        both = readable | writable
        self._echo = Characteristic(
            uuid(0x11),
            can.READ | can.WRITE | can.WRITE_WITHOUT_RESPONSE | can.NOTIFY,
            both,
            CharacteristicValue(read=lambda _: self.kept, write=lambda _, value: self._keep(bytes(value))),
        )
        self._counter = Characteristic(uuid(0x16), can.NOTIFY, readable, b"")
        self._indicated = Characteristic(uuid(0x19), can.INDICATE, readable, b"")
        long = Characteristic(uuid(0x14), can.READ, readable, bytes(each % 251 for each in range(300)))
        protected = Characteristic(
            uuid(0x1C), can.READ | can.WRITE, both, CharacteristicValue(read=_refuse, write=_refuse)
        )
        many = [Characteristic(uuid(0x100 + each), can.READ, readable, bytes((each,))) for each in range(40)]
        return [
            Service(uuid(1), [self._echo, long, self._counter, self._indicated, protected]),
            Service(uuid(2), many),
        ]

    def advert(self) -> bytes:
        return FLAGS + named("perch scripted")

    def connected(self) -> None:
        self._counting = asyncio.get_running_loop().create_task(self._tick())

    def disconnected(self) -> None:
        if self._counting is not None:
            self._counting.cancel()

    def _keep(self, value: bytes) -> None:
        if len(value) > LONGEST:
            raise ATT_Error(ErrorCode.INVALID_ATTRIBUTE_LENGTH)
        self.kept = value
        self.notify(self._echo, value)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._count += 1
            value = struct.pack("<I", self._count)
            await self.device.notify_subscribers(self._counter, value)
            await self.device.indicate_subscribers(self._indicated, value)


def _refuse(*_given: object) -> bytes:
    raise ATT_Error(ErrorCode.INSUFFICIENT_AUTHENTICATION)
