import Advertising
import DongleLink
import DongleProtocol

@testable import Perch

/// A dongle whose scan brings what the test says, and ends when it is stopped or closed.
final class FakeDongle: DongleService {
    enum Stopping: Sendable {
        case succeeds
        /// The scan ends; the call does not return before it is cancelled.
        case lingers
        case fails
    }

    let place = "fake"
    private let ended = StopCondition()
    private let updates: [ScanUpdate]
    private let stopping: Stopping

    init(_ updates: [ScanUpdate], stopping: Stopping = .succeeds) {
        self.updates = updates
        self.stopping = stopping
    }

    func scan(_ request: ScanStartRequest, take: (ScanUpdate) async throws -> Void) async throws {
        for update in updates { try await take(update) }
        _ = await ended.wait()
    }

    func stopScan() async throws {
        if stopping == .fails { throw LinkError.portLost }
        ended.stop(.satisfied)
        if stopping == .lingers { try await Task.sleep(for: .seconds(3600)) }
    }

    func close() async { ended.stop(.satisfied) }

    // The tests do without the rest.
    var identity: HelloReply { get async throws { throw LinkError.portLost } }
    func info() async throws -> InfoAnswer { throw LinkError.portLost }
    func state() async throws -> GetStateAnswer { throw LinkError.portLost }
    func identify(for duration: Duration) async throws { throw LinkError.portLost }
    func reboot(_ mode: RebootMode) async throws { throw LinkError.portLost }
    func logLines() async -> AsyncStream<LogLine> { AsyncStream { $0.finish() } }

    func connect(
        to address: BluetoothAddress, type: Advertising.AddressType, deadline: Duration
    ) async throws -> any PeripheralService {
        throw LinkError.portLost
    }
}
