import Advertising
import DevBackend
import Gateway
import GatewayModel
import Logging
import SimulatedDongle
import Store

/// State of a table in the gateway, on the beacon and in the backend.
package struct Standing: Sendable, CustomStringConvertible {
    private let tables: [StoredTable]
    private let registrations: [PayfritRegistration]
    private let backend: BackendState
    /// Identity that the beacon advertises once no client is connected to it.
    private let identity: BeaconIdentity?
    private let isWritten: Bool
    private let address: String

    /// Reads the state without settling anything. No gateway may be running.
    init(_ room: PayfritRoom) async throws {
        let store = try Store.open(path: TemporaryStore.path(room.folder))
        var configuration = Gateway.Configuration()
        configuration.payfrit.environment = room.url
        let gateway = Gateway(
            configuration: configuration, store: store, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
        // Read from the store, since the gateway settles a table when it returns it.
        tables = try await store.payfrit.tables(limit: 9)
        registrations = try await gateway.payfrit.registrations.list(after: 0, limit: 9).registrations
        try store.close()
        backend = try await room.backend.state()
        identity = await room.pty.beacon(1) { $0.saved.advertised?.identity } ?? nil
        isWritten = identity != room.factory
        address = "\(room.beacon)"
    }

    /// Progress as the gateway knows it: `none`, or the state of the table followed by the
    /// completed parts of its registration.
    package var phase: String {
        guard let table = tables.first else { return "none" }
        return ([table.state.rawValue] + (registrations.first?.done ?? []).map(\.rawValue)).joined(separator: " ")
    }

    /// Number of registrations that the backend has carried out.
    private var registered: Int { backend.registrations.values.reduce(0, +) }

    package var description: String {
        "\(phase), beacon \(isWritten ? "written" : "as it was"), backend \(registered) registered, \(backend.beacons) "
            + "beacons, \(backend.servicePoints) service points, \(backend.verifies.values.reduce(0, +)) verified"
    }

    /// Faults in the state that a killed gateway has left.
    var faultsAfterKill: [String] {
        var faults: [String] = []
        if registered > 1 { faults.append("it was registered \(registered) times") }
        let state = tables.first?.state
        if state == .registered, registered == 0 {
            faults.append("it is called registered, and the backend knows of none")
        }
        if registered > 0, state != .queued, state != .registered {
            faults.append("the backend has it, and it is called \(state?.rawValue ?? "nothing")")
        }
        if isWritten, tables.first?.address?.description != address {
            faults.append("a beacon was written, and no table has it")
        }
        if state == .queued, registrations.isEmpty { faults.append("it is called queued, and nothing waits") }
        return faults
    }

    /// Faults in the final state.
    var faultsAtLast: [String] {
        guard let table = tables.first, tables.count == 1 else { return ["there are \(tables.count) tables"] }
        var faults: [String] = []
        func expect(_ isTrue: Bool, _ fault: String) { if !isTrue { faults.append(fault) } }
        expect(
            table.state == .registered && table.address?.description == address, "it is called \(table.state.rawValue)")
        expect(registrations.isEmpty, "\(registrations.count) registrations wait")
        let name = "\(table.identity.uuid)/\(table.identity.major)/\(table.identity.minor)".lowercased()
        func isOnce(_ counts: [String: Int], _ name: String) -> Bool {
            counts.count == 1 && counts.first?.key.lowercased() == name && counts.first?.value == 1
        }
        expect(isOnce(backend.registrations, name), "registered: \(backend.registrations)")
        expect(isOnce(backend.hardware, address), "hardware: \(backend.hardware)")
        expect(isOnce(backend.verifies, name), "verified: \(backend.verifies)")
        expect(backend.beacons == 1 && backend.activeBeacons == 1, "the backend has \(backend.beacons) beacons")
        // The gateway looks for the result of the first request before it repeats it: the backend
        // never has to recognise a repetition.
        let again = backend.replays.filter { $0.key.hasSuffix("register_beacon_hardware.php") }
        expect(backend.repetitions.isEmpty && again.isEmpty, "registered again: \(backend.repetitions) \(again)")
        // The backend starts with six.
        expect(backend.servicePoints == 7, "the backend has \(backend.servicePoints) service points")
        let told = identity.map { "\($0.uuid)/\($0.major)/\($0.minor)".lowercased() }
        expect(told == name, "the beacon is \(told ?? "silent")")
        return faults
    }
}
