"""Errors after a typing mistake."""

import os
import random
import re
import shutil
import zlib

import beacons
import verbs
from backend import LOGIN, Backend
from leftovers import leave_nothing
from promise import Promise
from verbs import side_by_side

# Shortest word that shows which verb was meant.
TELLING = 3
# Invalid for nearly every option.
VALUES = ("?!", "-5", "9" * 30, "", "0")
# Longest time that a verb takes to refuse a value, and that it runs if it does not refuse, in
# seconds.
LIMIT = 15
COLUMNS, ROWS = 80, 40


def mistypings(word):
    """Returns the word without each of its letters, and with each pair of neighbours swapped."""
    dropped = [word[:place] + word[place + 1 :] for place in range(len(word))]
    swapped = [word[:place] + word[place + 1] + word[place] + word[place + 2 :] for place in range(len(word) - 1)]
    return sorted({*dropped, *swapped} - {word})


def is_near(left, right):
    """Whether two words differ by one letter, or by two swapped letters."""
    while left and right and left[0] == right[0]:
        left, right = left[1:], right[1:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    return max(len(left), len(right)) <= 1 or len(left) == 2 and left == right[::-1]


def tells(typed, others):
    """Whether a typed word rules out all other verbs."""
    return len(typed) >= TELLING and not any(is_near(typed, other) or other.startswith(typed) for other in others)


def mistyped_verbs(field, finding, each):
    home, chance = field.home(), random.Random(11)
    played = []
    every = verbs.read(field, home)
    for group in every:
        words = {verb.path[-1] for verb in group.verbs}
        for word in sorted(words):
            telling = [typed for typed in mistypings(word) if tells(typed, {*words, "help"} - {word})]
            played += [(group.path, word, typed) for typed in chance.sample(telling, min(each, len(telling)))]
    results = side_by_side(lambda item: field.run(home, *item[0], item[2], limit=LIMIT), played)
    suggested = 0
    for (path, word, typed), result in zip(played, results):
        right = "`%s`" % " ".join(("perch", *path, word))
        is_told = result.status == 64 and right in " ".join(result.errors.split())
        suggested += is_told
        finding.expect(is_told, "`%s`: exit %d, and %s is not suggested: %s", " ".join(("perch", *path, typed)), result.status, right, result.sentence())
    # After an unknown verb, --help has no help to show.
    nonsense = [(*group.path, word, "--help") for group in every if group.verbs for word in ("nonsense", "nonsen")]
    for words, result in zip(nonsense, side_by_side(lambda words: field.run(home, *words, limit=LIMIT), nonsense)):
        facts = (" ".join(words), result.status, result.sentence())
        finding.expect(result.status == 64 and not result.output and words[-2] in result.errors, "`perch %s`: exit %d: %s", *facts)
    finding.note("%d mistyped verbs, %d with the right one; %d that mean nothing, with --help", len(played), suggested, len(nonsense))


def options(field, finding, values):
    every = [verb for verb in verbs.read(field, field.home("list")) if not verb.verbs]
    account = Account(field)
    given = side_by_side(lambda verb: play_options(field, account, verb, values), every)
    texts = sum(option.is_text for verb in every for option in verb.options)
    results = [item for items in given for item in items]
    named = 0
    for command, option, result in results:
        name = "perch " + " ".join(command)
        if not finding.expect(result.seconds < LIMIT, "`%s` was still running after %d s", name, LIMIT):
            continue
        finding.expect(not result.crashed, "`%s` crashed: %d", name, result.status)
        said = complaint(result)
        is_named = result.status != 0 and re.search("--%s(?![a-z0-9-])" % option.name, said)
        named += bool(is_named)
        finding.expect(is_named, "`%s`: exit %d, and --%s is not named: %s", name, result.status, option.name, said)
    finding.note("%d verbs, %d unusable values, %d refused by the option's name; %d options take any text", len(every), len(results), named, texts)


class Account:
    """A login to the development server, and a beacon there, for verbs that check no value without
    them.
    """

    def __init__(self, field):
        self.variables = {"PERCH_PAYFRIT_ENVIRONMENT": Backend(field).url}
        self.home = field.home("account", **self.variables)
        for verb in (["login"], ["use", "Lindenhof"], ["beacons", "add", "Bar", "--uuid", beacons.UUID]):
            result = field.run(self.home, "payfrit", *verb, stdin=LOGIN)
            if result.status:
                raise RuntimeError("`payfrit %s`: %s" % (verb[0], result.sentence()))

    def home_for(self, field, verb):
        """Returns a home for one verb, since verbs that run at the same time would find the
        database in use.
        """
        home = field.home("verb " + verb.name, **self.variables)
        with open(home.path("given.csv"), "w") as file:
            file.write("address,name,minor\n%s,Table,1\n" % beacons.address(1))
        if verb.path[0] == "payfrit":
            shutil.copytree(os.path.dirname(self.home.database), os.path.dirname(home.database))
        return home


def play_options(field, account, verb, values):
    """Tries invalid values on each option of a verb, except options that take any text."""
    home = account.home_for(field, verb)
    played = []
    for option in verb.options:
        unusable = [value for value in VALUES if not option.is_text and not option.takes(value)]
        # If only some values are tried, they differ from option to option.
        first = zlib.crc32((verb.name + option.name).encode()) % max(1, len(unusable))
        for value in (unusable[first:] + unusable[:first])[:values]:
            command = verb.with_value(option, value, home.folder)
            played.append((command, option, field.run(home, *command, limit=LIMIT, stdin=b"")))
    return played


def complaint(result):
    """Returns the errors of a command line, without remarks, and without help and usage, which name
    every option.
    """
    said = re.split("^(?:Help|Usage):", result.errors, maxsplit=1, flags=re.M)[0]
    return " ".join(line.strip() for line in said.splitlines() if "SIMULATED" not in line and "--port sim" not in line)


def help_texts(field, finding):
    home = field.home(COLUMNS=str(COLUMNS))
    root, *every = verbs.read(field, home)
    asked = [words for verb in every for words in ((*verb.path, "--help"), ("help", *verb.path))]
    for words, result in zip(asked, side_by_side(lambda words: field.run(home, *words, limit=LIMIT), asked)):
        path = " ".join(word for word in words if word not in ("help", "--help"))
        is_good = result.status == 0 and re.search(r"^USAGE: perch %s\b" % path, result.output, re.M)
        finding.expect(is_good, "`perch %s`: exit %d: %s", " ".join(words), result.status, result.sentence())
    for words in ((), ("--help",), ("-h",), ("help",)):
        result = field.run(home, *words)
        name, lines = " ".join(("perch", *words)), result.output.splitlines()
        widest = max(map(len, lines), default=0)
        finding.expect(result.status == 0 and lines, "`%s`: exit %d: %s", name, result.status, result.sentence())
        finding.expect(len(lines) <= ROWS and widest <= COLUMNS, "`%s` has %d lines, %d columns", name, len(lines), widest)
        groups = grouped(lines)
        shown = [word for group in groups.values() for word in group]
        finding.expect(sorted(shown) == sorted(verb.path[-1] for verb in root.verbs), "`%s` shows the verbs %s", name, " ".join(shown))
        finding.expect(len(groups) > 2 and all(groups.values()), "`%s` has the groups %s", name, ", ".join(groups))
    finding.note("%d texts, the overview of %d lines and %d columns, %d groups", len(asked) + 4, len(lines), widest, len(groups))


def grouped(lines):
    """Returns the verbs below each heading of an overview."""
    groups, heading = {}, None
    for line in lines:
        if re.fullmatch(r"[A-Z][\w ]*:", line):
            groups[heading := line] = []
        elif heading and (found := re.match(r"  ([\w-]+)  ", line)):
            groups[heading].append(found[1])
    return groups


PROMISES = [
    Promise(
        name="mistakes.verbs",
        promise="A mistyped verb is told with the one that was meant, with 64, and so is what is none before `--help`.",
        tried="mistakes in each verb ({each}), a letter dropped or two swapped; `nonsense --help` in every group",
        attack=mistyped_verbs,
        short={"each": 1},
        long={"each": 100},
        limits=(90, 900),
    ),
    Promise(
        name="mistakes.options",
        promise="A value that an option cannot use is refused, with the option's name.",
        tried="unusable values (at most {values}) for each option of each verb that does not take any text",
        attack=options,
        short={"values": 1},
        long={"values": 5},
        limits=(120, 900),
    ),
    Promise(
        name="mistakes.help",
        promise="Every verb has a help, and that of `perch` fits a screen of 80 × 40 and names every verb in its group.",
        tried="`VERB --help` and `help VERB` of each, and the four ways to ask for the overview",
        attack=help_texts,
    ),
    Promise(
        name="mistakes.leave-nothing",
        promise="A refused import says that nothing was added, and adds nothing; a trace that fails leaves no file.",
        tried="eleven files with mistakes, with a gateway and without; seven traces and a capture that fail, each in its own way",
        attack=leave_nothing,
        limits=(120, 120),
    ),
]
