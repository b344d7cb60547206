"""The radio on controllers that lack something, and behind each kind of line."""

from __future__ import annotations

import pytest
from air.devices import Advertiser, Peripheral
from air.room import EXTENDED_COMMANDS, RoomController
from bumble import hci
from radio_rig import PEER, Rig, play, wanted

from hci_dongle.protocol import Refusal, Status

SECOND, THIRD = "C1:00:00:00:00:02", "C1:00:00:00:00:03"


def without(*lacking: int):
    """Returns the preparation of a controller that lacks commands."""

    def prepare(controller: RoomController) -> None:
        controller.supported_commands = controller.supported_commands - set(lacking)

    return prepare


async def refusal_of(attempt) -> int:
    with pytest.raises(Refusal) as refused:
        await attempt
    return refused.value.status


def test_a_controller_for_classic_alone_is_named_and_not_used() -> None:
    async def work(rig: Rig) -> None:
        await rig.until(lambda: rig.radio.absence is not None)
        assert rig.log[0] == "No controller at here: it has no Bluetooth Low Energy"
        assert rig.radio.absence is not None and rig.radio.absence.code == 76

    play(work, without(hci.HCI_LE_SET_SCAN_ENABLE_COMMAND, hci.HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND))


def test_low_energy_is_turned_on_in_a_controller_that_waits_for_it() -> None:
    def prepare(controller: RoomController) -> None:
        controller.supported_commands = controller.supported_commands | {hci.HCI_WRITE_LE_HOST_SUPPORT_COMMAND}
        controller.lmp_features = controller.lmp_features & ~hci.LmpFeatureMask.LE_SUPPORTED_HOST

    async def work(rig: Rig) -> None:
        await rig.up()
        assert rig.server.controllers[0].lmp_features & hci.LmpFeatureMask.LE_SUPPORTED_HOST

    play(work, prepare)


def test_a_scan_that_the_controller_refuses_has_failed_with_its_error() -> None:
    def prepare(controller: RoomController) -> None:
        controller.on_hci_le_set_scan_parameters_command = lambda _: hci.HCI_StatusReturnParameters(
            hci.HCI_ErrorCode.UNKNOWN_HCI_COMMAND_ERROR
        )

    async def work(rig: Rig) -> None:
        await rig.up()
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: bool(rig.failed))
        assert rig.failed == [Status.HCI | 0x01]
        assert rig.radio.is_up

    play(work, prepare)


@pytest.mark.parametrize("lacking", sorted(EXTENDED_COMMANDS))
def test_a_controller_without_all_of_extended_scanning_scans_and_connects_as_before(lacking: int) -> None:
    async def work(rig: Rig) -> None:
        rig.server.has_extended = True
        rig.server.cut()
        await rig.until(lambda: not rig.radio.is_up)
        await Peripheral(rig.room, PEER).start()
        await rig.up()
        controller = rig.server.controllers[0]
        # A controller takes either the old commands or the new ones. Source: Vol 4, Part E, 3.1.1.
        for name in ("scan_parameters", "scan_enable"):
            setattr(controller, f"on_hci_le_set_extended_{name}_command", refused)
        controller.le_features = controller.le_features & ~hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
        assert not rig.radio.has_extended
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: bool(rig.heard))
        await rig.radio.connect(wanted())

    def refused(_command: hci.HCI_Command) -> hci.HCI_StatusReturnParameters:
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)

    play(work, without(lacking))


@pytest.mark.parametrize("refuses_late", [False, True])
def test_a_third_connection_that_is_refused_leaves_the_others_and_the_scan(refuses_late: bool) -> None:
    def prepare(controller: RoomController) -> None:
        controller.largest_number_of_connections = 2
        controller.refuses_late = refuses_late

    async def work(rig: Rig) -> None:
        for address in (PEER, SECOND, THIRD):
            await Peripheral(rig.room, address).start()
        await rig.up()
        rig.radio.scan((0, 160, 160))
        lost: list[int] = []
        links = [await rig.radio.connect(wanted(address)) for address in (PEER, SECOND)]
        for link in links:
            link.on_lost = lost.append
            link.start()
        assert await refusal_of(rig.radio.connect(wanted(THIRD))) == Status.HCI | 0x09
        assert rig.server.controllers[0].refused == 1
        rig.heard.clear()
        await rig.until(lambda: bool(rig.heard))
        assert (lost, rig.failed) == ([], [])
        # With room for it, the same connection is made.
        links[0].disconnect()
        await rig.until(lambda: bool(lost))
        await rig.radio.connect(wanted(THIRD))

    play(work, prepare)


def test_a_controller_behind_a_serial_port_is_used_and_its_loss_is_told() -> None:
    async def work(rig: Rig) -> None:
        await Peripheral(rig.room, PEER).start()
        await rig.up()
        Advertiser(rig.room, SECOND, b"\x02\x01\x06", 0.02).start()
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: len(rig.heard) > 10)
        link = await rig.radio.connect(wanted())
        lost: list[int] = []
        link.on_lost = lost.append
        link.start()
        rig.server.cut()
        await rig.until(lambda: not rig.radio.is_up)
        await rig.until(lambda: rig.radio.absence is not None)
        assert (lost, rig.failed) == ([0x0403], [Status.RADIO])
        assert rig.log[1].startswith("The radio is lost: ")

    play(work, is_serial=True)


def test_a_serial_port_that_hangs_up_and_comes_back_is_opened_again() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        rig.server.cut()
        await rig.until(lambda: not rig.radio.is_up)
        # As behind a link in /dev/serial/by-id.
        rig.radio._transport = f"serial:{rig.server.open_port().path},1000000"
        await rig.up()

    play(work, is_serial=True)
