"""Runs steps side by side, each into a log of its own, and accounts for their time."""

import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field

# Steps that only compute, at a time: a build that is down to one module leaves a processor to the next.
ABREAST = 2


@dataclass
class Step:
    name: str
    command: list
    # Steps that have to have passed.
    needs: list = field(default_factory=list)
    # "work": computes, and has time. Two at a time, in the order of the list.
    # "tests": starts programs and waits for them. Beside others, as far as their loads leave room.
    # "quiet": measures; nothing runs beside it.
    lane: str = "tests"
    # Processors that a step of the lane "tests" keeps busy.
    load: float = 1
    # How much a step of the lane "work" gives way to those that wait for time-outs, as `nice` counts.
    yielding: int = 10
    environment: dict = field(default_factory=dict)
    # A longest time in seconds, which only ends what hangs.
    limit: int = 1800


@dataclass
class Outcome:
    step: Step
    verdict: str = "waiting"
    wall: float = 0
    cpu: float = 0
    reason: str = ""


class Scheduler:
    def __init__(self, steps, logs, say, room=2.0):
        self.outcomes = {step.name: Outcome(step) for step in steps}
        self.logs = logs
        self.say = say
        self.room = room
        self.running = {}
        self.changed = threading.Condition()
        self.began = time.monotonic()

    def log(self, name):
        return os.path.join(self.logs, name + ".log")

    def run(self):
        """Runs every step, or leaves it out where one that it needs has not passed."""
        try:
            with self.changed:
                while True:
                    for outcome in self.outcomes.values():
                        if outcome.verdict == "waiting" and self.is_due(outcome):
                            self.start(outcome)
                    if not self.running and all(outcome.verdict != "waiting" for outcome in self.outcomes.values()):
                        return
                    self.changed.wait()
        except BaseException:
            for process in list(self.running.values()):
                end(process)
            raise

    def is_due(self, outcome):
        step = outcome.step
        for name in step.needs:
            needed = self.outcomes[name]
            if needed.verdict in ("FAILED", "skipped"):
                outcome.verdict, outcome.reason = "skipped", "%s %s" % (name, "failed" if needed.verdict == "FAILED" else "was skipped")
                self.changed.notify()
                return False
            if needed.verdict != "passed":
                return False
        others = [self.outcomes[name].step for name in self.running]
        if step.lane == "quiet":
            waiting = [other for other in self.outcomes.values() if other.verdict == "waiting" and other.step.lane != "quiet"]
            return not others and not waiting
        if any(other.lane == "quiet" for other in others):
            return False
        if step.lane == "work":
            return sum(other.lane == "work" for other in others) < ABREAST
        load = sum(other.load for other in others if other.lane == "tests")
        return load == 0 or load + step.load <= self.room

    def start(self, outcome):
        step = outcome.step
        outcome.verdict = "running"
        log = open(self.log(step.name), "wb")
        nice = ["nice", "-n", str(step.yielding)] if step.lane == "work" else []
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
        timer = threading.Timer(outcome.step.limit, end, [process])
        timer.daemon = True
        timer.start()
        # With the usage of every process that it has waited for.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        with self.changed:
            outcome.wall = time.monotonic() - started
            outcome.cpu = usage.ru_utime + usage.ru_stime
            outcome.verdict = "passed" if process.returncode == 0 else "FAILED"
            if not timer.is_alive():
                outcome.reason = "ended after %d s" % outcome.step.limit
            timer.cancel()
            del self.running[outcome.step.name]
            self.say("%s %s after %d s" % (outcome.step.name, outcome.verdict, outcome.wall))
            self.changed.notify()


def end(process):
    """Ends a step with all that it has started, also what is in a process group of its own."""
    members = family(process.pid)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for member in members:
            try:
                os.kill(member, number)
            except ProcessLookupError:
                pass
        time.sleep(2)


def family(ancestor):
    """A process and its descendants, by their ids."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open("/proc/%s/stat" % entry) as file:
                    # ID (NAME, which may hold anything) STATE PARENT …
                    parents[int(entry)] = int(file.read().rsplit(")", 1)[1].split()[1])
            except (FileNotFoundError, ProcessLookupError):
                pass
    members = [ancestor] if ancestor in parents else []
    for member in members:
        members += [child for child, parent in parents.items() if parent == member]
    return members
