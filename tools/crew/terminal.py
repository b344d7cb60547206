"""A user's terminal: takes typed text, and gives the text on its screen."""

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
    """A text that was waited for is not on the screen."""


class Terminal:
    """A shell in a terminal of a given size, and its screen as a user sees it, with the lines that
    have scrolled away above it.
    """

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

    # Actions of a user

    def type(self, text):
        """Types text; every character is a key."""
        self.keys += len(text)
        os.write(self.master, text.encode())

    def enter(self, text=""):
        self.type(text + "\r")

    def close(self):
        """Ends the shell and the programs that run in it."""
        try:
            os.killpg(self.process.pid, signal.SIGHUP)
            self.process.wait(timeout=15)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    # Text that a user sees

    def lines(self):
        """Returns all lines, with those that have scrolled away first."""
        with self.lock:
            above = ["".join(row[column].data for column in range(self.screen.columns)) for row in self.screen.history.top]
            return [line.rstrip() for line in above + list(self.screen.display)]

    def window(self):
        """Returns the lines in the window."""
        with self.lock:
            return [line.rstrip() for line in self.screen.display]

    def text(self):
        return "\n".join(self.lines()).rstrip()

    def place(self):
        """Returns the position at which the following text will begin, for `since`."""
        return len(squeezed(self.text()))

    def has(self, wanted, since=0, lines=None):
        """Whether a text or a match of a pattern is on the screen, wherever its lines break."""
        seen = squeezed(self.text() if lines is None else "\n".join(lines))[since:]
        return bool(wanted.search(seen)) if isinstance(wanted, re.Pattern) else squeezed(wanted) in seen

    def wait(self, *wanted, since=0, limit=30):
        """Waits until one of these texts is on the screen; returns its number."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            for number, text in enumerate(wanted):
                if self.has(text, since):
                    return number
            time.sleep(0.05)
        raise NotShown("%s is not shown within %d s:\n%s" % (" or ".join(map(repr, wanted)), limit, self.text()[-4_000:]))

    def prompt(self):
        """Returns the number of the command that the shell asks for; None while a command runs."""
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
        """Types a command at the shell's prompt; returns the number of the next command."""
        end = time.monotonic() + 10
        while self.prompt() is None and time.monotonic() < end:
            time.sleep(0.05)
        number = self.prompt()
        if number is None:
            raise NotShown("The shell does not ask for a command:\n%s" % self.text()[-4_000:])
        self.enter(command)
        return number + 1

    def run(self, command, limit=60):
        """Runs a command to its end; returns the text that it has shown."""
        before = len(self.text())
        self.ended(self.start(command), limit)
        return self.text()[before:]


def squeezed(text):
    """Returns a text without blanks, so that line breaks do not matter."""
    return re.sub(r"\s+", "", text)
