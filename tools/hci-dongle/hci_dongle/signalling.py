"""Requests of a peripheral to its central on the signalling channel: Core Specification, Vol 3,
Part A, 4.
"""

from __future__ import annotations

import struct

COMMAND_REJECT, UPDATE_REQUEST, UPDATE_RESPONSE = 0x01, 0x12, 0x13
# Existing requests; all others have no answer.
REQUESTS = (0x02, 0x04, 0x06, 0x08, 0x0A, UPDATE_REQUEST, 0x14, 0x17, 0x19)
NOT_UNDERSTOOD = 0


def answer_to(pdu: bytes) -> tuple[bytes | None, tuple[int, int, int, int] | None]:
    """Returns the answer to send, and the connection parameters to use: lowest and highest
    interval, latency, time-out.
    """
    if len(pdu) < 4:
        return None, None
    code, number, length = struct.unpack_from("<BBH", pdu)
    if code == UPDATE_REQUEST and length == 8 and len(pdu) == 12:
        lowest, highest, latency, supervision = struct.unpack_from("<HHHH", pdu, 4)
        is_valid = (
            6 <= lowest <= highest <= 3200
            and latency <= 499
            and 10 <= supervision <= 3200
            # The link must outlast the longest sleep of the peripheral.
            and supervision * 4 > (latency + 1) * highest
        )
        answer = struct.pack("<BBHH", UPDATE_RESPONSE, number, 2, 0 if is_valid else 1)
        return answer, (lowest, highest, latency, supervision) if is_valid else None
    if code in REQUESTS:
        return struct.pack("<BBHH", COMMAND_REJECT, number, 2, NOT_UNDERSTOOD), None
    return None, None
