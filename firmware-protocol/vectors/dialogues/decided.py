"""Section 15.1: what version 1.1 decides, so a dongle of 1.0 may do otherwise."""

from dialogue import NONCE, Dialogue, free, u16, u32

from .adverts import Scanning, advert
from .broken_off import broken_off
from .connections import ADDRESS, ANOTHER, LOCAL_HOST, TO, connect, on, scene
from .decided_configs import saving, transfers
from .sessions import OTHER, SCAN, greeted, refuse, scan_state, state, wrong_session
from .store_steps import A, digest


def decided():
    for part in (sessions, scans, connections, ends, transfers, saving, broken_off):
        for dialogue in part():
            needs = dialogue.entry["needs"]
            needs["at_least"] = {**needs.get("at_least", {}), "minor": 1}
            yield dialogue


def sessions():
    dialogue = Dialogue("a HELLO that is refused ends the BOOTs", "4.6", fresh=True, clock=True)
    dialogue.step(boots=True).step(wait=20).expect(dialogue.boot("{reason:1}"), within=120)
    yield refuse(dialogue, lowest_major=2, highest_major=3, reply={"status": "VERSION_MISMATCH"}).step(wait=1200)
    small = lambda status, **fields: {
        "status": status,
        "largest_payload_to_dongle": 64,
        "largest_payload_to_host": 64,
        **fields,
    }
    for status, fields in (
        ("SESSION_IN_USE", {"nonce": 1}),
        ("VERSION_MISMATCH", {"session": OTHER, "lowest_major": 2, "highest_major": 2}),
    ):
        dialogue = greeted(f"{status} gives the limits of a new session", "4.3")
        yield refuse(dialogue, payload=64, reply=small(status), **fields)
        dialogue = greeted(f"{status} gives the ATT MTU of a new session", "4.3", features=["GATT"])
        dialogue.entry["needs"]["at_least"] = {"largest_mtu": 57}
        yield refuse(dialogue, payload=64, reply=small(status, largest_mtu=57), **fields)
    dialogue = Dialogue("HELLO again gives the session's limits", "4.3").hello(payload=64)
    yield refuse(dialogue, payload=65535, reply=small("OK"))
    for name, alive in (
        ("STALE", lambda each: each.ask("PING", {}, "STALE", id=8)),
        (
            "UNSUPPORTED_FLAGS",
            lambda each: each.ask("PING", {}, "UNSUPPORTED_FLAGS", id=9, flags=0x80),
        ),
        (
            "SESSION_IN_USE",
            lambda each: refuse(each, nonce=NONCE + 1, reply={"status": "SESSION_IN_USE"}),
        ),
    ):
        dialogue = alive(greeted(f"{name} keeps a session alive", "4.8").ask("PING", id=16).step(wait=20000))
        dialogue.id = 16
        yield dialogue.step(wait=20000).ask("PING")
    dialogue = greeted("an ended session's number counts before the version", "4.5").step(wait=30500)
    yield refuse(dialogue, lowest_major=2, highest_major=3, reply={"status": "SESSION_IN_USE"})
    dialogue = greeted("a GRANT that is ignored keeps a session alive", "4.8").step(wait=20000)
    yield dialogue.grant(9).step(wait=20000).ask("PING")
    for name, frame in (
        ("a HELLO", lambda each: each.send(each.hello_frame(flags=0x10))),
        ("a GRANT", lambda each: each.grant(0, flags=0x10)),
    ):
        dialogue = frame(greeted(f"{name} that is dropped does not keep a session alive", "4.8").step(wait=20000))
        yield wrong_session(dialogue.step(wait=11000), dialogue.session)
    dialogue = Dialogue("frames that are dropped are received too", "8.3", fresh=True, clock=True).hello()
    dialogue = state(dialogue, received_frames=2, sent_frames=1).grant(0, session=OTHER)
    yield state(dialogue, received_frames=4, dropped_frames=1, sent_frames=2)


