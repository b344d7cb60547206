"""The radio: scans and connects with an HCI controller."""

from __future__ import annotations

import asyncio
import contextlib

from bumble import hci
from bumble.core import PhysicalTransport
from bumble.host import Host
from bumble.l2cap import L2CAP_LE_SIGNALING_CID

from .links import ATT_CID, BumbleLink
from .protocol import Refusal, Status
from .requests import Connect
from .scanner import Scanner
from .signalling import answer_to

SMP_CID = 0x0006
SMP_FAILED_NOT_SUPPORTED = bytes((0x05, 0x05))
CANCEL_LIMIT = 0.8
DISCONNECT_TRIES, DISCONNECT_PAUSE = 20, 0.1
# 30 to 50 ms, and 4 s: defaults where the host leaves the choice to the dongle.
USUAL_INTERVALS = (24, 40)
USUAL_SUPERVISION = 400


class BumbleRadio(Scanner):
    """A controller that scans and connects."""

    def __init__(self, name: str, transport: str, own_address: bytes) -> None:
        super().__init__(name, transport, own_address)
        self._links: dict[int, BumbleLink] = {}
        self._connect_lock = asyncio.Lock()
        self._connected: asyncio.Future[BumbleLink] | None = None
        # Command of the attempt.
        self._creating: asyncio.Task[None] | None = None

    @property
    def is_connecting(self) -> bool:
        return self._connected is not None

    def _down(self) -> None:
        super()._down()
        links, self._links = self._links, {}
        for link in links.values():
            link.lost(Status.HCI | hci.HCI_HARDWARE_FAILURE_ERROR)
        if self._connected is not None and not self._connected.done():
            self._connected.set_exception(Refusal(Status.RADIO))

    # Connecting

    async def connect(self, wanted: Connect) -> BumbleLink:
        """Returns a connection; if cancelled, ends the attempt within 0.8 s."""
        async with self._connect_lock:
            loop = asyncio.get_running_loop()
            connected: asyncio.Future[BumbleLink] = loop.create_future()
            self._connected = connected
            try:
                await self._create(wanted)
                # Cancels the waiting, not the connection that it waits for.
                return await asyncio.shield(connected)
            except asyncio.CancelledError:
                await self._take_back(connected)
                raise
            finally:
                self._connected = self._creating = None
                # The result must be read even if no caller waits for it.
                if connected.done() and not connected.cancelled():
                    connected.exception()
                self._resume_scan()

    async def _create(self, wanted: Connect) -> None:
        """Starts an attempt, and pauses the scan if the controller cannot do both."""
        try:
            await self._start_attempt(wanted)
            return
        except Refusal as refusal:
            if refusal.status != Status.HCI | hci.HCI_COMMAND_DISALLOWED_ERROR or self._wanted_scan is None:
                raise
        await self._pause_scan()
        await self._start_attempt(wanted)

    async def _start_attempt(self, wanted: Connect) -> None:
        self._creating = asyncio.get_running_loop().create_task(self._command(self._creation(wanted)))
        self._creating.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        # Cancelling the attempt requires the controller's answer to this command.
        await asyncio.shield(self._creating)

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
        """Ends an attempt, or the connection that came at the same moment."""
        try:
            # Not `timeout`: in Python 3.11 it does not end a task that was cancelled before.
            await asyncio.wait_for(self._end_attempt(connected), CANCEL_LIMIT)
        except Refusal:
            pass
        except TimeoutError:
            # The controller still tries, or still holds a connection that this host does not know.
            self.give_up("it does not end an attempt to connect")

    async def _end_attempt(self, connected: asyncio.Future[BumbleLink]) -> None:
        if self._creating is None:
            return
        # If the controller has refused it, there is nothing to end.
        await asyncio.shield(self._creating)
        if not connected.done() and self.is_up:
            with contextlib.suppress(Refusal):
                await self._command(hci.HCI_LE_Create_Connection_Cancel_Command())
        link = await connected
        gone = asyncio.get_running_loop().create_future()
        link.on_lost = lambda reason: gone.set_result(None) if not gone.done() else None
        link.start()
        link.disconnect()
        await gone

    def _listen(self, host: Host) -> None:
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
        link = self._links.get(handle)
        if link is not None:
            self._spawn(self._disconnect(handle, link))

    async def _disconnect(self, handle: int, link: BumbleLink) -> None:
        """Ends a connection. A refused command is repeated, since nothing else would free the slot."""
        command = hci.HCI_Disconnect_Command(
            connection_handle=handle, reason=hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR
        )
        for _ in range(DISCONNECT_TRIES):
            if self._links.get(handle) is not link:
                return
            try:
                await self._command(command)
                return
            except Refusal as refusal:
                if refusal.status == Status.RADIO:
                    return
                if refusal.status == Status.HCI | hci.HCI_UNKNOWN_CONNECTION_IDENTIFIER_ERROR:
                    if self._links.get(handle) is link:
                        self._on_disconnection(handle, hci.HCI_CONNECTION_TERMINATED_BY_LOCAL_HOST_ERROR)
                    return
            await asyncio.sleep(DISCONNECT_PAUSE)
        if self._links.get(handle) is link:
            self.give_up("it does not end a connection")

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
            # This host does not pair.
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
