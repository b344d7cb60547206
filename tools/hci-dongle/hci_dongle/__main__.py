"""A dongle on a pseudo-terminal, whose radio is an HCI controller."""

from __future__ import annotations

import sys

from .command import arguments


def main() -> int:
    options = arguments()
    # Loads Bumble, which takes longer than an error in the command line should.
    from .program import play

    return play(options)


if __name__ == "__main__":
    sys.exit(main())
