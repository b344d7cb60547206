#!/usr/bin/env python3
"""Measures the console, and prints its figures as rows of docs/performance.md. Nothing else may run meanwhile.

usage: figures.py [--minutes N] [--seconds N] [FIGURE…]
  --minutes N    length of the flood (default: 10)
  --seconds N    length of each half of a round of `idle` (default: 60)
  FIGURE         first, till, size, press, flood, idle (default: all)
"""

import argparse
import gzip
import json
import os
import re
import statistics
import tempfile
import time
import urllib.request

from harness import DESK_SIZE, PHONE_SIZE, TABLET_SIZE, Backend, Browser, Gateway, expect

ROUNDS = 11
SECOND = os.sysconf("SC_CLK_TCK")
LONG_TASKS = "window.longTasks = []; new PerformanceObserver((list) => { for (const task of list.getEntries()) longTasks.push(task.duration); }).observe({ type: 'longtask', buffered: true });"


def row(figure, measured, target):
    print("| %s | %s | %s |" % (figure, measured, target), flush=True)


def spread(values, digits=0):
    return "%.*f (%.*f…%.*f, %d rounds)" % (digits, statistics.median(values), digits, min(values), digits, max(values), len(values))


def flood(folder, devices, interval):
    """Writes a scenario in which each device advertises every `interval` ms; returns its path."""
    path = os.path.join(folder, "flood.json")
    advertisers = [{
        "name": "D%d" % number, "address": "c0:00:00:00:%02x:%02x" % divmod(number, 256), "intervalMs": interval, "distanceM": 1 + number % 40,
        "advert": [{"flags": 6}, {"name": "Device %d" % number}, {"manufacturer": {"company": 76, "hex": "%04x" % number}}],
    } for number in range(devices)]
    with open(path, "w") as file:
        json.dump({"name": "flood", "seed": 1, "advertisers": advertisers}, file)
    return path


class Measured:
    """A gateway, a backend and an open page, for as long as a figure is measured."""

    def __init__(self, scenario="crew", size=DESK_SIZE):
        self.folder = tempfile.TemporaryDirectory(prefix="perch-figures-")
        self.backend = Backend(self.folder.name)
        self.gateway = Gateway(self.folder.name, self.backend, scenario(self.folder.name) if callable(scenario) else scenario)
        self.gateway.log_in()
        self.size = size

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.gateway.stop()
        self.backend.stop()
        self.folder.cleanup()

    def open(self, hash=""):
        """A page with a browser context of its own, thus without a cache."""
        browser = Browser(self.size)
        browser.context.add_init_script(LONG_TASKS)
        page = browser.open(self.gateway.link())
        if hash:
            page.evaluate("hash => { location.hash = hash }", hash)
        return browser, page

    def cpu(self):
        """Processor time of the gateway so far, in s."""
        with open("/proc/%d/stat" % self.gateway.process.pid) as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / SECOND


def first(role="crew", size=PHONE_SIZE, name="first screen", part="main h1", target="≤ 300 ms"):
    """From opening a link to a part of the first screen, with an empty cache."""
    times = []
    with Measured(size=size) as measured:
        for _ in range(ROUNDS):
            browser = Browser(size)
            link = measured.gateway.link(role)
            page = browser.context.new_page()
            page.goto("about:blank")
            # The time at which the screen has the part, in ms since the navigation began.
            page.add_init_script("""new MutationObserver((_, observer) => {
                if (!document.querySelector('%s')) return;
                observer.disconnect();
                requestAnimationFrame(() => { window.firstScreen = performance.now(); });
            }).observe(document, { childList: true, subtree: true });""" % part)
            page.goto(link)
            page.wait_for_function("() => window.firstScreen !== undefined")
            times.append(page.evaluate("window.firstScreen"))
            browser.close()
    row("console: %s on loopback, empty cache" % name, spread(times) + " ms", target)


def size():
    """All files of the console, packed as the gateway sends them."""
    with Measured() as measured:
        def load(path):
            request = urllib.request.Request(measured.gateway.url + path, headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(request, timeout=20) as answer:
                body = answer.read()
            return len(body), gzip.decompress(body).decode() if answer.headers["Content-Encoding"] == "gzip" else body.decode()
        total, page = load("/")
        version = re.search(r"/assets/(\w+)/", page)[1]
        root = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "Sources", "Console", "Pages")
        paths = [os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names if not name.endswith(".html")]
        own = total + sum(load("/assets/%s/%s" % (version, path))[0] for path in paths)
        chart = sum(load("/assets/%s/vendor/%s" % (version, name))[0] for name in ("dygraph.min.js", "dygraph.min.css"))
    row("console: all files packed, each for itself", "%d KB, and %d KB of dygraphs" % (own / 1000, chart / 1000), "≤ 250 KB")


