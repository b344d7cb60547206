"""Simulated factory beacons, plans for them, and a simulated FlockFinder."""

import json

UUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
MAJOR = 1201
FINDER = "34:85:18:00:00:01"


def address(number):
    return "48:87:2d:11:01:%02x" % number


def finder():
    """Returns a FlockFinder for a scenario."""
    advertiser = {"name": "Finder", "address": FINDER, "addressType": "public", "pdu": "ADV_IND", "intervalMs": 100}
    return {"advertiser": advertiser, "largestMTU": 517, "connectionIntervalMs": 7.5, "behaviour": "flockfinder", "flockFinder": {"firmware": "real"}}


def scenario(path, count, others=(), finders=()):
    """Writes a scenario with `count` CP28s, FlockFinders and other advertisers; returns its path.
    """
    peripherals = [
        {
            "advertiser": {
                "name": "Beacon %d" % number,
                "address": address(number),
                "addressType": "public",
                "pdu": "ADV_IND",
                "intervalMs": 200,
                "distanceM": 1 + number / 4,
            },
            "largestMTU": 247,
            "connectionIntervalMs": 15,
            "connectLimitMs": 50,
            "behaviour": "cp28",
            "cp28": {"iBeacon": {"uuid": "00000000-0000-0000-0000-%012X" % number, "major": 1, "minor": number, "measuredPowerDBm": -59}},
        }
        for number in range(1, count + 1)
    ]
    with open(path, "w") as file:
        json.dump({"name": "torment", "noiseDB": 1, "peripherals": peripherals + list(finders), "advertisers": list(others)}, file)
    return path


def plan(path, count, first=1):
    """Writes a plan that gives each beacon a name and an identity; returns its path."""
    items = [
        {"address": address(number), "address_type": "public", "name": "Table %d" % number, "uuid": UUID, "major": MAJOR, "minor": number}
        for number in range(first, first + count)
    ]
    with open(path, "w") as file:
        json.dump({"version": 1, "items": items}, file)
    return path
