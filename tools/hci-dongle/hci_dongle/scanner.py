"""The scanning part of a radio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bumble import hci

from .controller import Controller
from .protocol import Refusal, Status
from .reports import Reports


class Scanner(Controller):
    """A controller that scans. A scan makes way for an attempt to connect if the controller cannot
    do both.
    """

    def __init__(self, name: str, transport: str, own_address: bytes) -> None:
        super().__init__(name, transport, own_address)
        self.on_scan_failed: Callable[[int], None] = lambda status: None
        self.reports = Reports()
        self._wanted_scan: tuple[int, int, int] | None = None
        self._scan_lock = asyncio.Lock()
        # Whether the scan was paused for an attempt.
        self._has_paused_scan = False

    @property
    def is_connecting(self) -> bool:
        """Whether an attempt to connect is under way."""
        return False

    def _report(self, packet: bytes) -> None:
        self.reports.take(packet)

    def _down(self) -> None:
        super()._down()
        self._forget_pieces()
        if self._wanted_scan is not None:
            self._wanted_scan = None
            self.on_scan_failed(Status.RADIO)

    def _forget_pieces(self) -> None:
        if self.reports.dropped:
            self.on_log(1, f"{self.reports.dropped} adverts in pieces were dropped")
        if self.reports.malformed:
            self.on_log(1, f"{self.reports.malformed} malformed reports of adverts were dropped")
        self.reports.clear()

    def scan(self, wanted: tuple[int, int, int] | None) -> None:
        """Scans with {mode, interval, window}, or stops. `on_scan_failed` reports a failure."""
        self._wanted_scan = wanted
        self._forget_pieces()
        self._spawn(self._apply_scan())

    async def _apply_scan(self) -> None:
        async with self._scan_lock:
            wanted = self._wanted_scan
            was_connecting = self.is_connecting
            try:
                await self._set_scan(None)
                if wanted is not None:
                    await self._set_scan(wanted)
            except Refusal as refusal:
                if was_connecting and refusal.status == Status.HCI | hci.HCI_COMMAND_DISALLOWED_ERROR:
                    # The controller cannot do both; the attempt may have ended since.
                    self._has_paused_scan = self.is_connecting
                    if not self._has_paused_scan:
                        self._spawn(self._apply_scan())
                elif wanted is not None and self._wanted_scan == wanted:
                    self._wanted_scan = None
                    self.on_scan_failed(refusal.status)

    async def _set_scan(self, wanted: tuple[int, int, int] | None) -> None:
        if wanted is not None:
            mode, interval, window = wanted
            random = hci.OwnAddressType.RANDOM
            if self.has_extended:
                await self._command(
                    hci.HCI_LE_Set_Extended_Scan_Parameters_Command(
                        own_address_type=random,
                        scanning_filter_policy=0,
                        scanning_phys=1,
                        scan_types=[mode],
                        scan_intervals=[interval],
                        scan_windows=[window],
                    )
                )
            else:
                await self._command(
                    hci.HCI_LE_Set_Scan_Parameters_Command(
                        le_scan_type=mode,
                        le_scan_interval=interval,
                        le_scan_window=window,
                        own_address_type=random,
                        scanning_filter_policy=0,
                    )
                )
        enable = int(wanted is not None)
        try:
            if self.has_extended:
                await self._command(
                    hci.HCI_LE_Set_Extended_Scan_Enable_Command(
                        enable=enable, filter_duplicates=0, duration=0, period=0
                    )
                )
            else:
                await self._command(hci.HCI_LE_Set_Scan_Enable_Command(le_scan_enable=enable, filter_duplicates=0))
        except Refusal as refusal:
            # Some controllers refuse to stop a scan that does not run.
            if enable or refusal.status != Status.HCI | hci.HCI_COMMAND_DISALLOWED_ERROR:
                raise

    async def _pause_scan(self) -> None:
        async with self._scan_lock:
            self._has_paused_scan = True
            await self._set_scan(None)

    def _resume_scan(self) -> None:
        if self._has_paused_scan:
            self._has_paused_scan = False
            self._spawn(self._apply_scan())
