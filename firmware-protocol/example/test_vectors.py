"""Holds the example against the golden frames that fit it."""

import json
import pathlib
import sys

from minimal_dongle import RX_WINDOW, from_line, to_line

vectors = pathlib.Path(__file__).resolve().parent.parent / "vectors/frames.json"
read = written = 0
for entry in json.loads(vectors.read_text()):
    wire = bytes.fromhex(entry["wire"])
    if len(wire) > RX_WINDOW:
        continue
    if from_line(wire[1:-1]) != bytes.fromhex(entry["decoded"])[:-4]:
        sys.exit(f"read otherwise: {entry['name']}")
    read += 1
    if entry["major"] == 1 and entry["flags"] == 0 and entry["canonical"]:
        line = to_line(entry["kind"], entry["session"], entry["id"], entry["code"], bytes.fromhex(entry["payload"]))
        if line != wire:
            sys.exit(f"written otherwise: {entry['name']}")
        written += 1
if read < 5 or written < 5:
    sys.exit(f"only {read} frames read and {written} written: the vectors have changed their form")
print(f"{read} frames read, {written} written")
