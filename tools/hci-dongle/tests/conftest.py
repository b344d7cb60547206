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
