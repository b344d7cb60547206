"""HTTP by hand: over the unix socket, TCP and TLS, from any loopback address."""

import http.client
import json
import socket
import ssl
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Address:
    """Address of a gateway: a path, or a port of 127.0.0.1, with TLS if there is a context."""

    path: str = None
    port: int = None
    tls: ssl.SSLContext = None
    token: str = None

    def connect(self, limit=10, source="127.0.0.1"):
        if self.path:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(limit)
            connection.connect(self.path)
            return connection
        connection = socket.create_connection(("127.0.0.1", self.port), limit, (source, 0))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.tls.wrap_socket(connection, server_hostname="localhost") if self.tls else connection

    def head(self, method, target, headers=()):
        """Returns the head of a request, with the token if there is one."""
        fields = [("Host", "localhost")]
        if self.token:
            fields.append(("Authorization", "Bearer " + self.token))
        lines = ["%s %s HTTP/1.1" % (method, target)] + ["%s: %s" % pair for pair in fields + list(headers)]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict
    body: bytes
    seconds: float

    def json(self):
        return json.loads(self.body)


def read_answer(connection, began, method="GET"):
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    body = response.read()
    return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, body, time.monotonic() - began)


def request(address, target, method="GET", body=None, headers=(), limit=10, source="127.0.0.1"):
    """Sends one request over its own connection. Its time begins before the connection is made."""
    began = time.monotonic()
    fields = list(headers)
    if body is not None:
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        fields += [("Content-Type", "application/json"), ("Content-Length", len(body))]
    with address.connect(limit, source) as connection:
        connection.sendall(address.head(method, target, fields) + (body or b""))
        return read_answer(connection, began, method)


def send_raw(address, data, limit=10):
    """Sends bytes as they are, and returns the status of each answer until the connection is closed
    or silent.

    A status of 0 stands for an answer that is not HTTP.
    """
    statuses = []
    with address.connect(limit) as connection:
        try:
            connection.sendall(data)
            connection.settimeout(1)
            while True:
                response = http.client.HTTPResponse(connection)
                response.begin()
                response.read()
                statuses.append(response.status)
        except http.client.RemoteDisconnected:
            pass
        except http.client.HTTPException:
            statuses.append(0)
        except (TimeoutError, ConnectionError):
            pass
    return statuses


class Lines:
    """A stream of JSON lines of the API."""

    def __init__(self, address, target, limit=20):
        self.connection = address.connect(limit)
        self.connection.sendall(address.head("GET", target))
        self.response = http.client.HTTPResponse(self.connection)
        self.response.begin()
        self.status = self.response.status

    def read(self):
        """Returns the next object, or None at the end."""
        line = self.response.readline()
        return json.loads(line) if line.strip() else None

    def close(self):
        self.response.close()
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
