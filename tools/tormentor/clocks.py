"""A wall clock that jumps, with a database that is a month old."""

import os
import re
import shutil
import sqlite3
import struct
import subprocess
import time
from contextlib import closing

from field import Gateway, wait_for
from promise import Promise, Skipped
from wire import request

DAY = 86400
MICROSECONDS = 1_000_000
# Events are limited by their age as well as by their number.
KEEP = {"PERCH_EVENTS_KEEP": "100000", "PERCH_EVENTS_KEEP_DAYS": "31", "PERCH_HISTORY_DAYS": "30"}
TABLES = {"history": "minute, beacon, dongle", "event": "id", "run": "id", "beacon": "number"}
# A gateway writes its history once a minute.
FLUSH = 75


class Clock:
    """The offset of the wall clock of a field's programs."""

    def __init__(self, field):
        compiler = shutil.which("cc") or shutil.which("clang")
        if not compiler:
            raise Skipped("needs a C compiler")
        library, self.file = field.path("clock.so"), field.path("clock")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
        subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
        with open(self.file, "wb") as file:
            file.write(bytes(8))
        self.variables = {"LD_PRELOAD": library, "TORMENT_CLOCK": self.file}

    def step(self, days):
        """Sets the clock the given number of days away from the machine's."""
        with open(self.file, "r+b") as file:
            file.write(struct.pack("=q", int(days * DAY)))


def rows(database):
    with closing(sqlite3.connect("file:%s?mode=ro" % database, uri=True)) as connection:
        return {table: set(connection.execute("SELECT %s FROM %s" % (key, table))) for table, key in TABLES.items()}


