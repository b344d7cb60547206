"""Sections 2 to 6 of SPEC.md: the handling of each received frame, and the choice of the next frame
to send.
"""

from __future__ import annotations

import logging
import os
import struct
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from . import framing, requests
from .config_store import ConfigStore
from .connections import Connections
from .framing import Decoder, Frame, Rejected
from .operations import Operations
from .protocol import Event, Feature, Refusal, Status, blob
from .protocol import Operation as Code
from .scanning import STOPPED, Scan
from .slots import Connector
from .streams import AdvertQueue, LogQueue, StreamA

logger = logging.getLogger(__name__)

PAYLOAD = 528
LARGEST_FRAME = framing.HEADER + PAYLOAD + framing.CHECKSUM
WINDOW = 8
# Eight of the largest encoded frames.
RX_WINDOW = 8 * 545
SLOTS = 3
RING_BYTES = 16_384
ADVERT_BYTES = 65_536
LOG_LINES = 64
# Answers that may wait for the line; beyond that nothing is read from it until some have left.
ANSWER_LIMIT = 64
LARGEST_MTU = 517
SILENCE_MS = 30_000
BOOT_TIMES_MS = (100, 300, 900)
LOG_WAIT_MS = 1000
BOOTED_BY_POWER, BOOTED_BY_REQUEST = 1, 3
MINOR = 0


class Radio(Connector, Protocol):
    """Interface of a radio for the session."""

    has_extended: bool
    hardware: str

    def scan(self, wanted: tuple[int, int, int] | None) -> None: ...


@dataclass
class Counters:
    """Counters since the start, in the order of GET_STATE, as far as they are counted here."""

    received: int = 0
    malformed: int = 0
    crc: int = 0
    overflow: int = 0
    dropped: int = 0
    sent: int = 0


