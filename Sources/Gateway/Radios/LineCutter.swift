/// Cuts the output of a program into lines of limited length.
struct LineCutter: Sendable {
    /// Most characters of a line; the rest is cut off.
    static let longest = 300
    private static let longestBytes = 4 * longest

    private var begun: [UInt8] = []

    /// Takes bytes, and calls `body` with each complete line.
    mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (String) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            finish(body)
            rest = rest[rest.index(after: end)...]
        }
        keep(rest)
    }

    /// Calls `body` with the last line if no line feed ended it.
    mutating func finish(_ body: (String) -> Void) {
        defer { begun = [] }
        guard !begun.isEmpty else { return }
        let text = String(decoding: begun, as: UTF8.self)
        body(text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text)
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        begun += piece.prefix(Self.longestBytes - begun.count)
    }
}
