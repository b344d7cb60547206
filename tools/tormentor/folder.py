"""The socket's folder: the processes that a client accepts as its gateway, and the users that may
use a gateway.
"""

import os
import shutil
import stat

from field import Gateway
from promise import Promise, Skipped
from users import can_use, folder_of, impostor, open_to_everybody, two_users

VERBS = (["status"], ["events"], ["dongle", "list"])
# Exit codes of a client that refuses an impostor, and of one that did not look there and used its
# own gateway or none.
REFUSED = (77,)
REFUSED_OR_ALONE = (77, 69, 0)


def impostors(field, finding, tries):
    victim, attacker = two_users()
    open_to_everybody(field)
    home = field.home("victim", victim)
    evil = folder_of(field.path("evil"), attacker)
    folder_of(field.path("evil", "perch"), attacker)
    accepted = received = played = 0
    forms = list(forms_of_impostors(field, home, victim, attacker, evil))
    while played < tries:
        name, socket, variables, options, endings, prepare = forms[played % len(forms)]
        verb = VERBS[played // len(forms) % len(VERBS)]
        played += 1
        undo = prepare()
        with impostor(socket, attacker) as heard:
            environment = {key: value for key, value in {**home.environment, **variables}.items() if value}
            result = field.run(home, *verb, *options, env=environment, limit=20)
            connections, count = heard()
        undo()
        accepted += count > 0 or result.status not in endings
        received += count
        finding.expect(result.status in endings, "%s, %s: exit %d: %s", name, verb[0], result.status, result.sentence())
        finding.expect(count == 0, "%s, %s: the other user's server got %d bytes over %d connections", name, verb[0], count, connections)
        if result.status == 77:
            tells = any(word in result.errors for word in (str(attacker), "symbolic link", "write to"))
            finding.expect(tells, "%s, %s: it does not say why: %s", name, verb[0], result.sentence())
    finding.note("%d tries in %d forms, %d accepted, %d bytes sent to another user's server", played, len(forms), accepted, received)


def forms_of_impostors(field, home, victim, attacker, evil):
    """Yields name, the attacker's socket, variables and options of the victim's verb, its allowed
    exit codes, and a function that prepares the attack.
    """
    trap = os.path.join(evil, "perch", "perch.sock")

    def nothing():
        return lambda: None

    shared = "/tmp/perch-%d" % victim

    def take_shared_folder():
        folder_of(shared, attacker)
        return lambda: os.rmdir(shared)

    yield "folder in /tmp taken first", shared + "/perch.sock", {"XDG_RUNTIME_DIR": None}, [], REFUSED_OR_ALONE, take_shared_folder
    yield "runtime folder of another user", trap, {"XDG_RUNTIME_DIR": evil}, [], REFUSED, nothing
    yield "address of another user's socket", trap, {}, ["--gateway", "unix:" + trap], REFUSED, nothing
    yield "variable with another user's socket", trap, {"PERCH_GATEWAY": "unix:" + trap}, [], REFUSED, nothing

    def link_folder():
        os.symlink(os.path.join(evil, "perch"), home.path("run", "perch"))
        return lambda: os.unlink(home.path("run", "perch"))

    yield "linked folder", trap, {}, [], REFUSED, link_folder

    own = home.path("run", "perch")

    def link_socket():
        folder_of(own, victim, 0o700)
        os.symlink(trap, os.path.join(own, "perch.sock"))
        os.chown(os.path.join(own, "perch.sock"), victim, victim, follow_symlinks=False)
        return lambda: (os.unlink(os.path.join(own, "perch.sock")), os.rmdir(own))

    yield "linked socket", trap, {}, [], REFUSED, link_socket

    def open_folder():
        for path in (home.folder, home.path("run")):
            os.chmod(path, 0o711)
        folder_of(own, victim, 0o777)
        return lambda: os.rmdir(own)

    yield "socket swapped in a folder that anybody may write", own + "/perch.sock", {}, [], REFUSED, open_folder


def own_servers(field, finding):
    victim, attacker = two_users()
    open_to_everybody(field)
    home = field.home("victim", victim)
    bare = {name: value for name, value in home.environment.items() if not name.startswith("XDG_")}
    home.environment = bare

    login = "/run/user/%d" % victim
    os.makedirs("/run/user", exist_ok=True)
    places = ((None, home.path("home", ".local/state/perch/perch.sock")), (login, login + "/perch/perch.sock"))
    right = 0
    for made, expected in places:
        if made:
            folder_of(made, victim, 0o700)
            field.undo.append(lambda: shutil.rmtree(login, ignore_errors=True))
        with Gateway(field, home) as gateway:
            path = gateway.socket.path
            right += finding.expect(path == expected, "a user's socket is %s, not %s", path, expected)
            result = field.run(home, "status")
            right += finding.expect(result.status == 0, "the user's own gateway at %s: exit %d: %s", path, result.status, result.sentence())
        if path.startswith("/tmp/perch-%d/" % victim):
            shutil.rmtree(os.path.dirname(path))

    roots = field.home("root")
    folder = folder_of(field.path("service"), 0)
    with Gateway(field, roots, "--socket", os.path.join(folder, "perch.sock")) as gateway:
        os.chmod(gateway.socket.path, 0o666)
        result = field.run(home, "status", "--gateway", "unix:" + gateway.socket.path)
        right += finding.expect(result.status == 0, "root's gateway, asked by a user: exit %d: %s", result.status, result.sentence())
    finding.note("%d of 5 as promised", right)


def own_socket(field, finding):
    victim, attacker = two_users()
    open_to_everybody(field)
    home = field.home("victim", victim)
    # So that only the folder of the socket decides.
    for path in (home.folder, home.path("run")):
        os.chmod(path, 0o711)
    group = victim
    with open("/etc/group") as file:
        lines = [line for line in file if not line.startswith("perch:")]
    groups = field.path("groups")
    with open(groups, "w") as file:
        file.writelines(lines + ["perch:x:%d:\n" % group])
    # A mount namespace in which there is a group `perch`.
    script = 'mount --bind "$0" /etc/group && user=$1 && shift && exec setpriv --reuid "$user" --regid "$user" --groups "$user" -- "$@"'
    view = ["unshare", "--mount", "sh", "-c", script]
    gateway = Gateway(field, home, prefix=[*view, groups, str(victim)], user=0)
    if not gateway.start():
        if gateway.process.poll() is not None and "unshare" in gateway.said():
            raise Skipped("no mount namespace: " + gateway.said().strip())
        raise RuntimeError(gateway.said())
    path = gateway.socket.path
    modes = [stat.S_IMODE(os.stat(place).st_mode) for place in (path, os.path.dirname(path))]
    finding.expect(modes == [0o600, 0o700], "the socket has the mode %o, its folder %o", *modes)
    finding.expect(not can_use(path, attacker), "another user can use it")
    finding.expect(not can_use(path, attacker, [group]), "another user of the group perch can use it")
    finding.expect(can_use(path, victim), "its owner cannot use it")
    finding.expect(can_use(path, 0), "root cannot use it")
    finding.note("mode %o in a folder %o; 2 other users tried", *modes)


PROMISES = [
    Promise(
        name="folder.impostors",
        promise="A client sends nothing to a gateway of another user: it ends with 77 and says why.",
        tried="{tries} tries: a folder in /tmp taken first, a runtime folder, an address and a variable that lead to another user's "
        "socket, a linked folder, a linked socket, a socket swapped in a folder that anybody may write",
        attack=impostors,
        short={"tries": 21},
        limits=(120, 120),
    ),
    Promise(
        name="folder.own-servers",
        promise="A user's gateway is at a place that nobody else could have taken, and is accepted there; so is root's.",
        tried="a gateway with and without a folder of logind, found by `perch status`; a gateway of root's",
        attack=own_servers,
    ),
    Promise(
        name="folder.own-socket",
        promise="A user's own socket has the mode 0600 in a folder 0700; besides the user only root can use it.",
        tried="connected as another user, as one of the group `perch`, as the owner, as root",
        attack=own_socket,
    ),
]
