"""Databases that are empty, cut or damaged."""

import os
import random
import re
import shutil

import databases
from field import Gateway, wait_for
from promise import Promise

PAGE = 4096
# Seconds in which `serve` must report the findings of its check in a small database.
TO_TELL = 5
VERBS = (
    ["store", "check"],
    ["store", "info"],
    ["events"],
    ["region", "list"],
    ["beacon", "list"],
    ["provision", "status"],
    ["pattern", "list"],
    ["dongle", "list"],
    ["outbox"],
)
NEXT_STEP = "perch store restore"
DAMAGE = re.compile("damage|corrupt|malformed|not a database|no database|empty", re.I)


def damaged(field, finding, pages, cuts):
    chance = random.Random(8)
    master = databases.grown(field, "master", 2000)
    kinds = [("%d random pages overwritten" % count, overwrite(count)) for count in range(1, pages + 1)]
    kinds += [("cut at a random place", cut) for _ in range(cuts)]
    kinds += [("a header of noise", noisy_header), ("noise", noise)]
    told = harmed = crashes = 0
    for number, (name, harm) in enumerate(kinds):
        home = field.home("damaged-%d" % number)
        path = databases.put(home, master)
        harm(path, chance)
        copy = shutil.copy(path, field.path("copy.db"))
        # Damage that SQLite's own check does not find need not be reported.
        is_harmed = not databases.is_sound(copy)
        harmed += is_harmed
        alone, crashed = play(field, home, VERBS)
        gateway = Gateway(field, home, http=False)
        gateway.launch()
        if is_harmed:
            tells = wait_for(lambda: tells_of_damage(gateway.said()), TO_TELL)
            told += bool(tells)
            finding.expect(tells, "%s: `perch serve` does not tell it with the next step: %s", name, gateway.said()[-160:].strip())
        wait_for(lambda: gateway.served() or gateway.process.poll() is not None, TO_TELL)
        beside, more = play(field, home, [*VERBS, ["status"]])
        gateway.stop()
        status = gateway.process.returncode
        crashed += more + ["serve, %d" % status] * (status < 0 or status >= 128 or status == 70)
        crashes += len(crashed)
        finding.expect(not crashed, "%s: crashed: %s", name, "; ".join(crashed))
        if is_harmed:
            check = alone["store check"]
            finding.expect(check.status != 0 and tells_of_damage(check.errors + check.output), "%s: `perch store check`: exit %d: %s", name, check.status, check.sentence())
    finding.expect(harmed > 0, "no database was damaged")
    finding.note("%d databases, %d damaged, %d told by `perch serve`; %d verbs, %d crashes", len(kinds), harmed, told, len(kinds) * (2 * len(VERBS) + 2), crashes)


def play(field, home, verbs):
    """Runs verbs; returns their results by name, and the verbs that crashed."""
    results = {" ".join(verb): field.run(home, *verb, limit=30) for verb in verbs}
    return results, ["%s, %d" % (name, result.status) for name, result in results.items() if result.crashed]


def tells_of_damage(text):
    text = " ".join(text.split())
    return DAMAGE.search(text) and NEXT_STEP in text


def overwrite(count):
    def harm(path, chance):
        with open(path, "r+b") as file:
            # Damage of the first page is an attack of its own.
            last = os.path.getsize(path) // PAGE
            for page in chance.sample(range(1, last), count):
                file.seek(page * PAGE)
                file.write(chance.randbytes(PAGE))

    return harm


def cut(path, chance):
    os.truncate(path, chance.randrange(PAGE, os.path.getsize(path) - PAGE))


def noisy_header(path, chance):
    with open(path, "r+b") as file:
        file.write(chance.randbytes(100))


def noise(path, chance):
    size = os.path.getsize(path)
    with open(path, "wb") as file:
        file.write(chance.randbytes(size))


def emptied(field, finding):
    home = field.home()
    # A gateway has run here and left its files.
    with Gateway(field, home, http=False) as gateway:
        gateway.wait_live()
    empty(home)
    results, crashed = play(field, home, [["store", "check"]])
    check = results["store check"]
    told = [is_told_empty(check.errors + check.output)]
    finding.expect(told[0], "`perch store check`: exit %d: %s", check.status, check.sentence())
    empty(home)
    crashed += play(field, home, [["events"]])[1]
    empty(home)
    gateway = Gateway(field, home, http=False).launch()
    told.append(wait_for(lambda: is_told_empty(gateway.said()), TO_TELL))
    finding.expect(told[1], "`perch serve` does not say so: %s", gateway.said()[-160:])
    gateway.stop()
    status = gateway.process.returncode
    finding.expect(not crashed and 0 <= status < 128 and status != 70, "crashed: %s; `perch serve` ended with %d", crashed, status)
    finding.note("told by %d of 2 programs", sum(map(bool, told)))


def empty(home):
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(home.database + ending):
            os.truncate(home.database + ending, 0)


def is_told_empty(text):
    text = " ".join(text.split())
    return "empty" in text and NEXT_STEP in text


PROMISES = [
    Promise(
        name="damage.damaged",
        promise="A damaged database ends no program with a crash; `perch serve` and `perch store check` tell of it and name `perch store restore`.",
        tried="random pages overwritten, {pages} times, {cuts} files cut, a header of noise, a file of noise; ten verbs each, with a gateway and without",
        attack=damaged,
        short={"pages": 4, "cuts": 2},
        long={"pages": 40, "cuts": 20},
        limits=(180, 1200),
    ),
    Promise(
        name="damage.emptied",
        promise="A database of 0 bytes where there had been one is told to be empty, with `perch store restore`.",
        tried="a database that was emptied while the gateway was stopped: `perch store check`, `perch events`, `perch serve`",
        attack=emptied,
    ),
]
