"""Names of radios: the examples that the gateway's tests read too."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from rig import FOLDER

from hci_dongle.radio_names import bumble_name

EXAMPLES = json.loads((FOLDER.parent / "radio-names.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each["name"])
def test_each_example_is_taken_or_refused_as_it_says(example: dict) -> None:
    assert (example["bumble"] is not None) == example["ok"]
    assert bumble_name(example["name"]) == example["bumble"]


@pytest.mark.skipif(shutil.which("systemd-escape") is None, reason="systemd-escape is not installed")
def test_each_good_example_has_the_instance_name_that_systemd_gives_it() -> None:
    good = [each for each in EXAMPLES if each["ok"]]
    done = subprocess.run(["systemd-escape", "--", *(each["name"] for each in good)], capture_output=True, text=True)
    assert done.stdout.split() == [each["escaped"] for each in good]
