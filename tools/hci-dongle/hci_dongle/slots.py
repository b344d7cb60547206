"""Slots for connections, and the radio's part of a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from .att import SMALLEST_MTU, Bearer
from .operations import Operation
from .requests import Connect

FREE, CONNECTING, CONNECTED, CLOSING = range(4)


class Link(Protocol):
    """A connection of the radio."""

    interval: int
    on_att: Callable[[bytes], None]
    on_lost: Callable[[int], None]

    def start(self) -> None:
        """Delivers packets that arrived before there was a listener."""

    def send_att(self, pdu: bytes) -> None: ...

    def queued(self) -> int: ...

    def disconnect(self) -> None: ...


class Connector(Protocol):
    """The connecting part of a radio. Raises Refusal; ends its attempt when it is cancelled."""

    is_up: bool

    async def connect(self, wanted: Connect) -> Link: ...


class Radio(Connector, Protocol):
    """Interface of a radio for the session."""

    has_extended: bool
    hardware: str

    def scan(self, wanted: tuple[int, int, int] | None) -> None: ...


class Slot:
    """One slot for a connection."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.generation = 0
        self.state = FREE
        self.address = bytes(6)
        self.address_type = 0
        self.link: Link | None = None
        self.bearer: Bearer | None = None
        self.operation: Operation | None = None
        self.lost = 0
        # Indication that waits for room, with its confirmation.
        self.indication: bytes | None = None
        # Whether CONNECTED is in the ring, and DISCONNECTED where it waits for earlier events.
        self.is_told = False
        self.ending: bytes | None = None
        # Its events are not reported any more: the host has requested its end, or its session is
        # over.
        self.is_quiet = False
        self.is_orphan = False
        # Whether the radio has confirmed the end, and whether that is told, too.
        self.has_ended = asyncio.Event()
        self.is_free = asyncio.Event()
        self.is_free.set()

    @property
    def connection(self) -> bytes:
        return bytes((self.index, self.generation))

    @property
    def peer(self) -> tuple[bytes, int]:
        return self.address, self.address_type

    @property
    def mtu(self) -> int:
        return self.bearer.mtu if self.bearer else SMALLEST_MTU

    def free(self) -> None:
        self.state = FREE
        self.link = self.bearer = self.operation = None
        self.lost, self.indication, self.ending = 0, None, None
        self.has_ended.set()
        self.is_free.set()
