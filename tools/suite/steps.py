"""Steps that must pass before a change is accepted."""

import os

import profile_report
from scheduler import Step

# Suites that measure time or load. They run last, with nothing beside them.
QUIET = r"^\w+\.QuietTests/"
PROGRAMS = ["perch", "perch-dev-backend", "crash"]
MAKE = ["make", "--no-print-directory", "-O", "-j", "2", "-C"]


def shell(script, *arguments):
    return ["bash", "-euo", "pipefail", "-c", script, "bash", *arguments]


class Suite:
    """The steps, for one build folder."""

    PACKAGES = """
        tools/venv "$1/api-check" tools/api/requirements.txt
        tools/venv "$1/crew" tools/crew/requirements.txt
        tools/venv "$1/esphome" tools/esphome/requirements.txt
        tools/hci-dongle/install "$1/hci-dongle" requirements-test.txt
        tools/venv "$1/console" tools/console/requirements.txt
    """

    PACKAGE = """
        rm -rf "$1/packages"
        tools/packaging/build --no-debug --scratch-path "$1" --output "$1/packages"
        if ((EUID == 0)); then
            tools/packaging/try --scratch-path "$1" "$1"/packages/perch{_*,-hci-dongle_*}.deb
        else
            echo "The package is not tried: only root may change into a bare system."
        fi
    """

    # The core as a process in both profiles, and the simulated dongle, on their ports.
    DIALOGUES = """
        for dongle in '.build-ports/posix/perch-posix --flash {dir}/flash' \\
            '.build-ports/posix/perch-posix-small --flash {dir}/flash' "$1 simulate"; do
            python3 -B firmware-protocol/vectors/run_dialogues.py --command "$dongle"
        done
    """

    def __init__(self, scratch, profile=False, pattern=None):
        self.debug = scratch + "-profile" if profile else scratch
        self.release = scratch + "-release"
        self.thread = scratch + "-thread"
        self.profile = profile
        self.pattern = pattern
        self.bundle = os.path.join(self.debug, "debug", "perchPackageTests.xctest")
        self.stats = os.path.join(scratch, "stats")
        self.results = os.path.join(scratch, "results")

    def build(self):
        flags = []
        if self.profile:
            flags += ["-Xswiftc", "-stats-output-dir", "-Xswiftc", self.stats]
            flags += ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-warn-long-expression-type-checking=%d" % profile_report.LONG, "-Xswiftc", "-no-warnings-as-errors"]
        return Step("build", ["swift", "build", "--build-tests", *flags, "--scratch-path", self.debug], lane="work", limit=3600)

    def tests(self, name, *options, **keywords):
        command = ["python3", "-B", "tools/suite/swift_tests.py", self.bundle, "--events", os.path.join(self.results, name), *options]
        if self.pattern:
            command += ["--filter", self.pattern]
        return Step(name, command, **keywords)

    def selected(self):
        """Returns the steps for the matching tests only, with programs as SwiftPM builds them for
        tests.
        """
        return [self.build(), self.ports(), self.tests("tests", "--alone", QUIET, needs=["build", "ports"])]

    def quick(self):
        """Returns the steps that a developer runs before a commit."""
        return [
            *self.without_build(),
            self.build(),
            self.verbs(os.path.join(self.debug, "debug"), needs=["build"]),
            self.core(),
            self.ports(),
            self.dialogues(os.path.join(self.debug, "debug"), needs=["build", "ports"]),
            self.tests("tests", "--skip", QUIET, needs=["build", "ports"]),
            self.tests("quiet", "--filter", QUIET, "--workers", "1", needs=["build"], lane="quiet"),
        ]

    def full(self):
        # An absolute path, since some of these change their folder.
        programs = os.path.abspath(os.path.join(self.release, "release"))
        built = {"PERCH_PROGRAMS": programs}
        place = ["--scratch-path", self.release]
        return [
            *self.without_build(),
            # Starts before the other build, since more steps wait for it.
            Step("programs", ["tools/programs", *place, *PROGRAMS], lane="work", niceness=5, limit=3600),
            Step("pypi", shell(self.PACKAGES, self.release)),
            self.build(),
            Step("types", shell('"$1/api-check/bin/python3" -B tools/api/generate.py --check', self.release), needs=["pypi"]),
            Step("api", ["tools/api-check", *place], needs=["programs", "pypi"], load=0.8, environment=built),
            Step("radio", ["tools/hci-dongle/check", *place], needs=["programs", "pypi"], load=0.8, environment=built),
            self.verbs(programs, needs=["programs"]),
            # Correct dongles pass, and broken ones fail at their checks: a sample, since all take a
            # third of an hour.
            Step("conformance", ["tools/conformance-check", "--mutants", "--sample", "24", "--jobs", "16"], needs=["programs"], environment=built),
            Step("backends", ["tools/backend-check", *place], needs=["programs", "pypi"], load=0.5, environment=built),
            Step("crew", ["tools/crew-check", *place], needs=["programs", "pypi"], load=0.3, environment=built),
            Step("demo", ["tools/demo", *place], needs=["programs"], load=0.5, environment=built),
            # Installed in a bare system and used there.
            Step("package", shell(self.PACKAGE, self.release), needs=["programs", "pypi"], load=0.8, environment=built),
            self.ports(),
            self.dialogues(programs, needs=["programs", "ports"]),
            Step("image", MAKE + ["firmware-protocol/ports/nrf51-qemu", "image"], lane="work"),
            self.tests("tests", "--skip", QUIET, needs=["build", "programs", "ports", "image"], load=2, environment=built),
            # The link's threads, with those of the simulated dongle and the serial port. Fails if a
            # race is found.
            Step("thread", ["swift", "test", "--no-parallel", "--sanitize=thread", "--scratch-path", self.thread], lane="work", environment={"PERCH_ONLY": "link"}, limit=3600),
            # A fixed number of executions of each target, from fixed seeds.
            Step("fuzz", ["tools/fuzz", "--check"], lane="work"),
            self.core(),
            Step("nimble", MAKE + ["firmware-protocol/ports/nimble", "test"], lane="work"),
            Step("size", MAKE + ["firmware-protocol/core", "size"], lane="work"),
            Step("embedded", ["tools/embedded/check"], lane="work"),
            self.tests("quiet", "--filter", QUIET, "--workers", "1", needs=["build", "programs"], lane="quiet", environment=built),
            # Measures how soon a gateway answers in a crowd.
            Step("torment", ["tools/torment", "--all", *place], needs=["programs"], lane="quiet", environment=built),
            # The clients of Home Assistant and bleak. They must keep up with the adverts.
            Step("esphome", ["tools/esphome-check", *place], needs=["programs", "pypi"], lane="quiet", environment=built),
            # Every screen of the console, in a browser.
            Step("console", ["tools/console-check", *place], needs=["programs", "pypi"], lane="quiet", environment=built, if_time=True),
        ]

    def verbs(self, programs, needs):
        """Compares the page of all verbs with a built program and the sources."""
        return Step("verbs", ["tools/docs/verbs", "--check", os.path.join(programs, "perch")], needs=needs, load=0.5)

    def dialogues(self, programs, needs):
        return Step("dialogues", shell(self.DIALOGUES, os.path.join(programs, "perch")), needs=needs, load=0.5, limit=300)

    def ports(self):
        return Step("ports", MAKE + ["firmware-protocol/ports/posix", "all", "sanitized", "lying"], lane="work")

    def without_build(self):
        return [
            Step("format", ["swift", "format", "lint", "--strict", "--recursive", "Package.swift", "Sources", "Tests", "tools"]),
            Step("vectors", ["python3", "firmware-protocol/vectors/generate.py", "--check"]),
            # Numbers of SPEC.md's requirements, what holds each, and the table that is made of them.
            Step("requirements", ["python3", "-B", "firmware-protocol/vectors/requirements.py", "--check"]),
            # Tests that the protocol example in the README works as shown.
            Step("example", shell("cd firmware-protocol; python3 -m doctest README.md; python3 example/test_vectors.py; python3 -B vectors/run_dialogues.py --unfinished --skip BOOT --command 'python3 example/serve.py'")),
            Step("packaging", ["tools/packaging/check"]),
            # Links, width of lines, size of the README, and unreachable pages.
            Step("docs", ["tools/docs/check"]),
            # Parts of the generators of man pages and HTML.
            Step("pages", ["tools/docs/test_pages.py"]),
            # Compares the list of the console's files with the folder.
            Step("console-files", ["tools/console/files", "--check"]),
            # Compares the page of all error codes with the sources.
            Step("errors", ["tools/words/errors", "--check"]),
        ]

    def core(self):
        """Tests both profiles under AddressSanitizer and UndefinedBehaviorSanitizer, with both
        compilers.
        """
        return Step("core", MAKE + ["firmware-protocol/core", "test"], lane="work")
