"""Crowds that occupy the TCP listener while the owner of the token makes requests."""

import http.client
import time

from certificates import Certificate
from crowd import HALF_HELLO, Crowd
from field import Gateway, wait_for
from promise import Promise
from wire import request

SOURCES = {"the owner's address": "127.0.0.1", "another address": "127.0.0.2"}
HALF_HEAD = b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
# Longest time of an answer that counts as in time, in seconds.
IN_TIME = 1.0


def silent(field, finding, **sizes):
    for is_tls in (False, True):
        besiege(field, finding, is_tls, **sizes)


def half_heads(field, finding, **sizes):
    for is_tls in (False, True):
        besiege(field, finding, is_tls, opening=HALF_HEAD, drips=True, is_over_tls=True, **sizes)


def half_handshakes(field, finding, **sizes):
    besiege(field, finding, True, opening=HALF_HELLO, **sizes)


def besiege(field, finding, is_tls, crowd, requests, pause, opening=b"", drips=False, is_over_tls=False):
    """Lets a crowd of each kind of source occupy a gateway of its own, and sends the owner's
    requests meanwhile.
    """
    certificate = Certificate(field) if is_tls else None
    tls = certificate.context() if is_tls else None
    for where, source in SOURCES.items():
        home = field.home("%s-%s" % ("tls" if is_tls else "plain", source))
        with Gateway(field, home, *(certificate.options if is_tls else [])) as gateway:
            gateway.wait_live()
            owner = gateway.tcp(tls)
            with Crowd(crowd, owner.port, source, tls if is_over_tls else None, opening, drips) as guests:
                ways = {"TCP": owner, "the socket": gateway.socket}
                times, failures = ask(ways, requests, pause)
                crowd_size, reopened = guests.here.value, guests.reopened.value
            name = "%s, %s" % ("TLS" if is_tls else "plain", where)
            parts = []
            for way, taken in times.items():
                finding.expect(
                    len(taken) == requests and max(taken) <= IN_TIME,
                    "%s, over %s: %d of %d answered, slowest %.2f s%s",
                    *(name, way, len(taken), requests, max(taken, default=0), failures[way]),
                )
                parts.append("%s %d/%d, slowest %.2f s" % (way, len(taken), requests, max(taken, default=0)))
            finding.note("%s: %s (%d connected, %d opened again)", name, ", ".join(parts), crowd_size, reopened)
            finding.expect(gateway.process.poll() is None, "%s: the gateway ended", name)


def ask(ways, requests, pause):
    """Sends requests over each way in turn; returns the seconds of the answers up to the first
    failure, and that failure.
    """
    times, failures = {way: [] for way in ways}, {way: "" for way in ways}
    for _ in range(requests):
        for way in [way for way in ways if not failures[way]]:
            try:
                answer = request(ways[way], "/v1/status", limit=5)
                if answer.status == 200:
                    times[way].append(answer.seconds)
                else:
                    failures[way] = ", then %d" % answer.status
            except (OSError, http.client.HTTPException) as error:
                failures[way] = ", then %r" % error
        time.sleep(pause)
    return times, failures


def readers(field, finding, each, requests):
    with Gateway(field, field.home()) as gateway:
        gateway.wait_live()
        owner = gateway.tcp()
        openings = [owner.head("GET", target) for target in ("/v1/adverts", "/v1/events/stream?after=0")]
        with Crowd(each, owner.port, opening=openings[0]) as adverts, Crowd(each, owner.port, opening=openings[1]) as events:
            crowds = (adverts, events)
            wait_for(lambda: all(crowd.started.value == each for crowd in crowds), 15)
            times, failures = ask({"TCP": owner}, requests, 0.01)
            times = times["TCP"]
            started = [crowd.started.value for crowd in crowds]
            reopened = sum(crowd.reopened.value for crowd in crowds)
        finding.expect(started == [each, each], "start lines: %d of adverts, %d of events, of %d each", *started, each)
        finding.expect(reopened == 0, "%d readers were cut off and came again", reopened)
        finding.expect(len(times) == requests, "%d of %d requests answered%s", len(times), requests, failures["TCP"])
        finding.expect(max(times, default=0) <= IN_TIME, "the slowest request took %.2f s", max(times, default=0))
        numbers = (started[0], each, started[1], each, len(times), requests, max(times, default=0))
        finding.note("%d/%d and %d/%d start lines; %d/%d requests, slowest %.2f s", *numbers)


CROWD = {"crowd": 3000, "requests": 50, "pause": 0.02}
# The requests take twice as long as the gateway waits for a head.
CROWD_LONG = {"crowd": 5000, "pause": 0.4}
BESIDE = "Meanwhile {requests} requests by TCP with the token and {requests} by the socket, each over a connection of its own"


def of_crowd(name, what, tried, attack):
    promise = "%s keep nobody out who has the token or may use the socket: every request is answered, within 1 s." % what
    return Promise(name, promise, "%s. %s" % (tried, BESIDE), attack, CROWD, CROWD_LONG, is_alone=True, limits=(120, 600))


PROMISES = [
    of_crowd(
        "crowds.silent",
        "Silent connections",
        "{crowd} connections that say nothing, opened again when they are closed, with and without TLS, from the owner's address and from another",
        silent,
    ),
    of_crowd(
        "crowds.half-heads",
        "Requests that never end",
        "{crowd} heads that go on byte by byte, in the same four ways",
        half_heads,
    ),
    of_crowd(
        "crowds.half-handshakes",
        "TLS handshakes that never end",
        "{crowd} beginnings of a ClientHello, from the owner's address and from another",
        half_handshakes,
    ),
    Promise(
        name="crowds.readers",
        promise="As many readers as are stated are served over TCP, and requests beside them are answered within 1 s.",
        tried="{each} readers of adverts and {each} of events with the token, and {requests} requests",
        attack=readers,
        short={"each": 600, "requests": 100},
        is_alone=True,
    ),
]
