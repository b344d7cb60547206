"""Section 3.2: the order in which a request is checked."""

from codec import RESPONSE
from dialogue import Dialogue, error, header, u16

from .sessions import SCAN, greeted


def order():
    dialogue = greeted("flags before the session", "3.2")
    dialogue.send(dialogue.request("PING", id=1, session=9, flags=0x10))
    yield dialogue.expect(header(RESPONSE, 9, 1, 2) + error("UNSUPPORTED_FLAGS"))
    dialogue = Dialogue("flags before the session, also before any HELLO", "3.2", fresh=True)
    dialogue.send(dialogue.request("PING", id=1, flags=0x40))
    yield dialogue.expect(dialogue.answer("PING", error("UNSUPPORTED_FLAGS"), id=1))
    dialogue = greeted("the session before the request table", "3.2").ask("PING", id=16)
    dialogue.send(dialogue.request("PING", id=8, session=9))
    yield dialogue.expect(header(RESPONSE, 9, 8, 2) + error("WRONG_SESSION", "{boot_id:4}"))
    yield greeted("STALE before the operation", "3.2").ask("PING", id=16).ask(0x0999, "", "STALE", id=8)
    yield (
        greeted("SEQUENCE_REUSED before the operation", "3.2")
        .ask("PING", id=16)
        .ask(0x0999, "", "SEQUENCE_REUSED", id=16)
    )
    yield (
        greeted("flags before the request table", "3.2")
        .ask("PING", id=16)
        .ask("PING", {}, "UNSUPPORTED_FLAGS", id=8, flags=0x80)
    )
    yield (
        greeted("the operation before its payload", "3.2")
        .ask(0x0008, "", "UNKNOWN_OPERATION")
        .ask(0x0309, "", "UNKNOWN_OPERATION")
    )
    for operation, feature in (
        ("IDENTIFY", "IDENTIFY"),
        ("WIFI_SCAN_START", "WIFI_SCAN"),
        ("CONNECT", "GATT"),
        ("CONFIG_BEGIN", "CONFIG_STORE"),
    ):
        dialogue = greeted(f"support before the payload: {operation}", "3.2", without=[feature])
        yield dialogue.ask(operation, "", "UNSUPPORTED").ask(operation, "ff" * 60, "UNSUPPORTED")
    for operation, length, feature in (
        ("CONNECT", 20, "GATT"),
        ("READ", 10, "GATT"),
        ("WRITE", 10, "GATT"),
        ("CONFIG_BEGIN", 48, "CONFIG_STORE"),
        ("SCAN_START", 14, None),
        ("REBOOT", 9, None),
    ):
        # Every field would be out of its range.
        dialogue = greeted(
            f"the end of the payload before its fields: {operation}",
            "3.2",
            **({"features": [feature]} if feature else {}),
        )
        yield dialogue.ask(operation, "ff" * (length - 1), "MALFORMED")


SCAN_FIELDS = [("mode", 2, 0), ("interval", 3, 2), ("window", 3, 4), ("batching_ms", 1001, 10)]
CONNECT_FIELDS = [
    ("deadline_ms", 99, 0),
    ("address_type", 2, 10),
    ("lowest_interval", 5, 12),
    ("highest_interval", 5, 14),
    ("latency", 500, 16),
    ("supervision_timeout", 9, 18),
]
ON = {"slot": 0, "generation": 9}


def fields_in_order():
    """Two wrong fields: the first in the payload is named."""
    cases = [("SCAN_START", {"interval": 160, "window": 80, **SCAN}, SCAN_FIELDS, None)]
    cases.append(("CONNECT", {"deadline_ms": 1000, "address": "665544332211"}, CONNECT_FIELDS, "GATT"))
    cases.append(
        (
            "DISCOVER",
            {"deadline_ms": 1000, "connection": ON, "what": 1, "first_handle": 1, "last_handle": 9},
            [("deadline_ms", 99, 0), ("what", 4, 6), ("first_handle", 0, 8), ("last_handle", 0, 10)],
            "GATT",
        )
    )
    cases.append(
        (
            "READ",
            {"deadline_ms": 1000, "connection": ON, "handle": 1},
            [("deadline_ms", 600001, 0), ("handle", 0, 6), ("offset", 512, 8)],
            "GATT",
        )
    )
    cases.append(
        (
            "SUBSCRIBE",
            {"deadline_ms": 1000, "connection": ON, "handle": 1},
            [("deadline_ms", 0, 0), ("handle", 0, 6), ("mode", 3, 8)],
            "GATT",
        )
    )
    cases.append(
        (
            "EXCHANGE_MTU",
            {"deadline_ms": 1000, "connection": ON, "mtu": 23},
            [("deadline_ms", 99, 0), ("mtu", 22, 6)],
            "GATT",
        )
    )
    cases.append(
        (
            "CONFIG_BEGIN",
            {"deadline_ms": 1000, "length": 1, "digest": "a5" * 32},
            [("deadline_ms", 99, 0), ("length", 0, 4)],
            "CONFIG_STORE",
        )
    )
    cases.append(("CONFIG_READ", {"length": 1}, [("copy", 2, 0), ("length", 0, 6)], "CONFIG_STORE"))
    for operation, good, wrong, feature in cases:
        needs = {"features": [feature]} if feature else {}
        for (name, value, offset), (other, second, _) in zip(wrong, wrong[1:]):
            dialogue = greeted(f"{operation}: {name} before {other}", "3.2", **needs)
            yield dialogue.ask(operation, {**good, name: value, other: second}, ("INVALID_ARGUMENT", u16(offset)))
    for operation, fields in (
        ("DISCONNECT", {}),
        ("READ", {"handle": 1}),
        ("WRITE", {"handle": 1, "value": "01"}),
        ("SUBSCRIBE", {"handle": 1}),
    ):
        dialogue = greeted(f"{operation} without a connection", "10.1", features=["GATT"], fresh=True)
        yield dialogue.ask(operation, {"deadline_ms": 1000, "connection": ON, **fields}, "NOT_CONNECTED")
    dialogue = greeted("the payload before the connection", "10.1", features=["GATT"], fresh=True)
    dialogue.ask("READ", {"deadline_ms": 1000, "connection": ON, "handle": 0}, ("INVALID_ARGUMENT", u16(6)))
    yield dialogue.ask("WRITE_COMMAND", {"connection": ON, "handle": 0, "value": ""}, ("INVALID_ARGUMENT", u16(2)))
    to = {"deadline_ms": 5000, "address": "665544332211", "address_type": 1}
    dialogue = greeted("the payload before BUSY: CONNECT", "3.2", features=["GATT"]).ask("CONNECT", to)
    yield dialogue.ask("CONNECT", {**to, "address": "665544332212", "latency": 500}, ("INVALID_ARGUMENT", u16(16)))
    one = {"slots": 1}
    dialogue = greeted("BUSY before SLOTS_FULL", "10.2", features=["GATT"], at_least=one, at_most=one)
    yield dialogue.ask("CONNECT", to).ask("CONNECT", {**to, "address": "665544332212"}, "BUSY")
    dialogue = greeted("reserved bytes are not looked at", "15")
    yield dialogue.ask("SCAN_START", "00ff" + "0000" * 2 + "80ff" + "0000" * 3).expect(
        dialogue.event("SCAN_STATE", {"radio": 0, "activity": 1, "status": 0})
    )
    dialogue = greeted("a slot that no dongle has", "10.1", features=["GATT"], fresh=True)
    yield dialogue.ask(
        "WRITE_COMMAND", {"connection": {"slot": 255, "generation": 0}, "handle": 1, "value": "00"}, "NOT_CONNECTED"
    )
