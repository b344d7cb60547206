"""Runs steps side by side, each with its own log, and records their time."""

import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field

# For two processors. A build that has only one module left leaves a processor to the next step.
WORK_AT_ONCE = 2
# Processors that steps of the lane "tests" may use together.
ROOM = 2.0


@dataclass
class Step:
    name: str
    command: list
    # Steps that must pass before this one.
    needs: list = field(default_factory=list)
    # "work": computes, and may take its time. Two at a time, in the order of the list.
    # "tests": starts programs and waits for them. Runs beside others, as far as their loads allow.
    # "quiet": measures; nothing runs beside it.
    lane: str = "tests"
    # Processors that a step of the lane "tests" keeps busy.
    load: float = 1
    # Niceness of a step of the lane "work", so that steps which wait for time-outs go first.
    niceness: int = 10
    environment: dict = field(default_factory=dict)
    # Time limit in seconds, against hangs.
    limit: int = 1800
    # Left out if the run has no time left for it; see Scheduler.
    if_time: bool = False


@dataclass
class Outcome:
    step: Step
    verdict: str = "waiting"
    wall: float = 0
    cpu: float = 0
    reason: str = ""


class Scheduler:
    def __init__(self, steps, logs, say, within=None):
        """within: time in seconds after which no step of those marked `if_time` is started; None = no limit."""
        self.latest = None if within is None else time.monotonic() + within
        self.outcomes = {step.name: Outcome(step) for step in steps}
        self.logs = logs
        self.say = say
        self.running = {}
        self.changed = threading.Condition()

    def log(self, name):
        return os.path.join(self.logs, name + ".log")

    def run(self):
        """Runs every step, and leaves out a step if one that it needs has not passed."""
        try:
            with self.changed:
                while self.begin() or self.running:
                    self.changed.wait()
        except BaseException:
            end(self.running.values())
            raise

    def begin(self):
        """Starts or leaves out steps where possible; returns whether a step still waits."""
        for outcome in self.waiting():
            step = outcome.step
            needed = [self.outcomes[name] for name in step.needs]
            missing = [other for other in needed if other.verdict in ("FAILED", "skipped")]
            if missing:
                outcome.verdict, outcome.reason = "skipped", "%s %s" % (missing[0].step.name, missing[0].verdict.lower())
                # Further steps may depend on this one.
                return self.begin()
            if step.if_time and self.latest is not None and time.monotonic() > self.latest:
                outcome.verdict, outcome.reason = "left out", "no time left"
                return self.begin()
            if all(other.verdict == "passed" for other in needed) and self.has_room(step):
                self.start(outcome)
        return bool(self.waiting())

    def waiting(self):
        return [outcome for outcome in self.outcomes.values() if outcome.verdict == "waiting"]

    def has_room(self, step):
        others = [self.outcomes[name].step for name in self.running]
        if step.lane == "quiet":
            return not others and all(other.step.lane == "quiet" for other in self.waiting())
        if any(other.lane == "quiet" for other in others):
            return False
        if step.lane == "work":
            return sum(other.lane == "work" for other in others) < WORK_AT_ONCE
        load = sum(other.load for other in others if other.lane == "tests")
        return load == 0 or load + step.load <= ROOM

    def start(self, outcome):
        step = outcome.step
        outcome.verdict = "running"
        log = open(self.log(step.name), "wb")
        nice = ["nice", "-n", str(step.niceness)] if step.lane == "work" else []
        process = subprocess.Popen(
            nice + step.command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **step.environment},
            start_new_session=True,
        )
        log.close()
        self.running[step.name] = process
        self.say("%s started: %s" % (step.name, " ".join(step.command)))
        threading.Thread(target=self.follow, args=(outcome, process, time.monotonic()), daemon=True).start()

    def follow(self, outcome, process, started):
        step = outcome.step
        is_late = threading.Event()

        def expire():
            is_late.set()
            end([process])

        timer = threading.Timer(step.limit, expire)
        timer.daemon = True
        timer.start()
        # Includes the usage of every process that it has waited for.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
        if is_late.is_set():
            timer.join()
        with self.changed:
            outcome.wall = time.monotonic() - started
            outcome.cpu = usage.ru_utime + usage.ru_stime
            outcome.verdict = "passed" if process.returncode == 0 and not is_late.is_set() else "FAILED"
            outcome.reason = "ended after %d s" % step.limit if is_late.is_set() else ""
            del self.running[step.name]
            self.changed.notify()
        self.say("%s %s after %d s" % (step.name, outcome.verdict, outcome.wall))


def end(processes):
    """Ends sessions that were started, with all processes that they have started, also those in
    sessions of their own.
    """
    found = {process.pid for process in processes}
    for number in (signal.SIGTERM, signal.SIGKILL):
        found = family(found)
        for member in found:
            try:
                os.kill(member, number)
            except ProcessLookupError:
                pass
        if found and number == signal.SIGTERM:
            time.sleep(2)


def family(ancestors):
    """Returns processes by their ids, their descendants, and all processes in their sessions."""
    parents, sessions = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open("/proc/%s/stat" % entry) as file:
                    # ID (NAME, of any characters) STATE PARENT GROUP SESSION …
                    _, parent, _, session = file.read().rsplit(")", 1)[1].split()[:4]
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents[int(entry)], sessions[int(entry)] = int(parent), int(session)
    members = set(ancestors)
    while True:
        more = {number for number in parents if parents[number] in members or sessions[number] in members} - members
        if not more:
            return members & set(parents)
        members |= more
