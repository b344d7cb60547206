import Advertising
import BeaconTracking
import GatewayModel
import Store

extension BeaconRegion {
    /// What a definition says. Its ranges have been checked; what does not fit all the same is taken as the nearer end.
    init(_ definition: RegionDefinition) {
        self.init(
            name: definition.name, uuid: definition.uuid, major: definition.major.map { UInt16(clamping: $0) },
            minor: definition.minor.map { UInt16(clamping: $0) })
        if let sightings = definition.enterSightings { enterSightings = sightings }
        if let within = definition.enterWithinMs { enterWithin = .milliseconds(within) }
        if let after = definition.exitAfterMs { exitAfter = .milliseconds(after) }
        minimumRSSI = definition.minimumRSSI.map { Int8(clamping: $0) }
    }

    /// With every value filled in.
    var definition: RegionDefinition {
        RegionDefinition(
            name: name, uuid: uuid, major: major.map(Int.init), minor: minor.map(Int.init),
            enterSightings: enterSightings, enterWithinMs: enterWithin.milliseconds,
            exitAfterMs: exitAfter.milliseconds, minimumRSSI: minimumRSSI.map(Int.init))
    }
}
