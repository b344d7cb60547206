"""Payloads of every operation, event and kind: SPEC.md 3.1 and 4 to 11."""

from codec import INTEGERS, Writer
from layouts import ADVERT, BATCH, EVENTS, KINDS, OPERATIONS, RECORDS, SIGHTING
from request_fields import INVALID_ARGUMENTS, REQUESTS

FULL_UUID = bytes(range(0x10, 0x20)).hex()


class Sample:
    """Values whose every byte differs from its neighbours, so that a wrong width or order shows."""

    def __init__(self):
        self.next = 0x41

    def take(self, count):
        data = bytes((self.next + i - 1) % 255 + 1 for i in range(count))
        self.next += count
        return data

    def value(self, form):
        if isinstance(form, str) and form in INTEGERS:
            size = int(form[1:]) // 8
            number = int.from_bytes(self.take(size), "little", signed=form[0] == "i")
            if form == "u64":
                return f"0x{number:016x}"
            return number
        if form == "text":
            return "perch – 1.0"
        if form == "blob":
            return self.take(5).hex()
        if isinstance(form, int):
            return self.take(form).hex()
        if isinstance(form, list):
            return {name: self.value(inner) for name, inner in form if name != "_"}
        entry = {name: self.value(inner) for name, inner in form[0]}
        return [entry, {name: self.value(inner) for name, inner in form[0]}]


def extreme(form, largest):
    """The smallest or largest value: all bits clear or set, nothing or much of it."""
    if form == "u64":
        return f"0x{(2**64 - 1) * largest:016x}"
    if isinstance(form, str) and form in INTEGERS:
        return (1 << int(form[1:]) - (form[0] == "i")) - 1 if largest else 0
    if form == "text":
        return "x" * (32 * largest)
    if form == "blob":
        return "ff" * (200 * largest)
    if isinstance(form, int):
        return ("ff" if largest else "00") * form
    if isinstance(form, list):
        return {name: extreme(inner, largest) for name, inner in form if name != "_"}
    return [{name: extreme(inner, largest) for name, inner in form[0]}] * (12 * largest)


def boolean(fields):
    """The fields of one bit that a byte carries."""
    return {name: bool(value) if name in ("gap", "more") else value for name, value in fields.items()}


def fixed(layout):
    """A layout's three cases. Counters are one entry, neither none nor many."""
    cases = []
    for label, value in (
        ("zero", lambda form: extreme(form, 0)), ("sample", Sample().value), ("largest", lambda form: extreme(form, 1)),
    ):
        fields = {name: value(form) for name, form in layout if name != "_"}
        if "counters" in fields:
            fields["counters"] = (fields["counters"] or [extreme(layout_of(layout, "counters")[0], 0)])[:1]
        for name in ("gap", "more"):
            if name in fields:
                fields[name] = label != "zero"
        cases.append((label, fields))
    return cases


def layout_of(layout, field):
    return dict(layout)[field]


class Message:
    """One payload, with where its fields begin."""

    def __init__(self, name, form, code, fields, writer, takes_rest=False):
        self.name, self.form, self.code, self.fields, self.writer = name, form, code, fields, writer
        self.takes_rest = takes_rest

    def entry(self, suffix="", payload=None, canonical=True):
        return {
            "name": f"{self.name} {self.form}{suffix}", "message": self.name, "form": self.form, "code": self.code,
            "payload": (self.writer.bytes if payload is None else payload).hex(), "fields": self.fields,
            "canonical": canonical,
        }


def written(layout, fields, status=None):
    writer = Writer()
    if status is not None:
        writer.field("u16", status)
    return writer.layout(layout, fields)


def entries_written(header, fields, layout, entries, extra=b""):
    """A batch: entries to the end of the payload, without a count."""
    writer = Writer().layout(header, fields)
    writer.ends = [len(writer.bytes)]
    for entry in entries:
        writer.layout(layout, entry)
        writer.raw(extra)
        writer.ends.append(len(writer.bytes))
    return writer


