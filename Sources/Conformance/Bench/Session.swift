import DongleProtocol

/// A session with the dongle. Files what comes; acknowledges stream A unless told not to.
final class Session {
    /// Frames kept of each kind; more than any check waits for.
    private static let capacity = 4096

    let number: UInt16
    let hello: HelloRequest
    let reply: HelloReply
    let wire: Wire
    /// How long an answer is waited for.
    let patience: Duration

    /// Whether events of stream A are acknowledged as they come.
    var grants = true
    /// The id of the next request.
    var nextID: UInt16 = 1
    /// RESPONSEs of this session that nobody has asked for yet.
    private(set) var responses: [SeenFrame] = []
    /// Events of stream A in the order they came, repeats included, that nobody has taken yet.
    private(set) var events: [SeenFrame] = []
    /// Events of stream B in the order they came.
    private(set) var batches: [SeenFrame] = []
    /// Frames of other sessions, and BOOT.
    private(set) var others: [SeenFrame] = []
    /// The counter that is to come next in stream A.
    private(set) var nextEvent: UInt16 = 0

    init(number: UInt16, hello: HelloRequest, reply: HelloReply, wire: Wire, patience: Duration) {
        self.number = number
        self.hello = hello
        self.reply = reply
        self.wire = wire
        self.patience = patience
    }

    // MARK: Sending

    /// Sends a request, by itself with the next id, and returns its id.
    @discardableResult
    func post(
        _ operation: Operation, _ payload: [UInt8] = [], id: UInt16? = nil, flags: UInt8 = 0, session: UInt16? = nil,
        major: UInt8 = 1
    ) throws -> UInt16 {
        let id = id ?? takeID()
        try wire.send(frame(operation, payload, id: id, flags: flags, session: session, major: major))
        return id
    }

    /// A request's bytes for the line.
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

    /// Files the next frame and returns it; nil when none came until `deadline`.
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
            file(frame, in: &events)
            if grants {
                nextEvent = frame.header.id &+ 1
                try grant(next: nextEvent)
            }
        default: break
        }
        return frame
    }

    private func file(_ frame: SeenFrame, in list: inout [SeenFrame]) {
        if list.count == Self.capacity { list.removeFirst() }
        list.append(frame)
    }

    /// Waits for a frame that `take` finds in what has been filed.
    func wait<Value>(limit: Duration? = nil, _ take: () throws -> Value?) throws -> Value? {
        let deadline = ContinuousClock.now + (limit ?? patience)
        while true {
            if let value = try take() { return value }
            guard try pump(until: deadline) != nil else { return try take() }
        }
    }

    /// Files whatever comes for so long.
    func listen(_ duration: Duration) throws {
        let deadline = ContinuousClock.now + duration
        while try pump(until: deadline) != nil {}
    }

    /// Takes the first response that fits.
    func takeResponse(where fits: (SeenFrame) -> Bool) -> SeenFrame? {
        responses.firstIndex(where: fits).map { responses.remove(at: $0) }
    }

    /// Takes the first frame of another session that fits.
    func takeOther(where fits: (SeenFrame) -> Bool) -> SeenFrame? {
        others.firstIndex(where: fits).map { others.remove(at: $0) }
    }

    /// Takes the first event of stream A that fits.
    func takeEvent(where fits: (SeenFrame) -> Bool) -> SeenFrame? {
        events.firstIndex(where: fits).map { events.remove(at: $0) }
    }

    /// Takes all events of stream A that have come.
    func takeEvents() -> [SeenFrame] {
        defer { events = [] }
        return events
    }

    /// Takes all batches that have come.
    func takeBatches() -> [SeenFrame] {
        defer { batches = [] }
        return batches
    }
}
