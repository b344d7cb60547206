"""Two user ids without accounts on this machine, and a server that pretends to be a gateway."""

import os
import shutil
import signal
import socket
import subprocess
from contextlib import contextmanager

from promise import Skipped

# Answers to the first requests of any client, so that a client which does not check the server
# continues.
STATUS = b'{"api":1,"status":"ok","version":"0.2.0"}'
ANSWER = b"HTTP/1.1 200 OK\r\nPerch-API: 1\r\nPerch-Version: 0.2.0\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (
    len(STATUS),
    STATUS,
)


def two_users():
    """Returns a victim and an attacker: user ids without accounts or files in /tmp and /run/user.
    """
    if os.geteuid() != 0:
        raise Skipped("needs root, to act as two users")
    # Inside the range that a container's user namespace usually maps, and different for tormentors
    # that run side by side.
    victim = 20000 + 2 * (os.getpid() % 20000)
    for user in (victim, victim + 1):
        for path in ("/tmp/perch-%d" % user, "/run/user/%d" % user, "/run/perch/perch.sock"):
            if os.path.lexists(path):
                raise Skipped("%s is there already" % path)
    return victim, victim + 1


def open_to_everybody(field):
    """Lets other users reach the field and its programs, wherever these were built."""
    os.chmod(field.folder, 0o755)
    folder = field.path("programs")
    os.mkdir(folder)
    shutil.copy(field.perch, folder)
    os.chmod(os.path.join(folder, "perch"), 0o755)
    field.programs = folder


def folder_of(path, user, mode=0o755):
    os.mkdir(path)
    os.chown(path, user, user)
    os.chmod(path, mode)
    return path


def can_use(path, user, groups=()):
    """Whether another user can connect to a socket."""
    code = "import socket,sys\ntry: socket.socket(socket.AF_UNIX).connect(sys.argv[1])\nexcept OSError: sys.exit(1)"
    command = ["python3", "-I", "-c", code, path]
    return subprocess.run(command, user=user, group=user, extra_groups=list(groups), cwd="/").returncode == 0


@contextmanager
def impostor(path, user):
    """Listens as another user; yields a function that returns the numbers of connections and bytes
    received.
    """
    ours, theirs = os.pipe()
    ready = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        pretend(path, ready[1], theirs)
        os._exit(0)
    os.close(theirs)
    os.close(ready[1])
    os.read(ready[0], 1)
    os.set_blocking(ours, False)

    def received():
        told = b""
        try:
            while more := os.read(ours, 65536):
                told += more
        except BlockingIOError:
            pass
        return told.count(b"c"), told.count(b"b")

    try:
        yield received
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(ours)
        os.close(ready[0])
        os.unlink(path)


def pretend(path, ready, told):
    """Serves one client after the other; writes a `c` for each connection and a `b` for each byte.
    """
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    os.chmod(path, 0o777)
    server.listen(16)
    os.write(ready, b"r")
    while True:
        connection, _ = server.accept()
        os.write(told, b"c")
        connection.settimeout(3)
        try:
            while data := connection.recv(4096):
                os.write(told, b"b" * len(data))
                connection.sendall(ANSWER)
        except OSError:
            pass
        connection.close()
