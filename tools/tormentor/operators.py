"""Messages for the operator of a gateway, and the operator's verbs."""

import os
import re
from contextlib import nullcontext

import beacons
from backend import LOGIN, WRONG_LOGIN, Backend
from consoles import console
from field import Gateway, wait_for
from promise import Promise
from receiver import Receiver

# Source: syslog(3).
PRIORITIES = {"error": 3, "warning": 4, "notice": 5, "info": 6}
# Level of each event that is caused here, as docs/gateway.md states it.
LEVELS = {
    "Gateway started": "info",
    "Dongle first seen": "info",
    "Login to Payfrit refused": "warning",
    "Logged in to Payfrit": "notice",
    "Logged out of Payfrit": "notice",
    "Webhook fails": "warning",
    "Webhook works again": "notice",
    "Notices are not delivered": "error",
    "Beacon provisioned": "notice",
    "Beacon not provisioned": "warning",
    "Config changed": "notice",
    "Detection stopped": "warning",
    "Detection goes on": "info",
}
# Source: docs/errors.md.
REFUSALS = {"no-webhook": 64, "webhook-failed": 69}
# A name close to a setting's, and another one.
UNKNOWN = {"PERCH_SCAN_ALLWAYS": "false", "PERCH_NONSENSE": "1"}
# Verbs that read the settings and must report unknown ones, and verbs that need not.
READERS = (
    ["settings", "check"],
    ["settings", "show"],
    ["doctor"],
    ["outbox", "test"],
    ["payfrit", "whoami"],
    ["range", "--port", "sim", "--duration", "100ms"],
)
OTHERS = (["events"], ["region", "list"], ["pattern", "list"], ["scan", "--port", "sim", "--duration", "100ms"], ["store", "info"], ["udev", "print"])


def events(field, finding):
    backend = Backend(field)
    scenario = beacons.scenario(field.path("scenario.json"), 2, finders=[beacons.finder()])
    with Receiver(500) as receiver:
        home = field.home(PERCH_NOTIFY_WEBHOOKS=receiver.url, PERCH_PAYFRIT_ENVIRONMENT=backend.url)
        gateway = Gateway(field, home, "--scenario", scenario, http=False)
        # The log counts as the journal if this variable names the file that is written to.
        with open(gateway.log, "wb") as log:
            file = os.fstat(log.fileno())
        gateway.variables = {"JOURNAL_STREAM": "%d:%d" % (file.st_dev, file.st_ino)}
        with gateway:
            gateway.wait_live()
            cause(field, finding, home, gateway, receiver)
            stored = all_events(gateway)
            shown = field.run(home, "events", "--json").lines("event")
            lines = gateway.said().splitlines()
    titles = {event["title"]: event["level"] for event in stored}
    for title, level in LEVELS.items():
        finding.expect(titles.get(title) == level, "%s: the event's level is %s, not %s", title, titles.get(title), level)
    finding.expect([essence(event) for event in shown] == [essence(event) for event in stored], "`perch events` shows other events than /v1/events")
    logged = sum(finding.expect(journal_line(event) in lines, "not in the log: %s", journal_line(event)) for event in stored)
    finding.note("%d events of %d kinds, %d of them in the log", len(stored), len(titles), logged)


def all_events(gateway):
    return gateway.get("/v1/events?limit=1000")["events"]


def essence(event):
    return [event[key] for key in ("id", "title", "detail", "level")]


def journal_line(event):
    """Returns a line of the log in the journal's form."""
    text = event["title"] + (": " + event["detail"] if event.get("detail") else ".")
    return "<%d>%s" % (PRIORITIES[event["level"]], text) + (" dongle=" + event["dongle"] if event.get("dongle") else "")


def cause(field, finding, home, gateway, receiver):
    """Causes one event after the other, and waits for each before the next one."""

    def comes(title):
        told = wait_for(lambda: title in [event["title"] for event in all_events(gateway)], 20)
        finding.expect(told, "no event: %s", title)

    def verb(*arguments, expected=0, **options):
        result = field.run(home, *arguments, **options)
        finding.expect(result.status == expected, "`perch %s`: exit %d: %s", " ".join(arguments[:2]), result.status, result.sentence())

    def region(name, minor):
        verb("region", "add", name, "--beacon", "00000000-0000-0000-0000-%012X/1/%d" % (minor, minor))

    region("first", 2)
    comes("Webhook fails")
    receiver.status = 204
    comes("Webhook works again")
    receiver.status = 410
    region("second", 2)
    comes("Notices are not delivered")
    verb("payfrit", "login", expected=65, stdin=WRONG_LOGIN)
    comes("Login to Payfrit refused")
    verb("payfrit", "login", stdin=LOGIN)
    comes("Logged in to Payfrit")
    verb("payfrit", "logout")
    comes("Logged out of Payfrit")
    identity = ["--uuid", beacons.UUID, "--major", str(beacons.MAJOR)]
    verb("provision", "one", "--beacon", beacons.address(1), *identity, "--minor", "1", "--name", "Table 1")
    comes("Beacon provisioned")
    verb("provision", "one", "--beacon", beacons.address(9), *identity, "--minor", "9", "--name", "Table 9", "--search", "1s", expected=75)
    comes("Beacon not provisioned")
    verb("config", "push", "--device", "ble:" + beacons.FINDER, "--replace")
    comes("Config changed")
    patterns = [(line["kind"], line["pattern"]) for line in field.run(home, "pattern", "list", "--json").lines("pattern") if line["enabled"]]
    for kind in sorted({kind for kind, _ in patterns}):
        verb("pattern", "disable", kind, *[pattern for other, pattern in patterns if other == kind])
    comes("Detection stopped")
    verb("pattern", "enable", *patterns[0])
    comes("Detection goes on")


