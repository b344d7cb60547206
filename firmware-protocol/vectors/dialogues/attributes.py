"""Sections 10.4 to 10.8: operations on a connection, and the values that the peripheral sends."""

from dialogue import Dialogue, free, u16, u32

from .connections import ADDRESS, REMOTE_USER, TO, connect, connected, on, scene


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
