"""The program: what it refuses, and what it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rig import FOLDER, Process, start_dongle

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


@pytest.mark.parametrize("given", [(), ("carrier-pigeon:1",), ("usb:0", "--nonsense")])
def test_a_command_line_that_is_wrong_ends_with_64_and_a_next_step(given: tuple[str, ...]) -> None:
    code, told = ends(*given)
    assert code == 64 and "--help" in told


def test_a_state_that_is_none_ends_with_65(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("not a state")
    code, told = ends(NOBODY, "--state", str(tmp_path / "state"))
    assert code == 65 and "name another file" in told


def test_files_that_cannot_be_made_end_with_73(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    assert ends(NOBODY, "--link", str(tmp_path / "file"))[0] == 73
    assert (tmp_path / "file").read_text() == "precious"
    assert ends(NOBODY, "--link", str(tmp_path / "nowhere" / "link"))[0] == 73
    assert ends(NOBODY, "--state", str(tmp_path / "nowhere" / "state"))[0] == 73


def test_it_is_there_without_a_controller_and_takes_its_link_along(tmp_path: Path) -> None:
    process: Process
    process, port = start_dongle(NOBODY, tmp_path)
    assert port.is_symlink() and port.exists()
    process.wait_for("No controller at")
    assert process.stop() == 0
    assert not port.is_symlink()


def test_neither_the_link_nor_the_state_of_another_dongle_is_taken(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    process, port = start_dongle(NOBODY, tmp_path, "--state", state)
    try:
        leads_to = port.readlink()
        code, told = ends(NOBODY, "--link", str(port))
        assert code == 73 and str(leads_to) in told
        assert port.readlink() == leads_to
        code, told = ends(NOBODY, "--state", state)
        assert code == 73 and "another program" in told
    finally:
        process.stop()
    again, _ = start_dongle(NOBODY, tmp_path, "--state", state)
    assert again.stop() == 0


def test_a_link_that_leads_nowhere_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "port").symlink_to(tmp_path / "gone")
    process, port = start_dongle(NOBODY, tmp_path)
    assert port.exists()
    assert process.stop() == 0
