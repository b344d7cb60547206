"""JSON as ArduinoJson 6 reads and writes it, as observed on a FlockFinder: texts are bytes, and
some invalid JSON is read.
"""

from __future__ import annotations

import re
from typing import Union

Value = Union[None, bool, int, float, bytes, "list[Value]", "dict[bytes, Value]"]

# Limit of nested lists and objects. Source: the library's default.
DEEPEST = 10
_BLANKS = b" \t\r\n"
_SHORT = {0x08: b"\\b", 0x0C: b"\\f", 0x0A: b"\\n", 0x0D: b"\\r", 0x09: b"\\t", 0x22: b'\\"', 0x5C: b"\\\\"}
_ESCAPES = {each[1]: bytes((byte,)) for byte, each in _SHORT.items()} | {0x27: b"'", 0x2F: b"/"}
_WORD = re.compile(rb"[A-Za-z0-9+.-]*")
_KEY = re.compile(rb"[A-Za-z0-9_]+")
_DIGITS = re.compile(rb"[0-9A-Fa-f]{4}")
_NUMBER = re.compile(rb"[+-]?[0-9]*\.?[0-9]*([eE][+-]?[0-9]+)?")


class Wrong(Exception):
    """The text is not a value, or needs more memory than there is."""


class _Reader:
    def __init__(self, text: bytes, memory: int) -> None:
        self.text = text
        self.position = 0
        self._left = memory
        self._texts: set[bytes] = set()

    def value(self, depth: int = 0) -> Value:
        match self._next():
            case 0x7B:
                return self._object(depth)
            case 0x5B:
                return self._list(depth)
            case 0x22 | 0x27:
                return self._kept(self._quoted())
            case _:
                return self._word()

    def _object(self, depth: int) -> Value:
        if depth >= DEEPEST:
            raise Wrong
        self.position += 1
        members: dict[bytes, Value] = {}
        if self._next() == ord("}"):
            self.position += 1
            return members
        while True:
            key = self._key()
            if self._next() != ord(":"):
                raise Wrong
            self.position += 1
            if key not in members:
                self._kept(key)
                self._take(16)
            # Of equal keys the last value counts, at the place of the first.
            members[key] = self.value(depth + 1)
            if not self._is_more(ord("}")):
                return members

    def _list(self, depth: int) -> Value:
        if depth >= DEEPEST:
            raise Wrong
        self.position += 1
        elements: list[Value] = []
        if self._next() == ord("]"):
            self.position += 1
            return elements
        while True:
            self._take(16)
            elements.append(self.value(depth + 1))
            if not self._is_more(ord("]")):
                return elements

    def _is_more(self, end: int) -> bool:
        byte = self._next()
        self.position += 1
        if byte not in (end, ord(",")):
            raise Wrong
        return byte != end

    def _next(self) -> int:
        while self.position < len(self.text) and self.text[self.position] in _BLANKS:
            self.position += 1
        if self.position >= len(self.text):
            raise Wrong
        return self.text[self.position]

    def _run(self, pattern: re.Pattern[bytes]) -> bytes:
        found = pattern.match(self.text, self.position)
        run = found[0] if found else b""
        self.position += len(run)
        return run

    def _key(self) -> bytes:
        if self._next() in b"\"'":
            return self._quoted()
        return self._run(_KEY) or self._fail()

    def _word(self) -> Value:
        word = self._run(_WORD)
        named: dict[bytes, Value] = {b"true": True, b"false": False, b"null": None}
        if word in named:
            return named[word]
        if not word or not _NUMBER.fullmatch(word):
            raise Wrong
        try:
            return int(word) if word.lstrip(b"+-").isdigit() else float(word)
        except ValueError as error:
            raise Wrong from error

    def _quoted(self) -> bytes:
        mark = self.text[self.position]
        self.position += 1
        text = bytearray()
        high = 0
        while self.position < len(self.text):
            byte = self.text[self.position]
            self.position += 1
            if byte == mark:
                return bytes(text)
            if byte != ord("\\"):
                text.append(byte)
                continue
            escape = self.text[self.position] if self.position < len(self.text) else 0
            self.position += 1
            if escape in _ESCAPES:
                text += _ESCAPES[escape]
            elif escape == ord("u"):
                unit = int(self._run(_DIGITS) or self._fail(), 16)
                if unit & 0xFC00 == 0xD800:
                    high = unit & 0x3FF
                elif unit & 0xFC00 == 0xDC00:
                    text += chr(0x10000 + (high << 10 | unit & 0x3FF)).encode()
                else:
                    text += chr(unit).encode()
            else:
                raise Wrong
        raise Wrong

    def _kept(self, text: bytes) -> bytes:
        """Stores each different text once, with a NUL."""
        if text not in self._texts:
            self._texts.add(text)
            self._take(len(text) + 1)
        return text

    def _take(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise Wrong

    def _fail(self) -> bytes:
        raise Wrong


def read(text: bytes, memory: int) -> Value:
    """Returns the value at the beginning of a text; the rest is ignored."""
    return _Reader(text, memory).value()


def written(value: Value) -> bytes:
    """Writes a value. Control characters without a short form, and invalid UTF-8, are written
    unchanged.
    """
    match value:
        case None:
            return b"null"
        case bool():
            return b"true" if value else b"false"
        case bytes():
            return b'"' + b"".join(_SHORT.get(byte, bytes((byte,))) for byte in value) + b'"'
        case list():
            return b"[" + b",".join(written(each) for each in value) + b"]"
        case dict():
            return b"{" + b",".join(written(key) + b":" + written(each) for key, each in value.items()) + b"}"
        case _:
            return str(value).encode()
