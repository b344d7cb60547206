"""Writes the seeds of the fuzz targets into corpus/TARGET: first inputs, made from the golden
vectors and by hand.

Files there whose names begin with `regression-` are inputs of former crashes and are left alone.
--check tells whether the seeds are up to date.
"""
import json
import pathlib
import re
import struct
import sys

here = pathlib.Path(__file__).resolve().parent
vectors = here.parents[1] / "firmware-protocol/vectors"


def load(name):
    return json.loads((vectors / name).read_text())


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40]


def raw(wire):
    """Returns a step of FuzzedLine that puts these bytes on the line."""
    return b"".join(bytes([0, len(part)]) + part for part in (wire[i:i + 255] for i in range(0, len(wire), 255)))


def lines():
    """Yields steps for a line: every short stream of the vectors that covers another rejection, and
    frames.
    """
    for stream in load("streams.json"):
        wire = bytes.fromhex(stream["wire"])
        if 0 < len(wire) <= 120:
            yield slug(stream["name"]), raw(wire)
    header = bytes([0x11, 0]) + struct.pack("<HHH", 0x1234, 1, 2)
    yield "frame", b"\1" + header + b"\0\0\0"
    yield "long frame", b"\1" + header + b"\4abcd\x55\xe6"
    yield "damaged frame", b"\2" + header + b"\4abcd\0\0\5\0\1"
    yield "cut frame", b"\5" + header + b"\4abcd\0\0\3"
    yield "noise", b"\3\x41\xff\3\0\1"


def messages():
    order = re.findall(r"check\((\w+)\.self\)", (here / "Messages.swift").read_text())
    suffix = {"request": "Request", "response": "Answer", "result": "Result", "event": "", "payload": ""}
    special = {"HelloAnswer": "HelloReply", "Log": "LogLine", "AdvertBatch": "AdvertBatch"}
    seen = set()
    for vector in load("messages.json"):
        name = "".join(part.capitalize() for part in vector["message"].split("_")).replace("Mtu", "MTU") + suffix[vector["form"]]
        name = special.get(name, name)
        if name not in order or name in seen or len(vector["payload"]) > 300 or not vector["payload"]:
            continue
        seen.add(name)
        payload = bytes.fromhex(vector["payload"])
        # The decoder reads the message after a status without the status.
        yield slug(name), bytes([order.index(name)]) + (payload[2:] if vector["form"] == "response" and name != "HelloReply" else payload)


def c_dispatcher():
    # The magic number of REBOOT, SPEC.md 8.6.
    magic = 0x21544252
    hello = b"\1" + b"\7\0\0\0"
    scan = b"\x09\1\0\0"
    yield "ping and state", hello + b"\1\0\0\0" + b"\1\2\0\0" + b"\1\1\0\0"
    yield "scan", hello + scan + b"\x0a\x1f\1\0\0\x30\x25\x1f\0" + bytes(31) + b"\x0e\xff\0"
    yield "connect write notify", (hello + b"\x12\1" + b"\4\0\0\xff\xff\x10" + bytes(16) + b"\0" + b"\x0e\x10\0"
                                   + b"\4\5\0\xff\0\6\x10\0\2\0ab\0" + b"\4\4\0\xff\0\4\x10\0\0\0\0" + b"\x0d\0\x14\0\x08\x20" + b"\5\2\0")
    yield "config", hello + b"\6\x20\x41" + b"\x0e\1\0" + b"\7\7" * 3 + b"\x08\0" + b"\x0e\1\0" + b"\x08\1" + b"\x0e\1\0" + b"\x13"
    yield "flash fails", hello + b"\x12\2" + b"\6\x20\x41" + b"\x0e\1\0" + b"\7\7"
    yield "line stands still", hello + b"\x10\0\7" + scan + b"\x0a\x1f\1\0\0\x30\x25\x1f\0" + b"\x10\xff"
    yield "silence", hello + b"\x0f\0\0\1\0" + b"\1\0\0\0"
    connect = b"\x12\1" + b"\4\0\0\xff\xff\x10" + bytes(16) + b"\0"
    yield "discover and read", hello + connect + b"\4\3\0\xff\xff\6\2\0\1\0\x40\0\0" + b"\4\4\0\xff\0\4\x10\0\0\0\0"
    # The radio answers with as many bytes as it is late: more than an answer can hold.
    yield "long read", hello + connect + b"\x0e\x56\2" + b"\4\4\0\xff\0\4\x10\0\0\0\0"
    yield "restart", hello + b"\1\5\x09" + struct.pack("<I", magic) + bytes(5) + b"\0\0" + b"\3\7\0\0\1"


