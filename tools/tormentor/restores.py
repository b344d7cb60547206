"""`perch store restore`, with and without a gateway, of valid and invalid files, and killed in the
middle.
"""

import hashlib
import os
import random
import sqlite3
import subprocess
import threading
from contextlib import closing

import databases
from field import Gateway, wait_for
from promise import Promise

# Rows of history, so that a restore takes long enough to be interrupted.
ROWS = 100_000
# Seconds in which a running gateway must use the restored database.
TO_TAKE_OVER = 10


class Scene:
    """A backup with the region alpha, and a home whose database has beta as well, some of it in the
    journal.
    """

    def __init__(self, field, name, master, file):
        self.field, self.file = field, file
        self.home = field.home(name)
        databases.put(self.home, master)
        self.gateway = Gateway(field, self.home, http=False)

    def make_old(self, stays):
        """Adds beta through a gateway that is killed, so that its journal stays, or that keeps
        running.
        """
        if not self.gateway.start():
            raise RuntimeError(self.gateway.said())
        self.gateway.wait_live()
        databases.add_region(self.gateway, "beta")
        if not stays:
            self.gateway.kill()
            # Changes that are only in the journal would be replayed into another database in its
            # place.
            if not os.path.getsize(self.home.database + "-wal"):
                raise RuntimeError("the killed gateway left no journal")

    def restore(self):
        return self.field.run(self.home, "store", "restore", self.file)

    def regions(self):
        return {region["definition"]["name"] for region in self.gateway.get("/v1/regions")["regions"]}

    def kept_aside(self):
        """Whether another file beside the database, or below its folder, has beta."""
        own = {self.home.database + ending for ending in ("", "-wal", "-shm", ".lock")}
        folder = os.path.dirname(self.home.database)
        others = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
        others = [path for path in others if path not in own]
        return any("beta" in (databases.regions(path) or ()) for path in others)

    def digest(self):
        with open(self.home.database, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()


def backup(field):
    """Returns a database, and a file that `perch store backup` has made of it."""
    master = databases.grown(field, "master", ROWS)
    home = field.home("backup")
    databases.put(home, master)
    file = field.path("backup.db")
    result = field.run(home, "store", "backup", file)
    if result.status != 0 or databases.regions(file) != {"alpha"}:
        raise RuntimeError("no backup: " + result.sentence())
    return master, file


def good(field, finding):
    master, file = backup(field)
    right = 0
    for is_running in (False, True):
        what = "through a gateway" if is_running else "without a gateway"
        scene = Scene(field, what, master, file)
        scene.make_old(stays=is_running)
        result = scene.restore()
        if not finding.expect(result.status == 0, "%s: exit %d: %s", what, result.status, result.sentence()):
            continue
        if is_running:
            finding.expect(scene.gateway.process.poll() is None, "%s: the gateway ended", what)
            wait_for(lambda: scene.regions() == {"alpha"}, TO_TAKE_OVER)
            right += finding.expect(scene.regions() == {"alpha"}, "%s: the regions are %s", what, scene.regions())
            databases.add_region(scene.gateway, "gamma")
            scene.gateway.stop()
        expected = {"alpha", "gamma"} if is_running else {"alpha"}
        with scene.gateway:
            right += finding.expect(scene.regions() == expected, "%s, started again: the regions are %s", what, scene.regions())
        right += finding.expect(databases.is_sound(scene.home.database, "integrity_check"), "%s: the database is damaged", what)
        right += finding.expect(scene.kept_aside(), "%s: the old database is not kept aside", what)
    finding.note("%d of 7 as promised", right)


def bad_files(field, master):
    """Yields files that are not backups of this program, by their fault."""
    chance = random.Random(9)
    with open(master, "rb") as file:
        whole = file.read()
    middle = len(whole) // 2 // 4096 * 4096
    files = {
        "0 bytes": b"",
        "noise": chance.randbytes(100_000),
        "cut in the middle": whole[:middle],
        "pages of noise": whole[:4096] + chance.randbytes(8192) + whole[12288:],
        "a header of noise": chance.randbytes(100) + whole[100:],
        "a text": b"not a database\n" * 1000,
    }
    for name, data in files.items():
        path = field.path("bad-" + name.replace(" ", "-"))
        with open(path, "wb") as file:
            file.write(data)
        yield name, path
    foreign = field.path("bad-foreign")
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE other (thing)")
    yield "another program's database", foreign
    newer = field.path("bad-newer")
    with open(newer, "wb") as file:
        file.write(whole)
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("INSERT INTO grdb_migrations VALUES ('99-of-the-future')")
    yield "a newer version's database", newer
    yield "no file", field.path("nowhere")


def bad(field, finding):
    master, _ = backup(field)
    refused = tried = 0
    for name, path in bad_files(field, master):
        for is_running in (False, True):
            scene = Scene(field, "%s %s" % (name, is_running), master, path)
            scene.make_old(stays=is_running)
            # The journal may still be merged into the file, so only the content must not change.
            before = scene.digest()
            result = scene.restore()
            tried += 1
            # A wrong command line would say nothing about the file.
            is_refused = result.status not in (0, 64) and not result.crashed and os.path.basename(path) in result.errors
            refused += finding.expect(is_refused, "%s: exit %d: %s", name, result.status, result.sentence())
            if not is_running:
                finding.expect(scene.digest() == before, "%s: the database was changed", name)
                scene.gateway.start()
            finding.expect(scene.regions() == {"alpha", "beta"}, "%s: the regions are then %s", name, scene.regions())
            scene.gateway.stop()
    finding.note("%d of %d refused", refused, tried)


def killed(field, finding, kills):
    master, file = backup(field)
    chance = random.Random(10)
    scene = Scene(field, "measured", master, file)
    scene.make_old(stays=False)
    undisturbed = scene.restore()
    if not finding.expect(undisturbed.status == 0, "not killed: exit %d: %s", undisturbed.status, undisturbed.sentence()):
        return
    found, early = [], 0
    for number in range(kills):
        is_running = number % 2 == 1
        scene = Scene(field, "killed-%d" % number, master, file)
        scene.make_old(stays=is_running)
        after = undisturbed.seconds * (number + chance.random()) / kills
        if is_running:
            timer = threading.Timer(after, scene.gateway.kill)
            timer.start()
            scene.restore()
            timer.join()
        else:
            process = field.start([field.perch, "store", "restore", file], scene.home, stdout=subprocess.DEVNULL)
            try:
                process.wait(after)
                early += 1
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        what = "killed after %.2f s, %s" % (after, "gateway" if is_running else "verb")
        serves = scene.gateway.start()
        finding.expect(serves, "%s: the gateway does not start: %s", what, scene.gateway.said()[-200:])
        if serves:
            found.append("new" if scene.regions() == {"alpha"} else "old")
            finding.expect(scene.regions() in ({"alpha"}, {"alpha", "beta"}), "%s: the regions are %s", what, scene.regions())
        scene.gateway.stop()
        finding.expect(databases.is_sound(scene.home.database, "integrity_check"), "%s: the database is damaged", what)
    finding.note("%d kills, %d of them after the end; the old database %d times, the new one %d times", kills, early, found.count("old"), found.count("new"))


PROMISES = [
    Promise(
        name="restore.good",
        promise="A backup is restored with a gateway or without: nothing of the old database or its journal comes back, and that is kept aside.",
        tried="a backup with one region, into a database with two, of a gateway that was killed, and through one that runs",
        attack=good,
        limits=(120, 120),
    ),
    Promise(
        name="restore.bad",
        promise="A file that is damaged, or no database of this program's version, is refused by its name, and nothing is changed.",
        tried="nine files: empty, noise, cut, with pages or a header of noise, a text, another program's, a newer version's, and none; with a gateway and without",
        attack=bad,
        limits=(180, 180),
    ),
    Promise(
        name="restore.killed",
        promise="Killed at any moment, a restore leaves the old database or the new one, whole.",
        tried="{kills} kills, of the verb and of the gateway in turn, from the begin to the end of a restore",
        attack=killed,
        short={"kills": 8},
        long={"kills": 100},
        limits=(120, 900),
    ),
]
