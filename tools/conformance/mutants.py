"""The mutants of firmware-protocol/mutants, in the form that its README.md states."""

import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "firmware-protocol", "mutants")
SPEC = os.path.join(ROOT, "firmware-protocol", "SPEC.md")
FIELDS = ("What", "Breaks", "Harms", "Check", "Open", "Slow", "Profile")


class Mutant:
    """One patch with its header.

    `faults` lists what is wrong with the header, as sentences. `harms` is the harm, or None. `checks`
    has the check that must fail, then those that fail with it; empty where none is assigned. `open`
    is the reason why no check has to see the mutant, or None.
    """

    def __init__(self, path):
        self.name = os.path.basename(path)[: -len(".patch")]
        self.faults = []
        with open(path) as file:
            head, _, self.patch = file.read().partition("\n\n")
        fields = {}
        for line in head.splitlines():
            key, _, value = line.partition(": ")
            if key not in FIELDS or key in fields or not value:
                self.faults.append("cannot read: " + line)
            fields[key] = value
        self.what = fields.get("What", "")
        broken = re.fullmatch(r'(\d+(?:\.\d+)?) "(.+)"', fields.get("Breaks", ""))
        self.section, self.quote = broken.groups() if broken else ("", "")
        harms = re.fullmatch(r"no|yes, (.+)", fields.get("Harms", ""))
        self.harms = harms.group(1) if harms else None
        self.checks = fields["Check"].split(", ") if "Check" in fields else []
        self.open = fields.get("Open")
        self.slow = fields.get("Slow") == "yes"
        self.small = fields.get("Profile") == "small"
        if not self.what or not broken or not harms:
            self.faults.append("What, Breaks or Harms is missing or not in its form")
        if self.open and self.checks:
            self.faults.append("it is open, so it has no Check")
        self.source = next((line[6:].split("\t")[0] for line in self.patch.splitlines() if line.startswith("+++ b/")), None)
        self.hunks = [self._texts(hunk) for hunk in re.split(r"^@@ .*\n", self.patch, flags=re.MULTILINE)[1:]]

    @staticmethod
    def _texts(hunk):
        lines = hunk.splitlines(keepends=True)
        return tuple("".join(line[1:] for line in lines if line[0] in kinds) for kinds in (" -", " +"))

    def applied(self):
        """Returns the patched source. Each hunk must fit at one place of the file exactly, wherever
        that is: line numbers do not matter, so unrelated changes leave a mutant as it was.
        """
        with open(os.path.join(ROOT, self.source)) as file:
            text = file.read()
        for old, new in self.hunks:
            if text.count(old) != 1:
                raise ValueError("a hunk fits %d places of %s" % (text.count(old), self.source))
            text = text.replace(old, new)
        return text


def read_all():
    """Returns all mutants by name, in order."""
    return {mutant.name: mutant for mutant in map(Mutant, sorted(glob.glob(FOLDER + "/*.patch")))}


def _plain(text):
    """Returns a text of SPEC.md without the numbers of its requirements, its white space folded."""
    return re.sub(r" \[\d+\]", "", " ".join(text.split()))


def sections():
    """Returns the text of each numbered section of SPEC.md, as `_plain` gives it."""
    texts, number = {}, None
    with open(SPEC) as file:
        for line in file:
            heading = re.match(r"#+ (\d+(?:\.\d+)?) ", line)
            paragraph = re.match(r"(\d+)\.\d+ ", line)
            if heading:
                number = heading.group(1)
            elif paragraph and number and paragraph.group(1) == number.split(".")[0]:
                number = paragraph.group(0).strip()
            if number:
                texts[number] = texts.get(number, "") + line
    return {number: _plain(text) for number, text in texts.items()}


def faults(mutants, checks):
    """Returns what is wrong with headers, as sentences. `checks` has the ids of all checks."""
    texts = sections()
    found = []
    for mutant in mutants:
        found += ["%s: %s" % (mutant.name, fault) for fault in mutant.faults]
        if _plain(mutant.quote) not in texts.get(mutant.section, ""):
            found.append("%s: SPEC.md %s does not say: %s" % (mutant.name, mutant.section, mutant.quote))
        found += ["%s: there is no check %s" % (mutant.name, name) for name in mutant.checks if name not in checks]
    return found
