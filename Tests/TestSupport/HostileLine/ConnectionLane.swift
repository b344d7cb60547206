import Advertising
import DongleLink
import DongleProtocol
import SimulatedDongle

/// The lane of one peripheral: connects, writes numbered values, receives numbered notifications,
/// disconnects, and compares.
final class ConnectionLane {
    private unowned let run: FaultRun
    private let address: Address
    private let behaviour: NumberedPeripheral
    private let peripheral: VirtualPeripheral

    private var connection: Connection?
    /// Connections of this peripheral whose events are followed: the number of the next expected
    /// notification, and the connection's ordinal among the peripheral's connections.
    private var expected: [Connection: (number: UInt32, ordinal: Int)] = [:]
    /// Whether this side has requested the end of the connection: notifications until the end are
    /// then not counted.
    private var hasAskedForEnd = false
    private var nextNumber: UInt32 = 0
    private var writes: [UInt32: Outcome] = [:]
    private var commands: [UInt32: Outcome] = [:]
    private var connects = 0
    /// Connects that may have succeeded without being reported as done.
    private var doubtfulConnects = 0

    /// Handles of the attributes of the numbered peripherals.
    private enum Handle {
        static let notifying: UInt16 = 3
        static let configuration: UInt16 = 4
        static let written: UInt16 = 6
        static let commanded: UInt16 = 8
    }

    private static let deadlineMs: UInt32 = 3000

    init(_ run: FaultRun, index: Int) {
        self.run = run
        peripheral = run.link.dongle.peripherals[index]
        address = Address(rawValue: peripheral.advertiser.address(at: .zero).value)
        behaviour = peripheral.behaviour as? NumberedPeripheral ?? NumberedPeripheral(seed: 0)
        behaviour.notifyInterval = 30...120
        behaviour.lifetime = 2000...60_000
        if index == 0 {
            // Bursts exceed the dongle's ring if the host falls silent meanwhile.
            behaviour.notifiedBytes = 100
            behaviour.burstsOneIn = 1500
        }
    }

    func start() { next() }

    func sessionChanged() {
        connection = nil
        expected = [:]
        hasAskedForEnd = false
    }

    // MARK: Operations

    private func next() {
        guard let connection else { return connect() }
        switch run.draw(0..<100) {
        case 0..<55: write(connection)
        case 55..<70: read(connection)
        case 70..<85: command(connection)
        case 85..<89: discover(connection)
        case 89..<92:
            run.submit(ExchangeMTURequest(deadlineMs: Self.deadlineMs, connection: connection, mtu: 517)) { [self] in
                ended($0)
            }
        case 92..<94: disconnect(connection)
        default: run.pause(1...100) { [self] in next() }
        }
    }

    /// Continues, after a pause if nothing can be done at the moment.
    private func ended<Answer>(_ result: Result<Answer, LinkError>) {
        switch result {
        case .success: next()
        case .failure(.refused(_, .notConnected, _)):
            connection = nil
            next()
        case .failure: run.pause(10...200) { [self] in next() }
        }
    }

    private func connect() {
        connects += 1
        let request = ConnectRequest(deadlineMs: Self.deadlineMs, address: address, addressType: .public)
        run.submit(request) { [self] result in
            switch result {
            case .success(let connected):
                connection = connected.connection
                subscribe(connected.connection)
            case .failure(.refused(_, .alreadyConnected, let body)):
                // This connection came from a CONNECT of unknown outcome.
                connection = body.connection
                run.pause(10...50) { [self] in next() }
            case .failure(let error):
                if error.outcome == .unknown { doubtfulConnects += 1 }
                run.pause(50...300) { [self] in next() }
            }
        }
    }

    private func subscribe(_ connection: Connection) {
        let request = SubscribeRequest(
            deadlineMs: Self.deadlineMs, connection: connection, handle: Handle.configuration, mode: .notifications)
        run.submit(request) { [self] in ended($0) }
    }

    private func disconnect(_ connection: Connection) {
        hasAskedForEnd = true
        run.submit(DisconnectRequest(deadlineMs: Self.deadlineMs, connection: connection)) { [self] in
            if case .success = $0 { self.connection = nil }
            ended($0)
        }
    }

