"""Hooks with which schemathesis checks a gateway. `tools/api-check` loads them.

Most generated names name nothing that exists, so every second one is replaced by the name of something that exists. Things
that a request uses up (a released dongle, an ended connection) are created again before the next request. Ports of this
machine are never touched: a dongle is adopted on the simulated port, or on one that does not exist. Regions consist of
beacons of the simulated dongle, which enter them at once. Webhooks go to a port where nothing listens, so that each region
that is entered leaves an entry in the outbox. Most beacons to provision do not exist, so that their runs fail; one of the
simulated beacons gets such a long advertising interval that its run is written but stays unverified. Requests about
FlockFinders are in `flockfinder.py`. Requests about Payfrit go to the development backend; they are in `payfrit.py`. Those
about the club's till go to its development server; they are in `till.py`.
"""

import json
import os
import time
from contextlib import suppress
from urllib.parse import quote

import requests
import schemathesis

from cases import is_meant, note, operation_of, turn_of
from flockfinder import CONFIG_OPERATIONS, DEVICE, LISTENING_OPERATIONS, PATTERN_OPERATIONS, FlockFinders, config_body
from payfrit import NOT_IN_THIS_API, OPEN, Payfrit
from till import OPEN as OPEN_AT_TILL
from till import Till

URL = os.environ["PERCH_API_URL"]
# Device of the scenario `restaurant` that accepts connections.
PERIPHERAL = {"address": "48:87:2d:11:00:01", "address_type": "public"}
# The tables of the same scenario.
BEACON_UUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
TABLES = [{"uuid": BEACON_UUID, "major": 1201, "minor": minor} for minor in range(1, 7)]
# Alias of the last table, so that it is taken for the others.
TAKEN_ALIAS = "Tisch 6 – Fenster"
# A factory beacon, and a UUID that it may get.
FACTORY_BEACON = "48:87:2d:11:00:03"
OWN_UUID = "E7B2C021-5D07-4D0B-9C20-223488C8B012"
# The shortest waits for a beacon.
SHORT_WAITS = {"search_ms": 1000, "verify_ms": 1000}
# This would restart the gateway during the check; `tools/torment` tests it.
NEVER_CARRIED_OUT = ("restore",)
# Long enough for the simulated device, short enough for the many devices that do not exist.
LONGEST_TIMEOUT_MS = 500
# Media type of streams that do not end by themselves; the first line shows whether the answer conforms to the document.
UNENDING = "application/x-ndjson"

gateway = requests.Session()
gateway.headers["Authorization"] = "Bearer " + os.environ["PERCH_API_TOKEN"]


def ask(method, path, **options):
    return gateway.request(method, URL + path, timeout=30, **options)


DONGLE = ask("GET", "/v1/dongles").json()["dongles"][0]


class FirstLines(requests.adapters.HTTPAdapter):
    """Stops reading a stream of lines after the first line, instead of waiting for its end."""

    def send(self, request, *rest, **options):
        response = super().send(request, *rest, **options)
        if response.headers.get("Content-Type") == UNENDING and not response._content_consumed:
            line = b""
            while b"\n" not in line and (piece := response.raw.read1(65536)):
                line += piece
            response._content = line
            response._content_consumed = True
            # If it were only released, the connection would be reused with the rest of the stream in it.
            response.raw.close()
        return response


# schemathesis creates its own sessions, which use this adapter.
requests.sessions.HTTPAdapter = FirstLines


def live_dongle():
    """The simulated dongle, adopted and live."""
    for _ in range(600):
        found = [dongle for dongle in ask("GET", "/v1/dongles").json()["dongles"] if dongle["id"] == DONGLE["id"]]
        if not found or found[0]["state"] == "absent":
            ask("POST", "/v1/dongles", json={"port": DONGLE["port"]})
        elif found[0]["state"] == "live":
            return found[0]
        time.sleep(0.05)
    raise RuntimeError("the simulated dongle does not come back")


def restarted(before):
    """Waits until the simulated dongle has been greeted again; for a moment it still seems to be live."""
    for _ in range(600):
        dongle = live_dongle()
        if dongle["link"]["sessions"] > before:
            return
        time.sleep(0.05)
    raise RuntimeError("the simulated dongle does not restart")


