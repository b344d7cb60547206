"""The sentences of SPEC.md that each check of `perch conformance` holds, as a Swift table."""

import json
import re
from collections import defaultdict

HEADING = re.compile(r"^##+ (\d+(?:\.\d+)?) |^(\d+\.\d+) ", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
# A paragraph, or an item of a list.
TEXT = re.compile(r"^(?![|#])\S.*\n(?:(?![-|#]).+\n)*", re.MULTILINE)
SENTENCE = re.compile(r"(?:[^.]|\.(?!\s|$))+\.?")
NUMBER = re.compile(r" ?\[(\d+)\]")
# A part of a sentence, up to its number.
CLAUSE = re.compile(r".*?\[\d+\]|.+$")
# Characters from which a sentence is cut to clauses, and a cell to sentences.
LONG, LONG_CELL = 220, 300


class Sentence:
    """A sentence, with the numbers of its requirements in it."""

    def __init__(self, section, text, row=""):
        self.section = section
        self.row = row
        self.text = plain(text)
        self.numbers = [int(number) for number in NUMBER.findall(self.text)]

    def quote(self, numbers):
        """Returns the text with these numbers only. Of a long sentence, how it begins and the clauses
        before these numbers.
        """

        def kept(text):
            return NUMBER.sub(lambda found: found.group() if int(found.group(1)) in numbers else "", text)

        if len(self.text) <= LONG or len(self.numbers) == 1:
            return self.row + kept(self.text)
        first, *rest = CLAUSE.findall(self.text)
        # What stands behind the last number belongs to it.
        if not NUMBER.search(rest[-1]):
            rest[-2:] = ["".join(rest[-2:])]
        is_list = ": " in first and self.numbers[0] not in numbers
        text = first.partition(": ")[0] + ":" if is_list else kept(first)
        follows = not is_list
        for clause, number in zip(rest, self.numbers[1:]):
            if number in numbers:
                text += clause if follows else " … " + clause.lstrip(" ,;:.")
            follows = number in numbers
        return self.row + text + ("" if follows else " …")


def plain(text):
    """Returns a text of Markdown without its marks, on one line."""
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*+([^*]+)\*+", r"\1", text.replace("`", ""))
    return " ".join(text.split())


def sentences(text):
    """Returns the sentences of SPEC.md that have a number."""
    text = FENCE.sub(lambda fence: re.sub(r"[^\n]", " ", fence.group()), text)
    places = [(found.start(), found.group(1) or found.group(2)) for found in HEADING.finditer(text)]
    section = lambda at: next((number for start, number in reversed(places) if start <= at), "Conventions")
    found = []
    for part in TEXT.finditer(text):
        words = re.sub(r"^(?:\d+\.\d+|-) ", "", part.group())
        found += [Sentence(section(part.start()), sentence) for sentence in SENTENCE.findall(words)]
    for part in TABLE.finditer(text):
        heads, _, *rows = ([cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in part.group().splitlines())
        for cells in rows:
            named = [(plain(head), cell) for head, cell in zip(heads, cells) if cell.strip(" |")]
            for index, (_, cell) in enumerate(named):
                row = ", ".join(heading(*each) for each in named[:index]) + (": " if index else "")
                parts = [cell] if len(cell) <= LONG_CELL else SENTENCE.findall(cell)
                found += [Sentence(section(part.start()), each, row) for each in parts]
    return [sentence for sentence in found if sentence.numbers]


def heading(head, cell):
    """Returns a cell in front of the one that is quoted."""
    words = NUMBER.sub("", plain(cell))
    if head == "width":
        return words
    return f"{head} “{words}”" if " " in head and not words.isdigit() else f"{head} {words}"


def quotes(spec, held):
    """Returns for each check its requirements, and their sentences: section, numbers and text.

    `held` has the ids of the checks of each requirement. The sentences of the requirements that the
    fewest checks hold come first, since they are the most specific.
    """
    by_number = {number: sentence for sentence in sentences(spec) for number in sentence.numbers}
    of_check = defaultdict(list)
    for number, checks in held.items():
        for check in checks:
            of_check[check].append(number)
    made = {}
    for check, numbers in sorted(of_check.items()):
        chosen = []
        for number in sorted(numbers, key=lambda number: (len(held[number]), number)):
            sentence = by_number[number]
            if sentence not in chosen:
                chosen.append(sentence)
        numbers.sort()
        made[check] = (
            numbers,
            [(sentence.section, [number for number in sentence.numbers if number in numbers], sentence.quote(numbers)) for sentence in chosen],
        )
    return made


def swift(spec, held):
    """Returns the source of the table."""
    cases = []
    for check, (numbers, quoted) in quotes(spec, held).items():
        lines = [f"                Quote({string(section)}, {those}, {string(text)}),\n" for section, those, text in quoted]
        cases.append(f"        case {string(check)}:\n            SpecQuotes({numbers}, [\n{''.join(lines)}            ])\n")
    return HEAD + "".join(cases) + TAIL


def string(text):
    return json.dumps(text, ensure_ascii=False)


HEAD = """\
// Generated from SPEC.md and REQUIREMENTS.md by firmware-protocol/vectors/requirements.py.
// swift-format-ignore-file

extension SpecQuotes {
    /// Returns the requirements of the check with this id; none if it is not in REQUIREMENTS.md.
    package static func of(_ check: String) -> SpecQuotes {
        switch check {
"""
TAIL = """\
        default: SpecQuotes([], [])
        }
    }
}
"""
