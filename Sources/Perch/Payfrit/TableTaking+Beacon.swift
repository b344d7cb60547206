import CP28
import DongleLink
import Failures
import Gateway
import GatewayClient
import GatewayModel

extension TableTaking {
    /// Finds the nearest factory beacon. Where several are equally near, the user at the terminal
    /// chooses.
    ///
    /// - Throws: ``Failure`` where none is heard, or several are equally near and the user cannot
    ///   be asked.
    func nearestBeacon() async throws -> BeaconCensus.Device {
        while true {
            let heard = try await BeaconCensus.nearby(lease, for: listening, output)
            try output.checkWhole(isBounded: true)
            let offered = heard.filter { $0.kind.isOffered }.map(\.device)
            guard let first = offered.first else { throw Self.noBeacon(heard.map(\.kind)) }
            let near = offered.filter { device in
                guard let best = first.rssiDBm, let rssi = device.rssiDBm else { return device == first }
                return best - rssi < Self.clearlyNearerDB
            }
            guard near.count > 1 else {
                await output.text(printable("Nearest factory beacon: \(first.words)"))
                return first
            }
            if let chosen = try await choice(of: near) { return chosen }
        }
    }

    /// - Returns: The chosen beacon; nil to listen again.
    private func choice(of near: [BeaconCensus.Device]) async throws -> BeaconCensus.Device? {
        let prompt = Prompt(output: output)
        let count = counted(near.count, "beacon")
        guard prompt.canAsk, !output.isJSON else {
            throw Failure(
                code: "equally-near",
                message: printable("\(count) are equally near: \(near.map(\.words).joined(separator: ", "))."),
                hint: "Name one with --beacon ADDRESS, or move the others away.", isRetryable: true, exit: .unavailable,
                outcome: .notDone)
        }
        return try await prompt.choice(
            "\(count) are equally near. Which one?", among: near.map(\.words), other: "Return listens again"
        ).map { near[$0] }
    }

    private static func noBeacon(_ kinds: [BeaconCensus.Kind]) -> Failure {
        let unsuitable = kinds.count { if case .unsuitable = $0 { true } else { false } }
        let others = kinds.count { if case .factory(let type, _) = $0 { type != .cp28 } else { false } }
        let parts = [
            (others, "\(counted(others, "factory beacon")) of another kind"),
            (unsuitable, "\(unsuitable) that cannot be provisioned"),
        ].filter { $0.0 > 0 }.map(\.1)
        return Failure(
            code: noBeaconCode,
            message: "No CP28 from the factory is heard"
                + (parts.isEmpty ? "." : ", only \(parts.joined(separator: " and "))."),
            hint:
                "Put one beside the dongle, or name a beacon with --beacon; `perch provision list --all` lists all that are "
                + "heard.", isRetryable: true, exit: .unavailable, outcome: .notDone)
    }

    static let noBeaconCode = "no-factory-beacon"
}

extension BeaconCensus.Device {
    /// Address, name and signal of the beacon.
    fileprivate var words: String {
        "\(address)" + (name.map { " (\($0))" } ?? "") + (rssiDBm.map { ", \($0) dBm" } ?? "")
    }
}
