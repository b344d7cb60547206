"""Plays one dialogue against a dongle: what every runner in Python shares. README.md describes the steps."""

import re

from codec import BOOT, EVENT, GRANT, LOG, cobs_decode, crc32c, wire

FEATURES = [
    "ACTIVE_SCAN",
    "EXTENDED_ADVERTISING",
    "WIFI_SCAN",
    "GATT",
    "INDICATION_HOLD",
    "CONFIG_STORE",
    "COALESCE",
    "SCAN_FILTERS",
    "IDENTIFY",
    "BOOTLOADER",
    "DETECTION",
]
# Offset and width in the reply to HELLO.
LIMITS = {
    "minor": (7, 1),
    "slots": (13, 1),
    "max_inflight": (14, 1),
    "largest_payload_to_dongle": (28, 2),
    "largest_payload_to_host": (30, 2),
    "largest_mtu": (34, 2),
}
TOKEN = re.compile(r"\{(\w*)(?:!(\w+))?(?::(\d+))?\}|\?\?|\*|[0-9a-f]{2}")
# Milliseconds between the dongle's uptime and the runner's clock.
TOLERANCE = 100


class Failed(Exception):
    """The dongle did not do what the dialogue says."""


class Skipped(Exception):
    """The dialogue is not for this dongle, or needs what the runner cannot do."""


def frames_in(stretches):
    """The decoded frames, without CRC; what is no frame is noise, as of a boot loader."""
    for stretch in stretches:
        body = cobs_decode(stretch, 70_000) if stretch else ""
        if isinstance(body, bytes) and len(body) >= 12 and crc32c(body[:-4]).to_bytes(4, "little") == body[-4:]:
            yield body[:-4]


def check_needs(entry, reply):
    """Raises Skipped where a dongle with this reply to HELLO is not asked."""
    needs, bits = entry["needs"], int.from_bytes(reply[36:44], "little")
    has = {name for index, name in enumerate(FEATURES) if bits >> index & 1}
    value = lambda name: int.from_bytes(reply[LIMITS[name][0] :][: LIMITS[name][1]], "little")
    for name in needs.get("features", []):
        if name not in has:
            raise Skipped(f"without {name}")
    for name in needs.get("without", []):
        if name in has:
            raise Skipped(f"with {name}")
    for bound, is_outside in (("at_least", int.__lt__), ("at_most", int.__gt__)):
        for name, limit in needs.get(bound, {}).items():
            if is_outside(value(name), limit):
                raise Skipped(f"{name} is {value(name)}, not {bound.replace('_', ' ')} {limit}")


