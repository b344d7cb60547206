"""Section 7 of SPEC.md: stream A, which loses nothing; the queue of adverts, which reports losses;
and the log.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from .protocol import Event, blob

RING_BYTES = 16_384
ADVERT_BYTES = 65_536
LOG_LINES = 64
UNACKNOWLEDGED = 16
TEXT_LIMIT = 120


class StreamA:
    """Events in a ring until the host has acknowledged them. It never sends one twice by itself.

    Events without room wait: outcomes and ends of connections in their order, a state as its newest
    value. Each of them belongs to an operation, a slot or a state, so their number is bounded by
    the number of these.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        # Called when there is room again, before waiting events are queued. It queues earlier
        # events (LOST).
        self.on_room: Callable[[], None] = lambda: None
        # Called when there is an event to send.
        self.on_event: Callable[[], None] = lambda: None
        self.clear()

    def clear(self) -> None:
        """Resets the stream to the start of a session."""
        self._ring: deque[tuple[int, int, bytes]] = deque()
        self._bytes = 0
        self._cursor = 0
        self._sent = 0
        self.next = 0
        self._waiting: deque[tuple[int, bytes, Callable[[], None]]] = deque()
        self._states: dict[int, bytes] = {}

    @property
    def oldest(self) -> int:
        return (self.next - len(self._ring)) & 0xFFFF

    @property
    def is_congested(self) -> bool:
        """Whether events wait for room."""
        return bool(self._waiting or self._states)

    def offer(self, code: int, payload: bytes) -> bool:
        """Queues an event if there is room."""
        size = 12 + len(payload)
        if self._bytes + size > self.limit:
            return False
        self._ring.append((self.next, code, payload))
        self._bytes += size
        self.next = (self.next + 1) & 0xFFFF
        self.on_event()
        return True

    def queue(self, code: int, payload: bytes, queued: Callable[[], None] = lambda: None) -> None:
        """Queues an event now or when there is room, and calls `queued` when it is in the ring."""
        if not self._waiting and self.offer(code, payload):
            queued()
        else:
            self._waiting.append((code, payload, queued))

    def tell_state(self, code: int, key: int, payload: bytes) -> None:
        """Queues a state now, or its newest value when there is room."""
        if self.is_congested or not self.offer(code, payload):
            self._states[code << 8 | key] = payload

    def acknowledge(self, next_counter: int, again: bool) -> None:
        """Handles a GRANT; an invalid one changes nothing."""
        freed = (next_counter - self.oldest) & 0xFFFF
        if freed > self._sent:
            return
        for _ in range(freed):
            self._bytes -= 12 + len(self._ring.popleft()[2])
        self._sent -= freed
        self._cursor = 0 if again else max(0, self._cursor - freed)
        if freed:
            self._fill()

    def _fill(self) -> None:
        self.on_room()
        while self._waiting:
            code, payload, queued = self._waiting[0]
            if not self.offer(code, payload):
                return
            self._waiting.popleft()
            queued()
        for key in list(self._states):
            if not self.offer(key >> 8, self._states[key]):
                return
            del self._states[key]

    def take(self) -> tuple[int, int, bytes] | None:
        """Returns the event to send next, with its counter: at most 16 are unacknowledged."""
        if self._cursor >= min(len(self._ring), UNACKNOWLEDGED):
            return None
        event = self._ring[self._cursor]
        self._cursor += 1
        self._sent = max(self._sent, self._cursor)
        return event


@dataclass(frozen=True)
class Advert:
    """One advert as the radio delivered it. `kind` is the byte at offset 8 of an entry."""

    uptime: int
    address: bytes
    kind: int
    rssi: int
    channel: int
    data: bytes

    @property
    def size(self) -> int:
        return 13 + len(self.data)


class AdvertQueue:
    """Stream B: adverts that wait for a frame. When it is full, the oldest is dropped together with
    its number.
    """

    BATCH_HEADER = 9

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.dropped = 0
        self.clear()

    def clear(self) -> None:
        """Resets the queue to the start of a session; the count of dropped adverts continues."""
        self._adverts: deque[Advert] = deque()
        self._bytes = 0
        self.next = 0
        self.frames = 0

    @property
    def oldest(self) -> int:
        return (self.next - len(self._adverts)) & 0xFFFFFFFF

    @property
    def is_empty(self) -> bool:
        return not self._adverts

    def add(self, advert: Advert) -> None:
        self._adverts.append(advert)
        self._bytes += advert.size
        self.next = (self.next + 1) & 0xFFFFFFFF
        while self._bytes > self.limit:
            self._bytes -= self._adverts.popleft().size
            self.dropped += 1

    def due(self, batching_ms: int) -> int | None:
        """Returns the uptime at which the oldest advert has waited long enough."""
        return self._adverts[0].uptime + batching_ms if self._adverts else None

    def fills(self, payload_limit: int) -> bool:
        """Whether the next advert would not fit a batch with the queued ones."""
        return self._bytes + self.BATCH_HEADER + 13 + 31 > payload_limit

    def take(self, payload_limit: int) -> tuple[int, bytes]:
        """Returns a batch of at least one advert: the counter of its frame, and its payload."""
        base = self._adverts[0].uptime
        batch = bytearray(struct.pack("<IIB", self.oldest, base & 0xFFFFFFFF, 0))
        while self._adverts:
            advert = self._adverts[0]
            after = advert.uptime - base
            if len(batch) + advert.size > payload_limit or after > 0xFFFF:
                break
            batch += struct.pack("<H6sBbB", after, advert.address, advert.kind, advert.rssi, advert.channel)
            batch += blob(advert.data)
            self._bytes -= self._adverts.popleft().size
        counter = self.frames
        self.frames = (counter + 1) & 0xFFFF
        return counter, bytes(batch)


class LogQueue:
    """Lines for the host; if there are too many, the newest is dropped."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.dropped = 0
        self.clear()

    def clear(self) -> None:
        self._lines: deque[tuple[int, int, bytes]] = deque()
        self._unreported = 0
        self._frames = 0

    def add(self, level: int, uptime: int, text: str) -> None:
        if len(self._lines) >= self.limit:
            self.dropped += 1
            self._unreported += 1
            return
        self._lines.append((level, uptime, _cut(text.encode(), TEXT_LIMIT)))

    def since(self) -> int | None:
        """Returns the time at which the oldest line was written."""
        return self._lines[0][1] if self._lines else None

    def take(self, largest: int) -> tuple[int, bytes]:
        """Returns the counter and the payload of the next LOG frame, at most `largest` bytes long."""
        level, uptime, text = self._lines.popleft()
        head = struct.pack("<BIH", level, uptime & 0xFFFFFFFF, min(self._unreported, 0xFFFF))
        payload = head + blob(_cut(text, largest - len(head) - 2))
        self._unreported = 0
        counter = self._frames
        self._frames = (counter + 1) & 0xFFFF
        return counter, payload


def _cut(text: bytes, limit: int) -> bytes:
    """Returns the start of a text, without half a character."""
    return text[:limit].decode(errors="ignore").encode()


def done(number: int, status: int, effect: int, body: bytes) -> tuple[int, bytes]:
    """Returns the event DONE."""
    return Event.DONE, struct.pack("<HHB", number, status, effect) + blob(body)
