"""Pages of the manual: one for perch, one for each verb, and one for the settings."""

import json
import os
import re
from datetime import datetime, timezone

import documents
import roff
import verb_page

SETTINGS = "docs/configuration.md"
SETTINGS_PAGE = ("perch.toml", 5)
SETTINGS_ABSTRACT = "settings of a gateway"
# Sections of the page of settings that have a usual name in manuals.
USUAL = {"A file": "Example", "Other variables": "Environment"}
# Sections of documents on the page of perch itself, with their names there.
SECTIONS = (
    ("docs/command-line.md", "Which gateway a verb uses", "Which gateway a verb uses"),
    ("docs/command-line.md", "Forms of arguments", "Forms of arguments"),
    ("docs/scripts.md", "Exit codes", "Exit status"),
    (SETTINGS, "Other variables", "Environment"),
)
FILES = (SETTINGS, "Places")
README = "README.md"
DOCUMENT = re.compile(r"docs/[\w-]+\.md")
MENTION = re.compile(r"`perch ([a-z][a-z -]*[a-z])")


class Manual:
    def __init__(self, tool, program):
        self.tool, self.root, self.version = tool, program.root(), program.version()
        self.groups = program.groups()
        self.verbs = dict(verb_page.walk(self.root))
        self.documents = {}
        self.problems = []

    def pages(self):
        """Returns the texts of all pages by the names of their files."""
        found = {"perch.1": self.program(), "%s.%d" % SETTINGS_PAGE: self.settings()}
        found.update(("%s.1" % name(path), self.verb(path, verb)) for path, verb in self.verbs.items())
        return found

    def program(self):
        listed = [verb for verbs in self.groups.values() for verb in verbs]
        for verb in sorted({path[0] for path in self.verbs} ^ set(listed)):
            self.problems.append("perch %s is either not in the dump, or below no heading of `perch --help`" % verb)
        groups = [roff.subsection(heading, *self.items([(verb,) for verb in verbs if (verb,) in self.verbs], 0)) for heading, verbs in self.groups.items()]
        settings = roff.item(roff.bold(SETTINGS_PAGE[0]), "%s: %s says where they are" % (SETTINGS_ABSTRACT, reference(*SETTINGS_PAGE)))
        return "".join([
            self.head((), self.root["abstract"]),
            roff.section("Synopsis", roff.line(self.usage((), self.root))),
            roff.section("Description", self.section(README, "Perch", 1), roff.paragraph("Every verb has a page of its own, such as %s." % reference("perch-scan"))),
            roff.section("Verbs", *groups),
            self.options((), self.root),
            *(roff.section(title, self.section(path, heading)) for path, heading, title in SECTIONS),
            roff.section("Files", settings, self.section(*FILES)),
            see_also([SETTINGS_PAGE, *((name(path), 1) for path in self.verbs if len(path) == 1)], has_documents=True),
        ])

    def verb(self, path, verb):
        below = [here for here in self.verbs if here[:len(path)] == path != here]
        parts = [self.head(path, verb["abstract"]), roff.section("Synopsis", roff.line(self.usage(path, verb)))]
        parts.append(roff.section("Description", *self.description(verb)))
        if below:
            default = verb.get("defaultSubcommand")
            parts.append(roff.section("Verbs", *self.items(below, len(path))))
            parts += [roff.paragraph("Without a verb: %s." % roff.bold(default))] if default else []
        parts += [self.options(path, verb), roff.section("Exit status", roff.line(reference("perch") + " lists the exit codes."))]
        others = [path[:-1], *(here for here in below if here[:-1] == path), *self.mentioned(path, verb), ()]
        return "".join([*parts, see_also([*((name(here), 1) for here in dict.fromkeys(others)), SETTINGS_PAGE])])

    def settings(self):
        title, *headings = self.document(SETTINGS).sections()
        return "".join([
            self.heading(SETTINGS_PAGE, SETTINGS_ABSTRACT),
            roff.section("Description", self.section(SETTINGS, title)),
            *(roff.section(USUAL.get(heading, heading), self.section(SETTINGS, heading)) for heading in headings),
            see_also([("perch", 1), ("perch-serve", 1), ("perch-settings", 1)], has_documents=True),
        ])

    def head(self, path, abstract):
        if not abstract:
            self.problems.append("perch %s has no abstract" % " ".join(path))
        return self.heading((name(path), 1), sentence(abstract))

    def heading(self, page, abstract):
        title = '.TH %s %d "%s" "Perch %s" "Perch manual"\n' % (roff.literal(page[0].upper()), page[1], date(), self.version)
        # Without hyphenation, and with the left margin only.
        return title + ".nh\n.ad l\n" + roff.section("Name", roff.line("%s \\- %s" % (roff.literal(page[0]), roff.plain(abstract))))

    def usage(self, path, verb):
        if verb.get("subcommands"):
            word = "[%s]" if verb.get("defaultSubcommand") else "%s"
            return " ".join([roff.bold(" ".join(("perch", *path))), word % roff.italic("verb"), "[%s]" % roff.italic("options")])
        own = [each for each in verb_page.options(verb) if each.name not in verb_page.EVERYWHERE]
        words = verb_page.usage(path, own, False).split(" ")
        return " ".join(usage_word(word) for word in words)

    def description(self, verb):
        """Returns the paragraphs of a verb. An indented one is code."""
        yield roff.line(roff.prose(verb["abstract"]))
        for text in verb_page.discussion(verb):
            if text.startswith("  "):
                yield roff.code([line.strip() for line in text.split("\n")])
            else:
                yield roff.paragraph(self.prose(" ".join(text.split())))

    def prose(self, text):
        """Returns a text of the program in roff, with the documents that it names where they are installed."""
        for path in DOCUMENT.findall(text):
            if path not in documents.pages():
                self.problems.append("a text names %s, which is not installed: %s" % (path, text))
        return roff.prose(DOCUMENT.sub(lambda match: "`%s/%s`" % (documents.FOLDER, documents.installed(match[0])), text))

    def items(self, paths, depth):
        """Yields verbs as items, without the first words of their paths."""
        for path in paths:
            yield roff.item(roff.bold(" ".join(path[depth:])), roff.prose(self.verbs[path]["abstract"]))

    def options(self, path, verb):
        """Returns the section of all options and arguments, with those of a group below its title."""
        found = sorted(verb_page.options(verb), key=lambda each: each.kind != "positional")
        for each in found:
            if not each.help:
                self.problems.append("perch %s: %s has no help" % (" ".join(path), " ".join(each.names) or each.value))
        titles = dict.fromkeys(["", *(each.section for each in found)])
        items = {title: [self.option(each) for each in found if each.section == title] for title in titles}
        return roff.section("Options", *items.pop("")) + "".join(roff.subsection(title, *own) for title, own in items.items())

    def option(self, each):
        value = " " + roff.italic(each.value) if each.kind == "option" else ""
        term = ", ".join(roff.bold(name) + value for name in each.names) or roff.italic(each.value)
        return roff.item(term, self.prose(" ".join([each.help, *each.remarks])))

    def mentioned(self, path, verb):
        """Returns the paths of other verbs that a verb's texts name."""
        texts = [*verb_page.discussion(verb), *(each.help for each in verb_page.options(verb))]
        for words in MENTION.findall(" ".join(" ".join(texts).split())):
            words = tuple(words.split())
            found = [words[:length] for length in range(len(words), 0, -1) if words[:length] in self.verbs]
            if found and found[0] != path:
                yield found[0]

    def document(self, path):
        if path not in self.documents:
            tree = json.loads(documents.pandoc(self.tool, path, "--to=json"))
            self.documents[path] = roff.Document(tree, lambda text, link: linked(path, text, link))
        return self.documents[path]

    def section(self, path, heading, count=None):
        """Returns what stands below a heading of a document: all of it, or the first nodes."""
        document = self.document(path)
        nodes = document.sections().get(heading)
        if not nodes:
            self.problems.append("%s has nothing below the heading %s" % (path, heading))
        return document.blocks((nodes or [])[:count])


