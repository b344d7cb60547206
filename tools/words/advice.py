"""Perch's advice for statuses of a dongle: Sources/Failures/StatusAdvice.swift."""

import os
from typing import NamedTuple

from declarations import arguments
from phrases import Scope, read, written

PATH = os.path.join("Sources", "Failures", "StatusAdvice.swift")
NAMES = os.path.join("Sources", "DongleProtocol", "Codes", "Status+Domain.swift")


class Advice(NamedTuple):
    code: str
    sentence: str
    hint: str
    exit: str
    is_retryable: bool
    # Status in the API; None if it follows from the exit code.
    status: object


def advices(project, exits, statuses):
    """Yields the advice for each status that has its own, in the order of the source."""
    names = spelled_names(project.file(NAMES))
    file = project.file(PATH)
    for call in sorted(file.calls["StatusAdvice"], key=lambda each: each.line):
        parts = [nodes for _, nodes in arguments(call.arguments)]
        if len(parts) < 4:
            continue
        scope = Scope(file, call.context.function)
        sentence, hint = (written(read(part, scope))[0] for part in parts[1:3])
        words = [node.text for node in parts[0] if node.kind == "word"]
        numbers = [node.items[-1].text for node in parts[0] if node.is_group("(")]
        # UNCHANGED only occurs when a config was to be sent; a failure never ends with 0.
        name = exits.of(parts[3], scope, "")[0].replace("ok", "temporary")
        yield Advice("status-" + slug(words, numbers, names), sentence, hint, name, len(parts) > 4, statuses.of_dongle.get(" ".join(words + numbers)))


def spelled_names(file):
    """Returns the names of statuses in SPEC.md, by their names in Swift."""
    found = {}
    for clauses in file.switches.values():
        for clause in clauses:
            if len(clause.body) == 1 and clause.body[0].kind == "text":
                found[clause.patterns[1].text] = "".join(clause.body[0].parts)
    return found


def slug(words, numbers, names):
    """Returns a status in the form used in codes."""
    if words[0] in names:
        return names[words[0]].lower().replace("_", "-")
    number = numbers[0].lower()
    return "%s-%s" % (words[0].lower() if words[0] in ("hci", "att") else "status", number)
