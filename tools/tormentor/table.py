"""All promises, in the order in which they are printed and written."""

import abuse
import clocks
import crowds
import damage
import disks
import folder
import kills
import line
import mistakes
import no_dongle
import operators
import readers
import restores
import tls
import words

FAMILIES = [folder, crowds, tls, clocks, disks, words, line, kills, readers, abuse, damage, no_dongle, restores, operators, mistakes]
PROMISES = [promise for family in FAMILIES for promise in family.PROMISES]
