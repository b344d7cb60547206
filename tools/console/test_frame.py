#!/usr/bin/env python3
"""What all screens share: links, sessions, accessibility, widths, languages, keys, and the gateway's own certificate."""

from harness import DESK_SIZE, PHONE_SIZE, Browser, ConsoleTest, expect, main, overflow, violations

PLACES = ["tables", "beacons", "provision", "signal", "air", "gateway", "business", "till"]


class FrameTest(ConsoleTest):
    ROLE = "admin"
    HAS_TILL = True

    def test_every_screen_is_accessible_and_fits(self):
        for scheme in ("light", "dark"):
            for language in ("en-GB", "de-DE"):
                page = self.console("#/tables", scheme=scheme, language=language)
                for place in PLACES:
                    page.evaluate("place => { location.hash = '#/' + place }", place)
                    expect(page.get_by_role("heading", level=1)).to_be_visible()
                    page.wait_for_timeout(700)
                    for width in (360, 768, 1440):
                        page.set_viewport_size({"width": width, "height": 844})
                        with self.subTest(place=place, width=width, scheme=scheme, language=language):
                            self.assertLessEqual(overflow(page), 0)
                    page.set_viewport_size({"width": PHONE_SIZE[0], "height": PHONE_SIZE[1]})
                    with self.subTest(place=place, scheme=scheme, language=language):
                        self.assertEqual(violations(page), [])

    def test_a_link_opens_once_and_leaves_nothing_secret_in_the_url(self):
        link = self.gateway.link("crew")
        browser = Browser()
        self.addCleanup(browser.close)
        page = browser.open(link)
        expect(page.get_by_role("navigation", name="Screens")).to_be_visible()
        self.assertNotIn("code", page.url)
        [cookie] = browser.context.cookies()
        self.assertTrue(cookie["httpOnly"] and cookie["sameSite"] == "Strict")
        again = browser.open(link)
        expect(again.get_by_role("heading", name="This link is no longer valid")).to_be_visible()

    def test_two_browsers_at_once_and_an_end_from_elsewhere(self):
        one, other = self.console("#/tables"), self.console("#/gateway", role="viewer")
        for page in (one, other):
            expect(page.get_by_text("SIMULATED").first).to_be_visible()
            expect(page.get_by_text("DEV — ").first).to_be_visible()
        self.gateway.run("console", "end")
        for page in (one, other):
            expect(page.get_by_role("heading", name="This browser has no session")).to_be_visible()

    def test_keys_menu_and_language(self):
        page = self.console("#/tables", size=DESK_SIZE)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("Language").select_option("Deutsch")
        expect(page.get_by_role("link", name="Einrichten")).to_be_visible()
        expect(page.get_by_role("dialog", name="Menü").get_by_label("Sprache")).to_be_focused()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Signal").click()
        page.get_by_role("button", name="Menü").click()
        page.go_back()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.reload()
        expect(page.get_by_role("link", name="Einrichten")).to_be_visible()
        page.get_by_role("button", name="Menü").click()
        page.get_by_role("button", name="Von der Konsole abmelden").click()
        page.get_by_role("dialog").last.get_by_role("button", name="Von der Konsole abmelden").click()
        expect(page.get_by_role("heading", name="Dieser Browser hat keine Sitzung")).to_be_visible()


class OwnCertificate(ConsoleTest):
    """A gateway that phones can reach, with the certificate that it makes itself."""

    HOST = "0.0.0.0"

    def test_a_phone_opens_the_console_over_tls(self):
        page = self.console("#/tables")
        expect(page.get_by_text("0 of 20 done")).to_be_visible()
        self.assertTrue(page.url.startswith("https://"), page.url)
        [cookie] = page.context.cookies()
        self.assertTrue(cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict")
        self.assertTrue(page.evaluate("isSecureContext"))
        page.context.clear_cookies()
        page.reload()
        expect(page.get_by_role("heading", name="This browser has no session")).to_be_visible()
        expect(page.get_by_text("compare it once with the one that the browser shows")).to_be_visible()
        self.check_page(page)


if __name__ == "__main__":
    main()
