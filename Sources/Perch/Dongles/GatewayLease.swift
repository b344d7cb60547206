import Failures
import Gateway
import GatewayClient
import GatewayModel
import SerialPort

/// A gateway while a verb uses it, and the dongle that the verb works with.
struct GatewayLease: Sendable {
    let client: GatewayClient
    /// Whether the gateway is inside this process and ends with it.
    let isOwn: Bool
    /// Id, name or port of the dongle; nil = all dongles of the gateway.
    var dongle: String?

    /// Has the gateway use a port; from then on the lease is for its dongle. ^C cuts this short.
    mutating func adopt(_ port: String, baud: Int?, _ output: VerbOutput) async throws {
        let status = try await client.adopt(AdoptionRequest(port: port, baud: baud))
        if status.simulated { output.markSimulated() }
        dongle = status.id ?? status.port
    }

    /// Returns the one dongle that the verb works with.
    ///
    /// - Parameter prefersConnected: Whether a connected dongle is preferred to others that are not
    ///   connected.
    /// - Throws: `GatewayError` where there is no dongle, or several and none was named.
    func oneDongle(_ output: VerbOutput, prefersConnected: Bool = true) async throws -> DongleStatus {
        let status =
            if let dongle {
                try await client.dongle(dongle)
            } else {
                try GatewayLease.only(try await client.dongles().dongles, prefersConnected: prefersConnected)
            }
        if status.simulated { output.markSimulated() }
        return status
    }

    /// Longest wait for a dongle that is being opened.
    private static let openingLimit = Duration.seconds(8)

    /// Checks that at least one of the lease's dongles can be used, and waits up to 8 s for one
    /// that is being opened. Needed only at the start: a verb that listens waits by itself for a
    /// dongle that disappears later.
    ///
    /// - Throws: ``Failure`` with the reason where no dongle can be used, or where there is none.
    func checkRadio(_ output: VerbOutput) async throws {
        if isOwn { return }
        let end = ContinuousClock.now + Self.openingLimit
        while true {
            let all = try await client.dongles().dongles
            let meant = all.filter { dongle == nil || [$0.id, $0.alias, $0.port].contains(dongle) }
            if meant.contains(where: \.state.isConnected) { return }
            let present = meant.filter { $0.state != .absent }
            guard let first = present.first ?? meant.first else { throw Failure.noDongle(of: client.address) }
            // A dongle that failed and is retried later is not waited for.
            let isOpening = present.contains { $0.lastError == nil }
            guard isOpening, ContinuousClock.now < end else { throw first.unusable }
            try await output.pause(for: .milliseconds(200))
        }
    }

    /// Returns the lease's dongles in words: their names and ports.
    func places() async throws -> String {
        let all = try await client.dongles().dongles.filter { $0.state != .absent }
        let meant = all.filter { dongle == nil || [$0.id, $0.alias, $0.port].contains(dongle) }
        return meant.isEmpty ? "no dongle" : meant.map { printable($0.place) }.joined(separator: ", ")
    }

    /// Returns the only connected dongle, or, where none is connected or `prefersConnected` is
    /// false, the only one in use.
    static func only(_ dongles: [DongleStatus], prefersConnected: Bool = true) throws(GatewayError) -> DongleStatus {
        let present = dongles.filter { $0.state != .absent }
        let connected = prefersConnected ? present.filter(\.state.isConnected) : []
        let candidates = connected.isEmpty ? present : connected
        guard let first = candidates.first else { throw .noDongle }
        guard candidates.count == 1 else {
            throw .ambiguousDongle(
                candidates.map { dongle in
                    let radio = RadioName.isMeant(by: dongle.port) ? dongle.port : nil
                    return GatewayError.Candidate(
                        name: dongle.alias ?? radio ?? dongle.id ?? dongle.port, state: dongle.state)
                })
        }
        return first
    }
}

extension DongleStatus {
    /// Name and port of the dongle, for people.
    var place: String { alias.map { "\($0) (\(port))" } ?? port }

    /// The failure that says why the dongle hears nothing.
    fileprivate var unusable: Failure {
        Failure(
            code: "radio-unusable",
            message:
                "The dongle \(printable(place)) cannot be used: \(lastError.map { printable($0.message) } ?? "it is \(state.word).")",
            hint: lastError.map { printable($0.hint) } ?? "Plug it in; `perch dongle list` shows its state.",
            isRetryable: true, exit: .unavailable)
    }

    /// Name of the dongle in requests: its id, or else its port.
    var name: String { id ?? port }
}
