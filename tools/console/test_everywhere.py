#!/usr/bin/env python3
"""Payfrit's walkthrough in the browser: errors, navigation and consistency, section 6; search, report, roles, sizes."""

import re

import walkthrough
from harness import DESK_SIZE, expect, main
from walkthrough import ADA, UUIDS


class Everywhere(walkthrough.Walkthrough):
    """Section 6: errors, navigation; search, report, roles, long lists."""

    SEED = "small"

    def setUp(self):
        if self.backend.process.poll() is not None:
            self.backend.start()
        self.backend.dev("/reset", method="POST")
        self.gateway.log_in(ADA)
        self.gateway.run("payfrit", "use", "Lindenhof")

    def test_6_1_errors(self):
        """6.1: 500, no JSON, the backend's words, and the list once it works again"""
        for fault, words in [
            ({"kind": "status", "status": 500, "times": 6}, "HTTP 500"),
            ({"kind": "html", "times": 6}, "Decoding error: Non-JSON response"),
            ({"kind": "refuse", "error": "The kitchen is closed.", "times": 6}, "The kitchen is closed."),
        ]:
            with self.subTest(words):
                self.backend.dev("/faults", method="DELETE")
                self.backend.fault(path="/servicepoints/list.php", **fault)
                page = self.at("#/tables")
                alert = page.get_by_role("alert")
                expect(alert).to_contain_text(words)
                self.check_page(page)
                self.backend.dev("/faults", method="DELETE")
                alert.get_by_role("button", name="Retry").click()
                expect(self.row(page, "Table 1")).to_be_visible()
                expect(alert).to_have_count(0)

    def test_6_1_offline(self):
        """6.1: no network; what is known stays, with its time, and what was typed, too"""
        page = self.at("#/tables")
        expect(self.row(page, "Table 1")).to_be_visible()
        self.row(page, "Table 1").click()
        page.get_by_label("Name").fill("Garden 1")
        self.backend.stop()
        page.get_by_role("button", name="Refresh").click()
        expect(page.get_by_role("alert")).to_contain_text("payfrit-unreachable")
        expect(page.get_by_text(re.compile("^As of "))).to_be_visible()
        page.get_by_role("button", name="Save Changes").click()
        expect(page.get_by_role("alert")).to_have_count(2)
        page.reload()
        expect(page.get_by_label("Name")).to_have_value("Garden 1")
        self.check_page(page)
        self.backend.start()
        self.gateway.log_in(ADA)
        page.get_by_role("button", name="Refresh").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Save Changes").click()
        expect(page.get_by_text("Garden 1 is saved.")).to_be_visible()

    def test_6_1_gateway(self):
        """6.1 on the way to the gateway: the tables stay, greyed, and come back by themselves"""
        page = self.at("#/tables")
        expect(self.row(page, "Table 1")).to_be_visible()
        page.get_by_label("Search tables and beacons").fill("table")
        page.context.set_offline(True)
        expect(page.get_by_text("The gateway has not answered since")).to_be_visible()
        expect(self.row(page, "Table 1")).to_be_visible()
        expect(page.get_by_text(re.compile("^As of "))).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_text(re.compile("^As of "))).to_be_hidden()
        expect(page.get_by_label("Search tables and beacons")).to_have_value("table")

    def test_6_2_navigation(self):
        """6.2: back from the detail, tabs, the whole way and back, by browser and by keys"""
        self.add_beacon("Bar", 1)
        page = self.at("#/business")
        page.get_by_role("listitem").filter(has_text="Lindenhof").first.click()
        page.get_by_role("link", name="Beacons", exact=True).click()
        self.row(page, "Bar").click()
        expect(page.get_by_label("Name")).to_have_value("Bar")
        page.reload()
        expect(page.get_by_label("Name")).to_have_value("Bar")
        page.go_back()
        expect(self.row(page, "Bar")).to_be_visible()
        page.go_back()
        expect(self.row(page, "Table 1")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", name="Businesses")).to_be_visible()
        page.go_forward()
        self.row(page, "Table 2").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Table 3")).to_be_focused()
        page.keyboard.press("Escape")
        expect(self.row(page, "Table 3")).to_be_focused()

    def test_filter(self):
        """Search and filter, kept in the URL; counts of filtered and all"""
        self.add_beacon("Table 2", 2)
        page = self.at("#/tables")
        expect(page.get_by_text("1 of 4 done")).to_be_visible()
        page.keyboard.press("/")
        page.keyboard.type("table 2")
        expect(page.get_by_role("listitem")).to_have_count(1)
        expect(page.get_by_text("1 of 4 shown")).to_be_visible()
        page.reload()
        expect(page.get_by_role("listitem")).to_have_count(1)
        page.get_by_label("Search tables and beacons").fill("")
        page.get_by_label("Show").select_option("No beacon (3)")
        expect(page.get_by_role("listitem")).to_have_count(3)
        page.get_by_label("Search tables and beacons").fill("nothing like it")
        expect(page.get_by_text("Nothing matches.")).to_be_visible()
        page.get_by_role("button", name="Show all").click()
        expect(page.get_by_role("listitem")).to_have_count(4)

    def test_add_proposes(self):
        """A new table is proposed the name after the highest, 10 after 9"""
        page = self.at("#/tables")
        expect(self.row(page, "Table 4")).to_be_visible()
        page.get_by_role("link", name="Add a service point").click()
        expect(page.get_by_label("Name")).to_have_value("Table 5")
        page.get_by_label("Name").fill("Table 9")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("heading", name="Table 9")).to_be_visible()
        page.get_by_role("link", name="Add a service point").click()
        expect(page.get_by_label("Name")).to_have_value("Table 10")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("heading", name="Table 10")).to_be_visible()
        page.get_by_role("link", name="Back to the list").click()
        expect(page.get_by_role("listitem").last).to_contain_text("Table 10")

    def test_report(self):
        """The report has all tables, and prints on A4"""
        self.add_beacon("Table 2", 2)
        page = self.at("#/tables/report", size=DESK_SIZE)
        expect(page.get_by_role("row").filter(has_text="Table 2")).to_contain_text(UUIDS[2])
        expect(page.get_by_role("row")).to_have_count(5)
        expect(page.get_by_role("button", name="Print")).to_be_visible()
        self.check_page(page)
        page.emulate_media(media="print")
        expect(page.get_by_role("button", name="Print")).to_be_hidden()
        self.assertIn(b"/MediaBox [0 0 594.", page.pdf(prefer_css_page_size=True))

    def test_viewer(self):
        """A viewer sees everything and is offered no change"""
        self.add_beacon("Table 2", 2)
        page = self.at("#/tables", role="viewer")
        expect(self.row(page, "Table 2")).to_be_visible()
        for name in ["Assign", "Change", "Unassign", "Bring", "Add", "Save", "Delete", "Actions"]:
            expect(page.get_by_role("button", name=name)).to_have_count(0)
        self.row(page, "Table 2").click()
        expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
        expect(page.get_by_role("textbox")).to_have_count(0)
        page.goto(self.gateway.url + "/#/beacons")
        self.row(page, "Table 2").click()
        expect(page.get_by_role("definition").filter(has_text=UUIDS[2])).to_be_visible()
        for name in ["Save", "Delete", "Discard"]:
            expect(page.get_by_role("button", name=name)).to_have_count(0)
        self.check_page(page)

    def test_foreign_names(self):
        """Names of others are data: markup, directions, control characters"""
        name = "<img src=x onerror=alert(1)> \u202eevil\u202c"
        self.gateway.run("payfrit", "servicepoints", "add", name)
        page = self.at("#/tables")
        expect(page.get_by_text("<img src=x onerror=alert(1)> \\u202eevil\\u202c")).to_be_visible()
        self.check_page(page)

    def test_sizes(self):
        """No violation and no overflow at 360, 768 and 1440 px, light and dark, in English and German"""
        self.add_beacon("Table 2", 2)
        for size, scheme, language in [((360, 640), "dark", "de-DE"), ((768, 1024), "light", "de-DE"), ((1440, 900), "dark", "en-GB")]:
            page = self.at("#/tables", size=size, scheme=scheme, language=language)
            for place in ["#/tables", "#/tables/2", "#/tables/new", "#/tables/report", "#/beacons", "#/beacons/1", "#/beacons/new", "#/business"]:
                with self.subTest(size=size, place=place):
                    page.goto(self.gateway.url + "/" + place)
                    expect(page.get_by_text("Lindenhof").first).to_be_visible()
                    self.check_page(page)


if __name__ == "__main__":
    main()