def with_lengths(fields):
    """The fields with the length of each filter, which follows from its bytes."""
    if "filters" not in fields:
        return fields
    filters = [{**entry, "length": len(entry["bytes"]) // 2} for entry in fields["filters"]]
    return {**fields, "filters": filters}


def requests():
    for name, (code, _, layout, _) in OPERATIONS.items():
        for label, fields in REQUESTS[name]:
            yield label, Message(name, "request", code, fields, written(layout, with_lengths(fields)))


def answers():
    for name, (code, deferred, _, layout) in OPERATIONS.items():
        form = "result" if deferred else "response"
        if name == "DISCOVER":
            yield from discoveries(code)
            continue
        for label, fields in fixed(layout):
            status = None if deferred else 0
            writer = written(layout, fields, status)
            if "counters" in fields:
                fields["counters"] = fields["counters"][0]
            if not deferred:
                fields = {"status": 0, **fields}
            if layout or label == "zero":
                yield label, Message(name, form, code, boolean(fields), writer)
    for status in (0x0102, 0x0103):
        fields = {"status": status, **fixed(OPERATIONS["HELLO"][3])[1][1]}
        yield f"status {status:#06x}", Message("HELLO", "response", 1, fields, written(OPERATIONS["HELLO"][3], fields, status))


def discoveries(code):
    uuids = ["0d18", FULL_UUID]
    for what, layout in RECORDS.items():
        for count in (0, 1, 2):
            sample = Sample()
            records = [
                {name: sample.value(form) for name, form in layout if not name.startswith("uuid")} | {"uuid": uuids[i]}
                for i in range(count)
            ]
            yield f"what {what}, {count} records", discovery(code, what, records, layout, 0x0123 * count)
    writer = Writer().layout([("next_handle", "u16"), ("what", "u8"), ("records", "blob")],
                             {"next_handle": 7, "what": 9, "records": "0102030405"})
    yield "unknown what", Message("DISCOVER", "result", code, {"next_handle": 7, "what": 9, "records": "0102030405"}, writer)


def discovery(code, what, records, layout, next_handle):
    full = [{**record, "uuid_length": len(record["uuid"]) // 2} for record in records]
    writer = Writer().layout([("next_handle", "u16"), ("what", "u8"), ("records", (layout,))],
                             {"next_handle": next_handle, "what": what, "records": full})
    return Message("DISCOVER", "result", code, {"next_handle": next_handle, "what": what, "records": records}, writer)


def events():
    for name, (code, layout) in EVENTS.items():
        if layout:
            for label, fields in fixed(layout):
                yield label, Message(name, "event", code, fields, written(layout, fields))
    for name, layout in KINDS.items():
        for label, fields in fixed(layout):
            yield label, Message(name, "payload", 0, boolean(fields), written(layout, fields))


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


# Each error body with what its detail says; a detail is named as in the table of SPEC.md 3.
ERRORS = [
    ("nothing", 0x0301, "", {"native": 0, "retry_after_ms": 0, "detail": ""}),
    ("native alone", 0x0701, "fdffffff", {"native": -3, "retry_after_ms": 0, "detail": ""}),
    ("native and half a retry", 0x0701, "fdffffff01", {"native": -3, "retry_after_ms": 0, "detail": ""}),
    ("half a native", 0x0701, "fdff", {"native": 0, "retry_after_ms": 0, "detail": ""}),
    ("no detail", 0x0301, "00000000f401", {"native": 0, "retry_after_ms": 500, "detail": ""}),
    ("boot id", 0x0101, "00000000000078563412", {"boot_id": 0x12345678}),
    ("field offset", 0x0203, "0000000000000c00", {"field_offset": 12}),
    ("limit", 0x0206, "00000000000000020000", {"limit": 512}),
    ("connection", 0x020A, "0000000000000207", {"connection": {"slot": 2, "generation": 7}}),
    ("slots", 0x0302, "00000000e8030304", {"retry_after_ms": 1000, "slots": {"used": 3, "total": 4}}),
    ("attribute handle", 0x0505, "0000000000002301", {"attribute_handle": 0x0123}),
    ("active digest", 0x0601, "000000000000a0a1a2a3a4a5a6a7", {"active_digest": "a0a1a2a3a4a5a6a7"}),
    ("next offset", 0x0608, "00000000000000100000", {"next_offset": 4096}),
    ("position", 0x0605, "00000000000007000000", {"position": 7}),
    ("half a detail", 0x0608, "0000000000000010", {"detail": "0010"}),
]


def errors():
    for label, status, body, fields in ERRORS:
        payload = bytes.fromhex(body)
        full = {"status": status, "native": 0, "retry_after_ms": 0, "detail": payload[6:].hex(), **fields}
        writer = Writer()
        writer.raw(status.to_bytes(2, "little") + payload)
        yield label, Message("ERROR", "response", 0, full, writer, takes_rest=True), len(payload) >= 6


def everything():
    for source in (requests, answers, events, batches):
        yield from source()


def valid():
    entries = []
    for label, message in everything():
        canonical = not label.endswith("extra bytes")
        entries.append(message.entry(f", {label}", canonical=canonical))
        if not message.takes_rest:
            entries.append(message.entry(f", {label}, unknown bytes behind", message.writer.bytes + b"\xa5\x5a", canonical=False))
    for label, message, whole in errors():
        entries.append(message.entry(f", {label}", canonical=whole))
    return entries


def refused(message, suffix, payload, expected=None):
    """HELLO alone has no answer that says it is malformed."""
    answered = message.form == "request" and message.name != "HELLO"
    return {
        "name": f"{message.name} {message.form}, {suffix}", "message": message.name, "form": message.form,
        "code": message.code, "payload": payload.hex(), "expected": expected or ("MALFORMED" if answered else "DROPPED"),
    }


def invalid():
    entries = []
    chosen = {}
    for label, message in everything():
        key = (message.name, message.form)
        if message.writer.bytes and len(message.writer.bytes) <= 400:
            if key not in chosen or len(message.writer.bytes) > len(chosen[key].writer.bytes):
                chosen[key] = message
    for message in chosen.values():
        payload = message.writer.bytes
        cuts = sorted(set(message.writer.boundaries) | {len(payload) - 1})
        allowed = set(getattr(message.writer, "ends", [])) | {len(payload)}
        for cut in cuts:
            if cut not in allowed:
                entries.append(refused(message, f"cut at {cut}", payload[:cut]))
    entries += lengths()
    for name, fields, offset in INVALID_ARGUMENTS:
        code, _, layout, _ = OPERATIONS[name]
        message = Message(name, "request", code, fields, written(layout, with_lengths(fields)))
        number = sum(1 for entry in entries if entry["name"].startswith(f"{name} request, out of range"))
        entry = refused(message, f"out of range {number + 1}", message.writer.bytes, "INVALID_ARGUMENT")
        entries.append({**entry, "offset": offset})
    return entries


def lengths():
    """Counts that do not fit what they count."""
    filters = Writer().layout(OPERATIONS["SCAN_START"][2][:-1], {})
    for suffix, blob in (("a filter longer than the blob", "0106aabb"), ("a filter without its length", "01")):
        writer = Writer()
        writer.raw(filters.bytes)
        writer.field("blob", blob)
        yield refused(Message("SCAN_START", "request", 0x0101, {}, writer), suffix, writer.bytes)
    for what, layout in RECORDS.items():
        head = [0x21] * (sum(int(form[1:]) // 8 for name, form in layout if name not in ("uuid", "uuid_length")))
        for length, uuid in ((0, ""), (1, "aa"), (3, "aabbcc"), (16, FULL_UUID[:-2]), (2, "aa")):
            writer = Writer().layout([("next", "u16"), ("what", "u8"), ("records", "blob")],
                                     {"what": what, "records": bytes(head + [length]).hex() + uuid})
            message = Message("DISCOVER", "result", 0x0204, {}, writer)
            yield refused(message, f"what {what}, UUID of {length} with {len(uuid) // 2} bytes", writer.bytes)
    state = OPERATIONS["GET_STATE"][3]
    for suffix, counters, slots in (("counters of 35 bytes", 35, 0), ("slots of 15 bytes", 36, 15), ("slots of 17 bytes", 36, 17)):
        writer = Writer()
        writer.field("u16", 0)
        writer.layout(state[:-2], {})
        writer.field("blob", "00" * counters)
        writer.field("blob", "00" * slots)
        yield refused(Message("GET_STATE", "response", 0x0004, {}, writer), suffix, writer.bytes)
