"""Checks the screen when a live table ends in an error, or by ^C: at 40, 80 and 200 columns.

usage: screens.py --perch FILE
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from terminal import NotShown, Terminal, squeezed

WIDTHS = (40, 80, 200)
SERIAL_MODULE = "48:87:2d:aa:00:01"
FAR_CP28 = "48:87:2d:13:00:0e"
IDENTITY = "--uuid 5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40 --major 1"
UUID = re.compile(r"[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}")
PART_OF_UUID = re.compile(r"[0-9A-F]{8}-[0-9A-F]{4}|[0-9A-F]{4}-[0-9A-F]{12}")


class Fault(Exception):
    """The screen is not as expected."""


def expect_in_order(what, shown, *texts):
    """Expects each text to be complete and below the one before it."""
    seen, place = squeezed(shown), 0
    for text in texts:
        found = seen.find(squeezed(text), place)
        if found < 0:
            raise Fault("%s: %r is not shown, or not below %r:\n%s" % (what, text, texts[0], shown))
        place = found + len(squeezed(text))


def expect_whole_uuids(what, shown, least=1):
    """Expects that no line ends within a UUID."""
    whole = sum(len(UUID.findall(line)) for line in shown.splitlines())
    for line in shown.splitlines():
        if PART_OF_UUID.search(UUID.sub("", line)):
            raise Fault("%s: a UUID is broken:\n%s" % (what, shown))
    if whole < least:
        raise Fault("%s: no UUID is shown:\n%s" % (what, shown))


class Screens:
    def __init__(self, perch, environment, folder, width):
        self.perch = perch
        self.folder = folder
        self.environment = environment
        self.width = width
        self.terminal = Terminal(environment, columns=width, rows=30)

    def interrupted(self, command, live, limit=30):
        """Runs a command until the screen has a text, then types ^C; returns the text shown."""
        terminal = self.terminal
        number = terminal.start(command)
        place = len(terminal.text())
        end = time.monotonic() + limit
        while squeezed(live) not in squeezed(terminal.text()[place:]):
            if time.monotonic() > end:
                raise NotShown("%s: %r is not shown:\n%s" % (command, live, terminal.text()[-3_000:]))
            time.sleep(0.02)
        terminal.type("\x03")
        terminal.ended(number, limit)
        return terminal.text()[place:]

    def all(self):
        self.provision()
        self.config()
        self.place()
        self.scan()
        self.tables()

    def provision(self):
        shown = self.terminal.run("perch provision one --beacon %s %s --minor 1 --name One" % (SERIAL_MODULE, IDENTITY))
        expect_in_order("provision", shown, "✗ One", "The device has no characteristic ffe2", "Nothing was saved on the beacon.", "Next:")
        shown = self.interrupted("perch provision one --beacon %s %s --minor %d --name Two --search 20s" % (FAR_CP28, IDENTITY, self.width), "writing")
        expect_in_order("provision and ^C", shown, "Two", "Interrupted before every beacon was provisioned.", "Next:", "`perch provision resume`.")

    def config(self):
        # A device for each run, since the gateway finishes an order even after its client has left.
        command = "perch config pull --device ble:00:11:22:33:%02x:%%02d --timeout %%%%s" % self.width
        shown = self.terminal.run(command % 0 % "2s")
        expect_in_order("config", shown, "did not advertise", "Next:")
        shown = self.interrupted(command % 1 % "30s", "connecting")
        expect_in_order("config and ^C", shown, "nterrupted")

    def place(self):
        command = "perch place --beacon 5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
        shown = self.terminal.run(command + " --samples 2 --duration 2s")
        expect_in_order("place", shown, "Next:")
        shown = self.interrupted(command, "Searching")
        expect_in_order("place and ^C", shown, "Searching")

    def scan(self):
        link = os.path.join(self.folder, "dongle-%d" % self.width)
        simulation = subprocess.Popen([self.perch, "simulate", "--id", "SCREEN", "--link", link], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            simulation.stdout.readline()
            number = self.terminal.start("perch scan --gateway none --port %s" % link)
            place = len(self.terminal.text())
            self.terminal.wait("FlockFinder-S3", limit=30)
            simulation.send_signal(signal.SIGTERM)
            simulation.wait(timeout=20)
            self.terminal.wait("DONGLE DOES NOT ANSWER", limit=30)
            self.terminal.type("\x03")
            self.terminal.ended(number)
            expect_in_order("scan and ^C", self.terminal.text()[place:], "adverts in")
        finally:
            if simulation.poll() is None:
                simulation.kill()
                simulation.wait()

    def tables(self):
        for command in ("perch provision list --duration 1s --all", "perch provision status"):
            shown = self.terminal.run(command)
            expect_whole_uuids(command, shown)
            expect_in_order(command, shown, "Address", "UUID", SERIAL_MODULE)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perch", required=True)
    options = parser.parse_args()
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder,
            "PATH": os.path.dirname(os.path.abspath(options.perch)) + ":/usr/bin:/bin"}
        with open(os.path.join(folder, "log"), "w") as log:
            gateway = subprocess.Popen([options.perch, "serve", "--port", "sim", "--scenario", "crew"], env=environment, stderr=log)
        terminals = []
        try:
            end = time.monotonic() + 30
            while "serves on" not in open(log.name).read():
                if time.monotonic() > end or gateway.poll() is not None:
                    raise Fault("The gateway does not come up:\n" + open(log.name).read())
                time.sleep(0.1)
            for width in WIDTHS:
                screens = Screens(options.perch, environment, folder, width)
                terminals.append(screens.terminal)
                screens.all()
            print("provision, config, place, scan and their tables at %s columns: nothing is drawn over an error" % ", ".join(map(str, WIDTHS)))
        except (Fault, NotShown) as error:
            print(error)
            status = 1
        finally:
            for terminal in terminals:
                terminal.close()
            gateway.send_signal(signal.SIGTERM)
            gateway.wait(timeout=30)
    return status


if __name__ == "__main__":
    sys.exit(main())
