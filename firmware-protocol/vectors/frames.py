"""Frames and streams of frames: SPEC.md 1 and 2."""

from codec import EVENT, LOG, BOOT, GRANT, REQUEST, RESPONSE, cobs_decode, decoded_frame, receive, wire

SMALL, FULL = 268, 540


def pattern(count):
    """Bytes without a zero, so that COBS makes full blocks of them."""
    return bytes(i % 255 + 1 for i in range(count))


def frame_without_zero(payload_count):
    """A frame that holds no zero at all: the CRC is made so by trying last bytes of the payload."""
    for last in range(1, 256):
        for other in range(1, 256):
            payload = pattern(payload_count - 2) + bytes([other, last])
            fields = dict(kind=EVENT, flags=0x01, session=0x1234, id=0x0101, code=0x0101, payload=payload)
            decoded = decoded_frame(**fields)
            if 0 not in decoded:
                return fields
    raise AssertionError("no such frame")


def entry(name, wire_form=None, **fields):
    decoded = decoded_frame(**fields)
    result = {"name": name, "major": fields.get("major", 1), "kind": fields["kind"], "flags": fields.get("flags", 0)}
    for key in ("session", "id", "code"):
        result[key] = fields.get(key, 0)
    result["payload"] = fields.get("payload", b"").hex()
    result["decoded"] = decoded.hex()
    result["wire"] = (wire_form or wire(decoded)).hex()
    # Not the form an encoder should send, but one a decoder must take.
    result["canonical"] = wire_form is None
    assert cobs_decode(bytes.fromhex(result["wire"])[1:-1], 65535) == decoded
    return result


def frames():
    entries = [
        entry("worked example of SPEC.md 2.5", kind=REQUEST, session=0x1234, id=1, code=2),
        entry("every field zero", kind=BOOT),
        entry("every field at its largest", kind=15, major=15, flags=0xFF, session=0xFFFF, id=0xFFFF, code=0xFFFF),
        entry("unknown kind", kind=9, session=7, payload=b"\x01"),
        entry("optional flag", kind=REQUEST, flags=0x01, session=7, id=3, code=2),
        entry("flag that must be understood", kind=REQUEST, flags=0x10, session=7, id=3, code=2),
        entry("quiet HELLO's major version", kind=REQUEST, major=0, session=0x0101, code=1),
        entry("grant", kind=GRANT, session=0x0102, payload=b"\x05\x00\x01"),
        entry("log", kind=LOG, session=0x0102, id=9, payload=b"\x02\x01\x00\x00\x00\x00\x00\x02\x00ok"),
        entry("payload of the bytes that lines change", kind=RESPONSE, session=0x11, id=0x13, code=2,
              payload=bytes([0x00, 0x11, 0x13, 0x0A, 0x0D, 0x7F, 0xFF])),
        entry("payload of all 256 values", kind=EVENT, session=1, id=2, code=4, payload=bytes(range(256))),
        entry("largest frame of the small profile", kind=EVENT, session=1, id=2, code=4, payload=pattern(256)),
        entry("largest frame of the full profile", kind=EVENT, session=1, id=2, code=4, payload=pattern(528)),
        entry("largest frame of the full profile, all zero", kind=EVENT, session=1, id=2, code=4, payload=bytes(528)),
    ]
    for count in (0, 1, 253, 254, 255, 256):
        entries.append(entry(f"payload of {count} zeros", kind=EVENT, session=1, id=1, code=4, payload=bytes(count)))
    for count in (252, 253, 254, 255, 256, 508, 509):
        payload = b"\0" + pattern(count) + b"\0"
        entries.append(entry(f"block of {count} bytes between zeros", kind=EVENT, session=1, id=1, code=4, payload=payload))
    for count in (253, 254, 255, 508, 509):
        fields = frame_without_zero(count - 12)
        entries.append(entry(f"frame of {count} bytes without a zero", **fields))
        if count % 254 == 0:
            form = wire(decoded_frame(**fields))
            assert form[-256] == 0xFF
            entries.append(entry(f"frame of {count} bytes without a zero, empty last block", form[:-1] + b"\x01\x00", **fields))
    return entries


