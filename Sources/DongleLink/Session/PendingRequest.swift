import DongleProtocol

/// Names one submitted request to its submitter, for the life of a ``LinkSession``.
public struct RequestToken: Sendable, Hashable {
    let number: UInt64
}

/// One request on its way: waiting for its turn, unresolved on the line, or accepted and running on the dongle.
struct PendingRequest: Sendable {
    let token: RequestToken
    let operation: Operation
    let payload: [UInt8]
    let lane: Lane
    /// The link gives the request up then.
    var givenUpAt: Duration
    private let limit: Duration

    var id: UInt16 = 0
    var frame: [UInt8] = []
    var sends = 0
    var firstSend: UInt64 = 0
    var lastSend: UInt64 = 0
    var sentAt: Duration = .zero
    var departedAt: Duration = .zero
    var timeoutAt: Duration = .zero
    /// The caller gave it up before the dongle was known to have it.
    var isCancelled = false

    /// What may be in flight at once: one request for each of these (SPEC.md 5.2 and 10.1), two of CONFIG_DATA.
    enum Lane: Sendable, Hashable {
        case link
        case control
        case scan
        case config
        case connect
        case connection(UInt16)
        case disconnect(UInt16)

        /// Whether the request names a connection.
        var isOfConnection: Bool {
            switch self {
            case .connection, .disconnect: true
            case .link, .control, .scan, .config, .connect: false
            }
        }
    }

    /// Longest wait for the answer to an immediate request, and, past the deadline, for the DONE of a deferred one.
    static let immediateLimit = Duration.seconds(10)
    static let doneGrace = Duration.seconds(5)
    /// Longest wait for its turn: the longest deadline there is.
    static let turnLimit = Duration.seconds(600)

    init(token: RequestToken, operation: Operation, payload: [UInt8], now: Duration) {
        self.token = token
        self.operation = operation
        self.payload = payload
        lane = Lane(operation: operation, payload: payload)
        let deadline = operation.isDeferred ? payload.u32(at: 0).map { Duration.milliseconds(Int64($0)) } : nil
        limit = deadline.map { $0 + Self.doneGrace } ?? Self.immediateLimit
        // Its turn may come only after another of its lane has used up its own deadline.
        givenUpAt = now + limit + Self.turnLimit
    }

    /// Counts the limit anew: the dongle counts from arrival.
    mutating func limitFromSending(now: Duration) {
        givenUpAt = now + limit
    }

    /// While one of these is open the dongle's CPU may stand still, and the host sends nothing else (SPEC.md 6.3).
    var stopsTheLine: Bool {
        operation == .configBegin || operation == .configCommit || operation == .configSave
    }

    /// End of the bytes that a CONFIG_DATA carries, with its transfer.
    var configData: (transfer: UInt16, end: UInt32)? {
        guard operation == .configData, let transfer = payload.u16(at: 0), let offset = payload.u32(at: 2),
            let length = payload.u16(at: 6)
        else { return nil }
        return (transfer, offset &+ UInt32(length))
    }
}

extension PendingRequest.Lane {
    init(operation: Operation, payload: [UInt8]) {
        switch operation {
        case .cancel, .reboot: self = .control
        case .connect: self = .connect
        case .disconnect: self = .disconnect(payload.u16(at: 4) ?? 0)
        case .writeCommand: self = .connection(payload.u16(at: 0) ?? 0)
        case .exchangeMTU, .discover, .read, .write, .subscribe: self = .connection(payload.u16(at: 4) ?? 0)
        default:
            switch operation.rawValue >> 8 {
            case 0x01: self = .scan
            case 0x03: self = .config
            default: self = .link
            }
        }
    }
}

extension [UInt8] {
    func u16(at offset: Int) -> UInt16? {
        guard count >= offset + 2 else { return nil }
        return UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    func u32(at offset: Int) -> UInt32? {
        guard let low = u16(at: offset), let high = u16(at: offset + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }
}
