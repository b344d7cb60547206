"""A dongle on a pseudo-terminal, whose radio is an HCI controller."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

from . import VERSION
from .config_store import ConfigStore, StateError, held
from .dongle import Dongle
from .line import LineError, PseudoTerminal, serve
from .radio import BumbleRadio

LEVELS = (logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG)
# How long the start waits for the controller. Without one the dongle is there, and says so.
FIRST_OPEN = 5.0
EXIT_USAGE, EXIT_DATA, EXIT_SYSTEM, EXIT_CREATE = 64, 65, 71, 73

# Of what Bumble opens, what a controller can be behind.
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

logger = logging.getLogger("hci-dongle")


class Parser(argparse.ArgumentParser):
    """Ends with 64 where the command line is wrong, as the rest of the project does."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"{self.prog}: {message}. Next: see {self.prog} --help\n")


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = Parser(prog="hci-dongle", description=__doc__)
    parser.add_argument(
        "radio", help="the controller as Bumble names it: usb:0, serial:/dev/ttyACM0,1000000, tcp-client:HOST:PORT"
    )
    parser.add_argument("--link", type=Path, help="make a symbolic link to the port at this path")
    parser.add_argument("--state", type=Path, help="keep the config and the device's id in this file")
    parser.add_argument(
        "--simulated", action="store_true", help="say that the radio is a virtual one, so that hosts show it"
    )
    parser.add_argument("--verbose", action="store_true", help="say more on standard error")
    parser.add_argument("--version", action="version", version=VERSION)
    options = parser.parse_args(given)
    scheme = options.radio.partition(":")[0]
    if scheme not in SCHEMES:
        parser.error(f"{scheme} is no kind of radio; one of {', '.join(SCHEMES)} is")
    return options


async def run(options: argparse.Namespace) -> None:
    store = ConfigStore(options.state)
    radio = BumbleRadio(options.radio, store.device_id[:6])
    dongle = Dongle(radio, store, time.monotonic, is_simulated=options.simulated)

    def log(level: int, text: str) -> None:
        logger.log(LEVELS[level], text)
        dongle.log(level, text)

    radio.on_log = log
    radio.on_advert = dongle.heard
    radio.on_scan_failed = dongle.scan_failed
    line = PseudoTerminal(options.link)
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()
    assert main is not None
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, main.cancel)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(radio.run())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FIRST_OPEN):
                    await radio.was_tried.wait()
            print(line.path, flush=True)
            group.create_task(serve(line.master, dongle))
    finally:
        line.close()


def main() -> int:
    options = arguments()
    logging.basicConfig(
        level=logging.INFO if options.verbose else logging.WARNING,
        format="hci-dongle: %(message)s",
        stream=sys.stderr,
    )
    # Bumble tells of every packet that it does not like, at the same levels as of what matters.
    logging.getLogger("bumble").setLevel(logging.WARNING if options.verbose else logging.CRITICAL)
    try:
        with held(options.state):
            asyncio.run(run(options))
    except asyncio.CancelledError:
        return 0
    except StateError as error:
        print(f"hci-dongle: {error}", file=sys.stderr)
        return EXIT_CREATE if error.is_unavailable else EXIT_DATA
    except LineError as error:
        print(f"hci-dongle: {error}", file=sys.stderr)
        return EXIT_CREATE
    except OSError as error:
        print(f"hci-dongle: there is no pseudo-terminal: {error}", file=sys.stderr)
        return EXIT_SYSTEM
    return 0


if __name__ == "__main__":
    sys.exit(main())
