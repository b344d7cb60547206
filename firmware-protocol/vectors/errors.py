"""Error bodies: SPEC.md 3.1."""

from codec import Writer
from message import Message

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
