"""The radio on controllers that restart, fall silent, have another version, or are missing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import pytest
from air.devices import Advertiser, Peripheral
from air.hci_server import HCIServer
from air.room import EXTENDED, Room
from bumble import hci

from hci_dongle import radio as radio_module
from hci_dongle.protocol import Refusal, Status
from hci_dongle.radio import BumbleRadio
from hci_dongle.requests import Connect

LIMIT = 20.0
PEER = "C1:00:00:00:00:01"


class Rig:
    """A room, its server, and a radio on it."""

    def __init__(self) -> None:
        self.room = Room()
        self.server = HCIServer(self.room)
        self.log: list[str] = []
        self.failed: list[int] = []
        self.heard: list[tuple[bytes, int, int, bytes]] = []

    async def start(self) -> None:
        await self.server.start()
        self.radio = BumbleRadio(f"tcp-client:127.0.0.1:{self.server.port}", b"abcdef")
        self.radio.on_log = lambda _, text: self.log.append(text)
        self.radio.on_scan_failed = self.failed.append
        self.radio.on_advert = lambda *advert: self.heard.append(advert)
        self.task = asyncio.get_running_loop().create_task(self.radio.run())

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.server.stop()

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.01)

    async def up(self) -> None:
        await self.until(lambda: self.radio.is_up)


def play(work: Callable[[Rig], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        rig = Rig()
        await rig.start()
        try:
            async with asyncio.timeout(LIMIT):
                await work(rig)
        finally:
            await rig.stop()

    asyncio.run(all_of_it())


def wanted(address: str = PEER) -> Connect:
    return Connect(5000, bytes(hci.Address(address)), 1, 0, 0, 0, 0)


def test_a_controller_that_vanishes_ends_scan_and_connections_and_is_opened_again() -> None:
    async def work(rig: Rig) -> None:
        await Peripheral(rig.room, PEER).start()
        await rig.up()
        rig.radio.scan((1, 160, 160))
        link = await rig.radio.connect(wanted())
        lost: list[int] = []
        link.on_lost = lost.append
        link.start()
        rig.server.cut()
        await rig.until(lambda: not rig.radio.is_up)
        assert lost == [0x0403]
        assert rig.failed == [Status.RADIO]
        await rig.up()
        assert (await rig.radio.connect(wanted())).interval > 0

    play(work)


def test_a_controller_that_started_anew_or_failed_is_set_up_again() -> None:
    async def work(rig: Rig) -> None:
        for said in (bytes.fromhex("040e0301 0000"), bytes.fromhex("04100142")):
            await rig.up()
            rig.radio._host.last_answer -= 10
            rig.server.send(said)
            await rig.until(lambda: not rig.radio.is_up)
        assert [each for each in rig.log if "lost" in each] == [
            "The radio is lost: the controller has started anew",
            "The radio is lost: the controller reports a hardware error",
        ]

    play(work)


def test_a_controller_that_says_it_takes_another_command_is_left_alone() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        rig.server.send(bytes.fromhex("040e03010000"))
        Advertiser(rig.room, PEER, b"\x02\x01\x06", 0.02).start()
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: len(rig.heard) > 0)
        assert rig.log == ["The radio is up: HCI 9 of ffff"]

    play(work)


def test_an_extended_advert_in_pieces_is_heard_whole() -> None:
    async def work(rig: Rig) -> None:
        rig.server.has_extended = True
        rig.server.cut()
        await rig.until(lambda: not rig.radio.is_up)
        await rig.up()
        data = bytes((239, 0xFF, 0xFF, 0xFF)) + bytes(237)
        rig.radio.scan((0, 160, 160))
        Advertiser(rig.room, PEER, data, 0.02, event_type=EXTENDED).start()
        await rig.until(lambda: len(rig.heard) > 2)
        assert set(rig.heard) == {(bytes(hci.Address(PEER)), 0x71, -60, data)}

    play(work)


def piece(number: int, data: bytes, *, more: bool) -> SimpleNamespace:
    address = bytes((number, 0, 0, 0, 0, 0xC1))
    return SimpleNamespace(
        data=data, address=address, event_type=more << 5, address_type=1, advertising_sid=1, rssi=-50
    )


def test_the_oldest_piece_makes_way_and_its_rest_is_dropped_and_told() -> None:
    async def work() -> None:
        radio = BumbleRadio("nothing", b"abcdef")
        heard: list[bytes] = []
        log: list[str] = []
        radio.on_advert = lambda address, kind, rssi, data: heard.append(data)
        radio.on_log = lambda _, text: log.append(text)
        for number in range(65):
            radio._report(piece(number, b"head", more=True))
        for number in (0, 64):
            radio._report(piece(number, b"tail", more=False))
        assert heard == [b"headtail"]
        radio.scan(None)
        assert log == ["1 adverts in pieces were dropped"]
        # The leftover pieces belong to no advert heard now.
        radio._report(piece(1, b"whole", more=False))
        assert heard[1:] == [b"whole"]

    asyncio.run(work())


def test_a_controller_that_falls_silent_is_given_up() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        rig.server.is_mute = True
        rig.radio.scan((0, 160, 160))
        await rig.until(lambda: not rig.radio.is_up)
        assert rig.log[-1] == "The radio is lost: it does not answer"
        assert rig.failed == [Status.RADIO]

    play(work)


def test_a_controller_of_a_version_that_is_too_old_is_named_and_not_used() -> None:
    async def work(rig: Rig) -> None:
        rig.server.version = hci.HCI_VERSION_BLUETOOTH_CORE_3_0_HS
        rig.server.cut()
        await rig.until(lambda: any("version" in each for each in rig.log))
        assert not rig.radio.is_up
        try:
            await rig.radio.connect(wanted())
        except Refusal as refusal:
            assert refusal.status == Status.RADIO
        else:
            raise AssertionError("it connected")

    play(work)


def test_a_controller_that_is_not_there_is_looked_for_ever_less_often() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        await rig.server.stop()
        await rig.until(lambda: len([each for each in rig.log if "No controller" in each]) == 2)
        await rig.server.start(rig.server.port)
        await rig.up()

    play(work)


def test_noise_instead_of_packets_does_not_end_it() -> None:
    async def work(rig: Rig) -> None:
        await rig.up()
        for noise in (b"\xff\xff\xff", bytes.fromhex("043e0302ff00"), bytes.fromhex("04ff00"), bytes.fromhex("0400ff")):
            rig.server.send(noise)
        rig.radio.scan((0, 160, 160))
        Advertiser(rig.room, PEER, b"\x02\x01\x06", 0.05).start()
        await rig.until(lambda: len(rig.heard) > 0)

    play(work)


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
