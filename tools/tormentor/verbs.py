"""The verbs of `perch` and their options, as the program itself lists them."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import beacons

# Verbs that run at the same time.
SIDE_BY_SIDE = 4
# Examples of required arguments, by the name in the help, and by the verb where the name is not
# enough. A folder comes before the names of files.
EXAMPLES = {
    "address": beacons.address(1),
    "device": "ble:" + beacons.FINDER,
    "file": "%s/given.ndjson",
    "format": "csv",
    "kind": "ssid",
    "payfrit lookup beacon": beacons.UUID,
    "plan": "%s/given.json",
    "port": "auto",
    "uuid": beacons.UUID,
    "uuid/major/minor": beacons.UUID + "/1/2",
    "uuid[/major[/minor]]": beacons.UUID,
}
OTHERWISE = "1"
# Further requirements that the list does not show.
NEEDED = {
    "beacon alias": ["name"],
    "dongle alias": ["name"],
    "gatt read": ["--handle=3"],
    "gatt subscribe": ["--handle=3"],
    "gatt write": ["--handle=3", "--hex=00"],
    "place": ["--beacon=" + beacons.UUID],
    "provision apply": ["--register"],
    "provision one": ["--uuid=" + beacons.UUID, "--major=1", "--minor=1", "--name=Table"],
    "provision plan": ["%s/given.csv", "--uuid=" + beacons.UUID, "--major=1"],
}
# Options that have to go together, since otherwise a value is not checked.
TOGETHER = {"wait": ["--verify-reboot"], "speed": ["--replay=%s/given.ndjson"]}
APART = {"char": "--handle="}
# Options that take any text, as their help shows.
TEXT = re.compile(r"\b([Nn]ame[sd]?|alias|text|path|file|bytes|characters|code|this type|type of device|this region|source|ids|asked for)\b")
TEXTS = {"name", "path", "port"}
RANGE = re.compile(r"(-?\d+)(?:\.\.\.| to )(-?\d+)(?![\dsmh])")
NUMBER = re.compile(r"\b([Nn]umber|[Ss]eed|batch|so many|[Mm]ajor of|company)\b")
# Valid numbers are smaller, whatever they count.
LARGEST = 1 << 63


@dataclass(frozen=True)
class Verb:
    path: tuple
    listed: dict

    @property
    def name(self):
        return " ".join(self.path)

    @property
    def verbs(self):
        return [Verb((*self.path, verb["commandName"]), verb) for verb in self.listed.get("subcommands", []) if verb["commandName"] != "help"]

    def every(self):
        """Returns this verb and those below it."""
        return [self] + [found for verb in self.verbs for found in verb.every()]

    @property
    def options(self):
        """Options that take a value."""
        return [Option(argument) for argument in self.listed.get("arguments", []) if argument["kind"] == "option"]

    def has(self, name):
        return name in [option.name for option in self.options]

    def with_value(self, option, value, folder):
        """Returns a command line that is valid except for this value."""
        given = ["--port=sim"] * self.has("port") + ["--duration=6s"] * self.has("duration")
        for argument in self.listed.get("arguments", []):
            name = argument.get("valueName", "")
            example = EXAMPLES.get("%s %s" % (self.name, name)) or EXAMPLES.get(name, OTHERWISE)
            if argument["kind"] == "positional" and not argument["isOptional"]:
                given.append(example)
            elif argument["kind"] == "option" and not argument["isOptional"]:
                given.append("--%s=%s" % (argument["preferredName"]["name"], example))
        given += NEEDED.get(self.name, []) + TOGETHER.get(option.name, [])
        without = ("--%s=" % option.name, APART.get(option.name, "--%s=" % option.name))
        given = [word.replace("%s", folder) for word in given if not word.startswith(without)]
        return [*self.path, *given, "--%s=%s" % (option.name, value)]


class Option:
    def __init__(self, listed):
        self.name, self.help, self.value_name = listed["preferredName"]["name"], listed["abstract"], listed["valueName"]
        self.choices = listed.get("allValues") or listed.get("allValueStrings")
        is_path = {"file", "directory"} & set(listed.get("completionKind", {}))
        self.is_text = not self.choices and bool(is_path or TEXTS & set(self.value_name.split("|")) or TEXT.search(self.help))

    def takes(self, value):
        """Whether a value is valid, according to the help."""
        number = int(value) if re.fullmatch(r"-?\d+", value) else None
        if self.choices:
            return value in self.choices
        if found := RANGE.search(self.help):
            return number is not None and int(found[1]) <= number <= int(found[2])
        if NUMBER.search(self.help):
            return number is not None and 0 <= number < LARGEST
        if "dBm" in self.help:
            return number is not None and -128 <= number < 128
        if "a factor" in self.help:
            return number is not None and number > 0
        if self.value_name.startswith("uuid["):
            # A prefix of a UUID is valid, too.
            return re.fullmatch("[0-9a-f]{4,32}", value) is not None
        return "The value as hexadecimal digits" in self.help and re.fullmatch("([0-9a-f]{2})*", value) is not None


def read(field, home):
    """Returns every verb, the program itself first."""
    result = field.run(home, "--experimental-dump-help")
    return Verb((), json.loads(result.output)["command"]).every()


def side_by_side(play, items):
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        return list(pool.map(play, items))
