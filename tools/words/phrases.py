"""Phrases of expressions: their texts, with the names of inserted values.

A phrase is a tuple of strings, holes and choices. `written` makes sentences of it: a hole becomes
‹name›, parts that may be missing are in [brackets], and where whole sentences differ there is one
for each.
"""

import itertools
import re
from typing import NamedTuple

from declarations import arguments, bound, clauses, statements
from swift import split

# Functions that do not change the words of their argument.
WRAPPERS = ("printable", "excerpt", "short", "shown", "String", "Int", "tenths", "hexadecimal", "escaped", "hexadecimalNumber", "Array", "Double", "oneDecimal", "paint", "fit")
# Members that concern the form of a value, not its meaning.
FORMS = ("joined", "map", "compactMap", "description", "text", "rawValue", "components", "seconds", "first", "last", "prefix", "sorted", "words", "word", "rounded", "lowercased", "uppercased", "value", "self", "utf8", "enumerated", "name", "path")
WORD = re.compile(r"[\w-]+")
LIMIT = 8
DEPTH = 24
# The next letter becomes lowercase.
SMALL = "\0"


class Hole(NamedTuple):
    name: str


class Choice(NamedTuple):
    phrases: tuple


class Scope:
    """Meaning of names: a file, a function, and the known parameters."""

    def __init__(self, file, function=None, bindings=None, outer=None):
        self.file, self.function, self.bindings, self.outer = file, function, bindings or {}, outer

    def binding(self, name):
        scope = self
        while scope:
            if name in scope.bindings:
                return scope.bindings[name]
            scope = scope.outer
        return None


class Bound(NamedTuple):
    nodes: list
    scope: Scope


def spelled(name):
    """Returns a name as words."""
    if name.startswith("$"):
        return "…"
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def has_text(nodes):
    """Whether an expression contains words, not only texts that join others."""
    for index, node in enumerate(nodes):
        if node.kind == "text":
            return True
        if node.kind == "group" and not (index and nodes[index - 1].is_word("joined", "contains", "hasPrefix", "hasSuffix")) and has_text(node.items):
            return True
    return False


def read(nodes, scope, depth=0, is_inner=False):
    """Returns the phrase of an expression."""
    while nodes and nodes[0].is_word("try", "await", "return"):
        nodes = nodes[2:] if len(nodes) > 1 and nodes[1].is_mark("?", "!") and not nodes[1].spaced else nodes[1:]
    if not nodes or depth > DEPTH:
        return (Hole("…"),)
    if nodes[0].is_word("switch"):
        group = next(node for node in nodes if node.is_group("{"))
        return choice([body(content, scope, depth, is_inner) for _, content in clauses(group.items)])
    if nodes[0].is_word("if"):
        return choice([body(node.items, scope, depth, is_inner) for node in nodes if node.is_group("{")])
    question = next((i for i, node in enumerate(nodes) if node.is_mark("?") and node.spaced), None)
    if question:
        return ternary(nodes, question, scope, depth, is_inner)
    for at, node in enumerate(nodes):
        if node.is_mark("??"):
            return choice([read(part, scope, depth + 1, is_inner) for part in (nodes[:at], nodes[at + 1:])])
    parts = split(nodes, "+")
    if len(parts) > 1 and worded(nodes, scope):
        return tuple(itertools.chain.from_iterable(read(part, scope, depth + 1, True) for part in parts))
    return chain(nodes, scope, depth, is_inner)


def worded(nodes, scope):
    """Whether a sum is one of texts."""
    return has_text(nodes) or any(node.kind == "word" and says(node.text, scope) for node in nodes)


def says(name, scope):
    """Whether a name stands for a text."""
    known = scope.binding(name)
    if known:
        return worded(known.nodes, known.scope)
    values = scope.file.values.get(name, [])
    return any(value.function in (None, scope.function) and has_text(value.nodes) for value in values)


def choice(phrases):
    found = []
    for phrase in phrases:
        inner = phrase[0].phrases if len(phrase) == 1 and isinstance(phrase[0], Choice) else [phrase]
        found += [each for each in inner if each not in found]
    return found[0] if len(found) == 1 else (Choice(tuple(found)),)


def ternary(nodes, question, scope, depth, is_inner):
    depths, colon = 0, question
    for colon in range(question + 1, len(nodes)):
        if nodes[colon].is_mark("?") and nodes[colon].spaced:
            depths += 1
        elif nodes[colon].is_mark(":"):
            if not depths:
                break
            depths -= 1
    condition, yes, no = nodes[:question], nodes[question + 1:colon], nodes[colon + 1:]
    known = truth(condition, scope)
    if known is not None:
        return read(yes if known else no, scope, depth + 1, is_inner)
    # "1 is" and "2 are": the plural is enough.
    if is_inner and any(node.is_mark("==") for node in condition) and condition[-1].text == "1" and has_text(yes):
        return read(no, scope, depth + 1, is_inner)
    return choice([read(part, scope, depth + 1, is_inner) for part in (yes, no)])


