import Advertising
import ESPHomeAPI
import Gateway
import GatewayModel
import LineFormats
import NIOConcurrencyHelpers
import NIOCore

/// One client of a proxy: its session, its devices and its adverts.
actor ProxyClient {
    typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    nonisolated let setup: ProxySetup
    nonisolated let address: String
    nonisolated let outbox: ClientOutbox
    nonisolated let counters = ClientCounters()
    private nonisolated let since = Timestamp.now
    /// Frames of both directions; the writer encrypts, so that nonces follow the order of sending.
    private nonisolated let transport: NIOLockedValueBox<Transport>
    /// Time since which the network takes nothing; nil while nothing waits.
    private nonisolated let stalledSince = NIOLockedValueBox<Duration?>(nil)
    /// Woken when the connection must be closed at once.
    private nonisolated let abort = Latch()
    /// Set at the hello.
    private nonisolated let greeting = Latch()
    /// Work of the session: devices and adverts. At most one piece for each device, and a few more.
    private nonisolated let pieces: AsyncStream<@Sendable () async -> Void>
    private nonisolated let work: AsyncStream<@Sendable () async -> Void>.Continuation

    var session: APISession
    private(set) var end: APISession.End?
    var devices: [UInt64: ProxyDevice] = [:]
    var adverts: AdvertSubscription?
    /// Whether the client is subscribed to adverts.
    var wantsAdverts = false
    /// Whether a task sends adverts, or is about to.
    var isForwarding = false
    var isTellingScanner = false
    /// Number of the newest subscription to adverts.
    var advertNumber = 0
    /// Mode that the client asked for; nil before it has.
    var mode: ScannerMode?
    private var followsSlots = false
    private var isTellingSlots = false
    /// Newest version of the occupancy that the client knows. It never falls: older slots could lack a device
    /// that the client knows to be connected.
    private var toldVersion: UInt64 = 0
    private var toldSlots: ProxySlots?

    init(_ setup: ProxySetup, address: String) {
        (self.setup, self.address) = (setup, address)
        outbox = ClientOutbox(setup.configuration.limits) { [abort] in abort.set() }
        transport = NIOLockedValueBox(Transport(key: setup.key, name: setup.info.name, mac: setup.info.macDigits))
        session = APISession(
            info: setup.info, server: "perch \(setup.configuration.version)", now: setup.radio.clock.now())
        (pieces, work) = AsyncStream.makeStream()
    }

    private nonisolated var clock: GatewayClock { setup.radio.clock }
    private nonisolated var limits: ProxyLimits { setup.configuration.limits }

    // MARK: Life

    private enum Part: Sendable {
        /// The client is gone, everything is sent, or the connection must be closed.
        case last
        case other
    }

    /// Serves the client until its connection ends; then its connections to devices have ended too.
    ///
    /// - Returns: Reason of the end; nil if the client went away.
    nonisolated func run(_ channel: Connection) async -> APISession.End? {
        // An error means that the connection is gone.
        try? await channel.executeThenClose { inbound, outbound in
            await withTaskGroup(of: Part.self) { group in
                group.addTask {
                    await self.read(inbound)
                    return .last
                }
                group.addTask {
                    await self.write(outbound)
                    return .last
                }
                group.addTask {
                    await self.abort.wait()
                    return .last
                }
                group.addTask {
                    await self.watch()
                    return .other
                }
                group.addTask {
                    await withDiscardingTaskGroup { group in
                        for await piece in self.pieces { group.addTask(operation: piece) }
                    }
                    return .other
                }
                for await part in group { if case .last = part { break } }
                await self.endAdverts()
                group.cancelAll()
            }
        }
        return outbox.isOverfull ? .congested : await end
    }

    private nonisolated func read(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async {
        do {
            for try await buffer in inbound { await receive(buffer) }
        } catch {
            // The connection is gone, or this task was cancelled.
        }
    }

    private nonisolated func write(_ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async {
        while let entry = await outbox.next() {
            var buffer = ByteBuffer()
            append(entry, to: &buffer)
            while buffer.readableBytes < 65_536, let more = outbox.poll() { append(more, to: &buffer) }
            stalledSince.withLockedValue { $0 = clock.now() }
            // The connection is gone, or this task was cancelled.
            guard (try? await outbound.write(buffer)) != nil else { break }
            stalledSince.withLockedValue { $0 = nil }
        }
    }

    private nonisolated func append(_ entry: ClientOutbox.Entry, to buffer: inout ByteBuffer) {
        switch entry {
        case .raw(let bytes): buffer.writeBytes(bytes)
        case .frame(let frame, _):
            // Longer messages than a frame holds are not made.
            if let bytes = transport.withLockedValue({ $0.encode(frame.type, frame.payload) }) {
                buffer.writeBytes(bytes)
            }
        }
    }

    /// Ends a client that is silent or does not read.
    private nonisolated func watch() async {
        while !Task.isCancelled {
            let stalled = stalledSince.withLockedValue { $0 }.map { $0 + limits.stallTime }
            let deadline = await session.deadline
            await clock.sleep(min(deadline, stalled ?? deadline))
            // Once the session is over, the rest has a limit of its own.
            guard await end == nil else { return }
            if let stalled = stalledSince.withLockedValue({ $0 }), clock.now() >= stalled + limits.stallTime {
                await close(.congested)
                abort.set()
                return
            }
            await tick()
        }
    }

    private func tick() {
        for action in session.tick(now: clock.now()) { perform(action) }
    }

    /// Adds work that ends with the session.
    func join(_ piece: @escaping @Sendable () async -> Void) { work.yield(piece) }

    /// Waits for the hello.
    ///
    /// - Returns: The client's description of itself; nil if the session ended without.
    nonisolated func greeted() async -> String? {
        await greeting.wait()
        return await session.client
    }

    /// Ends the wait for the hello.
    nonisolated func finishGreeting() { greeting.set() }

    // MARK: Input

    private func receive(_ buffer: ByteBuffer) {
        session.heard(now: clock.now())
        for output in transport.withLockedValue({ $0.receive(buffer.readableBytesView) }) {
            switch output {
            case .send(let bytes): outbox.send(raw: bytes)
            case .frame(let frame):
                for action in session.receive(frame) { perform(action) }
                if session.client != nil { greeting.set() }
            case .fault(let fault): for action in session.fault(fault) { perform(action) }
            }
        }
    }

    private func perform(_ action: APISession.Action) {
        switch action {
        case .send(let message): outbox.send(message)
        case .close(let end): close(end)
        case .perform(let message): perform(message)
        }
    }

    private func close(_ end: APISession.End) {
        guard self.end == nil else { return }
        self.end = end
        outbox.finish()
        // What was sent before has a limited time.
        join { [clock, limits, abort] in
            await clock.sleep(clock.now() + limits.closingTime)
            abort.set()
        }
    }

    /// Says goodbye; the client then closes the connection, or it is closed soon.
    func dismiss() {
        guard end == nil else { return }
        guard session.client != nil else { return close(.dismissed) }
        outbox.send(.disconnectRequest)
        join { [clock, limits] in
            await clock.sleep(clock.now() + limits.closingTime)
            await self.close(.dismissed)
        }
    }

    private func perform(_ message: ClientMessage) {
        switch message {
        case .subscribeAdverts: subscribe()
        case .setScannerMode(let mode): setMode(mode)
        case .unsubscribeAdverts: endAdverts()
        case .subscribeConnectionsFree:
            followsSlots = true
            repeatSlots()
        default: performOnDevice(message)
        }
    }

    // MARK: Slots

    /// Tells the slots soon, even if the client knows them.
    func repeatSlots() {
        toldSlots = nil
        // However often a client asks, it has one task for this.
        guard !isTellingSlots else { return }
        isTellingSlots = true
        join {
            await self.beginTellingSlots()
            await self.tellSlots()
        }
    }

    /// Notes that a question from now on needs another answer.
    private func beginTellingSlots() { isTellingSlots = false }

    /// Tells the slots to a client that follows them, unless it knows them.
    func tellSlots() async {
        guard followsSlots else { return }
        let now = await setup.radio.slots()
        guard now.version >= toldVersion else { return }
        toldVersion = now.version
        guard now.slots != toldSlots else { return }
        toldSlots = now.slots
        outbox.send(
            .connectionsFree(
                free: now.slots.free, limit: now.slots.limit, allocated: now.slots.allocated.map(\.value)))
    }

    // MARK: Status

    var description: ESPHomeClient {
        let counts = counters.now
        return ESPHomeClient(
            name: session.client, address: address, since: since, readsAdverts: wantsAdverts,
            connections: devices.values.count { !$0.isOver }, operations: counts.operations,
            notifications: counts.notifications, notificationsDropped: counts.notificationsDropped,
            adverts: counts.adverts, advertsMissed: counts.advertsMissed, lastError: counts.lastError)
    }
}
