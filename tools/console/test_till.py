#!/usr/bin/env python3
"""The club's till in the browser, as a member uses it on a tablet at the bar, in German, with the briefing's users."""

import re

from harness import TABLET_SIZE, ConsoleTest, expect, main, overflow

TOM, ANNA, ADMIN = ("tom@example.com", "02222222222"), ("anna@example.com", "01111111111"), ("admin@bcmarl.de", "01234567890")
FACTORY_UUID = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"
PARTS = [("Produkte", None), ("Verlauf", "Verlauf"), ("Ausgaben", "Ausgaben"), ("Konto", "Konto")]


class TillTest(ConsoleTest):
    SEED = None
    HAS_TILL = True
    ROLE = "till"

    def setUp(self):
        if self.till.process.poll() is not None:
            self.till.start()
        self.till.dev("/reset", method="POST")

    def start(self, size=TABLET_SIZE, has_clock=False, **options):
        """The till's start. With a clock, the page's time can be moved on."""
        page = self.console(size=size, **{"language": "de-DE", "touch": True, **options})
        if has_clock:
            page.clock.install()
            page.reload()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        return page

    def enter(self, page, who, pin="1234"):
        """Fills in the login, with the PIN by its keys."""
        page.get_by_label("E-Mail").fill(who[0])
        page.get_by_label("Mobilnummer").fill(who[1])
        self.type_pin(page, pin)

    def type_pin(self, page, pin):
        keys = page.get_by_role("group", name=re.compile("^Tasten: ")).last
        for digit in pin:
            keys.get_by_role("button", name=digit, exact=True).click()

    def log_in(self, who=TOM, name="Tom Weber", **options):
        page = self.start(**options)
        self.enter(page, who)
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        expect(self.tile(page, "Pils 0,5l")).to_be_visible()
        return page

    def tile(self, page, name):
        return page.get_by_role("button", name=re.compile("^%s buchen" % re.escape(name)))

    def add(self, page, name):
        page.get_by_role("button", name=re.compile("^%s in den Warenkorb" % re.escape(name))).click()

    def pass_undo(self, page):
        """Lets the time pass in which a booking can be undone."""
        page.clock.fast_forward(5_100)

    def booked(self):
        return [(each["product"], each["quantity"]) for each in self.till.dev("/journal")["bookings"]]


