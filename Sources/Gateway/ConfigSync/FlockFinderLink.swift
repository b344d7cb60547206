import Advertising
import DongleLink
import DongleProtocol
import FlockFinder
import GatewayModel

/// The way to the config of a FlockFinder, over a connection that is made anew where it breaks.
actor FlockFinderLink: ConfigLink {
    /// What the real app leaves between two chunks, and before the end; the most that is waited here.
    private static let appPause = (between: Duration.milliseconds(50), before: Duration.milliseconds(100))
    /// Times that a config is asked for, and sent, where something of it was lost.
    private static let attemptLimit = 3
    private static let connectLimit = 3
    private static let busyPause = Duration.milliseconds(200)
    private static let wantedMTU: UInt16 = 517
    private static let leaseMs = 600_000
    /// For a line of its stream: it tells each channel that it goes to, and from the factory a heartbeat every 10 s.
    private static let uptimeWait = Duration.seconds(11)
    /// For a config, from being asked for to its end: 64 KiB in the smallest notifications, 20 ms apart, take 66 s.
    private static let readLimit = Duration.seconds(90)

    let gateway: GatewayReference
    let clock: GatewayClock
    private let dongle: String
    private let address: BluetoothAddress
    private let type: Advertising.AddressType?
    private let name: String?
    private let timeout: Duration
    private let isSimulated: Bool

    private var connection: Open?
    /// Milliseconds since the device started and when it said so; from its newest reply or event.
    private var uptime: (ms: Int, at: Duration)?
    /// Counts the connections.
    private var connections = 0
    /// Whether even a short text goes between markers.
    private var isFramed = false

    /// What is open while it is connected.
    private struct Open {
        let id: String
        let mtu: Int
        let config: UInt16
        let command: UInt16
        let stream: UInt16
        let inbox: ConfigInbox
    }

    init(
        gateway: GatewayReference, clock: GatewayClock, dongle: OpenLink, address: BluetoothAddress,
        type: Advertising.AddressType?, name: String?, timeout: Duration
    ) {
        self.gateway = gateway
        self.clock = clock
        self.dongle = dongle.id
        isSimulated = dongle.isSimulated
        self.address = address
        self.type = type
        self.name = name
        self.timeout = timeout
    }

    var identity: ConfigIdentity {
        ConfigIdentity(
            device: "ble:\(address)", name: name, addressType: type?.name, dongle: dongle, isSimulated: isSimulated,
            mtu: connection?.mtu)
    }

    // MARK: Connecting

    /// Connects, where it is not connected: the ATT MTU first, as it decides what the device's notifications lose.
    func connect() async throws {
        if let connection, !connection.inbox.isEnded { return }
        await close()
        let gateway = try live()
        let id = try await connected(gateway)
        do {
            let mtu = Int(try await gateway.exchangeMTU(id, Self.wantedMTU))
            let characteristics = try await gateway.services(id).flatMap { service in
                BluetoothUUID(service.uuid) == FlockFinderServer.service ? service.characteristics : []
            }
            let handles = Dictionary(
                characteristics.compactMap { found in BluetoothUUID(found.uuid).map { ($0, found.handle) } }
            ) { first, _ in first }
            let missing = FlockFinderServer.characteristics.filter { handles[$0] == nil }
            guard missing.isEmpty, let config = handles[FlockFinderServer.config],
                let command = handles[FlockFinderServer.command], let stream = handles[FlockFinderServer.stream]
            else { throw ConfigError.notAFlockFinder(missing: missing) }
            let inbox = ConfigInbox(clock: clock)
            let updates = try await gateway.notifications(id, config)
            // It ends with the connection, which is ended on every path.
            Task {
                for await update in updates { inbox.take(update) }
                inbox.end()
            }
            connections += 1
            connection = Open(id: id, mtu: mtu, config: config, command: command, stream: stream, inbox: inbox)
        } catch {
            try? await gateway.disconnect(id)
            throw error
        }
    }

    private func connected(_ gateway: Gateway) async throws -> String {
        var request = ConnectionRequest(
            dongle: dongle, address: address.description, timeoutMs: timeout.milliseconds, leaseMs: Self.leaseMs)
        request.addressType = type?.name
        let deadline = clock.now() + timeout
        var attempts = 0
        while true {
            do {
                return try await gateway.connect(request).id
            } catch LinkError.refused(_, .busy, _) where clock.now() < deadline {
                await clock.sleep(clock.now() + Self.busyPause)
            } catch LinkError.failed(_, .deadline, _, _) where attempts + 1 < Self.connectLimit {
                attempts += 1
            }
            try Task.checkCancellation()
        }
    }

    func close() async {
        guard let open = connection.take() else { return }
        // It may have ended by itself, or with the link.
        try? await gateway.gateway?.disconnect(open.id)
    }

    private func live() throws -> Gateway {
        guard let gateway = gateway.gateway else { throw GatewayError.stopping }
        return gateway
    }

    private func opened() async throws -> (Gateway, Open) {
        try await connect()
        guard let connection else { throw GatewayError.stopping }
        return (try live(), connection)
    }

    // MARK: Reading

    func read() async throws -> HeldConfig {
        var lost = 0
        var attempt = 1
        while true {
            do {
                var held = try await readOnce()
                held.lost += lost
                held.reads = attempt
                return held
            } catch ConfigError.unreadable(_, let count) where attempt < Self.attemptLimit {
                lost += count
                attempt += 1
            } catch  where attempt < Self.attemptLimit && Self.isBroken(error) {
                await close()
                attempt += 1
            }
        }
    }

    private func readOnce() async throws -> HeldConfig {
        let (gateway, open) = try await opened()
        open.inbox.clear()
        let lostBefore = open.inbox.lost
        let deadline = clock.now() + max(Self.readLimit, timeout)
        try await gateway.write(open.id, Array("GET_CONFIG".utf8), to: open.command, confirmed: true)
        while true {
            switch try await open.inbox.next(silence: timeout, until: deadline) {
            case .event(.config(let received)): return try await taken(received, open, lostBefore)
            case .event(.reply(let reply)): note(reply)
            case .event(.stray): continue
            case .ended: throw ConfigError.brokenOff(attempts: 1)
            case .silence:
                guard let part = open.inbox.giveUp() else { throw ConfigError.silent(limit: timeout) }
                throw ConfigError.unreadable(
                    .notJSON(line: 1, column: part.bytes.count + 1, expected: "the rest of it"), lost: max(part.lost, 1)
                )
            }
        }
    }

    private func taken(
        _ received: ConfigReceiver.Received, _ open: Open, _ lostBefore: Int
    ) async throws -> HeldConfig {
        let lost = max(received.lost, open.inbox.lost - lostBefore)
        // Without a part it may still be JSON, and another config.
        guard lost == 0, received.dropped == 0 else {
            throw ConfigError.unreadable(
                .notJSON(line: 1, column: received.bytes.count + 1, expected: "the rest of it"), lost: max(lost, 1))
        }
        do {
            return HeldConfig(text: received.bytes, reading: try ConfigReading(parsing: received.bytes), lost: lost)
        } catch .newerVersion(let version) {
            throw ConfigError.newerVersion(version)
        } catch {
            guard received.looksCut(mtu: open.mtu) else { throw ConfigError.unreadable(error, lost: lost) }
            // What was notified in one piece is the value of the characteristic as well, and a read is not cut.
            if !received.isFramed, let whole = try await readValue(open) { return whole }
            throw ConfigError.cut(mtu: open.mtu, arrived: received.bytes.count)
        }
    }

    private func readValue(_ open: Open) async throws -> HeldConfig? {
        let value = try await live().read(open.id, open.config)
        return (try? ConfigReading(parsing: value)).map { HeldConfig(text: value, reading: $0) }
    }

    private func note(_ reply: DeviceReply) {
        if let ms = reply.uptimeMs { uptime = (ms, clock.now()) }
    }

    /// Whether the connection is gone, so that a new one may help.
    private static func isBroken(_ error: any Error) -> Bool {
        switch error {
        case LinkError.refused(_, let status, _), LinkError.failed(_, let status, _, _):
            status == .notConnected || status.hciReason != nil
        case GatewayError.unknownConnection, ConfigError.brokenOff: true
        default: false
        }
    }

    // MARK: Writing

    func write(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting {
        var writing = ConfigWriting()
        // What a device has begun to gather outlives the connection, and ends with the next start only: until then a text without
        // markers is more of that to it, and nothing is applied or said.
        isFramed = isFramed || mayGather
        // Each write is acknowledged, so that nothing has to be waited for; what goes wrong all the same goes at the app's pace.
        var pauses = (between: Duration.zero, before: Duration.zero)
        while true {
            writing.attempts += 1
            do {
                let (reply, writes, isFramed) = try await writeOnce(text, profile, pauses, isFramed: isFramed, progress)
                writing.writes += writes
                if let reply { writing.replies.append(reply) }
                // It may gather what a host has left of which nothing is known here.
                guard reply != nil || isFramed || writing.attempts > 1 else {
                    self.isFramed = true
                    continue
                }
                guard let reply, !reply.isSuccess, isFramed, canSlowDown(writing, pauses) else { return writing }
            } catch  where Self.isBroken(error) {
                guard writing.attempts < Self.attemptLimit else {
                    throw ConfigError.brokenOff(attempts: writing.attempts)
                }
                // Half a config may wait in the device; a new start drops it.
                isFramed = true
                await close()
            } catch LinkError.refused(_, let status, _) where status.attError != nil && canSlowDown(writing, pauses) {
                // It has no room at the moment, or will never take this: the app's pace tells.
            } catch LinkError.failed(_, let status, _, _) where status.attError != nil && canSlowDown(writing, pauses) {
                // Likewise.
            }
            pauses = Self.appPause
        }
    }

    private func canSlowDown(_ writing: ConfigWriting, _ pauses: (between: Duration, before: Duration)) -> Bool {
        writing.attempts < Self.attemptLimit && pauses.between < Self.appPause.between
    }

    private func writeOnce(
        _ text: [UInt8], _ profile: DeviceProfile, _ pauses: (between: Duration, before: Duration), isFramed: Bool,
        _ progress: @Sendable (Int) -> Void
    ) async throws -> (reply: DeviceReply?, writes: Int, isFramed: Bool) {
        let (gateway, open) = try await opened()
        open.inbox.clear()
        let command = Array("SET_CONFIG:".utf8) + text
        if profile.takesSetConfig, !isFramed, command.count <= min(open.mtu - 3, ConfigChunks.longestChunk) {
            try await gateway.write(open.id, command, to: open.command, confirmed: true)
            progress(text.count)
            return (try await reply(open, to: .updated), 1, false)
        }
        let chunks = ConfigChunks(text, mtu: open.mtu, isFramed: isFramed)
        var sent = 0
        for (index, chunk) in chunks.writes.enumerated() {
            if chunks.isFramed, index > 0 {
                let pause = index == chunks.writes.count - 1 ? pauses.before : pauses.between
                if pause > .zero { await clock.sleep(clock.now() + pause) }
                try Task.checkCancellation()
            }
            try await gateway.write(open.id, chunk, to: open.config, confirmed: true)
            if !chunks.isFramed || (1..<chunks.writes.count - 1).contains(index) { sent += chunk.count }
            progress(sent)
        }
        return (try await reply(open, to: .updated), chunks.writes.count, chunks.isFramed)
    }

    /// What the device says to what it was told; nil where it says nothing. What it says of something else is passed over.
    private func reply(_ open: Open, to event: DeviceReply.Event) async throws -> DeviceReply? {
        let deadline = clock.now() + timeout
        while true {
            switch try await open.inbox.next(silence: timeout, until: deadline) {
            case .event(.reply(let reply)):
                note(reply)
                if [event, .refused].contains(reply.event) { return reply }
            case .event: continue
            case .ended, .silence: return nil
            }
        }
    }

    private func order(_ command: String, _ event: DeviceReply.Event) async throws -> [DeviceReply] {
        let (gateway, open) = try await opened()
        open.inbox.clear()
        try await gateway.write(open.id, Array(command.utf8), to: open.command, confirmed: true)
        return try await reply(open, to: event).map { [$0] } ?? []
    }

    func save() async throws -> ConfigSaving { ConfigSaving(replies: try await order("SAVE_CONFIG", .saved)) }

    func reset() async throws -> [DeviceReply] { try await order("RESET_CONFIG", .reset) }

    // MARK: Restarting

    /// Nothing restarts a FlockFinder from here: somebody has to. That it has is seen by its own clock.
    func awaitRestart(limit: Duration) async throws {
        let deadline = clock.now() + limit
        if uptime == nil { await askUptime() }
        let before = uptime
        let connectionsBefore = connections
        while clock.now() < deadline {
            try Task.checkCancellation()
            uptime = nil
            // Where it is out of reach, connecting takes as long as it may.
            await askUptime()
            // A restart ends the connection as well.
            if let now = uptime, let before, connections > connectionsBefore, Self.isRestarted(before, now) { return }
            await clock.sleep(clock.now() + .milliseconds(500))
        }
        throw ConfigError.notRestarted(limit: limit)
    }

    /// Whether a clock has gone back: by more than a line takes on its way, and than a poor crystal goes wrong.
    private static func isRestarted(
        _ before: (ms: Int, at: Duration), _ now: (ms: Int, at: Duration)
    ) -> Bool {
        let elapsed = (now.at - before.at).milliseconds
        return now.ms + 250 + elapsed / 1000 < before.ms + elapsed
    }

    /// Its stream has the time in every line, and changes nothing.
    private func askUptime() async {
        do {
            let (gateway, open) = try await opened()
            let updates = try await gateway.notifications(open.id, open.stream)
            try await gateway.write(open.id, Array("stream_on".utf8), to: open.command, confirmed: true)
            let heard = await first(of: updates)
            try await gateway.write(open.id, Array("stream_off".utf8), to: open.command, confirmed: true)
            if let heard { uptime = heard }
        } catch {
            // It is out of reach, or says nothing; whoever asked tries again.
        }
    }

    private func first(of updates: AsyncStream<GATTUpdate>) async -> (ms: Int, at: Duration)? {
        await withTaskGroup(of: (ms: Int, at: Duration)?.self) { group in
            group.addTask { [clock] in
                for await update in updates {
                    if case .value(let bytes) = update, let reply = DeviceReply(bytes), let ms = reply.uptimeMs {
                        return (ms, clock.now())
                    }
                }
                return nil
            }
            group.addTask { [clock] in
                await clock.sleep(clock.now() + Self.uptimeWait)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
