/// A kind of value in a BTHome advert: its name, its unit, and how its bytes are read.
///
/// To add one, add a line to the table. Source: BTHome, BLE advertising in the BTHome v2 format.
struct BTHomeObject: Sendable {
    enum Form: Sendable {
        /// A little-endian number of 1...4 bytes, times `factor`, in units of 10⁻ᵈᵉᶜⁱᵐᵃˡˢ.
        case number(bytes: Int, isSigned: Bool, decimals: Int, factor: Int64)
        /// A byte that is 0 or 1.
        case flag
        /// A byte that stands for a word.
        case word([UInt8: String])
        /// A byte that stands for a word, and a number of steps if it is not 0.
        case turn([UInt8: String])
        /// A byte that stands for a word; from 3 on, a number of steps follows.
        case command([UInt8: String])
        /// A length, 1, and as many bytes.
        case text
        case bytes
        /// Parts of a version, the last byte first.
        case version(parts: Int)
    }

    let name: String
    let unit: String?
    let form: Form

    static let packetID = "packet_id"

    /// All kinds, by id.
    static let known: [UInt8: BTHomeObject] = [
        0x00: number("packet_id", bytes: 1),
        0x01: number("battery", "%", bytes: 1),
        0x02: number("temperature", "°C", bytes: 2, isSigned: true, decimals: 2),
        0x03: number("humidity", "%", bytes: 2, decimals: 2),
        0x04: number("pressure", "hPa", bytes: 3, decimals: 2),
        0x05: number("illuminance", "lx", bytes: 3, decimals: 2),
        0x06: number("mass", "kg", bytes: 2, decimals: 2),
        0x07: number("mass", "lb", bytes: 2, decimals: 2),
        0x08: number("dewpoint", "°C", bytes: 2, isSigned: true, decimals: 2),
        0x09: number("count", bytes: 1),
        0x0A: number("energy", "kWh", bytes: 3, decimals: 3),
        0x0B: number("power", "W", bytes: 3, decimals: 2),
        0x0C: number("voltage", "V", bytes: 2, decimals: 3),
        0x0D: number("pm2.5", "µg/m³", bytes: 2),
        0x0E: number("pm10", "µg/m³", bytes: 2),
        0x0F: flag("generic"),
        0x10: flag("power"),
        0x11: flag("opening"),
        0x12: number("co2", "ppm", bytes: 2),
        0x13: number("tvoc", "µg/m³", bytes: 2),
        0x14: number("moisture", "%", bytes: 2, decimals: 2),
        0x15: flag("battery"),
        0x16: flag("battery_charging"),
        0x17: flag("carbon_monoxide"),
        0x18: flag("cold"),
        0x19: flag("connectivity"),
        0x1A: flag("door"),
        0x1B: flag("garage_door"),
        0x1C: flag("gas"),
        0x1D: flag("heat"),
        0x1E: flag("light"),
        0x1F: flag("lock"),
        0x20: flag("moisture"),
        0x21: flag("motion"),
        0x22: flag("moving"),
        0x23: flag("occupancy"),
        0x24: flag("plug"),
        0x25: flag("presence"),
        0x26: flag("problem"),
        0x27: flag("running"),
        0x28: flag("safety"),
        0x29: flag("smoke"),
        0x2A: flag("sound"),
        0x2B: flag("tamper"),
        0x2C: flag("vibration"),
        0x2D: flag("window"),
        0x2E: number("humidity", "%", bytes: 1),
        0x2F: number("moisture", "%", bytes: 1),
        0x3A: BTHomeObject(name: "button", unit: nil, form: .word(presses)),
        0x3B: BTHomeObject(name: "command", unit: nil, form: .command(commands)),
        0x3C: BTHomeObject(name: "dimmer", unit: nil, form: .turn(turns)),
        0x3D: number("count", bytes: 2),
        0x3E: number("count", bytes: 4),
        0x3F: number("rotation", "°", bytes: 2, isSigned: true, decimals: 1),
        0x40: number("distance", "mm", bytes: 2),
        0x41: number("distance", "m", bytes: 2, decimals: 1),
        0x42: number("duration", "s", bytes: 3, decimals: 3),
        0x43: number("current", "A", bytes: 2, decimals: 3),
        0x44: number("speed", "m/s", bytes: 2, decimals: 2),
        0x45: number("temperature", "°C", bytes: 2, isSigned: true, decimals: 1),
        0x46: number("uv_index", bytes: 1, decimals: 1),
        0x47: number("volume", "L", bytes: 2, decimals: 1),
        0x48: number("volume", "mL", bytes: 2),
        0x49: number("volume_flow_rate", "m³/h", bytes: 2, decimals: 3),
        0x4A: number("voltage", "V", bytes: 2, decimals: 1),
        0x4B: number("gas", "m³", bytes: 3, decimals: 3),
        0x4C: number("gas", "m³", bytes: 4, decimals: 3),
        0x4D: number("energy", "kWh", bytes: 4, decimals: 3),
        0x4E: number("volume", "L", bytes: 4, decimals: 3),
        0x4F: number("water", "L", bytes: 4, decimals: 3),
        0x50: number("timestamp", "s since 1970", bytes: 4),
        0x51: number("acceleration", "m/s²", bytes: 2, decimals: 3),
        0x52: number("gyroscope", "°/s", bytes: 2, decimals: 3),
        0x53: BTHomeObject(name: "text", unit: nil, form: .text),
        0x54: BTHomeObject(name: "raw", unit: nil, form: .bytes),
        0x55: number("volume_storage", "L", bytes: 4, decimals: 3),
        0x56: number("conductivity", "µS/cm", bytes: 2),
        0x57: number("temperature", "°C", bytes: 1, isSigned: true),
        0x58: number("temperature", "°C", bytes: 1, isSigned: true, decimals: 2, factor: 35),
        0x59: number("count", bytes: 1, isSigned: true),
        0x5A: number("count", bytes: 2, isSigned: true),
        0x5B: number("count", bytes: 4, isSigned: true),
        0x5C: number("power", "W", bytes: 4, isSigned: true, decimals: 2),
        0x5D: number("current", "A", bytes: 2, isSigned: true, decimals: 3),
        0x5E: number("direction", "°", bytes: 2, decimals: 2),
        0x5F: number("precipitation", "mm", bytes: 2, decimals: 1),
        0x60: number("channel", bytes: 1),
        0x61: number("rotational_speed", "rpm", bytes: 2),
        0x62: number("speed", "m/s", bytes: 4, isSigned: true, decimals: 6),
        0x63: number("acceleration", "m/s²", bytes: 4, isSigned: true, decimals: 6),
        0x64: number("light_level", bytes: 1),
        0x65: number("settings_revision", bytes: 1),
        0xF0: number("device_type", bytes: 2),
        0xF1: BTHomeObject(name: "firmware_version", unit: nil, form: .version(parts: 4)),
        0xF2: BTHomeObject(name: "firmware_version", unit: nil, form: .version(parts: 3)),
    ]