class Member(TillTest):
    def test_a_member_books_from_tiles_and_cart(self):
        page = self.log_in(has_clock=True)
        balance = page.get_by_text("18,00 €")
        expect(balance).to_be_visible()
        # Favourites come first once the list is arranged again.
        star = page.get_by_role("button", name="Favorit: Brezel")
        star.click()
        expect(star).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Favoriten").click()
        expect(page.get_by_role("list", name="Produkte").get_by_role("listitem")).to_have_count(1)
        page.get_by_role("button", name="Alle", exact=True).click()
        expect(page.get_by_role("list", name="Produkte").get_by_role("listitem").first).to_contain_text("Brezel")
        # Undone before it is sent.
        self.tile(page, "Pils 0,5l").click()
        expect(page.get_by_text("1 × Pils 0,5l für 2,50 € wird gebucht.")).to_be_visible()
        page.get_by_role("button", name="Rückgängig").click()
        expect(page.get_by_text("Nicht gebucht: 1 × Pils 0,5l.")).to_be_visible()
        # Pressed twice: one booking of two.
        self.tile(page, "Pils 0,5l").click()
        self.tile(page, "Pils 0,5l").click()
        expect(page.get_by_text("2 × Pils 0,5l für 5,00 € wird gebucht.")).to_be_visible()
        self.pass_undo(page)
        expect(page.get_by_text("Gebucht: 2 × Pils 0,5l für 5,00 €. Guthaben 13,00 €.")).to_be_visible()
        self.assertEqual(self.booked(), [("p-1", 2)])
        # The cart warns before the booking, the balance after it.
        page.get_by_label("Produkte suchen").fill("cola 0")
        self.add(page, "Cola 0,33l")
        page.get_by_label("Produkte suchen").fill("chips p")
        self.add(page, "Chips Paprika")
        cart = page.get_by_role("region", name="Warenkorb")
        cart.get_by_role("button", name="Ein Cola 0,33l mehr").click()
        expect(cart.get_by_text("Summe 5,10 €")).to_be_visible()
        expect(cart.get_by_text("Guthaben danach 7,90 €: niedrig")).to_be_visible()
        cart.get_by_role("button", name="Für 5,10 € buchen").click()
        expect(page.get_by_text("niedrig: unter 10,00 €")).to_be_visible()
        expect(cart.get_by_text("Der Warenkorb ist leer.")).to_be_visible()
        self.assertEqual(self.booked(), [("p-1", 2), ("p-2", 2), ("p-3", 1)])
        page.get_by_role("button", name="Abmelden").click()
        expect(page.get_by_role("heading", name="Kasse")).to_be_visible()
        expect(page.get_by_label("E-Mail")).to_have_value("")

    def test_history_spending_and_account(self):
        page = self.log_in(has_clock=True)
        self.till.dev("/deposits", {"email": TOM[0], "amountCents": 2_000})
        self.tile(page, "Pils 0,5l").click()
        self.pass_undo(page)
        expect(page.get_by_text("35,50 €", exact=True)).to_be_visible()
        self.till.dev("/voids", {"bookingId": "b-1"})
        self.tile(page, "Chips Paprika").click()
        self.pass_undo(page)
        expect(page.get_by_text("36,50 €", exact=True)).to_be_visible()
        page.get_by_role("link", name="Verlauf").click()
        for word, amount, colour in [("Einzahlung", "+20,00 €", "rgb(24, 121, 78)"), ("Abbuchung", "-2,50 €", "rgb(180, 35, 24)"), ("Stornierung", "+2,50 €", "rgb(24, 121, 78)")]:
            row = page.get_by_role("row").filter(has_text=word).filter(has_text=amount)
            expect(row.get_by_role("cell", name=word)).to_have_css("color", colour)
        page.get_by_label("Art").select_option("Einzahlung")
        expect(page.get_by_role("row")).to_have_count(2)
        page.get_by_label("Liste").select_option("Buchungen")
        expect(page.get_by_role("row")).to_have_count(2)
        page.get_by_label("Mit stornierten Buchungen").check()
        expect(page.get_by_role("row").filter(has_text="storniert")).to_contain_text("Pils 0,5l")
        page.get_by_role("link", name="Ausgaben").click()
        expect(page.get_by_text("Ausgegeben: 1,50 €")).to_be_visible()
        expect(page.get_by_role("table", name="Nach Kategorie").get_by_role("row").filter(has_text="Snacks")).to_contain_text("1,50 €")
        page.get_by_role("link", name="Konto").click()
        page.get_by_label("Warnen unter").fill("40")
        page.get_by_role("button", name="Speichern").click()
        expect(page.get_by_text("niedrig: unter 40,00 €")).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Buchungen als CSV").click()
        with open(download.value.path(), encoding="utf-8") as file:
            self.assertIn("Chips Paprika", file.read())
        page.get_by_role("button", name="PIN ändern").click()
        for label, pin in [("Aktuelle PIN", "1234"), ("Neue PIN", "4711"), ("Neue PIN wiederholen", "4711")]:
            expect(page.get_by_role("dialog").get_by_label(label, exact=True)).to_be_focused()
            page.keyboard.type(pin)
        expect(page.get_by_text("Die PIN ist geändert.")).to_be_visible()

    def test_wrong_pins_lock_and_a_code_opens(self):
        page = self.start()
        self.enter(page, ADMIN, "0000")
        alert = page.get_by_role("alert")
        for _ in range(4):
            expect(alert).to_contain_text("E-Mail, Mobilnummer oder PIN ist falsch.")
            expect(page.get_by_label("PIN", exact=True)).to_have_value("")
            self.type_pin(page, "0000")
        expect(alert).to_contain_text("Das Konto ist gesperrt.")
        self.check_page(page)
        page.get_by_role("button", name="PIN zurücksetzen").click()
        page.get_by_role("button", name="Code senden").click()
        page.get_by_label("Code").fill("123456")
        self.type_pin(page, "1234")
        page.get_by_role("button", name="PIN festlegen").click()
        expect(page.get_by_text("Die PIN ist festgelegt.")).to_be_visible()
        self.type_pin(page, "1234")
        expect(page.get_by_role("heading", name="Admin BC Marl")).to_be_visible()

    def test_the_first_login_sets_the_pin(self):
        page = self.start()
        self.enter(page, ANNA, "1234")
        expect(page.get_by_role("alert")).to_contain_text("Für dieses Konto ist noch keine PIN gesetzt.")
        page.get_by_role("button", name="Erste Anmeldung").last.click()
        # All of it is in sight.
        expect(page.get_by_role("button", name="PIN festlegen")).to_be_in_viewport(ratio=1)
        self.assertEqual(page.evaluate("document.documentElement.scrollHeight - innerHeight"), 0)
        # By the keyboard alone: the fields follow each other.
        page.get_by_label("Neue PIN", exact=True).focus()
        page.keyboard.type("24681357")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Die beiden PINs sind verschieden.")
        page.get_by_label("Neue PIN", exact=True).focus()
        page.keyboard.type("24682468")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Anna Schmidt")).to_be_visible()
        expect(page.get_by_text("PIN erfolgreich gesetzt")).to_be_visible()


