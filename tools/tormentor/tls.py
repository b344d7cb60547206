"""Protocols and suites that the TLS listener accepts, and its answers."""

import os
import re
import socket
import ssl
import subprocess
import threading
import warnings

from certificates import Certificate
from field import Gateway
from promise import Promise, Skipped
from wire import read_answer

# The protocols by name, as Python calls them.
VERSIONS = {name: getattr(ssl.TLSVersion, name) for name in ("TLSv1", "TLSv1_1", "TLSv1_2", "TLSv1_3")}
GOOD = re.compile(r"ECDHE-(ECDSA|RSA)-(AES(128|256)-(GCM-SHA(256|384)|CCM8?)|CHACHA20-POLY1305)")
# Used by every current client, so that the listener cannot be safe by refusing all of them.
NEEDED = {
    "ec": {"ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305"},
    "rsa": {"ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305"},
}
warnings.filterwarnings("ignore", category=DeprecationWarning)


def agreements(field, finding):
    names = subprocess.run(["openssl", "ciphers", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"], capture_output=True, text=True, check=True)
    suites = names.stdout.strip().split(":")
    tried, agreed = 0, []
    for kind, needed in NEEDED.items():
        certificate = Certificate(field, kind)
        # A suite counts as tried if this machine's own server accepts it.
        with Willing(certificate) as willing, Gateway(field, field.home(kind), *certificate.options) as gateway:
            port, accepted = gateway.tcp().port, set()
            for version in VERSIONS:
                for suite in [name for name in suites if name.startswith("TLS_") == (version == "TLSv1_3")]:
                    if not agree(willing.port, version, suite):
                        continue
                    tried += 1
                    if agree(port, version, suite):
                        accepted.add((version, suite))
            for version, suite in sorted(accepted):
                is_good = version == "TLSv1_3" or version == "TLSv1_2" and GOOD.fullmatch(suite)
                finding.expect(is_good, "with the %s certificate it agrees to %s in %s", kind, suite, version)
            found = {suite for version, suite in accepted if version == "TLSv1_2"}
            finding.expect(needed <= found, "%s: it refuses %s", kind, ", ".join(sorted(needed - found)))
            finding.expect(any(version == "TLSv1_3" for version, _ in accepted), "%s: it does not speak TLS 1.3", kind)
            agreed += accepted
    if tried < 20:
        raise Skipped("this machine's openssl speaks only %d combinations" % tried)
    old = sum(version in ("TLSv1", "TLSv1_1") for version, _ in agreed)
    finding.note("%d combinations of protocol, suite and key tried, %d agreed to, %d of them older than TLS 1.2", tried, len(agreed), old)


def context(purpose, version, suite):
    made = ssl.SSLContext(purpose)
    made.check_hostname = False
    made.minimum_version = made.maximum_version = VERSIONS[version]
    made.set_ciphers("%s:@SECLEVEL=0" % ("ALL:COMPLEMENTOFALL" if version == "TLSv1_3" else suite))
    return made


def agree(port, version, suite):
    """Whether a handshake with one protocol and suite succeeds."""
    try:
        client = context(ssl.PROTOCOL_TLS_CLIENT, version, suite)
        client.verify_mode = ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", port), 10) as plain, client.wrap_socket(plain) as connection:
            # Python cannot choose a suite of TLS 1.3, so the negotiated one counts.
            return version != "TLSv1_3" or connection.cipher()[0] == suite
    except OSError:
        return False


class Willing:
    """A server that accepts everything that OpenSSL supports."""

    def __init__(self, certificate):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1
        self.context.set_ciphers("ALL:COMPLEMENTOFALL:@SECLEVEL=0")
        self.context.load_cert_chain(certificate.file, certificate.key)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]

    def serve(self):
        while True:
            try:
                plain, _ = self.server.accept()
            except OSError:
                return
            try:
                plain.settimeout(10)
                self.context.wrap_socket(plain, server_side=True).close()
            except OSError:
                plain.close()

    def __enter__(self):
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()


def open_keys(field, finding):
    certificate = Certificate(field)
    modes = {0o600: True, 0o400: True, 0o640: False, 0o604: False, 0o644: False, 0o660: False, 0o622: False}
    right = 0
    for mode, is_good in modes.items():
        os.chmod(certificate.key, mode)
        gateway = Gateway(field, field.home("%o" % mode), *certificate.options)
        serves = gateway.start()
        if is_good:
            right += finding.expect(serves, "a key of mode %04o is refused: %s", mode, gateway.said())
        else:
            ended = "it serves" if serves else gateway.process.poll()
            is_told = certificate.key in gateway.said()
            right += finding.expect(ended == 78 and is_told, "a key of mode %04o: %s: %s", mode, ended, gateway.said()[-200:])
        gateway.stop()
    finding.note("%d of %d modes treated as promised", right, len(modes))


# A request for an answer of each kind, with the status that shows success.
ANSWERS = (
    ("health", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", 200),
    ("console", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", None),
    ("no token", b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n", 401),
    ("unknown route", b"GET /v1/nowhere HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", 404),
    ("wrong method", b"PATCH /v1/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", 405),
    ("head too large", b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20000 + b"\r\n\r\n", 431),
    ("body too large", b"POST /v1/regions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n", 413),
    ("not HTTP", b"GET /\x00 NONSENSE\r\n\r\n", 400),
    ("foreign host", b"GET /v1/status HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer %s\r\n\r\n", None),
    ("stream", b"GET /v1/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", 200),
)


def strict_transport(field, finding):
    certificate = Certificate(field)
    told = asked = 0
    for is_tls in (True, False):
        home = field.home("tls" if is_tls else "plain")
        with Gateway(field, home, *(certificate.options if is_tls else [])) as gateway:
            tcp = gateway.tcp(certificate.context() if is_tls else None)
            for address in (tcp, gateway.socket):
                for name, data, status in ANSWERS:
                    found, fields = ask_raw(address, data.replace(b"%s", tcp.token.encode()), name == "stream")
                    is_due = address is tcp and is_tls
                    way = "TLS" if is_due else "TCP" if address is tcp else "the socket"
                    # The socket needs no token, and serves any host.
                    finding.expect(address is not tcp or status in (None, found), "%s over %s: status %s", name, way, found)
                    has = "strict-transport-security" in fields
                    asked += 1
                    told += has
                    finding.expect(has == is_due, "%s over %s: %s Strict-Transport-Security", name, way, "has" if has else "lacks")
    finding.note("%d answers, %d with the field", asked, told)


def ask_raw(address, data, is_stream):
    """Returns status and header fields of the first answer."""
    with address.connect() as connection:
        connection.sendall(data)
        if not is_stream:
            answer = read_answer(connection, 0)
            return answer.status, answer.headers
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(4096)
        lines = head.decode("latin-1").split("\r\n\r\n")[0].split("\r\n")
        return int(lines[0].split()[1]), {line.split(":")[0].lower(): line for line in lines[1:]}


PROMISES = [
    Promise(
        name="tls.agreements",
        promise="The TLS listener agrees to TLS 1.3, and to TLS 1.2 with ECDHE and authenticated encryption, and to nothing else.",
        tried="each cipher suite that this machine's OpenSSL knows, in TLS 1.0, 1.1, 1.2 and 1.3, with an RSA and an ECDSA key",
        attack=agreements,
    ),
    Promise(
        name="tls.open-keys",
        promise="A key that group or others may use is refused at the start, with 78 and the name of the file.",
        tried="keys of the modes 0640, 0604, 0644, 0660, 0622; and 0600, 0400, which are taken",
        attack=open_keys,
    ),
    Promise(
        name="tls.strict-transport",
        promise="Every answer of the TLS listener has `Strict-Transport-Security`, and no other.",
        tried="ten kinds of answers, errors and a stream among them, over TLS, plain TCP and the socket",
        attack=strict_transport,
    ),
]
