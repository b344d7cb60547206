"""One payload and its entry in the vectors."""

from codec import Writer


class Message:
    """One payload, with where its fields begin."""

    def __init__(self, name, form, code, fields, writer, takes_rest=False):
        self.name, self.form, self.code, self.fields, self.writer = name, form, code, fields, writer
        self.takes_rest = takes_rest

    def entry(self, suffix="", payload=None, canonical=True):
        return {
            "name": f"{self.name} {self.form}{suffix}", "message": self.name, "form": self.form, "code": self.code,
            "payload": (self.writer.bytes if payload is None else payload).hex(), "fields": self.fields,
            "canonical": canonical,
        }


def written(layout, fields, status=None):
    writer = Writer()
    if status is not None:
        writer.field("u16", status)
    return writer.layout(layout, fields)


def with_lengths(fields):
    """The fields with the length of each filter, which follows from its bytes."""
    if "filters" not in fields:
        return fields
    filters = [{**entry, "length": len(entry["bytes"]) // 2} for entry in fields["filters"]]
    return {**fields, "filters": filters}
