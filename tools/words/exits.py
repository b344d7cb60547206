"""Exit codes: their names in ExitStatus and sysexits.h, and the codes of an expression."""

import os

from declarations import split_dictionary

PATH = os.path.join("Sources", "Failures", "ExitStatus.swift")
# Source: sysexits.h.
SYSEXITS = {
    64: "EX_USAGE", 65: "EX_DATAERR", 66: "EX_NOINPUT", 67: "EX_NOUSER", 68: "EX_NOHOST", 69: "EX_UNAVAILABLE", 70: "EX_SOFTWARE", 71: "EX_OSERR", 72: "EX_OSFILE",
    73: "EX_CANTCREAT", 74: "EX_IOERR", 75: "EX_TEMPFAIL", 76: "EX_PROTOCOL", 77: "EX_NOPERM", 78: "EX_CONFIG"}


class Exits:
    def __init__(self, project):
        self.numbers, self.tables = {}, {}
        body = next(node for node in project.file(PATH).nodes if node.is_group("{"))
        self.read_cases(body.items)
        for file in project.files:
            for name, values in file.values.items():
                if name.startswith("of") and name.endswith("Codes") and len(values) == 1:
                    self.tables[name[:-1]] = split_dictionary(values[0].nodes)

    def read_cases(self, nodes):
        for at in range(len(nodes) - 3):
            if nodes[at].is_word("case") and nodes[at + 2].is_mark("="):
                self.numbers[nodes[at + 1].text] = int(nodes[at + 3].text)

    def of(self, nodes, scope, code):
        """Returns the names of the codes that an expression can have."""
        if len(nodes) == 1 and nodes[0].kind == "word":
            known = scope.binding(nodes[0].text)
            if known:
                return self.of(known.nodes, known.scope, code)
            for value in scope.file.values.get(nodes[0].text, []):
                if value.function is scope.function:
                    return self.of(value.nodes, scope, code)
        for node in nodes:
            if node.is_group("(") and node.items and node.items[0].text in self.tables:
                return (self.tables[node.items[0].text].get(code, "temporary"),)
        return tuple(dict.fromkeys(self.named(nodes)))

    def named(self, nodes):
        for index, node in enumerate(nodes):
            if node.kind == "group":
                yield from self.named(node.items)
            elif node.kind == "word" and node.text in self.numbers and index and nodes[index - 1].is_mark("."):
                yield node.text

    def spelled(self, name):
        """Returns number and name, as in `75 (EX_TEMPFAIL)`."""
        number = self.numbers[name]
        return "%d (%s)" % (number, SYSEXITS.get(number, name))