def name(path):
    return "-".join(("perch", *path))


def reference(page, section=1):
    return "%s(%d)" % (roff.bold(page), section)


def sentence(abstract):
    """Returns the first sentence of an abstract as the first line of a page has it: without a full stop, and small."""
    abstract = abstract.split(". ")[0].rstrip(".")
    return abstract[:1].lower() + abstract[1:]


def date():
    """Returns the day of the sources; nothing if it is unknown."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if seconds and not seconds.isdecimal():
        raise SystemExit("SOURCE_DATE_EPOCH is %r. Set it to seconds since 1970, or leave it out" % seconds)
    return datetime.fromtimestamp(int(seconds), timezone.utc).strftime("%Y-%m-%d") if seconds else ""


def usage_word(word):
    """Returns a word of a usage line: what is typed is bold, and what stands for a value italic."""
    value = re.fullmatch(r"(\[?)<?([^<>\[\]]+)>?(\]?)", word)
    if word.startswith(("<", "[")) and value:
        return value[1] + roff.italic(value[2]) + value[3]
    return roff.plain(word) if word.startswith("…") else roff.bold(word)


def linked(path, text, link):
    """Returns a link of a document in roff; nothing if its own text is enough."""
    target = documents.target(path, link)
    if target is None:
        return None if text == link else "%s (%s)" % (roff.plain(text), roff.plain(link))
    if not text.endswith(".md"):
        return None
    return reference(*SETTINGS_PAGE) if target[0] == SETTINGS else roff.plain(documents.spelled(text, target[0]))


def see_also(pages, has_documents=False):
    parts = [roff.line(", ".join(reference(*page) for page in pages))]
    if has_documents:
        parts.append(roff.paragraph("The documents named here are in %s; begin with %s." % (roff.bold(documents.FOLDER), roff.bold(documents.installed(documents.START)))))
    return roff.section("See also", *parts)
