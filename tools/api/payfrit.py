"""Helpers for schemathesis for a gateway that uses the development backend. `hooks.py` loads it.

One beacon is registered. After that the backend refuses every registration, so that queued ones can be changed.
"""

import os
import time

import requests

# From the development backend's small seed.
PHONE = "+15550100"
LOGIN = {"phone": PHONE, "otp": "123456"}
BUSINESS = "1"
POINT = 1
# From the scenario `restaurant`; no other operation provisions it.
BEACON = "48:87:2d:11:00:02"
# Code of operations that only the other API generation supports: a refusal is all that can be expected.
NOT_IN_THIS_API = "payfrit-not-in-this-api"
# Operations that need no login.
OPEN = ("payfritStatus", "sendPayfritOTP", "logInToPayfrit", "logOutOfPayfrit")


class Payfrit:
    def __init__(self, ask, live_dongle):
        self.ask = ask
        self.live_dongle = live_dongle
        self.made = 0
        self.registered = None

    def done(self, method, path, status=200, **options):
        answer = self.ask(method, "/v1/payfrit" + path, **options)
        if answer.status_code != status:
            raise RuntimeError(f"{method} {path}: {answer.text}")
        return answer.json()

    def next(self):
        self.made += 1
        return self.made

    def log_in(self):
        status = self.done("GET", "/status")
        if "user" not in status:
            status = self.done("POST", "/login", json=LOGIN)
        if status.get("business", {}).get("id") != int(BUSINESS):
            self.done("PUT", "/business", json={"business": BUSINESS})

    def uuid(self):
        return f"2F0C7E51-93AB-4D68-8E24-{self.next():012X}"

    def beacon(self):
        """Number of a beacon that no other request uses."""
        body = {"name": f"Made up {self.next()}", "uuid": self.uuid()}
        return self.done("POST", "/beacons", 201, json=body)["id"]

    def table(self):
        """Number of a table that no other request uses."""
        return self.done("POST", "/tables", json={"name": f"Made up {self.next()}"})["id"]

    def settled_table(self):
        """A table whose beacon is provisioned, and whose registration was delivered or refused."""
        self.live_dongle()
        table = self.table()
        self.done("POST", f"/tables/{table}/provision", 201, json={"address": BEACON, "replace": True})
        for _ in range(1200):
            found = self.done("GET", f"/tables/{table}")
            if found["state"] not in ("provisioning", "queued"):
                return found
            time.sleep(0.05)
        raise RuntimeError("the table's beacon is not registered: " + str(found))

    def registered_table(self):
        if self.registered is None:
            found = self.settled_table()
            if found["state"] != "registered":
                raise RuntimeError("the table is not registered: " + str(found))
            self.registered = found["id"]
            fault = {"kind": "refuse", "path": "/beacon-sharding/register_beacon_hardware.php", "times": 1000000}
            control = os.environ["PAYFRIT_URL"].removesuffix("/api") + "/dev/faults"
            requests.post(control, json=fault, timeout=30).raise_for_status()
        return self.registered

    def registration(self):
        """Number of a registration that was refused."""
        self.registered_table()
        found = self.done("GET", "/queue")["registrations"]
        return found[0]["id"] if found else self.settled_table()["registration"]

    def path(self, operation, path):
        """Path parameters that name existing things."""
        if operation == "editRegistration":
            return path | {"entry": self.registration()}
        if "point" in path:
            return path | {"point": POINT}
        if "beacon" in path:
            return path | {"beacon": self.beacon()}
        if "table" in path:
            return path | {"table": self.registered_table() if operation == "registerTable" else self.table()}
        return path

    def body(self, operation, body):
        """A body with valid values."""
        if "name" in body and body["name"] is not None:
            body["name"] = f"Made up {self.next()}"
        if body.get("uuid") is not None:
            body["uuid"] = self.uuid()
        if operation == "sendPayfritOTP":
            return {"phone": PHONE}
        if operation == "logInToPayfrit":
            return LOGIN
        if operation == "choosePayfritBusiness":
            return {"business": BUSINESS}
        if operation == "assignPayfritBeacon":
            return {"beacon": self.beacon()}
        if operation in ("addServicePoint", "editServicePoint"):
            return {key: value for key, value in body.items() if key not in ("type", "code")}
        if operation == "planTable":
            return {"name": f"Made up {self.next()}"}
        return body

    def query(self, operation, query, number):
        """A query with one of the two parameters of a lookup."""
        if operation != "lookUpPayfritBeacons":
            return query
        return {"uuid": self.uuid()} if number % 4 > 1 else {"mac": "c2:00:00:00:00:01"}
