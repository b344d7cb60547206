"""An HCI controller that Bumble opens, opened again when it is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from bumble import hci
from bumble.host import Host
from bumble.transport import open_transport
from bumble.transport.common import Transport

from .absence import Absence, RadioLost, absence, claimed, words
from .protocol import Refusal, Status
from .reports import is_report

logger = logging.getLogger(__name__)

OPEN_LIMIT = 15.0
# A USB device that was pulled may not give back what was under way.
CLOSE_LIMIT = 1.5
PREPARE_LIMIT = 5.0
COMMAND_LIMIT = 2.0
WATCH_INTERVAL = 5.0
UNASKED_AFTER = 1.0
FIRST_BACK_OFF, LONGEST_BACK_OFF = 0.5, 10.0
# Bluetooth 4.0, the first version with Low Energy.
OLDEST_HCI = hci.HCI_VERSION_BLUETOOTH_CORE_4_0
# Commands of a controller with extended scanning.
EXTENDED_COMMANDS = (
    hci.HCI_LE_SET_EXTENDED_SCAN_PARAMETERS_COMMAND,
    hci.HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND,
    hci.HCI_LE_EXTENDED_CREATE_CONNECTION_COMMAND,
)


class WatchedHost(Host):
    """A host that reports when the controller has failed or restarted, and takes reports of adverts
    out before Bumble makes objects of them.
    """

    on_restart: Callable[[str], None] = staticmethod(lambda why: None)
    on_report: Callable[[bytes], None] = staticmethod(lambda packet: None)
    last_answer = 0.0

    def on_packet(self, packet: bytes) -> None:
        if not is_report(packet):
            super().on_packet(packet)
        elif self.ready:
            self.on_report(packet)

    def on_hci_hardware_error_event(self, event: hci.HCI_Event) -> None:
        self.on_restart("the controller reports a hardware error")

    def on_hci_command_complete_event(self, event: hci.HCI_Command_Complete_Event) -> None:
        if event.command_opcode == 0 and self.ready and self._is_unasked():
            # Zephyr's controllers send this when they have started.
            self.on_restart("the controller has started anew")
        super().on_hci_command_complete_event(event)

    def _is_unasked(self) -> bool:
        """Whether no command was answered just now: some controllers send the same event to signal
        that they accept another command.
        """
        quiet = asyncio.get_running_loop().time() - self.last_answer
        return self.pending_command is None and quiet > UNASKED_AFTER

    def on_command_processed(self, event: hci.HCI_Command_Complete_Event | hci.HCI_Command_Status_Event) -> None:
        self.last_answer = asyncio.get_running_loop().time()
        super().on_command_processed(event)


class Controller:
    """Keeps one controller open while `run` runs."""

    def __init__(self, name: str, transport: str, own_address: bytes) -> None:
        """`name` is the user's name of the controller, `transport` Bumble's."""
        self._name = name
        self._transport = transport
        # A random static address: the two highest bits are set, but not all others.
        self._own_address = hci.Address(
            own_address[:5] + bytes((own_address[5] | 0xC0,)), hci.Address.RANDOM_DEVICE_ADDRESS
        )
        self.is_up = False
        self.has_extended = False
        self.hardware = "HCI"
        self.on_log: Callable[[int, str], None] = lambda level, text: None
        self.was_tried = asyncio.Event()
        # Reason why there is no controller at the moment.
        self.absence: Absence | None = None
        self._host: WatchedHost | None = None
        self._lost: asyncio.Future[str] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # Opening

    async def run(self) -> None:
        """Opens the controller, and opens it again when it is lost, each time after a longer pause."""
        back_off = FIRST_BACK_OFF
        while True:
            try:
                with claimed(self._transport):
                    async with asyncio.timeout(OPEN_LIMIT):
                        transport = await open_transport(self._transport)
                    await self._hold(transport)
                back_off = FIRST_BACK_OFF
            except Exception as error:  # whatever the transport's library raises
                self._tell_absence(absence(self._transport, error))
            self.was_tried.set()
            await asyncio.sleep(back_off)
            back_off = min(back_off * 2, LONGEST_BACK_OFF)

    def _tell_absence(self, absence: Absence) -> None:
        last, self.absence = self.absence, absence
        self.on_log(0, f"No controller at {self._name}: {absence}")
        if last is None or last.step != absence.step:
            self.on_log(0, f"Next: {absence.step}")

    async def _hold(self, transport: Transport) -> None:
        """Uses a controller until it is lost. Raises the error that prevented its use."""
        try:
            try:
                why = await self._use(transport)
            except Exception as error:  # a controller can answer anything
                if not self.is_up:
                    raise error if isinstance(error, RadioLost) else RadioLost(words(error)) from error
                why = words(error)
            # Before the scan fails: a host looks for the reason in the log.
            self.on_log(0, f"The radio is lost: {why}")
        finally:
            self._down()
            with contextlib.suppress(Exception):
                async with asyncio.timeout(CLOSE_LIMIT):
                    await transport.close()

    async def _use(self, transport: Transport) -> str:
        """Returns the reason of the end. Raises the error that prevented any use."""
        lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._lost = lost
        transport.source.terminated.add_done_callback(lambda _: self.give_up("its line was closed"))
        host = WatchedHost(transport.source, transport.sink)
        host.on_restart = self.give_up
        host.on_report = self._report
        self._listen(host)
        async with asyncio.timeout(PREPARE_LIMIT):
            await self._prepare(host, lost)
        if lost.done():
            raise RadioLost(lost.result())
        self._host = host
        self.is_up = True
        self.absence = None
        self.on_log(2, f"The radio is up: {self.hardware}")
        self.was_tried.set()
        while not lost.done():
            done, _ = await asyncio.wait([lost], timeout=WATCH_INTERVAL)
            if not done:
                try:
                    await self._command(hci.HCI_Read_BD_ADDR_Command())
                except Refusal as refusal:
                    if refusal.status == Status.RADIO:
                        return "it does not answer"
        return lost.result()

    async def _prepare(self, host: WatchedHost, lost: asyncio.Future[str]) -> None:
        reset = asyncio.get_running_loop().create_task(host.reset(driver_factory=None))
        reset.add_done_callback(settled)
        try:
            await asyncio.wait([reset, lost], return_when=asyncio.FIRST_COMPLETED)
            if not reset.done():
                raise RadioLost(lost.result())
            reset.result()
        finally:
            reset.cancel()
        version = host.local_version
        spoken = version.hci_version if version else 0
        if spoken < OLDEST_HCI:
            raise RadioLost(f"it speaks HCI version {spoken}; {OLDEST_HCI} (Bluetooth 4.0) at least is needed")
        if not host.supports_command(hci.HCI_LE_SET_SCAN_ENABLE_COMMAND) and not host.supports_command(
            hci.HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND
        ):
            raise RadioLost("it has no Bluetooth Low Energy")
        # Some have the feature, and not all of its commands.
        self.has_extended = host.supports_le_features(hci.LeFeatureMask.LE_EXTENDED_ADVERTISING) and all(
            host.supports_command(each) for each in EXTENDED_COMMANDS
        )
        self.hardware = f"HCI {spoken} of {version.company_identifier:04x}" if version else "HCI"
        if host.supports_command(hci.HCI_WRITE_LE_HOST_SUPPORT_COMMAND):
            # A controller for Classic, too, may keep Low Energy off until its host wants it.
            enable = hci.HCI_Write_LE_Host_Support_Command(le_supported_host=1, simultaneous_le_host=0)
            await to_its_end(host.send_sync_command(enable, COMMAND_LIMIT))
        take = hci.HCI_LE_Set_Random_Address_Command(random_address=self._own_address)
        await to_its_end(host.send_sync_command(take, COMMAND_LIMIT))

    def give_up(self, why: str) -> None:
        if self._lost is not None and not self._lost.done():
            self._lost.set_result(why)

    def _down(self) -> None:
        """Forgets the controller."""
        self.is_up = False
        self._host = None

    def _listen(self, host: Host) -> None:
        """Subscribes to the wanted events."""

    def _report(self, packet: bytes) -> None:
        """Handles an HCI packet with reports of adverts."""

    # Commands

    async def _command(self, command: hci.HCI_SyncCommand | hci.HCI_AsyncCommand) -> None:
        """Sends a command. Raises HCI with the controller's error, or RADIO if there is no answer."""
        await to_its_end(self._exchange(command))

    async def _exchange(self, command: hci.HCI_SyncCommand | hci.HCI_AsyncCommand) -> None:
        host = self._host
        if host is None:
            raise Refusal(Status.RADIO)
        try:
            if isinstance(command, hci.HCI_AsyncCommand):
                await host.send_async_command(command, response_timeout=COMMAND_LIMIT)
            else:
                await host.send_sync_command(command, response_timeout=COMMAND_LIMIT)
        except hci.HCI_Error as error:
            raise Refusal(Status.HCI | error.error_code) from error
        except TimeoutError as error:
            self.give_up("it does not answer")
            raise Refusal(Status.RADIO) from error
        except Exception as error:  # an answer of another kind, or a line that is gone
            logger.debug("command failed", exc_info=True)
            raise Refusal(Status.RADIO) from error

    def _spawn(self, work) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def to_its_end(exchange: Coroutine[Any, Any, object]) -> None:
    """Waits for the exchange of a command in a task of its own, which is never cancelled.

    The answer to a cancelled command would be taken for that of the next one. And in Python 3.11
    `asyncio.wait_for`, by which Bumble waits, swallows a cancellation that comes in the same turn
    of the loop as the answer.
    """
    task = asyncio.get_running_loop().create_task(exchange)
    task.add_done_callback(settled)
    await asyncio.shield(task)


def settled(task: asyncio.Task[Any]) -> None:
    """Reads a task's error, so that asyncio does not complain that nobody did."""
    if not task.cancelled():
        task.exception()
