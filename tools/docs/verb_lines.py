"""JSON lines of each verb: read from the sources where they can be, and else from lines.toml."""

import os
import re
import tomllib

from sources import ROOT, WRITER

PATH = os.path.join("tools", "docs", "lines.toml")
PAGE = os.path.join("docs", "command-line.md")
API = os.path.join("docs", "api.md")
CODE = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SCHEMA = re.compile(r'^<a id="([^"]+)"></a>(.*?)(?=^<a id=|\Z)', re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
TO_SCHEMA = re.compile(r"\(api\.md#([a-z]+)\)")
# A link, or code outside of links.
LINKED = re.compile(r"\[[^\]]*\]\([^)]*\)|`([^`]+)`")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
WORD = re.compile(r"[a-z][a-z0-9_-]*")


class Lines:
    def __init__(self, sources):
        self.sources = sources
        told = tomllib.loads(read(PATH))
        # Types of the API whose fields a line has.
        self.schemas = told["schemas"]
        self.rows = {name: row for row in told["verbs"] for name in row["names"]}
        self.unknown = []
        self.page = FENCED.sub("", read(PAGE))

    def of(self, verb, takes_json):
        """Returns the paragraph on the lines of a verb; empty without JSON."""
        row, unit = self.rows.get(verb, {}), self.sources.verbs.get(verb)
        if unit is None:
            return ""
        lines, result, note = row.get("lines"), row.get("result"), row.get("note", "")
        if takes_json and (lines is None or result is None):
            if not self.is_exact(unit):
                self.unknown.append(verb)
            lines = lines or ", ".join(dict.fromkeys("`%s`" % line.type for line in unit.lines)) or "none"
            result = result or ", ".join("`%s`" % name for name in unit.results) or "no fields of its own"
        words = "**JSON lines:** %s. Result: %s." % (self.linked(lines), result) if takes_json else ""
        return " ".join(part for part in (words, note) if part)

    def is_exact(self, unit):
        return self.sources.is_exact(unit) and not any(WRITER in each.words for each in self.sources.reached(unit))

    def linked(self, text):
        """Returns a text in which types of lines link to their fields."""
        return LINKED.sub(lambda match: "[%s](%s)" % (match[0], self.target(match[1])) if match[1] in self.types() else match[0], text)

    def target(self, kind):
        schema = self.schemas.get(kind)
        return "api.md#" + schema.lower() if schema else "command-line.md#" + kind

    def types(self):
        found = {line.type for unit in self.sources.units.values() for line in unit.lines}
        return (found | set(self.schemas)) - {"result"}

    def fields(self):
        """Returns the names of all fields in the sources, and their places."""
        found = {}
        for unit in self.sources.units.values():
            found.update(unit.fields)
        return found

    def problems(self, verbs):
        """Returns what is missing or wrong in lines.toml and in the page.

        - Parameter verbs: Whether each verb takes `--json`.
        """
        found = ["%s: add lines and result of `perch %s`, which cannot be read from its sources" % (PATH, verb) for verb in self.unknown]
        known = {name for name, unit in self.sources.verbs.items() if not unit.subverbs}
        found += ["no verb `perch %s` in program and sources" % verb for verb in sorted(known ^ set(verbs))]
        found += ["%s: no verb `perch %s`" % (PATH, verb) for verb in sorted(set(self.rows) - set(verbs))]
        for verb, row in self.rows.items():
            if verb in self.sources.verbs:
                found += ["%s: `perch %s`: %s" % (PATH, verb, words) for words in self.faults(row, self.sources.verbs[verb])]
        return found + list(self.missing())

    def faults(self, row, unit):
        """Yields the differences between a row and the sources."""
        computed = set(row.get("computed", []))
        lines, result = row.get("lines"), row.get("result")
        if lines is not None:
            told = set(CODE.findall(lines))
            yield from ("the line `%s` is missing" % kind for kind in sorted({line.type for line in unit.lines} - told))
            reached = {line.type for each in self.sources.reached(unit) for line in each.lines}
            yield from ("writes no line `%s`" % kind for kind in sorted((told & self.types()) - reached - computed))
        if result is not None:
            told = {name for name in CODE.findall(result) if WORD.fullmatch(name)}
            yield from ("the field `%s` of the result is missing" % name for name in sorted(set(unit.results) - told))
            yield from ("no source writes the field `%s`" % name for name in sorted(told - set(self.fields()) - computed))

    def missing(self):
        """Yields lines and fields that the page lacks."""
        sections = self.sections()
        api = {name: set(FIELD.findall(text)) for name, text in SCHEMA.findall(read(API))}
        for kind in sorted(self.types() - set(self.schemas) - set(sections)):
            yield "%s: no heading for the line `%s`, and no schema in %s" % (PAGE, kind, PATH)
        linked = {name.lower() for name in self.schemas.values()} | set(TO_SCHEMA.findall(self.page))
        yield from ("%s: no type %s" % (API, name) for name in sorted(linked - set(api)))
        for line in sorted({line for unit in self.sources.units.values() for line in unit.lines}):
            if line.type in self.schemas:
                told = api.get(self.schemas[line.type].lower(), set())
            else:
                text = sections.get(line.type, "")
                told = set(CODE.findall(text)).union(*(api.get(name, set()) for name in TO_SCHEMA.findall(text)))
            yield from ("%s: the field `%s` of the line `%s` is missing" % (line.place, name, line.type) for name in line.fields if name not in told)
        told = set(CODE.findall(self.page)) | set(CODE.findall(read(PATH))).union(*(api.get(name, set()) for name in linked))
        written = {name for unit in self.sources.verbs.values() for name in unit.results}
        for name, place in sorted(self.fields().items()):
            if name not in told | written:
                yield "%s: the field `%s` is in no line of %s" % (place, name, PAGE)

    def sections(self):
        """Returns the text below each heading of the page, by all names in the heading."""
        parts = HEADING.split(self.page)
        return {name: text for heading, text in zip(parts[1::2], parts[2::2]) for name in CODE.findall(heading)}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()
