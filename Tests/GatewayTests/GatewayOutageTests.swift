import Dispatch
import DongleLink
import TestSupport
import GatewayModel
import SerialPort
import SimulatedDongle
import Testing

@testable import Gateway
@testable import Store

/// Dongles and ports that disappear and come back.
@Suite(.timeLimit(.minutes(2))) struct GatewayOutageTests {
    /// Returns an update as a word; nil for counts of lost and missed adverts.
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
                let id = try #require(try await gateway.dongles.adopt(.path(link), baud: nil).id)
                let adverts = try await gateway.adverts(AdvertQuery())
                var seen: [String] = []
                for await update in adverts {
                    guard let word = words(update) else { continue }
                    if seen.last != word { seen.append(word) }
                    if seen.count == 1 {
                        pty.stop()
                    } else if word == "interrupted portLost" {
                        let status = try #require(await gateway.dongles.list().first)
                        #expect(status.id == id && status.outages == 1 && !status.scanning)
                        pty = try dongle(link: link)
                    } else if seen.last == "adverts" {
                        break
                    }
                    if seen.count > 5 { break }
                }
                #expect(seen == ["adverts", "interrupted portLost", "restored", "adverts"])
                let outages = try await store.dongles.outages(of: id, limit: 10)
                #expect(outages.map(\.cause) == ["port-lost"])
                try await eventually("the outage has an end") {
                    try await store.dongles.outages(of: id, limit: 1).first?.endedMicroseconds != nil
                }
                try await eventually("it is told") {
                    try await gateway.eventLog.events(after: nil, kinds: nil, limit: 10).map(\.title)
                        == ["Dongle first seen", "Dongle lost", "Dongle back"]
                }
                let events = try await gateway.eventLog.events(after: nil, kinds: nil, limit: 10)
                #expect(events.allSatisfy { $0.dongle == id && $0.simulated })
                #expect(events.map(\.kind) == [.info, .error, .info])
            }
        }
    }

    @Test("a dongle that restarts goes on by itself, and the outage is kept")
    func restart() async throws {
        let store = try Store.inMemory()
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway(store: store) { gateway in
            let id = try #require(try await gateway.dongles.adopt(.path(pty.path), baud: nil).id)
            let adverts = try await gateway.adverts(AdvertQuery())
            var seen: [String] = []
            for await update in adverts {
                guard let word = words(update)?.split(separator: " ").first.map(String.init) else { continue }
                guard seen.last != word else { continue }
                seen.append(word)
                if seen == ["adverts"] { pty.perform { $0.powerCycle() } }
                if seen.count == 4 { break }
            }
            #expect(seen == ["adverts", "interrupted", "restored", "adverts"])
            try await eventually("the outage has an end") {
                try await store.dongles.outages(of: id, limit: 1).first?.endedMicroseconds != nil
            }
            #expect(try await store.dongles.outages(of: id, limit: 10).map(\.cause) == ["restart"])
            #expect(await gateway.dongles.list().map(\.outages) == [1])
        }
    }

    @Test("a port of the configuration may be missing at first, and is told of once")
    func missing() async throws {
        try await withFolder { folder in
            let link = "\(folder)/dongle"
            try await withGateway({ $0.ports = [.path(link)] }) { gateway in
                await eventually("it waits") {
                    await gateway.dongles.list().first?.state == .waiting
                }
                let status = try #require(await gateway.dongles.list().first)
                #expect(status.port == link && status.id == nil && status.lastError != nil && status.retryInMs != nil)
                await #expect(throws: SerialPortError.notFound(path: link)) {
                    try await gateway.dongles.adopt(.path(link), baud: nil)
                }
                let pty = try dongle(link: link)
                defer { pty.stop() }
                #expect(try await gateway.dongles.adopt(.path(link), baud: nil).state == .live)
                try await eventually("it is told") {
                    try await gateway.eventLog.events(after: nil, kinds: nil, limit: 10).map(\.title)
                        == ["Port cannot be used", "Dongle first seen", "Dongle back"]
                }
                #expect(await gateway.dongles.list().count == 1)
            }
        }
    }

    @Test("a port that appears is used once, left alone when it was released, and used again when it is new")
    func appearance() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        let found = PortDescription(
            path: pty.path, vendorID: 0x303a, productID: 0x1001, access: PortAccess(path: pty.path))
        try await withGateway { gateway in
            await gateway.dongles.appeared(found, isToBeUsed: true)
            await gateway.dongles.appeared(found, isToBeUsed: true)
            await eventually("it is live") { await gateway.dongles.list().map(\.state) == [.live] }
            try await gateway.dongles.release(pty.path)
            await gateway.dongles.appeared(found, isToBeUsed: true)
            #expect(await gateway.dongles.list().map(\.state) == [.absent])
            await gateway.dongles.disappeared(pty.path)
            await gateway.dongles.appeared(found, isToBeUsed: true)
            await eventually("it is live again") { await gateway.dongles.list().map(\.state) == [.live] }
            let stranger = PortDescription(path: "/dev/null", access: PortAccess(path: "/dev/null"))
            await gateway.dongles.appeared(stranger, isToBeUsed: true)
            #expect(await gateway.dongles.ports.all.count == 1)
        }
    }

    @Test("a found dongle that comes back on another port is the same one, and its outage ends")
    func moved() async throws {
        let store = try Store.inMemory()
        let ptys = [try dongle(), try dongle()]
        defer { for pty in ptys { pty.stop() } }
        let found = ptys.map {
            PortDescription(path: $0.path, vendorID: 0x303a, productID: 0x1001, access: PortAccess(path: $0.path))
        }
        try await withGateway(store: store) { gateway in
            await gateway.dongles.appeared(found[0], isToBeUsed: true)
            await eventually("it is live") { await gateway.dongles.list().map(\.state) == [.live] }
            let id = try #require(await gateway.dongles.list().first?.id)
            let adverts = try await gateway.adverts(AdvertQuery(from: id))
            ptys[0].stop()
            await eventually("it is away") { await gateway.dongles.list().first?.state != .live }
            await gateway.dongles.appeared(found[1], isToBeUsed: true)
            await eventually("it is back") {
                let dongles = await gateway.dongles.list()
                return dongles.map(\.id) == [id] && dongles.map(\.state) == [.live] && dongles[0].outages == 1
            }
            #expect(await gateway.dongles.list().map(\.port) == [ptys[1].path])
            try await eventually("the outage has an end") {
                let outages = try await store.dongles.outages(of: id, limit: 2)
                return outages.count == 1 && outages[0].endedMicroseconds != nil
            }
            var seen: [String] = []
            for await update in adverts {
                guard let word = words(update), word != seen.last else { continue }
                seen.append(word)
                if seen.contains("restored"), word == "adverts" { break }
            }
            #expect(seen.suffix(3) == ["interrupted portLost", "restored", "adverts"])
        }
    }

    @Test("a port that may not be opened, and one that is busy, are told as such")
    func refused() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        let holder = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true)
        try await withGateway({ $0.ports = [.path(pty.path)] }) { gateway in
            await eventually("it is told") {
                await gateway.dongles.list().first?.lastError?.message.contains("busy") == true
            }
            await holder.close()
            await eventually("it is live") { await gateway.dongles.list().first?.state == .live }
            try await eventually("it is told that it is back") {
                let events = try await gateway.eventLog.events(after: nil, kinds: nil, limit: 10)
                return events.map(\.title) == ["Port cannot be used", "Dongle first seen", "Dongle back"]
            }
            #expect(await gateway.dongles.list().first?.lastError == nil)
        }
    }

    @Test("a gateway whose store fails goes on and says so")
    func storeFails() async throws {
        let store = try Store.inMemory()
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway(store: store) { gateway in
            let before = await gateway.eventLog.record(.info, "before")
            #expect(before.id != nil)
            let events = try await gateway.eventLog.follow(after: nil, kinds: nil)
            try store.close()
            #expect(await gateway.eventLog.record(.info, "after").id == nil)
            var titles: [String] = []
            for await update in events {
                if case .event(let event) = update { titles.append(event.title) }
                if titles.count == 2 { break }
            }
            #expect(titles == ["after", "Not recording"])
            #expect(try await gateway.dongles.adopt(.path(pty.path), baud: nil).state == .live)
            let status = await gateway.status()
            // Two entries could not be recorded: the event and the dongle's arrival.
            #expect(!status.store.recording && status.store.unrecorded == 2 && status.store.error != nil)
            #expect(status.lastError != nil && status.dongles.count == 1)
            var iterator = try await gateway.adverts(AdvertQuery()).makeAsyncIterator()
            let first = await iterator.next()
            #expect(first != nil)
            pty.stop()
            await eventually("the outage that is not recorded, and its event, are counted") {
                await gateway.status().store.unrecorded == 4
            }
        }
    }

    @Test("a port that cannot be adopted is not in use")
    func failedAdoption() async throws {
        try await withGateway { gateway in
            await #expect(throws: SerialPortError.notFound(path: "/dev/no-such-port")) {
                try await gateway.dongles.adopt(.path("/dev/no-such-port"), baud: nil)
            }
            #expect(await gateway.dongles.list().isEmpty)
            await #expect(throws: GatewayError.noDongle) { try await gateway.dongles.details(of: nil) }
        }
    }

    @Test("a port whose adoption ends in a gateway that stops is free again")
    func adoptionAtTheEnd() async throws {
        let store = try Store.inMemory()
        let pty = try dongle()
        defer { pty.stop() }
        var configuration = Gateway.Configuration()
        configuration.followsPorts = false
        let gateway = Gateway(configuration: configuration, store: store, logger: .silent)
        // The dongle's arrival cannot be stored for a while, which delays its adoption.
        let (held, free) = (Latch(), DispatchSemaphore(value: 0))
        async let blocked: Void = store.database.write { _ in
            held.set()
            free.wait()
        }
        await held.wait()
        let adoption = Task { try await gateway.dongles.adopt(.path(pty.path), baud: nil) }
        await eventually("it is greeted") { await gateway.dongles.ports.all.first?.isLinked == true }
        await gateway.stop()
        free.signal()
        try await blocked
        await #expect(throws: GatewayError.stopping) { try await adoption.value }
        let next = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true)
        await next.close()
        try await gateway.run()
    }

    @Test("a dongle whose port is being opened is waited for by what needs it")
    func opening() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        let answers = DispatchSemaphore(value: 0)
        pty.perform { _ in answers.wait() }
        try await withGateway({ $0.ports = [.path(pty.path)] }) { gateway in
            await eventually("its port is in use") { await !gateway.dongles.ports.all.isEmpty }
            let asked = Task { try await gateway.dongles.identify(nil, for: .seconds(1)) }
            try await Task.sleep(for: .milliseconds(50))
            #expect(await gateway.dongles.ports.all.first?.supervisor.state.dongleState == .opening)
            answers.signal()
            try await asked.value
        }
        // The path of the stopped dongle may belong to another test by now, so this one does not
        // exist.
        let path = "/dev/no-such-port"
        try await withGateway({ $0.ports = [.path(path)] }) { gateway in
            await eventually("its port is in use") { await !gateway.dongles.ports.all.isEmpty }
            let state = "its port could not be opened or went away"
            await #expect(throws: GatewayError.dongleAway(path, state: state)) {
                try await gateway.dongles.identify(nil, for: .seconds(1))
            }
        }
    }

    @Test("a released port is free, and its readers are told")
    func release() async throws {
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway { gateway in
            let id = try #require(try await gateway.dongles.adopt(.path(pty.path), baud: nil).id)
            let adverts = try await gateway.adverts(AdvertQuery())
            var iterator = adverts.makeAsyncIterator()
            _ = await iterator.next()
            try await gateway.dongles.release(id)
            let dongle = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true)
            await dongle.close()
            #expect(await gateway.dongles.list().map(\.state) == [.absent])
            var cause: Interruption?
            while cause == nil, let update = await iterator.next() {
                if case .interrupted(_, let told) = update { cause = told }
            }
            #expect(cause == .closed)
            await #expect(throws: GatewayError.dongleAway(id, state: "it is not in use")) {
                try await gateway.dongles.identify(id, for: .seconds(1))
            }
            await #expect(throws: GatewayError.notInUse(id)) { try await gateway.dongles.release(id) }
            try await gateway.dongles.forget(id)
            #expect(await gateway.dongles.list().isEmpty)
        }
    }
}
