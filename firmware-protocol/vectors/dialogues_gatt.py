"""Dialogues of section 10: connections, and operations on them."""

from dialogue import Dialogue, free, u16, u32
from dialogues_sessions import greeted

ADDRESS, ANOTHER = "665544332211", "665544332212"
TO = {"deadline_ms": 5000, "address": ADDRESS, "address_type": 1}
LATE = free(1)
LOCAL_HOST, TIMEOUT, REMOTE_USER, FAILED = 0x0416, 0x0408, 0x0413, 0x043E


def gatt():
    yield from connecting()
    yield from reading_and_writing()
    yield from breaking_off()
    yield from ending()
    yield from values()


def scene(name, section, **needs):
    features = ["GATT", *needs.pop("features", [])]
    return greeted(name, section, features=features, **needs)


def connect(dialogue, address=ADDRESS, name="c", **fields):
    """Connects to a peripheral that takes it after 20 ms."""
    dialogue.ask("CONNECT", {**TO, "address": address, **fields}).step(wait=20).step(peripheral="connects", interval=24)
    connected = {
        "connection": f"{{{name}:2}}",
        "address": address,
        "address_type": 1,
        "mtu": 23,
        "interval": 24,
        "uptime_ms": "{now:4}",
    }
    dialogue.expect(dialogue.event("CONNECTED", connected), dialogue.done(result=f"{{{name}:2}}" + u16(23) + u16(24)))
    return dialogue.grant(dialogue.event_counter)


def connected(name, section, **needs):
    return connect(scene(name, section, **needs))


def on(**fields):
    return {"deadline_ms": 2000, "connection": "{c}", **fields}


