"""Devices, as programs with bleak see them through a proxy."""

import asyncio
import json

from aioesphomeapi.core import BluetoothGATTAPIError
from bleak import BleakError
from bleak.backends.device import BLEDevice
from bleak_esphome.backend.client import ESPHomeClient
from bleak_retry_connector import establish_connection
from habluetooth import HaBleakClientWrapper
from habluetooth.usage import HaBleakClientWithServiceCache

from harness import CP28, FINDER, LEAVING, NOWHERE, SENSOR, Case, Raw, Scanner, address_number, make_manager, number_field, until, uuid

ECHO_IN, ECHO_OUT, MEMORY, STUBBORN = (f"6e40000{number}-b5a3-f393-e0a9-e50e24dcca9e" for number in (2, 3, 4, 5))


class Devices(Case):
    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.manager = await make_manager()
        self.addCleanup(self.manager.async_stop)

    async def test_adverts(self):
        async with Scanner(self.manager, self.gateway) as scanner:
            await scanner.device(SENSOR)
            seen = scanner.data.scanner.discovered_devices_and_advertisement_data
            await until(lambda: seen.get("C0:00:00:00:00:01") or scanner.data.scanner.discovered_devices_and_advertisement_data.get("C0:00:00:00:00:01"), "no RuuviTag")
            seen = scanner.data.scanner.discovered_devices_and_advertisement_data
            _, ruuvi = seen["C0:00:00:00:00:01"]
            self.assertEqual(ruuvi.manufacturer_data[0x0499].hex(), "0512fc5394c37c0004fffc040cac364200cdcbb8334c884f")
            await until(lambda: scanner.data.scanner.discovered_devices_and_advertisement_data["C0:00:00:00:00:02"][1].local_name == "Sensor", "no scan response")
            self.assertEqual(scanner.data.scanner.current_mode.name, "ACTIVE")

    async def test_everything(self):
        async with Scanner(self.manager, self.gateway) as scanner:
            client = HaBleakClientWrapper(await scanner.device(SENSOR))
            await client.connect()
            self.assertEqual(client.mtu_size, 185)
            free, limit = scanner.slots
            self.assertEqual(limit - free, 1)
            self.assertEqual(self.gateway.proxy["free"], free)
            # The same services as Perch's own verb finds.
            found = {(value.uuid, value.handle) for service in client.services for value in service.characteristics}
            self.assertIn((ECHO_IN, client.services.get_characteristic(ECHO_IN).handle), found)
            self.assertEqual(len(found), 8)
            self.assertEqual(await client.read_gatt_char(uuid("2a00")), b"Sensor")
            self.assertEqual(await client.read_gatt_char(uuid("2a6e")), bytes.fromhex("3408"))
            wind = client.services.get_characteristic(uuid("2a70")).get_descriptor(uuid("2901"))
            self.assertEqual(await client.read_gatt_descriptor(wind.handle), b"Wind")
            await client.write_gatt_char(MEMORY, b"x" * 300, response=True)
            self.assertEqual(await client.read_gatt_char(MEMORY), b"x" * 300)

            echoes = asyncio.Queue()
            await client.start_notify(ECHO_OUT, lambda _, value: echoes.put_nowait(bytes(value)))
            for number in range(20):
                await client.write_gatt_char(ECHO_IN, b"%d" % number, response=number % 2 == 0)
            self.assertEqual([await asyncio.wait_for(echoes.get(), 5) for _ in range(20)], [b"%d" % number for number in range(20)])
            await client.stop_notify(ECHO_OUT)

            temperatures = asyncio.Queue()
            await client.start_notify(uuid("2a6e"), lambda _, value: temperatures.put_nowait(bytes(value)))
            self.assertEqual(await asyncio.wait_for(temperatures.get(), 5), bytes.fromhex("3408"))

            with self.assertRaisesRegex(BleakError, "error=5 description=Insufficient authentication"):
                await client.read_gatt_char(uuid("2a6f"))
            with self.assertRaisesRegex(BleakError, "error=3 "):
                await client.write_gatt_char(STUBBORN, b"x", response=True)
            with self.assertRaisesRegex(BluetoothGATTAPIError, "error=1 "):
                await client._backend._client.bluetooth_gatt_read(address_number(SENSOR), 999, 5)
            self.assertTrue(await client.clear_cache())
            await client.disconnect()
            await until(lambda: scanner.slots == (limit, limit), "the slot is not free again")
            self.assertEqual(self.gateway.proxy["clients"][0]["notifications_dropped"], 0)

    async def test_cache(self):
        async with Scanner(self.manager, self.gateway) as scanner:
            device = await scanner.device(SENSOR)
            for _ in range(3):
                client = await establish_connection(HaBleakClientWithServiceCache, device, "Sensor", use_services_cache=True)
                self.assertEqual(await client.read_gatt_char(uuid("2a00")), b"Sensor")
                await client.disconnect()

    async def test_reasons(self):
        async with Scanner(self.manager, self.gateway) as scanner:
            ended = asyncio.Event()
            client = HaBleakClientWrapper(await scanner.device(LEAVING), disconnected_callback=lambda _: ended.set())
            await client.connect()
            await asyncio.wait_for(ended.wait(), 5)
            self.assertFalse(client.is_connected)

    async def test_absent(self):
        """A device that no longer answers."""
        async with Scanner(self.manager, self.gateway) as scanner:
            device = BLEDevice(NOWHERE.upper(), "Nowhere", {"source": scanner.info.bluetooth_mac_address, "address_type": 1})
            client = ESPHomeClient(device, client_data=scanner.data, disconnected_callback=None)
            with self.assertRaisesRegex(BleakError, "ESP_GATT_CONN_FAIL_ESTABLISH while connecting: Connection failed to establish"):
                await client.connect(False)

    async def test_two_clients(self):
        """A device that another client has, and one that a verb has."""
        async with Scanner(self.manager, self.gateway) as scanner:
            client = HaBleakClientWrapper(await scanner.device(SENSOR))
            await client.connect()
            other = self.gateway.client()
            await other.connect(login=True)
            states = asyncio.Queue()
            undo = await other.bluetooth_device_connect(
                address_number(SENSOR), lambda *state: states.put_nowait(state), timeout=5, feature_flags=0x77, has_cache=False, address_type=1)
            self.assertEqual((await asyncio.wait_for(states.get(), 5))[::2], (False, 0x0B))
            undo()
            # A client that goes away ends its connections; this one's stay.
            await other.disconnect()
            self.assertEqual(await client.read_gatt_char(uuid("2a00")), b"Sensor")
            await client.disconnect()

    async def test_goes_away(self):
        """A client without a goodbye leaves no connection behind."""
        client = self.gateway.client()
        await client.connect(login=True)
        states = asyncio.Queue()
        await client.bluetooth_device_connect(
            address_number(SENSOR), lambda *state: states.put_nowait(state), timeout=10, feature_flags=0x77, has_cache=False, address_type=1)
        self.assertTrue((await states.get())[0])
        free = self.gateway.proxy["free"]
        await client.disconnect(force=True)
        await until(lambda: self.gateway.proxy["free"] == free + 1, "the connection stays")

    async def test_dongle_restarts(self):
        async with Scanner(self.manager, self.gateway) as scanner:
            ended = asyncio.Event()
            client = HaBleakClientWrapper(await scanner.device(SENSOR), disconnected_callback=lambda _: ended.set())
            await client.connect()
            self.gateway.run("dongle", "reboot")
            await asyncio.wait_for(ended.wait(), 10)
            await until(lambda: scanner.slots[0] == scanner.slots[1] > 0, "the slots do not come back", seconds=20)
            client = HaBleakClientWrapper(await scanner.device(SENSOR))
            await client.connect()
            self.assertEqual(await client.read_gatt_char(uuid("2a00")), b"Sensor")
            await client.disconnect()

    async def test_provisioning(self):
        """A CP28 gets its identity from a bleak program."""
        def packet(command, data=b""):
            body = bytes([command, len(data)]) + data
            check = 0
            for byte in body:
                check ^= byte
            return b"NO" + body + bytes([check])

        async with Scanner(self.manager, self.gateway) as scanner:
            client = HaBleakClientWrapper(await scanner.device(CP28))
            await client.connect()
            answers = asyncio.Queue()
            service = client.services.get_service(uuid("ffe0"))
            notifying = next(value for value in service.characteristics if "notify" in value.properties)
            writing = next(value for value in service.characteristics if "write" in value.properties)
            password = service.characteristics[-1]
            await client.start_notify(notifying, lambda _, value: answers.put_nowait(bytes(value)))
            await client.write_gatt_char(password, b"555555", response=True)
            wanted = "0b5e1f7a-103c-4b2d-9e8a-770b6c1d2e3f"
            for command, data in ((0x11, b""), (0x74, bytes.fromhex(wanted.replace("-", ""))), (0x75, bytes([0, 9])), (0x76, bytes([0, 8])), (0x60, b"")):
                await client.write_gatt_char(writing, packet(command, data), response=True)
                self.assertEqual((await asyncio.wait_for(answers.get(), 5))[2], command)
            await client.disconnect()
            await until(lambda: "0009000" in (data := self.beacon(scanner)) and wanted.replace("-", "") in data, "the CP28 does not advertise its new identity")

    async def test_config(self):
        """A bleak program reads the config of a FlockFinder: the same as Perch does."""
        async with Scanner(self.manager, self.gateway) as scanner:
            client = HaBleakClientWrapper(await scanner.device(FINDER))
            await client.connect()
            values = client.services.get_service("4fafc201-1fb5-459e-8fcc-c5c9c331914b").characteristics
            commands, configs = (next(value for value in values if value.uuid.endswith(end)) for end in ("26a9", "26ab"))
            received = bytearray()
            await client.start_notify(configs, lambda _, part: received.extend(part))
            await client.write_gatt_char(commands, b"GET_CONFIG", response=True)
            await until(lambda: received.endswith(b"CONFIG_END\0"), "no config comes")
            await client.disconnect()
        text = received.removeprefix(b"CONFIG_START\0").removesuffix(b"CONFIG_END\0").decode()
        reports = [line for line in self.gateway.ask("config", "show", "--device", f"ble:{FINDER}") if line["type"] == "report"]
        self.assertEqual(json.loads(text), json.loads(reports[0]["held"]))

    def beacon(self, scanner):
        _, advert = scanner.data.scanner.discovered_devices_and_advertisement_data[CP28.upper()]
        return advert.manufacturer_data[0x4C].hex()


