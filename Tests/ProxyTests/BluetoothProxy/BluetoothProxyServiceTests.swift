import Foundation
import Gateway
import GatewayModel
import GatewayTestSupport
import Logging
import SimulatedDongle
import TestSupport
import Testing

@testable import BluetoothProxy
@testable import ESPHomeAPI

/// A proxy over a simulated dongle. `tools/esphome-check` does the same with real clients.
@Suite(.timeLimit(.minutes(1))) struct BluetoothProxyServiceTests {
    /// The CP28 of the scenario `restaurant`.
    private static let address: UInt64 = 0x4887_2D11_0001

    private func withProxy(_ body: (BluetoothProxyService, ESPHomeProxy, Gateway) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let pty = try simulatedDongle()
        defer { pty.stop() }
        try await ServedGateway.with { served in
            _ = try await served.gateway.dongles.adopt(.path(pty.path), baud: nil)
            var configuration = ProxyConfiguration(host: "127.0.0.1", port: 0, folder: folder.path, version: "0")
            configuration.isEncrypted = false
            configuration.isAnnounced = false
            let service = try BluetoothProxyService(
                configuration, reservedSlots: 0, gateway: served.gateway,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, describe: { "\($0)" })
            let (ready, announce) = AsyncStream.makeStream(of: Void.self)
            let running = Task { try await service.run { announce.yield() } }
            for await _ in ready { break }
            let proxy = try #require(await service.status().proxies.first)
            try await body(service, proxy, served.gateway)
            await service.stop()
            try await running.value
        }
    }

    @Test("a client hears adverts, sees its slot taken, reads a service list and values, and gives the slot back")
    func session() async throws {
        try await withProxy { service, proxy, gateway in
            try await PlainClient.with(port: proxy.port) { client in
                try await client.hello()
                try await client.send(.subscribeAdvertsRequest) { $0.number(1, UInt64(1)) }
                let state = try #require(try await client.next(.scannerStateResponse))
                #expect(state.number(1) == UInt64(ScannerState.running.rawValue))
                let adverts = try #require(try await client.next(.rawAdvertsResponse))
                #expect(!adverts.all(1).isEmpty)

                try await client.send(.subscribeConnectionsFreeRequest)
                let free = try #require(try await client.next(.connectionsFreeResponse)).number(1)
                try await client.send(.deviceRequest) {
                    $0.number(1, Self.address)
                    $0.number(2, UInt64(5))
                    $0.flag(3, true)
                }
                let taken = try #require(try await client.next(.connectionsFreeResponse))
                #expect(taken.number(1) == free - 1 && taken.number(2) == free && !taken.bytes(3).isEmpty)
                let connected = try #require(try await client.next(.deviceConnectionResponse))
                #expect(connected.flag(2) && connected.number(3) == 247)

                try await client.send(.gattGetServicesRequest) { $0.number(1, Self.address) }
                let list = try #require(try await client.next(.gattGetServicesResponse))
                #expect(list.all(2).count == 2)
                #expect(try await client.next(.gattGetServicesDoneResponse) != nil)
                try await client.send(.gattReadRequest) {
                    $0.number(1, Self.address)
                    $0.number(2, UInt64(3))
                }
                #expect(try await client.next(.gattReadResponse)?.number(2) == 3)
                try await client.send(.gattReadRequest) {
                    $0.number(1, Self.address)
                    $0.number(2, UInt64(999))
                }
                #expect(try await client.next(.gattErrorResponse)?.number(3) == 1)

                try await client.send(.deviceRequest) {
                    $0.number(1, Self.address)
                    $0.number(2, UInt64(1))
                }
                let ended = try #require(try await client.next(.deviceConnectionResponse))
                #expect(!ended.flag(2) && ended.number(4) == UInt64(ErrorNumber.endedHere))
                #expect(try await client.next(.connectionsFreeResponse)?.number(1) == free)
            }
            let status = await service.status()
            #expect(status.isListening && !status.isEncrypted && status.refused == 0)
            #expect(await gateway.connections.list().isEmpty)
        }
    }

    @Test("a proxy that stops says goodbye")
    func goodbye() async throws {
        try await withProxy { service, proxy, _ in
            try await PlainClient.with(port: proxy.port) { client in
                try await client.hello()
                async let stopped: Void = service.stop()
                #expect(try await client.next(.disconnectRequest) != nil)
                try await client.send(.disconnectResponse)
                #expect(try await client.next(.disconnectRequest) == nil)
                await stopped
            }
        }
    }
}
