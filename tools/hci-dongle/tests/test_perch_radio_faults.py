"""perch --radio with what cannot work: the reason is said, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from perch_radio import attempt, bridges, lives, name, nobody, room, run, serving, verb_environment
from rig import wait_until
from test_integration import BINARY, pytestmark  # noqa: F401


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
        (pid,) = bridges(name(air))
        assert f"another program, process {pid}, uses" in done.stderr and "Another gateway" in done.stderr
        assert lives(perch) == {name(air)}


def test_a_gateway_that_waits_for_a_controller_says_so_everywhere(tmp_path: Path, bridge: str) -> None:
    radio = nobody()
    with serving(tmp_path, bridge, radio) as perch:
        reason, step = f"No controller at {radio}: Connection refused", "Next: Start what listens there"
        wait_until(lambda: "live, no controller" in perch.run("dongle", "list"), 20, perch.gateway.log.read_text)
        assert "live, no controller" in attempt(perch, "status")[1]
        for words in (
            ("scan", "--duration", "1s"),
            ("gatt", "discover", "C1:00:00:00:00:01"),
            ("doctor",),
            ("doctor", "--radio", radio),
        ):
            code, said = attempt(perch, *words)
            assert reason in said and step in said, (words, said)
            # This machine may have other problems, which come first.
            assert code == 74 or words[0] == "doctor", (words, said)
            assert said.count(radio) >= 1 and f"{radio} cannot be used: No controller at" not in said, said
        assert perch.gateway.log.read_text().count("does not scan") == 1


@contextmanager
def peer(answers: Callable[[socket.socket], None]) -> Iterator[str]:
    """Yields a radio at which something listens that is no controller."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    made, _ = server.accept()
                    threading.Thread(target=answers, args=(made,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp:127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)


def silent(made: socket.socket) -> None:
    with made, suppress(OSError):
        while made.recv(100):
            pass


def babbling(made: socket.socket) -> None:
    with made, suppress(OSError):
        while True:
            made.sendall(os.urandom(4096))


@pytest.mark.parametrize("answers", [silent, babbling])
def test_what_is_no_controller_is_refused_with_the_bridges_reason_and_step(
    tmp_path: Path, bridge: str, answers: Callable[[socket.socket], None]
) -> None:
    with peer(answers) as radio:
        done = run(tmp_path, bridge, "scan", "--gateway", "none", "--radio", radio, "--duration", "1s")
        assert done.returncode == 76, done.stderr
        assert f"No controller at {radio}: it does not answer" in done.stderr
        assert "Next: See that what answers there is an HCI controller" in done.stderr
        assert "Traceback" not in done.stderr and "TransportLostError" not in done.stderr
        assert bridges(radio) == []


@pytest.mark.parametrize("words", [("scan", "--gateway", "none"), ("conformance",), ("doctor",), ("trace", "-")])
def test_a_verb_that_is_interrupted_kills_a_bridge_that_heeds_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    deaf, started = tmp_path / "deaf", tmp_path / "started"
    deaf.write_text(f"#!/bin/sh\ntrap '' TERM INT HUP\necho $$ >'{started}'\nwhile :; do sleep 0.1; done\n")
    deaf.chmod(0o755)
    process = subprocess.Popen(
        [str(BINARY), *words, "--radio", nobody()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=verb_environment(tmp_path, str(deaf)),
    )
    try:
        wait_until(lambda: started.exists() and started.read_text() != "", 20)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        pid = int(started.read_text())
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    finally:
        process.kill()
        process.wait()
