import TestSupport
import GatewayModel
import NIOConcurrencyHelpers
import SimulatedDongle
import Testing

@testable import Gateway

/// Scans that fail, and how they end.
@Suite(.timeLimit(.minutes(2))) struct GatewayScanTests {
    private func status(_ gateway: Gateway) async -> DongleStatus? { await gateway.dongles.list().first }

    @Test("a scan that breaks off, or is refused after a restart, shows, and is tried again later", arguments: [0, 1])
    func broken(_ kind: Int) async throws {
        let manual = ManualClock()
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway(clock: manual.clock) { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            let adverts = try await gateway.adverts(AdvertQuery())
            let words = NIOLockedValueBox<[String]>([])
            let reading = Task {
                for await update in adverts {
                    let word: String? =
                        switch update {
                        case .failed: "failed"
                        case .restored: "restored"
                        default: nil
                        }
                    if let word { words.withLockedValue { $0.append(word) } }
                }
            }
            await eventually("it scans") { await status(gateway)?.scanning == true }
            pty.perform {
                $0.refusesScans = true
                if kind == 0 { $0.failRadio() } else { $0.powerCycle() }
            }
            await eventually("it shows") {
                let status = await status(gateway)
                return status?.state == .live && status?.scanning == false && status?.lastError != nil
            }
            #expect(await !gateway.status().isWell)
            // The waits are tested with `ScanRetry`; this test only shows that the gateway retries
            // again and again.
            for attempts in 2...4 {
                await eventually("it is refused \(attempts) times") {
                    if manual.sleepers > 0 { manual.advance(by: ScanRetry.longestWait) }
                    return words.withLockedValue { $0.count { $0 == "failed" } } >= attempts
                }
                #expect(await status(gateway)?.scanning == false)
            }
            #expect(words.withLockedValue { !$0.contains("restored") }, "late adverts of the old scan are no new one")
            pty.perform { $0.refusesScans = false }
            await eventually("it scans again") {
                if manual.sleepers > 0 { manual.advance(by: ScanRetry.longestWait) }
                let status = await status(gateway)
                return status?.scanning == true && status?.lastError == nil
            }
            #expect(await pty.isScanning)
            #expect(await gateway.status().isWell)
            await eventually("readers know") { words.withLockedValue { $0.last == "restored" } }
            reading.cancel()
        }
    }

    @Test("a dongle is not left scanning", arguments: ["stop", "release"])
    func end(_ way: String) async throws {
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway({ $0.scansAlways = true }) { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            await eventually("it scans") { await pty.isScanning }
            if way == "release" {
                try await gateway.dongles.release(pty.path)
                #expect(await !pty.isScanning)
            }
        }
        #expect(await !pty.isScanning)
    }
}
