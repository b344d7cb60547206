#!/usr/bin/env python3
"""A crew puts beacons on tables: by what is on the screen alone."""

import re
import signal

from harness import DESK_SIZE, ConsoleTest, expect, main


REGISTRATION = "/beacon-sharding/register_beacon_hardware.php"


class ProvisionTest(ConsoleTest):
    def bring(self, page):
        """Gives the next table the nearest beacon. Returns the table's name."""
        use = page.get_by_role("button", name=re.compile(r"^Use …:\w\w for "))
        expect(use).to_be_enabled()
        table = re.sub(r"^Use …:\w\w for ", "", use.inner_text())
        expect(page.get_by_text(table, exact=True)).to_be_visible()
        use.click()
        return table

    def of_table(self, page, table, button):
        """Opens a table's page and presses its button for a beacon."""
        page.get_by_role("link", name="Tables", exact=True).click()
        page.get_by_role("link", name=table, exact=True).click()
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("heading", name="Provision")).to_be_visible()

    def take(self, page, table, beacon=r"^CP28"):
        page.get_by_role("radio", name=re.compile(beacon), disabled=False).first.check()
        page.get_by_role("button", name=re.compile("^Use …:.. for %s$" % table)).click()


class TenTables(ProvisionTest):
    LOGGED_IN = False

    def test_a_crew_registers_ten_tables_from_the_login_on(self):
        page = self.console("#/provision")
        page.get_by_role("button", name="Log in to Payfrit").click()
        page.get_by_label("Phone").fill("+15550101")
        page.get_by_role("button", name=re.compile("code|password|Continue|Next", re.I)).first.click()
        page.get_by_label(re.compile("One-time password|Code", re.I)).fill("123456")
        page.get_by_role("button", name="Sign In").click()
        page.get_by_role("button", name="Bring the next beacon").click()
        for number in range(1, 11):
            name = "Table %d" % number
            expect(page.get_by_text(name, exact=True)).to_be_visible()
            use = page.get_by_role("button", name=re.compile(r"^(Use …:\w\w for %s|Choose a beacon)$" % name))
            expect(use).to_be_visible()
            page.wait_for_function("() => document.querySelectorAll('input[type=radio]:not(:disabled)').length > 0")
            if use.inner_text() == "Choose a beacon":
                # Two lie side by side: the crew decides.
                expect(page.get_by_text("equally near")).to_be_visible()
                page.get_by_role("radio", name=re.compile("^CP28")).first.check()
            if page.get_by_role("radio", name=re.compile("HMSoft"), checked=True).count():
                # The module that lies nearest is no beacon.
                page.get_by_role("radio", name=re.compile("^CP28")).first.check()
            page.get_by_role("button", name=re.compile(r"^Use …:\w\w for %s$" % name)).click()
            expect(page.get_by_text(re.compile("^(registered|verified on the air)"))).to_be_visible()
            if number == 1:
                self.check_page(page)
        expect(page.get_by_text("Table 11", exact=True)).to_be_visible()
        expect(page.get_by_text("10 of 20 tables have a beacon")).to_be_visible()
        self.assertEqual(len(self.backend.state()["hardware"]), 10)
        self.check_page(page)


class Trouble(ProvisionTest):
    def test_without_a_network_the_registration_waits_and_says_so(self):
        page = self.console("#/provision")
        self.backend.fault("cut", path=REGISTRATION, times=1000)
        self.bring(page)
        expect(page.get_by_text("verified; the registration waits for the network")).to_be_visible()
        expect(page.get_by_text("You can go on.")).to_be_visible()
        self.check_page(page)
        self.backend.dev("/faults", method="DELETE")
        expect(page.get_by_text("registered", exact=True)).to_be_visible(timeout=40_000)

    def test_a_reload_loses_nothing(self):
        page = self.console("#/provision")
        table = self.bring(page)
        # The word may stand for less than a second.
        page.get_by_text(re.compile("^writing")).first.wait_for()
        page.reload()
        expect(page.get_by_text(table, exact=True)).to_be_visible()
        expect(page.get_by_text(re.compile("^(writing|saved|verified|registered)"))).to_be_visible()
        expect(page.get_by_text("registered", exact=True)).to_be_visible()


class WrongTable(ProvisionTest):
    def test_a_beacon_of_the_wrong_table_gets_its_own_identity(self):
        page = self.console("#/provision")
        expect(page.get_by_role("button", name=re.compile("^Use …:.. for Table 1$"))).to_be_visible()
        self.take(page, "Table 1")
        expect(page.get_by_text("registered", exact=True)).to_be_visible()
        # It lies at Table 2.
        self.gateway.run("payfrit", "servicepoints", "assign", "Table 2", "Table 1", "--yes")
        self.of_table(page, "Table 1", "Bring a beacon")
        self.take(page, "Table 1")
        dialog = page.get_by_role("dialog", name="Take the identity from Table 2?")
        expect(dialog).to_contain_text("Table 2 is then without a beacon.")
        self.check_page(page)
        dialog.get_by_role("button", name="Cancel").click()
        # What the dialog advises.
        self.of_table(page, "Table 2", "Bring another beacon")
        self.take(page, "Table 2", "set up: Table 1")
        page.get_by_role("dialog", name="Move this beacon?").get_by_role("button", name="Move the beacon").click()
        expect(page.get_by_text("registered", exact=True)).to_be_visible()
        self.of_table(page, "Table 1", "Bring a beacon")
        self.take(page, "Table 1")
        expect(page.get_by_text("registered", exact=True)).to_be_visible()
        self.assertEqual(len(self.backend.state()["hardware"]), 2)


