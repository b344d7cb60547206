"""A built perch, and what it tells about its command line."""

import json
import os
import re
import subprocess

from sources import ROOT

PATH = os.path.join(os.environ.get("PERCH_PROGRAMS") or os.path.join(ROOT, ".build", "debug"), "perch")
# Lines of `perch --help`: a heading, and a verb below it.
HEADING = re.compile(r"(\w[\w ]*):$")
VERB = re.compile(r"  (\w[\w-]*)  ")


class Program:
    def __init__(self, tool, path):
        self.tool, self.path = tool, path

    def run(self, option):
        """Returns the program's output, or ends the tool."""
        try:
            return subprocess.run([self.path, option], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
        except (OSError, subprocess.CalledProcessError) as error:
            self.fail(error)

    def fail(self, error):
        raise SystemExit("%s: %s does not describe its verbs: %s\nBuild perch with `swift build`, or name another one." % (self.tool, self.path, error))

    def root(self):
        """Returns the description of the command line."""
        try:
            return json.loads(self.run("--experimental-dump-help"))["command"]
        except (ValueError, LookupError) as error:
            self.fail(error)

    def version(self):
        return self.run("--version").strip()

    def groups(self):
        """Returns the names of the verbs below each heading of `--help`."""
        found = {}
        for line in self.run("--help").split("\n"):
            heading, verb = HEADING.match(line), VERB.match(line)
            if heading:
                found[heading[1]] = []
            elif verb and found:
                list(found.values())[-1].append(verb[1])
        return found
