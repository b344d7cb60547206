-- Dissects the serial line between a host and a Perch dongle, as `perch trace` records it.
--
-- usage: wireshark -X lua_script:tools/wireshark/perch.lua FILE
--        or put this file into the folder "Personal Lua Plugins" of Help > About Wireshark > Folders
--
-- Source: firmware-protocol/SPEC.md. Each field bears the name that SPEC.md and firmware-protocol/vectors give it, behind
-- `perch.`; those of the frame's header stand behind `perch.frame.`. For Wireshark 4.0 and later.

local perch = Proto("perch", "Perch Dongle Protocol")

-- Wireshark has one library or the other, by the version of its Lua.
local bits = bit32 or bit

perch.prefs.largest_frame = Pref.uint("Largest decoded frame", 2060,
    "Bytes of header, payload and CRC that the receiver takes; a longer stretch is rejected as overflow (SPEC.md 1.4)")

-- What has not been ended by a zero is carried on to the next packet up to this many bytes.
local LONGEST_STRETCH = 128 * 1024

-- Numbers with names (SPEC.md) ---------------------------------------------------------------------------------------

local KIND = { [0] = "BOOT", "REQUEST", "RESPONSE", "EVENT", "GRANT", "LOG" }
local BOOT, REQUEST, RESPONSE, EVENT, GRANT, LOG = 0, 1, 2, 3, 4, 5
local FROM_HOST = { [REQUEST] = true, [GRANT] = true }

local OK, ACCEPTED = 0x0000, 0x0001
local STATUS = {
    [0x0000] = "OK", [0x0001] = "ACCEPTED",
    [0x0100] = "LINK", [0x0101] = "WRONG_SESSION", [0x0102] = "SESSION_IN_USE", [0x0103] = "VERSION_MISMATCH",
    [0x0104] = "SEQUENCE_REUSED", [0x0105] = "STALE", [0x0106] = "UNSUPPORTED_FLAGS",
    [0x0200] = "REQUEST", [0x0201] = "UNKNOWN_OPERATION", [0x0202] = "MALFORMED", [0x0203] = "INVALID_ARGUMENT",
    [0x0204] = "UNSUPPORTED", [0x0205] = "NOT_FOUND", [0x0206] = "TOO_LARGE", [0x0207] = "CANCELLED",
    [0x0208] = "DEADLINE", [0x0209] = "NOT_CONNECTED", [0x020A] = "ALREADY_CONNECTED",
    [0x0300] = "RESOURCE", [0x0301] = "BUSY", [0x0302] = "SLOTS_FULL", [0x0303] = "NO_BUFFERS",
    [0x0600] = "STORAGE", [0x0601] = "CONFLICT", [0x0602] = "UNSAVED", [0x0603] = "INCOMPLETE", [0x0604] = "DIGEST",
    [0x0605] = "INVALID", [0x0606] = "NOTHING_SAVED", [0x0607] = "FLASH", [0x0608] = "OFFSET", [0x0609] = "UNCHANGED",
    [0x060A] = "WRONG_TRANSFER",
    [0x0700] = "DEVICE", [0x0701] = "RADIO", [0x0702] = "INTERNAL",
}
local STATUS_DOMAIN = { [0x04] = "HCI", [0x05] = "ATT", [0x7F] = "vendor" }

local FEATURE = {
    [0] = "ACTIVE_SCAN", "EXTENDED_ADVERTISING", "WIFI_SCAN", "GATT", "INDICATION_HOLD", "CONFIG_STORE", "COALESCE",
    "SCAN_FILTERS", "IDENTIFY", "BOOTLOADER", "DETECTION", [63] = "SIMULATED",
}
local RESET_REASON = {
    [0] = "unknown", "power on", "reset pin", "requested", "watchdog", "brown-out", "fault", "woke from sleep",
}
local LEVEL = { [0] = "error", "warning", "info", "debug" }
local EFFECT = { [0] = "none", "done", "unknown" }
local ACTIVITY = { [0] = "stopped", "running", "failed" }
local RADIO = { [0] = "Bluetooth scan", "Wi-Fi scan" }
local REBOOT_MODE = { [0] = "run", "boot loader" }
local SCAN_MODE = { [0] = "passive", "active" }
local SUBSCRIPTION_MODE = { [0] = "off", "notifications", "indications" }
local FILTER_KIND = { "start of the address", "start of that AD structure's data", "UUID" }
local ADDRESS_TYPE = { [0] = "public", "random", "public identity", "random identity" }
local PDU = {
    [0] = "ADV_IND", [1] = "ADV_DIRECT_IND", [2] = "ADV_NONCONN_IND", [4] = "SCAN_RSP", [6] = "ADV_SCAN_IND",
    [7] = "extended", [15] = "not known",
}
local WIFI_FRAME = { [0] = "beacon", "probe request", "probe response" }
local MATCHED = { [0] = "SSID", "MAC prefix", "BLE name", "BLE service UUID" }
local PHASE = { "CONNECTING", "CONNECTED", "CLOSING" }
local WHAT = { "primary services", "characteristics", "descriptors" }
local COPY = { [0] = "active", "saved" }
local CHANGE = { "COMMIT", "SAVE", "LOAD", "RESET" }
local CONFIG_FLAGS = { "active_is_factory", "saved_exists", "active_is_saved", "staging_exists", "staging_is_complete" }
local PROPERTIES = {
    "broadcast", "read", "write_without_response", "write", "notify", "indicate", "signed_write", "extended",
}

local REBOOT_MAGIC = 0x21544252

-- Fields of Wireshark --------------------------------------------------------------------------------------------------

local registered, all_fields = {}, {}

-- A name as a label: of `frame.rssi_dbm`, "Rssi, dBm".
local function words(name)
    local text = name:gsub("^.*%.", ""):gsub("_ms$", ", ms"):gsub("_dbm$", ", dBm"):gsub("_", " ")
    return text:sub(1, 1):upper() .. text:sub(2)
end

