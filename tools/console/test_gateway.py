#!/usr/bin/env python3
"""Tests of the console's Gateway screen."""

import json
import os
import re
import subprocess
import tempfile
from contextlib import suppress

from harness import DESK_SIZE, PROGRAMS, ConsoleTest, expect, main

THERMOMETER = "c0:00:00:00:00:02"
SCENARIO = {
    "name": "thermometer",
    "peripherals": [{
        "advertiser": {"name": "Thermometer", "address": THERMOMETER, "pdu": "ADV_IND", "intervalMs": 100, "distanceM": 1, "advert": [{"flags": 6}, {"services": ["181a"]}]},
        "largestMTU": 64,
        "services": [{"uuid": "181a", "characteristics": [{"uuid": "2a6e", "properties": ["read", "notify"], "value": {"hex": "3408"}, "notifyEveryMs": 500}]}],
    }],
}


class GatewayScreenTest(ConsoleTest):
    ROLE = "admin"

    def gateway_page(self, section="", **options):
        return self.console("#/gateway" + section, **options)

    def dongle_page(self, **options):
        page = self.gateway_page(**options)
        page.get_by_role("list", name="Dongles").get_by_role("link").first.click()
        expect(page.get_by_role("heading", name="Link and losses")).to_be_visible()
        return page

    def dialog(self, page, title):
        dialog = page.get_by_role("dialog", name=title)
        expect(dialog).to_be_visible()
        return dialog


class StateTest(GatewayScreenTest):
    """The gateway, its database and its doctor."""

    def test_the_gateway_and_its_dongles_are_shown(self):
        for size, scheme, language, words in ((None, "light", "en-GB", ("This gateway", "live", "Running for")), (DESK_SIZE, "dark", "de-DE", ("Dieses Gateway", "läuft", "Läuft seit"))):
            with self.subTest(language):
                page = self.gateway_page(scheme=scheme, language=language, **({"size": size} if size else {}))
                expect(page.get_by_role("heading", name=words[0])).to_be_visible()
                expect(page.get_by_role("list", name="Dongles").get_by_role("listitem")).to_contain_text(words[1])
                expect(page.get_by_role("list", name="Dongles").get_by_role("listitem")).to_contain_text("SIMULATED")
                expect(page.get_by_text(words[2])).to_be_visible()
                expect(page.get_by_text(re.compile(r"^perch \d+\.\d+"))).to_be_visible()
                self.check_page(page)

    def test_no_section_overflows(self):
        for width in (360, 768, 1440):
            page = self.gateway_page(size=(width, 800))
            for section in ("Events", "Outbox", "Doctor", "Database", "Bluetooth proxy", "Access"):
                with self.subTest(section=section, width=width):
                    page.get_by_role("link", name=section, exact=True).click()
                    expect(page).to_have_url(re.compile("#/gateway/"))
                    expect(page.get_by_role("heading", level=2).first).to_be_visible()
                    self.check_page(page)

    def test_a_viewer_sees_only_what_viewers_may(self):
        page = self.gateway_page(role="viewer")
        sections = page.get_by_role("navigation", name="Sections")
        expect(sections.get_by_role("link")).to_have_text(["Dongles", "Events", "Database", "Bluetooth proxy"])
        page.get_by_role("list", name="Dongles").get_by_role("link").first.click()
        expect(page.get_by_text("Nothing can be done here with this session’s role.")).to_be_visible()

    def test_the_doctor_tells_what_it_found(self):
        page = self.gateway_page("/doctor")
        page.get_by_role("button", name="Run the doctor").click()
        findings = page.get_by_role("list", name="Findings").get_by_role("listitem")
        expect(findings.first).to_be_visible()
        expect(page.get_by_text(re.compile(r"problem.* · .*warning.* · .* fine$|^Everything is fine"))).to_be_visible()
        self.check_page(page)
        # A link from elsewhere runs it at once.
        page = self.gateway_page("/doctor?run=1")
        expect(page.get_by_role("list", name="Findings")).to_be_visible()

    def test_the_database_is_checked_and_backed_up(self):
        page = self.gateway_page("/store")
        expect(page.get_by_text("recording", exact=True)).to_be_visible()
        page.get_by_role("button", name="Check the database").click()
        expect(page.get_by_text("The database is sound.")).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download backup").click()
        with open(download.value.path(), "rb") as file:
            self.assertEqual(file.read(15), b"SQLite format 3")
        self.assertRegex(download.value.suggested_filename, r"^perch-\d{8}T\d{6}Z\.db$")


