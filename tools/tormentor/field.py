"""The environment of an attack: its own folders, and every process that it starts."""

import ctypes
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from wire import Address, request

# Largest data segment of a process in an attack, in bytes.
DATA_BYTES = 4 << 30
OPEN_FILES = 16384
# Source: prctl(2).
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def bound():
    """Limits an attacked process, and ends it if the attack's own process is killed."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (DATA_BYTES, DATA_BYTES))


def wait_for(condition, limit, pause=0.05):
    """Returns the first true value of a condition, or its last value after a limit in seconds."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(pause)


class Home:
    """A user's folders, and the environment that leads into them."""

    def __init__(self, folder, user=None, **variables):
        self.folder, self.user = folder, user
        for name in ("home", "state", "run", "config"):
            os.makedirs(os.path.join(folder, name), 0o700)
        if user is not None:
            for path in [folder] + [os.path.join(folder, name) for name in os.listdir(folder)]:
                os.chown(path, user, user)
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": self.path("home"),
            "XDG_STATE_HOME": self.path("state"),
            "XDG_RUNTIME_DIR": self.path("run"),
            "XDG_CONFIG_HOME": self.path("config"),
            **variables,
        }

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    @property
    def database(self):
        return self.path("state", "perch", "perch.db")


class Result:
    """Exit status and output of a verb."""

    def __init__(self, status, output, errors, seconds):
        self.status, self.output, self.errors, self.seconds = status, output, errors, seconds

    def lines(self, kind=None):
        found = [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]
        return [line for line in found if kind in (None, line["type"])]

    @property
    def code(self):
        """Returns the code of the result's error, or None."""
        results = self.lines("result")
        return results[-1].get("error", {}).get("code") if results else None

    @property
    def crashed(self):
        """Whether a signal or an internal error of Perch ended the verb."""
        return self.status < 0 or self.status >= 128 or self.status == 70

    def sentence(self, longest=160):
        text = " ".join((self.errors.strip() or self.output.strip()).split())
        return text if len(text) <= longest else text[:longest] + "…"


class Field:
    def __init__(self, programs):
        self.programs = programs
        self.folder = tempfile.mkdtemp(prefix="torment-")
        self.started = []
        self.undo = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.started):
            end(process)
        for step in reversed(self.undo):
            step()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def perch(self):
        return os.path.join(self.programs, "perch")

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def home(self, name="owner", user=None, **variables):
        return Home(self.path(name), user, **variables)

    def start(self, command, home, user=None, **options):
        """Starts a program, as the home's user unless another is named."""
        user = home.user if user is None else user
        options.setdefault("env", home.environment)
        options.setdefault("stdin", subprocess.DEVNULL)
        if user is not None:
            options.update(user=user, group=user, extra_groups=[])
        process = subprocess.Popen(command, preexec_fn=bound, cwd="/", **options)
        self.started.append(process)
        return process

    def run(self, home, *arguments, limit=60, stdin=None, **options):
        """Runs a verb to its end. One that takes longer than the limit has the status -9."""
        began = time.monotonic()
        options.setdefault("stdin", subprocess.PIPE)
        process = self.start([self.perch, *arguments], home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        try:
            output, errors = process.communicate(stdin, timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        self.started.remove(process)
        text = [data.decode("utf-8", "replace") for data in (output, errors)]
        return Result(process.returncode, *text, time.monotonic() - began)


class Gateway:
    """`perch serve` in a home of a field."""

    def __init__(self, field, home, *arguments, port="sim", http=True, prefix=(), variables=None, user=None):
        self.field, self.home = field, home
        self.arguments = ["--port", port] if port else []
        self.arguments += ["--http", "127.0.0.1:0"] if http else []
        self.arguments += arguments
        self.prefix, self.variables, self.user = prefix, variables or {}, user
        self.log = home.path("log-%d" % len(os.listdir(home.folder)))
        self.process = None

    def launch(self):
        """Starts the gateway without waiting until it serves."""
        with open(self.log, "ab") as log:
            self.before = log.tell()
            self.process = self.field.start(
                [*self.prefix, self.field.perch, "serve", *self.arguments],
                self.home,
                user=self.user,
                env={**self.home.environment, **self.variables},
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        return self

    def start(self, limit=30):
        """Starts the gateway; returns whether it serves. It does not if it ended by itself."""
        self.launch()
        wait_for(lambda: self.process.poll() is not None or self.served(), limit)
        return bool(self.served()) and self.process.poll() is None

    def __enter__(self):
        if not self.start():
            raise RuntimeError("the gateway does not serve: " + self.said()[-400:])
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        end(self.process)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def said(self):
        """Returns the output since the last start."""
        with open(self.log, "rb") as log:
            log.seek(self.before)
            return log.read().decode("utf-8", "replace")

    def served(self):
        return re.search(r"serves on (.+?)(?: and (https?)://127\.0\.0\.1:(\d+))?\. pid=", self.said())

    @property
    def socket(self):
        return Address(path=self.served()[1])

    def tcp(self, tls=None):
        with open(self.home.path("state", "perch", "token")) as file:
            return Address(port=int(self.served()[3]), tls=tls, token=file.read().strip())

    def get(self, target, **options):
        return request(self.socket, target, **options).json()

    def wait_live(self, limit=30):
        """Waits for every dongle to be live."""
        def is_live():
            dongles = self.get("/v1/status")["dongles"]
            return dongles and all(dongle["state"] == "live" for dongle in dongles)

        if not wait_for(is_live, limit):
            raise RuntimeError("no dongle became live: " + self.said()[-400:])


def end(process):
    """Ends a process that was started here, by its id."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
