#!/usr/bin/env python3
"""Payfrit's walkthrough in the browser: service points, section 4; states of tables, and long lists."""

import os
import re
import sqlite3

import walkthrough
from harness import DESK_SIZE, expect, main
from walkthrough import ADA


class ServicePoints(walkthrough.Walkthrough):
    """Section 4: service points."""

    SEED = "small"

    def setUp(self):
        self.backend.dev("/reset", method="POST")
        self.gateway.log_in(ADA)
        self.gateway.run("payfrit", "use", "Nordwind")

    def beacons(self):
        """A beacon of its own name, and one at Table 2."""
        self.add_beacon("Bar", 1)
        self.add_beacon("Table 2", 2)

    def test_4_1_list(self):
        """4.1.1, 4.1.2, 4.1.3"""
        page = self.at("#/tables", size=DESK_SIZE)
        row = self.row(page, "Table 1")
        expect(row).to_contain_text("No beacon assigned")
        expect(row).to_contain_text("type 1")
        expect(row).to_contain_text("active")
        self.gateway.run("payfrit", "servicepoints", "edit", "Table 1", "--no-active")
        lists = [self.requests(path) for path in ("/servicepoints/list.php", "/beacons/list.php")]
        page.get_by_role("button", name="Refresh").click()
        expect(row).to_contain_text("inactive")
        self.assertGreater(self.requests("/servicepoints/list.php"), lists[0])
        self.assertGreater(self.requests("/beacons/list.php"), lists[1])
        self.check_page(page)

    def test_4_1_3_pull(self):
        """4.1.3 with a finger"""
        page = self.at("#/tables")
        expect(self.row(page, "Table 1")).to_be_visible()
        self.gateway.run("payfrit", "servicepoints", "add", "Cellar")
        self.pull_down(page)
        expect(self.row(page, "Cellar")).to_be_visible()

    def test_4_1_4_empty(self):
        """4.1.4; and the first table is added"""
        self.gateway.run("payfrit", "use", "3")
        page = self.at("#/tables")
        expect(page.get_by_text("No service points")).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Add a service point").click()
        expect(page.get_by_label("Name")).to_have_value("Table 1")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
        page.get_by_role("link", name="Back to the list").click()
        expect(self.row(page, "Table 1")).to_be_visible()

    def test_4_2_assign(self):
        """4.2.1, 4.2.2, 4.2.3; a beacon that another table would lose is asked for"""
        self.beacons()
        page = self.at("#/tables")
        row = self.row(page, "Table 1")
        expect(row).to_contain_text("No beacon assigned")
        row.get_by_role("button", name="Assign").click()
        dialog = page.get_by_role("dialog", name="Beacon for Table 1")
        expect(dialog.get_by_role("button", name="Bar")).to_be_visible()
        expect(dialog.get_by_role("button", name="Table 2")).to_contain_text("at Table 2")
        self.check_page(page)
        self.backend.fault("delay", path="/servicepoints/save.php", ms=1500)
        dialog.get_by_role("button", name="Bar").click()
        move = page.get_by_role("dialog", name="Move the beacon?")
        expect(move.get_by_role("listitem")).to_have_text("Bar is left without a beacon.")
        move.get_by_role("button", name="Move").click()
        expect(row).to_contain_text("assigning")
        expect(row).to_contain_text("assigned")
        expect(row.get_by_text("Bar", exact=True)).to_have_css("color", "rgb(24, 121, 78)")
        expect(self.row(page, "Bar")).to_contain_text("No beacon assigned")

    def test_4_3_change(self):
        """4.3.1, 4.3.2, 4.3.3"""
        self.beacons()
        page = self.at("#/tables")
        row = self.row(page, "Table 2")
        expect(row.get_by_role("button", name="Unassign")).to_be_visible()
        row.get_by_role("button", name="Change").click()
        current = page.get_by_role("dialog").get_by_role("button", name="Table 2")
        expect(current).to_contain_text("✓")
        expect(current).to_have_attribute("aria-current", "true")
        page.get_by_role("dialog").get_by_role("button", name="Bar").click()
        page.get_by_role("dialog").get_by_role("button", name="Move").click()
        expect(row.get_by_text("Bar", exact=True)).to_be_visible()

    def test_4_4_unassign(self):
        """4.4.1, 4.4.2, and its undoing"""
        self.beacons()
        page = self.at("#/tables")
        row = self.row(page, "Table 2")
        row.get_by_role("button", name="Unassign").click()
        expect(row).to_contain_text("No beacon assigned")
        page.get_by_role("button", name="Undo").click()
        expect(row.get_by_role("button", name="Change")).to_be_enabled()
        expect(row).not_to_contain_text("No beacon assigned")
        row.click()
        expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
        page.get_by_role("button", name="Unassign").click()
        expect(page.get_by_role("paragraph").filter(has_text="No beacon assigned")).to_be_visible()

    def test_4_5_none(self):
        """4.5: no beacons exist"""
        page = self.at("#/tables")
        page.get_by_role("button", name="Assign a beacon to Table 1").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("No beacons yet")
        expect(dialog.get_by_role("listitem")).to_have_count(0)

    def test_4_5_errors(self):
        """4.5: network error during assign, 401"""
        self.beacons()
        page = self.at("#/tables")
        row = self.row(page, "Table 2")
        self.backend.fault("cut", path="/servicepoints/save.php", times=3)
        row.get_by_role("button", name="Unassign").click()
        expect(row).to_contain_text("No beacon assigned")
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("payfrit-unreachable")
        expect(alert).to_contain_text("Table 2 keeps its beacon.")
        expect(row.get_by_role("button", name="Change")).to_be_enabled()
        self.check_page(page)
        alert.get_by_role("button", name="Retry").click()
        expect(page.get_by_text("Table 2: No beacon assigned")).to_be_visible()
        self.backend.fault("expire-token", path="/servicepoints/save.php")
        page.get_by_role("button", name="Assign a beacon to Table 1").click()
        page.get_by_role("dialog").get_by_role("button", name="Table 2").click()
        expect(page.get_by_text("Your Payfrit login has expired.")).to_be_visible()

    def test_edit(self):
        """Beyond the app: a service point is renamed and taken out of use; a refusal keeps what was typed"""
        page = self.at("#/tables")
        self.row(page, "Table 1").click()
        page.get_by_label("Name").fill("Garden 1")
        page.get_by_label("Type").fill("99")
        page.get_by_role("button", name="Save Changes").click()
        expect(page.get_by_role("alert")).to_contain_text("There is no type 99")
        expect(page.get_by_label("Name")).to_have_value("Garden 1")
        page.get_by_label("Type").fill("4")
        page.get_by_label("Active").uncheck()
        page.get_by_role("button", name="Save Changes").click()
        expect(page.get_by_text("Garden 1 is saved.")).to_be_visible()
        self.check_page(page)
        page.keyboard.press("Escape")
        expect(self.row(page, "Garden 1")).to_contain_text("inactive")


