#!/usr/bin/env python3
"""The screen Air of the console: list, filter, pause, one device, and what is done with the filtered ones."""

import csv
import json
import os
import re
import signal
import tempfile
import time

from harness import *

UUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
HOSTILE = "\u202eevil\u0007<b>x</b>"


def advertiser(number, distance, advert, **more):
    return {"name": str(number), "address": "c3:00:00:00:00:%02x" % number, "intervalMs": 200, "distanceM": distance, "advert": advert, **more}


def table(number, distance):
    return advertiser(number, distance, [{"flags": 6}, {"iBeacon": {"uuid": UUID, "major": 1201, "minor": number, "measuredPowerDBm": -59}}])


AIR = {
    "name": "air", "seed": 1, "noiseDB": 0,
    "advertisers": [
        table(1, 1), table(2, 3), table(3, 9),
        advertiser(4, 2, [{"flags": 6}, {"services": ["ffe0"]}], pdu="ADV_IND", scanResponse=[{"name": "CP28"}]),
        advertiser(5, 20, [{"flags": 6}, {"name": HOSTILE}]),
        advertiser(6, 30, [{"flags": 6}, {"name": "=1+1"}], addressType="public"),
        advertiser(7, 40, [{"flags": 6}, {"manufacturer": {"company": 76, "hex": "10055b1c7a3e91"}}]),
        advertiser(8, 50, [{"hex": "020106"}, {"hex": "1aff4c00"}]),
    ],
}
COUNT = len(AIR["advertisers"])


class AirCase(ConsoleTest):
    AIR = AIR
    SEED = None

    @classmethod
    def setUpClass(cls):
        cls._scenario = tempfile.NamedTemporaryFile("w", suffix=".json", prefix="perch-air-")
        json.dump(cls.AIR, cls._scenario)
        cls._scenario.flush()
        cls.SCENARIO = cls._scenario.name
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls._scenario.close()

    def air(self, hash="#/air", shown=COUNT, **more):
        """Opens the screen, and waits until all devices were heard."""
        page = self.console(hash, **more)
        if shown is not None:
            expect(page.get_by_text(re.compile(r"^%d (of|von) %d " % (shown, COUNT)))).to_be_visible()
        return page

    def desk(self, hash="#/air", **more):
        return self.air(hash, size=DESK_SIZE, **more)


