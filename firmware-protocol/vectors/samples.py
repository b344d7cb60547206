"""Values to fill a layout with: none, telling ones, the largest."""

from codec import INTEGERS

FULL_UUID = bytes(range(0x10, 0x20)).hex()


class Sample:
    """Values whose every byte differs from its neighbours, so that a wrong width or order shows."""

    def __init__(self):
        self.next = 0x41

    def take(self, count):
        data = bytes((self.next + i - 1) % 255 + 1 for i in range(count))
        self.next += count
        return data

    def value(self, form):
        if isinstance(form, str) and form in INTEGERS:
            size = int(form[1:]) // 8
            number = int.from_bytes(self.take(size), "little", signed=form[0] == "i")
            if form == "u64":
                return f"0x{number:016x}"
            return number
        if form == "text":
            return "perch – 1.0"
        if form == "blob":
            return self.take(5).hex()
        if isinstance(form, int):
            return self.take(form).hex()
        if isinstance(form, list):
            return {name: self.value(inner) for name, inner in form if name != "_"}
        entry = {name: self.value(inner) for name, inner in form[0]}
        return [entry, {name: self.value(inner) for name, inner in form[0]}]


def extreme(form, largest):
    """The smallest or largest value: all bits clear or set, nothing or much of it."""
    if form == "u64":
        return f"0x{(2**64 - 1) * largest:016x}"
    if isinstance(form, str) and form in INTEGERS:
        return (1 << int(form[1:]) - (form[0] == "i")) - 1 if largest else 0
    if form == "text":
        return "x" * (32 * largest)
    if form == "blob":
        return "ff" * (200 * largest)
    if isinstance(form, int):
        return ("ff" if largest else "00") * form
    if isinstance(form, list):
        return {name: extreme(inner, largest) for name, inner in form if name != "_"}
    return [{name: extreme(inner, largest) for name, inner in form[0]}] * (12 * largest)


def boolean(fields):
    """The fields of one bit that a byte carries."""
    return {name: bool(value) if name in ("gap", "more") else value for name, value in fields.items()}


def fixed(layout):
    """A layout's three cases. Counters are one entry, neither none nor many."""
    cases = []
    for label, value in (
        ("zero", lambda form: extreme(form, 0)), ("sample", Sample().value), ("largest", lambda form: extreme(form, 1)),
    ):
        fields = {name: value(form) for name, form in layout if name != "_"}
        if "counters" in fields:
            fields["counters"] = (fields["counters"] or [extreme(dict(layout)["counters"][0], 0)])[:1]
        for name in ("gap", "more"):
            if name in fields:
                fields[name] = label != "zero"
        cases.append((label, fields))
    return cases
