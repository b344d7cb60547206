"""Serves a room's controllers as HCI over TCP and over a pseudo-terminal."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tty
from collections.abc import Callable

from bumble import hci
from bumble.transport.common import PacketParser

from .room import Room, RoomController


class _Sink:
    def __init__(self, transport: asyncio.Transport | SerialPort) -> None:
        self._transport = transport

    def on_packet(self, packet: bytes) -> None:
        self._transport.write(packet)


class SerialPort:
    """A pseudo-terminal with a controller behind it, as a transport."""

    def __init__(self, client: _Client) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self._client = client
        asyncio.get_running_loop().add_reader(self._master, self._readable)
        client.connection_made(self)

    def _readable(self) -> None:
        with contextlib.suppress(OSError):
            self._client.data_received(os.read(self._master, 4096))

    def write(self, data: bytes) -> None:
        os.write(self._master, data)

    def abort(self) -> None:
        """Takes the port away, as a serial adapter that is pulled."""
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)
        self._client.connection_lost(None)


class HCIServer:
    """Gives each client its own controller, which leaves the room with the client."""

    def __init__(self, room: Room, *, has_extended: bool = False) -> None:
        self.room = room
        self.has_extended = has_extended
        self.version = hci.HCI_VERSION_BLUETOOTH_CORE_5_0
        self.controllers: list[RoomController] = []
        self._transports: list[asyncio.Transport | SerialPort] = []
        # Called with each new controller, before it hears of its host.
        self.prepare: Callable[[RoomController], None] = lambda controller: None
        self._server: asyncio.Server | None = None
        self.port = 0
        # Whether the controllers do not answer at all.
        self.is_mute = False

    async def start(self, port: int = 0) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Client(self), "127.0.0.1", port)
        self.port = self._server.sockets[0].getsockname()[1]

    def open_port(self) -> SerialPort:
        """Puts a controller behind a serial port."""
        return SerialPort(_Client(self))

    async def stop(self) -> None:
        """Stops; the controllers vanish with their lines."""
        self.cut()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    def cut(self) -> None:
        """Cuts every line, like an unplugged dongle."""
        for transport in list(self._transports):
            transport.abort()

    def send(self, packet: bytes) -> None:
        """Sends a packet to every host."""
        for each in self.controllers:
            if each.hci_sink is not None:
                each.hci_sink.on_packet(packet)


class _Client(asyncio.Protocol):
    def __init__(self, server: HCIServer) -> None:
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport | SerialPort) -> None:
        assert isinstance(transport, asyncio.Transport | SerialPort)
        self._transport = transport
        self._server._transports.append(transport)
        self._controller = RoomController("dongle", self._server.room, has_extended=self._server.has_extended)
        self._controller.hci_version = self._server.version
        self._server.prepare(self._controller)
        self._controller.set_packet_sink(_Sink(transport))
        self._server.controllers.append(self._controller)
        self._parser = PacketParser(self._controller)

    def data_received(self, data: bytes) -> None:
        if not self._server.is_mute:
            self._parser.feed_data(data)

    def connection_lost(self, _error: Exception | None) -> None:
        controller = self._controller
        controller.hci_sink = None
        controller.le_scan_enable = False
        controller.pending_le_connection = None
        for connection in list(controller.le_connections.values()):
            controller.vanish_from(connection)
        self._server.room.controllers.discard(controller)
        self._server.controllers.remove(controller)
        self._server._transports.remove(self._transport)
