"""All dialogues: sequences of frames, with what else happens to the dongle. ../README.md describes the form."""

from .adverts import batches, filters, losses
from .attributes import reading_and_writing, values
from .checks import fields_in_order, order
from .clearing import clearing, states
from .connections import breaking_off, connecting, ending
from .cuts import cuts
from .decided import decided
from .events import scans, stream_a
from .other_streams import logs, sightings
from .requests import link_operations, reboots, tables
from .saving import reading, saving
from .sessions import sessions
from .transfers import commits, refusals, transfers

PARTS = [
    *(sessions, tables, order, fields_in_order, link_operations, reboots, clearing, states),
    *(stream_a, scans, filters, batches, losses, logs, sightings),
    *(connecting, reading_and_writing, breaking_off, ending, values),
    *(transfers, refusals, commits, saving, reading, cuts, decided),
]


def dialogues():
    return [each.entry for part in PARTS for each in part()]
