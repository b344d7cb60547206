"""Sections 6 and 7 of SPEC.md: the choice of the next frame to send."""

from __future__ import annotations

from collections import deque

from . import framing
from .framing import Frame
from .protocol import Event
from .scanning import Scan
from .streams import AdvertQueue, LogQueue, StreamA

# Answers that may wait for the line; beyond that nothing is read from it until some have left.
ANSWER_LIMIT = 64
LOG_WAIT_MS = 1000


class Outgoing:
    """Frames that wait for the line. Answers come first, then stream A, adverts that are due, and
    the log, where a line that has waited for a second comes before adverts.
    """

    def __init__(self, stream: StreamA, adverts: AdvertQueue, log: LogQueue, scan: Scan) -> None:
        self._stream = stream
        self._adverts = adverts
        self._log = log
        self._scan = scan
        self.answers: deque[Frame] = deque()

    @property
    def has_room(self) -> bool:
        """Whether another answer may be added."""
        return len(self.answers) < ANSWER_LIMIT

    def next(self, session: int | None, now: int, largest: int) -> Frame | None:
        """Returns the frame that is due at an uptime in ms, with a payload of at most `largest`."""
        if self.answers:
            return self.answers.popleft()
        if session is None:
            return None
        event = self._stream.take()
        if event is not None:
            counter, code, payload = event
            return Frame(framing.EVENT, session, counter, code, payload)
        since = self._log.since()
        if since is not None and now - since >= LOG_WAIT_MS:
            return self._log_frame(session, largest)
        due = self.adverts_due()
        if due is not None and (now >= due or self._adverts.fills(largest)):
            counter, payload = self._adverts.take(largest)
            return Frame(framing.EVENT, session, counter, Event.ADVERT_BATCH, payload)
        return self._log_frame(session, largest) if since is not None else None

    def adverts_due(self) -> int | None:
        """Returns the uptime at which the oldest advert has waited long enough."""
        return self._adverts.due(self._scan.batching_ms)

    def _log_frame(self, session: int, largest: int) -> Frame:
        counter, payload = self._log.take(largest)
        return Frame(framing.LOG, session, counter, 0, payload)
