"""Attempts to connect, their end, and the scan beside them."""

from __future__ import annotations

import asyncio

import pytest
from air.devices import Advertiser, Peripheral
from bumble import hci
from radio_rig import PEER, Rig, play, wanted

from hci_dongle import radio as radio_module
from hci_dongle.protocol import Refusal


def test_an_attempt_that_is_taken_back_leaves_the_controller_free() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        for _ in range(3):
            attempt = asyncio.ensure_future(rig.radio.connect(wanted()))
            await asyncio.sleep(0.05)
            attempt.cancel()
            await asyncio.gather(attempt, return_exceptions=True)
            assert rig.server.controllers[0].pending_le_connection is None
        assert rig.radio.is_up

    play(work)


def test_a_connection_that_comes_as_its_attempt_is_taken_back_is_closed() -> None:
    async def work(rig: Rig) -> None:
        peer = Peripheral(rig.room, PEER, interval_ms=30)
        await peer.start()
        await rig.up()
        for delay in range(12):
            attempt = asyncio.ensure_future(rig.radio.connect(wanted()))
            await asyncio.sleep(delay / 300)
            attempt.cancel()
            await asyncio.gather(attempt, return_exceptions=True)
            if attempt.cancelled():
                await rig.until(lambda: not rig.server.controllers[0].le_connections)
            else:
                link = attempt.result()
                link.start()
                link.disconnect()
                await rig.until(lambda: not rig.server.controllers[0].le_connections)
        assert rig.radio.is_up and rig.log == ["The radio is up: HCI 9 of ffff"]

    play(work)


def test_a_controller_that_cannot_scan_and_connect_at_once_pauses_the_scan() -> None:
    async def work(rig: Rig) -> None:
        await Peripheral(rig.room, PEER).start()
        await rig.up()
        rig.server.controllers[0].scans_or_connects = True
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: len(rig.heard) > 0)
        await rig.radio.connect(wanted())
        Advertiser(rig.room, "C1:00:00:00:00:02", b"\x02\x01\x06", 0.05).start()
        rig.heard.clear()
        await rig.until(lambda: len(rig.heard) > 0)

    play(work)


def test_an_attempt_that_is_taken_back_before_it_began_costs_no_connection() -> None:
    async def work(rig: Rig) -> None:
        await Peripheral(rig.room, PEER).start()
        await rig.up()
        controller = rig.server.controllers[0]
        controller.scans_or_connects = True
        link = await rig.radio.connect(wanted())
        lost: list[int] = []
        link.on_lost = lost.append
        link.start()
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: controller.le_scan_enable)
        other = "C1:00:00:00:00:02"
        # The scan cannot pause before the attempt is cancelled.
        async with rig.radio._scan_lock:
            attempt = asyncio.ensure_future(rig.radio.connect(wanted(other)))
            await rig.until(lambda: controller.refused > 0)
            attempt.cancel()
            await asyncio.gather(attempt, return_exceptions=True)
        await Peripheral(rig.room, other).start()
        await rig.radio.connect(wanted(other))
        assert lost == [] and rig.failed == []
        assert rig.log == ["The radio is up: HCI 9 of ffff"]

    play(work)


def test_a_controller_that_does_not_end_an_attempt_is_given_up() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        attempt = asyncio.ensure_future(rig.radio.connect(wanted()))
        await rig.until(lambda: rig.server.controllers[0].pending_le_connection is not None)
        rig.server.is_mute = True
        attempt.cancel()
        await asyncio.gather(attempt, return_exceptions=True)
        await rig.until(lambda: not rig.radio.is_up)
        assert rig.log[-1] == "The radio is lost: it does not end an attempt to connect"

    play(work)


def test_a_scan_that_made_way_for_an_attempt_that_is_refused_goes_on() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        controller = rig.server.controllers[0]
        controller.refuses_to_connect = True
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: controller.le_scan_enable)
        try:
            await rig.radio.connect(wanted())
        except Refusal as refusal:
            assert refusal.status == 0x040C
        else:
            raise AssertionError("it connected")
        assert controller.refused == 2
        await rig.until(lambda: controller.le_scan_enable)
        assert rig.failed == []

    play(work)


def test_a_scan_goes_on_once_an_attempt_it_made_way_for_is_taken_back() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        controller = rig.server.controllers[0]
        controller.scans_or_connects = True
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: controller.le_scan_enable)
        attempt = asyncio.ensure_future(rig.radio.connect(wanted()))
        await rig.until(lambda: controller.pending_le_connection is not None)
        attempt.cancel()
        await asyncio.gather(attempt, return_exceptions=True)
        await rig.until(lambda: controller.le_scan_enable)
        assert rig.failed == [] and controller.pending_le_connection is None

    play(work)


def test_a_scan_that_is_asked_for_during_an_attempt_begins_behind_it() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        controller = rig.server.controllers[0]
        controller.scans_or_connects = True
        attempt = asyncio.ensure_future(rig.radio.connect(wanted()))
        await rig.until(lambda: controller.pending_le_connection is not None)
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: controller.refused > 0)
        await Peripheral(rig.room, PEER).start()
        await attempt
        await rig.until(lambda: controller.le_scan_enable or bool(rig.failed))
        assert rig.failed == []

    play(work)


@pytest.mark.parametrize(
    ("refusals", "reason"),
    [
        # Bumble's controller reports the reason that it was given.
        ([hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR] * 2, 0x0413),
        # It has lost the connection without reporting it.
        ([hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR], 0x0416),
        # Its line is cut then, which also ends the connection.
        ([hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR] * 99, 0x0403),
    ],
)
def test_a_connection_whose_end_the_controller_refuses_ends_nevertheless(
    refusals: list[hci.HCI_ErrorCode], reason: int
) -> None:
    async def work(rig: Rig) -> None:
        await Peripheral(rig.room, PEER).start()
        await rig.up()
        link = await rig.radio.connect(wanted())
        lost: list[int] = []
        link.on_lost = lost.append
        link.start()
        rig.server.controllers[0].refusals_to_disconnect = list(refusals)
        link.disconnect()
        await rig.until(lambda: bool(lost))
        assert lost == [reason]

    play(work)


def test_the_limits_are_those_that_the_protocol_leaves() -> None:
    # DONE must come within a second of the deadline.
    assert radio_module.CANCEL_LIMIT < 1.0