class Replacement(ProvisionTest):
    def test_a_beacon_is_replaced(self):
        page = self.console("#/provision")
        self.take(page, "Table 1")
        expect(page.get_by_text("Table 2", exact=True)).to_be_visible()
        self.of_table(page, "Table 1", "Bring another beacon")
        self.take(page, "Table 1")
        dialog = page.get_by_role("dialog", name="Replace the beacon of Table 1?")
        dialog.get_by_role("button", name="Replace it").click()
        expect(page.get_by_text("registered", exact=True)).to_be_visible()


class Choice(ProvisionTest):
    def test_a_device_that_is_no_beacon_does_not_hold_the_crew_up(self):
        page = self.console("#/provision")
        self.take(page, "Table 1", "HMSoft")
        expect(page.get_by_text("This device is not a CP28.")).to_be_visible()
        page.get_by_role("button", name="Next table").click()
        expect(page.get_by_text("Table 2", exact=True)).to_be_visible()

    def test_a_choice_of_beacons_is_told_and_can_be_taken_back(self):
        page = self.console("#/provision?only=00:00:00:00:00:01")
        expect(page.get_by_text("No CP28 from the factory is among them.")).to_be_visible()
        page.get_by_role("button", name="List all").click()
        expect(page.get_by_role("radio", name=re.compile("^CP28")).first).to_be_visible()


class Elsewhere(ProvisionTest):
    def test_tables_show_what_another_phone_does_and_the_run_is_there_after_a_loss(self):
        watching, page = self.console("#/tables"), self.console("#/provision")
        row = watching.get_by_role("listitem").filter(has=watching.get_by_role("link", name="Table 1", exact=True))
        expect(row).to_contain_text("no beacon")
        self.take(page, "Table 1")
        expect(row).to_contain_text("being provisioned")
        expect(row).to_contain_text("registered", timeout=20_000)
        # Without the gateway's answer, the screen keeps the table that was asked for.
        expect(page.get_by_text("Table 2", exact=True)).to_be_visible()
        # A screen that was never opened cannot be loaded without the gateway.
        watching.get_by_role("link", name="Provision", exact=True).click()
        expect(watching.get_by_role("heading", name="Provision")).to_be_visible()
        watching.go_back()
        row.get_by_role("link", name="Table 1", exact=True).click()
        expect(watching.get_by_role("button", name="Bring another beacon", exact=True)).to_be_visible()
        watching.context.set_offline(True)
        watching.get_by_role("button", name="Bring another beacon", exact=True).click()
        expect(watching.get_by_role("alert").first).to_be_visible()
        watching.context.set_offline(False)
        expect(watching.get_by_text("Table 1", exact=True)).to_be_visible()
        expect(watching.get_by_role("button", name=re.compile("for Table 1$"))).to_be_visible()


class Loss(ProvisionTest):
    def test_the_loss_of_the_gateway_is_told_and_passes(self):
        page = self.console("#/provision")
        expect(page.get_by_role("button", name=re.compile("^Use"))).to_be_enabled()
        self.gateway.stop(signal.SIGKILL)
        try:
            expect(page.get_by_text(re.compile("^The gateway has not answered since"))).to_be_visible(timeout=5_000)
        finally:
            self.gateway.start()
        # A restart ends all sessions.
        expect(page.get_by_role("heading", name="This browser has no session")).to_be_visible()
        expect(page.get_by_text("perch console --role crew --qr")).to_be_visible()
        self.check_page(page)


class Roles(ProvisionTest):
    def test_a_viewer_gets_no_button_that_changes_something(self):
        page = self.console("#/provision", role="viewer")
        expect(page.get_by_text("This session only reads.")).to_be_visible()
        self.check_page(page)

    def test_a_till_sees_nothing_of_the_tables(self):
        page = self.console("#/tables", role="till")
        expect(page.get_by_role("heading", name="Till", exact=True)).to_be_visible()
        expect(page.get_by_role("navigation", name="Screens")).to_be_hidden()

    def test_german_and_dark(self):
        page = self.console("#/provision", language="de-DE", scheme="dark", size=DESK_SIZE)
        expect(page.get_by_text("Den Beacon neben den Dongle legen")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("nehmen$"))).to_be_enabled()
        self.check_page(page)


if __name__ == "__main__":
    main()
