"""The radio: an HCI controller that Bumble opens, opened again when it is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable

from bumble import hci
from bumble.core import PhysicalTransport
from bumble.host import Host
from bumble.l2cap import L2CAP_LE_SIGNALING_CID
from bumble.transport import open_transport
from bumble.transport.common import Transport

from .protocol import Refusal, Status
from .requests import Connect
from .signalling import answer_to

logger = logging.getLogger(__name__)

ATT_CID = 0x0004
SMP_CID = 0x0006
SMP_FAILED_NOT_SUPPORTED = bytes((0x05, 0x05))
OPEN_LIMIT = 15.0
COMMAND_LIMIT = 2.0
CANCEL_LIMIT = 0.8
WATCH_INTERVAL = 5.0
FIRST_BACK_OFF, LONGEST_BACK_OFF = 0.5, 30.0
# Bluetooth 4.0, the first with Low Energy.
OLDEST_HCI = hci.HCI_VERSION_BLUETOOTH_CORE_4_0
EARLY_LIMIT = 64
FRAGMENTED_LIMIT = 64
LONGEST_ADVERT = 255
# 30 to 50 ms, and 4 s: what is used where the host leaves it to the dongle.
USUAL_INTERVALS = (24, 40)
USUAL_SUPERVISION = 400
LEGACY_PDUS = {0b0011: 0, 0b0101: 1, 0b0000: 2, 0b1011: 4, 0b1010: 4, 0b0010: 6}
# PDU types on the air, by the event types of a legacy report.
LEGACY_REPORTS = {0: 0, 1: 1, 2: 6, 3: 2, 4: 4}


class RadioLost(Exception):
    """The controller went away, or is of no use. Its text is for a person."""


class BumbleLink:
    """One connection. What comes before anybody listens is kept, up to 64 packets."""

    def __init__(self, radio: BumbleRadio, handle: int, interval: int) -> None:
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


class WatchedHost(Host):
    """Tells when the controller says that it has failed or started anew."""

    on_restart: Callable[[str], None] = staticmethod(lambda why: None)

    def on_hci_hardware_error_event(self, event: hci.HCI_Event) -> None:
        self.on_restart("the controller reports a hardware error")

    def on_hci_command_complete_event(self, event: hci.HCI_Command_Complete_Event) -> None:
        if event.command_opcode == 0 and self.ready and self.pending_command is None:
            # What Zephyr's controllers send when they have started.
            self.on_restart("the controller has started anew")
        super().on_hci_command_complete_event(event)


class BumbleRadio:
    """Keeps one controller open for as long as `run` runs."""

    def __init__(self, spec: str, own_address: bytes) -> None:
        self._spec = spec
        # A random static address: the two highest bits are set, and not all others.
        self._own_address = hci.Address(
            own_address[:5] + bytes((own_address[5] | 0xC0,)), hci.Address.RANDOM_DEVICE_ADDRESS
        )
        self.is_up = False
        self.has_extended = False
        self.hardware = "HCI"
        self.on_advert: Callable[[bytes, int, int, bytes], None] = lambda address, kind, rssi, data: None
        self.on_scan_failed: Callable[[int], None] = lambda status: None
        self.on_log: Callable[[int, str], None] = lambda level, text: None
        self.was_tried = asyncio.Event()
        self._host: WatchedHost | None = None
        self._links: dict[int, BumbleLink] = {}
        self._lost: asyncio.Future[str] | None = None
        self._wanted_scan: tuple[int, int, int] | None = None
        self._scan_lock = asyncio.Lock()
        self._connect_lock = asyncio.Lock()
        self._connected: asyncio.Future[BumbleLink] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._fragments: dict[tuple[bytes, int], bytes] = {}

    # Opening

    async def run(self) -> None:
        """Opens the controller, and again when it is lost, each time after a longer pause."""
        back_off = FIRST_BACK_OFF
        while True:
            try:
                async with asyncio.timeout(OPEN_LIMIT):
                    transport = await open_transport(self._spec)
            except Exception as error:  # whatever the transport's library raises
                self.on_log(0, f"No controller at {self._spec}: {_why(error)}")
            else:
                try:
                    why = await self._use(transport)
                    back_off = FIRST_BACK_OFF
                except Exception as error:  # likewise: a controller can answer anything
                    why = _why(error)
                finally:
                    self._down()
                    with contextlib.suppress(Exception):
                        await transport.close()
                self.on_log(0, f"The radio is lost: {why}")
            self.was_tried.set()
            await asyncio.sleep(back_off)
            back_off = min(back_off * 2, LONGEST_BACK_OFF)

    async def _use(self, transport: Transport) -> str:
        """Why it came to an end. Raises what kept it from being used at all."""
        lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._lost = lost
        transport.source.terminated.add_done_callback(lambda _: self.give_up("its line was closed"))
        host = WatchedHost(transport.source, transport.sink)
        host.on_restart = self.give_up
        self._listen(host)
        async with asyncio.timeout(OPEN_LIMIT):
            await self._prepare(host, lost)
        if lost.done():
            raise RadioLost(lost.result())
        self._host = host
        self.is_up = True
        self.on_log(2, f"The radio is up: {self.hardware}")
        self.was_tried.set()
        while not lost.done():
            done, _ = await asyncio.wait([lost], timeout=WATCH_INTERVAL)
            if not done:
                try:
                    await self._command(hci.HCI_Read_BD_ADDR_Command())
                except Refusal as refusal:
                    if refusal.status == Status.RADIO:
                        return "it does not answer"
        return lost.result()

    async def _prepare(self, host: WatchedHost, lost: asyncio.Future[str]) -> None:
        reset = asyncio.get_running_loop().create_task(host.reset(driver_factory=None))
        await asyncio.wait([reset, lost], return_when=asyncio.FIRST_COMPLETED)
        if not reset.done():
            reset.cancel()
            raise RadioLost(lost.result())
        reset.result()
        version = host.local_version
        spoken = version.hci_version if version else 0
        if spoken < OLDEST_HCI:
            raise RadioLost(f"it speaks HCI version {spoken}; {OLDEST_HCI} (Bluetooth 4.0) at least is needed")
        if not host.supports_command(hci.HCI_LE_SET_SCAN_ENABLE_COMMAND) and not host.supports_command(
            hci.HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND
        ):
            raise RadioLost("it has no Bluetooth Low Energy")
        self.has_extended = host.supports_le_features(hci.LeFeatureMask.LE_EXTENDED_ADVERTISING)
        self.hardware = f"HCI {spoken} of {version.company_identifier:04x}" if version else "HCI"
        await host.send_sync_command(
            hci.HCI_LE_Set_Random_Address_Command(random_address=self._own_address), COMMAND_LIMIT
        )

    def give_up(self, why: str) -> None:
        if self._lost is not None and not self._lost.done():
            self._lost.set_result(why)

    def _down(self) -> None:
        self.is_up = False
        self._host = None
        self._fragments.clear()
        links, self._links = self._links, {}
        for link in links.values():
            link.lost(Status.HCI | hci.HCI_HARDWARE_FAILURE_ERROR)
        if self._connected is not None and not self._connected.done():
            self._connected.set_exception(Refusal(Status.RADIO))
        if self._wanted_scan is not None:
            self._wanted_scan = None
            self.on_scan_failed(Status.RADIO)

    # Commands

    async def _command(self, command: hci.HCI_SyncCommand | hci.HCI_AsyncCommand) -> None:
        """Raises HCI with the controller's error, or RADIO where there is no answer."""
        # Nobody takes back a command that is on its way: its answer would be taken for that of the next.
        task = asyncio.get_running_loop().create_task(self._exchange(command))
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        await asyncio.shield(task)

    async def _exchange(self, command: hci.HCI_SyncCommand | hci.HCI_AsyncCommand) -> None:
        host = self._host
        if host is None:
            raise Refusal(Status.RADIO)
        try:
            if isinstance(command, hci.HCI_AsyncCommand):
                await host.send_async_command(command, response_timeout=COMMAND_LIMIT)
            else:
                await host.send_sync_command(command, response_timeout=COMMAND_LIMIT)
        except hci.HCI_Error as error:
            raise Refusal(Status.HCI | error.error_code) from error
        except TimeoutError as error:
            self.give_up("it does not answer")
            raise Refusal(Status.RADIO) from error
        except Exception as error:  # an answer of another kind, or a line that is gone
            logger.debug("command failed", exc_info=True)
            raise Refusal(Status.RADIO) from error

    def _spawn(self, work) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Scanning

    def scan(self, wanted: tuple[int, int, int] | None) -> None:
        """Scans as {mode, interval, window} says, or no more. What fails is told by `on_scan_failed`."""
        self._wanted_scan = wanted
        self._spawn(self._apply_scan())

    async def _apply_scan(self) -> None:
        async with self._scan_lock:
            wanted = self._wanted_scan
            try:
                await self._set_scan(None)
                if wanted is not None:
                    await self._set_scan(wanted)
            except Refusal as refusal:
                if wanted is not None and self._wanted_scan == wanted:
                    self._wanted_scan = None
                    self.on_scan_failed(refusal.status)

    async def _set_scan(self, wanted: tuple[int, int, int] | None) -> None:
        if wanted is not None:
            mode, interval, window = wanted
            random = hci.OwnAddressType.RANDOM
            if self.has_extended:
                await self._command(
                    hci.HCI_LE_Set_Extended_Scan_Parameters_Command(
                        own_address_type=random,
                        scanning_filter_policy=0,
                        scanning_phys=1,
                        scan_types=[mode],
                        scan_intervals=[interval],
                        scan_windows=[window],
                    )
                )
            else:
                await self._command(
                    hci.HCI_LE_Set_Scan_Parameters_Command(
                        le_scan_type=mode,
                        le_scan_interval=interval,
                        le_scan_window=window,
                        own_address_type=random,
                        scanning_filter_policy=0,
                    )
                )
        enable = int(wanted is not None)
        try:
            if self.has_extended:
                await self._command(
                    hci.HCI_LE_Set_Extended_Scan_Enable_Command(
                        enable=enable, filter_duplicates=0, duration=0, period=0
                    )
                )
            else:
                await self._command(hci.HCI_LE_Set_Scan_Enable_Command(le_scan_enable=enable, filter_duplicates=0))
        except Refusal as refusal:
            # Some controllers refuse to stop what does not run.
            if enable or refusal.status != Status.HCI | hci.HCI_COMMAND_DISALLOWED_ERROR:
                raise

    def _report(self, report) -> None:
        data = bytes(report.data)
        address = bytes(report.address)
        if isinstance(report, hci.HCI_LE_Advertising_Report_Event.Report):
            pdu = LEGACY_REPORTS.get(int(report.event_type), 15)
        elif report.event_type & 0x10:
            pdu = LEGACY_PDUS.get(report.event_type & 0xF, 15)
        else:
            pdu = 7
            key = (address, report.advertising_sid)
            data = self._fragments.pop(key, b"") + data
            status = report.event_type >> 5 & 3
            if status == 1:
                if len(self._fragments) < FRAGMENTED_LIMIT:
                    self._fragments[key] = data[: LONGEST_ADVERT + 1]
                return
        is_cut = len(data) > LONGEST_ADVERT or (pdu == 7 and report.event_type >> 5 & 3 == 2)
        kind = report.address_type & 3 | is_cut << 3 | pdu << 4
        self.on_advert(address, kind, report.rssi, data[:LONGEST_ADVERT])

    # Connecting

    async def connect(self, wanted: Connect) -> BumbleLink:
        """A connection; ends the attempt when it is cancelled, within 0.8 s."""
        async with self._connect_lock:
            loop = asyncio.get_running_loop()
            connected: asyncio.Future[BumbleLink] = loop.create_future()
            self._connected = connected
            try:
                paused = await self._create(wanted)
                try:
                    # What waits is cancelled, and not what is waited for.
                    return await asyncio.shield(connected)
                finally:
                    if paused:
                        self._spawn(self._apply_scan())
            except asyncio.CancelledError:
                await self._take_back(connected)
                raise
            finally:
                self._connected = None
                # Nobody may be left to look at it.
                if connected.done() and not connected.cancelled():
                    connected.exception()

    async def _create(self, wanted: Connect) -> bool:
        """Whether the scan had to make way."""
        command = self._creation(wanted)
        try:
            await self._command(command)
            return False
        except Refusal as refusal:
            if refusal.status != Status.HCI | hci.HCI_COMMAND_DISALLOWED_ERROR or self._wanted_scan is None:
                raise
        async with self._scan_lock:
            await self._set_scan(None)
        await self._command(command)
        return True

    def _creation(self, wanted: Connect) -> hci.HCI_AsyncCommand:
        peer = hci.Address(wanted.address, hci.AddressType(wanted.address_type))
        lowest = wanted.lowest_interval or min(USUAL_INTERVALS[0], wanted.highest_interval or 3200)
        highest = wanted.highest_interval or max(USUAL_INTERVALS[1], lowest)
        supervision = wanted.supervision or USUAL_SUPERVISION
        random = hci.OwnAddressType.RANDOM
        if self.has_extended:
            return hci.HCI_LE_Extended_Create_Connection_Command(
                initiator_filter_policy=0,
                own_address_type=random,
                peer_address_type=peer.address_type,
                peer_address=peer,
                initiating_phys=1,
                scan_intervals=[96],
                scan_windows=[96],
                connection_interval_mins=[lowest],
                connection_interval_maxs=[highest],
                max_latencies=[wanted.latency],
                supervision_timeouts=[supervision],
                min_ce_lengths=[0],
                max_ce_lengths=[0],
            )
        return hci.HCI_LE_Create_Connection_Command(
            le_scan_interval=96,
            le_scan_window=96,
            initiator_filter_policy=0,
            peer_address_type=peer.address_type,
            peer_address=peer,
            own_address_type=random,
            connection_interval_min=lowest,
            connection_interval_max=highest,
            max_latency=wanted.latency,
            supervision_timeout=supervision,
            min_ce_length=0,
            max_ce_length=0,
        )

    async def _take_back(self, connected: asyncio.Future[BumbleLink]) -> None:
        """Ends an attempt, or the connection that came in the same moment."""
        try:
            async with asyncio.timeout(CANCEL_LIMIT):
                if not connected.done() and self.is_up:
                    with contextlib.suppress(Refusal):
                        await self._command(hci.HCI_LE_Create_Connection_Cancel_Command())
                link = await connected
                gone = asyncio.get_running_loop().create_future()
                link.on_lost = lambda reason: gone.set_result(None) if not gone.done() else None
                link.start()
                link.disconnect()
                await gone
        except Refusal:
            pass
        except TimeoutError:
            # Its controller still tries, or still holds a connection that nobody knows of.
            self.give_up("it does not end an attempt to connect")

    def _listen(self, host: Host) -> None:
        host.on("advertising_report", self._report)
        host.on("le_connection", self._on_connection)
        host.on("connection_failure", self._on_connection_failure)
        host.on("disconnection", self._on_disconnection)
        host.on("l2cap_pdu", self._on_l2cap)

    def _on_connection(self, handle: int, *details) -> None:
        interval = details[4]
        link = self._links[handle] = BumbleLink(self, handle, interval)
        if self._connected is not None and not self._connected.done():
            self._connected.set_result(link)
        else:
            link.disconnect()

    def _on_connection_failure(self, transport: PhysicalTransport, address: hci.Address, status: int) -> None:
        if self._connected is not None and not self._connected.done():
            self._connected.set_exception(Refusal(Status.HCI | status))

    def _on_disconnection(self, handle: int, reason: int) -> None:
        link = self._links.pop(handle, None)
        if link is not None:
            link.lost(Status.HCI | reason)

    def disconnect(self, handle: int) -> None:
        if handle in self._links:
            self._spawn(self._disconnect(handle))

    async def _disconnect(self, handle: int) -> None:
        command = hci.HCI_Disconnect_Command(
            connection_handle=handle, reason=hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR
        )
        with contextlib.suppress(Refusal):
            await self._command(command)

    # Packets of a connection

    def queued(self) -> int:
        queue = self._host.le_acl_packet_queue if self._host else None
        return queue.pending if queue else 0

    def send(self, handle: int, channel: int, pdu: bytes) -> None:
        if self._host is not None and handle in self._links:
            self._host.send_l2cap_pdu(handle, channel, pdu)

    def _on_l2cap(self, handle: int, channel: int, pdu: bytes) -> None:
        link = self._links.get(handle)
        if link is None:
            return
        if channel == ATT_CID:
            link.received(pdu)
        elif channel == L2CAP_LE_SIGNALING_CID:
            answer, parameters = answer_to(pdu)
            if answer is not None:
                self.send(handle, channel, answer)
            if parameters is not None:
                self._spawn(self._update(handle, parameters))
        elif channel == SMP_CID and pdu[:1] != SMP_FAILED_NOT_SUPPORTED[:1]:
            # No pairing here.
            self.send(handle, channel, SMP_FAILED_NOT_SUPPORTED)

    async def _update(self, handle: int, parameters: tuple[int, int, int, int]) -> None:
        lowest, highest, latency, supervision = parameters
        command = hci.HCI_LE_Connection_Update_Command(
            connection_handle=handle,
            connection_interval_min=lowest,
            connection_interval_max=highest,
            max_latency=latency,
            supervision_timeout=supervision,
            min_ce_length=0,
            max_ce_length=0,
        )
        with contextlib.suppress(Refusal):
            await self._command(command)


def _why(error: BaseException) -> str:
    return str(error) or type(error).__name__
