"""A dongle as SPEC.md describes it, whose radio is any HCI controller that Bumble opens."""

VERSION = "0.1"
