"""A FlockFinder as a real GATT server: the published firmware, its branch `main`, and the firmware
of the makers' document.
"""

from __future__ import annotations

import asyncio
import copy
import json
import time
from collections.abc import Callable
from typing import Any

from bumble import hci
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Service

from .arduino_json import Value, Wrong, read, written
from .devices import FLAGS, Peripheral, named
from .room import Room

SERVICE = UUID("4fafc201-1fb5-459e-8fcc-c5c9c331914b")
CONFIG_UUID = "beb5483e-36e1-4688-b7f5-ea07361b26ab"
DETECTION, COMMAND, STREAM, CONFIG = (UUID(f"beb5483e-36e1-4688-b7f5-ea07361b26a{each}") for each in "89ab")
# Bytes in one notification of the published firmware, the interval between two in seconds, and the
# bytes that it can store in flash.
CHUNK, PACE, STORED_LIMIT = 500, 0.02, 3999
DOCUMENT_CHUNK = 480
BYTE_LIMIT = 8192
BUFFER_LIMIT = 65_536

# Memory of the published firmware for parsing a text, in bytes.
MEMORY = 8192

# An object of ArduinoJson, or of the document's dialect.
Config = dict[Any, Any]

SCAN_DEFAULTS: Config = {
    b"wifiScanEnabled": True,
    b"bleScanEnabled": True,
    b"bleScanDuration": 1,
    b"bleScanInterval": 5000,
    b"channelHopInterval": 500,
    b"maxChannel": 13,
    b"heartbeatInterval": 10_000,
    b"detectionTimeout": 30_000,
    b"streamMode": 0,
}
# Bits of the variables that hold these settings; the others are an `int`.
WIDTHS = {
    b"bleScanDuration": 8,
    b"bleScanInterval": 16,
    b"channelHopInterval": 16,
    b"maxChannel": 8,
    b"heartbeatInterval": 16,
    b"detectionTimeout": 32,
}
# Lists of the nested dialect: the key of the text, and the number of entries kept; further entries
# are dropped without notice.
NESTED = {
    b"ssidPatterns": (b"pattern", 30),
    b"macPrefixes": (b"prefix", 100),
    b"bleDeviceNames": (b"pattern", 30),
    b"bleServiceUuids": (b"uuid", 20),
}
SHORT_LISTS = ("ssid", "mac", "ble_n", "ble_u")


