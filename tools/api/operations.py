"""Operations of the API: protocols and routes for the server, methods for the client."""

from swift import comment, label, number, quoted, sentence, wrapped

# Time limits for which the client has a name; others are numbers of seconds.
NAMED_LIMITS = ("adoption", "backend")


def all_routes(tags):
    """Routes of all tags. If a protocol is not implemented, the server does not compile."""
    names = ["%sRoutes" % tag for tag in tags]
    lines = ["extension GatewayAPI {", "    /// All routes of the API.", "    var routes: [Route] {"]
    return [*lines, *wrapped("[", names, "].flatMap(\\.self)", "        "), "    }", "}"]


def served(tag, operations):
    """Protocol that the server implements for one tag, and its routes."""
    kind = tag.capitalize() + "Operations"
    lines = ["/// Operations with the tag `%s`, which the server implements." % tag, "protocol %s: Sendable {" % kind]
    for each in operations:
        lines += comment(sentence(each.content["summary"]), "    ")
        lines += wrapped("func %s(" % each.name, [served_parameter(part) for part in served_parts(each)], ")" + effects(each), "    ")
    lines += ["}", "", "extension %s {" % kind, "    var %sRoutes: [Route] {" % tag, "        ["]
    for each in operations:
        lines += route(each)
    return [*lines, "        ]", "    }", "}"]


def served_parts(operation):
    """Names and types of the parameters of the server's method."""
    parts = [(operation.label(part) + part.name, server_type(part)) for part in operation.at("path") + operation.at("query")]
    if operation.body:
        parts.append(("_ body", operation.body))
    if operation.takes_call:
        parts.append(("_ call", "Call"))
    return parts


def served_parameter(part):
    return "%s: %s" % part


def server_type(parameter):
    is_given = parameter.is_required or "default" in parameter.schema
    return parameter.type + ("" if is_given else "?")


def effects(operation):
    return " async throws" + (" -> %s" % (operation.answer or "Response") if operation.answer or operation.is_raw else "")


def route(operation):
    """Route of an operation: reads the parameters and writes the answer."""
    head = [".%s" % operation.method, quoted(operation.path)]
    query = [quoted(part.key) for part in operation.at("query")]
    head += ["query: [%s]" % ", ".join(query)] if query else []
    head += ["access: .%s" % operation.access] if operation.access != "guarded" else ["role: .%s" % operation.role]
    values = [read(part) for part in operation.at("path") + operation.at("query")]
    labels = ["" if operation.label(part) else part.name + ": " for part in operation.at("path") + operation.at("query")]
    arguments = [name + value for name, value in zip(labels, values)]
    arguments += ["try await call.object()"] if operation.body else []
    arguments += ["call"] if operation.takes_call else []
    taken = "call" if arguments else "_"
    indent = " " * 12
    lines = ["%sRoute(%s) { %s in" % (indent, ", ".join(head), taken)]
    call = "try await %s(%s)" % (operation.name, ", ".join(arguments))
    if operation.answer:
        status = {200: "", 201: ", status: .created", 202: ", status: .accepted"}[operation.status]
        lines.append("%s    .json(%s%s)" % (indent, call, status))
    elif operation.is_raw:
        lines.append("%s    %s" % (indent, call))
    else:
        lines += ["%s    %s" % (indent, call), "%s    return .done" % indent]
    return [*lines, indent + "},"]


def read(parameter):
    """Expression with which the server reads a parameter."""
    key, schema = quoted(parameter.key), parameter.schema
    if parameter.place == "path":
        return "try call.number(%s, %s)" % (key, bounds(parameter)) if "minimum" in schema else "call.name(%s)" % key
    if schema.get("x-swift-check") == "hand":
        return "try call.query.asGiven(%s)" % key
    source = "try call.query."
    if parameter.type == "Bool":
        value = source + "flag(%s)" % key
    elif parameter.is_list:
        value = source + "words(%s)" % key
    elif "minimum" in schema:
        value = source + "number(%s, %s)" % (key, bounds(parameter))
    elif "enum" in schema:
        value = source + "word(%s)" % key
    elif "x-swift-type" in schema:
        value = source + "value(%s)" % key
    else:
        value = source + "text(%s, limit: %s)" % (key, number(schema["maxLength"]))
    if parameter.is_required:
        return "try call.query.needed(%s, %s)" % (key, value.removeprefix("try "))
    return value + (" ?? %s" % number(schema["default"]) if "default" in schema else "")


