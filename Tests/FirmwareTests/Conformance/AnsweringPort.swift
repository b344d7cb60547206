@testable import Conformance

/// A line whose far end is a function.
final class AnsweringPort: BytePort {
    private let answer: ([UInt8]) throws -> [UInt8]
    private var waiting: [UInt8] = []
    private(set) var written: [UInt8] = []

    /// - Parameter answer: Returns the bytes that come back for the bytes written.
    init(_ answer: @escaping ([UInt8]) throws -> [UInt8]) { self.answer = answer }

    func write(_ bytes: [UInt8], limit: Duration) throws {
        written += bytes
        waiting += try answer(bytes)
    }

    func read(limit: Duration) throws -> [UInt8] {
        defer { waiting = [] }
        return waiting
    }

    func reopen() throws {}
}

/// A line on which the far end talks without end.
final class BabblingPort: BytePort {
    func write(_ bytes: [UInt8], limit: Duration) throws {}
    func read(limit: Duration) throws -> [UInt8] { Array("login: ".utf8) }
    func reopen() throws {}
}
