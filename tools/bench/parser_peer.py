"""The other side of the figure "advert parser": bluetooth-data-tools, a parser in Python compiled by Cython.

    parser_peer.py FILE

FILE contains adverts, each two bytes of length (least significant first) and the AD structures. The
first line printed is a JSON object that describes the measured parser; then each line of standard
input is answered by one line:

    digests   a hexadecimal digest of each advert's fields, separated by spaces
    parse N   nanoseconds that parsing all adverts N times took, with the results discarded
    sum N     the same with a checksum over all fields, which follows after a space

The measured function is the one below the package's cache of adverts: an advert that was parsed
before is parsed again. Its cache of UUIDs as texts cannot be avoided. Needs bluetooth-data-tools;
`tools/setup bench` installs it.
"""

import collections
import gc
import json
import sys
import time
import uuid
import zlib

import bluetooth_data_tools
from bluetooth_data_tools import gap


def read(path):
    adverts = []
    with open(path, "rb") as file:
        data = file.read()
    offset = 0
    while offset < len(data):
        length = data[offset] | data[offset + 1] << 8
        adverts.append(data[offset + 2 : offset + 2 + length])
        offset += 2 + length
    return adverts


def written(fields):
    """Returns the fields as bytes, in a form that does not depend on the language."""
    name, uuids, service_data, manufacturer_data, tx_power = fields
    # Perch drops zero bytes at the end of a name, with which some devices pad it.
    parts = [b"-" if name is None else b"+" + sized(name.rstrip("\0").encode())]
    parts.append(b"-" if tx_power is None else b"+" + bytes([tx_power & 0xFF]))
    parts.append(bytes([len(uuids)]) + b"".join(uuid.UUID(text).bytes for text in uuids))
    parts.append(bytes([len(service_data)]))
    parts += [uuid.UUID(text).bytes + sized(value) for text, value in service_data.items()]
    parts.append(bytes([len(manufacturer_data)]))
    parts += [company.to_bytes(2, "big") + sized(value) for company, value in manufacturer_data.items()]
    return b"".join(parts)


def sized(value):
    return len(value).to_bytes(2, "big") + value


def digest(data):
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def checksum(parse, adverts, value):
    """CRC-32 over the fields of all adverts, continued from `value`."""
    crc = zlib.crc32
    for data in adverts:
        name, uuids, service_data, manufacturer_data, tx_power = parse(data)
        if name is not None:
            value = crc(name.encode().rstrip(b"\0"), value)
        if tx_power is not None:
            value ^= tx_power & 0xFF
        for text in uuids:
            value = crc(text.encode(), value)
        for text, payload in service_data.items():
            value = crc(payload, crc(text.encode(), value))
        for company, payload in manufacturer_data.items():
            value = crc(payload, value ^ company)
    return value


def main():
    parse = gap._uncached_parse_advertisement_bytes
    adverts = read(sys.argv[1])
    about = {
        "version": bluetooth_data_tools.__version__,
        "python": sys.version.split()[0],
        "compiled": gap.__file__.endswith(".so") and type(parse).__name__ == "cython_function_or_method",
        "cached": hasattr(parse, "cache_info"),
        "adverts": len(adverts),
    }
    print(json.dumps(about), flush=True)
    # Nothing here makes cycles; the collector would only cost time.
    gc.disable()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "digests":
            print(" ".join(f"{digest(written(parse(data))):016x}" for data in adverts), flush=True)
        elif words[0] == "sum":
            value = 0
            start = time.perf_counter_ns()
            for _ in range(int(words[1])):
                value = checksum(parse, adverts, value)
            print(time.perf_counter_ns() - start, value, flush=True)
        elif words[0] == "parse":
            passes = int(words[1])
            start = time.perf_counter_ns()
            for _ in range(passes):
                # Parses one after the other and drops each result, without a loop in Python.
                collections.deque(map(parse, adverts), maxlen=0)
            print(time.perf_counter_ns() - start, flush=True)


main()
