"""What version 1.1 decides of what is broken off: by a new session, a DISCONNECT, the peer, another BEGIN."""

from dialogue import error, free, u16, u32

from .attributes import notification
from .connections import LOCAL_HOST, REMOTE_USER, connect, connected, on, scene
from .events import toggled
from .sessions import OTHER, SCAN, greeted, scan_state
from .store_steps import A, B, begin, data, digest, erased, stat

FULL = {"peripheral": "notifies", "handle": 0x12, "value": "00000000" + "5a" * 16, "times": 3000, "numbered": 0}


def broken_off():
    yield from by_new_sessions()
    yield from by_ends()
    yield from forestalled()
    dialogue = greeted("no slots without GATT", "4.3", without=["GATT"])
    yield dialogue.hello(reply={"slots": 0, "largest_mtu": 0})
    dialogue = greeted("filters are not looked at without their feature", "9.1", without=["SCAN_FILTERS"])
    dialogue.ask("SCAN_START", "0000" + "0000" * 2 + "80" + "00" + "0000" * 2 + u16(3) + "ff05aa", "UNSUPPORTED")
    yield dialogue.ask("SCAN_START", "0000" + "0000" * 2 + "80" + "00" + "0000" * 2 + u16(3) + "ff05", "MALFORMED")
    yield beginning()


def by_new_sessions():
    dialogue = greeted("in a new session a scan that failed is stopped", "4.5").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).step(radio="scan fails", status=0x0701)
    dialogue.expect(scan_state(dialogue, 2, 0x0701)).hello(session=OTHER, nonce=1).step(wait=100)
    dialogue.send(dialogue.request("GET_STATE"))
    yield dialogue.expect(dialogue.answer("GET_STATE", u16(0) + free(16) + "0000" + u16(0) + "*"))
    dialogue = toggled(greeted("events that were not sent do not come in a new session", "4.5"), 18)
    yield dialogue.hello(session=OTHER, nonce=1).step(wait=300).ask("PING", {}, {"oldest_event": 0, "next_event": 0})
    dialogue = connected("what waits for the ring does not come in a new session", "4.5").ask("READ", on(handle=1))
    dialogue.step(line="blocked").step(**FULL).step(peripheral="answers", value="aa")
    # An event that has begun to leave is finished.
    begun, reply = notification(dialogue, FULL["value"]).replace("{now:4}", free(4)), dialogue.hello_reply(OTHER, 1)
    dialogue.send(dialogue.hello_frame(OTHER, 1)).step(wait=50).step(line="free").step(either=[[begun, reply], [reply]])
    dialogue.session, dialogue.id = OTHER, 0
    dialogue.step(peripheral="is let go").step(wait=300)
    yield dialogue.ask("PING", {}, {"oldest_event": 0, "next_event": 0})


