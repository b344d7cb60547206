"""Writers for types that are sent often, because encoding with the standard library takes several times as long."""

from structures import properties
from swift import label, quoted


def written(model):
    """Schemas with `x-swift-fields`, and the schemas of the objects in them."""
    found = {}
    for schema, content in model.schemas.items():
        if content.get("x-swift-fields"):
            found[schema] = True
            found.update((each, True) for each in model.reached(content) if model.is_made(each) and not model.is_enumeration(each))
    return list(found)


def writers(model):
    lines = ["extension JSONWriter {"]
    for schema in written(model):
        name = model.name(schema)
        lines += [""] if len(lines) > 1 else []
        lines += ["    /// Writes the fields of ``%s`` except `ts`, which the line has already." % name if timed(model, schema) else "    /// Writes the fields of ``%s``." % name]
        lines.append("    package mutating func fields(_ value: %s) {" % name)
        for member in properties(model, schema):
            if member.key != "ts":
                lines.append("        " + field(model, member))
        lines.append("    }")
    return [*lines, "}"]


def timed(model, schema):
    return "ts" in model.schemas[schema]["properties"]


def field(model, member):
    """The statement that writes one property."""
    source = "value." + label(member.name)
    if not member.is_optional:
        return statement(model, member, source)
    if member.type == "String?":
        return "field(%s, %s)" % (quoted(member.key), source)
    return "if let it = %s { %s }" % (source, statement(model, member, "it"))


def statement(model, member, source):
    key, schema = quoted(member.key), member.schema
    kind = model.resolved(schema)
    if member.type.rstrip("?") == "Timestamp":
        return "field(%s, plain: { $0.append(%s) })" % (key, source)
    if "items" in schema:
        items = model.resolved(schema["items"])
        element = "writer.element { $0.fields(it) }" if "properties" in items else "writer.element(it%s)" % (".rawValue" if "enum" in items else "")
        return "array(%s) { writer in for it in %s { %s } }" % (key, source, element)
    if "properties" in kind:
        return "object(%s) { $0.fields(%s) }" % (key, source)
    if "enum" in kind and member.type.rstrip("?") != "String":
        return "field(%s, %s.rawValue)" % (key, source)
    if "x-swift-type" in kind:
        return "field(%s, text: %s)" % (key, source)
    if member.type.rstrip("?") == "Double":
        return "field(%s, %s, decimals: %d)" % (key, source, schema["x-decimals"])
    return "field(%s, %s)" % (key, source)
