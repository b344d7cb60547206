"""Sections 1 and 2 of SPEC.md: bytes on the line, frames, headers. Does no I/O."""

from __future__ import annotations

import struct
from dataclasses import dataclass

HEADER = 8
CHECKSUM = 4
MAJOR = 1
# Flags that a receiver must understand. None is defined yet.
MUST_UNDERSTAND = 0xF0

BOOT, REQUEST, RESPONSE, EVENT, GRANT, LOG = range(6)


def _table() -> list[int]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


_TABLE = _table()


def crc32c(data: bytes) -> int:
    """CRC-32C, reflected. The check value of `123456789` is 0xE3069283."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


@dataclass(frozen=True)
class Frame:
    """One frame. `crc` is the CRC received; it is not used for encoding."""

    kind: int
    session: int
    id: int
    code: int
    payload: bytes = b""
    major: int = MAJOR
    flags: int = 0
    crc: int = 0

    def decoded(self) -> bytes:
        """Returns header, payload and CRC."""
        body = (
            struct.pack("<BBHHH", self.major << 4 | self.kind, self.flags, self.session, self.id, self.code)
            + self.payload
        )
        return body + struct.pack("<I", crc32c(body))

    def wire(self) -> bytes:
        """Returns the bytes for the line, with both delimiters."""
        return b"\0" + cobs(self.decoded()) + b"\0"


def cobs(data: bytes) -> bytes:
    """Encodes data without zeros, and without an empty last block after a full one."""
    out = bytearray()
    parts = data.split(b"\0")
    for number, part in enumerate(parts):
        while len(part) >= 254:
            out.append(0xFF)
            out += part[:254]
            part = part[254:]
            if not part and number == len(parts) - 1:
                return bytes(out)
        out.append(len(part) + 1)
        out += part
    return bytes(out)


@dataclass(frozen=True)
class Rejected:
    """A stretch that is not a frame. `discarded` counts its bytes and the zero that ended it."""

    reason: str
    discarded: int


class Decoder:
    """Cuts the line into frames.

    It stores at most the encoding of one largest frame. A longer stretch decodes to more than that
    frame in any case, since a code byte precedes 254 bytes at most.
    """

    def __init__(self, largest_frame: int) -> None:
        self.largest = largest_frame
        self._limit = largest_frame + largest_frame // 254 + 2
        self._stretch = bytearray()
        self._skipped = 0

    def feed(self, data: bytes) -> list[Frame | Rejected]:
        """Takes received bytes, however they were split."""
        events: list[Frame | Rejected] = []
        *ended, rest = data.split(b"\0")
        for part in ended:
            self._keep(part)
            if self._stretch:
                events.append(self._end())
        self._keep(rest)
        return events

    def _keep(self, part: bytes) -> None:
        room = self._limit - len(self._stretch)
        self._stretch += part[:room]
        self._skipped += max(0, len(part) - room)

    def _end(self) -> Frame | Rejected:
        stretch, skipped = bytes(self._stretch), self._skipped
        self._stretch.clear()
        self._skipped = 0
        discarded = len(stretch) + skipped + 1
        data, is_whole = _uncobs(stretch)
        if skipped or len(data) > self.largest:
            return Rejected("overflow", discarded)
        if not is_whole:
            return Rejected("malformed", discarded)
        if len(data) < HEADER + CHECKSUM:
            return Rejected("short", discarded)
        body = data[:-CHECKSUM]
        (crc,) = struct.unpack("<I", data[-CHECKSUM:])
        if crc32c(body) != crc:
            return Rejected("crc", discarded)
        first, flags, session, number, code = struct.unpack_from("<BBHHH", body)
        return Frame(first & 0xF, session, number, code, body[HEADER:], first >> 4, flags, crc)


def _uncobs(stretch: bytes) -> tuple[bytes, bool]:
    """Returns the decoded bytes, as far as decoding succeeds, and whether no code points past the
    end.
    """
    out = bytearray()
    at = 0
    while at < len(stretch):
        code = stretch[at]
        block = stretch[at + 1 : at + code]
        out += block
        if len(block) < code - 1:
            return bytes(out), False
        at += code
        if code < 0xFF and at < len(stretch):
            out.append(0)
    return bytes(out), True
