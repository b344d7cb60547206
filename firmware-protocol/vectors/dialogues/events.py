"""Sections 6, 7 and 9.4: stream A, by the states of a scan."""

from dialogue import free, u16

from .adverts import advert
from .sessions import SCAN, greeted, scan_state


def toggled(dialogue, count, heard=16):
    """Starts and stops a scan, so that events come: as many as may be unacknowledged are heard."""
    for number in range(count):
        dialogue.ask("SCAN_STOP" if number % 2 else "SCAN_START", {} if number % 2 else SCAN)
        if number < heard:
            dialogue.expect(scan_state(dialogue, 1 - number % 2))
    return dialogue


def states(dialogue, first, count):
    return [
        dialogue.event("SCAN_STATE", {"radio": 0, "activity": 1 - number % 2, "status": 0}, number)
        for number in range(first, first + count)
    ]


def stream_a():
    yield toggled(greeted("events are numbered from 0", "7.1"), 3)
    yield (
        toggled(greeted("no event is sent twice without GRANT", "7.1"), 3)
        .step(wait=5000)
        .ask("PING", {}, {"oldest_event": 0, "next_event": 3})
    )
    dialogue = toggled(greeted("16 events are unacknowledged at most", "7.1"), 18)
    dialogue.ask("PING", {}, {"oldest_event": 0, "next_event": 18}).grant(1)
    dialogue.expect(*states(dialogue, 16, 1)).grant(16).expect(*states(dialogue, 17, 1))
    yield dialogue.ask("PING", {}, {"oldest_event": 16, "next_event": 18})
    dialogue = toggled(greeted("GRANT with gap sends again from next", "7.3"), 5).grant(2, 1)
    yield dialogue.expect(*states(dialogue, 2, 3)).ask("PING", {}, {"oldest_event": 2, "next_event": 5})
    dialogue = toggled(greeted("GRANT of nothing with gap sends all again", "7.3"), 3).grant(0, 1)
    yield dialogue.expect(*states(dialogue, 0, 3)).grant(0, 1).expect(*states(dialogue, 0, 3))
    dialogue = toggled(greeted("GRANT of all with gap sends nothing", "7.3"), 3).grant(3, 1).step(wait=300)
    yield dialogue.ask("PING", {}, {"oldest_event": 3, "next_event": 3})
    dialogue = toggled(greeted("GRANT of more than was sent is ignored", "7.3"), 3).grant(4).grant(4, 1).step(wait=300)
    yield dialogue.ask("PING", {}, {"oldest_event": 0, "next_event": 3})
    dialogue = (
        toggled(greeted("GRANT of an event that is kept and was not sent is ignored", "7.3"), 18)
        .grant(17)
        .grant(17, 1)
        .step(wait=300)
    )
    yield dialogue.ask("PING", {}, {"oldest_event": 0, "next_event": 18})
    dialogue = (
        toggled(greeted("GRANT of what was acknowledged is ignored", "7.3"), 4).grant(3).grant(2, 1).step(wait=300)
    )
    yield dialogue.ask("PING", {}, {"oldest_event": 3, "next_event": 4})
    dialogue = (
        toggled(greeted("GRANT without events changes nothing", "7.3"), 0)
        .grant(0, 1)
        .grant(1)
        .grant(65535, 1)
        .step(wait=300)
    )
    yield dialogue.ask("PING", {}, {"oldest_event": 0, "next_event": 0})
    dialogue = toggled(greeted("GRANT in the middle of a repeat frees what was sent", "7.3"), 5).grant(0, 1)
    yield (
        dialogue.expect(*states(dialogue, 0, 5))
        .grant(5)
        .step(wait=300)
        .ask("PING", {}, {"oldest_event": 5, "next_event": 5})
    )
    dialogue = toggled(greeted("a repeat sends 16 at most", "7.1"), 20).grant(0, 1)
    dialogue.expect(*states(dialogue, 0, 16)).grant(16).expect(*states(dialogue, 16, 4))
    yield dialogue.ask("PING", {}, {"oldest_event": 16, "next_event": 20})
    dialogue = greeted("an event waits behind the answer that caused it", "9.4")
    yield toggled(dialogue, 1)
    dialogue = greeted("on a blocked line answers go before events", "6.4", at_least={"max_inflight": 2}).step(
        line="blocked"
    )
    dialogue.send(dialogue.request("SCAN_START", SCAN), dialogue.request("PING")).step(wait=50).step(line="free")
    yield dialogue.expect(dialogue.ok("SCAN_START", id=1), dialogue.ok("PING", id=2), scan_state(dialogue, 1))

    dialogue = greeted("on a blocked line answers go before events, and events before adverts", "6.4").ask(
        "SCAN_START", SCAN
    )
    dialogue.expect(scan_state(dialogue, 1)).grant(1).step(line="blocked")
    for _ in range(3):
        dialogue.step(advert=advert())
    # One may have been given to the line before it was blocked, or have begun to leave.
    dialogue.send(dialogue.request("SCAN_STOP")).step(wait=50).step(line="free")
    yield dialogue.step(either=[order(dialogue, first) for first in (False, True)], within=100)


