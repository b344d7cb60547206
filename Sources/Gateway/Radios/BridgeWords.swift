import DongleProtocol

/// A line that a bridge wrote to standard error, and how much it tells.
///
/// `<3>hci-dongle: No controller` begins with a priority of sd-daemon(3), which may be missing. Lines
/// of the libraries that the bridge uses are indented behind the program's name, or do not have it.
struct BridgeLine: Sendable, Hashable {
    private static let program = "hci-dongle: "

    let text: String
    let level: LogLevel
    /// Whether these are the bridge's own words.
    let isOwn: Bool

    init(_ line: String) {
        var rest = line[...]
        var level = LogLevel.info
        if rest.first == "<", rest.dropFirst(2).first == ">", let priority = rest.dropFirst().first?.wholeNumberValue {
            level = priority <= 3 ? .error : priority == 4 ? .warning : priority == 7 ? .debug : .info
            rest = rest.dropFirst(3)
        }
        let hasName = rest.hasPrefix(Self.program)
        if hasName { rest = rest.dropFirst(Self.program.count) }
        isOwn = hasName && rest.first != " "
        text = String(rest)
        self.level = level
    }
}

/// What a bridge said last about its radio.
package struct BridgeWords: Sendable, Hashable {
    /// What happened, without a full stop; empty if it said nothing.
    package var message: String { own.isEmpty ? foreign : own }
    /// The bridge's own next step, without a full stop. It is said once, and holds until another one
    /// or a success.
    package private(set) var next: String?

    private var own = ""
    /// Last line of another origin, such as that of a traceback; used if the bridge says nothing.
    private var foreign = ""

    /// Reads lines of standard error, the oldest first.
    package init(_ lines: [String] = []) {
        for line in lines { take(BridgeLine(line)) }
    }

    /// Takes a line. A next step stands behind its message, or in a line of its own.
    mutating func take(_ line: BridgeLine) {
        guard line.isOwn else {
            let said = BridgeWords.clause(line.text[...])
            if !said.isEmpty { foreign = said }
            return
        }
        let parts = line.text.firstRange(of: "Next: ").map {
            (line.text[..<$0.lowerBound], line.text[$0.upperBound...])
        }
        if let step = parts?.1 { next = BridgeWords.clause(step) }
        let said = BridgeWords.clause(parts?.0 ?? line.text[...])
        if !said.isEmpty { own = said }
    }

    private static func clause(_ text: Substring) -> String {
        var text = text.drop { $0 == " " }
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        return String(text)
    }
}
