import SerialPort

/// Values that a setting may have. An empty text means that the setting is not set.
package enum SettingForm: Sendable, Hashable {
    /// A text of at most 255 bytes.
    case name
    /// A path; in a file it must be absolute.
    case path
    case address
    case ports
    /// Names of radios, each once.
    case radios
    case choice([String])
    /// One of the words, or the URL of a server.
    case wordOrURL([String])
    /// A number; `or` is the word for no number.
    case number(ClosedRange<Int>, or: String?)
    /// Bits per second, or `auto`.
    case rate
    case flag
    case urls
    /// Absolute path of a program, and its arguments; empty = none.
    case command
    /// Bluetooth SIG ids of companies, `0x` and four hexadecimal digits each.
    case companies
    /// A decimal number, as text.
    case decimal(ClosedRange<Double>)

    /// Most ports in a list.
    package static let portLimit = 32
    /// Most radios in a list.
    package static let radioLimit = 8
    /// Most URLs in a list.
    package static let urlLimit = 8
    /// Most companies in a list.
    package static let companyLimit = 64
    /// Most texts in a command, program included.
    package static let argumentLimit = 64

    /// Description of type and range, for people.
    package var words: String {
        switch self {
        case .name: "a string"
        case .path: "a string: an absolute path"
        case .address: "a string: HOST:PORT, with a port from 0 to 65535"
        case .ports:
            "an array of at most \(SettingForm.portLimit) strings: \"auto\", \"sim\", \"id:SERIAL\" or absolute paths"
        case .radios: "an array of at most \(SettingForm.radioLimit) strings, each once: \(RadioName.forms)"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .wordOrURL(let words):
            words.map { "\"\($0)\"" }.joined(separator: ", ") + ", or a string: an http:// or https:// URL"
        case .number(let range, let word):
            "an integer, \(range.lowerBound)...\(range.upperBound)\(word.map { ", or \"\($0)\"" } ?? "")"
        case .rate: "\"auto\", " + SerialLine.supportedBauds.map(String.init).joined(separator: ", ")
        case .flag: "true or false"
        case .urls: "an array of at most \(SettingForm.urlLimit) strings: http:// or https:// URLs, each once"
        case .command:
            "an array of at most \(SettingForm.argumentLimit) strings: the absolute path of a program, and its arguments"
        case .companies:
            "an array of at most \(SettingForm.companyLimit) strings: 0x and four hexadecimal digits, each once"
        case .decimal(let range): "a string: a decimal number, \(range.lowerBound)...\(range.upperBound)"
        }
    }

    /// Parses the text of a variable or a flag. A text that cannot be parsed is returned as text,
    /// which does not fit.
    func value(_ text: String) -> SettingValue {
        switch self {
        case .number, .rate: Int(text).map(SettingValue.number) ?? .text(text)
        case .flag: ["true": .flag(true), "false": .flag(false)][text] ?? .text(text)
        case .ports, .urls, .command, .companies:
            .list(text.split(separator: ",").map { $0.trimming(" ") })
        case .radios: .list(SettingForm.radios(text))
        case .name, .path, .address, .choice, .wordOrURL, .decimal: .text(text)
        }
    }

    /// Whether a setting of this form may have the value.
    ///
    /// - Parameter isRelativeAllowed: Whether a path may be relative, as on a command line.
    func fits(_ value: SettingValue, isRelativeAllowed: Bool) -> Bool {
        switch (self, value) {
        case (.name, .text(let text)): text.utf8.count <= 255
        case (.path, .text(let text)): text.isEmpty || isRelativeAllowed || text.hasPrefix("/")
        case (.address, .text(let text)): text.isEmpty || ListenAddress(text) != nil
        case (.ports, .list(let ports)):
            ports.count <= SettingForm.portLimit && SettingForm.areDifferent(ports.filter { $0 != "sim" })
                && ports.allSatisfy { SettingForm.isPort($0, isRelativeAllowed: isRelativeAllowed) }
        case (.radios, .list(let names)):
            names.count <= SettingForm.radioLimit && SettingForm.areDifferent(names)
                && names.allSatisfy { (try? RadioName($0)) != nil }
        case (.choice(let words), .text(let text)): words.contains(text)
        case (.wordOrURL(let words), .text(let text)):
            words.contains(text) || (WebURL.isValid(text) && !text.contains("?"))
        case (.number(let range, _), .number(let number)): range.contains(number)
        case (.number(_, let word?), .text(let text)): text == word
        case (.rate, .number(let number)): SerialLine.supportedBauds.contains(number)
        case (.rate, .text(let text)): text == "auto"
        case (.flag, .flag): true
        case (.urls, .list(let urls)):
            urls.count <= SettingForm.urlLimit && SettingForm.areDifferent(urls) && urls.allSatisfy(WebURL.isValid)
        case (.command, .list(let words)):
            words.count <= SettingForm.argumentLimit && words.first?.hasPrefix("/") != false
                && words.allSatisfy { !$0.contains("\0") }
        case (.companies, .list(let texts)):
            texts.count <= SettingForm.companyLimit && SettingForm.areDifferent(texts.map { $0.lowercased() })
                && texts.allSatisfy { SettingForm.company($0) != nil }
        case (.decimal(let range), .text(let text)):
            text.utf8.count <= 16 && text.utf8.allSatisfy { "0123456789.".utf8.contains($0) }
                && Double(text).map(range.contains) == true
        default: false
        }
    }

    /// Returns the number of a company; nil if the text is none.
    package static func company(_ text: String) -> UInt16? {
        guard text.utf8.count == 6, text.hasPrefix("0x") else { return nil }
        return UInt16(text.dropFirst(2), radix: 16)
    }

    /// Splits a list of radios at commas, but not at those within a name: what follows one and
    /// begins no name belongs to the name before it.
    private static func radios(_ text: String) -> [String] {
        guard !text.allSatisfy({ $0 == " " }) else { return [] }
        var names: [String] = []
        // An empty name is none, so the list is refused.
        for piece in text.split(separator: ",", omittingEmptySubsequences: false).map({ $0.trimming(" ") }) {
            if let last = names.last, last.hasPrefix("serial:"), !RadioName.isMeant(by: piece) {
                names[names.count - 1] = last + "," + piece
            } else {
                names.append(piece)
            }
        }
        return names
    }

    private static func areDifferent(_ texts: [String]) -> Bool { Set(texts).count == texts.count }

    private static func isPort(_ text: String, isRelativeAllowed: Bool) -> Bool {
        if text == "auto" || text == "sim" { return true }
        if text.hasPrefix("id:") { return text.utf8.count > 3 }
        return text.hasPrefix("/") || (isRelativeAllowed && !text.isEmpty)
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> String {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return String(text)
    }
}
