"""The development server of the Payfrit API, for a gateway of a field."""

import json
import os
import subprocess
import urllib.request

from field import wait_for

# Input of `perch payfrit login`: a phone number and the one-time password that the server accepts
# from every user.
LOGIN = b"+15550100\n123456\n"
WRONG_LOGIN = b"+15550100\n999999\n"


class Backend:
    def __init__(self, field):
        home = field.home("backend")
        output = home.path("output")
        with open(output, "w") as file:
            command = [os.path.join(field.programs, "perch-dev-backend"), "--database", home.path("backend.db")]
            field.start(command, home, stdout=file, stderr=subprocess.DEVNULL)
        self.url = wait_for(lambda: next((word for word in open(output).read().split() if word.startswith("http:")), None), 20)

    def state(self):
        """Returns the server's counts."""
        with urllib.request.urlopen(self.url.removesuffix("/api") + "/dev/state", timeout=10) as answer:
            return json.load(answer)
