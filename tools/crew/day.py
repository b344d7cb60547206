"""A day of one crew: twelve tables among foreign beacons, played by the text on the screen.

usage: day.py --perch FILE --backend FILE [--columns N] [--keep]

The player reads the screen and types. At the end the screen's text is compared with the development
server and the gateway.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from terminal import NotShown, Terminal

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = 12
PHONE = "+15550101"
PASSWORD = "123456"


class Fault(Exception):
    """The screen contradicts the server or the gateway."""


class Backend:
    """The development server, which can go away and come back."""

    def __init__(self, program, folder):
        self.command = [program, "--database", os.path.join(folder, "backend.db"), "--seed", "crew"]
        self.port = 0
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([*self.command, "--port", str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.process.stdout.readline().split()[-1]
        self.port = int(re.search(r":(\d+)/", self.url)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)

    def ask(self, path, body, token=None):
        headers = {"Content-Type": "application/json", **({"X-User-Token": token} if token else {})}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def registered(self):
        """Returns the names of service points by the numbers of their beacons, and the beacons, as
        another client of the backend sees them.
        """
        token = self.ask("/auth/verifyLoginOTP.php", {"Phone": PHONE, "OTP": PASSWORD})["Token"]
        points = self.ask("/servicepoints/list.php", {"BusinessID": 2}, token)["ServicePoints"]
        beacons = self.ask("/beacons/list.php", {"BusinessID": 2}, token)["Beacons"]
        return points, beacons


class Day:
    def __init__(self, terminal, backend):
        self.terminal = terminal
        self.backend = backend
        self.keys = {}
        self.done = {}

    def log_in(self):
        """Logs in with a phone number and a password that are mistyped at first."""
        terminal = self.terminal
        number = terminal.start("perch payfrit login")
        terminal.wait("Phone:")
        terminal.enter("12")
        place = terminal.place()
        terminal.wait("Phone:", since=place)
        terminal.enter(PHONE)
        terminal.wait("One-time password:")
        terminal.enter("654321")
        place = terminal.place()
        terminal.wait("One-time password (Return for another phone number):", since=place)
        terminal.enter(PASSWORD)
        terminal.wait("Business: Lindenhof", since=place)
        terminal.ended(number)

    def tables(self, upTo=TABLES):
        terminal = self.terminal
        # As a user who reads the screen: which table is next, and the result of the last.
        number = terminal.start("perch provision table --repeat --listen 2s --verify-limit 15s")
        place = 0
        cut = outage = replaced = False
        while True:
            terminal.wait(re.compile(r"Next:.*,thenpressReturn\([^)]*\):$"), since=place, limit=90)
            shown = terminal.text()
            name = re.findall(r"Next: ([^.]{1,40})\. Put", " ".join(shown.split()))[-1]
            if len(self.done) >= upTo and not replaced:
                # The battery is empty: the table gets another beacon.
                replaced = True
                place = terminal.place()
                terminal.enter("Table 2")
                terminal.wait("Next: Table 2.", since=place)
                place = terminal.place()
                terminal.enter()
                terminal.wait("Replace it? [y/N]", since=place)
                terminal.enter("y")
                self.follow("Table 2", place)
                place = terminal.place() - 400
                place = max(place, 0)
                continue
            if replaced:
                terminal.enter("q")
                terminal.ended(number, limit=90)
                return
            if name == "Table 6" and not cut:
                cut = True
                place = terminal.place()
                terminal.enter()
                terminal.wait("writing", since=place)
                terminal.type("\x03")
                terminal.ended(number, limit=60)
                place = terminal.place()
                number = terminal.start("perch provision table --repeat --listen 2s --verify-limit 15s")
                continue
            if name == "Table 9" and not outage:
                outage = True
                place = terminal.place()
                terminal.enter()
                terminal.wait("writing", since=place)
                self.backend.stop()
                terminal.wait("registration", since=place, limit=90)
                terminal.wait(re.compile("trytoagain|pressReturn|PressReturn"), since=place, limit=90)
                self.backend.start()
                self.done[name] = self.done.get(name) or "waits"
                time.sleep(1)
                place = terminal.place()
                terminal.enter()
                continue
            keys = terminal.keys
            place = terminal.place()
            terminal.enter()
            asked = self.follow(name, place)
            self.keys[name] = (terminal.keys - keys, asked)
            place = max(0, terminal.place() - 400)

    def follow(self, name, place):
        """Waits until a table is done, and answers questions. Returns whether there were any."""
        terminal = self.terminal
        asked = False
        while True:
            which = terminal.wait(
                re.compile(re.escape(name.replace(" ", "")) + r"isregisteredasbeacon#(\d+)\."), "Which one? [1-2, Return listens again, q quits]:",
                since=place, limit=120)
            if which == 0:
                self.done[name] = True
                return asked
            asked = True
            place = terminal.place()
            terminal.enter("1")

    def check(self):
        """Compares the screen's text with the actual state."""
        terminal = self.terminal
        shown = terminal.run("perch payfrit tables")
        points, beacons = self.backend.registered()
        active = {beacon["ID"]: beacon for beacon in beacons if beacon["IsActive"]}
        for number in range(1, TABLES + 1):
            name = "Table %d" % number
            point = next(point for point in points if point["Name"] == name)
            if point.get("BeaconID") not in active:
                raise Fault("%s has no active beacon at the backend: %r" % (name, point))
        if shown.count(" registered ") != TABLES:
            raise Fault("Not every table is registered:\n" + shown)
        slow = {name: keys for name, (keys, asked) in self.keys.items() if not asked and keys > 2}
        if slow:
            raise Fault("More than 2 keys where nothing is asked: %r" % slow)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perch", required=True)
    parser.add_argument("--backend", required=True)
    parser.add_argument("--columns", type=int, default=80)
    parser.add_argument("--show", action="store_true", help="print what stood on the screen")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        backend = Backend(options.backend, folder)
        environment = {
            "HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder,
            "PATH": os.path.dirname(os.path.abspath(options.perch)) + ":/usr/bin:/bin", "PERCH_PAYFRIT_ENVIRONMENT": backend.url}
        gateway = subprocess.Popen([options.perch, "serve", "--port", "sim", "--scenario", "crew"], env=environment, stderr=open(os.path.join(folder, "log"), "w"))
        terminal = Terminal(environment, columns=options.columns)
        status = 0
        try:
            end = time.monotonic() + 30
            while "serves on" not in open(os.path.join(folder, "log")).read():
                if time.monotonic() > end or gateway.poll() is not None:
                    raise Fault("The gateway does not come up:\n" + open(os.path.join(folder, "log")).read())
                time.sleep(0.1)
            day = Day(terminal, backend)
            day.log_in()
            day.tables()
            day.check()
            print("%d tables in %.0f s; keys where nothing was asked: %s" % (
                len(day.done), time.monotonic() - began, sorted({keys for keys, asked in day.keys.values() if not asked})))
        except (Fault, NotShown) as error:
            print(error)
            status = 1
        finally:
            if options.show:
                print(terminal.text())
            terminal.close()
            gateway.send_signal(signal.SIGTERM)
            gateway.wait(timeout=30)
            backend.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
