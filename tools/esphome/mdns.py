"""Finds the gateway's proxy by multicast DNS, in a network of its own: `unshare -n python mdns.py`."""

import asyncio
import subprocess

from harness import Gateway
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

TYPE = "_esphomelib._tcp.local."


async def main():
    subprocess.run(["ip", "link", "set", "lo", "up", "multicast", "on"], check=True)
    # Multicast needs a route.
    subprocess.run(["ip", "route", "add", "224.0.0.0/4", "dev", "lo"], check=True)
    gateway = Gateway(mdns="true")
    found, gone = asyncio.Queue(), asyncio.Queue()

    def heard(zeroconf, service_type, name, state_change):
        queue = {ServiceStateChange.Added: found, ServiceStateChange.Removed: gone}.get(state_change)
        if queue:
            queue.put_nowait(name)

    network = AsyncZeroconf(interfaces=["127.0.0.1"])
    browser = AsyncServiceBrowser(network.zeroconf, TYPE, handlers=[heard])
    try:
        await gateway.start()
        proxy = gateway.proxy
        name = await asyncio.wait_for(found.get(), 20)
        assert name == f"{proxy['name']}.{TYPE}", name
        info = AsyncServiceInfo(TYPE, name)
        assert await info.async_request(network.zeroconf, 5000), "not resolved"
        assert info.port == gateway.port and info.parsed_addresses() == ["127.0.0.1"], info
        assert info.server == f"{proxy['name']}.local.", info
        texts = info.decoded_properties
        assert texts["mac"] == proxy["mac"].replace(":", "").lower(), texts
        assert texts["friendly_name"] == proxy["friendly_name"], texts
        assert texts["api_encryption"] == "Noise_NNpsk0_25519_ChaChaPoly_SHA256", texts
        assert gateway.status["announced"]
        gateway.stop()
        assert await asyncio.wait_for(gone.get(), 10) == name
    finally:
        await browser.async_cancel()
        await network.async_close()
        gateway.remove()


asyncio.run(main())
