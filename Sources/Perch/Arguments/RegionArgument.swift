import Advertising
import ArgumentParser
import BeaconTracking

/// A region on the command line: `NAME=UUID`, `NAME=UUID/MAJOR` or `NAME=UUID/MAJOR/MINOR`.
struct RegionArgument: ExpressibleByArgument, Sendable, Hashable {
    let region: BeaconRegion

    init?(argument: String) {
        let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty else { return nil }
        let parts = sides[1].split(separator: "/", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let uuid = ProximityUUID(parts[0]) else { return nil }
        var numbers: [UInt16] = []
        for part in parts.dropFirst() {
            guard let number = UInt16(part) else { return nil }
            numbers.append(number)
        }
        region = BeaconRegion(
            name: String(sides[0]), uuid: uuid, major: numbers.first, minor: numbers.count == 2 ? numbers[1] : nil)
    }
}

/// A distance model on the command line: `altbeacon`, `altbeacon-classic`, or `log-distance:2.2`
/// with its exponent, 1...6.
struct DistanceArgument: ExpressibleByArgument, Sendable, Hashable {
    let model: DistanceModel
    let defaultValueDescription: String

    init?(argument: String) {
        switch argument {
        case "altbeacon": model = .altBeacon
        case "altbeacon-classic": model = .altBeaconClassic
        default:
            let prefix = "log-distance:"
            guard argument.hasPrefix(prefix), let exponent = Double(argument.dropFirst(prefix.count)),
                (1...6).contains(exponent)
            else { return nil }
            model = .logDistance(exponent: exponent)
        }
        defaultValueDescription = argument
    }
}
