"""HELLO and PING of SPEC.md, from bytes to bytes: where a dongle written from scratch begins. Not a whole dongle; ../README.md says what comes next."""

import struct

REQUEST, RESPONSE = 1, 2
HELLO, PING = 1, 2
OK, WRONG_SESSION, SESSION_IN_USE, VERSION_MISMATCH = 0, 0x0101, 0x0102, 0x0103
SEQUENCE_REUSED, STALE, UNSUPPORTED_FLAGS, UNKNOWN_OPERATION = 0x0104, 0x0105, 0x0106, 0x0201
LARGEST_PAYLOAD, LARGEST_FRAME = 64, 64 + 12
RX_WINDOW = LARGEST_FRAME + 3  # one code byte for the whole frame, two delimiters


def crc32c(data):
    """SPEC.md 1.3."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def to_line(kind, session, id, code, payload):
    """SPEC.md 1 and 2: a frame with its delimiters. Under 254 bytes no block of COBS is full, so each zero is one cut."""
    frame = struct.pack("<BBHHH", 1 << 4 | kind, 0, session, id, code) + payload
    frame += struct.pack("<I", crc32c(frame))
    return b"\0" + b"".join(bytes([len(block) + 1]) + block for block in frame.split(b"\0")) + b"\0"


def from_line(stretch):
    """What stands between two delimiters, decoded; None where SPEC.md 1.4 rejects it."""
    frame, at = b"", 0
    while at < len(stretch):
        block = stretch[at + 1 : at + stretch[at]]
        frame += block
        if len(block) < stretch[at] - 1 or len(frame) > LARGEST_FRAME:
            return None
        at += stretch[at]
        if stretch[at - len(block) - 1] < 0xFF and at < len(stretch):
            frame += b"\0"
    if len(frame) < 12 or struct.unpack("<I", frame[-4:])[0] != crc32c(frame[:-4]):
        return None
    return frame[:-4]


class MinimalDongle:
    """One that can do nothing but say what it is. W is 1, so its request table has one entry (SPEC.md 5.3)."""

    def __init__(self, boot_id, device_id):
        self.boot_id, self.device_id = boot_id, device_id
        self.waiting = b""
        self.session = self.nonce = None
        self.last_id = self.last_crc = self.last_answer = None

    def receive(self, data, uptime):
        """Takes bytes of the line in whatever pieces, at an uptime in ms; returns the bytes to send."""
        *stretches, self.waiting = (self.waiting + data).split(b"\0")
        # What is longer than a frame can be is noise: it is dropped up to the next zero, so this stays bounded.
        if len(self.waiting) > RX_WINDOW:
            self.waiting = self.waiting[: RX_WINDOW + 1]
        frames = [from_line(stretch) for stretch in stretches if 0 < len(stretch) <= RX_WINDOW]
        return b"".join(self.execute(frame, uptime) for frame in frames if frame)

    def execute(self, frame, uptime):
        first, flags, session, id, code = struct.unpack("<BBHHH", frame[:8])
        if first & 0x0F != REQUEST:
            return b""
        if code == HELLO:
            return b"" if flags >> 4 else self.hello(session, frame[8:], uptime)
        if first >> 4 != 1:
            return b""
        if flags >> 4:
            return to_line(RESPONSE, session, id, code, struct.pack("<H", UNSUPPORTED_FLAGS))
        if session != self.session:
            return to_line(RESPONSE, session, id, code, struct.pack("<HiHI", WRONG_SESSION, 0, 0, self.boot_id))
        return to_line(RESPONSE, session, id, code, self.answer(id, code, crc32c(frame), uptime))

    def hello(self, session, payload, uptime):
        """SPEC.md 4.1 to 4.5. Speaks version 1 alone."""
        if session == 0 or len(payload) < 12:
            return b""
        nonce, lowest, highest, _, _, wanted, probe_length = struct.unpack("<IBBBBHH", payload[:12])
        probe = payload[12 : 12 + min(probe_length, 16)]
        if wanted < 64 or len(payload) < 12 + probe_length:
            return b""
        status = OK
        if session == self.session:
            status = OK if nonce == self.nonce else SESSION_IN_USE
        elif not lowest <= 1 <= highest:
            status = VERSION_MISMATCH
        else:
            self.session, self.nonce, self.last_id = session, nonce, 0xFFFF  # entry 0 of the table begins with id -W
        reply = struct.pack("<HIBBIBBBBI", status, nonce, 1, 1, self.boot_id, 1, 0, 1, 0, uptime) + self.device_id
        reply += struct.pack("<HHHHQ", LARGEST_PAYLOAD, LARGEST_PAYLOAD, RX_WINDOW, 0, 0)
        return to_line(RESPONSE, session, 0, HELLO, reply + struct.pack("<H", len(probe)) + probe)

    def answer(self, id, code, crc, uptime):
        """SPEC.md 5.3: executes a request once, and gives the same answer to each copy of it."""
        distance = (id - self.last_id + 0x8000) % 0x10000 - 0x8000
        if distance < 0:
            return struct.pack("<H", STALE)
        if distance == 0:
            return self.last_answer if crc == self.last_crc else struct.pack("<H", SEQUENCE_REUSED)
        self.last_id, self.last_crc = id, crc
        if code == PING:
            self.last_answer = struct.pack("<HIIHHII", OK, self.boot_id, uptime, 0, 0, 0, 0)
        else:
            self.last_answer = struct.pack("<H", UNKNOWN_OPERATION)
        return self.last_answer
