"""A process with thousands of clients that occupy a gateway, each opened again once it is closed.
"""

import multiprocessing
import os
import select
import signal
import socket
import ssl
import time

# Interval at which closed clients are opened again and incomplete heads get another byte, in
# seconds.
TICK = 0.5
# Beginning of a ClientHello of TLS 1.2: a record of 512 bytes, of which nine are sent.
HALF_HELLO = bytes.fromhex("160301020001000001")
# Share of a crowd that has arrived when the attack begins.
ENOUGH = 0.9


class Guest:
    """One client: connects, shakes hands if it uses TLS, sends its opening, then a byte now and
    again.
    """

    def __init__(self, crowd):
        self.crowd, self.connection, self.has_spoken = crowd, None, False
        self.heard = b""

    def open(self):
        crowd = self.crowd
        self.connection = socket.socket()
        self.connection.setblocking(False)
        self.has_spoken = False
        try:
            self.connection.bind((crowd.source, 0))
            self.connection.connect(("127.0.0.1", crowd.port))
        except BlockingIOError:
            pass
        except OSError:
            return self.close()
        if crowd.tls:
            try:
                self.connection = crowd.tls.wrap_socket(self.connection, server_hostname="localhost", do_handshake_on_connect=False)
            except OSError:
                return self.close()
        crowd.guests[self.connection.fileno()] = self
        crowd.poll.register(self.connection.fileno(), select.EPOLLIN | select.EPOLLOUT)

    def close(self):
        number = self.connection.fileno()
        if self.crowd.guests.pop(number, None):
            self.crowd.poll.unregister(number)
        self.connection.close()
        self.connection = None

    def turn(self):
        """Continues, since the kernel reports that the client can."""
        try:
            if not self.has_spoken:
                if self.crowd.tls:
                    self.connection.do_handshake()
                elif self.connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    return self.close()
                if self.crowd.opening:
                    self.connection.send(self.crowd.opening)
                self.has_spoken = True
                self.crowd.poll.modify(self.connection.fileno(), select.EPOLLIN)
                return
            data = self.connection.recv(65536)
            if not data:
                return self.close()
            if len(self.heard) < 4096:
                self.heard += data
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError):
            if self.crowd.tls and not self.has_spoken:
                self.crowd.poll.modify(self.connection.fileno(), select.EPOLLIN)
        except OSError:
            self.close()

    def drip(self):
        try:
            self.connection.send(b"x")
        except OSError:
            pass


class Crowd:
    """A crowd of guests in its own process, from its arrival to the end of the block.

        opening: first bytes of each guest, empty for a silent one.
        drips:   whether each guest adds a byte to that now and again.
    """

    def __init__(self, count, port, source="127.0.0.1", tls=None, opening=b"", drips=False):
        self.count, self.port, self.source, self.tls, self.opening, self.drips = count, port, source, tls, opening, drips
        context = multiprocessing.get_context("fork")
        # Guests that have sent their opening, guests that have received a status line, and
        # reconnections.
        self.here, self.started, self.reopened = (context.Value("i", 0) for _ in range(3))
        self.process = context.Process(target=self.stay, daemon=True)

    def __enter__(self):
        self.process.start()
        # The crowd has arrived once it is nearly complete, or the gateway accepts no more of it.
        end, seen, since = time.monotonic() + 10, 0, None
        while self.here.value < self.count * ENOUGH and time.monotonic() < (min(end, since + 1) if since else end):
            if self.here.value > seen:
                seen, since = self.here.value, time.monotonic()
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()

    def stay(self):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setpriority(os.PRIO_PROCESS, 0, 5)
        self.poll, self.guests = select.epoll(), {}
        everybody = [Guest(self) for _ in range(self.count)]
        for guest in everybody:
            guest.open()
        next_tick = time.monotonic() + TICK
        while True:
            for number, _ in self.poll.poll(max(0, next_tick - time.monotonic()), 4096):
                if number in self.guests:
                    self.guests[number].turn()
            if time.monotonic() >= next_tick:
                next_tick = time.monotonic() + TICK
                self.tick(everybody)

    def tick(self, everybody):
        self.here.value = sum(guest.connection is not None and guest.has_spoken for guest in everybody)
        self.started.value = sum(b'"type":"start"' in guest.heard for guest in everybody)
        for guest in everybody:
            if guest.connection is None:
                guest.open()
                self.reopened.value += 1
            elif self.drips and guest.has_spoken:
                guest.drip()
