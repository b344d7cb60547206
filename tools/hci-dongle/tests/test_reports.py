"""Reports of adverts, as Bumble encodes them and as noise."""

from __future__ import annotations

import random

import pytest
from bumble import hci

from hci_dongle.reports import Reports, is_report
from hci_dongle.scanner import Scanner

Heard = list[tuple[bytes, int, int, bytes]]


def listened() -> tuple[Reports, Heard]:
    reports, heard = Reports(), Heard()
    reports.on_advert = lambda *advert: heard.append(advert)
    return reports, heard


def extended(
    number: int, data: bytes, *, code: int = 0, rssi: int = -50, address_type: int = 1, sid: int = 1
) -> hci.HCI_LE_Extended_Advertising_Report_Event.Report:
    return hci.HCI_LE_Extended_Advertising_Report_Event.Report(
        event_type=code,
        address_type=address_type,
        address=hci.Address(bytes((number, 2, 3, 4, 5, 0xC1))),
        primary_phy=hci.Phy.LE_1M,
        secondary_phy=hci.Phy.LE_1M,
        advertising_sid=sid,
        tx_power=0x7F,
        rssi=rssi,
        periodic_advertising_interval=0x1234,
        direct_address_type=0,
        direct_address=hci.Address("C6:66:66:66:66:66"),
        data=data,
    )


def packet(*reports: hci.HCI_LE_Extended_Advertising_Report_Event.Report) -> bytes:
    return bytes(hci.HCI_LE_Extended_Advertising_Report_Event(list(reports)))


def piece(number: int, data: bytes, *, more: bool) -> bytes:
    return packet(extended(number, data, code=more << 5))


@pytest.mark.parametrize(("event_type", "kind"), [(0, 0x00), (1, 0x10), (2, 0x60), (3, 0x20), (4, 0x40), (5, 0xF0)])
def test_legacy_reports_are_read_with_their_kind_of_pdu(event_type: int, kind: int) -> None:
    reports, heard = listened()
    address = hci.Address("C1:22:33:44:55:66")
    made = [
        hci.HCI_LE_Advertising_Report_Event.Report(
            event_type=event_type, address_type=number, address=address, data=bytes(range(number)), rssi=rssi
        )
        for number, rssi in enumerate((-127, -1, 20, 127))
    ]
    said = bytes(hci.HCI_LE_Advertising_Report_Event(made))
    assert is_report(said)
    reports.take(said)
    raw = bytes.fromhex("6655443322c1")
    assert heard == [
        (raw, kind | number, rssi, bytes(range(number))) for number, rssi in enumerate((-127, -1, 20, 127))
    ]


@pytest.mark.parametrize(
    ("code", "kind"),
    [(0x13, 0x01), (0x15, 0x11), (0x12, 0x61), (0x10, 0x21), (0x1B, 0x41), (0x1A, 0x41), (0, 0x71), (0x40, 0x79)],
)
def test_extended_reports_are_read_with_their_kind_of_pdu(code: int, kind: int) -> None:
    reports, heard = listened()
    reports.take(packet(extended(1, b"one", code=code), extended(2, b"", code=code, rssi=127)))
    assert heard == [
        (bytes((1, 2, 3, 4, 5, 0xC1)), kind, -50, b"one"),
        (bytes((2, 2, 3, 4, 5, 0xC1)), kind, 127, b""),
    ]


def test_an_advert_without_an_address_is_not_reported() -> None:
    reports, heard = listened()
    reports.take(packet(extended(0, b"", address_type=0xFF)))
    assert not heard


def test_an_advert_longer_than_the_protocol_allows_is_cut_and_marked() -> None:
    reports, heard = listened()
    for more in (True, True, False):
        reports.take(piece(1, bytes(100), more=more))
    assert [(kind, len(data)) for _, kind, _, data in heard] == [(0x79, 255)]


def test_pieces_of_two_sets_of_one_device_are_not_mixed() -> None:
    reports, heard = listened()
    for sid, data, code in ((1, b"one ", 0x20), (2, b"two ", 0x20), (1, b"first", 0), (2, b"second", 0)):
        reports.take(packet(extended(1, data, code=code, sid=sid)))
    assert [data for *_, data in heard] == [b"one first", b"two second"]


def test_the_oldest_piece_makes_way_and_its_rest_is_dropped_and_told() -> None:
    radio, log, heard = Scanner("nothing", "nothing", b"abcdef"), list[str](), list[bytes]()
    reports = radio.reports
    reports.on_advert = lambda address, kind, rssi, data: heard.append(data)
    radio.on_log = lambda _, text: log.append(text)
    for number in range(65):
        reports.take(piece(number, b"head", more=True))
    for number in (0, 64):
        reports.take(piece(number, b"tail", more=False))
    assert heard == [b"headtail"]
    radio._forget_pieces()
    assert log == ["1 adverts in pieces were dropped"]
    # The leftover pieces belong to no advert heard now.
    reports.take(piece(1, b"whole", more=False))
    assert heard[1:] == [b"whole"]


def test_reports_that_are_cut_short_are_counted_and_the_whole_ones_before_are_heard() -> None:
    whole = packet(extended(1, b"first"), extended(2, b"second"))
    for end in range(5, len(whole)):
        reports, heard = listened()
        reports.take(whole[:end])
        assert reports.malformed == 1
        assert len(heard) == (end >= 5 + 24 + 5)


def test_noise_is_never_more_than_a_malformed_report() -> None:
    noise = random.Random(27)
    reports, heard = listened()
    for _ in range(20_000):
        body = noise.randbytes(noise.randrange(2, 80))
        reports.take(b"\x04\x3e" + bytes((len(body) + 1,)) + bytes((noise.choice((0x02, 0x0D)),)) + body)
    assert reports.malformed > 0
    assert all(len(address) == 6 and 0 <= kind <= 255 and len(data) <= 255 for address, kind, _, data in heard)
