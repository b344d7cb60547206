"""Makes docs/openapi.yaml from the sources in docs/api: `tools/api-types` runs it.

docs/api/perch.yaml contains the common parts of the API. Each of its tags has a file of the same name, with `paths` and
`components`; the document contains them in the order of the tags. The sources are OpenAPI, with these differences:

  common    in perch.yaml: parts that are inserted automatically, as described there
  problems  of an operation: groups of `common` whose responses are added to it
  tags      are not written: an operation gets the tag of its file
  x-*       keys for generate.py, which are left out of the document

Lines stay as they are written; only comments beside the keys of a section are left out.
"""

import os
import re
from typing import NamedTuple

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "docs", "api")
NOTE = "# Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.\n"
# References to a component: a `$ref`, or its name in the description of a stream's lines, as in "`start` (StreamStart)".
REFERENCE = re.compile(r"'#/components/(\w+)/(\w+)'|`\w+` \(([A-Z]\w+)")
# Keys that are not part of OpenAPI: alone on a line, after another key on the line, or before another key.
EXTENSION = r"x-[\w-]+:"
VALUE = EXTENSION + r""" ("[^"]*"|'[^']*'|[^,"'{}\[\]]+?)"""
HINT = re.compile(r"^ +%s [^>|].*\n|, %s(?=,| *[}\]])|(?<=\{ )%s, " % (EXTENSION, VALUE, VALUE))
LEFT = re.compile(r"(^|[ {])%s\s" % EXTENSION)
TWICE = "%s is there twice"


class Line(NamedTuple):
    text: str
    # File and line number, for messages.
    place: str


def fail(place, words):
    raise SystemExit("tools/api-types: %s: %s" % (place, words))


def blocks(lines, indent):
    """Splits lines at the keys of this indentation: for each key its lines, beginning with its own."""
    found, current = {}, None
    for line in lines:
        if line.text and not line.text.startswith(" " * indent):
            fail(line.place, "less indented than what it is in")
        beginning = line.text[indent:indent + 1]
        if beginning in ("", " ", "-"):
            if current is None:
                fail(line.place, "more indented than the keys beside it")
            current.append(line)
        elif beginning != "#":
            key = line.text.strip().partition(": ")[0].rstrip(":").strip('"')
            if key in found:
                fail(line.place, TWICE % key)
            current = found[key] = [line]
    return found


def indented(text, indent, place):
    return [Line(" " * indent + line, place) for line in text.splitlines()]


