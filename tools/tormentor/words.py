"""Names and arguments that would take over a terminal, and ambiguous requests."""

import os
import pty
import re
import select
import time

import beacons
from field import Gateway
from promise import Promise
from wire import request, send_raw

# Characters that a name may contain and no terminal should get: escapes, C1 controls as characters,
# DEL, marks of direction.
HOSTILE = "A\x1b]0;owned\x07B\x9b31mC\x85D\x7fE\u202eF\u2066G\u200fH"
# The same without characters that an alias may not contain.
HOSTILE_ALIAS = "A\u202eB\u2066C\u200fD"
# C0 except for line ends and the additions of a terminal's driver, DEL, C1, marks of direction,
# line separators.
RAW = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Sequences by which a table moves the cursor and sets colours.
OWN_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LIMITS = re.compile(r"\| body of a request \| (\d+) (\w)iB; (\d+) (\w)iB of an order to provision, (\d+) (\w)iB with a file of patterns\b")
UNITS = {"K": 1 << 10, "M": 1 << 20}


def hostile_air(field):
    """Returns a scenario with all kinds of names that no screen should show unchanged."""
    names = [HOSTILE, "\u202egnp.exe", "\x9b2J\x9b1;1Howned", "\x7f\x7f\x7fdel"]
    others = [
        {
            "name": "Device %d" % number,
            "address": "c0:00:00:00:02:%02x" % number,
            "pdu": "EXT_ADV",
            "intervalMs": 100,
            "advert": [{"flags": 6}, {"hex": (bytes([len(name.encode()) + 1, 9]) + name.encode()).hex()}],
        }
        for number, name in enumerate(names)
    ]
    others.append(
        {
            "name": "Beacon",
            "address": "c0:00:00:00:02:ff",
            "intervalMs": 100,
            "advert": [{"flags": 6}, {"iBeacon": {"uuid": beacons.UUID, "major": 1, "minor": 2, "measuredPowerDBm": -59}}],
        }
    )
    return beacons.scenario(field.path("air.json"), 1, others)


def names(field, finding, seconds):
    home = field.home()
    with Gateway(field, home, "--scenario", hostile_air(field), http=False) as gateway:
        gateway.wait_live()
        beacon = "%s/1/2" % beacons.UUID
        set_names(gateway, beacon)
        verbs = [
            ["scan", "--duration", "%ds" % seconds],
            ["range", "--duration", "%ds" % seconds],
            ["provision", "list", "--all", "--duration", "%ds" % seconds],
            ["status"],
            ["dongle", "list"],
            ["beacon", "list"],
            ["beacon", "show", beacon],
            ["region", "list"],
            ["events"],
            ["detect", "list"],
        ]
        shown = raw = 0
        for verb in verbs:
            for way, output in (("a terminal", on_terminal(field, home, verb)), ("JSON", field.run(home, *verb, "--json").output)):
                text = OWN_SEQUENCE.sub("", output) if way == "a terminal" else output
                found = sorted({"U+%04X" % ord(mark) for mark in RAW.findall(text)})
                raw += bool(found)
                shown += "gnp.exe" in text or "owned" in text
                finding.expect(not found, "%s to %s has %s as they are", " ".join(verb[:2]), way, ", ".join(found))
    finding.expect(shown > 0, "no hostile name was shown at all")
    finding.note("%d outputs of %d verbs, %d with raw controls", 2 * len(verbs), len(verbs), raw)


def set_names(gateway, beacon):
    """Gives a beacon and the dongle hostile names, as far as the gateway accepts them."""
    dongle = gateway.get("/v1/dongles")["dongles"][0]["id"]
    for target in ("/v1/beacons/%s/alias" % beacon, "/v1/dongles/%s/alias" % dongle):
        for name in (HOSTILE, HOSTILE_ALIAS):
            request(gateway.socket, target, "PUT", {"alias": name})


