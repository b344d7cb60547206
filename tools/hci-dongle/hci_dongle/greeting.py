"""Section 4 of SPEC.md: what a dongle says of itself in the answer to HELLO and in BOOT."""

from __future__ import annotations

import struct

from . import framing
from .framing import Frame
from .protocol import Feature, blob
from .requests import Hello

MINOR = 1
PAYLOAD = 528
WINDOW = 8
# Eight of the largest encoded frames.
RX_WINDOW = 8 * 545
SLOTS = 3
LARGEST_MTU = 517
PROBE_LIMIT = 16


def features(*, has_extended: bool, is_simulated: bool) -> Feature:
    """Returns what a dongle on this radio can do."""
    known = (
        Feature.ACTIVE_SCAN
        | Feature.GATT
        | Feature.INDICATION_HOLD
        | Feature.CONFIG_STORE
        | Feature.COALESCE
        | Feature.SCAN_FILTERS
    )
    if has_extended:
        known |= Feature.EXTENDED_ADVERTISING
    if is_simulated:
        known |= Feature.SIMULATED
    return known


def reply(
    status: int,
    wanted: Hello,
    largest: int,
    *,
    boot_id: int,
    reason: int,
    uptime: int,
    device_id: bytes,
    known: Feature,
) -> bytes:
    """Returns the answer to HELLO. `largest` is the largest payload, in bytes, `reason` that of the
    last start, `uptime` in milliseconds.
    """
    return struct.pack(
        "<HIBBIBBBBI8sHHHHQ",
        status,
        wanted.nonce,
        framing.MAJOR,
        MINOR,
        boot_id,
        reason,
        SLOTS,
        WINDOW,
        0,
        uptime & 0xFFFFFFFF,
        device_id,
        largest,
        largest,
        RX_WINDOW,
        mtu_for(largest),
        known,
    ) + blob(wanted.probe[:PROBE_LIMIT])


def boot(boot_id: int, reason: int, device_id: bytes) -> Frame:
    """Returns the frame that tells of a start."""
    payload = struct.pack("<IBBBB", boot_id, reason, framing.MAJOR, MINOR, 0)
    return Frame(framing.BOOT, 0, 0, 0, payload + device_id)


def mtu_for(payload: int) -> int:
    """Returns the largest ATT MTU whose notifications fit a payload (14)."""
    return min(LARGEST_MTU, payload - 10 + 3)