class Slots(Case):
    SETTINGS = {"encryption": "false", "reserved_slots": "7"}

    async def test_full(self):
        """With one slot, the second device is refused, and the verbs of Perch still connect."""
        async with Raw(self.gateway) as raw:
            await raw.hello()
            raw.send(80)
            self.assertEqual(await raw.receive(), (81, b"\x08\x01\x10\x01"))

            def connect(address):
                raw.send(68, number_field(1, address_number(address)) + b"\x10\x05\x18\x01\x20\x01")

            connect(SENSOR)
            taken = (81, b"\x10\x01\x1a\x07" + number_field(0, address_number(SENSOR))[1:])
            self.assertEqual(await raw.receive(), taken)
            kind, payload = await raw.receive()
            self.assertEqual((kind, payload[-5:]), (69, b"\x10\x01\x18\xb9\x01"))
            connect(LEAVING)
            self.assertEqual(await raw.receive(), (69, number_field(1, address_number(LEAVING))))
            self.assertIn(b"Leaving".hex(" "), self.gateway.run("gatt", "read", LEAVING, "--char", "2a00"))
            raw.send(68, number_field(1, address_number(SENSOR)) + b"\x10\x01")
            self.assertEqual((await raw.receive())[0], 69)
            self.assertEqual(await raw.receive(), (81, b"\x08\x01\x10\x01"))
