"""The content of docs/api: schemas, operations and the Swift types for them."""

from dataclasses import dataclass

import bundle
from swift import PLAIN, camel

METHODS = ("get", "put", "post", "patch", "delete")
# Documentation of a union.
WHOLE = {"description": "Body of several operations, each of which uses some of its properties"}


class Model:
    def __init__(self, document):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.unite()
        self.operations = [
            Operation(self, path, method, item[method], item.get("parameters", []))
            for path, item in document["paths"].items()
            for method in METHODS
            if method in item
        ]

    def unite(self):
        """Merges the schemas that share one type into one schema with the properties of all."""
        for content in [each for each in self.schemas.values() if each.get("x-swift") == "union"]:
            whole = self.schemas.setdefault(content["x-swift-type"], {"type": "object", "properties": {}, **WHOLE})
            whole["required"] = [key for key in whole.get("required", content["required"]) if key in content["required"]]
            whole["properties"] |= {key: each for key, each in content["properties"].items() if key not in whole["properties"]}

    def resolved(self, node):
        """A node, or the node that it refers to."""
        if "$ref" not in node:
            return node
        found = self.document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return found

    def name(self, schema):
        return self.schemas[schema].get("x-swift-type", schema)

    def is_made(self, schema):
        """Whether a type is generated; not with `x-swift: none`, if it is written by hand or not needed."""
        content = self.schemas[schema]
        return (content.get("type") == "object" and "properties" in content and content.get("x-swift") not in ("none", "union")) or self.is_enumeration(schema)

    def is_enumeration(self, schema):
        """Whether an enumeration is generated."""
        return "enum" in self.schemas[schema] and "x-swift-type" not in self.schemas[schema]

    def expected(self, schema):
        """Description of a valid value for errors; None if there is none."""
        schema = self.resolved(schema)
        if "x-expected" in schema:
            return schema["x-expected"]
        words = [str(word) for word in schema.get("enum", ()) if isinstance(word, str)]
        return " or ".join(words) or (self.expected(schema["items"]) if "items" in schema else None)

    def type(self, schema):
        """Swift type of a value, without the `?` of an optional."""
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

    def united(self, schema):
        """The union that a schema is part of, or the schema itself."""
        return self.name(schema) if self.schemas[schema].get("x-swift") == "union" else schema

    def files(self):
        """Schemas for which types are generated, by file name, in the document's order."""
        users = {}
        for operation in self.operations:
            for schema in self.reached(operation.content):
                users.setdefault(self.united(schema), set()).add(operation.tag)
        files = {}
        for schema, content in self.schemas.items():
            if self.is_made(schema):
                tags = users.get(schema, set())
                name = content.get("x-swift-file") or (next(iter(tags)) if len(tags) == 1 else "shared")
                files.setdefault(name.capitalize(), []).append(schema)
        return files

    def reached(self, node, seen=None):
        """Every schema that a node refers to, directly or not."""
        seen = {} if seen is None else seen
        if isinstance(node, dict):
            reference = node.get("$ref", "")
            if reference.startswith("#/components/schemas/"):
                schema = reference.rpartition("/")[2]
                if schema not in seen:
                    seen[schema] = True
                    self.reached(self.schemas[schema], seen)
            for value in node.values():
                self.reached(value, seen)
        elif isinstance(node, list):
            for value in node:
                self.reached(value, seen)
        return seen

    def shadowed(self):
        """Two paths with the same method that match the same requests, because of a parameter; None if there are none."""
        for one in self.operations:
            for other in self.operations:
                parts = list(zip(one.path.split("/"), other.path.split("/")))
                is_alike = one.path.count("/") == other.path.count("/") and one.method == other.method
                if is_alike and one.path < other.path and all(a == b or "{" in a + b for a, b in parts):
                    return one.path, other.path
        return None

    def tags(self):
        """Operations by tag, in the document's order."""
        found = {}
        for operation in self.operations:
            found.setdefault(operation.tag, []).append(operation)
        return found


@dataclass(frozen=True)
class Parameter:
    key: str
    # "path", "query" or "header".
    place: str
    schema: dict
    type: str
    words: str
    is_required: bool

    @property
    def name(self):
        return self.schema.get("x-swift-name") or camel(self.key)

    @property
    def is_list(self):
        return self.type.startswith("[")


class Operation:
    def __init__(self, model, path, method, content, shared):
        self.path, self.method, self.content = path, method, content
        self.name = content.get("x-swift-name", content["operationId"])
        self.tag = content["tags"][0]
        self.parameters = [self.parameter(model, node) for node in [*shared, *content.get("parameters", [])]]
        self.status, success = next((int(code), model.resolved(node)) for code, node in content["responses"].items() if code < "400")
        media = success.get("content", {})
        self.streams = "application/x-ndjson" in media
        self.answer = model.type(media["application/json"]["schema"]) if "application/json" in media else None
        # The answer is neither JSON nor empty: it is written by hand, on both sides.
        self.is_raw = not self.answer and self.status != 204
        body = content.get("requestBody", {}).get("content", {})
        self.body = model.type(body["application/json"]["schema"]) if "application/json" in body else None
        self.has_upload = bool(body) and not self.body
        self.takes_call = self.is_raw or self.has_upload or content.get("x-swift-call", False)
        self.access = content.get("x-swift-access") or ("open" if content.get("security") == [] else "guarded")
        self.role = self.least_role(content.get("security"))

    def least_role(self, security):
        """Role that a session of the console needs; for operations that only read, `viewer` if none is named."""
        if self.access != "guarded":
            return None
        named = [role for each in security or [] for role in each.get("session", [])]
        if not named and self.method != "get":
            bundle.fail("docs/api", "%s changes something, and names no role in `security`" % self.name)
        return named[0] if named else "viewer"

    @staticmethod
    def parameter(model, node):
        node = model.resolved(node)
        return Parameter(
            node["name"], node["in"], model.resolved(node["schema"]), model.type(node["schema"]), node.get("description", ""), node.get("required", False)
        )

    def label(self, parameter):
        """Argument label of a parameter: none for the only parameter of the path."""
        return "_ " if parameter.place == "path" and len(self.at("path")) == 1 else ""

    def at(self, place):
        return [each for each in self.parameters if each.place == place]
