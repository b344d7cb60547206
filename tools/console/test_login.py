#!/usr/bin/env python3
"""Payfrit's walkthrough in the browser: login and business, sections 1 and 2."""

import re

import walkthrough
from harness import PASSWORD, expect, main
from walkthrough import ADA, BEN, CLEO, UUIDS


class Login(walkthrough.Walkthrough):
    """Section 1 with the API php: phone and one-time password; section 2."""

    LOGGED_IN = False

    def setUp(self):
        self.backend.dev("/faults", method="DELETE")
        with_login = self.gateway.run("payfrit", "logout")
        self.assertIsNotNone(with_login)

    def sign_in(self, page, phone):
        page.get_by_label("Phone").fill(phone)
        page.get_by_role("button", name="Send one-time password").click()
        page.get_by_label("One-time password").fill(PASSWORD)
        page.get_by_role("button", name="Sign In").click()

    def test_1_1_first_login(self):
        """1.1.1, 1.1.2, 1.1.3, 1.1.4, 1.1.5, 1.1.6; 2.1.3 for the only business"""
        page = self.at()
        expect(page.get_by_role("heading", name="Payfrit login")).to_be_visible()
        self.check_page(page)
        send = page.get_by_role("button", name="Send one-time password")
        expect(send).to_be_disabled()
        page.get_by_label("Phone").fill(BEN)
        expect(send).to_be_enabled()
        send.click()
        sign_in = page.get_by_role("button", name="Sign In")
        expect(sign_in).to_be_disabled()
        page.get_by_label("One-time password").fill("111111")
        sign_in.click()
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("The one-time password is wrong or has expired.")
        expect(alert).to_contain_text("payfrit-refused")
        page.get_by_label("One-time password").fill(PASSWORD)
        self.backend.fault("delay", path="/auth/verifyLoginOTP.php", ms=1500)
        sign_in.click()
        busy = page.get_by_role("button", name="Signing in")
        expect(busy).to_be_disabled()
        expect(busy).to_have_attribute("aria-busy", "true")
        expect(page.get_by_role("heading", name="Lindenhof")).to_be_visible()
        expect(page.get_by_text("0 of 20 done")).to_be_visible()
        page.reload()
        expect(page.get_by_text("0 of 20 done")).to_be_visible()
        expect(self.at().get_by_text("0 of 20 done")).to_be_visible()

    def test_1_3_logout(self):
        """1.3.1, 1.3.2"""
        self.gateway.log_in()
        page = self.at("#/business")
        page.get_by_role("button", name="Log out").click()
        page.get_by_role("dialog").get_by_role("button", name="Log out").click()
        expect(page.get_by_text("You are logged out.")).to_be_visible()
        expect(page.get_by_label("Phone")).to_be_visible()
        expect(self.at().get_by_label("Phone")).to_be_visible()

    def test_1_5_dev(self):
        """1.5.1, 1.5.2"""
        page = self.at()
        words = page.get_by_text("DEV MODE — password: 123456")
        expect(words).to_be_visible()
        expect(words).to_have_css("color", "rgb(180, 35, 24)")
        self.sign_in(page, BEN)
        expect(page.get_by_text(re.compile("^DEV — "))).to_be_visible()

    def test_2_1_businesses(self):
        """2.1.1, 2.1.2, 2.1.3; 6.2: back from the tables, and back to them"""
        page = self.at()
        self.sign_in(page, ADA)
        expect(page.get_by_role("heading", name="Businesses")).to_be_visible()
        nordwind = page.get_by_role("listitem").filter(has_text="Nordwind")
        expect(nordwind).to_contain_text("Kiel")
        self.check_page(page)
        nordwind.click()
        expect(page.get_by_role("heading", name="Nordwind")).to_be_visible()
        expect(page.get_by_text("0 of 2 done")).to_be_visible()
        page.get_by_role("link", name="Back to the businesses").click()
        expect(nordwind).to_contain_text("chosen")
        page.go_back()
        expect(page.get_by_text("0 of 2 done")).to_be_visible()
        page.go_back()
        page.get_by_role("listitem").filter(has_text="Lindenhof").click()
        expect(page.get_by_text("0 of 20 done")).to_be_visible()

    def test_2_1_1_spinner(self):
        """2.1.1: the list says that it loads"""
        self.gateway.log_in(ADA)
        self.backend.fault("delay", path="/businesses/list.php", ms=3000)
        page = self.at("#/business")
        expect(page.get_by_text("Loading...")).to_be_visible()
        expect(page.get_by_role("listitem").first).to_be_visible()

    def test_2_2_none(self):
        """2.2: no businesses"""
        page = self.at()
        self.sign_in(page, CLEO)
        expect(page.get_by_text("No businesses found")).to_be_visible()
        expect(page.get_by_role("button", name="Log out")).to_be_visible()

    def test_2_2_errors(self):
        """2.2: network error, Retry, 401"""
        self.gateway.log_in(ADA)
        self.backend.fault("cut", path="/businesses/list.php", times=3)
        page = self.at("#/business")
        expect(page.get_by_role("alert")).to_contain_text("payfrit-unreachable")
        page.get_by_role("button", name="Retry").click()
        expect(page.get_by_role("listitem").filter(has_text="Nordwind")).to_be_visible()
        self.backend.fault("expire-token", path="/businesses/list.php")
        page.reload()
        expect(page.get_by_text("Your Payfrit login has expired.")).to_be_visible()
        expect(page.get_by_label("Phone")).to_be_visible()


