import DongleProtocol

/// Chooses the next CONFIG_DATA as the answers come in (SPEC.md 11.4). It keeps two in flight and
/// goes back to the offset that the dongle reports.
package struct ConfigUpload: Sendable {
    private static let window = 2
    /// Largest number of times that the dongle may answer with another offset. A dongle that does
    /// so more often contradicts itself.
    private static let misstepLimit = 64

    private let config: [UInt8]
    private let transfer: UInt16
    private let chunk: Int
    /// Offset of the next chunk, in bytes.
    private var offset: Int
    private var inFlight = 0
    private var missteps = 0
    /// Whether the dongle reported another offset. Nothing more is sent until every chunk in flight
    /// is answered.
    private var isAstray = false
    /// Bytes the dongle has written. This never decreases within a transfer.
    package private(set) var written: Int

    /// - Parameter begun: Result of CONFIG_BEGIN. A chunk size below 16 bytes is invalid.
    package init(_ config: [UInt8], _ begun: ConfigBeginResult) throws(LinkError) {
        guard begun.chunk >= 16, begun.next <= UInt32(config.count) else {
            throw .malformedAnswer(operation: .configBegin)
        }
        self.config = config
        transfer = begun.transfer
        chunk = Int(begun.chunk)
        offset = Int(begun.next)
        written = offset
    }

    /// Whether the dongle has the whole config and every answer has arrived.
    package var isFinished: Bool { inFlight == 0 && offset >= config.count }

    /// Returns the chunk to send now; nil while an answer must come first.
    package mutating func next() -> ConfigDataRequest? {
        guard !isAstray, inFlight < Self.window, offset < config.count else { return nil }
        let end = min(offset + chunk, config.count)
        defer { offset = end }
        inFlight += 1
        return ConfigDataRequest(transfer: transfer, offset: UInt32(offset), data: Array(config[offset..<end]))
    }

    /// Takes the outcome of the oldest chunk in flight.
    ///
    /// - Throws: The error that ends the transfer. Other chunks may still be in flight.
    package mutating func answered(_ result: Result<[UInt8], LinkError>) throws(LinkError) {
        inFlight -= 1
        switch result {
        case .success(let answer):
            guard let next = answer.u32(at: 0) else { throw .malformedAnswer(operation: .configData) }
            try advance(to: next)
        case .failure(.refused(_, .offset, let body)):
            missteps += 1
            guard missteps <= Self.misstepLimit else { throw .malformedAnswer(operation: .configData) }
            isAstray = true
            // Dongles of version 1.0 may leave off the offset (SPEC.md 15.1).
            if let next = body.nextOffset { try advance(to: next) }
        case .failure(let error): throw error
        }
        if isAstray, inFlight == 0 {
            isAstray = false
            offset = written
        }
    }

    /// Raises `written` to `next`. A repeated answer may be older than the one before it, so
    /// `written` never decreases.
    private mutating func advance(to next: UInt32) throws(LinkError) {
        guard next <= UInt32(config.count) else { throw .malformedAnswer(operation: .configData) }
        written = max(written, Int(next))
    }
}