def streams():
    ping = decoded_frame(REQUEST, session=0x1234, id=1, code=2)
    pong = decoded_frame(RESPONSE, session=0x1234, id=1, code=2, payload=bytes(24))
    full = decoded_frame(EVENT, session=1, id=2, code=4, payload=pattern(256))
    over = decoded_frame(EVENT, session=1, id=2, code=4, payload=pattern(257))
    flipped = bytearray(wire(pong))
    flipped[-3] ^= 0x10
    boot_text = b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13\r\n"
    cases = [
        ("nothing", b""),
        ("only zeros", bytes(9)),
        ("one frame", wire(ping)),
        ("two frames with two zeros between", wire(ping) + wire(pong)),
        ("two frames that share a zero", wire(ping) + wire(pong)[1:]),
        ("a frame without its leading zero", wire(ping)[1:]),
        ("a frame that has not ended", wire(ping) + wire(pong)[:-1]),
        ("text of a boot loader before a frame", boot_text + wire(ping)),
        ("text between frames", wire(ping) + b"hello\n" + wire(pong)),
        ("half a frame before a frame", wire(pong)[:9] + wire(ping)),
        ("a frame without its end before a frame", wire(pong)[:-1] + wire(ping)),
        ("two frames that lost the zeros between them", wire(ping)[:-1] + wire(pong)[1:]),
        ("a bit of a frame changed", bytes(flipped) + wire(ping)),
        ("a byte of a frame changed to zero", wire(pong)[:4] + b"\0" + wire(pong)[5:] + wire(ping)),
        ("a byte of a frame lost", wire(pong)[:6] + wire(pong)[7:] + wire(ping)),
        ("one byte", b"\0\x01\0" + wire(ping)),
        ("a code that points past the end", b"\0\x05\x01\x02\0" + wire(ping)),
        ("a code that points one byte past the end", b"\0\x03\x01\0" + wire(ping)),
        ("a code that ends at the end", b"\0\x02\x01\0" + wire(ping)),
        ("a 0xFF block cut short", b"\0\xff" + pattern(253) + b"\0" + wire(ping)),
        ("eleven bytes", wire(ping[:7] + ping[8:]) + wire(ping)),
        ("twelve bytes with a wrong CRC", wire(ping[:-1] + b"\x00") + wire(ping)),
        ("the largest frame", wire(full) + wire(ping)),
        ("one byte over the largest frame", wire(over) + wire(ping)),
        ("over the largest frame by a zero that a code implies", b"\0" + b"\x01" * (SMALL + 2) + b"\0" + wire(ping)),
        ("as many zeros as the largest frame", b"\0" + b"\x01" * (SMALL + 1) + b"\0" + wire(ping)),
        ("too long and malformed", b"\0" + b"\xff" + pattern(254) + b"\x20" + pattern(20) + b"\0" + wire(ping)),
        ("malformed, and too long had it been whole", b"\0" + b"\xff" + pattern(254) + b"\x20" + pattern(14) + b"\0" + wire(ping)),
        ("noise of many times the largest frame", pattern(3000) + wire(ping)),
        ("noise, zero, noise", pattern(700) + b"\0" + pattern(20) + b"\0" + wire(ping)),
        ("only noise", pattern(3000)),
    ]
    return [
        {"name": name, "wire": stream.hex(), "largest_frame": SMALL, "expected": receive(stream, SMALL)}
        for name, stream in cases
    ] + [
        {"name": "the largest frame of the full profile", "wire": wire(decoded_frame(EVENT, session=1, payload=bytes(528))).hex(),
         "largest_frame": FULL, "expected": receive(wire(decoded_frame(EVENT, session=1, payload=bytes(528))), FULL)},
    ]
