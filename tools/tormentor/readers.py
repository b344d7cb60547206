"""Readers that are slow, stuck, or go away, beside one that keeps up; and hundreds of clients that
come and go.
"""

import os
import socket
import threading
import time

import beacons
from field import Gateway, wait_for
from line import Account
from promise import Promise
from wire import Lines, request

# Advertisers and their interval: some 2,000 adverts a second.
ADVERTISERS = 50
INTERVAL_MS = 20
# Seconds after which a reader that takes nothing is cut off.
STUCK = 60
# Allowed growth of a gateway's memory after churn, and of its open files.
GROWTH_BYTES = 24 << 20
GROWTH_FILES = 4


def busy_air(field):
    others = [
        {"name": "Noise %d" % number, "address": "c0:00:00:00:05:%02x" % number, "intervalMs": INTERVAL_MS, "advert": [{"flags": 6}]}
        for number in range(ADVERTISERS)
    ]
    return beacons.scenario(field.path("busy.json"), 1, others)


def slow(field, finding, slow_readers, stall):
    with Gateway(field, field.home(), "--scenario", busy_air(field), http=False) as gateway:
        gateway.wait_live()
        address = gateway.socket
        seconds = stall + 8
        found = {}

        def read(name, pause):
            with Lines(address, "/v1/adverts?duration_ms=%d" % (seconds * 1000), limit=seconds + 60) as stream:
                time.sleep(pause)
                found[name] = Account(list(iter(stream.read, None)))

        readers = [threading.Thread(target=read, args=("slow %d" % number, stall)) for number in range(slow_readers)]
        readers.append(threading.Thread(target=read, args=("quick", 0)))
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        for name, account in found.items():
            for fault in account.faults:
                finding.expect(False, "the %s reader: %s", name, fault)
        finding.expect(len(found) == len(readers), "%d of %d streams ended in order", len(found), len(readers))
        missed = [account.told for name, account in found.items() if name != "quick"]
        quick = found["quick"]
        finding.expect(quick.told * 100 <= quick.seen, "the quick reader missed %d of %d", quick.told, quick.seen + quick.told)
        finding.expect(max(missed, default=0) > 0, "the slow readers missed nothing: they were not slow")
        finding.note("quick: %d adverts, %d missed; %d slow ones: %d…%d missed, all of it told", quick.seen, quick.told, slow_readers, min(missed), max(missed))


def stuck(field, finding, stuck_readers, limit):
    with Gateway(field, field.home(), "--scenario", busy_air(field)) as gateway:
        gateway.wait_live()
        connections = []
        for address in (gateway.socket, gateway.tcp()):
            for _ in range(stuck_readers):
                connection = address.connect()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.sendall(address.head("GET", "/v1/adverts"))
                connections.append(connection)
        began = time.monotonic()
        wait_for(lambda: queued(gateway) == 2 * stuck_readers, 10)
        finding.expect(queued(gateway) == 2 * stuck_readers, "%d of %d are readers", queued(gateway), 2 * stuck_readers)
        gone = wait_for(lambda: queued(gateway) == 0, STUCK + limit, 0.5)
        finding.expect(gone, "after %d s %d readers that take nothing are still there", STUCK + limit, queued(gateway))
        taken = time.monotonic() - began
        for connection in connections:
            connection.close()
    finding.note("%d readers, all gone after %.0f s", 2 * stuck_readers, taken)


def queued(gateway):
    return gateway.get("/v1/status")["queues"]["advert_readers"]


def churn(field, finding, seconds):
    with Gateway(field, field.home(), "--scenario", busy_air(field)) as gateway:
        gateway.wait_live()
        ways = [gateway.socket, gateway.tcp()]
        # Memory that is allocated once and kept must be allocated before the measurement.
        clients = churn_for(ways, min(seconds / 2, 30))
        files, memory = at_rest(gateway)
        clients += churn_for(ways, seconds)
        wait_for(lambda: at_rest(gateway)[0] <= files + GROWTH_FILES, 15, 0.5)
        files_after, memory_after = at_rest(gateway)
        finding.expect(files_after <= files + GROWTH_FILES, "%d open files before, %d after", files, files_after)
        finding.expect(memory_after <= memory + GROWTH_BYTES, "%.1f MB resident before, %.1f MB after", memory / 1e6, memory_after / 1e6)
    finding.note("%d clients in %d s; %d open files, then %d; %.1f MB, then %.1f MB", clients, seconds, files, files_after, memory / 1e6, memory_after / 1e6)


def at_rest(gateway):
    """Returns open files and resident bytes of the gateway."""
    folder = "/proc/%d/" % gateway.process.pid
    with open(folder + "statm") as file:
        pages = int(file.read().split()[1])
    return len(os.listdir(folder + "fd")), pages * os.sysconf("SC_PAGE_SIZE")


def churn_for(ways, seconds):
    """Runs clients that make requests, read a little, leave in the middle or send half a request;
    returns their number.
    """
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        address = ways[count % 2]
        kind = count // 2 % 4
        count += 1
        try:
            if kind == 0:
                request(address, "/v1/status")
            elif kind == 1:
                with Lines(address, "/v1/adverts") as stream:
                    stream.read()
            elif kind == 2:
                with Lines(address, "/v1/events/stream") as stream:
                    stream.read()
            else:
                with address.connect() as connection:
                    connection.sendall(b"GET /v1/sta")
        except ConnectionError:
            pass  # Counted by what it leaves behind, not by its answer.
    return count


PROMISES = [
    Promise(
        name="readers.slow",
        promise="A slow reader is told exactly what it missed, and costs a quick one next to nothing.",
        tried="{slow_readers} readers that take nothing for {stall} s of some 2,000 adverts a second, beside one that reads on",
        attack=slow,
        short={"slow_readers": 4, "stall": 14},
        long={"slow_readers": 50, "stall": 40},
        limits=(120, 300),
    ),
    Promise(
        name="readers.stuck",
        promise="A reader that takes nothing at all is cut off after a minute.",
        tried="{stuck_readers} each over the socket and TCP, among some 2,000 adverts a second",
        attack=stuck,
        short={"stuck_readers": 5, "limit": 20},
        long={"stuck_readers": 200},
        limits=(150, 200),
    ),
    Promise(
        name="readers.churn",
        promise="Clients that come and go leave nothing behind: neither open files nor memory.",
        tried="{seconds} s of clients that ask, read a line of a stream and leave, or leave in the middle of a request",
        attack=churn,
        short={"seconds": 20},
        long={"seconds": 600},
        limits=(120, 800),
    ),
]
