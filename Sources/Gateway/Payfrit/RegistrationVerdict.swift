import GatewayModel
import Payfrit

/// What a failed request means for the registration that it was about.
enum RegistrationVerdict: Sendable, Hashable {
    /// Later, however often: a day without a network is nothing.
    case retry(String)
    /// For good, in the backend's words.
    case refused(String)
    /// The token is not taken; the registration has not failed.
    case loggedOut
    /// It cannot be delivered as the gateway is set up; the registration has not failed.
    case held(RegistrationHold)
    /// The gateway stops.
    case cut

    /// Of a question that comes before the registration: its refusal says nothing of that.
    init(question error: PayfritError) {
        let verdict = RegistrationVerdict(error)
        if case .refused(let words) = verdict { self = .retry(words) } else { self = verdict }
    }

    init(_ error: PayfritError) {
        switch error {
        case .unauthorized: self = .loggedOut
        case .refused(let words), .notFound(let words): self = .refused(words)
        // What the request says cannot be taken. Any other status may be somebody's between here and there.
        case .http(400), .http(409), .http(422), .unknownBeacon: self = .refused("\(error)")
        case .notInThisAPI: self = .held(.notInThisAPI)
        case .badSetting: self = .held(.notSetUp)
        case .cancelled: self = .cut
        case .unreachable, .interrupted, .timedOut, .untrusted, .http, .notJSON, .malformed, .tooLarge:
            self = .retry("\(error)")
        }
    }
}
