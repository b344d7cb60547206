import Advertising
import DongleLink
import DongleProtocol
import ESPHomeAPI
import Gateway
import NIOConcurrencyHelpers

/// One device that a client has connected to, or wants to: requests are carried out one after another, in their
/// order.
final class ProxyDevice: Sendable {
    enum Request: Sendable {
        case services
        case read(UInt16)
        case write(UInt16, [UInt8], isAcknowledged: Bool)
        case notify(UInt16, isOn: Bool)
    }

    /// What a device needs of its client's session.
    struct Session: Sendable {
        let radio: ProxyRadio
        let outbox: ClientOutbox
        let counters: ClientCounters
        let limits: ProxyLimits
        /// Whether the client knows UUIDs of 16 and 32 bits.
        let knowsShortUUIDs: Bool
        /// Tells the client the slots, if it follows them.
        let tellSlots: @Sendable () async -> Void
        /// Describes an error in words.
        let describe: @Sendable (any Error) -> String
    }

    /// ATT MTU that is asked for, the largest. Source: Core Specification, Vol 3, Part F, 3.2.9.
    private static let wantedMTU: UInt16 = 517
    /// Attempts of a write without response while the dongle's queue is full, and the time between them.
    private static let commandAttempts = 50
    private static let commandPause = Duration.milliseconds(20)

    private struct State {
        var connection: GatewayConnection?
        var mtu: Int?
        /// Whether the client knows that the device is connected.
        var isTold = false
        var isOver = false
    }

    let address: UInt64
    private let request: DeviceRequest
    let session: Session
    private let requests: AsyncStream<Request>
    private let input: AsyncStream<Request>.Continuation
    private let ending = Latch()
    private let state = NIOLockedValueBox(State())

    init(_ request: DeviceRequest, _ session: Session) {
        (self.request, self.session, address) = (request, session, request.address)
        (requests, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(session.limits.requests))
    }

    private var outbox: ClientOutbox { session.outbox }

    /// Whether the connection has ended, or could not be made.
    var isOver: Bool { state.withLockedValue(\.isOver) }

    // MARK: The client's requests

    /// Adds a request. Returns false if too many wait.
    func add(_ request: Request) -> Bool {
        if case .dropped = input.yield(request) { false } else { true }
    }

    /// Tells the client again that the device is connected, if it is.
    func tellAgain() {
        state.withLockedValue { state in
            if state.isTold, !state.isOver, let mtu = state.mtu { tellConnected(mtu) }
        }
    }

    /// Ends the connection, or the attempt.
    func end() { ending.set() }

    // MARK: Life

