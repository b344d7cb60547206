"""Sections 10.1 to 10.3, 10.8 and 10.9 of SPEC.md: connection slots."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Protocol

from . import gatt
from .att import SMALLEST_MTU, Bearer
from .operations import Operation, Operations, Work
from .protocol import Event, Refusal, Status, blob, too_large
from .requests import Connect, Discover, ExchangeMTU, OnConnection, Read, Subscribe, Write, WriteCommand
from .streams import StreamA

FREE, CONNECTING, CONNECTED, CLOSING = range(4)
# ATT packets that may wait for the controller; more are refused.
SEND_QUEUE = 32
# Host on this side ended it. Source: Vol 1, Part F, 2.22.
ENDED_HERE = Status.HCI | 0x16


class Link(Protocol):
    """A connection of the radio's."""

    interval: int
    on_att: Callable[[bytes], None]
    on_lost: Callable[[int], None]

    def start(self) -> None:
        """Delivers what came before anybody listened."""

    def send_att(self, pdu: bytes) -> None: ...

    def queued(self) -> int: ...

    def disconnect(self) -> None: ...


class Connector(Protocol):
    """The part of a radio that connects. Raises Refusal; ends its attempt when it is cancelled."""

    is_up: bool

    async def connect(self, wanted: Connect) -> Link: ...


class Slot:
    """One place for a connection."""

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
        # The indication that waits for room, with its confirmation.
        self.indication: bytes | None = None
        # Whether CONNECTED is in the ring, and DISCONNECTED where it waits for what goes before.
        self.is_told = False
        self.ending: bytes | None = None
        # Nobody wants to hear of it any more: the host has asked for its end, or its session is over.
        self.is_quiet = False
        self.is_orphan = False
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


