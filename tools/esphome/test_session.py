"""Sessions: handshakes, refusals, limits and ends, with aioesphomeapi and by hand."""

import asyncio
import contextlib
import socket

from aioesphomeapi import EncryptionPlaintextAPIError, InvalidEncryptionKeyAPIError, ReconnectLogic, RequiresEncryptionAPIError

from harness import Case, Raw, until


class Encrypted(Case):
    async def test_session(self):
        client = self.gateway.client()
        await client.connect(login=True)
        info = await client.device_info()
        proxy = self.gateway.proxy
        self.assertEqual((info.name, info.mac_address, info.friendly_name), (proxy["name"], proxy["mac"], proxy["friendly_name"]))
        self.assertEqual(info.bluetooth_proxy_feature_flags, 0x77)
        self.assertEqual(await client.list_entities_services(), ([], []))
        self.assertEqual([known["name"] for known in proxy["clients"]], ["check"])
        # The identity and the key stay.
        key = self.gateway.key
        await client.disconnect()
        self.gateway.stop()
        await self.gateway.start()
        self.assertEqual((self.gateway.key, self.gateway.proxy["mac"]), (key, info.mac_address))

    async def test_wrong_key(self):
        proxy = self.gateway.proxy
        with self.assertRaises(InvalidEncryptionKeyAPIError) as refusal:
            await self.gateway.client(key=self.wrong_key()).connect(login=True)
        self.assertEqual(refusal.exception.received_name, proxy["name"])
        self.assertEqual(refusal.exception.received_mac, proxy["mac"].replace(":", "").lower())
        await until(lambda: self.gateway.status["refused"] == 1, "the refusal is not counted")
        self.assertIn("wrong key", self.gateway.status["last_error"])
        self.assertIn("refused", self.gateway.run("events", "show"))

    async def test_plain_text(self):
        with self.assertRaises(RequiresEncryptionAPIError):
            await self.gateway.client(key=None).connect(login=True)

    async def test_garbage(self):
        for sent in (b"GET / HTTP/1.1\r\n\r\n", b"\x01\x00\x02\x05\x05" * 2, b"\x01\x00\x00\x01\xff\xff", bytes(70000)):
            async with Raw(self.gateway) as raw:
                raw.writer.write(sent)
                with contextlib.suppress(OSError):
                    raw.writer.write_eof()
                await raw.rest()
        await self.gateway.client().connect(login=True)

    async def test_shutdown(self):
        ended = asyncio.get_running_loop().create_future()

        async def stopped(expected):
            ended.set_result(expected)

        client = self.gateway.client()
        await client.connect(on_stop=stopped, login=True)
        await asyncio.get_running_loop().run_in_executor(None, self.gateway.stop)
        self.assertTrue(await asyncio.wait_for(ended, 5))

    async def test_restart_under_a_client(self):
        client, heard, connects, ends = self.gateway.client(), [], [], []

        async def connected():
            connects.append(True)
            client.subscribe_bluetooth_le_raw_advertisements(lambda batch: heard.extend(batch.advertisements))

        async def ended(expected):
            ends.append(expected)

        keeper = ReconnectLogic(client=client, on_connect=connected, on_disconnect=ended, name="check")
        await keeper.start()
        try:
            for restarts in (0, 1):
                await until(lambda: len(connects) == restarts + 1, "the client does not connect", seconds=30)
                heard.clear()
                await until(lambda: len(heard) > 10, "no adverts arrive")
                if restarts == 0:
                    await asyncio.get_running_loop().run_in_executor(None, self.gateway.stop)
                    await self.gateway.start()
            self.assertEqual(len(ends), 1)
            self.assertEqual([known["name"] for known in self.gateway.proxy["clients"]], ["check"])
        finally:
            await keeper.stop()


