import Advertising
import BeaconTracking
import GatewayModel
import LineFormats
import Notifications

extension RegionTransition.Meaning {
    /// Type of the transition's event.
    var eventType: EventType {
        switch self {
        case .enter: .regionEnter
        case .exit: .regionExit
        case .determined, .lost: .stateChange
        }
    }

    /// Returns the title of the transition's event and of its notice.
    func title(to state: RegionState) -> String {
        switch self {
        case .enter: "Beacon Detected"
        case .exit: "Beacon Lost"
        case .determined: "Region state determined: \(state.rawValue)"
        case .lost: "Region state unknown"
        }
    }
}

extension RegionLine {
    init(_ transition: RegionTransition, at: Timestamp, isSimulated: Bool) {
        self.init(
            ts: at, region: transition.region, from: transition.from, to: transition.to,
            meaning: RegionMeaning(transition.meaning), reason: transition.reason,
            beacon: transition.beacon?.description,
            rssi: transition.rssiDBm.map(Int.init), simulated: isSimulated ? true : nil)
    }
}

extension Notice {
    /// Creates the notice of a transition; nil for transitions without a notice.
    init?(_ transition: RegionTransition, at: Timestamp, origin: BeaconService.Origin) {
        switch transition.meaning {
        case .enter, .exit:
            self.init(
                type: transition.meaning.eventType.rawValue, ts: at,
                title: transition.meaning.title(to: transition.to), reason: transition.reason,
                region: transition.region, beacon: transition.beacon?.description,
                rssi: transition.rssiDBm.map(Int.init), dongle: origin.dongle, simulated: origin.isSimulated)
        case .determined, .lost: return nil
        }
    }
}

extension RegionMeaning {
    init(_ meaning: RegionTransition.Meaning) {
        self =
            switch meaning {
            case .enter: .enter
            case .exit: .exit
            case .determined: .determined
            case .lost: .lost
            }
    }
}
