"""Section 9: filters, batches and numbers of adverts."""

from dialogue import Dialogue, free

from .sessions import SCAN, greeted, scan_state, state

ADDRESS = "665544332211"


def advert(data="020106", rssi_dbm=-60, address=ADDRESS, address_type=1, pdu=0):
    return {"address": address, "address_type": address_type, "pdu": pdu, "rssi_dbm": rssi_dbm, "data": data}


class Scanning:
    """A scan that hears adverts, each in a batch of its own."""

    def __init__(self, name, section, needs=(), **fields):
        self.dialogue = greeted(name, section, features=list(needs)).ask("SCAN_START", {**SCAN, **fields})
        self.dialogue.expect(scan_state(self.dialogue, 1)).grant(1)
        self.heard = self.batches = 0

    def hear(self, *adverts):
        for each in adverts:
            self.dialogue.step(advert=each).expect(self.dialogue.batch(self.heard, each, counter=self.batches))
            self.heard += 1
            self.batches += 1
        return self

    def drop(self, *adverts):
        for each in adverts:
            self.dialogue.step(advert=each).step(wait=30)
        return self

    def end(self):
        self.dialogue.ask("PING", {}, {"oldest_advert": self.heard})
        return self.dialogue.ask("SCAN_STOP", {}, {"next": self.heard}).expect(scan_state(self.dialogue, 0))


EDDYSTONE, UUID = "aafe", bytes(range(0x10, 0x20)).hex()
IBEACON = "1aff4c000215" + "a5" * 20 + "c5"
# Filters, data (or advert) that passes, and what does not.
FILTERS = [
    (
        "the start of an address",
        [(1, "1122")],
        [advert()],
        [advert(address="665544332212"), advert(address="112233445566")],
    ),
    ("a whole address", [(1, "112233445566")], [advert(), advert(address_type=0)], [advert(address="675544332211")]),
    ("one byte of an address", [(1, "66")], [advert(address="112233445566")], [advert()]),
    ("an AD type", [(2, "09")], ["020106" + "0409616263", "0109"], ["020106", "0408616263", "020109"]),
    (
        "the start of an AD structure",
        [(2, "ff4c000215")],
        [IBEACON, "020106" + IBEACON],
        ["06ff4c00021600", "05ff4c00020c", "04ff4c0002"],
    ),
    ("an AD structure as long as the filter", [(2, "ff4c00")], ["03ff4c00"], ["02ff4c", "03ff4d00"]),
    (
        "a service in an incomplete list of 16 bits",
        [(3, EDDYSTONE)],
        ["0302aafe", "05020d18aafe"],
        ["0302feaa", "0304aafe"],
    ),
    ("a service in a complete list of 16 bits", [(3, EDDYSTONE)], ["0303aafe"], ["050300aafe00", "0306aafe"]),
    ("service data of 16 bits", [(3, EDDYSTONE)], ["0516aafe0001", "0316aafe"], ["05160001aafe", "0521aafe0001"]),
    (
        "a service in an incomplete list of 128 bits",
        [(3, UUID)],
        ["1106" + UUID],
        ["1106" + UUID[2:] + "10", "1102" + UUID],
    ),
    ("a service in a complete list of 128 bits", [(3, UUID)], ["1107" + UUID], ["1107" + "00" + UUID[:-2]]),
    ("service data of 128 bits", [(3, UUID)], ["1221" + UUID + "07"], ["1216" + UUID + "07", "0921" + UUID[:16]]),
    ("a filter that stops at the end of the structures", [(2, "ff4c00")], [], ["020106" + "00" + "03ff4c00"]),
    (
        "the second of two filters",
        [(1, "aa"), (2, "09")],
        ["0409616263", advert("020106", address="0000000000aa")],
        ["020106"],
    ),
    ("the third of three filters", [(1, "aa"), (2, "09"), (3, EDDYSTONE)], ["0303aafe"], ["0303abfe"]),
    ("the first of two filters", [(3, EDDYSTONE), (1, "aa")], ["0303aafe"], ["0303abfe"]),
]


def as_advert(each):
    return advert(each) if isinstance(each, str) else each


