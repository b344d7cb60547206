import Drinks
import Foundation
import GatewayModel
import GatewayTestSupport
import NIOConcurrencyHelpers
import Notifications
import RESTClient
import TestSupport

@testable import DevBackend
@testable import Gateway

/// The gateway's till before a development server, with clocks that the test moves.
final class TillServiceRig: Sendable {
    /// Two tablets.
    static let bar = TillClient.session(1)
    static let yard = TillClient.session(2)

    let backend: TillBackend
    let url: String
    let folder: TemporaryFolder
    /// Time of requests and of the server.
    let time: TillClock
    let beacons: BeaconRig
    /// Time of the gateway.
    var clock: ManualClock { beacons.clock }
    private let notices = NIOLockedValueBox<[Notice]>([])
    let service: TillService

    private init(
        _ backend: TillBackend, _ url: String, _ time: TillClock, folder: TemporaryFolder, beacons: BeaconRig
    ) {
        (self.backend, self.url, self.time, self.folder, self.beacons) = (backend, url, time, folder, beacons)
        var setup = TillSetup()
        (setup.environment, setup.folder) = (url, folder.path)
        (setup.hasBadges, setup.sendsNotices) = (true, true)
        let notices = notices
        service = TillService(
            setup: setup, beacons: beacons.service, eventLog: beacons.events, clock: beacons.clock.clock,
            logger: .silent, describe: { ("\($0)", "", "") },
            notify: { notice in notices.withLockedValue { $0.append(notice) } }, hasSimulatedDongle: { false },
            requests: time.clock)
    }

    /// - Parameter watch: As ``TillBackend/Configuration/watch``.
    static func with(
        watch: @escaping @Sendable (String, DevBackend.RequestMoment) async throws -> Void = { _, _ in },
        _ body: @escaping @Sendable (TillServiceRig) async throws -> Void
    ) async throws {
        let time = TillClock()
        var configuration = TillBackend.Configuration()
        configuration.now = { time.now }
        configuration.watch = watch
        let backend = TillBackend(configuration)
        try await backend.serving { url in
            let rig = try TillServiceRig(backend, url, time, folder: TemporaryFolder(), beacons: BeaconRig())
            try await rig.closing { try await body(rig) }
        }
    }

    /// Another gateway with the same folder, such as after a crash of the first.
    func another(_ body: (TillServiceRig) async throws -> Void) async throws {
        let rig = TillServiceRig(backend, url, time, folder: folder, beacons: try BeaconRig())
        try await rig.closing { try await body(rig) }
    }

    private func closing(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            await service.finish()
            throw error
        }
        await service.finish()
    }

    /// Reads or changes what the server has.
    func club<Value>(_ body: (inout Club) -> Value) throws -> Value { try backend.club.change { body(&$0) } }

    /// Runs the service's background work while `body` runs.
    func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.service.run() }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            group.cancelAll()
            service.stirred.wake()
            // Its sleeps are the clock's.
            clock.advance(by: .seconds(86_400))
            try await group.waitForAll()
            try outcome.get()
        }
    }

    /// Moves both clocks.
    func pass(_ seconds: Int) {
        time.advance(.seconds(seconds))
        clock.advance(by: .seconds(seconds))
    }

    @discardableResult
    func logIn(_ client: TillClient = bar, pin: String = "1234") async throws -> TillStatus {
        try await service.logIn(
            TillLoginOrder(email: "tom@example.com", mobile: "02222222222", pin: pin), by: client)
    }

    /// Books one Pils without the cart.
    func bookPils(
        _ client: TillClient = bar, cents: Int64 = 250, pin: String? = nil
    ) async throws -> TillBookingReport {
        try await service.book(
            TillBookingOrder(product: "p-1", quantity: 1, totalCents: cents, pin: pin), for: client)
    }

    var told: [Notice] { notices.withLockedValue { $0 } }

    /// Everything in the till's files.
    var files: String {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap { path in
                try? String(contentsOfFile: folder.path(path), encoding: .utf8)
            }.joined()
        }
    }
}
