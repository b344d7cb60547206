/// The header of an SQLite file. Source: SQLite file format, 1.3.
enum DatabaseFile {
    private static let magic = Array("SQLite format 3\u{0}".utf8)
    static let headBytes = 100

    /// Returns whether a file of `bytes` bytes that begins with `head` is a database with all of
    /// its pages.
    static func isWhole(head: [UInt8], bytes: Int) -> Bool {
        guard head.count >= headBytes, head.starts(with: magic) else { return false }
        // The page size has 2 bytes, where the value 1 stands for 65536; the number of pages has 4.
        let size = Int(head[16]) << 8 | Int(head[17])
        let pages = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
        return pages > 0 && bytes == pages * (size == 1 ? 65536 : size)
    }
}
