import DongleLink
import GatewayModel
import SerialPort
import SimulatedDongle
import Store
import Testing

@testable import Gateway

/// Dongles and ports that go and come back.
@Suite(.timeLimit(.minutes(2))) struct GatewayOutageTests {
    /// What a reader gets, as words; runs of adverts are one.
    private func words(_ update: AdvertUpdate) -> String? {
        switch update {
        case .adverts: "adverts"
        case .interrupted(_, let cause): "interrupted \(cause)"
        case .restored: "restored"
        case .failed: "failed"
        case .lost, .missed: nil
        }
    }

    @Test("a dongle that is unplugged and plugged in again goes on under its readers, and the outage is kept")
    func replug() async throws {
        try await withFolder { folder in
            let link = "\(folder)/dongle"
            let store = try Store.inMemory()
            var pty = try dongle(link: link)
            defer { pty.stop() }
            try await withGateway(store: store) { gateway in
                let id = try #require(try await gateway.adopt(.path(link), baud: nil).id)
                let adverts = try await gateway.adverts(AdvertQuery())
                var seen: [String] = []
                for await update in adverts {
                    guard let word = words(update) else { continue }
                    if seen.last != word { seen.append(word) }
                    if seen.count == 1 {
                        pty.stop()
                    } else if word == "interrupted portLost" {
                        let status = try #require(await gateway.dongles().first)
                        #expect(status.id == id && status.outages == 1 && !status.scanning)
                        pty = try dongle(link: link)
                    } else if seen.last == "adverts" {
                        break
                    }
                    if seen.count > 5 { break }
                }
                #expect(seen == ["adverts", "interrupted portLost", "restored", "adverts"])
                let outages = try await store.outages(of: id, limit: 10)
                #expect(outages.map(\.cause) == ["port-lost"])
                try await eventually("the outage has an end") {
                    try await store.outages(of: id, limit: 1).first?.endedMicroseconds != nil
                }
                try await eventually("it is told") {
                    try await gateway.events(after: nil, kinds: nil, limit: 10).map(\.title)
                        == ["Dongle lost", "Dongle back"]
                }
                let events = try await gateway.events(after: nil, kinds: nil, limit: 10)
                #expect(events.allSatisfy { $0.dongle == id && $0.simulated })
                #expect(events.map(\.kind) == [.error, .info])
            }
        }
    }

    @Test("a dongle that restarts goes on by itself, and the outage is kept")
    func restart() async throws {
        let store = try Store.inMemory()
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway(store: store) { gateway in
            let id = try #require(try await gateway.adopt(.path(pty.path), baud: nil).id)
            let adverts = try await gateway.adverts(AdvertQuery())
            var seen: [String] = []
            for await update in adverts {
                guard let word = words(update)?.split(separator: " ").first.map(String.init) else { continue }
                if seen.last != word { seen.append(word) }
                if seen == ["adverts"] { pty.perform { $0.powerCycle() } }
                if seen.count == 4 { break }
            }
            #expect(seen == ["adverts", "interrupted", "restored", "adverts"])
            try await eventually("the outage has an end") {
                try await store.outages(of: id, limit: 1).first?.endedMicroseconds != nil
            }
            #expect(try await store.outages(of: id, limit: 10).map(\.cause) == ["restart"])
            #expect(await gateway.dongles().map(\.outages) == [1])
        }
    }

    @Test("a port of the configuration may be missing at first, and is told of once")
    func missing() async throws {
        try await withFolder { folder in
            let link = "\(folder)/dongle"
            try await withGateway({ $0.ports = [.path(link)] }) { gateway in
                await eventually("it waits") {
                    await gateway.dongles().first?.state == .waiting
                }
                let status = try #require(await gateway.dongles().first)
                #expect(status.port == link && status.id == nil && status.lastError != nil && status.retryInMs != nil)
                await #expect(throws: SerialPortError.notFound(path: link)) {
                    try await gateway.adopt(.path(link), baud: nil)
                }
                let pty = try dongle(link: link)
                defer { pty.stop() }
                #expect(try await gateway.adopt(.path(link), baud: nil).state == .live)
                try await eventually("it is told") {
                    try await gateway.events(after: nil, kinds: nil, limit: 10).map(\.title)
                        == ["Port cannot be used", "Dongle back"]
                }
                #expect(await gateway.dongles().count == 1)
            }
        }
    }

    @Test("a port that cannot be adopted is not in use")
    func failedAdoption() async throws {
        try await withGateway { gateway in
            await #expect(throws: SerialPortError.notFound(path: "/dev/no-such-port")) {
                try await gateway.adopt(.path("/dev/no-such-port"), baud: nil)
            }
            #expect(await gateway.dongles().isEmpty)
            await #expect(throws: GatewayError.noDongle) { try await gateway.details(of: nil) }
        }
    }

    @Test("a released port is free, and its readers are told")
    func release() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway { gateway in
            let id = try #require(try await gateway.adopt(.path(pty.path), baud: nil).id)
            let adverts = try await gateway.adverts(AdvertQuery())
            var iterator = adverts.makeAsyncIterator()
            _ = await iterator.next()
            try await gateway.release(id)
            let dongle = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true)
            await dongle.close()
            #expect(await gateway.dongles().map(\.state) == [.absent])
            var cause: Interruption?
            while cause == nil, let update = await iterator.next() {
                if case .interrupted(_, let told) = update { cause = told }
            }
            #expect(cause == .closed)
            await #expect(throws: GatewayError.dongleAway(id, state: "it is not in use")) {
                try await gateway.identify(id, for: .seconds(1))
            }
            try await gateway.forget(id)
            #expect(await gateway.dongles().isEmpty)
        }
    }
}
