"""Sections 2 to 6 of SPEC.md: the handling of each received frame, and the session that it is of."""

from __future__ import annotations

import logging
import os
import struct
from collections import deque
from collections.abc import Callable

from . import framing, greeting, requests
from .config_store import ConfigStore
from .connections import Connections
from .counters import Counters
from .framing import Decoder, Frame, Rejected
from .greeting import PAYLOAD, SLOTS, WINDOW, mtu_for
from .operations import Operations
from .outgoing import Outgoing
from .protocol import Feature, Refusal, Status
from .protocol import Operation as Code
from .request_table import RequestTable
from .scanning import STOPPED, Scan
from .slots import Radio
from .streams import ADVERT_BYTES, LOG_LINES, RING_BYTES, AdvertQueue, LogQueue, StreamA

logger = logging.getLogger(__name__)

LARGEST_FRAME = framing.HEADER + PAYLOAD + framing.CHECKSUM
SILENCE_MS = 30_000
BOOT_TIMES_MS = (100, 300, 900)
BOOTED_BY_POWER, BOOTED_BY_REQUEST = 1, 3


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
        self._outgoing = Outgoing(self._stream, self._adverts, self._log, self._scan)
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
        self._features = Feature(0)
        self._clear()
        for slot in self._connections.slots:
            slot.generation = 0

    def uptime(self) -> int:
        """Returns milliseconds since the start; on the line modulo 2³²."""
        return int((self._clock() - self._started) * 1000)

    # From the line

    @property
    def can_receive(self) -> bool:
        """Whether there is room for answers."""
        return self._outgoing.has_room

    def receive(self, data: bytes) -> None:
        for event in self._decoder.feed(data):
            if isinstance(event, Rejected):
                self._counters.reject(event)
            else:
                self._counters.received += 1
                self._take(event)
        self.on_output()

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
        self._outgoing.answers.append(Frame(framing.RESPONSE, request.session, request.id, request.code, payload))

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
        self._boots.clear()
        if frame.session == self._session:
            self._heard_ms = self.uptime()
        status, largest = Status.OK, min(PAYLOAD, wanted.largest_payload)
        if frame.session == self._session and wanted.nonce == self._nonce:
            largest = self._to_host
        elif frame.session in (self._session, self._ended):
            status = Status.SESSION_IN_USE
        elif not wanted.lowest <= framing.MAJOR <= wanted.highest:
            status = Status.VERSION_MISMATCH
        else:
            self._session, self._nonce, self._ended = frame.session, wanted.nonce, None
            self._heard_ms = self.uptime()
            self._to_host = largest
            self._clear()
            self._features = self._known_features()
        known = self._features if self._session is not None else self._known_features()
        self._answer(
            frame,
            greeting.reply(
                status,
                wanted,
                largest,
                boot_id=self._boot_id,
                reason=self._reason,
                uptime=self.uptime(),
                device_id=self._store.device_id,
                known=known,
            ),
        )

    def _known_features(self) -> Feature:
        return greeting.features(has_extended=self._radio.has_extended, is_simulated=self._is_simulated)

    def _clear(self) -> None:
        """Resets the state for a new session."""
        self._table = RequestTable(WINDOW)
        self._outgoing.answers.clear()
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
            return self._table.answer(frame, self._tabled)
        except Refusal as refusal:
            return refusal.response()

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
        frame = self._outgoing.next(self._session, self.uptime(), self._to_host)
        if frame is None:
            return None
        self._counters.sent += 1
        return frame.wire()

    # Time

    def tick(self, is_line_idle: bool) -> None:
        """Carries out due work."""
        now = self.uptime()
        if self._restart_by is not None and ((is_line_idle and not self._outgoing.answers) or now >= self._restart_by):
            self._restart()
            return
        while self._boots and now >= self._boots[0]:
            self._boots.popleft()
            self._outgoing.answers.append(greeting.boot(self._boot_id, self._reason, self._store.device_id))
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
            batch = self._outgoing.adverts_due()
            if batch is not None:
                dues.append(batch)
        return max(0, min(dues) - now) / 1000

    def _restart(self) -> None:
        self._store.boot()
        self._boot(BOOTED_BY_REQUEST)
        self.on_output()