    /// Connects, and carries out requests until the connection ends or the task is cancelled; then the connection has
    /// ended.
    func run() async {
        guard let connection = await connect() else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.ending.wait()
                await self.hangUp(connection)
            }
            group.addTask {
                if await self.prepare(connection) { await self.serve(connection) }
            }
            await group.next()
            group.cancelAll()
        }
        await hangUp(connection)
    }

    private func connect() async -> GatewayConnection? {
        let type: AddressType? = request.addressType.map { $0 & 1 == 0 ? .public : .random }
        let outcome = await withTaskGroup(
            of: Result<GatewayConnection, any Error>?.self, returning: Result<GatewayConnection, any Error>.self
        ) { group in
            group.addTask { [self] in
                do {
                    return .success(
                        try await session.radio.connect(
                            BluetoothAddress(address), type, timeout: session.limits.operationTime,
                            whenEnded: { [self] in over(ErrorNumber.end($0)) }))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { [ending] in
                await ending.wait()
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            // The attempt was ended; it may still have succeeded.
            if case .success(let connection)?? = await group.next() { await hangUp(connection) }
            return .failure(CancellationError())
        }
        switch outcome {
        case .success(let connection):
            session.counters.operation()
            return connection
        case .failure(is CancellationError): over(ErrorNumber.endedHere)
        case .failure(let error):
            session.counters.operation(session.describe(error))
            over(ErrorNumber.connecting(error))
        }
        await session.tellSlots()
        return nil
    }

    /// Makes the connection ready for requests, and tells the client. Returns false if it has ended.
    private func prepare(_ connection: GatewayConnection) async -> Bool {
        // A device that knows no larger MTU keeps that of the connection.
        let mtu = (try? await connection.exchangeMTU(Self.wantedMTU)).map(Int.init) ?? connection.mtu
        if request.action == .connectWithoutCache {
            do {
                _ = try await connection.services()
            } catch {
                session.counters.operation(session.describe(error))
                await hangUp(connection)
                return false
            }
        }
        // The device is among the allocated before the client hears that it is connected.
        await session.tellSlots()
        return state.withLockedValue { state in
            guard !state.isOver else { return false }
            (state.isTold, state.mtu) = (true, mtu)
            tellConnected(mtu)
            return true
        }
    }

    private func tellConnected(_ mtu: Int) {
        outbox.send(.deviceConnection(address: address, isConnected: true, mtu: mtu, error: 0))
    }

    /// Notes the end, and tells it to the client once.
    private func over(_ error: Int32) {
        state.withLockedValue { state in
            guard !state.isOver else { return }
            state.isOver = true
            outbox.send(.deviceConnection(address: address, isConnected: false, mtu: 0, error: error))
        }
        input.finish()
    }

    /// Ends the connection, even if the task is cancelled.
    private func hangUp(_ connection: GatewayConnection) async {
        guard !isOver else { return }
        // Awaited, but not cancelled with this task. It fails if the connection has ended by itself.
        await Task { try? await connection.disconnect() }.value
        over(ErrorNumber.endedHere)
    }

    private func serve(_ connection: GatewayConnection) async {
        var notifying: [UInt16: Task<Void, Never>] = [:]
        for await request in requests {
            switch request {
            case .services: await services(connection)
            case .read(let handle):
                await attempt(handle) {
                    outbox.send(
                        .readResponse(address: address, handle: handle, value: try await connection.read(handle)))
                }
            case .write(let handle, let value, true):
                await attempt(handle) {
                    try await connection.write(value, to: handle, confirmed: true)
                    outbox.send(.writeResponse(address: address, handle: handle))
                }
            case .write(let handle, let value, false): await command(value, to: handle, connection)
            case .notify(let handle, false):
                notifying.removeValue(forKey: handle)?.cancel()
                outbox.send(.notifyResponse(address: address, handle: handle))
            case .notify(let handle, true):
                await attempt(handle) {
                    if notifying[handle] == nil {
                        guard notifying.count < session.limits.notifying else { throw TooManyNotifying() }
                        let updates = try await connection.updates(of: handle)
                        notifying[handle] = Task { await self.forward(updates, of: handle) }
                    }
                    outbox.send(.notifyResponse(address: address, handle: handle))
                }
            }
        }
        for task in notifying.values { task.cancel() }
        for task in notifying.values { await task.value }
    }

    // MARK: Operations

    private struct TooManyNotifying: Error {}

    private func attempt(_ handle: UInt16, _ body: () async throws -> Void) async {
        do {
            guard handle > 0 else { return fail(handle, ErrorNumber.invalidHandle, "There is no attribute 0.") }
            try await body()
            session.counters.operation()
        } catch is TooManyNotifying {
            fail(handle, ErrorNumber.insufficientResources, "Too many characteristics notify.")
        } catch {
            fail(handle, ErrorNumber.operation(error), session.describe(error))
        }
    }

    private func fail(_ handle: UInt16, _ number: Int32, _ words: String) {
        session.counters.operation(words)
        outbox.send(.gattError(address: address, handle: handle, error: number))
    }

    /// Sends the services, all or none: the client keeps what it gets.
    private func services(_ connection: GatewayConnection) async {
        do {
            let services = try await connection.services().map(RemoteService.init)
            guard
                let messages = ServerMessage.services(
                    of: address, services, withShortUUIDs: session.knowsShortUUIDs)
            else { return fail(0, ErrorNumber.insufficientResources, "A service is too long for a message.") }
            for message in messages { outbox.send(message) }
            session.counters.operation()
        } catch {
            fail(0, ErrorNumber.operation(error), session.describe(error))
        }
    }

    /// Writes without response: nobody waits for an answer.
    private func command(_ value: [UInt8], to handle: UInt16, _ connection: GatewayConnection) async {
        for number in 1...Self.commandAttempts {
            do {
                try await connection.write(value, to: handle, confirmed: false)
                return session.counters.operation()
            } catch LinkError.refused(_, .noBuffers, _) where number < Self.commandAttempts {
                await session.radio.clock.sleep(session.radio.clock.now() + Self.commandPause)
            } catch {
                return session.counters.operation(session.describe(error))
            }
        }
    }

    private func forward(_ updates: AsyncStream<GATTUpdate>, of handle: UInt16) async {
        for await update in updates {
            switch update {
            case .value(let value):
                let isSent = outbox.notify(.notification(address: address, handle: handle, value: value))
                session.counters.count {
                    if isSent { $0.notifications += 1 } else { $0.notificationsDropped += 1 }
                }
            case .lost(let count): session.counters.count { $0.notificationsDropped += UInt64(count) }
            case .disconnected, .interrupted: return
            }
        }
    }
}

extension RemoteUUID {
    fileprivate init(_ uuid: BluetoothUUID) { self.init(value: uuid.value, short: uuid.short) }
}

extension RemoteService {
    fileprivate init(_ service: GATTService) {
        self.init(
            uuid: RemoteUUID(service.uuid), handle: service.range.lowerBound,
            characteristics: service.characteristics.map { characteristic in
                Characteristic(
                    uuid: RemoteUUID(characteristic.uuid), handle: characteristic.valueHandle,
                    properties: characteristic.properties.rawValue,
                    descriptors: characteristic.descriptors.map {
                        Descriptor(uuid: RemoteUUID($0.uuid), handle: $0.handle)
                    })
            })
    }
}
