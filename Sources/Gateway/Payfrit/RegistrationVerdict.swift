import GatewayModel
import Payfrit

/// Consequence of a failed request for its registration.
enum RegistrationVerdict: Sendable, Hashable {
    /// Retry later, without an end: even a day without a network is no reason to give up.
    case retry(String)
    /// Refused permanently, with the backend's message.
    case refused(String)
    /// The token was refused; the registration has not failed.
    case loggedOut
    /// The gateway's setup does not allow delivery; the registration has not failed.
    case held(RegistrationHold)
    /// The gateway is stopping.
    case cut

    /// Verdict on a question that precedes the registration: its refusal does not refuse the
    /// registration.
    init(question error: PayfritError) {
        let verdict = RegistrationVerdict(error)
        if case .refused(let words) = verdict { self = .retry(words) } else { self = verdict }
    }

    init(_ error: PayfritError) {
        switch error {
        case .unauthorized: self = .loggedOut
        case .refused(let words), .notFound(let words): self = .refused(words)
        // The content of the request was refused. Any other status may come from a server in
        // between.
        case .http(400), .http(409), .http(422), .unknownBeacon: self = .refused("\(error)")
        case .notInThisAPI: self = .held(.notInThisAPI)
        case .badSetting: self = .held(.notSetUp)
        case .cancelled: self = .cut
        case .unreachable, .interrupted, .timedOut, .untrusted, .http, .notJSON, .malformed, .tooLarge:
            self = .retry("\(error)")
        }
    }
}
