import CP28

extension BeaconConfiguration.Fault {
    /// What is wrong, as a clause.
    var words: String {
        switch self {
        case .emptyName: "it has no name"
        case .longName(let name, let length):
            "the name \"\(name)\" has \(length) characters; a beacon takes \(BeaconConfiguration.nameLimit)"
        case .nameNotASCII(let name): "the name \"\(name)\" is not plain ASCII, which is all that a beacon takes"
        case .rssiAt1m(let value): "\(value) is no signal at one metre; it takes -128...0 dBm"
        case .interval(let value): "\(value) is no interval; it takes a multiple of 100, 100...25500 ms"
        case .txPower(let value): "\(value) is no index of a power; it takes 0...7"
        case .banned(let uuid, let vendors):
            "the UUID \(uuid) is one that beacons have from the factory"
                + (vendors.isEmpty ? "" : " (\(vendors.joined(separator: ", ")))")
        }
    }
}
