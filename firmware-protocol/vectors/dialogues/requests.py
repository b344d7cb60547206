"""Sections 5 and 8: the request table, and operations of the link."""

from codec import RESPONSE
from dialogue import SESSION, Dialogue, error, free, header, u16, u32

from .sessions import SCAN, greeted, scan_state

TABLES = (1, 2, 4, 8)


def tables():
    yield from table()
    for w in TABLES:
        yield from table_of(w)


def table():
    dialogue = greeted("a repeat gets the same answer, also later", "5.3").ask("PING", {}, {"uptime_ms": "{first:4}"})
    for pause in (0, 40, 1500):
        dialogue.step(wait=pause).ask("PING", {}, {"uptime_ms": "{first:4}"}, id=1)
    yield dialogue
    for w in (2, 4, 8):
        repeated = greeted(
            f"a repeated SCAN_START does not start again, W = {w}",
            "5.3",
            at_least={"max_inflight": w},
            at_most={"max_inflight": w},
        )
        repeated.ask("SCAN_START", SCAN).expect(scan_state(repeated, 1)).grant(1).ask("SCAN_STOP", {}, {})
        repeated.expect(scan_state(repeated, 0)).grant(2).ask("SCAN_START", SCAN, id=1).step(wait=200)
        yield repeated.ask("PING", {}, {"oldest_event": 2, "next_event": 2})
    for operation, answer in (("CANCEL", "NOT_FOUND"), (0x0999, "UNKNOWN_OPERATION"), ("SCAN_START", "MALFORMED")):
        payload = {"CANCEL": "3300", 0x0999: "0102", "SCAN_START": "00"}[operation]
        name = operation if isinstance(operation, str) else "an unknown operation"
        dialogue = greeted(f"a refusal stays in the table: {name}, {answer}", "3.2").ask(operation, payload, answer)
        yield dialogue.ask(operation, payload, answer, id=1).ask(operation, payload + "aa", "SEQUENCE_REUSED", id=1)
    dialogue = greeted("an id with other bytes: SEQUENCE_REUSED, and the table stays", "5.3").ask(
        "PING", {}, {"uptime_ms": "{first:4}"}
    )
    dialogue.step(wait=20).ask("PING", "aa", "SEQUENCE_REUSED", id=1).ask("INFO", "", "SEQUENCE_REUSED", id=1)
    yield dialogue.ask("PING", {}, {"uptime_ms": "{first:4}"}, id=1)
    dialogue = greeted("a large answer is made anew", "5.3").ask("PING")
    for _ in range(2):
        dialogue.send(dialogue.request("INFO", id=2)).expect(
            dialogue.answer("INFO", u16(0) + "{config:4}{unit:4}{ring:2}{queue:2}*", id=2)
        )
    yield dialogue.send(dialogue.request("INFO", "00", id=2)).expect(
        dialogue.answer("INFO", error("SEQUENCE_REUSED"), id=2)
    )
    dialogue = greeted("an unknown flag leaves the table", "3.2")
    for flags in (0x10, 0x20, 0x40, 0x80, 0xF0):
        dialogue.send(dialogue.request("PING", id=1, flags=flags)).expect(
            dialogue.answer("PING", error("UNSUPPORTED_FLAGS"), id=1)
        )
    yield dialogue.ask("PING", id=1)
    dialogue = greeted("another session's request leaves the table", "3.2")
    dialogue.send(dialogue.request("PING", id=1, session=9)).expect(
        header(RESPONSE, 9, 1, 2) + error("WRONG_SESSION", "{boot_id:4}")
    )
    yield dialogue.ask("PING", id=1)
    # Ids by steps of 0x7000 hit the same entry whatever W is.
    dialogue = greeted("ids wrap around", "5.3")
    for id in (0x7000, 0xE000, 0xFFF8, 0x0000, 0x0008):
        dialogue.ask("PING", id=id)
    yield (
        dialogue.ask("PING", {}, "STALE", id=0xFFF8)
        .ask("PING", {}, "STALE", id=0)
        .ask("PING", "00", "SEQUENCE_REUSED", id=8)
        .ask("PING", id=16)
    )
    dialogue = greeted("the largest step forward is 32767, one more is STALE", "5.3").ask("PING", id=8)
    dialogue.ask("PING", {}, "STALE", id=0x8008)
    yield dialogue.ask("PING", id=0x8000).ask("PING", {}, "STALE", id=8)
    dialogue = greeted("STALE leaves the table", "5.3").ask("PING", {}, {"uptime_ms": "{first:4}"}, id=16).step(wait=20)
    yield dialogue.ask("PING", {}, "STALE", id=8).ask("PING", {}, {"uptime_ms": "{first:4}"}, id=16)
    yield greeted("id 0 is an id like any other", "5.2").ask("PING", id=0).ask("PING", "aa", "SEQUENCE_REUSED", id=0)


