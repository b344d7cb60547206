"""Section 11 of SPEC.md: one config in two areas."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

from . import state_file
from .protocol import Refusal, Status, blob, invalid, too_large
from .requests import ConfigBegin, ConfigCommit, ConfigData, ConfigRead
from .state_file import ANY_BASE, LARGEST, Area, State

# Received data are kept in complete units over a restart.
UNIT = 256
BY_COMMIT, BY_SAVE, BY_LOAD, BY_RESET = range(1, 5)


class ConfigStore:
    """Tracks the active config, the saved config, and the config being received.

    Changes are in the file before the request is answered; without a file they last as long as the
    program.
    """

    def __init__(self, path: Path | None, factory: bytes = b"{}") -> None:
        self._path = path
        self._factory = factory
        self._state = State() if path is None else state_file.read(path)
        self.device_id = self._state.device_id
        self._transfers = 0
        self.boot()

    def make(self) -> None:
        """Makes the file if it is not there. Raises StateError."""
        if self._path is not None and not self._path.exists():
            try:
                self._keep()
            except Refusal as refusal:
                raise state_file.StateError(
                    f"{self._path} cannot be made: {refusal.__cause__}", is_unavailable=True
                ) from refusal

    def _keep(self) -> None:
        if self._path is not None:
            state_file.keep(self._path, self._state)

    # States

    def boot(self) -> None:
        """Makes the saved config active; received data that were not saved become staging."""
        self._transfer: int | None = None
        self._saved = self._find_saved()
        self._active: Area | None = self._saved
        rest = [area for area in self._state.areas if area.length > 0 and area is not self._saved]
        # Of two areas, the one without a mark: the other was replaced by the newer one.
        self._staging: Area | None = next((area for area in rest if area.mark == 0), None)
        if self._staging is not None:
            # Complete units only.
            whole = self._staging.data
            if not self._staging.is_complete:
                self._staging.data = whole[: len(whole) // UNIT * UNIT]

    def _find_saved(self) -> Area | None:
        marked = [
            area for area in self._state.areas if area.mark and area.is_complete and _digest(area.data) == area.digest
        ]
        newest = max(marked, key=lambda area: area.mark, default=None)
        return newest if newest is not None and newest.mark > self._state.withdrawn else None

    @property
    def _sequence(self) -> int:
        return max(self._state.withdrawn, *(area.mark for area in self._state.areas))

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
        return [area for area in self._state.areas if area is not self._active and area is not self._saved]

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
        before = self._state.withdrawn, self._active.mark if self._active else 0
        if self._active is None:
            # The mark takes the place of what is being received.
            if self._staging is not None:
                self._staging.__init__()  # type: ignore[misc]
            self._staging = self._transfer = None
            self._state.withdrawn = self._sequence + 1
        else:
            self._active.mark = self._sequence + 1
        try:
            self._keep()
        except Refusal:
            self._state.withdrawn = before[0]
            if self._active:
                self._active.mark = before[1]
            raise
        self._saved = self._active
        return struct.pack("<I", self._sequence), True

    def check_load(self) -> None:
        """Raises the reason why nothing can be loaded."""
        if self._saved is None:
            raise Refusal(Status.NOTHING_SAVED)

    def load(self) -> None:
        self.check_load()
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
