/// Why a recording could not be read or written. `code` is the system's errno.
package enum RecordingError: Error, Sendable, Hashable {
    case notFound(path: String)
    case cannotOpen(path: String, code: Int32)
    case cannotRead(path: String, code: Int32)
    /// The name ends in `.gz`, the content does not begin as gzip does.
    case notGzip(path: String)
    /// The file ends inside its compressed data. What came before was good, and a stream has delivered it.
    case truncatedGzip(path: String)
    /// The compressed data contradict themselves or their checksum. A stream may have delivered what came before.
    case corruptGzip(path: String)
    /// The file was read to its end and no line of it is an advert.
    case noUsableLine(path: String, skipped: SkippedLines)
    case cannotCreate(path: String, code: Int32)
    /// Not all was written, for want of space for instance; the file may end inside a line or packet.
    case cannotWrite(path: String, code: Int32)
}
