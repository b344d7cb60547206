import TestSupport
import DongleLink
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Adverts of simulated dongles, through the complete gateway.
@Suite(.timeLimit(.minutes(2))) struct GatewayAdvertTests {
    /// Adverts that one reader received.
    private struct Got: Sendable, Hashable {
        var data: [[UInt8]] = []
        var lost: UInt64 = 0
        var missed: UInt64 = 0
        var others: [String] = []

        mutating func take(_ update: AdvertUpdate) {
            switch update {
            case .adverts(let batch): data += batch.adverts.map(\.sighting.data)
            case .lost(_, let count): lost += count
            case .missed(let count): missed += count
            default: others.append("\(update)")
            }
        }
    }

    private func first(_ count: Int, of adverts: AdvertSubscription) async -> Got {
        var got = Got()
        for await update in adverts {
            got.take(update)
            if got.data.count >= count { break }
        }
        return got
    }

    @Test("two readers of one dongle hear the same")
    func sharing() async throws {
        let pty = try dongle(scenario: "empty", replay: .flood(5000))
        defer { pty.stop() }
        try await withGateway { gateway in
            // A known dongle can be named before it is there. All readers are in place first, since
            // the replay does not wait.
            let id = "53494d3030303031"
            _ = try await gateway.store.dongles.saw(
                id: id, port: "", firmware: nil, isSimulated: true, microsecondsSince1970: 0)
            let readers = [try await gateway.adverts(AdvertQuery()), try await gateway.adverts(AdvertQuery())]
            let named = try await gateway.adverts(AdvertQuery(from: id))
            let status = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            #expect(status.state == .live && status.simulated && status.id == id)
            #expect(status.firmware?.contains("simulated") == true)
            async let one = first(5000, of: readers[0])
            async let other = first(5000, of: readers[1])
            async let third = first(5000, of: named)
            let all = await [one, other, third]
            #expect(all[0] == all[1] && all[1] == all[2])
            #expect(all[0].data.count == 5000 && all[0].missed == 0 && all[0].lost == 0)
            let queues = await gateway.status().queues
            #expect(queues.advertsMissed == 0)
        }
    }

    @Test("the first adverts come at once, those that come slowly after them gather")
    func gathering() async throws {
        let clock = ManualClock()
        var ticking: Task<Void, any Error>?
        let pty = try dongle()
        defer {
            pty.stop()
            ticking?.cancel()
        }
        try await withGateway({ $0.gathering = .milliseconds(25) }, clock: clock.clock) { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            var updates = try await gateway.adverts(AdvertQuery()).makeAsyncIterator()
            var batches: [Int] = []
            while batches.count < 2, let update = await updates.next() {
                guard case .adverts(let batch) = update else { continue }
                batches.append(batch.adverts.count)
                if batches.count == 1 {
                    await eventually("adverts gather") {
                        await gateway.dongles.list().first?.link?.adverts ?? 0 >= UInt64(batches[0] + 20)
                    }
                    clock.advance(by: .milliseconds(25))
                }
            }
            #expect(batches.last.map { $0 >= 20 } == true, "\(batches)")
            // A batch that is still open when the gateway stops is only finished if the clock
            // advances.
            ticking = Task {
                while !Task.isCancelled {
                    clock.advance(by: .milliseconds(25))
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
        }
    }

    @Test("a replay at full speed is heard whole by a reader that ends when the replay has")
    func drain() async throws {
        let finished = Latch()
        let configuration = {
            var configuration = SimulatedDongle.Configuration(scenario: try .named("empty"))
            configuration.replay = .flood(40_000)
            return configuration
        }
        let pty = try PtyDongle(try configuration()) { _ in finished.set() }
        defer { pty.stop() }
        try await withGateway { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            let adverts = try await gateway.adverts(AdvertQuery())
            async let ended: Void = {
                await finished.wait()
                await adverts.end()
            }()
            var got = Got()
            for await update in adverts { got.take(update) }
            await ended
            #expect(got.data.count == 40_000)
            #expect(got.lost == 0 && got.missed == 0 && got.others == [])
            let status = await gateway.status()
            #expect(!status.scan.wanted && status.queues.advertReaders == 0)
            await eventually("the dongle scans no more") { await gateway.dongles.list().allSatisfy { !$0.scanning } }
        }
    }

    @Test("a stuck reader costs the others nothing and is told exactly what it missed")
    func slow() async throws {
        let pty = try dongle(scenario: "empty", replay: .flood(40_000))
        defer { pty.stop() }
        try await withGateway { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            let stuck = try await gateway.adverts(AdvertQuery())
            let quick = try await gateway.adverts(AdvertQuery())
            let heard = await first(40_000, of: quick)
            #expect(heard.data.count == 40_000 && heard.missed == 0 && heard.lost == 0)
            #expect(await gateway.status().queues.advertsMissed >= 40_000 - UInt64(AdvertSubscription.capacity))
            await stuck.end()
            var late = Got()
            for await update in stuck { late.take(update) }
            #expect(UInt64(late.data.count) + late.missed == 40_000)
            #expect(late.data.last == heard.data.last && late.data.count <= AdvertSubscription.capacity)
            withExtendedLifetime(quick) {}
        }
    }

    @Test("five hundred readers hear the same dongle")
    func many() async throws {
        let pty = try dongle(scenario: "empty", replay: .flood(2000))
        defer { pty.stop() }
        try await withGateway { gateway in
            var readers: [AdvertSubscription] = []
            // The readers subscribe before the dongle is there, since the replay begins with the
            // scan.
            for _ in 0..<500 { readers.append(try await gateway.adverts(AdvertQuery())) }
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            await withTaskGroup(of: Int.self) { group in
                for reader in readers { group.addTask { await first(2000, of: reader).data.count } }
                for await count in group { #expect(count == 2000) }
            }
            #expect(await gateway.status().queues.advertReaders == 500)
        }
    }

    @Test("two dongles are heard at once, and a reader of one hears that one")
    func two() async throws {
        let ptys = [try dongle("SIM00001"), try dongle("SIM00002")]
        defer { for pty in ptys { pty.stop() } }
        try await withGateway { gateway in
            for pty in ptys { _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil) }
            let ids = await gateway.dongles.list().compactMap(\.id)
            #expect(ids.count == 2)
            let all = try await gateway.adverts(AdvertQuery())
            let one = try await gateway.adverts(AdvertQuery(from: ids[1]))
            var seen: Set<String> = []
            for await update in all {
                if case .adverts(let batch) = update { seen.insert(batch.dongle) }
                if seen.count == 2 { break }
            }
            var number = 0
            for await update in one {
                guard case .adverts(let batch) = update else { continue }
                #expect(batch.dongle == ids[1])
                number += 1
                if number == 3 { break }
            }
            #expect(seen.count == 2 && number == 3)
            let both = ids.sorted().map { GatewayError.Candidate(name: $0, state: .live) }
            await #expect(throws: GatewayError.ambiguousDongle(both)) { try await gateway.dongles.details(of: nil) }
            // A dongle that is gone is not meant while another is there.
            ptys[1].stop()
            await eventually("the second is gone") { await gateway.dongles.list().map(\.state).contains(.waiting) }
            #expect(try await gateway.dongles.details(of: nil).id == ids[0])
            ptys[0].stop()
            await eventually("both are gone") { await gateway.dongles.list().allSatisfy { !$0.state.isConnected } }
            await #expect {
                try await gateway.dongles.details(of: nil)
            } throws: { error in
                guard case GatewayError.ambiguousDongle(let known) = error else { return false }
                return known.map(\.name) == ids.sorted()
            }
        }
    }

    @Test("a second port with the same dongle's id is refused by the name of the first")
    func duplicate() async throws {
        let ptys = [try dongle(), try dongle()]
        defer { for pty in ptys { pty.stop() } }
        try await withGateway { gateway in
            let first = try await gateway.dongles.adopt(.path(ptys[0].path), baud: nil)
            await #expect(throws: GatewayError.portTaken(port: ptys[0].path, dongle: first.id)) {
                try await gateway.dongles.adopt(.path(ptys[1].path), baud: nil)
            }
            #expect(await gateway.dongles.list().map(\.port) == [ptys[0].path])
            // Other programs can open the refused port.
            let other = try await Dongle.open(path: ptys[1].path, baud: 921_600, isNative: true)
            await other.close()
        }
    }

    @Test("the scan runs with what its readers want together, and is left alone when that stays the same")
    func demand() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway { gateway in
            _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
            #expect(await gateway.dongles.list().map(\.scanning) == [false])
            var query = AdvertQuery()
            query.isActive = false
            query.minimumRSSI = -75
            let one = try await gateway.adverts(query)
            _ = await first(1, of: one)
            #expect(
                await gateway.status().scan
                    == ScanStatus(wanted: true, always: false, mode: .passive, minimumRSSI: -75))
            let other = try await gateway.adverts(AdvertQuery())
            _ = await first(1, of: other)
            #expect(
                await gateway.status().scan == ScanStatus(wanted: true, always: false, mode: .active, minimumRSSI: nil)
            )
            #expect(await gateway.dongles.list().map(\.scanning) == [true])
            other.cancel()
            one.cancel()
            #expect(await !gateway.status().scan.wanted)
            await eventually("the scan stops") { await gateway.dongles.list().map(\.scanning) == [false] }
        }
    }

    @Test("a reader too many is refused, and one that leaves makes room")
    func limit() async throws {
        try await withGateway({ $0.readerLimit = 2 }) { gateway in
            let one = try await gateway.adverts(AdvertQuery())
            let other = try await gateway.adverts(AdvertQuery())
            await #expect(throws: GatewayError.tooMany("readers", limit: 2)) {
                try await gateway.adverts(AdvertQuery())
            }
            one.cancel()
            let third = try await gateway.adverts(AdvertQuery())
            let reading = Task { for await _ in third {} }
            reading.cancel()
            await reading.value
            _ = try await gateway.adverts(AdvertQuery())
            withExtendedLifetime(other) {}
        }
    }

    @Test("a port is adopted before the gateway runs, and heard when it does")
    func early() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        let gateway = Gateway(configuration: .init(), store: try .inMemory(), logger: .silent)
        let status = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
        #expect(status.state == .live)
        let adverts = try await gateway.adverts(AdvertQuery())
        async let running: Void = gateway.run()
        #expect(await first(1, of: adverts).data.count > 0)
        await gateway.stop()
        try await running
    }
}
