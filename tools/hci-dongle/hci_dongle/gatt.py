"""Sections 10.4 to 10.8 of SPEC.md: operations on one connection."""

from __future__ import annotations

import struct

from . import att
from .att import Bearer
from .operations import Operation
from .protocol import Effect, Refusal, Status, blob
from .requests import Discover, ExchangeMTU, Read, Subscribe, Write

LONGEST_VALUE = 512
# Types of declarations that group attributes, and of characteristics. Source: Vol 3, Part G, 3.
PRIMARY_SERVICE = 0x2800
CHARACTERISTIC = 0x2803


async def exchange_mtu(bearer: Bearer, wanted: ExchangeMTU, largest: int, operation: Operation) -> bytes:
    # The MTU in effect is unknown until the answer has arrived.
    await bearer.is_free.wait()
    if not bearer.is_mtu_exchanged:
        mtu = min(wanted.mtu, largest)

        def sent() -> None:
            operation.is_under_way = True
            bearer.is_mtu_exchanged = True
            bearer.wanted_mtu = mtu

        answer = await bearer.request(att.MTU_REQUEST, struct.pack("<H", mtu), sent)
        if len(answer) < 2:
            raise Refusal(Status.ATT, effect=Effect.UNKNOWN)
    return struct.pack("<H", bearer.mtu)


async def discover(bearer: Bearer, wanted: Discover, room: int) -> bytes:
    """Returns records up to the end of the range, or as many as fit the room."""
    records = bytearray()
    at = wanted.first
    while at:
        try:
            found = await _page(bearer, wanted.what, at, wanted.last)
        except Refusal as refusal:
            if refusal.status != Status.ATT | att.ATTRIBUTE_NOT_FOUND:
                raise
            at = 0
            break
        if not found:
            raise Refusal(Status.ATT, struct.pack("<H", at))
        for first, last, record in found:
            # A peer whose handles do not increase would be asked without end.
            if not at <= first <= last:
                raise Refusal(Status.ATT, struct.pack("<H", at))
            if len(records) + len(record) > room - 5:
                return struct.pack("<HB", at, wanted.what) + blob(bytes(records))
            records += record
            at = last + 1 if last < wanted.last else 0
            if not at:
                break
    return struct.pack("<HB", at, wanted.what) + blob(bytes(records))


async def _page(bearer: Bearer, what: int, first: int, last: int) -> list[tuple[int, int, bytes]]:
    """Returns the content of one answer: first and last handle, and the record."""
    if what == 3:
        answer = await bearer.request(att.FIND_INFORMATION, struct.pack("<HH", first, last))
        width = {1: 2, 2: 16}.get(answer[0] if answer else 0)
        entries = _cut(answer[1:], 2 + width) if width else []
        return [(_handle(each), _handle(each), each[:2] + _uuid(each[2:])) for each in entries]
    if what == 1:
        answer = await bearer.request(att.READ_BY_GROUP_TYPE, struct.pack("<HHH", first, last, PRIMARY_SERVICE))
        head = 4
    else:
        answer = await bearer.request(att.READ_BY_TYPE, struct.pack("<HHH", first, last, CHARACTERISTIC))
        head = 5
    if not answer or answer[0] - head not in (2, 16):
        return []
    entries = _cut(answer[1:], answer[0])
    if what == 1:
        return [(_handle(each), _handle(each[2:]), each[:4] + _uuid(each[4:])) for each in entries]
    # On the air the properties precede the handle of the value, in the record they follow it.
    return [(_handle(each), _handle(each), each[:2] + each[3:5] + each[2:3] + _uuid(each[5:])) for each in entries]


def _cut(data: bytes, width: int) -> list[bytes]:
    return [data[at : at + width] for at in range(0, len(data) - width + 1, width)]


def _handle(data: bytes) -> int:
    return int.from_bytes(data[:2], "little")


def _uuid(data: bytes) -> bytes:
    return bytes((len(data),)) + data


async def read(bearer: Bearer, wanted: Read, room: int) -> bytes:
    if wanted.offset == 0:
        value = await bearer.request(att.READ, struct.pack("<H", wanted.handle))
    else:
        try:
            value = await bearer.request(att.READ_BLOB, struct.pack("<HH", wanted.handle, wanted.offset))
        except Refusal as refusal:
            # Some peers report like this that a value ends with a full answer.
            if refusal.status != Status.ATT | att.ATTRIBUTE_NOT_LONG:
                raise
            value = b""
    part = value[: room - 3]
    may_go_on = (len(value) >= bearer.mtu - 1 or len(part) < len(value)) and wanted.offset + len(part) < LONGEST_VALUE
    return bytes((may_go_on,)) + blob(part)


async def write(bearer: Bearer, wanted: Write, operation: Operation) -> bytes:
    handle = struct.pack("<H", wanted.handle)
    if len(wanted.value) <= bearer.mtu - 3:
        await bearer.request(att.WRITE, handle + wanted.value, _starts(operation))
        return b""
    if bearer.has_prepared:
        await bearer.request(att.EXECUTE_WRITE, b"\0")
    bearer.has_prepared = True
    step = bearer.mtu - 5
    try:
        for offset in range(0, len(wanted.value), step):
            part = handle + struct.pack("<H", offset) + wanted.value[offset : offset + step]
            if await bearer.request(att.PREPARE_WRITE, part, _starts(operation)) != part:
                # The peer holds other bytes than were sent.
                raise Refusal(Status.ATT, handle)
    except Refusal:
        await bearer.request(att.EXECUTE_WRITE, b"\0")
        bearer.has_prepared = False
        raise
    await bearer.request(att.EXECUTE_WRITE, b"\1")
    bearer.has_prepared = False
    return b""


async def subscribe(bearer: Bearer, wanted: Subscribe, operation: Operation) -> bytes:
    await bearer.request(att.WRITE, struct.pack("<HH", wanted.handle, wanted.mode), _starts(operation))
    return b""


def _starts(operation: Operation):
    def sent() -> None:
        operation.is_under_way = True

    return sent
