"""All failures of Perch: code, message, hint and exit code of each, as the sources make them."""

import re
from typing import NamedTuple

import phrases
from declarations import arguments, bound
from exits import Exits
from phrases import Bound, Scope, read, written

# Last names in codes of failures that are made from others.
PASSED_ON = ("code",)
# Codes that are made at run time from the name of a status.
MADE = re.compile(r"(status-)‹\w+›$")
ROUNDS = 4


class Failure(NamedTuple):
    code: str
    messages: tuple
    hints: tuple
    # Names of exit codes; empty if it is the exit code of another failure.
    exits: tuple
    # None if it depends.
    is_retryable: object
    # Cases of errors that have this failure, as pairs of type and case.
    cases: tuple
    path: str
    line: int


class Site(NamedTuple):
    """The place where a failure is made: its parts, the scope of their names, and its line."""

    parts: dict
    scope: Scope
    context: object
    line: int


class Collector:
    def __init__(self, project):
        self.project, self.files, self.exits = project, project.files, Exits(project)
        self.found, self.unread = {}, []
        # Functions that make failures from their arguments, by file and name.
        self.makers = set()
        for file in self.files:
            for site in made(file):
                self.add(site)

    def add(self, site, rounds=0):
        """Adds a failure, or its forms at the calls of the function around it."""
        scopes = [scope for key in ("code", "message", "hint") for scope in unbound(site.parts.get(key, []), site.scope, key == "code")]
        sites = list(self.calls(scopes[0], site)) if scopes and rounds < ROUNDS else []
        for each in sites:
            self.add(each, rounds + 1)
        if not sites:
            for each in self.instances(site):
                self.take(each)

    def calls(self, scope, site):
        """Yields the failure at each call of the function of a scope."""
        function = scope.function
        for file in [function.file] if function.is_private else self.files:
            for call in file.calls.get(function.name, []):
                given = bound(function, call.arguments)
                if given is None or call.context.function is function or any(node.is_word("let") for node in call.arguments.items):
                    continue
                outer = Scope(file, call.context.function)
                self.makers.add((file.path, function.name))
                known = {name: Bound(nodes, outer) for name, nodes in given.items()}
                yield Site(site.parts, told(site.scope, scope, known), call.context, call.line)

    def instances(self, site):
        """Returns the failure for each value of a type whose property is the code."""
        names = [name for name in bare(site.parts.get("code", []), True) if site.scope.binding(name) is None]
        kind = site.context.type.rpartition(".")[2]
        if not names or not kind:
            return [site]
        found = [] if phrases.static(names[0], site.scope, 0, False) is None else [site]
        for file in self.files:
            for call in file.calls.get(kind, []):
                given = {label: Bound(nodes, Scope(file, call.context.function)) for label, nodes in arguments(call.arguments) if label}
                if names[0] in given:
                    line = call.line if file is site.scope.file else site.line
                    found.append(site._replace(scope=Scope(site.scope.file, site.scope.function, {**given, **site.scope.bindings}), line=line))
        return found or [site]

    def take(self, site):
        for code in written(read(site.parts["code"], site.scope)):
            if "‹" in code and is_passed_on(site.parts["code"]):
                continue
            if "‹" in code and not MADE.match(code):
                self.unread.append("%s:%d: %s" % (site.scope.file.path, site.line, code))
                continue
            code = MADE.sub(r"\1…", code)
            errors = cases(site.context)
            parts = {key: tuple(self.sentences(site.parts.get(key), site.scope, errors)) for key in ("message", "hint")}
            exits = self.exits.of(site.parts.get("exit", []), site.scope, code)
            failure = Failure(
                code, parts["message"], parts["hint"], exits, is_retryable(site, exits), tuple(errors), site.context.file.path, site.line)
            self.found[failure[:4] + failure[6:]] = failure

    def sentences(self, nodes, scope, errors):
        """Yields the sentences of an expression; an error that describes itself yields its
        description.
        """
        for each in written(read(nodes, scope)) if nodes else []:
            if "‹self›" not in each:
                yield from [each] if each else []
                continue
            for kind, name in errors:
                for description in self.project.functions("description", kind):
                    for words in described(description, name):
                        ended = each.replace("‹self›", words)
                        yield ended[:-1] if ended.endswith("..") else ended

    def failures(self):
        return sorted(self.found.values(), key=lambda each: (each.code, each.path, each.line))