def swift_dispatcher():
    live = b"\0"
    yield "ping answered", live + b"\x0c\3\0\x1c" + bytes(28)
    yield "write done", live + b"\x08\x0b\0\x88\x13\0\0\1\0\2\0" + b"\4\1\0" + b"\7\0\1\0\0"
    yield "write refused", live + b"\x08\x0b\0\x88\x13\0\0\1\0\2\0" + b"\4\3\0"
    yield "write cancelled", live + b"\x08\x0b\0\x88\x13\0\0\1\0\2\0" + b"\x09\0\4\1\0"
    yield "adverts", live + b"\x0d\1\0" + b"\6\0\0\2\5abcde\3abc"
    yield "events with a gap", live + b"\5\0\4\0\2ab" + b"\5\x8a\4\0\2ab" + b"\x0a\x20\0"
    yield "restart of the dongle", live + b"\x0e\5\2" + b"\2\0\2\x58"
    yield "silence", live + b"\x08\0\0\0\0\0" + b"\x0c" * 12
    yield "wrong session", live + b"\x08\2\0\0\0\0" + b"\4\2\4\7\0\0\0"
    yield "stopped and started", live + b"\x08\2\0\0\0\0" + b"\x0f\1" + b"\2\0\1\x88"
    yield "nobody", b"\x08" + b"\x0b\x14\0"


def adverts():
    uuid = bytes(range(16))
    yield "ibeacon", b"\x02\x01\x06\x1a\xff\x4c\x00\x02\x15" + uuid + b"\0\1\0\2\xc5"
    yield "altbeacon", b"\x1b\xff\x18\x01\xbe\xac" + uuid + b"\0\1\0\2\xc5\0"
    yield "eddystone url", b"\x02\x01\x06\x03\x03\xaa\xfe\x0b\x16\xaa\xfe\x10\xee\x03abcd\x07"
    yield "eddystone uid", b"\x03\x03\xaa\xfe\x15\x16\xaa\xfe\x00\xe7" + uuid
    yield "eddystone tlm", b"\x03\x03\xaa\xfe\x11\x16\xaa\xfe\x20\0\x0b\xb8\x15\0\0\0\1\0\0\0\2\0\0"
    yield "ruuvi", b"\x1b\xff\x99\x04\x05" + bytes(range(23))
    yield "eddystone etlm", b"\x15\x16\xaa\xfe\x20\x01" + uuid
    yield "bthome", b"\x13\x16\xd2\xfc\x40\x00\x2e\x01\x64\x1e\x01\x2e\x34\x53\x02ab\x3b\x03\x05"
    yield "estimote telemetry", b"\x17\x16\x9a\xfe\x22" + uuid[:8] + b"\0" + bytes(range(10))
    yield "estimote nearable", b"\x11\xff\x5d\x01\x01" + uuid[:13]
    yield "exposure notification", b"\x17\x16\x6f\xfd" + uuid + b"\0\1\2\3"
    yield "name and services", b"\x05\x09Nest\x03\x03\x0d\x18\x11\x07" + uuid + b"\x02\x0a\x04"
    yield "service data", b"\x05\x16\x0d\x18ab\x05\x21" + uuid[:4] + b"\x06\x20\1\2\3\4x"
    yield "past its end", b"\x02\x01\x06\x09\x09abc"
    yield "padding and more", b"\x02\x01\x06\0\0\1"


def configs():
    yield "compact", (b'{"v":1,"wsi":5000,"bsi":3000,"chi":250,"wifi_en":true,"ble_en":false,"stream":1,'
                      b'"ssid":[{"p":"Flock-","t":"Flock Safety","e":true}],"mac":[{"p":"00:11:22","t":"x"}],"ble_n":[],"ble_u":[{"p":"180d"}]}')
    yield "nested", (b'{"version":1,"scanConfig":{"wifiScanEnabled":true,"bleScanDuration":2,"maxChannel":11},"patterns":{"ssidPatterns":'
                     b'[{"pattern":"a\\u00e9","deviceType":"b","enabled":false,"caseSensitive":true}],"macPrefixes":[{"prefix":"aa:bb:cc"}]}}')
    yield "lists alone", b'{"bleDeviceNames":[{"pattern":"x","source":null,"description":"y","more":[1.5e3,-2]}]}'
    yield "mixed", b'{"v":1,"version":1}'
    yield "cut", b'{"v":1,"ssid":[{"p":"\\ud83d'


