import GatewayModel
import Glibc
import LineFormats
import Store

/// Status of the gateway and its parts.
extension Gateway {
    /// Returns the status that is known without asking a dongle.
    package func status() async -> GatewayStatus {
        let dongles = await dongles()
        let demand = hub.demand
        let (advertReaders, advertsMissed) = hub.counts
        let (eventReaders, eventsMissed) = eventLog.counts
        let store = await storeStatus()
        let errors = [lastError, store.error] + dongles.map(\.lastError)
        return GatewayStatus(
            version: APIVersion.program, api: APIVersion.current, pid: getpid(), startedAt: startedAt,
            uptimeSeconds: Int(clock.now().components.seconds), isDaemon: configuration.isDaemon,
            simulated: dongles.contains { $0.simulated && $0.state != .absent }, dongles: dongles,
            scan: ScanStatus(
                wanted: demand != nil, always: configuration.scansAlways,
                mode: demand?.isActive ?? configuration.scansActively ? .active : .passive,
                minimumRSSI: demand?.minimumRSSI.map(Int.init)),
            queues: QueueStatus(
                advertReaders: advertReaders, eventReaders: eventReaders, advertsMissed: advertsMissed,
                eventsMissed: eventsMissed),
            tracking: await beacons.status(), detection: await detections.summary(),
            notifications: await configuration.notifications(), store: store,
            lastError: errors.compactMap { $0 }.max { $0.at.microsecondsSince1970 < $1.at.microsecondsSince1970 })
    }

    /// Returns the dongles in use, then those known from earlier.
    package func dongles() async -> [DongleStatus] {
        let known = (try? await store.dongles.list()) ?? []
        var present: [DongleStatus] = []
        for port in ports.sorted(by: { $0.key < $1.key }).map(\.value) {
            present.append(await status(of: port, known: known))
        }
        let ids = Set(present.compactMap(\.id))
        return present + known.filter { !ids.contains($0.id) }.map(DongleStatus.init)
    }

    /// Returns one dongle, by id, alias or port.
    ///
    /// - Throws: ``GatewayError/unknownDongle(_:known:)``.
    package func dongle(_ name: String) async throws -> DongleStatus {
        switch try await find(name) {
        case .inUse(_, let port): await status(of: port)
        case .known(let dongle): DongleStatus(dongle)
        }
    }

    /// Returns the status of a port in use.
    func status(of port: PortInUse) async -> DongleStatus {
        await status(of: port, known: (try? await store.dongles.list()) ?? [])
    }

    private func status(of port: PortInUse, known: [KnownDongle]) async -> DongleStatus {
        var status = await port.supervisor.status()
        status.alias = known.first { $0.id == status.id }?.alias
        return status
    }

    /// Returns the status of the store, as far as it can be read.
    func storeStatus() async -> StoreStatus {
        let (failure, unrecorded) = await (eventLog.failure, eventLog.unrecorded)
        do {
            let size = try await store.size()
            return StoreStatus(
                path: store.path, recording: failure == nil, error: failure ?? storeDamage, sizeBytes: size.bytes,
                schema: size.schema, events: size.events, unrecorded: unrecorded,
                restored: store.origin.isRestored, replaced: store.origin.replaced)
        } catch {
            return StoreStatus(
                path: store.path, recording: false, error: failure ?? report(error), sizeBytes: nil, schema: "",
                events: 0, unrecorded: unrecorded,
                restored: store.origin.isRestored, replaced: store.origin.replaced)
        }
    }
}

extension DongleStatus {
    /// Creates the status of a known dongle that is on no port in use.
    init(_ known: KnownDongle) {
        self.init(
            id: known.id, alias: known.alias, port: known.port, state: .absent,
            since: Timestamp(microsecondsSince1970: known.lastSeenMicroseconds), simulated: known.isSimulated,
            scanning: false, firmware: known.firmware, retryInMs: nil, lastError: nil, outages: 0, link: nil)
    }
}
