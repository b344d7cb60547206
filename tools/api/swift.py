"""Helpers to write Swift: names, types, comments, lists."""

import re

HEAD = "// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.\n// swift-format-ignore-file\n\n"
# Longest line, in columns.
WIDTH = 120
WORDS = {"api": "API", "rssi": "RSSI", "uuid": "UUID", "uuids": "UUIDs", "mtu": "MTU"}
RESERVED = {"default", "extension", "for", "import", "in", "is", "operator", "protocol", "public", "where"}
PLAIN = {"string": "String", "number": "Double", "boolean": "Bool"}
# A word, or words joined by a code span.
UNBROKEN = re.compile(r"(?:`[^`]*`|[^\s`]|`)+")


def camel(key):
    first, *rest = key.replace("-", "_").split("_")
    return first[:1].lower() + first[1:] + "".join(WORDS.get(word.lower(), word[:1].upper() + word[1:]) for word in rest)


def case(word):
    """The name of an enumeration's case."""
    return label(camel(word) if "-" in word or "_" in word else word)


def label(name):
    return "`%s`" % name if name in RESERVED else name


def number(value):
    """A number in Swift's notation, with a separator at each thousand."""
    if isinstance(value, int):
        text = format(value, "_")
        return {"9_223_372_036_854_775_807": "Int64.max"}.get(text, text)
    return str(value)


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def comment(words, indent):
    """Lines of documentation, as long as possible. A code span is never broken."""
    lines, line = [], ""
    for word in UNBROKEN.findall(" ".join(words.split())):
        if line and len(indent) + 4 + len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return ["%s/// %s" % (indent, line) for line in [*lines, line] if line]


def sentence(words):
    words = " ".join(words.split())
    return words.rstrip(".") + "." if words else ""


def wrapped(begin, parts, end, indent):
    """A list in brackets: on one line if it fits, otherwise broken as swift-format does it."""
    line = indent + begin + ", ".join(parts) + end
    if len(line) <= WIDTH:
        return [line]
    lines, current = [indent + begin], indent + "    "
    for place, part in enumerate(parts):
        part += "," if place < len(parts) - 1 else ""
        blank = " " if current.strip() else ""
        if current.strip() and len(current) + len(blank) + len(part) > WIDTH:
            lines.append(current)
            current, blank = indent + "    ", ""
        current += blank + part
    return [*lines, current, indent + end]


def imports(code, known, modules):
    """Import lines for `modules`, and for the known modules of which the code uses a word."""
    used = sorted({*modules, *(module for module, words in known.items() if any(word in code for word in words))})
    return "".join("import %s\n" % module for module in used) + ("\n" if used else "")
