"""A FlockFinder as a real GATT server, with either firmware: what the published one does, or what its document says."""

from __future__ import annotations

import asyncio
import copy
import json
import time
from typing import Any

from bumble import hci
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Service

from .devices import FLAGS, Peripheral, named
from .room import Room

SERVICE = UUID("4fafc201-1fb5-459e-8fcc-c5c9c331914b")
CONFIG_UUID = "beb5483e-36e1-4688-b7f5-ea07361b26ab"
DETECTION, COMMAND, STREAM, CONFIG = (UUID(f"beb5483e-36e1-4688-b7f5-ea07361b26a{each}") for each in "89ab")
# What the published firmware puts into one notification, and how far apart; and what it can keep in flash.
CHUNK, PACE, STORED_LIMIT = 500, 0.02, 3999
DOCUMENT_CHUNK = 480
BYTE_LIMIT = 8192
BUFFER_LIMIT = 65_536

SCAN_DEFAULTS: dict[str, Any] = {
    "wifiScanEnabled": True,
    "bleScanEnabled": True,
    "bleScanDuration": 1,
    "bleScanInterval": 5000,
    "channelHopInterval": 500,
    "maxChannel": 13,
    "heartbeatInterval": 10_000,
    "detectionTimeout": 30_000,
    "streamMode": 0,
}
# Of the nested dialect: the key of the text, and how many entries are kept; what is more is dropped without a word.
NESTED = {
    "ssidPatterns": ("pattern", 30),
    "macPrefixes": ("prefix", 100),
    "bleDeviceNames": ("pattern", 30),
    "bleServiceUuids": ("uuid", 20),
}
SHORT_LISTS = ("ssid", "mac", "ble_n", "ble_u")


