"""What a promise is, and what an attack on it finds."""

from collections.abc import Callable
from dataclasses import dataclass, field


class Skipped(Exception):
    """The attack cannot be played on this machine; the text says why."""


@dataclass(frozen=True)
class Promise:
    # FAMILY.NAME, as it is chosen on the command line.
    name: str
    # One sentence.
    promise: str
    # What is done, with the names of sizes in braces.
    tried: str
    # Takes a field and the sizes, and returns a finding.
    attack: Callable
    short: dict = field(default_factory=dict)
    long: dict = field(default_factory=dict)
    # Measures times, so nothing runs beside it.
    is_alone: bool = False
    # Seconds for the short and for the long sizes, against hangs.
    limits: tuple = (90, 600)

    def sizes(self, is_long):
        return {**self.short, **self.long} if is_long else self.short

    def limit(self, is_long):
        return self.limits[is_long]


class Finding:
    """Collects what was measured, and each way in which the promise was broken."""

    def __init__(self):
        self.measured = []
        self.broken = []

    def note(self, text, *values):
        self.measured.append(text % values if values else text)

    def expect(self, holds, text, *values):
        if not holds:
            text = text % values if values else text
            self.broken.append(" ".join(text.split()))
        return holds
