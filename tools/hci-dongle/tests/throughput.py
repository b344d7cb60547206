"""Measures hci-dongle alone: adverts at a steady rate from a virtual controller in another process.

usage: throughput.py [--rate ADVERTS-PER-SECOND] [--seconds N] [--extended] [--profile FILE]
  --profile FILE   write what cProfile finds in hci-dongle; its own cost is then in the figures
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import select
import struct
import subprocess
import sys
import time
import tty
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ADDRESSES = 200
BATCHING_MS = 20
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Result:
    """Counts of adverts, and the share of one core that hci-dongle took."""

    sent: int
    heard: int
    lost: int
    share: float


async def advertise(rate: float, *, has_extended: bool) -> None:
    """Serves a controller, and sends adverts as often as it is told on standard input."""
    from air.devices import ibeacon
    from air.hci_server import HCIServer
    from air.room import ADV_NONCONN_IND, EXTENDED, Room
    from bumble import hci

    room = Room()
    server = HCIServer(room, has_extended=has_extended)
    await server.start()
    print(server.port, flush=True)
    count = int(await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline))
    addresses = [hci.Address(f"C2:00:00:00:00:{number:02X}") for number in range(ADDRESSES)]
    kind = EXTENDED if has_extended else ADV_NONCONN_IND
    began = time.monotonic()
    for number in range(count):
        ahead = began + number / rate - time.monotonic()
        if ahead > 0:
            await asyncio.sleep(ahead)
        room.advertise(addresses[number % ADDRESSES], kind, ibeacon(bytes(16), 1, number & 0xFFFF))
    await asyncio.sleep(1)
    print("sent", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


class Receiver:
    """A host that scans, and counts adverts by their numbers."""

    def __init__(self, port: str) -> None:
        from bench import PROBE

        from hci_dongle import framing
        from hci_dongle.framing import Decoder, Frame
        from hci_dongle.protocol import Event, Operation, blob

        self._end = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._end)
        self._decoder = Decoder(70_000)
        self._batch = Event.ADVERT_BATCH
        self.heard = self.lost = 0
        self._next: int | None = None
        hello = struct.pack("<IBBBBH", 7, 1, 1, 0, 0, 528) + blob(PROBE)
        scan = struct.pack("<BBHHbBHHH", 0, 0, 0, 0, -128, 0, 0, BATCHING_MS, 0)
        for number, (code, payload) in enumerate(((Operation.HELLO, hello), (Operation.SCAN_START, scan))):
            os.write(self._end, Frame(framing.REQUEST, 1, number, code, payload).wire())

    def read(self, limit: float) -> None:
        ready, _, _ = select.select([self._end], [], [], limit)
        if not ready:
            return
        for frame in self._decoder.feed(os.read(self._end, 65_536)):
            if getattr(frame, "code", None) == self._batch:
                self._count(frame.payload)

    def _count(self, payload: bytes) -> None:
        (first,) = struct.unpack_from("<I", payload)
        if self._next is not None:
            self.lost += (first - self._next) & 0xFFFFFFFF
        at, count = 9, 0
        while at < len(payload):
            at += 13 + int.from_bytes(payload[at + 11 : at + 13], "little")
            count += 1
        self.heard += count
        self._next = first + count

    def close(self) -> None:
        os.close(self._end)


def processor_seconds(pid: int) -> float:
    """Returns the time that a process has used, in user and system mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measure(rate: float, seconds: float, *, has_extended: bool = False, profile: str | None = None) -> Result:
    """Runs the three processes, and ends them."""
    environment = {**os.environ, "PYTHONPATH": f"{FOLDER.parent}:{FOLDER}"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
    count = int(rate * seconds)
    with contextlib.ExitStack() as stack:

        def start(*command: str) -> subprocess.Popen[str]:
            process = stack.enter_context(subprocess.Popen([sys.executable, *command], **pipes))
            stack.callback(process.terminate)
            return process

        air = start(__file__, "--air", "--rate", str(rate), *(["--extended"] if has_extended else []))
        assert air.stdin is not None and air.stdout is not None
        radio = f"tcp:127.0.0.1:{air.stdout.readline().strip()}"
        profiler = ["-m", "cProfile", "-o", profile] if profile else []
        dongle = start(*profiler, "-m", "hci_dongle", radio)
        assert dongle.stdout is not None
        receiver = Receiver(dongle.stdout.readline().strip())
        stack.callback(receiver.close)
        receiver.read(5)
        time.sleep(0.5)
        used, began = processor_seconds(dongle.pid), time.monotonic()
        air.stdin.write(f"{count}\n")
        air.stdin.flush()
        while not select.select([air.stdout], [], [], 0)[0]:
            receiver.read(0.1)
        share = (processor_seconds(dongle.pid) - used) / (time.monotonic() - began - 1)
        receiver.read(0.1)
        if profile:
            dongle.terminate()
            dongle.wait()
        return Result(count, receiver.heard, receiver.lost, share)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--extended", action="store_true")
    parser.add_argument("--profile")
    parser.add_argument("--air", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.air:
        asyncio.run(advertise(options.rate, has_extended=options.extended))
        return
    result = measure(options.rate, options.seconds, has_extended=options.extended, profile=options.profile)
    print(f"{result.heard} of {result.sent} adverts, {result.lost} lost, {result.share:.1%} of a core")


if __name__ == "__main__":
    main()