class ListTest(AirCase):
    def rows(self, page):
        return page.get_by_role("table", name="Devices on the air").get_by_role("row")

    def test_table_has_every_device_strongest_first(self):
        page = self.desk()
        # A row of names comes first.
        expect(self.rows(page)).to_have_count(COUNT + 1)
        expect(self.rows(page).nth(1)).to_contain_text("c3:00:00:00:00:01")
        expect(self.rows(page).nth(1)).to_contain_text("iBeacon 1201/1 · 5E1F7A10")
        expect(self.rows(page).nth(COUNT)).to_contain_text("c3:00:00:00:00:08")
        expect(page.get_by_role("columnheader", name="Signal")).to_have_attribute("aria-sort", "descending")
        expect(page.get_by_role("row", name="CP28")).to_be_visible()
        self.check_page(page)

    def test_headers_sort_and_the_url_has_it(self):
        page = self.desk()
        page.get_by_role("button", name="Address").click()
        expect(page.get_by_role("columnheader", name="Address")).to_have_attribute("aria-sort", "ascending")
        expect(page).to_have_url(re.compile("sort=address"))
        page.get_by_role("button", name="Address").click()
        expect(self.rows(page).nth(1)).to_contain_text("c3:00:00:00:00:08")
        page.reload()
        expect(page.get_by_role("columnheader", name="Address")).to_have_attribute("aria-sort", "descending")
        expect(self.rows(page).nth(1)).to_contain_text("c3:00:00:00:00:08")

    def test_cards_on_a_phone(self):
        page = self.air()
        items = page.get_by_role("list", name="Devices on the air").get_by_role("listitem")
        expect(items).to_have_count(COUNT)
        expect(items.first).to_contain_text("dBm")
        page.get_by_label("Sort by").select_option(label="Address")
        page.get_by_role("button", name="Ascending").click()
        expect(items.first).to_contain_text("c3:00:00:00:00:08")
        self.check_page(page)

    def test_names_are_text(self):
        page = self.desk()
        expect(page.get_by_text("\\u202eevil\\u0007<b>x</b>")).to_be_visible()

    def test_filter_is_kept_in_the_url_and_counts(self):
        page = self.desk()
        page.keyboard.press("/")
        expect(page.get_by_label("Filter", exact=True)).to_be_focused()
        page.keyboard.type("uuid=5e1f minor=2")
        expect(page.get_by_text(re.compile("^1 of %d devices" % COUNT))).to_be_visible()
        expect(self.rows(page)).to_have_count(2)
        expect(page).to_have_url(re.compile("q=uuid%3D5e1f"))
        page.reload()
        expect(page.get_by_label("Filter", exact=True)).to_have_value("uuid=5e1f minor=2")
        expect(self.rows(page)).to_have_count(2)

    def test_each_word_filters(self):
        page = self.desk()
        for words, count in [("cp28", 1), ("c3:00", COUNT), ("name=cp", 1), ("company=0x004c", 4), ("address=:07", 1), ("rssi>-70", 3), ("rssi<-69 rssi>-90", 3), ("major=1201", 3), ("uuid=ffe0", 1)]:
            with self.subTest(words):
                page.get_by_label("Filter", exact=True).fill(words)
                expect(page.get_by_text(re.compile("^%d of %d devices" % (count, COUNT)))).to_be_visible()

    def test_wrong_words_are_told_with_an_example(self):
        page = self.air()
        page.get_by_label("Filter", exact=True).fill("rssi>loud colour=red")
        expect(page.get_by_text("“rssi>loud” cannot be read. Example: rssi>-70")).to_be_visible()
        expect(page.get_by_text("“colour=red” is not a filter word.")).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Filter words").click()
        expect(page.get_by_role("dialog", name="Filter words")).to_contain_text("rssi>-70")

    def test_a_filter_that_nothing_matches_can_be_cleared(self):
        page = self.air()
        page.get_by_label("Filter", exact=True).fill("name=nobody")
        expect(page.get_by_text("No device matches the filter.")).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Clear the filter").click()
        expect(page.get_by_text(re.compile("^%d of" % COUNT))).to_be_visible()

    def test_columns_are_kept_in_the_url_and_in_the_browser(self):
        page = self.desk()
        page.get_by_role("button", name="Columns").click()
        dialog = page.get_by_role("dialog", name="Columns")
        for name in ("Company", "Rate", "Adverts"):
            dialog.get_by_label(name).uncheck()
        dialog.get_by_role("button", name="Done").click()
        expect(page.get_by_role("columnheader", name="Company")).to_have_count(0)
        expect(page.get_by_role("columnheader", name="Dongle")).to_be_visible()
        expect(page).to_have_url(re.compile("cols=signal"))
        page.get_by_role("link", name="Gateway").click()
        page.get_by_role("link", name="Air").click()
        expect(page.get_by_role("columnheader", name="Beacon")).to_be_visible()
        expect(page.get_by_role("columnheader", name="Company")).to_have_count(0)

    def test_pause_freezes_and_counts_on(self):
        page = self.desk()
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_text(re.compile("Paused since"))).to_be_visible()
        row = page.get_by_role("row", name="c3:00:00:00:00:01")
        before = row.inner_text()
        expect(page.get_by_text(re.compile(r"[2-9]\d adverts arrived meanwhile, 0 new devices"))).to_be_visible()
        self.assertEqual(row.inner_text(), before)
        self.check_page(page)
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_text(re.compile("Paused since"))).to_have_count(0)
        expect(row).not_to_have_text(before)

    def test_only_new_hides_those_here_until_they_are_shown_again(self):
        page = self.air()
        page.get_by_role("button", name="Only new").click()
        expect(page.get_by_text(re.compile("%d devices hidden" % COUNT))).to_be_visible()
        expect(page.get_by_text(re.compile("No new device has been heard since"))).to_be_visible()
        expect(page).to_have_url(re.compile("since="))
        self.check_page(page)
        page.reload()
        expect(page.get_by_text(re.compile("%d devices hidden" % COUNT))).to_be_visible()
        page.get_by_role("button", name="Show all again").first.click()
        expect(page.get_by_text(re.compile("^%d of" % COUNT))).to_be_visible()
        expect(page).not_to_have_url(re.compile("since="))

    def test_a_row_in_use_keeps_its_place(self):
        page = self.desk("#/air?sort=-adverts")
        self.rows(page).nth(2).focus()
        before = self.rows(page).all_inner_texts()[1:]
        expect(page.get_by_text("Order held while a row is in use.")).to_be_visible()
        time.sleep(2.5)
        after = self.rows(page).all_inner_texts()[1:]
        address = re.compile(r"(?:[0-9a-f]{2}:){5}[0-9a-f]{2}")
        self.assertEqual([address.search(text)[0] for text in before], [address.search(text)[0] for text in after])
        page.get_by_role("button", name="Sort now").click()

    def test_lost_gateway_leaves_the_rows(self):
        page = self.desk()
        self.gateway.process.send_signal(signal.SIGSTOP)
        try:
            expect(page.get_by_text(re.compile("The gateway has not answered since"))).to_be_visible()
            expect(self.rows(page)).to_have_count(COUNT + 1)
        finally:
            self.gateway.process.send_signal(signal.SIGCONT)
        expect(page.get_by_text(re.compile("The gateway has not answered since"))).not_to_be_visible()
        expect(page.get_by_role("row", name="c3:00:00:00:00:01")).to_contain_text(re.compile("[0-3] s ago"))


