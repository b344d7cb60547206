"""Every message's fields, in order, as SPEC.md 4 to 11 give them. `_` is reserved."""

CONNECTION = [("slot", "u8"), ("generation", "u8")]
DEADLINE = ("deadline_ms", "u32")
ON = ("connection", CONNECTION)

# What an operation takes, and what follows the status OK: in the RESPONSE, or in the DONE if it is deferred.
OPERATIONS = {
    "HELLO": (
        0x0001, False,
        [("nonce", "u32"), ("lowest_major", "u8"), ("highest_major", "u8"), ("minor", "u8"), ("_", 1),
         ("largest_payload", "u16"), ("probe", "blob")],
        [("nonce", "u32"), ("major", "u8"), ("minor", "u8"), ("boot_id", "u32"), ("reset_reason", "u8"),
         ("slots", "u8"), ("max_inflight", "u8"), ("_", 1), ("uptime_ms", "u32"), ("device_id", 8),
         ("largest_payload_to_dongle", "u16"), ("largest_payload_to_host", "u16"), ("rx_window", "u16"),
         ("largest_mtu", "u16"), ("features", "u64"), ("probe", "blob")],
    ),
    "PING": (
        0x0002, False, [],
        [("boot_id", "u32"), ("uptime_ms", "u32"), ("oldest_event", "u16"), ("next_event", "u16"),
         ("oldest_advert", "u32"), ("oldest_sighting", "u32")],
    ),
    "INFO": (
        0x0003, False, [],
        [("largest_config", "u32"), ("erase_unit", "u32"), ("event_ring", "u16"), ("advert_queue", "u16"),
         ("firmware", "text"), ("version", "text"), ("build", "text"), ("hardware", "text")],
    ),
    "GET_STATE": (
        0x0004, False, [],
        [("uptime_ms", "u32"), ("oldest_event", "u16"), ("next_event", "u16"), ("oldest_advert", "u32"),
         ("oldest_sighting", "u32"), ("scan", "u8"), ("wifi_scan", "u8"), ("scan_status", "u16"), ("config", "u8"),
         ("open_operations", "u8"),
         ("counters", ([("received", "u32"), ("rejected_malformed", "u32"), ("rejected_crc", "u32"),
                        ("rejected_overflow", "u32"), ("dropped_frames", "u32"), ("sent", "u32"),
                        ("adverts_coalesced", "u32"), ("adverts_dropped", "u32"), ("log_lines_dropped", "u32")],)),
         ("connections", ([ON, ("phase", "u8"), ("address_type", "u8"), ("address", 6), ("mtu", "u16"),
                           ("lost_notifications", "u32")],))],
    ),
    "CANCEL": (0x0005, False, [("request_id", "u16")], []),
    "IDENTIFY": (0x0006, False, [("duration_ms", "u16")], []),
    "REBOOT": (0x0007, False, [("magic", "u32"), ("boot_id", "u32"), ("mode", "u8")], []),
    "SCAN_START": (
        0x0101, False,
        [("mode", "u8"), ("_", 1), ("interval", "u16"), ("window", "u16"), ("minimum_rssi", "i8"), ("_", 1),
         ("coalescing_ms", "u16"), ("batching_ms", "u16"), ("filters", ([("kind", "u8"), ("length", "u8"), ("bytes", "rest")],))],
        [("interval", "u16"), ("window", "u16"), ("oldest_advert", "u32")],
    ),
    "SCAN_STOP": (0x0102, False, [], [("next", "u32")]),
    "WIFI_SCAN_START": (
        0x0103, False,
        [("dwell_ms", "u16"), ("highest_channel", "u8"), ("minimum_rssi", "i8"), ("batching_ms", "u16")],
        [("oldest_sighting", "u32")],
    ),
    "WIFI_SCAN_STOP": (0x0104, False, [], [("next", "u32")]),
    "CONNECT": (
        0x0201, True,
        [DEADLINE, ("address", 6), ("address_type", "u8"), ("_", 1), ("lowest_interval", "u16"),
         ("highest_interval", "u16"), ("latency", "u16"), ("supervision_timeout", "u16")],
        [ON, ("mtu", "u16"), ("interval", "u16")],
    ),
    "DISCONNECT": (0x0202, True, [DEADLINE, ON], []),
    "EXCHANGE_MTU": (0x0203, True, [DEADLINE, ON, ("mtu", "u16")], [("mtu", "u16")]),
    "DISCOVER": (
        0x0204, True,
        [DEADLINE, ON, ("what", "u8"), ("_", 1), ("first_handle", "u16"), ("last_handle", "u16")],
        [("next_handle", "u16"), ("what", "u8"), ("records", None)],
    ),
    "READ": (0x0205, True, [DEADLINE, ON, ("handle", "u16"), ("offset", "u16")], [("more", "u8"), ("value", "blob")]),
    "WRITE": (0x0206, True, [DEADLINE, ON, ("handle", "u16"), ("value", "blob")], []),
    "WRITE_COMMAND": (0x0207, False, [ON, ("handle", "u16"), ("value", "blob")], []),
    "SUBSCRIBE": (0x0208, True, [DEADLINE, ON, ("handle", "u16"), ("mode", "u8")], []),
    "CONFIG_BEGIN": (
        0x0301, True, [DEADLINE, ("length", "u32"), ("digest", 32), ("base", 8)],
        [("transfer", "u16"), ("next", "u32"), ("chunk", "u16")],
    ),
    "CONFIG_DATA": (0x0302, False, [("transfer", "u16"), ("offset", "u32"), ("data", "blob")], [("next", "u32")]),
    "CONFIG_COMMIT": (0x0303, True, [DEADLINE, ("transfer", "u16"), ("_", 2), ("digest", 8)], []),
    "CONFIG_SAVE": (0x0304, True, [DEADLINE], [("sequence", "u32")]),
    "CONFIG_LOAD": (0x0305, False, [], []),
    "CONFIG_RESET": (0x0306, False, [], []),
    "CONFIG_STAT": (
        0x0307, False, [],
        [("flags", "u8"), ("_", 1), ("active_length", "u32"), ("active_digest", 32), ("saved_length", "u32"),
         ("saved_digest", 32), ("staging_length", "u32"), ("staging_digest", 32), ("staging_next", "u32")],
    ),
    "CONFIG_READ": (
        0x0308, False, [("copy", "u8"), ("_", 1), ("offset", "u32"), ("length", "u16")],
        [("length", "u32"), ("data", "blob")],
    ),
}