def on_terminal(field, home, verb):
    """Returns the output of a verb to a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    process = field.start(
        [field.perch, *verb], home, stdin=theirs, stdout=theirs, stderr=theirs, env={**home.environment, "TERM": "xterm-256color", "COLUMNS": "100"}
    )
    os.close(theirs)
    output, end = b"", time.monotonic() + 30
    while time.monotonic() < end:
        ready, _, _ = select.select([ours], [], [], 0.5)
        if ready:
            try:
                output += os.read(ours, 65536)
            except OSError:
                break
    process.wait(10)
    os.close(ours)
    return output.decode("utf-8", "replace")


def arguments(field, finding):
    bad = "x\x1b[31my\x9bz\x7f\u202ew\r\nv"
    commands = [
        [bad],
        ["scan", "--" + bad],
        ["scan", "--duration", bad],
        ["scan", "--port", "/dev/" + bad],
        ["status", "--gateway", bad],
        ["status", "--gateway", "unix:/tmp/" + bad],
        ["gatt", "read", bad, "--char", "2a00"],
        ["region", "add", bad, "--beacon", beacons.UUID],
        ["beacon", "show", bad],
        ["beacon", "alias", beacons.UUID + "/1/2", bad],
        ["provision", "one", "--beacon", bad],
        ["provision", "plan", bad],
        ["provision", "apply", bad],
        ["replay", bad],
        ["settings", "check", bad],
        ["simulate", "--scenario", bad],
        ["store", "backup", "/nowhere/" + bad],
        ["pattern", "add", bad, "x", "--type", "y"],
        ["config", "pull", "--device", bad],
        ["serve", "--socket", bad],
        ["serve", "--http", bad],
    ]
    home, echoed = field.home(), 0
    with Gateway(field, home, http=False) as gateway:
        gateway.wait_live()
        for command in commands:
            result = field.run(home, *command, limit=20)
            found = sorted({"U+%04X" % ord(mark) for mark in RAW.findall(result.errors + result.output)})
            # Line ends are Perch's own, but not within texts that it repeats.
            echoed += "31m" in result.errors
            name = " ".join(command[:2]).replace(bad, "BAD")
            found += ["an end of line"] * ("w\nv" in result.errors.replace("\r", ""))
            finding.expect(not found, "`%s` echoes %s as they are", name, ", ".join(found))
            finding.expect(not result.crashed and result.status != 0, "`%s` ends with %d", name, result.status)
    finding.expect(echoed > 0, "no argument was echoed at all")
    finding.note("%d commands, %d echo the argument", len(commands), echoed)


HOSTS = ("[::1]evil.example", "[::1", "localhost.evil.example", "evil.example", "localhost@evil.example", "127.0.0.1.evil.example", "[::1]:80evil", "evil.example:80", "")
GOOD_HOSTS = ("localhost", "127.0.0.1", "[::1]", "localhost:8470", "[::1]:8470")


def hosts(field, finding):
    with Gateway(field, field.home()) as gateway:
        tcp = gateway.tcp()
        head = b"GET /v1/status HTTP/1.1\r\nAuthorization: Bearer " + tcp.token.encode() + b"\r\n"
        refusals = {}
        for host in HOSTS:
            refusals[host] = send_raw(tcp, head + b"Host: " + host.encode() + b"\r\nConnection: close\r\n\r\n")
            finding.expect(refusals[host] in ([400], [403], [421]), "Host %r: %s", host, refusals[host])
        for host in GOOD_HOSTS:
            found = send_raw(tcp, head + b"Host: " + host.encode() + b"\r\nConnection: close\r\n\r\n")
            finding.expect(found == [200], "Host %r: %s", host, found)
        usual = refusals["evil.example"]
        finding.expect(refusals["[::1]evil.example"] in (usual, [400]), "[::1]evil.example: %s, evil.example: %s", refusals["[::1]evil.example"], usual)
        pairs = [(b"localhost", b"localhost"), (b"localhost", b"evil.example"), (b"evil.example", b"localhost")]
        for first, second in pairs:
            for address in (tcp, gateway.socket):
                found = send_raw(address, head + b"Host: " + first + b"\r\nHost: " + second + b"\r\nConnection: close\r\n\r\n")
                finding.expect(found == [400], "Host %s and Host %s over %s: %s", first, second, "TCP" if address is tcp else "the socket", found)
    finding.note("%d hosts of others, %d own, %d pairs", len(HOSTS), len(GOOD_HOSTS), 2 * len(pairs))


def bodies(field, finding):
    document = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "gateway.md")
    with open(document) as file:
        stated = LIMITS.search(file.read())
    if not finding.expect(stated, "docs/gateway.md does not state the limits of bodies"):
        return
    limits = [int(stated[group]) * UNITS[stated[group + 1]] for group in (1, 3, 5)]
    targets = ("/v1/regions", "/v1/provisioning/runs", "/v1/patterns/import")
    tried = 0
    with Gateway(field, field.home()) as gateway:
        for target, limit in zip(targets, limits):
            for address in (gateway.tcp(), gateway.socket):
                for length in (limit - 1, limit, limit + 1):
                    for is_chunked in (False, True):
                        answer = post(address, target, length, is_chunked)
                        tried += 1
                        is_refused = answer == 413
                        known = 200 <= answer < 500 and answer != 404
                        way = "in chunks" if is_chunked else "by length"
                        finding.expect(is_refused == (length > limit) and known, "%s, %d bytes of %d %s: %d", target, length, limit, way, answer)
    finding.note("limits of %s KiB, %d requests", ", ".join(str(limit // 1024) for limit in limits), tried)


def post(address, target, length, is_chunked):
    """Sends an object of `length` bytes, most of them blanks; returns the status of the answer."""
    body = b"{" + b" " * (length - 2) + b"}"
    if not is_chunked:
        return request(address, target, "POST", body).status
    data = address.head("POST", target, [("Content-Type", "application/json"), ("Transfer-Encoding", "chunked"), ("Connection", "close")])
    pieces = [body[start : start + 65536] for start in range(0, length, 65536)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    statuses = send_raw(address, data + chunks)
    return statuses[0] if statuses else 0


PROMISES = [
    Promise(
        name="words.names",
        promise="Control characters and marks of direction in names reach neither a terminal nor JSON as they are.",
        tried="names with escapes, C1 controls, DEL and marks of direction, of devices, a beacon and a dongle; ten verbs, on a terminal and with `--json`",
        attack=names,
        short={"seconds": 2},
    ),
    Promise(
        name="words.arguments",
        promise="An error echoes an argument with its control characters escaped.",
        tried="21 commands with an argument of escapes, C1 controls, DEL, marks of direction and ends of lines",
        attack=arguments,
    ),
    Promise(
        name="words.hosts",
        promise="A request with the host of another site, half an address or two hosts is refused.",
        tried="nine hosts that are not the gateway's, five that are, six pairs of two",
        attack=hosts,
    ),
    Promise(
        name="words.bodies",
        promise="The limits of bodies are those that [gateway.md](gateway.md#limits) states.",
        tried="one byte less, as many, and one more, by length and in chunks, over TCP and the socket, of each kind",
        attack=bodies,
    ),
]
