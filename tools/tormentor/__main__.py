"""Attacks a running gateway, and prints for each promise the attack and whether the promise held.

usage: tools/torment [--long] [--programs DIR | --scratch-path DIR] [--list] [--write] NAME… | --all
  NAME                  a promise, or a family of them; --list names them
  --all                 every promise
  --long                the full sizes; by default shorter ones, for CI
  --programs DIR        folder of perch and perch-dev-backend; by default they are built
  --scratch-path DIR    folder of Swift's builds (default: .build-release)
  --list                print the promises without attacking
  --write               write the attacks and their outcomes into docs/reliability.md

Attacks by other users, and attacks that fill a disk, need root and are skipped without it.

exit codes: 0 all held or skipped, 1 some did not hold, 64 usage
"""

import argparse
import os
import resource
import subprocess
import sys

import document
import runner
from field import OPEN_FILES
from table import PROMISES

HERE = os.getcwd()
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        print("tools/torment: %s\n%s" % (message, __doc__), file=sys.stderr)
        sys.exit(64)


def read_arguments():
    parser = Arguments(add_help=False, allow_abbrev=False)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--programs")
    where.add_argument("--scratch-path")
    for flag in ("--long", "--list", "--write", "--all"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.help:
        print(__doc__, end="")
        sys.exit(0)
    for name in options.names:
        if not chosen([name]):
            parser.error("no promise and no family is called %s" % name)
    if not (options.names or options.all or options.list) or options.names and options.all:
        parser.error("name promises, or use --all")
    return options


def chosen(names):
    return [promise for promise in PROMISES if promise.name in names or promise.name.split(".")[0] in names]


def find_programs(options):
    environment = dict(os.environ)
    if options.programs:
        environment["PERCH_PROGRAMS"] = options.programs
    command = [os.path.join(ROOT, "tools", "programs"), "perch", "perch-dev-backend"]
    if options.scratch_path:
        command[1:1] = ["--scratch-path", options.scratch_path]
    found = subprocess.run(command, env=environment, cwd=HERE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.splitlines()[-1]


def main():
    options = read_arguments()
    promises = chosen(options.names) if options.names else PROMISES
    if options.list:
        for promise in promises:
            print("%-20s %s" % (promise.name, promise.promise))
        return 0
    programs = find_programs(options)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard), hard))
    outcomes = runner.run(promises, programs, options.long)
    if options.write:
        document.write(os.path.join(ROOT, "docs", "reliability.md"), outcomes)
    return 1 if any(outcome.verdict == "NOT HELD" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
