"""Makes the types of the API from docs/openapi.yaml: `tools/api-types` runs it.

Each object schema becomes a Swift struct with its coding. What a schema says of itself and its properties becomes their
documentation; ranges and enumerations are added to that. Beyond OpenAPI it reads:

  format          of an integer: int8 … int64, uint8 … uint64; Int unless said
  x-swift-type    a type that is written by hand, or another name for that of a schema
  x-swift-name    a property's name, where it is not the key in camel case
  x-swift-default what a property is where an initializer does not say it
  x-swift-file    of a schema that is shared: the file it goes to
"""

import argparse
import os
import sys

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DOCUMENT = os.path.join(ROOT, "docs", "openapi.yaml")
FOLDER = os.path.join(ROOT, "Sources", "GatewayModel", "Generated")
HEAD = "// Made from docs/openapi.yaml by tools/api-types. Change that, and run it again.\n\n"
# Columns.
WIDTH = 120
WORDS = {"rssi": "RSSI", "uuid": "UUID", "uuids": "UUIDs", "mtu": "MTU"}
RESERVED = {"default", "is", "in", "for", "where", "operator", "protocol", "extension"}
PLAIN = {"string": "String", "number": "Double", "boolean": "Bool"}


class Model:
    def __init__(self, document):
        self.schemas = document["components"]["schemas"]
        self.paths = document["paths"]

    def name(self, schema):
        return self.schemas[schema].get("x-swift-type", schema)

    def is_made(self, schema):
        """Whether a type is made of it; `x-swift: none` where one is written by hand, or none is needed."""
        content = self.schemas[schema]
        return content.get("type") == "object" and "properties" in content and content.get("x-swift") != "none"

    def type(self, schema):
        """The Swift type of a property, without the mark of an optional one."""
        if "x-swift-type" in schema:
            return schema["x-swift-type"]
        if "$ref" in schema:
            return self.name(schema["$ref"].rpartition("/")[2])
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = next(each for each in kind if each != "null")
        if kind == "array":
            return "[%s]" % self.type(schema["items"])
        if kind == "object":
            values = schema.get("additionalProperties")
            if not isinstance(values, dict):
                raise ValueError("an object without properties has no type: %r" % schema)
            return "[String: %s]" % (self.type(values) + ("?" if "null" in values.get("type", ()) else ""))
        if kind == "integer":
            form = schema.get("format", "int")
            return form.replace("uint", "UInt") if form.startswith("u") else form.capitalize()
        return PLAIN[kind]

    def files(self):
        """Which schemas are made, by the name of the file they go to, in the document's order."""
        users = {}
        for path, operations in self.paths.items():
            for operation in operations.values():
                if isinstance(operation, dict):
                    for schema in self.reached(operation):
                        users.setdefault(schema, set()).update(operation["tags"])
        files = {}
        for schema, content in self.schemas.items():
            if self.is_made(schema):
                tags = users.get(schema, set())
                name = content.get("x-swift-file") or (next(iter(tags)) if len(tags) == 1 else "shared")
                files.setdefault(name.capitalize(), []).append(schema)
        return files

    def reached(self, node, seen=None):
        seen = set() if seen is None else seen
        if isinstance(node, dict):
            reference = node.get("$ref", "")
            if reference.startswith("#/components/schemas/"):
                schema = reference.rpartition("/")[2]
                if schema not in seen:
                    seen.add(schema)
                    self.reached(self.schemas[schema], seen)
            for value in node.values():
                self.reached(value, seen)
        elif isinstance(node, list):
            for value in node:
                self.reached(value, seen)
        return seen


