"""Swift sources as trees: words, marks, texts with their interpolations, and groups in brackets.

It covers enough of the language to find texts and what they belong to. Comments and regular
expressions are left out.
"""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = os.path.join(ROOT, "Sources")
BRACKETS = {"(": ")", "[": "]", "{": "}"}
BLANK = re.compile(r"\s+|//[^\n]*")
WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_]*|`[^`\n]+`|\$[0-9]+|#[a-z]+")
NUMBER = re.compile(r"0[xob][0-9A-Fa-f_]+|[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9]+)?")
MARK = re.compile(r"\?\?|->|===|!==|==|!=|<=|>=|&&|\|\||\.\.\.|\.\.<|[-+*/]=|.", re.DOTALL)
QUOTE = re.compile(r'(#*)("""|")')
PATTERN = re.compile(r"#/.*?/#", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}


class Node:
    """A word, number, mark, text or group. A group has `items`, and `parts` of a text are strings and lists of nodes."""

    __slots__ = ("kind", "text", "line", "spaced", "first", "items", "parts")

    def __init__(self, kind, text, line, spaced=False, first=False, items=(), parts=()):
        self.kind, self.text, self.line = kind, text, line
        # Whether a blank precedes the node, and whether the node begins its line.
        self.spaced, self.first = spaced, first
        self.items, self.parts = items, parts

    def is_mark(self, *texts):
        return self.kind == "mark" and self.text in texts

    def is_word(self, *texts):
        return self.kind == "word" and self.text in texts

    def is_group(self, bracket):
        return self.kind == "group" and self.text == bracket


class Reader:
    def __init__(self, text, place):
        self.text, self.place = text, place
        self.at, self.line = 0, 1

    def fail(self, words):
        raise SystemExit("%s:%d: %s" % (self.place, self.line, words))

    def advance(self, end):
        piece = self.text[self.at:end]
        self.line += piece.count("\n")
        self.at = end
        return piece

    def blank(self):
        """Skips blanks and comments. Returns whether there were any, and whether a line ended."""
        start, line = self.at, self.line
        while self.at < len(self.text):
            found = BLANK.match(self.text, self.at)
            if found:
                self.advance(found.end())
            elif self.text.startswith("/*", self.at):
                self.comment()
            else:
                break
        return self.at > start, self.line > line

    def comment(self):
        depth = 0
        while True:
            if self.text.startswith("/*", self.at):
                depth += 1
            elif self.text.startswith("*/", self.at):
                depth -= 1
            elif self.at >= len(self.text):
                self.fail("a comment without end")
            else:
                self.advance(self.at + 1)
                continue
            self.advance(self.at + 2)
            if not depth:
                return

    def nodes(self, closing=None):
        """Returns all nodes up to the closing bracket, or to the end."""
        found = []
        while True:
            spaced, first = self.blank()
            if self.at >= len(self.text):
                if closing:
                    self.fail("no %s" % closing)
                return found
            if closing and self.text[self.at] == closing:
                self.advance(self.at + 1)
                return found
            node = self.node()
            if node:
                node.spaced, node.first = spaced, first or not found
                found.append(node)

    def node(self):
        line, character = self.line, self.text[self.at]
        quote = QUOTE.match(self.text, self.at)
        if quote:
            return self.string(quote)
        pattern = PATTERN.match(self.text, self.at)
        if pattern:
            self.advance(pattern.end())
            return None
        if character in BRACKETS:
            self.advance(self.at + 1)
            return Node("group", character, line, items=self.nodes(BRACKETS[character]))
        for kind, form in (("word", WORD), ("number", NUMBER), ("mark", MARK)):
            found = form.match(self.text, self.at)
            if found:
                return Node(kind, self.advance(found.end()).strip("`"), line)
        return self.fail("an unknown character")

    def string(self, quote):
        hashes, mark = quote.groups()
        line, parts, is_long = self.line, [""], mark == '"""'
        end, escape = mark + hashes, "\\" + hashes
        self.advance(quote.end())
        while not self.text.startswith(end, self.at):
            if self.at >= len(self.text):
                self.fail("a string without end")
            if self.text.startswith(escape, self.at):
                self.advance(self.at + len(escape))
                self.escaped(parts)
            else:
                parts[-1] += self.advance(self.at + 1)
        self.advance(self.at + len(end))
        if is_long:
            parts = dedented(parts)
        return Node("text", "", line, parts=[part for part in parts if part != ""])

    def escaped(self, parts):
        character = self.text[self.at]
        if character == "(":
            self.advance(self.at + 1)
            parts += [self.nodes(")"), ""]
        elif character == "u":
            end = self.text.index("}", self.at)
            parts[-1] += chr(int(self.text[self.at + 2:end], 16))
            self.advance(end + 1)
        elif character in "\n ":
            # The line continues; the indentation of its next part is removed with that of the
            # others.
            self.advance(self.text.index("\n", self.at) + 1)
            parts[-1] += "\0"
        else:
            parts[-1] += ESCAPES[character]
            self.advance(self.at + 1)


def dedented(parts):
    """Returns the parts of a multi-line string without their indentation, and without the first and
    last line break.
    """
    # A placeholder character stands for each interpolation.
    holes = [part for part in parts if not isinstance(part, str)]
    text = "".join(part if isinstance(part, str) else "\1" for part in parts)
    lines = text.replace("\0", "\0\n").split("\n")[1:]
    indent = len(lines[-1]) - len(lines[-1].lstrip())
    text = "\n".join(line[indent:] for line in lines[:-1]).replace("\0\n", "")
    found = []
    for index, piece in enumerate(text.split("\1")):
        found += [holes[index - 1]] if index else []
        found.append(piece)
    return found


def tree(text, place):
    return Reader(text, place).nodes()


def files(folder=SOURCES):
    """Yields the paths of Swift files below a folder, from the root of the repository."""
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".swift"):
                yield os.path.relpath(os.path.join(path, name), ROOT)


def split(nodes, mark=","):
    """Returns the parts between marks outside of brackets; empty if there are no nodes."""
    parts = [[]]
    for node in nodes:
        if node.is_mark(mark):
            parts.append([])
        else:
            parts[-1].append(node)
    return [part for part in parts if part]
