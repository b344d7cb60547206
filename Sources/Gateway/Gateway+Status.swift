import GatewayModel
import Glibc
import LineFormats
import Store

/// Status of the gateway and its parts.
extension Gateway {
    /// Returns the status that is known without asking a dongle.
    package func status() async -> GatewayStatus {
        let (dongles, lastError) = await (dongles.list(), dongles.lastError)
        let demand = hub.demand
        let (advertReaders, advertsMissed) = hub.counts
        let (eventReaders, eventsMissed) = eventLog.counts
        let store = await storeStatus()
        let errors = [lastError, store.error] + dongles.map(\.lastError)
        return GatewayStatus(
            name: configuration.name, version: APIVersion.program, api: APIVersion.current, pid: getpid(),
            startedAt: startedAt, uptimeSeconds: Int(clock.now().components.seconds), isDaemon: configuration.isDaemon,
            simulated: dongles.hasSimulated, dongles: dongles,
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

    /// Returns the status of the store, as far as it can be read.
    func storeStatus() async -> StoreStatus {
        let (failure, unrecorded) = await (eventLog.failure, eventLog.unrecorded)
        let copies = store.copies.isEmpty ? nil : store.copies
        do {
            let size = try await store.size()
            return StoreStatus(
                path: store.path, recording: failure == nil, error: failure ?? storeDamage, sizeBytes: size.bytes,
                schema: size.schema, events: size.events, unrecorded: unrecorded,
                restored: store.origin.isRestored, replaced: store.origin.replaced, copies: copies)
        } catch {
            return StoreStatus(
                path: store.path, recording: false, error: failure ?? configuration.report(error), sizeBytes: nil,
                schema: "",
                events: 0, unrecorded: unrecorded,
                restored: store.origin.isRestored, replaced: store.origin.replaced, copies: copies)
        }
    }
}

extension [DongleStatus] {
    /// Whether any of the dongles that are there is simulated.
    var hasSimulated: Bool { contains { $0.simulated && $0.state != .absent } }
}
