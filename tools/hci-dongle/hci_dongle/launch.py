"""Runs before Bumble is there: checks the command line, installs missing packages, and starts the
program with them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .command import EXIT_CONFIGURATION, EXIT_UNAVAILABLE, arguments

OLDEST_PYTHON = (3, 11)
FOLDER = Path(__file__).resolve().parents[1]
ENVIRONMENT = FOLDER.parents[1] / ".venv-hci-dongle"


def main() -> int:
    arguments()
    if sys.version_info < OLDEST_PYTHON:
        print("hci-dongle: it needs Python 3.11. Next: put a newer python3 first in PATH", file=sys.stderr)
        return EXIT_CONFIGURATION
    installed = subprocess.run(
        [FOLDER / "install", ENVIRONMENT], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    if installed.returncode != 0:
        print(
            "hci-dongle: Bumble could not be installed. Next: connect to the internet, and see that Debian's "
            "python3-venv is there",
            file=sys.stderr,
        )
        return EXIT_UNAVAILABLE
    python = Path(installed.stdout.strip()) / "bin" / "python3"
    os.execv(python, [str(python), "-m", "hci_dongle", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
