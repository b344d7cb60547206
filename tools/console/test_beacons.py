#!/usr/bin/env python3
"""Payfrit's walkthrough in the browser: beacons, section 3."""

import re

import walkthrough
from harness import DESK_SIZE, expect, main
from walkthrough import ADA, UUIDS


class Beacons(walkthrough.Walkthrough):
    """Section 3: beacons."""

    SEED = "small"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.gateway.log_in(ADA)
        cls.gateway.run("payfrit", "use", "Nordwind")

    def setUp(self):
        self.backend.dev("/reset", method="POST")
        self.gateway.log_in(ADA)
        self.gateway.run("payfrit", "use", "Nordwind")

    def test_3_1_list(self):
        """3.1.1, 3.1.2, 3.1.3, 3.1.4"""
        page = self.at("#/beacons")
        expect(page.get_by_text("No beacons yet")).to_be_visible()
        expect(page.get_by_text("Tap + to add")).to_be_visible()
        self.add_beacon("Bar", 1)
        before = self.requests("/beacons/list.php")
        self.pull_down(page)
        row = self.row(page, "Bar")
        expect(row).to_contain_text(UUIDS[1])
        expect(row).to_contain_text("✓")
        expect(row).to_contain_text("active")
        self.assertGreater(self.requests("/beacons/list.php"), before)
        self.check_page(page)

    def test_3_2_create(self):
        """3.2.1, 3.2.2, 3.2.3, 3.2.4, 3.2.5, 3.2.6; 6.3: a new beacon can be assigned"""
        page = self.at("#/beacons")
        page.get_by_role("link", name="Add a beacon").click()
        save = page.get_by_role("button", name="Save")
        expect(save).to_be_disabled()
        page.get_by_label("Name").fill("Terrace")
        expect(save).to_be_disabled()
        page.get_by_label("UUID").fill(UUIDS[2].replace("-", "")[:31])
        expect(save).to_be_disabled()
        page.get_by_label("UUID").fill(UUIDS[2].replace("-", "").lower())
        expect(save).to_be_enabled()
        self.backend.fault("cut", path="/beacons/save.php")
        save.click()
        expect(page.get_by_role("alert")).to_contain_text("payfrit-unreachable")
        expect(page.get_by_label("Name")).to_have_value("Terrace")
        self.check_page(page)
        save.click()
        expect(self.row(page, "Terrace")).to_contain_text(UUIDS[2])
        page.get_by_role("link", name="Tables", exact=True).last.click()
        page.get_by_role("button", name="Assign a beacon to Table 1").click()
        expect(page.get_by_role("dialog").get_by_role("button", name="Terrace")).to_be_visible()

    def test_3_3_edit(self):
        """3.3.1, 3.3.2, 3.3.3, 3.3.4, 3.3.5, 3.3.6; 6.3: the new name shows everywhere"""
        self.add_beacon("Bar", 1)
        page = self.at("#/beacons")
        self.row(page, "Bar").click()
        expect(page.get_by_label("Name")).to_have_value("Bar")
        expect(page.get_by_label("UUID")).to_have_value(UUIDS[1])
        expect(page.get_by_label("Active")).to_be_checked()
        for fact in ["ID", "Business ID", "Created", "Updated"]:
            expect(page.get_by_role("term").filter(has_text=re.compile("^%s$" % fact))).to_be_visible()
        self.check_page(page)
        save = page.get_by_role("button", name="Save Changes")
        page.get_by_label("Name").fill("")
        expect(save).to_be_disabled()
        page.get_by_label("Name").fill("Long Bar")
        save.click()
        expect(self.row(page, "Long Bar")).to_be_visible()
        page.get_by_role("link", name="Tables", exact=True).last.click()
        expect(self.row(page, "Bar")).to_contain_text("Long Bar")
        page.go_back()
        self.row(page, "Long Bar").click()
        page.get_by_label("Active").uncheck()
        save.click()
        expect(self.row(page, "Long Bar")).to_contain_text("✕")
        expect(self.row(page, "Long Bar")).to_contain_text("inactive")

    def test_3_4_delete(self):
        """3.4.1, 3.4.2, 3.4.3, 3.4.4; 6.3: the service point has no beacon any more"""
        self.add_beacon("Bar", 1)
        self.gateway.run("payfrit", "servicepoints", "assign", "Table 1", "Bar", "--yes")
        page = self.at("#/beacons")
        self.row(page, "Bar").click()
        button = page.get_by_role("button", name="Delete Beacon")
        button.click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Delete Beacon?")
        expect(dialog.get_by_role("listitem")).to_have_text("Table 1")
        self.check_page(page)
        dialog.get_by_role("button", name="Cancel").click()
        self.assertEqual(self.backend.state()["active_beacons"], 1)
        self.backend.fault("cut", path="/beacons/wipe.php", times=3)
        button.click()
        dialog.get_by_role("button", name="Delete").click()
        expect(page.get_by_role("alert")).to_contain_text("payfrit-unreachable")
        expect(page.get_by_label("Name")).to_have_value("Bar")
        button.click()
        dialog.get_by_role("button", name="Delete").click()
        expect(page.get_by_text("Beacon “Bar” is deactivated. It stays in the list, marked ✗.")).to_be_visible()
        expect(self.row(page, "Bar")).to_contain_text("inactive")
        self.assertEqual(self.backend.state()["active_beacons"], 0)
        page.get_by_role("link", name="Tables", exact=True).last.click()
        expect(self.row(page, "Table 1")).to_contain_text("No beacon assigned")

    def test_3_5_swipe(self):
        """3.5.1, 3.5.2, and its undoing"""
        self.add_beacon("Bar", 1)
        page = self.at("#/beacons")
        row = self.row(page, "Bar")
        expect(row).to_be_visible()
        self.swipe(page, row)
        remove = page.get_by_role("button", name="Delete Bar")
        expect(remove).to_be_visible()
        remove.click()
        expect(row).to_be_hidden()
        expect(page.get_by_text("Deleted. Bar")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(row).to_be_visible()
        self.assertEqual(self.requests("/beacons/wipe.php"), 0)
        self.swipe(page, row)
        remove.click()
        expect(page.get_by_text("Beacon “Bar” is deactivated.")).to_be_visible()
        expect(row).to_contain_text("inactive")
        self.assertEqual(self.backend.state()["active_beacons"], 0)

    def test_3_5_3_rollback(self):
        """3.5.3: a refused deletion brings the beacon back, with the reason"""
        self.add_beacon("Bar", 1)
        page = self.at("#/beacons")
        self.backend.fault("refuse", path="/beacons/wipe.php", error="It is in use.")
        self.swipe(page, self.row(page, "Bar"))
        page.get_by_role("button", name="Delete Bar").click()
        expect(self.row(page, "Bar")).to_be_hidden()
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("It is in use.")
        expect(alert).to_contain_text("Beacon “Bar” is still there.")
        expect(self.row(page, "Bar")).to_contain_text("active")
        self.check_page(page)

    def test_3_5_keyboard(self):
        """3.5 without a finger: Delete key, button of the row, leaving the screen"""
        for number, name in enumerate(["A", "B", "C"]):
            self.add_beacon(name, number)
        page = self.at("#/beacons", size=DESK_SIZE)
        self.row(page, "A").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Delete")
        expect(self.row(page, "B")).to_be_hidden()
        expect(self.row(page, "C")).to_be_focused()
        page.get_by_role("button", name="Undo").click()
        expect(self.row(page, "B")).to_be_visible()
        page.get_by_role("button", name="Actions for C").click()
        page.get_by_role("button", name="Delete C").press("Enter")
        expect(self.row(page, "C")).to_be_hidden()
        page.get_by_role("link", name="Signal", exact=True).click()
        expect(page.get_by_text("Beacon “C” is deactivated.")).to_be_visible()
        self.assertEqual(self.backend.state()["active_beacons"], 2)

    def test_3_6_rapid(self):
        """3.6.1, 3.6.2: three in a row; the refused one comes back, the others stay deleted"""
        for number, name in enumerate(["A", "B", "C"]):
            self.add_beacon(name, number)
        page = self.at("#/beacons")
        expect(self.row(page, "C")).to_be_visible()
        self.backend.fault("delay", path="/beacons/wipe.php", ms=2000)
        self.backend.fault("refuse", path="/beacons/wipe.php", error="It is in use.")
        for name in ["A", "B", "C"]:
            self.swipe(page, self.row(page, name))
            page.get_by_role("button", name="Delete %s" % name).click()
            expect(self.row(page, name).filter(has_text="✓")).to_be_hidden()
        expect(page.get_by_role("alert")).to_contain_text("Beacon “B” is still there.")
        expect(self.row(page, "B")).to_contain_text("✓")
        expect(page.get_by_text("Beacon “C” is deactivated.")).to_be_visible()
        for name in ["A", "C"]:
            expect(self.row(page, name)).to_contain_text("inactive")
        self.assertEqual(self.backend.state()["active_beacons"], 1)


if __name__ == "__main__":
    main()