class Session:
    """The layer between the line and the requests. `clock` returns seconds and never goes back."""

    # Execution of each operation, set by a subclass.
    handlers: dict[int, Callable[[Frame], bytes]]

    def __init__(
        self, radio: Radio, store: ConfigStore, clock: Callable[[], float], *, is_simulated: bool = False
    ) -> None:
        self._radio = radio
        self._store = store
        self._clock = clock
        self._is_simulated = is_simulated
        # Called when there may be a frame to send.
        self.on_output: Callable[[], None] = lambda: None
        self._decoder = Decoder(LARGEST_FRAME)
        self._stream = StreamA(RING_BYTES)
        self._stream.on_event = lambda: self.on_output()
        self._adverts = AdvertQueue(ADVERT_BYTES)
        self._log = LogQueue(LOG_LINES)
        self._operations = Operations(self._stream)
        self._connections = Connections(SLOTS, radio, self._stream, self._operations, self.uptime)
        self._scan = Scan(self._adverts, self._stream)
        self._boot(BOOTED_BY_POWER)

    def _boot(self, reason: int) -> None:
        self._started = self._clock()
        self._boot_id = int.from_bytes(os.urandom(4), "little")
        self._reason = reason
        self._counters = Counters()
        self._adverts.dropped = self._log.dropped = self._scan.coalesced = 0
        self._session: int | None = None
        self._nonce = 0
        self._ended: int | None = None
        self._heard_ms = 0
        self._boots = deque(BOOT_TIMES_MS)
        self._restart_by: int | None = None
        self._to_host = PAYLOAD
        self._answers: deque[Frame] = deque()
        self._features = Feature(0)
        self._clear()

    def uptime(self) -> int:
        """Returns milliseconds since the start; on the line modulo 2³²."""
        return int((self._clock() - self._started) * 1000)

    # From the line

    @property
    def can_receive(self) -> bool:
        """Whether there is room for answers."""
        return len(self._answers) < ANSWER_LIMIT

    def receive(self, data: bytes) -> None:
        for event in self._decoder.feed(data):
            if isinstance(event, Rejected):
                self._reject(event)
            else:
                self._counters.received += 1
                self._take(event)
        self.on_output()

    def _reject(self, event: Rejected) -> None:
        if event.reason == "crc":
            self._counters.crc += 1
        elif event.reason == "overflow":
            self._counters.overflow += 1
        else:
            self._counters.malformed += 1

    def _take(self, frame: Frame) -> None:
        if frame.kind == framing.REQUEST and frame.code == Code.HELLO:
            self._hello(frame)
        elif frame.kind == framing.REQUEST and (frame.major == framing.MAJOR or frame.code == Code.REBOOT):
            if frame.session == self._session:
                self._heard_ms = self.uptime()
            self._answer(frame, self._result(frame))
        elif frame.kind == framing.GRANT and self._is_of_session(frame) and len(frame.payload) >= 3:
            self._heard_ms = self.uptime()
            following, gap = struct.unpack_from("<HB", frame.payload)
            self._stream.acknowledge(following, gap == 1)
        else:
            self._counters.dropped += 1

    def _is_of_session(self, frame: Frame) -> bool:
        return (
            frame.major == framing.MAJOR
            and not frame.flags & framing.MUST_UNDERSTAND
            and frame.session == self._session
        )

    def _answer(self, request: Frame, payload: bytes) -> None:
        self._answers.append(Frame(framing.RESPONSE, request.session, request.id, request.code, payload))

    # Sessions

    def _hello(self, frame: Frame) -> None:
        try:
            wanted = requests.hello(frame.payload)
        except Refusal:
            self._counters.dropped += 1
            return
        if frame.session == 0 or frame.flags & framing.MUST_UNDERSTAND:
            self._counters.dropped += 1
            return
        status = Status.OK
        if frame.session == self._session and wanted.nonce == self._nonce:
            self._heard_ms = self.uptime()
        elif frame.session in (self._session, self._ended):
            status = Status.SESSION_IN_USE
        elif not wanted.lowest <= framing.MAJOR <= wanted.highest:
            status = Status.VERSION_MISMATCH
        else:
            self._session, self._nonce, self._ended = frame.session, wanted.nonce, None
            self._heard_ms = self.uptime()
            self._to_host = min(PAYLOAD, wanted.largest_payload)
            self._clear()
            self._boots.clear()
            self._features = self._known_features()
        largest = min(PAYLOAD, wanted.largest_payload)
        reply = struct.pack(
            "<HIBBIBBBBI8sHHHHQ",
            status,
            wanted.nonce,
            framing.MAJOR,
            MINOR,
            self._boot_id,
            self._reason,
            SLOTS,
            WINDOW,
            0,
            self.uptime() & 0xFFFFFFFF,
            self._store.device_id,
            largest,
            largest,
            RX_WINDOW,
            mtu_for(largest),
            self._features if self._session is not None else self._known_features(),
        )
        self._answer(frame, reply + blob(wanted.probe[:16]))

    def _known_features(self) -> Feature:
        features = (
            Feature.ACTIVE_SCAN
            | Feature.GATT
            | Feature.INDICATION_HOLD
            | Feature.CONFIG_STORE
            | Feature.COALESCE
            | Feature.SCAN_FILTERS
        )
        if self._radio.has_extended:
            features |= Feature.EXTENDED_ADVERTISING
        if self._is_simulated:
            features |= Feature.SIMULATED
        return features

    def _clear(self) -> None:
        """Resets the state for a new session."""
        self._table = requests.RequestTable(WINDOW)
        self._answers.clear()
        self._operations.clear()
        self._stream.clear()
        self._adverts.clear()
        self._log.clear()
        self._connections.close_all()
        self._connections.largest_mtu = mtu_for(self._to_host)
        self._connections.result_room = self._to_host - 7
        self._connections.events.largest = self._to_host
        if self._scan.state != STOPPED:
            self._radio.scan(None)
        self._scan.clear()
        self._store.new_session()

    # Requests

    def _result(self, frame: Frame) -> bytes:
        try:
            if frame.flags & framing.MUST_UNDERSTAND:
                raise Refusal(Status.UNSUPPORTED_FLAGS)
            if frame.code == Code.REBOOT:
                return self._tabled(frame)
            if frame.session != self._session:
                raise Refusal(Status.WRONG_SESSION, struct.pack("<I", self._boot_id))
            is_new, kept = self._table.look_up(frame)
        except Refusal as refusal:
            return refusal.response()
        if not is_new and kept is not None:
            return kept
        answer = self._tabled(frame)
        self._table.keep(frame, answer)
        return answer

    def _tabled(self, frame: Frame) -> bytes:
        """Returns the answer to a request after executing it."""
        try:
            handler = self.handlers.get(frame.code)
            if handler is None:
                is_known = frame.code in iter(Code)
                raise Refusal(Status.UNSUPPORTED if is_known else Status.UNKNOWN_OPERATION)
            answer = handler(frame)
        except Refusal as refusal:
            return refusal.response()
        except Exception:
            logger.exception("A request failed for no reason that is known.")
            return Refusal(Status.INTERNAL).response()
        if len(answer) > self._to_host:
            return Refusal(Status.TOO_LARGE, struct.pack("<I", self._to_host)).response()
        return answer

    # To the line

    def next_frame(self) -> bytes | None:
        """Returns the next frame for the line, if one is due now."""
        frame = self._choose()
        if frame is None:
            return None
        self._counters.sent += 1
        return frame.wire()

    def _choose(self) -> Frame | None:
        if self._answers:
            return self._answers.popleft()
        if self._session is None:
            return None
        event = self._stream.take()
        if event is not None:
            counter, code, payload = event
            return Frame(framing.EVENT, self._session, counter, code, payload)
        now = self.uptime()
        since = self._log.since()
        if since is not None and now - since >= LOG_WAIT_MS:
            return self._log_frame()
        due = self._adverts.due(self._scan.batching_ms)
        if due is not None and (now >= due or self._adverts.fills(self._to_host)):
            counter, payload = self._adverts.take(self._to_host)
            return Frame(framing.EVENT, self._session, counter, Event.ADVERT_BATCH, payload)
        return self._log_frame() if since is not None else None

    def _log_frame(self) -> Frame:
        counter, payload = self._log.take()
        return Frame(framing.LOG, self._session or 0, counter, 0, payload)

    # Time

    def tick(self, is_line_idle: bool) -> None:
        """Carries out due work."""
        now = self.uptime()
        if self._restart_by is not None and ((is_line_idle and not self._answers) or now >= self._restart_by):
            self._restart()
            return
        while self._boots and now >= self._boots[0]:
            self._boots.popleft()
            payload = struct.pack("<IBBBB", self._boot_id, self._reason, framing.MAJOR, MINOR, 0)
            self._answers.append(Frame(framing.BOOT, 0, 0, 0, payload + self._store.device_id))
        if self._session is not None and now - self._heard_ms >= SILENCE_MS:
            self._ended, self._session = self._session, None
            self._clear()

    def seconds_to_tick(self) -> float:
        """Returns the time until work is due."""
        now = self.uptime()
        dues = [now + 1000, *list(self._boots)[:1]]
        if self._restart_by is not None:
            dues.append(self._restart_by)
        if self._session is not None:
            dues.append(self._heard_ms + SILENCE_MS)
            batch = self._adverts.due(self._scan.batching_ms)
            if batch is not None:
                dues.append(batch)
        return max(0, min(dues) - now) / 1000

    def _restart(self) -> None:
        self._store.boot()
        self._boot(BOOTED_BY_REQUEST)
        self.on_output()


def mtu_for(payload: int) -> int:
    """Returns the largest ATT MTU whose notifications fit a payload (14)."""
    return min(LARGEST_MTU, payload - 10 + 3)
