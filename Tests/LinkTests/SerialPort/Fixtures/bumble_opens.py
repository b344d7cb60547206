"""Prints bus and number of the USB device that Bumble would open for each name of a radio."""

import asyncio
import sys

import usb1
from bumble.transport.usb import open_usb_transport


def opened(device: usb1.USBDevice) -> None:
    """Takes the place of opening a device, which has nothing behind it here."""
    raise LookupError(f"{device.getBusNumber()} {device.getDeviceAddress()}")


async def main() -> None:
    # Bumble asks each device, which has nothing behind it here either.
    usb1.USBDevice.getSerialNumber = lambda device: SERIALS.get(device.getDeviceAddress())
    usb1.USBDevice.open = opened
    for name in sys.argv[1:]:
        try:
            await open_usb_transport(name)
        except LookupError as error:
            print(error.args[0])


# A made-up device has no string descriptors, so these are the ones of controllers.umockdev.
SERIALS = {7: "A1", 8: "A2"}

asyncio.run(main())