def scans():
    dialogue = greeted("SCAN_STOP ends a scan that failed", "9.4").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).step(radio="scan fails", status=0x0701)
    dialogue.expect(scan_state(dialogue, 2, 0x0701)).ask("SCAN_STOP", {}, {"next": 0})
    yield dialogue.expect(scan_state(dialogue, 0))
    whole = "fb349b5f80000080" + "00100000" + "aafe0000"
    scan = Scanning(
        "2 and 16 bytes of a UUID do not match",
        "9.1",
        ["SCAN_FILTERS"],
        filters=[{"kind": 3, "bytes": "aafe"}],
    )
    yield scan.drop(advert("1107" + whole)).hear(advert("0303aafe")).end()
    dialogue = greeted("a window without an interval", "9.1")
    dialogue.ask("SCAN_START", {**SCAN, "window": 16384}, {"interval": 16384, "window": 16384})
    yield dialogue.expect(scan_state(dialogue, 1))
    dialogue = greeted("a window without an interval that is too long", "9.1")
    yield dialogue.ask("SCAN_START", {**SCAN, "window": 16385}, ("INVALID_ARGUMENT", u16(4)))
    head = "0000" + "0000" * 2 + "80" + "00" + "0000" * 2
    for name, filters, answer in (
        (
            "an unknown kind before a filter that is cut",
            "0401aa" + "0105aa",
            ("INVALID_ARGUMENT", u16(12)),
        ),
        (
            "a filter that takes the place of the next, and is cut",
            "0101aa" + "0106aa" + "0401aa",
            "MALFORMED",
        ),
        ("an unknown kind that is cut", "0405aa", "MALFORMED"),
        ("a filter that ends behind its kind", "0101aa" + "01", "MALFORMED"),
    ):
        dialogue = greeted(f"{name}: the first that is wrong decides", "9.1", features=["SCAN_FILTERS"])
        yield dialogue.ask("SCAN_START", head + u16(len(filters) // 2) + filters, answer)
    scan = Scanning(
        "a structure that goes past the end of the data is none",
        "9.1",
        ["SCAN_FILTERS"],
        filters=[{"kind": 2, "bytes": "09"}],
    )
    yield (scan.drop(advert("0509616263"), advert("020106" + "0309ff"[:4])).hear(advert("0409616263")).end())
    same = advert("0409616263")
    name = "coalescing counts from the advert that was numbered last"
    scan = Scanning(name, "9.1", ["COALESCE"], coalescing_ms=600).hear(same)
    scan.dialogue.step(wait=400)
    scan.drop(same).dialogue.step(wait=300)
    yield scan.hear(same).end()
    scan = Scanning("SCAN_START forgets what was coalesced", "9.1", ["COALESCE"], coalescing_ms=5000)
    scan.hear(same).drop(same).dialogue.ask("SCAN_START", {**SCAN, "coalescing_ms": 5000}, {"oldest_advert": 1})
    yield scan.hear(same).end()
    scan = Scanning("the last adverts of a scan leave at once", "9.3", batching_ms=1000).dialogue
    scan.step(advert=advert()).ask("SCAN_STOP", {}, {"next": 1})
    yield scan.expect(scan_state(scan, 0), scan.batch(0, advert()))
    scan = Scanning("what is heard after SCAN_STOP takes no number", "9.2").hear(advert()).end()
    yield scan.step(advert=advert()).step(wait=50).ask("PING", {}, {"oldest_advert": 1})
    yield cut_data()
    scan = Scanning("the last adverts of a scan that fails leave at once", "9.3", batching_ms=1000).dialogue
    scan.step(advert=advert()).step(radio="scan fails", status=0x0701)
    yield scan.expect(scan_state(scan, 2, 0x0701), scan.batch(0, advert()))


def cut_data():
    """An advert that passes by a structure that its batch does not hold."""
    name = "filters look at the data before it is cut"
    dialogue = Dialogue(name, "9.1", features=["SCAN_FILTERS", "EXTENDED_ADVERTISING"]).hello(payload=64)
    dialogue.ask("SCAN_START", {**SCAN, "filters": [{"kind": 3, "bytes": "aafe"}]}, {"oldest_advert": 0})
    dialogue.expect(scan_state(dialogue, 1))
    shown = "29ff" + "a5" * 40
    long = advert(shown + "0303aafe", pdu=7)
    frame = dialogue.batch(0, {**long, "data": shown, "pdu": 7})
    kind, cut = f"{long['address']}71", f"{long['address']}79"
    assert kind in frame
    dialogue.step(advert=advert(shown + "0303abfe", pdu=7)).step(wait=30)
    return dialogue.step(advert=long).expect(frame.replace(kind, cut))


def connections():
    dialogue = scene("the first connection of a slot has generation 1", "10.1", fresh=True)
    dialogue.ask("CONNECT", TO).step(wait=20).step(peripheral="connects", interval=24)
    head = free(1) + "01"
    yield dialogue.expect(
        dialogue.event("CONNECTED", {"connection": head}),
        dialogue.done(result=head + u16(23) + u16(24)),
    )
    at_least = {"slots": 2, "largest_payload_to_host": 90}
    dialogue = connect(
        scene(
            "CONNECT waits for a link with the same address that is closing",
            "10.2",
            at_least=at_least,
        )
    )
    dialogue.ask("DISCONNECT", on()).ask("CONNECT", TO).step(wait=200)
    dialogue.send(dialogue.request("GET_STATE"))
    head = free(21) + "02" + u16(36) + free(36) + u16(16)
    dialogue.expect(dialogue.answer("GET_STATE", u16(0) + head + "{c:2}" + "03" + "01" + ADDRESS + free(6)))
    dialogue.step(peripheral="is let go")
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST})
    dialogue.expect(ended, dialogue.done(id=2)).grant(dialogue.event_counter)
    dialogue.step(wait=20).step(peripheral="connects", interval=24)
    yield dialogue.expect(
        dialogue.event("CONNECTED", {"connection": "{d!c:2}", "address": ADDRESS}),
        dialogue.done(result="{d:2}" + u16(23) + u16(24), id=3),
    )
    name = "there is room for all that a host may have open"
    dialogue = connect(scene(name, "5.1", features=["CONFIG_STORE"], at_most={"slots": 1}))
    dialogue.ask("DISCONNECT", on()).ask("CONNECT", {**TO, "address": ANOTHER})
    begin = {"deadline_ms": 5000, "length": len(A), "digest": digest(A)}
    dialogue.ask("CONFIG_BEGIN", begin).expect(dialogue.done(result=free(8)), within=6000)
    dialogue.step(peripheral="is let go")
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST})
    yield dialogue.expect(ended, dialogue.done(id=2))
    dialogue = connect(scene("CANCEL does not take a DISCONNECT back", "8.4")).ask("DISCONNECT", on())
    dialogue.step(wait=50).ask("CANCEL", {"request_id": 2}, {}).ask("CANCEL", {"request_id": 2}, {}).step(wait=50)
    dialogue.step(peripheral="is let go")
    ended = dialogue.event("DISCONNECTED", {"connection": "{c:2}", "status": LOCAL_HOST})
    yield dialogue.expect(ended, dialogue.done(id=2))
    for operation, fields, effect in (
        ("DISCOVER", {"what": 1, "first_handle": 1, "last_handle": 65535}, 0),
        ("READ", {"handle": 1}, 0),
        ("WRITE", {"handle": 1, "value": "01"}, 2),
        ("SUBSCRIBE", {"handle": 1, "mode": 1}, 2),
        ("EXCHANGE_MTU", {"mtu": 64}, 2),
    ):
        for status in ("DEADLINE", "CANCELLED"):
            name = f"{operation} that ends as {status}: effect {'unknown' if effect else 'none'}"
            dialogue = connect(scene(name, "7.4")).ask(operation, {**on(**fields), "deadline_ms": 400})
            dialogue.step(wait=100)
            if status == "CANCELLED":
                dialogue.ask("CANCEL", {"request_id": 2}, {})
            yield dialogue.expect(dialogue.done(status, effect, id=2), within=1300)
    dialogue = scene("CONNECT at its deadline, the attempt ended: effect none", "7.4")
    dialogue.ask("CONNECT", {**TO, "deadline_ms": 300}).step(wait=250).step(wait=100, quiet=False)
    yield dialogue.step(peripheral="gives up").expect(dialogue.done("DEADLINE", 0, id=1), within=1000)
    name = "without INDICATION_HOLD an indication that finds no room is counted"
    dialogue = connect(scene(name, "10.8", without=["INDICATION_HOLD"]))
    dialogue.step(
        peripheral="notifies",
        handle=0x12,
        value="00000000" + "5a" * 16,
        times=3000,
        numbered=0,
    )
    yield dialogue.step(peripheral="indicates", handle=0x1A, value="b1b2").step(
        collect="notifications", total=3001, counter=2
    )
    name = "without INDICATION_HOLD an indication is an INDICATION"
    dialogue = connect(scene(name, "10.8", without=["INDICATION_HOLD"]))
    dialogue.step(peripheral="indicates", handle=0x12, value="a1a2")
    value = {
        "connection": "{c:2}",
        "handle": 0x12,
        "uptime_ms": "{now:4}",
        "value": "a1a2",
    }
    yield dialogue.expect(dialogue.event("INDICATION", value))


