"""Checks that the server makes of the bodies of requests, beyond their types."""

from structures import properties
from swift import number, quoted, wrapped


def requests(model):
    """Schemas of the bodies of requests and of the objects in their lists, by the name of their file."""
    found, tags = {}, {}
    for operation in model.operations:
        for schema in model.reached(operation.content.get("requestBody", {})):
            schema = model.united(schema)
            content, name = model.schemas[schema], model.name(schema)
            if content.get("type") != "object" or content.get("x-swift-check") == "hand":
                continue
            # If several schemas share a type, the one that the type is made from is used.
            if name not in found or model.is_made(schema) and not model.is_made(found[name]):
                found[name] = schema
            tags.setdefault(name, set()).add(operation.tag)
    files = {}
    for name, schema in found.items():
        files.setdefault((next(iter(tags[name])) if len(tags[name]) == 1 else "shared").capitalize(), []).append(schema)
    return files


def conformance(model, schema):
    """Conformance to `RequestObject`: keys, and checks of the ranges, lengths and patterns of values.

    For an object in a list only the keys are checked here. The code that uses the list checks the values and reports the
    wrong object.
    """
    members = properties(model, schema)
    lines = ["extension %s: RequestObject {" % model.name(schema)]
    lines += wrapped("static let keys = [", [quoted(each.key) for each in members], "]", "    ")
    fractional = [quoted(each.key) for each in members if "Double" in each.type]
    if fractional:
        lines.append("    static let fractionalKeys = [%s]" % ", ".join(fractional))
    expected = ["%s: %s" % (quoted(each.key), quoted(words)) for each in members if is_typed(each) and (words := model.expected(each.schema))]
    if expected:
        lines += wrapped("static let expected = [", expected, "]", "    ")
    lists = ["%s: %s.self" % (quoted(each.key), model.type(each.schema["items"])) for each in members if is_list_of_objects(model, each.schema)]
    if lists:
        lines.append("    static let lists: [String: any RequestObject.Type] = [%s]" % ", ".join(lists))
    checks = [line for each in members for line in check(each)] if schema in bodies(model) else []
    if model.schemas[schema].get("x-swift-check") == "more":
        checks.append("try checkFurther()")
    if checks:
        lines += ["", "    func check() throws(RequestError) {", *("        " + line for line in checks), "    }"]
    return [*lines, "}"]


def bodies(model):
    media = [operation.content.get("requestBody", {}).get("content", {}) for operation in model.operations]
    return {model.united(each["application/json"]["schema"]["$ref"].rpartition("/")[2]) for each in media if "application/json" in each}


def is_list_of_objects(model, schema):
    return "properties" in model.resolved(schema.get("items", {}))


def is_typed(member):
    """Whether decoding the type checks the value already."""
    return member.type.strip("[]?") not in ("Bool", "Double", "String") and not member.type.strip("[]?").lstrip("U").startswith("Int")


def check(member):
    """Lines that check the value of one property."""
    schema, path, value = member.schema, quoted(member.key), member.label
    if schema.get("x-swift-check") == "hand":
        return []
    if "minimum" in schema:
        return ["try BodyCheck.range(%s, %s, %s...%s)" % (path, value, number(schema["minimum"]), number(schema["maximum"]))]
    if "items" in schema:
        return list_checks(member)
    if "pattern" in schema:
        return pattern_check(path, value, schema)
    if "maxLength" in schema:
        return length_check(path, value, schema)
    return []


def list_checks(member):
    schema, path, value = member.schema, quoted(member.key), member.label
    lines = []
    if "maxItems" in schema:
        lines.append("try BodyCheck.count(%s, %s, %d...%d)" % (path, value, schema.get("minItems", 0), schema["maxItems"]))
    items = schema["items"]
    if "x-expected" in items:
        lines.append("try BodyCheck.each(%s, %s, %s, expected: %s)" % (path, value, quoted(items["pattern"]), quoted(items["x-expected"])))
    if schema.get("uniqueItems"):
        lines.append("try BodyCheck.distinct(%s, %s)" % (path, value))
    return lines


def pattern_check(path, value, schema):
    """A pattern without `x-expected` is checked where the value is used, with a message of its own."""
    if "x-expected" not in schema:
        return []
    lines = ["try BodyCheck.pattern(%s, %s, %s, expected: %s)" % (path, value, quoted(schema["pattern"]), quoted(schema["x-expected"]))]
    return lines + length_check(path, value, schema)


def length_check(path, value, schema):
    if "maxLength" not in schema:
        return []
    return ["try BodyCheck.text(%s, %s, %d...%d)" % (path, value, schema.get("minLength", 0), schema["maxLength"])]
