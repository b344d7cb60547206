"""SIGKILL for the gateway at random moments, while dongle, beacons and backend keep running."""

import http.client
import json
import random
import subprocess
import threading

import beacons
from backend import LOGIN, Backend
from field import Gateway
from promise import Promise
from wire import Lines, request

KEEP = {"PERCH_EVENTS_KEEP": "100000"}
# Number of times that an order is repeated before it counts as stuck.
ATTEMPTS = 12
# Approximate seconds of a run of three beacons and of a push of a config.
RUN = 5
PUSH = 1.2


class Simulated:
    """A simulated dongle that outlives the gateway."""

    def __init__(self, field, home, scenario):
        self.port = home.path("dongle")
        command = [field.perch, "simulate", "--scenario", scenario, "--link", self.port]
        field.start(command, home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Rig:
    def __init__(self, field, scenario, **variables):
        self.field, self.home = field, field.home()
        self.dongle = Simulated(field, self.home, scenario)
        self.gateway = Gateway(field, self.home, port=self.dongle.port, http=False, variables=variables)
        self.start()

    def start(self):
        if not self.gateway.start():
            raise RuntimeError("the gateway does not start again: " + self.gateway.said())
        self.gateway.wait_live()

    def run_and_kill(self, after, *verb):
        """Runs a verb and kills the gateway meanwhile; returns the verb's result, and whether it
        was done before.
        """
        timer = threading.Timer(after, self.gateway.kill)
        timer.start()
        result = self.field.run(self.home, *verb, limit=90)
        was_early = timer.is_alive()
        timer.cancel()
        timer.join()
        if self.gateway.process.poll() is None:
            self.gateway.kill()
        self.start()
        return result, was_early

    def air(self, seconds):
        """Returns the identities that each address advertises."""
        found = {}
        with Lines(self.gateway.socket, "/v1/adverts?duration_ms=%d" % (seconds * 1000)) as stream:
            for line in iter(stream.read, None):
                if line["type"] == "advert" and "beacon" in line:
                    found[line["address"]] = line["beacon"]["uuid"]
        return found


def provisioning(field, finding, kills, seed=3):
    chance = random.Random(seed)
    count = 3
    rig = Rig(field, beacons.scenario(field.path("scenario.json"), count))
    plan = beacons.plan(field.path("plan.json"), count)
    states, killed = [], 0
    # Each round uses another major, and so starts anew.
    for number in range(kills):
        set_major(plan, number)
        after = RUN * (number + chance.random()) / kills
        _, was_early = rig.run_and_kill(after, "provision", "apply", plan, "--json")
        killed += not was_early
        states += judge_runs(finding, rig, number)
    if judge_runs(finding, rig, kills) != ["verified"] * count:
        rig.field.run(rig.home, "provision", "resume", "--json", limit=90)
        last = judge_runs(finding, rig, kills)
        finding.expect(last == ["verified"] * count, "resumed after the last kill: %s", last)
    counts = ", ".join("%d %s" % (states.count(state), state) for state in sorted(set(states)))
    finding.expect(killed > 0, "every run was over before its kill")
    finding.note("%d kills under a run; %d runs: %s", killed, len(states), counts)


def set_major(plan, number):
    with open(plan) as file:
        order = json.load(file)
    for item in order["items"]:
        item["major"] = beacons.MAJOR + number
        item["uuid"] = "%08X" % (0x5E1F0000 + number) + beacons.UUID[8:]
    with open(plan, "w") as file:
        json.dump(order, file)


def judge_runs(finding, rig, number):
    """Compares each beacon's newest run with its adverts; returns the states."""
    air = rig.air(3)
    result = rig.field.run(rig.home, "provision", "status", "--json")
    newest = {}
    for run in sorted(result.lines("run"), key=lambda run: run["id"]):
        newest[run["address"]] = run
    for address, run in newest.items():
        has_it = air.get(address) == run["uuid"]
        if run["state"] == "verified":
            finding.expect(has_it, "kill %d: run %d is verified, and %s advertises %s", number, run["id"], address, air.get(address))
        elif run["state"] == "failed":
            finding.expect(not has_it, "kill %d: run %d failed, and %s has its identity", number, run["id"], address)
        else:
            is_known = run["state"] in ("unknown", "written-unverified")
            finding.expect(is_known, "kill %d: run %d is %s after a restart", number, run["id"], run["state"])
    return [run["state"] for run in newest.values()]


def registration(field, finding, tables, seed=4):
    chance = random.Random(seed)
    backend = Backend(field)
    rig = Rig(field, beacons.scenario(field.path("scenario.json"), tables), PERCH_PAYFRIT_ENVIRONMENT=backend.url)
    login = field.run(rig.home, "payfrit", "login", stdin=LOGIN)
    used = field.run(rig.home, "payfrit", "use", "Lindenhof")
    if login.status or used.status:
        raise RuntimeError("no login: %s %s" % (login.sentence(), used.sentence()))
    before, kills, done = backend.state()["service_points"], 0, 0
    for number in range(1, tables + 1):
        verb = ["provision", "table", "--new", "--service-point", "Tisch %d" % number, "--beacon", beacons.address(number), "--yes", "--json"]
        for attempt in range(ATTEMPTS):
            if attempt < 3:
                result, was_early = rig.run_and_kill(chance.uniform(0.05, 4), *verb)
                kills += not was_early
            else:
                result = field.run(rig.home, *verb, limit=120)
            if result.status == 0:
                break
        done += finding.expect(result.status == 0, "table %d: exit %d: %s", number, result.status, result.code)
    state = backend.state()
    for what in ("registrations", "hardware", "verifies"):
        counts = list(state[what].values())
        finding.expect(counts == [1] * tables, "%s are counted %s times", what, counts)
    finding.expect(state["active_beacons"] == tables, "%d beacons at the backend", state["active_beacons"])
    finding.expect(state["service_points"] == before + tables, "%d new service points", state["service_points"] - before)
    finding.expect(kills > 0, "every table was done before its kill")
    counted = sum(state["registrations"].values())
    finding.note("%d tables, %d kills, %d registered, %d registrations counted", tables, kills, done, counted)


def config(field, finding, kills, seed=5):
    chance = random.Random(seed)
    rig = Rig(field, beacons.scenario(field.path("finder.json"), 0, finders=[beacons.finder()]))
    device, killed, outcomes = "ble:" + beacons.FINDER, 0, []
    held = held_config(rig, device)
    for number in range(kills):
        wanted = dict(held)
        name = "Torment %d" % number
        change_pattern(rig, "add", name, "--type", "Torment")
        if number:
            # A device has no room for all of them.
            change_pattern(rig, "remove", "Torment %d" % (number - 1))
        _, was_early = rig.run_and_kill(PUSH * (number + chance.random()) / kills, "config", "push", "--device", device, "--replace", "--json")
        killed += not was_early
        now = held_config(rig, device)
        has_new = name in json.dumps(now)
        outcomes.append("new" if has_new else "old")
        finding.expect(has_new or now == wanted, "kill %d: the device holds neither the old nor the new config", number)
        again = field.run(rig.home, "config", "push", "--device", device, "--replace", "--json", limit=90)
        held = held_config(rig, device)
        finding.expect(again.status == 0 and json.dumps(held).count('"%s"' % name) == 1, "kill %d: pushed again: exit %d, %s", number, again.status, again.code)
    finding.expect(killed > 0, "every push was over before its kill")
    finding.note("%d kills under a push; the device then held the old config %d times, the new one %d times", killed, outcomes.count("old"), outcomes.count("new"))


def change_pattern(rig, verb, name, *options):
    result = rig.field.run(rig.home, "pattern", verb, "ble-name", name, *options)
    if result.status:
        raise RuntimeError(result.sentence())


def held_config(rig, device):
    for _ in range(3):
        result = rig.field.run(rig.home, "config", "show", "--device", device, "--raw")
        if result.status == 0:
            return json.loads(result.output)
    raise RuntimeError("the device's config cannot be read: " + result.sentence())


def events(field, finding, kills, seed=6):
    chance = random.Random(seed)
    rig = Rig(field, "restaurant", **KEEP)
    told, regions, lost = {}, [], 0
    for number in range(kills):
        reader = threading.Thread(target=follow, args=(rig.gateway.socket, told))
        reader.start()
        killer = threading.Timer(chance.uniform(0.5, 2.5), rig.gateway.kill)
        killer.start()
        add_regions(rig.gateway.socket, "k%d-" % number, regions)
        killer.join()
        reader.join()
        rig.start()
        stored = {event["id"]: event["title"] for event in all_events(rig.gateway)}
        missing = [number for number, title in told.items() if stored.get(number) != title]
        lost += len(missing)
        finding.expect(not missing, "after kill %d, %d of %d events that were told are gone or changed", number, len(missing), len(told))
        kept = {region["definition"]["name"] for region in rig.gateway.get("/v1/regions")["regions"]}
        finding.expect(set(regions) <= kept, "after kill %d, %d regions that were confirmed are gone", number, len(set(regions) - kept))
    finding.expect(told and regions, "nothing was told before a kill")
    finding.note("%d kills; %d events told, %d regions confirmed, %d lost", kills, len(told), len(regions), lost)


def follow(address, told):
    """Records the events that a reader gets, until the gateway is killed."""
    try:
        with Lines(address, "/v1/events/stream") as stream:
            for line in iter(stream.read, None):
                if "id" in line:
                    told[line["id"]] = line["title"]
    except (OSError, ValueError, http.client.HTTPException):
        pass  # The gateway was killed; half a line is not told.


def add_regions(address, prefix, confirmed):
    """Adds regions, each of which causes one or two events, until the gateway is killed."""
    for number in range(100000):
        name = prefix + str(number)
        try:
            answer = request(address, "/v1/regions", "POST", {"name": name, "uuid": beacons.UUID, "major": 1201, "minor": number % 3 + 1})
        except (OSError, http.client.HTTPException):
            return  # Whether this one was kept nobody was told.
        if answer.status == 200:
            confirmed.append(name)


def all_events(gateway):
    found, last = [], 0
    while page := gateway.get("/v1/events?after=%d&limit=1000" % last)["events"]:
        found += page
        last = page[-1]["id"]
    return found


PROMISES = [
    Promise(
        name="kills.provisioning",
        promise="Whenever the gateway is killed, no run of provisioning is misreported, and `provision resume` ends all of them verified.",
        tried="{kills} kills under runs of three beacons, each held against what is on the air",
        attack=provisioning,
        short={"kills": 4},
        long={"kills": 60},
        limits=(120, 1500),
    ),
    Promise(
        name="kills.registration",
        promise="Whenever the gateway is killed, each table is registered once, and nothing at the backend is doubled.",
        tried="{tables} tables, up to three kills each between the first request and the registration",
        attack=registration,
        short={"tables": 3},
        long={"tables": 20},
        limits=(180, 1500),
    ),
    Promise(
        name="kills.config",
        promise="Whenever the gateway is killed, a device holds the old config or the new one, and the next push succeeds.",
        tried="{kills} kills under pushes to a FlockFinder",
        attack=config,
        short={"kills": 3},
        long={"kills": 30},
        limits=(180, 1500),
    ),
    Promise(
        name="kills.events",
        promise="Whenever the gateway is killed, every event that a reader was told and every region that was confirmed is there at the next start.",
        tried="{kills} kills while regions are added as fast as they are confirmed",
        attack=events,
        short={"kills": 5},
        long={"kills": 50},
        limits=(120, 600),
    ),
]
