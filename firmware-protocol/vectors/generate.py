#!/usr/bin/env python3
"""Writes the golden vectors beside it; with --check says whether they are what it would write."""

import json
import pathlib
import sys

import frames
import invalid_messages
import messages
import statuses
from dialogues import dialogues

HERE = pathlib.Path(__file__).resolve().parent


def text(entries):
    """One entry a line, so that a change shows as the entries it touches."""
    return "[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n"


def main():
    files = {
        "frames.json": frames.frames(),
        "streams.json": frames.streams(),
        "messages.json": messages.valid(),
        "invalid-messages.json": invalid_messages.invalid(),
        "status.json": statuses.statuses(),
        "dialogues.json": dialogues(),
    }
    wrong = []
    for name, entries in files.items():
        names = [entry["name"] for entry in entries]
        assert len(set(names)) == len(names), f"{name}: a name is used twice"
        if "--check" not in sys.argv:
            (HERE / name).write_text(text(entries))
        elif not (HERE / name).exists() or (HERE / name).read_text() != text(entries):
            wrong.append(name)
    if wrong:
        sys.exit(f"not what generate.py writes: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