def filters():
    for name, wanted, passing, failing in FILTERS:
        scan = Scanning(
            f"filter: {name}", "9.1", ["SCAN_FILTERS"], filters=[{"kind": kind, "bytes": data} for kind, data in wanted]
        )
        scan.drop(*map(as_advert, failing)).hear(*map(as_advert, passing)).drop(*map(as_advert, failing[:1]))
        yield scan.end()
    scan = Scanning("without filters everything passes", "9.1").hear(advert(), advert("", -128), advert("0109", 20))
    yield scan.end()
    scan = (
        Scanning("minimum RSSI", "9.1", minimum_rssi=-70)
        .hear(advert(rssi_dbm=-70))
        .drop(advert(rssi_dbm=-71), advert(rssi_dbm=-128))
    )
    yield scan.hear(advert(rssi_dbm=-69), advert(rssi_dbm=127)).end()
    scan = Scanning(
        "minimum RSSI and a filter", "9.1", ["SCAN_FILTERS"], minimum_rssi=-70, filters=[{"kind": 2, "bytes": "09"}]
    )
    yield scan.drop(advert(rssi_dbm=-50), advert("0109", -80)).hear(advert("0109", -70)).end()
    scan = Scanning(
        "SCAN_START while scanning replaces filters, and numbers go on",
        "9.1",
        ["SCAN_FILTERS"],
        filters=[{"kind": 2, "bytes": "09"}],
    )
    scan.drop(advert()).hear(advert("0109")).dialogue.ask("SCAN_START", SCAN, {"oldest_advert": 1})
    yield scan.hear(advert()).end()


def batches():
    yield from full_batches()
    kinds = [advert(pdu=pdu, address_type=pdu % 4) for pdu in (0, 1, 2, 6)]
    kinds.append(advert(address_type=3))
    yield Scanning("each PDU type and address type comes as it was heard", "9.3").hear(*kinds).end()
    scan = Scanning("a scan response comes as it was heard", "9.3", ["ACTIVE_SCAN"], mode=1)
    yield scan.hear(advert(pdu=4, address_type=0)).end()
    yield (
        Scanning("data of 0 and of 31 bytes come as they were heard", "9.3")
        .hear(advert(""), advert("1eff" + "5a" * 29), advert("00" * 31))
        .end()
    )
    scan = Scanning("two adverts wait for each other", "9.3", batching_ms=200)
    scan.dialogue.step(advert=advert()).step(wait=50).step(advert=advert("0109")).step(wait=50)
    scan.dialogue.expect(scan.dialogue.batch(0, advert(), advert("0109"), base=free(4)), within=200)
    scan.heard = 2
    yield scan.end()
    scan = Scanning("an advert waits as long as SCAN_START said", "9.3", batching_ms=1000)
    scan.dialogue.step(advert=advert()).step(wait=900).expect(
        scan.dialogue.batch(0, advert(), base=free(4)), within=200
    )
    scan.heard = 1
    yield scan.end()
    scan = Scanning("a waiting advert is the oldest that PING tells", "8.1", batching_ms=1000)
    scan.dialogue.step(advert=advert()).ask("PING", {}, {"oldest_advert": 0}).expect(
        scan.dialogue.batch(0, advert(), base=free(4)), within=1200
    )
    scan.heard = 1
    yield scan.end()
    dialogue = (
        greeted("nothing is heard without a scan", "9.1")
        .step(advert=advert())
        .step(wait=50)
        .ask("SCAN_START", SCAN, {"oldest_advert": 0})
    )
    dialogue.expect(scan_state(dialogue, 1)).grant(1).step(advert=advert()).expect(dialogue.batch(0, advert()))
    dialogue.ask("SCAN_STOP", {}, {"next": 1}).expect(scan_state(dialogue, 0)).grant(2).step(advert=advert()).step(
        wait=50
    )
    yield dialogue.ask("SCAN_STOP", {}, {"next": 1})
    scan = Scanning("numbers go on over SCAN_STOP", "9.1").hear(advert()).end()
    scan.ask("SCAN_START", SCAN, {"oldest_advert": 1}).expect(scan_state(scan, 1)).step(advert=advert())
    yield scan.expect(scan.batch(1, advert(), counter=1))
    scan = Scanning("a new session numbers adverts and batches from 0", "4.5").hear(advert(), advert()).dialogue
    scan.hello(session=7, nonce=7).ask("SCAN_START", SCAN, {"oldest_advert": 0}).expect(scan_state(scan, 1)).step(
        advert=advert()
    )
    yield scan.expect(scan.batch(0, advert()))
    same = advert("0409616263")
    others = [
        advert("0409616264"),
        advert("0409616263", address_type=0),
        advert("0409616263", pdu=2),
        advert("0409616263", address="665544332212"),
    ]
    for name, fields, unheard in (
        ("an equal advert is counted and not numbered", {}, []),
        ("what the minimum RSSI keeps out is not counted", {"minimum_rssi": -70}, [advert("0409616263", -71)]),
    ):
        scan = Scanning(f"coalescing: {name}", "9.1", ["COALESCE"], coalescing_ms=1000, **fields)
        scan.dialogue.entry["needs"]["fresh"] = True
        scan.hear(same).drop(*unheard, same, advert("0409616263", -40), *unheard)
        yield state(scan.end(), adverts_coalesced=2)
    for name, other in zip(("data", "address type", "PDU type", "address"), others):
        yield (
            Scanning(f"coalescing: another {name} is another advert", "9.1", ["COALESCE"], coalescing_ms=1000)
            .hear(same, other)
            .end()
        )
    scan = Scanning("coalescing ends after its time", "9.1", ["COALESCE"], coalescing_ms=300).hear(same)
    scan.dialogue.step(wait=400)
    yield scan.hear(same).end()
    scan = Scanning("without coalescing every copy is numbered", "9.1").hear(same, same, same)
    yield scan.end()