class Registrations(walkthrough.Walkthrough):
    """States of tables with registrations: refused, waiting, registered."""

    SCENARIO = "crew"
    SEED = "crew"

    def provision(self, name, address=None):
        more = ["--beacon", address] if address else []
        self.gateway.run("provision", "table", "--service-point", name, "--yes", "--no-wait", *more)

    def test_states(self):
        """Refused, with the backend's words: another name and a retry; then registered, with its signal"""
        self.backend.fault("refuse", path="/beacon-sharding/register_beacon_hardware.php", error="No more tables.")
        self.provision("Table 1")
        page = self.at("#/tables", size=DESK_SIZE)
        row = self.row(page, "Table 1")
        expect(row).to_contain_text("refused")
        page.get_by_label("Show").select_option("Trouble (1)")
        expect(page.get_by_role("listitem")).to_have_count(1)
        row.click()
        expect(page.get_by_role("heading", name="Payfrit refused the registration")).to_be_visible()
        expect(page.get_by_text("No more tables.").first).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Retry with this name").click()
        expect(page.get_by_text("Registering Table 1 again.")).to_be_visible()
        expect(page.get_by_text("registered").first).to_be_visible()
        page.get_by_label("Show").select_option("Done (1)")
        expect(row).to_contain_text("registered")
        expect(row).to_contain_text("dBm")
        expect(page.get_by_role("link", name="Check signal")).to_be_visible()
        self.backend.stop()
        self.addCleanup(self.backend.start)

    def test_waits(self):
        """Without a network a registration waits, says so, and can be dropped"""
        if self.backend.process.poll() is not None:
            self.backend.start()
        self.gateway.run("provision", "plan", "--business", "Lindenhof")
        self.backend.stop()
        try:
            self.provision("#4")
        finally:
            page = self.at("#/tables", size=DESK_SIZE)
        expect(page.get_by_role("listitem").filter(has_text="waits for network")).to_be_visible()
        page.get_by_role("listitem").filter(has_text="waits for network").click()
        expect(page.get_by_role("heading", name="The registration waits")).to_be_visible()
        page.get_by_role("button", name="Drop").click()
        page.get_by_role("dialog").get_by_role("button", name="Drop").click()
        expect(page.get_by_role("listitem").filter(has_text="waits for network")).to_have_count(0)


class ManyRows(walkthrough.Walkthrough):
    """10,000 tables stay usable."""

    SEED = "small"

    def test_many(self):
        """Only what is seen exists; search and keys work at once"""
        self.gateway.log_in(ADA)
        self.gateway.run("payfrit", "use", "3")
        file = os.path.join(self._folder.name, "backend.db")
        with sqlite3.connect(file, timeout=20) as database:
            rows = [(3, "Table %d" % n, n) for n in range(1, 10_001)]
            database.executemany("INSERT INTO ServicePoints (BusinessID, Name, TypeID, SortOrder, IsActive) VALUES (?, ?, 1, ?, 1)", rows)
        page = self.at("#/tables")
        expect(page.get_by_text("0 of 10,000 done")).to_be_visible()
        self.assertLess(page.get_by_role("listitem").count(), 60)
        self.row(page, "Table 1").focus()
        page.keyboard.press("End")
        expect(self.row(page, "Table 10000")).to_be_focused()
        # A screen reader reads the rows in their order, though they are used again.
        shown = [int(re.search(r"Table (\d+)", text)[1]) for text in page.get_by_role("listitem").all_inner_texts()]
        self.assertEqual(shown, sorted(shown))
        page.get_by_label("Search tables and beacons").fill("7777")
        expect(page.get_by_text("1 of 10,000 shown")).to_be_visible()
        self.check_page(page)


if __name__ == "__main__":
    main()
