"""Section 5 of SPEC.md: each request is executed once."""

from __future__ import annotations

from collections.abc import Callable

from .framing import Frame
from .protocol import Refusal, Status

STORED_ANSWER = 32


class RequestTable:
    """W entries of {id, CRC of the frame, answer}: a repeated request only gets the same answer
    again.
    """

    def __init__(self, window: int) -> None:
        self.window = window
        # Entry k begins with the id k - W, so that any id of 1...W is new.
        self._entries: list[tuple[int, int, bytes | None]] = [((k - window) & 0xFFFF, 0, b"") for k in range(window)]

    def answer(self, frame: Frame, execute: Callable[[Frame], bytes]) -> bytes:
        """Returns the answer to a request, which is executed only if it is new.

        Raises SEQUENCE_REUSED or STALE.
        """
        number, crc, answer = self._entries[frame.id % self.window]
        behind = (frame.id - number) & 0xFFFF
        if behind >= 0x8000:
            raise Refusal(Status.STALE)
        if behind == 0 and crc != frame.crc:
            raise Refusal(Status.SEQUENCE_REUSED)
        if behind == 0 and answer is not None:
            return answer
        answer = execute(frame)
        # A longer one is made again when it is needed.
        kept = answer if len(answer) <= STORED_ANSWER else None
        self._entries[frame.id % self.window] = (frame.id, frame.crc, kept)
        return answer
