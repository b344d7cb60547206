"""Invalid HTTP requests, requests that are too large, and two requests in one."""

import io
import random
import socket

from field import Gateway
from promise import Promise
from wire import read_answer, request, send_raw

HEAD = b"Host: localhost\r\nAuthorization: Bearer TOKEN\r\n"
GET = b"GET /v1/status HTTP/1.1\r\n" + HEAD
POST = b"POST /v1/regions HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\n"


def add_region(name):
    """Returns a complete request that adds a region."""
    body = b'{"name":"%s","uuid":"5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"}' % name
    return POST + b"Content-Length: %d\r\n\r\n" % len(body) + body


# Request that is hidden in another one.
SMUGGLED = add_region(b"smuggled")

# Each is one request that every server must refuse; none may be answered with success.
REFUSED = {
    "no version": b"GET /v1/status\r\n" + HEAD + b"\r\n",
    "HTTP/9.9": b"GET /v1/status HTTP/9.9\r\n" + HEAD + b"\r\n",
    "a blank before a colon": b"GET /v1/status HTTP/1.1\r\nHost : localhost\r\nAuthorization: Bearer TOKEN\r\n\r\n",
    "a NUL in a field": GET + b"X: a\x00b\r\n\r\n",
    "a NUL in the target": b"GET /v1/sta\x00tus HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a folded field": GET + b"X: a\r\n b\r\n\r\n",
    "a bare CR in a field": GET + b"X: a\rb\r\n\r\n",
    "no host": b"GET /v1/status HTTP/1.1\r\nAuthorization: Bearer TOKEN\r\n\r\n",
    "a method of garbage": b"\xff\xfe\xfd /v1/status HTTP/1.1\r\n" + HEAD + b"\r\n",
    "TLS on a plain port": bytes.fromhex("16030100c8010000c40303") + bytes(200),
    "a path with dots": b"GET /v1/../../etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a head of 20 KiB": GET + b"X: " + b"x" * 20480 + b"\r\n\r\n",
    "5,000 fields": GET + b"".join(b"X%d: y\r\n" % number for number in range(5000)) + b"\r\n",
    "a target of 9 KiB": b"GET /v1/status?" + b"x" * 9216 + b" HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n{}",
    "a length with a sign": POST + b"Content-Length: +2\r\n\r\n{}",
    "a length of 2^64 + 2": POST + b"Content-Length: 18446744073709551618\r\n\r\n{}",
    "a length that is no number": POST + b"Content-Length: 2x\r\n\r\n{}",
    "a chunk of no size": POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n",
    "a chunk of 2^64 bytes": POST + b"Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n{}\r\n0\r\n\r\n",
    "a negative chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
    "a chunk without its end": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n",
    "an unknown coding": POST + b"Transfer-Encoding: gzip, xyz\r\n\r\n{}",
}
# Each hides a second request in the body of a first one, by two readings of where the body ends.
SMUGGLERS = {
    "length and chunks": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "chunks and length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 400\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 400\r\n\r\n{}" + SMUGGLED,
    "two lengths in one field": POST + b"Content-Length: 2, 400\r\n\r\n{}" + SMUGGLED,
    "chunked twice": POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "chunked with a tab": POST + b"Transfer-Encoding:\x0bchunked\r\nContent-Length: 2\r\n\r\n{}" + SMUGGLED,
    "chunked and identity": POST + b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "a blank before the colon": POST + b"Transfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\n{}" + SMUGGLED,
    "an extension with an end of line": POST + b"Transfer-Encoding: chunked\r\n\r\n2;\nx\r\n{}\r\n0\r\n\r\n" + SMUGGLED,
}


def malformed(field, finding):
    with Gateway(field, field.home()) as gateway:
        tcp, taken = gateway.tcp(), 0
        for address in (tcp, gateway.socket):
            for name, data in REFUSED.items():
                # A unix socket has no host, and some clients name none there.
                if name == "no host" and address == gateway.socket:
                    continue
                found = send_raw(address, data.replace(b"TOKEN", tcp.token.encode()))
                is_taken = any(200 <= status < 400 or status >= 500 for status in found)
                taken += is_taken
                finding.expect(not is_taken, "%s, over %s: %s", name, "TCP" if address is tcp else "the socket", found)
            finding.expect(request(address, "/healthz").status == 200, "it does not answer any more")
        finding.expect(gateway.process.poll() is None, "the gateway ended")
    finding.note("%d requests, %d taken", 2 * len(REFUSED) - 1, taken)


