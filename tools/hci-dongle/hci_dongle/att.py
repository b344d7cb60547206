"""The Attribute Protocol, as a client: Core Specification, Vol 3, Part F."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

from .protocol import Refusal, Status

SMALLEST_MTU = 23
# Vol 3, Part F, 3.3.3: after this time without an answer no more may be sent.
TRANSACTION_LIMIT = 30.0

ERROR = 0x01
MTU_REQUEST, MTU_RESPONSE = 0x02, 0x03
FIND_INFORMATION = 0x04
READ_BY_TYPE = 0x08
READ, READ_BLOB = 0x0A, 0x0C
READ_BY_GROUP_TYPE = 0x10
WRITE = 0x12
PREPARE_WRITE, EXECUTE_WRITE = 0x16, 0x18
NOTIFICATION, INDICATION, CONFIRMATION = 0x1B, 0x1D, 0x1E
WRITE_COMMAND = 0x52

REQUEST_NOT_SUPPORTED = 0x06
ATTRIBUTE_NOT_FOUND = 0x0A
ATTRIBUTE_NOT_LONG = 0x0B


class Bearer:
    """Sends one request at a time, in order, and receives packets that the peer sends by itself.

    A request still has to be answered before the next one is sent, even if its caller has given up:
    ATT cannot cancel a request, and an answer does not name its request.
    """

    def __init__(self, send: Callable[[bytes], None], largest_mtu: int) -> None:
        self._send = send
        self._largest_mtu = largest_mtu
        self.mtu = SMALLEST_MTU
        # MTU that this side offered in its exchange.
        self.wanted_mtu = SMALLEST_MTU
        self.is_mtu_exchanged = False
        # Whether the peer may hold parts of a long write that was given up.
        self.has_prepared = False
        self.on_value: Callable[[int, bytes, bool], None] = lambda handle, value, is_indication: None
        self.on_stuck: Callable[[], None] = lambda: None
        self._opcode = 0
        self._answer: asyncio.Future[bytes] | None = None
        # Set while no answer is outstanding.
        self.is_free = asyncio.Event()
        self.is_free.set()
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def request(self, opcode: int, parameters: bytes, sent: Callable[[], None] = lambda: None) -> bytes:
        """Sends a request and returns the parameters of the answer. A refusal by the peer is raised
        with the attribute's handle.
        """
        await self.is_free.wait()
        self.is_free.clear()
        loop = asyncio.get_running_loop()
        self._opcode, self._answer = opcode, loop.create_future()
        self._timer = loop.call_later(TRANSACTION_LIMIT, self.on_stuck)
        sent()
        self._send(bytes((opcode,)) + parameters)
        answer = await self._answer
        if answer[0] == ERROR:
            if len(answer) < 5:
                raise Refusal(Status.ATT)
            raise Refusal(Status.ATT | answer[4], answer[2:4])
        return answer[1:]

    def command(self, parameters: bytes) -> None:
        self._send(bytes((WRITE_COMMAND,)) + parameters)

    def confirm(self) -> None:
        self._send(bytes((CONFIRMATION,)))

    def received(self, pdu: bytes) -> None:
        """Handles a packet from the peer."""
        if not pdu:
            return
        opcode = pdu[0]
        if opcode == self._opcode + 1 or (opcode == ERROR and len(pdu) >= 2 and pdu[1] == self._opcode):
            self._answered(pdu)
        elif opcode in (NOTIFICATION, INDICATION) and len(pdu) >= 3:
            self.on_value(int.from_bytes(pdu[1:3], "little"), pdu[3:], opcode == INDICATION)
        elif opcode == MTU_REQUEST and len(pdu) == 3:
            self._send(struct.pack("<BH", MTU_RESPONSE, self._largest_mtu))
            self.mtu = max(SMALLEST_MTU, min(self._largest_mtu, int.from_bytes(pdu[1:3], "little")))
        elif opcode % 2 == 0 and opcode < 0x40 and opcode != CONFIRMATION:
            # This side is not a server. A command has no answer.
            self._send(struct.pack("<BBHB", ERROR, opcode, 0, REQUEST_NOT_SUPPORTED))

    def _answered(self, pdu: bytes) -> None:
        answer, self._answer, self._opcode = self._answer, None, 0
        if answer is None:
            return
        if pdu[0] == MTU_RESPONSE and len(pdu) >= 3:
            # Also if the caller has given up: the peer uses this MTU.
            self.mtu = max(SMALLEST_MTU, min(self.wanted_mtu, int.from_bytes(pdu[1:3], "little")))
        if self._timer is not None:
            self._timer.cancel()
        if not answer.done():
            answer.set_result(pdu)
        self.is_free.set()
