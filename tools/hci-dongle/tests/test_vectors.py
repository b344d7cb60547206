"""The golden vectors, as far as they concern a dongle."""

import random
import struct

import pytest
from conftest import vectors

from hci_dongle import framing, requests
from hci_dongle.framing import Decoder, Frame, Rejected
from hci_dongle.protocol import Refusal, Status, blob
from hci_dongle.streams import Advert, AdvertQueue, LogQueue, done

PARSERS = {
    "HELLO": requests.hello,
    "CANCEL": requests.cancel,
    "SCAN_START": requests.scan_start,
    "CONNECT": requests.connect,
    "DISCONNECT": requests.disconnect,
    "EXCHANGE_MTU": requests.exchange_mtu,
    "DISCOVER": requests.discover,
    "READ": requests.read,
    "WRITE": requests.write,
    "WRITE_COMMAND": requests.write_command,
    "SUBSCRIBE": requests.subscribe,
    "CONFIG_BEGIN": requests.config_begin,
    "CONFIG_DATA": requests.config_data,
    "CONFIG_COMMIT": requests.config_commit,
    "CONFIG_SAVE": requests.config_save,
    "CONFIG_READ": requests.config_read,
}
# Reading REBOOT needs the boot id (test_greeting); this dongle has neither a light nor Wi-Fi.
ELSEWHERE = {"REBOOT", "IDENTIFY", "WIFI_SCAN_START", "WIFI_SCAN_STOP"}
# Names of the vectors that differ here.
RENAMED = {
    "lowest": "lowest_major",
    "highest": "highest_major",
    "supervision": "supervision_timeout",
    "short_digest": "digest",
    "first": "first_handle",
    "last": "last_handle",
    "which": "copy",
}


def ids(entries: list[dict]) -> list[str]:
    return [entry["name"] for entry in entries]


FRAMES = vectors("frames")
STREAMS = vectors("streams")
REQUESTS = [each for each in vectors("messages") if each["form"] == "request" and each["message"] in PARSERS]
INVALID = [each for each in vectors("invalid-messages") if each["form"] == "request" and each["message"] in PARSERS]


@pytest.mark.parametrize("entry", FRAMES, ids=ids(FRAMES))
def test_a_frame_is_decoded_and_encoded_as_its_vector(entry: dict) -> None:
    wire, decoded = bytes.fromhex(entry["wire"]), bytes.fromhex(entry["decoded"])
    (frame,) = Decoder(65_547).feed(wire)
    assert isinstance(frame, Frame)
    assert frame.decoded() == decoded or frame.flags != 0
    assert frame.payload == bytes.fromhex(entry["payload"])
    if entry["canonical"]:
        assert b"\0" + framing.cobs(decoded) + b"\0" == wire


@pytest.mark.parametrize("entry", STREAMS, ids=ids(STREAMS))
def test_a_stream_is_cut_as_its_vector_says_however_it_is_split(entry: dict) -> None:
    wire = bytes.fromhex(entry["wire"])
    seeded = random.Random(20_261_122)
    for step in (len(wire) + 1, 1, 2, 3, 7, 254, None):
        decoder = Decoder(entry["largest_frame"])
        seen = []
        at = 0
        while at < len(wire):
            length = step or seeded.randrange(1, 40)
            seen += decoder.feed(wire[at : at + length])
            at += length
        expected = [
            Rejected(each["rejected"], each["discarded"]) if "rejected" in each else bytes.fromhex(each["frame"])
            for each in entry["expected"]
        ]
        assert [each if isinstance(each, Rejected) else _decoded(each) for each in seen] == expected, step


def _decoded(frame: Frame) -> bytes:
    head = struct.pack("<BBHHH", frame.major << 4 | frame.kind, frame.flags, frame.session, frame.id, frame.code)
    return head + frame.payload + struct.pack("<I", frame.crc)


