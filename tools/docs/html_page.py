"""Documents as pages of HTML."""

import os
import re
from html import escape, unescape
from html.parser import HTMLParser

import documents
from sources import ROOT

STYLE = "style.css"
# Pages with fewer headings of the second level have no list of them.
FEWEST = 4
LINK = re.compile(r'<a href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
IMAGE = re.compile(r'(<img\b[^>]*?\bsrc=")([^"]*)')
HEADING = re.compile(r'<h([12]) id="([^"]*)">(.*?)</h\1>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")
TABLE = re.compile(r"<table.*?</table>", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%(title)s</title>
<link rel="stylesheet" href="%(style)s">
</head>
<body>
<header><a href="%(start)s">Perch documentation</a></header>
<main>
%(body)s</main>
<footer>Files without a link are in Perch's sources.</footer>
</body>
</html>
"""


class Site:
    """All pages, and the files that they show."""

    def __init__(self, tool):
        self.problems, self.files, self.pages = [], set(), {}
        for path in documents.pages():
            self.pages[documents.installed(path)] = self.page(path, self.body(tool, path))
        self.problems += dead(self.pages, {documents.installed(file) for file in self.files} | {STYLE})

    def body(self, tool, path):
        # With a large number of columns, pandoc gives those of a table no widths.
        made = documents.pandoc(tool, path, "--to=html5", "--no-highlight", "--wrap=preserve", "--columns=100000")
        made = LINK.sub(lambda match: self.link(path, match), COMMENT.sub("", made))
        made = IMAGE.sub(lambda match: match[1] + self.image(path, match[2]), made)
        return TABLE.sub(lambda match: '<div class="table" tabindex="0">%s</div>' % match[0], made)

    def page(self, path, body):
        headings = HEADING.findall(body)
        titles = [text for level, _, text in headings if level == "1"]
        if not titles:
            self.problems.append("%s has no title" % path)
        title = TAG.sub("", titles[0]) if titles else path
        parts = [(anchor, text) for level, anchor, text in headings if level == "2"]
        if len(parts) >= FEWEST and path != documents.START:
            body = body.replace("</h1>\n", "</h1>\n" + contents(parts), 1)
        return PAGE % {
            "title": title if title == "Perch" else title + " – Perch",
            "style": relative(path, STYLE),
            "start": relative(path, "index.html"),
            "body": body,
        }

    def link(self, path, match):
        """Returns a link to an installed page or file, or the text alone."""
        target = documents.target(path, unescape(match[1]))
        if target is None:
            return match[0]
        file, anchor = target
        place = documents.installed(file)
        if not os.path.exists(os.path.join(ROOT, file)):
            self.problems.append("%s: no such file: %s" % (path, file))
        elif place:
            self.show(file)
            link = (relative(path, place) if file != path else "") + ("#" + anchor if anchor else "")
            return '<a href="%s">%s</a>' % (escape(link), documents.spelled(match[2], file))
        return match[2]

    def image(self, path, link):
        file, _ = documents.target(path, unescape(link)) or (None, None)
        place = file and documents.installed(file)
        if not place or not os.path.exists(os.path.join(ROOT, file)):
            self.problems.append("%s: no such image among the installed files: %s" % (path, link))
            return link
        self.show(file)
        return escape(relative(path, place))

    def show(self, file):
        if not file.endswith(".md"):
            self.files.add(file)

    def write(self, folder):
        """Writes all pages and files, and returns their number of bytes."""
        contents = {place: text.encode() for place, text in self.pages.items()}
        files = {STYLE: os.path.join("tools", "docs", STYLE), **{documents.installed(file): file for file in self.files}}
        for place, file in files.items():
            with open(os.path.join(ROOT, file), "rb") as source:
                contents[place] = source.read()
        for place, content in contents.items():
            path = os.path.join(folder, place)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as output:
                output.write(content)
        return sum(map(len, contents.values()))


class Anchors(HTMLParser):
    """Anchors and links of a page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.repeated, self.links = set(), set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key == "id":
                (self.repeated if value in self.names else self.names).add(value)
            elif key in ("href", "src"):
                self.links.append(value)


def dead(pages, others):
    """Returns what is wrong with the links and anchors of finished pages, in sentences. Other files have no anchors."""
    found, problems = {place: Anchors(text) for place, text in pages.items()}, []
    for place, page in found.items():
        problems += ["%s: several anchors %s" % (place, name) for name in sorted(page.repeated)]
        for link in page.links:
            file, anchor = documents.target(place, link) or (None, None)
            if file and file not in found and file not in others:
                problems.append("%s: no such page: %s" % (place, link))
            elif anchor and (file not in found or anchor not in found[file].names):
                problems.append("%s: no such anchor: %s" % (place, link))
    return problems


def contents(parts):
    items = "".join('<li><a href="#%s">%s</a></li>\n' % (anchor, LINK.sub(r"\2", text)) for anchor, text in parts)
    return "<details>\n<summary>On this page</summary>\n<ul>\n%s</ul>\n</details>\n" % items


def relative(path, place):
    """Returns the link from a document's page to another place."""
    return os.path.relpath(place, os.path.dirname(documents.installed(path)) or ".")
