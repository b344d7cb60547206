"""What the hooks of every check ask of a request that schemathesis has made up."""

import atexit
import os

# The numbers of cases, by operation.
numbers = {}
# How often each operation was done.
done = {}


def is_meant(case, location):
    """Whether a part of a request was made to be right."""
    if case.method.lower() != case.operation.method.lower():
        return False
    parts = {part.value: info.mode.value for part, info in case.meta.components.items()} if case.meta else {}
    return parts.get(location, "positive") == "positive"


def operation_of(case):
    return case.operation.definition.raw["operationId"]


def turn_of(case):
    """The number of a case. Cases of an operation take turns; one that is sent again, to be made smaller, keeps its own."""
    mine = numbers.setdefault(operation_of(case), {})
    return mine.setdefault(repr((case.method, case.path_parameters, case.query, case.body)), len(mine))


def note(case, was_done):
    done[operation_of(case)] = done.get(operation_of(case), 0) + was_done


@atexit.register
def tell_what_was_never_done():
    """An operation that was only ever refused has not been checked."""
    with open(os.environ["PERCH_API_NEVER_DONE"], "w") as file:
        file.writelines(f"{operation}\n" for operation, count in sorted(done.items()) if not count)
