/// A line to a dongle as bytes, used from one thread.
package protocol BytePort: AnyObject {
    /// Puts all of `bytes` on the line; blocks at most `limit`.
    ///
    /// - Throws: ``ConformanceError/portLost(path:)`` where the line went away or took nothing for `limit`.
    func write(_ bytes: [UInt8], limit: Duration) throws

    /// The bytes that have come, waiting at most `limit` for the first of them; empty when none came.
    ///
    /// - Throws: ``ConformanceError/portLost(path:)``.
    func read(limit: Duration) throws -> [UInt8]

    /// Opens the same port anew, as after the device was away; may be called with the port open or lost.
    ///
    /// - Throws: What opening throws.
    func reopen() throws
}
