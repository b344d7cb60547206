"""Sections 10.8 and 10.9 of SPEC.md: what is told of a connection without being asked, and in which order."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

from .protocol import Event, blob
from .slots import CLOSING, Slot
from .streams import StreamA


class SlotEvents:
    """What stream A is told of each slot: CONNECTED, what the peer sends, what of that was lost, and the end."""

    def __init__(self, slots: list[Slot], stream: StreamA, uptime: Callable[[], int]) -> None:
        self._slots = slots
        self._stream = stream
        self._uptime = uptime
        # Of the session: the bytes of the largest event.
        self.largest = 0
        self._endings: set[asyncio.Task[None]] = set()
        stream.on_room = self._tell_what_was_lost

    def _now(self) -> int:
        return self._uptime() & 0xFFFFFFFF

    def connected(self, slot: Slot, mtu: int, interval: int) -> None:
        head = slot.connection + slot.address + bytes((slot.address_type, 0))

        def told() -> None:
            slot.is_told = True
            self._tell_rest(slot)

        self._stream.queue(Event.CONNECTED, head + struct.pack("<HHI", mtu, interval, self._now()), told)

    def value(self, slot: Slot, handle: int, value: bytes, is_indication: bool) -> None:
        """A notification or an indication has come."""
        if slot.is_quiet or slot.bearer is None:
            if is_indication and slot.bearer is not None:
                slot.bearer.confirm()
            return
        payload = slot.connection + struct.pack("<HI", handle, self._now()) + blob(value)
        if len(payload) > self.largest:
            # Only a peer that sends more than its MTU comes to this.
            slot.lost += 1
            if is_indication:
                slot.bearer.confirm()
            if not self._stream.is_congested:
                self._tell_rest(slot)
            return
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
        for slot in self._slots:
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
            self._stream.queue(Event.DISCONNECTED, ending, slot.free)

    def lost(self, slot: Slot, reason: int) -> None:
        """The radio has lost a connection: its operation ends, then it is told."""
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
            slot.free()
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
        slot.ending = slot.connection + struct.pack("<HI", reason, self._now())
        self._tell_rest(slot)