class DongleTest(GatewayScreenTest):
    SEED = None

    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
            json.dump(SCENARIO, file)
        cls.SCENARIO = file.name
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        os.unlink(cls.SCENARIO)

    def test_a_dongle_is_renamed_and_blinks(self):
        page = self.dongle_page(role="crew")
        page.get_by_role("button", name="Rename").click()
        page.get_by_label("Name", exact=True).fill("Theke <b>")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Use 1 to 32 letters")
        page.get_by_label("Name", exact=True).fill("Theke")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Theke", exact=True)).to_be_visible()
        page.get_by_role("button", name="Blink").click()
        expect(page.get_by_text("Theke blinks for 10 s.")).to_be_visible()
        expect(page.get_by_role("button", name="Reboot")).not_to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Rename").click()
        page.get_by_label("Name", exact=True).fill("")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("heading", name="Theke", exact=True)).not_to_be_visible()

    def test_who_holds_a_slot_is_shown_and_can_be_ended(self):
        page = self.dongle_page(size=DESK_SIZE)
        expect(page.get_by_text(re.compile(r"^0 of \d+ slots used\. Nobody holds a connection\.$"))).to_be_visible()
        client = subprocess.Popen([os.path.join(PROGRAMS, "perch"), "gatt", "subscribe", THERMOMETER, "--char", "2a6e"], env=self.gateway.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        try:
            holder = page.get_by_role("list", name="Connections").get_by_role("listitem")
            expect(holder).to_contain_text(THERMOMETER)
            expect(page.get_by_text(re.compile(r"^1 of \d+ slots used\.$"))).to_be_visible()
            self.check_page(page)
            holder.get_by_role("button").click()
            dialog = self.dialog(page, "End this connection?")
            expect(dialog).to_contain_text(THERMOMETER)
            dialog.get_by_role("button", name="End").click()
            expect(holder).not_to_be_visible()
        finally:
            with suppress(subprocess.TimeoutExpired):
                client.wait(timeout=10)
            client.kill()
            client.wait()

    def test_a_dongle_is_rebooted_after_a_question(self):
        page = self.dongle_page()
        page.get_by_role("button", name="Reboot").click()
        dialog = self.dialog(page, re.compile("^Reboot "))
        expect(dialog).to_contain_text("All connections through it end")
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).not_to_be_visible()
        page.get_by_role("button", name="Reboot").click()
        dialog.get_by_role("button", name="Reboot").click()
        expect(page.get_by_text(re.compile(r" restarts\.$"))).to_be_visible()
        expect(page.get_by_text("live", exact=True).last).to_be_visible()

    def test_a_released_dongle_is_used_again(self):
        page = self.dongle_page()
        page.get_by_role("button", name="Release").click()
        dialog = self.dialog(page, re.compile("^Release "))
        expect(dialog).to_contain_text("/dev/pts/")
        dialog.get_by_role("button", name="Release").click()
        expect(page.get_by_text("not in use")).to_be_visible()
        expect(page.get_by_role("button", name="Forget")).to_be_visible()
        page.get_by_role("button", name="Use again").first.click()
        expect(page.get_by_text("not in use")).not_to_be_visible()
        expect(page.get_by_role("button", name="Release")).to_be_visible()


