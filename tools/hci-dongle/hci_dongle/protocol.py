"""The numbers of SPEC.md (3, 4.3, 7, 8), and the reading of a payload field by field."""

from __future__ import annotations

import struct
from enum import IntEnum, IntFlag


class Operation(IntEnum):
    HELLO = 0x0001
    PING = 0x0002
    INFO = 0x0003
    GET_STATE = 0x0004
    CANCEL = 0x0005
    IDENTIFY = 0x0006
    REBOOT = 0x0007
    SCAN_START = 0x0101
    SCAN_STOP = 0x0102
    WIFI_SCAN_START = 0x0103
    WIFI_SCAN_STOP = 0x0104
    CONNECT = 0x0201
    DISCONNECT = 0x0202
    EXCHANGE_MTU = 0x0203
    DISCOVER = 0x0204
    READ = 0x0205
    WRITE = 0x0206
    WRITE_COMMAND = 0x0207
    SUBSCRIBE = 0x0208
    CONFIG_BEGIN = 0x0301
    CONFIG_DATA = 0x0302
    CONFIG_COMMIT = 0x0303
    CONFIG_SAVE = 0x0304
    CONFIG_LOAD = 0x0305
    CONFIG_RESET = 0x0306
    CONFIG_STAT = 0x0307
    CONFIG_READ = 0x0308


class Event(IntEnum):
    DONE = 0x0001
    CONNECTED = 0x0002
    DISCONNECTED = 0x0003
    NOTIFICATION = 0x0004
    INDICATION = 0x0005
    LOST = 0x0006
    SCAN_STATE = 0x0007
    CONFIG_CHANGED = 0x0008
    ADVERT_BATCH = 0x8001


class Status(IntEnum):
    OK = 0x0000
    ACCEPTED = 0x0001
    WRONG_SESSION = 0x0101
    SESSION_IN_USE = 0x0102
    VERSION_MISMATCH = 0x0103
    SEQUENCE_REUSED = 0x0104
    STALE = 0x0105
    UNSUPPORTED_FLAGS = 0x0106
    UNKNOWN_OPERATION = 0x0201
    MALFORMED = 0x0202
    INVALID_ARGUMENT = 0x0203
    UNSUPPORTED = 0x0204
    NOT_FOUND = 0x0205
    TOO_LARGE = 0x0206
    CANCELLED = 0x0207
    DEADLINE = 0x0208
    NOT_CONNECTED = 0x0209
    ALREADY_CONNECTED = 0x020A
    BUSY = 0x0301
    SLOTS_FULL = 0x0302
    NO_BUFFERS = 0x0303
    HCI = 0x0400
    ATT = 0x0500
    CONFLICT = 0x0601
    UNSAVED = 0x0602
    INCOMPLETE = 0x0603
    DIGEST = 0x0604
    NOTHING_SAVED = 0x0606
    FLASH = 0x0607
    OFFSET = 0x0608
    UNCHANGED = 0x0609
    WRONG_TRANSFER = 0x060A
    RADIO = 0x0701
    INTERNAL = 0x0702


class Feature(IntFlag):
    ACTIVE_SCAN = 1 << 0
    EXTENDED_ADVERTISING = 1 << 1
    WIFI_SCAN = 1 << 2
    GATT = 1 << 3
    INDICATION_HOLD = 1 << 4
    CONFIG_STORE = 1 << 5
    COALESCE = 1 << 6
    SCAN_FILTERS = 1 << 7
    IDENTIFY = 1 << 8
    BOOTLOADER = 1 << 9
    SIMULATED = 1 << 63


class Effect(IntEnum):
    NONE = 0
    DONE = 1
    UNKNOWN = 2


class Refusal(Exception):
    """An operation is refused."""

    def __init__(self, status: int, detail: bytes = b"", effect: Effect = Effect.NONE) -> None:
        super().__init__(f"{status:#06x}")
        self.status = status
        self.detail = detail
        self.effect = effect

    def body(self) -> bytes:
        """Returns the error body: no platform error, no retry time, the detail."""
        return struct.pack("<iH", 0, 0) + self.detail

    def response(self) -> bytes:
        return struct.pack("<H", self.status) + self.body()


def blob(data: bytes) -> bytes:
    return struct.pack("<H", len(data)) + data


class Reader:
    """Reads the fields of a request in order, so that the payload's first error is the one raised.

    `fields` is the minimum number of bytes; a shorter payload is MALFORMED whatever it contains.
    """

    def __init__(self, payload: bytes, fields: int = 0) -> None:
        if len(payload) < fields:
            raise Refusal(Status.MALFORMED)
        self.payload = payload
        self.at = 0

    def bytes(self, count: int) -> bytes:
        if self.at + count > len(self.payload):
            raise Refusal(Status.MALFORMED)
        self.at += count
        return self.payload[self.at - count : self.at]

    def number(self, width: int, lowest: int = 0, highest: int | None = None, *, signed: bool = False) -> int:
        """Reads a number; out of its range it raises INVALID_ARGUMENT with the offset."""
        offset = self.at
        value = int.from_bytes(self.bytes(width), "little", signed=signed)
        if (value < lowest and not signed) or (highest is not None and value > highest):
            raise invalid(offset)
        return value

    def blob(self) -> bytes:
        return self.bytes(self.number(2))


def invalid(offset: int) -> Refusal:
    return Refusal(Status.INVALID_ARGUMENT, struct.pack("<H", offset))


def too_large(limit: int) -> Refusal:
    return Refusal(Status.TOO_LARGE, struct.pack("<I", limit))
