"""The fields of each request: sections 4 and 8 to 11 of SPEC.md."""

from __future__ import annotations

from dataclasses import dataclass

from .protocol import Reader, invalid, too_large

DEADLINE_MS = (100, 600_000)
FILTER_BYTES = 256


@dataclass(frozen=True)
class Hello:
    nonce: int
    lowest: int
    highest: int
    minor: int
    largest_payload: int
    probe: bytes


@dataclass(frozen=True)
class Filter:
    kind: int
    data: bytes


@dataclass(frozen=True)
class ScanStart:
    mode: int
    interval: int
    window: int
    minimum_rssi: int
    coalescing_ms: int
    batching_ms: int
    filters: tuple[Filter, ...]


@dataclass(frozen=True)
class Connect:
    deadline_ms: int
    address: bytes
    address_type: int
    lowest_interval: int
    highest_interval: int
    latency: int
    supervision: int


@dataclass(frozen=True)
class OnConnection:
    """Beginning of every request on a connection."""

    deadline_ms: int
    connection: bytes


@dataclass(frozen=True)
class ExchangeMTU(OnConnection):
    mtu: int


@dataclass(frozen=True)
class Discover(OnConnection):
    what: int
    first: int
    last: int


@dataclass(frozen=True)
class Read(OnConnection):
    handle: int
    offset: int


@dataclass(frozen=True)
class Write(OnConnection):
    handle: int
    value: bytes


@dataclass(frozen=True)
class WriteCommand:
    connection: bytes
    handle: int
    value: bytes


@dataclass(frozen=True)
class Subscribe(OnConnection):
    handle: int
    mode: int


@dataclass(frozen=True)
class ConfigBegin:
    deadline_ms: int
    length: int
    digest: bytes
    base: bytes


@dataclass(frozen=True)
class ConfigData:
    transfer: int
    offset: int
    data: bytes


@dataclass(frozen=True)
class ConfigCommit:
    deadline_ms: int
    transfer: int
    short_digest: bytes


@dataclass(frozen=True)
class ConfigRead:
    which: int
    offset: int
    length: int


def _deadline(reader: Reader) -> int:
    return reader.number(4, *DEADLINE_MS)


def hello(payload: bytes) -> Hello:
    reader = Reader(payload)
    nonce, lowest, highest, minor = (reader.number(width) for width in (4, 1, 1, 1))
    reader.bytes(1)
    return Hello(nonce, lowest, highest, minor, reader.number(2, 64), reader.blob())


def cancel(payload: bytes) -> int:
    return Reader(payload).number(2)


def scan_start(payload: bytes) -> ScanStart:
    reader = Reader(payload, 14)
    mode = reader.number(1, 0, 1)
    reader.bytes(1)
    interval = _zero_or(reader, 4, 0x4000)
    window = _zero_or(reader, 4, interval or 0x4000)
    rssi = reader.number(1, signed=True)
    reader.bytes(1)
    coalescing, batching = reader.number(2), reader.number(2, 0, 1000)
    return ScanStart(mode, interval, window, rssi, coalescing, batching, _filters(reader))


def _zero_or(reader: Reader, lowest: int, highest: int) -> int:
    offset = reader.at
    value = reader.number(2)
    if value != 0 and not lowest <= value <= highest:
        raise invalid(offset)
    return value


def _filters(reader: Reader) -> tuple[Filter, ...]:
    offset = reader.at
    entries = Reader(reader.blob())
    filters: list[Filter] = []
    lengths = {1: range(1, 7), 2: range(1, 29), 3: (2, 16)}
    while entries.at < len(entries.payload):
        kind = entries.number(1)
        data = entries.bytes(entries.number(1))
        if len(data) not in lengths.get(kind, ()):
            raise invalid(offset)
        filters.append(Filter(kind, data))
    if len(entries.payload) > FILTER_BYTES:
        raise too_large(FILTER_BYTES)
    return tuple(filters)


def connect(payload: bytes) -> Connect:
    reader = Reader(payload, 20)
    deadline, address, kind = _deadline(reader), reader.bytes(6), reader.number(1, 0, 1)
    reader.bytes(1)
    lowest = _zero_or(reader, 6, 3200)
    highest = _zero_or(reader, max(6, lowest), 3200)
    latency = reader.number(2, 0, 499)
    return Connect(deadline, address, kind, lowest, highest, latency, _zero_or(reader, 10, 3200))


def disconnect(payload: bytes) -> OnConnection:
    reader = Reader(payload, 6)
    return OnConnection(_deadline(reader), reader.bytes(2))


def exchange_mtu(payload: bytes) -> ExchangeMTU:
    reader = Reader(payload, 8)
    return ExchangeMTU(_deadline(reader), reader.bytes(2), reader.number(2, 23, 517))


def discover(payload: bytes) -> Discover:
    reader = Reader(payload, 12)
    deadline, connection, what = _deadline(reader), reader.bytes(2), reader.number(1, 1, 3)
    reader.bytes(1)
    first = reader.number(2, 1)
    return Discover(deadline, connection, what, first, reader.number(2, first))


def read(payload: bytes) -> Read:
    reader = Reader(payload, 10)
    return Read(_deadline(reader), reader.bytes(2), reader.number(2, 1), reader.number(2, 0, 511))


def write(payload: bytes) -> Write:
    reader = Reader(payload, 10)
    return Write(_deadline(reader), reader.bytes(2), reader.number(2, 1), reader.blob())


def write_command(payload: bytes) -> WriteCommand:
    reader = Reader(payload, 6)
    return WriteCommand(reader.bytes(2), reader.number(2, 1), reader.blob())


def subscribe(payload: bytes) -> Subscribe:
    reader = Reader(payload, 9)
    return Subscribe(_deadline(reader), reader.bytes(2), reader.number(2, 1), reader.number(1, 0, 2))


def config_begin(payload: bytes) -> ConfigBegin:
    reader = Reader(payload, 48)
    return ConfigBegin(_deadline(reader), reader.number(4, 1), reader.bytes(32), reader.bytes(8))


def config_data(payload: bytes) -> ConfigData:
    reader = Reader(payload, 8)
    return ConfigData(reader.number(2), reader.number(4), reader.blob())


def config_commit(payload: bytes) -> ConfigCommit:
    reader = Reader(payload, 16)
    deadline, transfer = _deadline(reader), reader.number(2)
    reader.bytes(2)
    return ConfigCommit(deadline, transfer, reader.bytes(8))


def config_save(payload: bytes) -> int:
    return _deadline(Reader(payload))


def config_read(payload: bytes) -> ConfigRead:
    reader = Reader(payload, 8)
    which = reader.number(1, 0, 1)
    reader.bytes(1)
    return ConfigRead(which, reader.number(4), reader.number(2, 1))
