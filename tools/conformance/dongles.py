"""Builds the core as a process, and runs `perch conformance` against it."""

import glob
import json
import os
import subprocess

from mutants import ROOT

PORTS = os.path.join(ROOT, "firmware-protocol", "ports")
CORE = os.path.join(ROOT, "firmware-protocol", "core")
LIMIT = 300  # seconds for one run


def compile_object(source, target, small=False):
    command = ["gcc", "-std=c99", "-O1", "-w", "-c", source, "-o", target]
    command += ["-I" + path for path in (CORE + "/include", CORE + "/src", PORTS + "/scripted", PORTS + "/posix")]
    subprocess.run(command + (["-DPERCH_PROFILE_SMALL"] if small else []), check=True)
    return target


def sources():
    return sorted(path for folder in (CORE + "/src", PORTS + "/scripted", PORTS + "/posix") for path in glob.glob(folder + "/*.c"))


def healthy(folder, small):
    """Builds the core as it is. Returns its objects by source."""
    os.makedirs(folder)
    objects = {path: compile_object(path, os.path.join(folder, os.path.basename(path) + ".o"), small) for path in sources()}
    subprocess.run(["gcc", *objects.values(), "-o", folder + "/dongle"], check=True)
    return objects


def broken(mutant, objects, folder):
    """Builds the core with one file patched; the other objects are shared. Returns the program."""
    os.makedirs(folder)
    changed = os.path.join(folder, os.path.basename(mutant.source))
    with open(changed, "w") as file:
        file.write(mutant.applied())
    patched = compile_object(changed, changed + ".o", mutant.small)
    others = [path for source, path in objects.items() if source != os.path.join(ROOT, mutant.source)]
    subprocess.run(["gcc", patched, *others, "-o", folder + "/dongle"], check=True)
    return folder + "/dongle"


def emulated(folder):
    """Returns the command that starts the small profile on an emulated Cortex-M0."""
    subprocess.run(["make", "--no-print-directory", "-s", "-C", PORTS + "/nrf51-qemu", "image", "BUILD=" + folder], check=True, stdout=subprocess.DEVNULL)
    return ["qemu-system-arm", "-M", "microbit", "-kernel", folder + "/perch-nrf51.elf", "-display", "none", "-monitor", "none", "-serial", "pty"]


def nimble(folder):
    """Returns the command that starts the NimBLE port over a stand-in for NimBLE's host."""
    subprocess.run(["make", "--no-print-directory", "-s", "-C", PORTS + "/nimble", "dongle", "BUILD=" + folder], check=True, stdout=subprocess.DEVNULL)
    return [folder + "/perch-nimble"]


def checked(perch, dongle, *options):
    """Returns the failed checks of a started dongle, in order, and the program's exit code."""
    process = subprocess.Popen(dongle, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        # QEMU writes: char device redirected to /dev/pts/4 (label serial0)
        port = next((word for word in process.stdout.readline().split() if word.startswith("/dev/")), None)
        if port is None:
            return [{"id": "the dongle named no port"}], -1
        return asked(perch, port, *options)
    finally:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def asked(perch, port, *options):
    command = [perch, "conformance", "--port", port, "--json", "--allow-reset", "--peripheral", "C0:FF:EE:00:00:02/random", *options]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        output, status, late = run.stdout, run.returncode, []
    except subprocess.TimeoutExpired as error:
        output, status, late = (error.stdout or b"").decode(errors="replace"), -1, [{"id": "no end within %d s" % LIMIT}]
    # The last line of a run that was stopped may be cut.
    lines = [json.loads(line) for line in output.splitlines() if line.endswith("}")]
    return [line for line in lines if line.get("verdict") == "failed"] + late, status