def connecting():
    yield connected("CONNECTED comes before the DONE of its CONNECT", "10.2")
    dialogue = connected("GET_STATE shows a connection", "8.3", at_least={"largest_payload_to_host": 90})
    dialogue.send(dialogue.request("GET_STATE"))
    head = free(21) + "00" + u16(36) + free(36) + u16(16)
    yield dialogue.expect(
        dialogue.answer("GET_STATE", u16(0) + head + "{c:2}" + "02" + "01" + ADDRESS + u16(23) + u32(0))
    )
    dialogue = connected("CONNECT to an address that has a slot: ALREADY_CONNECTED", "10.2")
    yield dialogue.ask("CONNECT", TO, ("ALREADY_CONNECTED", "{c:2}"))
    dialogue = scene("CONNECT to an address that is being connected: ALREADY_CONNECTED", "10.2").ask("CONNECT", TO)
    dialogue.ask("CONNECT", TO, "ALREADY_CONNECTED").ask("CANCEL", {"request_id": 1}, {})
    yield dialogue.step(peripheral="gives up").expect(dialogue.done("CANCELLED", LATE, id=1), within=1000)
    dialogue = scene("one CONNECT at a time: BUSY", "10.2", at_least={"slots": 2}).ask("CONNECT", TO)
    dialogue.ask("CONNECT", {**TO, "address": ANOTHER}, "BUSY").step(peripheral="connects", interval=24)
    dialogue.expect(
        dialogue.event("CONNECTED", {"connection": "{c:2}"}), dialogue.done(result="{c:2}" + u16(23) + u16(24), id=1)
    )
    yield connect(dialogue.grant(2), ANOTHER, "d")
    dialogue = connected("every slot is taken: SLOTS_FULL", "10.2", at_least={"slots": 1}, at_most={"slots": 1})
    yield dialogue.ask("CONNECT", {**TO, "address": ANOTHER}, ("SLOTS_FULL", "0101"))
    dialogue = connected("SLOTS_FULL of 3", "10.2", at_least={"slots": 3}, at_most={"slots": 3})
    for number in (0x13, 0x14):
        connect(dialogue, f"6655443322{number:02x}", f"c{number}")
    yield dialogue.ask("CONNECT", {**TO, "address": ANOTHER}, ("SLOTS_FULL", "0303"))
    dialogue = connected("the other address type is another address", "10.2", at_least={"slots": 2})
    yield dialogue.ask("CONNECT", {**TO, "address_type": 0})
    dialogue = connected("ALREADY_CONNECTED before SLOTS_FULL", "10.2", at_least={"slots": 1}, at_most={"slots": 1})
    yield dialogue.ask("CONNECT", TO, ("ALREADY_CONNECTED", "{c:2}"))
    dialogue = scene("CANCEL of CONNECT", "8.4").ask("CONNECT", TO).step(wait=50).ask("CANCEL", {"request_id": 1}, {})
    dialogue.step(peripheral="gives up").expect(dialogue.done("CANCELLED", LATE, id=1), within=1000)
    yield connect(dialogue.ask("CANCEL", {"request_id": 1}, "NOT_FOUND").grant(1))
    dialogue = scene("CONNECT at its deadline", "10.2").ask("CONNECT", {**TO, "deadline_ms": 300}).step(wait=250)
    dialogue.step(wait=100, quiet=False).step(peripheral="gives up").expect(
        dialogue.done("DEADLINE", LATE, id=1), within=1000
    )
    yield connect(dialogue.grant(1))
    dialogue = (
        scene("an attempt that fails says why", "10.2")
        .ask("CONNECT", TO)
        .step(wait=50)
        .step(peripheral="cannot be reached", status=FAILED)
    )
    yield connect(dialogue.expect(dialogue.done(FAILED, 0, id=1)).grant(1))
    dialogue = connected("a slot's generation grows by one", "10.1", at_least={"slots": 1}, at_most={"slots": 1})
    dialogue = disconnect(dialogue)
    connect(dialogue, ADDRESS, "d!c")
    yield dialogue.ask("READ", on(handle=1), "NOT_CONNECTED")
    dialogue = connected("a repeated CONNECT is not executed again", "5.3").ask("CONNECT", TO, id=1).step(wait=200)
    yield dialogue.ask("CONNECT", {**TO, "deadline_ms": 101}, "SEQUENCE_REUSED", id=1)
    dialogue = connected("a new session closes the connection and tells nothing of it", "4.5")
    dialogue.hello(session=7, nonce=7).step(peripheral="is let go").step(wait=200).ask(
        "READ", on(handle=1), "NOT_CONNECTED"
    )
    yield connect(dialogue, ADDRESS, "d!c")
    dialogue = connected(
        "CONNECT waits for a slot that is closing", "10.2", at_least={"slots": 1}, at_most={"slots": 1}
    )
    dialogue.hello(session=7, nonce=7).ask("CONNECT", TO).step(wait=100).step(peripheral="is let go").step(
        wait=20
    ).step(peripheral="connects", interval=24)
    yield dialogue.expect(
        dialogue.event("CONNECTED", {"connection": "{d!c:2}"}), dialogue.done(result="{d:2}" + u16(23) + u16(24))
    )


def disconnect(dialogue):
    dialogue.ask("DISCONNECT", on()).step(peripheral="is let go")
    dialogue.expect(
        dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST, "uptime_ms": "{now:4}"}),
        dialogue.done(),
    )
    return dialogue.grant(dialogue.event_counter)


