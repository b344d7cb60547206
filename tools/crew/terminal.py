"""A person's terminal: what is typed goes in, and what is seen comes out."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time

import pyte


class NotShown(Exception):
    """Something that was waited for does not stand on the screen."""


class Terminal:
    """A shell in a terminal of a size, and the screen as a person sees it, with what has scrolled away above it."""

    HISTORY = 5_000

    def __init__(self, environment, columns=80, rows=24, command=("bash", "--norc", "--noprofile")):
        self.screen = pyte.HistoryScreen(columns, rows, history=self.HISTORY)
        self.stream = pyte.ByteStream(self.screen)
        self.lock = threading.Lock()
        self.keys = 0
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.master = master
        environment = {**environment, "TERM": "xterm", "PS1": r"[\#] ", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True, preexec_fn=self._control)
        os.close(slave)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    @staticmethod
    def _control():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _read(self):
        while True:
            try:
                if not select.select([self.master], [], [], 0.5)[0]:
                    continue
                data = os.read(self.master, 65_536)
            except OSError:
                return
            if not data:
                return
            with self.lock:
                self.stream.feed(data)

    # What a person does

    def type(self, text):
        """Types text; every character is a key."""
        self.keys += len(text)
        os.write(self.master, text.encode())

    def enter(self, text=""):
        self.type(text + "\r")

    def close(self):
        """Ends the shell and what runs in it."""
        try:
            os.killpg(self.process.pid, signal.SIGHUP)
            self.process.wait(timeout=15)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    # What a person sees

    def lines(self):
        """All lines, those that have scrolled away first."""
        with self.lock:
            above = ["".join(row[column].data for column in range(self.screen.columns)) for row in self.screen.history.top]
            return [line.rstrip() for line in above + list(self.screen.display)]

    def window(self):
        """The lines in the window."""
        with self.lock:
            return [line.rstrip() for line in self.screen.display]

    def text(self):
        return "\n".join(self.lines()).rstrip()

    def place(self):
        """Where what is written from now on begins, for `since`."""
        return len(squeezed(self.text()))

    def has(self, wanted, since=0, lines=None):
        """Whether a text, or what a pattern says, stands there, wherever the lines break."""
        seen = squeezed(self.text() if lines is None else "\n".join(lines))[since:]
        return bool(wanted.search(seen)) if isinstance(wanted, re.Pattern) else squeezed(wanted) in seen

    def wait(self, *wanted, since=0, limit=30):
        """Waits until one of these stands there; returns its number."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            for number, text in enumerate(wanted):
                if self.has(text, since):
                    return number
            time.sleep(0.05)
        raise NotShown("%s is not shown within %d s:\n%s" % (" or ".join(map(repr, wanted)), limit, self.text()[-4_000:]))

    def prompt(self):
        """The number of the command that the shell asks for; None while one runs."""
        shown = [line for line in self.window() if line]
        found = re.fullmatch(r"\[(\d+)\]", shown[-1]) if shown else None
        return int(found[1]) if found else None

    def ended(self, number, limit=60):
        """Waits until the shell asks for the command of this number."""
        end = time.monotonic() + limit
        while self.prompt() != number:
            if time.monotonic() > end:
                raise NotShown("The command does not end within %d s:\n%s" % (limit, self.text()[-4_000:]))
            time.sleep(0.05)

    def start(self, command):
        """Types a command at the shell's prompt; returns the number that the next one has."""
        end = time.monotonic() + 10
        while self.prompt() is None and time.monotonic() < end:
            time.sleep(0.05)
        number = self.prompt()
        if number is None:
            raise NotShown("The shell does not ask for a command:\n%s" % self.text()[-4_000:])
        self.enter(command)
        return number + 1

    def run(self, command, limit=60):
        """Runs a command to its end; returns what it has shown."""
        before = len(self.text())
        self.ended(self.start(command), limit)
        return self.text()[before:]


def squeezed(text):
    """A text without blanks, so that it does not matter where a line breaks."""
    return re.sub(r"\s+", "", text)