def outbox_test(field, finding):
    with Receiver() as first, Receiver() as second:
        receivers = [first, second]
        for is_running in (True, False):
            where = "with a gateway" if is_running else "without one"
            urls = ",".join(receiver.url + "/path" for receiver in receivers)
            home = field.home(where, PERCH_NOTIFY_WEBHOOKS=urls)
            with Gateway(field, home, http=False) if is_running else nullcontext():
                for number, expected in (((), [1, 2]), (("1",), [1]), (("2",), [2])):
                    result, reached = send_test(field, home, receivers, *number)
                    told = [line["number"] for line in result.lines("webhook") if line["delivered"]]
                    is_good = (result.status, reached, told) == (0, expected, expected)
                    finding.expect(is_good, "%s, test %s: exit %d, reached %s, told %s", where, " ".join(number), result.status, reached, told)
                for number in ("3", "0"):
                    judge_refused(finding, where, "no-webhook", [], *send_test(field, home, receivers, number))
                second.status = 500
                judge_refused(finding, where, "webhook-failed", [1, 2], *send_test(field, home, receivers))
                second.status = 204
                waiting = field.run(home, "outbox", "--json").lines("outbox-entry")
                finding.expect(not waiting, "%s: %d tests wait in the outbox", where, len(waiting))
            home = field.home("no webhook, " + where)
            with Gateway(field, home, http=False) if is_running else nullcontext():
                for number in ((), ("1",)):
                    judge_refused(finding, where, "no-webhook", [], *send_test(field, home, receivers, *number))
    finding.note("%d tests arrived", sum(len(receiver.received) for receiver in receivers))


def send_test(field, home, receivers, *number):
    """Returns the verb's result, and the number of the receiver for each test message received."""
    before = [len(receiver.received) for receiver in receivers]
    result = field.run(home, "outbox", "test", *number, "--json")
    return result, [number for number, receiver in enumerate(receivers, 1) for _ in receiver.received[before[number - 1] :]]


def judge_refused(finding, where, code, expected, result, reached):
    is_good = (result.status, result.code, reached) == (REFUSALS[code], code, expected)
    finding.expect(is_good, "%s: exit %d with %s, not %s, reached %s: %s", where, result.status, result.code, code, reached, result.sentence())


def variables(field, finding):
    plain, home = field.home("plain"), field.home("unknown", **UNKNOWN)
    told = 0
    with Gateway(field, home, http=False) as gateway:
        missing = [name for name in UNKNOWN if not re.search("^perch: warning: .*%s" % name, gateway.said(), re.M)]
        told += finding.expect(not missing, "`perch serve` does not warn of %s", ", ".join(missing))
    for verb in READERS + OTHERS:
        name = "perch " + " ".join(verb)
        with_them, without = field.run(home, *verb), field.run(plain, *verb)
        finding.expect(with_them.status == without.status, "`%s`: exit %d, without them %d", name, with_them.status, without.status)
        missing = [unknown for unknown in UNKNOWN if unknown not in with_them.errors + with_them.output]
        told += not missing
        finding.expect(verb in OTHERS or not missing, "`%s` does not tell of %s", name, ", ".join(missing))
    finding.note("%d verbs worked on, %d told of the variables", 1 + len(READERS + OTHERS), told)


PROMISES = [
    Promise(
        name="operator.events",
        promise="What an operator has to know is an event of the level that [gateway.md](gateway.md#live-data) states, "
        "and the same sentence in the journal at that level.",
        tried="a webhook that refuses, answers, and wants no more; logins, good and bad; a run that ends well and one that does not; "
        "a config that is pushed; patterns that are all disabled",
        attack=events,
        limits=(120, 120),
    ),
    Promise(
        name="operator.outbox-test",
        promise="`perch outbox test` sends a test to every webhook, or to the one that is named, says which took it, and leaves nothing in the outbox.",
        tried="two webhooks, one that refuses, numbers that none has, and no webhook; with a gateway and without",
        attack=outbox_test,
    ),
    Promise(
        name="operator.variables",
        promise="A variable `PERCH_…` that means nothing is warned of by its name where settings are read, and nothing fails for it.",
        tried="two such variables, `perch serve`, six verbs that read settings and six that do not, without a gateway",
        attack=variables,
    ),
    Promise(
        name="operator.console",
        promise="`perch console` prints a fresh link each time, which opens the console once; any other link shows a page that says what to do.",
        tried="{links} links, opened twice, made up, of before a restart, and replaced by newer ones",
        attack=console,
        short={"links": 8, "is_patient": False},
        long={"links": 40, "is_patient": True},
        limits=(90, 1100),
    ),
]
