"""The documents that are installed with Perch, as HTML, and pandoc, which reads them."""

import os
import re
import subprocess
from urllib.parse import unquote

from sources import ROOT, read

# Where the Debian package has the documents.
FOLDER = "/usr/share/doc/perch/html"
START = "docs/README.md"
# Documents outside of docs/.
OTHERS = ("README.md", "CHANGELOG.md", "firmware-protocol/README.md", "firmware-protocol/SPEC.md", "firmware-protocol/vectors/README.md")
# Other files that documents may show or link to.
FILE = re.compile(r"docs/((?:images/(?:[^/]+/)?)?[^/]+\.(?:svg|png|yaml))")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def pages():
    """Returns the paths of the documents, from the root."""
    names = sorted(os.listdir(os.path.join(ROOT, "docs")))
    return ["docs/" + name for name in names if name.endswith(".md")] + list(OTHERS)


def installed(path):
    """Returns the place of a document or file below the folder of HTML; None if it is not installed."""
    if path == START:
        return "index.html"
    if path in OTHERS or os.path.dirname(path) == "docs" and path.endswith(".md"):
        return path.removeprefix("docs/")[:-len(".md")] + ".html"
    file = FILE.fullmatch(path)
    return file[1] if file else None


def target(path, link):
    """Returns the file that a document's link leads to, from the root, and the anchor in it; None
    for a link to somewhere else.
    """
    if SCHEME.match(link) or link.startswith("//"):
        return None
    file, _, anchor = unquote(link).partition("#")
    return os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path, anchor


def spelled(text, file):
    """Returns the text of a link: where it names an installed document's file, the name that the file has as HTML."""
    place = installed(file)
    return os.path.basename(place) if place and text.endswith(".md") and file.endswith(text) else text


def pandoc(tool, path, *options):
    """Returns a document as pandoc turns it into another form."""
    try:
        return subprocess.run(["pandoc", "--from=gfm", *options], input=read(path), check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    except FileNotFoundError:
        raise SystemExit("%s: pandoc is missing. Install it: tools/setup packaging" % tool)
    except subprocess.CalledProcessError as error:
        raise SystemExit("%s: pandoc cannot read %s: %s" % (tool, path, error))
