"""A gateway with a simulated dongle, a development backend, and a browser that uses the console.

Environment:
  PERCH_PROGRAMS         folder of the programs
  PERCH_CONSOLE_PAGES    folder of the console's pages, used instead of those in the program (default: those in the program)
  PERCH_CHROMIUM         path of the browser (default: /usr/bin/chromium)
"""

import json
import mimetypes
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from contextlib import suppress

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = os.environ.get("PERCH_PROGRAMS", os.path.join(ROOT, ".build-release", "release"))
PAGES = os.environ.get("PERCH_CONSOLE_PAGES")
CHROMIUM = os.environ.get("PERCH_CHROMIUM", "/usr/bin/chromium")
PHONE, PASSWORD = "+15550101", "123456"
PHONE_SIZE, TABLET_SIZE, DESK_SIZE = (390, 844), (1024, 768), (1440, 900)
# Longest wait for anything on a page, in milliseconds; CI's machine may be slow.
LONGEST_WAIT = 15_000
expect.set_options(timeout=LONGEST_WAIT)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Backend:
    """The development server of the Payfrit API, which can go away and come back."""

    def __init__(self, folder, seed="crew"):
        self.command = [os.path.join(PROGRAMS, "perch-dev-backend"), "--database", os.path.join(folder, "backend.db"), "--seed", seed]
        self.port = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen([*self.command, "--port", str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.process.stdout.readline().split()[-1]
        self.port = int(re.search(r":(\d+)/", self.url)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)

    def dev(self, path, body=None, method=None):
        request = urllib.request.Request(self.url.rpartition("/")[0] + "/dev" + path, json.dumps(body).encode() if body is not None else None, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def fault(self, kind, **fields):
        """Orders a fault, as in docs/payfrit.md."""
        self.dev("/faults", {"kind": kind, **fields})

    def state(self):
        return self.dev("/state")


class TillBackend(Backend):
    """The development server of the club's till. It keeps everything in memory."""

    def __init__(self):
        self.command = [os.path.join(PROGRAMS, "perch-dev-backend"), "--till"]
        self.port = 0
        self.start()


class Gateway:
    """`perch serve` with its own state folder, at a port that stays the same."""

    def __init__(self, folder, backend=None, scenario="crew", settings=(), host="127.0.0.1", till=None):
        self.folder = folder
        self.port = free_port()
        self.url = "%s://127.0.0.1:%d" % ("http" if host == "127.0.0.1" else "https", self.port)
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("PERCH_")},
            "HOME": folder, "XDG_STATE_HOME": os.path.join(folder, "state"), "XDG_CONFIG_HOME": os.path.join(folder, "config"), "XDG_RUNTIME_DIR": folder,
            "PERCH_GATEWAY": "unix:" + os.path.join(folder, "perch.sock"),
        }
        if backend:
            self.environment["PERCH_PAYFRIT_ENVIRONMENT"] = backend.url
        if till:
            self.environment["PERCH_TILL_ENVIRONMENT"] = till.url
        for key, value in dict(settings).items():
            self.environment[key] = value
        self.command = [os.path.join(PROGRAMS, "perch"), "serve", "--port", "sim", "--scenario", scenario, "--http", "%s:%d" % (host, self.port), "--state", os.path.join(folder, "state"), "--socket", os.path.join(folder, "perch.sock")]
        self.start()

    def start(self):
        self.log = open(os.path.join(self.folder, "serve.log"), "a")
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=self.log, stderr=self.log)
        for _ in range(600):
            with suppress(OSError):
                urllib.request.urlopen(self.url + "/healthz", timeout=2, context=ssl._create_unverified_context()).read()
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("the gateway does not start: " + open(self.log.name).read()[-2000:])

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=30)
        self.log.close()

    def run(self, *arguments, answers=""):
        """Runs a verb against this gateway and returns its standard output. `answers`: its standard input."""
        done = subprocess.run([os.path.join(PROGRAMS, "perch"), *arguments], env=self.environment, capture_output=True, text=True, timeout=60, input=answers)
        if done.returncode:
            raise RuntimeError("perch %s: %s" % (" ".join(arguments), done.stderr))
        return done.stdout

    def link(self, role="crew"):
        """A new link to the console."""
        return json.loads(self.run("console", "--role", role, "--json").splitlines()[-1])["url"]

    def log_in(self, phone=PHONE):
        """Logs in to the backend without the console."""
        self.run("payfrit", "login", "--phone", phone, answers=PASSWORD + "\n")