def order(dialogue, advert_first):
    """What leaves a line that is free again; an advert may be on it already."""
    others = [
        dialogue.ok("SCAN_STOP", {"next": 3}),
        dialogue.event("SCAN_STATE", {"radio": 0, "activity": 0, "status": 0}, 1),
    ]
    if advert_first:
        return [
            dialogue.batch(0, advert(), base=free(4)),
            *others,
            dialogue.batch(1, advert(), advert(), base=free(4), counter=1),
        ]
    return [*others, dialogue.batch(0, advert(), advert(), advert(), base=free(4))]


def scans():
    dialogue = (
        greeted("SCAN_STOP of no scan is OK and changes nothing", "9.2")
        .ask("SCAN_STOP", {}, {"next": 0})
        .step(wait=200)
    )
    yield dialogue.ask("PING", {}, {"next_event": 0})
    dialogue = greeted("SCAN_START gives the parameters in effect", "9.1")
    dialogue.ask(
        "SCAN_START", {**SCAN, "interval": 160, "window": 80}, {"interval": 160, "window": 80, "oldest_advert": 0}
    )
    yield dialogue.expect(scan_state(dialogue, 1))
    dialogue = greeted("SCAN_START while scanning is no change of state", "9.4").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).ask("SCAN_START", SCAN).step(wait=200)
    yield dialogue.ask("PING", {}, {"next_event": 1})
    dialogue = greeted("a scan that fails is told with its status", "9.4").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).step(radio="scan fails", status=0x0701).expect(
        scan_state(dialogue, 2, 0x0701)
    )
    dialogue.send(dialogue.request("GET_STATE"))
    yield dialogue.expect(dialogue.answer("GET_STATE", u16(0) + free(16) + "02" + "00" + u16(0x0701) + "*"))
    dialogue = greeted("a failed scan can be started anew", "9.4").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).step(radio="scan fails", status=0x0701).expect(
        scan_state(dialogue, 2, 0x0701)
    )
    dialogue.ask("SCAN_START", SCAN)
    yield dialogue.expect(scan_state(dialogue, 1))
    dialogue = greeted("a scan that failed stays failed", "9.4").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).step(radio="scan fails", status=0x0701)
    dialogue.expect(scan_state(dialogue, 2, 0x0701)).grant(2).step(wait=2000).step(advert=advert()).step(wait=50)
    dialogue.send(dialogue.request("GET_STATE"))
    yield dialogue.expect(dialogue.answer("GET_STATE", u16(0) + free(16) + "02" + "00" + u16(0x0701) + "*"))
    for name, fields, needs in (
        ("active scanning", {"mode": 1}, "ACTIVE_SCAN"),
        ("coalescing", {"coalescing_ms": 1}, "COALESCE"),
        ("a filter", {"filters": [{"kind": 1, "bytes": "11"}]}, "SCAN_FILTERS"),
    ):
        dialogue = greeted(f"{name} without its feature is UNSUPPORTED", "9.1", without=[needs])
        yield dialogue.ask("SCAN_START", {**SCAN, **fields}, "UNSUPPORTED")