def age(database, days):
    """Adds the given days of history, events and runs to a database that a gateway has made."""
    now = int(time.time())
    with closing(sqlite3.connect(database)) as connection, connection:
        beacons = [number for number, in connection.execute("SELECT number FROM beacon")]
        dongle, = connection.execute("SELECT number FROM history_dongle").fetchone()
        starts = range(now - days * DAY, now - DAY // 24, DAY // 24)
        history = [(start // 60, beacon, dongle) for start in starts for beacon in beacons]
        connection.executemany("INSERT OR IGNORE INTO history (minute, beacon, dongle, count) VALUES (?, ?, ?, 60)", history)
        # Newer events have higher ids.
        connection.execute("DELETE FROM event")
        events = [(start * MICROSECONDS,) for start in starts[::4]]
        connection.executemany("INSERT INTO event (at, kind, title, detail, is_simulated) VALUES (?, 'info', 'Of old', '', 1)", events)
        connection.execute("UPDATE beacon SET first_seen = ?", (starts[0] * MICROSECONDS,))
        connection.execute("INSERT INTO run_batch (created) VALUES (?)", (starts[0] * MICROSECONDS,))
        run = """INSERT INTO run (batch, address, profile, name, uuid, major, minor, rssi_at_1m, interval_ms, tx_power, state, step,
            save_begun, attempts, is_simulated, refused_passwords, created, updated)
            VALUES (1, ?, 'cp28', 'Table', zeroblob(16), 1, ?, -59, 500, 4, 'verified', 24, 1, 1, 1, '', ?, ?)"""
        connection.executemany(run, [(number, number, start * MICROSECONDS, start * MICROSECONDS) for number, start in enumerate(starts[::12])])
        count_lived_time(connection)


def count_lived_time(connection):
    """Gives rows the same age in the gateways' running time as in time of day."""
    tables = {name for name, in connection.execute("SELECT name FROM sqlite_master")}
    if "lived_time" not in tables:
        return
    connection.execute("UPDATE lived_time SET lived = unixepoch() * 1000000")
    connection.execute("UPDATE event SET lived = at")
    connection.execute("INSERT OR REPLACE INTO history_minute SELECT DISTINCT minute, minute * 60000000 FROM history")


class Aged:
    """A gateway on a database that is a month old, and counts of the rows that are still there."""

    def __init__(self, field, days):
        self.clock = Clock(field)
        home = field.home()
        self.gateway = Gateway(field, home, http=False, variables={**KEEP, **self.clock.variables})
        with self.gateway:
            self.gateway.wait_live()
            wait_for(lambda: self.gateway.get("/v1/status")["tracking"]["beacons"] > 0, 20)
            time.sleep(2)
        self.database = home.database
        # The history of the beacons heard is written at the end.
        if not rows(self.database)["beacon"]:
            raise RuntimeError("the gateway has recorded no beacon")
        age(self.database, days)
        self.before = rows(self.database)

    def steps(self):
        """Returns the number of clock jumps that were reported."""
        events = self.gateway.get("/v1/events?limit=1000")["events"]
        return sum(bool(re.search("clock[- ]?stepped", event["kind"] + " " + event["title"], re.I)) for event in events)

    def jump(self, days, name):
        """Sets the clock, and adds a region, which becomes an event once its state is known."""
        self.offset = days * DAY
        self.newest = self.gateway.get("/v1/events?limit=1")["events"][-1]["id"]
        self.clock.step(days)
        region = {"name": name, "uuid": "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"}
        answer = request(self.gateway.socket, "/v1/regions", "POST", region)
        if answer.status != 200:
            raise RuntimeError("no region was added: %d %s" % (answer.status, answer.body))

    def has_event(self):
        return self.gateway.get("/v1/events?limit=1")["events"][-1]["id"] > self.newest

    def has_history(self):
        """Whether the database has history of the clock's present."""
        minute = (time.time() + self.offset) // 60
        with closing(sqlite3.connect("file:%s?mode=ro" % self.database, uri=True)) as connection:
            return connection.execute("SELECT 1 FROM history WHERE minute BETWEEN ? AND ?", (minute - 2, minute)).fetchone()

    def judge(self, finding, what):
        after = rows(self.database)
        lost = {table: len(self.before[table] - after[table]) for table in TABLES}
        for table, count in lost.items():
            finding.expect(count == 0, "%s: %d of %d rows of %s lost", what, count, len(self.before[table]), table)
        return sum(lost.values())


def jumps(field, finding, days, jump, hold):
    aged = Aged(field, days)
    with aged.gateway as gateway:
        gateway.wait_live()
        aged.jump(jump, "away")
        wait_for(lambda: aged.has_history() and aged.has_event() and aged.steps() == 1, FLUSH, 0.5)
        finding.expect(aged.has_history() and aged.has_event(), "%d s after the jump nothing was recorded", FLUSH)
        time.sleep(hold)
        aged.jump(0, "back")
        # The history of that time is written at the end.
        wait_for(lambda: aged.has_event() and aged.steps() == 2, FLUSH, 0.5)
        time.sleep(hold)
        told = aged.steps()
    finding.expect(told == 2, "of 2 jumps of %d days, %d are an event", abs(jump), told)
    lost = aged.judge(finding, "after a jump of %+d days and back" % jump)
    numbers = tuple(len(aged.before[table]) for table in TABLES)
    finding.note("%d rows of history, %d events, %d runs, %d beacons; %d lost; %d of 2 jumps told", *numbers, lost, told)


def starts(field, finding, days, jump, hold):
    aged = Aged(field, days)
    for offset in (jump, 0):
        aged.clock.step(offset)
        with aged.gateway as gateway:
            gateway.wait_live()
            # The history is written when the gateway ends.
            time.sleep(hold)
    lost = aged.judge(finding, "started %+d days away and back" % jump)
    finding.note("%d rows, %d lost", sum(len(found) for found in aged.before.values()), lost)


MONTH = {"days": 29, "hold": 2}
MONTH_LONG = {"hold": 70}


def of_clock(name, promise, tried, attack, jump):
    return Promise(name, promise, tried, attack, {**MONTH, "jump": jump}, MONTH_LONG, limits=(240, 480))


PROMISES = [
    of_clock(
        "clock.ahead",
        "A wall clock that jumps far ahead and back loses no history, event or run; each jump of more than a day is an event.",
        "{days} days of history, events and runs; {jump:+d} days while the gateway runs, and back once it has written, {hold} s each",
        jumps,
        40,
    ),
    of_clock(
        "clock.behind",
        "The same holds for a wall clock that jumps back.",
        "{jump:+d} days, likewise",
        jumps,
        -400,
    ),
    of_clock(
        "clock.restart",
        "A gateway that is started with a wrong clock, and again with the right one, loses nothing either.",
        "{days} days of history, events and runs; a start {jump:+d} days away and one back, {hold} s each",
        starts,
        40,
    ),
]
