/// Name of a radio: a Bluetooth controller that a bridge makes a dongle of.
///
/// The forms are `usb:N`, `usb:VENDOR:PRODUCT[/SERIAL]` with hexadecimal ids, `hciN` (the kernel's
/// user channel), `serial:PATH,SPEED[,rtscts]` and `tcp:HOST:PORT`, an IPv6 address in brackets. At
/// most 200 bytes of printable ASCII. `tools/hci-dongle/radio-names.json` has examples.
public struct RadioName: Sendable, Hashable {
    /// The name as it was given.
    public let text: String

    /// Longest name, in bytes.
    public static let longest = 200
    /// The forms, for people.
    public static let forms = "usb:N, usb:VENDOR:PRODUCT[/SERIAL], hciN, serial:PATH,SPEED[,rtscts] or tcp:HOST:PORT"

    /// Text that is no radio's name.
    public struct Fault: Error, Sendable, Hashable {
        public let text: String
        /// What a name should look like.
        public let expected: String

        public init(text: String, expected: String) {
            (self.text, self.expected) = (text, expected)
        }
    }

    /// Reads a name.
    ///
    /// - Throws: ``Fault``.
    public init(_ text: String) throws(Fault) {
        guard text.utf8.count <= RadioName.longest else {
            throw Fault(text: text, expected: "at most \(RadioName.longest) bytes")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Fault(text: text, expected: "printable ASCII without blanks")
        }
        guard let form = Form(of: text) else { throw Fault(text: text, expected: RadioName.forms) }
        guard form.fits(text.dropFirst(form.rawValue.count)) else { throw Fault(text: text, expected: form.words) }
        self.text = text
    }

    /// Whether a text begins like the name of a radio, so that it means neither a path nor another
    /// kind of port.
    public static func isMeant(by text: String) -> Bool {
        guard let form = Form(of: text) else { return false }
        return form != .kernel || form.fits(text.dropFirst(form.rawValue.count))
    }

    /// The name as systemd-escape(1) writes it: an instance of a unit, and a name for a file.
    public var escaped: String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "/"): escaped += "-"
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "."):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                escaped += "\\x" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return escaped
    }

    // MARK: Forms

    /// A form of name; the raw value is its beginning.
    private enum Form: String, CaseIterable {
        case usb = "usb:"
        case serial = "serial:"
        case tcp = "tcp:"
        case kernel = "hci"

        init?(of text: String) {
            guard let form = Form.allCases.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
            self = form
        }

        /// Description of the form, for people.
        var words: String {
            switch self {
            case .usb: "usb:N with a number up to 999, or usb:VENDOR:PRODUCT[/SERIAL] with four hexadecimal digits each"
            case .serial: "serial:PATH,SPEED[,rtscts] with an absolute path, and a speed of 1000...99999999"
            case .tcp: "tcp:HOST:PORT with a port of 1...65535, and brackets around an IPv6 address"
            case .kernel: "hciN with a number up to 999"
            }
        }

        func fits(_ rest: Substring) -> Bool {
            switch self {
            case .usb: RadioName.isNumber(rest, digits: 1...3) || RadioName.isUSBDevice(rest)
            case .kernel: RadioName.isNumber(rest, digits: 1...3)
            case .serial: RadioName.isSerial(rest)
            case .tcp: RadioName.isTCP(rest)
            }
        }
    }

    /// Whether the text is a decimal number without leading zeros.
    private static func isNumber(_ text: Substring, digits: ClosedRange<Int>) -> Bool {
        digits.contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) && (text == "0" || text.first != "0")
    }

    private static func isUSBDevice(_ text: Substring) -> Bool {
        let (ids, serial) = split(text, at: "/")
        let parts = ids.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }) else {
            return false
        }
        guard let serial else { return true }
        return !serial.isEmpty && serial.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }

    private static func isSerial(_ text: Substring) -> Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 || (parts.count == 3 && parts[2] == "rtscts") else { return false }
        let path = parts[0]
        return path.hasPrefix("/") && path.utf8.count > 1 && !path.contains { "[]".contains($0) }
            && isNumber(parts[1], digits: 4...8)
    }

    private static func isTCP(_ text: Substring) -> Bool {
        guard let colon = text.lastIndex(of: ":") else { return false }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        guard isNumber(port, digits: 1...5), let number = Int(port), (1...65_535).contains(number) else { return false }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return !address.isEmpty && address.allSatisfy { $0.isHexDigit || ":.".contains($0) }
        }
        return host.utf8.first.map(isAlphanumeric) == true
            && host.utf8.allSatisfy { isAlphanumeric($0) || ".-".utf8.contains($0) }
    }

    private static func split(_ text: Substring, at separator: Character) -> (Substring, Substring?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
