"""Sections 4.2 and 4.5: replies to HELLO, and what a new session drops."""

from dialogue import free, u16

from .connections import ADDRESS, TO, scene
from .sessions import OTHER, greeted


def clearing():
    dialogue = greeted("a reply repeats the probe of the HELLO it answers", "4.2")
    yield dialogue.hello(probe="a1a2", reply={"probe": "a1a2"}).hello()
    name = "no answer of the session before comes behind the reply to HELLO"
    dialogue = greeted(name, "4.5", at_least={"max_inflight": 2})
    dialogue.step(line="blocked").send(dialogue.request("PING"), dialogue.request("PING")).step(wait=50)
    # A dongle may look at HELLO once its answers have left, or purge those that have not begun to leave.
    answers, reply = [dialogue.ok("PING", id=id) for id in (1, 2)], dialogue.hello_reply(OTHER, 1)
    dialogue.send(dialogue.hello_frame(OTHER, 1)).step(wait=50).step(line="free")
    dialogue.step(either=[[*answers[:count], reply] for count in range(3)])
    dialogue.session, dialogue.id = OTHER, 0
    yield dialogue.ask("PING")
    name = "a new session ends an attempt to connect, without DONE"
    dialogue = scene(name, "4.5", at_least={"largest_payload_to_host": 90})
    dialogue.ask("CONNECT", TO).step(wait=20).hello(session=OTHER, nonce=1).step(peripheral="gives up").step(wait=300)
    dialogue.ask("CANCEL", {"request_id": 1}, "NOT_FOUND")
    dialogue.send(dialogue.request("GET_STATE"))
    yield dialogue.expect(dialogue.answer("GET_STATE", u16(0) + free(21) + "00" + u16(36) + free(36) + u16(0)))


def states():
    """Section 8.3: connections and operations in GET_STATE."""
    dialogue = scene("GET_STATE shows an attempt and its operation", "8.3", at_least={"largest_payload_to_host": 90})
    dialogue.ask("CONNECT", TO).step(wait=20).send(dialogue.request("GET_STATE"))
    slot = free(2) + "01" + "01" + ADDRESS + free(2) + "00000000"
    dialogue.expect(dialogue.answer("GET_STATE", u16(0) + free(21) + "01" + u16(36) + free(36) + u16(16) + slot))
    dialogue.ask("CANCEL", {"request_id": 1}, {}).step(peripheral="gives up")
    yield dialogue.expect(dialogue.done("CANCELLED", "??", id=1), within=1000)
    dialogue = scene("GET_STATE leaves out a connection that does not fit 64 bytes", "8")
    dialogue.hello(session=OTHER, nonce=1, payload=64, reply={"largest_mtu": 57})
    dialogue.ask("CONNECT", TO).step(wait=20).step(peripheral="connects", interval=24)
    connected = dialogue.event("CONNECTED", {"connection": "{c:2}"})
    dialogue.expect(connected, dialogue.done(result="{c:2}" + u16(23) + u16(24)))
    dialogue.grant(2).send(dialogue.request("GET_STATE"))
    yield dialogue.expect(dialogue.answer("GET_STATE", u16(0) + free(21) + "00" + u16(36) + free(36) + u16(0)))