class Property:
    def __init__(self, model, key, schema, is_required):
        self.key, self.schema = key, schema
        self.name = schema.get("x-swift-name") or camel(key)
        self.is_optional = not is_required
        self.type = model.type(schema) + ("?" if self.is_optional else "")
        self.default = schema.get("x-swift-default", "nil" if self.is_optional else None)

    @property
    def label(self):
        return "`%s`" % self.name if self.name in RESERVED else self.name

    @property
    def words(self):
        words = self.schema.get("description", "")
        words = words.strip().rstrip(".") + "." if words.strip() else ""
        low, high = self.schema.get("minimum"), self.schema.get("maximum")
        extra = ""
        if low is not None and high is not None:
            extra = "%s...%s." % (number(low), number(high))
        elif "enum" in self.schema and "x-swift-type" not in self.schema:
            values = ["`%s`" % value for value in self.schema["enum"] if value is not None]
            extra = (", ".join(values[:-1]) + " or " if len(values) > 1 else "") + values[-1] + "."
        return " ".join(part for part in (words, extra) if part)


def number(value):
    return format(value, ",") if isinstance(value, int) else str(value)


def camel(key):
    first, *rest = key.split("_")
    return first + "".join(WORDS.get(word, word[:1].upper() + word[1:]) for word in rest)


def comment(words, indent):
    """Lines of documentation, as wide as may be."""
    lines, line = [], ""
    for word in words.split():
        if line and len(indent) + 4 + len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return ["%s/// %s" % (indent, line) for line in [*lines, line] if line]


def wrapped(begin, parts, end, indent):
    """A list in brackets: on one line where that has room for it, else as swift-format breaks it."""
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


def structure(model, schema):
    content = model.schemas[schema]
    required = set(content.get("required", ()))
    properties = [Property(model, key, each, key in required) for key, each in content["properties"].items()]
    lines = comment(content.get("description", ""), "")
    lines.append("public struct %s: Codable, Sendable, Hashable {" % model.name(schema))
    for each in properties:
        lines += comment(each.words, "    ")
        lines.append("    public var %s: %s" % (each.label, each.type))
    if any(each.name != each.key for each in properties):
        lines += ["", "    private enum CodingKeys: String, CodingKey {"]
        same = [each.label for each in properties if each.name == each.key]
        if same:
            case = wrapped("case ", same, "", "        ")
            lines += case if len(case) == 1 else ["        case %s" % name for name in same]
        lines += ['        case %s = "%s"' % (each.label, each.key) for each in properties if each.name != each.key]
        lines.append("    }")
    lines.append("")
    parameters = ["%s: %s%s" % (each.name, each.type, " = %s" % each.default if each.default else "") for each in properties]
    lines += wrapped("public init(", parameters, ") {", "    ")
    lines += ["        self.%s = %s" % (each.name, each.label) for each in properties]
    lines += ["    }", "}"]
    return lines


def files(document):
    """What is to be in each file, by its name."""
    model = Model(document)
    made = {}
    for name, schemas in model.files().items():
        parts = [structure(model, schema) for schema in schemas]
        uses_time = any("Timestamp" in line for part in parts for line in part)
        text = HEAD + ("import JSONLines\n\n" if uses_time else "")
        made[name + ".swift"] = text + "\n\n".join("\n".join(part) for part in parts) + "\n"
    return made


def main():
    parser = argparse.ArgumentParser(prog="tools/api-types", description="Makes the types of the API from docs/openapi.yaml.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the files are not what they would be")
    options = parser.parse_args()
    with open(DOCUMENT) as file:
        made = files(yaml.safe_load(file))
    os.makedirs(FOLDER, exist_ok=True)
    there = {name: open(os.path.join(FOLDER, name)).read() for name in os.listdir(FOLDER)}
    wrong = sorted(name for name in {*made, *there} if made.get(name) != there.get(name))
    if options.check:
        for name in wrong:
            print("tools/api-types: %s is not what docs/openapi.yaml says; run tools/api-types" % name, file=sys.stderr)
        return 1 if wrong else 0
    for name in wrong:
        path = os.path.join(FOLDER, name)
        if name in made:
            with open(path, "w") as file:
                file.write(made[name])
        else:
            os.remove(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
