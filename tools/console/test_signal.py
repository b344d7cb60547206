#!/usr/bin/env python3
"""Tests of the console's Signal screen, by the rows of section 5 of the app's walkthrough."""

import json
import os
import re
import signal
import tempfile
import time

from harness import DESK_SIZE, PHONE_SIZE, ConsoleTest, expect, main

UUID = "5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40"
# Longest time until a lost radio is told, in seconds, as the walkthrough has it.
LOSS_TOLD_WITHIN = 5


def beacon(name, minor, distance=None, path=None):
    """An iBeacon of a scenario: -59 dBm at 1 m, 20 dB less for each factor of ten."""
    place = {"path": path} if path else {"distanceM": distance}
    data = {"iBeacon": {"uuid": UUID, "major": 1, "minor": minor, "measuredPowerDBm": -59}}
    return {"name": name, "address": "c0:00:00:00:00:%02x" % minor, "intervalMs": 100, "advert": [{"flags": 6}, data], **place}


def between(near, far, near_seconds, far_seconds):
    """A path that jumps to and fro for ever."""
    end = near_seconds + far_seconds
    points = [(0, near), (near_seconds, near), (near_seconds + 0.1, far), (end - 0.1, far), (end, near)]
    return {"points": [{"atSeconds": at, "distanceM": distance} for at, distance in points], "loops": True}


SCENARIO = {
    "name": "signal", "pathLossExponent": 2, "noiseDB": 0, "sensitivityDBm": -95,
    "advertisers": [
        beacon("strong", 1, 0.2), beacon("medium", 2, 1.41), beacon("weak", 3, 12),
        beacon("wavering", 4, path=between(1, 20, 3, 3)), beacon("vanishing", 5, path=between(1, 500, 3, 8)),
    ],
}


class AirOfOwn(ConsoleTest):
    """Beacons that no table has, named by the URL or typed."""

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

    def signal(self, minor=None, **options):
        return self.console("#/signal" + ("?beacon=%s/1/%d" % (UUID, minor) if minor else ""), **options)

    def start(self, page):
        page.get_by_role("button", name="Start Scanning").click()

    def lost(self, page, what):
        """Does something while a check is under way, and expects the loss to be told in time."""
        self.start(page)
        expect(page.get_by_text(re.compile(r"^−\d+ dBm$"))).to_be_visible()
        what()
        begun = time.monotonic()
        expect(page.get_by_text(re.compile("^Beacon ranging failed: "))).to_be_visible()
        self.assertLess(time.monotonic() - begun, LOSS_TOLD_WITHIN)
        expect(page.get_by_role("button", name="Start Scanning")).to_be_enabled()


class SignalTest(AirOfOwn):
    def test_511_to_513_nothing_begins_without_a_choice(self):
        page = self.signal()
        expect(page.get_by_text("Select a beacon to scan")).to_be_visible()
        expect(page.get_by_role("button", name="Start Scanning")).to_be_disabled()
        expect(page.get_by_text("No table has a beacon yet.")).to_be_visible()
        self.check_page(page)
        page.get_by_text("Type a UUID").click()
        page.get_by_label("UUID", exact=True).fill("%s/1/1" % UUID.lower().replace("-", ""))
        expect(page.get_by_label("Minor")).to_have_value("1")
        page.get_by_role("button", name="Use this beacon").click()
        expect(page.get_by_role("button", name="Start Scanning")).to_be_enabled()
        expect(page).to_have_url(re.compile("beacon="))

    def test_514_to_517_five_readings_are_detected_and_stopping_resets(self):
        page = self.signal(2)
        self.start(page)
        expect(page.get_by_text("Scanning...", exact=True)).to_be_visible()
        expect(page.get_by_text("The screen stays on while checking.")).to_be_visible()
        expect(page.get_by_text(re.compile(r"^[1-4] of 5$"))).to_be_visible()
        expect(page.get_by_text("Beacon Detected! (avg -62 dBm)")).to_be_visible()
        expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuetext", "5 of 5")
        expect(page.get_by_text("Average −62 dBm")).to_be_visible()
        expect(page.get_by_text("▰▰▱ medium")).to_be_visible()
        expect(page.get_by_text(re.compile("^near, about"))).to_be_visible()
        self.check_page(page)
        page.get_by_role("button", name="Stop Scanning").click()
        expect(page.get_by_text("Select a beacon to scan")).to_be_visible()
        expect(page.get_by_text("The screen stays on while checking.")).not_to_be_visible()
        expect(page.get_by_role("button", name="Start Scanning")).to_be_enabled()

    def test_52_strength_is_a_word(self):
        for minor, word in ((1, "strong"), (3, "weak")):
            with self.subTest(word):
                page = self.signal(minor)
                self.start(page)
                expect(page.get_by_text(re.compile("^▰[▰▱]+ %s$" % word))).to_be_visible()

    def test_531_to_533_a_weak_reading_starts_the_count_again(self):
        page = self.signal(4)
        self.start(page)
        expect(page.get_by_text(re.compile(r"^[1-4] of 5$"))).to_be_visible()
        expect(page.get_by_text("Too weak. The count starts again at 0.")).to_be_visible()
        expect(page.get_by_text("0 of 5")).to_be_visible()
        expect(page.get_by_text(re.compile(r"^[1-4] of 5$"))).to_be_visible()
        expect(page.get_by_text(re.compile("Beacon Detected"))).not_to_be_visible()

    def test_534_silence_starts_the_count_again(self):
        page = self.signal(5)
        self.start(page)
        expect(page.get_by_text("Searching for beacon signal...")).to_be_visible()
        expect(page.get_by_text("0 of 5")).to_be_visible()
        expect(page.get_by_text("no signal")).to_be_visible()
        expect(page.get_by_text("Scanning...", exact=True)).to_be_visible()

    def test_55_another_beacon_stops_the_check(self):
        page = self.signal(3, size=DESK_SIZE)
        self.start(page)
        expect(page.get_by_role("button", name="Stop Scanning")).to_be_visible()
        page.get_by_text("Type a UUID").click()
        page.get_by_label("UUID", exact=True).fill(UUID)
        page.get_by_label("Major").fill("1")
        page.get_by_label("Minor").fill("1")
        page.get_by_role("button", name="Use this beacon").click()
        expect(page.get_by_text("Select a beacon to scan")).to_be_visible()
        self.start(page)
        expect(page.get_by_text(re.compile("Beacon Detected"))).to_be_visible()

    def test_57_a_wrong_uuid_is_told_before_anything_is_sent(self):
        page = self.signal()
        page.get_by_text("Type a UUID").click()
        page.get_by_label("UUID", exact=True).fill("5E1F7A10-nonsense")
        page.get_by_role("button", name="Use this beacon").click()
        expect(page.get_by_text("Invalid beacon UUID format")).to_be_visible()
        expect(page.get_by_label("UUID", exact=True)).to_be_focused()
        expect(page.get_by_role("button", name="Start Scanning")).to_be_disabled()
        self.check_page(page)

    def test_a_link_that_cannot_be_read_is_told(self):
        page = self.console("#/signal?beacon=nonsense")
        expect(page.get_by_text("The beacon in this link cannot be read.")).to_be_visible()

    def test_a_viewer_cannot_check(self):
        page = self.signal(1, role="viewer")
        expect(page.get_by_role("button", name="Start Scanning")).to_be_disabled()
        expect(page.get_by_text("This session may only look.")).to_be_visible()

    def test_the_fixed_texts_stay_and_german_stands_below(self):
        page = self.signal(2, size=DESK_SIZE, scheme="dark", language="de-DE")
        page.get_by_role("button", name="Start Scanning").click()
        expect(page.get_by_text("Beacon Detected! (avg -62 dBm)")).to_be_visible()
        expect(page.get_by_text("Beacon erkannt! (Mittelwert −62 dBm)")).to_be_visible()
        self.check_page(page)

    def test_no_width_overflows(self):
        for width in (360, 768, 1440):
            with self.subTest(width):
                page = self.signal(2, size=(width, 800))
                self.start(page)
                expect(page.get_by_text(re.compile("Beacon Detected"))).to_be_visible()
                self.check_page(page)


