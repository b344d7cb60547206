import TestSupport
import GatewayModel
import Glibc
import Store
import Testing

@testable import Gateway

/// Events that a gateway records by itself, apart from outages.
@Suite(.timeLimit(.minutes(2))) struct GatewayEventTests {
    @Test("a gateway that stays records its start, with its process")
    func start() async throws {
        let store = try Store.inMemory()
        for starts in 1...2 {
            try await withGateway({ $0.isDaemon = true }, store: store) { gateway in
                try await eventually("start \(starts) is recorded") {
                    try await gateway.eventLog.events(after: nil, kinds: [.info], limit: 10).count == starts
                }
            }
        }
        let events = try await store.events.list(after: nil, kinds: nil, limit: 10)
        #expect(events.map(\.title) == ["Gateway started", "Gateway started"])
        #expect(
            events.allSatisfy { $0.detail == "perch \(APIVersion.program), process \(getpid())." && !$0.isSimulated })
    }

    @Test("a gateway of one verb records what the dongle does, and neither its start nor what it is asked")
    func verb() async throws {
        let store = try Store.inMemory()
        let pty = try dongle()
        defer { pty.stop() }
        for _ in 1...2 {
            try await withGateway(store: store) { gateway in
                _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
                try await gateway.dongles.release(pty.path)
            }
        }
        #expect(try await store.events.list(after: nil, kinds: nil, limit: 10).map(\.title) == ["Dongle first seen"])
    }

    @Test("a dongle's first coming is recorded once, its adoption and release each time")
    func comings() async throws {
        let store = try Store.inMemory()
        let pty = try dongle()
        defer { pty.stop() }
        var id: String?
        for _ in 1...2 {
            try await withGateway({ $0.isDaemon = true }, store: store) { gateway in
                let status = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
                id = status.id
                // The port is already in use, so that this is not another adoption.
                _ = try await gateway.dongles.adopt(.path(pty.path), baud: nil)
                try await gateway.dongles.release(pty.path)
            }
        }
        let events = try await store.events.list(after: nil, kinds: nil, limit: 10).filter {
            $0.title != "Gateway started"
        }
        #expect(
            events.map(\.title) == [
                "Dongle first seen", "Dongle adopted", "Dongle released", "Dongle adopted", "Dongle released",
            ])
        #expect(events.allSatisfy { $0.dongle == id && $0.isSimulated && $0.kind == "info" })
        #expect(events.first?.detail == "Perch simulated dongle 1.0.0 on \(pty.path).")
        #expect(events.dropFirst().allSatisfy { $0.detail.hasPrefix(pty.path) })
    }

    @Test("a dongle that was forgotten is seen for the first time again")
    func forgotten() async throws {
        let store = try Store.inMemory()
        let pty = try dongle()
        defer { pty.stop() }
        try await withGateway(store: store) { gateway in
            for _ in 1...2 {
                let id = try #require(try await gateway.dongles.adopt(.path(pty.path), baud: nil).id)
                try await gateway.dongles.release(id)
                try await gateway.dongles.forget(id)
            }
        }
        let titles = try await store.events.list(after: nil, kinds: nil, limit: 10).map(\.title)
        #expect(titles.count { $0 == "Dongle first seen" } == 2)
    }
}