def by_ends():
    name = "from DISCONNECT on an indication is dropped, not counted and not confirmed"
    dialogue = connected(name, "10.3", features=["INDICATION_HOLD"]).ask("DISCONNECT", on())
    dialogue.step(peripheral="indicates", handle=0x1A, value="b1b2").step(wait=50).step(asked="nothing")
    dialogue.step(peripheral="is let go")
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST})
    yield dialogue.expect(ended, dialogue.done())
    name = "an indication that waits comes before the DONE that the peer's leaving brings"
    dialogue = connected(name, "10.9", features=["INDICATION_HOLD"]).ask("READ", on(handle=1)).step(**FULL)
    dialogue.step(peripheral="indicates", handle=0x1A, value="b1b2").step(peripheral="leaves", reason=0x13)
    dialogue.step(collect="notifications", total=3000, counter=2, last=[0x0005, 0x0001])
    yield dialogue.expect(dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": REMOTE_USER}, "????"))
    dialogue = connected("a notification of a handle that nobody subscribed to comes", "10.8")
    dialogue.step(peripheral="notifies", handle=0x77, value="aa")
    yield dialogue.expect(notification(dialogue, "aa", handle=0x77))
    for name, does, needs in (
        ("a value that does not fit the session's payload is lost, not cut", "notifies", {}),
        ("an indication that does not fit is lost and confirmed", "indicates", {"features": ["INDICATION_HOLD"]}),
    ):
        dialogue = scene(name, "10.8", **needs)
        connect(dialogue.hello(session=OTHER, nonce=1, payload=64, reply={"largest_mtu": 57}))
        dialogue.step(peripheral=does, handle=0x12, value="5a" * 60)
        dialogue.expect(dialogue.event("LOST", {"connection": "{c:2}", "count": 1}))
        yield dialogue.step(asked="confirm").step(asked="nothing") if needs else dialogue
    dialogue = connected("a WRITE that the peer's leaving ends has the status of DISCONNECTED", "10.9")
    dialogue.ask("WRITE", on(handle=1, value="01")).step(wait=20).step(peripheral="leaves", reason=0x13)
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": REMOTE_USER}, 3)
    yield dialogue.expect(dialogue.done(REMOTE_USER, 2, counter=2), ended)


def beginning():
    """DATA of the transfer that a BEGIN is about to end."""
    name = "the transfer before is over as soon as a BEGIN is accepted"
    dialogue = erased(name, "11.3")
    dialogue.entry["needs"]["at_least"]["max_inflight"] = 2
    dialogue = data(begin(dialogue, A), A, 0, 16)
    another = {"deadline_ms": 5000, "length": len(B), "digest": digest(B)}
    old = {"transfer": "{t}", "offset": 16, "data": A[16:].hex()}
    dialogue.send(dialogue.request("CONFIG_BEGIN", another), dialogue.request("CONFIG_DATA", old))
    accepted = dialogue.answer("CONFIG_BEGIN", u16(1), id=dialogue.id - 1)
    done = dialogue.done(result="{u:2}" + u32(0) + free(2), id=dialogue.id - 1)
    late = [dialogue.answer("CONFIG_DATA", error(status)) for status in ("WRONG_TRANSFER", "BUSY")]
    orders = [[accepted, each, done] for each in late] + [[accepted, done, late[0]]]
    dialogue.step(either=orders, within=6000).grant(dialogue.event_counter)
    return data(stat(dialogue, 13, None, None, B, 0), B, transfer="{u}")


def forestalled():
    """Sections 10.1 and 10.3: an answer that is owed, and an end that two wanted."""
    dialogue = connected("the next operation waits for an answer that is owed, or is BUSY", "10.1")
    dialogue.ask("READ", {**on(handle=1), "deadline_ms": 300}).step(asked="read", handle=1, offset=0).step(wait=250)
    dialogue.expect(dialogue.done("DEADLINE", 0, id=2), within=1100).grant(3)
    dialogue.send(dialogue.request("READ", on(handle=2)))
    dialogue.step(either=[[dialogue.answer("READ", answer)] for answer in (error("BUSY"), u16(1))])
    yield dialogue.step(asked="nothing")
    dialogue = connected("a DISCONNECT that the peer forestalls is OK", "10.3").ask("DISCONNECT", on())
    dialogue.step(peripheral="leaves", reason=0x13)
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": REMOTE_USER})
    yield dialogue.expect(ended, dialogue.done())
    dialogue = connected("a DISCONNECT does not wait for an answer that is owed", "10.1")
    dialogue.ask("READ", {**on(handle=1), "deadline_ms": 300}).step(wait=250)
    dialogue.expect(dialogue.done("DEADLINE", 0, id=2), within=1100).grant(3).ask("DISCONNECT", on())
    dialogue.step(peripheral="is let go")
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST})
    yield dialogue.expect(ended, dialogue.done())
    dialogue = scene("a scan goes on while the dongle connects", "9.4", at_least={"largest_payload_to_host": 90})
    dialogue.ask("SCAN_START", SCAN).expect(scan_state(dialogue, 1))
    connect(dialogue).send(dialogue.request("GET_STATE"))
    yield dialogue.expect(dialogue.answer("GET_STATE", u16(0) + free(16) + "0100" + u16(0) + "*"))
