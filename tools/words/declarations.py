"""Declarations and uses in Swift files: functions, values, cases of switches, calls and
assignments.
"""

import os
from typing import NamedTuple

import swift

TYPES = ("struct", "enum", "class", "actor", "extension", "protocol")
DECLARED = (*TYPES, "func", "init", "deinit", "var", "let", "case", "subscript", "typealias", "import")
MODIFIERS = ("public", "package", "internal", "private", "fileprivate", "static", "mutating", "override", "nonisolated", "lazy", "final", "indirect")
# Marks that need an operand after them, and marks that continue a line.
OPEN = ("+", "-", "*", "/", "=", "?", ":", "??", "&&", "||", "->", "==", "!=", "<", ">", "<=", ">=", ",", ".", "...", "..<")
GOES_ON = ("+", "*", "/", "?", ":", "??", "&&", "||", "==", "!=", "<=", ">=", ".", "->")


class Parameter(NamedTuple):
    # Empty if there is none.
    label: str
    name: str
    default: list


class Clause(NamedTuple):
    """A clause of a switch; one with `default` has no patterns."""

    subject: list
    patterns: list
    switch: object
    body: list


class Context(NamedTuple):
    """Surroundings of a node."""

    file: object
    type: str = ""
    function: object = None
    clauses: tuple = ()
    # Enclosing calls, the outermost first, and the property of an attribute.
    calls: tuple = ()
    property: str = ""


class Function:
    """A function, an initializer, or a computed property."""

    def __init__(self, name, parameters, types, body, context, line, is_private):
        self.name, self.parameters, self.types, self.body = name, parameters, types, body
        self.context, self.line, self.is_private = context, line, is_private

    @property
    def file(self):
        return self.context.file

    def parameter(self, name):
        return next((each for each in self.parameters if each.name == name), None)


class Call(NamedTuple):
    name: str
    arguments: object
    context: Context
    # The node before the name.
    before: object
    line: int


class Text(NamedTuple):
    """A text, and its position among the nodes around it."""

    nodes: list
    at: int
    context: Context


class Value(NamedTuple):
    nodes: list
    function: object
    type: str
    # Position in a tuple.
    index: object


class Assignment(NamedTuple):
    name: str
    nodes: list
    context: Context
    line: int


class Project:
    """All Swift files."""

    def __init__(self):
        self.files = [File(path, self) for path in swift.files()]
        # Constants with a number, by the last name of their type and their own name.
        self.constants = {}
        for file in self.files:
            for name, values in file.values.items():
                for value in values:
                    if value.function is None and len(value.nodes) == 1 and value.nodes[0].kind == "number":
                        self.constants[value.type.rpartition(".")[2], name] = value.nodes[0].text.replace("_", "")

    def file(self, path):
        found = [each for each in self.files if each.path == path]
        if not found:
            raise SystemExit("tools/words: there is no %s any more" % path)
        return found[0]

    def functions(self, name, kind):
        """Returns functions of a type."""
        return [each for file in self.files for each in file.functions.get(name, []) if each.context.type == kind]