class EventTest(GatewayScreenTest):
    def test_events_are_live_filtered_and_cleared(self):
        page = self.gateway_page("/events", size=DESK_SIZE)
        events = page.get_by_role("list", name="Events").get_by_role("listitem")
        expect(events.filter(has_text="Gateway started")).to_contain_text("info")
        expect(events.filter(has_text="Console opened").first).to_contain_text("access")
        self.check_page(page)
        count = events.filter(has_text="Console opened").count()
        self.console("#/gateway")
        expect(events.filter(has_text="Console opened")).to_have_count(count + 1)
        # A type is part of the URL, and stays after a reload.
        types = page.get_by_role("group", name="Types")
        types.get_by_role("button", name="access").click()
        expect(page).to_have_url(re.compile("type=authorization"))
        expect(events.filter(has_text="Gateway started")).to_have_count(0)
        page.reload()
        expect(types.get_by_role("button", name="access")).to_have_attribute("aria-pressed", "true")
        expect(events.filter(has_text="Console opened").first).to_be_visible()
        expect(events.filter(has_text="Gateway started")).to_have_count(0)
        page.keyboard.press("/")
        page.keyboard.type("nothing has this")
        expect(page.get_by_text("No event matches.")).to_be_visible()
        page.get_by_role("button", name="Show all events").click()
        expect(events.filter(has_text="Gateway started")).to_be_visible()
        page.get_by_role("button", name="Clear Log").click()
        dialog = self.dialog(page, "Clear the event log?")
        expect(dialog).to_contain_text(re.compile(r"\d+ events since "))
        dialog.get_by_role("button", name="Clear Log").click()
        expect(page.get_by_text(re.compile(r"^\d+ events are gone\.$"))).to_be_visible()
        expect(page.get_by_text("The event log is empty. What happens next appears here.")).to_be_visible()

    def test_only_the_admin_clears_the_log(self):
        page = self.gateway_page("/events", role="crew")
        expect(page.get_by_role("list", name="Events").get_by_role("listitem").first).to_be_visible()
        expect(page.get_by_role("button", name="Clear Log")).not_to_be_visible()


class OutboxTest(GatewayScreenTest):
    ROLE = "crew"

    def test_a_refused_registration_is_corrected_another_dropped(self):
        page = self.gateway_page("/outbox")
        expect(page.get_by_text("Nothing waits: everything has been delivered.")).to_be_visible()
        self.check_page(page)
        self.backend.fault("refuse", path="/beacons/save.php", error="No more tables.", times=2)
        for number in (1, 2):
            self.gateway.run("provision", "table", "--service-point", "Table %d" % number, "--yes", "--no-wait")
        messages = page.get_by_role("list", name="Outbox").get_by_role("listitem")
        first, second = (messages.filter(has_text="Registration of Table %d" % number) for number in (1, 2))
        expect(first).to_contain_text("refused")
        expect(first).to_contain_text("No more tables.")
        expect(second).to_contain_text("refused")
        self.check_page(page)
        first.get_by_role("button", name="Change name: Registration of Table 1").click()
        dialog = self.dialog(page, "Name of Table 1")
        dialog.get_by_label("Name of the table").fill("Table One")
        dialog.get_by_role("button", name="Save and retry").click()
        expect(messages).to_have_count(1)
        second.get_by_role("button", name=re.compile("^Drop")).click()
        dialog = self.dialog(page, "Drop this message?")
        expect(dialog).to_contain_text("Table 2 is not registered with Payfrit.")
        dialog.get_by_role("button", name="Drop").click()
        expect(page.get_by_text("Nothing waits: everything has been delivered.")).to_be_visible()


class AccessTest(GatewayScreenTest):
    def test_a_link_for_a_crew_opens_a_session_that_can_be_ended(self):
        page = self.gateway_page("/access", size=DESK_SIZE)
        page.get_by_role("button", name="Make a crew link").click()
        link = page.get_by_label("Link with the role crew")
        expect(link).to_have_value(re.compile("^http"))
        expect(page.get_by_text(re.compile("^Works for 1[45] min"))).to_be_visible()
        expect(page.get_by_text("This link works only on the gateway’s own machine.")).to_be_visible()
        self.check_page(page)
        guest = self.console("#/tables", role="viewer")
        guest.goto(link.input_value())
        guest.get_by_role("button", name="Menu").click()
        expect(guest.get_by_text("Role: crew")).to_be_visible()
        sessions = page.get_by_role("list", name="Sessions of the console").get_by_role("listitem")
        crew = sessions.filter(has_text="crew")
        expect(crew).to_have_count(1)
        crew.get_by_role("button", name=re.compile("^End session")).click()
        dialog = self.dialog(page, "End this session?")
        expect(dialog).to_contain_text("A session with the role crew")
        dialog.get_by_role("button", name="End session").click()
        expect(crew).to_have_count(0)
        expect(guest.get_by_text("This browser has no session")).to_be_visible()

    def test_all_sessions_are_ended_after_a_question(self):
        page = self.gateway_page("/access")
        page.get_by_role("button", name="End all sessions").click()
        dialog = self.dialog(page, "End all sessions?")
        expect(dialog).to_contain_text("This browser’s session")
        dialog.get_by_role("button", name="End all sessions").click()
        expect(page.get_by_text("This browser has no session")).to_be_visible()


if __name__ == "__main__":
    main()
