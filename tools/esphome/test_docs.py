"""The program of docs/python.md."""

import asyncio
import os
import random
import re
import sys

from harness import HERE, SENSOR, Case, Gateway

PAGE = HERE.parents[1] / "docs/python.md"


class Program(Case):
    async def asyncSetUp(self):
        # The program expects port 6053; an address of its own keeps tests apart.
        self.host = f"127.{random.randrange(1, 255)}.{random.randrange(255)}.{random.randrange(1, 255)}"
        self.gateway = Gateway(listen=f"{self.host}:6053")
        self.addCleanup(self.gateway.remove)
        await self.gateway.start()

    async def test_program(self):
        program = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
        environment = os.environ | {"PROXY": self.host, "KEY": self.gateway.key, "DEVICE": SENSOR}
        running = await asyncio.create_subprocess_exec(
            sys.executable, "-B", "-c", program, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        printed, errors = await asyncio.wait_for(running.communicate(), 30)
        self.assertEqual(running.returncode, 0, errors.decode())
        self.assertIn("C0:00:00:00:00:02 Sensor", printed.decode())
        self.assertIn("bytearray(b'Sensor')", printed.decode())
