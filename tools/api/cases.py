"""Functions about generated requests that the hooks of every check share."""

import atexit
import os

# Numbers of the cases of each operation.
numbers = {}
# Number of successful cases of each operation.
done = {}


def is_meant(case, location):
    """Whether a part of a request was generated to be valid."""
    if case.method.lower() != case.operation.method.lower():
        return False
    parts = {part.value: info.mode.value for part, info in case.meta.components.items()} if case.meta else {}
    return parts.get(location, "positive") == "positive"


def operation_of(case):
    return case.operation.definition.raw["operationId"]


def turn_of(case):
    """Number of a case within its operation. A case that is repeated to be made smaller keeps its number."""
    mine = numbers.setdefault(operation_of(case), {})
    return mine.setdefault(repr((case.method, case.path_parameters, case.query, case.body)), len(mine))


def note(case, was_done):
    done[operation_of(case)] = done.get(operation_of(case), 0) + was_done


@atexit.register
def tell_what_was_never_done():
    """Writes a list of the operations that never succeeded, because these were not really checked."""
    with open(os.environ["PERCH_API_NEVER_DONE"], "w") as file:
        file.writelines(f"{operation}\n" for operation, count in sorted(done.items()) if not count)
