"""A serial line that damages, stalls, unplugs and restarts, between a simulated dongle and the gateway."""

import json
import os
import pty
import random
import select
import threading
import time
import tty

from field import Gateway, end, wait_for
from promise import Promise
from wire import Lines, request

PERIPHERAL = "c0:00:00:00:03:01"
# First UUID of as many characteristics as there are writes: each is written once.
FIRST_UUID = 0xA000
# Share of stalled pieces among the affected ones; the others are damaged.
STALLS = 0.05
LONGEST_STALL = 0.5


class Line:
    """A pseudo-terminal that a gateway takes for the dongle's, and a thread that carries bytes
    between both.

    `rate` is the share of pieces of the stream that are damaged or stalled, and can be changed
    meanwhile.
    """

    def __init__(self, field, home, scenario, seed):
        self.random = random.Random(seed)
        self.rate, self.damaged, self.stalled, self.unplugged, self.is_over = 0, 0, 0, 0, False
        self.port = home.path("port")
        link = home.path("dongle")
        self.dongle = field.start([field.perch, "simulate", "--scenario", scenario, "--link", link], home, stdout=-3, stderr=-3)
        if not wait_for(lambda: os.path.exists(link), 20):
            raise RuntimeError("no simulated dongle")
        self.far = os.open(link, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.far)
        self.lock = threading.Lock()
        self.near = None
        self.plug()
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()
        end(self.dongle)
        for number in (self.far, self.near):
            os.close(number)

    def plug(self):
        """Makes the port anew; its previous content is lost, as with an unplugged cable."""
        with self.lock:
            near, slave = pty.openpty()
            tty.setraw(slave)
            link = self.port + ".new"
            os.symlink(os.ttyname(slave), link)
            os.rename(link, self.port)
            os.close(slave)
            old, self.near = self.near, near
        if old is not None:
            self.unplugged += 1
            os.close(old)

    def carry(self):
        while not self.is_over:
            with self.lock:
                ends = {self.far: self.near, self.near: self.far}
                ready, _, _ = select.select(list(ends), [], [], 0.02)
                for source in ready:
                    try:
                        data = self.torment(os.read(source, 512))
                        while data:
                            data = data[os.write(ends[source], data) :]
                    except OSError:
                        # No process has the port open.
                        time.sleep(0.01)

    def torment(self, data):
        if self.random.random() >= self.rate or not data:
            return data
        if self.random.random() < STALLS:
            self.stalled += 1
            time.sleep(self.random.uniform(0, LONGEST_STALL))
            return data
        self.damaged += 1
        place = self.random.randrange(len(data))
        other = bytes([self.random.randrange(256)])
        return self.random.choice(
            (
                data[:place] + other + data[place + 1 :],
                data[:place] + data[place + 1 :],
                data[:place] + other + data[place:],
                data[:place] + data[place + self.random.randrange(64) :],
                data + data[place:],
                b"",
            )
        )


def scenario(field, writes):
    """Returns enough advertisers for a busy line, and a peripheral with a characteristic for each
    write.
    """
    adverts = [
        {"name": "Noise %d" % number, "address": "c0:00:00:00:04:%02x" % number, "intervalMs": 50, "advert": [{"flags": 6}]} for number in range(10)
    ]
    characteristics = [{"uuid": "%04x" % (FIRST_UUID + number), "properties": ["read", "write"], "value": {"hex": "00"}} for number in range(writes)]
    advertiser = {"name": "Slate", "address": PERIPHERAL, "pdu": "ADV_IND", "intervalMs": 50, "advert": [{"flags": 6}]}
    slate = {"advertiser": advertiser, "connectionIntervalMs": 7.5, "services": [{"uuid": "181a", "characteristics": characteristics}]}
    path = field.path("line.json")
    with open(path, "w") as file:
        json.dump({"name": "line", "peripherals": [slate], "advertisers": adverts}, file)
    return path


class Rig:
    """A gateway on a line of its own."""

    def __init__(self, field, scenario, seed):
        self.home = field.home()
        self.line = Line(field, self.home, scenario, seed)
        self.gateway = Gateway(field, self.home, port=self.line.port, http=False)

    def __enter__(self):
        self.gateway.__enter__()
        self.gateway.wait_live()
        return self

    def __exit__(self, *_):
        self.gateway.stop()
        self.line.__exit__()

    def hurt(self, number):
        """Unplugs the cable, or restarts the dongle."""
        if number % 2:
            self.line.plug()
            return
        dongle = self.gateway.get("/v1/dongles")["dongles"][0]["id"]
        try:
            request(self.gateway.socket, "/v1/dongles/%s/reboot" % dongle, "POST", {"mode": "run"}, limit=10)
        except OSError:
            pass


