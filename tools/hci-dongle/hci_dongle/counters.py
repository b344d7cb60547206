"""Counters since the start, as GET_STATE reports them."""

from __future__ import annotations

from dataclasses import dataclass

from .framing import Rejected


@dataclass
class Counters:
    """Frames received and sent, in the order of GET_STATE, as far as they are counted here."""

    received: int = 0
    malformed: int = 0
    crc: int = 0
    overflow: int = 0
    dropped: int = 0
    sent: int = 0

    def reject(self, event: Rejected) -> None:
        if event.reason == "crc":
            self.crc += 1
        elif event.reason == "overflow":
            self.overflow += 1
        else:
            self.malformed += 1
