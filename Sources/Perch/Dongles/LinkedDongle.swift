import Advertising
import DongleLink
import DongleProtocol

/// A dongle on a port of this machine, owned by this process.
struct LinkedDongle: DongleService {
    let dongle: Dongle

    var identity: HelloReply {
        get async throws { try await dongle.identity }
    }

    var place: String { dongle.path }

    func info() async throws -> InfoAnswer { try await dongle.info() }

    func state() async throws -> GetStateAnswer { try await dongle.state() }

    func identify(for duration: Duration) async throws { try await dongle.identify(for: duration) }

    func reboot(_ mode: RebootMode) async throws { try await dongle.reboot(mode) }

    func scan(_ request: ScanStartRequest, take: (ScanUpdate) async throws -> Void) async throws {
        for try await update in try await dongle.startScan(request) { try await take(update) }
    }

    func stopScan() async throws { try await dongle.stopScan() }

    func connect(
        to address: BluetoothAddress, type: Advertising.AddressType, deadline: Duration
    ) async throws -> any PeripheralService {
        var connection = try await dongle.connect(to: address, type: type, deadline: deadline)
        connection.deadline = deadline
        return connection
    }

    func logLines() async -> AsyncStream<LogLine> { await dongle.logLines() }

    func close() async { await dongle.close() }
}

extension GATTConnection: PeripheralService {}
