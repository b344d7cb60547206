"""perch --radio: the gateway starts the bridge, and keeps it running, against virtual controllers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from air.devices import Advertiser, ibeacon
from rig import FOLDER, Air, Perch, Process, wait_until
from test_integration import BINARY, pytestmark  # noqa: F401

# From the crash of the bridge: 3 s is the aim, which is printed and was met; a machine that is kept
# busy by other builds takes longer to start Python.
BACK_LIMIT = 12.0
# From the death of the gateway.
ORPHAN_LIMIT = 2.0


@pytest.fixture
def bridge(tmp_path: Path) -> str:
    """The bridge as a program, with the Bumble of these tests."""
    program = tmp_path / "bridge"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{FOLDER.parent}" exec "{sys.executable}" -m hci_dongle "$@" --simulated\n'
    )
    program.chmod(0o755)
    return str(program)


@contextmanager
def room(address: str = "C1:00:00:00:00:01") -> Iterator[Air]:
    """Yields a room with a beacon that advertises ten times a second."""
    air = Air()
    try:
        air.call(Advertiser(air.room, address, ibeacon(bytes(16), 1, 2), 0.1).start)
        yield air
    finally:
        air.close()


def nobody() -> str:
    """Returns a radio that is not there. No other test has the same one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"tcp:127.0.0.1:{free.getsockname()[1]}"


def name(air: Air) -> str:
    return f"tcp:127.0.0.1:{air.server.port}"


@contextmanager
def serving(folder: Path, bridge: str, *radios: str) -> Iterator[Perch]:
    folder.mkdir(exist_ok=True)
    options = [word for radio in radios for word in ("--radio", radio)]
    perch = Perch(BINARY, folder, "--port", "id:none", *options, PERCH_HCI_DONGLE=bridge)
    try:
        yield perch
    finally:
        perch.close()


