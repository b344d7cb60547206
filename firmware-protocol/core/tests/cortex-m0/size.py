"""Builds the small profile for a Cortex-M0, prints what it takes and fails where a bound of SPEC.md's small profile is missed.

Flash is what the core's own objects, the four memory functions and the compiler's run-time library put into an image that uses all of the core.
RAM is the size of perch_core_t, which holds all state and every buffer. Stack is the deepest chain of calls from each entry, from gcc's own figures; the port's
functions are not in it, the memory functions are.
"""
import pathlib
import re
import subprocess
import sys

FLASH_MAX = 16384
RAM_MAX = 4096
STACK_MAX = 768
# Where the port's radio is called.
RADIO = ("perch_gatt", "perch_gatt_radio", "perch_gatt_requests", "perch_scan")

root = pathlib.Path(__file__).resolve().parents[2]
build = pathlib.Path(sys.argv[1]).resolve() / "cortex-m0"
cross = sys.argv[2] if len(sys.argv) > 2 else "arm-none-eabi-"
build.mkdir(parents=True, exist_ok=True)

FLAGS = ["-std=c99", "-Os", "-mcpu=cortex-m0", "-mthumb", "-ffreestanding", "-ffunction-sections", "-fdata-sections", "-DPERCH_PROFILE_SMALL",
         "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fstack-usage", "-fcallgraph-info=su", f"-I{root / 'include'}"]
# Else gcc turns memcpy into a call of itself.
NO_IDIOMS = ["-fno-tree-loop-distribute-patterns"]


def run(*command):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True, cwd=build).stdout


def compile_all():
    sources = sorted((root / "src").glob("*.c")) + [root / "tests/cortex-m0/image.c", root / "tests/cortex-m0/memory.c"]
    objects = []
    for source in sources:
        target = build / (source.stem + ".o")
        run(cross + "gcc", *FLAGS, *(NO_IDIOMS if source.stem == "memory" else []), "-c", source, "-o", target)
        objects.append(target)
    return objects


def link(objects):
    run(cross + "gcc", "-mcpu=cortex-m0", "-mthumb", "-nostdlib", "-nostartfiles", "-T", root / "tests/cortex-m0/image.ld", "-Wl,--gc-sections",
        "-Wl,-Map=image.map", *objects, "-lgcc", "-o", "image.elf")


def flash_by_object():
    """Bytes in flash by object file, from the linker's map."""
    text = (build / "image.map").read_text()
    text = text[text.index("Linker script and memory map"):]
    text = text[:text.index("\n.bss")]
    sizes = {}
    for match in re.finditer(r"^ \.(?:text|rodata)\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)$", text, re.M):
        name = pathlib.Path(match[2]).name
        sizes[name] = sizes.get(name, 0) + int(match[1], 16)
    return sizes


def stack_usage():
    """Deepest stack below each entry of the port, bytes, and the chain that needs it."""
    frames, calls, files = {}, {}, {}
    for info in build.glob("*.ci"):
        text = info.read_text()
        for name, label in re.findall(r'node: \{ title: "([^"]+)" label: "([^"]+)"', text):
            used = re.search(r"(\d+) bytes \((static|dynamic|dynamic,bounded)\)", label)
            if used:
                frames[name] = int(used[1])
                files[name] = info.stem
        for source, target in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
            calls.setdefault(source, set()).add(target)
    handlers = [name for name in frames if re.fullmatch(r"perch_do_\w+", name)]
    reports = [name for name in frames if re.fullmatch(r"perch_radio_\w+", name)]

    def deepest(name, path):
        best, chain = 0, []
        for callee in calls.get(name, ()):
            if callee == "__indirect_call":
                # The table of operations leads to the handlers, every other pointer to the port; a radio may report from within.
                targets = handlers if files[name] == "perch_requests" else reports if files[name] in RADIO else []
            else:
                targets = [callee]
            for target in targets:
                if target not in path:
                    size, below = deepest(target, path | {target})
                    if size > best:
                        best, chain = size, below
        return frames.get(name, 0) + best, [name.split(":")[-1], *chain]

    entries = ["perch_poll", "perch_init", "perch_receive", *reports, "perch_log", "perch_report_detection"]
    return {entry: deepest(entry, frozenset([entry])) for entry in entries if entry in frames}


link(compile_all())
sizes = flash_by_object()
stub = sizes.pop("image.o", 0)
flash = sum(sizes.values())
symbols = run(cross + "nm", "-S", "image.elf")
ram = int(re.search(r"^\S+ (\S+) B core$", symbols, re.M)[1], 16)
stacks = stack_usage()
entry, (stack, chain) = max(stacks.items(), key=lambda item: item[1][0])

for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
    print(f"  {size:6} {name}")
print(f"flash  {flash:6} of {FLASH_MAX}   code and constants, {len(sizes)} objects; the test image's own {stub} not counted")
print(f"RAM    {ram:6} of {RAM_MAX}    perch_core_t: all state and buffers")
print(f"stack  {stack:6} of {STACK_MAX}    {entry}: {' > '.join(chain)}")
print(f"       {stacks['perch_receive'][0]:6}            perch_receive, from an interrupt")
missed = [name for name, size, limit in (("flash", flash, FLASH_MAX), ("RAM", ram, RAM_MAX), ("stack", stack, STACK_MAX)) if size > limit]
if missed:
    sys.exit("over the bound: " + ", ".join(missed))
