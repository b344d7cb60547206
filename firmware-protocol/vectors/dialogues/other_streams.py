"""Sections 6.4, 7.7 and 9.5: the log, and Wi-Fi sightings."""

from codec import EVENT, LOG
from dialogue import Dialogue, free, header, u16, u32

from .adverts import Scanning, advert
from .events import scan_state
from .sessions import OTHER, SCAN, greeted

LONG = "The quick brown fox jumps over the lazy dog. " * 3


def line(dialogue, counter, level, text, uptime="{now:4}", dropped=0):
    """A LOG frame."""
    payload = f"{level:02x}" + uptime + u16(dropped) + u16(len(text)) + text.encode().hex()
    return header(LOG, dialogue.session, counter, 0) + payload


def logs():
    dialogue = greeted("lines of the log are numbered from 0", "7.7").step(log=0, text="first")
    dialogue.expect(line(dialogue, 0, 0, "first")).step(wait=300).step(log=3, text="second")
    dialogue.expect(line(dialogue, 1, 3, "second")).hello(session=OTHER, nonce=1).step(log=1, text="third")
    yield dialogue.expect(line(dialogue, 0, 1, "third"))
    dialogue = Dialogue("no line of the log comes outside of a session", "7.7", fresh=True).step(wait=20)
    yield dialogue.step(log=2, text="early").step(wait=300)
    dialogue = greeted("a line of 120 bytes comes whole", "7.7", at_least={"largest_payload_to_host": 129})
    yield dialogue.step(log=2, text=LONG[:120]).expect(line(dialogue, 0, 2, LONG[:120]))
    dialogue = greeted("a longer line is cut at 120 bytes", "7.7", at_least={"largest_payload_to_host": 140})
    yield dialogue.step(log=2, text=LONG[:130]).expect(line(dialogue, 0, 2, LONG[:120]))
    needs = {"at_least": {"minor": 1}}
    dialogue = Dialogue("a line is cut to what a payload of 64 bytes holds", "7.7", **needs).hello(payload=64)
    yield dialogue.step(log=2, text=LONG[:100]).expect(line(dialogue, 0, 2, LONG[:55]))
    dialogue = Scanning("a line of the log goes last", "6.4").dialogue.step(line="blocked")
    # The answer takes the line, so that what comes behind it waits.
    dialogue.send(dialogue.request("PING")).step(wait=20).step(log=1, text="late").step(advert=advert())
    dialogue.step(radio="scan fails", status=0x0701).step(wait=50).step(line="free")
    failed, batch = scan_state(dialogue, 2, 0x0701), dialogue.batch(0, advert(), base=free(4))
    yield dialogue.expect(dialogue.ok("PING"), failed, batch, line(dialogue, 0, 1, "late", free(4)))
    dialogue = Scanning("a line that has waited for 1 s goes before adverts", "6.4").dialogue.step(line="blocked")
    dialogue.send(dialogue.request("PING")).step(wait=20).step(log=1, text="late").step(wait=1050)
    dialogue.step(advert=advert()).step(radio="scan fails", status=0x0701).step(wait=50).step(line="free")
    failed = scan_state(dialogue, 2, 0x0701)
    yield dialogue.expect(dialogue.ok("PING"), failed, line(dialogue, 0, 1, "late", free(4)), batch)


START = {"dwell_ms": 0, "highest_channel": 0, "minimum_rssi": -128, "batching_ms": 0}


def sighting(ssid="", rssi_dbm=-60, frame=0, channel=6, address="665544332211"):
    return {"address": address, "frame": frame, "rssi_dbm": rssi_dbm, "channel": channel, "ssid": ssid}