def truth(condition, scope):
    """Returns the value of a condition with one name; None if it is not known."""
    if len(condition) != 1 or condition[0].kind != "word":
        return None
    known = scope.binding(condition[0].text)
    text = known.nodes[0].text if known and len(known.nodes) == 1 else ""
    return {"true": True, "false": False}.get(text)


def body(nodes, scope, depth=0, is_inner=False):
    """Returns the phrase that a function or closure returns."""
    nodes = without_head(nodes)
    parts = statements(nodes)
    if not parts:
        return (Hole("…"),)
    found = [read(parts[-1], scope, depth + 1, is_inner)] if len(parts) == 1 or not parts[-1][0].is_word("guard") else []
    for part in parts[:-1]:
        for group in (node for node in part if node.is_group("{")):
            found[:0] = [read(each, scope, depth + 1, is_inner) for each in statements(group.items) if each[0].is_word("return") and len(each) > 1]
    return choice(found)


def without_head(nodes):
    """Returns the body of a closure without the names of its parameters."""
    for index, node in enumerate(nodes[:6]):
        if node.is_word("in"):
            return nodes[index + 1:]
    return nodes


def chain(nodes, scope, depth, is_inner):
    first = nodes[0]
    if first.kind == "text":
        return text(first, scope, depth)
    if first.is_group("(") and len(split(first.items)) == 1:
        return read(first.items, scope, depth + 1, is_inner)
    if nodes[-1].is_word("self"):
        nodes = nodes[:-2] or nodes
    member = mapped(nodes, scope, depth)
    if member:
        return member
    if len(nodes) > 2 and nodes[-1].is_group("(") and nodes[-2].is_word("prefix", "lowercased", "dropFirst") and scope.binding(first.text):
        # The continuation of another sentence begins with a lowercase letter.
        return (SMALL,) if any(node.is_word("prefix") for node in nodes) else read(nodes[:1], scope, depth + 1, is_inner)
    if len(nodes) == 1 and first.kind == "word":
        return word(first.text, scope, depth, is_inner)
    if len(nodes) == 2 and first.kind == "word" and nodes[1].is_group("("):
        return call(first.text, nodes[1], scope, depth, is_inner)
    if len(nodes) in (2, 3) and nodes[-2].is_mark(".") and nodes[-1].kind == "word" and (len(nodes) == 2 or first.text in ("Self", "self") or first.text[0].isupper()):
        found = static(nodes[-1].text, scope, depth, is_inner)
        if found:
            return found
    if len(nodes) in (3, 4) and nodes[-1].is_group("(") and nodes[-2].kind == "word" and nodes[-3].is_mark("."):
        if len(nodes) == 3 or first.text in ("Self", "self") or first.text[0].isupper():
            return call(nodes[-2].text, nodes[-1], scope, depth, is_inner)
    number = constant(nodes, scope)
    return (number,) if number else (Hole(named(nodes, scope)),)


def constant(nodes, scope):
    """Returns the number that `Type.name` stands for; None for anything else."""
    if len(nodes) != 3 or not nodes[1].is_mark(".") or not nodes[0].text[:1].isupper():
        return None
    kind = scope.function.context.type if nodes[0].text == "Self" and scope.function else nodes[0].text
    return scope.file.project.constants.get((kind.rpartition(".")[2], nodes[2].text))


def mapped(nodes, scope, depth):
    """Returns the phrase of each element in `things.map { … }`; with `joined`, of several."""
    for at in range(1, len(nodes) - 1):
        if nodes[at].is_word("map", "compactMap", "flatMap") and nodes[at - 1].is_mark(".") and nodes[at + 1].is_group("{") and has_text(nodes[at + 1].items):
            content = nodes[at + 1].items
            subject = Bound(nodes[:at - 1], scope)
            head = without_head(content)
            name = content[0].text if len(head) < len(content) and content[0].kind == "word" else "$0"
            phrase = body(head, Scope(scope.file, scope.function, {name: subject}, scope), depth, True)
            is_joined = any(node.is_word("joined") for node in nodes[at:])
            return (*phrase, ", …") if is_joined else phrase
    return None


def text(node, scope, depth):
    found = []
    for part in node.parts:
        found += [part] if isinstance(part, str) else read(part, scope, depth + 1, True)
    return tuple(found)


def word(name, scope, depth, is_inner):
    known = scope.binding(name)
    if known:
        return read(known.nodes, known.scope, depth + 1, is_inner)
    function = scope.function
    while function:
        for value in reversed(scope.file.values.get(name, [])):
            if value.function is function and has_text(value.nodes):
                return component(read(value.nodes, scope, depth + 1, is_inner), value, scope, depth)
        if function.parameter(name):
            return (Hole(spelled(name)),)
        function = function.context.function
    return static(name, scope, depth, is_inner) or (Hole(spelled(name)),)