class File:
    def __init__(self, path, project):
        self.path, self.project = path, project
        with open(os.path.join(swift.ROOT, path), encoding="utf-8") as file:
            self.nodes = swift.tree(file.read(), path)
        self.functions, self.values, self.calls, self.assignments, self.texts = {}, {}, {}, [], []
        # Clauses of switches, by the group that contains them.
        self.switches = {}
        self.walk(self.nodes, Context(self))

    def walk(self, nodes, context):
        at = 0
        while at < len(nodes):
            node, before = nodes[at], nodes[at - 1] if at else None
            if node.kind == "word" and not (before and before.is_mark(".")):
                after = self.declared(nodes, at, context)
                if after:
                    at = after
                    continue
            inside = context
            if node.is_group("(") and before and before.kind == "word" and not node.spaced:
                self.calls.setdefault(before.text, []).append(Call(before.text, node, context, nodes[at - 2] if at > 1 else None, before.line))
                inside = context._replace(calls=(*context.calls, called(nodes, at)), property=attributed(nodes, at) or context.property)
            if node.is_mark("=") and before and before.kind == "word":
                self.assignments.append(Assignment(before.text, nodes[at + 1:extent(nodes, at + 1)], context, before.line))
            if node.kind == "text":
                self.texts.append(Text(nodes, at, context))
            if node.kind == "group":
                self.walk(node.items, inside)
            for part in node.parts:
                if not isinstance(part, str):
                    self.walk(part, context)
            at += 1

    def declared(self, nodes, at, context):
        """Records the declaration at a position. Returns the position after it; None if there is
        none.
        """
        word = nodes[at].text
        if word in TYPES:
            return self.type(nodes, at, context)
        if word in ("func", "init"):
            return self.function(nodes, at, context)
        if word in ("var", "let"):
            return self.value(nodes, at, context)
        if word == "switch":
            return self.switch(nodes, at, context)
        return None

    def type(self, nodes, at, context):
        body = next((i for i in range(at, len(nodes)) if nodes[i].is_group("{")), None)
        if body is None or nodes[at + 1].kind != "word":
            return None
        name, here = nodes[at + 1].text, at + 2
        while nodes[here].is_mark("."):
            name, here = name + "." + nodes[here + 1].text, here + 2
        if nodes[at].text != "extension" and context.type:
            name = context.type + "." + name
        self.walk(nodes[body].items, Context(self, name))
        return body + 1

    def function(self, nodes, at, context):
        start = at + 1 if nodes[at].text == "init" else at + 2
        name = "init" if nodes[at].text == "init" else nodes[at + 1].text if at + 1 < len(nodes) else ""
        inputs = next((i for i in range(start, min(start + 24, len(nodes))) if nodes[i].is_group("(")), None)
        if inputs is None:
            return None
        body = inputs + 1
        while body < len(nodes) and not nodes[body].is_group("{"):
            if nodes[body].is_word(*DECLARED, *MODIFIERS) or nodes[body].is_mark("@"):
                return None
            body += 1
        if body == len(nodes):
            return None
        parameters, types = declared_parameters(nodes[inputs].items)
        self.add(Function(name, parameters, types, nodes[body].items, context, nodes[at].line, is_private(nodes, at)))
        return body + 1

    def add(self, function):
        context = function.context
        self.functions.setdefault(function.name, []).append(function)
        for parameter in function.parameters:
            self.walk(parameter.default, context)
        self.walk(function.body, Context(self, context.type, function))

    def value(self, nodes, at, context):
        if at + 1 >= len(nodes) or at and (nodes[at - 1].is_word("if", "guard", "while", "case", "for") or nodes[at - 1].is_mark(",")):
            return None
        target, here = nodes[at + 1], at + 2
        while here < len(nodes) and not nodes[here].is_mark("=") and not nodes[here].is_group("{"):
            if nodes[here].first and not nodes[here - 1].is_mark(":", ".", ",", "->"):
                return None
            here += 1
        if here >= len(nodes):
            return None
        if nodes[here].is_group("{"):
            if target.kind == "word":
                self.add(Function(target.text, [], {}, nodes[here].items, context, target.line, is_private(nodes, at)))
                return here + 1
            return None
        content = nodes[here + 1:extent(nodes, here + 1)]
        names = [(target, None)] if target.kind == "word" else [(part[0], index) for index, part in enumerate(swift.split(target.items))]
        for name, index in names:
            self.values.setdefault(name.text, []).append(Value(content, context.function, context.type, index))
        # The nodes after the mark are walked like all others.
        return here + 1

    def switch(self, nodes, at, context):
        body = next((i for i in range(at, len(nodes)) if nodes[i].is_group("{")), None)
        if body is None:
            return None
        subject, group = nodes[at + 1:body], nodes[body]
        self.walk(subject, context)
        self.switches[group] = found = [Clause(subject, patterns, group, content) for patterns, content in clauses(group.items)]
        for clause in found:
            self.walk(clause.body, context._replace(clauses=(*context.clauses, clause)))
        return body + 1