def bounds(parameter):
    return "%s...%s" % (number(parameter.schema["minimum"]), number(parameter.schema["maximum"]))


def is_called(operation):
    """Whether a client method is generated. Requests for anything but JSON and lines are written by hand."""
    return not operation.has_upload and bool(operation.answer or operation.streams or not operation.is_raw)


def called(operations):
    """Client methods for the operations of one tag."""
    lines = ["extension GatewayClient {"]
    for each in operations:
        if is_called(each):
            lines += ([""] if len(lines) > 1 else []) + method(each)
    return [*lines, "}"]


def method(operation):
    lines = comment(sentence(operation.content["summary"]), "    ")
    if operation.content.get("description"):
        lines += ["    ///"] + comment(sentence(operation.content["description"].split("\n\n")[0]), "    ")
    parts = operation.at("path") + operation.at("query") + operation.at("header")
    parameters = [operation.label(part) + part.name + ": " + part.type + ("" if part.is_required else "? = nil") for part in parts]
    if operation.body:
        parameters.insert(len(operation.at("path")), "_ body: %s" % operation.body)
    parameters.append("within time: Duration? = nil")
    name = operation.name + ("Lines" if operation.streams else "")
    access = "" if operation.streams else "package "
    answer = "LineChunks" if operation.streams else operation.answer
    lines += wrapped("%sfunc %s(" % (access, name), parameters, ") async throws" + (" -> %s" % answer if answer else "") + " {", "    ")
    lines += request(operation)
    way = "lines" if operation.streams else "answer" if answer else "order"
    return [*lines, "        %stry await %s(request, within: %s)" % ("return " if answer else "", way, limit(operation)), "    }"]


def request(operation):
    names = {part.key: part for part in operation.at("path")}
    path = []
    for segment in operation.path.strip("/").split("/"):
        part = names.get(segment[1:-1]) if segment.startswith("{") else None
        path.append(written(part, part.name) if part else quoted(segment))
    fields = [".%s" % operation.method.upper(), "[%s]" % ", ".join(path)]
    for place, name in (("query", "query"), ("header", "headers")):
        pairs = ["(%s, %s)" % (quoted(part.key), optional(part)) for part in operation.at(place) if not part.is_list]
        # Each word of a list becomes a parameter.
        lists = [" + (%s ?? []).map { (%s, $0.rawValue) }" % (part.name, quoted(part.key)) for part in operation.at(place) if part.is_list]
        fields += ["%s: [%s]%s" % (name, ", ".join(pairs), "".join(lists))] if pairs or lists else []
    fields += ["json: body"] if operation.body else []
    return wrapped("let request = %sAPIRequest(" % ("try " if operation.body else ""), fields, ")", "        ")


def written(parameter, name):
    """Expression with which the client writes a value that is not nil."""
    if parameter.type == "String":
        return name
    if parameter.type == "Bool":
        return '%s ? "yes" : "no"' % name
    if "enum" in parameter.schema:
        return "%s.rawValue" % name
    return '"\\(%s)"' % name


def optional(parameter):
    name = label(parameter.name)
    if parameter.is_required or parameter.type == "String":
        return written(parameter, name)
    return "%s.map { %s }" % (name, written(parameter, "$0"))


def limit(operation):
    wanted = operation.content.get("x-swift-limit")
    if wanted is None:
        return "time"
    return "time ?? " + ("limits.%s" % wanted if wanted in NAMED_LIMITS else ".seconds(%d)" % wanted)
