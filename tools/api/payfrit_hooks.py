"""Hooks with which schemathesis checks the development server of Payfrit's API. `tools/backend-check` loads them.

Generated numbers and texts name nothing that exists, so every second request gets those of something that exists. Things
that a request uses up (such as a deleted beacon) are created again before the next request.
"""

import os

import requests
import schemathesis

from cases import is_meant, note, operation_of, turn_of

URL = os.environ["BACKEND_URL"]
# From the small seed: a business, and two of its service points.
BUSINESS = 1
POINTS = (1, 2)
PHONE = "+15550100"
PASSWORD = "123456"

backend = requests.Session()
backend.headers["X-User-Token"] = os.environ["BACKEND_TOKEN"]
# Number of beacons and MAC addresses that were generated.
beacons_made = [0]


def ask(path, body):
    answer = backend.post(URL + path, json=body, timeout=30).json()
    if not answer["OK"]:
        raise RuntimeError(f"{path}: {answer['ERROR']}")
    return answer


def new_uuid():
    beacons_made[0] += 1
    return f"2F0C7E51-93AB-4D68-8E24-{beacons_made[0]:012X}"


def new_mac():
    beacons_made[0] += 1
    return f"C2D1{beacons_made[0]:08X}"


def new_beacon():
    """ID of a beacon that no other request uses."""
    return ask("/beacons/create.cfm", {"BusinessID": BUSINESS, "Name": "Made up", "UUID": new_uuid()})["Beacon"]["ID"]


def identity(point):
    config = ask("/beacon-sharding/get_beacon_config.php", {"BusinessID": BUSINESS, "ServicePointID": point})["Config"]
    return {key: config[key] for key in ("UUID", "Major", "Minor")}


def registered(point):
    """Identity and MAC address of a registered beacon."""
    known = identity(point)
    mac = new_mac()
    body = {"BusinessID": BUSINESS, "ServicePointID": point, "MacAddress": mac} | known
    ask("/beacon-sharding/register_beacon_hardware.php", body)
    return known | {"MacAddress": mac}


def meant_body(operation, body, number):
    """The same body, with the numbers and names of existing things."""
    point = POINTS[number // 2 % len(POINTS)]
    there = {
        "BusinessID": BUSINESS,
        "ServicePointID": point,
        "Phone": PHONE,
        "OTP": PASSWORD,
        "Username": PHONE,
        "Password": PASSWORD,
        "TypeID": 1 + number % 4,
    }
    body |= {key: value for key, value in there.items() if key in body}
    if "Name" in body:
        # Only the description says that the name must not be blank.
        body["Name"] = f"Table {number}"
    if "Code" in body:
        body["Code"] = f"T{number}"
    if isinstance(body.get("BeaconID"), int):
        body["BeaconID"] = new_beacon()
    if operation == "saveServicePoint":
        body["Name"] = f"Table {number}"
        if "ID" in body:
            body["ID"] = point
    if operation in ("saveBeacon", "createBeacon", "updateBeacon"):
        body["UUID"] = new_uuid()
        if "ID" in body:
            body["ID"] = new_beacon()
    if operation == "registerHardware":
        body |= identity(point) | {"MacAddress": new_mac()}
    if operation == "verifyBroadcast":
        body |= {key: value for key, value in registered(point).items() if key in body}
    if operation == "resolveBusiness":
        body |= {key: value for key, value in identity(point).items() if key in body}
    if operation == "lookupBeacons":
        body["UUIDs"] = [identity(point)["UUID"]] + body["UUIDs"][1:]
    if operation == "lookupBeaconByMAC":
        body["MacAddress"] = registered(point)["MacAddress"]
    return body


@schemathesis.hook
def before_call(context, case, kwargs):
    number = turn_of(case)
    if number % 2 and isinstance(case.body, dict) and is_meant(case, "body"):
        case.body = meant_body(operation_of(case), dict(case.body), number)
        if is_meant(case, "header") and "X-Business-ID" in (case.headers or {}):
            case.headers["X-Business-ID"] = str(case.body.get("BusinessID", BUSINESS))


@schemathesis.hook
def after_call(context, case, response):
    was_done = response.status_code == 200 and response.json()["OK"]
    note(case, was_done)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # Servers ignore header fields that they do not know.
    return "in header - object with unexpected properties" not in failure.message
