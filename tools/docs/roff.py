"""Man pages: roff from the texts of the program, and from documents as pandoc's JSON."""

import re

CODE = re.compile(r"`([^`]+)`")
OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
# A hyphen inside a word; any other hyphen is a minus, which can be searched for and copied.
HYPHEN = re.compile(r"(?<=[a-zA-Z])-(?=[a-zA-Z])")
SPECIAL = str.maketrans({"\\": r"\(rs", "^": r"\(ha", "~": r"\(ti", "-": r"\-"})
COPIED = str.maketrans({"\\": r"\(rs", "^": r"\(ha", "~": r"\(ti", "-": r"\-", "'": r"\(aq", "`": r"\(ga"})
# A paragraph that a heading begins already.
SUPERFLUOUS = re.compile(r"(\.SS [^\n]*\n)\.PP\n")


def literal(text):
    """Returns text as it is typed, in roff."""
    return text.translate(COPIED)


def bold(text):
    return r"\fB%s\fR" % literal(text)


def italic(text):
    return r"\fI%s\fR" % literal(text)


def plain(text):
    """Returns prose in roff."""
    return "-".join(part.translate(SPECIAL) for part in HYPHEN.split(text))


def prose(text):
    """Returns a text of the program in roff: code between backticks and options are bold."""
    parts = CODE.split(text)
    return "".join(bold(part) if index % 2 else options(part) for index, part in enumerate(parts))


def options(text):
    names = [bold(name) for name in OPTION.findall(text)] + [""]
    return "".join(plain(part) + name for part, name in zip(OPTION.split(text), names))


def line(text):
    """Returns a line of text, which roff takes for a request if it begins like one."""
    return (r"\&" if text.startswith((".", "'")) else "") + text + "\n"


def section(heading, *parts):
    return ".SH %s\n%s" % (plain(heading.upper()), "".join(parts).removeprefix(".PP\n"))


def subsection(heading, *parts):
    return ".SS %s\n%s" % (plain(heading), "".join(parts))


def paragraph(text):
    return ".PP\n" + line(text)


def item(term, *texts):
    """Returns a term with its texts, each of which begins a line."""
    return ".TP\n%s%s" % (line(term), ".br\n".join(line(text) for text in texts))


def code(lines):
    return ".PP\n.RS 4\n.nf\n%s.fi\n.RE\n" % "".join(line(literal(each)) for each in lines)


class Document:
    """A document as pandoc reads it. `spelled` returns the roff of a link from its text and target."""

    def __init__(self, tree, spelled):
        self.nodes, self.spelled = tree["blocks"], spelled

    def sections(self):
        """Returns the nodes below each heading, from the title to the headings of the second level, by their texts."""
        found = {}
        for node in self.nodes:
            if node["t"] == "Header" and node["c"][0] <= 2:
                found[words(node["c"][2])] = []
            elif found:
                list(found.values())[-1].append(node)
        return found

    def blocks(self, nodes, paragraph=".PP"):
        """Returns nodes in roff. Inside of a list, paragraphs begin with another macro."""
        return SUPERFLUOUS.sub(r"\1", "".join(self.block(node, paragraph) for node in nodes))

    def block(self, node, paragraph):
        kind, content = node["t"], node.get("c")
        if kind in ("Para", "Plain"):
            return paragraph + "\n" + line(self.text(content))
        if kind == "Header":
            return subsection(words(content[2]))
        if kind == "CodeBlock":
            return code(content[1].split("\n"))
        if kind == "BulletList":
            return self.items(content, lambda index: r"\(bu 2")
        if kind == "OrderedList":
            return self.items(content[1], lambda index: "%d. 3" % (content[0][0] + index))
        if kind == "Table":
            return self.table(content)
        if kind == "RawBlock" and content[1].startswith("<!--"):
            return ""
        raise SystemExit("a man page cannot show this part of a document: %s" % node)

    def items(self, items, mark):
        parts = []
        for index, (first, *rest) in enumerate(items):
            parts.append(self.block(first, ".IP " + mark(index)))
            if rest:
                parts += [".RS\n", self.blocks(rest), ".RE\n"]
        return "".join(parts)

    def table(self, content):
        """Returns each row of a table as an item. Its cells have the headings of their columns, unless
        there is only one, or it is called meaning, which comes first.
        """
        _, _, _, head, bodies, _ = content
        headings = [words_of(cell) for cell in head[1][0][1]]
        rows = [row[1] for body in bodies for row in body[3]]
        half = len(headings) // 2
        if headings[:half] == headings[half:]:
            # Two tables side by side.
            headings, rows = headings[:half], [row[:half] for row in rows] + [row[half:] for row in rows]
        return "".join(self.row(headings[1:], [self.cell(cell) for cell in row]) for row in rows)

    def row(self, headings, cells):
        texts = []
        for heading, text in zip(headings, cells[1:]):
            if len(headings) == 1 or heading == "meaning":
                texts.insert(0, text)
            elif text:
                texts.append("%s: %s" % (plain(heading.capitalize()), text))
        return item(cells[0], *texts)

    def cell(self, cell):
        return " ".join(self.text(block["c"]) for block in cell[4])

    def text(self, nodes):
        return "".join(self.inline(node) for node in nodes)

    def inline(self, node):
        kind, content = node["t"], node.get("c")
        if kind == "Str":
            return plain(content)
        if kind in ("Space", "SoftBreak"):
            return " "
        if kind == "Code":
            return bold(content[1])
        if kind == "Strong":
            return r"\fB%s\fR" % self.text(content).replace(r"\fR", r"\fB")
        if kind == "Emph":
            return r"\fI%s\fR" % self.text(content).replace(r"\fR", r"\fI")
        if kind == "Link":
            return self.spelled(words(content[1]), content[2][0]) or self.text(content[1])
        raise SystemExit("a man page cannot show this part of a document: %s" % node)


def words(nodes):
    """Returns the text of inline nodes without their styles."""
    parts = []
    for node in nodes:
        content = node.get("c")
        if node["t"] == "Str":
            parts.append(content)
        elif node["t"] == "Code":
            parts.append(content[1])
        elif node["t"] in ("Space", "SoftBreak"):
            parts.append(" ")
        else:
            parts.append(words(content[1] if node["t"] == "Link" else content))
    return "".join(parts)


def words_of(cell):
    return " ".join(words(block["c"]) for block in cell[4])
