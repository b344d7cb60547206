"""A promise, and the finding of an attack on it."""

from collections.abc import Callable
from dataclasses import dataclass, field


class Skipped(Exception):
    """The attack cannot be made on this machine; the text states the reason."""


@dataclass(frozen=True)
class Promise:
    # FAMILY.NAME, as on the command line.
    name: str
    # The promise in one sentence.
    promise: str
    # Description of the attack, with the names of sizes in braces.
    tried: str
    # Function that takes a field and the sizes, and returns a finding.
    attack: Callable
    short: dict = field(default_factory=dict)
    long: dict = field(default_factory=dict)
    # Whether it measures times, so that nothing may run beside it.
    is_alone: bool = False
    # Limits in seconds for the short and for the long sizes, against hangs.
    limits: tuple = (90, 600)

    def sizes(self, is_long):
        return {**self.short, **self.long} if is_long else self.short

    def limit(self, is_long):
        return self.limits[is_long]


class Finding:
    """Collects measurements, and each violation of the promise."""

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
