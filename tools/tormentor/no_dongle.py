"""Unusable ports, and a dongle that goes away for a while."""

import os
import pty
import subprocess
import time
import tty
from concurrent.futures import ThreadPoolExecutor

from field import Gateway, end, wait_for
from promise import Promise

IN_TIME = 15
# Limit of a verb in seconds, longer than IN_TIME, so that a late verb can still end by itself.
LIMIT = 25


def verbs(home):
    return (["scan"], ["capture", home.path("capture.ndjson")], ["range"], ["provision", "list"], ["detect", "watch"])


def no_such_port(field):
    return "/dev/nowhere"


def file(field):
    path = field.path("file")
    open(path, "w").close()
    return path


def silent_port(field):
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    field.undo.append(lambda: (os.close(ours), os.close(theirs)))
    return os.ttyname(theirs)


PORTS = {"no such port": no_such_port, "a file": file, "nobody answers": silent_port}


def alone(field, finding):
    played = []
    for name, port in PORTS.items():
        for number in range(len(verbs(field))):
            # Each has its own port and database, since otherwise one would find them busy.
            home = field.home("%s %d" % (name, number))
            played.append((name, home, [*verbs(home)[number], "--port", port(field)]))
    judge(finding, field, played)


def beside_gateway(field, finding):
    for name, port in PORTS.items():
        home = field.home(name)
        with Gateway(field, home, port=port(field), http=False):
            judge(finding, field, [(name, home, verb) for verb in verbs(home)])


def judge(finding, field, played):
    """Runs all verbs at the same time, and checks how each ends."""
    with ThreadPoolExecutor(len(played)) as pool:
        results = list(pool.map(lambda item: field.run(item[1], *item[2], limit=LIMIT), played))
    for (name, _, verb), result in zip(played, results):
        is_good = result.status == 69 and result.seconds <= IN_TIME and result.errors.strip()
        facts = (name, verb[0], result.status, result.seconds, result.sentence())
        finding.expect(is_good, "%s, `perch %s`: exit %d after %.1f s: %s", *facts)
    finding.note("%s: %d verbs, slowest %.1f s", ", ".join(sorted({name for name, _, _ in played})), len(played), max(result.seconds for result in results))


def comes_back(field, finding, seconds, away):
    home = field.home()
    link = home.path("dongle")

    def plug():
        command = [field.perch, "simulate", "--link", link]
        process = field.start(command, home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: os.path.exists(link), 10)
        return process

    dongle = plug()
    with Gateway(field, home, port=link, http=False) as gateway:
        gateway.wait_live()
        command = [field.perch, "scan", "--duration", "%ds" % seconds, "--json"]
        scan = field.start(command, home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        end(dongle)
        time.sleep(away)
        plug()
        back = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
        output, errors = scan.communicate(timeout=seconds + 30)
    adverts = [line for line in output.splitlines() if '"type":"advert"' in line]
    after = [line for line in adverts if line.split('"ts":"')[1][:19] > back]
    finding.expect(scan.returncode == 0, "the scan ends with %d: %s", scan.returncode, errors.strip()[-200:])
    finding.expect(after, "none of %d adverts came after the dongle was back", len(adverts))
    finding.note("%d adverts, %d of them after %d s without a dongle", len(adverts), len(after), away)


PROMISES = [
    Promise(
        name="no-dongle.alone",
        promise="A verb that listens ends with 69 and the reason within 15 s where its port cannot be used.",
        tried="`scan`, `capture`, `range`, `provision list` and `detect watch` with a port that is not there, a file, and a port on which nobody answers",
        attack=alone,
        limits=(120, 120),
    ),
    Promise(
        name="no-dongle.gateway",
        promise="It does so too where a gateway runs that has no usable dongle.",
        tried="the same verbs beside `perch serve` with each of these ports",
        attack=beside_gateway,
        limits=(120, 120),
    ),
    Promise(
        name="no-dongle.comes-back",
        promise="A dongle that goes away later is waited for.",
        tried="a scan of {seconds} s whose dongle is away for {away} s",
        attack=comes_back,
        short={"seconds": 14, "away": 3},
        long={"seconds": 60, "away": 30},
    ),
]