def connection():
    """Id of a connection to the simulated device."""
    held = ask("GET", "/v1/connections").json()["connections"]
    if held:
        return held[0]["id"]
    for _ in range(200):
        made = ask("POST", "/v1/connections", json=PERIPHERAL | {"dongle": live_dongle()["id"], "lease_ms": 600000})
        if made.status_code == 201:
            return made.json()["id"]
        time.sleep(0.1)
    raise RuntimeError("no connection: " + made.text)


def handle(connection, number):
    """Handle of a value of the device."""
    answer = ask("GET", f"/v1/connections/{connection}/services")
    handles = [value["handle"] for service in answer.json()["services"] for value in service["characteristics"]]
    return handles[number % len(handles)]


def beacon_path(beacon):
    return f"/v1/beacons/{beacon['uuid']}/{beacon['major']}/{beacon['minor']}"


def name_beacon(beacon, alias):
    """Names a beacon, so that the gateway keeps it."""
    answer = ask("PUT", beacon_path(beacon) + "/alias", json={"alias": alias})
    if answer.status_code != 200:
        raise RuntimeError("no name: " + answer.text)


def region():
    """Name of a region that contains all tables."""
    for found in ask("GET", "/v1/regions").json()["regions"]:
        if found["definition"]["uuid"] == BEACON_UUID:
            return found["definition"]["name"]
    return new_region()


def new_region():
    regions_made[0] += 1
    name = f"tables.{regions_made[0]}"
    made = ask("POST", "/v1/regions", json={"name": name, "uuid": BEACON_UUID})
    if made.status_code != 200:
        raise RuntimeError("no region: " + made.text)
    return name


def notices():
    return [entry for entry in ask("GET", "/v1/outbox").json()["entries"] if entry["kind"].startswith("region")]


def outbox_entry():
    """Id of an outbox entry: the notice that a region was entered, for the webhook."""
    if not notices():
        live_dongle()
        new_region()
    for _ in range(200):
        if found := notices():
            return found[0]["id"]
        time.sleep(0.05)
    raise RuntimeError("a region that is entered leaves nothing in the outbox")


def absent_beacon():
    """Target values for a beacon that does not exist; never the same twice."""
    beacons_made[0] += 1
    number = beacons_made[0]
    return {
        "address": f"c2:00:00:00:{number >> 8:02x}:{number & 255:02x}",
        "name": f"Absent {number}",
        "uuid": OWN_UUID,
        "major": 1,
        "minor": number,
    }


def provision(item, **waits):
    """A run that has ended. First waits for the end of a run that an earlier request started for the same beacon."""
    for _ in range(1200):
        made = ask("POST", "/v1/provisioning/runs", json=SHORT_WAITS | waits | {"items": [item], "replace": True})
        if made.status_code == 201:
            break
        if made.json().get("code") != "beacon-under-way":
            raise RuntimeError("no run: " + made.text)
        time.sleep(0.05)
    else:
        raise RuntimeError("the beacon stays taken: " + made.text)
    run = made.json()["runs"][0]
    for _ in range(1200):
        if run["state"] in ("verified", "written-unverified", "failed", "unknown"):
            return run
        time.sleep(0.05)
        run = ask("GET", f"/v1/provisioning/runs/{run['id']}").json()
    raise RuntimeError(f"run {run['id']} does not end")


def any_run():
    """Number of any run."""
    runs = ask("GET", "/v1/provisioning/runs?limit=1").json()["runs"]
    return runs[0]["id"] if runs else failed_run()


def failed_run():
    """Number of a run that can be resumed."""
    live_dongle()
    return provision(absent_beacon())["id"]


def written_run():
    """Number of a run that was written and not verified."""
    for run in ask("GET", "/v1/provisioning/runs?limit=1000").json()["runs"]:
        if run["address"] == FACTORY_BEACON:
            if run["state"] in ("written-unverified", "unknown"):
                return run["id"]
            break
    live_dongle()
    beacons_made[0] += 1
    # One advert in 25.5 s: within a second it is hardly ever heard.
    seldom = {"address": FACTORY_BEACON, "interval_ms": 25500, "uuid": OWN_UUID, "major": 2}
    return provision(seldom | {"name": "Seldom", "minor": beacons_made[0]}, search_ms=60000)["id"]


