"""Files that a verb leaves behind when it is refused or fails."""

import os
import pty
import re
import tty
from contextlib import nullcontext

import beacons
from field import Gateway
from verbs import side_by_side

PATTERNS = {
    "a row that is none": "kind,pattern,type\nssid,Torment,Test\nmac,zz:zz,Test\n",
    "a flag that is none": "kind,pattern,type,enabled\nssid,Torment,Test,perhaps\n",
    "a row that is cut": 'kind,pattern,type\nssid,Torment,Test\nssid,"Torm',
    "a column that is missing": "kind,pattern\nssid,Torment\n",
    "half a config": '{"patterns": [',
    "noise": "\x00\x01\x02",
    "nothing": "",
}
SHARDS = {
    "a line that is none": beacons.UUID + "\nTorment\n",
    "a UUID twice": (beacons.UUID + "\n") * 2,
    "a UUID from the factory": beacons.UUID + "\nE2C56DB5-DFFB-48D2-B060-D0F5A71096E0\n",
    "too many": "".join("%08X%s\n" % (number, beacons.UUID[8:]) for number in range(65)),
}
IMPORTS = (
    (["pattern", "import"], PATTERNS, ["pattern", "list"], "pattern"),
    (["provision", "shards", "import"], SHARDS, ["provision", "shards", "list"], "shard"),
)
# Texts that report that nothing was added.
NOTHING = re.compile(r"\b0 added\b|[Nn]othing was (changed|added|imported)|is as it was")


def leave_nothing(field, finding):
    tasks = (
        lambda: failing_imports(field, finding, True),
        lambda: failing_imports(field, finding, False),
        lambda: failing_traces(field, finding),
    )
    beside, alone, traces = side_by_side(lambda task: task(), tasks)
    finding.note("%d imports refused, %d traces failed", beside + alone, traces)


def failing_imports(field, finding, is_running):
    """Makes imports fail, with or without a gateway; returns how many were refused and added
    nothing.
    """
    home, refused = field.home("running %s" % is_running), 0
    with Gateway(field, home, http=False) if is_running else nullcontext():
        for verb, files, listing, kind in IMPORTS:
            before = listed(field, home, listing, kind)
            for what, text in files.items():
                path = home.path("import")
                with open(path, "w") as file:
                    file.write(text)
                name = "`perch %s` of %s, %s a gateway" % (" ".join(verb), what, "with" if is_running else "without")
                is_refused = judge_import(finding, name, field.run(home, *verb, path), field.run(home, *verb, path, "--json"))
                after = listed(field, home, listing, kind)
                refused += finding.expect(after == before, "%s: %d before, %d after", name, len(before), len(after)) and is_refused
    return refused


def judge_import(finding, name, prose, result):
    """Checks that an import was refused, in its text and in its JSON."""
    is_refused = finding.expect(prose.status == result.status == 65, "%s: exit %d, with --json %d", name, prose.status, result.status)
    said = " ".join((prose.output + prose.errors).split())
    finding.expect(NOTHING.search(said), "%s does not say that nothing was added: %s", name, said[:160])
    line = (result.lines("result") or [{}])[-1]
    finding.expect(line.get("added", 0) == 0, "%s: the result says that %s were added", name, line.get("added"))
    finding.expect(not line.get("dry_run"), "%s: the result says that it was a dry run", name)
    return is_refused


def listed(field, home, listing, kind):
    return [{key: value for key, value in line.items() if key != "ts"} for line in field.run(home, *listing, "--json").lines(kind)]


def failing_traces(field, finding):
    """Makes traces fail, each in its own way; returns how many did."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    field.undo.append(lambda: (os.close(ours), os.close(theirs)))
    ways = {
        "no such port": ["trace", "FILE", "--port", "/dev/nowhere"],
        "a file for a port": ["trace", "FILE", "--port", field.perch],
        "nobody answers": ["trace", "FILE", "--port", os.ttyname(theirs)],
        "no such scenario": ["trace", "FILE", "--port", "sim", "--scenario", "nowhere"],
        "no such rate": ["trace", "FILE", "--baud", "5"],
        "no room for a socket": ["serve", "--trace", "FILE", "--port", "sim", "--socket", field.perch + "/perch.sock"],
        "no such level": ["serve", "--trace", "FILE", "--port", "sim", "--log-level", "loud"],
        "no port to capture": ["capture", "FILE", "--port", "/dev/nowhere", "--format", "pcapng"],
    }
    # Each has its own file, since otherwise one would find the other's.
    files = {way: field.path(way + ".pcapng") for way in ways}
    results = side_by_side(lambda way: field.run(field.home(way), *[files[way] if word == "FILE" else word for word in ways[way]], limit=30), ways)
    for way, result in zip(ways, results):
        has_failed = 0 < result.status and not result.crashed
        finding.expect(has_failed, "%s: exit %d: %s", way, result.status, result.sentence())
        finding.expect(not os.path.exists(files[way]), "%s: exit %d, and the file is there", way, result.status)
    return sum(result.status > 0 for result in results)