def told(scope, target, known):
    """Returns a scope in which the parameters of the scope `target` inside it are known."""
    if scope is target:
        return Scope(scope.file, scope.function, {**scope.bindings, **known})
    inner = {name: Bound(value.nodes, told(value.scope, target, known)) for name, value in scope.bindings.items()}
    return Scope(scope.file, scope.function, inner, scope.outer)


def made(file):
    """Yields the places where a file makes failures."""
    for name in ("Failure", "init"):
        for call in file.calls.get(name, []):
            parts = dict(arguments(call.arguments))
            is_own = name == "Failure" and not (call.before and call.before.is_mark(".")) or name == "init" and call.context.type == "Failure"
            if is_own and {"code", "message", "hint"} <= parts.keys():
                yield Site(parts, Scope(file, call.context.function), call.context, call.line)
    for each in file.assignments:
        if each.name == "code" and phrases.has_text(each.nodes) and each.context.function:
            parts = {other.name: other.nodes for other in file.assignments if other.context.function is each.context.function and other.name in ("code", "message", "hint")}
            yield Site(parts, Scope(file, each.context.function), each.context, each.line)


def bare(nodes, is_code):
    """Returns names that are the whole of an expression, or of a part of a code."""
    if len(nodes) == 1 and nodes[0].kind == "word":
        return [nodes[0].text]
    if is_code and len(nodes) == 1 and nodes[0].kind == "text":
        return [part[0].text for part in nodes[0].parts if not isinstance(part, str) and len(part) == 1 and part[0].kind == "word"]
    return []


def unbound(nodes, scope, is_code):
    """Yields scopes with unknown parameters that are the expression, or part of a code."""
    for name in bare(nodes, is_code):
        known = scope.binding(name)
        if known is not None:
            yield from unbound(known.nodes, known.scope, is_code)
        elif scope.function and scope.function.parameter(name):
            yield scope


def is_passed_on(nodes):
    return any(node.is_word(*PASSED_ON) or node.kind == "group" and is_passed_on(node.items) for node in nodes)


def is_retryable(site, exits):
    nodes = site.parts.get("isRetryable", [])
    known = site.scope.binding(nodes[0].text) if len(nodes) == 1 and nodes[0].kind == "word" else None
    nodes = known.nodes if known else nodes
    if not nodes:
        return False
    if len(nodes) == 1 and nodes[0].text in ("true", "false"):
        return nodes[0].text == "true"
    is_by_exit = [node.text for node in nodes] == ["exit", "==", ".", "temporary"]
    return exits == ("temporary",) if is_by_exit and len(exits) == 1 else None


def cases(context):
    """Returns the cases of errors that lead here, as pairs of type and case."""
    for clause in reversed(context.clauses):
        kind = subject_type(clause, context)
        if kind:
            return [(kind, name) for name in names(clause) or rest(clause, context)]
    return []


def subject_type(clause, context):
    if len(clause.subject) != 1:
        return None
    name = clause.subject[0].text
    if name == "self":
        return context.type
    function = context.function
    while function:
        if name in function.types:
            return function.types[name]
        function = function.context.function
    return None


def names(clause):
    """Returns the cases that a clause names."""
    nodes = clause.patterns
    return [node.text for index, node in enumerate(nodes) if node.kind == "word" and index and nodes[index - 1].is_mark(".") and (index < 2 or nodes[index - 2].is_mark(","))]


def rest(clause, context):
    """Returns the cases of a `default`: those that other switches pass to its function, without
    those of the other clauses.
    """
    named = {name for other in context.file.switches[clause.switch] for name in names(other)}
    sent = []
    for others in context.file.switches.values():
        for other in others:
            if other.switch is not clause.switch and mentions(other.body, context.function.name):
                sent += names(other)
    return [name for name in sent if name not in named]


def described(function, name):
    """Yields the description of one case."""
    for clauses in function.file.switches.values():
        for clause in clauses:
            if clause.body and name in names(clause) and any(group is clause.switch for group in function.body):
                yield from written(phrases.body(clause.body, Scope(function.file, function)))


def mentions(nodes, name):
    return any(node.is_word(name) or node.kind == "group" and mentions(node.items, name) for node in nodes)
