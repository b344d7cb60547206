"""Sections 2 and 4: which frames are taken, and how sessions begin and end."""

from codec import EVENT, GRANT, LOG, REQUEST, RESPONSE, decoded_frame, wire
from dialogue import NONCE, SESSION, Dialogue, error, fields_of, header, u16, u32
from layouts import KINDS, OPERATIONS

OTHER = 0x4321
DROPPED = "dropped_frames"


def sessions():
    yield from greetings()
    yield from refused_greetings()
    yield from new_sessions()
    yield from silence()
    yield from dropped()
    yield from rejected()


def greeted(name, section, **needs):
    return Dialogue(name, section, **needs).hello()


def greetings():
    dialogue = Dialogue("a BOOT comes at 100, 300 and 900 ms", "4.6", fresh=True, clock=True).step(boots=True)
    dialogue.step(wait=20).expect(dialogue.boot("{reason:1}"), within=120)
    dialogue.step(wait=100).expect(dialogue.boot("{reason:1}"), within=150)
    dialogue.step(wait=450).expect(dialogue.boot("{reason:1}"), within=250)
    yield dialogue.step(wait=500)
    dialogue = Dialogue("a HELLO ends the BOOTs", "4.6", fresh=True, clock=True).step(boots=True).step(wait=20)
    dialogue.expect(dialogue.boot("{reason:1}"), within=120).hello(reply={"reset_reason": "{reason:1}"}).step(wait=1200)
    yield dialogue
    yield greeted("HELLO is answered with its nonce and probe", "4.3")
    yield greeted("HELLO again: the same answer", "4.5").hello()
    dialogue = Dialogue("HELLO that wants 64 bytes gets 64 both ways", "4.3").hello(payload=64)
    yield dialogue.hello(payload=64)
    yield Dialogue("HELLO without a probe", "4.3").hello(probe="", reply={"probe": ""})
    long = bytes(range(1, 21)).hex()
    yield Dialogue("a probe of 16 bytes comes back", "4.1").hello(probe=long[:32], reply={"probe": long[:32]})
    yield Dialogue("of a probe of 20 bytes 16 come back", "4.1").hello(probe=long, reply={"probe": long[:32]})
    yield Dialogue("bytes behind the probe are ignored", "15").hello(rest="a1a2a3")
    yield Dialogue("versions 0 to 15 have 1 in common", "4.3").hello(lowest_major=0, highest_major=15, minor=255)
    dialogue = Dialogue("a quiet HELLO is answered under major version 1", "4.4")
    yield dialogue.hello(session=0x2122, nonce=0x23242526, payload=0x0140, probe="", major=0, reply={"probe": ""}).ask(
        "PING"
    )
    yield Dialogue("HELLO is read under major version 9", "2.4").hello(major=9).ask("PING")
    dialogue = greeted("HELLO again leaves the request table", "4.5").ask("PING", {}, {"uptime_ms": "{first:4}"})
    yield dialogue.step(wait=300).hello().ask("PING", {}, {"uptime_ms": "{first:4}"}, id=1)
    dialogue = greeted("HELLO again leaves stream A", "4.5").ask("SCAN_START", SCAN)
    dialogue.expect(dialogue.event("SCAN_STATE", {"radio": 0, "activity": 1, "status": 0})).hello()
    yield dialogue.ask("PING", {}, {"oldest_event": 0, "next_event": 1}, id=2)


SCAN = {"minimum_rssi": -128}


