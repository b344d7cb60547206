"""Writes the outcomes into a document, between two markers."""

import os

BEGIN = "<!-- torment -->"
END = "<!-- end of torment -->"


def write(path, outcomes):
    with open(path) as file:
        text = file.read()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not after:
        raise SystemExit("tools/torment: %s lacks the markers %s and %s" % (path, BEGIN, END))
    with open(path + ".new", "w") as file:
        file.write(before + BEGIN + "\n" + table(outcomes) + END + after)
    os.replace(path + ".new", path)


def table(outcomes):
    rows = ["| promise | tried | held |", "|---|---|---|"]
    for outcome in outcomes:
        lists = {name: ", ".join(map(str, size)) for name, size in outcome.sizes.items() if isinstance(size, tuple)}
        tried = outcome.promise.tried.format(**{**outcome.sizes, **lists})
        verdict = {"held": "yes", "NOT HELD": "**no**"}.get(outcome.verdict, outcome.verdict)
        held = verdict + (": " + outcome.measured if outcome.measured else "")
        cells = (outcome.promise.promise, "`%s`: %s" % (outcome.promise.name, tried), held)
        rows.append("| %s |" % " | ".join(cell.replace("|", "\\|") for cell in cells))
    return "\n".join(rows) + "\n"
