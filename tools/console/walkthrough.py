"""What the tests of Payfrit's walkthrough share: users, beacons, rows, fingers. Each test names the rows that it goes through."""

from harness import ConsoleTest, expect

UUIDS = ["5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F4%d" % n for n in range(10)]
ADA, BEN, CLEO = "+15550100", "+15550101", "+15550102"


class Walkthrough(ConsoleTest):
    """What the tests of all sections share."""

    def at(self, place="", **options):
        """Opens the console at a place."""
        page = self.console(**options)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if place:
            page.goto(self.gateway.url + "/" + place)
        return page

    def add_beacon(self, name, number, business=None):
        self.gateway.run("payfrit", "beacons", "add", name, "--uuid", UUIDS[number])

    def row(self, page, name):
        """The row of a list that has this name."""
        return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=name, exact=True))

    def swipe(self, page, row):
        """Swipes a row to the left with a finger."""
        row.scroll_into_view_if_needed()
        box = row.bounding_box()
        y = box["y"] + box["height"] / 2
        touch = page.context.new_cdp_session(page)
        x = box["x"] + box["width"] * 0.7
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 9):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - 16 * step, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def pull_down(self, page):
        """Pulls the page down with a finger."""
        touch = page.context.new_cdp_session(page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 150, "y": 160}]})
        for step in range(1, 9):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 150, "y": 160 + 16 * step}]})
        expect(page.get_by_text("Release to refresh")).to_be_visible()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def requests(self, path):
        return self.backend.state()["requests"].get(path, 0)
