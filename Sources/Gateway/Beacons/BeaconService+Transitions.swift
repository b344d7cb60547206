import BeaconTracking
import GatewayModel
import JSONLines
import Notifications
import Store

/// Regions that are entered and left.
extension BeaconService {
    func begin(_ transition: RegionTransition) {
        let at = timestamp(transition.at)
        let origin = origins[transition.region] ?? Origin(dongle: nil, isSimulated: !simulated.isEmpty)
        let line = RegionLine(transition, at: at, isSimulated: origin.isSimulated)
        tell(.region(line)) { $0.region == nil || $0.region == transition.region }
        if case .dropped = transitionInput.yield(Settlement(transition: transition, origin: origin, at: at)) {
            transitionsDropped += 1
        }
    }

    /// Records transitions one after another, and has people told. Not where adverts are followed: the disk is slow.
    func settle() async {
        for await settlement in transitions {
            let (transition, origin) = (settlement.transition, settlement.origin)
            await eventLog.record(
                transition.meaning.eventType, transition.meaning.title(to: transition.to),
                detail: "\(transition.region): \(transition.reason)", dongle: origin.dongle,
                isSimulated: origin.isSimulated)
            if transition.to != .unknown {
                do {
                    try await store.setRegionState(
                        transition.region, state: transition.to.rawValue,
                        atMicroseconds: settlement.at.microsecondsSince1970)
                } catch {
                    await eventLog.couldNotRecord(error)
                }
            }
            guard let notice = Notice(transition, at: settlement.at, origin: origin) else { continue }
            await configuration.notify(notice)
        }
    }
}