def sheets():
    head = b"kind,pattern,type,enabled,case_sensitive,source,confidence,description\r\n"
    yield "all columns", head + b'ssid,Flock-,Flock Safety,yes,no,here,80,"a ""note"", long"\r\nmac,aa:bb:cc,x,,,,,\r\n'
    yield "two columns", b"kind,pattern,type\nble_name,a,b\nble_uuid,180d,c\n"
    yield "mark and quotes", b"\xef\xbb\xbfkind,pattern,type\r\nssid,\"a\nb\",'=x\r\n"
    yield "json", b'{"ssid":[{"p":"a","t":"b"}]}'


def packets():
    def packet(command, data=b""):
        body = bytes([command, len(data)]) + data
        check = 0
        for byte in body:
            check ^= byte
        return b"\x4e\x4f" + body + bytes([check])

    for name, pattern, data in (("answer", b"4e 4f {command} 01 !00", packet(0x60, b"\1")), ("any", b".. 4f", packet(0x25)),
                                ("wrong checksum", b"4e", packet(0x60, b"abc")[:-1] + b"\0"), ("no pattern", b"", packet(0xA0))):
        yield name, bytes([len(pattern)]) + pattern + data


def proxy_clients():
    def frame(kind, payload=b""):
        return bytes([0, len(payload), kind]) + payload

    def question(*labels, kind):
        name = b"".join(bytes([len(label)]) + label for label in labels)
        return b"\1" + struct.pack(">6H", 7, 0, 1, 0, 0, 0) + name + struct.pack(">BHH", 0, kind, 1)

    hello = frame(1, b"\x0a\x01a\x10\x01\x18\x0f")
    address = b"\x08\x81\x80\xc4\xe8\xd2\x91\x12"
    yield "session", b"\0" + hello + b"".join(map(frame, (3, 9, 11, 80, 7, 5)))
    yield "adverts", b"\2" + hello + frame(66, b"\x08\x01") + frame(127, b"\x08\x01") + frame(87)
    yield "device", b"\4" + hello + frame(68, address + b"\x10\x05\x18\x01\x20\x01") + frame(70, address) + frame(73, address + b"\x10\x03")
    yield "writes", b"\6" + hello + frame(75, address + b"\x10\x03\x18\x01\x22\x01a") + frame(77, address + b"\x10\x04\x1a\x02\x01\x00") + frame(78, address + b"\x10\x03\x18\x01")
    yield "no frame", b"\0" + hello + b"\x01"
    yield "browse", question(b"_esphomelib", b"_tcp", b"local", kind=12)
    yield "resolve", question(b"perch-000000", b"local", kind=1)
    yield "compressed", b"\1" + struct.pack(">6H", 7, 0, 2, 0, 0, 0) + b"\5local\0\0\x01\0\x01" + b"\x0cperch-000000\xc0\x0c\0\xff\x80\x01"


def all_seeds():
    for name, steps in lines():
        yield "swift-decoder", name, b"\4\3" + steps
        yield "c-decoder", name, b"\4\2" + steps
        yield "decoders", name, b"\4\3\xff" + steps
    for targets, seeds in ((["messages"], messages), (["c-dispatcher", "c-dispatcher-small"], c_dispatcher), (["swift-dispatcher"], swift_dispatcher),
                           (["ad-parser"], adverts), (["config-json"], configs), (["pattern-sheet"], sheets), (["cp28"], packets),
                           (["proxy-client"], proxy_clients)):
        for name, content in seeds():
            for target in targets:
                yield target, name, content


wanted = {here / "corpus" / target / slug(name): content for target, name, content in all_seeds()}
present = {path for path in (here / "corpus").glob("*/*") if not path.name.startswith("regression-")}
if "--check" in sys.argv[1:]:
    stale = sorted(path for path in wanted.keys() | present if path not in present or path not in wanted or path.read_bytes() != wanted[path])
    if stale:
        sys.exit("not what Tests/Fuzz/seeds.py writes: " + ", ".join(str(path.relative_to(here)) for path in stale))
else:
    for path in present - wanted.keys():
        path.unlink()
    for path, content in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
