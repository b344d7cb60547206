import Advertising
import DevBackend
import SimulatedDongle

/// A backend, a beacon near a dongle, and a folder for the gateways that connect the two.
struct PayfritRoom: Sendable {
    /// Name of a new table of the business, which has two others.
    static let table = "Terrace 1"

    let folder: String
    let pty: PtyDongle
    /// The beacon's identity before the first gateway.
    let factory: BeaconIdentity?
    let gate: RequestGate
    let backend: DevBackend
    let url: String

    var beacon: BluetoothAddress { BeaconRoom.address(1) }

    /// Runs a gateway to its end, which is SIGKILL at `point`.
    func run(killing point: PayfritSweep.Point?) async throws -> MortalProcess.End {
        var commit: CommitPoint?
        var request: PayfritSweep.RequestPoint?
        switch point {
        case .commit(let point): commit = point
        case .request(let point): request = point
        case nil: break
        }
        return try await MortalProcess.run(
            ["payfrit", TemporaryStore.path(folder), pty.path, url, "\(beacon)", Self.table], killing: commit,
            started: { [request] in gate.watch($0, killingAt: request) })
    }
}
