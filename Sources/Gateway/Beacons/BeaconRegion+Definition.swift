import Advertising
import BeaconTracking
import GatewayModel
import Store

extension BeaconRegion {
    /// Creates the region of a definition whose ranges have been checked. A value outside its range
    /// is clamped.
    init(_ definition: RegionDefinition) {
        self.init(
            name: definition.name, uuid: definition.uuid, major: definition.major.map { UInt16(clamping: $0) },
            minor: definition.minor.map { UInt16(clamping: $0) })
        if let sightings = definition.enterSightings { enterSightings = sightings }
        if let within = definition.enterWithinMs { enterWithin = .milliseconds(within) }
        if let after = definition.exitAfterMs { exitAfter = .milliseconds(after) }
        minimumRSSI = definition.minimumRSSI.map { Int8(clamping: $0) }
    }

    /// The definition of this region, with every value filled in.
    var definition: RegionDefinition {
        RegionDefinition(
            name: name, uuid: uuid, major: major.map(Int.init), minor: minor.map(Int.init),
            enterSightings: enterSightings, enterWithinMs: enterWithin.milliseconds,
            exitAfterMs: exitAfter.milliseconds, minimumRSSI: minimumRSSI.map(Int.init))
    }
}
