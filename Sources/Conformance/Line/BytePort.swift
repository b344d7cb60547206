/// A line to a dongle, as bytes; used from one thread.
package protocol BytePort: AnyObject {
    /// Writes all of `bytes`; blocks at most `limit`.
    ///
    /// - Throws: ``ConformanceError/portLost(path:)`` if the line disappeared or accepted nothing
    ///   for `limit`.
    func write(_ bytes: [UInt8], limit: Duration) throws

    /// Returns the bytes that have arrived; waits at most `limit` for the first. Empty if none
    /// arrived.
    ///
    /// - Throws: ``ConformanceError/portLost(path:)``.
    func read(limit: Duration) throws -> [UInt8]

    /// Opens the same port again, for example after the device was away. The port may be open or
    /// lost before.
    ///
    /// - Throws: The error of opening.
    func reopen() throws
}
