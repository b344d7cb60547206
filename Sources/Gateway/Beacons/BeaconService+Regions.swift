import Advertising
import BeaconTracking
import GatewayModel
import LineFormats
import Store

/// Requests about regions.
extension BeaconService {
    /// Returns every region, in the order of their names.
    package func regionList() async throws -> [RegionDescription] {
        try await load()
        return regions.values.map(\.region).sorted { $0.name < $1.name }.map(describe)
    }

    /// - Throws: ``GatewayError/unknownRegion(_:known:)``.
    package func region(_ name: String) async throws -> RegionDescription {
        try await load()
        guard let region = regions[name] else { throw GatewayError.unknownRegion(name, known: names) }
        return describe(region.region)
    }

    /// Saves a region and begins to watch it.
    ///
    /// - Throws: ``GatewayError`` for an invalid name or UUID; `StoreError`, also where the name is
    ///   taken.
    package func addRegion(_ definition: RegionDefinition) async throws -> RegionDescription {
        try await load()
        guard BeaconService.isRegionName(definition.name) else { throw GatewayError.invalidRegionName(definition.name) }
        let region = BeaconRegion(definition)
        return try await changing.take {
            guard regions.count < BeaconService.regionLimit else {
                throw GatewayError.tooMany("regions", limit: BeaconService.regionLimit)
            }
            try await store.regions.add(StoredRegion(region, at: timeOfDay()))
            watch(region, lastDetermined: nil)
            wishesChanged()
            // The region's time counts from now, not from the next tick; otherwise adverts heard
            // until then would count as earlier.
            await look()
            return describe(region)
        }
    }

    func watch(_ region: BeaconRegion, lastDetermined: RegionState?) {
        regionsWatched += 1
        regions[region.name] = WatchedRegion(region: region, number: regionsWatched)
        monitor.monitor(region, lastDetermined: lastDetermined, at: clock.now())
    }

    /// Deletes a region, and ends the readers that range it.
    ///
    /// - Throws: ``GatewayError/unknownRegion(_:known:)``; `StoreError`.
    package func removeRegion(_ name: String) async throws {
        try await load()
        try await changing.take {
            guard try await store.regions.remove(name) else { throw GatewayError.unknownRegion(name, known: names) }
            regions[name] = nil
            monitor.remove(name)
        }
        for reader in places.readers where reader.query.region == name { reader.end() }
        wishesChanged()
    }

    /// Returns the present states of regions, for the beginning of a stream of their changes.
    package func regionLines(_ name: String?) -> [RegionLine] {
        let statuses = if let name { monitor.status(name).map { [$0] } ?? [] } else { monitor.statuses }
        return statuses.map { status in
            RegionLine(
                ts: timeOfDay(), region: status.region.name, from: status.state, to: status.state,
                meaning: .now, reason: "as it stands", beacon: nil, rssi: status.lastRSSI.map(Int.init),
                simulated: nil)
        }
    }

    /// Largest number of regions saved at a time.
    static let regionLimit = 10_000
    /// Largest number of overlapping regions that a description names.
    private static let overlapLimit = 100

    /// Returns whether a text can be a region's name: 1...64 letters, digits, `-`, `_`, `.`, not
    /// beginning with `-`.
    static func isRegionName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && !text.hasPrefix("-")
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
            definition: region.definition, state: status?.state ?? .unknown,
            since: isMonitoring ? status.map { timestamp($0.since) } : nil,
            lastDetermined: status?.lastDetermined, monitoring: isMonitoring,
            beacons: status?.beacons ?? 0, lastSighting: status?.lastSighting.map(timestamp),
            lastRSSI: status?.lastRSSI.map(Int.init),
            covers: Array(overlaps.covered.prefix(BeaconService.overlapLimit)),
            coveredBy: Array(overlaps.covering.prefix(BeaconService.overlapLimit)))
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