def reading_and_writing():
    for name, fields, value, more in (
        ("READ of a short value", {"handle": 0x0012}, "a1a2a3", 0),
        ("READ of an empty value", {"handle": 0xFFFF}, "", 0),
        ("READ of one byte less than fits", {"handle": 1}, "5a" * 21, 0),
        ("READ of as much as fits says that there may be more", {"handle": 1}, "5a" * 22, 1),
        ("READ goes on from an offset", {"handle": 1, "offset": 22}, "b1b2", 0),
        ("READ at offset 511", {"handle": 1, "offset": 511}, "c1", 0),
    ):
        dialogue = (
            connected(name, "10.6")
            .ask("READ", on(**fields))
            .step(asked="read", handle=fields["handle"], offset=fields.get("offset", 0))
        )
        blob = u16(len(value) // 2) + value
        yield dialogue.step(peripheral="answers", value=value).expect(dialogue.done(result=f"{more:02x}" + blob))
    dialogue = connected("READ that the peer calls not long is an empty value", "10.6").ask(
        "READ", on(handle=1, offset=22)
    )
    yield dialogue.step(peripheral="refuses", error=0x0B).expect(dialogue.done(result="00" + "0000"))
    for operation, fields in (("READ", {}), ("WRITE", {"value": "01"}), ("SUBSCRIBE", {"mode": 1})):
        dialogue = connected(f"{operation} that the peer refuses", "7.4").ask(operation, on(handle=0x0123, **fields))
        yield dialogue.step(peripheral="refuses", error=5).expect(dialogue.done(0x0505, 0, detail=u16(0x0123)))
    for value in ("", "5a", "00ff" * 10):
        dialogue = connected(f"WRITE of {len(value) // 2} bytes reaches the peer", "10.7").ask(
            "WRITE", on(handle=0x0012, value=value)
        )
        dialogue.step(asked="write", handle=0x0012, value=value).step(wait=100).step(peripheral="acknowledges").expect(
            dialogue.done()
        )
        yield dialogue.step(asked="nothing")
    for w in (1, 2, 8):
        dialogue = connected(
            f"a repeated WRITE is not executed again, W = {w}",
            "5.3",
            at_least={"max_inflight": w},
            at_most={"max_inflight": w},
        )
        dialogue.ask("WRITE", on(handle=1, value="77")).step(asked="write", handle=1, value="77").ask(
            "WRITE", on(handle=1, value="77"), id=2
        )
        dialogue.step(peripheral="acknowledges").expect(dialogue.done()).ask(
            "WRITE", on(handle=1, value="77"), id=2
        ).step(wait=100)
        yield dialogue.step(asked="nothing")
        dialogue = connected(
            f"a repeated WRITE_COMMAND is not executed again, W = {w}",
            "5.3",
            at_least={"max_inflight": w},
            at_most={"max_inflight": w},
        )
        dialogue.ask("WRITE_COMMAND", {"connection": "{c}", "handle": 1, "value": "77"}, {}).step(
            asked="command", handle=1, value="77"
        )
        yield (
            dialogue.ask("WRITE_COMMAND", {"connection": "{c}", "handle": 1, "value": "77"}, {}, id=2)
            .step(wait=50)
            .step(asked="nothing")
        )
    dialogue = connected("WRITE_COMMAND of ATT MTU - 3 bytes reaches the peer", "10.7")
    dialogue.ask("WRITE_COMMAND", {"connection": "{c}", "handle": 0x0102, "value": "a5" * 20}, {})
    yield dialogue.step(asked="command", handle=0x0102, value="a5" * 20)
    dialogue = connected("WRITE_COMMAND of one byte more is TOO_LARGE and not cut", "10.7")
    dialogue.ask("WRITE_COMMAND", {"connection": "{c}", "handle": 0x0102, "value": "a5" * 21}, ("TOO_LARGE", free(4)))
    yield dialogue.step(asked="nothing")
    for mode in (0, 1, 2):
        dialogue = connected(f"SUBSCRIBE with mode {mode} writes the descriptor", "10.8").ask(
            "SUBSCRIBE", on(handle=0x0013, mode=mode)
        )
        yield (
            dialogue.step(asked="write", handle=0x0013, value=u16(mode))
            .step(peripheral="acknowledges")
            .expect(dialogue.done())
        )
    dialogue = connected(
        "EXCHANGE_MTU gives the MTU in effect, and once is enough", "10.4", at_least={"largest_mtu": 100}
    )
    dialogue.ask("EXCHANGE_MTU", on(mtu=100)).step(asked="mtu", mtu=100).step(peripheral="takes", mtu=64).expect(
        dialogue.done(result=u16(64))
    )
    dialogue.ask("EXCHANGE_MTU", on(mtu=90)).expect(dialogue.done(result=u16(64))).step(asked="nothing")
    dialogue.ask("WRITE_COMMAND", {"connection": "{c}", "handle": 1, "value": "a5" * 61}, {})
    yield dialogue.ask("WRITE_COMMAND", {"connection": "{c}", "handle": 1, "value": "a5" * 62}, ("TOO_LARGE", free(4)))
    dialogue = Dialogue("EXCHANGE_MTU is cut to what 64 bytes of payload allow", "10.4", features=["GATT"]).hello(
        payload=64, reply={"largest_mtu": 57}
    )
    dialogue = (
        connect(dialogue).ask("EXCHANGE_MTU", on(mtu=517)).step(asked="mtu", mtu=57).step(peripheral="takes", mtu=512)
    )
    yield dialogue.expect(dialogue.done(result=u16(57)))
    for what in (1, 2, 3):
        dialogue = connected(f"DISCOVER {what} of nothing is a result", "10.5")
        dialogue.ask("DISCOVER", on(what=what, first_handle=1, last_handle=65535)).step(
            peripheral="refuses", error=0x0A
        )
        yield dialogue.expect(dialogue.done(result=u16(0) + f"{what:02x}" + "0000"))
    dialogue = (
        connected("a second operation on a connection is BUSY", "10.1")
        .ask("READ", on(handle=1))
        .ask("WRITE", on(handle=1, value=""), "BUSY")
    )
    dialogue.ask("WRITE_COMMAND", {"connection": "{c}", "handle": 1, "value": "00"}, "BUSY").step(
        peripheral="answers", value="aa"
    )
    dialogue.expect(dialogue.done(result="00" + "0100aa", id=2)).grant(3).ask("READ", on(handle=1)).step(
        peripheral="answers", value="bb"
    )
    yield dialogue.expect(dialogue.done(result="00" + "0100bb"))
    dialogue = (
        connected("the payload before BUSY", "10.1")
        .ask("READ", on(handle=1))
        .ask("READ", on(handle=0), ("INVALID_ARGUMENT", u16(6)))
    )
    yield dialogue.ask("READ", {**on(handle=1), "connection": {"slot": 200, "generation": 0}}, "NOT_CONNECTED")


def breaking_off():
    dialogue = (
        connected("CANCEL of READ", "8.4").ask("READ", on(handle=1)).step(wait=50).ask("CANCEL", {"request_id": 2}, {})
    )
    dialogue.expect(dialogue.done("CANCELLED", 0, id=2), within=1000)
    yield dialogue.ask("CANCEL", {"request_id": 2}, "NOT_FOUND")
    dialogue = (
        connected("CANCEL of a WRITE that the radio has: effect unknown", "7.4")
        .ask("WRITE", on(handle=1, value="01"))
        .step(wait=50)
    )
    yield (
        dialogue.step(asked="write", handle=1, value="01")
        .ask("CANCEL", {"request_id": 2}, {})
        .expect(dialogue.done("CANCELLED", 2, id=2), within=1000)
    )
    dialogue = connected("READ at its deadline", "7.4").ask("READ", {**on(handle=1), "deadline_ms": 300}).step(wait=250)
    yield dialogue.expect(dialogue.done("DEADLINE", 0, id=2), within=1100)
    dialogue = connected("WRITE at its deadline: effect unknown", "7.4").ask(
        "WRITE", {**on(handle=1, value="01"), "deadline_ms": 300}
    )
    yield dialogue.step(wait=250).expect(dialogue.done("DEADLINE", 2, id=2), within=1100)
    dialogue = connected("an answer that comes too late is no other operation's", "10.1").ask(
        "READ", {**on(handle=1), "deadline_ms": 300}
    )
    dialogue.step(asked="read", handle=1, offset=0).step(wait=250)
    dialogue.expect(dialogue.done("DEADLINE", 0, id=2), within=1100).grant(3).step(
        peripheral="answers", value="aa"
    ).step(wait=50)
    dialogue.ask("READ", on(handle=2)).step(asked="read", handle=2, offset=0).step(peripheral="answers", value="bb")
    yield dialogue.expect(dialogue.done(result="00" + "0100bb"))
    for operation, fields, effect in (("READ", {}, 0), ("WRITE", {"value": "01"}, 2)):
        dialogue = (
            connected(f"a connection that is lost in a {operation}", "10.9")
            .ask(operation, on(handle=1, **fields))
            .step(wait=50)
        )
        dialogue.step(peripheral="leaves", reason=0x08)
        dialogue.expect(
            dialogue.done(TIMEOUT, effect),
            dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": TIMEOUT, "uptime_ms": "{now:4}"}),
        )
        yield dialogue.ask("READ", on(handle=1), "NOT_CONNECTED")


def ending():
    dialogue = disconnect(connected("DONE of DISCONNECT comes behind DISCONNECTED", "10.3"))
    yield dialogue.ask("READ", on(handle=1), "NOT_CONNECTED").ask("DISCONNECT", on(), "NOT_CONNECTED")
    dialogue = (
        connected("DISCONNECT ends the open operation with HCI 0x16", "10.3")
        .ask("WRITE", on(handle=1, value="01"))
        .step(wait=20)
    )
    dialogue.ask("DISCONNECT", on()).step(peripheral="is let go")
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST}, 3)
    yield dialogue.expect(dialogue.done(LOCAL_HOST, 2, id=2, counter=2), ended, dialogue.done(id=3, counter=4))
    dialogue = connected("a peer that leaves", "10.9").step(wait=50).step(peripheral="leaves", reason=0x13)
    dialogue.expect(
        dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": REMOTE_USER, "uptime_ms": "{now:4}"})
    )
    yield connect(dialogue.grant(3), ADDRESS, "d!c")
    dialogue = connected("from DISCONNECT on notifications are dropped and not counted", "10.3").ask("DISCONNECT", on())
    dialogue.step(peripheral="notifies", handle=0x12, value="aa").step(peripheral="is let go")
    yield dialogue.expect(
        dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST}), dialogue.done()
    )
    dialogue = (
        connected("DISCONNECT at its deadline: effect unknown", "10.3")
        .ask("DISCONNECT", {**on(), "deadline_ms": 300})
        .step(wait=250)
    )
    dialogue.expect(dialogue.done("DEADLINE", 2, id=2), within=1100).grant(3).ask("DISCONNECT", on(), "NOT_CONNECTED")
    dialogue.step(peripheral="is let go")
    yield dialogue.expect(dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST}))


