"""Requests that are in range, smallest, largest and ordinary, and some that are not."""

ON = {"slot": 1, "generation": 0xFE}
DIGEST = bytes(range(0xA0, 0xC0)).hex()
ADDRESS = "665544332211"

REQUESTS = {
    "HELLO": [
        ("ordinary", {"nonce": 0x12345678, "lowest_major": 1, "highest_major": 1, "minor": 0, "largest_payload": 528,
                      "probe": "0011130a0d7fff"}),
        ("quiet", {"nonce": 0x21222324, "lowest_major": 1, "highest_major": 1, "minor": 0, "largest_payload": 0x0210, "probe": ""}),
        ("largest", {"nonce": 0xFFFFFFFF, "lowest_major": 15, "highest_major": 15, "minor": 255, "largest_payload": 65535,
                     "probe": "55" * 16}),
    ],
    "PING": [("only", {})],
    "INFO": [("only", {})],
    "GET_STATE": [("only", {})],
    "CANCEL": [("smallest", {"request_id": 0}), ("ordinary", {"request_id": 0x1234})],
    "IDENTIFY": [("smallest", {"duration_ms": 0}), ("largest", {"duration_ms": 60000})],
    "REBOOT": [
        ("run", {"magic": 0x21544252, "boot_id": 0x12345678, "mode": 0}),
        ("boot loader", {"magic": 0x21544252, "boot_id": 0xFFFFFFFF, "mode": 1}),
    ],
    "SCAN_START": [
        ("smallest", {"mode": 0, "interval": 0, "window": 0, "minimum_rssi": -128, "coalescing_ms": 0, "batching_ms": 0, "filters": []}),
        ("every filter", {
            "mode": 1, "interval": 160, "window": 80, "minimum_rssi": -90, "coalescing_ms": 1000, "batching_ms": 20,
            "filters": [
                {"kind": 1, "bytes": "11"}, {"kind": 1, "bytes": "112233445566"}, {"kind": 2, "bytes": "ff4c000215"},
                {"kind": 2, "bytes": "09"}, {"kind": 3, "bytes": "aafe"}, {"kind": 3, "bytes": bytes(range(16)).hex()}],
        }),
        ("largest", {"mode": 1, "interval": 16384, "window": 16384, "minimum_rssi": 127, "coalescing_ms": 65535,
                     "batching_ms": 1000, "filters": [{"kind": 2, "bytes": "ff" + "11" * 27}]}),
    ],
    "SCAN_STOP": [("only", {})],
    "WIFI_SCAN_START": [
        ("smallest", {"dwell_ms": 0, "highest_channel": 0, "minimum_rssi": -128, "batching_ms": 0}),
        ("largest", {"dwell_ms": 10000, "highest_channel": 14, "minimum_rssi": 127, "batching_ms": 1000}),
    ],
    "WIFI_SCAN_STOP": [("only", {})],
    "CONNECT": [
        ("smallest", {"deadline_ms": 100, "address": "000000000000", "address_type": 0, "lowest_interval": 0,
                      "highest_interval": 0, "latency": 0, "supervision_timeout": 0}),
        ("ordinary", {"deadline_ms": 20000, "address": ADDRESS, "address_type": 1, "lowest_interval": 12,
                      "highest_interval": 24, "latency": 1, "supervision_timeout": 400}),
        ("largest", {"deadline_ms": 600000, "address": "ff" * 6, "address_type": 1, "lowest_interval": 3200,
                     "highest_interval": 3200, "latency": 499, "supervision_timeout": 3200}),
    ],
    "DISCONNECT": [("ordinary", {"deadline_ms": 5000, "connection": ON})],
    "EXCHANGE_MTU": [("smallest", {"deadline_ms": 100, "connection": ON, "mtu": 23}),
                     ("largest", {"deadline_ms": 600000, "connection": ON, "mtu": 517})],
    "DISCOVER": [
        ("services", {"deadline_ms": 1000, "connection": ON, "what": 1, "first_handle": 1, "last_handle": 65535}),
        ("characteristics", {"deadline_ms": 1000, "connection": ON, "what": 2, "first_handle": 0x0102, "last_handle": 0x0304}),
        ("descriptors", {"deadline_ms": 1000, "connection": ON, "what": 3, "first_handle": 65535, "last_handle": 65535}),
    ],
    "READ": [("smallest", {"deadline_ms": 100, "connection": ON, "handle": 1, "offset": 0}),
             ("largest", {"deadline_ms": 600000, "connection": ON, "handle": 65535, "offset": 511})],
    "WRITE": [("smallest", {"deadline_ms": 100, "connection": ON, "handle": 1, "value": ""}),
              ("ordinary", {"deadline_ms": 1000, "connection": ON, "handle": 0x0123, "value": "00ff00"}),
              ("largest", {"deadline_ms": 600000, "connection": ON, "handle": 65535, "value": "a5" * 512})],
    "WRITE_COMMAND": [("smallest", {"connection": ON, "handle": 1, "value": ""}),
                      ("ordinary", {"connection": ON, "handle": 0x0123, "value": "5566778899"})],
    "SUBSCRIBE": [(f"mode {mode}", {"deadline_ms": 1000, "connection": ON, "handle": 0x0123, "mode": mode}) for mode in (0, 1, 2)],
    "CONFIG_BEGIN": [
        ("any base", {"deadline_ms": 100, "length": 1, "digest": DIGEST, "base": "00" * 8}),
        ("one base", {"deadline_ms": 600000, "length": 0x00012345, "digest": DIGEST, "base": "c0c1c2c3c4c5c6c7"}),
    ],
    "CONFIG_DATA": [("nothing", {"transfer": 0, "offset": 0, "data": ""}),
                    ("ordinary", {"transfer": 0x0102, "offset": 0x03040506, "data": "7b7d" * 8})],
    "CONFIG_COMMIT": [("ordinary", {"deadline_ms": 1000, "transfer": 0x0102, "digest": DIGEST[:16]})],
    "CONFIG_SAVE": [("ordinary", {"deadline_ms": 1000})],
    "CONFIG_LOAD": [("only", {})],
    "CONFIG_RESET": [("only", {})],
    "CONFIG_STAT": [("only", {})],
    "CONFIG_READ": [("active", {"copy": 0, "offset": 0, "length": 1}), ("saved", {"copy": 1, "offset": 0x01020304, "length": 65535})],
}


