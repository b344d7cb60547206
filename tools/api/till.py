"""Helpers for schemathesis for a gateway whose till uses the development server. `hooks.py` loads it."""

# From the development server's members. Another one resets the PIN, since the gateway limits how often that may be asked for.
LOGIN = {"email": "tom@example.com", "mobile": "02222222222", "pin": "1234"}
OTHER = {"email": "admin@bcmarl.de", "mobile": "01234567890", "pin": "1234"}
# Code with which the development server resets every PIN.
RESET_CODE = "123456"
PRODUCTS = ("p-1", "p-2", "p-3")
# Beacon of the simulated dongle.
BADGE = {"uuid": "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", "major": 1201, "minor": 3}
# Operations that need no login.
OPEN = ("till", "logInToTill", "logInToTillByBadge", "logOutOfTill", "requestTillPINReset", "confirmTillPINReset")


class Till:
    def __init__(self, ask, control):
        self.ask = ask
        # Sends a request to the development server itself.
        self.control = control

    def done(self, method, path, **options):
        answer = self.ask(method, "/v1/till" + path, **options)
        if answer.status_code >= 300:
            raise RuntimeError(f"{method} {path}: {answer.text}")
        return answer

    def log_in(self):
        """Logs in, with a balance that covers what is booked."""
        status = self.done("GET", "").json()
        if "member" not in status or status["member"]["by_badge"]:
            status = self.done("POST", "/login", json=LOGIN).json()
        if "open_booking" in status:
            self.done("DELETE", "/open-booking")
        if status["member"]["balance_cents"] < 100000:
            self.control("deposits", {"email": LOGIN["email"], "amountCents": 500000})

    def body(self, operation, body, number):
        """The same body, or every second time one with what exists. Wrong logins are left out: there may not be many."""
        if operation == "logInToTill":
            return dict(LOGIN)
        if operation == "requestTillPINReset":
            return {key: OTHER[key] for key in ("email", "mobile")}
        if operation == "confirmTillPINReset":
            # Refused once there were too many; then the code is not valid any more.
            self.ask("POST", "/v1/till/pin/reset", json={key: OTHER[key] for key in ("email", "mobile")})
            return OTHER | {"code": RESET_CODE}
        if operation == "changeTillPIN":
            return {"current_pin": LOGIN["pin"], "new_pin": LOGIN["pin"]}
        if number % 2 == 0:
            return body
        if operation == "book":
            product = PRODUCTS[number % len(PRODUCTS)]
            if number % 4 == 1:
                found = self.done("PUT", f"/cart/{product}", json={"quantity": 1 + number % 3}).json()
                return {"total_cents": found["total_cents"]}
            prices = {each["id"]: each["price_cents"] for each in self.done("GET", "/products").json()["products"]}
            return {"product": product, "quantity": 2, "total_cents": 2 * prices[product]}
        if operation == "logInToTillByBadge":
            return {"id": self.badge()}
        if operation == "bindTillBadge":
            return {key: value for key, value in body.items() if key not in ("region", "pin")} | BADGE
        return body

    def badge(self):
        """Number of a badge that is near, and whose login stays."""
        self.log_in()
        self.done("PUT", "/badge", json=BADGE | {"stays": True})
        self.done("POST", "/logout")
        for _ in range(600):
            if near := self.done("GET", "").json()["near"]:
                return near[0]["id"]
        raise RuntimeError("the badge is not near")

    def path(self, path, number):
        return path | {"product": PRODUCTS[number % len(PRODUCTS)]} if "product" in path else path

    def query(self, operation, query):
        """The same query, without words that nothing has."""
        if "from" in query:
            query["from"] = "2026-01-31"
        if "period" in query:
            query["period"] = "2026-01"
        return query
