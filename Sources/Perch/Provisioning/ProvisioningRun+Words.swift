import Failures
import GatewayModel

extension ProvisioningState {
    /// One character for the state; each kind of failure has its own.
    var mark: String {
        switch self {
        case .verified: "✓"
        case .writtenUnverified: "!"
        case .failed: "✗"
        case .unknown: "?"
        case .planned, .connecting, .authenticated, .writing, .saved: "…"
        }
    }

    /// SGR code of a terminal colour.
    var colour: String {
        switch self {
        case .verified: "32"
        case .writtenUnverified: "33"
        case .failed: "31"
        case .unknown: "35"
        case .planned: "2"
        case .connecting, .authenticated, .writing, .saved: "36"
        }
    }
}

extension ProvisioningRun {
    /// Present activity of the run, or its outcome, in a few words.
    var stateWords: String {
        switch state {
        case .planned: "waiting"
        case .connecting: "connecting"
        case .authenticated: "authenticated"
        case .writing: "writing \(step)/\(steps)"
        case .saved: "saved, being verified"
        case .verified: "verified"
        case .writtenUnverified: "written, not verified"
        case .failed: step > 0 ? "failed at step \(step)/\(steps)" : "failed"
        case .unknown: "unknown"
        }
    }

    /// The new identity: UUID, major and minor.
    var identityWords: String { "\(uuid)/\(major)/\(minor)" }

    /// The run and its state as a line for people.
    var line: String {
        let seen =
            state == .verified
            ? (seenRSSI.map { ", heard at \($0) dBm" } ?? "")
                + (seenAddress.flatMap { $0 == address ? nil : ", from \($0)" } ?? "") : ""
        return printable("\(state.mark) \(name)  \(address)  \(stateWords)\(seen)")
            + (simulated == true ? "  SIMULATED" : "")
    }
}