def full_batches():
    dialogue = Dialogue("a batch leaves when the next advert does not fit", "9.3").hello(payload=64)
    dialogue.ask("SCAN_START", {**SCAN, "batching_ms": 1000}).expect(scan_state(dialogue, 1)).grant(1)
    heard = advert("13ff" + "5a" * 18)
    dialogue.step(advert=heard).step(advert=heard).expect(dialogue.batch(0, heard, base=free(4)))
    yield dialogue.expect(dialogue.batch(1, heard, base=free(4), counter=1), within=1100)
    name = "data that fits no batch is cut and marked"
    dialogue = Dialogue(name, "9.3", features=["EXTENDED_ADVERTISING"]).hello(payload=64)
    dialogue.ask("SCAN_START", SCAN).expect(scan_state(dialogue, 1)).grant(1)
    dialogue.step(advert=advert("3bff" + "5a" * 58, pdu=7))
    yield dialogue.expect(dialogue.batch(0, advert("", pdu=7, address_type=9))[: -2 * 3] + "*")


def losses():
    """More than any queue holds: what is lost shows exactly."""
    for name, rssi in (
        ("adverts that found no room show as missing numbers", -128),
        ("filtered adverts take no number, whatever is lost", -70),
    ):
        scan = greeted(name, "7.6").ask("SCAN_START", {"minimum_rssi": rssi})
        scan.expect(scan_state(scan, 1)).grant(1).step(line="blocked")
        if rssi == -70:
            scan.step(advert=advert(rssi_dbm=-90), times=50)
        scan.step(advert=advert("05ff00000000"), times=6000, numbered=2).step(line="free").step(
            collect="adverts", total=6000
        )
        scan.ask("PING", {}, {"oldest_advert": 6000})
        yield scan.ask("SCAN_STOP", {}, {"next": 6000}).expect(scan_state(scan, 0))
    scan = greeted("adverts that are dropped are counted", "8.3", fresh=True).ask("SCAN_START", SCAN)
    scan.expect(scan_state(scan, 1)).grant(1).step(line="blocked").step(
        advert=advert("05ff00000000"), times=6000, numbered=2
    )
    scan.step(line="free").step(collect="adverts", total=6000)
    yield state(scan, adverts_dropped="{lost:4}")
