"""Reasons why there is no controller, with advice."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import termios
from collections.abc import Iterator

from .command import EXIT_PERMISSION, EXIT_PROTOCOL, EXIT_TEMPORARY, EXIT_UNAVAILABLE

ABSENT, TAKEN, FORBIDDEN, USELESS = EXIT_UNAVAILABLE, EXIT_TEMPORARY, EXIT_PERMISSION, EXIT_PROTOCOL

# Errors of libusb. Source: libusb_error in libusb.h.
USB_FORBIDDEN, USB_TAKEN = -3, -6
USB_CODES = {USB_FORBIDDEN: FORBIDDEN, USB_TAKEN: TAKEN}
# flock reports EAGAIN if another process has the lock.
CODES = {errno.EACCES: FORBIDDEN, errno.EPERM: FORBIDDEN, errno.EBUSY: TAKEN, errno.EAGAIN: TAKEN}
TEXTS = {TAKEN: "another program has it", FORBIDDEN: "this user may not open it"}

USB_STEPS = {
    ABSENT: "plug it in, or name another; `lsusb` shows what is there",
    TAKEN: "end the program that has it; `sudo fuser -v /dev/bus/usb/*/*` shows which",
    FORBIDDEN: "install the udev rule of `perch udev print --bluetooth`, or run it as root",
    USELESS: "use a controller with Bluetooth 4.0 or later",
}
SERIAL_STEPS = {
    ABSENT: "plug it in, or name another; `ls /dev/serial/by-id` shows what is there",
    TAKEN: "end the program that has it; `sudo fuser -v {path}` shows which",
    FORBIDDEN: "join the group that `ls -l {path}` shows, and log in anew",
    USELESS: "see that its firmware speaks HCI, as Zephyr's hci_uart does, and that speed and rtscts are its own",
}
SOCKET_STEPS = {
    ABSENT: "see which there are with `ls /sys/class/bluetooth`",
    TAKEN: "take it from the kernel: `sudo systemctl stop bluetooth`, then `sudo btmgmt --index {path} power off`",
    FORBIDDEN: "run it as root, or as the service perch-radio@hci{path}, which has the right to it (CAP_NET_ADMIN)",
    USELESS: "use a controller with Bluetooth 4.0 or later",
}
OTHER_STEPS = {
    ABSENT: "start what listens there, or name another place",
    TAKEN: "end the program that has it, or name another place",
    FORBIDDEN: "let this user open it, or name another place",
    USELESS: "see that what answers there is an HCI controller with Bluetooth 4.0 or later",
}
STEPS = {"usb": USB_STEPS, "pyusb": USB_STEPS, "serial": SERIAL_STEPS, "hci-socket": SOCKET_STEPS}


# LIBUSB_ERROR_OTHER: libusb itself did not start, as without /dev/bus/usb.
USB_BROKEN = -99
NO_USB = "see whether this machine has USB: `ls /dev/bus/usb`"
NO_TERMINAL = "name a serial port; `ls /dev/serial/by-id` shows what is there"


class RadioLost(Exception):
    """The controller went away, or cannot be used. The text is for a user."""


class Absence(Exception):
    """There is no usable controller. The text is for a user; `step` is advice, `code` the exit
    code.
    """

    def __init__(self, text: str, step: str, code: int) -> None:
        super().__init__(text)
        self.step = step
        self.code = code


def absence(radio: str, error: BaseException) -> Absence:
    """Returns the meaning of an error while the controller of this name was opened or prepared."""
    scheme, _, place = radio.partition(":")
    if getattr(error, "errno", None) == errno.ERFKILL:
        return Absence("it is switched off", "switch it on: `sudo rfkill unblock bluetooth`", TAKEN)
    if isinstance(error, RadioLost):
        code = USELESS
    elif scheme in ("usb", "pyusb"):
        # libusb's errors have a value instead of an errno.
        code = USB_CODES.get(getattr(error, "value", 0), ABSENT)
    else:
        code = CODES.get(getattr(error, "errno", None) or 0, ABSENT)
    if scheme in ("usb", "pyusb") and getattr(error, "value", 0) == USB_BROKEN:
        return Absence("libusb finds no USB", NO_USB, ABSENT)
    # pyserial's error has the system's as its context.
    if isinstance(error.__context__, termios.error) and error.__context__.args[:1] == (errno.ENOTTY,):
        return Absence("it is no serial port", NO_TERMINAL, ABSENT)
    step = STEPS.get(scheme, OTHER_STEPS)[code].format(path=place.partition(",")[0])
    return Absence(TEXTS.get(code) or words(error), step, code)


def words(error: BaseException) -> str:
    """Returns an error in words for a user."""
    if isinstance(error, TimeoutError) and not error.args:
        return "it does not answer"
    number = getattr(error, "errno", None)
    if isinstance(number, int) and number > 0:
        return os.strerror(number)
    if isinstance(error, OSError) and error.strerror:
        # The resolver's errors have negative numbers, and their own texts.
        return error.strerror
    return str(error) or type(error).__name__


@contextlib.contextmanager
def claimed(radio: str) -> Iterator[None]:
    """Locks a serial port against others that check the lock, as perch does; raises OSError if
    another process has it.
    """
    scheme, _, place = radio.partition(":")
    if scheme != "serial" or "://" in place:
        yield
        return
    port = os.open(place.partition(",")[0], os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(port)
