"""Makes the pictures of docs/console.md: every screen on a phone, after some tables were provisioned; the till on a tablet.

usage: pictures.py DIR
"""

import os
import re
import sys

from harness import DESK_SIZE, TABLET_SIZE, Browser, ConsoleTest, expect

TABLES = 3


class Pictures(ConsoleTest):
    HAS_TILL = True

    def runTest(self):
        folder = sys.argv[1]
        os.makedirs(folder, exist_ok=True)
        page = self.console("#/provision")
        for number in range(1, TABLES + 1):
            name = "Table %d" % number
            expect(page.get_by_text(name, exact=True)).to_be_visible()
            page.get_by_role("radio", name=re.compile("^CP28")).first.check()
            page.get_by_role("button", name=re.compile("^Use")).click()
            if number == 1:
                page.get_by_text(re.compile("^writing 1")).first.wait_for()
                page.screenshot(path=os.path.join(folder, "writing.png"))
            expect(page.get_by_text("registered", exact=True)).to_be_visible()
        expect(page.get_by_text("Table %d" % (TABLES + 1), exact=True)).to_be_visible()
        expect(page.get_by_role("radio", name=re.compile("^CP28")).first).to_be_visible()
        page.wait_for_timeout(1500)
        page.screenshot(path=os.path.join(folder, "provision.png"))
        page.evaluate("location.hash = '#/signal?table=Table%201'")
        page.get_by_role("button", name="Start Scanning").click()
        expect(page.get_by_text(re.compile("^Beacon Detected!"))).to_be_visible(timeout=30_000)
        page.screenshot(path=os.path.join(folder, "signal.png"))
        for screen in ("tables", "air", "gateway"):
            page.evaluate("screen => { location.hash = '#/' + screen }", screen)
            page.wait_for_timeout(6000)
            page.screenshot(path=os.path.join(folder, screen + ".png"))
        desk = self.console("#/air", size=DESK_SIZE, scheme="dark", role="admin")
        desk.wait_for_timeout(6000)
        desk.screenshot(path=os.path.join(folder, "desk.png"))
        till = self.console(size=TABLET_SIZE, role="till", touch=True)
        till.get_by_label("E-mail").fill("tom@example.com")
        till.get_by_label("Mobile number").fill("02222222222")
        for digit in "1234":
            till.get_by_role("button", name=digit, exact=True).click()
        till.get_by_role("button", name="Favourite: Brezel").click()
        for name in ("Cola 0,33l", "Chips Paprika"):
            till.get_by_role("button", name="Put %s into the cart" % name).click()
        till.get_by_role("button", name="Favourites").click()
        till.get_by_role("button", name="All", exact=True).click()
        till.get_by_role("button", name=re.compile("^Book Pils 0,5l")).click()
        expect(till.get_by_text("Sum €3.30")).to_be_visible()
        till.screenshot(path=os.path.join(folder, "till.png"))


def main():
    Pictures.setUpClass()
    try:
        test = Pictures()
        test.runTest()
        test.doCleanups()
    finally:
        Pictures.tearDownClass()
        Browser.stop()


if __name__ == "__main__":
    main()
