import Advertising
import Foundation
import GatewayTestSupport
import GatewayModel
import SimulatedDongle
import Store
import TestSupport
import Testing

@testable import GatewayClient

/// The client against the real server, with a simulated dongle.
@Suite(.timeLimit(.minutes(1))) struct LiveGatewayTests {
    private static let peripheral: BluetoothAddress = "48:87:2d:11:00:01"
    private static let timeout = Duration.seconds(10)

    private func with(
        _ body: @escaping (GatewayClient, DongleStatus, ServedGateway) async throws -> Void
    ) async throws {
        let dongle = try simulatedDongle()
        defer { dongle.stop() }
        try await ServedGateway.with { served in
            let client = GatewayClient(address: .socket(served.socket))
            do {
                try await body(client, try await client.adopt(AdoptionRequest(port: dongle.path)), served)
                await client.close()
            } catch {
                await client.close()
                throw error
            }
        }
    }

    @Test("what there is, is told")
    func resources() async throws {
        try await with { client, dongle, _ in
            #expect(dongle.state == .live)
            #expect(dongle.simulated)
            #expect(try await client.health().status == .ok)
            #expect(try await client.status().dongles.map(\.id) == [dongle.id])
            #expect(try await client.dongles().dongles.map(\.port) == [dongle.port])
            // A port has slashes in it.
            #expect(try await client.dongle(dongle.port).id == dongle.id)
            #expect(try await client.dongleInfo(dongle.port).hardware == "virtual radio")
            let settings = try await client.settings()
            #expect(settings.settings.isEmpty)
            #expect(try await client.connections().connections.isEmpty)
        }
    }

    @Test("a dongle is named, identified, restarted, released and forgotten")
    func dongle() async throws {
        try await with { client, dongle, _ in
            let name = try #require(dongle.id)
            #expect(try await client.setAlias(name, AliasRequest(alias: "kitchen")).alias == "kitchen")
            try await client.identify("kitchen", IdentificationRequest(durationMs: 10))
            try await client.reboot("kitchen", RebootOrder(mode: .run))
            #expect(try await client.removeAlias(name).alias == nil)
            try await client.release(name)
            try await client.forget(name)
            #expect(try await client.dongles().dongles.isEmpty)
            do {
                _ = try await client.dongle(name)
                Issue.record("it is still known")
            } catch ClientError.problem(let problem) {
                #expect(problem.code == "unknown-dongle")
                #expect(problem.status == 404)
                #expect(problem.exitCode == 69)
            }
        }
    }

    @Test("a stream of adverts that is ended says everything it was to say, and then its end")
    func adverts() async throws {
        try await with { client, dongle, _ in
            var begun: StreamStart?
            var adverts = 0
            var end: StreamEnd?
            for try await update in try await client.adverts(AdvertQuery()) {
                switch update {
                case .start(let start):
                    begun = start
                case .adverts(let lines):
                    let decoded = try lines.decoded()
                    #expect(decoded.count == lines.count)
                    #expect(decoded.allSatisfy { $0.dongle == dongle.id && $0.simulated == true })
                    adverts += lines.count
                    if adverts >= 20, let stream = begun?.stream {
                        begun = nil
                        try await client.endStream(stream)
                    }
                case .end(let last):
                    end = last
                default: break
                }
            }
            #expect(end?.received == UInt64(adverts))
            #expect(end?.reason == .asked)
        }
    }

    @Test("a server that stops ends its streams in order, and is gone then")
    func stopping() async throws {
        try await with { client, _, served in
            var stopping: Task<Void, Never>?
            var adverts = 0
            var end: StreamEnd?
            for try await update in try await client.adverts(AdvertQuery()) {
                switch update {
                case .start: stopping = Task { await served.stopServing() }
                case .adverts(let lines): adverts += lines.count
                case .end(let last): end = last
                default: break
                }
            }
            await stopping?.value
            #expect(end?.reason == .stopping)
            #expect(end?.received == UInt64(adverts))
            await #expect(throws: ClientError.self) { try await client.health() }
        }
    }

    @Test("a device is connected, discovered, written, read and subscribed to")
    func connection() async throws {
        try await with { client, dongle, _ in
            let request = ConnectionRequest(dongle: dongle.id, address: Self.peripheral)
            let connection = try await client.connect(request, timeout: Self.timeout)
            #expect(connection.simulated)
            #expect(try await client.connections().connections.map(\.id) == [connection.id])
            let id = connection.id
            #expect(try await client.exchangeMTU(id, 100, timeout: Self.timeout) <= 100)
            let services = try await client.services(id, timeout: Self.timeout)
            let all = services.flatMap(\.characteristics)
            let name = try #require(all.first { $0.uuid == "2a00" })
            #expect(try await client.read(id, name.handle, timeout: Self.timeout) == Array("CP28".utf8))
            let password = try #require(all.first { $0.uuid == "ffe3" })
            let result = try await client.write(
                id, Array("555555".utf8), to: password.handle, confirmed: true, timeout: Self.timeout)
            #expect(result == WriteResult(handle: password.handle, length: 6, confirmed: true))
            let responses = try #require(all.first { $0.uuid == "ffe1" })
            let updates = try await client.notifications(id, responses.handle, timeout: Self.timeout)
            try await client.disconnect(id)
            var last: NotificationUpdate?
            for try await update in updates { last = update }
            guard case .disconnected = last else {
                Issue.record("\(String(describing: last))")
                return
            }
            await #expect(throws: ClientError.self) { try await client.disconnect(id) }
        }
    }

    @Test("events are listed, followed and cleared")
    func events() async throws {
        try await with { client, _, served in
            await served.gateway.eventLog.record(.info, "One")
            let listed = try await client.events(after: nil, type: [.info], limit: 5).events
            #expect(listed.last?.title == "One")
            let last = try #require(listed.last?.id)
            let stream = try await client.followEvents(after: last - 1, types: [.info])
            var titles: [String] = []
            for try await line in stream {
                guard case .event(let event) = line else { continue }
                titles.append(event.title)
                if titles.count == 1 { await served.gateway.eventLog.record(.info, "Two") }
                if titles.count == 2 { break }
            }
            #expect(titles == ["One", "Two"])
            #expect(try await client.clearEvents().removed >= 2)
            #expect(try await client.events(after: nil).events.isEmpty)
        }
    }

    @Test("the log of a dongle ends with its link")
    func log() async throws {
        try await with { client, dongle, _ in
            let name = try #require(dongle.id)
            let log = try await client.log(name)
            try await client.release(name)
            for try await _ in log {}
        }
    }

    @Test("a database is described, checked and copied whole")
    func store() async throws {
        let path = "/tmp/perch-live-\(UUID().uuidString.prefix(8)).db"
        defer { for end in ["", "-wal", "-shm", ".lock"] { unlink(path + end) } }
        try await ServedGateway.with(store: try Store.open(path: path)) { served in
            let client = GatewayClient(address: .socket(served.socket))
            #expect(try await client.store().path == path)
            #expect(try await client.checkStore().findings == [])
            var bytes: [UInt8] = []
            for try await piece in try await client.storeBackup() { bytes += piece }
            await client.close()
            #expect(bytes.starts(with: Array("SQLite format 3\u{0}".utf8)))
        }
    }

    @Test("over TCP the token opens, and nothing else does")
    func token() async throws {
        try await ServedGateway.with { served in
            let address = try #require(GatewayAddress(served.url))
            let right = GatewayClient(address: address, token: ServedGateway.token)
            #expect(try await right.status().dongles.isEmpty)
            await right.close()
            for token in [nil, "another-token-0123456"] {
                let wrong = GatewayClient(address: address, token: token)
                #expect(try await wrong.health().api == 1)
                do {
                    _ = try await wrong.status()
                    Issue.record("it was let in")
                } catch ClientError.problem(let problem) {
                    #expect(problem.status == 401)
                    #expect(problem.exitCode == 77)
                }
                await wrong.close()
            }
        }
    }
}
