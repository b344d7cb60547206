"""Every promise, in the order in which they are printed and written."""

import abuse
import clocks
import crowds
import damage
import disks
import folder
import kills
import line
import no_dongle
import readers
import restores
import tls
import words

FAMILIES = [folder, crowds, tls, clocks, disks, words, line, kills, readers, abuse, damage, no_dongle, restores]
PROMISES = [promise for family in FAMILIES for promise in family.PROMISES]
