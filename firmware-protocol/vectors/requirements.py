"""Compares the numbered requirements of SPEC.md with REQUIREMENTS.md, and that page with what it names.
Makes the Swift table with the sentences that each check of `perch conformance` quotes.

usage: python3 -B requirements.py [--check]

`--check` writes nothing. Reports
  - a number that SPEC.md or the page lacks, or that stands twice in either
  - a MUST or MUST NOT behind which its sentence has no number
  - a vector, dialogue, check or test that does not exist
  - with `--check`, a table that is not up to date
and prints how many requirements are held, by what, and which by nothing.

Exit codes: 0 nothing found, 1 something found, 64 usage
"""

import json
import pathlib
import re
import sys
from collections import Counter
from fnmatch import fnmatchcase

import quotes

VECTORS = pathlib.Path(__file__).resolve().parent
PROTOCOL = VECTORS.parent
ROOT = PROTOCOL.parent
TABLE = ROOT / "Sources/Conformance/Report/SpecQuotes+Table.swift"

NUMBER = re.compile(r"\[(\d+)\]")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# A table row; else a paragraph or an item of a list.
PART = re.compile(r"^\|.*$|(?:^(?![|#]).+\n?)+", re.MULTILINE)
SENTENCE = re.compile(r"(?:[^.]|\.(?![\s|]|$))+")
MUST = re.compile(r"\bMUST(?: NOT)?\b")
# The sentence that says what MUST means.
DEFINITION = "RFC 2119"
ROW = re.compile(r"^\| (\d+) \| (\w+) \| (.+?) \| (.+) \|$", re.MULTILINE)
WHO = ("host", "dongle", "both")
# A check's id, and the section that it comes from.
CHECK = re.compile(r'"([a-z]+\.[a-z0-9-]+)",\s*"[\d.]+",')


def read(path):
    return path.read_text(encoding="utf-8")


def bare_musts(text):
    """Returns the sentences in which a MUST is not followed by a number of its own."""
    found = []
    for part in PART.findall(FENCE.sub("", text)):
        for sentence in SENTENCE.findall(part.replace("\n", " ")):
            if DEFINITION not in sentence and any(not NUMBER.search(rest) for rest in MUST.split(sentence)[1:]):
                found.append(sentence.strip())
    return found


class Holders:
    """All that can hold a requirement."""

    def __init__(self):
        files = VECTORS.glob("*.json")
        self.names = {each.name: [entry["name"] for entry in json.loads(read(each))] for each in files}
        files = (ROOT / "Sources/Conformance").rglob("*.swift")
        self.checks = {id for each in files for id in CHECK.findall(read(each))}

    def has(self, place, name):
        """Whether it exists; None where `place` is no place for it."""
        # `*` alone is a wildcard.
        pattern = name.replace("[", "[[]").replace("?", "[?]")
        if place in self.names:
            return any(fnmatchcase(each, pattern) for each in self.names[place])
        if place == "check":
            return any(fnmatchcase(each, pattern) for each in self.checks)
        folder, _, file = place.rpartition("/")
        if folder == "core/tests":
            return self.is_in([PROTOCOL / place], rf"\bRUN\({name}\)")
        if folder == "hci-dongle/tests":
            return self.is_in([ROOT / "tools" / place], rf"\bdef {name}\(")
        if (ROOT / "Tests" / folder).is_dir() and folder:
            files = (ROOT / "Tests" / folder).rglob(file + ".swift")
            return self.is_in(files, rf"@Test\b(?:(?!\bfunc\b).)*\bfunc {name}\(")
        return None

    @staticmethod
    def is_in(files, pattern):
        return any(re.search(pattern, read(file), re.DOTALL) for file in files if file.is_file())

    def checks_of(self, names):
        """Returns the ids of the checks among what holds a requirement."""
        patterns = [name.removeprefix("check: ") for name in names if name.startswith("check: ")]
        return {id for id in self.checks if any(fnmatchcase(id, pattern) for pattern in patterns)}

    def is_public(self, place):
        """Whether any dongle can be held to it, by bytes alone."""
        return place == "check" or place in self.names


def check(writes):
    text, page = read(PROTOCOL / "SPEC.md"), read(PROTOCOL / "REQUIREMENTS.md")
    rows, holders, faults = ROW.findall(page), Holders(), []
    numbers = {"SPEC.md": Counter(NUMBER.findall(text)), "REQUIREMENTS.md": Counter(row[0] for row in rows)}
    for place, other in (("SPEC.md", "REQUIREMENTS.md"), ("REQUIREMENTS.md", "SPEC.md")):
        here, there = numbers[place], numbers[other]
        faults += [f"[{number}] stands {count} times in {place}" for number, count in here.items() if count > 1]
        faults += [f"[{number}] is in {other} and not in {place}" for number in there if number not in here]
    faults += [f"no number behind MUST: {sentence}" for sentence in bare_musts(text)]
    held, nothing, checks = Counter(), [], {}
    for number, who, words, cell in rows:
        names = re.findall(r"`([^`]+)`", cell)
        if who not in WHO:
            faults.append(f"[{number}] is for {who}, not for {', '.join(WHO)}")
        if not names and cell != "nothing":
            faults.append(f"[{number}] is held by neither something in `…` nor `nothing`")
        for name in names:
            place, _, rest = name.partition(": ")
            if not rest or not holders.has(place, rest):
                faults.append(f"[{number}] names what does not exist: {name}")
        checks[int(number)] = holders.checks_of(names)
        is_public = any(holders.is_public(name.split(": ")[0]) for name in names)
        kind = "bytes" if is_public else "test" if names else "nothing"
        held[kind] += 1
        nothing += [f"  [{number}] {who}: {words}"] * (kind == "nothing")
    if not faults:
        table = quotes.swift(text, checks)
        if writes:
            TABLE.write_text(table, encoding="utf-8")
        elif not TABLE.is_file() or read(TABLE) != table:
            faults.append(f"{TABLE.relative_to(ROOT)} is not up to date: run firmware-protocol/vectors/requirements.py")
    share = lambda kind: f"{held[kind]} ({100 * held[kind] / max(1, len(rows)):.1f} %)"
    print(f"{len(rows)} requirements: {share('bytes')} held by a vector, dialogue or check,", end=" ")
    print(f"{share('test')} by a test only, {share('nothing')} by nothing" + (":" if nothing else "."))
    print(*nothing, *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    sys.exit(check(writes=not sys.argv[1:]))
