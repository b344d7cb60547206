import Foundation
import SimulatedDongle

/// A dongle on a pty with one simulated FlockFinder nearby, faster than a real one.
package enum FinderRoom {
    package static let device = "ble:34:85:18:00:00:01"

    /// - Parameters:
    ///   - options: Options of the FlockFinder, as the fields of a JSON object.
    ///   - mtu: Largest ATT MTU that the FlockFinder agrees to.
    ///   - id: Id of the dongle; another id means another dongle.
    ///   - link: Additional path of the port.
    package static func dongle(
        _ options: String = "", mtu: Int = 517, id: String? = nil, link: String? = nil
    ) throws -> PtyDongle {
        let scenario = """
            {"name": "flockfinder", "seed": 7, "advertisers": [], "peripherals": [
              {"advertiser": {"name": "FlockFinder", "address": "34:85:18:00:00:01", "addressType": "public",
                 "pdu": "ADV_IND", "intervalMs": 60, "powerAt1mDBm": -59, "distanceM": 1},
               "behaviour": "flockfinder", "connectionIntervalMs": 7.5, "connectLimitMs": 20, "largestMTU": \(mtu),
               "flockFinder": {\(options)}}]}
            """
        var configuration = SimulatedDongle.Configuration(scenario: try Scenario(json: Data(scenario.utf8)))
        if let id { configuration.identity.deviceID = Array(id.utf8) }
        return try PtyDongle(configuration, link: link)
    }

    package static func dongle(_ firmware: SimulatedFlockFinder.Firmware, link: String? = nil) throws -> PtyDongle {
        try dongle(#""firmware": "\#(firmware)""#, link: link)
    }
}

extension PtyDongle {
    /// Reads or changes the FlockFinder; nil where there is none.
    package func finder<Value: Sendable>(_ body: @escaping @Sendable (SimulatedFlockFinder) -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            perform { dongle in
                let finder = dongle.peripherals[0].behaviour as? SimulatedFlockFinder
                continuation.resume(returning: finder.map(body))
            }
        }
    }
}
