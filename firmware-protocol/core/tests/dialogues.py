"""Writes the dialogues as C tables: python3 dialogues.py <vectors folder> <output>."""

import json
import pathlib
import sys

sys.path.insert(0, sys.argv[1])
from play_dialogues import FEATURES, LIMITS, TOKEN  # noqa: E402

# Keys that say what a step does, and the numbers it has in C.
KINDS = {
    "send": (),
    "bytes": (),
    "wait": (),
    "expect": (),
    "either": (),
    "restart": (),
    "forget": (),
    "boots": ("boots",),
    "power": (),
    "line": (),
    "advert": ("address_type", "pdu", "rssi_dbm"),
    "sighting": ("frame", "rssi_dbm", "channel"),
    "log": ("log",),
    "radio": ("status",),
    "collect": ("total", "counter", "last"),
    "peripheral": ("handle", "mtu", "status"),
    "asked": ("handle", "mtu", "offset"),
}


def data(values, form):
    return f"(const {form}[]){{{', '.join(map(str, values)) or '0'}}}"


def quote(text):
    return json.dumps(text)


def truth(value):
    return str(bool(value)).lower()


class Names(dict):
    def __missing__(self, name):
        assert len(self) < 64
        return self.setdefault(name, len(self))


def tokens(pattern, names, largest):
    values = []
    for token in TOKEN.finditer(pattern):
        width = int(token[3] or largest.get(token[1], 1))
        if token[0] == "??":
            values.append(0x100)
        elif token[0] == "*":
            values.append(0x200)
        elif token[0][0] == "{":
            if token[2]:
                values.append(0x2000 | names[token[2]] << 6 | width)
            values += [0x1000 | names[token[1]] << 6 | width] if token[1] else [0x100] * width
        else:
            values.append(int(token[0], 16))
    return f"{{{data(values, 'uint16_t')}, {len(values)}}}"


def frame_list(patterns, names, largest, unless=""):
    frames = ", ".join(tokens(pattern, names, largest) for pattern in patterns)
    return f"{{(const pattern_t[]){{{frames or '{NULL, 0}'}}}, {len(patterns)}, {truth(unless)}}}"


def written(step, names, largest):
    kind = next(key for key in KINDS if key in step)
    lists = [(step.get("send") or step.get("expect"), "")] if kind in ("send", "expect") else []
    if kind == "either":
        lists = list(zip(step["either"], step.get("unless", [""] * len(step["either"]))))
    numbers = [{**step, **step.get("advert", {}), **step.get("sighting", {})}.get(key, 0) for key in KINDS[kind]]
    value = step.get("value", step.get("bytes", ""))
    if kind == "peripheral":
        numbers[2] = step.get("status", step.get("reason", step.get("error", step.get("interval", 0))))
    if kind == "collect":
        # Two codes of events, the first in the lower half.
        numbers[2] = sum(code << 16 * index for index, code in enumerate(step.get("last", [])))
    if kind == "advert":
        value = step["advert"]["address"] + step["advert"]["data"]
    if kind == "sighting":
        value = step["sighting"]["address"] + step["sighting"]["ssid"]
    if kind == "log":
        value = (step["text"] + "\0").encode().hex()
    if kind in ("forget", "restart"):
        value = "".join(f"{names[name]:02x}" for name in step.get("forget", []))
    numbered = step.get("numbered", -1) + (6 if kind == "advert" and "numbered" in step else 0)
    what = step[kind] if isinstance(step[kind], str) and kind != "bytes" else ""
    raw = bytes.fromhex(value)
    fields = [
        quote(kind),
        quote(what),
        "(const frame_list_t[]){" + ", ".join(frame_list(each, names, largest, unless) for each, unless in lists) + "}"
        if lists
        else "NULL",
        len(lists),
        step.get("wait", step.get("within", 100)),
        truth(step.get("any_order")),
        truth(not step.get("quiet", True)),
        truth("mark" in step),
        truth(step.get("anywhere")),
        "{" + ", ".join(f"{number % 2**32}u" for number in numbers or [0]) + "}",
        data(raw, "uint8_t"),
        len(raw),
        step.get("times", 1),
        numbered,
    ]
    return "{" + ", ".join(map(str, fields)) + "}"


def mask(names):
    return f"{sum(1 << FEATURES.index(name) for name in set(names)):#x}u"


lines = ["// Made by tests/dialogues.py.", '#include "dialogues.h"', "", "const dialogue_t dialogues[] = {"]
entries = json.loads((pathlib.Path(sys.argv[1]) / "dialogues.json").read_text())
for entry in entries:
    names = Names(now=0, lost=1)
    largest = {token[1]: token[3] for token in TOKEN.finditer(json.dumps(entry["steps"])) if token[1] and token[3]}
    needs = entry["needs"]
    limits = lambda bound, default: (
        "{" + ", ".join(f"{needs.get(bound, {}).get(name, default)}u" for name in LIMITS) + "}"
    )
    steps = ",\n        ".join(written(step, names, {**largest, "now": 4, "lost": 4}) for step in entry["steps"])
    fields = [
        quote(entry["name"]),
        truth(any("advert" in step or "sighting" in step for step in entry["steps"])),
        truth(any("log" in step for step in entry["steps"])),
        mask(needs.get("features", [])),
        mask(needs.get("without", [])),
        limits("at_least", 0),
        limits("at_most", 0xFFFFFFFF),
        f"(const dialogue_step_t[]){{\n        {steps}}}",
        str(len(entry["steps"])),
    ]
    lines.append(f"    {{{', '.join(fields)}}},")
lines += ["};", "const size_t dialogue_count = sizeof dialogues / sizeof dialogues[0];", ""]
pathlib.Path(sys.argv[2]).write_text("\n".join(lines))
