"""Writes the golden vectors that concern a dongle as C tables: python3 vectors.py <vectors folder> <output>."""
import json
import pathlib
import sys

folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
REASONS = {"overflow": "OVERFLOW", "malformed": "MALFORMED", "short": "SHORT", "crc": "CRC"}


def load(name):
    return json.loads((folder / name).read_text())


def data(text):
    """A pointer and a length; never an empty array, which C99 does not have."""
    values = ", ".join(f"0x{byte:02x}" for byte in bytes.fromhex(text)) or "0"
    return f"(const uint8_t[]){{{values}}}, {len(text) // 2}"


def quote(text):
    return json.dumps(text)


lines = ["// Made by tests/vectors.py.", '#include "vectors.h"', ""]
lines.append("const frame_vector_t frame_vectors[] = {")
for v in load("frames.json"):
    header = ", ".join(str(v[key]) for key in ("major", "kind", "flags", "session", "id", "code"))
    lines.append(f"    {{{quote(v['name'])}, {{{header}}}, {data(v['payload'])}, {data(v['decoded'])}, {data(v['wire'])}, {str(v['canonical']).lower()}}},")
lines += ["};", "const size_t frame_vector_count = sizeof frame_vectors / sizeof frame_vectors[0];", ""]

lines.append("const stream_vector_t stream_vectors[] = {")
for v in load("streams.json"):
    expected = []
    for event in v["expected"]:
        if "frame" in event:
            expected.append(f"{{PERCH_STRETCH_FRAME, 0, {data(event['frame'])}}}")
        else:
            expected.append(f"{{PERCH_STRETCH_{REASONS[event['rejected']]}, {event['discarded']}, NULL, 0}}")
    table = ", ".join(expected) or "{PERCH_STRETCH_NONE, 0, NULL, 0}"
    lines.append(f"    {{{quote(v['name'])}, {data(v['wire'])}, {v['largest_frame']}, (const stretch_vector_t[]){{{table}}}, {len(expected)}}},")
lines += ["};", "const size_t stream_vector_count = sizeof stream_vectors / sizeof stream_vectors[0];", ""]

lines.append("const request_vector_t request_vectors[] = {")
for v in load("messages.json"):
    if v["form"] == "request":
        lines.append(f"    {{{quote(v['name'])}, {v['code']}, {data(v['payload'])}, TAKEN, 0}},")
for v in load("invalid-messages.json"):
    if v["form"] == "request":
        lines.append(f"    {{{quote(v['name'])}, {v['code']}, {data(v['payload'])}, {v['expected']}, {v.get('offset', 0)}}},")
lines += ["};", "const size_t request_vector_count = sizeof request_vectors / sizeof request_vectors[0];", ""]

lines.append("const grant_vector_t grant_vectors[] = {")
for name in ("messages.json", "invalid-messages.json"):
    for v in load(name):
        if v["form"] == "payload" and v["message"] == "GRANT":
            lines.append(f"    {{{quote(v['name'])}, {data(v['payload'])}, {'true' if 'fields' in v else 'false'}}},")
lines += ["};", "const size_t grant_vector_count = sizeof grant_vectors / sizeof grant_vectors[0];", ""]
output.write_text("\n".join(lines))