class Browser:
    """A browser without a window. Collects what no page may do: errors on its console, violations of the CSP."""

    _playwright = None
    _chromium = None

    @classmethod
    def start(cls):
        if cls._chromium is None:
            cls._playwright = sync_playwright().start()
            cls._chromium = cls._playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--js-flags=--expose-gc", "--enable-precise-memory-info"])
        return cls._chromium

    @classmethod
    def stop(cls):
        if cls._chromium:
            cls._chromium.close()
            cls._playwright.stop()
            cls._chromium = cls._playwright = None

    def __init__(self, size=PHONE_SIZE, scheme="light", language="en-GB", touch=None):
        touch = size[0] < 900 if touch is None else touch
        self.context = self.start().new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale=language, has_touch=touch, ignore_https_errors=True, reduced_motion="reduce")
        self.context.set_default_timeout(LONGEST_WAIT)
        self.faults = []
        # Errors on the console that a test expects, as patterns.
        self.allowed = [r"Failed to load resource", r"net::ERR_"]
        self.context.add_init_script("document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));")
        if PAGES:
            self.context.route(re.compile(r"^https?://[^/]+/(assets/.*)?$"), self._page)

    def _page(self, route):
        path = re.sub(r"^https?://[^/]+/", "", route.request.url)
        path = re.sub(r"^assets/[^/]*/", "", path) or "shell/index.html"
        if path.startswith("vendor/"):
            path = "/usr/share/javascript/dygraphs/" + path.removeprefix("vendor/")
        file = os.path.join(PAGES, path)
        if not os.path.isfile(file):
            return route.fulfill(status=404, body="")
        policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        headers = {"Content-Type": mimetypes.guess_type(file)[0] or "text/plain", "Content-Security-Policy": policy}
        with open(file, "rb") as opened:
            return route.fulfill(status=200, headers=headers, body=opened.read().replace(b"VERSION", b"0" * 8) if path.endswith("index.html") else opened.read())

    def open(self, url):
        """Opens a page and returns it."""
        page = self.context.new_page()
        page.on("console", lambda message: self._note(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._note("uncaught: %s" % error))
        page.goto(url)
        return page

    def _note(self, text):
        if not any(re.search(pattern, text) for pattern in self.allowed):
            self.faults.append(text)

    def print_pages(self):
        for page in self.context.pages:
            with suppress(Exception):
                print("%s\n%s" % (page.url, page.locator("body").aria_snapshot()), file=sys.stderr)

    def close(self):
        self.context.close()


def overflow(page):
    """Pixels by which a page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def violations(page):
    """Violations that axe finds, as short texts."""
    found = Axe().run(page).response["violations"]
    return ["%s: %s" % (each["id"], "; ".join(node["html"][:160] for node in each["nodes"][:3])) for each in found]


class ConsoleTest(unittest.TestCase):
    """A test with a gateway, a backend and a browser of its own for each class."""

    SCENARIO = "crew"
    SEED = "crew"
    # Whether the gateway has a till, with a development server of its own.
    HAS_TILL = False
    ROLE = "crew"
    LOGGED_IN = True
    SETTINGS = {}
    HOST = "127.0.0.1"

    @classmethod
    def setUpClass(cls):
        cls._folder = tempfile.TemporaryDirectory(prefix="perch-console-")
        cls.backend = Backend(cls._folder.name, cls.SEED) if cls.SEED else None
        cls.till = TillBackend() if cls.HAS_TILL else None
        cls.gateway = Gateway(cls._folder.name, cls.backend, cls.SCENARIO, cls.SETTINGS, cls.HOST, cls.till)
        if cls.LOGGED_IN and cls.backend:
            cls.gateway.log_in()

    @classmethod
    def tearDownClass(cls):
        with suppress(Exception):
            cls.gateway.stop()
        for backend in (cls.backend, cls.till):
            if backend:
                with suppress(Exception):
                    backend.stop()
        cls._folder.cleanup()

    def console(self, hash="", size=PHONE_SIZE, scheme="light", language="en-GB", role=None, touch=None):
        """Opens the console at a place, with a session of its own. The test fails if the page does what no page may do."""
        browser = Browser(size, scheme, language, touch)
        self.addCleanup(self._check, browser)
        page = browser.open(self.gateway.link(role or self.ROLE))
        page.browser_faults = browser
        if hash:
            page.evaluate("hash => { location.hash = hash }", hash)
        return page

    def _check(self, browser):
        # A failed test says what stood on the page.
        if not self._outcome.success:
            browser.print_pages()
        browser.close()
        self.assertEqual(browser.faults, [], "on the browser's console")

    def check_page(self, page):
        """No violation of accessibility, no overflow."""
        self.assertEqual(violations(page), [])
        self.assertLessEqual(overflow(page), 0)


def main():
    try:
        unittest.main(verbosity=2)
    finally:
        Browser.stop()
