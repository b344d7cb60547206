"""Framing and fields of the dongle protocol, written from SPEC.md alone: the second reading that the vectors come from."""

import struct

MAJOR = 1
BOOT, REQUEST, RESPONSE, EVENT, GRANT, LOG = range(6)


def crc32c(data):
    """SPEC.md 1.3, one bit at a time."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def cobs_encode(data):
    """SPEC.md 1.2, without an empty last block after a 0xFF block that ends the data."""
    out = bytearray()
    cuts = data.split(b"\0")
    for index, cut in enumerate(cuts):
        while len(cut) >= 254:
            out += b"\xff" + cut[:254]
            cut = cut[254:]
            if not cut and index == len(cuts) - 1:
                return bytes(out)
        out += bytes([len(cut) + 1]) + cut
    return bytes(out)


def cobs_decode(stretch, largest):
    """The decoded bytes, or the name of the rejection."""
    out = bytearray()
    at = 0
    while at < len(stretch):
        code = stretch[at]
        block = stretch[at + 1 : at + code]
        out += block
        if len(out) > largest:
            return "overflow"
        if len(block) < code - 1:
            return "malformed"
        at += code
        if code < 0xFF and at < len(stretch):
            out.append(0)
            if len(out) > largest:
                return "overflow"
    return bytes(out)


def decoded_frame(kind, session=0, id=0, code=0, payload=b"", major=MAJOR, flags=0):
    body = struct.pack("<BBHHH", major << 4 | kind, flags, session, id, code) + payload
    return body + struct.pack("<I", crc32c(body))


def wire(decoded):
    return b"\0" + cobs_encode(decoded) + b"\0"


def receive(stream, largest):
    """What a receiver makes of a stream: SPEC.md 1.4."""
    events = []
    *stretches, _unfinished = stream.split(b"\0")
    for stretch in stretches:
        if not stretch:
            continue
        result = cobs_decode(stretch, largest)
        if isinstance(result, bytes):
            if len(result) < 12:
                result = "short"
            elif crc32c(result[:-4]) != struct.unpack("<I", result[-4:])[0]:
                result = "crc"
        if isinstance(result, bytes):
            events.append({"frame": result.hex()})
        else:
            events.append({"rejected": result, "discarded": len(stretch) + 1})
    return events


INTEGERS = {"u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q", "i8": "<b", "i32": "<i"}


class Writer:
    """Writes fields by a layout and remembers where each begins."""

    def __init__(self):
        self.bytes = b""
        self.boundaries = []

    def layout(self, layout, fields):
        for name, form in layout:
            self.field(form, fields.get(name, 0))
        return self

    def field(self, form, value):
        self.boundaries.append(len(self.bytes))
        if isinstance(form, str) and form in INTEGERS:
            self.bytes += struct.pack(INTEGERS[form], int(value, 16) if isinstance(value, str) else int(value))
        elif form == "blob":
            data = bytes.fromhex(value)
            self.blob(lambda inner: inner.raw(data))
        elif form == "text":
            self.blob(lambda inner: inner.raw(value.encode()))
        elif form == "rest":
            self.bytes += bytes.fromhex(value)
        elif isinstance(form, int):
            # So many bytes: reserved ones are zero, others are given in hex.
            data = bytes(form) if value == 0 else bytes.fromhex(value)
            assert len(data) == form
            self.bytes += data
        elif isinstance(form, list):
            self.boundaries.pop()
            self.layout(form, value)
        elif isinstance(form, tuple):
            # A blob of entries, each with the same layout.
            self.blob(lambda inner: [inner.layout(form[0], entry) for entry in value])
        else:
            raise ValueError(form)

    def raw(self, data):
        self.bytes += data

    def blob(self, fill):
        inner = Writer()
        fill(inner)
        start = len(self.bytes) + 2
        self.bytes += struct.pack("<H", len(inner.bytes))
        self.boundaries += [start] if inner.bytes else []
        self.bytes += inner.bytes
