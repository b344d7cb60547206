#!/usr/bin/env -S python3 -B
"""Tests what the manual and the pages of HTML are made with. Needs neither a program nor pandoc.

usage: tools/docs/test_pages.py
"""

import unittest

import documents
import roff
from html_page import dead
from manual_page import Manual, usage_word


def argument(name, abstract, **others):
    """Returns an option as a program describes it."""
    return {"kind": "option", "names": [{"kind": "long", "name": name}], "valueName": name, "abstract": abstract, "isOptional": True, "isRepeating": False, "shouldDisplay": True, **others}


def verb(name, abstract, *arguments, subverbs=(), discussion=""):
    return {"commandName": name, "abstract": abstract, "discussion": discussion, "arguments": list(arguments), "subcommands": list(subverbs), "shouldDisplay": True}


class Program:
    """A program with these verbs."""

    def __init__(self, *verbs):
        self.verbs = verbs

    def root(self):
        return verb("perch", "A gateway.", subverbs=self.verbs)

    def version(self):
        return "1.2.3"

    def groups(self):
        return {}


def manual(*verbs):
    """Returns a manual of these verbs, with all of their pages made."""
    made = Manual("test", Program(*verbs))
    made.texts = {path: made.verb(path, verb) for path, verb in made.verbs.items()}
    return made


class RoffTests(unittest.TestCase):
    def test_options_and_code_are_bold_and_can_be_copied(self):
        self.assertEqual(roff.prose("With --dry-run, run `a ^C`; built-in, -5."), r"With \fB\-\-dry\-run\fR, run \fBa \(haC\fR; built-in, \-5.")

    def test_no_text_becomes_a_request(self):
        self.assertEqual(roff.line(".SH"), "\\&.SH\n")
        self.assertEqual(roff.code(["'br"]), ".PP\n.RS 4\n.nf\n\\(aqbr\n.fi\n.RE\n")

    def test_usage_tells_values_from_words(self):
        self.assertEqual([usage_word(word) for word in ["--to", "<x>", "[<x>]", "[<x>", "…]", "[options]"]], [r"\fB\-\-to\fR", r"\fIx\fR", r"[\fIx\fR]", r"[\fIx\fR", "…]", r"[\fIoptions\fR]"])

    def test_an_unknown_part_of_a_document_is_an_error(self):
        with self.assertRaises(SystemExit):
            roff.Document({"blocks": []}, None).block({"t": "HorizontalRule"}, ".PP")


class ManualTests(unittest.TestCase):
    def test_a_page_has_all_its_sections(self):
        below = verb("push", "Send it. Twice.", argument("to", "Where to."), discussion="After `perch config pull`.")
        made = manual(verb("config", "Read and send.", subverbs=[below, verb("pull", "Get it.")]))
        self.assertEqual(made.problems, [])
        text = made.texts["config", "push"]
        self.assertIn("perch\\-config\\-push \\- send it\n", text)
        self.assertIn('"Perch 1.2.3"', text)
        self.assertIn(".TP\n\\fB\\-\\-to\\fR \\fIto\\fR\nWhere to.\n", text)
        self.assertTrue(text.endswith(".SH SEE ALSO\n\\fBperch\\-config\\fR(1), \\fBperch\\-config\\-pull\\fR(1), \\fBperch\\fR(1), \\fBperch.toml\\fR(5)\n"), text)
        self.assertIn(".TP\n\\fBpull\\fR\nGet it.\n", made.texts["config",])

    def test_documents_are_named_where_they_are_installed(self):
        made = manual(verb("scan", "Scan.", discussion="docs/tour.md shows it, docs/nothing.md does not."))
        self.assertIn("\\fB/usr/share/doc/perch/html/tour.html\\fR shows it", made.texts["scan",])
        self.assertEqual(len(made.problems), 1)

    def test_a_verb_needs_an_abstract_and_an_option_its_help(self):
        made = manual(verb("scan", "", argument("for", "")))
        self.assertEqual(made.problems, ["perch scan has no abstract", "perch scan: --for has no help"])


class PageTests(unittest.TestCase):
    def test_documents_have_a_place(self):
        places = [documents.installed(path) for path in ["docs/README.md", "README.md", "docs/tour.md", "docs/images/scan.svg", "CONTRIBUTING.md", "docs/api/perch.yaml"]]
        self.assertEqual(places, ["index.html", "README.html", "tour.html", "images/scan.svg", None, None])

    def test_dead_links_and_anchors_are_found(self):
        pages = {"a.html": '<h1 id="x"></h1><a href="f/b.html#y"></a><a href="c.svg"></a><a href="#x"></a>', "f/b.html": '<p id="y"></p><a href="../a.html"></a>'}
        self.assertEqual(dead(pages, {"c.svg"}), [])
        self.assertEqual(dead(pages, set()), ["a.html: no such page: c.svg"])
        pages["f/b.html"] = '<p id="z"></p><p id="z"></p><a href="a.html"></a>'
        self.assertEqual(dead(pages, {"c.svg"}), ["a.html: no such anchor: f/b.html#y", "f/b.html: several anchors z", "f/b.html: no such page: a.html"])


if __name__ == "__main__":
    unittest.main()