class Player:
    """Plays a dialogue.

    `dongle` has clock() in ms, put(bytes), do(step), and run(ms), which returns the frames that came, at once when
    some have. `slack`: ms that the machine may take in addition. `quiet`: ms in which nothing may come at the end.
    `is_dead`: it has no power.
    """

    def __init__(self, dongle, entry, fails_at=0):
        self.dongle, self.entry, self.fails_at = dongle, entry, fails_at
        self.known, self.waiting, self.marks, self.hears_boots = {}, [], set(), False
        self.last, self.sent = b"", ""
        self.hears_batches = any("advert" in step or "sighting" in step for step in entry["steps"])
        self.hears_logs = any("log" in step for step in entry["steps"])

    def play(self):
        for number, step in enumerate(self.entry["steps"]):
            try:
                if not self.dongle.is_dead or "restart" in step:
                    self.take(step)
            except Failed as failure:
                raise Failed(
                    f"{self.entry['name']}, step {number} ({next(iter(step))}): {failure}{self.sent}"
                ) from None
        try:
            self.wait(self.dongle.quiet)
        except Failed as failure:
            raise Failed(f"{self.entry['name']}, at its end: {failure}") from None

    def take(self, step):
        if "send" in step:
            self.nothing_waits()
            for text in step["send"]:
                body = bytes.fromhex(
                    TOKEN.sub(lambda token: self.known[token[1]].hex() if token[1] else token[0], text)
                )
                self.dongle.put(wire(body + crc32c(body).to_bytes(4, "little")))
                self.sent = f"\n  last sent {body.hex()}"
        elif "bytes" in step:
            self.dongle.put(bytes.fromhex(step["bytes"]))
        elif "wait" in step:
            self.wait(step["wait"], step.get("quiet", True))
        elif "expect" in step:
            self.expect(step)
        elif "either" in step:
            self.either(step)
        elif "collect" in step:
            self.collect(step)
        elif "power" in step:
            self.marks.clear()
            self.dongle.do({**step, "operation": self.fails_at})
        else:
            self.hears_boots = step.get("boots", self.hears_boots)
            self.waiting = [] if "restart" in step else self.waiting
            if step.keys() - {"forget", "boots"}:
                self.dongle.do(step)
            for name in step.get("forget", []):
                self.known.pop(name, None)

    def run(self, ms):
        self.waiting += filter(self.counts, self.dongle.run(ms))
        self.last = self.waiting[-1] if self.waiting else self.last

    def counts(self, frame):
        kind, is_batch = frame[0] & 15, frame[7] & 0x80
        if kind == EVENT:
            return self.hears_batches or not is_batch
        return {BOOT: self.hears_boots, LOG: self.hears_logs}.get(kind, True)

    def nothing_waits(self):
        self.run(0)
        if self.waiting and not self.dongle.is_dead:
            raise Failed(f"nothing is expected, and there came {self.waiting[0].hex()}")

    def wait(self, ms, quiet=True):
        until = self.dongle.clock() + ms
        while (left := until - self.dongle.clock()) > 0:
            self.run(left)
            if quiet:
                self.nothing_waits()

    def gather(self, is_enough, within):
        until = self.dongle.clock() + within + self.dongle.slack
        while not is_enough() and (left := until - self.dongle.clock()) > 0 and not self.dongle.is_dead:
            self.run(left)

    def expect(self, step):
        patterns = list(step["expect"])
        self.gather(lambda: len(self.waiting) >= len(patterns), step.get("within", 100))
        if self.dongle.is_dead:
            return
        while patterns:
            if not self.waiting:
                raise Failed(f"there did not come {patterns[0]}")
            frame = self.waiting.pop(0)
            fitting = [
                each for each in (patterns if step.get("any_order") else patterns[:1]) if self.matches(each, frame)
            ]
            if not fitting:
                at = self.mismatch(patterns[0], frame)
                place = f"payload offset {at - 8}" if at >= 8 else f"header offset {at}"
                raise Failed(
                    f"another frame came, from {place} on\n  expected  {patterns[0]}\n  came      {frame.hex()}"
                )
            patterns.remove(fitting[0])
        self.marks.add(step.get("mark"))

    def either(self, step):
        lists = [
            each
            for each, mark in zip(step["either"], step.get("unless", [""] * len(step["either"])))
            if not mark or mark not in self.marks
        ]
        fits = lambda: next(
            (each for each in lists if len(each) <= len(self.waiting) and all(map(self.matches, each, self.waiting))),
            None,
        )
        self.gather(lambda: fits() is not None, step.get("within", 100))
        if (found := fits()) is None:
            raise Failed(f"none fits what came: {[frame.hex() for frame in self.waiting]}")
        del self.waiting[: len(found)]

    def matches(self, pattern, frame):
        return self.mismatch(pattern, frame) is None

    def mismatch(self, pattern, frame):
        """Returns where a frame differs, or None, having bound what the pattern names, if all of it fits."""
        at, bound = 0, dict(self.known)
        for token in TOKEN.finditer(pattern):
            if token[0] == "*":
                at = len(frame)
                break
            start, width = at, int(token[3] or 1)
            part = frame[at : at + width]
            at += width
            if len(part) < width or (token[2] and part == bound.get(token[2])):
                return start
            if token[1] == "now":
                late = (int.from_bytes(part, "little") - int(self.dongle.clock())) % 2**32
                bound.setdefault("now", late)
                if abs((late - bound["now"] + 2**31) % 2**32 - 2**31) > TOLERANCE + self.dongle.slack:
                    return start
            elif token[1]:
                if bound.setdefault(token[1], part) != part:
                    return start
            elif token[0][0] not in "{?" and part != bytes.fromhex(token[0]):
                return start
        if at != len(frame):
            return at
        self.known = bound
        return None

    def collect(self, step):
        """Takes numbered values until all are accounted for, received or lost."""
        seen = lost = 0
        counter, until = step.get("counter", 0), list(step.get("last", []))
        while seen + lost < step["total"] or until:
            self.gather(lambda: self.waiting, 1000)
            if not self.waiting:
                raise Failed(f"{seen} came and {lost} were told lost, of {step['total']}")
            frame = self.waiting.pop(0)
            code, body = int.from_bytes(frame[6:8], "little"), frame[8:]
            if step["collect"] == "adverts":
                first, at = int.from_bytes(body[:4], "little"), 9
                lost, index = first - seen, first
                while at < len(body):
                    value = body[at + 13 :][: int.from_bytes(body[at + 11 : at + 13], "little")]
                    if int.from_bytes(value[2:6], "little") != index:
                        raise Failed(f"advert {int.from_bytes(value[2:6], 'little')} has number {index}")
                    at, index, seen = at + 13 + len(value), index + 1, seen + 1
                continue
            if frame[0] & 15 != EVENT or int.from_bytes(frame[4:6], "little") != counter % 65536:
                raise Failed(f"event {counter} is expected, and there came {frame.hex()}")
            counter += 1
            if code == 4 and int.from_bytes(body[10:14], "little") != seen + lost:
                raise Failed(f"value {seen + lost} is expected, and there came {frame.hex()}")
            seen, lost = seen + (code == 4), lost + (int.from_bytes(body[2:6], "little") if code == 6 else 0)
            if until[:1] == [code] and (step.get("anywhere") or seen + lost == step["total"]):
                until.pop(0)
            elif code not in (4, 6):
                raise Failed(f"there came {frame.hex()}")
            grant = bytes([0x10 | GRANT, 0]) + frame[2:4] + bytes(4) + (counter % 65536).to_bytes(2, "little") + b"\0"
            self.dongle.put(wire(grant + crc32c(grant).to_bytes(4, "little")))
        if seen + lost != step["total"] or lost == 0:
            raise Failed(f"{seen} came and {lost} were lost, of {step['total']}")
        self.known["lost"] = lost.to_bytes(4, "little")
