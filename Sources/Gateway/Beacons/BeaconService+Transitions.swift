import BeaconTracking
import GatewayModel
import JSONLines
import Notifications
import Store

/// Regions that are entered and left.
extension BeaconService {
    /// Transitions that were due by now.
    func passDue(at now: Duration) {
        for transition in monitor.advance(to: now) { begin(transition) }
    }

    func begin(_ transition: RegionTransition) {
        let at = timestamp(transition.at)
        let region = regions[transition.region]
        let origin = region?.origin ?? Origin(dongle: nil, isSimulated: !simulated.isEmpty)
        let line = RegionLine(transition, at: at, isSimulated: origin.isSimulated)
        tell(.region(line)) { $0.region == nil || $0.region == transition.region }
        settleLater(.transition(transition, of: region?.number, origin, at: at))
    }

    func settleLater(_ settlement: Settlement) {
        if case .enqueued = transitionInput.yield(settlement) { return }
        transitionsDropped += 1
    }

    /// Records what happens, one after another, and has people told. Not where adverts are followed: the disk is slow.
    func settle() async {
        for await settlement in transitions {
            switch settlement {
            case .transition(let transition, let number, let origin, let at):
                await settle(transition, of: number, origin, at: at)
            case .failure(let reason):
                await eventLog.record(
                    .error, "Beacon ranging failed: \(reason)",
                    detail: "Regions are not left while no dongle listens.", dongle: nil, isSimulated: false)
            }
        }
    }

    private func settle(_ transition: RegionTransition, of number: UInt64?, _ origin: Origin, at: Timestamp) async {
        await eventLog.record(
            transition.meaning.eventType, transition.meaning.title(to: transition.to),
            detail: "\(transition.region): \(transition.reason)", dongle: origin.dongle,
            isSimulated: origin.isSimulated)
        // First, so that a crash in between tells it twice and not never: a state that is kept is not told of again.
        if let notice = Notice(transition, at: at, origin: origin) { await configuration.notify(notice) }
        if transition.to != .unknown {
            do {
                try await changing.take {
                    // One of the same name that was added since has no state yet.
                    guard regions[transition.region]?.number == number else { return }
                    _ = try await store.setRegionState(
                        transition.region, state: transition.to, atMicroseconds: at.microsecondsSince1970)
                }
            } catch {
                await eventLog.couldNotRecord(error)
            }
        }
    }
}
