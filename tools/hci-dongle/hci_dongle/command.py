"""The command line. It needs only Python, so that help and errors come before anything is
installed.
"""

from __future__ import annotations

import argparse
import grp
import re
import sys
from pathlib import Path
from typing import NoReturn

from . import VERSION
from .radio_names import bumble_name

EXIT_USAGE, EXIT_DATA, EXIT_UNAVAILABLE, EXIT_SOFTWARE, EXIT_SYSTEM, EXIT_CREATE = 64, 65, 69, 70, 71, 73
EXIT_TEMPORARY, EXIT_PROTOCOL, EXIT_PERMISSION, EXIT_CONFIGURATION = 75, 76, 77, 78

# Bumble's transports behind which a controller can be.
SCHEMES = (
    "usb",
    "pyusb",
    "serial",
    "hci-socket",
    "tcp-client",
    "udp",
    "ws-client",
    "unix",
    "unix-client",
    "pty",
    "file",
)
WITHOUT_PLACE = ("hci-socket", "pty")
OWN = "usb:N, usb:VVVV:PPPP[/SERIAL], hciN, serial:PATH,SPEED[,rtscts], tcp:HOST:PORT"
# Name of the program in a package.
INSTALLED = "perch-hci-dongle"
SERIAL_WORDS = ("rtscts", "dsrdtr", "delay", "resync")


class Parser(argparse.ArgumentParser):
    """Ends with 64 if the command line is wrong, as in the rest of the project."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"hci-dongle: {message}. Next: see {self.prog} --help\n")


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Returns the options; `transport` is Bumble's name of the radio."""
    name = Path(sys.argv[0]).name
    parser = Parser(
        prog=name if name == INSTALLED else "hci-dongle",
        description="A dongle on a pseudo-terminal, whose radio is an HCI controller.",
    )
    parser.add_argument("radio", help=f"the controller: {OWN}, or another name of Bumble's")
    parser.add_argument("--link", type=Path, help="make a symbolic link to the port at this path")
    parser.add_argument("--state", type=Path, help="keep the config and the device's id in this file")
    parser.add_argument("--group", metavar="NAME", help="let this group use the port")
    parser.add_argument(
        "--wait", action="store_true", help="start without the controller too, and look for it until it is there"
    )
    parser.add_argument(
        "--attached", action="store_true", help="end when standard input ends, and replace whatever link is there"
    )
    parser.add_argument(
        "--simulated", action="store_true", help="say that the radio is a virtual one, so that hosts show it"
    )
    parser.add_argument("--verbose", action="store_true", help="say more on standard error")
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    options = parser.parse_args(given)
    options.transport = bumble_name(options.radio) or options.radio
    wrong = fault(options.transport)
    if wrong:
        parser.error(wrong)
    if options.group is not None:
        try:
            options.group = grp.getgrnam(options.group).gr_gid
        except KeyError:
            parser.error(f"there is no group {options.group}")
    return options


def fault(radio: str) -> str | None:
    """Returns the error in a controller's name, as far as the name alone shows it."""
    scheme, _, place = radio.partition(":")
    if scheme == "tcp":
        return f"{radio} is not tcp:HOST:PORT"
    if scheme not in SCHEMES:
        return f"{radio or 'nothing'} is no radio; one is {OWN}, or of the kinds {', '.join(SCHEMES)}"
    # Bumble accepts notes in brackets.
    place = re.sub(r"\[[^]]*\]", "", place)
    if not place and scheme not in WITHOUT_PLACE:
        return f"{radio} does not say where the controller is"
    if scheme == "tcp-client" and not re.fullmatch(r".+:\d{1,5}", place):
        return f"{radio} has no port behind a colon"
    if scheme == "serial":
        path, *words = place.split(",")
        if not path:
            return f"{radio} has no path"
        for word in words:
            # Bumble ignores unknown words, and without flow control bytes get lost.
            if word not in SERIAL_WORDS and not re.fullmatch(r"[1-9]\d{0,7}", word):
                return f"{word or 'nothing'} is neither a speed nor one of {', '.join(SERIAL_WORDS)}"
    return None
