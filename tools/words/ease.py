"""Reading ease of sentences, after Flesch: 60 and more is plain English, 30 and less is hard."""

import re
import sys

HINT = "textstat is not installed. Install it with `python3 -m pip install textstat==0.7.4`, best into a virtual environment."
PLACE = re.compile(r"‹[^›]*›|…")
CODE = re.compile(r"`[^`]*`")


def plain(text):
    """Returns a sentence as it is read aloud, with one short word for each inserted value and each
    command.
    """
    text = CODE.sub("this", PLACE.sub("this", text)).replace("[", "").replace("]", "")
    return text if text.rstrip().endswith((".", "?", "!")) else text.rstrip() + "."


def figures(found):
    """Returns lines with the reading ease of each kind, and of all. None if textstat is missing."""
    try:
        import textstat
    except ImportError:
        print(HINT, file=sys.stderr)
        return None
    kinds = {}
    for each in found:
        kinds.setdefault(each.kind, []).extend(plain(text) for text in (*each.texts, *each.hints))
    kinds["all"] = [text for texts in list(kinds.values()) for text in texts]
    return ["%-8s %5.1f  in %d texts" % (kind, textstat.flesch_reading_ease(" ".join(texts)), len(texts)) for kind, texts in kinds.items()]
