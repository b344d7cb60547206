"""The virtual FlockFinder compared with recorded answers of the firmware's own code."""

import asyncio
import json
import os
from pathlib import Path

import pytest
from air.flockfinder import NESTED, SCAN_DEFAULTS, MainFlockFinder, PublishedFlockFinder
from air.room import Room
from bumble.att import ATT_INVALID_ATTRIBUTE_LENGTH_ERROR

FOLDER = os.environ.get("PERCH_RECORDINGS")
CASES = Path(FOLDER or "") / "flockfinder-as-built.ndjson"
ADDRESS = "F4:12:FA:5C:00:01"
# These cases continue the one before; the others begin with an empty config.
GOING_ON = ("START with tail", "END after it")


class Listening(PublishedFlockFinder):
    """Keeps its notifications."""

    reply_delay = 0.0

    def __init__(self) -> None:
        super().__init__(Room(), ADDRESS)
        self.told_detections: list[dict] = []
        self.told_lines: list[dict] = []
        self.answers: list[bytes] = []

    async def answer(self, pieces: list[bytes]) -> None:
        self.answers += pieces

    def notify(self, characteristic, value: bytes) -> None:
        told = self.told_detections if characteristic is self.detection else self.told_lines
        told.append(json.loads(value))

    def empty(self) -> None:
        self.config = {
            b"version": 1,
            b"scanConfig": dict(SCAN_DEFAULTS),
            b"patterns": {name: [] for name in NESTED},
        }
        self._buffer = None


def said(reply: dict) -> tuple:
    """Returns a reply without its time."""
    return reply["evt"], reply["success"], reply["msg"]


@pytest.mark.skipif(not CASES.is_file(), reason="PERCH_RECORDINGS names no folder with flockfinder-as-built.ndjson")
def test_each_of_58_inputs_has_the_replies_and_the_config_of_the_firmware() -> None:
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    assert len(cases) == 58

    async def play() -> None:
        finder = Listening()
        for case in cases:
            if case["case"] not in GOING_ON:
                finder.empty()
            finder.answers = []
            value = bytes.fromhex(case["write_hex"])
            # Bumble's GATT server refuses a longer value by itself, before the device sees it.
            assert case["att_error"] == (ATT_INVALID_ATTRIBUTE_LENGTH_ERROR if len(value) > 512 else 0)
            if len(value) <= 512:
                await (finder.take if case["characteristic"] == "config" else finder.command)(value)
            replies = [said(json.loads(each)) for each in finder.answers]
            assert replies == [said(each) for each in case["replies"]], case["case"]
            if case.get("config_after_hex"):
                assert finder.told().hex() == case["config_after_hex"], case["case"]

    asyncio.run(play())


def test_it_hears_by_address_name_and_whole_uuid_and_never_by_a_networks_name() -> None:
    async def play() -> Listening:
        finder = Listening()
        await finder.take(b'{"patterns":{"bleServiceUuids":[{"uuid":"0x3100","deviceType":"Raven"}]}}')
        finder.hear_wifi("c0:35:32:00:00:01", "Flock-3A21F0")
        finder.hear_wifi("b4:1e:52:00:00:02", "")
        finder.hear_ble("02:00:00:00:00:03", "a flock")
        finder.hear_ble("02:00:00:00:00:04", service="0x3100")
        finder.hear_ble("02:00:00:00:00:05", service="00003100-0000-1000-8000-00805f9b34fb")
        await finder.command(b"stream_off")
        finder.hear_ble("02:00:00:00:00:06", "nobody")
        return finder

    finder = asyncio.run(play())
    assert [(each["mac"][-2:], each["confidence"]) for each in finder.told_detections] == [
        ("02", 0.85),
        ("03", 0.85),
        ("04", 1.0),
    ]
    assert [each["match"] for each in finder.told_lines] == [False, True, True, True, False]
    assert {each["ssid"] for each in finder.told_lines if each["evt"] == "wifi_scan"} == {"(hidden)"}
    assert [each["svc"] for each in finder.told_lines if each["evt"] == "ble_scan"] == [False, True, True]
    finder.reboot()
    assert finder.is_streaming


def test_the_branch_without_a_config_has_three_characteristics() -> None:
    async def play() -> int:
        return len(MainFlockFinder(Room(), ADDRESS).services()[0].characteristics)

    assert asyncio.run(play()) == 3
