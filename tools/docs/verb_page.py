"""The page of all verbs: docs/verbs.md."""

import os
import re
from collections import Counter
from typing import NamedTuple

# `sources` makes the modules of tools/words known.
import sources  # noqa: F401
from page import escaped, paragraphs, wrapped

PATH = os.path.join("docs", "verbs.md")
HEAD = """<!-- Made by tools/docs/verbs from program and sources. Change those, and run it again. -->

# Verbs

Every verb of `perch` with its options, and with what it writes with `--json`. `perch VERB --help` shows the same options. [command-line.md](command-line.md) has what verbs have in common: which gateway they use, forms of values, JSON lines, ^C, and exit codes.

In usage lines, [brackets] are around what can be left out, and … stands after what can be repeated. On a terminal, `perch` without a verb shows what was found on this machine and what to do next; `perch --help` lists the verbs.
"""
COMMON = """Every verb takes `--version` and `--help`, and most take `--json`:
"""
JSON = """Under **JSON lines**, each verb has the types of the lines before the result, and the fields of the result, beside those of [every line](command-line.md#json-lines). A type links to its fields.
"""
# Options that several verbs share, described once: heading, what comes before them, and their
# names.
SHARED = (
    ("Gateway options", "For verbs that use a gateway. [command-line.md](command-line.md#which-gateway-a-verb-uses) says which gateway a verb uses.", ("gateway", "token-file", "ca-file")),
    ("Dongle options", "For verbs that use a dongle.", ("port", "baud", "dongle")),
    ("Simulation options", "For a simulated dongle, with `--port sim`.", ("scenario", "replay", "speed", "loop", "seed")),
)
EVERYWHERE = ("json", "version", "help")
# Verb that the parser adds by itself.
LEFT_OUT = "help"


class Option(NamedTuple):
    kind: str
    # Names with their hyphens; a positional argument has none.
    names: tuple
    value: str
    help: str
    default: str
    values: tuple
    is_optional: bool
    is_repeating: bool
    section: str

    @property
    def name(self):
        return self.names[-1].lstrip("-") if self.names else self.value

    @property
    def text(self):
        """What is the same wherever the option is shared."""
        return self.kind, self.names, self.value, self.help, self.default

    @property
    def item(self):
        """The option as a list item."""
        value = " <%s>" % self.value if self.kind == "option" else ""
        spelled = ", ".join("`%s%s`" % (name, value) for name in self.names) or "`<%s>`" % self.value
        return "- %s: %s" % (spelled, " ".join(part for part in (escaped(self.help), *self.remarks) if part))

    @property
    def remarks(self):
        """What the help does not say, in sentences."""
        parts = []
        if self.kind == "option" and not self.is_optional:
            parts.append("Required.")
        if self.is_repeating and self.names and "several times" not in self.help:
            parts.append("May be given several times.")
        if self.values:
            parts.append("Values: %s." % ", ".join("`%s`" % value for value in self.values))
        if self.default:
            parts.append("Default: `%s`." % self.default)
        return parts


def page(root, lines):
    shared = shared_options(root)
    parts = [paragraphs(HEAD), "\n".join(index(root)) + "\n", "## Common options\n"]
    parts += [paragraphs(COMMON), paragraphs("\n".join(common(root, name).item for name in EVERYWHERE) + "\n"), paragraphs(JSON)]
    for heading, sentence, names in SHARED:
        parts += ["### %s\n" % heading, paragraphs(sentence + "\n\n" + "\n".join(shared[name].item for name in names) + "\n")]
    parts += [section(verb, path, shared, lines) for path, verb in walk(root)]
    return "\n".join(parts)


def walk(command, path=()):
    for verb in command.get("subcommands", []):
        if verb["shouldDisplay"] and verb["commandName"] != LEFT_OUT:
            here = (*path, verb["commandName"])
            yield here, verb
            yield from walk(verb, here)


def verbs(root):
    """Returns whether each verb that does something takes `--json`, by its path."""
    return {" ".join(path): any(each.name == "json" for each in options(verb)) for path, verb in walk(root) if not verb.get("subcommands")}


