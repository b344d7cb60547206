"""Databases made by a gateway, and their content as seen from outside."""

import os
import shutil
import sqlite3
import time
from contextlib import closing

import beacons
from field import Gateway
from wire import request


def grown(field, name, rows):
    """Returns the path of a database that a gateway has made, with the given rows of history added,
    and nothing left in a journal.
    """
    home = field.home(name)
    with Gateway(field, home, http=False) as gateway:
        gateway.wait_live()
        # A beacon that was heard for long enough is stored when the gateway ends.
        time.sleep(3)
        add_region(gateway, "alpha")
    with closing(sqlite3.connect(home.database)) as connection:
        with connection:
            minute = int(time.time()) // 60
            found = connection.execute("SELECT number FROM beacon LIMIT 1").fetchone()[0]
            history = [(minute - number, found, 1) for number in range(1, rows + 1)]
            connection.executemany("INSERT OR IGNORE INTO history (minute, beacon, dongle, count) VALUES (?, ?, ?, 60)", history)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return home.database


def add_region(gateway, name):
    answer = request(gateway.socket, "/v1/regions", "POST", {"name": name, "uuid": beacons.UUID})
    if answer.status != 200:
        raise RuntimeError("no region was added: %d" % answer.status)


def put(home, database):
    """Gives a home a copy of a database; returns its path."""
    os.makedirs(os.path.dirname(home.database), 0o750, exist_ok=True)
    return shutil.copy(database, home.database)


def is_sound(path, check="quick_check"):
    try:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute("PRAGMA " + check).fetchall() == [("ok",)]
    except sqlite3.DatabaseError:
        return False


def regions(path):
    """Returns the names of the regions in a database, or None if the file is not a database."""
    try:
        with closing(sqlite3.connect("file:%s?mode=ro" % path, uri=True)) as connection:
            return {name for name, in connection.execute("SELECT name FROM region")}
    except sqlite3.DatabaseError:
        return None
