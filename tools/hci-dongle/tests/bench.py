"""A dongle without a line and with a radio that only records, on a clock that stands still."""

from __future__ import annotations

import asyncio
import functools
import struct
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from hci_dongle import framing
from hci_dongle.config_store import ConfigStore
from hci_dongle.dongle import Dongle
from hci_dongle.framing import Decoder, Frame
from hci_dongle.protocol import Event, Operation, Status, blob
from hci_dongle.requests import Connect

CONNECT_PEER = struct.pack("<I6sBBHHHH", 5000, b"abcdef", 1, 0, 0, 0, 0, 0)
PROBE = bytes.fromhex("00 11 13 0A 0D 7F FF")
LIMIT = 10.0


class FakeLink:
    """A connection whose peer is the test."""

    interval = 24

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.waiting = 0
        self.ended = 0
        self.on_att = lambda pdu: None
        self.on_lost = lambda reason: None

    def start(self) -> None:
        pass

    def send_att(self, pdu: bytes) -> None:
        self.sent.append(pdu)

    def queued(self) -> int:
        return self.waiting

    def disconnect(self) -> None:
        self.ended += 1
        self.on_lost(Status.HCI | 0x16)


class FakeRadio:
    """A radio that is up, connects at once, and hears what the test says."""

    is_up = True
    has_extended = False
    hardware = "nothing"

    def __init__(self) -> None:
        self.scans: list[tuple[int, int, int] | None] = []
        self.links: list[FakeLink] = []
        self.connects = True
        # Event for which the next connection waits.
        self.arrives: asyncio.Event | None = None

    def scan(self, wanted: tuple[int, int, int] | None) -> None:
        self.scans.append(wanted)

    async def connect(self, _wanted: Connect) -> FakeLink:
        if not self.connects:
            await asyncio.Event().wait()
        if self.arrives is not None:
            await self.arrives.wait()
        self.links.append(FakeLink())
        return self.links[-1]


class Host:
    """The frames that a host sends and receives."""

    def __init__(self, state: Path | None = None) -> None:
        self.now = 1000.0
        self.radio = FakeRadio()
        self.store = ConfigStore(state)
        self.dongle = Dongle(self.radio, self.store, lambda: self.now)
        self._decoder = Decoder(70_000)
        self._id = 0
        self.session = 0x1234

    def put(self, frame: Frame) -> list[Frame]:
        self.dongle.receive(frame.wire())
        return self.take()

    def take(self) -> list[Frame]:
        """Returns all frames that leave now."""
        self.dongle.tick(is_line_idle=True)
        frames = []
        while (wire := self.dongle.next_frame()) is not None:
            frames += self._decoder.feed(wire)
        return frames

    def greeting(self, session: int) -> bytes:
        """Returns the first frame of a session."""
        payload = struct.pack("<IBBBBH", session, 1, 1, 0, 0, 528) + blob(PROBE)
        return Frame(framing.REQUEST, session, 0, Operation.HELLO, payload).wire()

    def hello(
        self, session: int = 0x1234, nonce: int = 7, largest: int = 528, major: int = 1, spoken: int = 1
    ) -> bytes:
        payload = struct.pack("<IBBBBH", nonce, spoken, spoken, 0, 0, largest) + blob(PROBE)
        (reply,) = self.put(Frame(framing.REQUEST, session, 0, Operation.HELLO, payload, major))
        self.session = session
        return reply.payload

    def ask(self, code: int, payload: bytes = b"", number: int | None = None) -> list[Frame]:
        if number is None:
            self._id = number = self._id + 1
        return self.put(Frame(framing.REQUEST, self.session, number, code, payload))

    def status(self, code: int, payload: bytes = b"", number: int | None = None) -> int:
        return status_of(self.ask(code, payload, number)[0])

    def grant(self, following: int, gap: int = 0) -> list[Frame]:
        return self.put(Frame(framing.GRANT, self.session, 0, 0, struct.pack("<HB", following, gap)))

    async def settle(self) -> list[Frame]:
        """Returns the frames that have left once all operations have progressed as far as possible."""
        for _ in range(20):
            await asyncio.sleep(0)
        return self.take()

    async def done(self) -> Frame:
        """Returns the DONE of the next operation that ends."""
        while True:
            for frame in await self.settle():
                if frame.code == Event.DONE and frame.kind == framing.EVENT:
                    return frame
            await asyncio.sleep(0.005)

    async def outcome(self) -> tuple[int, bytes]:
        """Returns status and result of the next operation that ends."""
        payload = (await self.done()).payload
        return int.from_bytes(payload[2:4], "little"), payload[7:]

    async def connect(self) -> bytes:
        """Returns a connection, by its two bytes."""
        self.ask(Operation.CONNECT, CONNECT_PEER)
        events = [frame for frame in await self.settle() if frame.code == Event.CONNECTED]
        return events[-1].payload[:2]


def status_of(frame: Frame) -> int:
    return int.from_bytes(frame.payload[:2], "little")


def states(host: Host) -> bytes:
    """Returns the states of the slots in use, as in GET_STATE."""
    return bytes(each[2] for each in host.dongle._connections.in_use())


def played(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Wraps a test that needs an event loop, with a time limit."""

    @functools.wraps(test)
    def play(*given: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*given, **named), LIMIT))

    return play
