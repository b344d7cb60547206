"""perch, its gateway and hci-dongle against virtual radios with real Bluetooth stacks behind them."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from air.cp28 import CP28
from air.devices import FLAGS, Advertiser, ibeacon
from air.flockfinder import CONFIG_UUID, DocumentedFlockFinder, FlockFinder, PublishedFlockFinder
from air.room import EXTENDED
from air.scripted import Scripted
from rig import Air, Perch, Process, start_dongle, wait_until

PROGRAMS = os.environ.get("PERCH_PROGRAMS")
BINARY = Path(PROGRAMS or "", "perch")
pytestmark = pytest.mark.skipif(PROGRAMS is None, reason="PERCH_PROGRAMS does not name the folder of a perch")

OUR_UUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
BEACON = "48:87:2D:12:00:01"
PEER = "C1:00:00:00:00:01"
# Checks that the room has all for.
PROVEN = "adverts.filter*,adverts.scan-responses,adverts.leave-in-time,peripheral.*,echo.*"
FINDER = "34:85:18:00:04:11"
CONFIG = CONFIG_UUID.lower()
# Time for hearing two hundred advertisers, in seconds; set a shorter one while working on these
# tests.
SECONDS = int(os.environ.get("PERCH_RADIO_SECONDS", "60"))


@dataclass
class Bench:
    """Everything that a test needs."""

    air: Air
    perch: Perch
    dongle: Process


@pytest.fixture(params=[False], ids=["legacy"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    air = Air(has_extended=request.param)
    dongle, port = start_dongle(air.radio, tmp_path, "--state", str(tmp_path / "dongle.json"))
    try:
        perch = Perch(BINARY, tmp_path, "--port", str(port))
        try:
            yield Bench(air, perch, dongle)
        finally:
            perch.close()
    finally:
        dongle.stop()
        air.close()


def provision(bench: Bench, *more: str, code: int = 0) -> str:
    identity = ("--uuid", OUR_UUID, "--major", "1203", "--minor", "7", "--name", "Table 7")
    return bench.perch.run("provision", "one", "--beacon", BEACON, *identity, *more, code=code)


@pytest.mark.parametrize("bench", [False, True], ids=["legacy", "extended"], indirect=True)
def test_a_factory_beacon_gets_its_identity_and_is_seen_with_it_on_the_air(bench: Bench) -> None:
    beacon: CP28 = bench.air.make(CP28, BEACON)
    provision(bench)
    frame = beacon.saved.advertised
    assert frame is not None
    assert frame.uuid.hex() == OUR_UUID.replace("-", "").lower()
    assert (frame.major, frame.minor, beacon.saved.name) == (1203, 7, "Table 7")
    assert (len(beacon.commands), beacon.saves) == (24, 1)
    assert beacon.disconnections == 1


def test_a_beacon_that_takes_none_of_the_passwords_is_left_as_it_was(bench: Bench) -> None:
    beacon: CP28 = bench.air.make(CP28, BEACON, password="another")
    provision(bench, code=77)
    assert beacon.passwords == [b"555555", b"dx1234", b"000000"]
    assert beacon.saves == 0


def provisioned(bench: Bench) -> dict[str, Any]:
    """Returns the only run, as it is stored."""
    (run,) = [each for each in bench.perch.lines("provision", "status") if each["type"] == "run"]
    return run


def test_a_beacon_that_vanishes_in_the_middle_is_no_success_and_the_dongle_goes_on(bench: Bench) -> None:
    beacon: CP28 = bench.air.make(CP28, BEACON)
    beacon.vanishes_at = 12
    provision(bench, "--search", "2s", "--verify-limit", "2s", code=75)
    assert (len(beacon.commands), beacon.connections, beacon.saves) == (11, 1, 0)
    run = provisioned(bench)
    # The reason is neither a time-out nor a refusal: the dongle has reported the disconnection.
    assert (run["state"], run["step"], run["reason"]["code"]) == ("failed", 12, "disconnected")
    assert "(HCI 0x08)" in run["reason"]["message"]
    again: CP28 = bench.air.make(CP28, BEACON)
    bench.perch.run("provision", "resume")
    assert provisioned(bench)["state"] == "verified"
    assert (again.connections, again.saves) == (1, 1)
    # The radio was the same throughout.
    assert bench.dongle.log.read_text().count("The radio is") == 1


@pytest.mark.parametrize("kind", [PublishedFlockFinder, DocumentedFlockFinder])
def test_a_config_is_pushed_read_back_and_saved(bench: Bench, tmp_path: Path, kind: type[FlockFinder]) -> None:
    finder: FlockFinder = bench.air.make(kind, FINDER, largest_mtu=517)
    patterns = [{"p": f"Van-{number}", "t": "Flock Safety", "e": True} for number in range(12)]
    file = tmp_path / "config.json"
    file.write_text(json.dumps({"v": 1, "bsi": 4000, "chi": 300, "ssid": patterns}))
    push = ["config", "push", "--device", f"ble:{FINDER}", "--file", str(file), "--replace", "--save"]
    bench.perch.run(*push, limit=120)
    held = finder.config
    if kind is PublishedFlockFinder:
        names = [each[b"pattern"].decode() for each in held[b"patterns"][b"ssidPatterns"]]
    else:
        names = [each["p"] for each in held["ssid"]]
    assert names == [each["p"] for each in patterns]
    assert finder.stored == held
    assert finder.saves == 1
    shown = bench.perch.run("config", "show", "--device", f"ble:{FINDER}")
    assert "Van-11" in shown


@pytest.mark.parametrize("mtu", [23, 185, 517])
def test_long_values_pass_whole_at_each_mtu(bench: Bench, mtu: int) -> None:
    finder: FlockFinder = bench.air.make(DocumentedFlockFinder, FINDER, largest_mtu=mtu)
    pattern = {"p": "x" * 300, "t": "Flock Safety", "e": True}
    text = json.dumps({"v": 1, "ssid": [pattern]}, separators=(",", ":"))
    bench.perch.run("gatt", "write", FINDER, "--char", CONFIG, "--text", text)
    assert finder.config["ssid"] == [pattern]
    # With an MTU of 23 the 512 bytes come in 24 reads.
    value = bytes(range(256)) * 2
    bench.air.call(lambda: finder.keep(value))
    (read,) = [each for each in bench.perch.lines("gatt", "read", FINDER, "--char", CONFIG) if each["type"] == "value"]
    assert read["hex"] == value.hex()
    listener = listen(bench)
    try:
        wait_until(lambda: bench.air.call(lambda: finder.has_subscriber), 20, listener.log.read_text)
        assert finder.mtus == [mtu]
        bench.air.call(lambda: finder.notify(finder.configs, value[: mtu - 3]))
        assert value[: mtu - 3].hex() in listener.line()
    finally:
        listener.stop()


def listen(bench: Bench) -> Process:
    """Starts a process that follows the config of a FlockFinder."""
    perch = bench.perch
    verb = [str(perch.binary), "gatt", "subscribe", FINDER, "--char", CONFIG, "--json", *perch.gateway_option]
    return Process(verb, perch.folder, "listener", perch.environment)


def test_a_peripheral_that_vanishes_is_told_to_whoever_listens_to_it(bench: Bench) -> None:
    finder: FlockFinder = bench.air.make(PublishedFlockFinder, FINDER)
    listener = listen(bench)
    try:
        wait_until(lambda: bench.air.call(lambda: finder.has_subscriber), 20, listener.log.read_text)
        bench.air.call(lambda: finder.notify(finder.configs, b"hello"))
        assert b"hello".hex() in listener.line()
        bench.air.call(finder.vanish)
        assert listener.process.wait(20) != 0
    finally:
        listener.stop()


def test_two_hundred_advertisers_are_heard_without_a_loss(bench: Bench) -> None:
    def start() -> None:
        for number in range(200):
            address = f"C2:00:00:00:00:{number:02X}"
            advertiser = Advertiser(bench.air.room, address, ibeacon(bytes(16), 1, number), 1.0, rssi=-40 - number % 50)
            advertiser.start(number / 200, times=SECONDS)

    marker = Advertiser(bench.air.room, "C3:00:00:00:00:00", ibeacon(bytes(16), 2, 0), 0.2)
    bench.air.call(marker.start)
    counts: Counter[str] = Counter()
    strengths: dict[str, int] = {}
    result: dict[str, Any] = {}
    for line in bench.perch.follow("scan", "--duration", f"{SECONDS + 8}s", "--json", limit=SECONDS + 60):
        said = json.loads(line)
        if said["type"] == "result":
            result = said
        elif said["type"] == "advert":
            if not counts:
                # From here on devices on the air are heard.
                bench.air.call(start)
            counts[said["address"]] += 1
            strengths[said["address"]] = said["rssi"]
    del counts["c3:00:00:00:00:00"]
    assert (result["lost"], result["missed"], result["malformed"]) == (0, 0, 0)
    assert counts == {f"c2:00:00:00:00:{number:02x}": SECONDS for number in range(200)}
    assert strengths["c2:00:00:00:00:07"] == -47


def test_a_radio_that_is_pulled_and_comes_back_is_used_again(bench: Bench) -> None:
    beacon: CP28 = bench.air.make(CP28, BEACON)
    assert "ffe1" in bench.perch.run("gatt", "discover", BEACON)
    bench.air.call(bench.air.server.cut)
    bench.dongle.wait_for("The radio is lost")
    wait_until(lambda: bench.dongle.log.read_text().count("The radio is up") == 2, 20)
    assert "ffe1" in bench.perch.run("gatt", "discover", BEACON)
    assert beacon.connections == 2


def has_conformance() -> bool:
    """Whether this perch has `conformance`."""
    command = [str(BINARY), "conformance", "--help"]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60).returncode == 0


def test_it_passes_conformance(tmp_path: Path) -> None:
    if not has_conformance():
        pytest.skip("this perch has no verb conformance")
    air = Air(has_extended=True)
    try:
        peer: Scripted = air.make(Scripted, PEER)
        beacon = ibeacon(bytes(range(16)), 1, 2)
        for number in range(5):
            made = Advertiser(air.room, f"C4:00:00:00:00:{number:02X}", beacon, 0.1, rssi=-50 - number)
            air.call(made.start)
        battery = FLAGS + bytes((3, 0x03, 0x0F, 0x18))
        air.call(Advertiser(air.room, "C4:00:00:00:01:00", battery, 0.2).start)
        long = bytes((239, 0xFF, 0xFF, 0xFF)) + bytes(237)
        air.call(Advertiser(air.room, "C4:00:00:00:02:00", long, 0.2, event_type=EXTENDED).start)
        dongle, port = start_dongle(air.radio, tmp_path, "--state", str(tmp_path / "dongle.json"))
        try:
            done = subprocess.run(
                [
                    *(str(BINARY), "conformance", "--port", str(port), "--peripheral", f"{PEER}/random"),
                    *("--allow-reset", "--require", PROVEN),
                ],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=170,
            )
            (tmp_path / "conformance.txt").write_text(done.stdout + done.stderr)
            assert done.returncode == 0, done.stdout + done.stderr + dongle.log.read_text()
            assert peer.connections > 0
        finally:
            dongle.stop()
    finally:
        air.close()
