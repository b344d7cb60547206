import Advertising
import ArgumentParser
import Conformance
import DongleProtocol

/// A device to connect to: `aa:bb:cc:dd:ee:ff`, a public address, or the same followed by `/public`
/// or `/random`.
struct PeripheralArgument: ExpressibleByArgument, Sendable, Hashable {
    let peripheral: ConformanceOptions.Peripheral

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = BluetoothAddress(String(parts[0])) else { return nil }
        let type: PeerAddressType
        switch parts.dropFirst().first {
        case nil, "public": type = .public
        case "random": type = .random
        default: return nil
        }
        peripheral = ConformanceOptions.Peripheral(address: Address(rawValue: address.value), type: type)
    }
}
