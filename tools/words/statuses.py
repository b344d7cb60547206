"""HTTP statuses of failures, as Sources/GatewayAPI/Problems/Problem+Failure.swift gives them."""

import os

from swift import split

PATH = os.path.join("Sources", "GatewayAPI", "Problems", "Problem+Failure.swift")


class Statuses:
    def __init__(self, project):
        # Statuses by type and case; for a whole type the case is None.
        self.own, self.usual = {}, {}
        # Statuses for the dongle's statuses, by their name, or by domain and number.
        self.of_dongle = {}
        file = project.file(PATH)
        for functions in file.functions.values():
            for function in functions:
                self.read(function)

    def read(self, function):
        kind = function.types.get("error", "")
        for clauses in function.file.switches.values():
            for clause in clauses:
                if clause.switch not in function.body:
                    continue
                status = next((int(node.text) for node in clause.body if node.kind == "number" and len(clause.body) == 1), None)
                for pattern in split(clause.patterns):
                    self.take(pattern, kind, function.name, status)

    def take(self, pattern, kind, function, status):
        names = [node.text for node in pattern if node.kind == "word"]
        # A pattern that looks into the case covers only some of its values.
        is_whole = not any(node.is_group("(") and any(each.is_mark(".") for each in node.items) for node in pattern)
        if function == "dongleStatus":
            numbers = [node.items[0].text for node in pattern if node.is_group("(")]
            self.of_dongle[" ".join(names + numbers)] = status
        elif function == "usualStatus":
            if pattern and status:
                self.usual.setdefault(status, []).append(names[0])
        elif names[:1] == ["is"] and status:
            self.own[".".join(names[1:]), None] = status
        elif pattern[0].is_mark(".") and kind and len(names) == 1:
            self.own[kind, names[0]] = status if is_whole else None
        elif not pattern[0].is_mark(".") and len(names) > 1 and is_whole and status:
            self.own[".".join(names[:-1]), names[-1]] = status

    def of(self, failure):
        """Returns the statuses of a failure in the API; empty if one of its cases has no status of
        its own.
        """
        found = {self.own.get((kind, name), self.own.get((kind, None))) for kind, name in failure.cases}
        return () if None in found else tuple(sorted(found))
