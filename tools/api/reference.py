"""Makes docs/api.md: the operations and types of the API."""

HEAD = """<!-- Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types. -->

# The API's operations and fields

This page lists every operation and type of the API; [gateway.md](gateway.md) introduces the API as a
whole. [openapi.yaml](openapi.yaml) has the same content for programs, and `GET /v1/openapi.yaml`
serves it. A field that is not *required* is absent if it has no value. Errors have the type `Problem`;
[errors.md](errors.md) lists their codes. Lines of `--json` that are named after a type on this page
have the fields of that type.
"""
BAR = str.maketrans({"|": "\\|", "\n": " "})


def page(model):
    lines = [HEAD, "## Operations"]
    for tag, operations in model.tags().items():
        lines += ["", "### %s" % tag.capitalize()]
        for each in operations:
            lines += ["", *operation(model, each)]
    lines += ["", "## Types"]
    for name, schema in model.schemas.items():
        lines += ["", *kind(name, schema)]
    return "\n".join(lines) + "\n"


def operation(model, each):
    lines = ["**`%s %s`**: %s." % (each.method.upper(), each.path, cell(each.content["summary"]).rstrip("."))]
    facts = [body(model, each.content), answer(each), "Sessions need the role %s." % each.role if each.role in ("crew", "admin") else ""]
    lines += [" ".join(fact for fact in facts if fact)]
    if each.parameters:
        lines += ["", "| parameter | in | type | meaning |", "|---|---|---|---|"]
    for part in each.parameters:
        mark = ", required" if part.is_required and part.place != "path" else ""
        lines.append("| `%s` | %s | %s | %s |" % (part.key, part.place + mark, spelled(part.schema), cell(part.words)))
    return lines


def body(model, content):
    media = model.resolved(content.get("requestBody", {})).get("content", {})
    return "Body: %s." % spelled(next(iter(media.values()))["schema"]) if media else ""


def answer(each):
    success = each.content["responses"][str(each.status)]
    media = success.get("content", {})
    words = cell(success["description"]).rstrip(".")
    if "application/json" in media:
        return "Answers %d, %s: %s." % (each.status, spelled(media["application/json"]["schema"]), words)
    return "Answers %d: %s." % (each.status, words)


def kind(name, schema):
    lines = ['<a id="%s"></a>**`%s`**: %s' % (name.lower(), name, cell(schema.get("description", "")) or spelled(schema))]
    if "properties" not in schema:
        return lines if "description" not in schema else [*lines, "", spelled(schema)]
    required = schema.get("required", ())
    lines += ["", "| field | type | meaning |", "|---|---|---|"]
    for key, field in schema["properties"].items():
        mark = ", required" if key in required else ""
        lines.append("| `%s` | %s | %s |" % (key, spelled(field) + mark, cell(field.get("description", ""))))
    return lines


def spelled(schema):
    """Description of a type, with its range."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "[%s](#%s)" % (name, name.lower())
    if "const" in schema:
        return "`%s`" % schema["const"]
    if "enum" in schema:
        return " or ".join("`%s`" % value for value in schema["enum"] if value is not None)
    kinds = schema.get("type", "object")
    name = next(each for each in kinds if each != "null") if isinstance(kinds, list) else kinds
    low, high = schema.get("minimum"), schema.get("maximum")
    if name == "array":
        return "array of %s%s" % (spelled(schema["items"]), bound(" (%s)", schema.get("minItems"), schema.get("maxItems")))
    if name == "string":
        return name + bound(" of %s characters", schema.get("minLength"), schema.get("maxLength"))
    return name + bound(", %s", low, high)


def bound(form, low, high):
    if low is None and high is None:
        return ""
    if high is None or high > 2**53:
        return form % ("at least %s" % thousands(low)) if low and low > 1 else ""
    return form % ("at most %s" % thousands(high) if low is None else "%s...%s" % (thousands(low), thousands(high)))


def thousands(value):
    return format(value, ",") if isinstance(value, int) else str(value)


def cell(words):
    return " ".join(words.translate(BAR).split())