def called(nodes, at):
    """Returns the name of the call with these arguments, and the word before it, if it is one word.
    """
    if at > 2 and nodes[at - 2].is_mark(".") and nodes[at - 3].kind == "word":
        return nodes[at - 3].text + "." + nodes[at - 1].text
    return nodes[at - 1].text


def attributed(nodes, at):
    """Returns the property after the arguments of an attribute; empty if they belong to a call."""
    if at < 2 or not nodes[at - 2].is_mark("@"):
        return ""
    after = next((i for i in range(at, len(nodes) - 1) if nodes[i].is_word("var", "let")), None)
    return nodes[after + 1].text if after else ""


def is_private(nodes, at):
    before = at - 1
    while before >= 0 and nodes[before].is_word(*MODIFIERS):
        if nodes[before].text in ("private", "fileprivate"):
            return True
        before -= 1
    return False


def declared_parameters(nodes):
    found, types = [], {}
    for part in swift.split(nodes):
        colon = next((i for i, node in enumerate(part) if node.is_mark(":")), None)
        if colon is None:
            continue
        words = [node.text for node in part[:colon] if node.kind == "word"]
        equals = next((i for i, node in enumerate(part) if node.is_mark("=")), len(part))
        if not words:
            continue
        label = "" if words[0] == "_" else words[0]
        found.append(Parameter(label, words[-1], part[equals + 1:]))
        types[words[-1]] = "".join(node.text for node in part[colon + 1:equals] if node.kind == "word" or node.is_mark("."))
    return found, types


def clauses(nodes):
    """Returns patterns and body of each clause."""
    found, at = [], 0
    while at < len(nodes):
        node, before = nodes[at], nodes[at - 1] if at else None
        begins = node.is_word("case", "default") and not (before and before.is_word("if", "guard", "while", "for"))
        if begins and not (before and before.is_mark(",", ".")):
            colon = next(i for i in range(at, len(nodes)) if nodes[i].is_mark(":"))
            found.append((nodes[at + 1:colon], []))
            at = colon
        elif found:
            found[-1][1].append(node)
        at += 1
    return found


def extent(nodes, start):
    """Returns the end of the expression that begins at `start`."""
    at = start
    while at < len(nodes):
        node = nodes[at]
        if node.is_mark(";", ","):
            break
        if at > start and node.first and not goes_on(nodes[at - 1], node):
            break
        if at > start and node.is_word("else") and not any(each.is_word("if") for each in nodes[start:at]):
            break
        at += 1
    return at


def goes_on(before, node):
    if node.kind == "mark" and node.text in GOES_ON:
        return True
    return before.kind == "mark" and before.text in OPEN and (before.spaced or before.text in (",", ".", ":"))


def statements(nodes):
    """Returns the statements of a body."""
    found = []
    for index, node in enumerate(nodes):
        if not found or node.is_mark(";") or node.first and not goes_on(nodes[index - 1], node):
            found.append([])
        if not node.is_mark(";"):
            found[-1].append(node)
    return [each for each in found if each]


def arguments(call):
    """Returns labels and expressions of a call; a missing label is empty."""
    found = []
    for part in swift.split(call.items):
        if len(part) > 2 and part[0].kind == "word" and part[1].is_mark(":") and not part[1].spaced:
            found.append((part[0].text, part[2:]))
        else:
            found.append(("", part))
    return found


def bound(function, call):
    """Returns the arguments of a call by the parameters' names; None if the call belongs to another
    function.
    """
    left, found = arguments(call), {}
    for parameter in function.parameters:
        if left and left[0][0] == parameter.label:
            found[parameter.name] = left.pop(0)[1]
        elif parameter.default:
            found[parameter.name] = parameter.default
        else:
            return None
    return None if left else found


def split_dictionary(nodes):
    """Returns the names that are values of a dictionary, by their keys, which are texts."""
    found = {}
    for group in nodes:
        for part in swift.split(group.items):
            if part[0].kind == "text" and len(part) > 2:
                found["".join(part[0].parts)] = part[-1].text
    return found
