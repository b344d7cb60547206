"""The program: its errors with their messages, and the files that it leaves behind."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from rig import FOLDER, Process, start_dongle

from hci_dongle.absence import OTHER_STEPS, STEPS, RadioLost, absence

NOBODY = "tcp-client:127.0.0.1:1"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(FOLDER.parent)}


def ends(*given: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "hci_dongle", *given],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=20,
        env=ENVIRONMENT,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.fixture
def a_copy(tmp_path: Path) -> Path:
    """Copies the program to a place where nothing is installed, and where nothing can be."""
    folder = tmp_path / "tools" / "hci-dongle"
    shutil.copytree(FOLDER.parent, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "install").write_text("#!/bin/sh\nmkdir -p $1\necho no network >&2\nexit 1\n")
    return folder / "hci-dongle"


def launched(program: Path, *given: str) -> subprocess.CompletedProcess[str]:
    # Runs in a folder that holds a module of the same name.
    return subprocess.run(
        [program, *given], cwd=FOLDER.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20
    )


@pytest.mark.parametrize(
    ("given", "code"), [(["--help"], 0), (["--version"], 0), ([], 64), (["usb"], 64), (["usb:0", "--nonsense"], 64)]
)
def test_help_and_refusals_come_before_anything_is_installed(a_copy: Path, given: list[str], code: int) -> None:
    done = launched(a_copy, *given)
    assert done.returncode == code, done.stderr
    assert done.stdout if code == 0 else "Next: see hci-dongle --help" in done.stderr
    assert not (a_copy.parents[2] / ".venv-hci-dongle").exists()


def test_what_cannot_be_installed_ends_with_69_and_a_next_step(a_copy: Path) -> None:
    done = launched(a_copy, NOBODY)
    assert done.returncode == 69, done.stderr
    assert "no network" in done.stderr and "Next: connect to the internet" in done.stderr


@pytest.mark.parametrize(
    "given",
    [
        (),
        ("carrier-pigeon:1",),
        ("usb:0", "--nonsense"),
        ("usb",),
        ("serial:",),
        ("serial:/dev/ttyACM0,1000000,rtcts",),
        ("tcp-client:somewhere",),
        ("tcp:somewhere",),
        ("usb:0", "--group", "no-such-group"),
    ],
)
def test_a_command_line_that_is_wrong_ends_with_64_and_a_next_step(given: tuple[str, ...]) -> None:
    code, told = ends(*given)
    assert code == 64 and "--help" in told


@pytest.mark.parametrize(
    ("radio", "step"),
    [
        (NOBODY, "start what listens there"),
        ("tcp:127.0.0.1:1", "start what listens there"),
        ("serial:/nowhere,1000000,rtscts", "ls /dev/serial/by-id"),
        ("unix:/nowhere", "name another place"),
        # `lsusb`, or `ls /dev/bus/usb` on a machine without USB.
        ("usb:ffff:ffff", "usb`"),
    ],
)
def test_a_controller_that_is_not_there_ends_with_69_and_a_next_step(tmp_path: Path, radio: str, step: str) -> None:
    link = tmp_path / "port"
    code, told = ends(radio, "--link", str(link))
    assert code == 69, told
    assert f"No controller at {radio}: " in told and "Next: " in told and step in told
    assert not link.is_symlink()


def test_a_serial_port_that_another_program_has_ends_with_75(tmp_path: Path) -> None:
    ours, port = os.openpty()
    try:
        fcntl.flock(port, fcntl.LOCK_EX)
        name = os.ttyname(port)
        code, told = ends(f"serial:{name},1000000")
        assert code == 75, told
        assert "another program has it" in told and f"sudo fuser -v {name}" in told
    finally:
        os.close(ours)
        os.close(port)


@pytest.fixture
def hangs_up() -> Iterator[str]:
    """Yields the address of a listener that is not a controller."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            made, _ = server.accept()
            made.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"tcp-client:127.0.0.1:{server.getsockname()[1]}"
        thread.join(5)


def test_what_is_no_controller_ends_with_76(hangs_up: str) -> None:
    code, told = ends(hangs_up)
    assert code == 76, told
    assert "is an HCI controller" in told


