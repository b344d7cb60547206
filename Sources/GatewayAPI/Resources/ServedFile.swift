import CServedFiles

/// Content of a file that is embedded in the program and served by the gateway.
enum ServedFile {
    static let openAPI = content(of: perch_file_openapi())

    private static func content(of file: perch_file_t) -> [UInt8] {
        Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
