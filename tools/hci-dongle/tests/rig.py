"""A room in its own thread, hci-dongle and perch as processes, and time limits for all of it."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

from air.hci_server import HCIServer
from air.room import Room

FOLDER = Path(__file__).resolve().parent
START_LIMIT = 20.0
STOP_LIMIT = 10.0


class Air:
    """A room and the server of its controllers."""

    def __init__(self, *, has_extended: bool = False) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.room = Room()
        self.server: HCIServer = self.do(self._serve(has_extended))

    async def _serve(self, has_extended: bool) -> HCIServer:
        server = HCIServer(self.room, has_extended=has_extended)
        await server.start()
        return server

    async def _end(self) -> None:
        await self.server.stop()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.wait_for(asyncio.gather(*rest, return_exceptions=True), STOP_LIMIT)

    def do(self, work: Coroutine[Any, Any, Any], limit: float = START_LIMIT) -> Any:
        """Runs a coroutine in the room's thread, and waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(limit)

    def call(self, function: Callable[[], Any]) -> Any:
        async def work() -> Any:
            return function()

        return self.do(work())

    def make(self, kind: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Puts a peripheral into the room."""

        async def work() -> Any:
            made = kind(self.room, *given, **named)
            await made.start()
            return made

        return self.do(work())

    @property
    def radio(self) -> str:
        return f"tcp-client:127.0.0.1:{self.server.port}"

    def close(self) -> None:
        self.do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STOP_LIMIT)


class Process:
    """A process whose lines are kept, and which is always ended, by its id."""

    def __init__(
        self, command: list[str], folder: Path, name: str, environment: dict[str, str], stdin: int = subprocess.DEVNULL
    ) -> None:
        self.log = folder / f"{name}.log"
        self._out = self.log.open("wb")
        self.process = subprocess.Popen(
            command,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=self._out,
            env=environment,
        )

    def line(self, limit: float = START_LIMIT) -> str:
        """Returns the next line of its output."""
        out = self.process.stdout
        assert out is not None
        ready, _, _ = select.select([out], [], [], limit)
        line = out.readline().decode() if ready else ""
        if not line:
            self.stop()
            raise AssertionError(f"nothing came; it said: {self.log.read_text()}")
        return line.strip()

    def wait_for(self, text: str, limit: float = START_LIMIT) -> None:
        """Waits until its log contains a text."""
        wait_until(
            lambda: text in self.log.read_text() or self.process.poll() is not None,
            limit,
            lambda: f"{text!r} in {self.log.read_text()}",
        )
        assert text in self.log.read_text(), f"it ended: {self.log.read_text()}"

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self._out.close()
        return self.process.returncode


def wait_until(holds: Callable[[], bool], limit: float, told: Callable[[], str] = lambda: "") -> None:
    """Waits until a condition holds, checking it often; raises AssertionError after the limit."""
    until = time.monotonic() + limit
    while not holds():
        if time.monotonic() > until:
            raise AssertionError(f"not within {limit} s: {told()}")
        time.sleep(0.02)


def start_dongle(air_radio: str, folder: Path, *more: str, stdin: int = subprocess.DEVNULL) -> tuple[Process, Path]:
    """Starts hci-dongle on a radio; returns the process and the path of its port."""
    port = folder / "port"
    command = [sys.executable, "-m", "hci_dongle", air_radio, "--link", str(port), "--simulated", "--verbose", *more]
    process = Process(command, folder, "hci-dongle", {**os.environ, "PYTHONPATH": str(FOLDER.parent)}, stdin)
    process.line()
    return process, port


class Perch:
    """perch with a gateway of its own. `ports` are options of `perch serve`."""

    def __init__(self, binary: Path, folder: Path, *ports: str, **environment: str) -> None:
        self.binary = binary
        self.folder = folder
        self.socket = folder / "perch.sock"
        settings = folder / "perch.toml"
        settings.write_text("")
        # The user's own settings must not apply here, and the user must not get the notices.
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PERCH_")},
            "PERCH_NOTIFY_DESKTOP": "off",
            "PERCH_CONFIG": str(settings),
            "XDG_STATE_HOME": str(folder / "state-home"),
            "XDG_CONFIG_HOME": str(folder / "config-home"),
            "NO_COLOR": "1",
            **environment,
        }
        command = [str(binary), "serve", "--config", str(settings), *ports]
        command += ["--state", str(folder / "state"), "--socket", str(self.socket)]
        self.gateway = Process(command, folder, "gateway", self.environment)
        self.gateway.wait_for(" is live on ")
        self.gateway_option = ("--gateway", f"unix:{self.socket}")

    def run(self, *words: str, limit: float = 60.0, code: int | None = 0) -> str:
        """Returns the output of a verb; with `code`, the verb must end with that exit code."""
        done = subprocess.run(
            [str(self.binary), *words, *self.gateway_option],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=limit,
            env=self.environment,
        )
        told = f"perch {' '.join(words)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
        assert code is None or done.returncode == code, f"{told}\n{self.gateway.log.read_text()}"
        return done.stdout

    def lines(self, *words: str, limit: float = 60.0, code: int | None = 0) -> list[dict[str, Any]]:
        """Returns the JSON lines of a verb."""
        return [json.loads(line) for line in self.run(*words, "--json", limit=limit, code=code).splitlines()]

    def follow(self, *words: str, limit: float) -> Iterator[str]:
        """Yields the lines of a verb as they come; the verb is killed after the limit."""
        process = Process([str(self.binary), *words, *self.gateway_option], self.folder, words[0], self.environment)
        watchdog = threading.Timer(limit, process.process.kill)
        watchdog.start()
        try:
            assert process.process.stdout is not None
            for line in process.process.stdout:
                yield line.decode()
        finally:
            watchdog.cancel()
            process.stop()

    def close(self) -> None:
        self.gateway.stop()
