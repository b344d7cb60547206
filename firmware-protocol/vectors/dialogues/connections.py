"""Sections 10.1 to 10.3 and 10.9: the beginning and the end of connections."""

from dialogue import free, u16, u32

from .sessions import greeted

ADDRESS, ANOTHER = "665544332211", "665544332212"
TO = {"deadline_ms": 5000, "address": ADDRESS, "address_type": 1}
# Effect of a CONNECT without success.
ANY_EFFECT = free(1)
LOCAL_HOST, TIMEOUT, REMOTE_USER, FAILED = 0x0416, 0x0408, 0x0413, 0x043E


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
    yield dialogue.step(peripheral="gives up").expect(dialogue.done("CANCELLED", ANY_EFFECT, id=1), within=1000)
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
    dialogue.step(peripheral="gives up").expect(dialogue.done("CANCELLED", ANY_EFFECT, id=1), within=1000)
    yield connect(dialogue.ask("CANCEL", {"request_id": 1}, "NOT_FOUND").grant(1))
    dialogue = scene("CONNECT at its deadline", "10.2").ask("CONNECT", {**TO, "deadline_ms": 300}).step(wait=250)
    dialogue.step(wait=100, quiet=False).step(peripheral="gives up").expect(
        dialogue.done("DEADLINE", ANY_EFFECT, id=1), within=1000
    )
    yield connect(dialogue.grant(1))
    dialogue = (
        scene("an attempt that fails says why", "10.2")
        .ask("CONNECT", TO)
        .step(wait=50)
        .step(peripheral="cannot be reached", status=FAILED)
    )
    yield connect(dialogue.expect(dialogue.done(FAILED, ANY_EFFECT, id=1)).grant(1))
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
