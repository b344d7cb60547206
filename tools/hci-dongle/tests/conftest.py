"""Gives the tests the paths of the package, and the vectors of SPEC.md."""

import json
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
REPOSITORY = FOLDER.parents[2]
sys.path[:0] = [str(FOLDER.parent), str(FOLDER)]


def vectors(name: str) -> list[dict]:
    return json.loads((REPOSITORY / "firmware-protocol" / "vectors" / f"{name}.json").read_text())


@pytest.fixture
def stranger():
    """A host that has not greeted its dongle yet."""
    from bench import Host

    return Host()


@pytest.fixture
def host(stranger):
    """A host in a session."""
    stranger.hello()
    return stranger


@pytest.fixture
def bridge(tmp_path: Path) -> str:
    """The bridge as a program, with the Bumble of these tests."""
    program = tmp_path / "bridge"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{FOLDER.parent}" exec "{sys.executable}" -m hci_dongle "$@" --simulated\n'
    )
    program.chmod(0o755)
    return str(program)
