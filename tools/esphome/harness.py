"""A gateway with simulated dongles, and clients of its Bluetooth proxy."""

import asyncio
import base64
import contextlib
import json
import logging
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

import habluetooth
from aioesphomeapi import APIClient
from bleak_esphome import connect_scanner
from bleak_retry_connector import BleakSlotManager
from bluetooth_adapters import BluetoothAdapters

# unittest runs asyncio in its debug mode, which tells of every verb that is run; refusals are expected.
for name in ("asyncio", "aioesphomeapi"):
    logging.getLogger(name).setLevel(logging.CRITICAL)

HERE = pathlib.Path(__file__).resolve().parent
PERCH = os.environ["PERCH"]
SENSOR = "c0:00:00:00:00:02"
LEAVING = "c0:00:00:00:00:03"
CP28 = "48:87:2d:11:00:07"
FINDER = "34:85:18:00:00:01"
NOWHERE = "c0:00:00:00:00:99"


def uuid(short):
    return f"0000{short}-0000-1000-8000-00805f9b34fb"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Gateway:
    """`perch serve` in a folder of its own."""

    def __init__(self, *, dongles=1, scenario="air.json", **settings):
        self.folder = tempfile.mkdtemp(prefix="perch-esphome-")
        self.port = free_port()
        path = HERE / scenario if (HERE / scenario).exists() else scenario
        self.command = [PERCH, "serve", "--socket", self.socket, "--state", self.folder, "--scenario", str(path)]
        self.command += ["--port", "sim"] * dongles
        settings = {"listen": f"127.0.0.1:{self.port}", "mdns": "false", **settings}
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PERCH_")}
        self.environment |= {f"PERCH_ESPHOME_{name.upper()}": value for name, value in settings.items()}
        self.environment["PERCH_CONFIG"] = "/dev/null"
        self.process = None

    @property
    def socket(self):
        return os.path.join(self.folder, "perch.sock")

    async def start(self):
        with open(os.path.join(self.folder, "log"), "a") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, stderr=log)
        await until(lambda: os.path.exists(self.socket), "the gateway does not start", seconds=20)
        await until(lambda: self.ask("dongle", "list")[0]["state"] == "live", "the dongle is not live", seconds=20)

    def stop(self):
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        code, self.process = self.process.wait(timeout=20), None
        if code != 0:
            raise AssertionError(f"the gateway ended with {code}:\n{self.log}")

    def remove(self):
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder)

    @property
    def log(self):
        return pathlib.Path(self.folder, "log").read_text()

    def run(self, *verb):
        """Runs a verb; returns its text."""
        done = subprocess.run([PERCH, *verb, "--gateway", f"unix:{self.socket}"], capture_output=True, text=True, timeout=60, env=self.environment)
        if done.returncode != 0:
            raise AssertionError(f"perch {' '.join(verb)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def ask(self, *verb):
        """Runs a verb; returns its JSON lines."""
        return [json.loads(line) for line in self.run(*verb, "--json").splitlines()]

    @property
    def key(self):
        return self.run("esphome", "key").strip()

    @property
    def proxy(self):
        return self.ask("esphome")[0]

    @property
    def status(self):
        return self.ask("esphome")[-1]

    @property
    def memory(self):
        """Resident memory, in KiB."""
        return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def client(self, key=..., port=None):
        return APIClient("127.0.0.1", port or self.port, None, noise_psk=self.key if key is ... else key, client_info="check")


async def until(holds, otherwise, seconds=10):
    """Waits until `holds()` is true."""
    for _ in range(int(seconds / 0.02)):
        with contextlib.suppress(AssertionError, IndexError):
            if found := holds():
                return found
        await asyncio.sleep(0.02)
    raise AssertionError(otherwise)


class NoAdapters(BluetoothAdapters):
    """A machine without Bluetooth adapters of its own."""

    @property
    def adapters(self):
        return {}

    @property
    def default_adapter(self):
        return ""

    @property
    def history(self):
        return {}


async def make_manager():
    """Sets up the manager of habluetooth, by which bleak finds the proxies' devices."""
    manager = habluetooth.BluetoothManager(NoAdapters(), BleakSlotManager())
    habluetooth.set_manager(manager)
    await manager.async_setup()
    return manager


class Scanner:
    """A connection of bleak-esphome to a proxy, with its scanner."""

    def __init__(self, manager, gateway, **options):
        self.manager, self.client = manager, gateway.client(**options)

    async def __aenter__(self):
        await self.client.connect(login=True)
        self.info = await self.client.device_info()
        self.data = connect_scanner(self.client, self.info, True)
        self.undo = [self.data.scanner.async_setup(), self.manager.async_register_scanner(self.data.scanner)]
        return self

    async def __aexit__(self, *_):
        self.data.bluetooth_device.async_set_unavailable()
        for callback in list(self.data.disconnect_callbacks):
            callback()
        for undo in reversed(self.undo):
            undo()
        await self.client.disconnect()

    async def device(self, address):
        """The device, once an advert of it came."""
        return await until(lambda: self.manager.async_ble_device_from_address(address.upper(), True), f"{address} is not heard")

    @property
    def slots(self):
        device = self.data.bluetooth_device
        return device.ble_connections_free, device.ble_connections_limit


class Raw:
    """A client by hand, without encryption."""

    def __init__(self, gateway, port=None):
        self.port = port or gateway.port

    async def __aenter__(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_):
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    def send(self, kind, payload=b""):
        self.writer.write(bytes([0, *varint(len(payload)), *varint(kind)]) + payload)

    async def receive(self, seconds=5):
        """The next message: its type and payload; None at the end."""
        try:
            async with asyncio.timeout(seconds):
                if await self.reader.readexactly(1) != b"\0":
                    raise AssertionError("no frame")
                length, kind = await self.number(), await self.number()
                return kind, await self.reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def number(self):
        value, place = 0, 0
        while True:
            byte = (await self.reader.readexactly(1))[0]
            value |= (byte & 0x7F) << place
            place += 7
            if byte < 0x80:
                return value

    async def rest(self, seconds=5):
        """All bytes until the server closes."""
        async with asyncio.timeout(seconds):
            with contextlib.suppress(ConnectionError):
                return await self.reader.read()

    async def hello(self, minor=15):
        self.send(1, b"\x0a\x03raw\x10\x01\x18" + bytes([minor]))
        kind, _ = await self.receive()
        assert kind == 2, kind


def varint(value):
    while value > 0x7F:
        yield value & 0x7F | 0x80
        value >>= 7
    yield value


def number_field(field, value):
    return bytes([field << 3, *varint(value)])


def address_number(address):
    return int(address.replace(":", ""), 16)


class Case(unittest.IsolatedAsyncioTestCase):
    """Tests with one gateway."""

    SETTINGS = {}

    async def asyncSetUp(self):
        self.gateway = Gateway(**self.SETTINGS)
        self.addCleanup(self.gateway.remove)
        await self.gateway.start()

    def wrong_key(self):
        return base64.b64encode(bytes(32)).decode()