class DetailTest(AirCase):
    def test_opens_at_the_side_and_closes_with_escape_and_back(self):
        page = self.desk()
        row = page.get_by_role("row", name="c3:00:00:00:00:02")
        row.click()
        detail = page.get_by_role("region", name="Device c3:00:00:00:00:02")
        expect(detail).to_be_visible()
        expect(row).to_be_visible()
        expect(page).to_have_url(re.compile("air/c3%3A00%3A00%3A00%3A00%3A02/random"))
        expect(detail).to_contain_text(UUID)
        self.check_page(page)
        page.keyboard.press("Escape")
        expect(detail).to_have_count(0)
        expect(row).to_be_focused()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name=re.compile("^Device"))).to_be_visible()
        page.go_back()
        expect(page.get_by_role("region", name=re.compile("^Device"))).to_have_count(0)

    def test_fills_a_phone(self):
        page = self.air()
        page.get_by_role("listitem").filter(has_text="c3:00:00:00:00:01").click()
        expect(page.get_by_role("region", name="Device c3:00:00:00:00:01")).to_be_visible()
        expect(page.get_by_label("Filter", exact=True)).to_have_count(1)
        expect(page.get_by_label("Filter", exact=True)).not_to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_label("Filter", exact=True)).to_be_visible()

    def test_a_link_opens_it(self):
        page = self.air("#/air/c3:00:00:00:00:04/random?q=cp28", shown=1, size=DESK_SIZE)
        detail = page.get_by_role("region", name="Device CP28")
        expect(detail.get_by_role("table", name="Last advert")).to_contain_text("Complete 16-bit service UUIDs")
        expect(detail.get_by_role("table", name="Last scan response")).to_contain_text("43 50 32 38")
        expect(detail.get_by_text("SIMULATED")).to_be_visible()

    def test_malformed_data_are_told(self):
        page = self.desk("#/air/c3:00:00:00:00:08/random")
        detail = page.get_by_role("region", name="Device c3:00:00:00:00:08")
        expect(detail.get_by_text("ends before its length")).to_be_visible()
        expect(detail.get_by_text("Malformed")).to_be_visible()

    def test_a_device_that_was_not_heard(self):
        page = self.air("#/air/00:11:22:33:44:55/public", shown=None)
        expect(page.get_by_text("This device has not been heard since the page was opened.")).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Back to all devices").click()
        expect(page.get_by_label("Filter", exact=True)).to_be_visible()

    def test_commands_are_copied(self):
        page = self.desk("#/air/c3:00:00:00:00:01/random")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        detail = page.get_by_role("region", name="Device c3:00:00:00:00:01")
        detail.get_by_role("button", name="Copy as perch command").click()
        expect(page.get_by_text("Copied.")).to_be_visible()
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), "perch scan --uuid c3:00:00:00:00:01")
        detail.get_by_role("button", name="Copy as curl").click()
        expect(detail.get_by_text('curl -sN -H "Authorization: Bearer $TOKEN" "%s/v1/adverts?address=c3:00:00:00:00:01"' % self.gateway.url)).to_be_visible()

    def test_signal_over_time_with_and_without_the_library(self):
        page = self.desk("#/air/c3:00:00:00:00:01/random")
        detail = page.get_by_role("region", name="Device c3:00:00:00:00:01")
        expect(detail.get_by_role("table", name="Signal over the last minute")).to_contain_text("-59 dBm")
        if os.path.exists("/usr/share/javascript/dygraphs/dygraph.min.js"):
            expect(detail.get_by_role("img", name=re.compile("Signal in dBm over the last 5 min"))).to_be_visible()
        other = self.console("#/air", size=DESK_SIZE)
        other.route("**/vendor/*", lambda route: route.fulfill(status=404, body=""))
        other.get_by_role("row", name="c3:00:00:00:00:01").click()
        expect(other.get_by_text(re.compile("install the package libjs-dygraphs"))).to_be_visible()
        expect(other.get_by_role("img", name="Signal over the last minute")).to_be_visible()
        self.check_page(other)


