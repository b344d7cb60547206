"""Multicast DNS, with the library of Home Assistant."""

import os
import shutil
import subprocess
import sys
import unittest

from harness import HERE


class MulticastDNS(unittest.TestCase):
    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare") and shutil.which("ip"), "needs root, unshare and ip, for a network of its own")
    def test_found(self):
        done = subprocess.run(["unshare", "-n", sys.executable, "-B", str(HERE / "mdns.py")], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
