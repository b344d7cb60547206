"""Sections 10.8 and 10.9 of SPEC.md: events of a connection and their order."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

from .protocol import Event, blob
from .slots import CLOSING, Slot
from .streams import StreamA


class SlotEvents:
    """Events of each slot on stream A: CONNECTED, notifications and indications of the peer, LOST
    for dropped ones, and the end.
    """

    def __init__(self, slots: list[Slot], stream: StreamA, uptime: Callable[[], int]) -> None:
        self._slots = slots
        self._stream = stream
        self._uptime = uptime
        # Bytes of the session's largest event.
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
        """Handles a notification or an indication."""
        if slot.is_quiet or slot.bearer is None:
            return
        payload = slot.connection + struct.pack("<HI", handle, self._now()) + blob(value)
        if len(payload) > self.largest:
            # Happens only with a peer that sends more than its MTU.
            slot.lost += 1
            # A confirmation does not name its indication: one that waits for room must not get it.
            if is_indication and slot.indication is None:
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
            # A peer sends no other indication before this one is confirmed; a peer that does loses
            # it.
            if slot.indication is not None:
                slot.lost += 1
            slot.indication = payload
        else:
            slot.lost += 1

    def _tell_what_was_lost(self) -> None:
        """Sends the waiting events of each slot, as far as there is room."""
        for slot in self._slots:
            self._tell_rest(slot)

    def _tell_rest(self, slot: Slot) -> None:
        """Sends LOST, then the waiting indication, then the end: none before CONNECTED, nor before
        its predecessor.
        """
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
        """Handles a connection that the radio has lost: its operation ends, then the end is
        reported.
        """
        slot.link = None
        if slot.bearer is not None:
            slot.bearer.close()
        slot.state = CLOSING
        slot.has_ended.set()
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
            # The DONE is queued in the same step.
            await asyncio.sleep(0)
        if slot.generation != generation or slot.is_orphan or slot.state != CLOSING:
            # Another session has begun meanwhile.
            return
        slot.ending = slot.connection + struct.pack("<HI", reason, self._now())
        self._tell_rest(slot)
