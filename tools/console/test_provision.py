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
        expect(page.get_by_role("heading", name="This session is for the till")).to_be_visible()

    def test_german_and_dark(self):
        page = self.console("#/provision", language="de-DE", scheme="dark", size=DESK_SIZE)
        expect(page.get_by_text("Den Beacon neben den Dongle legen")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("nehmen$"))).to_be_enabled()
        self.check_page(page)


if __name__ == "__main__":
    main()
