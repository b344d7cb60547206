"""Builds and checks everything. Fails if anything fails.

usage: tools/test [--quick | --tests REGEX] [--profile] [--within MINUTES] [--scratch-path DIR]
  --quick               before a commit: formats, vectors, the C core and its ports, and the tests on a debug build
  --tests REGEX         a debug build, and the tests whose Target.Suite/function() matches
  --profile             makes the debug build anew, in DIR-profile, and prints the slowest tests, and the slowest targets and
                        type checks of the build
  --within MINUTES      leaves out the tests in a browser, and says so, if the other steps take longer than this
  --scratch-path DIR    where Swift builds (default: .build); programs as users run them in DIR-release,
                        for ThreadSanitizer in DIR-thread

PERCH_RECORDINGS names a folder of recordings made over the air. Tests that need them are skipped where they are absent.
Each step's output is in DIR/logs.

exit codes: 0 all passed, 1 something failed, 64 usage, and those of tools/setup
"""

import argparse
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import profile_report
from scheduler import Scheduler
from steps import Suite

HERE = os.getcwd()
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Number of lines printed from the end of a failed step's log, and of the lines before them that
# state a cause.
TAIL = 60
CAUSE = re.compile("recorded an issue|WARNING: ThreadSanitizer|Fatal error|error: ")


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        print("tools/test: %s\n%s" % (message, __doc__), file=sys.stderr)
        sys.exit(64)


def expression(text):
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError("%r is no regular expression: %s" % (text, error))
    return text


def minutes(text):
    try:
        return 60 * float(text)
    except ValueError:
        raise argparse.ArgumentTypeError("%r is no number of minutes" % text)


def read_arguments():
    parser = Arguments(add_help=False, allow_abbrev=False)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--quick", action="store_true")
    what.add_argument("--tests", type=expression)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--within", type=minutes, metavar="MINUTES")
    parser.add_argument("--scratch-path")
    parser.add_argument("-h", "--help", action="store_true")
    options = parser.parse_args()
    if options.help:
        print(__doc__, end="")
        sys.exit(0)
    return options


def main():
    options = read_arguments()
    # Relative folders start at the caller's folder.
    scratch = os.path.join(HERE, options.scratch_path) if options.scratch_path else ".build"
    scratch = os.path.normpath(scratch)
    if os.environ.get("PERCH_RECORDINGS"):
        os.environ["PERCH_RECORDINGS"] = os.path.join(HERE, os.environ["PERCH_RECORDINGS"])
    # The programs to be tested are built here.
    os.environ.pop("PERCH_PROGRAMS", None)
    os.chdir(ROOT)
    os.environ["NO_COLOR"] = "1"
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    setup = subprocess.run(["tools/setup", "build", "test"] + ([] if options.quick or options.tests is not None else ["cross", "qemu"]))
    if setup.returncode != 0:
        return setup.returncode

    suite = Suite(scratch, options.profile, options.tests)
    if options.profile:
        shutil.rmtree(suite.debug, ignore_errors=True)
    logs = os.path.join(scratch, "logs")
    for folder in (logs, suite.results, suite.stats):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    began = time.monotonic()

    def say(line):
        try:
            print("%5d s  %s" % (time.monotonic() - began, line), flush=True)
        except OSError:
            pass  # Whoever read it is gone; the steps go on.

    steps = suite.selected() if options.tests is not None else suite.quick() if options.quick else suite.full()
    scheduler = Scheduler(steps, logs, say, options.within)
    scheduler.run()
    return summary(scheduler, suite, options, time.monotonic() - began)


def summary(scheduler, suite, options, seconds):
    outcomes = list(scheduler.outcomes.values())
    for outcome in outcomes:
        if outcome.verdict == "FAILED":
            with open(scheduler.log(outcome.step.name), errors="replace") as file:
                # Leaves out the progress of a build.
                lines = [line for line in file if not re.match(r"\[\d+/\d+\] ", line)]
            causes = [line for line in lines[:-TAIL] if CAUSE.search(line)]
            print("\n== %s: %s\n%s" % (outcome.step.name, scheduler.log(outcome.step.name), "".join(causes[:TAIL] + lines[-TAIL:])))
    print("\n%-12s %-8s %6s %6s" % ("step", "", "wall s", "CPU s"))
    for outcome in outcomes:
        print("%-12s %-8s %6.0f %6.0f  %s" % (outcome.step.name, outcome.verdict, outcome.wall, outcome.cpu, outcome.reason))
    print("%-12s %-8s %6.0f %6.0f" % ("all", "", seconds, sum(outcome.cpu for outcome in outcomes)))
    for name in ("tests", "quiet"):
        if name in scheduler.outcomes and os.path.exists(scheduler.log(name)):
            with open(scheduler.log(name), errors="replace") as file:
                print("".join("%s: %s" % (name, line) for line in file.readlines() if re.match(r"\d+ (skipped: |tests in |passed, )", line)), end="")
    if options.profile:
        profile_report.print_build(suite.stats, scheduler.log("build"))
    if options.profile or options.tests is not None:
        profile_report.print_tests(glob.glob(suite.results + "/*/times.tsv"), 50 if options.profile else 5)
    left_out = [outcome for outcome in outcomes if outcome.verdict == "left out"]
    failed = [outcome for outcome in outcomes if outcome.verdict not in ("passed", "left out")]
    print("%d passed, %d failed, %d skipped" % (len(outcomes) - len(failed) - len(left_out), len(failed), len(left_out)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
