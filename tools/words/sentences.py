"""All sentences for users, with their places in the sources."""

import os
import re
from typing import NamedTuple

from phrases import Scope, read, written

KINDS = {
    "errors": "Errors: message, what to do next, code and exit code",
    "usage": "What is said of a command line that is not valid, and of values that a setting or request does not take",
    "help": "--help: abstracts, discussions, arguments and options",
    "output": "Output of the verbs",
    "log": "Logs, events and notices",
    "conformance": "What `perch conformance` checks, expects and gets",
    "other": "Other texts: parts of the above, and of files and answers",
}
HELP = ("CommandConfiguration", "CommandGroup", "Option", "Argument", "Flag", "ArgumentHelp", "OptionGroup")
RECORDING = ("record", "recordRequest")
# Functions whose texts are never shown, or only after a fault of the program.
SILENT = ("precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError", "prepare", "execute", "SQL", "addField", "add")
# Folders with texts of devices, and the folder of failures itself.
LEFT_OUT = (os.path.join("Sources", "Failures", ""), os.path.join("Sources", "SimulatedDongle", "Peripherals", ""), os.path.join("Sources", "SimulatedDongle", "Firmware", ""))
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|WITH|VACUUM|REPLACE|BEGIN|COMMIT|ROLLBACK|AND|WHERE|ORDER|ON CONFLICT)\b")
CODE = re.compile(r"^[\s(]*[<{#]|;$|^\w+=|: *\w+;|^[A-Z-]+/\d|\b(IS|NOT|NULL|AND|IN)\b \S|\w\(\)|^/|\\|= :|=\"|-src |\(SELECT|^\W*\w+\.\w+ [<=>] |^\w+/\w+;")
WORD = re.compile(r"[A-Za-zÄÖÜäöüß][a-zäöüß'’-]+")


class Sentence(NamedTuple):
    kind: str
    path: str
    line: int
    # Code, verb or option to which the sentence belongs.
    owner: str
    texts: tuple
    hints: tuple = ()


def sentences(project, collector):
    """Returns all sentences, in the order of kinds, files and lines."""
    found = list(errors(collector))
    for file in project.files:
        if not file.path.startswith(LEFT_OUT):
            found += whole(list(texts(file, collector.makers)))
    order = list(KINDS)
    return sorted(dict.fromkeys(found), key=lambda each: (order.index(each.kind), each.path, each.line))


def errors(collector):
    for each in collector.failures():
        owner = "%s, exit %s" % (each.code, " or ".join(str(collector.exits.numbers[name]) for name in each.exits) or "of another error")
        yield Sentence("errors", each.path, each.line, owner, each.messages, each.hints)


def texts(file, makers):
    """Yields the texts of a file outside of failures, each with all texts joined to it."""
    taken = set()
    for text in file.texts:
        node, context = text.nodes[text.at], text.context
        names = [name.rpartition(".")[2] for name in context.calls]
        if node in taken or context.type == "Failure" or any(name in SILENT or name == "Failure" or (file.path, name) in makers for name in names):
            continue
        nodes = joined(text.nodes, text.at)
        taken.update(inner(nodes))
        found = tuple(each for each in written(read(nodes, Scope(file, context.function))) if is_prose(each))
        if found:
            yield Sentence(kind(file.path, context), file.path, node.line, owner(context), found)


def whole(found):
    """Yields the sentences that are not parts of others."""
    for each in found:
        others = [text for other in found if other is not each for text in other.texts]
        if not all(any(text in other and text != other for other in others) for text in each.texts):
            yield each


def joined(nodes, at):
    """Returns a text with everything that is added to it."""
    start, end = at, at + 1
    while start > 1 and nodes[start - 1].is_mark("+") and nodes[start - 2].kind in ("word", "group", "text"):
        start -= 2
        while start and nodes[start].kind == "group" and nodes[start - 1].kind == "word":
            start -= 1
    while end < len(nodes) - 1 and nodes[end].is_mark("+"):
        end += 2
        while end < len(nodes) and not nodes[end].is_mark("+", ",", ":", "?", "??") and not nodes[end].first:
            end += 1
    return nodes[start:end]


def inner(nodes):
    """Yields all texts in an expression."""
    for node in nodes:
        if node.kind == "text":
            yield node
        parts = [node.items, *(part for part in node.parts if not isinstance(part, str))]
        for part in parts:
            yield from inner(part)


def is_prose(text):
    if SQL.match(text) or CODE.search(text) or "\0" in text:
        return False
    plain = re.sub(r"‹[^›]*›|`[^`]*`", "", text)
    words = WORD.findall(plain)
    return len(words) > 1 and " " in plain.strip() or len(words) == 1 and bool(re.search(r"[.?!]$", text.strip()))


def kind(path, context):
    if any(name in HELP for name in context.calls):
        return "help"
    if "ValidationError" in context.calls or "Generated" in path or path.startswith(os.path.join("Sources", "Settings", "")):
        return "usage"
    if any(name.lower().startswith("logger.") or name.rpartition(".")[2] in RECORDING for name in context.calls):
        return "log"
    if path.startswith((os.path.join("Sources", "Gateway", ""), os.path.join("Sources", "Notifications", ""))):
        return "log"
    if path.startswith(os.path.join("Sources", "Perch", "")):
        return "output"
    return "conformance" if path.startswith(os.path.join("Sources", "Conformance", "")) else "other"


def owner(context):
    if context.property:
        return "%s --%s" % (context.type, re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", context.property).lower())
    name = context.function.name if context.function else ""
    return " ".join(part for part in (context.type, name) if part)
