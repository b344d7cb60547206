import FlockFinder

/// Configs in both dialects: a config that can be read is written and reads back the same, as far
/// as the dialect can express it.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzConfigJSON(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    guard let reading = try? ConfigReading(parsing: bytes) else { return 0 }
    claim(reading.unknownKeys.count <= ConfigReading.unknownKeyLimit, "unknown keys are bounded")
    for dialect in ConfigDialect.allCases {
        let told = dialect.expressible(reading.config)
        guard let again = try? ConfigReading(parsing: dialect.encode(reading.config)) else {
            claim(false, "what is written can be read")
            continue
        }
        claim(again.dialect == dialect, "a dialect is recognised by its keys")
        claim(dialect.encode(again.config) == dialect.encode(told), "what is written is read as the same")
    }
    _ = reading.config.problems
    return 0
}
