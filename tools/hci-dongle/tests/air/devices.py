"""Devices in the room: advertisers without a stack, and peripherals with Bumble's complete stack."""

from __future__ import annotations

import asyncio
import struct

from bumble import hci
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import Characteristic, Service
from bumble.host import Host
from bumble.transport.common import AsyncPipeSink

from .room import ADV_NONCONN_IND, Room, RoomController

FLAGS = bytes((2, 1, 6))


def ibeacon(uuid: bytes, major: int, minor: int, power: int = -59) -> bytes:
    """Returns the AD structures of an iBeacon."""
    return FLAGS + bytes((0x1A, 0xFF, 0x4C, 0, 2, 0x15)) + uuid + struct.pack(">HHb", major, minor, power)


def named(name: str) -> bytes:
    """Returns the AD structure of a complete name."""
    text = name.encode()
    return bytes((len(text) + 1, 0x09)) + text


class Advertiser:
    """Sends one advert again and again."""

    def __init__(
        self,
        room: Room,
        address: str,
        data: bytes,
        interval: float,
        *,
        event_type: int = ADV_NONCONN_IND,
        scan_response: bytes = b"",
        rssi: int = -60,
        address_type: int = hci.Address.RANDOM_DEVICE_ADDRESS,
    ) -> None:
        self.room = room
        self.address = hci.Address(address, hci.AddressType(address_type))
        self.data = data
        self.scan_response = scan_response
        self.event_type = event_type
        self.interval = interval
        room.rssi[bytes(self.address)] = rssi
        # Number of adverts still to be heard; None = unlimited.
        self.left: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self, delay: float = 0, times: int | None = None) -> None:
        self.left = times
        self._timer = asyncio.get_running_loop().call_later(delay, self._fire)

    def _fire(self) -> None:
        if self.left == 0:
            return
        if self.left is not None:
            self.left -= 1
        self.room.advertise(self.address, self.event_type, self.data, self.scan_response)
        self._timer = asyncio.get_running_loop().call_later(self.interval, self._fire)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Peripheral:
    """A connectable device: a controller, a host and a GATT server. It advertises while no client
    is connected.
    """

    address_type = hci.AddressType.RANDOM_DEVICE

    def __init__(self, room: Room, address: str, *, largest_mtu: int = 517, interval_ms: float = 50) -> None:
        self.room = room
        self.address = hci.Address(address, self.address_type)
        is_public = self.address_type == hci.AddressType.PUBLIC_DEVICE
        self.controller = RoomController(type(self).__name__, room, address if is_public else None)
        self.device = Device(
            config=DeviceConfiguration(name="", address=self.address, gatt_service_enabled=False),
            host=Host(self.controller, AsyncPipeSink(self.controller)),
        )
        self.device.gatt_server.max_mtu = largest_mtu
        self.interval_ms = interval_ms
        self.connections = 0
        self.disconnections = 0
        # Negotiated ATT MTUs, in order.
        self.mtus: list[int] = []
        self.device.on("connection", self._connected)
        self.device.add_services(self.services())

    def services(self) -> list[Service]:
        return []

    def advert(self) -> bytes:
        return FLAGS

    def scan_response(self) -> bytes:
        return b""

    def connected(self) -> None:
        """Called when a client has connected."""

    def disconnected(self) -> None:
        """Called when the client has disconnected."""

    async def start(self) -> None:
        await self.device.power_on()
        await self.advertise()

    async def stop(self) -> None:
        await self.device.stop_advertising()
        self.room.controllers.discard(self.controller)

    async def advertise(self) -> None:
        is_public = self.address_type == hci.AddressType.PUBLIC_DEVICE
        await self.device.start_advertising(
            own_address_type=hci.OwnAddressType.PUBLIC if is_public else hci.OwnAddressType.RANDOM,
            advertising_data=self.advert(),
            scan_response_data=self.scan_response(),
            advertising_interval_min=self.interval_ms,
            advertising_interval_max=self.interval_ms,
        )

    def vanish(self) -> None:
        """Loses power: a connected client is not notified, and notices it by the supervision
        time-out.
        """
        for connection in list(self.controller.le_connections.values()):
            self.controller.vanish_from(connection)
        self.controller.le_legacy_advertiser.stop()
        self.room.controllers.discard(self.controller)

    def notify(self, characteristic: Characteristic, value: bytes) -> None:
        """Notifies all subscribers."""
        task = asyncio.get_running_loop().create_task(self.device.notify_subscribers(characteristic, value))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def _tasks(self) -> set[asyncio.Task[None]]:
        return self.__dict__.setdefault("_all_tasks", set())

    def _connected(self, connection) -> None:
        self.connections += 1
        connection.on("disconnection", self._disconnected)
        connection.on("connection_att_mtu_update", lambda: self.mtus.append(connection.att_mtu))
        self.connected()

    def _disconnected(self, _reason: int) -> None:
        self.disconnections += 1
        self.disconnected()
        task = asyncio.get_running_loop().create_task(self.advertise())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