def _text(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


class Refused(Exception):
    """The firmware of the document does not take a config."""


class FlockFinder(Peripheral):
    """What both firmwares have in common."""

    address_type = hci.AddressType.PUBLIC_DEVICE

    def __init__(self, room: Room, address: str, *, largest_mtu: int = 255) -> None:
        self.config = self.factory()
        self.stored = copy.deepcopy(self.config)
        self.saves = self.failed_saves = self.dropped_entries = 0
        self._buffer: bytearray | None = None
        self._sending: asyncio.Task[None] | None = None
        self._value = b""
        self._started = time.monotonic()
        super().__init__(room, address, largest_mtu=largest_mtu)

    def services(self) -> list[Service]:
        can = Characteristic.Properties
        notifying = can.READ | can.NOTIFY
        readable, writable = Characteristic.READABLE, Characteristic.WRITEABLE
        self.configs = Characteristic(
            CONFIG,
            notifying | can.WRITE,
            readable | writable,
            CharacteristicValue(read=lambda _: self._value, write=lambda _, value: self._take(bytes(value))),
        )
        command = CharacteristicValue(write=lambda _, value: self._command(bytes(value)))
        return [
            Service(
                SERVICE,
                [
                    Characteristic(DETECTION, notifying, readable, b""),
                    Characteristic(COMMAND, can.WRITE, writable, command),
                    Characteristic(STREAM, notifying, readable, b""),
                    self.configs,
                ],
            )
        ]

    def advert(self) -> bytes:
        return FLAGS + bytes((0x11, 0x07)) + SERVICE.to_bytes()

    def scan_response(self) -> bytes:
        return named("FlockFinder-S3")

    def keep(self, value: bytes) -> None:
        """What a read gets until something else is notified."""
        self._value = value

    @property
    def has_subscriber(self) -> bool:
        """Whether somebody has subscribed to the config."""
        subscribers = self.device.gatt_server.subscribers.values()
        return any(each.get(self.configs.handle, b"\0")[0] & 1 for each in subscribers)

    def reboot(self) -> None:
        """What was not saved is forgotten."""
        self.config = copy.deepcopy(self.stored)
        self._buffer = None

    # What a firmware says for itself

    def factory(self) -> dict[str, Any]:
        raise NotImplementedError

    def apply(self, text: bytes) -> None:
        raise NotImplementedError

    def pieces(self) -> list[bytes]:
        raise NotImplementedError

    # Writes

    def _take(self, value: bytes) -> None:
        if value == b"CONFIG_START":
            self._buffer = bytearray()
        elif self._buffer is not None:
            if value == b"CONFIG_END":
                text, self._buffer = bytes(self._buffer), None
                self._apply(text)
            else:
                self._buffer += value[: BUFFER_LIMIT - len(self._buffer)]
        elif value[:1] == b"{":
            self._apply(value)

    def _apply(self, text: bytes) -> None:
        try:
            self.apply(text)
        except Refused as refused:
            self._reply("CONFIG_ERROR", False, str(refused))
        else:
            self._reply("CONFIG_UPDATED", True, "Configuration applied successfully")

    def _command(self, value: bytes) -> None:
        if value == b"GET_CONFIG":
            self._send(self.pieces())
        elif value == b"SAVE_CONFIG":
            if len(_text(self.config)) > STORED_LIMIT and isinstance(self, PublishedFlockFinder):
                self.failed_saves += 1
            else:
                self.stored = copy.deepcopy(self.config)
                self.saves += 1
            self._reply("CONFIG_SAVED", True, "Configuration saved to flash")
        elif value == b"RESET_CONFIG":
            self.config = self.factory()
            self.stored = copy.deepcopy(self.config)
            self._reply("CONFIG_RESET", True, "Configuration reset to defaults")

    # Answers

    def _reply(self, event: str, is_success: bool, message: str) -> None:
        since = int((time.monotonic() - self._started) * 1000)
        self._send([_text({"evt": event, "success": is_success, "msg": message, "ts": since})])

    def _send(self, pieces: list[bytes]) -> None:
        """One after the other, behind what is being sent."""
        before = self._sending

        async def send() -> None:
            if before is not None:
                await before
            for piece in pieces:
                self._value = piece
                await self.device.notify_subscribers(self.configs, piece)
                await asyncio.sleep(PACE)

        self._sending = asyncio.get_running_loop().create_task(send())

    def att_mtu(self) -> int:
        return min((each.att_mtu for each in self.device.connections.values()), default=23)


class PublishedFlockFinder(FlockFinder):
    """The published firmware: the nested dialect alone, and anything that is JSON is called a success."""

    def factory(self) -> dict[str, Any]:
        return {
            "version": 1,
            "scanConfig": dict(SCAN_DEFAULTS),
            "patterns": {
                "ssidPatterns": [
                    {"pattern": each, "deviceType": "Flock Safety", "caseSensitive": False, "enabled": True}
                    for each in ("flock", "Penguin", "FS Ext Battery")
                ],
                "macPrefixes": [
                    {"prefix": each, "deviceType": "Flock Safety", "enabled": True}
                    for each in ("70:c9:4e", "3c:91:80", "d8:f3:bc", "80:30:49", "b4:1e:52")
                ],
                "bleDeviceNames": [{"pattern": "Flock", "deviceType": "Flock Safety", "enabled": True}],
                "bleServiceUuids": [
                    {"uuid": "00003100-0000-1000-8000-00805f9b34fb", "deviceType": "Raven", "enabled": True}
                ],
            },
        }

    def apply(self, text: bytes) -> None:
        try:
            document = json.loads(text.split(b"\0")[0])
        except ValueError as error:
            raise Refused("Failed to parse configuration") from error
        if not isinstance(document, dict):
            return
        scan = document.get("scanConfig")
        if isinstance(scan, dict):
            self.config["scanConfig"] = {key: scan.get(key, usual) for key, usual in SCAN_DEFAULTS.items()}
        patterns = document.get("patterns")
        for name, (key, limit) in NESTED.items():
            entries = patterns.get(name) if isinstance(patterns, dict) else None
            if not isinstance(entries, list):
                continue
            self.dropped_entries += max(0, len(entries) - limit)
            self.config["patterns"][name] = [_nested(each, key) for each in entries[:limit]]

    def pieces(self) -> list[bytes]:
        text = _text(self.config)
        if len(text) <= CHUNK:
            return [text]
        chunks = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
        return [b"CONFIG_START", *chunks, b"CONFIG_END"]


def _nested(entry: dict[str, Any], key: str) -> dict[str, Any]:
    kept = {key: entry.get(key, ""), "deviceType": entry.get("deviceType", "")}
    if key == "pattern" and "caseSensitive" in entry:
        kept["caseSensitive"] = bool(entry["caseSensitive"])
    return {**kept, "enabled": bool(entry.get("enabled", True))}


class DocumentedFlockFinder(FlockFinder):
    """What the document of its makers says: the short dialect, checked."""

    def factory(self) -> dict[str, Any]:
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
        text = _text(self.config)
        whole = b"CONFIG:" + text
        limit = min(DOCUMENT_CHUNK, self.att_mtu() - 3)
        if len(whole) <= limit:
            return [whole]
        chunks = [text[at : at + limit] for at in range(0, len(text), limit)]
        return [b"CONFIG_START", *chunks, b"CONFIG_END"]

    def _command(self, value: bytes) -> None:
        if value.startswith(b"SET_CONFIG:"):
            self._apply(value.removeprefix(b"SET_CONFIG:"))
        else:
            super()._command(value)