def notification(dialogue, value, counter=None, name="NOTIFICATION", handle=0x12):
    return dialogue.event(
        name, {"connection": "{c:2}", "handle": handle, "uptime_ms": "{now:4}", "value": value}, counter
    )


def values():
    for value in ("", "a1", "5a" * 20):
        dialogue = connected(f"a notification of {len(value) // 2} bytes", "10.8").step(
            peripheral="notifies", handle=0x12, value=value
        )
        yield dialogue.expect(notification(dialogue, value))
    dialogue = connected("notifications come in their order and with their times", "10.8")
    for number in range(5):
        dialogue.step(wait=120 * number).step(peripheral="notifies", handle=0x12, value=u16(number)).expect(
            notification(dialogue, u16(number))
        )
    yield dialogue
    dialogue = connected("an indication is confirmed once it is in stream A", "10.8", features=["INDICATION_HOLD"])
    dialogue.step(peripheral="indicates", handle=0x1A, value="b1b2").expect(
        notification(dialogue, "b1b2", name="INDICATION", handle=0x1A)
    )
    yield dialogue.step(asked="confirm").step(asked="nothing")
    dialogue = connected("notifications before the end of their connection", "10.9").step(line="blocked")
    for number in range(3):
        dialogue.step(peripheral="notifies", handle=0x12, value=u16(number))
    dialogue.step(peripheral="leaves", reason=0x13).step(wait=50).step(line="free")
    frames = [notification(dialogue, u16(number)).replace("{now:4}", free(4)) for number in range(3)]
    yield dialogue.expect(*frames, dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": REMOTE_USER}))
    for name, ending in (
        ("notifications that found no room are counted in LOST", False),
        ("LOST comes before the end of its connection", True),
    ):
        dialogue = connected(name, "10.8").step(
            peripheral="notifies", handle=0x12, value="00000000" + "5a" * 16, times=3000, numbered=0
        )
        if ending:
            dialogue.step(peripheral="leaves", reason=0x13)
        dialogue.step(collect="notifications", total=3000, counter=2, last=[0x0003] if ending else [])
        if ending:
            yield dialogue.ask("READ", on(handle=1), "NOT_CONNECTED")
            continue
        dialogue.step(peripheral="notifies", handle=0x12, value="aabb")
        pattern = notification(dialogue, "aabb", counter="????")
        dialogue.expect(pattern)
        dialogue.send(dialogue.request("GET_STATE"))
        head = free(21) + "00" + u16(36) + free(36) + u16(16)
        dialogue.entry["needs"]["at_least"] = {"largest_payload_to_host": 90}
        yield dialogue.expect(
            dialogue.answer("GET_STATE", u16(0) + head + "{c:2}" + "02" + "01" + ADDRESS + u16(23) + u32(0))
        )
    dialogue = connected("an indication waits behind LOST and is not lost", "10.8", features=["INDICATION_HOLD"])
    dialogue.step(peripheral="notifies", handle=0x12, value="00000000" + "5a" * 16, times=3000, numbered=0)
    dialogue.step(peripheral="indicates", handle=0x1A, value="b1b2").step(
        collect="notifications", total=3000, counter=2, last=[0x0005]
    )
    yield dialogue.step(asked="confirm").step(asked="nothing")
    dialogue = connected("DONE waits for the ring and is not lost", "7.5").ask("READ", on(handle=1))
    dialogue.step(peripheral="notifies", handle=0x12, value="00000000" + "5a" * 16, times=3000, numbered=0)
    dialogue.step(peripheral="answers", value="aa").step(
        collect="notifications", total=3000, counter=2, last=[0x0001], anywhere=True
    )
    yield dialogue.ask("PING").ask("CANCEL", {"request_id": 2}, "NOT_FOUND")
    dialogue = connected("LOST, the DONE of an operation and DISCONNECTED come in this order", "10.9").ask(
        "READ", on(handle=1)
    )
    dialogue.step(peripheral="notifies", handle=0x12, value="00000000" + "5a" * 16, times=3000, numbered=0).step(
        peripheral="leaves", reason=0x13
    )
    yield dialogue.step(collect="notifications", total=3000, counter=2, last=[0x0001, 0x0003]).ask(
        "READ", on(handle=1), "NOT_CONNECTED"
    )
    dialogue = connected("a DONE that waits for the ring comes before DISCONNECTED", "10.9").ask("READ", on(handle=1))
    dialogue.step(peripheral="notifies", handle=0x12, value="00000000" + "5a" * 16, times=3000, numbered=0)
    dialogue.step(peripheral="answers", value="5a" * 22).step(peripheral="leaves", reason=0x13)
    yield dialogue.step(collect="notifications", total=3000, counter=2, last=[0x0001, 0x0003], anywhere=True)
    dialogue = connected(
        "a slot whose end waits for the ring is not free", "10.9", at_least={"slots": 1}, at_most={"slots": 1}
    )
    dialogue.step(peripheral="notifies", handle=0x12, value="00000000" + "5a" * 16, times=3000, numbered=0).step(
        peripheral="leaves", reason=0x13
    )
    dialogue.step(collect="notifications", total=3000, counter=2, last=[0x0003])
    dialogue.ask("CONNECT", TO).step(wait=20).step(peripheral="connects", interval=24)
    frames = (
        dialogue.event("CONNECTED", {"connection": "{d!c:2}"}, "????"),
        dialogue.done(result="{d:2}" + u16(23) + u16(24), counter="????"),
    )
    yield dialogue.expect(*frames)
    dialogue = connected("what must not be lost waits for GRANT, however long", "7.5").ask("READ", on(handle=1))
    dialogue.step(peripheral="notifies", handle=0x12, value="00000000" + "5a" * 16, times=3000, numbered=0).step(
        peripheral="answers", value="aa"
    )
    dialogue.step(wait=4000, quiet=False).step(
        collect="notifications", total=3000, counter=2, last=[0x0001], anywhere=True
    )
    yield dialogue.ask("PING")
    dialogue = scene("WRITE of 513 bytes is TOO_LARGE", "10.7", at_least={"largest_payload_to_dongle": 524})
    yield connect(dialogue).ask("WRITE", on(handle=1, value="5a" * 513), ("TOO_LARGE", free(4))).step(asked="nothing")
