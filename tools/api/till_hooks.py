"""Hooks with which schemathesis checks the development server of the club's till. `tools/backend-check` loads them.

Generated texts name nothing that exists, so every second request gets those of something that exists.
"""

import os

import requests
import schemathesis

from cases import is_meant, note, operation_of, turn_of

CONTROL = os.environ["BACKEND_URL"].removesuffix("/v1") + "/dev"
# From the server's seed. The token is the administrator's, whose PIN no request may change.
ADMIN = {"email": "admin@bcmarl.de", "mobile": "01234567890"}
ANNA = {"email": "anna@example.com", "mobile": "01111111111"}
TOM = {"email": "tom@example.com", "mobile": "02222222222"}
PIN = "1234"
CODE = "123456"
PRODUCTS = ("p-1", "p-2", "p-3")

backend = requests.Session()


def ask(path, **body):
    backend.post(CONTROL + path, json=body, timeout=30).raise_for_status()


def prepare():
    """Undoes what earlier requests used up."""
    for member in ("u-1", "u-3"):
        ask("/users", id=member, locked=False)
    ask("/users", id="u-2", forgetPin=True)
    ask("/deposits", email=ADMIN["email"], amountCents=1_000_000)


def meant_body(operation, body, number):
    """The same body, with names of existing things."""
    product = PRODUCTS[number // 2 % len(PRODUCTS)]
    bodies = {
        "firstLogin": ANNA | {"pin": PIN},
        "login": TOM | {"pin": PIN},
        "requestPINReset": TOM,
        "confirmPINReset": TOM | {"token": CODE, "newPin": PIN},
        "changePIN": {"currentPin": PIN, "newPin": PIN},
        "addFavorite": {"productId": product},
        "book": {"productId": product, "quantity": 1 + number % 9},
    }
    if operation == "confirmPINReset":
        backend.post(os.environ["BACKEND_URL"] + "/auth/reset-pin-request", json=TOM, timeout=30).raise_for_status()
    return body | bodies.get(operation, {})


@schemathesis.hook
def before_call(context, case, kwargs):
    number = turn_of(case)
    prepare()
    if not number % 2:
        return
    if isinstance(case.body, dict) and is_meant(case, "body"):
        case.body = meant_body(operation_of(case), dict(case.body), number)
    if is_meant(case, "path") and "id" in (case.path_parameters or {}):
        product = PRODUCTS[number // 2 % len(PRODUCTS)]
        case.path_parameters = {"id": product}
        if operation_of(case) == "removeFavorite":
            add = os.environ["BACKEND_URL"] + "/me/favorites"
            backend.post(
                add, json={"productId": product}, headers={"Authorization": f"Bearer {os.environ['BACKEND_TOKEN']}"},
                timeout=30)


@schemathesis.hook
def after_call(context, case, response):
    note(case, response.status_code in (200, 201))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # Servers ignore header fields and parameters of the query that they do not know.
    return "object with unexpected properties" not in failure.message