def usb_error(value: int) -> Exception:
    error = Exception("LIBUSB_ERROR")
    error.value = value  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    ("radio", "error", "code"),
    [
        ("serial:/dev/ttyACM0", PermissionError(13, "no"), 77),
        ("serial:/dev/ttyACM0", OSError(16, "busy"), 75),
        ("hci-socket:0", PermissionError(1, "no"), 77),
        ("hci-socket:0", OSError(16, "busy"), 75),
        ("usb:0", usb_error(-3), 77),
        ("usb:0", usb_error(-6), 75),
        ("usb:0", usb_error(-4), 69),
        ("usb:0", Exception("device not found"), 69),
        # The resolver's -3 is not libusb's.
        ("tcp-client:host:1", socket.gaierror(-3, "no such name"), 69),
        ("tcp-client:host:1", TimeoutError(), 69),
        ("tcp-client:host:1", RadioLost("it has no Bluetooth Low Energy"), 76),
    ],
)
def test_each_error_has_its_own_exit_code_and_step(radio: str, error: Exception, code: int) -> None:
    told = absence(radio, error)
    assert (told.code, bool(str(told)), "{" in told.step) == (code, True, False)
    steps = STEPS.get(radio.partition(":")[0], OTHER_STEPS)
    place = "0" if radio.startswith("hci") else "/dev/ttyACM0"
    assert told.step == steps[code].format(path=place)


@pytest.mark.parametrize(
    ("radio", "error", "text", "step"),
    [
        ("usb:0", usb_error(-99), "libusb finds no USB", "ls /dev/bus/usb"),
        ("tcp-client:host:1", socket.gaierror(-2, "Name or service not known"), "Name or service not known", "name"),
    ],
)
def test_an_error_of_a_library_is_said_in_words(radio: str, error: Exception, text: str, step: str) -> None:
    told = absence(radio, error)
    assert str(told) == text and step in told.step


def test_a_serial_port_that_is_none_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, told = ends(f"serial:{tmp_path / 'file'},1000000")
    assert code == 69 and "it is no serial port" in told and "name a serial port" in told


def test_a_controller_that_rfkill_has_switched_off_is_said_to_be() -> None:
    told = absence("hci-socket:0", OSError(errno.ERFKILL, "no"))
    assert (told.code, str(told)) == (75, "it is switched off") and "rfkill unblock" in told.step


def test_a_state_that_is_none_ends_with_65(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("not a state")
    code, told = ends(NOBODY, "--state", str(tmp_path / "state"))
    assert code == 65 and "Next: move it away" in told


def test_files_that_cannot_be_made_end_with_73(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    assert ends(NOBODY, "--link", str(tmp_path / "file"))[0] == 73
    assert (tmp_path / "file").read_text() == "precious"
    assert ends(NOBODY, "--link", str(tmp_path / "nowhere" / "link"))[0] == 73
    assert ends(NOBODY, "--state", str(tmp_path / "nowhere" / "state"))[0] == 73


def test_told_to_wait_it_is_there_without_a_controller_and_takes_its_link_along(tmp_path: Path) -> None:
    process: Process
    process, port = start_dongle(NOBODY, tmp_path, "--wait")
    assert port.is_symlink() and port.exists()
    process.wait_for("No controller at")
    assert process.stop() == 0
    assert not port.is_symlink()


def test_neither_the_link_nor_the_state_of_another_dongle_is_taken(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    process, port = start_dongle(NOBODY, tmp_path, "--wait", "--state", state)
    try:
        leads_to = port.readlink()
        code, told = ends(NOBODY, "--link", str(port))
        assert code == 73 and str(leads_to) in told
        assert port.readlink() == leads_to
        code, told = ends(NOBODY, "--state", state)
        assert code == 73 and f"another program, process {process.process.pid}, uses {state}" in told
    finally:
        process.stop()
    again, _ = start_dongle(NOBODY, tmp_path, "--wait", "--state", state)
    assert again.stop() == 0


def test_a_controller_that_is_not_there_leaves_no_files(tmp_path: Path) -> None:
    assert ends(NOBODY, "--state", str(tmp_path / "state"))[0] == 69
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_leads_nowhere_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "port").symlink_to(tmp_path / "gone")
    process, port = start_dongle(NOBODY, tmp_path, "--wait")
    assert port.exists()
    assert process.stop() == 0
