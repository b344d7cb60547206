"""Serves the example on a pseudo-terminal, whose path it prints, until SIGTERM."""

import os
import time
import tty

from minimal_dongle import MinimalDongle

started = time.monotonic()
line, port = os.openpty()
tty.setraw(port)
print(os.ttyname(port), flush=True)
dongle = MinimalDongle(boot_id=int.from_bytes(os.urandom(4), "little"), device_id=b"EXAMPLE1")
while True:
    answer = dongle.receive(os.read(line, 4096), uptime=int((time.monotonic() - started) * 1000) % 2**32)
    while answer:
        answer = answer[os.write(line, answer) :]
