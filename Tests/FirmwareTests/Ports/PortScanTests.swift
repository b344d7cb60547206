import Advertising
import DongleLink
import DongleProtocol
import Testing

/// Scanning over every port.
@Suite(.timeLimit(.minutes(2))) struct PortScanTests {
    /// Scans until `isEnough`, then stops and reads the remaining adverts.
    private static func scan(
        _ dongle: Dongle, _ mode: RadioScanMode, until isEnough: ([Sighting]) -> Bool
    ) async throws -> (sightings: [Sighting], lost: UInt64) {
        let feed = try await dongle.startScan(ScanStartRequest(mode: mode, batchingMs: 20))
        var sightings: [Sighting] = []
        var lost: UInt64 = 0
        var isStopping = false
        for try await update in feed {
            switch update {
            case .sightings(let more): sightings += more
            case .lost(let count), .missed(let count): lost += count
            case .interrupted, .restored, .failed: Issue.record("got \(update)")
            }
            if !isStopping, isEnough(sightings) {
                isStopping = true
                try await dongle.stopScan()
            }
        }
        return (sightings, lost)
    }

    @Test("every advert that took a number arrives, in order", arguments: PortKind.plain)
    func numbers(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let (sightings, lost) = try await Self.scan(dongle, .active) { $0.count >= 60 }
            #expect(lost == 0)
            #expect(sightings.map(\.number) == (0..<UInt32(sightings.count)).map { $0 })
            #expect(
                zip(sightings, sightings.dropFirst()).allSatisfy {
                    $0.microsecondsSince1970 <= $1.microsecondsSince1970
                })
        }
    }

    @Test(
        "everything that the script has on the air is heard, and scan responses where they are asked for",
        arguments: PortKind.scripted)
    func script(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let wanted = Set((1...9).map { ScriptedAir.address(UInt8($0)) })
            let passive = try await Self.scan(dongle, .passive) { Set($0.map(\.address)) == wanted }
            #expect(!passive.sightings.contains { $0.pdu == .scanResponse })
            let active = try await Self.scan(dongle, .active) { sightings in
                Set(sightings.filter { $0.pdu == .scanResponse }.map(\.address)).count == 2
                    && sightings.contains { $0.address == ScriptedAir.address(0x06) }
            }
            #expect(active.sightings.allSatisfy { $0.addressType == .random })
            let extended = try #require(active.sightings.first { $0.address == ScriptedAir.address(0x06) })
            #expect(extended.data.count == (kind.isSmall ? 229 : 240))
            #expect(extended.isTruncated == kind.isSmall)
        }
    }

    @Test("scanning works on an emulated Cortex-M0", .enabled(if: PortKind.qemuMissing == nil, PortKind.qemuComment))
    func emulated() async throws {
        try await numbers(.qemu)
        try await script(.qemu)
    }
}