class Kiosk(TillTest):
    def test_a_member_who_left_stays_forgotten_without_the_gateway(self):
        page = self.log_in(has_clock=True)
        page.context.set_offline(True)
        page.clock.fast_forward(31_000)
        expect(page.get_by_role("heading", name="Kasse")).to_be_visible()
        expect(page.get_by_text("Das Gateway antwortet seit")).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_text("Das Gateway antwortet seit")).to_be_hidden()
        page.reload()
        expect(page.get_by_label("E-Mail")).to_be_visible()

    def test_the_till_forgets_the_member_after_30_s(self):
        page = self.log_in(has_clock=True)
        page.clock.fast_forward(23_000)
        expect(page.get_by_role("dialog", name="Noch da?")).to_be_visible()
        page.get_by_role("button", name="Bleiben").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.clock.fast_forward(23_000)
        expect(page.get_by_role("dialog", name="Noch da?")).to_be_visible()
        page.clock.fast_forward(8_000)
        expect(page.get_by_role("heading", name="Kasse")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        # The gateway has forgotten the member, too.
        page.reload()
        expect(page.get_by_label("E-Mail")).to_have_value("")
        # What somebody typed and left is forgotten as well.
        page.get_by_label("E-Mail").fill(TOM[0])
        page.clock.fast_forward(31_000)
        expect(page.get_by_label("E-Mail")).to_have_value("")

    def test_the_tablet_reaches_nothing_else(self):
        page = self.start()
        for place in ["tables", "gateway", "air", "login"]:
            page.goto("%s/#/%s" % (self.gateway.url, place))
            expect(page.get_by_role("heading", name="Kasse")).to_be_visible()
            self.assertTrue(page.url.endswith("#/till"), page.url)
        expect(page.get_by_role("navigation", name="Ansichten")).to_be_hidden()
        expect(page.get_by_text(re.compile("^DEV — "))).to_be_visible()
        expect(page.get_by_text(re.compile("^SIMUL"))).to_be_visible()
        page.get_by_role("button", name="Menü").click()
        expect(page.get_by_role("button", name="Von der Konsole abmelden")).to_have_count(0)

    def test_a_crew_finds_the_till(self):
        page = self.start(role="crew", language="en-GB")
        page.get_by_role("link", name="Till").click()
        expect(page.get_by_label("Mobile number")).to_be_visible()

    def test_every_part_is_accessible_and_fits(self):
        for scheme, language in [("light", "de-DE"), ("dark", "en-GB")]:
            page = self.start(scheme=scheme, language="de-DE")
            self.enter(page, TOM)
            self.add(page, "Pils 0,5l")
            expect(page.get_by_role("region", name="Warenkorb").get_by_text("Pils 0,5l", exact=True)).to_be_visible()
            for part, heading in PARTS:
                page.get_by_role("link", name=part).click()
                if heading:
                    expect(page.get_by_role("heading", name=heading, level=2)).to_be_visible()
                for width in (360, 768, 1024, 1440):
                    page.set_viewport_size({"width": width, "height": 768 if width == 1024 else 1024})
                    with self.subTest(part=part, width=width, scheme=scheme):
                        self.assertLessEqual(overflow(page), 0)
                page.set_viewport_size({"width": 1024, "height": 768})
                with self.subTest(part=part, scheme=scheme):
                    self.check_page(page)


class Trouble(TillTest):
    def test_changed_prices_are_asked_and_gone_products_told(self):
        page = self.log_in(has_clock=True)
        self.till.dev("/products", {"id": "p-1", "priceCents": 280})
        self.tile(page, "Pils 0,5l").click()
        self.pass_undo(page)
        question = page.get_by_role("dialog", name="Preise haben sich geändert")
        expect(question).to_contain_text("jetzt 2,80 € statt 2,50 €")
        question.get_by_role("button", name="Abbrechen").click()
        expect(self.tile(page, "Pils 0,5l")).to_have_text(re.compile("2,80"))
        self.assertEqual(self.booked(), [])
        self.add(page, "Pils 0,5l")
        book = page.get_by_role("region", name="Warenkorb").get_by_role("button", name="Für 2,80 € buchen")
        expect(book).to_be_visible()
        self.till.dev("/products", {"id": "p-1", "priceCents": 290})
        book.click()
        question.get_by_role("button", name="Für 2,90 € buchen").click()
        expect(page.get_by_text("Gebucht: 1 × Pils 0,5l für 2,90 €.")).to_be_visible()
        self.till.dev("/products", {"id": "p-2", "active": False})
        self.tile(page, "Cola 0,33l").click()
        self.pass_undo(page)
        expect(page.get_by_text("Nicht gebucht: 1 × Cola 0,33l.")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text("nicht mehr im Verkauf")
        expect(self.tile(page, "Cola 0,33l")).to_have_count(0)
        self.assertEqual(self.booked(), [("p-1", 1)])

    def test_the_cart_stays_when_the_login_expires(self):
        page = self.log_in()
        self.add(page, "Chips Paprika")
        cart = page.get_by_role("region", name="Warenkorb")
        expect(cart.get_by_text("Chips Paprika", exact=True)).to_be_visible()
        self.till.fault("expire-token", path="/me/bookings")
        cart.get_by_role("button", name="Für 1,50 € buchen").click()
        expect(page.get_by_role("alert")).to_contain_text("Anmeldung erforderlich")
        expect(page.get_by_text("Nicht gebucht: Warenkorb. Anmeldung erforderlich")).to_be_visible()
        self.enter(page, TOM)
        expect(cart.get_by_text("Chips Paprika", exact=True)).to_be_visible()
        cart.get_by_role("button", name="Für 1,50 € buchen").click()
        expect(cart.get_by_text("Der Warenkorb ist leer.")).to_be_visible()
        self.assertEqual(self.booked(), [("p-3", 1)])

    def test_a_booking_whose_answer_is_lost_is_found(self):
        page = self.log_in(has_clock=True)
        self.till.fault("drop-answer", path="/bookings")
        self.tile(page, "Pils 0,5l").click()
        self.pass_undo(page)
        expect(page.get_by_text("Gebucht: 1 × Pils 0,5l für 2,50 €. Guthaben 15,50 €.")).to_be_visible()
        self.assertEqual(self.booked(), [("p-1", 1)])

    def test_an_unknown_outcome_is_told_and_holds_up_other_bookings(self):
        page = self.log_in(has_clock=True)
        self.till.fault("cut", path="/bookings")
        self.tile(page, "Kaffee").click()
        self.pass_undo(page)
        expect(page.get_by_role("alert")).to_contain_text("Ob gebucht wurde, ist noch unbekannt: 1 × Kaffee.")
        self.tile(page, "Tee").click()
        expect(page.get_by_text("Nichts wird gebucht, solange unbekannt ist, was aus 1 × Kaffee wurde.")).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Nicht länger warten").click()
        question = page.get_by_role("dialog")
        expect(question).to_contain_text("Zuerst den Verlauf ansehen: 1 × Kaffee kann gebucht sein.")
        question.get_by_role("button", name="Nicht länger warten").click()
        expect(page.get_by_text("ist noch unbekannt: 1 × Kaffee")).to_have_count(0)
        self.tile(page, "Tee").click()
        self.pass_undo(page)
        expect(page.get_by_text("Gebucht: 1 × Tee für 1,00 €. Guthaben 17,00 €.")).to_be_visible()
        self.assertEqual(self.booked(), [("p-19", 1)])

    def test_without_the_server_nothing_is_booked_and_the_cart_stays(self):
        page = self.log_in()
        self.add(page, "Brezel")
        cart = page.get_by_role("region", name="Warenkorb")
        expect(cart.get_by_text("Brezel", exact=True)).to_be_visible()
        self.till.fault("status", path="/me/bookings", status=503, times=20)
        cart.get_by_role("button", name="Für 1,50 € buchen").click()
        expect(page.get_by_role("alert").first).to_contain_text("Server-Fehler (503)")
        expect(page.get_by_role("alert").first).to_contain_text("Der Warenkorb bleibt.")
        expect(cart.get_by_text("Brezel", exact=True)).to_be_visible()
        self.till.dev("/faults", method="DELETE")
        cart.get_by_role("button", name="Für 1,50 € buchen").click()
        expect(cart.get_by_text("Der Warenkorb ist leer.")).to_be_visible()
        self.assertEqual(self.booked(), [("p-30", 1)])

    def test_a_failure_is_in_sight_far_down_and_a_deposit_on_the_screen(self):
        page = self.log_in(has_clock=True)
        last = page.get_by_role("button", name=re.compile(r" buchen, \d")).last
        last.scroll_into_view_if_needed()
        self.till.fault("status", path="/me/bookings", status=503, times=20)
        last.click()
        self.pass_undo(page)
        for words in (page.get_by_text(re.compile("^Nicht gebucht: 1 × ")), page.get_by_text("Server-Fehler (503)")):
            expect(words.first).to_be_in_viewport(ratio=1)
        self.till.dev("/faults", method="DELETE")
        self.till.dev("/deposits", {"email": TOM[0], "amountCents": 1000})
        page.get_by_role("link", name="Verlauf").click()
        expect(page.get_by_text("28,00 €", exact=True).first).to_be_visible()
        page.get_by_role("button", name="Abmelden").click()
        expect(page.get_by_role("heading", name="Kasse")).to_be_visible()
        expect(page.get_by_text(re.compile("Guthaben"))).to_have_count(0)


class Badges(TillTest):
    SETTINGS = {"PERCH_TILL_BADGES": "true"}

    def test_a_badge_opens_the_till_and_booking_asks_for_the_pin(self):
        self.gateway.run("region", "add", "badge-7", "--beacon", FACTORY_UUID)
        page = self.log_in(has_clock=True)
        page.get_by_role("link", name="Konto").click()
        page.get_by_label("Region").select_option("badge-7")
        page.get_by_label("Der Badge öffnet die Kasse ohne PIN").check()
        page.get_by_role("button", name="Badge binden").click()
        expect(page.get_by_text("Der Badge ist gebunden.")).to_be_visible()
        page.get_by_role("button", name="Abmelden").click()
        page.get_by_role("region", name="Per Badge in der Nähe").get_by_role("button", name="Tom").click()
        self.tile(page, "Kaffee").click()
        expect(page.get_by_role("dialog")).to_contain_text("Zum Buchen von 1,20 € bitte die PIN eingeben.")
        self.check_page(page)
        self.type_pin(page, "1234")
        expect(page.get_by_text("1 × Kaffee für 1,20 € wird gebucht.")).to_be_visible()
        self.pass_undo(page)
        expect(page.get_by_text("16,80 €", exact=True)).to_be_visible()
        page.get_by_role("link", name="Konto").click()
        page.get_by_role("button", name="Badge lösen").click()
        expect(page.get_by_text("Der Badge ist gelöst.")).to_be_visible()


if __name__ == "__main__":
    main()
