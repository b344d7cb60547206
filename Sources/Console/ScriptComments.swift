/// Leaves out comments of scripts, which no browser needs and which are an eighth of what it would load.
enum ScriptComments {
    private static let block = Array("/**".utf8)
    private static let line = Array("//".utf8)
    private static let end = Array("*/".utf8)

    /// Returns a script without its comments that have lines of their own. Those lines stay, empty, so
    /// that line numbers stay true. No line within a template of the pages begins like a comment.
    static func removed(from script: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(script.count)
        var isWithin = false
        for line in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if isWithin || text.starts(with: block) {
                let last = text.firstRange(of: end)
                isWithin = last == nil
                // Code may follow on the same line.
                if let last { kept += text[last.upperBound...] }
            } else if !text.starts(with: ScriptComments.line) {
                kept += line
            }
            kept.append(UInt8(ascii: "\n"))
        }
        if !kept.isEmpty { kept.removeLast() }
        return kept
    }
}
