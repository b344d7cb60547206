"""Sections 8, 9 and 11 of SPEC.md: execution of each request."""

from __future__ import annotations

import struct
from collections.abc import Callable

from . import VERSION, requests
from .config_store import BY_COMMIT, BY_LOAD, BY_RESET, BY_SAVE, UNIT, ConfigStore
from .framing import Frame
from .greeting import PAYLOAD
from .operations import Operation
from .protocol import Event, Reader, Refusal, Status, blob, invalid
from .protocol import Operation as Code
from .scanning import FAILED, STOPPED
from .session import Session
from .slots import Radio
from .state_file import LARGEST
from .streams import ADVERT_BYTES, RING_BYTES, Advert, AdvertQueue

RESTART_WITHIN_MS = 500
REBOOT_MAGIC = 0x21544252


class Dongle(Session):
    """A dongle: its session, and the execution of requests."""

    def __init__(
        self, radio: Radio, store: ConfigStore, clock: Callable[[], float], *, is_simulated: bool = False
    ) -> None:
        super().__init__(radio, store, clock, is_simulated=is_simulated)
        connections = self._connections

        def deferred(parse: Callable, start: Callable[[int, object], None]) -> Callable[[Frame], bytes]:
            def handle(frame: Frame) -> bytes:
                start(frame.id, parse(frame.payload))
                return struct.pack("<H", Status.ACCEPTED)

            return handle

        self.handlers = {
            Code.PING: lambda _: self._ping(),
            Code.INFO: lambda _: self._info(),
            Code.GET_STATE: lambda _: self._state(),
            Code.CANCEL: lambda frame: self._cancel(requests.cancel(frame.payload)),
            Code.REBOOT: self._reboot,
            Code.SCAN_START: lambda frame: self._scan_start(requests.scan_start(frame.payload)),
            Code.SCAN_STOP: lambda _: self._scan_stop(),
            Code.CONNECT: deferred(requests.connect, connections.connect),
            Code.DISCONNECT: deferred(requests.disconnect, connections.disconnect),
            Code.EXCHANGE_MTU: deferred(requests.exchange_mtu, connections.exchange_mtu),
            Code.DISCOVER: deferred(requests.discover, connections.discover),
            Code.READ: deferred(requests.read, connections.read),
            Code.WRITE: deferred(requests.write, connections.write),
            Code.WRITE_COMMAND: lambda frame: connections.write_command(requests.write_command(frame.payload)),
            Code.SUBSCRIBE: deferred(requests.subscribe, connections.subscribe),
            Code.CONFIG_BEGIN: deferred(requests.config_begin, self._config_begin),
            Code.CONFIG_DATA: lambda frame: self._config_data(requests.config_data(frame.payload)),
            Code.CONFIG_COMMIT: deferred(requests.config_commit, self._config_commit),
            Code.CONFIG_SAVE: deferred(requests.config_save, self._config_save),
            Code.CONFIG_LOAD: lambda _: self._config_change(BY_LOAD, self._store.check_load, self._store.load),
            Code.CONFIG_RESET: lambda _: self._config_change(BY_RESET, lambda: None, self._store.reset),
            Code.CONFIG_STAT: lambda _: self._store.stat(),
            Code.CONFIG_READ: lambda frame: self._store.read(requests.config_read(frame.payload), self._to_host),
        }

    def _ping(self) -> bytes:
        return struct.pack(
            "<HIIHHII",
            Status.OK,
            self._boot_id,
            self.uptime() & 0xFFFFFFFF,
            self._stream.oldest,
            self._stream.next,
            self._adverts.oldest,
            0,
        )

    def _info(self) -> bytes:
        head = struct.pack("<HIIHH", Status.OK, LARGEST, UNIT, RING_BYTES, min(ADVERT_BYTES, 0xFFFF))
        texts = [text.encode()[:32] for text in ("Perch HCI dongle", VERSION, "python", self._radio.hardware)]
        # The longest text is cut until all fit.
        while len(head) + sum(2 + len(text) for text in texts) > self._to_host:
            longest = max(range(4), key=lambda index: len(texts[index]))
            texts[longest] = texts[longest][:-1]
        texts = [text.decode(errors="ignore").encode() for text in texts]
        return head + b"".join(blob(text) for text in texts)

    def _state(self) -> bytes:
        counters = self._counters
        head = struct.pack(
            "<HIHHIIBBHBB",
            Status.OK,
            self.uptime() & 0xFFFFFFFF,
            self._stream.oldest,
            self._stream.next,
            self._adverts.oldest,
            0,
            self._scan.state,
            0,
            self._scan.reason,
            self._store.flags,
            len(self._operations),
        )
        counts = (
            counters.received,
            counters.malformed,
            counters.crc,
            counters.overflow,
            counters.dropped,
            counters.sent,
            self._scan.coalesced,
            self._adverts.dropped,
            self._log.dropped,
        )
        head += blob(struct.pack("<9I", *(count & 0xFFFFFFFF for count in counts)))
        room = (self._to_host - len(head) - 2) // 16
        return head + blob(b"".join(self._connections.in_use()[: max(0, room)]))

    def _cancel(self, number: int) -> bytes:
        self._operations.cancel(number)
        return struct.pack("<H", Status.OK)

    def _reboot(self, frame: Frame) -> bytes:
        reader = Reader(frame.payload, 9)
        if reader.number(4) != REBOOT_MAGIC:
            raise invalid(0)
        if reader.number(4) != self._boot_id:
            raise invalid(4)
        if reader.number(1, 0, 1) == 1:
            raise Refusal(Status.UNSUPPORTED)
        if self._restart_by is None:
            self._restart_by = self.uptime() + RESTART_WITHIN_MS
        return struct.pack("<H", Status.OK)

    # Scanning

    def _scan_start(self, wanted: requests.ScanStart) -> bytes:
        if not self._radio.is_up:
            raise Refusal(Status.RADIO)
        number = self._adverts.oldest
        self._scan.start(wanted)
        self._radio.scan((wanted.mode, self._scan.interval, self._scan.window))
        return struct.pack("<HHHI", Status.OK, self._scan.interval, self._scan.window, number)

    def _scan_stop(self) -> bytes:
        if self._scan.state != STOPPED:
            self._radio.scan(None)
            self._scan.change(STOPPED)
        return struct.pack("<HI", Status.OK, self._adverts.next)

    def heard(self, address: bytes, kind: int, rssi: int, data: bytes) -> None:
        """Handles an advert that the radio received."""
        largest = min(255, self._to_host - AdvertQueue.BATCH_HEADER - 13)
        was_empty = self._adverts.is_empty
        self._scan.heard(Advert(self.uptime(), address, kind, rssi, 255, data), largest)
        # The line waits for the oldest advert already, or for more of them.
        if was_empty or self._adverts.fills(self._to_host):
            self.on_output()

    def scan_failed(self, status: int) -> None:
        """Handles a scan that the radio has stopped."""
        if self._scan.state != STOPPED:
            self._scan.change(FAILED, status)
            self.on_output()

    def log(self, level: int, text: str) -> None:
        """Sends a line to the host; outside of a session it is dropped."""
        if self._session is not None:
            self._log.add(level, self.uptime(), text)
            self.on_output()

    # Config store

    def _config_begin(self, number: int, wanted: requests.ConfigBegin) -> None:
        self._store.check_begin(wanted)
        self._only_config()
        # The same size works in both directions; every chunk but the last is a multiple of 16.
        chunk = (self._to_host - 8) // 16 * 16
        self._do_config(number, wanted.deadline_ms, lambda: (self._store.begin(wanted, chunk), 0))

    def _config_data(self, chunk: requests.ConfigData) -> bytes:
        return self._store.data(chunk, (PAYLOAD - 8) // 16 * 16, is_busy=self._open_config is not None)

    def _config_commit(self, number: int, wanted: requests.ConfigCommit) -> None:
        self._store.check_commit(wanted)
        self._only_config()
        self._do_config(number, wanted.deadline_ms, lambda: (b"", BY_COMMIT if self._store.commit(wanted) else 0))

    def _config_save(self, number: int, deadline_ms: int) -> None:
        self._only_config()

        def save() -> tuple[bytes, int]:
            result, has_changed = self._store.save()
            return result, BY_SAVE if has_changed else 0

        self._do_config(number, deadline_ms, save)

    def _only_config(self) -> None:
        if self._open_config is not None:
            raise Refusal(Status.BUSY)

    def _do_config(self, number: int, deadline_ms: int, action: Callable[[], tuple[bytes, int]]) -> None:
        """Executes an action once it is accepted; the action returns the result, and the cause of
        the config's change.
        """
        token = self._open_config = object()
        by = 0

        async def work(_: Operation) -> bytes:
            nonlocal by
            result, by = action()
            return result

        def closed() -> None:
            if self._open_config is not token:
                return
            self._open_config = None
            if by:
                self._tell_change(by)

        # The action takes one step, so that it cannot be cancelled.
        self._operations.start(number, deadline_ms, work, closed).can_be_cancelled = False

    def _clear(self) -> None:
        super()._clear()
        self._open_config: object | None = None

    def _config_change(self, by: int, check: Callable[[], None], change: Callable[[], None]) -> bytes:
        check()
        self._only_config()
        change()
        self._tell_change(by)
        return struct.pack("<H", Status.OK)

    def _tell_change(self, by: int) -> None:
        self._stream.tell_state(Event.CONFIG_CHANGED, 0, self._store.changed(by))
