"""A disk that fills up at any moment of a provisioning run."""

import json
import os
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import beacons
from field import Gateway, wait_for
from promise import Promise, Skipped
from wire import request

BEACONS = 3
# Room for the database and a run, in KiB.
ROOM = 6144
# Seconds within which printed and stored states must agree once there is room, and within which the
# gateway must report that all is well.
TO_AGREE = 10
TO_RECOVER = 60
# Moments that are tested at the same time. Each spends most of its time waiting.
SIDE_BY_SIDE = 3
FINISHED = {"verified", "written-unverified", "failed", "unknown"}


class SmallDisk:
    """The state folder of a home on a small tmpfs."""

    def __init__(self, field, home):
        self.folder = home.path("state")
        command = ["mount", "-t", "tmpfs", "-o", "size=%dk,mode=700" % ROOM, "tmpfs", self.folder]
        mounted = subprocess.run(command, capture_output=True, text=True)
        if os.geteuid() != 0 or mounted.returncode != 0:
            raise Skipped("no tmpfs can be mounted: " + mounted.stderr.strip())
        field.undo.append(lambda: subprocess.run(["umount", "--lazy", self.folder]))
        self.balloon = home.path("state", "balloon")

    def fill(self):
        with open(self.balloon, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass

    def empty(self):
        os.unlink(self.balloon)


def provisioning(field, finding, moments):
    seconds = Moment(field, "none").run_undisturbed()
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        played = [pool.submit(Moment(field, "%02d" % number).run, seconds * (number + 0.5) / moments) for number in range(moments)]
        played = [moment.result() for moment in played]
    refused = 0
    for moment in played:
        refused += moment.refused
        for text in moment.broken:
            finding.expect(False, "full after %.1f s: %s", moment.after, text)
    finding.expect(refused > 0, "no write was refused at any moment: the disk was never full")
    states = [state for moment in played for state in moment.printed.values()]
    counts = ", ".join("%d %s" % (states.count(state), state) for state in sorted(set(states)))
    slowest = max(moment.agreed_after for moment in played), max(moment.well_after for moment in played)
    finding.note("%d moments of a run of %.0f s, %d with a refused write; %d runs: %s", moments, seconds, refused, len(states), counts)
    finding.note("agreed within %.1f s of room, well within %.1f s", *slowest)


class Moment:
    """One provisioning run on a disk of its own that is full from some moment on."""

    def __init__(self, field, name):
        self.field, self.home = field, field.home("disk-" + name)
        self.disk = SmallDisk(field, self.home)
        scenario = beacons.scenario(self.home.path("scenario.json"), BEACONS)
        self.plan = beacons.plan(self.home.path("plan.json"), BEACONS)
        self.gateway = Gateway(field, self.home, "--scenario", scenario, http=False)
        self.broken, self.refused, self.agreed_after, self.well_after, self.printed = [], False, 0, 0, {}

    def expect(self, holds, text, *values):
        if not holds:
            self.broken.append(text % values)

    def begin(self):
        command = [self.field.perch, "provision", "apply", self.plan, "--json"]
        return self.field.start(command, self.home, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def run_undisturbed(self):
        with self.gateway:
            self.gateway.wait_live()
            began = time.monotonic()
            process = self.begin()
            process.communicate(timeout=120)
            if process.returncode != 0:
                raise RuntimeError("a run on a disk with room ends with %d" % process.returncode)
            return time.monotonic() - began

    def run(self, after):
        self.after = after
        with self.gateway:
            self.gateway.wait_live()
            self.expect(self.health() == "ok", "the gateway says %s with room", self.health())
            process = self.begin()
            time.sleep(after)
            self.disk.fill()
            output, _ = process.communicate(timeout=180)
            lines = [json.loads(line) for line in output.splitlines()]
            self.printed = {line["id"]: line["state"] for line in lines if line["type"] == "run"}
            self.expect(all(state in FINISHED for state in self.printed.values()), "printed as the end: %s", self.printed)
            journal_failed = any(line.get("reason", {}).get("code") == "journal-failed" for line in lines)
            self.expect(not journal_failed or self.health() == "degraded", "the journal could not be written, and /healthz says ok")
            self.see_refusal()
            self.disk.empty()
            self.see_recovery()
        return self

    def see_refusal(self):
        """Makes the gateway write until a write is refused, and checks that it reports that."""
        for number in range(200):
            region = {"name": "r%d" % number, "uuid": beacons.UUID}
            answer = request(self.gateway.socket, "/v1/regions", "POST", region)
            if answer.status >= 500:
                self.refused = True
                break
        if self.refused:
            self.expect(wait_for(lambda: self.health() == "degraded", 2), "after a refused write /healthz says %s", self.health())
            self.expect(self.told(), "after a refused write `perch status` does not say so")

    def see_recovery(self):
        began = time.monotonic()
        agree = wait_for(lambda: self.stored() == self.printed, TO_AGREE, 0.2)
        self.agreed_after = time.monotonic() - began
        self.expect(agree, "printed %s, stored %s", self.printed, self.stored())
        well = wait_for(lambda: self.health() == "ok", TO_RECOVER, 0.5)
        self.well_after = time.monotonic() - began
        self.expect(well, "%d s after there was room /healthz says %s", TO_RECOVER, self.health())
        self.expect(not well or not self.told(), "`perch status` says degraded with room")

    def health(self):
        return self.gateway.get("/healthz")["status"]

    def told(self):
        """Whether `perch status` reports that the gateway is degraded."""
        status = self.field.run(self.home, "status")
        return "degraded" in status.output.lower()

    def stored(self):
        with closing(sqlite3.connect("file:%s?mode=ro" % self.home.database, uri=True)) as connection:
            return dict(connection.execute("SELECT id, state FROM run"))


PROMISES = [
    Promise(
        name="disk.provisioning",
        promise="When the disk fills up, what a provisioning verb printed and what the store keeps agree for every run within 10 s of room; "
        "`/healthz` and `perch status` say degraded from the first refused write on, and well again within a minute of room.",
        tried="a small disk that fills up at {moments} moments of a run of three beacons",
        attack=provisioning,
        short={"moments": 6},
        long={"moments": 30},
        limits=(300, 1500),
    ),
]
