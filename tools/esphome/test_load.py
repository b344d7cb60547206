"""Many adverts."""

import asyncio
import json
import os

from harness import HERE, Case


class Load(Case):
    async def asyncSetUp(self):
        # 160 devices, each every 20...30 ms.
        devices = [
            {"name": str(number), "address": f"c0:00:00:00:01:{number:02x}", "intervalMs": 20, "advert": [{"flags": 6}, {"manufacturer": {"company": 65535, "hex": "00" * 20}}]}
            for number in range(160)
        ]
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"perch-esphome-load-{os.getpid()}.json")
        with open(path, "w") as file:
            json.dump({"name": "load", "advertisers": devices}, file)
        self.addCleanup(os.remove, path)
        self.SETTINGS = {"scenario": path}
        await super().asyncSetUp()

    async def test_no_loss(self):
        """5,000 adverts a second for 5 s, without loss."""
        clients = [self.gateway.client() for _ in range(2)]
        counts = [0, 0]
        for place, client in enumerate(clients):
            await client.connect(login=True)

            def count(message, place=place):
                counts[place] += len(message.advertisements)

            client.subscribe_bluetooth_le_raw_advertisements(count)
        await asyncio.sleep(5)
        for client in clients:
            # What was sent before the answer to this has come.
            await client.device_info()
        known = self.gateway.proxy["clients"]
        print(f"{counts[0] / 5:.0f} and {counts[1] / 5:.0f} adverts a second")
        self.assertEqual([client["adverts_missed"] for client in known], [0, 0])
        self.assertGreater(min(counts), 5 * 5000)
        for client in clients:
            await client.disconnect()
