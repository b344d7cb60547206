"""Adverts out of a controller's reports: Core Specification, Vol 4, Part E, 7.7.65.2 and 7.7.65.13.

They are read from the bytes of the event, since Bumble's objects cost several times as much.

```
legacy:    04 3e len 02 count { type 1 | address type 1 | address 6 | n 1 | data n | RSSI 1 }
extended:  04 3e len 0d count { type 2 | address type 1 | address 6 | PHYs 2 | SID 1 | power 1
                                | RSSI 1 | interval 2 | direct type 1, address 6 | n 1 | data n }
```
"""

from __future__ import annotations

import struct
from collections.abc import Callable

LEGACY_EVENT, EXTENDED_EVENT = 0x02, 0x0D
LEGACY = struct.Struct("<BB6sB")
EXTENDED = struct.Struct("<HB6s2xBxb9xB")
FRAGMENTED_LIMIT = 64
LONGEST_ADVERT = 255
# PDU types on the air, by the type of a legacy report, and by the lowest bits of an extended report
# of a legacy advert.
LEGACY_REPORTS = {0: 0, 1: 1, 2: 6, 3: 2, 4: 4}
LEGACY_PDUS = {0b0011: 0, 0b0101: 1, 0b0000: 2, 0b1011: 4, 0b1010: 4, 0b0010: 6}
EXTENDED_PDU, UNKNOWN_PDU = 7, 15
IS_LEGACY = 0x10
MORE_TO_COME, CUT = 1, 2
RANDOM = 1
# An extended advert without an address.
ANONYMOUS = 0xFF


def is_report(packet: bytes) -> bool:
    """Whether an HCI packet holds reports of adverts."""
    return packet[:2] == b"\x04\x3e" and packet[3:4] in (b"\x02", b"\x0d")


class Reports:
    """Reads reports, and joins adverts that come in pieces.

    It keeps the beginnings of at most 64 adverts; the oldest makes way.
    """

    def __init__(self) -> None:
        self.on_advert: Callable[[bytes, int, int, bytes], None] = lambda address, kind, rssi, data: None
        # Adverts whose last piece is still to come, and adverts whose first pieces were dropped; at
        # most 64 each.
        self._fragments: dict[tuple[bytes, int], bytes] = {}
        self._beheaded: dict[tuple[bytes, int], None] = {}
        # Adverts in pieces that were dropped, and events that are shorter than they say.
        self.dropped = 0
        self.malformed = 0

    def clear(self) -> None:
        self._fragments.clear()
        self._beheaded.clear()
        self.dropped = self.malformed = 0

    def take(self, packet: bytes) -> None:
        """Calls `on_advert` with address, kind, RSSI in dBm and data of each advert in a packet for
        which `is_report` holds. `kind` is the byte at offset 8 of an entry (SPEC.md, 9.3).
        """
        read = self._legacy if packet[3] == LEGACY_EVENT else self._extended
        try:
            at = 5
            for _ in range(packet[4]):
                at = read(packet, at)
        except (struct.error, IndexError):
            self.malformed += 1

    def _legacy(self, packet: bytes, at: int) -> int:
        event_type, address_type, address, length = LEGACY.unpack_from(packet, at)
        at += LEGACY.size
        rssi = packet[at + length]
        pdu = LEGACY_REPORTS.get(event_type, UNKNOWN_PDU)
        self._tell(address, address_type, pdu, rssi - 256 if rssi > 127 else rssi, packet[at : at + length])
        return at + length + 1

    def _extended(self, packet: bytes, at: int) -> int:
        event_type, address_type, address, sid, rssi, length = EXTENDED.unpack_from(packet, at)
        at += EXTENDED.size
        end = at + length
        if end > len(packet):
            raise IndexError
        if event_type & IS_LEGACY:
            self._tell(address, address_type, LEGACY_PDUS.get(event_type & 0xF, UNKNOWN_PDU), rssi, packet[at:end])
            return end
        progress = event_type >> 5 & 3
        data = self._join((address, sid), packet[at:end], is_last=progress != MORE_TO_COME)
        if data is not None:
            self._tell(address, address_type, EXTENDED_PDU, rssi, data, is_cut=progress == CUT)
        return end

    def _tell(
        self, address: bytes, address_type: int, pdu: int, rssi: int, data: bytes, *, is_cut: bool = False
    ) -> None:
        if address_type == ANONYMOUS:
            return
        if len(data) > LONGEST_ADVERT:
            data, is_cut = data[:LONGEST_ADVERT], True
        kind = (address_type if address_type <= 3 else RANDOM) | is_cut << 3 | pdu << 4
        self.on_advert(address, kind, rssi, data)

    def _join(self, key: tuple[bytes, int], data: bytes, *, is_last: bool) -> bytes | None:
        """Returns an advert of which this was the last piece, cut one byte after the longest valid
        length.
        """
        if key in self._beheaded:
            # Its first piece was dropped, so the rest is dropped as well.
            if is_last:
                del self._beheaded[key]
                self.dropped += 1
            return None
        data = (self._fragments.pop(key, b"") + data)[: LONGEST_ADVERT + 1]
        if is_last:
            return data
        self._fragments[key] = data
        if len(self._fragments) > FRAGMENTED_LIMIT:
            oldest = next(iter(self._fragments))
            del self._fragments[oldest]
            self._beheaded[oldest] = None
            if len(self._beheaded) > FRAGMENTED_LIMIT:
                del self._beheaded[next(iter(self._beheaded))]
        return None
