"""The line: a pseudo-terminal, or any descriptor, that carries complete frames."""

from __future__ import annotations

import asyncio
import contextlib
import os
import termios
import tty
from pathlib import Path

from .dongle import Dongle

READ_SIZE = 4096


class LineError(Exception):
    """The line cannot be created. The text is for a user."""


class PseudoTerminal:
    """A pseudo-terminal whose slave the host opens. It is kept open here, too, so that it outlasts
    every host.
    """

    def __init__(self, link: Path | None, *, group: int | None = None, replaces: bool = False) -> None:
        """Makes the link, and gives the port to a group. Whether the link `replaces` one to a port
        that is there: else it could belong to another dongle.
        """
        self.master, self._slave = os.openpty()
        # Raw, like a serial port for bytes: no echo, no signals, no XON/XOFF.
        tty.setraw(self._slave, termios.TCSANOW)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self._slave)
        self._link = link
        if group is not None:
            self._give(group)
        if link is not None:
            self._make_link(link, replaces)

    def _give(self, group: int) -> None:
        try:
            os.fchown(self._slave, -1, group)
            os.fchmod(self._slave, 0o660)
        except OSError as error:
            raise LineError(f"{self.path} cannot be given to the group: {error.strerror}; join it") from error

    def _make_link(self, link: Path, replaces: bool) -> None:
        if link.exists() and not link.is_symlink():
            raise LineError(f"{link} is there and no link; name another path")
        if link.exists() and not replaces:
            # The link belongs to another port: a host that follows it would find another dongle.
            raise LineError(f"{link} leads to {os.readlink(link)}, which is there; remove it, or name another path")
        beside = link.with_name(f".{link.name}.{os.getpid()}")
        try:
            beside.symlink_to(self.path)
            beside.replace(link)
        except OSError as error:
            raise LineError(f"{link} cannot be made: {error.strerror}; name another path") from error

    def close(self) -> None:
        if self._link is not None and self._link.is_symlink() and os.readlink(self._link) == self.path:
            with contextlib.suppress(OSError):
                self._link.unlink()
        os.close(self.master)
        os.close(self._slave)


async def serve(descriptor: int, dongle: Dongle) -> None:
    """Carries frames between the line and the dongle until it is cancelled."""
    loop = asyncio.get_running_loop()
    wake = asyncio.Event()
    rest = b""
    is_reading = is_blocked = False

    def readable() -> None:
        with contextlib.suppress(BlockingIOError, InterruptedError):
            dongle.receive(os.read(descriptor, READ_SIZE))
        wake.set()

    def writable() -> None:
        nonlocal is_blocked
        is_blocked = False
        loop.remove_writer(descriptor)
        wake.set()

    dongle.on_output = wake.set
    try:
        while True:
            wake.clear()
            dongle.tick(is_line_idle=not rest)
            while not is_blocked:
                rest = rest or dongle.next_frame() or b""
                if not rest:
                    break
                try:
                    rest = rest[os.write(descriptor, rest) :]
                except (BlockingIOError, InterruptedError):
                    is_blocked = True
                    loop.add_writer(descriptor, writable)
            # A dongle whose answers are not read has no room for another answer.
            if dongle.can_receive and not is_reading:
                loop.add_reader(descriptor, readable)
            elif not dongle.can_receive and is_reading:
                loop.remove_reader(descriptor)
            is_reading = dongle.can_receive
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.001, dongle.seconds_to_tick()) if not is_blocked else 1.0):
                    await wake.wait()
    finally:
        loop.remove_reader(descriptor)
        loop.remove_writer(descriptor)
