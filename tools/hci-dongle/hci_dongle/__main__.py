"""A dongle on a pseudo-terminal, whose radio is an HCI controller."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
import time

from .absence import Absence
from .command import EXIT_CREATE, EXIT_DATA, EXIT_SYSTEM, arguments
from .config_store import ConfigStore, StateError, held
from .dongle import Dongle
from .line import LineError, PseudoTerminal, serve
from .radio import BumbleRadio

LEVELS = (logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG)
# Longest wait for the controller at a start that does not need it, in seconds.
FIRST_OPEN = 5.0

logger = logging.getLogger("hci-dongle")


async def run(options: argparse.Namespace) -> None:
    """Runs until it is cancelled. Raises Absence if there is no controller and it is not to wait
    for one.
    """
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
            running = group.create_task(radio.run())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FIRST_OPEN if options.wait else None):
                    await radio.was_tried.wait()
            absence = None if options.wait else radio.absence
            if absence is None:
                print(line.path, flush=True)
                group.create_task(serve(line.master, dongle))
            else:
                running.cancel()
        if absence is not None:
            raise absence
    finally:
        line.close()


def main() -> int:
    options = arguments()
    logging.basicConfig(
        level=logging.INFO if options.verbose else logging.WARNING,
        format="hci-dongle: %(message)s",
        stream=sys.stderr,
    )
    # Bumble logs every packet that it does not like, at the same levels as important messages.
    logging.getLogger("bumble").setLevel(logging.WARNING if options.verbose else logging.CRITICAL)
    try:
        with held(options.state):
            asyncio.run(run(options))
    except asyncio.CancelledError:
        return 0
    except Absence as error:
        # The error has been printed already.
        return error.code
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
