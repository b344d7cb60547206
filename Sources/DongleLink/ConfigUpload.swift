import DongleProtocol

/// Which CONFIG_DATA goes next, as the answers come in (SPEC.md 11.4): two in flight, and back to where the dongle says it is.
package struct ConfigUpload: Sendable {
    private static let window = 2
    /// A dongle that sends the host back more often than this does not know its own mind.
    private static let misstepLimit = 64

    private let config: [UInt8]
    private let transfer: UInt16
    private let chunk: Int
    /// Where the next chunk begins.
    private var offset: Int
    private var inFlight = 0
    private var missteps = 0
    /// The dongle was elsewhere: what is in flight is heard out before anything more is sent.
    private var isAstray = false
    /// Bytes the dongle has written; within a transfer this never goes back.
    package private(set) var written: Int

    /// - Parameter begun: What CONFIG_BEGIN gave. A chunk under 16 bytes is none.
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

    /// Whether the dongle has everything, and every answer has come.
    package var isFinished: Bool { inFlight == 0 && offset >= config.count }

    /// The chunk to send now; nil while an answer must come first.
    package mutating func next() -> ConfigDataRequest? {
        guard !isAstray, inFlight < Self.window, offset < config.count else { return nil }
        let end = min(offset + chunk, config.count)
        defer { offset = end }
        inFlight += 1
        return ConfigDataRequest(transfer: transfer, offset: UInt32(offset), data: Array(config[offset..<end]))
    }

    /// Takes the outcome of the oldest chunk in flight.
    ///
    /// - Throws: What ends the transfer. Other chunks may still be in flight.
    package mutating func answered(_ result: Result<[UInt8], LinkError>) throws(LinkError) {
        inFlight -= 1
        switch result {
        case .success(let answer):
            guard let next = answer.u32(at: 0) else { throw .malformedAnswer(operation: .configData) }
            try advance(to: next)
        case .failure(.refused(_, .offset, let body)):
            missteps += 1
            guard let next = body.nextOffset, missteps <= Self.misstepLimit else {
                throw .malformedAnswer(operation: .configData)
            }
            isAstray = true
            try advance(to: next)
        case .failure(let error): throw error
        }
        if isAstray, inFlight == 0 {
            isAstray = false
            offset = written
        }
    }

    /// An answer may be older than the one before it, when that was repeated.
    private mutating func advance(to next: UInt32) throws(LinkError) {
        guard next <= UInt32(config.count) else { throw .malformedAnswer(operation: .configData) }
        written = max(written, Int(next))
    }
}
