"""Arguments of the tools in this folder."""

import argparse
import sys


class Arguments(argparse.ArgumentParser):
    """A parser whose `--help` is the tool's own text, and which ends with 64 after a wrong command line."""

    def __init__(self, tool, text):
        super().__init__(prog=tool, add_help=False, allow_abbrev=False)
        self.text = text
        self.add_argument("-h", "--help", action="store_true")

    def read(self):
        """Returns the arguments, or ends with the tool's text."""
        options = self.parse_args()
        if options.help:
            print(self.text, end="")
            sys.exit(0)
        return options

    def error(self, message):
        print("%s: %s\n%s" % (self.prog, message, self.text), end="", file=sys.stderr)
        sys.exit(64)