    private static let presses: [UInt8: String] = [
        0x00: "none", 0x01: "press", 0x02: "double_press", 0x03: "triple_press", 0x04: "long_press",
        0x05: "long_double_press", 0x06: "long_triple_press", 0x80: "hold_press", 0x81: "hold_release",
    ]
    private static let turns: [UInt8: String] = [0x00: "none", 0x01: "rotate_left", 0x02: "rotate_right"]
    private static let commands: [UInt8: String] = [
        0x00: "off", 0x01: "on", 0x02: "toggle", 0x03: "step_up", 0x04: "step_down",
    ]

    private static func number(
        _ name: String, _ unit: String? = nil, bytes: Int, isSigned: Bool = false, decimals: Int = 0, factor: Int64 = 1
    ) -> BTHomeObject {
        BTHomeObject(
            name: name, unit: unit,
            form: .number(bytes: bytes, isSigned: isSigned, decimals: decimals, factor: factor))
    }

    private static func flag(_ name: String) -> BTHomeObject { BTHomeObject(name: name, unit: nil, form: .flag) }
}

extension BTHomeObject {
    /// Reads the value at the beginning of the bytes behind its id. Returns it with its length in
    /// bytes; nil if it is cut short, or is no value of this kind.
    func value(in bytes: ArraySlice<UInt8>) -> (value: BeaconMeasurement.Value, length: Int)? {
        guard let first = bytes.first else { return nil }
        switch form {
        case .number(let length, let isSigned, let decimals, let factor):
            guard bytes.count >= length else { return nil }
            let raw = bytes.prefix(length).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let limit = Int64(1) << (8 * length)
            let number = isSigned && raw >= limit / 2 ? raw - limit : raw
            return (.number(number * factor, decimals: decimals), length)
        case .flag:
            return first <= 1 ? (.flag(first == 1), 1) : nil
        case .word(let words):
            return (.text(BTHomeObject.word(first, words)), 1)
        case .turn(let words):
            guard bytes.count >= 2 else { return nil }
            let steps = bytes[bytes.startIndex + 1]
            return (.text(BTHomeObject.word(first, words) + (first == 0 ? "" : " \(steps)")), 2)
        case .command(let words):
            let word = BTHomeObject.word(first, words)
            guard first >= 3 else { return (.text(word), 1) }
            guard bytes.count >= 2 else { return nil }
            return (.text("\(word) \(bytes[bytes.startIndex + 1])"), 2)
        case .text, .bytes:
            let content = bytes.dropFirst().prefix(Int(first))
            guard content.count == Int(first) else { return nil }
            if case .bytes = form { return (.text(Hexadecimal.text(Array(content))), 1 + content.count) }
            return (.text(String(decoding: content, as: UTF8.self)), 1 + content.count)
        case .version(let parts):
            guard bytes.count >= parts else { return nil }
            return (.text(bytes.prefix(parts).reversed().map { String($0) }.joined(separator: ".")), parts)
        }
    }

    /// The word for a byte, or the byte for one that is unknown.
    private static func word(_ byte: UInt8, _ words: [UInt8: String]) -> String { words[byte] ?? String(byte) }
}
