"""JSON lines and fields of results that the sources of the verbs write."""

import os
import re
import sys
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "words"))

import swift

FOLDER = os.path.join(ROOT, "Sources", "Perch")
TYPES = ("struct", "enum", "class", "actor", "extension", "protocol")
FIELDS = ("field", "array", "object")
LINES = ("line", "envelope")
# The type that writes output, and the name of its values.
OUTPUT, VARIABLE = "VerbOutput", "output"
# Types that all verbs use: each of their functions counts by itself.
SHARED = (OUTPUT, "DongleOptions")
WRITER = "JSONWriter"
ROOT_COMMAND = "PerchCommand"
DECLARED = re.compile(r"\b(?:struct|enum|class|actor|protocol) (\w+)")
# Other strings in the same place are questions to the user.
LINE_TYPE = re.compile(r"[a-z][a-z-]*")


class Line(NamedTuple):
    type: str
    # Literal names of its fields.
    fields: tuple
    place: str


class Unit:
    """A type, or a function of a shared or foreign type."""

    def __init__(self, name, is_shared=False):
        self.name, self.is_shared = name, is_shared
        # The verb that this is, and the types of its subverbs.
        self.verb, self.subverbs = "", []
        # Fields of results, in their order.
        self.lines, self.results = [], []
        # Fields wherever they are, and their places.
        self.fields = {}
        # Whether all fields of the result are literal.
        self.is_literal = True
        self.words = set()


