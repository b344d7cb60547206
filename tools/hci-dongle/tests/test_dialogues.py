"""The dialogues of SPEC.md, played in a time of their own."""

from __future__ import annotations

import asyncio
import contextlib
import math
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, vectors

from hci_dongle import att
from hci_dongle.config_store import ConfigStore
from hci_dongle.dongle import Dongle
from hci_dongle.framing import Decoder, Frame
from hci_dongle.protocol import Refusal
from hci_dongle.requests import Connect

sys.path.append(str(REPOSITORY / "firmware-protocol" / "vectors"))
from play_dialogues import Failed, Player, Skipped, check_needs

DIALOGUES = vectors("dialogues")
# Steps of the event loop until everything that is due has happened.
ROUNDS = 40
ASKED = {"read": (att.READ, att.READ_BLOB), "write": (att.WRITE,), "command": (att.WRITE_COMMAND,)}
ASKED |= {"mtu": (att.MTU_REQUEST,), "confirm": (att.CONFIRMATION,)}


class Power(BaseException):
    """The power has failed. Nothing may handle it."""


class OwnTime(asyncio.SelectorEventLoop):
    """An event loop whose time passes when a dialogue says so."""

    now = 1000.0

    def __init__(self) -> None:
        super().__init__()
        self.dues: list[float] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, *given: Any, **named: Any) -> asyncio.TimerHandle:
        self.dues.append(when)
        return super().call_at(when, *given, **named)

    def due(self) -> float:
        """Returns the next time for which something was planned."""
        self.dues = [due for due in self.dues if due > self.now]
        return min(self.dues, default=self.now + 1000)

    def settle(self) -> None:
        async def rounds() -> None:
            for _ in range(ROUNDS):
                await asyncio.sleep(0)

        self.run_until_complete(rounds())


class PlayedLink:
    """A connection to the peripheral of a dialogue."""

    def __init__(self, interval: int) -> None:
        self.interval = interval
        self.asked: list[bytes] = []
        self.waiting = b""
        self.is_closing = False
        self.on_att: Callable[[bytes], None] = lambda pdu: None
        self.on_lost: Callable[[int], None] = lambda reason: None

    def start(self) -> None:
        pass

    def send_att(self, pdu: bytes) -> None:
        self.asked.append(pdu)
        if pdu[0] not in (att.WRITE_COMMAND, att.CONFIRMATION):
            self.waiting = pdu

    def queued(self) -> int:
        return 0

    def disconnect(self) -> None:
        self.is_closing = True


class PlayedRadio:
    """The radio and the peripheral of a dialogue."""

    is_up, has_extended, hardware = True, False, "dialogue"

    def __init__(self) -> None:
        self.attempt: asyncio.Future[PlayedLink] | None = None
        self.links: list[PlayedLink] = []

    def scan(self, wanted: tuple[int, int, int] | None) -> None:
        pass

    async def connect(self, _wanted: Connect) -> PlayedLink:
        self.attempt = asyncio.get_running_loop().create_future()
        try:
            return await self.attempt
        finally:
            self.attempt = None

    def do(self, step: dict) -> None:
        match step["peripheral"]:
            case "connects":
                assert self.attempt is not None
                self.links.append(PlayedLink(step["interval"]))
                self.attempt.set_result(self.links[-1])
            case "cannot be reached":
                assert self.attempt is not None
                self.attempt.set_exception(Refusal(step["status"]))
            case "gives up":
                assert self.attempt is None
            case "is let go":
                if not self.links[-1].is_closing:
                    raise Failed("the connection was not closed")
                self.links[-1].on_lost(0x0416)
            case "leaves":
                self.links[-1].on_lost(0x0400 | step["reason"])
            case "notifies" | "indicates":
                opcode = att.NOTIFICATION if step["peripheral"] == "notifies" else att.INDICATION
                for value in repeated(step, "value"):
                    self.links[-1].on_att(struct.pack("<BH", opcode, step["handle"]) + value)
            case "answers":
                self._answer(bytes.fromhex(step["value"]))
            case "acknowledges":
                self._answer(b"")
            case "takes":
                self._answer(struct.pack("<H", step["mtu"]))
            case "refuses":
                link = self.links[-1]
                handle = link.waiting[1:3]
                link.on_att(bytes((att.ERROR, link.waiting[0])) + handle + bytes((step["error"],)))

    def _answer(self, parameters: bytes) -> None:
        link = self.links[-1]
        link.on_att(bytes((link.waiting[0] + 1,)) + parameters)

    def check(self, step: dict) -> None:
        asked = self.links[-1].asked
        if step["asked"] == "nothing":
            if asked:
                raise Failed(f"the peripheral was asked {asked}")
            return
        if not asked or asked[0][0] not in ASKED[step["asked"]]:
            raise Failed(f"the peripheral was asked {asked}")
        pdu = asked.pop(0)
        expected = b"" if "handle" not in step else struct.pack("<H", step["handle"])
        if step.get("offset", 0):
            expected += struct.pack("<H", step["offset"])
        expected += bytes.fromhex(step.get("value", "")) + (struct.pack("<H", step["mtu"]) if "mtu" in step else b"")
        if pdu[1:] != expected:
            raise Failed(f"the peripheral was asked {pdu.hex()}")