class DongleLossTest(AirOfOwn):
    def test_54_a_dongle_that_goes_away_is_told_within_5_s(self):
        page = self.signal(3)
        self.lost(page, lambda: self.gateway.run("dongle", "release"))
        expect(page.get_by_text("No dongle listens.")).to_be_visible()
        self.check_page(page)
        # The next check fails at once, as long as there is none.
        self.start(page)
        expect(page.get_by_text(re.compile("^Beacon ranging failed: "))).to_be_visible()
        page.get_by_role("link", name="Run the doctor").click()
        expect(page).to_have_url(re.compile("#/gateway/doctor"))


class GatewayLossTest(AirOfOwn):
    def test_54_a_gateway_that_goes_away_is_told_within_5_s(self):
        page = self.signal(3)
        self.lost(page, lambda: self.gateway.stop(signal.SIGKILL))
        self.addCleanup(self.gateway.start)
        expect(page.get_by_text("The gateway does not answer.")).to_be_visible()


class TableTest(ConsoleTest):
    """Tables of the gateway and beacons of the backend."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for number in (1, 2):
            cls.gateway.run("provision", "table", "--service-point", "Table %d" % number, "--yes")

    def test_a_table_is_checked_and_the_result_is_kept(self):
        page = self.console("#/signal")
        row = page.get_by_role("listitem").filter(has_text=re.compile("^Table 1"))
        expect(row).to_contain_text("not checked yet")
        self.check_page(page)
        row.click()
        expect(page).to_have_url(re.compile(r"table=Table\+1"))
        page.get_by_role("button", name="Start Scanning").click()
        expect(page.get_by_text(re.compile(r"^Beacon Detected! \(avg -\d+ dBm\)$"))).to_be_visible()
        page.get_by_role("button", name="Next table").click()
        expect(page).to_have_url(re.compile(r"table=Table\+2"))
        expect(page.get_by_text("Select a beacon to scan")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
        page.get_by_role("button", name="Change").click()
        expect(page.get_by_role("listitem").filter(has_text=re.compile("^.?Table 1"))).to_contain_text(re.compile(r"checked \d+ (s|min) ago, −\d+ dBm"))

    def test_keys_choose_a_table(self):
        page = self.console("#/signal", size=DESK_SIZE)
        expect(page.get_by_role("listitem").first).to_be_visible()
        page.keyboard.press("/")
        page.keyboard.type("table 2")
        expect(page.get_by_text(re.compile(r"^1 of \d+ · "))).to_be_visible()
        expect(page).to_have_url(re.compile("q=table"))
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
        expect(page.get_by_role("button", name="Start Scanning")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Stop Scanning")).to_be_visible()

    def test_an_unknown_table_is_told(self):
        page = self.console("#/signal?table=Table%2099")
        expect(page.get_by_text("There is no table “Table 99” with a beacon.")).to_be_visible()
        expect(page.get_by_role("button", name="Start Scanning")).to_be_disabled()

    def test_57_without_the_backend_a_uuid_is_enough(self):
        page = self.console("#/signal?beacon=%s/1/1" % UUID)
        self.backend.stop()
        self.addCleanup(self.backend.start)
        page.reload()
        page.get_by_role("button", name="Start Scanning").click()
        expect(page.get_by_text("Searching for beacon signal...")).to_be_visible()


if __name__ == "__main__":
    main()
