"""All dialogues: sequences of frames, with what else happens to the dongle. README.md describes the form."""

from dialogues_config import config
from dialogues_gatt import gatt
from dialogues_requests import requests
from dialogues_sessions import sessions
from dialogues_streams import streams


def dialogues():
    return [each.entry for part in (sessions, requests, streams, gatt, config) for each in part()]
