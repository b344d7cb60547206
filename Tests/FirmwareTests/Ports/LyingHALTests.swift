import Advertising
import DongleLink
import DongleProtocol
import TestSupport
import Testing

/// The core over a faulty HAL: errors are reported as they are, and the link continues to work.
@Suite(.timeLimit(.minutes(2))) struct LyingHALTests {
    private static let old = SeededConfig(bytes: 700, seed: 1).bytes
    private static let new = SeededConfig(bytes: 5000, seed: 2).bytes

    /// Uses every feature of a link once.
    private static func exercise(_ dongle: Dongle) async throws {
        let feed = try await dongle.startScan(ScanStartRequest(mode: .active, batchingMs: 20))
        let connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
        #expect(try await connection.discover().count == 3)
        #expect(try await connection.read(ScriptedAir.long) == ScriptedAir.longValue)
        try await connection.disconnect()
        try await dongle.stopScan()
        var heard = 0
        for try await update in feed {
            guard case .sightings(let sightings) = update else {
                Issue.record("got \(update)")
                continue
            }
            heard += sightings.count
        }
        #expect(heard > 0)
    }

    @Test("a line that takes a byte or two at a time loses nothing")
    func shortWrites() async throws {
        try await Port.with(.posix, lies: "short-writes") { dongle, _ in
            try await Self.exercise(dongle)
            _ = try await dongle.pushConfig(Self.new)
            #expect(try await dongle.readConfig(.active) == Self.new)
            #expect(await dongle.statistics().rejectedCRC == 0)
        }
    }

    @Test("a clock that wraps in the middle of everything is not noticed", arguments: [0, 200, 400, 600, 800, 1000])
    func wrap(_ left: Int) async throws {
        let start = Int(UInt32.max) - left
        try await Port.with(.posix, lies: "clock=\(start)") { dongle, _ in
            var events = await dongle.events().makeAsyncIterator()
            while try await dongle.state().uptimeMs > UInt32.max / 2 { try await Self.exercise(dongle) }
            try await Self.exercise(dongle)
            await dongle.close()
            while let event = await events.next() {
                if case .interrupted = event { Issue.record("the session ended") }
            }
        }
    }

    @Test("a clock that jumps by seconds costs no session")
    func smallJump() async throws {
        try await Port.with(.posix, lies: "jump=700:8000") { dongle, _ in
            while try await dongle.state().uptimeMs < 8000 {}
            try await Self.exercise(dongle)
            #expect(await dongle.statistics().sessions == 1)
        }
    }

    @Test("a clock that jumps by a minute ends the session, which is told, and the next one works")
    func largeJump() async throws {
        try await Port.with(.posix, lies: "jump=700:60000") { dongle, _ in
            var events = await dongle.events().makeAsyncIterator()
            while case let event = try #require(await events.next()) {
                if case .restored = event { break }
            }
            try await Self.exercise(dongle)
        }
    }

    @Test(
        "storage that fails is told, and what ran and what was saved stays",
        arguments: [
            "erase-fails", "program-fails=1", "program-fails=4", "program-fails=14", "program-wrong=1",
            "program-wrong=3",
            "program-wrong=14",
        ])
    func storage(_ lie: String) async throws {
        try await Port.withFolder { folder in
            try await Port.with(.posix, folder: folder, lies: "none") { dongle, _ in
                _ = try await dongle.pushConfig(Self.old)
                try await dongle.saveConfig()
            }
            try await Port.with(.posix, folder: folder, lies: lie) { dongle, _ in
                let error = await failure {
                    _ = try await dongle.pushConfig(Self.new)
                    try await dongle.saveConfig()
                }
                let status: Status? =
                    switch error {
                    case .refused(_, let status, _), .failed(_, let status, _, _): status
                    default: nil
                    }
                #expect(status == .flash || status == .digest, "got \(String(describing: error))")
                let saved = try await dongle.readConfig(.saved)
                #expect(saved == Self.old)
                let info = try await dongle.info()
                #expect(!info.firmware.isEmpty)
            }
            try await Port.with(.posix, folder: folder, lies: "none") { dongle, _ in
                #expect(try await dongle.readConfig(.active) == Self.old)
                _ = try await dongle.pushConfig(Self.new)
                try await dongle.saveConfig()
                #expect(try await dongle.readConfig(.saved) == Self.new)
            }
        }
    }

    @Test("a radio that never answers costs each attempt its deadline, and everything else goes on")
    func silentRadio() async throws {
        try await Port.with(.posix, lies: "silent-radio") { dongle, _ in
            let feed = try await dongle.startScan(ScanStartRequest(mode: .passive, batchingMs: 20))
            // More attempts than there are slots: each slot stays in the closing state, since the
            // radio never confirms.
            for _ in 0..<10 {
                guard
                    case .failed(_, .deadline, _, _) = await failure(of: {
                        _ = try await dongle.connect(
                            to: ScriptedAir.peripheral, type: .random, deadline: .milliseconds(100))
                    })
                else {
                    Issue.record("no deadline")
                    return
                }
            }
            try await dongle.stopScan()
            for try await update in feed { Issue.record("got \(update)") }
            _ = try await dongle.pushConfig(Self.new)
            #expect(try await dongle.readConfig(.active) == Self.new)
        }
    }
}
