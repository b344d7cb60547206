import Failures
import Gateway
import GatewayClient
import GatewayModel

/// A gateway while a verb uses it, and the dongle that the verb is about.
struct GatewayLease: Sendable {
    let client: GatewayClient
    /// Whether it is inside this process and ends with it.
    let isOwn: Bool
    /// Id, name or port of the dongle; nil = all of the gateway's.
    var dongle: String?

    /// Takes a port into use; from then on the lease is about its dongle. ^C cuts it short.
    mutating func adopt(_ port: String, baud: Int?, _ output: VerbOutput) async throws {
        let status = try await client.adopt(AdoptionRequest(port: port, baud: baud))
        if status.simulated { output.markSimulated() }
        dongle = status.id ?? status.port
    }

    /// The one dongle that is meant.
    ///
    /// - Parameter prefersConnected: Whether one that is connected is rather meant than others that are not.
    /// - Throws: `GatewayError` where there is none, or more than one and none was named.
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

    /// Looks whether any dongle that is meant can be used, and waits a while for one that is being opened: later, when one goes away,
    /// a verb that listens waits for it.
    ///
    /// - Throws: ``Failure`` with the reason where none can, and `GatewayError` where there is none.
    func checkRadio(_ output: VerbOutput) async throws {
        if isOwn { return }
        let end = ContinuousClock.now + Self.openingLimit
        while true {
            let all = try await client.dongles().dongles
            let meant = all.filter { dongle == nil || [$0.id, $0.alias, $0.port].contains(dongle) }
            if meant.contains(where: \.state.isConnected) { return }
            let present = meant.filter { $0.state != .absent }
            guard let first = present.first ?? meant.first else { throw GatewayError.noDongle }
            // What has failed and is tried again later is not waited for.
            let isOpening = present.contains { $0.lastError == nil }
            guard isOpening, ContinuousClock.now < end else { throw first.unusable }
            try await output.pause(for: .milliseconds(200))
        }
    }

    /// The dongles that are meant, as people know them: by name or port.
    func places() async throws -> String {
        let all = try await client.dongles().dongles.filter { $0.state != .absent }
        let meant = all.filter { dongle == nil || [$0.id, $0.alias, $0.port].contains(dongle) }
        return meant.isEmpty ? "no dongle" : meant.map { printable($0.place) }.joined(separator: ", ")
    }

    /// The only one that is connected; where none is, or that does not count, the only one in use.
    static func only(_ dongles: [DongleStatus], prefersConnected: Bool = true) throws(GatewayError) -> DongleStatus {
        let present = dongles.filter { $0.state != .absent }
        let connected = prefersConnected ? present.filter(\.state.isConnected) : []
        let candidates = connected.isEmpty ? present : connected
        guard let first = candidates.first else { throw .noDongle }
        guard candidates.count == 1 else {
            throw .ambiguousDongle(
                candidates.map { GatewayError.Candidate(name: $0.alias ?? $0.id ?? $0.port, state: $0.state) })
        }
        return first
    }
}

extension DongleStatus {
    /// Where people find it.
    var place: String { alias.map { "\($0) (\(port))" } ?? port }

    /// Why nothing is heard by it.
    fileprivate var unusable: Failure {
        Failure(
            code: "radio-unusable",
            message:
                "The dongle \(printable(place)) cannot be used: \(lastError.map { printable($0.message) } ?? "it is \(state.word).")",
            hint: lastError.map { printable($0.hint) } ?? "Plug it in; `perch dongle list` shows how it is.",
            isRetryable: true, exit: .unavailable)
    }

    /// What requests call it.
    var name: String { id ?? port }
}
