"""Runs attacks, each in its own process: first those that may run side by side, then those that
measure times.
"""

import multiprocessing
import os
import signal
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from field import Field
from promise import Finding, Promise, Skipped

# Attacks spend most of their time waiting.
SIDE_BY_SIDE = 4
# Number of violations that are printed.
SHOWN = 8


@dataclass(frozen=True)
class Outcome:
    promise: Promise
    sizes: dict
    # "held", "NOT HELD" or "skipped".
    verdict: str
    measured: str
    broken: tuple
    seconds: float


def run(promises, programs, is_long):
    """Runs every attack and prints each outcome as it comes; returns the outcomes in the order of
    the promises.
    """
    outcomes = {}

    def play(promise):
        outcome = outcomes[promise.name] = attack(promise, programs, is_long)
        show(outcome)

    # The longest attacks start first, so that none of them runs alone at the end.
    beside = sorted((promise for promise in promises if not promise.is_alone), key=lambda promise: -promise.limit(is_long))
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        list(pool.map(play, beside))
    for promise in promises:
        if promise.is_alone:
            play(promise)
    held = sum(outcome.verdict == "held" for outcome in outcomes.values())
    skipped = sum(outcome.verdict == "skipped" for outcome in outcomes.values())
    print("%d held, %d not held, %d skipped" % (held, len(outcomes) - held - skipped, skipped))
    return [outcomes[promise.name] for promise in promises]


def show(outcome):
    lines = ["%-8s  %-20s %s  (%.0f s)" % (outcome.verdict, outcome.promise.name, outcome.measured, outcome.seconds)]
    lines += ["          - " + line for line in outcome.broken[:SHOWN]]
    if len(outcome.broken) > SHOWN:
        lines.append("          - and %d more" % (len(outcome.broken) - SHOWN))
    # Written at once, since outcomes that come at the same time would be mixed.
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def attack(promise, programs, is_long):
    """Runs one attack in its own process, which is ended at its limit with all processes that it
    has started.
    """
    context = multiprocessing.get_context("fork")
    sizes = promise.sizes(is_long)
    began = time.monotonic()
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=play_in_child, args=(promise, sizes, programs, theirs))
    process.start()
    theirs.close()
    verdict, measured, broken = "NOT HELD", "", ("it was not done after %d s" % promise.limit(is_long),)
    if ours.poll(promise.limit(is_long)):
        try:
            verdict, measured, broken = ours.recv()
        except EOFError:
            broken = ("the attack itself ended without a finding",)
    else:
        os.kill(process.pid, signal.SIGTERM)
    process.join(30)
    if process.is_alive():
        process.kill()
        process.join()
    return Outcome(promise, sizes, verdict, measured, broken, time.monotonic() - began)


def play_in_child(promise, sizes, programs, pipe):
    # Removes the field at the limit, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    finding = Finding()
    try:
        with Field(programs) as field:
            promise.attack(field, finding, **sizes)
        verdict = "NOT HELD" if finding.broken else "held"
    except Skipped as reason:
        verdict, finding.measured = "skipped", [str(reason)]
    except Exception as error:
        verdict = "NOT HELD"
        places = " < ".join("%s:%d" % (os.path.basename(frame.filename), frame.lineno) for frame in reversed(traceback.extract_tb(error.__traceback__)))
        finding.expect(False, "the attack failed: %r at %s", error, places)
    pipe.send((verdict, "; ".join(finding.measured), tuple(finding.broken)))
