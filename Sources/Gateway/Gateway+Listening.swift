import GatewayModel

extension Gateway {
    /// Returns whether any dongle hears adverts at the moment, and if none does, the reason.
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
    /// Reason why the dongle hears nothing; nil if it hears adverts.
    var deafness: String? {
        guard state.isLive, state.dongleState == .live else {
            return lastClause ?? Unusable(state: state.dongleState).words
        }
        guard scanState.isHearing else { return lastClause ?? "its scan has not begun" }
        return nil
    }

    /// Message of the last error without its full stop, to end another sentence.
    private var lastClause: String? {
        guard let message = lastError?.message else { return nil }
        return message.last == "." ? String(message.dropLast()) : message
    }
}
