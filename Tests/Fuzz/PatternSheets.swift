import FlockFinder

/// Pattern sheets, and pattern files of any format: patterns that can be read are written and read
/// back the same.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzPatternSheets(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    if let file = try? PatternFile(parsing: bytes) {
        for row in file.rows { claim(!file.words(row.place).isEmpty, "each row has a place") }
    }
    guard let sheet = try? PatternSheet(parsing: bytes) else { return 0 }
    claim(sheet.rows.count <= PatternSheet.rowLimit, "rows are bounded")
    let entries = sheet.rows.compactMap { try? $0.entry.get() }
    guard let again = try? PatternSheet(parsing: Array(PatternSheet.text(entries).utf8)) else {
        claim(entries.isEmpty, "what is written can be read")
        return 0
    }
    claim(again.rows.compactMap { try? $0.entry.get() } == entries, "what is written is read as the same")
    return 0
}