def adverts(field, finding, rates, seconds):
    seen = told = sessions = hurts = 0
    with Rig(field, scenario(field, 0), 1) as rig:
        for percent in rates:
            rig.line.rate = percent / 100
            with Lines(rig.gateway.socket, "/v1/adverts?duration_ms=%d" % (seconds * 1000)) as stream:
                trouble = threading.Timer(seconds / 2, rig.hurt, [percent])
                trouble.start()
                lines = list(iter(stream.read, None))
                trouble.join()
            hurts += 1
            count = Account(lines)
            seen, told, sessions = seen + count.seen, told + count.told, sessions + count.sessions
            for fault in count.faults:
                finding.expect(False, "at %d %%: %s", percent, fault)
        finding.expect(told > 0, "nothing was lost on this line")
        line = rig.line
    finding.note("%d adverts, %d told as lost or missed, %d sessions", seen, told, sessions)
    finding.note("%d pieces damaged, %d stalled, %d unplugged or restarted", line.damaged, line.stalled, hurts)


class Account:
    """Compares the numbers of a stream's adverts with the losses that it reports."""

    def __init__(self, lines):
        self.seen = self.told = self.sessions = 0
        self.faults = []
        self.begin()
        for line in lines:
            kind = line["type"]
            if kind == "advert":
                self.advert(line["number"])
            elif kind in ("lost", "missed"):
                self.told += line["count"]
                self.pending += line["count"]
            elif kind == "interrupted":
                self.begin()
        last = lines[-1] if lines else {"type": "nothing"}
        if last["type"] != "end":
            self.faults.append("the stream ends with %s" % last["type"])
        elif (last["received"], last["lost"] + last["missed"]) != (self.seen, self.told):
            self.faults.append("the end says %s, the lines %d received and %d lost" % (last, self.seen, self.told))

    def begin(self):
        self.next, self.pending = None, 0
        self.sessions += 1

    def advert(self, number):
        gap = 0 if self.next is None else number - self.next
        if self.next is not None and gap != self.pending:
            self.faults.append("%d adverts missing before number %d, %d told" % (gap, number, self.pending))
        self.next, self.pending = number + 1, 0
        self.seen += 1


def writes(field, finding, rates, each):
    outcomes = []
    with Rig(field, scenario(field, len(rates) * each), 2) as rig:
        for percent in rates:
            rig.line.rate = percent / 100
            for number in range(each):
                # One in four writes has an unplugged cable, or a restart.
                trouble = threading.Timer(0.3, rig.hurt, [number // 4])
                if number % 4 == 0:
                    trouble.start()
                outcomes.append(write(field, rig, len(outcomes)))
                trouble.cancel()
        rig.line.rate = 0
        rig.gateway.wait_live(60)
        found = [read(field, rig, number) for number in range(len(outcomes))]
    for number, (outcome, value) in enumerate(zip(outcomes, found)):
        expected = {"done": {"01"}, "not-done": {"00"}, "unknown": {"00", "01"}}.get(outcome, set())
        finding.expect(value in expected, "write %d was told as %s, and the peripheral has %s", number, outcome, value)
    counts = ", ".join("%d %s" % (outcomes.count(outcome), outcome) for outcome in sorted(set(outcomes)))
    finding.expect("done" in outcomes, "not one write was done")
    finding.note("%d writes at %s %%: %s; all read back", len(outcomes), ", ".join(map(str, rates)), counts)


def write(field, rig, number):
    """Returns the outcome of one write, as its verb reports it."""
    uuid = "%04x" % (FIRST_UUID + number)
    result = field.run(rig.home, "gatt", "write", PERIPHERAL, "--type", "random", "--char", uuid, "--hex", "01", "--timeout", "3s", "--json")
    if result.status == 0:
        return "done"
    error = (result.lines("result") or [{}])[-1].get("error", {})
    # An error without an outcome came before anything was sent to the peripheral.
    return error.get("outcome", "not-done" if error and not result.crashed else "exit %d without a result" % result.status)


def read(field, rig, number):
    uuid = "%04x" % (FIRST_UUID + number)
    for _ in range(3):
        result = field.run(rig.home, "gatt", "read", PERIPHERAL, "--type", "random", "--char", uuid, "--json")
        values = result.lines("value")
        if values:
            return values[0]["hex"]
    return "nothing that can be read: " + result.sentence()


PROMISES = [
    Promise(
        name="line.adverts",
        promise="On a line that damages, stalls, unplugs and restarts, the adverts received and those told as lost or missed add up exactly.",
        tried="{seconds} s each with {rates} % of the pieces hit, with a cable pulled or a restart in each",
        attack=adverts,
        short={"rates": (1, 5, 20, 40), "seconds": 4},
        long={"rates": (1, 2, 5, 10, 15, 20, 30, 40), "seconds": 60},
        limits=(120, 900),
    ),
    Promise(
        name="line.writes",
        promise="On such a line each write ends as done, not done or unknown, and the peripheral agrees.",
        tried="{each} writes each with {rates} % of the pieces hit; in one of four a cable is pulled or the dongle restarts",
        attack=writes,
        short={"rates": (1, 10, 40), "each": 8},
        long={"rates": (1, 2, 5, 10, 15, 20, 30, 40), "each": 20},
        limits=(240, 1800),
    ),
]
