import DongleProtocol

/// Identifies a submitted request to its submitter, for the lifetime of a ``LinkSession``.
public struct RequestToken: Sendable, Hashable {
    let number: UInt64
}

/// One request in progress: waiting for its turn, unresolved on the line, or accepted and running
/// on the dongle.
struct PendingRequest: Sendable {
    let token: RequestToken
    let operation: Operation
    let payload: [UInt8]
    let lane: Lane
    /// Time at which the link gives the request up.
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
    /// Whether the caller cancelled the request before the dongle was known to have it.
    var isCancelled = false

    /// Lane of requests, each with at most one request in flight (SPEC.md 5.2 and 10.1), or two for
    /// CONFIG_DATA.
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

    /// Longest wait for the answer to an immediate request. `doneGrace` is the longest wait for the
    /// DONE of a deferred request after its deadline.
    static let immediateLimit = Duration.seconds(10)
    static let doneGrace = Duration.seconds(5)
    /// Longest wait of a request for its turn, equal to the longest possible deadline.
    static let turnLimit = Duration.seconds(600)

    init(token: RequestToken, operation: Operation, payload: [UInt8], now: Duration) {
        self.token = token
        self.operation = operation
        self.payload = payload
        lane = Lane(operation: operation, payload: payload)
        let deadline = operation.isDeferred ? payload.u32(at: 0).map { Duration.milliseconds(Int64($0)) } : nil
        limit = deadline.map { $0 + Self.doneGrace } ?? Self.immediateLimit
        // The turn may come only after another request of the same lane has used up its own
        // deadline.
        givenUpAt = now + limit + Self.turnLimit
    }

    /// Restarts the limit when the request is sent, because the dongle counts its deadline from
    /// arrival.
    mutating func limitFromSending(now: Duration) {
        givenUpAt = now + limit
    }

    /// Whether the dongle's CPU may stand still while this request is open. The host then sends
    /// nothing else (SPEC.md 6.3).
    var stopsTheLine: Bool {
        operation == .configBegin || operation == .configCommit || operation == .configSave
    }

    /// Transfer number and end offset of the bytes in a CONFIG_DATA; nil for other operations.
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
