"""The radio on controllers that restart, fall silent, have another version, or are missing."""

from __future__ import annotations

from air.devices import Advertiser, Peripheral
from air.room import EXTENDED
from bumble import hci
from radio_rig import PEER, Rig, play, wanted

from hci_dongle.protocol import Refusal, Status


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
