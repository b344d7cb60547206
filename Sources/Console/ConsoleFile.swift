import CServedFiles
import CZlib

/// A file of the console.
package struct ConsoleFile: Sendable {
    package let bytes: [UInt8]
    /// The same, compressed with gzip.
    package let packed: [UInt8]
    /// Media type.
    package let type: String

    init(bytes: [UInt8], name: String) {
        self.bytes = bytes
        packed = ConsoleFile.packed(bytes)
        type = ConsoleFile.type(of: name)
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        default: "application/octet-stream"
        }
    }

    /// Compresses with gzip at the highest level. Returns an empty array if zlib has no memory.
    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // 15 bits of window, and 16 for the head and the end of gzip.
        let version = ZLIB_VERSION
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, version, size) == Z_OK else {
            return []
        }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))))
        let count: Int = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return Array(output.prefix(count))
    }
}
