import DongleProtocol

/// A session with the dongle. Files received frames; acknowledges stream A unless ``grants`` is
/// false.
final class Session {
    /// Maximum number of frames filed of each kind; more than any check waits for.
    private static let capacity = 4096

    let number: UInt16
    let hello: HelloRequest
    let reply: HelloReply
    let wire: Wire
    /// Maximum wait for an answer.
    let patience: Duration

    /// Whether to acknowledge events of stream A as they arrive.
    var grants = true
    /// Id of the next request.
    var nextID: UInt16 = 1
    /// RESPONSEs of this session that no check has taken yet.
    private(set) var responses: [SeenFrame] = []
    /// Events of stream A that no check has taken yet, in order of arrival, including repeats.
    private(set) var events: [SeenFrame] = []
    /// Events of stream B in order of arrival.
    private(set) var batches: [SeenFrame] = []
    /// Frames of other sessions, and BOOT.
    private(set) var others: [SeenFrame] = []
    /// Next expected counter of stream A.
    private(set) var nextEvent: UInt16 = 0

    init(number: UInt16, hello: HelloRequest, reply: HelloReply, wire: Wire, patience: Duration) {
        self.number = number
        self.hello = hello
        self.reply = reply
        self.wire = wire
        self.patience = patience
    }

    // MARK: Sending

    /// Sends a request, with the next id unless one is given, and returns its id.
    @discardableResult
    func post(
        _ operation: Operation, _ payload: [UInt8] = [], id: UInt16? = nil, flags: UInt8 = 0, session: UInt16? = nil,
        major: UInt8 = 1
    ) throws -> UInt16 {
        let id = id ?? takeID()
        try wire.send(frame(operation, payload, id: id, flags: flags, session: session, major: major))
        return id
    }

    /// Encodes a request for the line.
    func frame(
        _ operation: Operation, _ payload: [UInt8] = [], id: UInt16, flags: UInt8 = 0, session: UInt16? = nil,
        major: UInt8 = 1
    ) -> [UInt8] {
        let header = FrameHeader(
            major: major, kind: .request, flags: flags, session: session ?? number, id: id, code: operation.rawValue)
        return FrameEncoder.encode(header, payload: payload)
    }

    func takeID() -> UInt16 {
        defer { nextID &+= 1 }
        return nextID
    }

    /// Sends a GRANT.
    func grant(next: UInt16, gap: Bool = false, flags: UInt8 = 0, session: UInt16? = nil) throws {
        try wire.send(
            FrameHeader(kind: .grant, flags: flags, session: session ?? number), Grant(next: next, gap: gap).encoded())
    }

    // MARK: Receiving

    /// Files the next frame and returns it; nil if none arrived until `deadline`.
    @discardableResult
    func pump(until deadline: ContinuousClock.Instant) throws -> SeenFrame? {
        guard let frame = try wire.next(until: deadline) else { return nil }
        guard frame.header.session == number else {
            file(frame, in: &others)
            return frame
        }
        switch frame.header.kind {
        case .response: file(frame, in: &responses)
        case .event where !frame.header.event.isReliable: file(frame, in: &batches)
        case .event:
            // No check asks for a detection, which comes when it likes.
            if frame.header.event != .detection { file(frame, in: &events) }
            if grants {
                nextEvent = frame.header.id &+ 1
                try wire.routinely { try grant(next: nextEvent) }
            }
        default: break
        }
        return frame
    }

    private func file(_ frame: SeenFrame, in list: inout [SeenFrame]) {
        if list.count == Self.capacity { list.removeFirst() }
        list.append(frame)
    }

    /// Receives frames until `take` finds a value among the filed ones; nil if it does not within
    /// `limit`.
    func wait<Value>(limit: Duration? = nil, _ take: () throws -> Value?) throws -> Value? {
        let deadline = ContinuousClock.now + (limit ?? patience)
        while true {
            if let value = try take() { return value }
            guard try pump(until: deadline) != nil else { return try take() }
        }
    }

    /// Files all frames that arrive within `duration`.
    func listen(_ duration: Duration) throws {
        let deadline = ContinuousClock.now + duration
        while try pump(until: deadline) != nil {}
    }

    /// Takes the first response that satisfies `fits`.
    func takeResponse(where fits: (SeenFrame) -> Bool) -> SeenFrame? {
        responses.firstIndex(where: fits).map { responses.remove(at: $0) }
    }

    /// Takes the first frame of another session that satisfies `fits`.
    func takeOther(where fits: (SeenFrame) -> Bool) -> SeenFrame? {
        others.firstIndex(where: fits).map { others.remove(at: $0) }
    }

    /// Takes the first event of stream A that satisfies `fits`.
    func takeEvent(where fits: (SeenFrame) -> Bool) -> SeenFrame? {
        events.firstIndex(where: fits).map { events.remove(at: $0) }
    }

    /// Takes all filed events of stream A.
    func takeEvents() -> [SeenFrame] {
        defer { events = [] }
        return events
    }

    /// Takes all filed batches.
    func takeBatches() -> [SeenFrame] {
        defer { batches = [] }
        return batches
    }
}
