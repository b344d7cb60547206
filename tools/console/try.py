#!/usr/bin/env python3
"""Starts a gateway with a simulated dongle and a development backend, and prints links to the console for each role.

usage: try.py [--scenario NAME] [--seed NAME] [--login]

With PERCH_CONSOLE_PAGES, only harness.Browser shows the pages of that folder; any other browser gets those in the program.
"""

import argparse
import signal
import tempfile

from harness import Backend, Gateway

parser = argparse.ArgumentParser()
parser.add_argument("--scenario", default="crew")
parser.add_argument("--seed", default="crew")
parser.add_argument("--login", action="store_true", help="log in to the backend first")
options = parser.parse_args()
with tempfile.TemporaryDirectory(prefix="perch-try-") as folder:
    backend = Backend(folder, options.seed)
    gateway = Gateway(folder, backend, options.scenario)
    try:
        if options.login:
            gateway.log_in()
        for role in ("viewer", "crew", "admin"):
            print("%-6s %s" % (role, gateway.link(role)), flush=True)
        print("backend %s, log %s/serve.log; ^C ends both" % (backend.url, folder), flush=True)
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        gateway.stop()
        backend.stop()
