"""Where the tests find the package, and the vectors of SPEC.md."""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
REPOSITORY = FOLDER.parents[2]
sys.path[:0] = [str(FOLDER.parent), str(FOLDER)]


def vectors(name: str) -> list[dict]:
    return json.loads((REPOSITORY / "firmware-protocol" / "vectors" / f"{name}.json").read_text())