def refused_greetings():
    busy, mismatch = {"status": "SESSION_IN_USE"}, {"status": "VERSION_MISMATCH"}
    dialogue = greeted("another nonce: SESSION_IN_USE, and the session goes on", "4.5").ask(
        "PING", {}, {"uptime_ms": "{first:4}"}
    )
    refuse(dialogue, nonce=NONCE + 1, reply=busy)
    yield dialogue.step(wait=100).ask("PING", {}, {"uptime_ms": "{first:4}"}, id=1).ask("PING")
    dialogue = greeted("no version in common: VERSION_MISMATCH, and the session goes on", "4.5").ask(
        "PING", {}, {"uptime_ms": "{first:4}"}
    )
    refuse(dialogue, session=OTHER, lowest_major=2, highest_major=3, reply=mismatch)
    yield dialogue.step(wait=100).ask("PING", {}, {"uptime_ms": "{first:4}"}, id=1)
    dialogue = greeted("a lowest version over 1 alone is no common version", "4.5")
    yield refuse(dialogue, session=OTHER, lowest_major=2, highest_major=15, reply=mismatch)
    dialogue = greeted("a highest version under 1 is no common version", "4.5")
    yield refuse(dialogue, session=OTHER, lowest_major=0, highest_major=0, reply=mismatch)
    dialogue = greeted("session and nonce as now count before the version", "4.5")
    yield refuse(dialogue, lowest_major=7, highest_major=8, reply={})
    dialogue = greeted("another nonce counts before the version", "4.5")
    yield refuse(dialogue, nonce=1, lowest_major=7, highest_major=8, reply=busy)
    for name, frame in not_well_formed():
        dialogue = (
            Dialogue(f"HELLO with {name} is dropped and counted", "4.5", fresh=True).send(frame).step(wait=50).hello()
        )
        yield state(dialogue, dropped_frames=1)
        dialogue = (
            Dialogue(f"HELLO with {name} leaves the session", "4.5", fresh=True).hello().send(frame).step(wait=50)
        )
        yield state(dialogue.ask("PING"), dropped_frames=1)


def refuse(dialogue, session=SESSION, nonce=NONCE, reply=None, **fields):
    """A HELLO that changes nothing."""
    return dialogue.send(dialogue.hello_frame(session, nonce, **fields)).expect(
        dialogue.hello_reply(session, nonce, **reply)
    )


def not_well_formed():
    frame = Dialogue("", "").hello_frame
    yield "session 0", frame(session=0)
    yield "a wanted payload of 63", frame(payload=63)
    yield "a wanted payload of 0", frame(payload=0)
    yield "flag 4", frame(flags=0x10)
    yield "flag 7", frame(flags=0x80)
    whole = frame()
    yield "no payload", whole[:16]
    yield "its payload cut before the probe", whole[: 16 + 20]
    yield "its probe cut", whole[:-2]


def state(dialogue, **counters):
    """GET_STATE, of which these counters are compared."""
    layout = OPERATIONS["GET_STATE"][3]
    names = [name for name, _ in dict(layout)["counters"][0]]
    table = "".join(
        str(counters[name])
        if isinstance(counters.get(name), str)
        else u32(counters[name])
        if name in counters
        else "????????"
        for name in names
    )
    dialogue.send(dialogue.request("GET_STATE"))
    return dialogue.expect(
        dialogue.answer(
            "GET_STATE", u16(0) + "????????" + "????????" + "????????" * 2 + "????????????" + u16(36) + table + "*"
        )
    )


