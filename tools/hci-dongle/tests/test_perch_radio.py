"""perch --radio: the gateway starts the bridge, and keeps it running, against virtual controllers."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

from perch_radio import attempt, bridges, lives, name, room, run, serving
from rig import Perch, Process, wait_until
from test_integration import BINARY, pytestmark  # noqa: F401

# From the crash of the bridge, in seconds: the aim, which the best of three must meet, and what a
# machine that is kept busy by other builds may take to start Python.
BACK_AIM, BACK_LIMIT = 3.0, 12.0
# From the death of the gateway.
ORPHAN_LIMIT = 2.0


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
        times = []
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
                times.append(time.monotonic() - killed)
                assert bridges(name(air)) != [pid]
        finally:
            scan.stop()
        print(f"adverts were back after {times} s")
        assert min(times) <= BACK_AIM and max(times) <= BACK_LIMIT
        log = perch.gateway.log.read_text()
        assert f"The bridge of the radio {name(air)} ended by signal 9" in log
        assert "plug and cable" not in log


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
            # It is still known by its name, and not in use.
            code, said = attempt(perch, "dongle", "release", "--dongle", name(first))
            assert code == 69 and "is not in use" in said
            perch.run("dongle", "adopt", name(first))
            assert lives(perch) == radios


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
