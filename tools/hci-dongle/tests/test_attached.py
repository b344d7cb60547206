"""The program as a gateway or a service starts it: it ends with its parent, and shares its port."""

from __future__ import annotations

import grp
import logging
import os
import select
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from rig import FOLDER, STOP_LIMIT, start_dongle

from hci_dongle.program import Lines

NOBODY = "tcp:127.0.0.1:1"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(FOLDER.parent)}


def test_it_ends_with_its_standard_input_and_takes_its_link_along(tmp_path: Path) -> None:
    process, port = start_dongle(NOBODY, tmp_path, "--wait", "--attached", stdin=subprocess.PIPE)
    try:
        stdin = process.process.stdin
        assert stdin is not None
        stdin.write(b"nothing that it reads\n")
        stdin.flush()
        assert port.exists() and process.process.poll() is None
        stdin.close()
        assert process.process.wait(STOP_LIMIT) == 0
        assert not port.is_symlink()
    finally:
        process.stop()


def test_it_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hci_dongle", NOBODY, "--link", str(tmp_path / "port"), "--wait", "--attached"]
    parent = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", parent, *command], env=ENVIRONMENT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        child = os.pidfd_open(int(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    try:
        # A pidfd is readable once its process has ended.
        assert select.select([child], [], [], STOP_LIMIT)[0]
        assert not (tmp_path / "port").is_symlink()
    finally:
        os.close(child)


@pytest.mark.parametrize("stdin", [subprocess.DEVNULL, None])
def test_a_standard_input_that_cannot_end_is_refused(tmp_path: Path, stdin: int | None) -> None:
    (tmp_path / "file").write_text("no pipe")
    with (tmp_path / "file").open() as file:
        done = subprocess.run(
            [sys.executable, "-m", "hci_dongle", NOBODY, "--wait", "--attached"],
            stdin=file if stdin is None else stdin,
            capture_output=True,
            text=True,
            timeout=20,
            env=ENVIRONMENT,
        )
    assert done.returncode == 64 and "needs a pipe" in done.stderr


def test_attached_it_takes_over_the_link_of_a_port_that_is_there(tmp_path: Path) -> None:
    # As after a kill -9, when another program has got a terminal of the same name.
    ours, other = os.openpty()
    try:
        (tmp_path / "port").symlink_to(os.ttyname(other))
        process, port = start_dongle(NOBODY, tmp_path, "--wait", "--attached", stdin=subprocess.PIPE)
        assert str(port.readlink()) != os.ttyname(other)
        assert process.stop() == 0
    finally:
        os.close(ours)
        os.close(other)


def test_a_group_may_use_the_port(tmp_path: Path) -> None:
    group = grp.getgrgid(os.getgid())
    process, port = start_dongle(NOBODY, tmp_path, "--wait", "--group", group.gr_name)
    try:
        status = port.stat()
        assert (status.st_gid, stat.S_IMODE(status.st_mode)) == (group.gr_gid, 0o660)
    finally:
        process.stop()


def test_each_line_of_the_log_has_the_name_in_front_and_at_most_300_characters() -> None:
    (own,) = Lines().format(record("hci-dongle", "x" * 400)).splitlines()
    assert own.startswith("hci-dongle: xxx") and len(own) == 300


def test_lines_that_are_not_its_own_words_are_indented_and_come_without_tracebacks() -> None:
    try:
        raise ValueError("odd")
    except ValueError:
        library = record("bumble.host", "\x1b[31m!!! Exception\x1b[0m", exc_info=sys.exc_info())
    assert Lines().format(library).splitlines() == ["hci-dongle:   !!! Exception", "hci-dongle:   ValueError: odd"]
    own = record("hci-dongle", "first\nsecond")
    assert Lines().format(own).splitlines() == ["hci-dongle: first", "hci-dongle:   second"]


@pytest.mark.parametrize(("level", "head"), [(logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6)])
def test_attached_each_line_has_its_priority_in_front(level: int, head: int) -> None:
    lines = Lines(has_priorities=True).format(record("hci-dongle", "one\ntwo", levelno=level)).splitlines()
    assert lines == [f"<{head}>hci-dongle: one", f"<{head}>hci-dongle:   two"]


def record(name: str, text: str, **more: object) -> logging.LogRecord:
    return logging.makeLogRecord({"name": name, "msg": text, **more})
