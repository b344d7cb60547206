"""Time of a build and of its tests, by their parts."""

import collections
import glob
import json
import os
import re

# The shortest type check that is listed, in milliseconds.
LONG = 100


def print_build(stats, log, rows=50):
    """Prints the targets and expressions on which the compiler spent most processor time.

        stats: folder of the option -stats-output-dir, with a file for each process of the compiler.
        log:   output of the build with -warn-long-expression-type-checking.
    """
    targets = collections.Counter()
    for path in glob.glob(os.path.join(stats, "stats-*-swift-frontend-*.json")):
        with open(path) as file:
            for name, value in json.load(file).items():
                # time.swift-frontend.MODULE-FILE-TRIPLE-….user
                match = re.fullmatch(r"time\.swift-frontend\.([^-]+)-.*\.(user|sys)", name)
                if match:
                    targets[match[1]] += value
    print("\nThe slowest targets of the build, seconds of processor time in the Swift compiler (%.0f in all):" % sum(targets.values()))
    for name, seconds in targets.most_common(rows):
        print("%8.1f  %s" % (seconds, name))
    expressions = {}
    with open(log, errors="replace") as file:
        for line in file:
            match = re.match(r"(/.+:\d+:\d+): warning: expression took (\d+)ms to type-check", line)
            if match:
                place = os.path.relpath(match[1])
                expressions[place] = max(int(match[2]), expressions.get(place, 0))
    print("\nThe slowest type checks of expressions, milliseconds (from %d):" % LONG)
    for place, milliseconds in sorted(expressions.items(), key=lambda item: -item[1])[:rows]:
        print("%8.0f  %s" % (milliseconds, place))


def print_tests(files, rows):
    times = []
    for path in files:
        with open(path) as file:
            times += [(float(seconds), name) for seconds, name in (line.rstrip("\n").split("\t") for line in file)]
    print("\nThe slowest tests, seconds (%.0f in all %d):" % (sum(seconds for seconds, _ in times), len(times)))
    for seconds, name in sorted(times, reverse=True)[:rows]:
        print("%8.2f  %s" % (seconds, name))
