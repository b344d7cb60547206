"""What the tests of perch --radio share: virtual controllers, a gateway."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from air.devices import Advertiser, ibeacon
from rig import Air, Perch
from test_integration import BINARY


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
    return subprocess.run(
        [str(BINARY), *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=limit,
        env=verb_environment(folder, bridge),
    )


def verb_environment(folder: Path, bridge: str) -> dict[str, str]:
    return {
        **{each: value for each, value in os.environ.items() if not each.startswith("PERCH_")},
        "PERCH_HCI_DONGLE": bridge,
        "PERCH_NOTIFY_DESKTOP": "off",
        "XDG_STATE_HOME": str(folder / "state-home"),
        "XDG_CONFIG_HOME": str(folder / "config-home"),
        "XDG_RUNTIME_DIR": str(folder),
        "NO_COLOR": "1",
    }


def lives(perch: Perch) -> set[str]:
    """Returns the radios whose dongles are live."""
    return {each["port"] for each in perch.lines("dongle", "list") if each.get("state") == "live"}


def attempt(perch: Perch, *words: str) -> tuple[int, str]:
    """Returns the exit code and all output of a verb that uses the gateway."""
    done = subprocess.run(
        [str(BINARY), *words, *(() if words[0] == "doctor" else perch.gateway_option)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        env={**perch.environment, "PERCH_SOCKET_PATH": str(perch.socket)},
    )
    return done.returncode, done.stdout + done.stderr