class Connections:
    """All slots, and the operations on them."""

    def __init__(
        self, count: int, radio: Connector, stream: StreamA, operations: Operations, uptime: Callable[[], int]
    ) -> None:
        self.slots = [Slot(index) for index in range(count)]
        self._radio = radio
        self._stream = stream
        self._operations = operations
        self._uptime = uptime
        # What stands for the attempt of this session.
        self._attempt: object | None = None
        self._endings: set[asyncio.Task[None]] = set()
        # Of the session: the largest ATT MTU, and the bytes of a result that fit one DONE.
        self.largest_mtu = SMALLEST_MTU
        self.result_room = 0
        stream.on_room = self._tell_what_was_lost

    def close_all(self) -> None:
        """A new session: closes every connection, and nobody is told."""
        self._attempt = None
        for slot in self.slots:
            if slot.state == FREE:
                continue
            before, slot.state = slot.state, CLOSING
            slot.is_quiet = slot.is_orphan = True
            slot.lost, slot.indication = 0, None
            if slot.link is not None:
                # Also where a DISCONNECT is open: it may be over before it has reached the radio.
                slot.link.disconnect()
            elif before == CLOSING and slot.link is None:
                # Its end waited for room in a ring that is gone.
                self._free(slot)

    # CONNECT

    def connect(self, number: int, wanted: Connect) -> None:
        if not self._radio.is_up:
            raise Refusal(Status.RADIO)
        peer = wanted.address, wanted.address_type
        same = next((each for each in self.slots if each.state != FREE and each.peer == peer), None)
        if same is not None and same.state != CLOSING:
            raise Refusal(Status.ALREADY_CONNECTED, same.connection)
        if self._attempt is not None:
            raise Refusal(Status.BUSY)
        free = next((slot for slot in self.slots if slot.state == FREE), None)
        closing = next((slot for slot in self.slots if slot.state == CLOSING), None)
        if free is None and closing is None:
            raise Refusal(Status.SLOTS_FULL, bytes((len(self.slots), len(self.slots))))
        attempt = self._attempt = object()

        async def work(operation: Operation) -> bytes:
            if same is not None:
                await same.is_free.wait()
            slot = free or closing
            assert slot is not None
            await slot.is_free.wait()
            if self._attempt is not attempt:
                # Its session is over, and its outcome nobody's.
                raise Refusal(Status.CANCELLED)
            return await self._connect(slot, wanted)

        def closed() -> None:
            if self._attempt is attempt:
                self._attempt = None

        self._operations.start(number, wanted.deadline_ms, work, closed)

    async def _connect(self, slot: Slot, wanted: Connect) -> bytes:
        slot.generation = (slot.generation + 1) & 0xFF
        slot.state, slot.address, slot.address_type = CONNECTING, wanted.address, wanted.address_type
        slot.is_free.clear()
        slot.is_quiet = slot.is_orphan = slot.is_told = False
        slot.lost, slot.indication = 0, None
        try:
            link = await self._radio.connect(wanted)
        except BaseException:
            self._free(slot)
            raise
        slot.link = link
        link.on_lost = lambda reason: self._lost(slot, reason)
        if slot.is_orphan:
            # It came just before its session ended: it keeps its slot until it is gone.
            link.start()
            link.disconnect()
            raise Refusal(Status.CANCELLED)
        bearer = slot.bearer = Bearer(link.send_att, self.largest_mtu)
        slot.state = CONNECTED
        bearer.on_value = lambda handle, value, is_indication: self._value(slot, handle, value, is_indication)
        bearer.on_stuck = link.disconnect
        link.on_att = bearer.received
        head = slot.connection + wanted.address + bytes((wanted.address_type, 0))

        def told() -> None:
            slot.is_told = True
            self._tell_rest(slot)

        self._stream.queue(
            Event.CONNECTED, head + struct.pack("<HHI", SMALLEST_MTU, link.interval, self._uptime() & 0xFFFFFFFF), told
        )
        link.start()
        return slot.connection + struct.pack("<HH", SMALLEST_MTU, link.interval)

    # Operations on a connection

    def find(self, connection: bytes) -> Slot:
        index, generation = connection
        if index < len(self.slots):
            slot = self.slots[index]
            if slot.state == CONNECTED and slot.generation == generation:
                return slot
        raise Refusal(Status.NOT_CONNECTED)

    def disconnect(self, number: int, wanted: OnConnection) -> None:
        slot = self.find(wanted.connection)
        link = slot.link
        assert link is not None
        slot.state, slot.is_quiet = CLOSING, True
        slot.lost, slot.indication = 0, None

        async def work(operation: Operation) -> bytes:
            operation.can_be_cancelled = False
            operation.is_under_way = True
            before = slot.operation
            if before is not None:
                before.end(ENDED_HERE)
                await before.is_finished.wait()
            link.disconnect()
            await slot.is_free.wait()
            return b""

        operation = self._operations.start(number, wanted.deadline_ms, work, lambda: None)
        operation.can_be_cancelled = False

    def exchange_mtu(self, number: int, wanted: ExchangeMTU) -> None:
        self._start(number, wanted, lambda bearer, op: gatt.exchange_mtu(bearer, wanted, self.largest_mtu, op))

    def discover(self, number: int, wanted: Discover) -> None:
        self._start(number, wanted, lambda bearer, _: gatt.discover(bearer, wanted, self.result_room))

    def read(self, number: int, wanted: Read) -> None:
        self._start(number, wanted, lambda bearer, _: gatt.read(bearer, wanted, self.result_room))

    def write(self, number: int, wanted: Write) -> None:
        if len(wanted.value) > gatt.LONGEST_VALUE:
            raise too_large(gatt.LONGEST_VALUE)
        self._start(number, wanted, lambda bearer, op: gatt.write(bearer, wanted, op))

    def subscribe(self, number: int, wanted: Subscribe) -> None:
        self._start(number, wanted, lambda bearer, op: gatt.subscribe(bearer, wanted, op))

    def _start(self, number: int, wanted: OnConnection, work: Callable[[Bearer, Operation], object]) -> None:
        slot = self.find(wanted.connection)
        if slot.operation is not None:
            raise Refusal(Status.BUSY)
        bearer = slot.bearer
        assert bearer is not None
        run: Work = lambda operation: work(bearer, operation)  # type: ignore[return-value]  # noqa: E731

        def closed() -> None:
            if slot.operation is operation:
                slot.operation = None

        operation = self._operations.start(number, wanted.deadline_ms, run, closed)
        slot.operation = operation

    def write_command(self, wanted: WriteCommand) -> bytes:
        slot = self.find(wanted.connection)
        assert slot.bearer is not None and slot.link is not None
        if slot.operation is not None:
            raise Refusal(Status.BUSY)
        if len(wanted.value) > slot.bearer.mtu - 3:
            raise too_large(slot.bearer.mtu - 3)
        if slot.link.queued() >= SEND_QUEUE:
            raise Refusal(Status.NO_BUFFERS)
        slot.bearer.command(struct.pack("<H", wanted.handle) + wanted.value)
        return struct.pack("<H", Status.OK)

    # What the peer sends by itself

    def _value(self, slot: Slot, handle: int, value: bytes, is_indication: bool) -> None:
        if slot.is_quiet or slot.bearer is None:
            if is_indication and slot.bearer is not None:
                slot.bearer.confirm()
            return
        payload = slot.connection + struct.pack("<HI", handle, self._uptime() & 0xFFFFFFFF) + blob(value)
        code = Event.INDICATION if is_indication else Event.NOTIFICATION
        has_room = slot.lost == 0 and slot.indication is None and not self._stream.is_congested
        if has_room and self._stream.offer(code, payload):
            if is_indication:
                slot.bearer.confirm()
        elif is_indication:
            # The peer sends no other before this one is confirmed; one that does has only itself to blame.
            if slot.indication is not None:
                slot.lost += 1
            slot.indication = payload
        else:
            slot.lost += 1

    def _tell_what_was_lost(self) -> None:
        """What waits at each slot, as far as there is room."""
        for slot in self.slots:
            self._tell_rest(slot)

    def _tell_rest(self, slot: Slot) -> None:
        """LOST, then the indication that waits, then the end: none before CONNECTED, nor before the one it follows."""
        if not slot.is_told:
            return
        if slot.lost:
            if not self._stream.offer(Event.LOST, slot.connection + struct.pack("<I", slot.lost)):
                return
            slot.lost = 0
        if slot.indication is not None:
            if not self._stream.offer(Event.INDICATION, slot.indication):
                return
            slot.indication = None
            if slot.bearer is not None and slot.link is not None:
                slot.bearer.confirm()
        if slot.ending is not None:
            ending, slot.ending = slot.ending, None
            self._stream.queue(Event.DISCONNECTED, ending, lambda: self._free(slot))

    # The end of a connection

    def _lost(self, slot: Slot, reason: int) -> None:
        slot.link = None
        if slot.bearer is not None:
            slot.bearer.close()
        slot.state = CLOSING
        ending = asyncio.get_running_loop().create_task(self._end(slot, reason))
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)

    async def _end(self, slot: Slot, reason: int) -> None:
        generation = slot.generation
        if slot.is_orphan:
            self._free(slot)
            return
        self._tell_rest(slot)
        operation = slot.operation
        if operation is not None:
            operation.end(reason)
            await operation.is_finished.wait()
            # Its DONE is queued in the same step.
            await asyncio.sleep(0)
        if slot.generation != generation or slot.is_orphan or slot.state != CLOSING:
            # Another session has begun meanwhile.
            return
        slot.ending = slot.connection + struct.pack("<HI", reason, self._uptime() & 0xFFFFFFFF)
        self._tell_rest(slot)

    def _free(self, slot: Slot) -> None:
        slot.state = FREE
        slot.link = slot.bearer = slot.operation = None
        slot.lost, slot.indication, slot.ending = 0, None, None
        slot.is_free.set()

    def in_use(self) -> list[bytes]:
        """What GET_STATE says of them, 16 bytes each."""
        return [
            struct.pack("<BBBB", slot.index, slot.generation, slot.state, slot.address_type)
            + slot.address
            + struct.pack("<HI", slot.mtu, slot.lost)
            for slot in self.slots
            if slot.state != FREE
        ]
