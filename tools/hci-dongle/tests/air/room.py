"""Virtual controllers that hear each other, with fixes where Bumble's own differ from real ones.

Bumble's own give every advert the same RSSI, report it twice and as connectable, put the advert's
data into scan responses, ignore the duplicate filter, and send extended reports to any host.
Cancelling a connection attempt has no effect, and data of a peripheral with a public address do not
arrive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bumble import controller, hci, link, ll
from bumble.core import PhysicalTransport

ADV_IND, ADV_DIRECT_IND, ADV_SCAN_IND, ADV_NONCONN_IND, SCAN_RSP = range(5)
# Not an event type of a legacy report: an extended advert, which legacy controllers do not hear.
EXTENDED = 7
# Event types of legacy reports in the form of extended ones. Source: Vol 4, Part E, 7.7.65.13.
EXTENDED_TYPES = {ADV_IND: 0x13, ADV_SCAN_IND: 0x12, ADV_NONCONN_IND: 0x10, SCAN_RSP: 0x1B, EXTENDED: 0}
MORE_TO_COME = 0x20
# Bytes of an extended advert in one report. Real controllers allow up to 229.
FRAGMENT = 100
# What Bumble's controllers answer, and do not list.
EXTENDED_COMMANDS = {
    hci.HCI_LE_SET_EXTENDED_SCAN_PARAMETERS_COMMAND,
    hci.HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND,
    hci.HCI_LE_EXTENDED_CREATE_CONNECTION_COMMAND,
}
SCANNABLE = (ADV_IND, ADV_SCAN_IND)


@dataclass(frozen=True)
class Advert:
    """One advert on the air."""

    address: hci.Address
    event_type: int
    data: bytes
    scan_response: bytes
    rssi: int


class Room(link.LocalLink):
    """The air. An advert reaches only controllers that scan or want to connect."""

    def __init__(self) -> None:
        super().__init__()
        self.rssi: dict[bytes, int] = {}
        # Number of adverts sent, by address.
        self.sent: dict[bytes, int] = {}
        # Set by a test that loses data.
        self.swallows: Callable[[controller.Controller, bytes], bool] = lambda sender, data: False

    def send_advertising_pdu(self, sender_controller: controller.Controller, packet: ll.AdvertisingPdu) -> None:
        if isinstance(packet, ll.ConnectInd):
            receiver = self.find_le_controller(packet.advertiser_address)
            if receiver is not None:
                asyncio.get_running_loop().call_soon(receiver.on_le_connect_ind, packet)
        elif isinstance(packet, ll.AdvInd):
            response = sender_controller.le_legacy_advertiser.scan_response_data
            self.advertise(packet.advertiser_address, ADV_IND, packet.data, response, sender_controller)

    def advertise(
        self,
        address: hci.Address,
        event_type: int,
        data: bytes,
        scan_response: bytes = b"",
        sender: controller.Controller | None = None,
    ) -> None:
        """Puts one advert on the air."""
        key = bytes(address)
        self.sent[key] = self.sent.get(key, 0) + 1
        advert = Advert(address, event_type, data, scan_response, self.rssi.get(key, -50))
        for each in list(self.controllers):
            if each is not sender and isinstance(each, RoomController) and each.is_listening:
                each.hear(advert)

    def send_acl_data(
        self,
        sender_controller: controller.Controller,
        destination_address: hci.Address,
        transport: PhysicalTransport,
        data: bytes,
    ) -> None:
        connection = sender_controller.le_connections.get(destination_address)
        receiver = self.find_le_controller(destination_address)
        if connection is None or receiver is None or self.swallows(sender_controller, data):
            return
        asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)


class RoomController(controller.Controller):
    """One controller in a room."""

    def __init__(self, name: str, room: Room, public_address: str | None = None, *, has_extended: bool = False) -> None:
        super().__init__(name, link=room, public_address=public_address)
        self.room = room
        if has_extended:
            self.supported_commands = self.supported_commands | EXTENDED_COMMANDS
        else:
            self.le_features = self.le_features & ~hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
        self._seen: set[tuple[bytes, int, bytes]] = set()
        # As in simple controllers: it starts no connection while it scans, and no scan while it
        # looks for a peer.
        self.scans_or_connects = False
        # Whether it refuses each attempt to connect, and the number refused.
        self.refuses_to_connect = False
        self.refused = 0
        # Connections that it has room for.
        self.largest_number_of_connections = 8
        # Whether it refuses a connection too many only when the peer has answered.
        self.refuses_late = False
        # Errors for the next commands that end a connection.
        self.refusals_to_disconnect: list[hci.HCI_ErrorCode] = []

    @property
    def is_listening(self) -> bool:
        return self.le_scan_enable or self.pending_le_connection is not None

    def hear(self, advert: Advert) -> None:
        if self.le_scan_enable:
            self._report(advert.address, advert.event_type, advert.data, advert.rssi)
            if self.le_scan_type == 1 and advert.event_type in SCANNABLE:
                self._report(advert.address, SCAN_RSP, advert.scan_response, advert.rssi)
        wanted = self.pending_le_connection
        if wanted is not None and advert.event_type == ADV_IND and wanted.peer_address == advert.address:
            self.create_le_connection(advert.address)

    def _report(self, address: hci.Address, event_type: int, data: bytes, rssi: int) -> None:
        if self.filter_duplicates:
            key = (bytes(address), event_type, data)
            if key in self._seen:
                return
            self._seen.add(key)
        if not self.le_features & hci.LeFeatureMask.LE_EXTENDED_ADVERTISING:
            if event_type == EXTENDED:
                return
            report = hci.HCI_LE_Advertising_Report_Event.Report(
                event_type=event_type, address_type=address.address_type, address=address, data=data, rssi=rssi
            )
            self.send_hci_packet(hci.HCI_LE_Advertising_Report_Event([report]))
            return
        code = EXTENDED_TYPES[event_type]
        while event_type == EXTENDED and len(data) > FRAGMENT:
            self._report_extended(address, code | MORE_TO_COME, data[:FRAGMENT], rssi)
            data = data[FRAGMENT:]
        self._report_extended(address, code, data, rssi)

    def _report_extended(self, address: hci.Address, code: int, data: bytes, rssi: int) -> None:
        report = hci.HCI_LE_Extended_Advertising_Report_Event.Report(
            event_type=code,
            address_type=address.address_type,
            address=address,
            primary_phy=hci.Phy.LE_1M,
            secondary_phy=hci.Phy(0) if code & 0x10 else hci.Phy.LE_1M,
            advertising_sid=0xFF if code & 0x10 else 1,
            tx_power=0x7F,
            rssi=rssi,
            periodic_advertising_interval=0,
            direct_address_type=0,
            direct_address=hci.Address.ANY,
            data=data,
        )
        self.send_hci_packet(hci.HCI_LE_Extended_Advertising_Report_Event([report]))

    def on_hci_le_set_scan_enable_command(self, command):
        if self.scans_or_connects and command.le_scan_enable and self.pending_le_connection is not None:
            self.refused += 1
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        self._seen.clear()
        return super().on_hci_le_set_scan_enable_command(command)

    def on_hci_le_set_extended_scan_parameters_command(self, command):
        self.le_scan_type = command.scan_types[0]
        return super().on_hci_le_set_extended_scan_parameters_command(command)

    def on_hci_le_create_connection_command(self, command):
        if self.refuses_to_connect or (self.scans_or_connects and self.le_scan_enable):
            self.refused += 1
            self._send_hci_command_status(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR, command.op_code)
            return None
        if len(self.le_connections) >= self.largest_number_of_connections:
            self.refused += 1
            if not self.refuses_late:
                self._send_hci_command_status(hci.HCI_ErrorCode.CONNECTION_LIMIT_EXCEEDED_ERROR, command.op_code)
                return None
            self._send_hci_command_status(hci.HCI_ErrorCode.SUCCESS, command.op_code)
            self._fail_connection(command.peer_address, hci.HCI_ErrorCode.CONNECTION_LIMIT_EXCEEDED_ERROR)
            return None
        return super().on_hci_le_create_connection_command(command)

    def on_hci_disconnect_command(self, command):
        if self.refusals_to_disconnect:
            self.refused += 1
            self._send_hci_command_status(self.refusals_to_disconnect.pop(0), command.op_code)
            return None
        return super().on_hci_disconnect_command(command)

    def on_hci_le_create_connection_cancel_command(self, _command):
        wanted, self.pending_le_connection = self.pending_le_connection, None
        if wanted is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        self._fail_connection(wanted.peer_address, hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR)
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def _fail_connection(self, peer: hci.Address, status: hci.HCI_ErrorCode) -> None:
        asyncio.get_running_loop().call_soon(
            self.send_hci_packet,
            hci.HCI_LE_Connection_Complete_Event(
                status=status,
                connection_handle=0,
                role=hci.Role.CENTRAL,
                peer_address_type=peer.address_type,
                peer_address=peer,
                connection_interval=0,
                peripheral_latency=0,
                supervision_timeout=0,
                central_clock_accuracy=0,
            ),
        )

    def on_hci_reset_command(self, command):
        self.le_scan_enable = False
        self.pending_le_connection = None
        for connection in list(self.le_connections.values()):
            self.vanish_from(connection)
        return super().on_hci_reset_command(command)

    def vanish_from(self, connection: controller.Connection) -> None:
        """Ends a connection on this side without notice; the other side loses it by its supervision
        time-out.
        """
        self.le_connections.pop(connection.peer_address, None)
        peer = self.room.find_le_controller(connection.peer_address)
        other = peer.le_connections.get(connection.self_address) if peer else None
        if peer is not None and other is not None:
            peer.on_le_disconnected(other, hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