def new_sessions():
    dialogue = greeted("a new session has a new request table", "4.5").ask("PING").ask("PING").ask("PING")
    yield dialogue.hello(session=OTHER, nonce=1).ask("PING", id=1).ask("CANCEL", {"request_id": 9}, "NOT_FOUND", id=2)
    dialogue = greeted("a new session with the old nonce is a new one", "4.5").ask(
        "PING", {}, {"uptime_ms": "{first:4}"}
    )
    yield dialogue.step(wait=100).hello(session=OTHER).ask("PING", {}, {"uptime_ms": "{!first:4}"})
    dialogue = greeted("a new session begins stream A anew", "4.5").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).hello(session=OTHER, nonce=1).ask(
        "PING", {}, {"oldest_event": 0, "next_event": 0}
    )
    dialogue.ask("SCAN_START", SCAN)
    yield dialogue.expect(scan_state(dialogue, 1))
    dialogue = greeted("a new session stops the scan and does not tell of it", "4.5").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).hello(session=OTHER, nonce=1).step(wait=300)
    dialogue.send(dialogue.request("GET_STATE"))
    yield dialogue.expect(
        dialogue.answer("GET_STATE", u16(0) + "????????" + "0000" * 2 + "00000000" * 2 + "0000" + "0000" + "????" + "*")
    )
    dialogue = greeted("the session before is not this one", "4.7").hello(session=OTHER, nonce=1)
    yield wrong_session(dialogue, SESSION)
    yield wrong_session(Dialogue("a request before any HELLO", "4.7", fresh=True), 0x0777).hello().ask("PING")
    yield wrong_session(Dialogue("a request of session 0", "4.7").hello(), 0)
    dialogue = greeted("a request of another session is not executed", "4.7")
    dialogue.send(dialogue.request("SCAN_START", SCAN, id=1, session=OTHER))
    dialogue.expect(header(RESPONSE, OTHER, 1, 0x0101) + error("WRONG_SESSION", "{boot_id:4}")).step(wait=300)
    dialogue.id = 0
    yield dialogue.ask("PING", {}, {"next_event": 0})
    dialogue = greeted("boot id and device id are the same in every session", "4.3").hello(session=OTHER, nonce=1)
    yield dialogue.ask("PING", {}, {"boot_id": "{boot_id:4}", "uptime_ms": "{now:4}"}).hello(session=7, nonce=1)
    dialogue = greeted("an earlier number can be used again", "4.5").hello(session=OTHER, nonce=1)
    yield dialogue.hello().ask("PING")


def scan_state(dialogue, activity, status=0):
    return dialogue.event("SCAN_STATE", {"radio": 0, "activity": activity, "status": status})


def wrong_session(dialogue, session):
    dialogue.send(dialogue.request("PING", id=5, session=session))
    return dialogue.expect(header(RESPONSE, session, 5, 2) + error("WRONG_SESSION", "{boot_id:4}"))


def silence():
    in_use = {"status": "SESSION_IN_USE"}
    dialogue = (
        greeted("29 s of silence do not end a session", "4.8")
        .ask("PING", {}, {"uptime_ms": "{first:4}"})
        .step(wait=29000)
    )
    yield dialogue.ask("PING", {}, {"uptime_ms": "{first:4}"}, id=1)
    dialogue = greeted("30 s of silence end a session", "4.8").step(wait=30500)
    yield wrong_session(dialogue, SESSION)
    dialogue = greeted("no BOOT is sent when a session ends", "12").step(boots=True).step(wait=33000)
    yield wrong_session(dialogue, SESSION)
    dialogue = greeted("the number of an ended session is in use", "4.8").step(wait=30500)
    refuse(dialogue, reply=in_use)
    refuse(dialogue, nonce=NONCE + 1, reply=in_use)
    yield dialogue.hello(session=OTHER, nonce=1).ask("PING")
    dialogue = greeted("GRANT keeps a session alive", "4.8").step(wait=20000).grant(0).step(wait=20000)
    yield dialogue.ask("PING")
    dialogue = greeted("HELLO keeps a session alive", "4.8").step(wait=20000).hello().step(wait=20000)
    yield dialogue.ask("PING")
    dialogue = (
        greeted("GRANT of another session does not keep one alive", "4.8")
        .step(wait=20000)
        .grant(0, session=OTHER)
        .step(wait=11000)
    )
    yield wrong_session(dialogue, SESSION)
    dialogue = (
        greeted("noise does not keep a session alive", "4.8")
        .step(wait=20000)
        .step(bytes="00112233445566778800")
        .step(wait=11000)
    )
    yield wrong_session(dialogue, SESSION)
    dialogue = greeted("a silent host finds its scan stopped", "4.8").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).grant(1).step(wait=30500).hello(session=OTHER, nonce=1)
    dialogue.send(dialogue.request("GET_STATE"))
    yield dialogue.expect(dialogue.answer("GET_STATE", u16(0) + "????????" + "0000" * 2 + "00000000" * 2 + "0000*"))