class Sources:
    def __init__(self):
        self.units = {}
        files = {path: read(path) for path in swift.files(FOLDER)}
        self.own = {name for file in files.values() for name in DECLARED.findall(file)}
        for path, file in files.items():
            self.walk(swift.tree(file, path), None, path)
        self.verbs = dict(self.named(self.units[ROOT_COMMAND], ()))

    def unit(self, name):
        return self.units.setdefault(name, Unit(name))

    def walk(self, nodes, unit, path):
        at = 0
        while at < len(nodes):
            node = nodes[at]
            is_member = at > 0 and nodes[at - 1].is_mark(".")
            if node.is_word(*TYPES) and not is_member and at + 1 < len(nodes) and nodes[at + 1].kind == "word":
                at = self.type(nodes, at, unit, path)
            elif node.is_word("func", "var") and unit and unit.is_shared and not is_member:
                # Functions that verbs call on their output have a name of their own.
                name = nodes[at + 1].text
                name = "%s.%s" % (VARIABLE, name) if unit.name == OUTPUT else name
                at = self.declared(nodes, at, self.unit(name), path)
            else:
                if unit:
                    self.take(nodes, at, unit, path)
                for part in [node.items, *(part for part in node.parts if not isinstance(part, str))]:
                    self.walk(part, unit, path)
                at += 1

    def type(self, nodes, at, unit, path):
        name = nodes[at + 1].text
        is_foreign = nodes[at].text == "extension" and name not in self.own and name != WRITER
        if name in SHARED or is_foreign:
            # Functions of such a type count by themselves, since all verbs use it.
            unit = Unit(name, is_shared=True)
        return self.declared(nodes, at, unit or self.unit(name), path)

    def declared(self, nodes, at, unit, path):
        """Takes everything up to the end of a declaration's body. Returns the position after it."""
        body = next((i for i in range(at, len(nodes)) if nodes[i].is_group("{")), len(nodes) - 1)
        following = next((i for i in range(at + 2, body) if nodes[i].first and nodes[i].is_word("func", "var", "let", "static", "init")), None)
        if following:
            # A stored property has no body.
            self.walk(nodes[at + 2:following], unit, path)
            return following
        self.walk(nodes[at + 2:body], unit, path)
        self.walk(nodes[body].items, unit, path)
        return body + 1

    def take(self, nodes, at, unit, path):
        """Takes one word into its unit."""
        node = nodes[at]
        if node.kind != "word":
            return
        arguments = nodes[at + 1] if at + 1 < len(nodes) and nodes[at + 1].is_group("(") else None
        is_member = at > 0 and nodes[at - 1].is_mark(".")
        is_of_output = is_member and at > 1 and nodes[at - 2].is_word(VARIABLE)
        unit.words.add(node.text)
        if arguments and (is_of_output or not is_member and unit.name.startswith(VARIABLE + ".")):
            # A line whose type is not a literal is one of a kind that has its own function.
            if node.text != "line" or text((arguments.items or [node])[0]) is None:
                unit.words.add("%s.%s" % (VARIABLE, node.text))
        body = at + (2 if arguments else 1)
        closure = nodes[body].items if body < len(nodes) and nodes[body].is_group("{") else None
        name = text(arguments.items[0]) if arguments and arguments.items else None
        place = "%s:%d" % (path, node.line)
        if node.text in FIELDS and name:
            unit.fields.setdefault(name, place)
        elif node.text in LINES and name and LINE_TYPE.fullmatch(name):
            unit.lines.append(Line(name, tuple(fields(closure or ())), place))
        elif node.text == "setResult" and unit.name != "output.setResult":
            self.result(unit, closure)
        elif node.text == "commandName" and at + 2 < len(nodes):
            unit.verb = text(nodes[at + 2]) or unit.verb
        elif node.text == "subcommands" and at + 2 < len(nodes):
            unit.subverbs += [each.text for each in nodes[at + 2].items if each.kind == "word" and each.text != "self"]

    def result(self, unit, closure):
        unit.is_literal &= closure is not None and not is_open(closure)
        unit.results += [name for name in fields(closure or ()) if name not in unit.results]

    def named(self, unit, path):
        """Yields all verbs below one, by their paths."""
        for name in unit.subverbs:
            verb = self.units[name]
            yield " ".join((*path, verb.verb)), verb
            yield from self.named(verb, (*path, verb.verb))

    def reached(self, unit):
        """Returns everything that a verb may use, itself included, by the names in the sources."""
        others = {each.name for each in self.verbs.values()} | {ROOT_COMMAND, OUTPUT, WRITER}
        found, left = {}, [unit]
        while left:
            each = left.pop()
            if each.name not in found:
                found[each.name] = each
                left += [self.units[word] for word in sorted(each.words) if word in self.units and word not in others]
        return list(found.values())

    def is_exact(self, unit):
        """Returns whether nothing but the verb's own sources writes lines, or sets a result."""
        others = [each for each in self.reached(unit) if each is not unit]
        return unit.is_literal and not any(each.lines or each.results or not each.is_literal for each in others)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def text(node):
    """Returns a text without interpolations; None for anything else."""
    if node.kind != "text" or any(not isinstance(part, str) for part in node.parts):
        return None
    return "".join(node.parts)


def fields(nodes):
    """Yields the literal names of fields in a closure, without those of objects inside it."""
    for at, node in enumerate(nodes):
        after = nodes[at + 1] if at + 1 < len(nodes) else None
        if node.is_word(*FIELDS) and after is not None and after.is_group("(") and after.items:
            name = text(after.items[0])
            if name:
                yield name
        elif node.kind == "group" and not is_object(nodes, at):
            yield from fields(node.items)


def is_object(nodes, at):
    """Returns whether a group has the fields of an object inside another."""
    return nodes[at].is_group("{") and at > 1 and nodes[at - 1].is_group("(") and nodes[at - 2].is_word("array", "object")


def is_open(nodes):
    """Returns whether a closure writes fields whose names it does not say."""
    for at, node in enumerate(nodes):
        after = nodes[at + 1] if at + 1 < len(nodes) else None
        if after is not None and after.is_group("(") and after.items:
            if node.is_word("fields") or node.is_word("field") and text(after.items[0]) is None:
                return True
        if node.kind == "group" and is_open(node.items):
            return True
    return False
