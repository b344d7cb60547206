"""A DX-Smart CP28 as a real GATT server.

Its notifications (`4E 4F`, the command, one byte of status, the checksum), its ATT errors and its
factory settings are assumed, as in the simulated one: no source states the real beacon's answers.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, replace

from bumble import hci
from bumble.att import ATT_Error, ErrorCode
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Service

from .devices import FLAGS, Peripheral, ibeacon, named
from .room import Room

FACTORY_UUID = bytes.fromhex("fda50693a4e24fb1afcfc6eb07647825")
DISABLED, DEVICE_INFO, IBEACON = range(3)
SAVE, NAME, TRIGGER_OFF = 0x60, 0x71, 0xA0


@dataclass
class Frame:
    """One of its six frames."""

    kind: int = DISABLED
    uuid: bytes = bytes(16)
    major: int = 0
    minor: int = 0
    power: int = -59
    interval_ms: int = 200
    tx_power: int = 0


@dataclass
class Settings:
    """All saved settings."""

    name: str = "CP28"
    is_trigger_on: bool = True
    frames: list[Frame] = field(
        default_factory=lambda: [Frame(IBEACON, FACTORY_UUID, 10065, 26049), *(Frame() for _ in range(5))]
    )

    def copy(self) -> Settings:
        return replace(self, frames=[replace(each) for each in self.frames])

    @property
    def advertised(self) -> Frame | None:
        return next((each for each in self.frames if each.kind == IBEACON), None)


def checksum(body: bytes) -> int:
    result = 0
    for byte in body:
        result ^= byte
    return result


class CP28(Peripheral):
    """Accepts a password and commands on its service FFE0, and advertises what it has saved."""

    address_type = hci.AddressType.PUBLIC_DEVICE

    def __init__(self, room: Room, address: str, *, password: str = "555555", largest_mtu: int = 247) -> None:
        self.saved = Settings()
        self.password = password.encode()
        self.commands: list[int] = []
        self.passwords: list[bytes] = []
        self.saves = 0
        # Number of the command in a connection at which it loses power; 0 = never.
        self.vanishes_at = 0
        self._begin()
        super().__init__(room, address, largest_mtu=largest_mtu)

    def _begin(self) -> None:
        self._settings = self.saved.copy()
        self._selected: int | None = None
        self._is_open = False
        self._step = 0

    def services(self) -> list[Service]:
        write, answer = Characteristic.WRITEABLE, Characteristic.Properties
        self._answers = Characteristic(UUID.from_16_bits(0xFFE1), answer.NOTIFY, Characteristic.READABLE, b"")
        return [
            Service(
                UUID.from_16_bits(0xFFE0),
                [
                    self._answers,
                    Characteristic(
                        UUID.from_16_bits(0xFFE2),
                        answer.WRITE | answer.WRITE_WITHOUT_RESPONSE,
                        write,
                        CharacteristicValue(write=lambda _, value: self._take_command(bytes(value))),
                    ),
                    Characteristic(
                        UUID.from_16_bits(0xFFE3),
                        answer.WRITE,
                        write,
                        CharacteristicValue(write=lambda _, value: self._take_password(bytes(value))),
                    ),
                ],
            )
        ]

    def advert(self) -> bytes:
        frame = self.saved.advertised
        return ibeacon(frame.uuid, frame.major, frame.minor, frame.power) if frame else FLAGS

    def scan_response(self) -> bytes:
        return named(self.saved.name) + bytes((3, 3, 0xE0, 0xFF))

    def connected(self) -> None:
        self._begin()

    def disconnected(self) -> None:
        self._begin()

    def _take_password(self, value: bytes) -> None:
        self.passwords.append(value)
        self._is_open = value == self.password
        if not self._is_open:
            raise ATT_Error(ErrorCode.INSUFFICIENT_AUTHENTICATION)

    def _take_command(self, packet: bytes) -> None:
        if not self._is_open:
            raise ATT_Error(ErrorCode.INSUFFICIENT_AUTHENTICATION)
        is_whole = len(packet) >= 5 and packet[:2] == b"NO" and packet[3] == len(packet) - 5
        if not is_whole or checksum(packet[2:]) != 0:
            raise ATT_Error(ErrorCode.VALUE_NOT_ALLOWED)
        self._step += 1
        if self._step == self.vanishes_at:
            self.vanish()
            raise ATT_Error(ErrorCode.UNLIKELY_ERROR)
        code, data = packet[2], packet[4:-1]
        if not self._execute(code, data):
            raise ATT_Error(ErrorCode.VALUE_NOT_ALLOWED)
        self.commands.append(code)
        if code == SAVE:
            self.saved = self._settings.copy()
            self.saves += 1
        body = bytes((code, 1, 0))
        self.notify(self._answers, b"NO" + body + bytes((checksum(body),)))

    def _execute(self, code: int, data: bytes) -> bool:
        if 0x11 <= code <= 0x16 and not data:
            self._selected = code - 0x11
        elif code == SAVE and not data:
            pass
        elif code == NAME:
            if not 1 <= len(data) <= 20 or not data.isascii():
                return False
            self._settings.name = data.decode()
        elif code == TRIGGER_OFF and not data:
            self._settings.is_trigger_on = False
        elif self._selected is None:
            return False
        else:
            return _change(self._settings.frames[self._selected], code, data)
        return True


def _change(frame: Frame, code: int, data: bytes) -> bool:
    """Carries out a command on the selected frame."""
    match code, len(data):
        case 0x61, 0:
            frame.kind = DEVICE_INFO
        case 0x62, 0:
            frame.kind = IBEACON
        case 0xFF, 0:
            frame.kind = DISABLED
        case 0x74, 16 if frame.kind == IBEACON:
            frame.uuid = data
        case 0x75, 2 if frame.kind == IBEACON:
            frame.major = int.from_bytes(data, "big")
        case 0x76, 2 if frame.kind == IBEACON:
            frame.minor = int.from_bytes(data, "big")
        case 0x77, 1 if frame.kind != DISABLED:
            (frame.power,) = struct.unpack("<b", data)
        case 0x78, 1 if frame.kind != DISABLED and data[0] > 0:
            frame.interval_ms = data[0] * 100
        case 0x79, 1 if frame.kind != DISABLED and data[0] <= 7:
            frame.tx_power = data[0]
        case _:
            return False
    return True
