"""The echo service of docs/conformance.md as a Bluetooth device, on any radio that Bumble opens."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import struct
import sys
from weakref import WeakKeyDictionary

from bumble.att import ATT_Error, ErrorCode
from bumble.core import UUID, AdvertisingData
from bumble.device import Connection, Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.transport import open_transport

ADDRESS = "C0:FF:EE:00:00:02"
NAME = "perch echo"
# Seconds between two values of a counter.
TICK = 0.1
LONG = bytes(each % 251 for each in range(300))


def uuid(last: int) -> UUID:
    return UUID(f"70657263-6800-4000-8000-00000000{last:04x}")


ADVERT = bytes(AdvertisingData([(AdvertisingData.FLAGS, b"\6"), (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode())]))
SCAN_RESPONSE = bytes(AdvertisingData([(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, bytes(uuid(1)))]))


class EchoService(Service):
    """The service; Bumble itself refuses values of more than 512 bytes, with ATT 0x0D."""

    def __init__(self) -> None:
        can = Characteristic.Properties
        self._kept = b""
        self._never = asyncio.Event()
        self._echo = self._made(
            0x11, can.READ | can.WRITE | can.WRITE_WITHOUT_RESPONSE | can.NOTIFY, lambda _: self._kept, self._keep
        )
        super().__init__(
            uuid(1),
            [
                self._echo,
                self._made(0x14, can.READ, lambda _: LONG),
                self._counting(0x16, can.NOTIFY, Device.notify_subscriber),
                self._counting(0x19, can.INDICATE, Device.indicate_subscriber),
                self._made(0x1C, can.READ | can.WRITE, self._refuse, self._refuse),
                self._made(0x1E, can.READ | can.WRITE, self._be_silent, self._be_silent),
                self._made(0x20, can.WRITE, write=self._drop),
            ],
        )

    @staticmethod
    def _made(last: int, properties: Characteristic.Properties, read=None, write=None) -> Characteristic:
        access = (Characteristic.READABLE if read else 0) | (Characteristic.WRITEABLE if write else 0)
        return Characteristic(
            uuid(last), properties, Characteristic.Permissions(access), CharacteristicValue(read, write)
        )

    def _counting(self, last: int, properties: Characteristic.Properties, send) -> Characteristic:
        made = self._made(last, properties)
        counting: WeakKeyDictionary[Connection, asyncio.Future] = WeakKeyDictionary()

        async def count(connection: Connection) -> None:
            for number in range(1 << 32):
                await asyncio.sleep(TICK)
                # With indications, this waits for the confirmation.
                await send(connection.device, connection, made, struct.pack("<I", number))

        def subscribed(connection: Connection, notifies: bool, indicates: bool) -> None:
            if connection in counting:
                counting.pop(connection).cancel()
            if notifies or indicates:
                counting[connection] = connection.cancel_on_disconnection(count(connection))

        made.on(made.EVENT_SUBSCRIPTION, subscribed)
        return made

    async def _keep(self, connection: Connection, value: bytes) -> None:
        self._kept = value
        await connection.device.notify_subscriber(connection, self._echo, value)

    def _refuse(self, *_given: object) -> bytes:
        raise ATT_Error(ErrorCode.INSUFFICIENT_AUTHENTICATION)

    async def _be_silent(self, connection: Connection, *_given: object) -> bytes:
        await connection.cancel_on_disconnection(self._never.wait())
        return b""

    def _drop(self, connection: Connection, value: bytes) -> None:
        if len(value) != 2:
            raise ATT_Error(ErrorCode.INVALID_ATTRIBUTE_LENGTH)

        async def drop() -> None:
            await asyncio.sleep(int.from_bytes(value, "little") / 1000)
            await connection.disconnect()

        connection.cancel_on_disconnection(drop())


async def run(radio: str, address: str) -> str:
    """Runs until the radio is lost. Returns what ended it."""
    try:
        opened = await open_transport(radio)
    except Exception as error:  # Bumble's, libusb's and Python's own have nothing in common
        return f"{radio} cannot be used: {type(error).__name__}: {error}"
    async with opened as transport:
        device = Device.with_hci(NAME, Address(address), transport.source, transport.sink)
        device.add_service(EchoService())
        await device.power_on()
        await device.start_advertising(auto_restart=True, advertising_data=ADVERT, scan_response_data=SCAN_RESPONSE)
        print(f"On the air: --peripheral {address}/random", flush=True)
        await transport.source.wait_for_termination()
    return f"{radio} is lost"


def main() -> None:
    parser = argparse.ArgumentParser(prog="echo-service", description=__doc__)
    parser.add_argument("radio", help="usb:0, serial:/dev/ttyACM0,1000000,rtscts, hci-socket:0, or another Bumble name")
    parser.add_argument("address", nargs="?", default=ADDRESS, help="static random address (default: %(default)s)")
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit("echo-service: " + asyncio.run(run(options.radio, options.address)))


if __name__ == "__main__":
    main()