def smuggling(field, finding):
    with Gateway(field, field.home()) as gateway:
        tcp = gateway.tcp()
        # The hidden request must be accepted by itself, or the attack would show nothing.
        alone = send_raw(tcp, add_region(b"openly").replace(b"TOKEN", tcp.token.encode()))
        finding.expect(alone[:1] == [200], "the request by itself is answered with %s", alone)
        carried_out = 0
        for name, data in SMUGGLERS.items():
            found = send_raw(tcp, data.replace(b"TOKEN", tcp.token.encode()))
            regions = [region["definition"]["name"] for region in gateway.get("/v1/regions")["regions"]]
            finding.expect("smuggled" not in regions, "%s: the second request was carried out (%s)", name, found)
            if "smuggled" in regions:
                carried_out += 1
                request(gateway.socket, "/v1/regions/smuggled", "DELETE")
    finding.note("%d ways, %d hidden requests carried out", len(SMUGGLERS), carried_out)


def pipelining(field, finding, requests):
    with Gateway(field, field.home()) as gateway:
        for address in (gateway.tcp(), gateway.socket):
            targets = ["/healthz", "/v1/status", "/v1/nowhere"]
            expected = [200, 200, 404] * (requests // 3)
            data = b"".join(address.head("GET", target) for target in targets) * (requests // 3)
            found = []
            with address.connect(20) as connection:
                connection.sendall(data)
                shared = Shared(connection)
                try:
                    for _ in expected:
                        found.append(read_answer(shared, 0).status)
                except (ValueError, OSError):
                    pass
            way = "TCP" if address.port else "the socket"
            finding.expect(found == expected, "over %s: %d of %d answers, in order: %s", way, len(found), len(expected), found == expected[: len(found)])
    finding.note("%d requests over each of two connections", requests // 3 * 3)


class Shared:
    """A connection whose answers are read from one buffer, since bytes read ahead would be lost for
    the next answer.
    """

    def __init__(self, connection):
        self.stream = Unclosed(connection.makefile("rb", buffering=0))

    def makefile(self, _):
        return self.stream


class Unclosed(io.BufferedReader):
    def close(self):
        """Does nothing: reading an answer closes its file, but the next answer comes from the same
        one.
        """


def noise(field, finding, requests):
    chance = random.Random(7)
    with Gateway(field, field.home()) as gateway:
        tcp = gateway.tcp()
        whole = [data.replace(b"TOKEN", tcp.token.encode()) for data in (*REFUSED.values(), *SMUGGLERS.values(), GET + b"\r\n", SMUGGLED)]
        for number in range(requests):
            data = bytearray(chance.choice(whole))
            for _ in range(chance.randrange(1, 8)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            with tcp.connect() as connection:
                try:
                    connection.sendall(data[: chance.randrange(len(data)) + 1])
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass
                except OSError:
                    pass
        finding.expect(gateway.process.poll() is None, "the gateway ended: %s", gateway.said()[-300:])
        finding.expect(request(gateway.socket, "/healthz").status == 200, "it does not answer any more")
    finding.note("%d requests", requests)


PROMISES = [
    Promise(
        name="abuse.malformed",
        promise="What is not HTTP/1.1, or passes a limit, is refused, and the gateway goes on.",
        tried="23 malformed requests, over TCP and the socket",
        attack=malformed,
    ),
    Promise(
        name="abuse.smuggling",
        promise="No request hides in the body of another.",
        tried="nine requests whose end can be read in two ways, with a second one behind",
        attack=smuggling,
    ),
    Promise(
        name="abuse.pipelining",
        promise="Requests that are sent without waiting are answered, each once, in their order.",
        tried="{requests} requests at once, over TCP and the socket",
        attack=pipelining,
        short={"requests": 300},
    ),
    Promise(
        name="abuse.noise",
        promise="Damaged requests do not end the gateway.",
        tried="{requests} requests with up to seven bytes changed, cut anywhere",
        attack=noise,
        short={"requests": 1500},
        long={"requests": 100000},
        limits=(90, 900),
    ),
]