class Plain(Case):
    SETTINGS = {"encryption": "false"}

    async def test_encryption(self):
        with self.assertRaises(EncryptionPlaintextAPIError):
            await self.gateway.client(key=self.wrong_key()).connect(login=True)

    async def test_old_client(self):
        """A client like Home Assistant 2025.4 waits for the answer to its authentication."""
        async with Raw(self.gateway) as raw:
            raw.send(1, b"\x0a\x02HA\x10\x01\x18\x0a")
            raw.send(3)
            self.assertEqual((await raw.receive())[0], 2)
            self.assertEqual(await raw.receive(), (4, b""))
            raw.send(9)
            self.assertEqual((await raw.receive())[0], 10)

    async def test_garbage_after_requests(self):
        """What came before a frame that cannot be is answered."""
        async with Raw(self.gateway) as raw:
            raw.send(7)
            raw.writer.write(b"\x07")
            self.assertTrue((await raw.rest()).startswith(b"\x00\x00\x08"))

    async def test_bad_frames(self):
        for sent in (b"\0\xff\xff\xff\xff\x7f\1", b"\0\x80", b"\0\x05\x01\x0a", b"\0\0\x44", b"\0\x01\x01\x08"):
            async with Raw(self.gateway) as raw:
                raw.writer.write(sent)
                raw.writer.write_eof()
                await raw.rest()
        async with Raw(self.gateway) as raw:
            await raw.hello()
            raw.send(9999, b"\xff" * 50)
            self.assertIsNone(await raw.receive())
        async with Raw(self.gateway) as raw:
            await raw.hello()
            raw.send(9999, b"\x0a\x01x")
            raw.send(7)
            self.assertEqual(await raw.receive(), (8, b""))

    async def test_crowd(self):
        """Of 100 clients 16 stay; when they go, others come in."""
        crowd = [Raw(self.gateway) for _ in range(100)]
        for raw in crowd:
            await raw.__aenter__()
            raw.send(1, b"\x0a\x03raw\x10\x01\x18\x0f")
        answers = await asyncio.gather(*(raw.receive() for raw in crowd))
        self.assertEqual(sum(answer is not None for answer in answers), 16)
        self.assertEqual(len(self.gateway.proxy["clients"]), 16)
        self.assertEqual(self.gateway.status["refused"], 84)
        for raw in crowd:
            await raw.__aexit__()
        await until(lambda: not self.gateway.proxy["clients"], "clients stay")
        async with Raw(self.gateway) as raw:
            await raw.hello()

    async def test_subscribes_often(self):
        """A client that repeats itself gets the adverts once."""
        async with Raw(self.gateway) as raw:
            await raw.hello()
            for number in range(2_000):
                raw.send(66, b"\x08\x01")
                raw.send(127, b"\x08" + bytes([number & 1]))
                raw.send(80)
            await raw.writer.drain()
            counts = {}
            while counts.get(93, 0) < 20:
                kind, _ = await raw.receive()
                counts[kind] = counts.get(kind, 0) + 1
            self.assertEqual(self.gateway.ask("status")[0]["queues"]["advert_readers"], 1)

    async def test_reads_nothing(self):
        """A client that asks and never reads is disconnected, and its memory is bounded."""
        before = self.gateway.memory
        async with Raw(self.gateway) as raw, Raw(self.gateway) as other:
            await raw.hello()
            await other.hello()
            with contextlib.suppress(ConnectionError):
                for _ in range(2_000):
                    for _ in range(100):
                        raw.send(9)
                    await raw.writer.drain()
            await until(lambda: len(self.gateway.proxy["clients"]) == 1, "the client stays")
            other.send(7)
            self.assertEqual(await other.receive(), (8, b""))
        self.assertLess(self.gateway.memory - before, 64 * 1024)

    async def test_requests_out_of_place(self):
        async with Raw(self.gateway) as raw:
            await raw.hello()
            raw.send(73, b"\x08\x05\x10\x07")
            self.assertEqual(await raw.receive(), (82, b"\x08\x05\x10\x07\x18" + b"\xff" * 9 + b"\x01"))
            raw.send(68, b"\x08\x05\x10\x01")
            self.assertEqual(await raw.receive(), (69, b"\x08\x05"))
            raw.send(68, b"\x08\x05\x10\x02")
            self.assertEqual((await raw.receive())[0], 85)
            raw.send(68, b"\x08\x05\x10\x03")
            self.assertEqual((await raw.receive())[0], 86)
            raw.send(68, b"\x08\x05\x10\x06")
            self.assertEqual(await raw.receive(), (88, b"\x08\x05\x10\x01"))
            raw.send(145, b"\x08\x05")
            self.assertEqual((await raw.receive())[0], 146)
            raw.send(80)
            self.assertEqual((await raw.receive())[0], 81)


class Each(Case):
    SETTINGS = {"proxies": "each", "dongles": 2}

    async def test_ports(self):
        proxies = await until(lambda: (found := self.gateway.ask("esphome")[:-1]) and len(found) == 2 and found, "there are not two proxies")
        self.assertEqual(sorted(proxy["port"] - self.gateway.port for proxy in proxies), [0, 1])
        self.assertEqual(len({proxy["mac"] for proxy in proxies}), 2)
        for proxy in proxies:
            client = self.gateway.client(port=proxy["port"])
            await client.connect(login=True)
            self.assertEqual((await client.device_info()).mac_address, proxy["mac"])
            await client.disconnect()

    async def test_a_port_that_others_have_is_tried_again(self):
        self.gateway.stop()
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind(("127.0.0.1", self.gateway.port + 1))
            other.listen()
            await self.gateway.start()
            await until(lambda: "last_error" in self.gateway.status, "the port in use is not told")
            self.assertEqual(len(self.gateway.ask("esphome")[:-1]), 1)
        await until(lambda: len(self.gateway.ask("esphome")[:-1]) == 2, "the second proxy does not come", seconds=15)
