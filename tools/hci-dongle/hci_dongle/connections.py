"""Sections 10.1 to 10.8 of SPEC.md: requests for connections, and requests on connections."""

from __future__ import annotations

import struct
from collections.abc import Callable

from . import gatt
from .att import SMALLEST_MTU, Bearer
from .operations import Operation, Operations, Work
from .protocol import Refusal, Status, too_large
from .requests import Connect, Discover, ExchangeMTU, OnConnection, Read, Subscribe, Write, WriteCommand
from .slot_events import SlotEvents
from .slots import CLOSING, CONNECTED, CONNECTING, FREE, Connector, Slot
from .streams import StreamA

# ATT packets that may wait for the controller; further ones are refused.
SEND_QUEUE = 32
# The host on this side ended it. Source: Vol 1, Part F, 2.22.
ENDED_HERE = Status.HCI | 0x16


class Connections:
    """All slots, and the operations on them."""

    def __init__(
        self, count: int, radio: Connector, stream: StreamA, operations: Operations, uptime: Callable[[], int]
    ) -> None:
        self.slots = [Slot(index) for index in range(count)]
        self._radio = radio
        self._operations = operations
        self.events = SlotEvents(self.slots, stream, uptime)
        # Identity of this session's attempt.
        self._attempt: object | None = None
        # Limits of the session: the largest ATT MTU, and the bytes of a result that fit one DONE.
        self.largest_mtu = SMALLEST_MTU
        self.result_room = 0

    def close_all(self) -> None:
        """Closes every connection for a new session, without reporting it."""
        self._attempt = None
        for slot in self.slots:
            if slot.state == FREE:
                continue
            before, slot.state = slot.state, CLOSING
            slot.is_quiet = slot.is_orphan = True
            slot.lost, slot.indication = 0, None
            if slot.link is not None:
                # Also if a DISCONNECT is open, which may be over before it has reached the radio.
                slot.link.disconnect()
            elif before == CLOSING and slot.link is None:
                # Its end waited for room in a ring that no longer exists.
                slot.free()

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
        taken: list[Slot] = []

        async def work(operation: Operation) -> bytes:
            if same is not None:
                await same.is_free.wait()
            slot = free or closing
            assert slot is not None
            await slot.is_free.wait()
            if self._attempt is not attempt:
                # The session is over, so the outcome is not reported.
                raise Refusal(Status.CANCELLED)
            taken.append(slot)
            return await self._connect(slot, wanted, operation)

        def closed() -> None:
            if self._attempt is attempt:
                self._attempt = None
            for slot in taken:
                if slot.operation is operation:
                    slot.operation = None

        operation = self._operations.start(number, wanted.deadline_ms, work, closed)

    async def _connect(self, slot: Slot, wanted: Connect, operation: Operation) -> bytes:
        slot.generation = (slot.generation + 1) & 0xFF
        slot.state, slot.address, slot.address_type = CONNECTING, wanted.address, wanted.address_type
        slot.is_free.clear()
        slot.has_ended.clear()
        slot.is_quiet = slot.is_orphan = slot.is_told = False
        slot.lost, slot.indication = 0, None
        try:
            link = await self._radio.connect(wanted)
        except BaseException:
            slot.free()
            raise
        slot.link = link
        link.on_lost = lambda reason: self.events.lost(slot, reason)
        if slot.is_orphan:
            # The connection came just before its session ended: it keeps its slot until it has
            # ended.
            link.start()
            link.disconnect()
            raise Refusal(Status.CANCELLED)
        bearer = slot.bearer = Bearer(link.send_att, self.largest_mtu)
        # CONNECT is an operation on the connection until its DONE is in the ring.
        slot.state, slot.operation = CONNECTED, operation
        bearer.on_value = lambda handle, value, is_indication: self.events.value(slot, handle, value, is_indication)
        bearer.on_stuck = link.disconnect
        link.on_att = bearer.received
        self.events.connected(slot, SMALLEST_MTU, link.interval)
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

        async def work(operation: Operation) -> bytes:
            operation.can_be_cancelled = False
            operation.is_under_way = True
            before = slot.operation
            if before is not None:
                before.end(ENDED_HERE)
                await before.is_finished.wait()
            link.disconnect()
            await slot.has_ended.wait()
            operation.settle()
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

    def in_use(self) -> list[bytes]:
        """Returns the slots' part of GET_STATE, 16 bytes each."""
        return [
            struct.pack("<BBBB", slot.index, slot.generation, slot.state, slot.address_type)
            + slot.address
            + struct.pack("<HI", slot.mtu, slot.lost)
            for slot in self.slots
            if slot.state != FREE
        ]