def component(phrase, value, scope, depth):
    """Returns the phrase of one part of a tuple."""
    if value.index is None:
        return phrase
    found = []
    for group in tuples(value.nodes):
        parts = split(group.items)
        if len(parts) > value.index:
            found.append(read(parts[value.index], scope, depth + 1))
    return choice(found) if found else phrase


def tuples(nodes):
    """Returns groups that are values by themselves: alone, or after the mark of a clause."""
    found = []
    for index, node in enumerate(nodes):
        if node.is_group("(") and (not index or nodes[index - 1].is_mark(":", "?")) and len(split(node.items)) > 1:
            found.append(node)
        elif node.is_group("{"):
            found += tuples(node.items)
    return found


def static(name, scope, depth, is_inner):
    for value in scope.file.values.get(name, []):
        if value.function is None and has_text(value.nodes):
            return read(value.nodes, Scope(scope.file), depth + 1, is_inner)
    for function in scope.file.functions.get(name, []):
        if not function.parameters and has_text(function.body) and function.types == {}:
            return body(function.body, Scope(scope.file, function), depth + 1, is_inner)
    return None


def call(name, group, scope, depth, is_inner):
    given = arguments(group)
    if name == "counted" and len(given) > 1:
        one = read(given[1][1], scope, depth + 1, True)
        many = read(given[2][1], scope, depth + 1, True) if len(given) > 2 else (*one, "s")
        return (Hole(named(given[0][1], scope)), " ", *many)
    if name == "systemMessage":
        return (Hole("reason"),)
    if name in WRAPPERS and given:
        return read(given[0][1], scope, depth + 1, is_inner)
    for function in scope.file.functions.get(name, []):
        found = bound(function, group)
        if found is not None and has_text(function.body):
            bindings = {key: Bound(nodes, scope) for key, nodes in found.items()}
            return body(function.body, Scope(scope.file, function, bindings), depth + 1, is_inner)
    return (Hole(spelled(name)),)


def named(nodes, scope):
    """Returns the name of a value: the last name in it that describes it."""
    names = []
    for index, node in enumerate(nodes):
        if node.kind == "word":
            known = scope.binding(node.text)
            after = nodes[index + 1] if index + 1 < len(nodes) else None
            if known and not (index and nodes[index - 1].is_mark(".")):
                names.append(named(known.nodes, known.scope))
            elif after and after.is_group("(") and node.text in WRAPPERS and after.items:
                given = arguments(after)
                names.append(named(given[0][1] if given else [], scope))
            elif node.text not in ("self", "Self", "as", "try", "await"):
                names.append(node.text)
        elif node.is_group("(") and not index and node.items:
            names.append(named(node.items, scope))
        elif node.kind == "mark" and node.text not in (".", "?", "!", "\\") and names:
            break
        elif node.kind == "number" and not names:
            names.append(node.text)
    names = [name for name in names if name != "…"]
    if not names:
        return "…"
    telling = [name for index, name in enumerate(names) if index == 0 or name not in FORMS]
    return spelled(telling[-1])


def written(phrase):
    """Returns the sentences of a phrase, each once."""
    if len(phrase) == 1 and isinstance(phrase[0], Choice):
        found = list(itertools.chain.from_iterable(written(each) for each in phrase[0].phrases))
    else:
        found = [""]
        for part in phrase:
            pieces = inline(part)
            if len(found) * len(pieces) > LIMIT:
                pieces = ["…"]
            found = [before + piece for before in found for piece in pieces]
    found = list(dict.fromkeys(tidy(each) for each in found))
    # Leaves out sentences that differ from another one only by the missing full stop.
    return [each for each in found if each + "." not in found]


def tidy(sentence):
    """Moves blanks before brackets, and applies lowercase letters."""
    sentence = re.sub(r"\[( +)", lambda match: match[1] + "[", sentence)
    sentence = re.sub(SMALL + "(.)", lambda match: match[1].lower(), sentence)
    return sentence.replace("‹…›", "…")


def inline(part):
    """Returns the possible texts of a part of a sentence."""
    if isinstance(part, str):
        return [part]
    if isinstance(part, Hole):
        return ["‹%s›" % part.name]
    if any(len(each) == 1 and isinstance(each[0], Hole) for each in part.phrases):
        return inline(next(each[0] for each in part.phrases if len(each) == 1 and isinstance(each[0], Hole)))
    pieces = list(dict.fromkeys(itertools.chain.from_iterable(written(each) for each in part.phrases)))
    full = [piece for piece in pieces if piece]
    if len(full) == 1 and len(pieces) == 2:
        return ["[%s]" % full[0]]
    if len(full) == 2 and len(pieces) == 2:
        shorter, longer = sorted(full, key=len)
        if longer.endswith(shorter):
            return ["[%s]%s" % (longer[:-len(shorter)], shorter)]
        if longer.startswith(shorter):
            return ["%s[%s]" % (shorter, longer[len(shorter):])]
    if all(WORD.fullmatch(piece) for piece in full):
        joined = "/".join(full)
        return [joined if len(full) == len(pieces) else "[%s]" % joined]
    return pieces