# Records of DISCOVER, by what was asked for.
RECORDS = {
    1: [("first_handle", "u16"), ("last_handle", "u16"), ("uuid_length", "u8"), ("uuid", "rest")],
    2: [("declaration_handle", "u16"), ("value_handle", "u16"), ("properties", "u8"), ("uuid_length", "u8"),
        ("uuid", "rest")],
    3: [("handle", "u16"), ("uuid_length", "u8"), ("uuid", "rest")],
}

VALUE = [ON, ("handle", "u16"), ("uptime_ms", "u32"), ("value", "blob")]
EVENTS = {
    "DONE": (0x0001, [("request_id", "u16"), ("status", "u16"), ("effect", "u8"), ("result", "blob")]),
    "CONNECTED": (
        0x0002,
        [ON, ("address", 6), ("address_type", "u8"), ("_", 1), ("mtu", "u16"), ("interval", "u16"), ("uptime_ms", "u32")],
    ),
    "DISCONNECTED": (0x0003, [ON, ("status", "u16"), ("uptime_ms", "u32")]),
    "NOTIFICATION": (0x0004, VALUE),
    "INDICATION": (0x0005, VALUE),
    "LOST": (0x0006, [ON, ("count", "u32")]),
    "SCAN_STATE": (0x0007, [("radio", "u8"), ("activity", "u8"), ("status", "u16")]),
    "CONFIG_CHANGED": (0x0008, [("change", "u8"), ("flags", "u8"), ("active", 8), ("saved", 8)]),
    "DETECTION": (
        0x0009,
        [("number", "u32"), ("uptime_ms", "u32"), ("matched", "u8"), ("confidence", "u8"), ("rssi_dbm", "i8"),
         ("channel", "u8"), ("address", 6), ("pattern_index", "u16"), ("text", "text")],
    ),
    "ADVERT_BATCH": (0x8001, None),
    "WIFI_BATCH": (0x8002, None),
}

BATCH = [("first_number", "u32"), ("base_ms", "u32"), ("extra", "u8")]
ADVERT = [("offset_ms", "u16"), ("address", 6), ("kind", "u8"), ("rssi_dbm", "i8"), ("channel", "u8"), ("data", "blob")]
SIGHTING = [("offset_ms", "u16"), ("address", 6), ("frame", "u8"), ("rssi_dbm", "i8"), ("channel", "u8"), ("ssid", "blob")]

# Payloads of the kinds that have neither operation nor event.
KINDS = {
    "BOOT": [("boot_id", "u32"), ("reset_reason", "u8"), ("major", "u8"), ("minor", "u8"), ("_", 1), ("device_id", 8)],
    "GRANT": [("next", "u16"), ("gap", "u8")],
    "LOG": [("level", "u8"), ("uptime_ms", "u32"), ("dropped", "u16"), ("text", "text")],
}
