import DongleProtocol

/// A connection to the peripheral that the options name.
struct Link {
    /// Deadline of one procedure.
    static let deadlineMs: UInt32 = 5000

    let session: Session
    let connection: Connection
    let connected: Connected
    /// Payload of CONNECTED.
    let connectedPayload: [UInt8]
    let result: ConnectResult

    /// Connects, to the peripheral of the options or another; fails the check unless CONNECTED comes
    /// before DONE.
    ///
    /// - Throws: ``CheckNotProven`` if the peripheral does not answer, which is not the dongle's fault.
    init(_ bench: Bench, _ session: Session, to other: ConformanceOptions.Peripheral? = nil) throws {
        guard let peripheral = other ?? bench.options.peripheral else {
            throw CheckNotProven(reason: "add --peripheral with a device to connect to")
        }
        let id = try session.begin(.connect, Self.request(peripheral).encoded())
        let done = try session.done(id, limit: .seconds(12))
        if done.status == .deadline || done.status.domain == .hci {
            throw CheckNotProven(reason: "the peripheral could not be connected to: \(done.status.words)")
        }
        try expect(done.status == .ok, "CONNECT done with OK", got: done.status.words)
        result = try decoded(done.result, "the result of CONNECT")
        // Frames that arrived before DONE are filed already.
        guard let frame = session.takeEvent(where: { $0.header.event == .connected }) else {
            throw CheckFailure(expected: "CONNECTED before the DONE of CONNECT", got: "none")
        }
        connected = try decoded(frame.payload, "the fields of CONNECTED")
        connectedPayload = frame.payload
        connection = result.connection
        self.session = session
    }

    static func request(_ peripheral: ConformanceOptions.Peripheral) -> ConnectRequest {
        ConnectRequest(deadlineMs: 10_000, address: peripheral.address, addressType: peripheral.type)
    }

    /// The ATT MTU in effect, which the peer may have changed since CONNECTED (SPEC.md 10.4).
    func mtu() throws -> Int {
        Int(try session.state().connections.first { $0.connection == connection }?.mtu ?? result.mtu)
    }

    func characteristics() throws -> [CharacteristicRecord] {
        var found: [CharacteristicRecord] = []
        try pages(of: .characteristics) { if case .characteristics(let records) = $0 { found += records } }
        return found
    }

    func services() throws -> [ServiceRecord] {
        var found: [ServiceRecord] = []
        try pages(of: .primaryServices) { if case .primaryServices(let records) = $0 { found += records } }
        return found
    }

    func descriptors(from first: UInt16, to last: UInt16) throws -> [DescriptorRecord] {
        var found: [DescriptorRecord] = []
        guard first <= last else { return [] }
        try pages(of: .descriptors, from: first, to: last) {
            if case .descriptors(let records) = $0 { found += records }
        }
        return found
    }

    /// Discovers page by page, as long as the dongle gives a handle from which to continue.
    private func pages(
        of what: DiscoveryKind, from first: UInt16 = 1, to last: UInt16 = 0xFFFF, _ page: (DiscoveredRecords) -> Void
    ) throws {
        var next = first
        while true {
            let request = DiscoverRequest(
                deadlineMs: Self.deadlineMs, connection: connection, what: what, firstHandle: next, lastHandle: last)
            let result = try session.wire.routinely { try session.result(request) }
            page(result.records)
            guard result.nextHandle != 0 else { return }
            try expect(result.nextHandle > next, "a handle after \(next) to continue from", got: "\(result.nextHandle)")
            next = result.nextHandle
        }
    }

    func read(_ handle: UInt16, offset: UInt16 = 0, deadlineMs: UInt32 = deadlineMs) throws -> Done {
        try session.perform(
            ReadRequest(deadlineMs: deadlineMs, connection: connection, handle: handle, offset: offset))
    }

    /// Reads a whole value, in parts.
    func value(_ handle: UInt16) throws -> [UInt8] {
        var value: [UInt8] = []
        while true {
            let done = try read(handle, offset: UInt16(value.count))
            try expect(done.status == .ok, "READ of handle \(handle) at \(value.count): OK", got: done.status.words)
            let part: ReadResult = try decoded(done.result, "the result of READ")
            value += part.value
            guard part.more, value.count < 512 else { return value }
            try expect(!part.value.isEmpty, "bytes where the value may go on", got: "none, though the value may go on")
        }
    }

    func write(_ handle: UInt16, _ value: [UInt8]) throws -> Done {
        try session.perform(
            WriteRequest(deadlineMs: Self.deadlineMs, connection: connection, handle: handle, value: value))
    }

    func subscribe(_ handle: UInt16, _ mode: SubscriptionMode) throws -> Done {
        try session.perform(
            SubscribeRequest(deadlineMs: Self.deadlineMs, connection: connection, handle: handle, mode: mode))
    }

    func disconnect() throws -> Done {
        try session.perform(DisconnectRequest(deadlineMs: Self.deadlineMs, connection: connection))
    }

    /// Exchanges the MTU and returns the one in effect.
    ///
    /// - Throws: ``CheckNotProven`` if the peripheral refuses.
    func exchangeMTU(_ wanted: UInt16) throws -> UInt16 {
        let done = try session.perform(
            ExchangeMTURequest(deadlineMs: Self.deadlineMs, connection: connection, mtu: wanted))
        if let refusal = Self.refusal(done) { throw refusal }
        try expect(done.status == .ok, "EXCHANGE_MTU done with OK", got: done.status.words)
        return (try decoded(done.result, "the result of EXCHANGE_MTU") as ExchangeMTUResult).mtu
    }

    /// Why nothing is proven where the peripheral refuses to exchange the MTU; nil if it does not.
    static func refusal(_ exchange: Done) -> CheckNotProven? {
        guard exchange.status.domain == .att else { return nil }
        return CheckNotProven(reason: "the peripheral refuses to exchange the MTU: \(exchange.status.words)")
    }

    /// Returns the handle of a characteristic's configuration descriptor.
    func configuration(of one: CharacteristicRecord, among all: [CharacteristicRecord]) throws -> UInt16? {
        let end = all.map(\.declarationHandle).filter { $0 > one.valueHandle }.min().map { $0 - 1 } ?? 0xFFFF
        guard one.valueHandle < end else { return nil }
        let records = try descriptors(from: one.valueHandle + 1, to: min(end, one.valueHandle &+ 8))
        return records.first { $0.uuid.assigned == 0x2902 }?.handle
    }
}
