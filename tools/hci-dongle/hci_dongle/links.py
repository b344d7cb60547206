"""A connection of the radio, before and after it has a listener."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

ATT_CID = 0x0004
EARLY_LIMIT = 64


class Sender(Protocol):
    """Sender of a connection's packets."""

    def send(self, handle: int, channel: int, pdu: bytes) -> None: ...

    def queued(self) -> int: ...

    def disconnect(self, handle: int) -> None: ...


class BumbleLink:
    """One connection. Packets that arrive before it has a listener are kept, up to 64."""

    def __init__(self, radio: Sender, handle: int, interval: int) -> None:
        self._radio = radio
        self.handle = handle
        self.interval = interval
        self.on_att: Callable[[bytes], None] = lambda pdu: None
        self.on_lost: Callable[[int], None] = lambda reason: None
        self._early: deque[bytes] | None = deque(maxlen=EARLY_LIMIT)
        self._lost_early: int | None = None

    def start(self) -> None:
        early, self._early = self._early or (), None
        for pdu in early:
            self.on_att(pdu)
        if self._lost_early is not None:
            self.on_lost(self._lost_early)

    def received(self, pdu: bytes) -> None:
        if self._early is not None:
            self._early.append(pdu)
        else:
            self.on_att(pdu)

    def lost(self, status: int) -> None:
        if self._early is not None:
            self._lost_early = status
        else:
            self.on_lost(status)

    def send_att(self, pdu: bytes) -> None:
        self._radio.send(self.handle, ATT_CID, pdu)

    def queued(self) -> int:
        return self._radio.queued()

    def disconnect(self) -> None:
        self._radio.disconnect(self.handle)
