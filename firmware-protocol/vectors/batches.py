"""Batches of adverts and Wi-Fi sightings: SPEC.md 9.3 and 9.5."""

from codec import Writer
from layouts import ADVERT, BATCH, SIGHTING
from message import Message


def entries_written(header, fields, layout, entries, extra=b""):
    """A batch: entries to the end of the payload, without a count."""
    writer = Writer().layout(header, fields)
    writer.ends = [len(writer.bytes)]
    for entry in entries:
        writer.layout(layout, entry)
        writer.raw(extra)
        writer.ends.append(len(writer.bytes))
    return writer


def advert(kind, data, **others):
    fields = {"offset_ms": 0, "address": "665544332211", "rssi_dbm": -60, "channel": 37, "data": data, **others}
    shown = {"address_type": kind & 3, "pdu": kind >> 4, "is_truncated": bool(kind & 8), **fields}
    return {"kind": kind, **fields}, shown


def batches():
    beacon = "02010604ff4c0002"
    lists = {
        "none": [],
        "one": [advert(0x00, beacon)],
        "every kind": [
            advert(pdu << 4 | cut << 3 | kind, beacon[: 4 * kind], offset_ms=257 * pdu, rssi_dbm=rssi, channel=channel)
            for pdu, cut, kind, rssi, channel in (
                (0, 0, 0, 127, 37), (1, 0, 1, -128, 38), (2, 1, 2, 20, 39), (4, 0, 3, 0, 0), (6, 0, 0, -1, 255),
                (7, 1, 1, -127, 12), (15, 0, 1, -70, 255))
        ],
        "longest data": [advert(0x79, bytes(range(255)).hex(), offset_ms=0xFFFF)],
    }
    for label, adverts in lists.items():
        for extra in ("", "e1e2e3") if label == "every kind" else ("",):
            header = {"first_number": 0xFFFFFFFE, "base_ms": 0xFFFFFF00, "extra": len(extra) // 2}
            writer = entries_written(BATCH, header, ADVERT, [fields for fields, _ in adverts], bytes.fromhex(extra))
            fields = {"first_number": 0xFFFFFFFE, "base_ms": 0xFFFFFF00, "adverts": [shown for _, shown in adverts]}
            message = Message("ADVERT_BATCH", "event", 0x8001, fields, writer, takes_rest=True)
            yield label + (", extra bytes" if extra else ""), message
    sightings = [
        {"offset_ms": 513 * i, "address": f"0{i}5544332211", "frame": frame, "rssi_dbm": rssi, "channel": i + 1, "ssid": ssid}
        for i, (frame, rssi, ssid) in enumerate(((0, -40, "46726569"), (1, 127, ""), (2, -128, "ff" * 32), (9, 0, "00")))
    ]
    for label, some, extra in (("none", [], ""), ("four", sightings, ""), ("four, extra bytes", sightings, "e1e2")):
        header = {"first_number": 0x01020304, "base_ms": 0x05060708, "extra": len(extra) // 2}
        writer = entries_written(BATCH, header, SIGHTING, some, bytes.fromhex(extra))
        fields = {"first_number": 0x01020304, "base_ms": 0x05060708, "sightings": some}
        yield label, Message("WIFI_BATCH", "event", 0x8002, fields, writer, takes_rest=True)
