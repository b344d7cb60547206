import Advertising

/// Beginning of an answer, byte by byte: `4e 4f {command} 01 !00`.
///
/// Two digits match this byte, `..` any byte, `{command}` the command that was sent, `!00` any
/// other byte than this one. Bytes after the pattern are ignored.
package struct ReplyPattern: Sendable, Hashable {
    private enum Element: Sendable, Hashable {
        case byte(UInt8)
        case other(than: UInt8)
        case any
        case command
    }

    private let elements: [Element]

    /// Maximum length of a pattern, in bytes of the answer.
    private static let limit = 64

    /// - Returns: Nil if the text is not a pattern of 1...64 bytes.
    package init?(_ text: String) {
        var elements: [Element] = []
        for word in text.split(separator: " ") {
            switch word {
            case "..": elements.append(.any)
            case "{command}": elements.append(.command)
            default:
                let isOther = word.hasPrefix("!")
                guard let bytes = Hexadecimal.bytes(word.dropFirst(isOther ? 1 : 0)), bytes.count == 1 else {
                    return nil
                }
                elements.append(isOther ? .other(than: bytes[0]) : .byte(bytes[0]))
            }
        }
        guard (1...Self.limit).contains(elements.count) else { return nil }
        self.elements = elements
    }

    /// Whether an answer begins with the pattern.
    ///
    /// - Parameter command: Command to which it is an answer; nil = none was sent.
    package func matches(_ answer: [UInt8], to command: CP28Command?) -> Bool {
        guard answer.count >= elements.count else { return false }
        return zip(elements, answer).allSatisfy { element, byte in
            switch element {
            case .byte(let wanted): byte == wanted
            case .other(let unwanted): byte != unwanted
            case .any: true
            case .command: byte == command?.rawValue
            }
        }
    }
}