def ends():
    dialogue = connect(scene("READ to the end of the longest value says that nothing follows", "10.6"))
    dialogue.ask("READ", on(handle=1, offset=490)).step(peripheral="answers", value="5a" * 22)
    yield dialogue.expect(dialogue.done(result="00" + u16(22) + "5a" * 22))
    dialogue = connect(scene("Attribute Not Long at offset 0 is an error", "10.6")).ask("READ", on(handle=1))
    yield dialogue.step(peripheral="refuses", error=0x0B).expect(dialogue.done(0x050B, 0))
    dialogue = connect(scene("an EXCHANGE_MTU that was refused is used up", "10.4", at_least={"largest_mtu": 64})).ask(
        "EXCHANGE_MTU", on(mtu=64)
    )
    dialogue.step(asked="mtu", mtu=64).step(peripheral="refuses", error=6).expect(dialogue.done(0x0506, 0))
    yield (dialogue.ask("EXCHANGE_MTU", on(mtu=64)).expect(dialogue.done(result=u16(23))).step(asked="nothing"))
    dialogue = greeted(
        "WRITE of 513 bytes is too large before it is not connected",
        "3.2",
        features=["GATT"],
        at_least={"largest_payload_to_dongle": 528},
    )
    yield dialogue.ask("WRITE", u32(1000) + "0009" + u16(1) + u16(513) + "5a" * 513, "TOO_LARGE")
