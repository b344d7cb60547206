#!/usr/bin/env python3
"""Runs the tests of the console's models in the browser: Tests/Console/*.js.

A test file has `import { test, equal } from './check.js'` and calls `test('what holds', () => { … })`.
"""

import os
import unittest

from harness import ROOT, Browser

PAGES = os.path.join(ROOT, "Sources", "Console", "Pages")
TESTS = os.path.join(ROOT, "Tests", "Console")
TYPES = {".js": "text/javascript", ".html": "text/html", ".css": "text/css"}


def fulfil(route):
    path = route.request.url.removeprefix("http://models.test/")
    file = os.path.join(TESTS, path.removeprefix("tests/")) if path.startswith("tests/") else os.path.join(PAGES, path)
    if path == "":
        return route.fulfill(body="<!doctype html><title>models</title>", content_type="text/html")
    with open(file, "rb") as opened:
        return route.fulfill(body=opened.read(), content_type=TYPES[os.path.splitext(file)[1]])


class ModelTests(unittest.TestCase):
    def test_models(self):
        context = Browser.start().new_context()
        self.addCleanup(context.close)
        context.route("http://models.test/**", fulfil)
        page = context.new_page()
        page.goto("http://models.test/")
        count = 0
        for name in sorted(os.listdir(TESTS)):
            if not name.endswith("-tests.js"):
                continue
            results = page.evaluate("async (name) => { const check = await import('/tests/check.js'); await import(`/tests/${name}`); return check.take(); }", name)
            self.assertTrue(results, name + " has no test")
            for result in results:
                count += 1
                with self.subTest(file=name, test=result["name"]):
                    self.assertIsNone(result["error"])
        self.assertGreater(count, 0)


if __name__ == "__main__":
    try:
        unittest.main(verbosity=2)
    finally:
        Browser.stop()
