import Advertising
import Concurrency
import DongleLink
import FlockFinder
import GatewayModel
import SerialPort

/// The life of an attachment: search, connect, read, and begin again.
extension DetectionService {
    /// Longest wait for a device to be heard before connecting to it.
    static let searchLimit = Duration.seconds(10)
    private static let retry = (shortest: Duration.seconds(1), longest: Duration.seconds(60))
    private static let wantedMTU: UInt16 = 517

    /// Works until the attachment ends.
    func follow(_ id: String) async {
        var backOff = BackOff(shortest: Self.retry.shortest)
        while let attachment = attachments[id], !attachment.ending.isSet, !Task.isCancelled {
            let before = attachment.description.connections
            set(.connecting, of: id)
            do {
                try await attachment.ending.unlessSet { try await self.listen(id, attachment) }
            } catch {
                guard attachments[id] != nil, !Task.isCancelled else { break }
                let (code, message, hint) = configuration.describe(error)
                attachments[id]?.description.lastError = ErrorReport(
                    at: timeOfDay(), code: code, message: message, hint: hint)
            }
            guard attachments[id] != nil else { break }
            set(.waiting, of: id)
            if attachments[id]?.description.connections != before { backOff.reset() }
            let due = clock.now() + backOff.wait(atMost: Self.retry.longest)
            await wait(until: due, orFor: attachment)
        }
        attachments[id] = nil
        await gateway.gateway?.dongles.takeBack(from: id)
    }

    func set(_ state: AttachmentState, of id: String) {
        attachments[id]?.description.state = state
        attachments[id]?.description.since = timeOfDay()
    }

    private nonisolated func wait(until due: Duration, orFor attachment: Attachment) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await attachment.ending.wait() }
            group.addTask { await attachment.nudge.wait() }
            group.addTask { [clock] in await clock.sleep(due) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Connects, and listens until the connection ends.
    private func listen(_ id: String, _ attachment: Attachment) async throws {
        if case .serial(let path) = attachment.target { return try await listen(id, onSerial: path) }
        let found = try await search(attachment)
        // The same device, attached by its name and by its address, would be counted twice.
        if let other = attachments.values.first(where: { $0.description.id != id && $0.address == found.address }) {
            throw DetectionError.alreadyAttached(found.address.description, id: other.description.id)
        }
        attachments[id]?.address = found.address
        defer { attachments[id]?.address = nil }
        while paused.contains(found.address), !Task.isCancelled { await attachment.nudge.wait() }
        let connection = try await gateway.live.connections.connect(
            ConnectionWish(
                dongle: found.dongle, address: found.address, addressType: found.type, lease: .seconds(600)))
        attachments[id]?.connection = connection
        defer { attachments[id]?.connection = nil }
        do {
            // If the device was paused meanwhile, another order needs it.
            if !paused.contains(found.address) { try await listen(id, on: connection) }
        } catch {
            await hangUp(connection)
            throw error
        }
        await hangUp(connection)
    }

    private func listen(_ id: String, on connection: GatewayConnection) async throws {
        attachments[id]?.description.address = connection.address.description
        attachments[id]?.description.dongle = connection.dongle
        // A device that refuses has the shortest values: longer ones are cut off and counted as
        // unreadable.
        let mtu = try? await connection.exchangeMTU(Self.wantedMTU)
        attachments[id]?.description.mtu = mtu.map { Int($0) } ?? connection.mtu
        let handles = try await connection.services().flatMap(\.characteristics)
        func handle(_ uuid: BluetoothUUID) throws(DetectionError) -> UInt16 {
            guard let one = handles.first(where: { $0.uuid == uuid }) else {
                throw .notAFlockFinder(connection.address.description)
            }
            return one.valueHandle
        }
        // The service's UUIDs are those of a widespread example: only all three characteristics
        // together identify a FlockFinder.
        for uuid in FlockFinderServer.listening { _ = try handle(uuid) }
        let detections = try await connection.notifications(handle(FlockFinderServer.detection))
        let stream = try await connection.notifications(handle(FlockFinderServer.stream))
        try await connection.write(Array("stream_on".utf8), to: handle(FlockFinderServer.command))
        isOwn("ble:\(connection.address)")
        attachments[id]?.description.connections += 1
        attachments[id]?.description.lastError = nil
        set(.listening, of: id)
        let source = "ble:\(connection.address)"
        attachments[id]?.source = (source, connection.isSimulated)
        await withTaskGroup(of: Void.self) { group in
            for updates in [detections, stream] {
                group.addTask {
                    for await update in updates {
                        await self.hear(update, id, source, isSimulated: connection.isSimulated)
                    }
                }
            }
            // Both streams end with the connection.
            await group.next()
            group.cancelAll()
        }
        tell(attachments[id]?.pairing.finish() ?? [], source, isSimulated: connection.isSimulated)
    }

    func tell(_ told: [ReportPairing.Told], _ source: String, isSimulated: Bool) {
        for one in told { hear(one.report, from: source, isSimulated: isSimulated, isRepeat: one.isRepeat) }
    }

    private func hear(_ update: GATTUpdate, _ id: String, _ source: String, isSimulated: Bool) {
        func pair(_ report: FlockFinderSighting, isStream: Bool) {
            let told = attachments[id]?.pairing.take(report, isStream: isStream, at: clock.now())
            tell(told ?? [], source, isSimulated: isSimulated)
        }
        switch update {
        case .value(let bytes):
            attachments[id]?.description.notifications += 1
            switch Result(catching: { () throws(NotificationFault) in try FlockFinderNotification.read(bytes) }) {
            case .success(.detection(let report)):
                attachments[id]?.description.detections += 1
                pair(report, isStream: false)
            case .success(.sighting(let report)): pair(report, isStream: true)
            case .success:
                tell(attachments[id]?.pairing.due(at: clock.now()) ?? [], source, isSimulated: isSimulated)
            case .failure: attachments[id]?.description.unreadable += 1
            }
        case .lost(let count): attachments[id]?.description.lost += UInt64(count)
        case .disconnected, .interrupted: return
        }
    }

    /// Listens for the device, to learn which dongle hears it and which type its address has.
    private func search(
        _ attachment: Attachment
    ) async throws -> (address: BluetoothAddress, type: AddressType, dongle: String) {
        var scope = AdvertScope.all
        if let name = attachment.dongle, let id = try await gateway.gateway?.dongles.dongle(name).id {
            scope = .dongle(id)
        }
        let target = attachment.target
        let heard = try await hub.first(
            in: scope, ScanDemand(isActive: true, minimumRSSI: nil), until: clock.now() + Self.searchLimit
        ) { batch in
            batch.adverts.first { target.matches($0.sighting, $0.advert) }.map { ($0.sighting, batch.dongle) }
        }
        guard let (sighting, dongle) = heard else {
            switch target {
            case .address(let address): throw GatewayError.notHeard(address, limit: Self.searchLimit)
            case .name(let name): throw DetectionError.nameNotHeard(name, limit: Self.searchLimit)
            case .serial(let path): throw SerialPortError.notFound(path: path)
            }
        }
        return (sighting.address, sighting.addressType, dongle)
    }

    /// Disconnects, in a task of its own because this one may be cancelled.
    private nonisolated func hangUp(_ connection: GatewayConnection) async {
        await Task {
            // The connection may have ended by itself, or with the link.
            try? await connection.disconnect()
        }.value
    }
}