def _scan(**others):
    return "SCAN_START", {"mode": 0, "interval": 160, "window": 80, "minimum_rssi": -128, "coalescing_ms": 0,
                          "batching_ms": 0, "filters": [], **others}


def _filter(kind, data):
    return _scan(filters=[{"kind": kind, "bytes": data}])


def _connect(**others):
    return "CONNECT", {"deadline_ms": 1000, "address": ADDRESS, "address_type": 0, "lowest_interval": 0, "highest_interval": 0,
                       "latency": 0, "supervision_timeout": 0, **others}


def _wifi(**others):
    return "WIFI_SCAN_START", {"dwell_ms": 100, "highest_channel": 13, "minimum_rssi": -128, "batching_ms": 20, **others}


def _discover(**others):
    return "DISCOVER", {"deadline_ms": 1000, "connection": ON, "what": 1, "first_handle": 1, "last_handle": 65535, **others}


# Operation, fields, offset of the field that is out of its range.
INVALID_ARGUMENTS = [
    ("IDENTIFY", {"duration_ms": 60001}, 0),
    ("REBOOT", {"magic": 0x21544253, "boot_id": 1, "mode": 0}, 0), ("REBOOT", {"magic": 0x21544252, "boot_id": 0x01020305, "mode": 2}, 4),
    ("REBOOT", {"magic": 0x21544252, "boot_id": 0x01020304, "mode": 2}, 8),
    (*_scan(mode=2), 0), (*_scan(interval=3, window=3), 2), (*_scan(interval=16385), 2), (*_scan(window=3), 4),
    (*_scan(window=161), 4), (*_scan(batching_ms=1001), 10),
    (*_filter(0, "11"), 12), (*_filter(4, "11"), 12), (*_filter(1, ""), 12), (*_filter(1, "11" * 7), 12),
    (*_filter(2, ""), 12), (*_filter(2, "11" * 29), 12), (*_filter(3, "11"), 12), (*_filter(3, "11" * 15), 12),
    (*_wifi(dwell_ms=49), 0), (*_wifi(dwell_ms=10001), 0), (*_wifi(highest_channel=15), 2), (*_wifi(batching_ms=1001), 4),
    (*_connect(deadline_ms=99), 0), (*_connect(deadline_ms=600001), 0), (*_connect(address_type=2), 10),
    (*_connect(lowest_interval=5, highest_interval=5), 12), (*_connect(lowest_interval=3201, highest_interval=3201), 12),
    (*_connect(highest_interval=5), 14), (*_connect(highest_interval=3201), 14), (*_connect(lowest_interval=24, highest_interval=23), 14),
    (*_connect(latency=500), 16), (*_connect(supervision_timeout=9), 18), (*_connect(supervision_timeout=3201), 18),
    ("DISCONNECT", {"deadline_ms": 0, "connection": ON}, 0),
    ("EXCHANGE_MTU", {"deadline_ms": 1000, "connection": ON, "mtu": 22}, 6),
    ("EXCHANGE_MTU", {"deadline_ms": 1000, "connection": ON, "mtu": 518}, 6),
    (*_discover(what=0), 6), (*_discover(what=4), 6), (*_discover(first_handle=0), 8), (*_discover(first_handle=9, last_handle=8), 10),
    ("READ", {"deadline_ms": 1000, "connection": ON, "handle": 1, "offset": 512}, 8),
    ("READ", {"deadline_ms": 1000, "connection": ON, "handle": 0, "offset": 0}, 6),
    ("WRITE", {"deadline_ms": 99, "connection": ON, "handle": 1, "value": ""}, 0),
    ("WRITE", {"deadline_ms": 1000, "connection": ON, "handle": 0, "value": ""}, 6), ("WRITE_COMMAND", {"connection": ON, "handle": 0, "value": ""}, 2),
    ("SUBSCRIBE", {"deadline_ms": 1000, "connection": ON, "handle": 0, "mode": 1}, 6),
    ("SUBSCRIBE", {"deadline_ms": 1000, "connection": ON, "handle": 1, "mode": 3}, 8),
    ("CONFIG_BEGIN", {"deadline_ms": 1000, "length": 0, "digest": DIGEST, "base": "00" * 8}, 4),
    ("CONFIG_COMMIT", {"deadline_ms": 99, "transfer": 1, "digest": DIGEST[:16]}, 0),
    ("CONFIG_SAVE", {"deadline_ms": 600001}, 0),
    ("CONFIG_READ", {"copy": 2, "offset": 0, "length": 1}, 0),
    ("CONFIG_READ", {"copy": 0, "offset": 0, "length": 0}, 6),
]
