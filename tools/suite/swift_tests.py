"""Runs the tests of a built test bundle in several processes side by side.

usage: python3 tools/suite/swift_tests.py BUNDLE [--filter REGEX] [--skip REGEX] [--alone REGEX]
       [--workers N] [--events FOLDER]

Within a process tests run one after the other, since many start programs and wait for them. Every
test that the bundle lists must run; the duration of each is written into FOLDER/times.tsv.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from scheduler import end

# Suites of one target in a process: enough that its start of 0.2 s does not matter, and few enough
# that all processes end at about the same time.
SUITES = 2
# Limit of a process in seconds, which only ends a hanging one: suites have limits of their own.
LIMIT = 900
LIBRARY = ["--testing-library", "swift-testing"]


def listed(bundle):
    run = subprocess.run([bundle, *LIBRARY, "--list-tests"], stdout=subprocess.PIPE, text=True, check=True)
    return [line for line in run.stdout.splitlines() if line]


def suite(test):
    """Returns Target.Suite of a test's id, or Target.function() if the test is in no suite."""
    return test.split("/")[0]


def batches(tests, all_tests):
    """Returns lists of filters, the largest targets first."""
    whole = collections.Counter(map(suite, all_tests))
    targets = collections.defaultdict(lambda: collections.defaultdict(list))
    for test in tests:
        targets[test.split(".")[0]][suite(test)].append(test)
    for suites in sorted(targets.values(), key=lambda suites: -sum(map(len, suites.values()))):
        filters = []
        for name, chosen in sorted(suites.items()):
            # A complete suite has a shorter filter than its tests.
            filters.append([name + "/"] if len(chosen) == whole[name] and "/" in chosen[0] else chosen)
        for at in range(0, len(filters), SUITES):
            yield ["^" + re.escape(name) for part in filters[at : at + SUITES] for name in part]


class Batch:
    def __init__(self, bundle, filters, events, folder):
        self.bundle, self.filters = bundle, filters
        # Files that a killed test leaves behind are removed with the folder.
        self.environment = {**os.environ, "TMPDIR": folder}
        self.events, self.log = events + ".json", events + ".log"
        self.times = {}
        self.started = {}
        self.skipped = {}
        self.issues = collections.defaultdict(list)
        self.status = None

    def run(self):
        filters = [word for expression in self.filters for word in ("--filter", expression)]
        command = [self.bundle, *LIBRARY, "--no-parallel", *filters, "--event-stream-output-path", self.events, "--event-stream-version", "0"]
        with open(self.log, "wb") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment, start_new_session=True)
            try:
                self.status = process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.status = "no end within %d s" % LIMIT
            # Processes that it has started may outlast a process that ended in the middle of a
            # test.
            end([process])
            process.wait()
        if os.path.exists(self.events):
            with open(self.events, errors="replace") as file:
                for line in file:
                    self.read(line)
        return self

    def read(self, line):
        try:
            record = json.loads(line)
        except ValueError:
            return  # The last line of a process that was killed.
        event = record["payload"]
        if record["kind"] != "event" or "testID" not in event:
            return
        # Target.Suite/function()/File.swift:8:6
        name = re.sub(r"/[^/]+:\d+:\d+$", "", event["testID"])
        if not name.endswith(")"):
            return
        now = event["instant"]["absolute"]
        if event["kind"] == "testStarted":
            self.started[name] = now
        elif event["kind"] == "testEnded":
            self.times[name] = now - self.started.get(name, now)
        elif event["kind"] == "testSkipped":
            words = " ".join(message["text"] for message in event["messages"])
            # Test "…" skipped: "the reason"
            self.skipped[name] = words.split(" skipped: ")[-1]
        elif event["kind"] == "issueRecorded" and not event.get("issue", {}).get("isKnown"):
            self.issues[name].append(" ".join(message["text"] for message in event["messages"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bundle")
    parser.add_argument("--filter", default="")
    parser.add_argument("--skip", help="tests that do not run")
    parser.add_argument("--alone", help="tests that run after the others, one at a time")
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--events")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    all_tests = listed(options.bundle)
    tests = [test for test in all_tests if re.search(options.filter, test)]
    if options.skip:
        tests = [test for test in tests if not re.search(options.skip, test)]
    if not tests:
        print("No test matches.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        # The same mode as /tmp: some programs run as another user.
        os.chmod(folder, 0o1777)
        events = options.events or folder
        os.makedirs(events, exist_ok=True)
        began = time.monotonic()
        alone = [test for test in tests if options.alone and re.search(options.alone, test)]
        together = [test for test in tests if test not in alone]
        done = []
        for chosen, workers in ((together, options.workers), (alone, 1)):
            orders = [
                Batch(options.bundle, filters, os.path.join(events, "%03d" % (len(done) + number)), folder)
                for number, filters in enumerate(batches(chosen, all_tests))
            ]
            with concurrent.futures.ThreadPoolExecutor(workers) as executor:
                done += executor.map(Batch.run, orders)
        return report(tests, done, time.monotonic() - began, events)


def report(tests, done, seconds, events):
    times, skipped, failed = {}, {}, {}
    for batch in done:
        times.update(batch.times)
        skipped.update(batch.skipped)
        failed.update(batch.issues)
        unfinished = ", ".join(set(batch.started) - set(batch.times))
        if batch.status != 0 and (unfinished or not batch.issues):
            failed.setdefault(unfinished or ", ".join(batch.filters), []).append("exit: %s" % batch.status)
        if batch.status != 0:
            with open(batch.log, errors="replace") as file:
                sys.stdout.write("\n" + "".join(line for line in file.readlines()[-200:] if not line.startswith(("◇", "✔", "↳"))))
    missing = [test for test in tests if test not in times and test not in skipped and test not in failed]
    with open(os.path.join(events, "times.tsv"), "w") as file:
        for name, took in sorted(times.items(), key=lambda item: -item[1]):
            file.write("%.3f\t%s\n" % (took, name))
    for reason, count in collections.Counter(skipped.values()).items():
        print("%d skipped: %s" % (count, reason))
    for name, issues in failed.items():
        for issue in issues:
            print("%s: %s" % (name, issue))
    for name in missing:
        print("did not run: " + name)
    wrong = len(failed) + len(missing)
    print("%d tests in %d processes, %.0f s:" % (len(tests), len(done), seconds))
    print("%d passed, %d failed, %d skipped" % (len(tests) - wrong - len(skipped), wrong, len(skipped)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
