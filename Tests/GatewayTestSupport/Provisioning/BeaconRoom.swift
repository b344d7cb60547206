import Advertising
import Foundation
import SimulatedDongle

/// A dongle on a pty with simulated CP28s around it, faster than real ones; they are numbered from
/// 1.
package enum BeaconRoom {
    /// - Parameters:
    ///   - beacons: Options of each beacon, as the fields of a JSON object.
    ///   - connectionIntervalMs: Connection interval of all beacons, in ms.
    package static func dongle(_ beacons: [String], connectionIntervalMs: Double = 7.5) throws -> PtyDongle {
        let peripherals = beacons.enumerated().map { index, options in
            """
            {"advertiser": {"name": "Beacon \(index + 1)", "address": "\(address(index + 1))", "addressType": "public",
              "pdu": "ADV_IND", "intervalMs": 60, "powerAt1mDBm": -59, "distanceM": 1},
             "behaviour": "cp28", "connectionIntervalMs": \(connectionIntervalMs), "connectLimitMs": 20,
             "largestMTU": 247, "cp28": {\(options)}}
            """
        }
        let scenario = """
            {"name": "beacons", "seed": 7, "advertisers": [], "peripherals": [\(peripherals.joined(separator: ","))]}
            """
        return try PtyDongle(SimulatedDongle.Configuration(scenario: try Scenario(json: Data(scenario.utf8))))
    }

    package static func address(_ number: Int) -> BluetoothAddress {
        BluetoothAddress(0x4887_2D11_0000 + UInt64(number))
    }
}

extension PtyDongle {
    /// Returns a value from the simulated beacon with this number; nil if there is none.
    package func beacon<Value: Sendable>(
        _ number: Int, _ body: @escaping @Sendable (SimulatedCP28) -> Value
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            perform { dongle in
                let beacon = dongle.peripherals[number - 1].behaviour as? SimulatedCP28
                continuation.resume(returning: beacon.map(body))
            }
        }
    }

    /// Times at which the newest write requests to a beacon reached the radio, and at which they
    /// were answered.
    package func requestTimes(_ number: Int) async -> [VirtualPeripheral.RequestTime] {
        await withCheckedContinuation { continuation in
            perform { continuation.resume(returning: $0.peripherals[number - 1].requestTimes) }
        }
    }
}
