"""A peripheral like that of the scripted radio in `firmware-protocol/ports`, as a real GATT server."""

from __future__ import annotations

from bumble.gatt import Characteristic, Service

from echo_service import ADVERT, SCAN_RESPONSE, EchoService, uuid

from .devices import Peripheral


class Scripted(Peripheral):
    """Has the echo service, and more characteristics than fit one answer to DISCOVER."""

    def services(self) -> list[Service]:
        can, readable = Characteristic.Properties.READ, Characteristic.READABLE
        many = [Characteristic(uuid(0x100 + each), can, readable, bytes((each,))) for each in range(40)]
        return [EchoService(), Service(uuid(2), many)]

    def advert(self) -> bytes:
        return ADVERT

    def scan_response(self) -> bytes:
        return SCAN_RESPONSE
