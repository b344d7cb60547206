"""Status codes: SPEC.md 3."""

NAMED = {
    0x0000: "OK", 0x0001: "ACCEPTED",
    0x0100: "LINK", 0x0101: "WRONG_SESSION", 0x0102: "SESSION_IN_USE", 0x0103: "VERSION_MISMATCH",
    0x0104: "SEQUENCE_REUSED", 0x0105: "STALE", 0x0106: "UNSUPPORTED_FLAGS",
    0x0200: "REQUEST", 0x0201: "UNKNOWN_OPERATION", 0x0202: "MALFORMED", 0x0203: "INVALID_ARGUMENT",
    0x0204: "UNSUPPORTED", 0x0205: "NOT_FOUND", 0x0206: "TOO_LARGE", 0x0207: "CANCELLED", 0x0208: "DEADLINE",
    0x0209: "NOT_CONNECTED", 0x020A: "ALREADY_CONNECTED",
    0x0300: "RESOURCE", 0x0301: "BUSY", 0x0302: "SLOTS_FULL", 0x0303: "NO_BUFFERS",
    0x0600: "STORAGE", 0x0601: "CONFLICT", 0x0602: "UNSAVED", 0x0603: "INCOMPLETE", 0x0604: "DIGEST",
    0x0605: "INVALID", 0x0606: "NOTHING_SAVED", 0x0607: "FLASH", 0x0608: "OFFSET", 0x0609: "UNCHANGED",
    0x060A: "WRONG_TRANSFER",
    0x0700: "DEVICE", 0x0701: "RADIO", 0x0702: "INTERNAL",
}
UNNAMED = {
    "HCI, Connection Timeout": 0x0408, "HCI, default": 0x0400, "ATT, Insufficient Authentication": 0x0505,
    "ATT, default": 0x0500, "vendor, default": 0x7F00,
}
UNKNOWN = [0x0002, 0x01FF, 0x020B, 0x0304, 0x060B, 0x0703, 0x7F12, 0x3344]


def default_of(value):
    """An unknown code stands for its domain's default; an unknown success is a request error."""
    return value & 0xFF00 or 0x0200


def statuses():
    entries = [
        {"name": name, "value": value, "named": value in NAMED, "domain": value >> 8, "treated_as": value}
        for name, value in [(name, value) for value, name in NAMED.items()] + list(UNNAMED.items())
    ]
    return entries + [
        {"name": f"unknown {value:#06x}", "value": value, "named": False, "domain": value >> 8, "treated_as": default_of(value)}
        for value in UNKNOWN
    ]