def table_of(w):
    exactly = {"at_least": {"max_inflight": w}, "at_most": {"max_inflight": w}}
    dialogue = greeted(f"the table has {w} entries", "5.3", **exactly)
    for id in range(1, w + 1):
        dialogue.step(wait=10).ask("PING", {}, {"uptime_ms": f"{{at{id}:4}}"}, id=id)
    dialogue.step(wait=10)
    for id in range(1, w + 1):
        dialogue.ask("PING", {}, {"uptime_ms": f"{{at{id}:4}}"}, id=id)
    dialogue.ask("PING", id=w + 1).ask("PING", {}, "STALE", id=1)
    if w > 1:
        dialogue.ask("PING", {}, {"uptime_ms": "{at2:4}"}, id=2)
    yield dialogue
    dialogue = greeted(f"before the first requests the table has ids from -{w}", "5.3", **exactly)
    yield (
        dialogue.ask("PING", {}, "STALE", id=65536 - w - 1)
        .ask("PING", {}, "SEQUENCE_REUSED", id=65536 - w)
        .ask("PING", id=0)
    )
    dialogue = greeted(f"{w} requests in one burst are answered in order", "5.1", **exactly)
    dialogue.send(*[dialogue.request("PING") for _ in range(w)]).expect(
        *[dialogue.ok("PING", id=id) for id in range(1, w + 1)]
    )
    yield dialogue
    if w > 1:
        dialogue = greeted(f"a request that was lost runs when it is sent again, W = {w}", "5.3", **exactly)
        ids = [id for id in range(1, w + 1) if id != 1]
        dialogue.send(*[dialogue.request("PING", id=id) for id in ids]).expect(
            *[dialogue.ok("PING", id=id) for id in ids]
        )
        yield dialogue.ask("PING", {}, {"uptime_ms": "{now:4}"}, id=1).ask("PING", "00", "SEQUENCE_REUSED", id=1)


def link_operations():
    dialogue = greeted("PING tells boot id and uptime", "8.1")
    answer = {
        "boot_id": "{boot_id:4}",
        "uptime_ms": "{now:4}",
        "oldest_event": 0,
        "next_event": 0,
        "oldest_advert": 0,
        "oldest_sighting": 0,
    }
    dialogue.ask("PING", {}, answer).step(wait=700).ask("PING", {}, answer)
    yield dialogue
    yield greeted("CANCEL of an id that was never used", "8.4").ask("CANCEL", {"request_id": 77}, "NOT_FOUND")
    yield greeted("CANCEL of itself", "8.4").ask("CANCEL", {"request_id": 1}, "NOT_FOUND")
    yield greeted("CANCEL of an immediate request", "8.4").ask("PING").ask("CANCEL", {"request_id": 1}, "NOT_FOUND")
    dialogue = greeted("IDENTIFY takes up to 60 s", "8.5", features=["IDENTIFY"])
    dialogue.ask("IDENTIFY", {"duration_ms": 60000}, {}).ask(
        "IDENTIFY", {"duration_ms": 60001}, ("INVALID_ARGUMENT", u16(0))
    )
    yield dialogue.ask("IDENTIFY", {"duration_ms": 0}, {})
    dialogue = Dialogue("INFO cuts its texts to fit 64 bytes", "8").hello(payload=64)
    dialogue.send(dialogue.request("INFO")).expect(dialogue.answer("INFO", u16(0) + free(12) + "*"))
    yield dialogue.ask("PING")
    dialogue = Dialogue("an answer that does not fit is TOO_LARGE", "8", features=["CONFIG_STORE"]).hello(payload=64)
    yield dialogue.ask("CONFIG_STAT", {}, ("TOO_LARGE", u32(64))).ask("PING")
    dialogue = greeted("GET_STATE of a dongle that has done nothing", "8.3", fresh=True)
    yield whole_state(dialogue)


