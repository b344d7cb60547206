"""Measures how long an advert takes from the read of the serial line to a client of the proxy.

usage: PERCH=PATH python3 tools/esphome/figures.py

The moment of the read is that of the gateway's wire trace. Each simulated device advertises more
seldom than an advert takes, so an arrival belongs to the last read before it.
"""

import asyncio
import json
import pathlib
import struct
import tempfile
import time

from harness import Gateway

# Text, number of devices, interval of each in ms, seconds.
RUNS = [("adverts that come alone", 1, 200, 20), ("200 adverts a second", 20, 100, 10), ("1,000 adverts a second", 100, 100, 10)]
# What came in the first second is left out.
WARM_UP = 1.0
ENHANCED_PACKET_BLOCK = 6


def reads(trace):
    """Yields time, in s since 1970, and bytes of each read."""
    data, at = trace.read_bytes(), 0
    while at + 12 <= len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == ENHANCED_PACKET_BLOCK:
            _, high, low, length, _ = struct.unpack_from("<IIIII", data, at + 8)
            yield (high << 32 | low) / 1e6, data[at + 28 : at + 28 + length]
        at += size


async def measure(folder, devices, interval, seconds):
    """Returns the delays, in ms, in order, and the number of adverts without a read."""
    # Without a zero, an address stands in a frame as it is.
    addresses = [f"c0:11:22:33:44:{0x11 + number:02x}" for number in range(devices)]
    advert = [{"flags": 6}, {"manufacturer": {"company": 65535, "hex": "11" * 8}}]
    advertisers = [{"name": address, "address": address, "intervalMs": interval, "advert": advert} for address in addresses]
    scenario, trace = folder / "air.json", folder / "trace.pcapng"
    scenario.write_text(json.dumps({"name": "delays", "advertisers": advertisers}))
    gateway = Gateway(scenario=str(scenario))
    gateway.command += ["--trace", str(trace)]
    arrivals = []
    try:
        await gateway.start()
        client = gateway.client()
        await client.connect(login=True)
        # The trace has the wall clock's time.
        client.subscribe_bluetooth_le_raw_advertisements(lambda message: arrivals.append((time.time(), [one.address for one in message.advertisements])))
        await asyncio.sleep(seconds)
        await client.disconnect()
        gateway.stop()
        return match(arrivals, list(reads(trace)), addresses, interval / 1000)
    finally:
        gateway.remove()


def match(arrivals, read, addresses, interval):
    marks = {int(address.replace(":", ""), 16): bytes.fromhex(address.replace(":", ""))[::-1] for address in addresses}
    heard = {address: [moment for moment, data in read if mark in data] for address, mark in marks.items()}
    delays, unmatched = [], 0
    for moment, sent in arrivals:
        if moment < arrivals[0][0] + WARM_UP:
            continue
        for address in sent:
            last = max((one for one in heard[address] if one <= moment), default=None)
            if last is None or moment - last >= interval:
                unmatched += 1
            else:
                delays.append((moment - last) * 1000)
    return sorted(delays), unmatched


async def main():
    with tempfile.TemporaryDirectory(prefix="perch-figures-") as folder:
        for text, devices, interval, seconds in RUNS:
            delays, unmatched = await measure(pathlib.Path(folder), devices, interval, seconds)
            pathlib.Path(folder, "trace.pcapng").unlink()
            share = {percent: delays[(len(delays) - 1) * percent // 100] for percent in (50, 99, 100)}
            print(f"{text}: median {share[50]:.1f} ms, 99 % within {share[99]:.1f} ms, longest {share[100]:.1f} ms; {len(delays)} adverts, {unmatched} unmatched")


asyncio.run(main())
