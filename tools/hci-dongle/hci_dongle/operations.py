"""Section 5.1 of SPEC.md: deferred operations, each of which ends in exactly one DONE."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .protocol import Effect, Refusal, Status
from .streams import StreamA, done

logger = logging.getLogger(__name__)


class Operation:
    """One deferred operation, open until its DONE is in the ring."""

    def __init__(self, number: int) -> None:
        self.number = number
        # Whether the radio has started something that may have an effect.
        self.is_under_way = False
        # False if the operation cannot be undone: it then reports its actual outcome.
        self.can_be_cancelled = True
        self.is_finished = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.deadline: asyncio.Timeout | None = None
        self._ended_by: Refusal | None = None

    @property
    def effect(self) -> Effect:
        """Known effect of an operation that was broken off."""
        return Effect.UNKNOWN if self.is_under_way else Effect.NONE

    @property
    def ended_by(self) -> Refusal | None:
        return self._ended_by

    def settle(self) -> None:
        """Lifts the deadline: the outcome is known, and waits for what is told before it."""
        if self.deadline is not None:
            self.deadline.reschedule(None)

    def end(self, status: int) -> None:
        """Breaks the operation off with this status, unless it has an outcome."""
        if self._ended_by is None and self.task is not None and not self.is_finished.is_set():
            self._ended_by = Refusal(status)
            # After its first step: a task that is cancelled before that would never run, and never
            # signal its end.
            asyncio.get_running_loop().call_soon(self.task.cancel)


Work = Callable[[Operation], Awaitable[bytes]]


class Operations:
    """All open operations. Their number is limited by the code that starts them."""

    def __init__(self, stream: StreamA) -> None:
        self._stream = stream
        self._open: dict[int, Operation] = {}

    def __len__(self) -> int:
        return len(self._open)

    def start(self, number: int, deadline_ms: int, work: Work, closed: Callable[[], None]) -> Operation:
        """Starts an operation. `closed` is called once its DONE is in the ring, or its session is
        over.
        """
        operation = Operation(number)
        self._open[number] = operation
        operation.task = asyncio.get_running_loop().create_task(self._run(operation, deadline_ms, work, closed))
        return operation

    def cancel(self, number: int) -> None:
        operation = self._open.get(number)
        if operation is None:
            raise Refusal(Status.NOT_FOUND)
        if operation.can_be_cancelled:
            operation.end(Status.CANCELLED)

    def clear(self) -> None:
        """Ends all operations without reporting them."""
        operations, self._open = self._open, {}
        for operation in operations.values():
            operation.end(Status.CANCELLED)

    async def _run(self, operation: Operation, deadline_ms: int, work: Work, closed: Callable[[], None]) -> None:
        status, effect, body = await self._outcome(operation, deadline_ms, work)
        operation.is_finished.set()
        if self._open.get(operation.number) is not operation:
            closed()
            return

        def queued() -> None:
            if self._open.get(operation.number) is operation:
                del self._open[operation.number]
            closed()

        code, payload = done(operation.number, status, effect, body)
        self._stream.queue(code, payload, queued)

    async def _outcome(self, operation: Operation, deadline_ms: int, work: Work) -> tuple[int, Effect, bytes]:
        try:
            async with asyncio.timeout(deadline_ms / 1000) as operation.deadline:
                return Status.OK, Effect.DONE, await work(operation)
        except Refusal as refusal:
            return refusal.status, refusal.effect, refusal.body()
        except TimeoutError:
            return Status.DEADLINE, operation.effect, Refusal(Status.DEADLINE).body()
        except asyncio.CancelledError:
            if operation.ended_by is None:
                raise
            return operation.ended_by.status, operation.effect, operation.ended_by.body()
        except Exception:
            logger.exception("An operation failed for no reason that is known.")
            return Status.INTERNAL, operation.effect, Refusal(Status.INTERNAL).body()