class OlderLogin(walkthrough.Walkthrough):
    """Section 1 with the API cfm: user name and password; what that API cannot do is not offered."""

    LOGGED_IN = False
    SETTINGS = {"PERCH_PAYFRIT_API": "cfm"}

    def test_1_1_first_login(self):
        """1.1.2, 1.1.3, 1.1.4, 1.1.5, 1.5.1; 4.1.2 with the name of the type; 4.2.3; 3.4.3"""
        page = self.at()
        expect(page.get_by_text("DEV MODE — password: 123456")).to_be_visible()
        sign_in = page.get_by_role("button", name="Sign In")
        expect(sign_in).to_be_disabled()
        page.get_by_label("E-mail address or phone").fill("ben@dev.example")
        sign_in.click()
        expect(page.get_by_role("alert")).to_contain_text("Please enter username and password")
        page.get_by_label("Password").fill("wrong")
        sign_in.click()
        expect(page.get_by_role("alert")).to_contain_text("Invalid email/phone or password")
        self.check_page(page)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("Password").press("Enter")
        expect(page.get_by_text("0 of 20 done")).to_be_visible()
        expect(page.get_by_role("link", name="Add a service point")).to_be_hidden()
        self.add_beacon("One", 1)
        page.get_by_role("button", name="Refresh").click()
        page.get_by_role("button", name="Assign a beacon to Table 2").click()
        page.get_by_role("dialog").get_by_role("button", name="One").click()
        expect(self.row(page, "Table 2")).to_contain_text("One")
        self.row(page, "Table 2").click()
        expect(page.get_by_role("definition").filter(has_text=re.compile("^Table$"))).to_be_visible()
        page.goto(self.gateway.url + "/#/beacons")
        self.row(page, "One").click()
        page.get_by_role("button", name="Delete Beacon").click()
        expect(page.get_by_role("dialog")).to_contain_text("Table 2")
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.get_by_text("No beacons yet")).to_be_visible()


class Expiry(walkthrough.Walkthrough):
    """1.4: the login ends under an open page."""

    def test_1_4_expiry(self):
        """1.4.1, 1.4.2; 6.1: 401 anywhere; what was typed is kept"""
        page = self.at("#/beacons/new")
        page.get_by_label("Name").fill("Terrace")
        page.get_by_label("UUID").fill(UUIDS[1])
        self.backend.fault("expire-token", path="/beacons/save.php")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Your Payfrit login has expired.")).to_be_visible()
        page.get_by_label("Phone").fill(BEN)
        page.get_by_role("button", name="I have a one-time password").click()
        page.get_by_label("One-time password").fill(PASSWORD)
        page.get_by_role("button", name="Sign In").click()
        expect(page.get_by_label("Name")).to_have_value("Terrace")
        expect(page.get_by_label("UUID")).to_have_value(UUIDS[1])
        page.get_by_role("button", name="Save").click()
        expect(self.row(page, "Terrace")).to_be_visible()
        self.backend.fault("expire-token", path="/servicepoints/list.php")
        page.goto(self.gateway.url + "/#/tables")
        expect(page.get_by_text("Your Payfrit login has expired.")).to_be_visible()


if __name__ == "__main__":
    main()
