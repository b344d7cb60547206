"""Names of radios that Perch has in common: the gateway knows the same ones. `radio-names.json` has
examples, good and bad, which the tests of both read.
"""

from __future__ import annotations

import re

LONGEST = 200
HIGHEST_PORT = 65_535

USB = re.compile(r"usb:((0|[1-9][0-9]{0,2})|[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}(/[0-9A-Za-z._-]+)?)")
HCI = re.compile(r"hci(?P<index>0|[1-9][0-9]{0,2})")
# Printable ASCII without the comma, and without the brackets that Bumble accepts notes in.
SERIAL = re.compile(r"serial:/[!-+\--Z\\^-~]+,[1-9][0-9]{3,7}(,rtscts)?")
TCP = re.compile(r"tcp:(?P<host>[0-9A-Za-z][0-9A-Za-z.-]*|\[[0-9A-Fa-f:.]+\]):(?P<port>[1-9][0-9]{0,4})")


def bumble_name(name: str) -> str | None:
    """Returns Bumble's name of a radio: None if the name is none of these.

    The names are `usb:N`, `usb:VVVV:PPPP[/SERIAL]` (hexadecimal), `hciN` (the kernel's user
    channel), `serial:PATH,SPEED[,rtscts]` and `tcp:HOST:PORT`, an IPv6 address in brackets.
    """
    if len(name) > LONGEST:
        return None
    if USB.fullmatch(name) or SERIAL.fullmatch(name):
        return name
    hci = HCI.fullmatch(name)
    if hci:
        return f"hci-socket:{hci['index']}"
    tcp = TCP.fullmatch(name)
    if tcp and int(tcp["port"]) <= HIGHEST_PORT:
        # Bumble splits at the last colon, and the resolver knows no brackets.
        return f"tcp-client:{tcp['host'].strip('[]')}:{tcp['port']}"
    return None
