"""Codable types of the API, from object schemas."""

from swift import camel, case, comment, label, number, quoted, sentence, wrapped


class Property:
    def __init__(self, model, key, schema, is_required):
        self.key, self.schema = key, schema
        self.name = schema.get("x-swift-name") or camel(key)
        self.label = label(self.name)
        self.is_optional = not is_required
        self.type = model.type(schema) + ("?" if self.is_optional else "")
        self.default = schema.get("x-swift-default", "nil" if self.is_optional else None)

    @property
    def words(self):
        words = sentence(self.schema.get("description", ""))
        low, high = self.schema.get("minimum"), self.schema.get("maximum")
        extra = ""
        if low is not None and high is not None:
            span = "%s...%s" % (number(low).replace("_", ","), number(high).replace("_", ","))
            extra = "" if span in words else "Range: %s." % span if words else span + "."
        elif "enum" in self.schema and "x-swift-type" not in self.schema:
            values = ["`%s`" % value for value in self.schema["enum"] if value is not None]
            extra = (", ".join(values[:-1]) + " or " if len(values) > 1 else "") + values[-1] + "."
        return " ".join(part for part in (words, extra) if part)


def properties(model, schema):
    content = model.schemas[schema]
    required = set(content.get("required", ()))
    # Every line of a stream begins with these; they are read before the line is decoded.
    passed = {"payload": {"v", "ts", "type"}, "timed": {"v", "type"}}.get(content.get("x-swift-line"), {"v"})
    return [Property(model, key, each, key in required) for key, each in content["properties"].items() if key not in passed]


def structure(model, schema):
    content = model.schemas[schema]
    if model.is_enumeration(schema):
        return enumeration(model, schema)
    members = properties(model, schema)
    lines = comment(sentence(content.get("description", "")), "")
    lines.append("package struct %s: Codable, Sendable, Hashable {" % model.name(schema))
    for each in members:
        lines += comment(each.words, "    ")
        lines.append("    package var %s: %s" % (each.label, each.type))
    lines += keys(members) + [""]
    parameters = ["%s: %s%s" % (each.name, each.type, " = %s" % each.default if each.default else "") for each in members]
    lines += wrapped("package init(", parameters, ") {", "    ")
    lines += ["        self.%s = %s" % (each.name, each.label) for each in members]
    return [*lines, "    }", "}"]


def enumeration(model, schema):
    content = model.schemas[schema]
    lines = comment(sentence(content.get("description", "")), "")
    lines.append("package enum %s: String, Word {" % model.name(schema))
    cases = [case(word) if case(word) == word else "%s = %s" % (case(word), quoted(word)) for word in content["enum"]]
    return [*lines, *wrapped("case ", cases, "", "    "), "}"]


def keys(members):
    if all(each.name == each.key for each in members):
        return []
    lines = ["", "    private enum CodingKeys: String, CodingKey {"]
    same = [each.label for each in members if each.name == each.key]
    if same:
        case = wrapped("case ", same, "", "        ")
        lines += case if len(case) == 1 else ["        case %s" % name for name in same]
    lines += ['        case %s = "%s"' % (each.label, each.key) for each in members if each.name != each.key]
    return [*lines, "    }"]
