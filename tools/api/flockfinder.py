"""Helpers for schemathesis for requests about FlockFinders: detections, patterns and configs. `hooks.py` loads it.

Each request gets new patterns. Configs are those of the dongle, and now and then of a device that does not exist.
"""

from urllib.parse import quote

DEVICE = "FlockFinder-S3"
# Operations with texts whose form only the descriptions define.
PATTERN_OPERATIONS = (
    "addPattern", "editPattern", "removePatterns", "switchPatterns", "importPatterns", "validatePatterns", "matchPatterns"
)
CONFIG_OPERATIONS = (
    "readConfig", "diffConfig", "pullConfig", "pushConfig", "syncConfig", "saveConfig", "resetConfig", "restoreConfig"
)
# Operations that need room for one more attached device.
LISTENING_OPERATIONS = ("attachFlockFinder", "liveDetections")
ATTACHED = "/v1/detections/attached"


def config_body(operation, body, number):
    """An order for the dongle's own config, or now and then for a device that does not exist, for which the gateway waits."""
    body = {key: value for key, value in body.items() if key not in ("dongle", "verify_reboot", "wait_ms", "config", "exact")}
    if operation == "pushConfig":
        body["config"] = '{"version":1,"patterns":{"bleDeviceNames":[{"pattern":"Made up %d","deviceType":"x"}]}}' % number
    absent = {"device": f"ble:c2:00:00:00:01:{number & 255:02x}", "address_type": "random"}
    return body | {"timeout_ms": 1000} | (absent if number % 8 == 5 else {"device": "dongle"})


class FlockFinders:
    def __init__(self, ask):
        self.ask = ask
        # Number of patterns that were generated.
        self.made = 0

    def attached(self):
        return self.ask("GET", ATTACHED).json()["attached"]

    def attachment(self):
        """Id of an attached FlockFinder, which is attached first if there is none."""
        if attached := self.attached():
            return attached[0]["id"]
        made = self.ask("POST", ATTACHED, json={"device": DEVICE})
        if made.status_code != 201:
            raise RuntimeError("no attachment: " + made.text)
        return made.json()["id"]

    def make_room(self):
        """Detaches FlockFinders before the limit is reached."""
        attached = self.attached()
        if len(attached) > 6:
            for found in attached:
                self.ask("DELETE", f"{ATTACHED}/" + quote(found["id"], safe=""))

    def new_pattern(self):
        """A pattern that does not exist yet."""
        self.made += 1
        return {"kind": "mac", "pattern": f"{self.made:06x}"}

    def known_pattern(self):
        """A pattern that exists."""
        pattern = self.new_pattern()
        made = self.ask("POST", "/v1/patterns", json=pattern | {"device_type": "Made up"})
        if made.status_code != 201:
            raise RuntimeError("no pattern: " + made.text)
        return pattern

    def patterns_body(self, operation, body, number):
        """A body with valid texts; every second time its patterns exist."""
        body = {key: value for key, value in body.items() if key not in ("source", "description", "new_pattern")}
        if operation == "addPattern":
            pattern = self.known_pattern() if number % 4 == 3 else self.new_pattern()
            return body | pattern | {"device_type": "Made up", "source": "api-check"}
        if operation == "editPattern":
            pattern = self.known_pattern() if number % 2 else self.new_pattern()
            return body | pattern | {"device_type": "Made up", "description": ""}
        if operation in ("removePatterns", "switchPatterns"):
            count = min(len(body["patterns"]), 3)
            return body | {"patterns": [self.known_pattern() if number % 2 else self.new_pattern() for _ in range(count)]}
        if operation == "importPatterns":
            return body | {"text": "kind,pattern,type\n" + ("ssid,Made up,Device\n" if number % 2 else "")}
        if operation == "validatePatterns":
            return body | {"text": '{"v":1,"mac":[{"p":"x","t":"y"}]}' if number % 2 else None}
        return body | {"ssid": "Flock-12ab34", "address": "b4:1e:52:00:00:01", "uuids": ["3100"], "manufacturers": ["09c8"]}