def _text(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


class Refused(Exception):
    """The firmware of the document rejects a config."""


class FlockFinder(Peripheral):
    """The common parts of all firmwares."""

    address_type = hci.AddressType.PUBLIC_DEVICE
    has_config = True
    is_streaming_from_boot = False
    # Bytes after a marker: a NUL, by which the published firmware is distinguished here from that
    # of the document.
    end = b""
    # Time between a config and its reply, in seconds.
    reply_delay = 0.0

    def __init__(self, room: Room, address: str, *, largest_mtu: int = 255) -> None:
        self.config = self.factory()
        self.stored = copy.deepcopy(self.config)
        self.saves = self.failed_saves = self.dropped_entries = 0
        self._buffer: bytearray | None = None
        self._sending = asyncio.Lock()
        self._value = b""
        self._started = time.monotonic()
        self.is_streaming = self.is_streaming_from_boot
        super().__init__(room, address, largest_mtu=largest_mtu)

    def services(self) -> list[Service]:
        can = Characteristic.Properties
        notifying = can.READ | can.NOTIFY
        readable, writable = Characteristic.READABLE, Characteristic.WRITEABLE
        self.configs = Characteristic(
            CONFIG,
            notifying | can.WRITE,
            readable | writable,
            CharacteristicValue(read=lambda _: self._value, write=lambda _, value: self.take(bytes(value))),
        )
        command = CharacteristicValue(write=lambda _, value: self.command(bytes(value)))
        self.detection = Characteristic(DETECTION, notifying, readable, b"")
        self.stream = Characteristic(STREAM, notifying, readable, b"")
        has = [self.detection, Characteristic(COMMAND, can.WRITE, writable, command), self.stream]
        return [Service(SERVICE, [*has, self.configs] if self.has_config else has)]

    def advert(self) -> bytes:
        return FLAGS + bytes((0x11, 0x07)) + SERVICE.to_bytes()

    def scan_response(self) -> bytes:
        return named("FlockFinder-S3")

    def keep(self, value: bytes) -> None:
        """Sets the value that a read returns until the next notification."""
        self._value = value

    @property
    def has_subscriber(self) -> bool:
        """Whether a client has subscribed to the config."""
        subscribers = self.device.gatt_server.subscribers.values()
        return any(each.get(self.configs.handle, b"\0")[0] & 1 for each in subscribers)

    def reboot(self) -> None:
        """Restarts: changes that were not saved are lost."""
        self.config = copy.deepcopy(self.stored)
        self._buffer = None
        self._started = time.monotonic()
        self.is_streaming = self.is_streaming_from_boot

    def uptime(self) -> int:
        """Returns milliseconds since the start."""
        return int((time.monotonic() - self._started) * 1000)

    # Unrequested notifications

    def factory(self) -> Config:
        raise NotImplementedError

    def told(self) -> bytes:
        raise NotImplementedError

    def begins(self, value: bytes) -> bool:
        raise NotImplementedError

    def apply(self, text: bytes) -> None:
        raise NotImplementedError

    def pieces(self) -> list[bytes]:
        raise NotImplementedError

    # Writes

    async def take(self, value: bytes) -> None:
        """Handles a write to the config; its answer waits until this returns."""
        if self.end:
            value = value.split(b"\0")[0]
        if self.begins(value):
            self._buffer = bytearray()
        elif value == b"CONFIG_END" and (self.end or self._buffer is not None):
            text, self._buffer = bytes(self._buffer or b""), None
            await self._apply(text)
        elif self._buffer is not None:
            self._buffer += value[: BUFFER_LIMIT - len(self._buffer)]
        elif value[:1] == b"{":
            await self._apply(value)

    async def _apply(self, text: bytes) -> None:
        try:
            self.apply(text)
        except Refused as refused:
            reply = self._reply("CONFIG_ERROR", False, str(refused))
        else:
            reply = self._reply("CONFIG_UPDATED", True, "Configuration applied successfully")
        await asyncio.sleep(self.reply_delay)
        await self.answer([reply])

    async def command(self, value: bytes) -> None:
        """Handles a command; its answer waits until this returns."""
        if value in (b"stream_on", b"stream_off"):
            self.is_streaming = value == b"stream_on"
        elif not self.has_config:
            return
        elif value == b"GET_CONFIG":
            await self.answer(self.pieces())
        elif value == b"SAVE_CONFIG":
            if self.end and len(self.told()) > STORED_LIMIT:
                self.failed_saves += 1
            else:
                self.stored = copy.deepcopy(self.config)
                self.saves += 1
            await self.answer([self._reply("CONFIG_SAVED", True, "Configuration saved to flash")])
        elif value == b"RESET_CONFIG":
            self.config = self.factory()
            self.stored = copy.deepcopy(self.config)
            await self.answer([self._reply("CONFIG_RESET", True, "Configuration reset to defaults")])

    # Answers

    def _reply(self, event: str, is_success: bool, message: str) -> bytes:
        return _text({"evt": event, "success": is_success, "msg": message, "ts": self.uptime()})

    def framed(self, chunks: list[bytes]) -> list[bytes]:
        return [b"CONFIG_START" + self.end, *chunks, b"CONFIG_END" + self.end]

    async def answer(self, pieces: list[bytes]) -> None:
        """Notifies the pieces one after the other, after earlier ones; the write is answered when
        all are sent.
        """
        async with self._sending:
            for piece in pieces:
                self._value = piece
                await self.device.notify_subscribers(self.configs, piece)
                await asyncio.sleep(PACE)

    def att_mtu(self) -> int:
        return min((each.att_mtu for each in self.device.connections.values()), default=23)


class PublishedFlockFinder(FlockFinder):
    """The published firmware, as recorded from its own code: any text that its library can read
    counts as success.
    """

    is_streaming_from_boot = True
    end = b"\0"
    reply_delay = 0.5

    def factory(self) -> Config:
        return {
            b"version": 1,
            b"scanConfig": dict(SCAN_DEFAULTS),
            b"patterns": {
                b"ssidPatterns": [
                    _entry(b"pattern", each, case=False) for each in (b"flock", b"Penguin", b"Pigvision")
                ],
                b"macPrefixes": [
                    _entry(b"prefix", each)
                    for each in (b"70:c9:4e", b"3c:91:80", b"d8:f3:bc", b"80:30:49", b"b4:1e:52", b"58:8e:81")
                ],
                b"bleDeviceNames": [_entry(b"pattern", b"Flock")],
                b"bleServiceUuids": [_entry(b"uuid", b"00003100-0000-1000-8000-00805f9b34fb", b"Raven")],
            },
        }

    def told(self) -> bytes:
        return written(self.config)

    def begins(self, value: bytes) -> bool:
        return value.startswith(b"CONFIG_START")

    def apply(self, text: bytes) -> None:
        try:
            document = read(text, MEMORY)
        except Wrong as error:
            raise Refused("Failed to parse configuration") from error
        if not isinstance(document, dict):
            return
        if b"scanConfig" in document:
            scan = document[b"scanConfig"]
            self.config[b"scanConfig"] = _scan(scan if isinstance(scan, dict) else {})
        patterns = document.get(b"patterns")
        for name, (key, limit) in NESTED.items():
            if not isinstance(patterns, dict) or name not in patterns:
                continue
            listed = patterns[name]
            entries = listed if isinstance(listed, list) else []
            self.dropped_entries += max(0, len(entries) - limit)
            self.config[b"patterns"][name] = [_taken(each, key, name) for each in entries[:limit]]

    def pieces(self) -> list[bytes]:
        text = self.told()
        if len(text) <= CHUNK:
            return [text]
        return self.framed([text[at : at + CHUNK] for at in range(0, len(text), CHUNK)])

    # Detections

    def hear_wifi(self, address: str, name: str) -> None:
        """Hears a beacon frame of a network. The firmware reads no name, so that only the address
        can match.
        """
        del name
        entry = self._matching(b"macPrefixes", lambda text: text[:8] == address[:8].encode())
        line = {b"evt": b"wifi_scan", b"ssid": b"(hidden)", b"mac": address.encode(), b"rssi": -60, b"ch": 6}
        self._tell({**line, b"type": b"probe"}, entry, b"unknown", 0.85, address)

    def hear_ble(self, address: str, name: str = "", service: str = "") -> None:
        """Hears an advert. Service UUIDs are compared as texts, short ones as `0x3100`."""
        entry, sure = self._matching(b"macPrefixes", lambda text: text[:8] == address[:8].encode()), 0.9
        if entry is None:
            entry, sure = self._matching(b"bleDeviceNames", lambda text: text in name.lower().encode()), 0.85
        if entry is None and service:
            entry, sure = self._matching(b"bleServiceUuids", lambda text: text == service.encode()), 1.0
        line = {b"evt": b"ble_scan", b"name": name.encode(), b"mac": address.encode(), b"rssi": -60}
        self._tell({**line, b"svc": bool(service)}, entry, name.encode(), sure, address)

    def _matching(self, kind: bytes, matches: Callable[[bytes], bool]) -> Config | None:
        entries: list[Config] = self.config[b"patterns"][kind]
        key = NESTED[kind][0]
        return next((each for each in entries if each[b"enabled"] and matches(each[key].lower())), None)

    def _tell(self, line: Config, entry: Config | None, name: bytes, sure: float, address: str) -> None:
        if self.is_streaming:
            self.notify(self.stream, written({**line, b"ts": self.uptime(), b"match": entry is not None}))
        if entry is not None:
            found = {b"type": entry[b"deviceType"], b"mac": address.encode(), b"ssid": name, b"rssi": -60}
            self.notify(self.detection, written({**found, b"confidence": sure, b"ts": self.uptime()}))


class MainFlockFinder(PublishedFlockFinder):
    """The branch without a config."""

    has_config = False


def _entry(key: bytes, text: bytes, device_type: bytes = b"Flock Safety", case: bool | None = None) -> Config:
    capitals = {} if case is None else {b"caseSensitive": case}
    return {key: text, b"deviceType": device_type, **capitals, b"enabled": True}


def _taken(given: Value, key: bytes, kind: bytes) -> Config:
    entry = given if isinstance(given, dict) else {}

    def text(key: bytes, absent: bytes) -> bytes:
        value = entry.get(key)
        return value.split(b"\0")[0] if isinstance(value, bytes) else absent

    enabled = entry.get(b"enabled")
    taken = _entry(
        key,
        text(key, b""),
        text(b"deviceType", b"Unknown"),
        entry.get(b"caseSensitive") is True if kind == b"ssidPatterns" else None,
    )
    return {**taken, b"enabled": enabled if isinstance(enabled, bool) else True}


def _scan(given: Config) -> Config:
    """Returns the scan settings: a missing one has its default; a number is cut to the width of its
    variable.
    """

    def setting(key: bytes, usual: Value) -> Value:
        value = given.get(key)
        if isinstance(usual, bool):
            return value if isinstance(value, bool) else usual
        if isinstance(value, bool) or not isinstance(value, int) or not -(1 << 31) <= value < 1 << 31:
            return usual
        return value % (1 << WIDTHS[key]) if key in WIDTHS else value

    return {key: setting(key, usual) for key, usual in SCAN_DEFAULTS.items()}


class DocumentedFlockFinder(FlockFinder):
    """The firmware as its makers' document describes it: the short dialect, with checks."""

    def factory(self) -> Config:
        return {
            "v": 1,
            "wsi": 5000,
            "bsi": 3000,
            "chi": 500,
            "wifi_en": True,
            "ble_en": True,
            "stream": 0,
            "ssid": [{"p": each, "t": "Flock Safety", "e": True} for each in ("Flock-", "FS-")],
            "mac": [{"p": "b0:b2:1c", "t": "Flock Safety", "e": True}],
            "ble_n": [{"p": "Flock", "t": "Flock Safety", "e": True}],
            "ble_u": [{"p": "0000180a-0000-1000-8000-00805f9b34fb", "t": "Raven", "e": True}],
        }

    def told(self) -> bytes:
        return _text(self.config)

    def begins(self, value: bytes) -> bool:
        return value == b"CONFIG_START"

    def apply(self, text: bytes) -> None:
        try:
            document = json.loads(text)
        except ValueError as error:
            raise Refused("Failed to parse configuration") from error
        if len(text) > BYTE_LIMIT or not isinstance(document, dict) or not document.keys() & self.config.keys():
            raise Refused("No known key, or too long")
        wanted = {**self.config, **{key: value for key, value in document.items() if key in self.config}}
        for key, lowest, highest in (("wsi", 1000, 60_000), ("bsi", 1000, 60_000), ("chi", 100, 5000)):
            if not isinstance(wanted[key], int) or not lowest <= wanted[key] <= highest:
                raise Refused(f"{key} is not of {lowest} to {highest}")
        for key in SHORT_LISTS:
            if (
                not isinstance(wanted[key], list)
                or len(wanted[key]) > 50
                or not all(each.get("p") for each in wanted[key])
            ):
                raise Refused(f"{key} is no list of patterns")
            wanted[key] = [{"p": each["p"], "t": each.get("t", ""), "e": each.get("e", True)} for each in wanted[key]]
        self.config = wanted

    def pieces(self) -> list[bytes]:
        text = self.told()
        whole = b"CONFIG:" + text
        limit = min(DOCUMENT_CHUNK, self.att_mtu() - 3)
        if len(whole) <= limit:
            return [whole]
        return self.framed([text[at : at + limit] for at in range(0, len(text), limit)])

    async def command(self, value: bytes) -> None:
        if value.startswith(b"SET_CONFIG:"):
            await self._apply(value.removeprefix(b"SET_CONFIG:"))
        else:
            await super().command(value)