# Number of regions that were named.
regions_made = [0]
# Number of beacons that runs were started for.
beacons_made = [0]
# Number of sessions of the dongle's link before a restart.
sessions = [0]
streams = []


def console_link():
    return ask("POST", "/v1/console").json()["url"]


def console_session():
    """Number of a session of the console."""
    requests.get(console_link(), allow_redirects=False, timeout=30)
    return ask("GET", "/v1/console/sessions").json()["sessions"][-1]["id"]


def asset():
    """A file that the console's page loads."""
    page = requests.get(URL, timeout=30).text
    return dict(zip(("version", "folder", "file"), page.partition('src="/assets/')[2].partition('"')[0].split("/")))


def stream(source):
    """Name of a stream that is being read."""
    with suppress(IndexError):
        streams.pop().close()
    reader = gateway.get(URL + source, stream=True, timeout=30)
    # Kept, so that it stays open.
    streams.append(reader)
    line = b""
    while b"\n" not in line:
        line += reader.raw.read1(65536)
    return json.loads(line.split(b"\n")[0])["stream"]


flockfinders = FlockFinders(ask)
payfrit = Payfrit(ask, live_dongle)
till = Till(ask, lambda order, body: requests.post(f"{os.environ['TILL_URL'].removesuffix('/v1')}/dev/{order}", json=body, timeout=30))


def before_payfrit(case, operation, number):
    """Logs in for every second request and gives it existing names. No query excludes itself."""
    if number % 2 and operation not in OPEN:
        payfrit.log_in()
    if number % 2 and is_meant(case, "path"):
        case.path_parameters = payfrit.path(operation, dict(case.path_parameters or {}))
    if is_meant(case, "query"):
        case.query = payfrit.query(operation, dict(case.query or {}), number)
    if not isinstance(case.body, dict) or not is_meant(case, "body"):
        return
    body = payfrit.body(operation, dict(case.body)) if number % 2 else dict(case.body)
    if operation == "provisionTable":
        # The gateway waits for each beacon that does not exist.
        body |= SHORT_WAITS | {"address": absent_beacon()["address"]}
        if number % 2:
            live_dongle()
            body = {key: value for key, value in body.items() if key not in ("dongle", "profile")}
    case.body = body


def before_till(case, operation, number):
    """Logs in for every second request and gives it existing names."""
    if number % 2 and operation not in OPEN_AT_TILL:
        till.log_in()
    if number % 2 and is_meant(case, "path"):
        case.path_parameters = till.path(dict(case.path_parameters or {}), number)
    if number % 2 and is_meant(case, "query"):
        case.query = till.query(operation, dict(case.query or {}))
    if isinstance(case.body, dict) and is_meant(case, "body"):
        case.body = till.body(operation, dict(case.body), number)
    if operation in ("bindTillBadge", "unbindTillBadge"):
        live_dongle()


