"""The end of the program: what asks for it is heeded, whatever the program does at that moment."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import pytest
from bumble import hci
from radio_rig import Rig
from rig import FOLDER

from hci_dongle import program
from hci_dongle.controller import WatchedHost

PREPARING = (hci.HCI_WRITE_LE_HOST_SUPPORT_COMMAND, hci.HCI_LE_SET_RANDOM_ADDRESS_COMMAND)


@pytest.mark.parametrize("last", PREPARING)
def test_an_end_in_the_same_turn_of_the_loop_as_an_answer_is_heeded(last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        rig = Rig()
        answered = WatchedHost.on_command_processed
        asked: list[int] = []

        def answered_and_ended(host: WatchedHost, event: hci.HCI_Command_Complete_Event) -> None:
            answered(host, event)
            if event.command_opcode == last and not asked:
                asked.append(last)
                rig.task.cancel()

        def prepare(controller) -> None:
            controller.supported_commands = controller.supported_commands | {hci.HCI_WRITE_LE_HOST_SUPPORT_COMMAND}

        monkeypatch.setattr(WatchedHost, "on_command_processed", answered_and_ended)
        rig.server.prepare = prepare
        await rig.start()
        try:
            await asyncio.wait([rig.task], timeout=5)
            assert asked and rig.task.cancelled()
        finally:
            await rig.stop()

    asyncio.run(play())


# A program that never heeds its cancellation, and one whose loop hangs.
DEAF = "while True:\n        try: await asyncio.sleep(60)\n        except asyncio.CancelledError: pass"
HUNG = "try: await asyncio.sleep(60)\n    finally: time.sleep(60)"


@pytest.mark.parametrize("work", [DEAF, HUNG])
def test_a_program_that_does_not_end_in_order_ends_at_once_after_2_s(work: str) -> None:
    script = (
        "import asyncio, sys, time\n"
        "from hci_dongle.program import Ending, end_with_input\n"
        "async def main():\n"
        "    end = Ending(asyncio.current_task()).begin\n"
        "    end_with_input(asyncio.get_running_loop(), end)\n"
        "    print('runs', flush=True)\n"
        f"    {work}\n"
        "asyncio.run(main())\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=FOLDER.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == "runs\n"
        begun = time.monotonic()
        process.stdin.close()
        assert process.wait(program.END_LIMIT + 5) == 70
        assert time.monotonic() - begun >= program.END_LIMIT
        assert process.stderr.read() == "hci-dongle: it did not end within 2 s, and ends at once\n"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