def bridges(radio: str) -> list[int]:
    """Returns the ids of the bridges of a radio that run."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if b"hci_dongle" in words and radio.encode() in words and state != "Z":
            found.append(int(process.name))
    return found


def run(folder: Path, bridge: str, *words: str, limit: float = 60.0) -> subprocess.CompletedProcess[str]:
    """Runs a verb without a running gateway, with a state of its own."""
    environment = {
        **{each: value for each, value in os.environ.items() if not each.startswith("PERCH_")},
        "PERCH_HCI_DONGLE": bridge,
        "PERCH_NOTIFY_DESKTOP": "off",
        "XDG_STATE_HOME": str(folder / "state-home"),
        "XDG_CONFIG_HOME": str(folder / "config-home"),
        "XDG_RUNTIME_DIR": str(folder),
        "NO_COLOR": "1",
    }
    return subprocess.run(
        [str(BINARY), *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=limit,
        env=environment,
    )


def test_a_scan_makes_a_dongle_of_a_radio_and_leaves_nothing_behind(tmp_path: Path, bridge: str) -> None:
    with room() as air:
        ids = set()
        for _ in range(2):
            done = run(
                tmp_path, bridge, "scan", "--gateway", "none", "--radio", name(air), "--duration", "2s", "--json"
            )
            assert done.returncode == 0, done.stdout + done.stderr
            adverts = [line for line in map(json.loads, done.stdout.splitlines()) if line["type"] == "advert"]
            assert {each["address"] for each in adverts} == {"c1:00:00:00:00:01"}
            ids |= {each["dongle"] for each in adverts}
            assert bridges(name(air)) == []
        # The dongle is the same one each time.
        assert len(ids) == 1
        (state,) = (tmp_path / "state-home" / "perch" / "radios").glob("*.json")
        assert state.name == f"{name(air)}.json"


def test_adverts_are_back_soon_after_the_bridge_was_killed(tmp_path: Path, bridge: str) -> None:
    with room() as air, serving(tmp_path, bridge, name(air)) as perch:
        scan = Process([str(BINARY), "scan", "--json", *perch.gateway_option], tmp_path, "scan", perch.environment)
        try:
            for count in range(1, 4):
                assert json.loads(scan.line())["type"] == "advert"
                (pid,) = bridges(name(air))
                os.kill(pid, signal.SIGKILL)
                killed = time.monotonic()
                wait_until(lambda count=count: said(scan, "Waiting for it") == count, 10, scan.log.read_text)
                # What was heard before may still be in the pipe.
                while json.loads(line := scan.line())["type"] == "advert" and not said(scan, "goes on", count):
                    pass
                while json.loads(line)["type"] != "advert":
                    line = scan.line()
                lasted = time.monotonic() - killed
                print(f"adverts were back after {lasted:.2f} s")
                assert lasted <= BACK_LIMIT
                assert bridges(name(air)) != [pid]
        finally:
            scan.stop()


def test_a_bridge_that_hangs_is_replaced(tmp_path: Path, bridge: str) -> None:
    with room() as air, serving(tmp_path, bridge, name(air)) as perch:
        (pid,) = bridges(name(air))
        os.kill(pid, signal.SIGSTOP)
        # 10 s without a frame, 2 s for an orderly end, and the start.
        wait_until(lambda: bridges(name(air)) not in ([pid], []), 40, perch.gateway.log.read_text)
        wait_until(lambda: lives(perch) == {name(air)}, 20, perch.gateway.log.read_text)
        assert lines_of(perch, "advert")


def said(process: Process, text: str, at_least: int | None = None) -> int:
    count = process.log.read_text().count(text)
    return count if at_least is None else int(count >= at_least)


def test_no_bridge_outlives_a_gateway_that_is_killed(tmp_path: Path, bridge: str) -> None:
    with room() as air, serving(tmp_path, bridge, name(air)) as perch:
        assert len(bridges(name(air))) == 1
        perch.gateway.process.kill()
        wait_until(lambda: bridges(name(air)) == [], ORPHAN_LIMIT)


def test_one_gateway_has_two_radios_and_names_them(tmp_path: Path, bridge: str) -> None:
    with room() as first, room("C1:00:00:00:00:02") as second:
        radios = {name(first), name(second)}
        with serving(tmp_path, bridge, *radios) as perch:
            wait_until(lambda: lives(perch) == radios, 20, perch.gateway.log.read_text)
            heard = {each.get("address") for each in perch.lines("scan", "--duration", "2s")}
            assert {"c1:00:00:00:00:01", "c1:00:00:00:00:02"} <= heard
            shown = perch.run("dongle", "list")
            assert all(radio in shown for radio in radios) and "/dev/pts" not in shown
            perch.run("dongle", "release", "--dongle", name(first))
            wait_until(lambda: bridges(name(first)) == [], 5)
            assert lives(perch) == {name(second)}
            perch.run("dongle", "adopt", name(first))
            assert lives(perch) == radios


def lives(perch: Perch) -> set[str]:
    """Returns the radios whose dongles are live."""
    return {each["port"] for each in perch.lines("dongle", "list") if each.get("state") == "live"}


def test_a_controller_that_is_pulled_and_comes_back_is_used_again_and_the_log_tells(
    tmp_path: Path, bridge: str
) -> None:
    with room() as air, serving(tmp_path, bridge, name(air)) as perch:
        (pid,) = bridges(name(air))
        assert lines_of(perch, "advert")
        air.call(air.server.cut)
        wait_until(lambda: perch.run("dongle", "log", "--duration", "100ms").count("The radio is up") == 2, 20)
        assert "The radio is lost" in perch.run("dongle", "log", "--duration", "100ms")
        assert lines_of(perch, "advert")
        assert bridges(name(air)) == [pid]


def lines_of(perch: Perch, kind: str) -> list[dict]:
    return [each for each in perch.lines("scan", "--duration", "1s") if each["type"] == kind]


def test_a_radio_without_its_controller_is_an_error_with_the_bridges_next_step(tmp_path: Path, bridge: str) -> None:
    radio = nobody()
    done = run(tmp_path, bridge, "scan", "--gateway", "none", "--radio", radio, "--duration", "1s")
    assert done.returncode == 69
    assert f"No controller at {radio}" in done.stderr and "Next: " in done.stderr
    assert bridges(radio) == []


def test_a_radio_that_another_gateway_has_is_refused_plainly(tmp_path: Path, bridge: str) -> None:
    with room() as air, serving(tmp_path / "first", bridge, name(air)) as perch:
        perch.environment["PERCH_STORE_FOLDER"] = str(tmp_path / "first" / "state")
        done = subprocess.run(
            [str(BINARY), "scan", "--gateway", "none", "--radio", name(air), "--duration", "1s"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            env=perch.environment,
        )
        assert done.returncode == 73, done.stderr
        assert "another program uses" in done.stderr and "Another gateway" in done.stderr
        assert lives(perch) == {name(air)}


def test_verbs_that_open_the_port_themselves_take_a_radio(tmp_path: Path, bridge: str) -> None:
    with room() as air:
        for words in (
            ("conformance", "--only", "framing.*"),
            ("doctor",),
            ("trace", str(tmp_path / "trace.pcapng"), "--duration", "500ms"),
        ):
            done = run(tmp_path, bridge, *words, "--radio", name(air), limit=120)
            said = done.stdout + done.stderr
            assert "/dev/pts" not in said, said
            # `trace` names its file alone.
            assert name(air) in said or words[0] == "trace", said
            # The doctor may find fault with this machine.
            assert done.returncode == 0 or words[0] == "doctor", said
            assert words[0] != "doctor" or f"dongle on {name(air)}: answers as" in said.replace("SIMULATED; ", "")
            assert bridges(name(air)) == []
