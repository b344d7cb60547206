#!/usr/bin/env python3
"""Plays the dialogues against a dongle on a port. Those that need its radio, clock or flash in the hand are skipped."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import select
import shlex
import subprocess
import sys
import tempfile
import termios
import time
import tty

from codec import crc32c, wire
from dialogue import Dialogue
from play_dialogues import Failed, Player, Skipped, check_needs, frames_in

# What this runner cannot do.
HANDS = {"advert", "sighting", "log", "peripheral", "radio", "line", "power", "restart"}
LONGEST_WAIT_MS = 2000
# Seconds that a dongle may take to end.
LONGEST_END = 2
UNKNOWN_OPERATION = (0x0201).to_bytes(2, "little")


class PortDongle:
    """A dongle behind a serial port or pseudo-terminal; with a command, a process of it."""

    slack, quiet, is_dead = 900, 10, False

    def __init__(self, options, folder):
        command = options.command and shlex.split(options.command.format(dir=folder))
        self.process = command and subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        path = self.process.stdout.readline().strip() if command else options.port
        self.fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self.fd)
        termios.tcflush(self.fd, termios.TCIOFLUSH)
        self.rest, self.noise = b"", 0

    def clock(self):
        return time.monotonic() * 1000

    def put(self, data):
        while data:
            select.select([], [self.fd], [], 1)
            data = data[os.write(self.fd, data) :]

    def run(self, ms):
        if select.select([self.fd], [], [], ms / 1000)[0]:
            *stretches, self.rest = (self.rest + os.read(self.fd, 65536)).split(b"\0")
            frames = list(frames_in(stretches))
            self.noise += len(list(filter(None, stretches))) - len(frames)
            return frames
        return []

    def do(self, step):
        raise Skipped(f"needs {next(iter(step))}")

    def close(self):
        os.close(self.fd)
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(LONGEST_END)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process.stdout.close()


def greet(dongle):
    """Opens a session that no dialogue uses, which ends the one before. Returns the reply."""
    body = bytes.fromhex(Dialogue("", "").hello_frame(session=0x7777, probe=""))
    dongle.put(wire(body + crc32c(body).to_bytes(4, "little")))
    until = dongle.clock() + 2000
    while dongle.clock() < until:
        for frame in dongle.run(until - dongle.clock()):
            if frame[2:4] == b"\x77\x77":
                return frame[8:]
    raise Failed(f"no dongle answers HELLO with a frame that can be read; {dongle.noise} stretches were no frames")


def play(entry, options, reply):
    needed = [key for step in entry["steps"] for key in step if key in HANDS]
    if needed:
        raise Skipped(f"needs {needed[0]}")
    if sum(step.get("wait", 0) for step in entry["steps"]) > LONGEST_WAIT_MS and not options.slow:
        raise Skipped(f"waits over {LONGEST_WAIT_MS} ms")
    if entry["needs"].get("clock") and not options.slow:
        raise Skipped("needs exact times")
    if options.port and entry["needs"].get("fresh"):
        raise Skipped("needs a dongle that was just started")
    check_needs(entry, reply)
    with tempfile.TemporaryDirectory() as folder:
        dongle = PortDongle(options, folder)
        try:
            if options.port:
                greet(dongle)
            player = Player(dongle, entry)
            player.play()
        except Failed:
            if options.unfinished and player.last[8:10] == UNKNOWN_OPERATION:
                raise Skipped(f"operation {player.last[6:8][::-1].hex()} is missing") from None
            raise
        finally:
            dongle.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--command", help="starts a dongle for each dialogue; it prints the path of its port; {dir} is an empty folder"
    )
    which.add_argument("--port", help="a dongle that runs; what needs one that was just started is skipped")
    parser.add_argument("--only", default="", help="plays the dialogues whose names contain this text")
    parser.add_argument(
        "--skip", metavar="TEXT", action="append", default=[], help="leaves out those whose names contain this text"
    )
    parser.add_argument(
        "--unfinished", action="store_true", help="skips what fails since the dongle does not know an operation"
    )
    parser.add_argument("--slow", action="store_true", help="plays those that take long, too")
    parser.add_argument("--list", action="store_true", help="says why each skipped dialogue was skipped")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        first = PortDongle(options, folder)
        try:
            reply = greet(first)
        except Failed as failure:
            sys.exit(f"failed: {failure}")
        finally:
            first.close()
    entries = json.loads((pathlib.Path(__file__).resolve().parent / "dialogues.json").read_text())
    failed, skipped = [], []

    def tried(entry):
        try:
            play(entry, options, reply)
        except Skipped as reason:
            skipped.append(f"skipped: {entry['name']}: {reason}")
        except Failed as failure:
            failed.append(f"failed: {failure}")

    # Each dongle of its own waits most of the time.
    with concurrent.futures.ThreadPoolExecutor(8 if options.command else 1) as pool:
        chosen = [
            entry
            for entry in entries
            if options.only in entry["name"] and not any(text in entry["name"] for text in options.skip)
        ]
        list(pool.map(tried, chosen))
    played = len(chosen) - len(failed) - len(skipped)
    print(
        *(skipped if options.list else []),
        *failed,
        f"{played} passed, {len(failed)} failed, {len(skipped)} skipped",
        sep="\n",
    )
    sys.exit(1 if failed or not played else 0)


if __name__ == "__main__":
    main()
