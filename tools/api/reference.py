"""The page of the API's operations and of the fields of all that crosses it: docs/api.md."""

HEAD = """<!-- Made from docs/api by tools/api-types. Change that, and run it again. -->

# The API's operations and fields

What [gateway.md](gateway.md) is about in general, operation by operation; for programs the same is in [openapi.yaml](openapi.yaml), which `GET /v1/openapi.yaml` serves. A field that is not
*required* is absent where there is nothing to say. Errors are `Problem`; [errors.md](errors.md) lists their codes. Where a sort of line of `--json` has the name of a type here, its fields are these.
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
    facts = [body(model, each.content), answer(each)]
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
    """A type in words, with its range."""
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