class ActTest(AirCase):
    def act(self, page, choice):
        page.get_by_role("button", name=re.compile("^Act on")).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label(choice).check()
        return dialog

    def saved(self, page, dialog, button):
        with page.expect_download() as waiting:
            dialog.get_by_role("button", name=button).click()
        with open(waiting.value.path(), encoding="utf-8-sig", newline="") as file:
            return waiting.value.suggested_filename, file.read()

    def test_csv_has_the_filtered_devices_and_no_formula(self):
        page = self.air("#/air?q=name%3D%3D", shown=1)
        dialog = self.act(page, re.compile("^CSV"))
        expect(dialog.get_by_role("heading", name="What to do with 1 device?")).to_be_visible()
        self.check_page(page)
        name, text = self.saved(page, dialog, "Export 1 device")
        self.assertRegex(name, r"^air-\d{8}-\d{6}\.csv$")
        rows = list(csv.DictReader(text.splitlines()))
        self.assertEqual([(row["address"], row["address_type"], row["name"], row["simulated"]) for row in rows], [("c3:00:00:00:00:06", "public", "'=1+1", "yes")])
        self.assertRegex(rows[0]["rssi_dbm"], r"^-\d+$")

    def test_ndjson_has_the_last_line_of_each(self):
        page = self.desk()
        _, text = self.saved(page, self.act(page, re.compile("^NDJSON")), "Export %d devices" % COUNT)
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual(sorted(line["address"][-2:] for line in lines), ["%02d" % number for number in range(1, COUNT + 1)])
        self.assertEqual({line["type"] for line in lines}, {"advert"})

    def test_a_capture_says_which_words_it_leaves_out(self):
        page = self.desk("#/air?q=cp28+rssi%3E-90", shown=1)
        asked = []
        page.context.route("**/v1/adverts/capture*", lambda route: (asked.append(route.request.url), route.fulfill(status=200, headers={"Content-Disposition": "attachment"}, body="x")))
        dialog = self.act(page, re.compile("next 10 s"))
        expect(dialog.get_by_text("A capture cannot be filtered by cp28")).to_be_visible()
        with page.expect_download() as waiting:
            dialog.get_by_role("button", name="Capture 10 s").click()
        self.assertRegex(waiting.value.url, r"/v1/adverts/capture\?duration_ms=10000&min_rssi=-89$")

    def test_beacons_are_taken_to_provision(self):
        page = self.desk("#/air?q=rssi%3E-90", shown=6)
        dialog = self.act(page, "Take 4 beacons to Provision")
        expect(dialog.get_by_text(re.compile("devices? (is|are) not"))).to_be_visible()
        dialog.get_by_role("button", name="Take 4 beacons").click()
        expect(page).to_have_url(re.compile(r"#/provision\?only=c3%3A00%3A00%3A00%3A00%3A01"))

    def test_a_viewer_exports_only(self):
        page = self.desk(role="viewer")
        self.act(page, re.compile("^CSV"))
        expect(page.get_by_label(re.compile("to Provision"))).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


class LookTest(AirCase):
    def test_every_size_scheme_and_language(self):
        for size in ((360, 740), (768, 1024), DESK_SIZE):
            for scheme, language in (("light", "de-DE"), ("dark", "en-GB")):
                with self.subTest(size=size, scheme=scheme, language=language):
                    page = self.air(size=size, scheme=scheme, language=language)
                    self.check_page(page)
                    page.get_by_text("c3:00:00:00:00:01").first.click()
                    expect(page.get_by_role("region", name="c3:00:00:00:00:01")).to_be_visible()
                    self.check_page(page)


class SilenceTest(AirCase):
    AIR = {"name": "silence", "seed": 1, "advertisers": []}

    def test_an_empty_air_says_what_to_do(self):
        page = self.air(shown=None)
        expect(page.get_by_text("No device has been heard yet. Put a beacon beside the dongle, or check the dongle.")).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Open Gateway").click()
        expect(page).to_have_url(re.compile("#/gateway"))


if __name__ == "__main__":
    main()