def dropped():
    """Frames that are dropped, and counted."""
    ping = fields_of(OPERATIONS["PING"][2], {})
    grant = fields_of(KINDS["GRANT"], {"next": 0, "gap": 0})
    frames = [
        (f"a frame of kind {kind}", "2.1" if kind < 6 else "2.3", header(kind, SESSION, 1, 2))
        for kind in (0, RESPONSE, EVENT, LOG, 6, 15)
    ]
    frames += [
        (f"a request of major version {major}", "2.4", header(REQUEST, SESSION, 1, 2, major=major) + ping)
        for major in (0, 2, 15)
    ]
    frames += [
        ("a GRANT of major version 2", "2.4", header(GRANT, SESSION, 0, 0, major=2) + grant),
        ("a GRANT with flag 4", "2.3", header(GRANT, SESSION, 0, 0, flags=0x10) + grant),
        ("a GRANT that ends before its fields", "15", header(GRANT, SESSION, 0, 0) + grant[:4]),
        ("a GRANT of another session", "4.7", header(GRANT, OTHER, 0, 0) + grant),
    ]
    for name, section, frame in frames:
        dialogue = Dialogue(f"{name} is dropped and counted", section, fresh=True).hello().send(frame).step(wait=50)
        yield state(dialogue, dropped_frames=1)
    dialogue = greeted("flags 0 to 3 may be ignored", "2")
    dialogue.send(dialogue.request("PING", flags=0x0F))
    yield dialogue.expect(dialogue.ok("PING"))
    dialogue = greeted("bytes behind the fields are ignored", "15")
    dialogue.send(dialogue.request("CANCEL", "0900aabb"))
    yield dialogue.expect(dialogue.answer("CANCEL", error("NOT_FOUND")))


def rejected():
    """Stretches that are no frames: counted by reason, and never answered."""
    ping = decoded_frame(REQUEST, SESSION, 1, 2)
    stretches = [
        ("short", "rejected_malformed", "00" + "0211" + "00"),
        ("malformed", "rejected_malformed", "00" + "2011223344" + "00"),
        ("damaged", "rejected_crc", wire(ping[:-1] + bytes([ping[-1] ^ 1])).hex()),
        ("too long", "rejected_overflow", "00" + ("ff" + "55" * 254) * 3 + "00"),
    ]
    for name, counter, data in stretches:
        dialogue = Dialogue(
            f"a stretch that is {name} is counted and not answered",
            "1.4",
            fresh=True,
            at_most={"largest_payload_to_dongle": 700},
        ).hello()
        others = {each: 0 for each in ("rejected_malformed", "rejected_crc", "rejected_overflow")}
        yield state(dialogue.step(bytes=data).step(wait=50), **{**others, counter: 1}, dropped_frames=0)
    dialogue = greeted("text on the line costs no frame", "1.5").step(bytes=b"boot: rev 3\r\n".hex()).ask("PING")
    yield dialogue
    dialogue = greeted("half a frame costs no other", "1.5").step(bytes=wire(ping)[:7].hex()).ask("PING")
    yield dialogue
    dialogue = greeted("a frame may come in pieces", "1.4")
    dialogue.step(bytes=wire(ping)[:5].hex()).step(wait=20).step(bytes=wire(ping)[5:6].hex()).step(wait=20).step(
        bytes=wire(ping)[6:].hex()
    )
    yield dialogue.expect(dialogue.ok("PING", id=1))
    dialogue = greeted("empty frames are skipped", "1.1").step(bytes="00" * 9).ask("PING")
    yield dialogue
    dialogue = greeted(
        "an empty last block behind a full one is taken", "1.2", at_least={"largest_payload_to_dongle": 250}
    )
    body = longest_block()
    encoded = wire(body)[1:-1] + b"\x01"
    dialogue.step(bytes=(b"\0" + encoded + b"\0").hex())
    yield dialogue.expect(dialogue.ok("PING", id=1))


def longest_block():
    """A PING with bytes behind its fields whose frame ends with a full block of COBS."""
    for last in range(1, 256):
        body = decoded_frame(REQUEST, SESSION, 1, 2, b"\x55" * 249 + bytes([last]))
        if 0 not in body[8:]:
            return body
    raise AssertionError("none found")
