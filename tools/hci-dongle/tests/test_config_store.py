"""The config store: its content after restarts, and its refusals."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from pathlib import Path

import pytest

from hci_dongle.config_store import UNIT, ConfigStore
from hci_dongle.protocol import Refusal, Status
from hci_dongle.requests import ConfigBegin, ConfigCommit, ConfigData, ConfigRead
from hci_dongle.state_file import ANY_BASE, LARGEST, StateError

CHUNK = 64


def begin(store: ConfigStore, text: bytes, base: bytes = ANY_BASE) -> tuple[int, int]:
    digest = hashlib.sha256(text).digest()
    wanted = ConfigBegin(1000, len(text), digest, base)
    store.check_begin(wanted)
    transfer, following, _ = struct.unpack("<HIH", store.begin(wanted, CHUNK))
    return transfer, following


def send(store: ConfigStore, transfer: int, text: bytes, start: int = 0) -> None:
    for at in range(start, len(text), CHUNK):
        store.data(ConfigData(transfer, at, text[at : at + CHUNK]), CHUNK)


def push(store: ConfigStore, text: bytes) -> None:
    transfer, following = begin(store, text)
    send(store, transfer, text, following)
    commit(store, transfer, text)


def commit(store: ConfigStore, transfer: int, text: bytes) -> None:
    wanted = ConfigCommit(1000, transfer, hashlib.sha256(text).digest()[:8])
    store.check_commit(wanted)
    store.commit(wanted)


def active(store: ConfigStore) -> bytes:
    return store.read(ConfigRead(0, 0, 500), 528)[8:]


def test_only_what_was_saved_outlives_a_restart(tmp_path: Path) -> None:
    store = ConfigStore(tmp_path / "state")
    push(store, b"one")
    store.save()
    push(store, b"two")
    assert active(store) == b"two"
    store = ConfigStore(tmp_path / "state")
    assert active(store) == b"one"
    # A config that was committed and not saved is complete staging.
    transfer, following = begin(store, b"two")
    assert following == 3
    commit(store, transfer, b"two")
    assert active(store) == b"two"


@pytest.mark.parametrize("sent", [0, 16, 240, 256, 272, 512, 592])
def test_a_transfer_goes_on_after_a_restart_behind_the_last_whole_unit(tmp_path: Path, sent: int) -> None:
    text = bytes(range(200)) * 3
    store = ConfigStore(tmp_path / "state")
    transfer, _ = begin(store, text)
    for at in range(0, sent, 16):
        store.data(ConfigData(transfer, at, text[at : at + 16]), CHUNK)
    store = ConfigStore(tmp_path / "state")
    transfer, following = begin(store, text)
    assert following == sent // UNIT * UNIT
    send(store, transfer, text, following)
    commit(store, transfer, text)
    assert store.read(ConfigRead(0, 0, 600), 1000)[8:] == text


def test_both_areas_taken_is_unsaved_until_one_is_saved(tmp_path: Path) -> None:
    store = ConfigStore(tmp_path / "state")
    push(store, b"one")
    store.save()
    push(store, b"two")
    with pytest.raises(Refusal) as raised:
        begin(store, b"three")
    assert raised.value.status == Status.UNSAVED
    store.save()
    assert begin(store, b"three")[1] == 0


def test_a_reset_that_is_saved_withdraws_what_was_saved(tmp_path: Path) -> None:
    store = ConfigStore(tmp_path / "state")
    push(store, b"one")
    first = store.save()
    assert store.save() == (first[0], False)
    store.reset()
    assert active(ConfigStore(tmp_path / "state")) == b"one"
    store.save()
    store = ConfigStore(tmp_path / "state")
    assert active(store) == b"{}"
    with pytest.raises(Refusal) as raised:
        store.load()
    assert raised.value.status == Status.NOTHING_SAVED


def test_bytes_that_are_not_what_was_announced_are_erased(tmp_path: Path) -> None:
    store = ConfigStore(tmp_path / "state")
    transfer, _ = begin(store, b"announced")
    store.data(ConfigData(transfer, 0, b"otherwise"), CHUNK)
    with pytest.raises(Refusal) as raised:
        commit(store, transfer, b"announced")
    assert raised.value.status == Status.DIGEST
    assert begin(store, b"announced")[1] == 0


def test_each_refusal_has_its_reason() -> None:
    store = ConfigStore(None)
    transfer, _ = begin(store, bytes(100))

    def refused(work) -> tuple[int, bytes]:
        with pytest.raises(Refusal) as raised:
            work()
        return raised.value.status, raised.value.detail

    assert refused(lambda: begin(store, bytes(LARGEST + 1)))[0] == Status.TOO_LARGE
    assert refused(lambda: begin(store, b"{}"))[0] == Status.UNCHANGED
    assert refused(lambda: begin(store, b"x", b"somebase"))[0] == Status.CONFLICT
    assert refused(lambda: store.data(ConfigData(9, 0, bytes(16)), CHUNK))[0] == Status.WRONG_TRANSFER
    assert refused(lambda: store.data(ConfigData(transfer, 16, bytes(16)), CHUNK)) == (Status.OFFSET, bytes(4))
    for wrong in (b"", bytes(17), bytes(112)):
        assert refused(lambda wrong=wrong: store.data(ConfigData(transfer, 0, wrong), CHUNK)) == (
            Status.INVALID_ARGUMENT,
            struct.pack("<H", 6),
        )
    assert refused(lambda: commit(store, transfer, bytes(100)))[0] == Status.INCOMPLETE


def test_each_device_has_an_id_of_its_own_and_keeps_it(tmp_path: Path) -> None:
    ids = []
    for name in ("one", "two"):
        store = ConfigStore(tmp_path / name)
        push(store, b"one")
        ids.append(store.device_id)
        assert ConfigStore(tmp_path / name).device_id == ids[-1]
    assert ids[0] != ids[1]
    assert all(len(each) == 8 for each in ids)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', '{"format": 2}', '{"format":1,"device_id":"00"}'])
def test_a_file_that_is_no_state_is_an_error_with_a_next_step(tmp_path: Path, text: str) -> None:
    (tmp_path / "state").write_text(text)
    with pytest.raises(StateError, match="Next: move it away"):
        ConfigStore(tmp_path / "state")


def test_flash_that_fails_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    store = ConfigStore(folder / "state")
    text = bytes(64)
    transfer, _ = begin(store, text)
    (folder / "state").unlink()
    folder.rmdir()
    with pytest.raises(Refusal) as raised:
        store.data(ConfigData(transfer, 0, text[:16]), CHUNK)
    assert raised.value.status == Status.FLASH
    folder.mkdir()
    send(store, transfer, text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("length", -1),
        ("length", LARGEST + 1),
        ("digest", "00"),
        ("base", ""),
        ("data", base64.b64encode(bytes(9)).decode()),
        ("mark", -1),
        ("mark", 1 << 32),
    ],
)
def test_a_state_with_a_field_that_no_store_has_is_refused(tmp_path: Path, field: str, value: object) -> None:
    path = tmp_path / "state"
    ConfigStore(path).make()
    kept = json.loads(path.read_text())
    kept["areas"][0] |= {"length": 8, "digest": bytes(32).hex(), "base": bytes(8).hex(), "mark": 0}
    path.write_text(json.dumps(kept))
    ConfigStore(path)
    kept["areas"][0][field] = value
    path.write_text(json.dumps(kept))
    with pytest.raises(StateError, match="no state of a dongle"):
        ConfigStore(path)