def batch(dialogue, first, *sightings, counter=0, base="{now:4}"):
    """A WIFI_BATCH; when each was heard is not compared by offset."""
    text = header(EVENT, dialogue.session, counter, 0x8002) + u32(first) + base + "00"
    for each in sightings:
        head = free(2) + each["address"] + f"{each['frame']:02x}{each['rssi_dbm'] % 256:02x}{each['channel']:02x}"
        text += head + u16(len(each["ssid"]) // 2) + each["ssid"]
    return text


def listening(name, section, needs=(), **fields):
    dialogue = greeted(name, section, features=["WIFI_SCAN", *needs])
    dialogue.ask("WIFI_SCAN_START", {**START, **fields}, {"oldest_sighting": 0})
    return dialogue.expect(wifi_state(dialogue, 1)).grant(dialogue.event_counter)


def wifi_state(dialogue, activity, status=0):
    return dialogue.event("SCAN_STATE", {"radio": 1, "activity": activity, "status": status})


def sightings():
    dialogue = listening("each kind of Wi-Fi frame comes as it was heard", "9.5")
    for number, each in enumerate((sighting("414243"), sighting("", -128, 1, 1), sighting("ff" * 32, -1, 2, 13))):
        dialogue.step(sighting=each).expect(batch(dialogue, number, each, counter=number))
    yield dialogue.ask("WIFI_SCAN_STOP", {}, {"next": 3}).expect(wifi_state(dialogue, 0))
    dialogue = listening("a Wi-Fi minimum RSSI is included, and what has none passes", "9.5", minimum_rssi=-80)
    for number, rssi in enumerate((-80, -79, 127, -81)):
        dialogue.step(sighting=sighting(rssi_dbm=rssi))
        if rssi != -81:
            dialogue.expect(batch(dialogue, number, sighting(rssi_dbm=rssi), counter=number))
    yield dialogue.step(wait=50).ask("WIFI_SCAN_STOP", {}, {"next": 3}).expect(wifi_state(dialogue, 0))
    dialogue = listening("sightings wait for company, and PING shows the oldest", "9.5", batching_ms=500)
    dialogue.step(sighting=sighting("41")).step(wait=100).step(sighting=sighting("42")).step(wait=100)
    dialogue.ask("PING", {}, {"oldest_sighting": 0})
    dialogue.expect(batch(dialogue, 0, sighting("41"), sighting("42"), base=free(4)), within=500)
    yield dialogue.ask("PING", {}, {"oldest_sighting": 2})
    dialogue = listening("the last sightings of a scan leave at once", "9.5", batching_ms=1000)
    dialogue.step(sighting=sighting("41")).ask("WIFI_SCAN_STOP", {}, {"next": 1})
    yield dialogue.expect(wifi_state(dialogue, 0), batch(dialogue, 0, sighting("41")))
    dialogue = listening("WIFI_SCAN_START while scanning replaces the parameters", "9.5", minimum_rssi=-50)
    dialogue.step(sighting=sighting("41")).step(wait=50).ask("WIFI_SCAN_START", START, {"oldest_sighting": 0}).step(
        wait=50
    )
    yield dialogue.step(sighting=sighting("42")).expect(batch(dialogue, 0, sighting("42")))
    dialogue = listening("sightings and adverts have numbers of their own", "7.6").ask("SCAN_START", SCAN)
    dialogue.expect(scan_state(dialogue, 1)).step(sighting=sighting("41"))
    dialogue.expect(batch(dialogue, 0, sighting("41"))).step(advert=advert())
    dialogue.expect(dialogue.batch(0, advert(), counter=1)).step(sighting=sighting("42"))
    yield dialogue.expect(batch(dialogue, 1, sighting("42"), counter=2))
    dialogue = listening("a new session stops the Wi-Fi scan, and its numbers begin anew", "4.5")
    dialogue.step(sighting=sighting("41")).expect(batch(dialogue, 0, sighting("41"))).hello(session=OTHER, nonce=1)
    dialogue.step(sighting=sighting("42")).step(wait=100).ask("WIFI_SCAN_START", START, {"oldest_sighting": 0})
    dialogue.expect(wifi_state(dialogue, 1)).step(sighting=sighting("43"))
    yield dialogue.expect(batch(dialogue, 0, sighting("43")))
