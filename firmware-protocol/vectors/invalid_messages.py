"""Payloads that must not be taken: cut, miscounted or out of range."""

from codec import Writer
from layouts import OPERATIONS, RECORDS
from message import Message, with_lengths, written
from messages import everything
from request_fields import INVALID_ARGUMENTS
from samples import FULL_UUID


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
