import GatewayModel

extension Gateway {
    /// Whether any dongle hears adverts at the moment, and if none, why.
    func listening() async -> BeaconService.Listening {
        var reasons: [String] = []
        for port in ports.sorted(by: { $0.key < $1.key }).map(\.value) {
            guard let reason = await port.supervisor.deafness else {
                return BeaconService.Listening(isListening: true, reason: "")
            }
            reasons.append(reason)
        }
        return BeaconService.Listening(isListening: false, reason: reasons.first ?? "there is no dongle")
    }
}

extension DongleSupervisor {
    /// Why it hears nothing; nil where it does.
    var deafness: String? {
        guard state.isLive, state.dongleState == .live else {
            return lastClause ?? Unusable(state: state.dongleState).words
        }
        guard scanState.isHearing else { return lastClause ?? "its scan has not begun" }
        return nil
    }

    /// The last error's sentence without its full stop: it ends another.
    private var lastClause: String? {
        guard let message = lastError?.message else { return nil }
        return message.last == "." ? String(message.dropLast()) : message
    }
}
