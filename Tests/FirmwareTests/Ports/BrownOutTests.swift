import Randomness
import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Synchronization
import Testing

/// The power fails again and again while configs are sent and saved. Afterwards the dongle's active
/// config is the old one or the new one, complete.
@Suite(.timeLimit(.minutes(2))) struct BrownOutTests {
    /// Moment of the power failure within one update.
    private enum Moment {
        case whileSending(bytes: Int)
        case beforeSave
        case whileSaving(after: Duration)
        /// After the dongle has reported the save as done.
        case afterSave

        static func random(configBytes: Int, using random: inout SplitMix64) -> Moment {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5: .whileSending(bytes: .random(in: 1...configBytes, using: &random))
            case 5: .beforeSave
            case 6: .afterSave
            default: .whileSaving(after: .microseconds(.random(in: 0...3000, using: &random)))
            }
        }
    }

    private static let rounds = 40

    /// Progress of an update at the power failure.
    private enum Progress {
        case notSaved, perhapsSaved, saved
    }

    /// Sends and saves a config, and cuts the power in between.
    private static func update(
        _ dongle: Dongle, _ port: Port, to config: [UInt8], at moment: Moment, first: @escaping @Sendable (Int) -> Void
    ) async -> Progress {
        let isFirst = Mutex(true)
        let isCut = Mutex(false)
        let pushed = await failure {
            _ = try await dongle.pushConfig(config) { written in
                let tells = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if tells { first(written) }
                guard case .whileSending(let bytes) = moment, written >= bytes else { return }
                let cuts = isCut.withLock { isCut in
                    defer { isCut = true }
                    return !isCut
                }
                if cuts { port.cutPower() }
            }
        }
        if case .whileSending = moment {
            // The last answers may still come through, so that the transfer is done.
            if !isCut.withLock({ $0 }) { port.cutPower() }
            return .notSaved
        }
        guard pushed == nil else {
            Issue.record("\(String(describing: pushed)) with the power on")
            return .notSaved
        }
        if case .beforeSave = moment { port.cutPower() }
        if case .afterSave = moment {
            let saved = await failure { try await dongle.saveConfig() }
            #expect(saved == nil)
            port.cutPower()
            return .saved
        }
        guard case .whileSaving(let delay) = moment else { return .notSaved }
        async let saved = failure { try await dongle.saveConfig() }
        // If the task is cancelled, the power is cut a little earlier.
        try? await Task.sleep(for: delay)
        port.cutPower()
        return await saved == nil ? .saved : .perhapsSaved
    }

    /// Opens the dongle again once it has restarted.
    private static func opened(_ port: Port, after bootID: UInt32) async throws -> Dongle {
        while true {
            let dongle = try await port.open()
            if try await dongle.identity.bootID != bootID { return dongle }
            await dongle.close()
        }
    }

    @Test("whenever the power goes, the config is the old or the new one", arguments: PortKind.plain)
    func powerCuts(_ kind: PortKind) async throws {
        var random = SplitMix64(seed: 77)
        var resumed = 0
        var saved = 0
        try await Port.withFolder { folder in
            var port = try await Port.start(kind, folder: folder)
            do {
                var dongle = try await port.open()
                var old = SeededConfig(bytes: 300, seed: 1000).bytes
                _ = try await dongle.pushConfig(old)
                try await dongle.saveConfig()
                var new = old
                for round in 0..<Self.rounds {
                    // Three rounds use the same config, so that an interrupted transfer can be
                    // resumed.
                    if round % 3 == 0 || new == old {
                        let length = Int.random(in: kind.flashUnit...kind.configLimit, using: &random)
                        new = SeededConfig(bytes: length, seed: 2000 + UInt64(round)).bytes
                    }
                    let moment = Moment.random(configBytes: new.count, using: &random)
                    let before = try await dongle.identity.bootID
                    let first = Mutex(0)
                    let progress = await Self.update(dongle, port, to: new, at: moment) { written in
                        first.withLock { $0 = written }
                    }
                    if first.withLock({ $0 }) > kind.chunk { resumed += 1 }
                    await dongle.close()
                    port = try await port.restarted()
                    dongle = try await Self.opened(port, after: before)
                    let active = try await dongle.readConfig(.active)
                    #expect(try await dongle.readConfig(.saved) == active, "round \(round)")
                    switch progress {
                    case .notSaved: #expect(active == old, "round \(round), \(moment)")
                    case .saved: #expect(active == new, "round \(round), \(moment)")
                    case .perhapsSaved: #expect(active == old || active == new, "round \(round), \(moment)")
                    }
                    if active == new {
                        saved += 1
                        old = new
                    }
                }
                await dongle.close()
            } catch {
                await port.stop()
                throw error
            }
            await port.stop()
        }
        print("\(kind.rawValue): \(Self.rounds) cuts, \(resumed) transfers resumed, \(saved) configs saved")
        // Otherwise the cuts did not happen at the intended moments.
        #expect(resumed > 0)
        #expect(saved > 0)
    }

    @Test(
        "whenever the power goes, an emulated Cortex-M0 runs the old or the new config",
        .enabled(if: PortKind.qemuMissing == nil, PortKind.qemuComment))
    func emulated() async throws {
        try await powerCuts(.qemu)
    }

    @Test("a flash operation that the power leaves half done costs neither config", arguments: 1...24)
    func halfDone(_ step: Int) async throws {
        try await Port.withFolder { folder in
            let old = SeededConfig(bytes: 700, seed: 1).bytes
            let new = SeededConfig(bytes: 5000, seed: 2).bytes
            try await Port.with(.posix, folder: folder, lies: "none") { dongle, _ in
                _ = try await dongle.pushConfig(old)
                try await dongle.saveConfig()
            }
            let error = Mutex<LinkError?>(nil)
            try await Port.with(.posix, folder: folder, lies: "power-cut=\(step)") { dongle, _ in
                let ended = await failure {
                    _ = try await dongle.pushConfig(new)
                    try await dongle.saveConfig()
                }
                error.withLock { $0 = ended }
            }
            try await Port.with(.posix, folder: folder, lies: "none") { dongle, _ in
                let active = try await dongle.readConfig(.active)
                #expect(active == (error.withLock { $0 } == nil ? new : old))
                #expect(try await dongle.readConfig(.saved) == active)
                // The dongle still works as before.
                _ = try await dongle.pushConfig(new)
                try await dongle.saveConfig()
                #expect(try await dongle.readConfig(.saved) == new)
            }
        }
    }
}