class PlayedStore(ConfigStore):
    """A store whose power can fail when it writes its file."""

    fails_in = 0
    on_failure: Callable[[], None] = staticmethod(lambda: None)

    def _keep(self) -> None:
        if self.fails_in:
            self.fails_in -= 1
            if self.fails_in == 0:
                self.fails_in = 1
                self.on_failure()
                raise Power
        super()._keep()


class PlayedDongle:
    """The dongle in the hands of a dialogue."""

    slack, quiet = 0, 50

    def __init__(self, folder: Path) -> None:
        self.loop = OwnTime()
        # Work that a power failure ended is not reported.
        self.loop.set_exception_handler(lambda loop, told: None)
        self.path = folder / "state"
        self.is_dead = self.is_blocked = self.has_failed = False
        self.start()

    def start(self) -> None:
        self.radio = PlayedRadio()
        self.store = PlayedStore(self.path)
        self.store.on_failure = self._lose_power
        self.store.make()
        self.decoder = Decoder(70_000)
        self.call(self._start)

    def _start(self) -> None:
        self.dongle = Dongle(self.radio, self.store, self.loop.time)

    def call(self, work: Callable[[], Any]) -> None:
        async def called() -> None:
            work()

        with contextlib.suppress(Power):
            self.loop.run_until_complete(called())
        self.loop.settle()

    def _lose_power(self) -> None:
        self.is_dead = self.has_failed = True

    def clock(self) -> int:
        return round(self.loop.now * 1000)

    def put(self, data: bytes) -> None:
        self.call(lambda: self.dongle.receive(data))

    def run(self, ms: int) -> list[bytes]:
        """Lets time pass until frames come."""
        until = self.clock() + ms
        while True:
            frames: list[bytes] = []
            self.call(lambda: frames.extend(self._take()))  # noqa: B023
            if self.is_dead:
                return []
            if frames or self.clock() >= until:
                return frames
            tick = self.clock() + math.ceil(self.dongle.seconds_to_tick() * 1000)
            due = min(until, tick, math.ceil(self.loop.due() * 1000))
            self.loop.now = max(due, self.clock() + 1) / 1000

    def _take(self) -> list[bytes]:
        self.dongle.tick(is_line_idle=True)
        frames = []
        while not self.is_blocked and (wire := self.dongle.next_frame()) is not None:
            for frame in self.decoder.feed(wire):
                assert isinstance(frame, Frame)
                frames.append(frame.decoded()[:-4])
        return frames

    def do(self, step: dict) -> None:
        if "peripheral" in step:
            self.call(lambda: self.radio.do(step))
        elif "asked" in step:
            self.radio.check(step)
        elif "advert" in step:
            self.call(lambda: self._hear(step))
        elif "log" in step:
            self.call(lambda: self.dongle.log(step["log"], step["text"]))
        elif "line" in step:
            self.is_blocked = step["line"] == "blocked"
        elif "radio" in step:
            self.call(lambda: self.dongle.scan_failed(step["status"]))
        elif "power" in step:
            self.store.fails_in = step["operation"]
        elif "restart" in step:
            self.is_dead = False
            self.start()

    def _hear(self, step: dict) -> None:
        advert = step["advert"]
        for data in repeated({**step, **advert}, "data"):
            kind = advert["pdu"] << 4 | advert["address_type"]
            self.dongle.heard(bytes.fromhex(advert["address"]), kind, advert["rssi_dbm"], data)


def repeated(step: dict, name: str) -> list[bytes]:
    """Returns the values of a step that stands for several."""
    value, at = bytes.fromhex(step[name]), step.get("numbered")
    if at is None:
        return [value] * step.get("times", 1)
    return [value[:at] + struct.pack("<I", index) + value[at + 4 :] for index in range(step["times"])]


@pytest.fixture(scope="module")
def reply(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The dongle's answer to HELLO."""
    dongle = PlayedDongle(tmp_path_factory.mktemp("first"))
    hello = next(step["send"] for entry in DIALOGUES for step in entry["steps"] if "send" in step)
    player = Player(dongle, {"steps": []})
    player.take({"send": hello})
    (frame,) = dongle.run(100)
    dongle.loop.close()
    return frame[8:]


@pytest.mark.parametrize("entry", DIALOGUES, ids=[entry["name"] for entry in DIALOGUES])
def test_a_dialogue_is_held(entry: dict, reply: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A power failure of the machine itself is not played.
    monkeypatch.setattr("os.fsync", lambda file: None)
    try:
        check_needs(entry, reply)
    except Skipped as reason:
        pytest.skip(str(reason))
    operation, has_failed = 0, True
    # The power fails at each write in turn, until there are no more.
    while has_failed:
        operation += 1
        folder = tmp_path / str(operation)
        folder.mkdir()
        dongle = PlayedDongle(folder)
        try:
            Player(dongle, entry, operation).play()
        finally:
            dongle.loop.close()
        has_failed = any("power" in step for step in entry["steps"]) and dongle.has_failed
