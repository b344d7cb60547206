"""The file that keeps the device's id and the areas of the config store; it is always replaced as a
whole.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .protocol import Refusal, Status

LARGEST = 16_384
ANY_BASE = bytes(8)


class StateError(Exception):
    """The state file cannot be read or created, or is in use. The text is for a user."""

    def __init__(self, text: str, *, is_unavailable: bool = False) -> None:
        super().__init__(text)
        self.is_unavailable = is_unavailable


@contextlib.contextmanager
def held(path: Path | None) -> Iterator[None]:
    """Locks a state against other programs. The lock is a file beside it, since the state file
    itself is replaced. It has the program's process id, and goes with it if there is no state.
    """
    if path is None:
        yield
        return
    beside = path.with_name(path.name + ".lock")
    lock = _locked(path, beside)
    try:
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        if not path.exists():
            with contextlib.suppress(OSError):
                beside.unlink()
        os.close(lock)


def _locked(path: Path, beside: Path) -> int:
    """Returns the descriptor of the lock. Raises StateError."""
    while True:
        try:
            lock = os.open(beside, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StateError(
                f"{beside} cannot be made: {error.strerror}. Next: make its folder", is_unavailable=True
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The program that had the lock before may have removed it.
            if os.path.samestat(os.fstat(lock), os.stat(beside)):
                return lock
        except FileNotFoundError:
            pass
        except BlockingIOError as error:
            holder = os.pread(lock, 20, 0).decode(errors="replace").strip()
            os.close(lock)
            who = f"another program, process {holder}," if holder.isdecimal() else "another program"
            raise StateError(f"{who} uses {path}", is_unavailable=True) from error
        except OSError as error:
            os.close(lock)
            raise StateError(f"{beside} cannot be locked: {error.strerror}", is_unavailable=True) from error
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


@dataclass
class State:
    """What outlasts the program. `withdrawn` is the sequence of the newest mark that withdraws the
    saved config.
    """

    device_id: bytes = field(default_factory=lambda: os.urandom(8))
    withdrawn: int = 0
    areas: list[Area] = field(default_factory=lambda: [Area(), Area()])

    @property
    def is_possible(self) -> bool:
        return (
            len(self.areas) == 2
            and len(self.device_id) == 8
            and all(each.is_possible for each in self.areas)
            and 0 <= self.withdrawn < 1 << 32
        )


def read(path: Path) -> State:
    """Returns the state in a file; a new one if it is not there. Raises StateError."""
    try:
        text = path.read_text()
    except FileNotFoundError:
        return State()
    except (OSError, UnicodeDecodeError) as error:
        raise StateError(f"{path} cannot be read: {error}") from error
    try:
        kept = json.loads(text)
        if kept["format"] != 1:
            raise StateError(f"{path} is of another version of this program. Next: move it away")
        areas = [
            Area(
                int(each["length"]),
                bytes.fromhex(each["digest"]),
                bytes.fromhex(each["base"]),
                base64.b64decode(each["data"], validate=True),
                int(each["mark"]),
            )
            for each in kept["areas"]
        ]
        state = State(bytes.fromhex(kept["device_id"]), int(kept["withdrawn"]), areas)
        if not state.is_possible:
            raise ValueError("it holds what no dongle has kept")
    except (ValueError, KeyError, TypeError, binascii.Error) as error:
        raise StateError(f"{path} is no state of a dongle ({error}). Next: move it away") from error
    return state


def keep(path: Path, state: State) -> None:
    """Writes a state to its file, and waits until it is on the disk. Raises FLASH."""
    kept = {
        "format": 1,
        "device_id": state.device_id.hex(),
        "withdrawn": state.withdrawn,
        "areas": [
            {
                "length": area.length,
                "digest": area.digest.hex(),
                "base": area.base.hex(),
                "data": base64.b64encode(area.data).decode(),
                "mark": area.mark,
            }
            for area in state.areas
        ],
    }
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise Refusal(Status.FLASH) from error
