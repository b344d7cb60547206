import TestSupport
import DongleProtocol
import Foundation
import Testing

/// Compares the dissector's names with those of the host's codec and of SPEC.md.
@Suite(.enabled(if: Dissector.isInstalled, Dissector.absence), .timeLimit(.minutes(1))) struct NameTests {
    @Test("operations, events, kinds and statuses bear the codec's names, all of them and no others")
    func codes() throws {
        let names = try Dissector.names()
        let every = 0...Int(UInt16.max)
        func known(_ name: (UInt16) -> String?) -> [Int: String] {
            var known: [Int: String] = [:]
            for code in every { known[code] = name(UInt16(code)) }
            return known
        }
        #expect(names["perch.operation"] == known { Operation(rawValue: $0).name })
        #expect(names["perch.event"] == known { EventCode(rawValue: $0).name })
        #expect(names["perch.status"] == known { Status(rawValue: $0).name })
        #expect(names["perch.scan_status"] == known { Status(rawValue: $0).name })
        let operations = try #require(names["perch.operation"])
        #expect(operations.count > 20, "the comparison compares something")
    }

    @Test("every number with a name has the name of SPEC.md, as \"1 active\" or in a table's row")
    func specification() throws {
        let text = try String(
            contentsOf: Checkout.file("firmware-protocol/SPEC.md"), encoding: .utf8)
        let rows = text.split(separator: "\n")
        for (field, values) in try Dissector.names() {
            for (number, name) in values {
                let code = "| `0x\(String(format: "%04X", number))` | \(name) "
                let isThere =
                    text.contains("\(number) \(name)")
                    || rows.contains {
                        $0.hasPrefix(code) || ($0.hasPrefix("| \(number) | ") && $0.contains(name))
                    }
                #expect(isThere, "\(field): \(number) \(name)")
            }
        }
    }

    @Test("every value that the codec knows has a name")
    func enumerations() throws {
        let names = try Dissector.names()
        let known: [(String, [UInt8])] = [
            ("perch.frame.kind", [FrameKind.boot, .request, .response, .event, .grant, .log].map(\.rawValue)),
            (
                "perch.reset_reason",
                [
                    ResetReason.unknown, .powerOn, .resetPin, .requested, .watchdog, .brownOut, .fault, .wokeFromSleep,
                ].map(\.rawValue)
            ),
            ("perch.level", [LogLevel.error, .warning, .info, .debug].map(\.rawValue)),
            ("perch.effect", [Effect.none, .done, .unknown].map(\.rawValue)),
            ("perch.activity", [ScanActivity.stopped, .running, .failed].map(\.rawValue)),
            ("perch.radio", [Radio.bluetooth, .wifi].map(\.rawValue)),
            (
                "perch.mode",
                [RebootMode.run, .bootloader].map(\.rawValue) + [RadioScanMode.passive, .active].map(\.rawValue)
                    + [SubscriptionMode.off, .notifications, .indications].map(\.rawValue)
            ),
            (
                "perch.address_type",
                [PeerAddressType.public, .random, .publicIdentity, .randomIdentity].map(\.rawValue)
            ),
            (
                "perch.pdu",
                [
                    PDUType.connectable, .directed, .nonConnectable, .scanResponse, .scannable, .extended, .unknown,
                ].map(\.rawValue)
            ),
            ("perch.frame", [WifiFrame.beacon, .probeRequest, .probeResponse].map(\.rawValue)),
            ("perch.matched", [MatchedPatternKind.ssid, .macPrefix, .bleName, .bleServiceUUID].map(\.rawValue)),
            ("perch.phase", [ConnectionPhase.connecting, .connected, .closing].map(\.rawValue)),
            ("perch.what", [DiscoveryKind.primaryServices, .characteristics, .descriptors].map(\.rawValue)),
            ("perch.copy", [ConfigCopy.active, .saved].map(\.rawValue)),
            ("perch.change", [ConfigChangeKind.commit, .save, .load, .reset].map(\.rawValue)),
        ]
        for (field, values) in known {
            #expect(Set((names[field] ?? [:]).keys) == Set(values.map(Int.init)), "\(field)")
        }
    }

    @Test("every feature of SPEC.md's table has a field")
    func features() throws {
        let text = try String(
            contentsOf: Checkout.file("firmware-protocol/SPEC.md"), encoding: .utf8)
        let table = try #require(text.components(separatedBy: "| bit | feature |").dropFirst().first)
        let names = table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }.compactMap {
            $0.split(separator: "|").dropFirst().first?.prefix { $0 != ":" && $0 != "(" }
                .trimmingCharacters(in: .whitespaces)
        }
        #expect(names.contains("SIMULATED") && names.count > 10)
        let fields = try Dissector.fields()
        for name in names { #expect(fields.contains("perch.features.\(name.lowercased())"), "\(name)") }
    }
}
