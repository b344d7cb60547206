/// An error of reading or writing a recording. `code` is the system's errno.
package enum RecordingError: Error, Sendable, Hashable {
    case notFound(path: String)
    case cannotOpen(path: String, code: Int32)
    case cannotRead(path: String, code: Int32)
    /// The name ends in `.gz`, but the file is not gzip.
    case notGzip(path: String)
    /// The file ends inside its compressed data. The data before was good, and a reader has
    /// returned it.
    case truncatedGzip(path: String)
    /// The compressed data is invalid or does not match its checksum. A reader may have returned
    /// the data before it.
    case corruptGzip(path: String)
    /// The whole file was read, and no line is an advert.
    case noUsableLine(path: String, skipped: SkippedLines)
    case cannotCreate(path: String, code: Int32)
    /// Writing failed, for example because the disk is full; the file may end inside a line or
    /// packet.
    case cannotWrite(path: String, code: Int32)
}
