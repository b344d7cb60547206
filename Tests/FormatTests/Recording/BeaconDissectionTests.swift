import TestSupport
import Advertising
import Foundation
import Testing

@testable import Recording

@Suite("iBeacons as Wireshark reads them", .enabled(if: isInstalled("tshark"), "tshark is not installed"))
struct BeaconDissectionTests {
    /// A recording, with its numbers of iBeacons and identities.
    struct Expected: Sendable, CustomTestStringConvertible {
        let recording: AirFixture
        let beacons: Int
        let identities: Int

        var testDescription: String { recording.rawValue }
    }

    private static let expected = [
        Expected(recording: .mallBeacons, beacons: 26_517, identities: 54),
        Expected(recording: .gateway, beacons: 429, identities: 11),
        Expected(recording: .labMalformed, beacons: 8, identities: 6),
    ]

    @Test(
        "a capture of a recording has the iBeacons that the parser finds, packet by packet: UUID, major, minor and power",
        .enabled(
            if: BeaconDissectionTests.expected.allSatisfy(\.recording.isPresent), "\(Checkout.noRecordings)"),
        arguments: expected)
    func sameBeacons(expected: Expected) throws {
        let adverts = try AirRecording(path: expected.recording.path).adverts
        let parsed = adverts.map { advert -> String? in
            guard case .iBeacon(let beacon) = ParsedAdvert(advert.data).beacon else { return nil }
            return "\(beacon.identity)/\(beacon.measuredPowerDBm)"
        }
        let found = try dissect(
            adverts, ["frame.number", "btcommon.eir_ad.entry.company_id", "btcommon.eir_ad.entry.data"]
        ).map { iBeacon(company: $0[1], data: $0[2]) }
        #expect(found.count == adverts.count)
        #expect(zip(found, parsed).first { $0 != $1 } == nil)
        #expect(parsed.count { $0 != nil } == expected.beacons)
        #expect(
            Set(parsed.compactMap { $0?.split(separator: "/").prefix(3).joined(separator: "/") }).count
                == expected.identities)
    }

    /// Returns the beacon in Wireshark's view of one manufacturer-specific structure.
    ///
    /// Wireshark 4.0 has an iBeacon dissector, but applies it two bytes off, so the company's data
    /// are split here, by the format's layout: two digits each for type and length, then 32, 4, 4
    /// and 2.
    private func iBeacon(company: String, data: String) -> String? {
        let digits = Array(data)
        guard company == "0x004c", data.hasPrefix("0215"), digits.count >= 46 else { return nil }
        func number(_ range: Range<Int>) -> Int { Int(String(digits[range]), radix: 16) ?? -1 }
        let uuid = String(digits[4..<36]).uppercased()
        var parts: [Substring] = []
        var rest = uuid[...]
        for width in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(width))
            rest = rest.dropFirst(width)
        }
        let power = Int8(truncatingIfNeeded: number(44..<46))
        return "\(parts.joined(separator: "-"))/\(number(36..<40))/\(number(40..<44))/\(power)"
    }
}
