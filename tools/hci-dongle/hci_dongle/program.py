"""The program behind its command line: a radio, a dongle and a line, and their end."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable

from .absence import Absence
from .command import EXIT_CREATE, EXIT_DATA, EXIT_SOFTWARE, EXIT_SYSTEM, EXIT_USAGE
from .config_store import ConfigStore
from .dongle import Dongle
from .line import LineError, PseudoTerminal, serve
from .radio import BumbleRadio
from .state_file import StateError, held

LEVELS = (logging.ERROR, logging.WARNING, logging.INFO, logging.DEBUG)
# Longest wait for the controller at a start that does not need it, in seconds.
FIRST_OPEN = 5.0
# Longest orderly end, in seconds.
END_LIMIT = 2.0
LONGEST_LINE = 300
# Escape sequences for colours, which Bumble puts into its messages.
COLOURS = re.compile("\x1b\\[[0-9;]*m")

logger = logging.getLogger("hci-dongle")


class Attachment(Exception):
    """Standard input cannot end, or cannot be watched."""


class Lines(logging.Formatter):
    """Gives each line of a message the program's name, and at most 300 characters in all. Lines
    that are not this program's own words are indented.
    """

    def __init__(self, *, has_priorities: bool = False) -> None:
        """`has_priorities`: begin each line with its priority as sd-daemon(3) has it, such as <3>."""
        super().__init__("%(message)s")
        self._has_priorities = has_priorities

    def format(self, record: logging.LogRecord) -> str:
        lines = COLOURS.sub("", super().format(record)).splitlines()
        head = f"<{priority(record.levelno)}>" if self._has_priorities else ""
        own = 1 if record.name == logger.name else 0
        return "\n".join(
            f"{head}hci-dongle: {'' if at < own else '  '}{line}"[:LONGEST_LINE] for at, line in enumerate(lines)
        )

    def formatException(self, ei) -> str:
        # Where it was raised in a library tells a user nothing.
        return f"{type(ei[1]).__name__}: {ei[1]}"


def priority(level: int) -> int:
    """Returns syslog's priority for a level of `logging`."""
    return 3 if level >= logging.ERROR else 4 if level >= logging.WARNING else 6


async def run(options: argparse.Namespace) -> None:
    """Runs until it is cancelled. Raises Absence if there is no controller and it is not to wait
    for one.
    """
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()
    assert main is not None
    end = Ending(main)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end.begin)
    if options.attached:
        end_with_input(loop, end.begin)
    store = ConfigStore(options.state)
    radio = BumbleRadio(options.radio, options.transport, store.device_id[:6])
    dongle = Dongle(radio, store, time.monotonic, is_simulated=options.simulated)

    def log(level: int, text: str) -> None:
        logger.log(LEVELS[level], "%s", text)
        dongle.log(level, text)

    radio.on_log = log
    radio.reports.on_advert = dongle.heard
    radio.on_scan_failed = dongle.scan_failed
    line = PseudoTerminal(options.link, group=options.group, replaces=options.attached)
    try:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(radio.run())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FIRST_OPEN if options.wait else None):
                    await radio.was_tried.wait()
            failure: Exception | None = None if options.wait else radio.absence
            if failure is None:
                try:
                    # A radio that was mistyped, or is not there, leaves no file.
                    store.make()
                except StateError as error:
                    failure = error
            if failure is None:
                print(line.path, flush=True)
                group.create_task(serve(line.master, dongle))
            else:
                running.cancel()
        if failure is not None:
            raise failure
    finally:
        line.close()


class Ending:
    """Ends the program: in order, or at once where that lasts longer than 2 s, whatever holds it up."""

    def __init__(self, main: asyncio.Task[None]) -> None:
        self._main = main
        self._has_begun = False

    def begin(self) -> None:
        self._main.cancel()
        if not self._has_begun:
            self._has_begun = True
            # A thread of its own, because the loop itself may hang; the process does not wait for it.
            watchdog = threading.Timer(END_LIMIT, self._end_at_once)
            watchdog.daemon = True
            watchdog.start()

    @staticmethod
    def _end_at_once() -> None:
        told(f"it did not end within {END_LIMIT:g} s, and ends at once", EXIT_SOFTWARE)
        os._exit(EXIT_SOFTWARE)


def end_with_input(loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
    """Ends the program when the process that holds the other end of its standard input is gone."""

    def readable() -> None:
        if not os.read(sys.stdin.fileno(), 4096):
            loop.remove_reader(sys.stdin.fileno())
            end()

    try:
        loop.add_reader(sys.stdin.fileno(), readable)
    except (OSError, ValueError, AttributeError) as error:
        raise Attachment from error


def play(options: argparse.Namespace) -> int:
    """Runs until a signal ends it. Returns the exit code; errors have been printed."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(has_priorities=options.attached))
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, handlers=[handler])
    # Bumble logs every packet that it does not like, at the same levels as important messages.
    logging.getLogger("bumble").setLevel(logging.WARNING if options.verbose else logging.CRITICAL)
    try:
        with held(options.state):
            asyncio.run(run(options))
    except asyncio.CancelledError:
        return 0
    except Absence as error:
        return error.code
    except Attachment:
        return told(
            "--attached needs a pipe as standard input. Next: start it from a program, or leave it out", EXIT_USAGE
        )
    except StateError as error:
        return told(str(error), EXIT_CREATE if error.is_unavailable else EXIT_DATA)
    except LineError as error:
        return told(str(error), EXIT_CREATE)
    except OSError as error:
        return told(f"there is no pseudo-terminal: {error}", EXIT_SYSTEM)
    return 0


def told(text: str, code: int) -> int:
    print(f"hci-dongle: {text}"[:LONGEST_LINE], file=sys.stderr)
    return code