@schemathesis.hook
def before_call(context, case, kwargs):
    operation, number = operation_of(case), turn_of(case)
    if "till" in case.operation.tags:
        return before_till(case, operation, number)
    if "payfrit" in case.operation.tags:
        return before_payfrit(case, operation, number)
    if operation in LISTENING_OPERATIONS:
        flockfinders.make_room()
    path = dict(case.path_parameters or {})
    if is_meant(case, "path") and number % 2:
        if "dongle" in path:
            dongle = live_dongle()
            path["dongle"] = quote((dongle["id"], dongle["port"], dongle.get("alias") or dongle["id"])[number % 3], "")
            if operation == "forget" and number % 8 != 7:
                ask("POST", f"/v1/dongles/{dongle['id']}/release")
                path["dongle"] = dongle["id"]
        if "connection" in path:
            path["connection"] = connection()
            if "handle" in path:
                path["handle"] = handle(path["connection"], number // 2)
            if operation == "notifications" and is_meant(case, "query"):
                case.query = dict(case.query or {}, handle=handle(path["connection"], number // 2))
        if "stream" in path:
            path["stream"] = stream(("/v1/adverts", "/v1/ranging")[number // 2 % 2])
        if "region" in path:
            path["region"] = region()
        if "uuid" in path:
            path |= TABLES[number // 2 % (len(TABLES) - 1)]
            if operation == "forgetBeacon":
                name_beacon(path, f"Table {path['minor']}")
        if "entry" in path:
            path["entry"] = outbox_entry()
        if "session" in path:
            path["session"] = console_session()
        if operation == "asset":
            path |= asset()
        if "attachment" in path:
            path["attachment"] = flockfinders.attachment()
        if "run" in path:
            path["run"] = any_run()
        case.path_parameters = path
    if isinstance(case.body, dict) and is_meant(case, "body"):
        body = dict(case.body)
        if operation == "connect":
            if number % 2:
                live_dongle()
                body |= PERIPHERAL
                body.pop("dongle", None)
            elif number % 16:
                # Without the address type, the gateway listens for the device for 5 s.
                body["address_type"] = "random"
            body["timeout_ms"] = min(body.get("timeout_ms") or LONGEST_TIMEOUT_MS, LONGEST_TIMEOUT_MS)
        if operation == "adopt":
            body["port"] = DONGLE["port"] if number % 2 else "/nowhere/" + body["port"].replace("/", "")
        if operation == "addRegion" and number % 2:
            body["uuid"] = BEACON_UUID
            if number % 4 == 3:
                body["name"] = region()
        if operation == "setBeaconAlias" and number % 4 == 3:
            name_beacon(TABLES[-1], TAKEN_ALIAS)
            body["alias"] = TAKEN_ALIAS
        if operation in ("provision", "resumeRuns", "verifyRuns"):
            # The gateway waits for each beacon that does not exist.
            body |= SHORT_WAITS
        if operation in ("provision", "resumeRuns", "verifyRuns") and number % 2:
            live_dongle()
            body.pop("dongle", None)
            body.pop("profile", None)
        if operation == "provision":
            # Only descriptions say that no UUID may be on the ban list and that beacons must differ.
            body["items"] = [item | absent_beacon() for item in body["items"]]
        if operation == "resumeRuns" and number % 2:
            body["runs"] = [failed_run()]
        if operation == "verifyRuns" and number % 2:
            body["runs"] = [written_run()]
        if operation == "setShards":
            body["uuids"] = [OWN_UUID[:-4] + f"{place:04X}" for place in range(len(body["uuids"]))]
        if operation in CONFIG_OPERATIONS:
            live_dongle()
            body = config_body(operation, body, number)
        if operation in PATTERN_OPERATIONS:
            body = flockfinders.patterns_body(operation, body, number)
        case.body = body
    if operation == "liveDetections" and is_meant(case, "query") and "dongle" in (case.query or {}):
        # Only the description says that it needs `device`.
        case.query = {"device": DEVICE, **case.query}
    if is_meant(case, "query") and number % 2:
        query = dict(case.query or {})
        if operation == "ranging" and "region" in query:
            query["region"] = region()
        if operation == "beacons" and "alias" in query:
            name_beacon(TABLES[-1], TAKEN_ALIAS)
            query["alias"] = TAKEN_ALIAS
        if operation in ("beacons", "history") and "after" in query:
            query["after"] = ask("GET", case.operation.path, params={"limit": 1}).json().get("next") or query["after"]
        if operation == "history" and "beacon" in query:
            query["beacon"] = beacon_path(TABLES[0]).removeprefix("/v1/beacons/")
        case.query = query
    if operation == "reboot":
        sessions[0] = live_dongle()["link"]["sessions"]
    if operation == "captureAdverts" and is_meant(case, "query"):
        # The answer comes when the time is over.
        case.query = {**(case.query or {}), "duration_ms": 1 + number % 200}
    if operation == "openConsole" and number % 2 and is_meant(case, "query"):
        case.query = dict(case.query or {}, code=console_link().partition("=")[2])
    if operation in ("adverts", "ranging", "events", "followEvents", "dongleLog", "notifications") and number % 4 > 1:
        case.headers["Accept"] = "text/event-stream"


@schemathesis.serializer("application/vnd.sqlite3")
def bytes_of(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def after_call(context, case, response):
    # The other generation of the backend's API is not tested here.
    is_done = response.status_code < 400 or NOT_IN_THIS_API in response.text
    note(case, is_done or operation_of(case) in NEVER_CARRIED_OUT)
    if operation_of(case) == "reboot" and response.status_code == 204:
        restarted(sessions[0])


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # After ten wrong tokens in a minute the eleventh gets 429, as documented.
    return not (type(failure).__name__ == "IgnoredAuth" and "got `429" in failure.message)
