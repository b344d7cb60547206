"""What the checks made of the mutants: a table, JSON, and the faults that fail the command."""

import json

PASSED, ELSEWHERE, CAUGHT = "passed", "caught elsewhere", "caught at its check"


class Outcome:
    """The failed checks of a run against one mutant. One that did not end, or that found no dongle,
    counts as a failed check of that name.
    """

    def __init__(self, mutant, failed, status):
        self.mutant = mutant
        self.failed = [line["id"] for line in failed]
        if not failed and status != 0:
            self.failed = ["exit %d" % status]
        if not self.failed:
            self.verdict = PASSED
        elif mutant.checks and mutant.checks[0] in self.failed:
            self.verdict = CAUGHT
        else:
            self.verdict = ELSEWHERE

    def __str__(self):
        others = [name for name in self.failed if name not in self.mutant.checks]
        named = ", ".join(others[:4]) + (" and %d more" % (len(others) - 4) if len(others) > 4 else "")
        if not self.mutant.checks:
            text = "not assigned: " + ("caught by " + named if self.failed else PASSED)
        elif self.verdict == CAUGHT:
            text = "caught at %s%s" % (self.mutant.checks[0], ", also by " + named if others else "")
        elif self.verdict == ELSEWHERE:
            text = "not caught at %s, but by %s" % (self.mutant.checks[0], ", ".join(self.failed))
        else:
            text = "passed, not caught at " + self.mutant.checks[0]
        return text + (" (open: %s)" % self.mutant.open if self.mutant.open else "")

    def fault(self):
        """Returns a sentence if this outcome fails the command."""
        if self.mutant.checks and self.verdict != CAUGHT:
            return "%s is not caught at %s" % (self.mutant.name, self.mutant.checks[0])
        if self.verdict == PASSED and self.mutant.harms and not self.mutant.open:
            return "%s passes, and a user would suffer: %s" % (self.mutant.name, self.mutant.harms)
        if self.verdict != PASSED and self.mutant.open:
            return "%s is caught, so the line Open can go" % self.mutant.name
        return None


def table(outcomes):
    """Returns lines: harmful mutants first, and among them those that passed."""
    order = (PASSED, ELSEWHERE, CAUGHT)
    ranked = sorted(outcomes, key=lambda outcome: (outcome.mutant.harms is None, order.index(outcome.verdict), outcome.mutant.name))
    width = max((len(outcome.mutant.name) for outcome in ranked), default=0)
    lines = ["%-*s  %-8s  %s" % (width, outcome.mutant.name, "harmful" if outcome.mutant.harms else "", outcome) for outcome in ranked]
    for harmful, what in ((True, "harmful"), (False, "harmless")):
        group = [outcome for outcome in outcomes if (outcome.mutant.harms is not None) == harmful]
        counts = ", ".join("%d %s" % (sum(outcome.verdict == verdict for outcome in group), verdict) for verdict in reversed(order))
        lines.append("%d %s mutants: %s" % (len(group), what, counts))
    return lines


def write(path, outcomes):
    rows = [
        {
            "name": outcome.mutant.name,
            "what": outcome.mutant.what,
            "section": outcome.mutant.section,
            "harms": outcome.mutant.harms,
            "check": outcome.mutant.checks[0] if outcome.mutant.checks else None,
            "open": outcome.mutant.open,
            "verdict": outcome.verdict,
            "failed": outcome.failed,
        }
        for outcome in outcomes
    ]
    with open(path, "w") as file:
        json.dump(rows, file, indent=1, ensure_ascii=False)
        file.write("\n")
