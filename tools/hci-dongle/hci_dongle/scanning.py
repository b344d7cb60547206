"""Section 9 of SPEC.md: filters for adverts, and the state of the scan."""

from __future__ import annotations

import struct
from collections import OrderedDict

from .protocol import Event, Status
from .requests import Filter, ScanStart
from .streams import Advert, AdvertQueue, StreamA

STOPPED, RUNNING, FAILED = range(3)
NO_RSSI = 127
REMEMBERED = 4096
# "The dongle's choice": all the time, in intervals of 100 ms.
USUAL_INTERVAL = 160


def structures(data: bytes) -> list[tuple[int, bytes]]:
    """Returns the AD structures up to the first malformed one."""
    found = []
    at = 0
    while at + 1 < len(data):
        length = data[at]
        if length == 0 or at + 1 + length > len(data):
            break
        found.append((data[at + 1], data[at + 2 : at + 1 + length]))
        at += 1 + length
    return found


def matches(wanted: Filter, advert: Advert) -> bool:
    """Whether an advert passes one filter."""
    if wanted.kind == 1:
        return advert.address[::-1].startswith(wanted.data)
    elements = structures(advert.data)
    if wanted.kind == 2:
        return any(kind == wanted.data[0] and value.startswith(wanted.data[1:]) for kind, value in elements)
    width = len(wanted.data)
    lists, heads = ((0x02, 0x03), (0x16,)) if width == 2 else ((0x06, 0x07), (0x21,))
    for kind, value in elements:
        if kind in lists and wanted.data in (value[at : at + width] for at in range(0, len(value), width)):
            return True
        if kind in heads and value.startswith(wanted.data):
            return True
    return False


class Scan:
    """Parameters and state of the scan."""

    def __init__(self, queue: AdvertQueue, stream: StreamA) -> None:
        self._queue = queue
        self._stream = stream
        self.state = STOPPED
        self.reason: int = Status.OK
        self.parameters: ScanStart | None = None
        self.interval = self.window = USUAL_INTERVAL
        self.coalesced = 0
        self._recent: OrderedDict[tuple[bytes, int, bytes], int] = OrderedDict()

    @property
    def batching_ms(self) -> int:
        """Longest wait of an advert; adverts left from a stopped scan leave at once."""
        return self.parameters.batching_ms if self.parameters and self.state == RUNNING else 0

    def clear(self) -> None:
        """Resets the scan for a new session, without reporting that it has stopped."""
        self.state, self.reason, self.parameters = STOPPED, Status.OK, None
        self._recent.clear()

    def start(self, parameters: ScanStart) -> None:
        self.parameters = parameters
        # A window alone implies an interval of at least the same length.
        self.interval = parameters.interval or max(USUAL_INTERVAL, parameters.window)
        self.window = parameters.window or self.interval
        self._recent.clear()
        self.change(RUNNING)

    def change(self, state: int, reason: int = Status.OK) -> None:
        """Takes a new state, and reports it if it differs."""
        if state == self.state:
            return
        self.state, self.reason = state, reason
        self._stream.tell_state(Event.SCAN_STATE, 0, struct.pack("<BBH", 0, state, reason))

    def heard(self, advert: Advert, largest_data: int) -> None:
        """Numbers and queues an advert that passes the filters."""
        wanted = self.parameters
        if self.state != RUNNING or wanted is None:
            return
        if advert.rssi != NO_RSSI and advert.rssi < wanted.minimum_rssi:
            return
        if wanted.filters and not any(matches(each, advert) for each in wanted.filters):
            return
        if wanted.coalescing_ms and self._is_repeated(advert, wanted.coalescing_ms):
            self.coalesced += 1
            return
        if len(advert.data) > largest_data:
            advert = Advert(
                advert.uptime,
                advert.address,
                advert.kind | 0x08,
                advert.rssi,
                advert.channel,
                advert.data[:largest_data],
            )
        self._queue.add(advert)

    def _is_repeated(self, advert: Advert, window_ms: int) -> bool:
        key = (advert.address, advert.kind, advert.data)
        last = self._recent.get(key)
        if last is not None and advert.uptime - last < window_ms:
            return True
        self._recent[key] = advert.uptime
        self._recent.move_to_end(key)
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        return False
