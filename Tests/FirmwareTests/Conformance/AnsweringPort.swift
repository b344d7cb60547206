import DongleProtocol

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

/// A dongle's line on which somebody answers in its place.
final class MeddlingPort: BytePort {
    private let port: any BytePort
    private let meddle: (FrameHeader) throws -> [UInt8]?
    private var decoder = FrameDecoder(largestFrame: 1000)
    private var waiting: [UInt8] = []

    /// - Parameter meddle: Returns the bytes that come back for a frame that is written; nil if the
    ///   dongle gets it.
    init(_ port: any BytePort, _ meddle: @escaping (FrameHeader) throws -> [UInt8]?) {
        self.port = port
        self.meddle = meddle
    }

    func write(_ bytes: [UInt8], limit: Duration) throws {
        var headers: [FrameHeader] = []
        decoder.feed(bytes.span.bytes, onFrame: { header, _ in headers.append(header) }, onRejected: { _, _ in })
        let answers = try headers.compactMap(meddle)
        waiting += answers.joined()
        if answers.isEmpty { try port.write(bytes, limit: limit) }
    }

    func read(limit: Duration) throws -> [UInt8] {
        defer { waiting = [] }
        return try waiting.isEmpty ? port.read(limit: limit) : waiting
    }

    func reopen() throws { try port.reopen() }
}

/// A line on which the far end talks without end.
final class BabblingPort: BytePort {
    func write(_ bytes: [UInt8], limit: Duration) throws {}
    func read(limit: Duration) throws -> [UInt8] { Array("login: ".utf8) }
    func reopen() throws {}
}