-- A field of that type and name; one that has been made before is used again.
local function field(type, name, display, values, mask)
    local key = string.format("%s %s %s %s", type, name, tostring(values), tostring(mask))
    if not registered[key] then
        registered[key] = ProtoField[type]("perch." .. name, words(name), display, values, mask)
        all_fields[#all_fields + 1] = registered[key]
    end
    return registered[key]
end

local wire = {
    message = field("string", "message"),
    decoded = field("bytes", "decoded"),
    payload = field("bytes", "payload"),
    major = field("uint8", "frame.major", base.DEC, nil, 0xF0),
    kind = field("uint8", "frame.kind", base.DEC, KIND, 0x0F),
    flags = field("uint8", "frame.flags", base.HEX),
    session = field("uint16", "frame.session", base.HEX),
    id = field("uint16", "frame.id", base.DEC),
    code = field("uint16", "frame.code", base.HEX),
    crc = field("uint32", "frame.crc", base.HEX),
    unknown_bytes = field("bytes", "unknown_bytes"),
    count = field("uint16", "blob_length", base.DEC),
    rejected = field("string", "rejected"),
    discarded = field("uint32", "discarded", base.DEC),
    encoded = field("bytes", "encoded"),
    untrusted = field("bytes", "untrusted"),
    noise = field("string", "noise"),
    unfinished = field("bytes", "unfinished"),
    continues = field("framenum", "continues", base.NONE),
    request_in = field("framenum", "request_in", base.NONE, frametype.REQUEST),
    repeats = field("framenum", "repeats", base.NONE),
    since_request = field("relative_time", "since_request"),
    simulated = field("bool", "simulated"),
}

local expert = {
    crc = ProtoExpert.new("perch.expert.crc", "CRC error", expert.group.CHECKSUM, expert.severity.ERROR),
    rejected = ProtoExpert.new("perch.expert.rejected", "Not a frame", expert.group.MALFORMED, expert.severity.ERROR),
    noise = ProtoExpert.new("perch.expert.noise", "Text of a console", expert.group.UNDECODED, expert.severity.WARN),
    malformed = ProtoExpert.new("perch.expert.malformed", "Ends before its fields do", expert.group.MALFORMED,
        expert.severity.ERROR),
    out_of_range = ProtoExpert.new("perch.expert.out_of_range", "Out of range", expert.group.PROTOCOL,
        expert.severity.WARN),
    dropped = ProtoExpert.new("perch.expert.dropped", "A receiver drops this frame", expert.group.PROTOCOL,
        expert.severity.WARN),
    refused = ProtoExpert.new("perch.expert.refused", "Refused or failed", expert.group.RESPONSE_CODE,
        expert.severity.NOTE),
    repeated = ProtoExpert.new("perch.expert.repeated", "Repeated request", expert.group.SEQUENCE, expert.severity.NOTE),
    unfinished = ProtoExpert.new("perch.expert.unfinished", "Goes on in a later packet", expert.group.REASSEMBLE,
        expert.severity.CHAT),
}

local function status_name(status)
    local code = string.format("0x%02x", status % 256)
    local domain = math.floor(status / 256)
    return STATUS[status] or STATUS_DOMAIN[domain] and STATUS_DOMAIN[domain] .. " " .. code
        or string.format("unknown, taken as %s", STATUS[domain == 0 and 0x0200 or domain * 256] or "an error")
end

-- Reading a payload ----------------------------------------------------------------------------------------------------

-- Raised where a payload ends before its fields do.
local TRUNCATED = {}

local Reader = {}
Reader.__index = Reader

-- Reads tvb from first to before last into tree. `values` gets each number by its name; ranges are checked if `checks`.
function Reader.new(tvb, first, last, tree, values, checks)
    return setmetatable(
        { tvb = tvb, at = first, last = last, tree = tree, values = values or {}, checks = checks }, Reader)
end

function Reader:left() return self.last - self.at end

function Reader:take(size)
    if size > self:left() then error(TRUNCATED, 0) end
    local range = self.tvb(self.at, size)
    self.at = self.at + size
    return range
end

-- A reader of the next `size` bytes, under `tree`.
function Reader:part(size, tree, values)
    if size > self:left() then error(TRUNCATED, 0) end
    local part = Reader.new(self.tvb, self.at, self.at + size, tree, values, self.checks)
    self.at = self.at + size
    return part
end

-- The length of the blob that follows.
function Reader:blob_length(name)
    local range = self:take(2)
    self.tree:add_le(wire.count, range):append_text(" (" .. name .. ")")
    return range:le_uint()
end

function Reader:rest(proto_field)
    local range = self:take(self:left())
    return self.tree:add(proto_field, range), range
end

function Reader:read(layout)
    for _, element in ipairs(layout) do element(self) end
    return self
end

-- What stands behind the fields of version 1.0.
function Reader:finish()
    if self:left() > 0 then self:rest(wire.unknown_bytes) end
end

-- Checks a number of a request: `range` is {least, most}, `zero` allows 0 besides, `check` is a further condition.
local function check(reader, item, value, options)
    if not reader.checks then return end
    local range = options.range
    local fits = not range or (value >= range[1] and value <= range[2]) or (options.zero and value == 0)
    if fits and options.check then fits = options.check(value, reader.values) end
    if not fits then item:add_proto_expert_info(expert.out_of_range) end
end

local function number(type, size, how, default_base)
    return function(name, options)
        options = options or {}
        local proto_field = field(type, options.field or name, options.base or default_base, options.values)
        return function(reader)
            local range = reader:take(size)
            local item = reader.tree:add_le(proto_field, range)
            local value = range[how](range)
            reader.values[name] = value
            if options.scale then item:append_text(string.format(" (%g ms)", value * options.scale)) end
            if options.flags then
                for index, flag in ipairs(options.flags) do
                    item:add(field("bool", name .. "." .. flag, 8, nil, 2 ^ (index - 1)), range)
                end
            end
            check(reader, item, value, options)
        end
    end
end

local u8 = number("uint8", 1, "le_uint", base.DEC)
local i8 = number("int8", 1, "le_int", base.DEC)
local u16 = number("uint16", 2, "le_uint", base.DEC)
local u32 = number("uint32", 4, "le_uint", base.DEC)

local function hex16(name, options)
    options = options or {}
    options.base = base.HEX
    return u16(name, options)
end

local function hex32(name, options)
    options = options or {}
    options.base = base.HEX
    return u32(name, options)
end

local function reserved(size)
    local proto_field = field("bytes", "reserved")
    return function(reader) reader.tree:add(proto_field, reader:take(size)) end
end

local function raw(name, size)
    local proto_field = field("bytes", name)
    return function(reader)
        local range = reader:take(size)
        reader.tree:add(proto_field, range)
        reader.values[name] = tostring(range:bytes()):lower()
    end
end

local function blob(name, options)
    local proto_field = field("bytes", name)
    return function(reader)
        local range = reader:take(reader:blob_length(name))
        local item = reader.tree:add(proto_field, range)
        reader.values[name] = range
        check(reader, item, range:len(), options or {})
    end
end

local function text(name)
    local proto_field = field("string", name)
    return function(reader)
        local range = reader:take(reader:blob_length(name))
        local value = range:len() > 0 and range:string(ENC_UTF_8) or ""
        reader.tree:add(proto_field, range, value)
        reader.values[name] = value
    end
end

-- Six bytes, least significant first.
local function address(name)
    local proto_field = field("ether", name)
    return function(reader)
        local range = reader:take(6)
        local bytes = {}
        for index = 5, 0, -1 do bytes[#bytes + 1] = string.format("%02x", range(index, 1):uint()) end
        local value = table.concat(bytes, ":")
        reader.tree:add(proto_field, range, Address.ether(value))
        reader.values[name] = value
    end
end

local function status(name)
    name = name or "status"
    local proto_field = field("uint16", name, base.HEX, STATUS)
    return function(reader)
        local range = reader:take(2)
        local value = range:le_uint()
        local item = reader.tree:add_le(proto_field, range)
        item:set_text(string.format("%s: %s (0x%04x)", words(name), status_name(value), value))
        reader.values[name] = value
        if value ~= OK and value ~= ACCEPTED then item:add_proto_expert_info(expert.refused, status_name(value)) end
    end
end

local function connection()
    local whole = field("uint16", "connection", base.HEX)
    local slot, generation = field("uint8", "connection.slot"), field("uint8", "connection.generation")
    return function(reader)
        local range = reader:take(2)
        local value = string.format("slot %d, generation %d", range(0, 1):uint(), range(1, 1):uint())
        local item = reader.tree:add_le(whole, range)
        item:set_text("Connection: " .. value)
        item:add(slot, range(0, 1))
        item:add(generation, range(1, 1))
        reader.values.connection = value
    end
end

local feature_fields = {}
for bit_number, name in pairs(FEATURE) do feature_fields[bit_number] = field("bool", "features." .. name:lower()) end

local function features()
    local proto_field = field("uint64", "features", base.HEX)
    return function(reader)
        local range = reader:take(8)
        local item = reader.tree:add_le(proto_field, range)
        local value = range:le_uint64()
        for bit_number = 0, 63 do
            local word = bit_number < 32 and value:lower() or value:higher()
            local is_set = math.floor(word / 2 ^ (bit_number % 32)) % 2 == 1
            local name = FEATURE[bit_number]
            if name then
                item:add(feature_fields[bit_number], range(math.floor(bit_number / 8), 1), is_set)
                if is_set then item:append_text(" " .. name) end
                reader.values[name] = is_set
            end
        end
    end
end

-- Parts of messages that repeat themselves -----------------------------------------------------------------------------

-- A blob of entries, or entries to the end of the payload, each under a branch of its own.
local function entries(name, title, layout, is_blob)
    local branch = field("bytes", name)
    return function(reader)
        local size = is_blob and reader:blob_length(name) or reader:left()
        local part = reader:part(size, nil, nil)
        local tree = reader.tree:add(branch, reader.tvb(part.at, size))
        local count = 0
        while part:left() > 0 do
            local first = part.at
            part.tree = tree:add(perch, reader.tvb(first, 0), title .. " " .. count)
            part.values = { parent = reader.values, index = count }
            part:read(layout)
            part.tree:set_len(part.at - first)
            count = count + 1
        end
        tree:set_text(string.format("%s: %d", words(name), count))
        reader.values.entries = count
    end
end

-- Filters of SCAN_START (9.1). What is wrong with them counts at the offset of their blob.
local FILTER_SIZES = {
    function(size) return size >= 1 and size <= 6 end,
    function(size) return size >= 1 and size <= 28 end,
    function(size) return size == 2 or size == 16 end,
}
local filter_bytes = field("bytes", "bytes")
local filter = {
    u8("kind", { values = FILTER_KIND }),
    u8("length"),
    function(reader)
        local range = reader:take(reader.values.length)
        local item = reader.tree:add(filter_bytes, range)
        local fits = FILTER_SIZES[reader.values.kind]
        if reader.checks and not (fits and fits(range:len())) then item:add_proto_expert_info(expert.out_of_range) end
    end,
}

-- Counters of GET_STATE (8.3); those of later versions stand behind them.
local counters = {
    u32("received"), u32("rejected_malformed"), u32("rejected_crc"), u32("rejected_overflow"), u32("dropped_frames"),
    u32("sent"), u32("adverts_coalesced"), u32("adverts_dropped"), u32("log_lines_dropped"),
}
local counters_branch = field("bytes", "counters")
local function counters_blob(reader)
    local size = reader:blob_length("counters")
    local part = reader:part(size, nil, reader.values)
    part.tree = reader.tree:add(counters_branch, reader.tvb(part.at, size))
    part:read(counters):finish()
end

-- 2 or 16 bytes, least significant first, behind their length.
local uuid_field = field("string", "uuid")
local uuid_length = u8("uuid_length")
local function uuid(reader)
    uuid_length(reader)
    local size = reader.values.uuid_length
    if size ~= 2 and size ~= 16 then error(TRUNCATED, 0) end
    local range = reader:take(size)
    local digits = {}
    for index = size - 1, 0, -1 do
        digits[#digits + 1] = string.format("%02x", range(index, 1):uint())
        if size == 16 and (index == 12 or index == 10 or index == 8 or index == 6) then digits[#digits + 1] = "-" end
    end
    local value = table.concat(digits)
    reader.tree:add(uuid_field, range, value)
    reader.tree:append_text(", " .. value)
end

-- Records of DISCOVER (10.5), by what was asked for.
local records = {
    entries("records", "Service", { u16("first_handle"), u16("last_handle"), uuid }, true),
    entries("records", "Characteristic",
        { u16("declaration_handle"), u16("value_handle"), u8("properties", { base = base.HEX, flags = PROPERTIES }), uuid },
        true),
    entries("records", "Descriptor", { u16("handle"), uuid }, true),
}
local unknown_records = blob("records")

-- The number of an entry of a batch, which the batch gives for its first.
local entry_number = field("uint32", "number", base.DEC)
local function batch_number(reader)
    local value = (reader.values.parent.first_number + reader.values.index) % 2 ^ 32
    reader.tree:add(entry_number, reader.tvb(reader.at, 0), value):set_generated()
end

local function batch_extra(reader)
    local size = reader.values.parent.extra
    if size > 0 then reader.tree:add(wire.unknown_bytes, reader:take(size)) end
end

local advert_kind = {
    type = field("uint8", "address_type", base.DEC, ADDRESS_TYPE, 0x03),
    truncated = field("bool", "is_truncated", 8, nil, 0x08),
    pdu = field("uint8", "pdu", base.DEC, PDU, 0xF0),
}
local advert = {
    batch_number, u16("offset_ms"), address("address"),
    function(reader)
        local range = reader:take(1)
        for _, name in ipairs({ "type", "truncated", "pdu" }) do reader.tree:add(advert_kind[name], range) end
    end,
    i8("rssi_dbm"), u8("channel"), blob("data"), batch_extra,
    function(reader)
        reader.tree:append_text(string.format(", %s, %d dBm", reader.values.address, reader.values.rssi_dbm))
    end,
}
local sighting = {
    batch_number, u16("offset_ms"), address("address"), u8("frame", { values = WIFI_FRAME }), i8("rssi_dbm"),
    u8("channel"), blob("ssid"), batch_extra,
}
local function batch(name, title, layout)
    return { u32("first_number"), u32("base_ms"), u8("extra"), entries(name, title, layout, false) }
end

-- Error bodies (3.1). A sender may leave off the end, so nothing in them is ever missing.
local detail_field = field("bytes", "detail")
local DETAIL = {
    [0x0101] = { 4, hex32("boot_id") },
    [0x0203] = { 2, u16("field_offset") },
    [0x0206] = { 4, u32("limit") },
    [0x020A] = { 2, connection() },
    [0x0302] = { 2, u8("used", { field = "slots.used" }), u8("total", { field = "slots.total" }) },
    [0x0601] = { 8, raw("active_digest", 8) },
    [0x0603] = { 4, u32("next_offset") },
    [0x0605] = { 4, u32("position") },
    [0x0608] = { 4, u32("next_offset") },
}
local ATT_DETAIL = { 2, u16("attribute_handle") }
local native, retry_after = field("int32", "native", base.DEC), u16("retry_after_ms")
local retry_after_field = field("uint16", "retry_after_ms", base.DEC)

-- A number that was left off counts as 0.
local function left_off(reader, proto_field)
    reader.tree:add(proto_field, reader.tvb(reader.last, 0), 0):set_generated()
    reader.at = reader.last
end

local function error_body(reader, code)
    if reader:left() < 4 then left_off(reader, native) else reader.tree:add_le(native, reader:take(4)) end
    if reader:left() < 2 then left_off(reader, retry_after_field) else retry_after(reader) end
    if reader:left() == 0 then return end
    local first = reader.at
    reader:rest(detail_field)
    local detail = DETAIL[code] or math.floor(code / 256) == 0x05 and ATT_DETAIL
    if detail and reader.last - first >= detail[1] then
        local part = Reader.new(reader.tvb, first, first + detail[1], reader.tree, reader.values)
        for index = 2, #detail do detail[index](part) end
    end
end

-- Operations (8 to 11): code = {name, fields of the request, fields of the answer, whether they come in DONE} -------------

local deadline = u32("deadline_ms", { range = { 100, 600000 } })
local handle = u16("handle", { range = { 1, 0xFFFF } })
local config_flags = { base = base.HEX, flags = CONFIG_FLAGS }

local OPERATION = {
    [0x0001] = { "HELLO",
        { hex32("nonce"), u8("lowest_major"), u8("highest_major"), u8("minor"), reserved(1),
            u16("largest_payload", { range = { 64, 0xFFFF } }), blob("probe") },
        { hex32("nonce"), u8("major"), u8("minor"), hex32("boot_id"), u8("reset_reason", { values = RESET_REASON }),
            u8("slots"), u8("max_inflight"), reserved(1), u32("uptime_ms"), raw("device_id", 8),
            u16("largest_payload_to_dongle"), u16("largest_payload_to_host"), u16("rx_window"), u16("largest_mtu"),
            features(), blob("probe") } },
    [0x0002] = { "PING", {},
        { hex32("boot_id"), u32("uptime_ms"), u16("oldest_event"), u16("next_event"), u32("oldest_advert"),
            u32("oldest_sighting") } },
    [0x0003] = { "INFO", {},
        { u32("largest_config"), u32("erase_unit"), u16("event_ring"), u16("advert_queue"), text("firmware"),
            text("version"), text("build"), text("hardware") } },
    [0x0004] = { "GET_STATE", {},
        { u32("uptime_ms"), u16("oldest_event"), u16("next_event"), u32("oldest_advert"), u32("oldest_sighting"),
            u8("scan", { values = ACTIVITY }), u8("wifi_scan", { values = ACTIVITY }), status("scan_status"),
            u8("config", config_flags), u8("open_operations"), counters_blob,
            entries("connections", "Connection",
                { connection(), u8("phase", { values = PHASE }), u8("address_type", { values = ADDRESS_TYPE }),
                    address("address"), u16("mtu"), u32("lost_notifications") }, true) } },
    [0x0005] = { "CANCEL", { u16("request_id") }, {} },
    [0x0006] = { "IDENTIFY", { u16("duration_ms", { range = { 0, 60000 } }) }, {} },
    [0x0007] = { "REBOOT",
        { hex32("magic", { range = { REBOOT_MAGIC, REBOOT_MAGIC } }), hex32("boot_id"),
            u8("mode", { values = REBOOT_MODE, range = { 0, 1 } }) }, {} },
    [0x0101] = { "SCAN_START",
        { u8("mode", { values = SCAN_MODE, range = { 0, 1 } }), reserved(1),
            u16("interval", { scale = 0.625, range = { 4, 16384 }, zero = true }),
            u16("window", { scale = 0.625, range = { 4, 16384 }, zero = true,
                check = function(window, values) return values.interval == 0 or window <= values.interval end }),
            i8("minimum_rssi"), reserved(1), u16("coalescing_ms"), u16("batching_ms", { range = { 0, 1000 } }),
            entries("filters", "Filter", filter, true) },
        { u16("interval", { scale = 0.625 }), u16("window", { scale = 0.625 }), u32("oldest_advert") } },
    [0x0102] = { "SCAN_STOP", {}, { u32("next") } },
    [0x0103] = { "WIFI_SCAN_START",
        { u16("dwell_ms", { range = { 50, 10000 }, zero = true }), u8("highest_channel", { range = { 0, 14 } }),
            i8("minimum_rssi"), u16("batching_ms", { range = { 0, 1000 } }) },
        { u32("oldest_sighting") } },
    [0x0104] = { "WIFI_SCAN_STOP", {}, { u32("next") } },
    [0x0201] = { "CONNECT",
        { deadline, address("address"), u8("address_type", { values = ADDRESS_TYPE, range = { 0, 1 } }), reserved(1),
            u16("lowest_interval", { scale = 1.25, range = { 6, 3200 }, zero = true }),
            u16("highest_interval", { scale = 1.25, range = { 6, 3200 }, zero = true,
                check = function(highest, values) return highest == 0 or highest >= values.lowest_interval end }),
            u16("latency", { range = { 0, 499 } }),
            u16("supervision_timeout", { scale = 10, range = { 10, 3200 }, zero = true }) },
        { connection(), u16("mtu"), u16("interval", { scale = 1.25 }) }, true },
    [0x0202] = { "DISCONNECT", { deadline, connection() }, {}, true },
    [0x0203] = { "EXCHANGE_MTU", { deadline, connection(), u16("mtu", { range = { 23, 517 } }) }, { u16("mtu") }, true },
    [0x0204] = { "DISCOVER",
        { deadline, connection(), u8("what", { values = WHAT, range = { 1, 3 } }), reserved(1),
            u16("first_handle", { range = { 1, 0xFFFF } }),
            u16("last_handle", { check = function(last, values) return last >= values.first_handle end }) },
        { u16("next_handle"), u8("what", { values = WHAT }),
            function(reader) (records[reader.values.what] or unknown_records)(reader) end }, true },
    [0x0205] = { "READ", { deadline, connection(), handle, u16("offset", { range = { 0, 511 } }) },
        { u8("more"), blob("value") }, true },
    [0x0206] = { "WRITE", { deadline, connection(), handle, blob("value", { range = { 0, 512 } }) }, {}, true },
    [0x0207] = { "WRITE_COMMAND", { connection(), handle, blob("value") }, {} },
    [0x0208] = { "SUBSCRIBE",
        { deadline, connection(), handle, u8("mode", { values = SUBSCRIPTION_MODE, range = { 0, 2 } }) }, {}, true },
    [0x0301] = { "CONFIG_BEGIN",
        { deadline, u32("length", { range = { 1, 0xFFFFFFFF } }), raw("digest", 32), raw("base", 8) },
        { u16("transfer"), u32("next"), u16("chunk") }, true },
    [0x0302] = { "CONFIG_DATA", { u16("transfer"), u32("offset"), blob("data") }, { u32("next") } },
    [0x0303] = { "CONFIG_COMMIT", { deadline, u16("transfer"), reserved(2), raw("digest", 8) }, {}, true },
    [0x0304] = { "CONFIG_SAVE", { deadline }, { u32("sequence") }, true },
    [0x0305] = { "CONFIG_LOAD", {}, {} },
    [0x0306] = { "CONFIG_RESET", {}, {} },
    [0x0307] = { "CONFIG_STAT", {},
        { u8("flags", config_flags), reserved(1), u32("active_length"), raw("active_digest", 32), u32("saved_length"),
            raw("saved_digest", 32), u32("staging_length"), raw("staging_digest", 32), u32("staging_next") } },
    [0x0308] = { "CONFIG_READ",
        { u8("copy", { values = COPY, range = { 0, 1 } }), reserved(1), u32("offset"),
            u16("length", { range = { 1, 0xFFFF } }) },
        { u32("length"), blob("data") } },
}
local HELLO = 0x0001

local DONE = 0x0001
local value_layout = { connection(), u16("handle"), u32("uptime_ms"), blob("value") }
local EVENT_LAYOUT = {
    [DONE] = { "DONE", { u16("request_id"), status(), u8("effect", { values = EFFECT }), blob("result") } },
    [0x0002] = { "CONNECTED",
        { connection(), address("address"), u8("address_type", { values = ADDRESS_TYPE }), reserved(1), u16("mtu"),
            u16("interval", { scale = 1.25 }), u32("uptime_ms") } },
    [0x0003] = { "DISCONNECTED", { connection(), status(), u32("uptime_ms") } },
    [0x0004] = { "NOTIFICATION", value_layout },
    [0x0005] = { "INDICATION", value_layout },
    [0x0006] = { "LOST", { connection(), u32("count") } },
    [0x0007] = { "SCAN_STATE",
        { u8("radio", { values = RADIO }), u8("activity", { values = ACTIVITY }), status() } },
    [0x0008] = { "CONFIG_CHANGED",
        { u8("change", { values = CHANGE }), u8("flags", config_flags), raw("active", 8), raw("saved", 8) } },
    [0x0009] = { "DETECTION",
        { u32("number"), u32("uptime_ms"), u8("matched", { values = MATCHED }), u8("confidence"), i8("rssi_dbm"),
            u8("channel"), address("address"), u16("pattern_index"), text("text") } },
    [0x8001] = { "ADVERT_BATCH", batch("adverts", "Advert", advert) },
    [0x8002] = { "WIFI_BATCH", batch("sightings", "Sighting", sighting) },
}

local PAYLOAD_LAYOUT = {
    [BOOT] = { hex32("boot_id"), u8("reset_reason", { values = RESET_REASON }), u8("major"), u8("minor"), reserved(1),
        raw("device_id", 8) },
    [GRANT] = { u16("next"), u8("gap") },
    [LOG] = { u8("level", { values = LEVEL }), u32("uptime_ms"), u16("dropped"), text("text") },
}

local function names(entries_by_code)
    local result = {}
    for code, entry in pairs(entries_by_code) do result[code] = entry[1] end
    return result
end
local OPERATION_NAME, EVENT_NAME = names(OPERATION), names(EVENT_LAYOUT)
wire.operation = field("uint16", "operation", base.HEX, OPERATION_NAME)
wire.event = field("uint16", "event", base.HEX, EVENT_NAME)

-- Flags of numbers have fields of their own, which are made when they are first used; Wireshark wants them now.
for _, name in ipairs({ "config", "flags" }) do
    for index, flag in ipairs(CONFIG_FLAGS) do field("bool", name .. "." .. flag, 8, nil, 2 ^ (index - 1)) end
end
for index, flag in ipairs(PROPERTIES) do field("bool", "properties." .. flag, 8, nil, 2 ^ (index - 1)) end

perch.fields = all_fields
local all_experts = {}
for _, one in pairs(expert) do all_experts[#all_experts + 1] = one end
perch.experts = all_experts

-- Framing (1) ----------------------------------------------------------------------------------------------------------

local crc_table = {}
for byte = 0, 255 do
    local remainder = byte
    for _ = 1, 8 do
        local shifted = bits.rshift(remainder, 1)
        remainder = remainder % 2 == 1 and bits.bxor(shifted, 0x82F63B78) or shifted
    end
    crc_table[byte] = remainder
end

local function crc32c(bytes)
    local crc = 0xFFFFFFFF
    for index = 1, #bytes do
        crc = bits.bxor(bits.rshift(crc, 8), crc_table[bits.band(bits.bxor(crc, bytes:byte(index)), 0xFF)])
    end
    return bits.bxor(crc, 0xFFFFFFFF) % 2 ^ 32
end

-- The decoded bytes, or nil and the reason of SPEC.md 1.4.
local function cobs_decode(stretch, limit)
    local blocks, size, at = {}, 0, 1
    while at <= #stretch do
        local code = stretch:byte(at)
        local block = stretch:sub(at + 1, at + code - 1)
        size = size + #block
        if size > limit then return nil, "overflow" end
        if #block < code - 1 then return nil, "malformed" end
        blocks[#blocks + 1] = block
        at = at + code
        if code < 0xFF and at <= #stretch then
            size = size + 1
            if size > limit then return nil, "overflow" end
            blocks[#blocks + 1] = "\0"
        end
    end
    return table.concat(blocks)
end

local function little(bytes, at, size)
    local value = 0
    for index = size - 1, 0, -1 do value = value * 256 + bytes:byte(at + index) end
    return value
end

-- What is remembered of earlier packets ----------------------------------------------------------------------------------

-- By session and id: requests. By session: whether its dongle is simulated. Sessions have random numbers, so that lines that
-- are recorded together do not come into each other's way.
local requests, simulated_sessions
-- By interface and direction: what has come of a stretch that no zero has ended.
local unfinished
-- By packet: what its first dissection found in these, since later ones come in any order.
local packets

function perch.init()
    requests, simulated_sessions, unfinished, packets = {}, {}, {}, {}
end

local interface_field = Field.new("frame.interface_id")

-- Wireshark's window does not tell the interface at the first dissection: then all lines count as one, and pieces of several
-- lines that come at the same time are not put together.
local function line_of_packet(pinfo)
    local info = interface_field()
    return string.format("%d.%d", info and info.value or 0, pinfo.p2p_dir)
end

-- A stretch goes on with anything but a zero, which is left to begin the next one unless it stands alone.
local function goes_on(bytes)
    return bytes == "\0" or bytes:byte(1) ~= 0
end

-- HELLO and REBOOT have the id 0, so that they go by their operation.
local function request_key(session, id, operation)
    return string.format("%d.%d.%d", session, id, id == 0 and operation or 0)
end

-- Remembers a request, and returns what is known of one that was sent before and not answered yet.
local function remember_request(header, pinfo)
    local key = request_key(header.session, header.id, header.code)
    local known = requests[key]
    if known and not known.is_answered and known.crc == header.crc then
        return { repeats = known.packet }
    end
    requests[key] = { packet = pinfo.number, time = pinfo.abs_ts, crc = header.crc, operation = header.code }
    return {}
end

-- What is known of the request that a frame answers.
local function find_request(session, id, operation, pinfo)
    local known = requests[request_key(session, id, operation)]
    if not known then return {} end
    known.is_answered = true
    return { operation = known.operation, request_in = known.packet, seconds = pinfo.abs_ts - known.time }
end

-- Frames (2) -----------------------------------------------------------------------------------------------------------

-- One frame in the making: its branch, header, what was found of its request, and its words for the column Info.
local Frame = {}
Frame.__index = Frame

-- Reads a message, and says so where it ends too early.
function Frame:read(reader, body)
    local ok, problem = pcall(body, reader)
    if not ok and problem ~= TRUNCATED then error(problem, 0) end
    if not ok then
        reader.tree:add_proto_expert_info(expert.malformed)
        if reader:left() > 0 then reader:rest(wire.unknown_bytes) end
        self.summary[#self.summary + 1] = "[malformed]"
    end
    return ok
end

function Frame:name(message)
    self.tree:add(wire.message, self.tvb(0, 0), message):set_generated()
    self.message = message
end

local function code_name(known, code)
    if known[code] then return known[code] end
    return (code >= 0x7F00 and code <= 0x7FFF and "vendor " or "unknown ") .. string.format("0x%04x", code)
end

local function named(known)
    return function(value) return known[value] or tostring(value) end
end

-- What the column Info shows of a message, where it has these numbers.
local SUMMARY = {
    { "address", "%s" }, { "connection", "%s" }, { "handle", "handle %d" }, { "activity", "%s", named(ACTIVITY) },
    { "status", "%s", status_name }, { "change", "%s", named(CHANGE) }, { "next", "next %d" }, { "offset", "at %d" },
    { "entries", "%d entries" }, { "first_number", "from %d" }, { "count", "%d lost" }, { "level", "%s", named(LEVEL) },
    { "reset_reason", "%s", named(RESET_REASON) }, { "text", "%s" }, { "firmware", "%s" },
}

function Frame:summarise(values)
    for _, entry in ipairs(SUMMARY) do
        local value = values[entry[1]]
        if value ~= nil then
            self.summary[#self.summary + 1] = string.format(entry[2], entry[3] and entry[3](value) or value)
        end
    end
end

function Frame:request(reader)
    local operation = OPERATION[self.header.code]
    self:name(code_name(OPERATION_NAME, self.header.code) .. " request")
    if self.found.repeats then
        self.tree:add(wire.repeats, self.found.repeats):set_generated()
        self.tree:add_proto_expert_info(expert.repeated)
        self.summary[#self.summary + 1] = "[repeated]"
    end
    if not operation then return end
    reader.checks = true
    self:read(reader, function() reader:read(operation[2]):finish() end)
    self:summarise(reader.values)
end

-- What follows the status of a RESPONSE or DONE: the answer, or what went wrong.
function Frame:answer(reader, operation, code, is_done)
    local is_whole = operation and operation == OPERATION[HELLO] and not is_done
    if code == OK or is_whole then
        if operation and (is_done or not operation[4]) then reader:read(operation[3]) end
        if operation then reader:finish() end
    elseif code ~= ACCEPTED then
        error_body(reader, code)
    end
end

function Frame:show_request()
    if not self.found.request_in then return end
    self.tree:add(wire.request_in, self.found.request_in):set_generated()
    local seconds = math.floor(self.found.seconds)
    local time = NSTime.new(seconds, math.floor((self.found.seconds - seconds) * 1e6 + 0.5) * 1000)
    self.tree:add(wire.since_request, time):set_generated()
end

function Frame:response(reader)
    local operation = OPERATION[self.header.code]
    self:name(code_name(OPERATION_NAME, self.header.code) .. " response")
    self:show_request()
    self:read(reader, function()
        reader:read({ status() })
        self:answer(reader, operation, reader.values.status, false)
    end)
    self:summarise(reader.values)
    if operation == OPERATION[HELLO] and reader.values.status == OK then
        simulated_sessions[self.header.session] = reader.values.SIMULATED == true
    end
end

function Frame:done(reader)
    local values = reader.values
    if not self:read(reader, function() reader:read(EVENT_LAYOUT[DONE][2]):finish() end) then return end
    self:find(function(pinfo) return find_request(self.header.session, values.request_id, 0, pinfo) end)
    self:show_request()
    local operation = OPERATION[self.found.operation]
    local name = self.found.operation and code_name(OPERATION_NAME, self.found.operation) or "an unknown request"
    self.summary[#self.summary + 1] = string.format("of %d %s %s, effect %s", values.request_id, name,
        status_name(values.status), EFFECT[values.effect] or values.effect)
    local result = values.result
    if result:len() == 0 and not operation then return end
    local first = result:offset()
    local tree = self.tree:add(perch, result, values.status == OK and name .. " result" or "Error body")
    local inner = Reader.new(self.tvb, first, first + result:len(), tree)
    if operation and values.status == OK then
        tree:add(wire.message, self.tvb(0, 0), name .. " result"):set_generated()
    end
    self:read(inner, function() self:answer(inner, operation, values.status, true) end)
    self:summarise(inner.values)
end

function Frame:event(reader)
    local event = EVENT_LAYOUT[self.header.code]
    self:name(code_name(EVENT_NAME, self.header.code) .. " event")
    if self.header.code == DONE then return self:done(reader) end
    if not event then return end
    self:read(reader, function() reader:read(event[2]):finish() end)
    self:summarise(reader.values)
end

function Frame:payload(reader)
    local kind = self.header.kind
    self:name(KIND[kind])
    self:read(reader, function() reader:read(PAYLOAD_LAYOUT[kind]):finish() end)
    if kind == GRANT and reader.values.gap == 1 then self.summary[#self.summary + 1] = "gap" end
    self:summarise(reader.values)
end

-- Fills in `found` by looking at earlier packets; only the first dissection may do so.
function Frame:find(look)
    if self.memory.is_first then
        for key, value in pairs(look(self.memory.pinfo)) do self.found[key] = value end
    end
end

function Frame:show_header(decoded)
    local tvb, header = self.tvb, self.header
    local tree = self.tree:add(perch, tvb(0, 8), "Header")
    tree:add(wire.major, tvb(0, 1))
    tree:add(wire.kind, tvb(0, 1))
    local flags = tree:add(wire.flags, tvb(1, 1))
    tree:add_le(wire.session, tvb(2, 2))
    tree:add_le(wire.id, tvb(4, 2))
    local code = wire.code
    if header.kind == REQUEST or header.kind == RESPONSE then code = wire.operation end
    if header.kind == EVENT then code = wire.event end
    tree:add_le(code, tvb(6, 2))
    if code ~= wire.code then tree:add_le(wire.code, tvb(6, 2)):set_hidden() end
    tree:append_text(string.format(", session 0x%04x, id %d", header.session, header.id))
    if header.flags >= 0x10 then flags:add_proto_expert_info(expert.dropped, "A flag that must be understood is unknown") end
    if not KIND[header.kind] then tree:add_proto_expert_info(expert.dropped, "The kind is unknown") end
    local is_frozen = header.kind == BOOT
        or (header.kind == REQUEST or header.kind == RESPONSE) and (header.code == HELLO or header.code == 0x0007)
    if header.major ~= 1 and not is_frozen then
        tree:add_proto_expert_info(expert.dropped, "Another major version")
    end
    local direction = self.memory.pinfo.p2p_dir
    local is_sent = FROM_HOST[header.kind] or false
    if KIND[header.kind] and (direction == 0 or direction == 1) and is_sent ~= (direction == 0) then
        tree:add_proto_expert_info(expert.dropped, "The frame travels the wrong way: the line echoes")
    end
    self.tree:add_le(wire.crc, tvb(#decoded - 4, 4)):append_text(" [correct]")
end

-- Dissects one frame whose CRC is right. `found` is what its first dissection found, or is to be filled in.
local function dissect_frame(decoded, tree, memory, found)
    local tvb = ByteArray.new(decoded, true):tvb("Decoded frame")
    local header = {
        major = math.floor(decoded:byte(1) / 16), kind = decoded:byte(1) % 16, flags = decoded:byte(2),
        session = little(decoded, 3, 2), id = little(decoded, 5, 2), code = little(decoded, 7, 2),
        crc = little(decoded, #decoded - 3, 4),
    }
    local frame = setmetatable(
        { tvb = tvb, tree = tree, header = header, memory = memory, found = found, summary = {} }, Frame)
    frame:show_header(decoded)
    tree:add(wire.decoded, tvb()):set_hidden()
    local size = #decoded - 12
    local branch = tree:add(wire.payload, tvb(8, size))
    local reader = Reader.new(tvb, 8, 8 + size, branch)
    if header.kind == REQUEST then
        frame:find(function(pinfo) return remember_request(header, pinfo) end)
        frame:request(reader)
    elseif header.kind == RESPONSE then
        frame:find(function(pinfo) return find_request(header.session, header.id, header.code, pinfo) end)
        frame:response(reader)
    elseif header.kind == EVENT then
        frame:event(reader)
    elseif PAYLOAD_LAYOUT[header.kind] then
        frame:payload(reader)
    else
        frame:name("unknown kind " .. header.kind)
    end
    frame:find(function() return { is_simulated = simulated_sessions[header.session] or false } end)
    branch:set_text(string.format("Payload: %d bytes", size))
    local kind = KIND[header.kind] or frame.message
    local name = frame.message:gsub(" request$", ""):gsub(" response$", ""):gsub(" event$", "")
    local parts = { kind }
    if header.kind == REQUEST or header.kind == RESPONSE or header.kind == EVENT then
        parts = { kind, tostring(header.id), name }
    end
    if found.is_simulated then
        tree:add(wire.simulated, tvb(0, 0), true):set_generated()
        table.insert(parts, 1, "[SIMULATED]")
    end
    for _, part in ipairs(frame.summary) do parts[#parts + 1] = part end
    local words_of_frame = table.concat(parts, " ")
    tree:set_text("Perch Dongle Protocol, " .. words_of_frame)
    return words_of_frame
end

-- The line -------------------------------------------------------------------------------------------------------------

local REASON = {
    overflow = "decodes to more than the largest frame", malformed = "a COBS code points past its end",
    short = "decodes to fewer than 12 bytes", crc = "its CRC-32C is wrong",
}

local function is_text(bytes) return not bytes:find("[^%g \t\r\n\27]") end

local function describe(bytes)
    return is_text(bytes) and "text: " .. bytes:gsub("%c", " ") or string.format("%d bytes", #bytes)
end

-- Shows a stretch that is not a frame. `bytes` are without their delimiter.
local function dissect_rejected(bytes, range, tree, reason, decoded)
    tree:add(wire.rejected, range, reason):set_generated()
    tree:add(wire.discarded, range, #bytes + 1):set_generated()
    if is_text(bytes) then
        tree:add(wire.noise, range, bytes)
        tree:add_proto_expert_info(expert.noise)
    else
        tree:add(wire.encoded, range)
        tree:add_proto_expert_info(reason == "crc" and expert.crc or expert.rejected, "Not a frame: " .. REASON[reason])
    end
    if reason == "crc" then
        tree:add(wire.untrusted, ByteArray.new(decoded, true):tvb("Decoded, not to be trusted")())
        tree:append_text(string.format(", CRC is %08x and should be %08x", little(decoded, #decoded - 3, 4),
            crc32c(decoded:sub(1, -5))))
    end
    local words_of_stretch = string.format("rejected (%s), %s", reason, describe(bytes))
    tree:set_text("Perch Dongle Protocol, " .. words_of_stretch)
    return words_of_stretch
end

local function dissect_stretch(bytes, range, tree, memory, found)
    local decoded, reason = cobs_decode(bytes, perch.prefs.largest_frame)
    if decoded and #decoded < 12 then reason = "short" end
    if not reason and crc32c(decoded:sub(1, -5)) ~= little(decoded, #decoded - 3, 4) then reason = "crc" end
    if reason then return dissect_rejected(bytes, range, tree, reason, decoded) end
    return dissect_frame(decoded, tree, memory, found)
end

function perch.dissector(tvb, pinfo, root)
    local is_first = not packets[pinfo.number]
    local packet = packets[pinfo.number] or { frames = {} }
    local memory = { is_first = is_first, pinfo = pinfo }
    local direction, line = pinfo.p2p_dir, line_of_packet(pinfo)
    if is_first then
        packets[pinfo.number] = packet
        if goes_on(tvb:raw()) then packet.before, unfinished[line] = unfinished[line], nil end
    end
    pinfo.cols.protocol = "Perch"
    if direction == 0 then pinfo.cols.src, pinfo.cols.dst = "host", "dongle" end
    if direction == 1 then pinfo.cols.src, pinfo.cols.dst = "dongle", "host" end

    local line_tvb = tvb
    local bytes = tvb:raw()
    if packet.before then
        bytes = packet.before.bytes .. bytes
        line_tvb = ByteArray.new(bytes, true):tvb("With what came before")
    end
    local infos, at, index = {}, 1, 0
    while at <= #bytes do
        local zero = bytes:find("\0", at, true)
        if not zero then break end
        if zero > at then
            index = index + 1
            packet.frames[index] = packet.frames[index] or {}
            local range = line_tvb(at - 1, zero - at)
            local tree = root:add(perch, range)
            if index == 1 and packet.before then tree:add(wire.continues, packet.before.packet):set_generated() end
            infos[index] = dissect_stretch(bytes:sub(at, zero - 1), range, tree, memory, packet.frames[index])
        end
        at = zero + 1
    end
    if at <= #bytes then
        local rest = bytes:sub(at)
        local range = line_tvb(at - 1, #rest)
        local tree = root:add(perch, range)
        tree:add(wire.unfinished, range)
        tree:add_proto_expert_info(expert.unfinished)
        infos[#infos + 1] = "unfinished, " .. describe(rest)
        tree:set_text("Perch Dongle Protocol, " .. infos[#infos])
        if is_first and #rest <= LONGEST_STRETCH then
            local began = at == 1 and packet.before and packet.before.packet or pinfo.number
            unfinished[line] = { bytes = rest, packet = began }
        end
    end
    if #infos == 0 then
        root:add(perch, tvb(), "Perch Dongle Protocol, delimiters only")
        infos[1] = "delimiters only"
    end
    pinfo.cols.info = table.concat(infos, " | ")
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, perch)
