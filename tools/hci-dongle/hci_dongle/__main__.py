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

from . import VERSION
from .config_store import ConfigStore, StateError
from .dongle import Dongle
from .line import LineError, PseudoTerminal, serve
from .radio import BumbleRadio

LEVELS = (logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG)
# How long the start waits for the controller. Without one the dongle is there, and says so.
FIRST_OPEN = 5.0
EXIT_DATA, EXIT_CREATE = 65, 73

logger = logging.getLogger("hci-dongle")


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="hci-dongle", description=__doc__)
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
    return parser.parse_args(given)


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
        asyncio.run(run(options))
    except asyncio.CancelledError:
        return 0
    except StateError as error:
        print(f"hci-dongle: {error}", file=sys.stderr)
        return EXIT_DATA
    except LineError as error:
        print(f"hci-dongle: {error}", file=sys.stderr)
        return EXIT_CREATE
    return 0


if __name__ == "__main__":
    sys.exit(main())
