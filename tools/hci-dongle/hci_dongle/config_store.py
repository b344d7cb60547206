"""Section 11 of SPEC.md: one config in two areas, in a file that is always replaced as a whole."""

from __future__ import annotations

import base64
import binascii
import contextlib
import fcntl
import hashlib
import json
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .protocol import Refusal, Status, blob, invalid, too_large
from .requests import ConfigBegin, ConfigCommit, ConfigData, ConfigRead

LARGEST = 16_384
# Received data are kept in complete units over a restart.
UNIT = 256
BY_COMMIT, BY_SAVE, BY_LOAD, BY_RESET = range(1, 5)
ANY_BASE = bytes(8)


class StateError(Exception):
    """The state file cannot be read or created, or is in use. The text is for a user."""

    def __init__(self, text: str, *, is_unavailable: bool = False) -> None:
        super().__init__(text)
        self.is_unavailable = is_unavailable


@contextlib.contextmanager
def held(path: Path | None) -> Iterator[None]:
    """Locks a state against other programs. The lock is a file beside it, since the state file
    itself is replaced.
    """
    if path is None:
        yield
        return
    beside = path.with_name(path.name + ".lock")
    try:
        lock = os.open(beside, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StateError(
            f"{beside} cannot be made: {error.strerror}; make its folder, or name another file", is_unavailable=True
        ) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StateError(
                f"another program uses {path}; end it, or name another file", is_unavailable=True
            ) from error
        except OSError as error:
            raise StateError(f"{beside} cannot be locked: {error}; name another file", is_unavailable=True) from error
        yield
    finally:
        os.close(lock)


@dataclass
class Area:
    """One of the two areas. `mark` is the sequence of its save mark, 0 = none."""

    length: int = 0
    digest: bytes = b""
    base: bytes = ANY_BASE
    data: bytes = b""
    mark: int = 0

    @property
    def is_possible(self) -> bool:
        """Whether a store can have reached this state."""
        return (
            0 <= self.length <= LARGEST
            and len(self.data) <= self.length
            and len(self.digest) == (32 if self.length > 0 else 0)
            and len(self.base) == len(ANY_BASE)
            and 0 <= self.mark < 1 << 32
        )

    @property
    def is_complete(self) -> bool:
        return self.length > 0 and len(self.data) == self.length


class ConfigStore:
    """Tracks the active config, the saved config, and the config being received.

    Changes are in the file before the request is answered; without a file they last as long as the
    program.
    """

    def __init__(self, path: Path | None, factory: bytes = b"{}") -> None:
        self._path = path
        self._factory = factory
        self._areas = [Area(), Area()]
        # Sequence of the newest mark that withdraws the saved config.
        self._withdrawn = 0
        self.device_id = os.urandom(8)
        if path is not None:
            self._read_file(path)
        self._transfers = 0
        self.boot()

    # The file

    def _read_file(self, path: Path) -> None:
        try:
            text = path.read_text()
        except FileNotFoundError:
            try:
                self._keep()
            except Refusal as refusal:
                raise StateError(
                    f"{path} cannot be made: {refusal.__cause__}; name another file", is_unavailable=True
                ) from refusal
            return
        except (OSError, UnicodeDecodeError) as error:
            raise StateError(f"{path} cannot be read: {error}") from error
        try:
            kept = json.loads(text)
            if kept["format"] != 1:
                raise StateError(f"{path} is of another version of this program; name another file")
            self.device_id = bytes.fromhex(kept["device_id"])
            self._withdrawn = int(kept["withdrawn"])
            self._areas = [
                Area(
                    int(each["length"]),
                    bytes.fromhex(each["digest"]),
                    bytes.fromhex(each["base"]),
                    base64.b64decode(each["data"], validate=True),
                    int(each["mark"]),
                )
                for each in kept["areas"]
            ]
            if len(self._areas) != 2 or len(self.device_id) != 8:
                raise ValueError("two areas and an id of 8 bytes")
            if not all(each.is_possible for each in self._areas) or not 0 <= self._withdrawn < 1 << 32:
                raise ValueError("an area that cannot be")
        except (ValueError, KeyError, TypeError, binascii.Error) as error:
            raise StateError(f"{path} is no state of a dongle ({error}); remove it, or name another file") from error

    def _keep(self) -> None:
        if self._path is None:
            return
        kept = {
            "format": 1,
            "device_id": self.device_id.hex(),
            "withdrawn": self._withdrawn,
            "areas": [
                {
                    "length": area.length,
                    "digest": area.digest.hex(),
                    "base": area.base.hex(),
                    "data": base64.b64encode(area.data).decode(),
                    "mark": area.mark,
                }
                for area in self._areas
            ],
        }
        beside = self._path.with_name(self._path.name + ".new")
        try:
            with beside.open("w") as file:
                json.dump(kept, file)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
        except OSError as error:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise Refusal(Status.FLASH) from error

    # States

    def boot(self) -> None:
        """Makes the saved config active; received data that were not saved become staging."""
        self._transfer: int | None = None
        self._saved = self._find_saved()
        self._active: Area | None = self._saved
        rest = [area for area in self._areas if area.length > 0 and area is not self._saved]
        # Of two areas, the one without a mark: the other was replaced by the newer one.
        self._staging: Area | None = next((area for area in rest if area.mark == 0), None)
        if self._staging is not None:
            # Complete units only.
            whole = self._staging.data
            if not self._staging.is_complete:
                self._staging.data = whole[: len(whole) // UNIT * UNIT]

    def _find_saved(self) -> Area | None:
        marked = [area for area in self._areas if area.mark and area.is_complete and _digest(area.data) == area.digest]
        newest = max(marked, key=lambda area: area.mark, default=None)
        return newest if newest is not None and newest.mark > self._withdrawn else None

    @property
    def _sequence(self) -> int:
        return max(self._withdrawn, *(area.mark for area in self._areas))

    @property
    def _active_text(self) -> bytes:
        return self._factory if self._active is None else self._active.data

    @property
    def flags(self) -> int:
        staging = self._staging
        return (
            (self._active is None) << 0
            | (self._saved is not None) << 1
            | (self._active is self._saved) << 2
            | (staging is not None) << 3
            | (staging is not None and staging.is_complete) << 4
        )

    def changed(self, by: int) -> bytes:
        """Returns the event CONFIG_CHANGED."""
        saved = self._saved.digest[:8] if self._saved else bytes(8)
        return struct.pack("<BB", by, self.flags) + _digest(self._active_text)[:8] + saved

    # Operations

    def new_session(self) -> None:
        """Restarts the ids of transfers; received data stay."""
        self._transfer = None
        self._transfers = 0

    def check_begin(self, wanted: ConfigBegin) -> None:
        """Raises the reason why a transfer cannot begin."""
        if wanted.length > LARGEST:
            raise too_large(LARGEST)
        if _digest(self._active_text) == wanted.digest:
            raise Refusal(Status.UNCHANGED)
        self._check_base(wanted.base)
        if not self._free:
            raise Refusal(Status.UNSAVED)

    @property
    def _free(self) -> list[Area]:
        return [area for area in self._areas if area is not self._active and area is not self._saved]

    def begin(self, wanted: ConfigBegin, chunk: int) -> bytes:
        """Begins or continues a transfer that was checked."""
        staging = self._staging
        if staging is None or (staging.length, staging.digest) != (wanted.length, wanted.digest):
            staging = self._free[0] if staging is None else staging
            staging.__init__(wanted.length, wanted.digest, wanted.base)  # type: ignore[misc]
            self._staging = staging
            self._keep()
        else:
            staging.base = wanted.base
        self._transfers = self._transfers % 0xFFFF + 1
        self._transfer = self._transfers
        return struct.pack("<HIH", self._transfer, len(staging.data), chunk)

    def _check_base(self, base: bytes) -> None:
        active = _digest(self._active_text)[:8]
        if base not in (ANY_BASE, active):
            raise Refusal(Status.CONFLICT, active)

    def data(self, chunk: ConfigData, largest: int, *, is_busy: bool = False) -> bytes:
        staging = self._staging
        if staging is None or chunk.transfer != self._transfer:
            raise Refusal(Status.WRONG_TRANSFER)
        if is_busy:
            raise Refusal(Status.BUSY)
        following = len(staging.data)
        if chunk.offset != following:
            raise Refusal(Status.OFFSET, struct.pack("<I", following))
        left = staging.length - following
        is_last = len(chunk.data) == left
        if not 0 < len(chunk.data) <= left or (len(chunk.data) % 16 and not is_last):
            raise invalid(6)
        if len(chunk.data) > largest:
            raise too_large(largest)
        before = staging.data
        staging.data = before + chunk.data
        try:
            self._keep()
        except Refusal:
            staging.data = before
            raise
        return struct.pack("<HI", Status.OK, len(staging.data))

    def _is_active(self, short_digest: bytes) -> bool:
        return _digest(self._active_text)[:8] == short_digest

    def check_commit(self, wanted: ConfigCommit) -> None:
        """Raises the reason why a transfer cannot be committed, except for the digest of its bytes."""
        if self._is_active(wanted.short_digest):
            return
        staging = self._staging
        if staging is None or wanted.transfer != self._transfer:
            raise Refusal(Status.WRONG_TRANSFER)
        if staging.digest[:8] != wanted.short_digest:
            raise invalid(8)
        if not staging.is_complete:
            raise Refusal(Status.INCOMPLETE, struct.pack("<I", len(staging.data)))
        self._check_base(staging.base)

    def commit(self, wanted: ConfigCommit) -> bool:
        """Makes a checked transfer the active config; returns whether something has changed."""
        staging = self._staging
        if self._is_active(wanted.short_digest) or staging is None:
            return False
        if _digest(staging.data) != staging.digest:
            staging.__init__()  # type: ignore[misc]
            self._staging = self._transfer = None
            self._keep()
            raise Refusal(Status.DIGEST)
        self._active, self._staging, self._transfer = staging, None, None
        return True

    def save(self) -> tuple[bytes, bool]:
        """Saves the active config; returns the result, and whether something has changed."""
        if self._active is self._saved:
            return struct.pack("<I", self._sequence), False
        before = self._withdrawn, self._active.mark if self._active else 0
        if self._active is None:
            self._withdrawn = self._sequence + 1
        else:
            self._active.mark = self._sequence + 1
        try:
            self._keep()
        except Refusal:
            self._withdrawn = before[0]
            if self._active:
                self._active.mark = before[1]
            raise
        self._saved = self._active
        return struct.pack("<I", self._sequence), True

    def load(self) -> None:
        if self._saved is None:
            raise Refusal(Status.NOTHING_SAVED)
        self._activate(self._saved)

    def reset(self) -> None:
        self._activate(None)

    def _activate(self, area: Area | None) -> None:
        if self._active is area:
            return
        left, self._active = self._active, area
        # A config that was committed and not saved becomes the staging that a restart would leave.
        if left is not None and left is not self._saved and self._staging is None:
            self._staging = left

    def stat(self) -> bytes:
        saved, staging = self._saved, self._staging
        return (
            struct.pack("<HBBI32s", Status.OK, self.flags, 0, len(self._active_text), _digest(self._active_text))
            + struct.pack("<I32s", saved.length if saved else 0, saved.digest if saved else b"")
            + struct.pack(
                "<I32sI",
                staging.length if staging else 0,
                staging.digest if staging else b"",
                len(staging.data) if staging else 0,
            )
        )

    def read(self, wanted: ConfigRead, room: int) -> bytes:
        if wanted.which == 1 and self._saved is None:
            raise Refusal(Status.NOTHING_SAVED)
        text = self._active_text if wanted.which == 0 or self._saved is None else self._saved.data
        part = text[wanted.offset : wanted.offset + min(wanted.length, room - 8)]
        return struct.pack("<HI", Status.OK, len(text)) + blob(part)


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()