def options(verb):
    """Returns the arguments and options of a verb. Flags of one value are one option."""
    found = []
    for each in verb.get("arguments", []):
        if not each["shouldDisplay"]:
            continue
        names = tuple(("-" if name["kind"] == "short" else "--") + name["name"] for name in each.get("names", []))
        option = Option(
            each["kind"], names, each.get("valueName", ""), " ".join(each.get("abstract", "").split()), each.get("defaultValue", ""),
            tuple(each.get("allValues", [])), each["isOptional"], each["isRepeating"], each.get("sectionTitle", ""))
        before = found[-1] if found else None
        if before and option.kind == "flag" == before.kind and option.help == before.help:
            found[-1] = before._replace(names=before.names + names, default=before.default or option.default)
        else:
            found.append(option)
    return found


def common(root, name):
    """Returns an option as most verbs have it."""
    counts = Counter(each.text for _, verb in walk(root) for each in options(verb) if each.name == name)
    text = counts.most_common(1)[0][0]
    return next(each for _, verb in walk(root) for each in options(verb) if each.text == text)


def shared_options(root):
    return {name: common(root, name) for _, _, names in SHARED for name in names}


def index(root):
    """Yields a list item for each verb without the verbs above it, with its subverbs."""
    for path, verb in walk(root):
        if len(path) == 1:
            links = [link(below, " ".join(below[1:])) for below, _ in walk(verb, path)]
            more = ": " + ", ".join(links) if links else ""
            yield "\n".join(wrapped("- %s%s" % (link(path, path[0]), more), "", "  "))


def link(path, words):
    return "[%s](#perch-%s)" % (words, "-".join(path))


def section(verb, path, shared, lines):
    heading = "%s perch %s\n" % ("#" * (len(path) + 1), " ".join(path))
    abstract = paragraphs(escaped(verb["abstract"]) + "\n")
    explained = [block(text) for text in discussion(verb)]
    below = [here for here, _ in walk(verb, path)]
    if below:
        words = "Verbs: %s." % ", ".join(link(here, " ".join(here[len(path):])) for here in below)
        if verb.get("defaultSubcommand"):
            words += " Without one of them: `%s`." % verb["defaultSubcommand"]
        return "\n".join([heading, abstract, *explained, paragraphs(words + "\n")])
    all_of_it = options(verb)
    names = {each.name for each in all_of_it if each.text == shared.get(each.name, each).text and each.name in shared}
    groups = [group for group in SHARED if names.issuperset(group[2])]
    grouped = {name for _, _, members in groups for name in members}
    own = [each for each in all_of_it if each.name not in grouped and each.name not in EVERYWHERE]
    parts = [heading, abstract, "    %s\n" % usage(path, own, bool(grouped)), *explained]
    if own:
        ordered = sorted(own, key=lambda each: each.kind != "positional")
        parts.append(paragraphs("\n".join(each.item for each in ordered) + "\n"))
    also = [reference(group, all_of_it) for group in groups]
    also += ["`--json`"] if any(each.name == "json" for each in all_of_it) else []
    if also:
        words = " and ".join([", ".join(also[:-1]), also[-1]] if len(also) > 1 else also)
        parts.append(paragraphs("%s: %s.\n" % ("Also" if own else "Options", words)))
    written = lines.of(" ".join(path), any(each.name == "json" for each in all_of_it))
    return "\n".join([*parts, paragraphs(written + "\n") if written else ""]).rstrip("\n") + "\n"


def reference(group, all_of_it):
    """Returns a link to shared options, with their condition."""
    heading, _, names = group
    title = next(each.section for each in all_of_it if each.name == names[0])
    condition = re.search(r"\(with --business\)", title)
    return "[%s](#%s)%s" % (heading.lower(), heading.lower().replace(" ", "-"), " " + condition[0] if condition else "")


def usage(path, own, has_more):
    """Returns the usage line: what must be given, then everything else."""
    words = ["perch", *path]
    required = [each for each in own if each.kind == "option" and not each.is_optional]
    words += ["%s <%s>" % (each.names[-1], each.value) for each in required]
    if has_more or any(each.kind != "positional" and each not in required for each in own):
        words.append("[options]")
    for each in own:
        if each.kind == "positional":
            word = "<%s>%s" % (each.value, " …" if each.is_repeating else "")
            words.append("[%s]" % word if each.is_optional else word)
    return " ".join(words)


def discussion(verb):
    """Returns the paragraphs that explain a verb. An indented one is code."""
    return [text for text in (verb.get("discussion") or "").strip("\n").split("\n\n") if text.strip()]


def block(text):
    """Returns a paragraph of a discussion; an indented one is code."""
    if text.startswith("  "):
        return "\n".join("    " + line.strip() for line in text.split("\n")) + "\n"
    return paragraphs("\n".join(escaped(line) for line in [" ".join(text.split())]) + "\n")