@pytest.mark.parametrize("entry", REQUESTS, ids=ids(REQUESTS))
def test_a_valid_request_is_taken_with_its_fields(entry: dict) -> None:
    parsed = PARSERS[entry["message"]](bytes.fromhex(entry["payload"]))
    if isinstance(parsed, int):
        assert parsed in entry["fields"].values()
        return
    told = dict(entry["fields"])
    for name, value in vars(parsed).items():
        expected = told.pop(RENAMED.get(name, name))
        if name == "connection":
            value = dict(zip(("slot", "generation"), value, strict=True))
        elif name == "filters":
            assert [each.kind for each in value] == [each["kind"] for each in expected]
            continue
        assert (value.hex() if isinstance(value, bytes) else value) == expected, name
    assert not told


@pytest.mark.parametrize("entry", INVALID, ids=ids(INVALID))
def test_an_invalid_request_is_refused_for_its_reason(entry: dict) -> None:
    with pytest.raises(Refusal) as raised:
        PARSERS[entry["message"]](bytes.fromhex(entry["payload"]))
    if entry["expected"] != "DROPPED":
        assert raised.value.status == Status[entry["expected"]]
        if "offset" in entry:
            assert raised.value.detail == struct.pack("<H", entry["offset"])


@pytest.mark.parametrize(
    "entry", [each for each in INVALID if each["expected"] == "MALFORMED"], ids=lambda each: each["name"]
)
def test_a_request_that_is_too_short_is_malformed_whatever_it_says(entry: dict) -> None:
    payload = bytes.fromhex(entry["payload"])
    if "cut at" not in entry["name"] or _reaches_a_blob(entry["message"], payload):
        pytest.skip("it ends in a blob")
    with pytest.raises(Refusal) as raised:
        PARSERS[entry["message"]](b"\xff" * len(payload))
    assert raised.value.status == Status.MALFORMED


def _reaches_a_blob(message: str, payload: bytes) -> bool:
    return len(payload) >= {"SCAN_START": 14, "WRITE": 10, "WRITE_COMMAND": 6, "CONFIG_DATA": 8}.get(message, 1000)


def test_every_request_of_the_vectors_is_looked_at() -> None:
    everything = {each["message"] for each in vectors("messages") if each["form"] == "request"}
    without_fields = {
        "PING",
        "INFO",
        "GET_STATE",
        "SCAN_STOP",
        "CONFIG_LOAD",
        "CONFIG_RESET",
        "CONFIG_STAT",
    }
    assert everything - set(PARSERS) - ELSEWHERE - without_fields == set()


def _messages(name: str) -> list[dict]:
    return [each for each in vectors("messages") if each["message"] == name and each["canonical"]]


@pytest.mark.parametrize("entry", _messages("ADVERT_BATCH"), ids=ids(_messages("ADVERT_BATCH")))
def test_a_batch_is_written_as_its_vector(entry: dict) -> None:
    fields = entry["fields"]
    if not fields["adverts"] or fields["adverts"][0]["offset_ms"] != 0:
        pytest.skip("a dongle sends no empty batch, and takes the time of the first advert as the base")
    queue = AdvertQueue(1 << 20)
    queue.next = fields["first_number"]
    for each in fields["adverts"]:
        kind = each["address_type"] | each["is_truncated"] << 3 | each["pdu"] << 4
        queue.add(
            Advert(
                fields["base_ms"] + each["offset_ms"],
                bytes.fromhex(each["address"]),
                kind,
                each["rssi_dbm"],
                each["channel"],
                bytes.fromhex(each["data"]),
            )
        )
    assert queue.take(65_535)[1].hex() == entry["payload"]


@pytest.mark.parametrize("entry", _messages("DONE"), ids=ids(_messages("DONE")))
def test_done_is_written_as_its_vector(entry: dict) -> None:
    body = bytes.fromhex(entry["payload"])
    number, status, effect, length = struct.unpack_from("<HHBH", body)
    assert done(number, status, effect, body[7 : 7 + length])[1] == body
    assert entry["fields"]["status"] == status


def test_a_line_of_the_log_says_how_many_were_dropped_before_it() -> None:
    queue = LogQueue(1)
    queue.add(1, 5, "first")
    queue.add(1, 6, "second")
    assert queue.take(64) == (0, struct.pack("<BIH", 1, 5, 1) + blob(b"first"))