def press():
    """From the press of the button to the word `registered`."""
    times = []
    with Measured(size=PHONE_SIZE) as measured:
        browser, page = measured.open("#/provision")
        for _ in range(5):
            page.wait_for_function("() => document.querySelectorAll('input[type=radio]:not(:disabled)').length > 0")
            use = page.get_by_role("button", name=re.compile(r"^(Use …:\w\w for .*|Choose a beacon)$"))
            expect(use).to_be_visible()
            if use.inner_text() == "Choose a beacon" or page.get_by_role("radio", name=re.compile("HMSoft"), checked=True).count():
                page.get_by_role("radio", name=re.compile("^CP28")).first.check()
            registered = len(measured.backend.state()["hardware"])
            began = time.monotonic()
            page.get_by_role("button", name=re.compile(r"^Use …:\w\w for ")).click()
            expect(page.get_by_text("registered", exact=True)).to_be_visible()
            while len(measured.backend.state()["hardware"]) == registered:
                time.sleep(0.02)
            times.append(time.monotonic() - began)
        browser.close()
    row("console: factory beacon to registered table, after the press", spread(times, 1) + " s; 1 tap, 2 where two beacons are equally near", "≤ 8 s, 2 taps")


def flooded(minutes):
    """2,000 devices at 5,000 adverts/s on the screen Air."""
    with Measured(lambda folder: flood(folder, 2_000, 395)) as measured:
        browser, page = measured.open("#/air")
        expect(page.get_by_text(re.compile("2,000")).first).to_be_visible(timeout=60_000)
        time.sleep(10)
        page.evaluate("longTasks.length = 0")
        heaps = []
        for _ in range(minutes + 1):
            page.evaluate("gc()")
            heaps.append(page.evaluate("performance.memory.usedJSHeapSize") / 1e6)
            if len(heaps) <= minutes:
                time.sleep(60)
        tasks = page.evaluate("longTasks")
        status = measured.gateway.run("status")
        browser.close()
    # Says what the link lost.
    print(status)
    row("console: Air with 2,000 devices at 5,000 adverts/s, %d min: tasks over 100 ms" % minutes,
        "%d of %d over 50 ms, longest %.0f ms" % (sum(task > 100 for task in tasks), len(tasks), max(tasks, default=0)), "0")
    row("console: heap meanwhile, after collection, each minute", ", ".join("%.1f" % heap for heap in heaps) + " MB", "steady")


def idle(seconds):
    """Processor time of the gateway at 1,000 adverts/s with and without an open console, in turn. A browser beside it slows
    the gateway on the same processors, so the share without a console is measured both without a browser and with one that
    is busy with another gateway.
    """
    shares = {"none": [], "elsewhere": [], "#/tables": [], "#/air": []}
    scene = lambda folder: flood(folder, 500, 495)
    with Measured(scene) as measured, Measured(scene) as other:
        time.sleep(10)
        for _ in range(5):
            for name in shares:
                opened = other.open("#/air") if name == "elsewhere" else measured.open(name) if name != "none" else None
                time.sleep(3)
                before, began = measured.cpu(), time.monotonic()
                time.sleep(seconds)
                shares[name].append(100 * (measured.cpu() - before) / (time.monotonic() - began))
                if opened:
                    opened[0].close()
    median = {name: statistics.median(share) for name, share in shares.items()}
    row("gateway at 1,000 adverts/s without a console", spread(shares["none"], 1) + " % of a core", "–")
    row("the same beside a browser on another gateway's Air", spread(shares["elsewhere"], 1) + " %", "–")
    for hash, name in (("#/tables", "Tables"), ("#/air", "Air")):
        row("with a console on %s: more than beside that browser" % name,
            "%.1f %% of a core; in all " % (median[hash] - median["elsewhere"]) + spread(shares[hash], 1) + " %", "≤ 1 %")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("figures", nargs="*")
    options = parser.parse_args()
    figures = {"first": first, "till": lambda: first("till", TABLET_SIZE, "the till's login", "till-start input", "≤ 1 s"), "size": size, "press": press, "flood": lambda: flooded(options.minutes), "idle": lambda: idle(options.seconds)}
    try:
        for name in options.figures or figures:
            figures[name]()
    finally:
        Browser.stop()


if __name__ == "__main__":
    main()
