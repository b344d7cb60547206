"""The page of all errors: docs/errors.md."""

import itertools
import os
import re
import textwrap

from advice import advices
from statuses import Statuses

PATH = os.path.join("docs", "errors.md")
WIDTH = 100
HEAD = """<!-- Made from the Swift sources by tools/words/errors. Change those, and run it again. -->

# Errors

Every error has a code. Codes are stable: write your scripts against them, not against the messages, whose wording may change.

- On the command line with `--json`, the code is `error.code` in the last line. Without it, the message and the next step go to standard error.
- In the HTTP API, the code is `code` in the problem details. The message is `detail`, the next step `hint`.
- The exit code follows `sysexits.h`; [scripts.md](scripts.md#exit-codes) lists them. It is `exit_code` in the API.
- *Retryable* means: the same command can succeed later with nothing changed.
- An HTTP status is given where the error has one of its own. For the others it usually follows from the exit code: %s.
- A command line that cannot be parsed has no code. It ends with exit code 64, says why on standard error, and writes no JSON.

In messages, ‹name› stands for a value, and [brackets] are around words that are not always there. Counts are shown in the plural. Where one code has several messages, each is listed.
"""
STATUSES = """## Statuses

A dongle answers each request with a status, and a connected device with an ATT error. Where one means failure, the code is `status-` and the name of the status in [SPEC.md](../firmware-protocol/SPEC.md), in small letters with hyphens. Errors of the Bluetooth controller and of a device have no name there: their codes are `status-hci-` and `status-att-` with the number of the Core Specification, such as `status-att-0x05`. Any other status is `status-status-` and its number.

A status that is not listed has the advice and exit code of the first one of its domain: `status-hci-0x00` for the controller's, `status-att-0x00` for a device's.
"""
# Marks that would begin a list, a heading or a quotation at the beginning of a line.
MARKER = re.compile(r" (?=(?:[-+*>=]+|#+|\d+[.)])(?: |$))")
CODE = re.compile(r"(`[^`]*`)")


def page(collector, project):
    statuses, exits = Statuses(project), collector.exits
    entries = itertools.groupby(collector.failures(), key=lambda each: each.code)
    entries = [(code, entry(code, list(failures), exits, statuses)) for code, failures in entries]
    letters = sorted({code[0].upper() for code, _ in entries})
    usual = "; ".join("%d for %s" % (status, listed(sorted(exits.numbers[name] for name in names if exits.numbers[name]), "and")) for status, names in sorted(statuses.usual.items()))
    index = " ".join(["[%s](#%s)" % (letter, letter.lower()) for letter in letters] + ["[Statuses](#statuses)"])
    parts = [paragraphs(HEAD % usual + "\n" + index + "\n")]
    for letter, group in itertools.groupby(entries, key=lambda each: each[0][0].upper()):
        parts += ["## %s\n" % letter, *(text for _, text in group)]
    parts.append(paragraphs(STATUSES))
    parts.append("".join(status(each, exits) for each in advices(project, exits, statuses)))
    return "\n".join(parts)


def entry(code, failures, exits, statuses):
    """Returns the paragraph of a code, with each of its messages."""
    lines = ["### `%s`" % code, ""]
    # A failure that only passes on the message of another error is left out where there are
    # messages.
    failures = [each for each in failures if not all(is_hole(message) for message in each.messages or "…")] or failures
    told = [facts(each, exits, statuses) for each in failures]
    is_same = len(set(told)) == 1
    if is_same:
        lines += [told[0], ""]
    seen = set()
    for each, fact in zip(failures, told):
        key = re.sub("‹[^›]*›", "‹›", repr((each.messages, each.hints, "" if is_same else fact)))
        if key not in seen:
            seen.add(key)
            lines += item(each, "" if is_same else fact)
    return "\n".join(lines) + "\n"


def item(failure, fact):
    """Returns a message with its next steps and its other facts."""
    hints = [hint for hint in failure.hints if not is_hole(hint)]
    parts = list(failure.messages) or ["The message of the error that led to it."]
    parts = [parts[0], *("Or: " + each for each in parts[1:])]
    if hints:
        parts += ["Next: " + hints[0], *("Or: " + each for each in hints[1:])]
    parts = [escaped(part) for part in parts]
    if failure.code.endswith("…"):
        parts.append("The code ends with the name of a [status](#statuses).")
    return lines_of(parts + ([fact] if fact else []))


def is_hole(text):
    return re.fullmatch("‹[^›]*›|…", text)


def facts(failure, exits, statuses):
    """Returns exit code, HTTP status, and whether a retry helps."""
    if failure.code.endswith("…"):
        return "The exit code is that of the status."
    words = listed([exits.spelled(name) for name in failure.exits], "or")
    found = "Exit %s" % words if words else "Exit code of the error that led to it"
    own = listed(statuses.of(failure), "or")
    return found + (", HTTP %s" % own if own else "") + {True: ", retryable", None: ", may be retryable", False: ""}[failure.is_retryable] + "."


def status(advice, exits):
    own = ", HTTP %d" % advice.status if advice.status else ""
    fact = "Exit %s%s%s." % (exits.spelled(advice.exit), own, ", retryable" if advice.is_retryable else "")
    return "\n".join(lines_of(["`%s`: %s." % (advice.code, escaped(advice.sentence)), "Next: " + escaped(advice.hint), fact])) + "\n"


def listed(words, last):
    words = [str(word) for word in words]
    return (" %s " % last).join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def escaped(text):
    """Returns a text in Markdown, in which text between backticks is code, too."""
    parts = CODE.split(text)
    return "".join(part if index % 2 else re.sub(r"([*<\\]|(?<!\w)_|\](?=\())", r"\\\1", part) for index, part in enumerate(parts))


def lines_of(parts):
    """Returns a list item with a line for each part."""
    lines = []
    for index, part in enumerate(parts):
        found = wrapped(part, "  " if lines else "- ", "  ", WIDTH - 1)
        lines += [*found[:-1], found[-1] + ("\\" if index < len(parts) - 1 else "")]
    return lines


def wrapped(text, first, indent, width=WIDTH):
    # NUL stands for a blank before a marker, so that no line begins with the marker.
    text = MARKER.sub("\0", text)
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def paragraphs(text):
    """Returns a text with its lines wrapped."""
    lines = []
    for line in text.split("\n"):
        is_plain = not line or line.startswith(("#", "<!--"))
        lines += [line] if is_plain else wrapped(line[2:], "- ", "  ") if line.startswith("- ") else wrapped(line, "", "")
    return "\n".join(lines)