def source(name):
    """The sections of a file, by key."""
    path = os.path.join(FOLDER, name + ".yaml")
    place = os.path.relpath(path, ROOT)
    if not os.path.exists(path):
        fail(place, "there is no such file for the tag")
    with open(path) as file:
        return blocks([Line(text, "%s:%d" % (place, number)) for number, text in enumerate(file.read().splitlines(), 1)], 0)


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Refuses repeated keys."""

    # Lines of the document that is loaded.
    lines = []

    def construct_mapping(self, node, deep=False):
        keys = set()
        for key, _ in node.value:
            if key.value in keys:
                fail(self.lines[key.start_mark.line].place, TWICE % key.value)
            keys.add(key.value)
        return super().construct_mapping(node, deep)


def parsed(lines):
    """Parses lines as YAML."""
    loader = Loader("\n".join(line.text for line in lines))
    loader.lines = lines
    try:
        return loader.get_single_data()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        fail(lines[min(mark.line, len(lines) - 1)].place, error.problem)


class Bundle:
    def __init__(self):
        perch = source("perch")
        self.head = [line for key, lines in perch.items() if key not in ("common", "components") for line in lines]
        self.common = blocks(perch["common"][1:], 2)
        self.problems = parsed(self.common["problems"])["problems"]
        self.paths, self.components = [], {}
        self.add(perch, None)
        tags = [tag["name"] for tag in parsed(self.head)["tags"]]
        for name in sorted(os.listdir(FOLDER)):
            if name not in [tag + ".yaml" for tag in ("perch", *tags)]:
                fail("docs/api/" + name, "perch.yaml has no tag of that name")
        for tag in tags:
            self.add(source(tag), tag)

    def add(self, sections, tag):
        """Adds the paths and components of a source."""
        for section, lines in sections.items():
            if section == "paths" and tag:
                for path in blocks(lines[1:], 2).values():
                    self.paths += self.path(path, tag)
            elif section == "components":
                for kind, components in blocks(lines[1:], 2).items():
                    for name, component in blocks(components[1:], 4).items():
                        if kind == "responses":
                            component = self.answer(component, is_problem=True)
                        self.components.setdefault(kind, []).append((name, component))
            elif tag or section == "paths":
                fail(lines[0].place, "`%s` does not belong into this file" % section)

    def path(self, lines, tag):
        made = lines[:1]
        for key, part in blocks(lines[1:], 4).items():
            made += part if key == "parameters" else self.operation(part, tag)
        return made

    def operation(self, lines, tag):
        parts = blocks(lines[1:], 6)
        if "operationId" not in parts or "responses" not in parts:
            fail(lines[0].place, "an operation without `operationId` or `responses`")
        made = lines[:1]
        for key, part in parts.items():
            if key == "responses":
                made += part[:1] + self.responses(part[1:], self.problems_of(parts), lines[0].place)
            elif key != "problems":
                made += part
            if key == "operationId":
                made += indented("tags: [%s]" % tag, 6, part[0].place)
        return made

    def problems_of(self, parts):
        """The problems of an operation, by status."""
        found = dict(self.problems["always"])
        if "security" not in parts or parsed(parts["security"])["security"]:
            found |= self.problems["guarded"]
        if "requestBody" in parts:
            found |= self.problems["body"]
        if "problems" in parts:
            place = parts["problems"][0].place
            for group in parsed(parts["problems"])["problems"]:
                if group not in self.problems:
                    fail(place, "there are no problems `%s`" % group)
                for code in sorted(found.keys() & self.problems[group].keys()):
                    fail(place, "`%s`: the problem %d is there already" % (group, code))
                found |= self.problems[group]
        return found

    def responses(self, lines, problems, place):
        """Responses of an operation. A response that is written out replaces the problem with the same status."""
        found = {}
        for code, name in problems.items():
            found[str(code)] = indented("\"%d\": { $ref: '#/components/responses/%s' }" % (code, name), 8, place)
        for code, response in blocks(lines, 8).items():
            found[code] = self.answer(response)
        return [line for code in sorted(found) for line in found[code]]

    def answer(self, lines, is_problem=False):
        """A response that is written out, with the common parts."""
        if "$ref" in lines[0].text:
            return lines
        indent = lines[0].text.index(lines[0].text.strip()) + 2
        parts = blocks(lines[1:], indent)
        if "description" not in parts:
            fail(lines[0].place, "a response without a description")
        headers = self.common_part("headers", indent, lines[0].place)
        made = lines[:1]
        for key, part in parts.items():
            made += headers + part[1:] if key == "headers" else part
            if key == "description" and "headers" not in parts:
                made += headers
        if is_problem and "content" not in parts:
            made += self.common_part("content", indent, lines[0].place)
        return made

    def common_part(self, key, indent, place):
        """Lines of a common part, indented as required."""
        return indented("\n".join(line.text for line in self.common[key]), indent - 2, place)

    def lines(self):
        """The lines of the document, including the x- keys."""
        made = self.head + [Line("paths:", "docs/api")] + self.paths + [Line("components:", "docs/api")]
        for kind, components in self.components.items():
            made.append(Line("  %s:" % kind, "docs/api"))
            made += [line for _, component in components for line in component]
        return made

    def check(self):
        """Fails unless every component that is referred to exists, and every component is reached from a path."""
        there = {(kind, name): lines for kind, components in self.components.items() for name, lines in components}
        reached, left = set(), list(self.paths)
        while left:
            line = left.pop()
            for kind, name, told in REFERENCE.findall(line.text):
                key = (kind or "schemas", name or told)
                if key not in there:
                    fail(line.place, "there is no components/%s/%s" % key)
                if key not in reached:
                    reached.add(key)
                    left += there[key]
        for key, lines in there.items():
            if key not in reached and key[0] != "securitySchemes":
                fail(lines[0].place, "nothing uses components/%s/%s" % key)


def merged():
    bundle = Bundle()
    bundle.check()
    return bundle.lines()


def load():
    """The document as a dict, including the x- keys."""
    return parsed(merged())


def made():
    """The text of docs/openapi.yaml. The note that it is generated follows the version of OpenAPI."""
    whole = merged()
    parsed(whole)
    text = []
    for line in whole:
        text.append(HINT.sub("", line.text + "\n"))
        if LEFT.search(text[-1]):
            fail(line.place, "an x- key that is alone in its braces or on several lines, or whose value has to be in quotes")
    return "".join([text[0], NOTE, *text[1:]])