    private func write(_ connection: Connection) {
        let number = takeNumber()
        let request = WriteRequest(
            deadlineMs: Self.deadlineMs, connection: connection, handle: Handle.written,
            value: number.numbered(bytes: run.draw(0..<8) == 0 ? run.draw(21...512) : 4))
        run.submit(request) { [self] result in
            writes[number] = result.outcome
            if result.outcome == .done, behaviour.writes[number] == nil {
                run.violate(\.reportedButAbsent, "write \(number)")
            }
            ended(result)
        }
    }

    private func command(_ connection: Connection) {
        let number = takeNumber()
        let request = WriteCommandRequest(
            connection: connection, handle: Handle.commanded, value: number.numbered(bytes: 8))
        run.submit(request) { [self] result in
            commands[number] = result.outcome
            ended(result)
        }
    }

    private func read(_ connection: Connection) {
        run.submit(ReadRequest(deadlineMs: Self.deadlineMs, connection: connection, handle: Handle.written)) {
            [self] result in
            if case .success(let read) = result {
                let number = UInt32(number: read.value)
                let isInitial = read.value.allSatisfy { $0 == 0x5A }
                let isWhole = read.value == Array(number.numbered(bytes: read.value.count))
                if !isInitial, !isWhole || behaviour.writes[number] == nil {
                    run.violate(\.wrongContents, "read \(read.value)")
                }
            }
            ended(result)
        }
    }

    private func discover(_ connection: Connection) {
        let request = DiscoverRequest(
            deadlineMs: Self.deadlineMs, connection: connection, what: .characteristics, firstHandle: 1,
            lastHandle: .max)
        run.submit(request) { [self] result in
            if case .success(let found) = result {
                guard case .characteristics(let records) = found.records,
                    records.map(\.valueHandle) == [Handle.notifying, Handle.written, Handle.commanded]
                else {
                    run.violate(\.wrongContents, "discovered \(found)")
                    return ended(result)
                }
            }
            ended(result)
        }
    }

    private func takeNumber() -> UInt32 {
        nextNumber += 1
        return nextNumber
    }

    // MARK: Events

    func received(_ code: EventCode, _ payload: [UInt8]) {
        do {
            switch code {
            case .connected:
                let event = try Connected(decoding: payload)
                if event.address == address { expected[event.connection] = (0, behaviour.connections) }
            case .notification:
                let event = try Notification(decoding: payload)
                guard let (number, ordinal) = expected[event.connection] else { return }
                run.tally.notifications += 1
                if UInt32(number: event.value) != number {
                    run.violate(\.notificationsWrong, "notification \(UInt32(number: event.value)), expected \(number)")
                }
                expected[event.connection] = (UInt32(number: event.value) + 1, ordinal)
            case .lost:
                let event = try Lost(decoding: payload)
                guard let (number, ordinal) = expected[event.connection] else { return }
                run.tally.notificationsToldLost += Int(event.count)
                expected[event.connection] = (number + event.count, ordinal)
            case .disconnected:
                let event = try Disconnected(decoding: payload)
                if let (number, ordinal) = expected.removeValue(forKey: event.connection) {
                    checkEnd(number, ordinal)
                }
                if connection == event.connection { connection = nil }
            default: break
            }
        } catch {
            run.violate(\.notificationsWrong, "event \(code) malformed")
        }
    }

    /// Checks that every notification of a connection that ended by itself was delivered or
    /// reported lost.
    private func checkEnd(_ number: UInt32, _ ordinal: Int) {
        if !hasAskedForEnd, !peripheral.isConnected, ordinal == behaviour.connections,
            number != UInt32(peripheral.sentValues)
        {
            run.violate(\.notificationsWrong, "\(number) of \(peripheral.sentValues) notifications at the end")
        }
        hasAskedForEnd = false
    }

    // MARK: Final count

    func finish() {
        account(writes, behaviour.writes)
        account(commands, behaviour.commands)
        run.tally.effects += behaviour.connections
        if behaviour.connections > connects {
            run.violate(\.doubled, "\(behaviour.connections) connections for \(connects) connects")
        }
    }

    private func account(_ outcomes: [UInt32: Outcome], _ effects: [UInt32: Int]) {
        for (number, count) in effects {
            run.tally.effects += count
            if count > 1 { run.violate(\.doubled, "write \(number) executed \(count) times") }
            if outcomes[number] == .notDone { run.violate(\.deniedButPresent, "write \(number)") }
        }
    }
}

extension FaultRun {
    func draw(_ range: Range<Int>) -> Int { draw(range.lowerBound...range.upperBound - 1) }
}
