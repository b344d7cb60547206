import Advertising
import BeaconTracking
import GatewayModel
import JSONLines
import Store

/// Regions, as they are asked for.
extension BeaconService {
    /// Every region, in the order of their names.
    public func regionList() async throws -> [RegionDescription] {
        try await load()
        return regions.values.sorted { $0.name < $1.name }.map(describe)
    }

    /// - Throws: ``GatewayError/unknownRegion(_:known:)``.
    public func region(_ name: String) async throws -> RegionDescription {
        try await load()
        guard let region = regions[name] else { throw GatewayError.unknownRegion(name, known: names) }
        return describe(region)
    }

    /// Keeps a region and begins to watch it.
    ///
    /// - Throws: ``GatewayError``: the name or the UUID cannot be; `StoreError`, also where the name is taken.
    public func addRegion(_ definition: RegionDefinition) async throws -> RegionDescription {
        try await load()
        guard BeaconService.isRegionName(definition.name) else { throw GatewayError.invalidRegionName(definition.name) }
        guard let uuid = ProximityUUID(definition.uuid) else { throw GatewayError.invalidBeaconUUID(definition.uuid) }
        guard regions.count < BeaconService.regionLimit else {
            throw GatewayError.tooMany("regions", limit: BeaconService.regionLimit)
        }
        let region = BeaconRegion(definition, uuid: uuid)
        try await store.addRegion(StoredRegion(region, at: timeOfDay()))
        regions[region.name] = region
        monitor.monitor(region, lastDetermined: nil, at: clock.now())
        expectUUIDs()
        wishesChanged()
        // Its time counts from now on, not from the next tick: what is heard until then would be from before.
        await look()
        return describe(region)
    }

    /// Forgets a region.
    ///
    /// - Throws: ``GatewayError/unknownRegion(_:known:)``; `StoreError`.
    public func removeRegion(_ name: String) async throws {
        try await load()
        guard try await store.removeRegion(name) else { throw GatewayError.unknownRegion(name, known: names) }
        regions[name] = nil
        monitor.remove(name)
        expectUUIDs()
        wishesChanged()
    }

    /// How regions stand, as a stream of their changes begins.
    public func regionLines(_ name: String?) -> [RegionLine] {
        monitor.statuses.filter { name == nil || $0.region.name == name }.map { status in
            RegionLine(
                ts: timeOfDay(), region: status.region.name, from: status.state.rawValue, to: status.state.rawValue,
                meaning: "now", reason: "as it stands", beacon: nil, rssi: status.lastRSSI.map(Int.init),
                simulated: nil)
        }
    }

    /// Regions kept at a time.
    static let regionLimit = 10_000

    /// Whether a region can be called so: 1...64 letters, digits, `-`, `_`, `.`.
    static func isRegionName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private func describe(_ region: BeaconRegion) -> RegionDescription {
        let status = monitor.status(region.name)
        let overlaps = monitor.overlaps(of: region)
        return RegionDescription(
            definition: region.definition, state: (status?.state ?? .unknown).rawValue,
            since: isMonitoring ? status.map { timestamp($0.since) } : nil,
            lastDetermined: status?.lastDetermined?.rawValue, monitoring: isMonitoring,
            beacons: status?.beacons ?? 0, lastSighting: status?.lastSighting.map(timestamp),
            lastRSSI: status?.lastRSSI.map(Int.init),
            covers: overlaps.covered, coveredBy: overlaps.covering)
    }
}

extension StoredRegion {
    init(_ region: BeaconRegion, at now: Timestamp) {
        self.init(
            name: region.name, uuid: region.uuid, major: region.major, minor: region.minor,
            enterSightings: region.enterSightings, enterWithin: region.enterWithin, exitAfter: region.exitAfter,
            minimumRSSI: region.minimumRSSI, createdMicroseconds: now.microsecondsSince1970)
    }
}

extension BeaconRegion {
    init(_ stored: StoredRegion) {
        self.init(name: stored.name, uuid: stored.uuid, major: stored.major, minor: stored.minor)
        enterSightings = stored.enterSightings
        enterWithin = stored.enterWithin
        exitAfter = stored.exitAfter
        minimumRSSI = stored.minimumRSSI
    }
}
