"""The line: a pseudo-terminal whose host comes and goes, or does not read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import termios
import tty

from bench import Host, played

from hci_dongle import framing
from hci_dongle.framing import Decoder, Frame
from hci_dongle.line import PseudoTerminal, serve
from hci_dongle.protocol import Operation


class Port:
    """A line with a dongle on one side and a host on the other."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.line = PseudoTerminal(None)
        self.end = os.open(self.line.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self.end)
        self.task = asyncio.get_running_loop().create_task(serve(self.line.master, host.dongle))

    async def close(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        os.close(self.end)
        self.line.close()


@played
async def test_a_host_that_discards_what_it_has_not_read_is_answered_again(host: Host) -> None:
    port = Port(host)
    try:
        host.ask(Operation.SCAN_START, bytes(14))
        sent = -1
        while sent != host.dongle._counters.sent:
            sent = host.dongle._counters.sent
            for _ in range(100):
                host.dongle.heard(bytes(6), 0x20, 0, bytes(200))
            await asyncio.sleep(0.02)
        assert host.dongle.next_frame() is not None
        termios.tcflush(port.end, termios.TCIFLUSH)
        os.write(port.end, host.greeting(9))
        decoder, answers = Decoder(70_000), []
        while not answers:
            await asyncio.sleep(0.001)
            with contextlib.suppress(BlockingIOError):
                frames = decoder.feed(os.read(port.end, 65_536))
                answers = [each for each in frames if isinstance(each, Frame) and each.session == 9]
        assert [(each.kind, each.code) for each in answers[:1]] == [(framing.RESPONSE, Operation.HELLO)]
    finally:
        await port.close()