def whole_state(dialogue):
    """GET_STATE without connections, nothing dropped and nothing rejected."""
    counters = free(4) + u32(0) * 4 + free(4) + u32(0) * 2 + free(4)
    head = "{now:4}" + u16(0) * 2 + u32(0) * 2 + "0000" + "0000" + "??" + "00"
    dialogue.send(dialogue.request("GET_STATE"))
    return dialogue.expect(dialogue.answer("GET_STATE", u16(0) + head + u16(36) + counters + u16(0)))


MAGIC = 0x21544252


def reboots():
    def ask(dialogue, status, detail="", session=SESSION, **fields):
        good = {"magic": MAGIC, "boot_id": "{boot_id}", "mode": 0}
        dialogue.send(dialogue.request("REBOOT", {**good, **fields}, id=0x3344, session=session))
        return dialogue.expect(header(RESPONSE, session, 0x3344, 7) + (error(status, detail) if status else u16(0)))

    invalid = "INVALID_ARGUMENT"
    yield ask(greeted("REBOOT with a wrong magic", "8.6"), invalid, u16(0), magic=MAGIC + 1)
    yield ask(greeted("REBOOT with a wrong magic and boot id", "8.6"), invalid, u16(0), magic=0, boot_id=1)
    # A boot id of 0 is as unlikely as any other.
    yield ask(greeted("REBOOT with a wrong boot id", "8.6"), invalid, u16(4), boot_id=0)
    yield ask(greeted("REBOOT with a wrong boot id and mode", "8.6"), invalid, u16(4), boot_id=0, mode=9)
    yield ask(greeted("REBOOT with mode 2", "8.6"), invalid, u16(8), mode=2)
    yield ask(
        greeted("REBOOT into a boot loader that there is not", "8.6", without=["BOOTLOADER"]), "UNSUPPORTED", mode=1
    )
    yield ask(greeted("REBOOT of another session is looked at", "8.6"), invalid, u16(4), session=9, boot_id=0)
    dialogue = ask(greeted("REBOOT is not numbered", "8.6"), invalid, u16(4), boot_id=0)
    yield ask(dialogue.ask("PING", id=1), invalid, u16(0), magic=0).ask("PING", "aa", "SEQUENCE_REUSED", id=1)
    dialogue = greeted("REBOOT is read under major version 9", "2.4")
    dialogue.send(dialogue.request("REBOOT", {"magic": 0, "boot_id": "{boot_id}"}, id=1, major=9))
    yield dialogue.expect(dialogue.answer("REBOOT", error(invalid, u16(0)), id=1))
    dialogue = greeted("REBOOT with an unknown flag", "3.2")
    dialogue.send(dialogue.request("REBOOT", {"magic": MAGIC, "boot_id": "{boot_id}"}, id=1, flags=0x10))
    yield dialogue.expect(dialogue.answer("REBOOT", error("UNSUPPORTED_FLAGS"), id=1)).step(wait=800).ask("PING", id=1)
    dialogue = Dialogue("REBOOT needs no session", "8.6", fresh=True)
    yield ask(dialogue, invalid, u16(4), session=5, boot_id=0)
    dialogue = ask(Dialogue("REBOOT restarts with reason 3 and another boot id", "8.6").hello().step(boots=True), None)
    dialogue.expect(dialogue.boot(3, "{again!boot_id:4}"), within=700)
    yield dialogue.expect(dialogue.boot(3, "{again:4}"), within=400)
    dialogue = ask(Dialogue("a late copy of REBOOT does not restart again", "8.6").hello().step(boots=True), None)
    dialogue.expect(dialogue.boot(3, "{again!boot_id:4}"), within=700).step(boots=False)
    dialogue.send(dialogue.request("REBOOT", {"magic": MAGIC, "boot_id": "{boot_id}"}, id=0x3344))
    yield dialogue.expect(header(RESPONSE, SESSION, 0x3344, 7) + error(invalid, u16(4)))
    dialogue = ask(Dialogue("after REBOOT the session is over", "8.6").hello().step(boots=True), None)
    dialogue.expect(dialogue.boot(3, "{again!boot_id:4}"), within=700).step(boots=False)
    dialogue.send(dialogue.request("PING", id=1))
    yield dialogue.expect(dialogue.answer("PING", error("WRONG_SESSION", "{again:4}"), id=1))
    dialogue = ask(Dialogue("the session's number is free after REBOOT", "8.6").hello().step(boots=True), None)
    dialogue.expect(dialogue.boot(3, "{again!boot_id:4}"), within=700).step(boots=False).step(forget=["now"])
    yield dialogue.hello(reply={"boot_id": "{again:4}", "reset_reason": 3}).ask("PING", id=1).ask("PING", id=2)
