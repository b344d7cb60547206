"""Payloads of every operation, event and kind: SPEC.md 4 to 11."""

from batches import batches
from codec import Writer
from errors import errors
from layouts import EVENTS, KINDS, OPERATIONS, RECORDS
from message import Message, with_lengths, written
from request_fields import REQUESTS
from samples import FULL_UUID, Sample, boolean, fixed


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
