"""The installation of Bumble, with a python3 that only pretends to install."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from rig import FOLDER

INSTALL = FOLDER.parent / "install"
# Makes an environment whose pip notes each run, and is slow enough for two to meet.
PYTHON = """#!/bin/sh
mkdir -p "$3/bin"
cat >"$3/bin/pip" <<'END'
#!/bin/sh
echo run >>"$NOTES"
sleep 0.5
END
chmod +x "$3/bin/pip"
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "python3").write_text(PYTHON)
    (programs / "python3").chmod(0o755)
    return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "NOTES": str(tmp_path / "notes")}


def start(folder: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [INSTALL, folder],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_of_several_first_starts_at_once_one_installs_and_all_succeed(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = tmp_path / "venv"
    all_of_them = [start(folder, environment) for _ in range(4)]
    for each in all_of_them:
        out, told = each.communicate(timeout=20)
        assert (each.returncode, out.strip()) == (0, str(folder)), told
    assert (tmp_path / "notes").read_text() == "run\n"


def test_another_list_of_versions_is_installed_anew(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "venv"
    start(folder, environment).communicate(timeout=20)
    (folder / "installed").write_text("other versions")
    start(folder, environment).communicate(timeout=20)
    assert (tmp_path / "notes").read_text() == "run\nrun\n"
